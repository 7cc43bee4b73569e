#!/bin/bash
# examples/slurm on a cluster of one node: munge, slurmctld and slurmd of Debian's slurm-wlm on
# loopback. An array runs a suite of CPU threads; one task is killed half way; submitted again it
# goes on; the merged records have what an unsharded run has. A minute; `./dev slurm` runs it.
. "$(dirname "$0")/lib.sh"
[ "${CMCM_TEST_ALL:-}" = 1 ] || skip "CMCM_TEST_ALL is not 1: the cluster takes a minute (./dev slurm)"
PATH=$PATH:/usr/sbin
for program in munged slurmctld slurmd sbatch squeue scancel; do
    command -v $program >"$work/which" || skip "no $program (Debian: slurm-wlm)"
done
"$CMCM" --help | grep -q "^  check " || skip "this build has no checker: nothing is judged"
command -v cc >"$work/which" || skip "no compiler cc to assemble CPU threads"
cd "$work" || exit 1

# ---- the cluster -------------------------------------------------------------

node=$(hostname -s) user=$(id -un) daemons=()
chmod 700 "$work"
mkdir -m 700 munge state spool
head -c 1024 /dev/urandom >munge/key
chmod 400 munge/key
cat >slurm.conf <<END
ClusterName=cmcm
SlurmctldHost=$node(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
SlurmctldPort=$((20000 + $$ % 10000))
SlurmdPort=$((30000 + $$ % 10000))
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
GresTypes=gpu
ReturnToService=2
KillWait=2
InactiveLimit=0
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=512 State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$work/slurm.conf

start() {
    "$@" >>daemons.log 2>&1 &
    daemons+=($!)
}

stop_all() {
    scancel --user="$user" --signal=KILL 2>>daemons.log
    for ((i = ${#daemons[@]} - 1; i >= 0; i--)); do
        kill "${daemons[i]}" 2>>daemons.log
        wait "${daemons[i]}" 2>>daemons.log
    done
}

# Waits until the words succeed, at most so many seconds.
await() {
    local seconds=$1 what=$2
    shift 2
    for ((i = 0; i < seconds * 5; i++)); do
        "$@" >>await.log 2>&1 && return 0
        sleep 0.2
    done
    tail -5 slurmctld.log slurmd.log daemons.log >&2
    fail "$what: not after $seconds s"
    stop_all
    finish
}

start munged --foreground --force --socket="$work/munge/socket" --key-file="$work/munge/key" \
    --log-file="$work/munge/log" --pid-file="$work/munge/pid" --seed-file="$work/munge/seed"
await 20 "munge" test -S munge/socket
start slurmctld -D
start slurmd -D
is_idle() { [ "$(sinfo -h -o %t)" = idle ]; }
await 60 "the node" is_idle

# ---- the array ---------------------------------------------------------------

records=$work/cmcm-records
export CMCM SUITE=grace CMCM_RECORDS=$records SECONDS_EACH=1
submit() { # prints the number of the job
    sbatch --parsable --export=ALL --array=1-3 --gpus=0 \
        "$CMCM_SOURCE/examples/slurm/cmcm-array.sbatch"
}
is_over() { [ -z "$(squeue -h)" ]; }
tests_of() { { grep -o '<test name="[^"]*"' "$1" 2>>await.log || true; } | sort; }
record=$records/grace-2-of-3-$node.xml
has_begun() { [ "$(tests_of "$record" | wc -l)" -ge 1 ]; }

job=$(submit) || fail "submitting the array: $job"
await 60 "the second task" has_begun
scancel --signal=KILL --full "${job}_2"
await 60 "the first array" is_over
first=$(tests_of "$record" | wc -l)
whole=$("$CMCM" run grace --shard 2/3 --list | wc -l)
checks=$((checks + 1))
{ [ "$first" -ge 1 ] && [ "$first" -lt "$whole" ]; } ||
    fail "the task that was killed has $first tests of $whole, expected some and not all"
cp "$record" killed.xml
run 0 "the record of the task that was killed" conform killed.xml

job=$(submit) || fail "submitting the array again: $job"
await 90 "the second array" is_over
equal "what was there stayed" "$(tests_of killed.xml)" \
    "$(tests_of "$record" | grep -xFf <(tests_of killed.xml))"
equal "the record is complete" "$whole" "$(tests_of "$record" | wc -l)"
equal "a record for each task" 3 "$(find "$records" -name '*.xml' | wc -l)"

# ---- merged, and unsharded ---------------------------------------------------

# Name, what the condition asks about is, how many states the model allows.
columns() { grep -v '^#' "$1" | cut -f1,5,11 | sort; }
run 0 "merged" conform -f tsv "$records"/*.xml
cp out merged.tsv
run 0 "unsharded" run grace --time 0.2 --quiet --record all.xml
run 0 "its report" conform -f tsv all.xml
equal "merged as unsharded" "$(columns out)" "$(columns merged.tsv)"
equal "all ten of the suite" 10 "$(columns merged.tsv | wc -l)"
equal "nothing is missing" "" "$(grep -E 'not-run|unjudged' merged.tsv)"
stop_all
finish
