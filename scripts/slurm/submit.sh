#!/usr/bin/env bash
# submit.sh HARNESS DIR SHARDS CAMPAIGN… : plans a campaign, submits its shards as a job array, and a merge after it.
# submit.sh HARNESS DIR : submits what is still missing, and a merge after it.
# DIR must be seen by all nodes: the plan, shards/, log/ and reports/ lie there. SBATCH_FLAGS go to every sbatch, such as
# "--exclusive --partition=long"; shards of 5 to 30 minutes are best. Prints the numbers of the two jobs.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: submit.sh HARNESS DIR [SHARDS CAMPAIGN [FLAGS OF harness plan]]" >&2; exit 2; }
here=$(dirname "$(realpath "$0")")
HARNESS=$(realpath "$1")
mkdir -p "$2/log"
dir=$(realpath "$2")
PLAN=$dir/plan.json
OUT=$dir/shards
if [ $# -gt 2 ]; then
    SHARDS=$3
    "$HARNESS" plan "${@:4}" --shards "$SHARDS" --out "$PLAN"
else
    SHARDS=$(sed -n 's/^ *"shards": \([0-9]*\),$/\1/p' "$PLAN")
fi
# The controls are among them, with the numbers after the shards.
array=$("$HARNESS" missing "$PLAN" "$OUT") && { echo "nothing is missing" >&2; exit 0; }
[ -n "$array" ] || exit 2
export HARNESS PLAN SHARDS OUT
# shellcheck disable=SC2206  # several flags in one variable
flags=(${SBATCH_FLAGS-})
shards=$(sbatch --parsable "${flags[@]}" --array="$array" --output="$dir/log/shard-%a.txt" "$here/shard.sbatch")
# After any end of the shards: one that failed must not keep the merge from saying so.
merge=$(sbatch --parsable "${flags[@]}" --dependency="afterany:$shards" --job-name=merge --output="$dir/log/merge.txt" \
    --open-mode=append --wrap='exec "$HARNESS" merge "$PLAN" "$OUT" --out "${OUT%/*}/reports"')
echo "$shards $merge"
