#!/bin/bash
# cmcm check, explain, import of a kernel's source: `// cmcm:` lines are the binding, the compiler
# that is here makes the code. The compilers of this test are scripts; nvcc itself where it is.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1

# code NAME: what nvcc makes of a kernel that stores 1 into its first argument, then reads the second.
code() {
    cat >"$1" <<'END'
.version 9.0
.target sm_90
.address_size 64
.visible .entry _Z8consumerPiS_(.param .u64 _Z8consumerPiS__param_0, .param .u64 _Z8consumerPiS__param_1)
{
.reg .b32 %r<4>;
.reg .b64 %rd<5>;
ld.param.u64 %rd1, [_Z8consumerPiS__param_0];
ld.param.u64 %rd2, [_Z8consumerPiS__param_1];
ld.global.u32 %r1, [%rd2];
st.global.u32 [%rd1], %r1;
ret;
}
END
}
# lines [FILE]: the binding as a source has it, not in the order of a test.
lines() {
    cat >"$1" <<'END'
// A copy.
  // cmcm: exists out[1] == 7 && !(in == 8)
// cmcm: launch consumer(out+4, in), blocks 1, threads 32, others absent
int other; // cmcm: is no line of its own here
	// cmcm: P0 = block 0 thread 0
// cmcm: init out[2] = {1, 2}
// cmcm: init unsigned in = 7;
END
}
# compiler NAME WHAT: a script that does so.
compiler() {
    mkdir -p bin
    printf '#!/bin/bash\nprintf "%%s " "$@" >%q/asked\n%s\n' "$work" "$2" >"bin/$1"
    chmod +x "bin/$1"
}
verdict() {
    run "$1" "$2" check -q "$3"
    equal "$2" "$4" "$(cat out)"
}

# ---- what a compiler wrote, with lines of its own
lines k.ptx
sed -i '/int other/d' k.ptx
code more && cat more >>k.ptx
verdict 0 "lines in .ptx" k.ptx "k: Ok (Always, 1 state)"
run 0 "import" import k.ptx
contains "several initial states, and a type where there is none" out \
    '{ int out[2] = {1, 2}; unsigned in = 7 }'
contains "the name as it is written" out 'P0: consumer, block 0, thread 0'

# ---- behind a sign of C a name is its value, as in C, and `&x` an address; behind `=` it is that of a litmus test
for row in 'out[1] == in,Ok (Always' 'out[1] != in,No (Never' 'in <= out[1] \&\& out[0] < in,Ok (Always' \
    'in == \&out,No (Never' 'out[1] = in,No (Never'; do
    { lines l && sed "/int other/d; s/exists.*/exists ${row%,*}/" l; cat more; } >v.ptx
    verdict 0 "${row%,*}" v.ptx "v: ${row#*,}, 1 state)"
done

# ---- a binding beside it
code k.ptx
printf 'launch _Z8consumerPiS_(x, y)\nP0 = block 0\ninit { int y=3; }\nexists (x=3)\n' >k.bind
verdict 0 "a binding beside" k.ptx "k: Ok (Always, 1 state)"
printf 'launch _Z8consumerPiS_(x, y), blocks 1, threads 1\nexists (x=5)\n' >k.bind
verdict 0 "a question behind a launch alone" k.ptx "k: No (Never, 1 state)"
rm k.bind

# ---- nothing says what is asked
run 3 "no binding" check k.ptx
cat >expected <<'END'
k.ptx:1:1: error: nothing says what to launch and to ask, expected lines such as
// consumer(x0[], x1[]); shared memory: none; barriers: none
// cmcm: launch consumer(x0, x1), blocks 2, threads 32
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 1, thread 0
// cmcm: exists x1 == 0
END
head -6 err >found
same "lines to begin with" expected found
sed -n 's|^// cmcm: ||p' found >k.bind
verdict 0 "and they are a binding" k.ptx "k: Ok (Always, 1 state, data-race)"
rm k.bind


# ---- what a kernel has stands before them: memory of a block, barriers, structures
cat >shared.ptx <<'END'
.version 9.0
.target sm_90
.global .align 4 .u32 total;
.extern .shared .align 16 .b8 tile[];
.visible .entry _Z3sumPi1SjS_(.param .u64 p0, .param .align 8 .b8 p1[16], .param .u32 p2)
{
.shared .align 4 .b8 _ZZ3sumPi1SjE4part[8];
.reg .b32 %r<3>;
.loc 2 900 1, function_name $L__info_string1, inlined_at 1 7 5
bar.sync 0;
ld.shared.u32 %r1, [tile];
ret;
}
END
run 3 "a kernel with shared memory" check shared.ptx
cat >expected <<'END'
// sum(x0[], x1 of 16 bytes, x2); shared memory: tile (`shared` of the launch), part (8 bytes); barriers: bar.sync (line 7)
// cmcm: launch sum(x0, {0: 0, 8: 0}, 1), blocks 2, threads 2, shared 1024
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 0, thread 1
// cmcm: P2 = block 1, thread 0
// cmcm: P3 = block 1, thread 1
// variables: total (4 bytes)
// cmcm: exists x0 == 0
END
sed -n '2,9p' err >found
same "what it has" expected found
sed -n '/^\/\/ cmcm: /p' found | cat - shared.ptx >all.ptx
verdict 0 "and is a question" all.ptx "all: Ok (Always, 1 state)"
sed '/^\/\/ cmcm:/d' "$CMCM_SOURCE/tests/import/own/last.s" >last.s
run 3 "AMD's" check last.s
contains "AMD's" err 's_barrier'

# ---- lines of the source
cat >k.ptx <<'END'
// cmcm: launch k(x, y), blocks 1, threads 1
// cmcm: P0 = block 0
// cmcm: exists y == 2
.version 9.0
.target sm_90
.visible .entry f() { ret; }
.visible .entry k(.param .u64 k_0, .param .u64 k_1)
{
.reg .b64 %rd<5>;
ld.param.u64 %rd1, [k_0];
	.loc	1 20 0
ld.param.u64 %rd2, [k_1];
	.loc	1 21 3
	.loc	1 7 5, function_name $L__info_string0, inlined_at 1 21 3
	.loc	2 900 1, function_name $L__info_string1, inlined_at 1 7 5
st.global.u32 [%rd1], 1;
	.loc	2 901 1, function_name $L__info_string1, inlined_at 1 7 5
membar.gl;
	.loc	1 22 3
st.global.u32 [%rd2], 2;
	.loc	2 0 0, function_name $L__info_string1, inlined_at 1 22 3
st.global.u32 [%rd1], 3;
	.loc	1 23 3
membar.gl;
	.loc	2 900 1, function_name $L__info_string1, inlined_at 1 22 3
red.global.add.u32 [%rd1], 4;
ret;
}
.file	1 "/somewhere/my kernel.cu"
.file	2 "/usr/include" "atomic.h"
END
run 0 "lines" import k.ptx
contains "of what was inlined, the line in the kernel's own file" out \
    'st.global.u32 [x], 1 (* at my_kernel.cu:7 *)'
contains "and behind it" out 'membar.gl (* at my_kernel.cu:7 *)'
contains "another" out 'membar.gl (* at my_kernel.cu:23 *)'
contains "a call that another line stands before" out 'red.global.add.u32 [x], 4 (* at my_kernel.cu:22 *)'
contains "of one line, copies" out 'st.global.u32 [y], 2 (* at my_kernel.cu:22, k.ptx:20 *)'
contains "of one line, copies" out 'st.global.u32 [x], 3 (* at my_kernel.cu:22, k.ptx:20 *)'
run 0 "explain" explain k.ptx
contains "events" out 'my_kernel.cu:22'
run 0 "json" explain -f json k.ptx
contains "data" out '"source":"my_kernel.cu:22"'
sed -i 's/blocks 1, threads 1/blocks 2, threads 1/; s/^\/\/ cmcm: P0.*/&\n\/\/ cmcm: P1 = block 1/' k.ptx
run 0 "copies" import k.ptx
contains "a copy has both" out 'st.global.u32 [y], 2 (* at my_kernel.cu:22, k.ptx:21 *)'

# ---- nothing asked: races, assertions, an end, one result
cat >k.ptx <<'END'
// cmcm: launch k(x, y), blocks 2, threads 1
// cmcm: P0 = block 0
// cmcm: P1 = block 1
.version 9.0
.target sm_90
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.global .align 1 .b8 $str[3] = {42, 100, 0};
.visible .entry k(.param .u64 k_0, .param .u64 k_1)
{
.reg .pred %p<3>;
.reg .b32 %r<5>;
.reg .b64 %rd<5>;
ld.param.u64 %rd1, [k_0];
ld.param.u64 %rd2, [k_1];
mov.u32 %r1, %ctaid.x;
setp.eq.u32 %p1, %r1, 0;
@%p1 bra FIRST;
ld.relaxed.gpu.u32 %r2, [%rd1];
setp.lt.u32 %p2, %r2, 2;
@%p2 bra GOOD;
mov.u64 %rd3, $str;
{ .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e;
st.param.b64 [a], %rd3;
st.param.b32 [c], 12;
	.loc	1 12 8
call.uni __assertfail, (a, b, c, d, e); }
GOOD:
st.global.u32 [%rd2], %r2;
ret;
FIRST:
st.relaxed.gpu.u32 [%rd1], 2;
ret;
}
.file	1 "/somewhere/k.cu"
END
run 0 "an assertion" import k.ptx
contains "it traps" out 'trap (* at k.cu:12 *)'
contains "all that the host can read is asked for" out 'locations [x; y]'
lacks "the text of the assertion" out _str
run 0 "it fails" check k.ptx
sed -n '/^Hash/,$p' out | sed '1d; /^$/d' >found
cat >expected <<'END'
Flags: trap at k.cu:12.
`cmcm explain k.ptx` shows how.
Ends: every run ends.
States: runs end in one state only.
END
same "what is found" expected found
run 0 "where" explain k.ptx
contains "no outcome is asked for" out 'k, model ptx: an execution can raise trap.'
contains "the line" out 'k.cu:12'
contains "the event" out 'F        trap '
sed 's/\[%rd1\], 2/[%rd1], 1/; s/st.relaxed.gpu.u32/st.u32/' k.ptx >j.ptx
run 0 "it holds" check j.ptx
sed -n '/^Hash/,$p' out | sed '1d; /^$/d' >found
cat >expected <<'END'
Flags: data-race at k.cu:12 and `ld.relaxed.gpu.u32 r2, [x]`.
`cmcm explain j.ptx` shows how.
Ends: every run ends.
States: runs can end in 2 states that differ in [y].
END
same "a race" expected found
run 0 "no words with --quiet" check -q j.ptx
equal "no words with --quiet" "j: data-race (2 states)" "$(cat out)"
sed 's/st.u32 \[%rd1\], 1/st.relaxed.gpu.u32 [%rd1], 1/' j.ptx >i.ptx
run 0 "nothing is wrong" check i.ptx
contains "no flag" out 'Flags: none; no run has a data race or anything else that the model flags.'
sed 's/@%p2 bra GOOD/@!%p2 bra GOOD/; s/^GOOD:/L: bra L; GOOD:/; s/^call.uni.*/}/' i.ptx >h.ptx
run 0 "a loop" check h.ptx
contains "a loop" out 'Ends: not always; a thread may stay for ever: P1 in the loop at L0 (line 11).
`cmcm check --witness=hang h.ptx` shows a run that never ends.'
# A thread that no line names may come to the trap, too.
sed 's/^.. cmcm: P1.*/\/\/ cmcm: exists x == 2/' k.ptx >o.ptx
run 0 "others may trap" check o.ptx
contains "others may trap" err "it may come to a trap, or to an assertion that fails"

# ---- a repair, at lines of the source
cat >r.ptx <<'END'
// cmcm: launch k(x, y, f), blocks 2, threads 1
// cmcm: P0 = block 0
// cmcm: P1 = block 1
// cmcm: init y = 7
// cmcm: exists y == 0
.version 9.0
.target sm_90
.visible .entry k(.param .u64 k_0, .param .u64 k_1, .param .u64 k_2)
{
.reg .pred %p<3>;
.reg .b32 %r<5>;
.reg .b64 %rd<5>;
ld.param.u64 %rd1, [k_0];
ld.param.u64 %rd2, [k_1];
ld.param.u64 %rd3, [k_2];
mov.u32 %r1, %ctaid.x;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra READER;
	.loc	1 5 3
st.global.u32 [%rd1], 1;
	.loc	1 6 3
st.relaxed.sys.u32 [%rd3], 1;
ret;
READER:
	.loc	1 8 3
ld.acquire.sys.u32 %r2, [%rd3];
setp.eq.u32 %p2, %r2, 0;
@%p2 bra DONE;
	.loc	1 9 3
ld.global.u32 %r3, [%rd1];
st.global.u32 [%rd2], %r3;
DONE:
ret;
}
.file	1 "/somewhere/flag.cu"
END
run 0 "a story of the source" explain r.ptx
contains "what happens" out '  P0 writes [x]=1 (d) at flag.cu:5, then [f]=1 (e) at flag.cu:6.'
contains "in CUDA" out 'in CUDA C++: a `cuda::atomic_ref` store with'
contains "at the line" out 'flag.cu:6.'
run 0 "a repair of the source" repair --only fences r.ptx
contains "a fence in CUDA" out 'in CUDA C++: `__threadfence()` before flag.cu:6'
run 0 "as data" repair --only fences -f json r.ptx
contains "as data" out '"source":"`__threadfence()` before flag.cu:6"'
run 0 "a run" run --dry-run r.ptx
contains "a run" out '// Test r, planned for'
contains "with the kernel's instructions" out 'st.relaxed.sys.global.u32'
run 3 "a run of what is no kernel" run --dry-run j.cu
run 0 "no line, no words" repair "$CMCM_SOURCE/tests/litmus/ptx/MP-weak.litmus"
lacks "no line, no words" out "in CUDA"

# ---- a named reading that changes the answer is offered
cp "$CMCM_SOURCE/tests/import/public/nccl_ll.ptx" ll.ptx
offered='Forbidden if a vector is one access: `--variant vectors-atomic`.'
run 0 "a reading" check ll.ptx
equal "a reading" "$offered" "$(grep -- --variant out)"
run 0 "and is right" check -q --assert forbidden --variant vectors-atomic ll.ptx
run 0 "one was asked for" check --variant vectors-atomic ll.ptx
lacks "one was asked for" out "--variant"
run 0 "quietly" check -q ll.ptx
lacks "quietly" out "--variant"
sed -i '/exists/d' ll.ptx
run 0 "no question" check ll.ptx
lacks "no question: the flags are the same" out "--variant"
sed 's/v4/v2/; s/{%r1, %r2, %r3, %r4}/{%r1, %r2}/' r.ptx >ll.ptx
run 0 "nothing that a reading is about" check ll.ptx
lacks "nothing that a reading is about" out "--variant"
cat >w.ptx <<'END'
// cmcm: launch k(x), blocks 1, threads 2
.version 9.0
.target sm_90
.visible .entry k(.param .u64 k_0)
{
.reg .pred %p<4>;
.reg .b32 %r<5>;
.reg .b64 %rd<3>;
ld.param.u64 %rd1, [k_0];
mov.u32 %r1, %tid.x;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra OTHER;
st.global.u32 [%rd1], 1;
OTHER:
vote.sync.any.pred %p2, %p1, 3;
@!%p1 bra DONE;
st.global.u32 [%rd1], 2;
DONE:
ret;
}
END
run 0 "a race" check w.ptx
contains "a race" out "Flags: data-race"
contains "a race" out 'No flag if operations of a warp order memory as bar.warp.sync does: `--variant lanes-order-memory`.'

# ---- names
lines l.ptx && sed -i '/int other/d' l.ptx && sed 's/launch consumer/launch producer/' l.ptx >k.ptx && cat more >>k.ptx
run 3 "an unknown kernel" check k.ptx
equal "an unknown kernel" "k.ptx:3:17: error: there is no kernel \`producer\`, expected one of consumer" \
    "$(head -1 err)"
sed 's/exists .*/exists outt == 1/' l.ptx >k.ptx && cat more >>k.ptx
run 3 "a question about no location of the source" check -q k.ptx
contains "a question about no location of the source" err "error: neither the initial state nor the program has a location \`outt\`"
cat l.ptx more >k.ptx
sed 's/_Z8consumerPiS_/_ZN1a8consumerEPiS_/g; /^\.\(version\|target\|address\)/d' more >>k.ptx
run 3 "two kernels of one name" check k.ptx
equal "two kernels of one name" \
    "k.ptx:3:17: error: 2 kernels are called \`consumer\`, expected one of consumer, a::consumer" \
    "$(head -1 err)"

# ---- compilers
PATH=$work/bin:/usr/bin:/bin
lines k.cu
code made
compiler nvcc "cp $work/made \"\${!#}\""
verdict 0 "CUDA" k.cu "k.cu: Ok (Always, 1 state)"
equal "nvcc is asked" "-ptx -lineinfo -std=c++17 -arch=sm_90 k.cu -o" "$(sed 's/ [^ ]*$//; s/ [^ ]*$//' asked)"
cp k.cu ./-k.cu
run 0 "a name that begins with a hyphen" check -q -- -k.cu
equal "it is no option of the compiler" "-ptx -lineinfo -std=c++17 -arch=sm_90 ./-k.cu -o" \
    "$(sed 's/ [^ ]*$//; s/ [^ ]*$//' asked)"
rm ./-k.cu
run 0 "explain" explain k.cu
contains "explain" out "k.cu, model ptx"
equal "nothing is left over" "" "$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'cmcm-*' -newer k.cu -user "$(id -u)" \
    -exec test -e {}/made \; -print)"
compiler nvcc 'echo "k.cu(3): error: no"; exit 2'
run 3 "what nvcc refuses" check k.cu
equal "what nvcc refuses" "k.cu:1:1: error: \`nvcc -ptx -lineinfo -std=c++17 -arch=sm_90 k.cu -o k.ptx\` refused it:
k.cu(3): error: no" "$(head -2 err)"
compiler nvcc 'exit 0'
run 3 "nvcc makes nothing" check k.cu
grep -q "cannot open" err || fail "nvcc makes nothing: $(head -1 err)"
rm bin/nvcc
lines k.cl
compiler clang-20 "cp $work/made \"\${!#}\""
verdict 0 "OpenCL" k.cl "k.cl: Ok (Always, 1 state)"
grep -q -- "--target=nvptx64-nvidia-cuda .*k.cl" asked || fail "clang is asked: $(cat asked)"
if ! command -v nvcc >/dev/null && [ ! -e /usr/local/cuda/bin/nvcc ]; then
    run 3 "no compiler" check k.cu
    equal "no compiler" "k.cu:1:1: error: there is no compiler for it here, expected nvcc of the CUDA Toolkit; or run \`nvcc -ptx -lineinfo -std=c++17 -arch=sm_90 k.cu -o k.ptx\` where there is one, and take what it makes" \
        "$(head -1 err)"
else
    sed -i 's/^int other.*/__global__ void consumer(int *out, int *in) { *out = *in; }/' k.cu
    verdict 0 "nvcc itself" k.cu "k.cu: Ok (Always, 1 state)"
    # The kernel of docs/import.md, and what is said of it without its question.
    sed -n '/^```cuda/,/^```/p' "$CMCM_SOURCE/docs/import.md" | sed '/^```/d; /cmcm: exists/d' >flag.cu
    sed -n '/^Flags: data-race/,/^States/p' "$CMCM_SOURCE/docs/import.md" >expected
    run 0 "the kernel of docs/import.md" check flag.cu
    sed -n '/^Flags:/,/^States/p' out >found
    same "docs/import.md" expected found
fi

# ---- a launch that the source makes itself
code made
compiler nvcc "cp $work/made \"\${!#}\""
launches() { # NAME WHAT-IS-FOUND BODY: `N` is in a macro, `threads` a constant, `n` none
    cat >l.cu <<END
#define N 2 /* <<<none>>> */
const int threads = 3 - 1, grids = (N + threads - 1) / threads << 1;
int n = atoi("2");
dim3 grid(N, 1), block = dim3(threads); // <<<nor here>>>
__device__ int fixed[2];
int main() {
    int *in, *other = in + 1;
    unsigned *out = nullptr;
    *in = 1;
    cudaMalloc(&out, 4);
    $3
}
// cmcm: exists out == 0
END
    run "${4:-0}" "$1" import l.cu
    contains "$1" "$([ "${4:-0}" = 0 ] && echo out || echo err)" "$2"
}
launches "numbers" 'P3: consumer, block 1, thread 1' 'consumer<<<2, 2>>>(out, in);'
launches "names" 'P3: consumer, block 1, thread 1' 'consumer<<<grid, block, 0, stream>>>(out, in);'
launches "arithmetic" 'P3: consumer, block 1, thread 1' 'consumer<int><<<grids, {threads, 1}>>>(out, in);'
launches "arguments" 'ld.global.u32 r1, [in]' 'consumer<<<1, 1>>>(out, in);'
launches "no constant" 'l.cu:11:16: error: the number of blocks is not constant here' 'consumer<<<n, 1>>>(out, in);' 3
launches "no name of its own" 'l.cu:11:29: error: the kernel reads parameter' 'consumer<<<1, 1>>>(out, other);' 3
launches "a variable of the device" 'l.cu:11:29: error: the kernel reads parameter' 'consumer<<<1, 1>>>(out, fixed);' 3
launches "a number that changes" 'l.cu:11:29: error: the kernel reads parameter' 'consumer<<<1, 1>>>(out, n);' 3
launches "two" 'P1@cta 1,gpu 0,after P0' 'consumer<<<1, 1>>>(out, in);  consumer<<<1, 1>>>(out, in);'
launches "two, in a loop" 'l.cu:11:72: error: a loop or a branch has this launch' 'consumer<<<1, 1>>>(out, in); for (int i = 0; i < 2; i++) { consumer<<<1, 1>>>(out, in); }' 3
launches "one in a loop" 'P0: consumer' 'while (*in) consumer<<<1, 1>>>(out, in);'
contains "one in a loop" err 'l.cu:11:25: warning: the launch is followed once'
launches "not closed" 'expected a launch such as' 'consumer<<<1, 1>>(out, in);' 3
launches "no block" 'the number of threads is not constant here' 'consumer<<<1, 0>>>(out, in);' 3
launches "memory of the host" 'int out = 16843009' 'cudaMemset(out, 1, 4); consumer<<<1, 1>>>(out, in);'
launches "memory of the host" 'P0: consumer' 'cudaMemset(out, n, 4); consumer<<<1, 1>>>(out, in);'
contains "memory of the host" err 'l.cu:11:5: warning: memory starts as 0, whatever the host writes here'
sed -i '/exists/d; s/cudaMemset(out, n, 4);//' l.cu
run 0 "no lines at all" check l.cu
contains "no lines at all" out 'Flags: none'
rm -f bin/*

compiler nvcc "cp $work/made \"\${!#}\""
# ---- what the host does before, between and beside: consumer(x, y) is x = y. A stream keeps its order;
# the default stream waits for the others and they for it, but for non-blocking ones; nothing else does
hosts() { # NAME VERDICT QUESTION BODY: streams s and t, and u, which is non-blocking; an event e
    cat >h.cu <<END
int main() {
    int *x, *y, *z, three[2] = {3, 4}, seven = 7;
    cudaStream_t s, t, u;
    cudaEvent_t e;
    CHECK(cudaMalloc((void **)&x, 2 * sizeof(int)));
    cudaMallocManaged(&y, 2 * sizeof(int)), cudaMallocManaged(&z, 8);
    cudaStreamCreate(&s), cudaStreamCreate(&t);
    cudaStreamCreateWithFlags(&u, cudaStreamNonBlocking);
    if (cudaEventCreate(&e) != cudaSuccess)
        return 1;
    $4
}
// cmcm: $3
END
    run "${5:-0}" "$1" check -q h.cu
    equal "$1" "$2" "$(cut -d' ' -f1-2 out | tail -1)"
}
hosts "no one says" "h.cu: Ok" 'forall x == 0' 'consumer<<<1, 1>>>(x, y);'
hosts "a store" "h.cu: Ok" 'forall x == 5' '*y = 5; consumer<<<1, 1>>>(x, y);'
hosts "stores by a loop" "h.cu: Ok" 'forall x == 3 && y[0] == 2' \
    'for (int i = 0; i < 2; ++i) { y[i] = i + 2; } consumer<<<1, 1>>>(x, y + 1);'
hosts "an element" "h.cu: Ok" 'forall x[1] == 9' 'y[1] = 9; consumer<<<1, 1>>>(&x[1], &y[1]);'
hosts "an array is copied" "h.cu: Ok" 'forall x[0] == 3 && y[1] == 4' \
    'cudaMemcpy(y, three, sizeof three, cudaMemcpyHostToDevice); consumer<<<1, 1>>>(x, y);'
hosts "a number is copied" "h.cu: Ok" 'forall x == 7 && y[1] == 0' \
    'cudaMemcpy(y, &seven, sizeof(int), cudaMemcpyHostToDevice); consumer<<<1, 1>>>(x, y);'
hosts "memory is set" "h.cu: Ok" 'forall x == 16843009 && y[1] == 16843009' \
    'cudaMemset(y, 1, 8); consumer<<<1, 1>>>(x, y);'
hosts "one after the other" "h.cu: Ok" 'forall x == 5' \
    '*z = 5; consumer<<<1, 1>>>(y, z); consumer<<<1, 1>>>(x, y);'
two='*z = 5; consumer<<<1, 1, 0, s>>>(y, z);'
hosts "two streams" "h.cu: Ok" 'exists x == 0' "$two consumer<<<1, 1, 0, t>>>(x, y);"
hosts "one stream" "h.cu: Ok" 'forall x == 5' "$two consumer<<<1, 1, 0, s>>>(x, y);"
hosts "the default stream" "h.cu: Ok" 'forall x == 5' "$two consumer<<<1, 1>>>(x, y);"
hosts "behind the default stream" "h.cu: Ok" 'forall x == 5' \
    '*z = 5; consumer<<<1, 1>>>(y, z); consumer<<<1, 1, 0, s>>>(x, y);'
hosts "a non-blocking stream" "h.cu: Ok" 'exists x == 0' \
    '*z = 5; consumer<<<1, 1>>>(y, z); consumer<<<1, 1, 0, u>>>(x, y);'
hosts "the stream waited for" "h.cu: Ok" 'forall x == 5' \
    "$two cudaStreamSynchronize(s); consumer<<<1, 1, 0, t>>>(x, y);"
hosts "another waited for" "h.cu: Ok" 'exists x == 0' \
    "$two cudaStreamSynchronize(t); consumer<<<1, 1, 0, t>>>(x, y);"
hosts "all waited for" "h.cu: Ok" 'forall x == 5' \
    "$two cudaDeviceSynchronize(); consumer<<<1, 1, 0, u>>>(x, y);"
hosts "an event" "h.cu: Ok" 'forall x == 5' \
    "$two cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0); consumer<<<1, 1, 0, t>>>(x, y);"
hosts "an event of another stream" "h.cu: Ok" 'exists x == 0' \
    "$two cudaEventRecord(e, u); cudaStreamWaitEvent(t, e, 0); consumer<<<1, 1, 0, t>>>(x, y);"
hosts "an event too early" "h.cu: Ok" 'exists x == 0' \
    "cudaEventRecord(e, s); $two cudaEventSynchronize(e); consumer<<<1, 1, 0, t>>>(x, y);"
hosts "a store behind a wait" "h.cu: Ok" 'forall x == 6' \
    "$two cudaDeviceSynchronize(); *y = 6; consumer<<<1, 1, 0, u>>>(x, y);"
hosts "a store beside" "h.cu: Ok" 'exists x == 5' "$two *y = 6; consumer<<<1, 1, 0, s>>>(x, y);"
hosts "a store behind nothing" "h.cu: Ok" 'exists x == 6' 'consumer<<<1, 1>>>(x, y); *y = 6;'
hosts "and behind a wait" "h.cu: No" 'exists x == 6' \
    'consumer<<<1, 1>>>(x, y); cudaDeviceSynchronize(); *y = 6;'
hosts "set in a stream" "h.cu: Ok" 'forall x == 16843009' \
    "$two cudaMemsetAsync(y, 1, 4, s); consumer<<<1, 1, 0, s>>>(x, y);"
hosts "set in another" "h.cu: Ok" 'exists x == 5' \
    "$two cudaMemsetAsync(y, 1, 4, u); consumer<<<1, 1, 0, s>>>(x, y);"
hosts "two launches wait for one" "h.cu: Ok" 'forall x == 5 && y == 5' \
    "$two cudaEventRecord(e, s); cudaStreamWaitEvent(t, e); consumer<<<1, 1, 0, t>>>(x, y);"
hosts "another function has the second" "" 'exists x == 0' "$two } void f() { consumer<<<1, 1>>>(x, y);" 3
hosts "a query" "" 'exists x == 0' "$two while (cudaStreamQuery(s)); consumer<<<1, 1, 0, u>>>(x, y);" 3
hosts "an unknown store between" "" 'exists x == 0' "$two *y = rand(); consumer<<<1, 1>>>(x, y);" 3
hosts "a function between" "" 'exists x == 0' "$two set(y); consumer<<<1, 1>>>(x, y);" 3
hosts "a wait in a branch" "" 'exists x == 0' \
    "$two if (seven) { cudaDeviceSynchronize(); } consumer<<<1, 1, 0, u>>>(x, y);" 3
sed -i 's/if (seven).*}//; s/.*exists.*/\/\/ cmcm: P0 = consumer block 0\n&/' h.cu
run 3 "a kernel that is launched twice" check h.cu
contains "a kernel that is launched twice" err '`consumer` is launched 2 times, expected once'

# ---- functions of the host: `-S` has nvcc write their assembly
printf '%s\n' '.file 1 "h.cu"' '.file 2 "atomic.h"' .text '.type _Z3setPi, @function' '_Z3setPi:' '.loc 1 2 5' \
    'movl $6, (%rdi)' '.loc 2 90 1' 'movl $7, 4(%rdi)' ret >assembly
compiler nvcc "case \" \$* \" in *' -S '*) made=$work/assembly ;; *) made=$work/made ;; esac
cp \$made \"\${!#}\""
said() { # NAME VERDICT LINE...: lines of the binding, for the same code
    printf '// cmcm: %s\n' "${@:3}" >h.cu
    verdict "$([ "$2" ] && echo 0 || echo 3)" "$1" h.cu "$2"
}
kernel='launch consumer(x, y), blocks 1, threads 1'
if [ "$(uname -m)" = x86_64 ]; then
    set='} void set(int *y) { *y = 6; } int f() {'
    hosts "a function beside" "h.cu: Ok" 'exists x == 6 && y[1] == 7' \
        "cudaMalloc(&y, 8); consumer<<<1, 1>>>(x, y); set(y); $set"
    run 0 "its lines" import h.cu
    contains "its lines" out 'movl $7,4(%rdi) (* at h.cu:2'
    hosts "a function behind a wait" "h.cu: Ok" 'forall x == 0' \
        "consumer<<<1, 1>>>(x, y); cudaDeviceSynchronize(); set(y); $set"
    hosts "a function between" "h.cu: Ok" 'forall x == 6' \
        "consumer<<<1, 1>>>(x, y); cudaDeviceSynchronize(); set(y); consumer<<<1, 1>>>(x, y); $set"
    said "a line" "h.cu: Ok (Sometimes, 2 states, data-race)" "$kernel" 'P0 = block 0' \
        'P1 = host set(y)' 'exists x == 6'
    said "a line with the machine" "h.cu: Ok (Always, 1 state)" 'P1 = host x86_64 after P0 set(y)' \
        "$kernel" 'P0 = block 0' 'forall x == 0 && y[0] == 6'
    said "no such function" "" "$kernel" 'P0 = block 0' 'P1 = host get(y)' 'exists x == 6'
    contains "no such function" err 'h.cu:3:20: error: there is no function `get` in h.cu.host.s'
    said "two machines" "" "$kernel" 'P1 = host x86_64 set(y)' 'P2 = host aarch64 set(y)' 'exists x == 6'
    contains "two machines" err 'h.cu:3:20: error: the host is another machine here'
else
    echo "no x86-64: what is asked of assembly for it is skipped"
fi
# What it stores beside a kernel is of the machine that is named, too.
printf '%s\n' .text '.type _Z3setPi, %function' '_Z3setPi:' 'mov w1, 7' 'str w1, [x0]' ret >assembly
named=$'P0 = consumer block 0\n// cmcm: P1 = host aarch64 set(z)\n// cmcm: exists x == 6'
hosts "stores of another machine" "h.cu: Ok" "$named" 'consumer<<<1, 1>>>(x, y); *y = 6;'
run 0 "stores of another machine" import h.cu
contains "in its instructions" out 'STR W20,[X10]'
contains "in its registers" out '2:X10=y+0; 2:X20=6;'
said "no compiler for it" "" "$kernel" 'P1 = host riscv set(y)' 'exists x == 6'
contains "no compiler for it" err "the host's functions are compiled for aarch64 or this machine"
cp made h.ptx && sed -i '1i// cmcm: launch consumer(x, y)\n// cmcm: P1 = host set(y)' h.ptx
run 3 "no source" check h.ptx
contains "no source" err 'h.ptx:2:10: error: a function of the host is in a source'
rm -f bin/*

# ---- HIP: lines of the source, and a repair in its words that does repair
cat >f.hip <<'END'
// cmcm: launch pass(data, flag, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0 thread 0
// cmcm: P1 = block 1 thread 0
// cmcm: init out = -1
// cmcm: exists out == 0
#define AGENT __HIP_MEMORY_SCOPE_AGENT
extern "C" __attribute__((global)) void pass(int *data, int *flag, int *out)
{
    if (__builtin_amdgcn_workgroup_id_x() == 0) {
        *data = 1;
        __hip_atomic_store(flag, 1, __ATOMIC_RELAXED, AGENT);
    } else if (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, AGENT)) {
        *out = *data;
    }
}
END
if command -v clang-19 >/dev/null; then
    run 0 "HIP" explain f.hip
    contains "HIP: what happens" out '*out = *data                                     f.hip:13'
    contains "HIP: what is missing" out 'in HIP: `__hip_atomic_store` with `__ATOMIC_RELAXED` and'
    run 0 "HIP: repairs" repair f.hip
    contains "HIP: repairs" out 'in HIP: `__threadfence()` before f.hip:11'
    # That is a fence of HIP (amd_device_functions.h: __ATOMIC_SEQ_CST at agent scope).
    sed -i 's/^        __hip_atomic_store/        __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");&/' f.hip
    verdict 0 "HIP: repaired" f.hip "f.hip: No (Never, 2 states)"
    cat >f.hip <<'END'
// cmcm: launch take(data, flag, out), blocks 1, threads 1
// cmcm: P0 = block 0 thread 0
// cmcm: P1 = host aarch64 give(data, flag)
// cmcm: exists out != 42
__attribute__((global)) void take(int *data, int *flag, int *out)
{
    while (!__hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM))
        ;
    *out = *data;
}
void give(int *data, int *flag)
{
    *data = 42;
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
}
END
    verdict 0 "HIP: a function of the host" f.hip "f.hip: No (Never, 1 state)"
    sed -i 's/ATOMIC_RELEASE/ATOMIC_RELAXED/' f.hip
    verdict 0 "HIP: the host's store is relaxed" f.hip "f.hip: Ok (Sometimes, 2 states, data-race)"
else
    echo "no clang-19: what is asked of HIP is skipped"
fi

# ---- lines that are wrong, at their places
wrong() {
    { printf '// cmcm: launch consumer(x, y)\n// cmcm: P0 = block 0\n%s\n' "$1"; cat more; } >k.ptx
    run 3 "$1" check k.ptx
    equal "$1" "$2" "$(head -1 err)"
}
wrong '// cmcm: init 7' 'k.ptx:3:15: error: expected `{` or a location with its value, found `7`'
wrong '// cmcm: exists (x = 1' 'k.ptx:3:23: error: expected `)`, found the end of the file'
wrong '// cmcm: exits x == 1' 'k.ptx:3:10: error: expected test, launch, a thread (P0 = ...), first, init, or the question (linearisable, exists, forall, locations, filter), found `exits`'
finish
