//! Which column next.

use model::solve::Random;

use crate::links::Links;

/// The rule that chooses a live column.
#[derive(Clone, Debug)]
pub enum ColumnRule {
    /// The first of the smallest, from the left (the paper's and Knuth's rule, ties to the first header).
    Shortest,
    /// The last of the smallest, from the left: the other tie rule, to show what depends on it.
    ShortestLast,
    /// The leftmost.
    First,
    /// Any live column, each as likely as the others.
    Random(Random),
}

impl ColumnRule {
    /// A live header; there is at least one.
    #[inline]
    pub(crate) fn choose(&mut self, links: &Links) -> u32 {
        match self {
            Self::Shortest => links.shortest(),
            Self::ShortestLast => shortest_last(links),
            Self::First => links.first(),
            Self::Random(random) => {
                let mut header = links.first();
                for _ in 0..random.below(u64::from(links.live())) {
                    header = links.right(header);
                }
                header
            }
        }
    }
}

/// The last of the smallest.
fn shortest_last(links: &Links) -> u32 {
    let mut best = links.first();
    let mut header = links.right(best);
    while header != 0 {
        if links.size(header) <= links.size(best) {
            best = header;
        }
        header = links.right(header);
    }
    best
}
