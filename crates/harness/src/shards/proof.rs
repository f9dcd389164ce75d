//! Proves of a shard that it holds exactly the planned rows.
//!
//! In counts/ every puzzle of its share once; in times/ every pass, and in each the pairs that the counted pass answered or
//! halted, less those that were contradicted before anything was timed.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail, ensure};

use super::file::ShardFile;
use super::plan::ShardPlan;
use crate::results::Status;
use crate::run_dir;

/// What is wrong with the rows of a shard, file by file.
///
/// # Errors
/// When it cannot be read.
pub(super) fn troubles(plan: &ShardPlan, file: &ShardFile) -> Result<Vec<String>> {
    let shard = file.header.record.shard;
    let numbers = plan.numbers(shard);
    let contradictions = file.lines(run_dir::CONTRADICTIONS)?;
    let mut troubles = Vec::new();
    for strategy in &plan.work.strategies {
        let id = &strategy.id;
        let contradicted = contradictions.iter().skip(1).filter(|line| field(line, 1) == Some(id));
        let contradicted: BTreeSet<u64> = contradicted.filter_map(|line| number(line, 0)).collect();
        let counts = file.lines(&run_dir::counts(id))?;
        let proof = counted(&counts, &numbers).and_then(|()| {
            let times = file.lines(&run_dir::times(id))?;
            timed(&times, &timeable(&counts), &contradicted, if plan.is_timed() { plan.work.campaign.reps } else { 0 })
        });
        if let Err(trouble) = proof {
            troubles.push(format!("shard {shard}: {id}: {trouble:#}"));
        }
    }
    Ok(troubles)
}

fn field(line: &str, at: usize) -> Option<&str> {
    line.split(',').nth(at)
}

fn number(line: &str, at: usize) -> Option<u64> {
    field(line, at)?.parse().ok()
}

/// Every planned puzzle once, in order.
fn counted(lines: &[String], numbers: &[u64]) -> Result<()> {
    same(&puzzles(lines.iter().skip(1))?, numbers).context("counts")
}

fn puzzles<'a>(lines: impl Iterator<Item = &'a String>) -> Result<Vec<u64>> {
    lines.map(|line| number(line, 0).with_context(|| format!("a damaged row: {line}"))).collect()
}

fn same(found: &[u64], planned: &[u64]) -> Result<()> {
    let ahead = found.iter().zip(planned).take_while(|(one, other)| one == other).count();
    match (found.get(ahead), planned.get(ahead)) {
        (None, None) => Ok(()),
        (_, Some(planned)) if !found.contains(planned) => bail!("the row of puzzle {planned} is missing"),
        (Some(found), _) => bail!("puzzle {found} is not in its place"),
        (None, Some(planned)) => bail!("puzzle {planned} is not in its place"),
    }
}

/// Puzzles that the counted pass leaves to the timed one.
fn timeable(counts: &[String]) -> BTreeSet<u64> {
    let status = |line: &str| field(line, 1).and_then(Status::parse);
    let kept = counts.iter().skip(1).filter(|line| matches!(status(line), Some(Status::Ok | Status::Halted)));
    kept.filter_map(|line| number(line, 0)).collect()
}

/// The same puzzles in each of the passes: those that can be timed, less some that were contradicted.
fn timed(lines: &[String], timeable: &BTreeSet<u64>, contradicted: &BTreeSet<u64>, passes: u32) -> Result<()> {
    let rows = lines.get(1..).unwrap_or_default();
    let first = puzzles(rows.iter().take_while(|line| number(line, 1) == Some(1)))?;
    let is_planned = |puzzle: &u64| first.binary_search(puzzle).is_ok() || contradicted.contains(puzzle);
    if let Some(puzzle) = timeable.iter().find(|puzzle| passes > 0 && !is_planned(puzzle)) {
        bail!("times: the row of puzzle {puzzle} is missing");
    }
    if let Some(puzzle) = first.iter().find(|puzzle| !timeable.contains(puzzle)) {
        bail!("times: puzzle {puzzle} was not to be timed");
    }
    ensure!(first.is_sorted_by(|one, next| one < next), "times: pass 1 is not in order");
    ensure!(rows.len() == first.len() * passes as usize, "times: {} rows in {passes} passes", rows.len());
    for (pass, rows) in (1..).zip(rows.chunks(first.len().max(1))) {
        ensure!(rows.iter().all(|line| number(line, 1) == Some(pass)), "times: pass {pass} is not whole");
        same(&puzzles(rows.iter())?, &first).with_context(|| format!("times: pass {pass}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    fn says(rows: &str, passes: u32) -> String {
        let counts = lines("puzzle,status,solutions\n1,ok,1\n2,stuck,0\n3,halted,0\n4,ok,0");
        let times = lines(&format!("puzzle,pass,solve_ns,status,solutions\n{rows}"));
        timed(&times, &timeable(&counts), &[4].into(), passes)
            .map_or_else(|error| format!("{error:#}"), |()| String::new())
    }

    #[test]
    fn counts_have_every_planned_puzzle_once() {
        let check = |rows: &str| {
            let proof = counted(&lines(&format!("puzzle,status\n{rows}")), &[1, 2, 4]);
            proof.map_or_else(|error| format!("{error:#}"), |()| String::new())
        };
        assert_eq!(check("1,ok\n2,ok\n4,ok"), "");
        assert_eq!(check("1,ok\n4,ok"), "counts: the row of puzzle 2 is missing");
        assert_eq!(check("1,ok\n2,ok\n3,ok\n4,ok"), "counts: puzzle 3 is not in its place");
        assert_eq!(check("1,ok\n2,ok\n2,ok\n4,ok"), "counts: puzzle 2 is not in its place");
        assert_eq!(check("1,ok\n2,ok\n4,ok\n4,ok"), "counts: puzzle 4 is not in its place");
        assert_eq!(check("1,ok\nx,ok"), "a damaged row: x,ok");
    }

    #[test]
    fn times_have_every_pass_of_every_pair_that_can_be_timed() {
        assert_eq!(says("1,1,5,ok,1\n3,1,,timeout,0\n1,2,5,ok,1\n3,2,,timeout,0", 2), "");
        assert_eq!(says("1,1,5,ok,1\n3,1,5,ok,1\n4,1,5,ok,0", 1), "", "contradicted by the timed pass itself");
        assert_eq!(says("1,1,5,ok,1", 1), "times: the row of puzzle 3 is missing");
        assert_eq!(says("1,1,5,ok,1\n2,1,5,ok,1\n3,1,5,ok,1", 1), "times: puzzle 2 was not to be timed");
        assert_eq!(says("1,1,5,ok,1\n3,1,5,ok,1\n1,2,5,ok,1", 2), "times: 3 rows in 2 passes");
        assert_eq!(
            says("1,1,5,ok,1\n3,1,5,ok,1\n1,2,5,ok,1\n1,2,5,ok,1", 2),
            "times: pass 2: the row of puzzle 3 is missing"
        );
        assert_eq!(says("", 0), "");
        assert_eq!(says("1,1,5,ok,1\n3,1,5,ok,1", 0), "times: 2 rows in 0 passes");
    }
}
