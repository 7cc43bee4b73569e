#!/bin/bash
# cmcm compile-check: what compilers made of the tests of compile/known.txt, as it is recorded in tests/compile, is what is
# known of it (what they make of them today: compilers.sh). tests/compile/record.sh records anew.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/compile" || exit 1

run 0 "the records" compile-check --self-test --replay --record records
equal "each is there" "$(grep -c '^= ' "$CMCM_SOURCE/compile/known.txt") 0" \
    "$(grep -c '^[^ ]*: ' "$work/out") $(grep -c ': absent' "$work/out")"
# Mixtures are of records that others have, too.
equal "no more are" "$(grep '^= ' "$CMCM_SOURCE/compile/known.txt" | grep -vc ' | ')" "$(find records -type f | wc -l)"
# Another result than the known one is told: with the acquire back, the record is no bug.
mkdir "$work/changed"
cp records/* "$work/changed"
sed -i 's/lr\.w a/lr.w.aq a/' "$work"/changed/MP+cas-acquire-riscv64*
run 1 "a surprise" compile-check --self-test --replay --record "$work/changed"
contains "a surprise" "$work/out" 'MP+cas-acquire: riscv64-linux-gnu-gcc -O2: equal, expected BUG'
equal "a surprise" 1 "$(grep -c ', expected' "$work/out")"

awk '/^C MP[+]xchg$/ { on = 1 } /^== / { on = 0 } on' "$CMCM_SOURCE/compile/known.txt" >"$work/MP+xchg.litmus"
# On machines with Ztso stores and loads are in order by themselves; which they are is said in the assembly.
cat >"$work/MP+ra.litmus" <<'EOF'
C MP+ra
{ x=0; y=0; }
P0 (int* x, int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_release);
}
P1 (int* x, int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (1:r0=1 /\ 1:r1=0)
EOF
for row in "0 equal _ztso1p0" "1 BUG _a2p1"; do
    set -- $row
    for code in "P0 li a5,1;sw a5,0(a0);sw a5,0(a1)" "P1 lw a4,0(a1);lw a5,0(a0);sw a4,0(a2);sw a5,0(a3)"; do
        printf '\t.attribute 5, "rv64i2p1%s"\n\t.type %s, @function\n%s:\n%s\nret\n' "$3" "${code%% *}" "${code%% *}" "${code#* }" | tr ';' '\n' >"$work/${code%% *}.s"
    done
    run "$1" "Ztso: $2" compile-check --asm "P0=$work/P0.s" --asm "P1=$work/P1.s" "$work/MP+ra.litmus"
    contains "Ztso: $2" "$work/out" "MP+ra: assembly: $2"
done
# A report has all that it takes: the test, the commands, the units, the machine's test, both sets of outcomes.
replay() {
    run "$1" "$2" compile-check --replay --record records "${@:3}"
}
bug="clang-14 --target=aarch64-linux-gnu -march=armv8.1-a -O2"
replay 1 "a report" --cc "$bug" "$work/MP+xchg.litmus"
for text in 'C MP+xchg' "P1: $bug -S" 'atomic_exchange_explicit(y, 2, memory_order_release);' '*P1_r0 = r0;' \
    ' stlr w8,[x1] ' 'P1_r0=0; x=1; y=2;' 'model rc11: 1:r0=0 /\ [x]=1 /\ [y]=2 is forbidden' \
    'P1 reads' 'The test is as it was given, because no compiler runs' 'Why the machine may'; do
    contains "a report" "$work/out" "$text"
done
# The test in it is one, which allows the outcome.
sed -n '/^AArch64 MP+xchg/,/^exists/p' "$work/out" >"$work/machine.litmus"
run 0 "the machine's test" check -q --assert allowed "$work/machine.litmus"

# A compiler that forgets releases, but at -O0: its BUG is made smaller, and both sides name lines of the source.
printf '#!/bin/sh\nexec awk -f "$0.awk" -- "$@"\n' >"$work/cc"
cat >"$work/cc.awk" <<'END'
BEGIN {
    for (i = 1; i < ARGC; i++) {
        if (ARGV[i] == "-o") out = ARGV[i + 1]
        right = right || ARGV[i] == "-O0"
        lines = lines || ARGV[i] == "-g1"
        unit = ARGV[i]
    }
    if (!out) exit
    print "\t.arch armv8-a\n\t.file 1 \"unit.c\"" >out
    while ((getline line <unit) > 0) {
        number++
        gsub(/[(),*;=]/, " ", line)
        words = split(line, word, " ")
        if (word[1] == "void") {
            name = word[2]
            print "\t.type " name ", %function\n" name ":" >out
            for (i = 4; i <= words; i += 2) at[word[i]] = "[x" (i - 4) / 2 "]"
        } else if (word[1] ~ /^[a-zP]/) {
            if (lines) print "\t.loc 1 " number " 1" >out
            if (word[1] ~ /store/) { store = right && word[4] !~ /relaxed/ ? "stlr" : "str"; print "\tmov w9, " word[3] "\n\t" store " w9, " at[word[2]] >out }
            else if (word[2] ~ /load/) { load = word[4] ~ /acq|seq/ ? "ldar" : "ldr"; print "\t" load " w1" substr(word[1], 2) ", " at[word[3]] >out }
            else if (word[1] ~ /fence/) print "\tdmb ish" >out
            else if (word[1] in at) print "\tstr w1" substr(word[2], 2) ", " at[word[1]] >out
        } else if (line ~ /^}/) print "\tret\n\t.size " name ", .-" name >out
    }
}
END
chmod +x "$work/cc"
cat >"$work/large.litmus" <<'END'
C large
{ x=0; y=0; z=0; }
P0 (int* z) {
  atomic_store_explicit(z, 1, memory_order_seq_cst);
}
P1 (int* x, int* y, int* z) {
  atomic_store_explicit(x, 1, memory_order_seq_cst);
  if (1) {
    atomic_store_explicit(z, 3, memory_order_relaxed);
  }
  atomic_store_explicit(y, 1, memory_order_seq_cst);
}
P2 (int* x, int* y, int* z) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  int r1 = atomic_load_explicit(x, memory_order_acquire);
  int r2 = atomic_load_explicit(z, memory_order_seq_cst);
}
exists (2:r0=1 /\ 2:r1=0 /\ 2:r2=1)
END
run 1 "a smaller BUG" compile-check --cc "$work/cc" "$work/large.litmus"
cat >"$work/small" <<'END'
P1 (int* x, int* y, int* z) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_seq_cst);
}
P2 (int* x, int* y, int* z) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
END
sed -n '/^P1 (/,/^locations/p' "$work/out" | sed '/^locations/d' >"$work/found"
same "a smaller BUG" "$work/small" "$work/found"
for text in "It is $work/large.litmus made smaller" 'Why the language does not' 'Why the machine may' '(* at P1.c:7 *)' \
    'Line=P1.c:7 atomic_store_explicit(y, 1, memory_order_seq_cst)' 'P1.c:7 `atomic_store_explicit(y, 1, memory_order_seq_cst)`'; do
    contains "a smaller BUG" "$work/out" "$text"
done
run 1 "a BUG as it is" compile-check --no-shrink --cc "$work/cc" "$work/large.litmus"
contains "a BUG as it is" "$work/out" 'The test is as it was given.'
contains "a BUG as it is" "$work/out" '  atomic_store_explicit(z, 3, memory_order_relaxed);'
run 1 "a smaller BUG as JSON" compile-check -f json --cc "$work/cc" "$work/large.litmus"
contains "a smaller BUG as JSON" "$work/out" '"small":"C large\n{\n}\nP1 '
contains "no lower level" "$work/out" '"lowest":null'
# At -O3 it is there, and at -O1, which is the lowest.
run 1 "the lowest level" compile-check --cc "$work/cc -O3 -Wall" "$work/large.litmus"
contains "the lowest level" "$work/out" ' things that the bug does not need. -O1 is the lowest level that has the bug.'
contains "the lowest level" "$work/out" "P1: $work/cc -O1 -Wall -S "
run 1 "the lowest level as JSON" compile-check -f json --cc "$work/cc -Os" "$work/large.litmus"
contains "the lowest level as JSON" "$work/out" "\"lowest\":[\"$work/cc -O1\",\"$work/cc -O1\",\"$work/cc -O1\"]"
run 0 "a right level" compile-check --cc "$work/cc -O0" "$work/large.litmus"

# clang's LLVM IR before and after the passes says which part of it is wrong; where there is none,
# nothing is said.
# part TEST COMPILER PART
part() {
    sed -n "/^C $1\$/,/^exists/p" "$CMCM_SOURCE/compile/known.txt" >"$work/part.litmus"
    replay 1 "the part of $1" --cc "$2" "$work/part.litmus"
    equal "the part of $1" "$3" "$(sed -n 's/^It is the \(.*\) that makes it.*/\1/p' "$work/out")"
    replay 1 "the part of $1" -f json --cc "$2" "$work/part.litmus"
    equal "the part of $1" "${3:-null}" "$(sed -n 's/.*"part":"*\([a-z ]*\).*/\1/p' "$work/out")"
}
part MP[+]xchg "clang-14 -O2" optimiser
part SB[+]idempotent "clang-19 -O2" "back end"
part MP[+]xchg "$bug" ""
part MP[+]cas-release "riscv64-linux-gnu-gcc -O2" ""

# The same as JSON, a line for each result; that of a BUG has the source and the outcomes.
replay 1 "JSON" -f json --cc "$bug" --cc "gcc -O2" "$work/MP+xchg.litmus"
equal "JSON" 2 "$(wc -l <"$work/out")"
contains "JSON" "$work/out" '"class":"BUG","reason":"P1_r0=0; x=1; y=2;","stored":true,"more":1,"fewer":0,'
contains "JSON" "$work/out" '"allowed":["P1_r0=0; x=1; y=1;","P1_r0=1; x=1; y=1;","P1_r0=1; x=1; y=2;"]'
contains "JSON" "$work/out" '"class":"equal","reason":"","stored":true,"more":0,"fewer":0,'
while IFS= read -r line && command -v python3 >"$work/which"; do
    checks=$((checks + 1))
    python3 "$CMCM_SOURCE/tests/program/json_schema.py" "$CMCM_SOURCE/schemas/compile-check.schema.json" \
        <<<"$line" >"$work/said" || fail "JSON: $(cat "$work/said"): $line"
done <"$work/out"

# Threads of several compilers.
arm="clang-19 --target=aarch64-linux-gnu -march=armv8.1-a -O2"
replay 1 "a mixture" --cc "$bug" --cc "$arm" --mix "$work/MP+xchg.litmus"
equal "a mixture" "4 2" "$(grep -c '^MP+xchg: ' "$work/out") $(grep -c ': BUG' "$work/out")"
contains "a mixture" "$work/out" "MP+xchg: $bug | $arm: equal"
contains "a mixture" "$work/out" "MP+xchg: $arm | $bug: BUG"
replay 0 "a thread's own" --cc "P0=$bug" --cc "$arm" "$work/MP+xchg.litmus"
contains "a thread's own" "$work/out" "MP+xchg: $bug | $arm: equal"
replay 4 "no record" --cc "gcc -O3" "$work/MP+xchg.litmus"
contains "no record" "$work/out" 'MP+xchg: gcc -O3: absent (records/MP+xchg-gcc_-O3-'

# Assembly that is there already; with the exchange put back it is right.
printf '\t.arch armv8.1-a\n\t.type P0, %%function\nP0:\n\tmov w2, 1\n\tstr w2, [x0]\n\tstlr w2, [x1]\n\tret\n\t.size P0, .-P0\n' >"$work/p0.s"
p1() {
    printf '\t.arch armv8.1-a\n\t.type P1, %%function\nP1:\n\tmov w3, 2\n\t%s\n\tdmb ishld\n\tldr w4, [x0]\n\tstr w4, [x2]\n\tret\n\t.size P1, .-P1\n' "$1" >"$work/p1.s"
}
files=(--asm "P0=$work/p0.s" --asm "P1=$work/p1.s")
p1 'stlr w3, [x1]'
run 1 "--asm" compile-check "${files[@]}" "$work/MP+xchg.litmus"
contains "--asm" "$work/out" 'MP+xchg: assembly: BUG (1 more: P1_r0=0; x=1; y=2;)'
p1 'swpl w3, w4, [x1]'
run 0 "--asm" compile-check "${files[@]}" "$work/MP+xchg.litmus"
contains "--asm" "$work/out" 'MP+xchg: assembly: equal'
sed 's/int\* y/atomic_uint* y/' "$work/MP+xchg.litmus" >"$work/unsigned.litmus"
run 0 "atomic_uint" compile-check "${files[@]}" "$work/unsigned.litmus"
contains "atomic_uint" "$work/out" 'MP+xchg: assembly: equal'
p1 'swpl w3, wzr, [x1]' # no acquire fence orders what is not loaded (Arm ARM B2.3; abi-aa atomicsabi64)
run 1 "--asm" compile-check "${files[@]}" "$work/MP+xchg.litmus"

# Large numbers without a sign are the same on both sides.
printf 'C large\n{ uint64_t x=18446744073709551615; }\nP0 (uint64_t* x) { uint64_t r0 = *x; int64_t r1 = r0; }\nexists (0:r0=18446744073709551615 /\\ 0:r1=-1)\n' >"$work/large.litmus"
printf '\t.type P0, %%function\nP0:\n\tldr x3, [x0]\n\tstr x3, [x1]\n\tstr x3, [x2]\n\tret\n\t.size P0, .-P0\n' >"$work/large.s"
run 0 "numbers without a sign" compile-check --asm "P0=$work/large.s" "$work/large.litmus"
contains "numbers without a sign" "$work/out" 'large: assembly: equal'
# Functions, macros, enumerations and truth values of the test are in its units.
printf 'C defined\n{ x=0; y=0; }\nenum state { EMPTY, FULL = 3 };\n#define TWICE(A) ((A) * 2)\nstatic int next(int* p) { return *p + 1; }\nP0 (int* x, atomic_int* y) { *x = TWICE(2); int r1 = next(x); atomic_store_explicit(y, FULL, memory_order_release); }\nP1 (int* x, atomic_int* y) { enum state r0 = atomic_load_explicit(y, memory_order_acquire); int r1 = true; if (r0 == FULL) r1 = *x; }\nexists (1:r0=3 /\\ 1:r1=4 /\\ 0:r1=5)\n' >"$work/defined.litmus"
run 0 "definitions" compile-check --cc "${CMCM_CC:-gcc} -O1" "$work/defined.litmus"
contains "definitions" "$work/out" ' -O1: equal'
printf 'C structure\n{ struct s q; }\nstruct s { int a; int b; };\nP0 (struct s* q) { q->a = 1; }\nexists (q.a=1)\n' >"$work/structure.litmus"
run 3 "a structure" compile-check --cc "${CMCM_CC:-gcc} -O1" "$work/structure.litmus"
contains "a structure" "$work/err" '`structure` has structures, expected parameters'

# Threads in LLVM IR, with typed pointers, too: initial values are those of the test.
printf 'C ir\n{ x=5; y=0; t[2]={1,7}; p=x; }\nP0 (int* x, int* t, int** p) {\n  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n  *t = 2;\n  atomic_store_explicit(p, t, memory_order_release);\n}\nP1 (int* y, int** p) {\n  int* r0 = atomic_load_explicit(p, memory_order_acquire);\n  int r1 = *r0;\n  *y = r1;\n}\nexists (0:r0=5 /\\ y=2)\n' >"$work/ir.litmus"
printf 'define void @P0(i32* %%x, i32* %%t, i32** %%p, i32* %%r) {\n%%a = load atomic i32, i32* %%x monotonic, align 4\nstore i32 2, i32* %%t\nstore atomic i32* %%t, i32** %%p release, align 8\nstore i32 %%a, i32* %%r\nret void\n}\n' >"$work/p0.ll"
printf 'define void @P1(ptr %%y, ptr %%p) {\n%%a = load atomic ptr, ptr %%p acquire, align 8\n%%b = load i32, ptr %%a\nstore i32 %%b, ptr %%y\nret void\n}\n' >"$work/p1.ll"
ir=(--asm "P0=$work/p0.ll" --asm "P1=$work/p1.ll")
run 0 "LLVM IR" compile-check -v "${ir[@]}" "$work/ir.litmus"
contains "LLVM IR" "$work/out" 'ir: assembly: equal'
sed -i 's/acquire/monotonic/' "$work/p1.ll" # a race of the IR alone
run 4 "LLVM IR that races" compile-check "${ir[@]}" "$work/ir.litmus"
contains "LLVM IR that races" "$work/out" 'unknown (accesses of the LLVM IR race'
run 4 "LLVM IR beside assembly" compile-check --asm "P0=$work/p0.ll" --asm "P1=$work/p1.s" "$work/ir.litmus"
contains "LLVM IR beside assembly" "$work/out" 'kernels of a GPU and LLVM IR cannot be used with other files, expected one file for all threads'

# Threads with places are a GPU's; those of one workgroup are of one kernel, each in a wave of its own.
sed -n '/^CUDA add/,/^exists/p' "$CMCM_SOURCE/compile/known.txt" >"$work/add.litmus"
run 4 "places" compile-check --cc gcc "$work/add.litmus"
sed 's/@cta/@wave 0,cta/; s/gpu 1/gpu 0/' "$work/add.litmus" >"$work/same.litmus"
run 3 "places" compile-check --cc "nvcc -arch=sm_90" "$work/same.litmus"
contains "places" "$work/err" 'P1 has no workgroup, or is in the wave of another thread, or beside it in a cluster, which is not supported, expected a wave and a cluster for each thread'
sed -n '/^CUDA MP+lds$/,/^exists/p' "$CMCM_SOURCE/compile/known.txt" >"$work/MP+lds.litmus"
replay 1 "a workgroup" --cc "clang-19 --target=amdgcn-amd-amdhsa -mcpu=gfx942 -O2" "$work/MP+lds.litmus"
contains "a workgroup" "$work/out" '    P1(of1_x, of1_y, of1_P1_r0, of1_P1_r1);'
equal "a workgroup has one unit" "1 1" "$(grep -c '^all: clang' "$work/out") $(grep -c 'group0(' "$work/out")"

# A GPU's kernels are in one text, and beside no other's.
ptx=records/MP+add-clang-19_--target_nvptx64-nvidia-cuda_-march_sm_90_-O2-1e87f17a.s
sed -n '/^C MP[+]add/,/^exists/p' "$CMCM_SOURCE/compile/known.txt" >"$work/MP+add.litmus"
sed -n '/^# unit all [^b]/,/^# unit all bare/p' $ptx | sed '/^#/d' >"$work/kernels.s"
run 1 "--asm of a GPU" compile-check --asm "P0=$work/kernels.s" --asm "P1=$work/kernels.s" "$work/MP+add.litmus"
contains "--asm of a GPU" "$work/out" 'MP+add: assembly: BUG (1 more: P1_r0=1; P1_r1=0; x=1; y=2;)'
run 4 "two texts" compile-check --asm "P0=$work/kernels.s" --asm "P1=$work/p1.s" "$work/MP+add.litmus"
contains "two texts" "$work/out" 'kernels of a GPU and LLVM IR cannot be used with other files, expected one file for all threads'

# All locations are compared, however many there are.
printf 'C many\n{ %s z=0; }\nP0 (int* z) {\n  *z = 1;\n}\nexists (z=1)\n' "$(printf 'y%d=0; ' {1..300})" >"$work/many.litmus"
printf '\t.type P0, @function\nP0:\n\tmovl $2, (%%rdi)\n\tret\n\t.size P0, .-P0\n' >"$work/two.s"
run 1 "many locations" compile-check --asm "P0=$work/two.s" "$work/many.litmus"

# What runs here is seen; what another machine's is does not run.
if [ "$(uname -m)" = x86_64 ]; then
    printf 'C one\n{ z=0; }\nP0 (int* z) {\n  *z = 1;\n}\nexists (z=1)\n' >"$work/one.litmus"
    run 1 "--run" compile-check --run 1000 --asm "P0=$work/two.s" "$work/one.litmus"
    contains "--run" "$work/out" 'one: assembly: BUG (1 more: z=2; was seen)'
    contains "--run" "$work/out" 'This one did '
    contains "--run" "$work/err" '1 BUG; 1 were run here'
    run 0 "--run" compile-check --run 1000 --replay --record records --cc "gcc -O2" "$work/MP+xchg.litmus"
    contains "--run" "$work/err" '1 equal; 1 were run here'
    replay 0 "--run" --run 1000 --cc "$arm" "$work/MP+xchg.litmus"
    contains "--run" "$work/err" '1 equal; 0 were run here'
fi

# Tests of C are made small, too, statement by statement.
cat >"$work/large.litmus" <<'END'
C large
{ x=0; y=0; z=0; }
P0 (int* x, int* y, int* z) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(z, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_release);
}
P1 (int* x, int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
  int r2 = atomic_load_explicit(x, memory_order_relaxed);
}
P2 (int* z) {
  atomic_store_explicit(z, 2, memory_order_relaxed);
}
exists (1:r0=1 /\ 1:r1=0)
END
run 0 "a smaller test" shrink --keep forbidden -m rc11 "$work/large.litmus"
cat >"$work/small" <<'END'
P0 (int* x, int* y, int* z) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_release);
}
P1 (int* x, int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (1:r0=1 /\ 1:r1=0)
END
sed -n '/^P0/,$p' "$work/out" >"$work/found"
same "a smaller test" "$work/small" "$work/found"

# A compiler that hangs is killed with what it has started; one that reads finds nothing to read.
cat >"$work/hangs" <<'END'
#!/bin/sh
sleep 1000 &
echo $! >"$PIDS"
wait
END
chmod +x "$work/hangs"
export PIDS=$work/pid
run 4 "it hangs" compile-check --timeout 0.5 --cc "$work/hangs" "$work/MP+xchg.litmus"
contains "it hangs" "$work/out" "hangs: crash (\`$work/hangs\` was killed after 0.5 seconds)"
equal "what it has started" "" "$(cut -d' ' -f3 "/proc/$(cat "$work/pid")/stat" 2>"$work/gone" | tr -d ZX)"
run 4 "it reads" compile-check --cc cat "$work/MP+xchg.litmus"

# Of correct assembly that is made weaker, what the language does not allow any more is found.
if command -v python3 >"$work/which"; then
    mkdir "$work/tests"
    awk -v to="$work/tests" '/^== / { out = "" } /^(C|CUDA) [^ ]+$/ { out = to "/" $2 ".litmus" } out { print >out }' \
        "$CMCM_SOURCE/compile/known.txt"
    CMCM=$CMCM python3 "$CMCM_SOURCE/tests/mutate/assembly.py" --most 4 records "$work"/tests/*.litmus >"$work/mutants"
    equal "mutants of assembly" 0 $?
    found=$(sed -n 's/^[0-9]* mutants: \([0-9]*\) found.*/\1/p' "$work/mutants")
    checks=$((checks + 1))
    [ "$found" -ge 20 ] || fail "mutants of assembly: $(tail -1 "$work/mutants")"
fi

# Wrong usage, and what is no test of C11.
run 2 "no compiler" compile-check "$work/MP+xchg.litmus"
run 2 "no test" compile-check --cc gcc
run 2 "assembly of a self-test" compile-check --self-test --asm "P0=$work/two.s"
run 2 "no directory" compile-check --cc gcc --replay "$work/MP+xchg.litmus"
run 3 "a quote" compile-check --cc "gcc '-O2" "$work/MP+xchg.litmus"
contains "a quote" "$work/err" "a quote is not closed, expected '"
run 3 "no C" compile-check --cc gcc "$CMCM_SOURCE/tests/litmus/arm/MP.litmus"
run 3 "the kernel's" compile-check --cc gcc "$CMCM_SOURCE/tests/litmus/c/K-MP.litmus"
contains "the kernel's" "$work/err" 'has operations of the Linux kernel, expected those of C11'
run 3 "the kernel's, and another" compile-check --cc true "$CMCM_SOURCE/tests/litmus/c/K-MP.litmus" "$work/MP+xchg.litmus"
contains "the kernel's, and another" "$work/err" '1 results, 1 refused; 1 test was skipped'
run 4 "no assembly" compile-check --cc true "$work/MP+xchg.litmus"
contains "no assembly" "$work/out" 'MP+xchg: true: refused (`true` wrote no assembly)'
run 4 "no such compiler" compile-check --cc "no-such-compiler -O2" "$work/MP+xchg.litmus"
contains "no such compiler" "$work/out" 'no-such-compiler -O2: absent (`no-such-compiler` cannot be run'
finish
