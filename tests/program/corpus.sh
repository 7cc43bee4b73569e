#!/bin/bash
# The published tests, state by state: $CMCM_CORPUS, or the folder beside the
# source tree. Without it there is nothing to compare with.
. "$(dirname "$0")/lib.sh"
corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}
[ -e "$corpus/AARCH64/expected.tsv" ] ||
    skip "no corpus in $corpus; CMCM_CORPUS names another folder"
jobs=$(nproc 2>/dev/null || echo 1)

# compare WHAT ARGUMENT...: no difference, and at least one test compared.
compare() {
    local what=$1 status
    shift
    "$CMCM" check -q -j "$jobs" -t 60 "$@" >"$work/out" 2>"$work/err"
    status=$?
    printf '%s: %s\n' "$what" "$(tail -1 "$work/out")"
    checks=$((checks + 1))
    case $status,$(tail -1 "$work/out") in
    [04],expect:\ 0\ *) fail "$what: no test was compared" ;;
    [04],expect:\ *" 0 differences,"*) ;;
    *) fail "$what: status $status"; head -20 "$work/err" "$work/out" >&2 ;;
    esac
}
compare "AARCH64" --expect "$corpus/AARCH64/expected.tsv"
compare "AARCH64, mixed sizes" --expect "$corpus/AARCH64/expected-mixed.tsv"
compare "AARCH64, mixed sizes, states" --expect "$corpus/AARCH64/expected-mixed-states.tsv"
compare "X86" --expect "$corpus/X86/expected.tsv"
compare "RISCV" --expect "$corpus/RISCV/expected.tsv"
compare "PTX 6.0" -m ptx60 --expect "$corpus/PTX/expected.tsv:6.0"
compare "PTX 7.5" -m ptx --expect "$corpus/PTX/expected.tsv:7.5"
compare "COMPOUND" -m cmcm --expect "$corpus/COMPOUND/expected.tsv"

# herd's own tests of instructions and its catalogue. What is written in syntax that
# cmcm does not read is named; that nothing else is left out is checked by name.
printf '%s\n' X86_64/A00{1,5} \
    AArch64/A{09,11,127,13,132,14,15,16,165,166,167,17,21,230,231,248,250} \
    AArch64/AK00{1,2,3} AArch64/L0{13,18,19,23,24,25,51,57,58} |
    sed 's,.*,instr-&.litmus,' | sort >"$work/known"
herd=$corpus/HERD
if [ -e "$herd/expected.tsv" ]; then
    "$CMCM" check -q -t 60 --expect "$herd/expected.tsv" 2>&1 |
        sed -n "s,^$herd/\(.*\.litmus\):[0-9:]* error: .*,\1,p" | sort -u >"$work/unread"
    checks=$((checks + 1))
    [ -z "$(comm -23 "$work/unread" "$work/known")" ] ||
        fail "HERD: not read any more: $(comm -23 "$work/unread" "$work/known" | tr '\n' ' ')"
    # A008 prints its register as it is written there: RAX, not rax. L020 stores
    # exclusively to another address than it has loaded from, which may succeed (docs/litmus.md);
    # herd has that with `-variant CU` only.
    ln -s "$herd"/*/ "$work/"
    grep -vFf "$work/unread" "$herd/expected.tsv" |
        grep -v '^instr-X86_64/A008\.\|^instr-AArch64/L020\.' >"$work/herd.tsv"
    compare "HERD" -u 10 --expect "$work/herd.tsv"
    printf 'instr-AArch64/L020.litmus\tSometimes\t2\t[y]=2 | [y]=3\n' >"$work/cu.tsv"
    compare "HERD with -variant CU" --expect "$work/cu.tsv"
    printf 'HERD: %d tests not read: %s\n' "$(wc -l <"$work/unread")" \
        "$(sed 's,.*/,,; s,\.litmus$,,' "$work/unread" | tr '\n' ' ')"
fi

finish
