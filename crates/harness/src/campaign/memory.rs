//! An amount of memory as people write it.

use serde::{Deserialize, Serialize};

/// Letters and the powers of two that they stand for, the largest first.
const UNITS: [(char, u32); 4] = [('T', 40), ('G', 30), ('M', 20), ('K', 10)];

/// Bytes of memory (`512M`, `2G`, `2 GiB`: powers of 1024 in each case).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Memory(pub u64);

impl std::str::FromStr for Memory {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refused = || format!("`{text}` is no amount of memory such as 512M or 2G");
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let unit = text[digits.len()..].trim().to_ascii_uppercase();
        let letter = unit.trim_end_matches("IB").trim_end_matches('B');
        let shift = match UNITS.iter().find(|(name, _)| letter == name.to_string()) {
            Some(&(_, shift)) => shift,
            None if letter.is_empty() => 0,
            None => return Err(refused()),
        };
        let number: u64 = digits.parse().map_err(|_| refused())?;
        match number.checked_mul(1 << shift) {
            Some(0) => Err("no memory at all is enough for nothing".to_owned()),
            Some(bytes) => Ok(Self(bytes)),
            None => Err(refused()),
        }
    }
}

impl std::fmt::Display for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match UNITS.iter().find(|(_, shift)| self.0.trailing_zeros() >= *shift) {
            Some((letter, shift)) => write!(f, "{} {letter}iB", self.0 >> shift),
            None => write!(f, "{} B", self.0),
        }
    }
}

impl TryFrom<String> for Memory {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Memory> for String {
    fn from(memory: Memory) -> Self {
        memory.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_people_write_them() {
        let says = |text: &str| text.parse::<Memory>().map(|memory| memory.to_string());
        for (text, shown) in
            [("2G", "2 GiB"), ("2 GiB", "2 GiB"), ("1536m", "1536 MiB"), ("64KB", "64 KiB"), ("100", "100 B")]
        {
            assert_eq!(says(text), Ok(shown.to_owned()), "{text}");
            assert_eq!(says(shown), Ok(shown.to_owned()), "{text}");
        }
        for text in ["", "G", "2X", "-1G", "0", "1.5G", "99999999T"] {
            assert!(says(text).is_err(), "{text}");
        }
    }
}
