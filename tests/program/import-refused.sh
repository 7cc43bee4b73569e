#!/bin/bash
# cmcm import: what cannot be read or imported is refused by name, at its place in the kernel
# or in the binding; status 3, and nothing on standard output.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1

# refused WHAT EXPECTED: k.ptx with k.bind.
refused() {
    run 3 "$1" import k.ptx --bind k.bind
    equal "$1: standard output" "" "$(cat out)"
    equal "$1" "$2" "$(head -1 err)"
}
# kernel LINES: a kernel k(x, 5) with these instructions from its line 7 on.
kernel() {
    printf '.version 9.0\n.entry k(.param .u64 k_0, .param .u32 k_1)\n{\n' >k.ptx
    printf '.reg .pred %%p<9>;\n.reg .b32 %%r<9>;\n.reg .b64 %%rd<9>;\n%s\nret;\n}\n' "$1" >>k.ptx
}
usual='launch k(x, 5)
P0 = block 0
exists (x=1)'
bind() {
    printf '%s\n' "$1" >k.bind
}

# ---- kernels
bind "$usual"
kernel 'vset4.u32.u32.eq %r1, %r2, %r3, %r3;
st.global.u32 [%rd1], %r1;'
refused "an instruction that tests have not" \
    "k.ptx:7:1: error: \`vset4\` is not read: this integer instruction is not modelled, expected an instruction that \`cmcm models --instructions ptx\` lists"
kernel 'tanh.approx.f32 %r1, %r2;
st.global.u32 [%rd1], 1;'
run 0 "one whose result nobody reads" import k.ptx --bind k.bind
kernel '{ .param .b64 a; .param .b64 b; .param .b32 c;
call.uni (c), vprintf, (a, b);
ld.param.b32 %r1, [c]; }
mov.b32 %r2, %r1;
st.global.u32 [%rd1], 1;'
run 0 "what printf returns, and nobody uses" import k.ptx --bind k.bind
kernel '{ .param .b64 a; .param .b64 b; .param .b32 c;
call.uni (c), vprintf, (a, b);
ld.param.b32 %r1, [c]; }
add.u32 %r2, %r1, 1;
st.global.u32 [%rd1], %r2;'
refused "what printf returns" \
    "k.ptx:10:1: error: what \`printf\` returns is used, which is not supported, expected a call whose result is left alone"
kernel 'mov.u32 %r1, %smid;
st.global.u32 [%rd1], %r1;'
refused "a register that no place decides" \
    "k.ptx:7:14: error: \`%smid\` is not supported, expected a register that is declared, or a special one that the place of the thread decides"
kernel '$a: brx.idx %r1, $a;'
refused "a jump by a table" \
    "k.ptx:7:18: error: \`\$a\` is not declared, expected a register or a variable as operand of \`brx.idx\`"
kernel 'call.uni printf, (k_0);'
refused "a function without a body" \
    "k.ptx:7:10: error: \`printf\` is called, but this file has no body of it, expected one"
kernel 'call.uni %rd1;'
by_pointer='an indirect call is not supported, expected the name of a routine, or a register that only `mov` sets, and only once'
refused "an indirect call" "k.ptx:7:10: error: $by_pointer"
end='ret;
}
.func f
{'
kernel "mov.u64 %rd1, f;
mov.b64 %rd2, %rd1;
call %rd2, p;
$end"
run 0 "a call of the one routine that the register can hold" import k.ptx --bind k.bind
kernel "mov.u64 %rd1, f;
call %rd1, p;
mov.u64 %rd1, k;
$end"
refused "a register with two routines" "k.ptx:8:6: error: $by_pointer"
kernel "mov.u64 %rd1, %rd2;
mov.u64 %rd2, %rd1;
call %rd1, p;
$end"
refused "registers that hold each other's value" "k.ptx:9:6: error: $by_pointer"
kernel "setp.ne.u32 %p1, %r1, 0;
@%p1 mov.u64 %rd1, f;
call %rd1, p;
$end"
refused "a routine that may be there" "k.ptx:9:6: error: $by_pointer"
kernel "ld.global.u64 %rd1, [%rd2];
call %rd1, p;
$end"
refused "a routine that memory decides" "k.ptx:8:6: error: $by_pointer"
kernel "ld.param.u64 %rd2, [k_0];
mov.u64 %rd1, f;
st.global.u64 [%rd2], %rd1;
$end"
refused "a routine's address that is stored" \
    "k.ptx:9:1: error: the address of a routine is used, which is not supported, expected calls alone"
kernel 'bra $nowhere;'
refused "no such label" "k.ptx:7:5: error: there is no label \`\$nowhere\`, expected one of \`k\`"
kernel '$l: $l: bra $l;'
refused "two labels" "k.ptx:7:5: error: the label is defined twice, expected once, found \`\$l\`"
kernel 'st.global.u32 [%rd1], %r99;'
refused "a register that is not declared" \
    "k.ptx:7:23: error: \`%r99\` is not supported, expected a register that is declared, or a special one that the place of the thread decides"
kernel 'ld.param.u32 %r1, [k_1];
st.global.u32 [%rd1], %r1;
ld.global.u32 %r2, [%r1];'
refused "a number for an address" \
    "k.ptx:9:20: error: the address is that of no location, expected an argument of the launch or a variable"
kernel '.shared .align 4 .b8 s[8];
mov.u32 %r1, s;
mapa.u32 %r2, %r1, 1;
st.shared::cluster.u32 [%r2], 1;'
refused "a block that the test has not" \
    "k.ptx:9:1: error: the block of rank 1 in the cluster has no thread in the test, expected one"
kernel '.shared .align 4 .b8 s[8];
ld.global.u32 %r2, [k_0];'
refused "a parameter as an address" \
    "k.ptx:8:21: error: the address of a parameter is not supported, expected ld.param or st.param"
kernel '.shared .align 4 .b8 s[8];
ld.param.u64 %rd1, [k_0];
ld.global.u32 %r2, [%rd1];
mov.u32 %r1, s;
xor.b32 %r1, %r1, %r2;
st.shared.u32 [%r1], 1;'
refused "an address that memory decides" \
    "k.ptx:11:1: error: a part of an address, or one of 32 bits, is used as a number, which is not supported, expected a value that the binding decides"
kernel 'mov.u64 %rd1, [%rd2'
refused "an operand that does not end" "k.ptx:8:1: error: expected \`]\`, found \`ret\`"
kernel '.reg .v4 %v;'
refused "registers of another kind" \
    "k.ptx:7:10: error: registers of \`.v4\` are not supported, expected a scalar type, found \`%v\`"
printf '.entry k(.param .u64 k_0, .param .u32 k_1)\n{ ret;' >k.ptx
refused "a body that does not end" \
    "k.ptx:2:7: error: expected \`}\` at the end of \`k\`, found the end of the file"
printf '/* open' >k.ptx
refused "a comment that does not end" "k.ptx:1:1: error: the comment is not closed, expected \`*/\`"
printf 'hello' >k.ptx
refused "no module" \
    "k.ptx:1:1: error: expected a variable, .entry, .func or another directive of a module, found \`hello\`"
printf '.func f() { call f; ret; }\n.entry k(.param .u64 a, .param .u32 b) { call f; ret; }' >k.ptx
refused "recursion" "k.ptx:1:13: error: calls are more than 16 deep, expected no recursion"
printf '.extern .shared .b8 s[];\n.entry k(.param .u64 a, .param .u32 b) { st.shared.u32 [s], 1; }' >k.ptx
refused "memory without a size" \
    "k.ptx:1:21: error: \`s\` has no size, expected \`shared BYTES\` in the launch of \`k\`"
printf '.entry k(.param .align 8 .b8 a[16], .param .u32 b) { .reg .b64 %%rd; ld.param.u64 %%rd, [a+8]; st.global.u32 [%%rd], 1; }' >k.ptx
refused "a structure by value" \
    "k.bind:1:10: error: the kernel reads parameter \`a\`, which has several parts, expected {8: ...}"
kernel 'mov.u32 %r1, 0;
$l: add.s32 %r1, %r1, 1;
st.global.u32 [x], 1;
setp.lt.u32 %p1, %r1, 1000000;
@%p1 bra $l;'
sed -i 's/^\.entry/.global .u32 x;\n.entry/' k.ptx
run 0 "a long loop" import k.ptx --bind k.bind # left as a loop

# ---- initial values that cannot be placed
bind 'launch k()
P0 = block 0'
values() {
    printf '.global .b32 x;\n.global %s;\n.entry k() { .reg .b64 %%rd; ld.global.u64 %%rd, [v]; ret; }\n' "$1" >k.ptx
}
values '.align 8 .b8 v[8] = {0xff(generic(x)), 0xff00(generic(x))}'
refused "a part of an address" \
    "k.ptx:2:30: error: a part of an address is not supported, expected elements of 8 bytes"
values '.u64 v = k'
refused "the address of a function" \
    "k.ptx:2:18: error: the address of \`k\` is not supported here, expected that of a variable in global memory"
values '.u64 v[2] = {1, 2, 3}'
refused "there are too many values" "k.ptx:2:21: error: there are 3 initial values, expected at most 2"
values '.u64 v[2] = {generic(x), "a"}'
refused "a text" \
    "k.ptx:2:34: error: expected a number or the name of a variable, found a string"

# ---- bindings
kernel ''
bind 'launch nobody(x)
P0 = block 0'
refused "no such kernel" "k.bind:1:8: error: there is no kernel \`nobody\`, expected one of k"
bind 'launch k(x)
P0 = block 0'
refused "too few arguments" "k.bind:1:8: error: there are 1 arguments of \`k\`, expected 2"
bind 'launch k(x, 5), threads 2 2
P0 = thread 1
P1 = thread 0 1
P2 = block 0, thread 1 0'
refused "a thread twice" "k.bind:4:1: error: P2 and P0 are the same thread, expected two different ones"
bind 'launch k(x, 5), others maybe
P0 = block 0'
refused "others" "k.bind:1:24: error: expected \`others absent\` or \`others run\`, found \`maybe\`"
bind 'launch k(x, 5), threads 65, others run
P0 = block 0'
refused "too many others" \
    "k.bind:1:8: error: \`k\` has 65 threads, expected at most 64 where others run, or a line for each that matters"
bind 'launch k(x, 5), blocks 0
P0 = block 0'
refused "no blocks" "k.bind:1:24: error: number of blocks is out of range, expected 1 to 65535"
bind 'launch k(x, 5), blocks 3, clusters 2
P0 = block 0'
refused "half a cluster" "k.bind:1:8: error: blocks of \`k\` do not fill whole clusters, expected a multiple of the cluster's size"
bind 'launch k(x, 5), blocks 2
P0 = block 2'
refused "no such block" "k.bind:2:6: error: there is no such block, expected one below 2 1 1"
bind 'P0 = block 0'
refused "no launch" "k.bind:1:6: error: the thread belongs to no kernel, expected \`launch\` before it"
bind 'launch k(x, 5)
P0 = block 0
P0 = block 0'
refused "a thread twice" "k.bind:3:1: error: thread P0 is defined twice, expected once"
printf 'launch k(x, 5), others absent' >k.bind
refused "no thread" "k.bind:1:30: error: the binding names no thread, expected P0 = block N, thread N after a launch"
bind 'launch k(x, 5), color 3
P0 = block 0'
refused "no such attribute" \
    "k.bind:1:17: error: a launch has no attribute \`color\`, expected blocks, threads, clusters, gpu, domain, shared, workspace, clock, others, after or dependent"
bind 'launch k(x, 5)
P0 = block 0
P1 = x86_64 { MOV EAX,[x] ; FOO EAX }
exists (1:EAX=1)'
refused "an instruction that is none" "k.bind:3:29: error: the instruction \`FOO\` is not known, expected one of X86_64"
bind 'launch k(x, 5)
P0 = block 0
P1 = ptx { ret }'
refused "a thread of a GPU by hand" "k.bind:3:1: error: a thread of a GPU belongs to a launch, expected \`block N, thread N\`"
bind 'launch k(x, 5)
P0 = block 0
init { int x[2]={1 }
exists (x=1)'
refused "an initial state that does not end" "k.bind:3:6: error: \`{\` is not closed, expected \`}\`"
bind 'launch k(x, 5)
P0 = block 0
exists (x=1 /\ )'
run 3 "a question that is wrong" import k.ptx --bind k.bind
contains "a question that is wrong: its place" err "k.bind:3:16: error:"
bind 'launch k(x, 5), after 3
P0 = block 0'
refused "after no thread" "k.bind:1:23: error: expected a thread (P0, P1, ...), found \`3\`"
bind 'launch k(x, 5), after P7
P0 = block 0'
run 3 "after a thread that is not there" import k.ptx --bind k.bind
contains "after a thread that is not there" err "k.bind:2:1: error:"
bind 'launch k(rd1, 5)
P0 = block 0'
refused "an argument with a register's name" \
    "k.bind:1:10: error: \`rd1\` is the name of a register, expected another"
bind 'launch k(x, 5)
P0 = block 0
init { int p1=1; 0:r2=3; }'
refused "a location with a register's name" \
    "k.bind:3:12: error: \`p1\` is the name of a register, expected another"
bind 'hello'
refused "no binding" \
    "k.bind:1:1: error: expected test, launch, a thread (P0 = ...), first, init, or the question (linearisable, exists, forall, locations, filter), found \`hello\`"
printf 'launch k(x, 5' >k.bind
refused "an argument list that does not end" "k.bind:1:14: error: expected \`)\`, found the end of the file"
: >k.bind
refused "an empty binding" "k.bind:1:1: error: the binding names no thread, expected P0 = block N, thread N after a launch"

# ---- two addresses in shared memory at once, each with an index that memory decides
bind "$usual"
kernel '.shared .align 16 .b8 from[32];
.shared .align 16 .b8 to[32];
ld.param.u64 %rd1, [k_0];
ld.global.u32 %r1, [%rd1];
mov.u32 %r2, from;
mov.u32 %r3, to;
add.s32 %r4, %r2, %r1;
add.s32 %r5, %r3, %r1;
cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r5], [%r4], 16, [%r3];'
refused "two indices" \
    "k.ptx:15:79: error: two addresses of this instruction have indices that are read from memory, which is not supported, expected one such address at most"

# ---- files and usage
bind "$usual"
cp k.ptx k.txt
run 3 "a name that says nothing" import k.txt --bind k.bind
contains "a name that says nothing" err "expected one that ends with .ptx"
run 3 "no such kernel" import none.ptx --bind k.bind
run 3 "no such binding" import k.ptx --bind none.bind
rm k.bind
run 3 "no binding" import k.ptx
contains "no binding" err "nothing says what to launch and to ask"
bind "$usual"
run 2 "no kernel" import --bind k.bind
run 2 "two kernels" import k.ptx k.ptx --bind k.bind

finish
