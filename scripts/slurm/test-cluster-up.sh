#!/usr/bin/env bash
# test-cluster-up.sh DIR [NODES]: a throw-away Slurm cluster on this host, loopback only, everything below DIR.
# Needs slurmctld, slurmd, slurm-client and munge, and root. Its nodes share this machine's cores: it shows that shards are
# made and merged, never how fast. Afterwards: export SLURM_CONF=DIR/slurm.conf; the end: test-cluster-down.sh DIR.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: test-cluster-up.sh DIR [NODES]" >&2; exit 2; }
mkdir -p "$1"
dir=$(realpath "$1")
nodes=${2-3}
host=$(hostname -s)
mkdir -p "$dir"/{mrun,run,state,spool,log}
dd if=/dev/urandom of="$dir/munge.key" bs=128 count=1 status=none
chmod 600 "$dir/munge.key"
chmod 755 "$dir" "$dir/mrun"

cat > "$dir/slurm.conf" <<CONF
ClusterName=ci
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$dir/mrun/sock,cred_expire=5
SlurmctldPort=26817
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool/%n
SlurmctldPidFile=$dir/run/slurmctld.pid
SlurmdPidFile=$dir/run/slurmd.%n.pid
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdLogFile=$dir/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$dir/log/jobcomp.log
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0,sched_min_interval=0
SlurmdParameters=config_overrides
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
ReturnToService=2
SlurmdTimeout=5
SlurmctldTimeout=10
InactiveLimit=0
MinJobAge=300
KillWait=2
JobRequeue=1
MaxArraySize=100001
MaxJobCount=200000
CONF
echo "CgroupAutomount=no" > "$dir/cgroup.conf"
for node in $(seq "$nodes"); do
    echo "NodeName=n$node NodeHostname=$host NodeAddr=127.0.0.1 Port=$((26817 + node)) CPUs=1 State=UNKNOWN"
    mkdir -p "$dir/spool/n$node"
done >> "$dir/slurm.conf"
echo "PartitionName=main Nodes=n[1-$nodes] Default=YES MaxTime=INFINITE State=UP" >> "$dir/slurm.conf"

export SLURM_CONF=$dir/slurm.conf
munged --key-file="$dir/munge.key" --socket="$dir/mrun/sock" --pid-file="$dir/run/munged.pid" \
    --log-file="$dir/log/munged.log" --seed-file="$dir/mrun/seed" --num-threads=2
slurmctld -f "$SLURM_CONF"
for node in $(seq "$nodes"); do
    slurmd -f "$SLURM_CONF" -N "n$node"
done
for _ in $(seq 100); do
    [ "$(timeout 5 sinfo --noheader --Node --states=idle --format=%N 2> /dev/null | wc -l)" = "$nodes" ] && exit 0
    sleep 0.1
done
echo "test-cluster-up.sh: the nodes do not come up; see $dir/log" >&2
exit 1
