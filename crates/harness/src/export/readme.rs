//! What an archive says of itself: all of it from the manifest.

use std::fmt::Write as _;

use crate::corpus::is_embedded;
use crate::manifest::{Manifest, and_strata};
use crate::report::{command, command_of};

/// `README.txt`.
pub(super) fn readme(manifest: &Manifest, has_its_lock: bool) -> String {
    let (campaign, corpus, build, machine) = (&manifest.campaign, &manifest.corpus, &manifest.build, &manifest.machine);
    let mut text = String::new();
    let mut line = |line: &str| _ = writeln!(text, "{line}");
    line(&format!("A run of alldiff-lab: {}", campaign.name));
    if !campaign.description.is_empty() {
        line(&campaign.description);
    }
    let (first, last) = (&manifest.started, manifest.finished.as_deref().unwrap_or("not finished"));
    let strata = and_strata(&manifest.strata);
    line(&format!(
        "{} puzzles of {}{strata} and {} decoys, ask {}, {} timed passes, {first} to {last}.",
        manifest.puzzles,
        manifest.rules,
        manifest.decoys,
        campaign.ask,
        manifest.passes.unwrap_or(0)
    ));
    line("\nWhat is in it");
    line("  report.html, report.md   who won, by how much, and how it was measured");
    line("  summary.csv              a row a strategy; summary.json has the same");
    line("  puzzles.csv              the puzzles that were selected");
    line("  counts/, times/          a row a puzzle, a file a strategy");
    line("  manifest.json            all that is known of how it was made, and the hash of each file of data");
    line("  campaign.toml            the campaign, to run it again");
    line("  Cargo.lock               the versions of everything that the harness was built of");
    line(
        "docs/FORMAT.md of the harness describes the columns; `harness manifest . --verify` works out the hashes again.",
    );

    line("\nTo run it again, with the harness of the revision below");
    let file = if is_embedded(&corpus.path) { None } else { Some(["--corpus", "CORPUS"]) };
    let again = ["harness", "run", "campaign.toml"].into_iter().chain(file.into_iter().flatten());
    line(&format!("  {}", command_of(again.map(str::to_owned))));
    line(
        "Only its counts, which have to be the same to the byte, from this folder and where the corpus is where it was",
    );
    line("  harness rerun .");
    line("It was made by");
    line(&format!("  {}", command(manifest)));

    line("\nCorpora");
    let strata = manifest.strata.iter().map(|stratum| (stratum.name.as_str(), &stratum.corpus));
    for (name, corpus) in std::iter::once(("the selection", corpus)).chain(strata) {
        line(&format!("  {name}: {} ({} puzzles)", corpus.path, corpus.puzzles));
        line(&format!("    SHA-256 {}", corpus.sha256));
        line(if is_embedded(&corpus.path) {
            "    It is in every harness."
        } else {
            "    It is not in this archive: whoever has it may give it to you. That of a stratum is looked for beside campaign.toml."
        });
    }

    line("\nHarness");
    line(&format!("  alldiff-lab {}, git {}", manifest.harness, build.git));
    line(&format!("  {}, {}", build.rustc, build.flags));
    line(&format!("  SHA-256 of the binary {}", build.binary.as_deref().unwrap_or("not recorded")));
    line(&format!("  SHA-256 of its Cargo.lock {}", build.cargo_lock));
    if !has_its_lock {
        line("  The Cargo.lock in this archive is ANOTHER one: that of the harness that exported it.");
    }
    for other in &manifest.other_builds {
        let binary = other.binary.as_deref().unwrap_or("not recorded");
        line(&format!("  Parts were made by git {}, SHA-256 of the binary {binary}", other.git));
    }
    manifest.dirty().iter().for_each(|dirty| line(&format!("  {dirty}")));
    line(&format!("  On {}, {} cores, {}", machine.cpu, machine.cores, machine.os));

    line("\nStrategies");
    for strategy in &manifest.strategies {
        let back_end = strategy.back_end.as_ref().map(|name| format!(" on {name}")).unwrap_or_default();
        line(&format!("  {} version {}{back_end}: {}", strategy.id, strategy.version, strategy.summary));
        if let Some(external) = &strategy.external {
            line(&format!("    {}, SHA-256 {}", external.command, external.sha256.as_deref().unwrap_or("not known")));
        }
    }

    line("\nSHA-256 of the files of data");
    for (name, hash) in &manifest.files {
        line(&format!("  {hash}  {name}"));
    }

    line("\nLicence");
    line(
        "  Rows, charts and report: as the harness, MIT or Apache-2.0 at your choice. The puzzles in puzzles.csv are of the corpus,",
    );
    line("  and under its terms. To cite: CITATION.cff.");
    text
}
