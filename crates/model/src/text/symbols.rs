//! What a symbol or a word says about a cell.
//!
//! Owns the alphabets. Which one a file uses is settled once, by `detect`: here nothing is guessed but letters in a board
//! of at most nine values, where a letter can mean nothing else.

use super::{Problem, TextError};
use crate::{Rules, Value};

/// The largest N whose values have a symbol each: 1–9, then A–Z.
pub const MAX_SYMBOLS: u8 = 35;

/// What the symbols of a file stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alphabet {
    /// `1`–`9`, then `A` = 10; `0` is a blank.
    #[default]
    Digits,
    /// `0` is the first value and `A` the eleventh; numbers count from 0 too, and -1 is a blank.
    ZeroBased,
    /// `A` is 1; `0` is a blank.
    Letters,
}

impl Alphabet {
    /// One line that says what the symbols mean.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Digits => "1-9 then A = 10; 0 is a blank",
            Self::ZeroBased => "0 is the first value, A the eleventh",
            Self::Letters => "A = 1; 0 is a blank",
        }
    }

    /// The name by which [`Alphabet::parse`] finds it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Digits => "digits",
            Self::ZeroBased => "zero",
            Self::Letters => "letters",
        }
    }

    /// The alphabet of a name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Digits, Self::ZeroBased, Self::Letters].into_iter().find(|one| one.name() == name)
    }
}

/// Whether the symbol is a blank in every alphabet.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, '.' | '_' | '*' | '-' | '?' | '\u{b7}')
}

/// The value of a symbol, 0 for a blank; `None` where it is neither.
pub(super) fn symbol_value(c: char, n: u8, alphabet: Alphabet) -> Option<Value> {
    if is_blank(c) || (c == '0' && alphabet != Alphabet::ZeroBased) {
        return Some(0);
    }
    let value = match (c, alphabet) {
        ('0'..='9', Alphabet::ZeroBased) => c as u8 - b'0' + 1,
        ('1'..='9', Alphabet::Digits) => c as u8 - b'0',
        ('a'..='z' | 'A'..='Z', _) => {
            let letter = c.to_ascii_uppercase() as u8 - b'A';
            letter
                + match alphabet {
                    Alphabet::Digits => 10,
                    Alphabet::ZeroBased => 11,
                    Alphabet::Letters => 1,
                }
        }
        _ => return None,
    };
    // A digit cannot be mistaken; letters only where they reach the last value.
    let last = match alphabet {
        Alphabet::Digits => MAX_SYMBOLS,
        Alphabet::ZeroBased => MAX_SYMBOLS + 1,
        Alphabet::Letters => 26,
    };
    match c {
        _ if value <= n && n <= last => Some(value),
        'X' | 'x' => Some(0),
        _ => None,
    }
}

/// The value of a word of a list: a number, a symbol, or a blank (an empty word of a comma list is one too).
pub(super) fn word_value(word: &str, n: u8, alphabet: Alphabet) -> Option<Value> {
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (None, _) => return Some(0),
        (Some(c), None) if !c.is_ascii_digit() => return symbol_value(c, n, alphabet),
        _ => {}
    }
    if matches!(word, "-1" | "null" | "None" | "nil" | "NaN") {
        return Some(0);
    }
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    let number: u8 = word.parse().ok().filter(|_| digits)?;
    let value = if alphabet == Alphabet::ZeroBased { number.checked_add(1)? } else { number };
    (value <= n).then_some(value)
}

/// Letters alone, where only nine values or fewer are known, are letters from `A` = 1.
pub(super) fn for_board(chars: &(impl Iterator<Item = char> + Clone), n: u8, alphabet: Alphabet) -> Alphabet {
    let letter = |c: char| c.is_ascii_alphabetic() && !matches!(c, 'x' | 'X');
    let small = n <= 9 && alphabet == Alphabet::Digits;
    if small && chars.clone().any(letter) && !chars.clone().any(|c| matches!(c, '1'..='9')) {
        return Alphabet::Letters;
    }
    alphabet
}

/// The complaint about a symbol at a column counted from 0.
pub(super) fn bad_symbol(c: char, column: usize, rules: &Rules) -> TextError {
    let problem = Problem::Symbol { found: format!("{c:?}"), rules: rules.name().into(), values: rules.values() };
    TextError::new(Some(column + 1), problem)
}

/// The complaint about a word at a column counted from 0; the word is cut to what a message can hold.
pub(super) fn bad_word(word: &str, column: usize, rules: &Rules) -> TextError {
    let mut chars = word.chars();
    if let (Some(c), None) = (chars.next(), chars.next())
        && !c.is_ascii_digit()
    {
        return bad_symbol(c, column, rules);
    }
    let found = format!("{:?}", word.chars().take(12).collect::<String>());
    let problem = Problem::Number { found, rules: rules.name().into(), values: rules.values() };
    TextError::new(Some(column + 1), problem)
}

/// Whether the word lists two or more candidates of a cell in ascending order.
pub(super) fn is_candidates(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() > 1 && bytes.iter().all(|byte| matches!(byte, b'1'..=b'9')) && bytes.is_sorted_by(|a, b| a < b)
}
