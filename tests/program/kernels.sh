#!/bin/bash
# Kernels one after the other (`after P0` in heads): where the answer is not certain, and what is
# printed of them.
. "$(dirname "$0")/lib.sh"

kernels=$CMCM_SOURCE/tests/litmus/kernels

# expect TEXT COMMAND...: its output has the text
expect() {
    local text=$1
    shift
    "$@" >"$work/out" 2>&1
    checks=$((checks + 1))
    grep -qF -- "$text" "$work/out" || fail "$*: expected \"$text\", found $(cat "$work/out")"
}

# A model that knows nothing of kernels is not certain of anything.
printf '"old"\ninclude "cos.cat"\nacyclic po | rf | co | fr as sc\n' >"$work/old.cat"
expect 'the model ignores `after` and `dependent`' \
    "$CMCM" check -q -I "$CMCM_SOURCE/models" -m "$work/old.cat" "$kernels/MP-after.litmus"
printf 'AArch64 t\n{ x=0; 0:X1=x; }\n P0 | P1@after P0 ;\n LDR W0,[X1] | NOP ;\nexists (0:X0=1)\n' \
    >"$work/t.litmus"
expect 'the model ignores `after` and `dependent`' "$CMCM" check -q "$work/t.litmus"
expect 'ignores `after` and `dependent`' "$CMCM" explain "$work/t.litmus"
expect 't: No' "$CMCM" check -q -m cmcm "$work/t.litmus"

# P0 waits for what comes after its end, for ever; but where it comes at another thread's end, all end.
cat >"$work/wait.litmus" <<'TEXT'
PTX wait
{ x=0; }
 P0@cta 0,gpu 0             | P1@cta 1,gpu 0,after P0    ;
 L: ld.relaxed.gpu.u32 r0, [x] | st.relaxed.gpu.u32 [x], 1 ;
 beq r0, 0, L               |                            ;
exists (true)
TEXT
expect 'the test may never end: P0 in the loop at L' "$CMCM" check --assert terminates "$work/wait.litmus"
expect 'Hang wait: P0 in the loop at L (line 5)' "$CMCM" check --witness=hang "$work/wait.litmus"
cat >"$work/passes.litmus" <<'TEXT'
PTX passes
{ x=0; y=0; }
 P0@cta 0,gpu 0                | P1@cta 1,gpu 0,after P0   | P2@cta 2,gpu 0                ;
 L: ld.relaxed.gpu.u32 r0, [x] | st.relaxed.gpu.u32 [y], 1 | st.relaxed.gpu.u32 [x], 1     ;
 beq r0, 0, L                  |                           | M: ld.relaxed.gpu.u32 r0, [y] ;
                               |                           | beq r0, 0, M                  ;
exists (true)
TEXT
expect 'passes: Ok' "$CMCM" check -q --assert terminates "$work/passes.litmus"
sed -i 's/\[x\], 1     /[x], 0     /' "$work/passes.litmus"
expect 'P0 in the loop at L (line 5), P2 in the loop at M' \
    "$CMCM" check --assert terminates "$work/passes.litmus"
sed -i 's/after/dependent/' "$work/wait.litmus"
expect 'no answer is known for threads that begin so after others' \
    "$CMCM" check --assert terminates "$work/wait.litmus"

# As it was written, also in what else the program prints.
expect 'P2@cta 2,gpu 0,dependent P1' "$CMCM" shrink --keep forbidden \
    "$kernels/dependent-of-a-follower.litmus"
expect 'gpu 0, after P0' "$CMCM" explain "$kernels/MP-after.litmus"
# An interleaving of the threads has what came first first.
expect 'No interleaving of the threads has this outcome' \
    "$CMCM" explain "$kernels/bulk-load-dependent+wait.litmus"
"$CMCM" repair "$kernels/bulk-load-dependent+wait.litmus" >"$work/out" 2>&1
checks=$((checks + 1))
! grep -qF 'the threads show it by taking turns' "$work/out" || fail "repair: $(cat "$work/out")"
# Nor does one pass a barrier that others have not come to.
bugs=$CMCM_SOURCE/tests/litmus/ptx/bugs
expect '-barrier->' "$CMCM" explain --formal "$bugs/FlashKDA-25-store.litmus"
"$CMCM" repair "$bugs/FlashKDA-25-store.litmus" >"$work/out" 2>&1
checks=$((checks + 1))
! grep -qF 'the threads show it by taking turns' "$work/out" || fail "repair: $(cat "$work/out")"
finish
