#!/bin/bash
# cmcm diff and cmcm shrink: what two models differ in, and small tests.
. "$(dirname "$0")/lib.sh"
litmus=$CMCM_SOURCE/tests/litmus

# Sequential consistency (Lamport 1979); x86-TSO relaxes stores before loads, and nothing
# else (Sewell et al. 2010): of the shapes with two threads SB and R.
printf '%s\n' '"SC"' 'include "cos.cat"' 'acyclic po | rf | co | fr as sc' \
    'empty rmw & (fre;coe) as atomic' >"$work/sc.cat"
both=(-m x86tso -m "$work/sc.cat")
run 1 "the smallest tests" diff -q "${both[@]}" --arch X86 --synthesize 5
equal "the smallest tests" "R SB" "$(sort "$work/out" | paste -sd ' ')"
run 1 "the smallest tests, whole" diff "${both[@]}" --arch X86 --synthesize 4
contains "the smallest tests, whole" "$work/out" "(0:EAX=0 /\\ 1:EAX=0)"
contains "the smallest tests, whole" "$work/out" "only x86tso allows 0:EAX=0; 1:EAX=0;"
contains "the smallest tests, whole" "$work/out" "fr: "
contains "the smallest tests, whole" "$work/out" "6 tests, 2 differ, 0 not known"
run 0 "a model and itself" diff -m arm -m arm "$litmus/arm/MP.litmus" "$litmus/arm/SB.litmus"
contains "a model and itself" "$work/out" "2 tests, 0 differ, 0 not known"
run 0 "MP does not tell" diff "${both[@]}" "$litmus/x86/MP.litmus"
run 1 "a directory" diff -q "${both[@]}" "$litmus/x86"
contains "a directory" "$work/out" "SB"
run 0 "a suite" diff -m cmcm -m cmcm grace
run 3 "no such test" diff "${both[@]}" "$work/none.litmus"
run 2 "one model" diff -m arm "$litmus/arm/MP.litmus"
run 2 "no tests" diff "${both[@]}"

# What each axiom is for. x86-TSO's tso forbids MP; that a location is coherent no critical cycle
# asks, so that CoRR and the like come first; only two accesses that are one need atomic.
run 1 "axioms" diff -q --axioms -m x86tso --arch X86 --synthesize 4
equal "axioms" "sc-per-location CoWR0;tso MP;atomic -" \
    "$(sed 's/  */ /' "$work/out" | paste -sd ';')"
run 0 "axioms of tests" diff --axioms -m arm "$litmus/arm"
contains "axioms of tests" "$work/out" "3 axioms of arm, 0 of them needed for none"
# Of our own tests of PTX all is known; of a loop that is cut it is not, which is said with the reason.
run 1 "axioms of PTX" diff -q --axioms -m ptx "$litmus/ptx" "$litmus/axioms/ptx"
run 1 "axioms of the compound model" diff -q --axioms -m cmcm "$litmus/cmcm" "$litmus/axioms/cmcm"
printf '%s\n' 'AArch64 cut' '{ 0:X1=x; }' ' P0 ;' ' L: ;' ' LDR W0,[X1] ;' ' ADD W0,W0,#1 ;' \
    ' STR W0,[X1] ;' ' CMP W0,#9 ;' ' B.NE L ;' 'exists ([x]=8)' >"$work/cut.litmus"
printf 'AArch64 silent\n{ 0:X1=x; }\n P0 ;\n LDR W0,[X1] ;\nlocations [0:X0;]\n' >"$work/silent.litmus"
run 0 "axioms of a test that asks for nothing" diff -q --axioms -m arm "$litmus/arm" "$work/silent.litmus"
run 4 "axioms of a loop that is cut" diff --axioms -m arm "$work/cut.litmus"
contains "axioms of a loop that is cut" "$work/out" "3 of them needed for none, 1 not known"
contains "axioms of a loop that is cut" "$work/err" \
    "cut: which axioms it needs is not known: loops were unrolled 2 times only"
# An axiom that another one includes is needed for nothing.
printf '%s\n' '"twice"' 'include "cos.cat"' 'acyclic po | rf | co | fr as sc' \
    'acyclic po-loc | rf | co | fr as coherence' >"$work/twice.cat"
run 1 "an idle axiom" diff -q --axioms -m "$work/twice.cat" --arch X86 --synthesize 4
equal "an idle axiom" "sc MP;coherence -" "$(sed 's/  */ /' "$work/out" | paste -sd ';')"
run 2 "axioms of two models" diff --axioms -m arm -m x86tso "$litmus/arm"

# All small programs. Counted by hand: of two accesses Rx-Wx, Wx-Rx, Wx-Wx, Rx+Wx and Wx+Wx; of
# three, with one location, 7 of one thread, 7 of two, 3 of three; of four 54 with one location, and
# with two, each accessed twice, 27 + 27 + 11 + 9.
for row in "1 0" "2 5" "3 17" "4 128"; do
    equal "programs of ${row% *}" "small: ${row#* } tests, ${row#* } distinct programs" \
        "$("$CMCM" enumerate small --arch X86 --size "${row% *}")"
done
run 0 "each is a test" enumerate small --arch CMCM --size 3 --check -q PodWRL.sysA.sys DpAddrdR
for arch in AArch64 X86 X86_64 RISCV PTX WAVE CDNA LLVM; do
    run 0 "each is a test of $arch" enumerate small --arch $arch --size 3 --check -q Rmw
done
run 1 "the smallest programs" diff -q "${both[@]}" --arch X86 --synthesize 5 --programs
equal "the smallest programs" "Wx-Ry+Wy-Rx Wx-Ry+Wy-Wx" "$(paste -sd ' ' "$work/out")"
run 0 "no program of three" diff "${both[@]}" --arch X86 --synthesize 3 --programs MFencedWR
contains "no program of three" "$work/out" "0 differ, 0 not known"
# A release before an acquire is in order (RCsc): without that, SB with both.
mkdir "$work/edited"
for file in arm arm-local; do
    sed -e 's/arm-local\.cat/rcpc-local.cat/' -e '/^  | \[L\];po;\[A\]$/d' \
        "$CMCM_SOURCE/models/$file.cat" >"$work/edited/${file/arm/rcpc}.cat"
done
run 1 "an edited copy" diff -q -m arm -m "$work/edited/rcpc.cat" -I "$work/edited" \
    --synthesize 4 --programs --threads 2 PodWRLA
contains "an edited copy" "$work/out" "WLx-RAy+WLy-RAx"
run 0 "what the edit is not about" diff -q -m arm -m "$work/edited/rcpc.cat" -I "$work/edited" \
    --synthesize 3 --programs DMB.SYdWR DpAddrdR
# An older reading of Arm: DSB ST orders no reads, and barriers of domain NSH order nothing. The
# smallest tests that tell are SB and its like with a barrier of each kind; with full barriers of
# domain SY there is none.
for file in arm arm-local; do
    sed -e 's/arm-local\.cat/older-local.cat/' -e '/;\[dsb-st\];po$/d' -e 's/ | D[MS]B\.NSH\(LD\|ST\)*//g' \
        "$CMCM_SOURCE/models/$file.cat" >"$work/edited/${file/arm/older}.cat"
done
older=(-m arm -m "$work/edited/older.cat" -I "$work/edited" --synthesize 4)
run 1 "an older reading: DSB ST" diff -q "${older[@]}" DSB.STdWR PodWRLA
equal "an older reading: DSB ST" "SB+dsb.sts SB+dsb.st+pola" "$(paste -sd ' ' "$work/out")"
run 1 "an older reading: NSH" diff -q "${older[@]}" 'DMB.NSHd**' DpDatadW
contains "an older reading: NSH" "$work/out" "LB+dmb.nsh+data"
run 0 "an older reading: what did not change" diff -q "${older[@]}" 'DMB.SYd**' DpDatadW
# An exclusive pair in two instructions, with others between. Counted by hand, of three and one
# thread: those of one location without a pair, 7, and a pair with a read or a write before, between
# or behind it; in all, those of plain accesses, 17, these six, and a pair beside a thread of one.
for row in "--threads=1 13" "--threads=2 9" "--threads=3 3"; do
    equal "pairs, ${row% *}" "small: ${row#* } tests, ${row#* } distinct programs" \
        "$("$CMCM" enumerate small --size 3 "${row% *}" PodRWXX)"
done
run 0 "pairs of RISC-V" enumerate small --arch RISCV --size 3 --check -q PodRWXXA
# Two accesses of 8 bytes and of either half, one of them a write, the halves being alike: RW, WR
# and WW of one thread, and R+W, are of both, of one and the other, the other way, the same half
# or different ones; W+W is the same either way.
equal "sizes" "small: 24 tests, 24 distinct programs" \
    "$("$CMCM" enumerate small --size 2 'Pod**w0w4')"
for arch in AArch64 X86_64 RISCV PTX CMCM; do
    run 0 "sizes of $arch" enumerate small --arch $arch --size 3 --check -q 'Pod**b0h2'
done
# Of CPU threads alone and of GPU threads alone 24, and of one each R+W, W+R and W+W, five each.
equal "sizes beside a GPU" "small: 63 tests, 63 distinct programs" \
    "$("$CMCM" enumerate small --arch CMCM --size 2 'Pod**w0w4')"
# Whole read-modify-writes and those of either half, in a thread each: beside a read or a write five,
# as above, beside each other four.
run 0 "sizes of read-modify-writes" enumerate small --arch PTX --size 2 --threads 2 --list -q \
    'Pod**w0w4' Rmw Rmww0w0 Rmww4w4
equal "sizes of read-modify-writes" 14 "$(grep -c Rmw "$work/out")"
equal "a read-modify-write of all bytes, said twice" \
    "$("$CMCM" enumerate small --arch PTX --size 2 'Pod**w0w4' Rmw)" \
    "$("$CMCM" enumerate small --arch PTX --size 2 'Pod**w0w4' Rmw Rmwq0q0)"
run 0 "sizes of other read-modify-writes" enumerate small --size 3 --check -q LxSxw4w4 Amo.StAddh2h2
run 2 "two sizes of a read-modify-write" enumerate small --arch PTX --size 2 Rmww0w4
contains "two sizes of a read-modify-write" "$work/err" "one instruction has two sizes"
for row in PodRWXX DMB.SYdRR Amo.LdAdd Rmwh0h0 Amo.StAddh0h0 Amo.Casb0b0 Amo.Casw0v2w0v2 Amo.StAddw0v2w0v2; do
    run 2 "no $row of PTX" enumerate small --arch PTX --size 3 "$row"
    contains "no $row of PTX" "$work/err" "PTX"
    contains "no $row of PTX: what is expected" "$work/err" ", expected one "
done

# Vectors: reads and writes of 8 bytes and of two words, one location: of one thread two of four less
# two reads, 12; of two threads, where the order does not count, 10 less 3.
equal "vectors" "small: 19 tests, 19 distinct programs" \
    "$("$CMCM" enumerate small --arch PTX --size 2 'Pod**w0v2w0v2')"
run 0 "each is a test of vectors" enumerate small --arch PTX --size 3 --threads 2 --check -q \
    'Pod**h0v4h4' DpDatadW DpCtrldW DpAddrdR Amo.StAddh4v2h4v2
run 0 "each is a test of the compound model" enumerate small --arch CMCM --size 2 --check -q 'Pod**b0v2h0'
for row in 'Pod**w4v2w0' 'Pod**h2v2w0' 'Pod**q0v2w0' 'Pod**w0v4w0' 'Pod**b0v8b0'; do
    run 2 "no vector of 8 bytes at most: $row" enumerate small --arch PTX --size 2 "$row"
    contains "no vector of 8 bytes at most: $row" "$work/err" "there is no such annotation"
done
run 2 "no vectors of Arm" enumerate small --size 2 'Pod**w0v2w0v2'
run 2 "no vectors in cycles" enumerate cycle --arch PTX PodWWw0v2w0 Rfe PodRRw0w0v2 Fre
contains "no vectors in cycles" "$work/err" "cycles have no vectors"
# A compare-and-swap of 0 in a cycle: it writes what it is given where it reads 0.
run 0 "a compare-and-swap in a cycle" enumerate cycle --arch PTX --check -q PodWR Amo.Cas Coe PodWR Fre
contains "a compare-and-swap in a cycle" "$work/out" "R+po-amo.cas+po  allowed"
# What depends on a vector depends on every element: else LB of the last one would be allowed.
"$CMCM" enumerate small --arch PTX --size 4 --threads 2 -q -o "$work/vectors" DpDatadW PodRWw0v2w4 >"$work/out"
sed 's|^forall (true)|exists (0:r1=0x2020202 /\\ 1:r1=0x1010101)|' \
    "$work/vectors/Rw0v2x-data-Ww4y+Rw0v2y-data-Ww4x.litmus" >"$work/gathered.litmus"
run 0 "all elements of a vector" check -q --assert forbidden -m ptx "$work/gathered.litmus"
sed 's/^ xor.b32 r2, r0, r1  /@@/; s/| xor.b32 r2, r0, r1 /| mov.u32 r2, r0 /; s/@@/ mov.u32 r2, r0 /' \
    "$work/gathered.litmus" >"$work/first.litmus"
run 0 "one element of a vector" check -q --assert allowed -m ptx "$work/first.litmus"

# A store buffer inside something larger.
cat >"$work/large.litmus" <<'END'
X86 large
"three threads"
{ x=0; y=0; z=5; t=0; }
 P0          | P1          | P2          ;
 MOV [x],$1  | MOV [y],$1  | MOV [z],$1  ;
 MOV EBX,[z] | INC EDX     | MOV EAX,[t] ;
 MOV EAX,[y] | MOV EAX,[x] |             ;
 MOV [t],$1  |             |             ;
exists (0:EAX=0 /\ 1:EAX=0 /\ 2:EAX=1)
END
run 0 "a difference made small" shrink -k differ "${both[@]}" "$work/large.litmus"
contains "a difference made small" "$work/err" " steps, "
cp "$work/out" "$work/small.litmus"
run 1 "it still differs" diff -q "${both[@]}" "$work/small.litmus"
for gone in P2 "[z]" "[t]" INC EBX EDX; do
    checks=$((checks + 1))
    grep -qF "$gone" "$work/small.litmus" && fail "still there: $gone"
done
equal "four instructions" 4 "$(grep -o MOV "$work/small.litmus" | wc -l)"
run 0 "an outcome made small" shrink -k allowed --outcome "0:EAX=0; 1:EAX=0" "$work/large.litmus"
run 0 "no more than that" shrink -k forbidden "$litmus/cmcm/fig4a-stlr-ld.acquire.sys.litmus"
for kept in STLR "STR W0" ld.acquire.sys ld.relaxed.sys "exists (1:r0=1 /\\ 1:r1=0)"; do
    contains "no more than that" "$work/out" "$kept"
done
run 0 "a command" shrink --command "grep -q 'INC EDX' \"\$1\"" -o "$work/one.litmus" \
    "$work/large.litmus"
equal "a command: one instruction" " INC EDX" \
    "$(sed -n '/P1/,/;/{n;s/ *;.*//;s/^ */ /;p}' "$work/one.litmus" | head -1)"
run 0 "it is a test" check -q "$work/one.litmus"
# Widths, a conjunct, parts of a condition, what went.
cat >"$work/wide.litmus" <<'END'
AArch64 wide
{ uint64_t x=7; int64_t y[2]={1,2}; 0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; int64_t 1:X3; }
 P0           | P1           ;
 MOV X0,#1    | LDRB W0,[X2] ;
 STR X0,[X1]  | LDR X3,[X1]  ;
 DMB SY       | DMB LD       ;
 STR X0,[X2]  |              ;
exists ((1:X0=1 \/ 1:X0=9) /\ (1:X3=7 \/ 1:X3=8))
END
run 0 "widths" shrink -k allowed -f diff "$work/wide.litmus"
contains "widths" "$work/out" "|LDR W0,[X2] ;"
contains "widths" "$work/out" "|LDR W3,[X1]  ;"
contains "widths: an array stays" "$work/out" "y[2]={1,2};"
contains "widths: the question stays" "$work/out" "  exists ((1:X0=1 \\/ 1:X0=9) /\\ (1:X3=7 \\/ 1:X3=8))"
run 0 "parts of a condition" shrink --command 'grep -q "1:X3=8" "$1"' \
    "$work/wide.litmus"
equal "parts of a condition" "exists (1:X3=8)" "$(tail -1 "$work/out")"
cat >"$work/three.litmus" <<'END'
X86 three
{ t=0; }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MFENCE      | MFENCE      ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\ [t]=0 /\ 1:EAX=0)
END
run 0 "a conjunct" shrink -k forbidden "$work/three.litmus"
equal "a conjunct" "exists (0:EAX=0 /\\ 1:EAX=0)" "$(tail -1 "$work/out")"
# A lock that nobody leaves forbids everything: the store that leaves it stays.
cat >"$work/lock.litmus" <<'END'
X86 lock
{ x=0; l=0; }
 P0          | P1           ;
 MOV [x],$1  | LO: MOV EBX,[l] ;
 MOV [l],$1  | CMP EBX,$1   ;
             | JNE LO       ;
             | MOV EAX,[x]  ;
exists (1:EAX=0)
END
run 0 "a test that ends" shrink -k forbidden "$work/lock.litmus"
cp "$work/out" "$work/lock-small.litmus"
run 0 "a test that ends: known" check -q --assert forbidden "$work/lock-small.litmus"
contains "a test that ends: its end" "$work/lock-small.litmus" 'MOV [l],$1'
run 0 "as JSON" shrink -k differ "${both[@]}" -f json "$work/large.litmus"
contains "as JSON" "$work/out" '"steps":'
contains "as JSON" "$work/out" '- exists (0:EAX=0 /\\ 1:EAX=0 /\\ 2:EAX=1)\n'
# What this machine does and the model forbids: store buffers, which each CPU has. A run that does
# not show them, or cannot be, is no failure.
case $(uname -m) in
x86_64) seen=$work/large.litmus ;;
*) seen=$litmus/arm/SB.litmus ;;
esac
if "$CMCM" shrink -k seen --time 0.2 -m "$work/sc.cat" -o "$work/seen.litmus" "$seen" 2>"$work/err"; then
    run 1 "seen: it differs" diff -q "${both[@]}" "$work/seen.litmus"
else
    contains "not seen" "$work/err" "the property to be kept does not hold"
fi
run 3 "seen, though allowed" shrink -k seen --time 0.05 "$litmus/x86/SB.litmus"

# The brute-force enumerator disagrees: one that is asked about another model.
export CMCM_ORACLE=$CMCM_BUILD/tests/oracle
disagree=$CMCM_SOURCE/tests/oracle/disagree.sh
if [ -x "$CMCM_ORACLE" ]; then
    checks=$((checks + 2))
    CMCM=$CMCM "$disagree" x86tso "$work/large.litmus" && fail "the enumerator disagrees"
    printf '#!/bin/sh\nexec "%s" -m "$2" x86tso "$4"\n' "$CMCM_ORACLE" >"$work/oracle"
    chmod +x "$work/oracle"
    export CMCM_ORACLE=$work/oracle
    CMCM=$CMCM "$disagree" "$work/sc.cat" "$work/large.litmus" || fail "another model agrees"
    export CMCM
    run 0 "the enumerator disagrees" shrink \
        --command "'$disagree' '$work/sc.cat' \"\$1\"" -o "$work/small.litmus" "$work/large.litmus"
    run 1 "the enumerator disagrees: on SB" diff -q "${both[@]}" "$work/small.litmus"
    equal "the enumerator disagrees: two threads" 2 "$(grep -m1 'P0 ' "$work/small.litmus" | grep -o 'P[0-9]' | wc -l)"
fi

run 3 "not true" shrink -k allowed "$litmus/cmcm/fig4a-stlr-ld.acquire.sys.litmus"
contains "not true" "$work/err" "the property to be kept does not hold"
run 2 "nothing to keep" shrink "$work/large.litmus"
run 2 "no command" shrink "$work/large.litmus"
run 2 "a command and --keep" shrink -k allowed --command true "$work/large.litmus"
finish
