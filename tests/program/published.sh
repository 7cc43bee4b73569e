#!/bin/bash
# Published tests are made again from the cycles that they say they are of: the same
# initial state, code and condition up to names.
. "$(dirname "$0")/lib.sh"
corpus=${CMCM_CORPUS:-$CMCM_SOURCE/../shared/corpus}
[ -e "$corpus/AARCH64/expected.tsv" ] || skip "no published tests"
command -v python3 >/dev/null || skip "no python3"

# Tests that name a cycle, those made, with the same program, with the same condition too; of the best known shapes,
# those that bear the same name.
# - mixed: one test's edges do not compose; the others that differ were edited by hand or ask
#   for a disjunction of final states. Where they observe locally, diy expects of a load of
#   all bytes what the last write put into some.
# - RISCV: seven were edited by hand; the other conditions are unicond of exclusive pairs, which is refused.
# - X86: conditions are `forall` of what TSO allows, as an older unicond had it.
cat >"$work/expected" <<'END'
AARCH64/ATOM 15 15 15 15 0 0
AARCH64/Fence2 49 49 49 49 49 49
AARCH64/FenceLA 125 125 125 125 17 17
AARCH64/LD 52 52 52 52 16 16
AARCH64/PPO 1515 1515 1515 1515 0 0
AARCH64/RPLUS 275 275 275 275 0 0
AARCH64/RelAcq 15 15 15 15 8 8
AARCH64/SYS 228 228 228 228 208 208
AARCH64/mixed 1964 1963 1894 658 0 0
HERD/aarch64 13 13 13 13 12 12
HERD/instr-AArch64 4 4 4 4 0 0
HERD/x86 11 11 11 11 0 0
HERD/x86_64 12 12 12 12 0 0
RISCV 451 451 444 411 46 46
X86 311 311 310 36 0 0
END
python3 "$CMCM_SOURCE/tests/program/published.py" "$CMCM" "$corpus" >"$work/out" 2>"$work/err" ||
    fail "published.py: $(cat "$work/err")"
same "published tests made again" "$work/expected" "$work/out"
finish
