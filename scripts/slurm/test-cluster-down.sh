#!/usr/bin/env bash
# test-cluster-down.sh DIR: ends the processes of the cluster in DIR, by their pid files. The files stay.
set -euo pipefail
[ $# = 1 ] || { echo "usage: test-cluster-down.sh DIR" >&2; exit 2; }
pids=$(cat "$1"/run/*.pid 2> /dev/null || true)
for pid in $pids; do
    kill "$pid" 2> /dev/null || true
done
for _ in $(seq 50); do
    alive=no
    for pid in $pids; do
        if kill -0 "$pid" 2> /dev/null; then alive=yes; fi
    done
    [ $alive = yes ] || exit 0
    sleep 0.1
done
for pid in $pids; do
    kill -KILL "$pid" 2> /dev/null || true
done
