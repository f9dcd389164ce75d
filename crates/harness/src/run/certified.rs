//! Certificates of a seeded sample of the puzzles on whose answer all strategies agree.
//!
//! Between the counted pass and the timed one: what is certified depends on the counts and the seed alone. A certificate that is
//! there is not made again, and each is checked as it stands in the directory.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use model::solve::{Limits, Random};
use model::{Givens, Grid, Puzzle};

use super::plan::Plan;
use super::progress::Talk;
use crate::certificates::{self, Certificate, Certified, Claim, Unproved};
use crate::clock::Watchdog;
use crate::ledger::{Agreed, Ledger};
use crate::results::Status;
use crate::run_dir::RunDir;

/// Who limits the proofs: the strategy that does the like.
const PROVES: &str = "sat/extended-fresh";

/// Makes the certificates that are missing, and checks all of them; `None` where the campaign wants none.
pub(super) fn pass(
    plan: &Plan,
    dir: &RunDir,
    ledger: &Ledger,
    stop: &'static AtomicBool,
    talk: Talk,
) -> Result<Option<Certified>> {
    if !plan.campaign.certify {
        return Ok(None);
    }
    let mut drawn: Vec<(usize, Agreed<'_>)> =
        (0..plan.selected()).filter_map(|puzzle| Some((puzzle, ledger.agreed(puzzle)?))).collect();
    Random::new(plan.campaign.seed).shuffle(&mut drawn);
    drawn.truncate(plan.campaign.certified as usize);
    drawn.sort_unstable_by_key(|&(puzzle, _)| puzzle);
    let mut certified = Certified { drawn: drawn.len() as u64, check: 0, faults: Vec::new() };
    let watchdog = Watchdog::new(None, stop);
    for (puzzle, agreed) in drawn {
        if stop.load(Ordering::Relaxed) {
            return Ok(Some(certified));
        }
        match certify(plan, dir, ledger, puzzle, agreed, &watchdog)? {
            Outcome::Checks => certified.check += 1,
            Outcome::Unfinished => {}
            Outcome::Fault(fault) => certified.faults.push(format!("puzzle {}: {fault}", puzzle + 1)),
        }
    }
    talk.say(&certified.sentence());
    Ok(Some(certified))
}

enum Outcome {
    Checks,
    Unfinished,
    Fault(String),
}

fn certify(
    plan: &Plan,
    dir: &RunDir,
    ledger: &Ledger,
    index: usize,
    agreed: Agreed<'_>,
    watchdog: &Watchdog,
) -> Result<Outcome> {
    let folder = dir.certificates().join(format!("{:06}", index + 1));
    let (claim, grid) = match agreed {
        Agreed::None => (Claim::None, None),
        Agreed::Unique(grid) => (Claim::Unique, Some(Grid::from_values(grid))),
    };
    if !folder.exists() {
        let puzzle = Puzzle::new(plan.puzzles.rules.clone(), Givens::from_values(plan.puzzles.givens(index)));
        watchdog.arm();
        let made = Certificate::new(
            &puzzle,
            grid.as_ref(),
            &mut Limits::new(plan.campaign.step_limit.of(PROVES), watchdog.flag()),
        );
        watchdog.disarm();
        match made {
            Ok(certificate) => {
                let agree = |&slot: &usize| ledger.claim(slot, index).is_some_and(|claim| claim.status == Status::Ok);
                let ids = plan.ids();
                let who: Vec<&str> = (0..ids.len()).filter(agree).map(|slot| ids[slot].as_str()).collect();
                certificate.write(&folder, &who.join(", "))?;
            }
            Err(Unproved::Halted(_)) => return Ok(Outcome::Unfinished),
            Err(unproved) => return Ok(Outcome::Fault(unproved.to_string())),
        }
    }
    Ok(match certificates::verify(&folder) {
        Ok(found) if found == claim => Outcome::Checks,
        Ok(found) => Outcome::Fault(format!("the certificate says {}, the strategies {}", found.word(), claim.word())),
        Err(flaw) => Outcome::Fault(flaw.to_string()),
    })
}
