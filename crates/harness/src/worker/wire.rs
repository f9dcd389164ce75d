//! Messages in a pipe: four bytes of length, then the value.

use std::io::{Error, ErrorKind, Read, Result, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// No message is as long: whoever says so is not one of ours.
const LONGEST: u32 = 1 << 30;

/// Sends a value, in one write.
pub(super) fn send<T: Serialize>(to: &mut impl Write, value: &T) -> Result<()> {
    let mut bytes = postcard::to_extend(value, vec![0; 4]).map_err(Error::other)?;
    let length = u32::try_from(bytes.len() - 4).map_err(Error::other)?;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    to.write_all(&bytes)?;
    to.flush()
}

/// Receives a value; an end of the pipe is [`ErrorKind::UnexpectedEof`].
pub(super) fn receive<T: DeserializeOwned>(from: &mut impl Read) -> Result<T> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(Error::new(ErrorKind::InvalidData, format!("a message of {length} bytes")));
    }
    let mut bytes = vec![0; length as usize];
    from.read_exact(&mut bytes)?;
    postcard::from_bytes(&bytes).map_err(|error| Error::new(ErrorKind::InvalidData, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sent_is_received_until_the_pipe_ends() {
        let mut pipe = Vec::new();
        send(&mut pipe, &(7_u64, "seven")).expect("memory");
        send(&mut pipe, &(8_u64, "eight")).expect("memory");
        let mut pipe = pipe.as_slice();
        assert_eq!(receive::<(u64, String)>(&mut pipe).expect("sent"), (7, "seven".to_owned()));
        assert_eq!(receive::<(u64, String)>(&mut pipe).expect("sent"), (8, "eight".to_owned()));
        assert_eq!(receive::<u64>(&mut pipe).expect_err("no more").kind(), ErrorKind::UnexpectedEof);
    }

    #[test]
    fn nonsense_is_an_error_and_no_panic() {
        assert_eq!(receive::<u64>(&mut [0xff; 9].as_slice()).expect_err("too long").kind(), ErrorKind::InvalidData);
        assert_eq!(receive::<u64>(&mut [1, 0, 0, 0, 0xff].as_slice()).expect_err("cut").kind(), ErrorKind::InvalidData);
    }
}
