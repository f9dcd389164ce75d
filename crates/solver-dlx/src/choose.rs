//! Which column next.

use model::solve::Random;

use crate::matrix::Matrix;

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
    /// A live primary column; `None` when all are covered.
    #[inline]
    pub(crate) fn choose(&mut self, matrix: &impl Matrix) -> Option<u32> {
        match self {
            Self::Shortest => matrix.shortest(),
            Self::ShortestLast => matrix.shortest_last(),
            Self::First => matrix.first(),
            Self::Random(random) => {
                let live = matrix.live();
                (live > 0).then(|| matrix.nth(random.below(u64::from(live)) as u32))
            }
        }
    }
}
