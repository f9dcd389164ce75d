#!/usr/bin/env bash
# smoke.sh HARNESS: six shards and a control on a real Slurm of three nodes on this host, one of which is lost in mid-shard. Its shard is
# requeued, and the merge has the counts of a run on one machine, to the byte.
# smoke.sh --install: installs Slurm by apt and no more; the other way does so where it is missing.
set -euo pipefail
[ $# = 1 ] || { echo "usage: smoke.sh HARNESS|--install" >&2; exit 2; }
if ! { command -v slurmctld && command -v slurmd && command -v sbatch && command -v munged; } > /dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update --quiet=2
    apt-get install --quiet=2 --yes --no-install-recommends slurmctld slurmd slurm-client munge > /dev/null
fi
[ "$1" != --install ] || exit 0

harness=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
corpus=$(realpath "$here/../../bench-data/corpora/seventeen_10068.txt")
dir=$(mktemp -d)
# munged wants its socket within reach of all.
chmod 755 "$dir"
mkdir "$dir/tmp"
# Shards write there, and whatever a lost one leaves behind goes with it.
export TMPDIR=$dir/tmp SLURM_CONF=$dir/cluster/slurm.conf
end() {
    timeout 5 scancel --quiet --me || true
    "$here/test-cluster-down.sh" "$dir/cluster"
    rm -rf "$dir"
}
trap end EXIT
say() { echo "cluster: after $SECONDS s $*"; }
fail() {
    say "$*" >&2
    tail -n 20 "$dir"/work/log/* "$dir/cluster/log/slurmctld.log" >&2 || true
    exit 1
}
# wait_for WHAT COMMAND…: until it succeeds, a minute at most.
wait_for() {
    for _ in $(seq 600); do
        if "${@:2}"; then return; fi
        sleep 0.1
    done
    fail "there is still no sign of: $1"
}
victim_runs() {
    victim=$(timeout 5 squeue --noheader --states=running --nodelist=n2 --format=%K) && [ -n "$victim" ]
}
# Files of rows are made when a strategy is begun with: an attempt that has some is under way.
is_under_way() { compgen -G "$dir/tmp/shard-*/*/*/counts/*.csv" > /dev/null; }
is_over() { [ -z "$(timeout 5 squeue --noheader --jobs="$1" 2> /dev/null)" ]; }
# All of n2 at once, as when the power goes: whoever could tell of the shard's end dies before it.
lose_n2() {
    job=$(timeout 5 squeue --noheader --states=running --nodelist=n2 --format=%A)
    processes=$(timeout 5 scontrol listpids "$job" n2 | awk '$1 > 0 { print $1 }')
    [ -n "$processes" ] || fail "nobody knows the processes of job $job"
    for process in $processes; do
        parent=$(sed -n 's/^PPid:\t//p' "/proc/$process/status" 2> /dev/null) || continue
        [ "$(cat "/proc/$parent/comm" 2> /dev/null)" != slurmstepd ] || told_by=$parent
    done
    # shellcheck disable=SC2086  # a list
    kill -KILL "$(cat "$dir/cluster/run/slurmd.n2.pid")" ${told_by-} $processes 2> /dev/null || true
    timeout 5 scontrol update NodeName=n2 State=DOWN Reason=lost
}

campaign=(default --corpus "$corpus" --limit 1500 --strategies ps12/bitboard,dlx/shortest,naive/row-major --step-limit 100000
    --reps 1)
"$here/test-cluster-up.sh" "$dir/cluster" 3
say "three nodes are up"
read -r shards merge < <("$here/submit.sh" "$harness" "$dir/work" 6 "${campaign[@]}" --time-limit 5ms)
wait_for "a shard on n2" victim_runs
wait_for "a shard under way" is_under_way
lose_n2
[ ! -e "$dir/work/shards/shard-$(printf %05d "$victim").txt" ] || fail "n2 was lost too late: shard $victim was made"
say "n2 is lost, and shard $victim with it"
# Counts know nothing of time limits, so one machine may have a shorter one.
"$harness" run "${campaign[@]}" --time-limit 1ms --out "$dir/one" > "$dir/one.txt" 2>&1 || fail "$(cat "$dir/one.txt")"
say "one machine has made the same campaign"
wait_for "the merge" is_over "$merge"
timeout 5 scontrol show job "${shards}_$victim" | grep --quiet "Restarts=1 " || fail "shard $victim was not requeued"
merged=$(echo "$dir"/work/reports/*/*)
[ -f "$merged/report.html" ] || fail "nothing was merged"
grep --quiet "^control of shard 3: made .*: the same counts" "$dir/work/log/merge.txt" || fail "nothing is said of the control"
diff -r "$dir"/one/*/*/counts "$merged/counts" || fail "the counts of shards are not those of one machine"
rows=$(cat "$merged"/counts/*.csv | grep --count --invert-match '^puzzle')
say "six shards are merged: $rows rows, counts as on one machine to the byte"
