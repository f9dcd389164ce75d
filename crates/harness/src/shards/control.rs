//! Shards that were made once more: their counts have to be the same, and their times say how far apart two hosts are.

use std::collections::BTreeMap;

use anyhow::Result;

use super::file::ShardFile;
use super::plan::ShardPlan;
use crate::manifest::ControlRecord;
use crate::results::Status;
use crate::run_dir;

/// Holds a control against its shard; both hold exactly the planned rows.
///
/// # Errors
/// When a file cannot be read.
pub(super) fn compare(
    plan: &ShardPlan,
    shard: &ShardFile,
    control: &ShardFile,
) -> Result<(ControlRecord, Vec<String>)> {
    let mut troubles = Vec::new();
    let mut ratios = Vec::new();
    for strategy in &plan.work.strategies {
        let id = &strategy.id;
        let both = |name: &str| Ok::<_, anyhow::Error>((shard.lines(name)?, control.lines(name)?));
        // What programs answer is not ours to promise.
        if strategy.external.is_none() {
            let (one, other) = both(&run_dir::counts(id))?;
            if let Some(row) = first_difference(&one, &other) {
                let (first, second) = (&shard.header.record, &control.header.record);
                troubles.push(format!(
                    "shard {} on {} and its control {} on {} differ: {id}: {row}",
                    first.shard, first.machine.host, second.shard, second.machine.host
                ));
            }
        }
        if plan.is_timed() {
            let (one, other) = both(&run_dir::times(id))?;
            ratios.extend(ratio(&one, &other));
        }
    }
    let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64;
    let extreme = |pick: fn(f64, f64) -> f64| ratios.iter().copied().reduce(pick);
    let record = ControlRecord {
        of: shard.header.record.shard,
        record: control.header.record.clone(),
        time_ratio: (!ratios.is_empty()).then(|| mean.exp()),
        time_ratio_range: extreme(f64::min).zip(extreme(f64::max)),
    };
    Ok((record, troubles))
}

/// The first row that is not the same. Whether a strategy is killed is up to the host: such rows are passed over.
fn first_difference(one: &[String], other: &[String]) -> Option<String> {
    let is_killed = |row: &str| row.split(',').nth(1) == Some(Status::Timeout.word());
    let mut rows = one.iter().zip(other);
    let (one, other) = rows.find(|(one, other)| one != other && !is_killed(one) && !is_killed(other))?;
    Some(format!("`{one}` and `{other}`"))
}

/// The sum of the times of the second over that of the first, over the rows that both finished.
fn ratio(one: &[String], other: &[String]) -> Option<f64> {
    let first: BTreeMap<_, _> = one.iter().filter_map(|row| time(row)).collect();
    let (mut sums, mut pairs) = ([0.0; 2], 0);
    for (key, ns) in other.iter().filter_map(|row| time(row)) {
        if let Some(before) = first.get(&key) {
            sums[0] += *before as f64;
            sums[1] += ns as f64;
            pairs += 1;
        }
    }
    (pairs > 0 && sums[0] > 0.0 && sums[1] > 0.0).then(|| sums[1] / sums[0])
}

/// Puzzle, pass and nanoseconds of a row of times/ that has them; the header has none.
fn time(row: &str) -> Option<((u64, u64), u64)> {
    let mut numbers = row.split(',').map(str::parse);
    let mut next = || numbers.next()?.ok();
    Some(((next()?, next()?), next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn counts_are_the_same_but_where_one_was_killed() {
        let check = |one: &str, other: &str| first_difference(&lines(one), &lines(other));
        assert_eq!(check("puzzle,status\n1,ok,1\n2,ok,1", "puzzle,status\n1,ok,1\n2,ok,1"), None);
        assert_eq!(check("1,ok,1\n2,timeout,", "1,ok,1\n2,ok,1"), None);
        assert_eq!(check("1,ok,1,7\n2,ok,1,8", "1,ok,1,7\n2,ok,1,9").as_deref(), Some("`2,ok,1,8` and `2,ok,1,9`"));
    }

    #[test]
    fn times_are_those_of_what_both_finished() {
        let head = "puzzle,pass,solve_ns,status,solutions\n";
        let check = |one: &str, other: &str| ratio(&lines(&format!("{head}{one}")), &lines(&format!("{head}{other}")));
        assert_eq!(check("1,1,100,ok,1\n2,1,300,ok,1", "1,1,200,ok,1\n2,1,,timeout,0"), Some(2.0));
        assert_eq!(check("1,1,,timeout,0", "1,1,200,ok,1"), None);
    }
}
