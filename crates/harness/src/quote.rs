//! What a message quotes of an input: on one line, and short.

/// Characters of a quotation at most.
const MOST: usize = 40;

/// The text with control characters escaped, cut to what a message can hold.
pub(crate) fn shown(text: &str) -> String {
    cut(text, MOST)
}

/// The text with control characters escaped, cut to so many characters and a mark.
pub(crate) fn cut(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for (at, c) in text.chars().enumerate() {
        if at == most || shown.chars().count() >= most {
            shown.push('…');
            break;
        }
        match c {
            c if c.is_control() || c == '\u{2028}' || c == '\u{2029}' => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_one_short_line() {
        assert_eq!(shown("a\nb\u{1b}[2J\"é\""), "a\\nb\\u{1b}[2J\"é\"");
        assert_eq!(shown(&"x".repeat(41)), format!("{}…", "x".repeat(40)));
        assert_eq!(shown(&"x".repeat(40)), "x".repeat(40));
        assert!(shown(&"\u{11}".repeat(1000)).chars().count() < 50);
    }
}
