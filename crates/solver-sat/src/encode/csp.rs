//! The count of the constraints themselves, before a clause is made of any.
//!
//! arXiv:0803.4253 counts an alldifferent on n variables as n domain constraints and n(n-1)/2 disequalities, one each,
//! whatever number of clauses they take. Pure arithmetic over the units, no encoding is made for it.

use std::collections::HashSet;

use model::Rules;

/// How many constraints rules are, counted as arXiv:0803.4253 does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CspCount {
    /// Of one unit, L(L+1)/2 for L cells, where all units are of one length.
    pub per_unit: Option<u64>,
    /// Of all units, what several of them say counted as often as they say it.
    pub constraints: u64,
    /// Each domain and each disequality once.
    pub distinct: u64,
}

/// Counts the domain constraints and disequalities of all units.
///
/// ```
/// use model::Rules;
/// use solver_sat::encode::csp_constraints;
///
/// let count = csp_constraints(&Rules::sudoku(3));
/// assert_eq!((count.per_unit, count.constraints, count.distinct), (Some(45), 27 * 45, 891));
/// ```
pub fn csp_constraints(rules: &Rules) -> CspCount {
    let alldifferent = |length: usize| (length * (length + 1) / 2) as u64;
    let lengths: HashSet<usize> = rules.units().iter().map(|unit| unit.cells().len()).collect();
    let (mut cells, mut pairs) = (HashSet::new(), HashSet::new());
    for unit in rules.units() {
        for (at, &second) in unit.cells().iter().enumerate() {
            cells.insert(second);
            pairs.extend(unit.cells()[..at].iter().map(|&first| (first.min(second), first.max(second))));
        }
    }
    CspCount {
        per_unit: lengths.iter().next().filter(|_| lengths.len() == 1).map(|&length| alldifferent(length)),
        constraints: rules.units().iter().map(|unit| alldifferent(unit.cells().len())).sum(),
        distinct: (cells.len() + pairs.len()) as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sudoku_has_the_constraints_that_the_paper_counts() {
        // arXiv:0803.4253 prints 10 for the alldifferent on four variables; the others follow from its formula.
        for (order, per_unit, constraints, distinct) in
            [(2, 10, 120, 72), (3, 45, 1_215, 891), (4, 136, 6_528, 5_248), (5, 325, 24_375, 20_625)]
        {
            let expected = CspCount { per_unit: Some(per_unit), constraints, distinct };
            assert_eq!(csp_constraints(&Rules::sudoku(order)), expected, "order {order}");
        }
    }

    #[test]
    fn units_of_different_lengths_have_no_count_in_common() {
        let rules = Rules::builder("odd", 4, 3).unit([0, 1, 2]).unit([1, 2]).build().expect("small rules");
        assert_eq!(csp_constraints(&rules), CspCount { per_unit: None, constraints: 6 + 3, distinct: 3 + 3 });
    }
}
