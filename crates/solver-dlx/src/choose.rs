//! Which column next.

use model::solve::Random;

use crate::links::Links;

/// The rule that chooses a live column.
#[derive(Clone, Debug)]
pub enum ColumnRule {
    /// The first of the smallest, from the left (the paper's and Knuth's rule, ties to the first header).
    Shortest,
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
            Self::Shortest => shortest(links),
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

/// The first strict minimum. The scan may stop at the least size that can be met: 0 where a column is empty, else 1.
#[inline]
fn shortest(links: &Links) -> u32 {
    let least = u32::from(!links.has_empty());
    let mut best = links.first();
    let mut size = links.size(best);
    let mut header = best;
    while size > least {
        header = links.right(header);
        if header == 0 {
            break;
        }
        if links.size(header) < size {
            best = header;
            size = links.size(header);
        }
    }
    best
}
