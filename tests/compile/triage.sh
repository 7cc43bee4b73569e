#!/bin/bash
# triage.sh COMMAND TEST...: for each BUG of the compiler, which known cause is one: the first remedy, alone, with which the
# same compiler makes none of the test. A BUG without a remedy is new: `cause: none`, and the status is 1.
# Remedies: exchanges, or the other read-modify-writes, through `volatile`, which no optimiser touches; both; and LDAXR to WZR,
# which acquires nothing (Arm ARM, C6.2), into a register; for GPUs,
# orders and scopes of read-modify-writes, and objects of 4 bytes.
cmcm=${CMCM:-cmcm}
command=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
object='(volatile _Atomic(__typeof__(*(p)))*)(p)'
exchange="'-D__atomic_exchange_n(p,v,o)=__c11_atomic_exchange($object,v,o)'"
fetch=
for operation in add sub and or xor; do
    fetch+=" '-D__atomic_fetch_$operation(p,v,o)=__c11_atomic_fetch_$operation($object,v,o)'"
done
class() { # OPTION... TEST
    "$cmcm" compile-check --no-shrink -u 4 -t 60 "$@" 2>/dev/null | sed -n 's/^[^ ]*: .*: \([a-zA-Z-]*\)\( (.*\)*$/\1/p' | head -1
}
status=0
for test in "$@"; do
    [ "$(class --cc "$command" "$test")" = BUG ] || continue
    cause=none
    if [[ $(class --cc "$command $exchange" "$test") =~ equal|fewer|lb ]]; then
        cause='an exchange that is unused becomes a store'
    elif [[ $(class --cc "$command $fetch" "$test") =~ equal|fewer|lb ]]; then
        cause='a read-modify-write is dropped, or becomes a load or a store'
    elif [[ $(class --cc "$command $exchange $fetch" "$test") =~ equal|fewer|lb ]]; then
        cause='both of these'
    else
        rm -rf "$work/records"
        class --cc "$command" --record "$work/records" "$test" >"$work/none"
        sed -i -E 's/(ldaxr[bh]?\t)wzr,/\1w19,/; s/(ldaxr\t)xzr,/\1x19,/' "$work"/records/*
        [[ $(class --cc "$command" --record "$work/records" --replay "$test") =~ equal|fewer|lb ]] &&
            cause='LDAXR to WZR acquires nothing'
        # The models of GPUs order accesses to the same bytes only (docs/models/cdna.md, k).
        words=$work/words.litmus
        sed -E '/^P[0-9]/s/\<(char|short|u?int(8|16|64)_t|unsigned( char)?) *\*/int*/g' "$test" >"$words"
        case $command in *amdgcn* | *nvptx* | *nvcc*)
            rm -rf "$work/records"
            if [[ $(class --cc "$command" --record "$work/records" "$words") =~ equal|fewer|lb ]]; then
                cause='an object of 1 or 2 bytes, which instructions on the word around access'
            else
                sed -i -E 's/\<atom\.global\./atom.acq_rel.sys.global./' "$work"/records/*
                [[ $(class --cc "$command" --record "$work/records" --replay "$words") =~ equal|fewer|lb ]] &&
                    cause='read-modify-writes lose order and scope'
            fi ;;
        esac
    fi
    [ "$cause" = none ] && status=1
    echo "$(basename "$test" .litmus): $cause"
done
exit $status
