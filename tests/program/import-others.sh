#!/bin/bash
# Threads of a launch that the binding does not name (docs/import.md, "Threads that are not
# named"): left out where they change nothing, told of where they may, refused where the named
# ones wait for them or take values from them; `others run` and `others absent`.
. "$(dirname "$0")/lib.sh"

# Each thread has its number in %r0, the address of a in %rd0 and that of a[%r0] in %rd1.
kernel() {
    cat >"$work/$1.ptx" <<END
.version 8.4
.target sm_90
.address_size 64
.visible .entry $1(.param .u64 a)
{
.reg .b32 %r<9>;
.reg .b64 %rd<9>;
.reg .pred %p<4>;
.shared .align 8 .b64 m;
ld.param.u64 %rd0, [a];
mov.u32 %r0, %tid.x;
mul.wide.u32 %rd1, %r0, 4;
add.s64 %rd1, %rd0, %rd1;
$2
ret;
}
END
}

# bound KERNEL LAUNCH QUESTION [OPTION...]: imports its threads 0 and 1.
bound() {
    local name=$1 launch=$2 question=$3
    shift 3
    printf 'launch %s(a), %s\nP0 = thread 0\nP1 = thread 1\ninit { int a[64]; }\n%s\n' \
        "$name" "$launch" "$question" >"$work/b.bind"
    "$CMCM" import "$@" --bind "$work/b.bind" "$work/$name.ptx" >"$work/out" 2>"$work/err"
    status=$?
}

# wanted WHAT STATUS [TEXT]: of the import just made; TEXT stands in its messages, or nothing does.
wanted() {
    equal "$1: status" "$2" "$status"
    if [ -n "${3:-}" ]; then
        contains "$1" "$work/err" "$3"
    else
        equal "$1: messages" "" "$(cat "$work/err")"
    fi
}

# answer WHAT EXPECTED: of the imported test.
answer() {
    equal "$1" "$2" "$("$CMCM" check -q "$work/out" 2>&1 | sed 's/^[^:]*: //')"
}

kernel own 'st.global.u32 [%rd1], 1;'
bound own 'threads 64' 'exists (a[0]=0)'
wanted "who writes elsewhere is left out" 0
bound own 'threads 64' 'exists (a[2]=0)'
wanted "who writes what is asked is told of" 0 "it writes what the question asks for"
contains "the comment" "$work/out" "1 other thread of \`own\` is left out, as if it never ran"
bound own 'threads 64' 'exists (a[2]=0)' --strict
wanted "and refused with --strict" 3 "it writes what the question asks for"
bound own 'threads 64, others absent' 'exists (a[2]=0)' --strict
wanted "or meant" 0
contains "that it is meant" "$work/out" "the other 62 threads of \`own\` stay away, as the binding says"
bound own 'threads 4, others run' 'exists (a[3]=0)'
wanted "others run" 0
answer "others run" 'No (Never, 1 state)'

# Of a launch that no line names all run, unless they are too many beside those that are.
for threads in 2 64; do
    printf 'launch own(a)\nP0 = thread 0\nlaunch own(b), threads %s\ninit int b[64] = {1, 1}\ninit b[1] = 0\n%s\n' \
        $threads 'exists b[1]=0' >"$work/b.bind"
    "$CMCM" import --bind "$work/b.bind" "$work/own.ptx" >"$work/out" 2>"$work/err"
    [ $threads = 64 ] || answer "a launch that no line names" 'No (Never, 1 state)'
done
contains "too many" "$work/err" "1 other thread of \`own\` is left out, as if it never ran"

# Elements that are set make an array large enough; what nothing sets is 0.
printf 'launch own(b), threads 2\ninit b[1] = 5\ninit b[40] = 7\n%s\n' \
    'exists b[1]=5 \/ ~(b[39]=0 /\ b[40]=7)' >"$work/b.bind"
"$CMCM" import --bind "$work/b.bind" "$work/own.ptx" >"$work/out" 2>"$work/err"
answer "elements by themselves" 'No (Never, 1 state)'
contains "an array of all" "$work/out" "int b[41]; b[1] = 5; b[40] = 7 }"

# 8 bytes at a time, up to half of four elements: two ints, or the second of four numbers of 64 bits.
kernel half 'st.global.u64 [%rd0+8], 9;'
for type in '' 'int ' 'int64_t '; do
    printf 'launch half(b), threads 1\ninit %sb[4] = {1, 2, 3, 4}\nexists b[1]=9\n' "$type" >"$work/b.bind"
    "$CMCM" import --bind "$work/b.bind" "$work/half.ptx" >"$work/half.litmus" 2>"$work/err" &&
        "$CMCM" check -q "$work/half.litmus"
    cat "$work/err"
done >"$work/widths"
contains "elements without a type" "$work/widths" "elements of \`b\` may have 4 or 8 bytes"
contains "ints" "$work/widths" "half: No (Never, 1 state)"
contains "numbers of 64 bits" "$work/widths" "half: Ok (Always, 1 state)"

kernel first 'setp.ne.u32 %p0, %r0, 0;
@%p0 ret;
st.global.u32 [%rd0], 1;'
bound first 'threads 1024' 'exists (a[0]=0)' --strict
wanted "who returns at once is left out" 0

kernel down 'ld.global.u32 %r1, [%rd1];
shfl.sync.down.b32 %r2, %r1, 2, 31, -1;
st.global.u32 [%rd1], %r2;'
bound down 'threads 32' 'exists (a[0]=0)'
wanted "a lane whose value is taken" 3 "P0 takes a value from it, as a lane of its warp"
contains "the lines to add" "$work/err" "P2 = block 0, thread 2"
bound down 'threads 4, others run' 'exists (a[0]=0)'
wanted "all lanes" 0

kernel across 'ld.global.u32 %r1, [%rd1];
shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;
st.global.u32 [%rd1], %r2;'
bound across 'threads 32' 'exists (a[0]=0)'
wanted "lanes that take values from each other only" 0

kernel count 'setp.lt.u32 %p0, %r0, 9;
barrier.cta.red.popc.u32 %r1, 0, %p0;
st.global.u32 [%rd1], %r1;'
bound count 'threads 64' 'exists (a[0]=9)'
wanted "a barrier that counts" 3 "a barrier of P0 counts it"
bound count 'threads 16, others run' 'exists (a[0]=9)'
answer "a barrier that counts all" 'Ok (Always, 1 state)'

kernel meet 'st.global.u32 [%rd1], 1;
bar.sync 0;
ld.global.u32 %r1, [%rd1];'
bound meet 'threads 64' 'exists (a[0]=0)'
wanted "who comes to the barrier, and shares nothing" 0

kernel share 'ld.global.u32 %r2, [%rd0+128];
st.global.u32 [%rd1], 1;
bar.sync 0;
ld.global.u32 %r1, [%rd0+128];'
bound share 'threads 64' 'exists (a[0]=0)'
wanted "who writes what is read" 3 "it writes what P0 accesses"

kernel object 'setp.ne.u32 %p0, %r0, 0;
@%p0 bra ARRIVES;
mbarrier.init.shared.b64 [m], 32;
ARRIVES:
bar.sync 0;
mbarrier.arrive.shared.b64 %rd2, [m];
WAITS:
mbarrier.test_wait.parity.shared.b64 %p1, [m], 0;
@!%p1 bra WAITS;
st.global.u32 [%rd1], 1;'
bound object 'threads 32' 'exists (a[0]=1)'
wanted "who arrives at an mbarrier object that is waited for" 3 "it writes what P0 accesses"

finish
