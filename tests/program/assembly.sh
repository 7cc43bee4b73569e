#!/bin/bash
# cmcm import and check of assembly of CPUs, as gcc and clang wrote it: tests/assembly/expected.tsv says what each
# function must do, whatever the compiler, its options and the instruction set; where compilers are, what
# they make of the source today is the same. What is refused is refused at its place.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/assembly" || exit 1

# judge ASSEMBLY NAME: by the table.
judge() {
    local bind x86 others unknown
    rm -f "$work"/*.litmus
    : >"$work/expected"
    while IFS=$'\t' read -r bind x86 others unknown _; do
        case $bind in "#"*) continue ;; esac
        case $2-$bind in *-pic-relaxed | *-pic-waiting | *-pic-local | *-pic-hand_on) continue ;; esac # make.sh
        "$CMCM" import "$1" --bind "$bind.bind" -o "$work/$bind.litmus" 2>"$work/err" ||
            { fail "$2: $bind is not imported"; cat "$work/err" >&2; continue; }
        case $2 in x86*) others=$x86 ;; esac
        case $unknown in all) others="$others or ??" ;; esac
        printf '%s\t%s\n' "$bind" "$others" >>"$work/expected"
    done <expected.tsv
    "$CMCM" check -f tsv "$work"/*.litmus >"$work/out" 2>"$work/err"
    awk -F '\t' '$1 ~ /^#/ { next }
        FNR == NR { said[$2] = $4 == "unknown" ? "??" : $5; next }
        said[$1] != $2 && said[$1] " or ??" != $2 && !(said[$1] == "??" && $2 ~ / or /) {
            print $1 ": " said[$1] ", expected " $2
        }' "$work/out" "$work/expected" >"$work/wrong"
    equal "$2" "" "$(cat "$work/wrong")"
}
for file in *.s; do
    judge "$file" "${file%.s}"
done

# Functions of libatomic and of the C library: what library/*.bind ask for is Always. x86-64's exchanges are loops
# that one thread goes through once: without the jump back they have no bound.
for file in library/*.s; do
    for bind in library/*.bind; do
        run 0 "$file $bind" import "$file" --bind "$bind" -o "$work/library.litmus"
        case $file in *x86*) sed -i '/^ jmp L[0-9]* *;$/d' "$work/library.litmus" ;; esac
        run 0 "$file $bind" check -q "$work/library.litmus"
        contains "$file $bind" "$work/out" "Ok (Always, 1 state)"
    done
done

# A thread's own storage. bump: each thread has its own objects, as they begin: 100 * (0 + 1) + 10 * (2 + 4) + (3 + 1);
# were one shared, one of two threads would find it changed. lend: who gets the address of another's count writes
# there, and its own stays.
for file in own/*.s; do
    for bind in own/*.bind; do
        run 0 "$file $bind" import "$file" --bind "$bind" -o "$work/own.litmus"
        run 0 "$file $bind" check -q "$work/own.litmus"
        contains "$file $bind" "$work/out" "Ok (Always, $([ "$bind" = own/bump.bind ] && echo "1 state" || echo "2 states"))"
    done
done

# An addition to a double by clang for AArch64: in a loop of exclusive accesses it may be lost, by CAS it is not.
for row in "exclusives Ok (Sometimes, at least 3 states)" "cas No (Never, 1 state)"; do
    run 0 "a double" import "float/${row%% *}.s" --bind float/add.bind -o "$work/add.litmus"
    "$CMCM" check -q -u 4 "$work/add.litmus" >"$work/out" 2>"$work/err"
    contains "a double: ${row%% *}" "$work/out" "add: ${row#* }"
done

# What the compilers here make of the source.
for options in "gcc -O1" "gcc -O3" "clang-19 -O1" "aarch64-linux-gnu-gcc -O3" \
    "clang-19 --target=aarch64-linux-gnu -O3" "riscv64-linux-gnu-gcc -Os" \
    "clang-19 --target=riscv64-linux-gnu -march=rv64gc -Os"; do
    set -- $options
    command -v "$1" >"$work/which" 2>&1 || { echo "no $1 here"; continue; }
    case $options in *aarch64*) name=aarch64-all ;; *riscv*) name=riscv-all ;; *) name=x86-all ;; esac
    "$@" -S -w -fno-stack-protector functions.c -o "$work/$name.s" 2>"$work/err" || { echo "$1 fails"; continue; }
    judge "$work/$name.s" "$name"
done

# A `switch` by a table ends as the program of the C compiler does, whatever the case.
if command -v gcc >"$work/which" 2>&1 && gcc -w -DPRINT switch/choose.c -o "$work/choose" 2>"$work/err"; then
    "$work/choose" >"$work/ends"
    equal "all cases" 20 "$(wc -l <"$work/ends")"
    for options in "gcc -O0" "gcc -Os" "gcc -O2 -fno-pie" "gcc -O2" "clang-19 -O0" "clang-19 -O2" "aarch64-linux-gnu-gcc -O0" \
        "aarch64-linux-gnu-gcc -O2" "clang-19 --target=aarch64-linux-gnu -O0" "clang-19 --target=aarch64-linux-gnu -O2" \
        "riscv64-linux-gnu-gcc -O2" "clang-19 --target=riscv64-linux-gnu -march=rv64gc -O0" \
        "clang-19 --target=riscv64-linux-gnu -march=rv64gc -O2 -fno-pic"; do
        set -- $options
        command -v "$1" >"$work/which" 2>&1 || { echo "no $1 here"; continue; }
        "$@" -S -w -fno-stack-protector switch/choose.c -o "$work/choose.s" 2>"$work/err" || { echo "$1 fails"; continue; }
        rm -f "$work"/*.litmus
        while read -r i x; do
            printf 'test choose%d\nP0 = call choose(x, %d)\ninit { int x=2; }\nforall (x=%d)\n' "$i" "$i" "$x" >"$work/choose.bind"
            run 0 "$options: choose($i)" import "$work/choose.s" --bind "$work/choose.bind" -o "$work/choose$i.litmus"
        done <"$work/ends"
        "$CMCM" check -q "$work"/choose*.litmus >"$work/out" 2>"$work/err"
        equal "$options: a table" 20 "$(grep -c 'Ok (Always, 1 state)' "$work/out")"
    done
fi

# Code for machines that a reading of the model is for.
printf '\t.attribute 5, "rv64i2p1_ztso1p0"\n\t.type f, @function\nf:\nsw zero,0(a0)\nret\n' >"$work/ztso.s"
printf 'test ztso\nP0 = call f(x)\nexists (x=1)\n' >"$work/ztso.bind"
run 0 "Ztso" import "$work/ztso.s" --bind "$work/ztso.bind"
contains "Ztso" "$work/err" '`--variant ztso`'

# ---- what is refused
cd "$work" || exit 1
printf 'P0 = call f(x)\nexists (x=1)\n' >f.bind
# refused WHAT EXPECTED HEAD CODE: a function f of these lines, from line 4 on.
refused() {
    printf '%s\n\t.type f, %%function\nf:\n%s\n\t.size f, .-f\n' "$3" "$4" >f.s
    run 3 "$1" import f.s --bind f.bind
    equal "$1: standard output" "" "$(cat out)"
    equal "$1" "$2" "$(head -1 err)"
}
arm='	.arch armv8-a' intel='	# %rdi' risc='	.attribute 5, "rv64i2p1"'
refused "an indirect call" 'f.s:4:1: error: `blr` to an address in a register is not supported, expected a name' "$arm" 'blr x3
ret'
refused "a call of what is not there" 'f.s:4:1: error: a call of `g`, whose body is not in the file, is not supported, expected one of f' "$arm" 'bl g
ret'
refused "libatomic" 'f.s:4:1: error: a call of `__atomic_fetch_nand_1`, whose body is not in the file, is not supported, expected one of f' "$risc" 'call __atomic_fetch_nand_1@plt
ret'
refused "a copy of any size" 'f.s:4:1: error: how many bytes `memcpy` copies is not a constant here, expected a move of at most 1024 before it' "$risc" 'call memcpy
ret'
refused "a size that a jump may change" 'f.s:6:1: error: how many bytes `memcpy` copies is not a constant here, expected a move of at most 1024 before it' "$risc" 'li a2,8
1:
call memcpy
ret'
refused "a size that is computed" 'f.s:6:1: error: how many bytes `memcpy` copies is not a constant here, expected a move of at most 1024 before it' "$intel" 'movl $8, %edx
addl $8, %edx
call memcpy
ret'
refused "an atomic of a structure" 'f.s:5:1: error: `__atomic_load` of another size than 16 bytes, or of a size that is not a constant, is not supported, expected 16' "$arm" 'mov x0, 24
bl __atomic_load
ret'
refused "recursion" 'f.s:4:1: error: `f` calls itself, which is not supported, expected calls that end' "$intel" 'call f
ret'
refused "no return" 'f.s:4:1: error: `f` runs past its end, expected a return' "$risc" 'sw a0,0(a0)'
refused "vectors" 'f.s:4:1: error: `ld1` is not supported: vector registers (NEON, SVE, SME) are not modelled, expected another instruction' "$arm" 'ld1 v0,[x0]
ret'
refused "code as data" 'f.s:4:1: error: `.inst` is not supported in a function, expected instructions' "$arm" '.inst 0xd503201f
ret'
own="reaches a thread's own storage (TLS) in a way that is not supported, expected a symbol's place in it"
refused "a word of the thread's block" "f.s:5:1: error: \`movq\` $own" "$intel" 'movl $1, %fs:x@tpoff
movq %fs:48, %rax
ret'
refused "where the block is" "f.s:4:1: error: \`mrs\` $own" "$arm" 'mrs x0, tpidr_el0
ret'
refused "a descriptor" "f.s:4:1: error: \`add\` $own" "$arm" 'add x0, x0, :tlsdesc_lo12:x
ret'
refused "the register of the block" "f.s:4:1: error: \`mv\` $own" "$risc" 'mv a0,tp
ret'
refused "a place added in another way" "f.s:4:1: error: \`adds\` $own" "$arm" 'adds x0, x0, :tprel_hi12:x, lsl #12
ret'
refused "two objects of one name" "f.s:4:1: error: the file has a \`x_P0\`, expected none beside a thread's own \`x\`" "$risc" 'lui a5,%tprel_hi(x)
la a0,x_P0
ret'
refused "bits and flags" 'f.s:4:1: error: `rep bsfl` is not supported where its flags may be read, expected code that sets them first' "$intel" 'rep bsfl (%rdi), %eax
je 1f
1: ret'
refused "a string" 'f.s:4:1: error: `rep stosl` is not supported, expected instructions without it' "$intel" 'rep stosl
ret'
refused "an anchor" 'f.s:4:1: error: `.LANCHOR0` is defined nowhere in the file, expected a label of data' "$arm" 'adrp x1, .LANCHOR0
ret'
refused "another part of an address" 'f.s:4:1: error: no `auipc` is at label `.L9`, expected the other part of the address there' "$risc" 'lw a0,%pcrel_lo(.L9)(a0)
ret'
printf 'P0 = call f(x)\nexists (x[1]=2)\n' >word.bind
# A word of GNU's assembler has 2 bytes on x86 ("Pseudo Ops", .word), 4 on the others.
for set in "$intel|movl x(%rip), %eax|int16_t x[2]={1,2}" "$risc|lw a0,x|int x[2]={1,2}"; do
    IFS='|' read -r head code item <<<"$set"
    printf '%s\n\t.type f, %%function\nf:\n%s\nret\n\t.size f, .-f\nx:\n\t.word 1,2\n' "$head" "$code" >f.s
    run 0 "a word" import f.s --bind word.bind
    contains "a word" out "$item"
done
# A table without a compiler: case 0 ends with 5, case 1 with 6, and the index is another thread's.
printf 'test t\nP0 = call f(x, i)\nP1 = call g(i)\nforall (x=5 \\/ x=6)\n' >t.bind
# table WHAT HEAD CODE STORE BOUND MAIN: f reads the index and jumps, g stores STORE into it; with the comparison only.
table() {
    local bound
    for bound in "$4" ""; do
        printf '%s\n\t.type f, %%function\nf:\n%s\n\t.size f, .-f\n\t.type g, %%function\ng:\n%s\n\t.size g, .-g\n' "$2" "${3/BOUND/$bound}" "$5" >t.s
        run 0 "$1" import t.s --bind t.bind -o t.litmus
        "$CMCM" check -q t.litmus >out 2>err
        if [ -n "$bound" ]; then contains "$1" out "Ok (Always, 2 states)"; else contains "$1: no bound" err "may reach past the end of"; fi
    done
}
table "x86" "$intel" 'movl (%rsi), %eax
BOUND
jmp *.L4(,%rax,8)
.section .rodata
.L4: .quad .L1
.quad .L2
.text
.L1: movl $5, (%rdi)
ret
.L2: movl $6, (%rdi)
.L9: ret' 'cmpl $1, %eax
ja .L1' 'movl $1, (%rdi)
movl $7, (%rdi)
ret'
table "AArch64" "$arm" 'ldr w2,[x1]
BOUND
adrp x3,.L4
add x3,x3,:lo12:.L4
ldrb w3,[x3,w2,uxtw]
adr x4,.Lrtx4
add x3,x4,w3,sxtb #2
br x3
.Lrtx4:
.section .rodata
.L4: .byte (.L1 - .Lrtx4) / 4
.byte (.L2 - .Lrtx4) / 4
.text
.L1: mov w5,#5
.L3: str w5,[x0]
ret
.L2: mov w5,#6
b .L3' 'cmp w2,#1
b.hi .L1' 'mov w5,#1
str w5,[x0]
mov w5,#7
str w5,[x0]
ret'
table "RISC-V" "$risc" 'lwu a2,0(a1)
li a3,1
BOUND
lla a4,.L4
slli a3,a2,2
add a3,a3,a4
lw a3,0(a3)
add a3,a3,a4
jr a3
.section .rodata
.L4: .word .L1-.L4
.word .L2-.L4
.text
.L1: li a5,5
.L3: sw a5,0(a0)
ret
.L2: li a5,6
j .L3' 'bgtu a2,a3,.L1' 'li a5,1
sw a5,0(a0)
li a5,7
sw a5,0(a0)
ret'
# What the divisor or the dividend makes an exception, and of which bit of 0 nothing is said: uncertain, where it is run.
for row in "movl (%rdi), %ecx; idivl %ecx|0 7|may divide by 0" "movl (%rdi), %ecx; idivl %ecx|-1 -2147483648|may divide by 0" \
    "movl (%rdi), %ecx; divl %ecx|5 -7|may divide by 0" "bsfl (%rdi), %eax|0 0|may look for a bit in 0" \
    "bsrl (%rdi), %eax|0 0|may look for a bit in 0" "movl (%rdi), %ecx; idivl %ecx|5 -7|" "bsrl (%rdi), %eax|5 -7|"; do
    IFS='|' read -r code numbers why <<<"$row"
    printf '%s\n\t.type f, %%function\nf:\nmovl %%esi, %%eax\ncltd\n%s\nmovl %%eax, (%%rdi)\nret\n\t.size f, .-f\n' "$intel" "${code/; /$'\n'}" >f.s
    printf 'P0 = call f(x, %d)\ninit { int x=%d; }\nexists (x=%d)\n' "${numbers#* }" "${numbers% *}" "$([ "${code#bsr}" = "$code" ] && echo -1 || echo 2)" >d.bind
    run 0 "$row" import f.s --bind d.bind -o d.litmus
    "$CMCM" check -q d.litmus >out 2>err
    if [ -n "$why" ]; then contains "$row" err "$why"; else contains "$row" out "Ok (Always, 1 state)"; fi
done
# What f leaves in x, which is one thing. gives NAME SET VALUE CODE
gives() {
    printf '%s\n\t.type f, %%function\n\t.type g, %%function\n\t.type h, %%function\n%s\n' "$2" "$4" >f.s
    printf 'P0 = call f(x)\ninit { int64_t x=0; int64_t z=0; }\nforall (x=%s)\n' "$3" >d.bind
    run 0 "$1" import f.s --bind d.bind -o d.litmus
    "$CMCM" check -q d.litmus >out 2>err
    contains "$1: $(cat err)" out "Ok (Always, 1 state)"
}
# Arguments on the stack are above the address that a call pushes: 5 - 100 * 7; from memory: 40.
gives "arguments on the stack" "$intel" -695 'g: movq 8(%rsp), %rax
imulq $100, 16(%rsp), %rcx
subq %rcx, %rax
ret
f: pushq $7
pushq $5
call g
addq $16, %rsp
movq %rax, (%rdi)
ret'
gives "an argument of memory, and a frame" "$intel" 40 'g: pushq %rbp
movq %rsp, %rbp
movq 16(%rbp), %rax
popq %rbp
ret
f: pushq y(%rip)
call g
popq %rcx
movq %rax, (%rdi)
ret
.data
y: .quad 40'
# Pointers to functions, in a register, in a table, as the last call: g adds 1, and h 10.
pointers='.data
t: .quad g
.quad h'
gives "pointers to functions" "$intel" 11 "g: incq (%rdi)
ret
h: addq \$10, (%rdi)
ret
f: leaq g(%rip), %rax
call *%rax
movl \$1, %ecx
leaq t(%rip), %rax
jmp *(%rax,%rcx,8)
$pointers"
gives "pointers to functions" "$arm" 11 "g: ldr x1, [x0]
add x1, x1, 1
str x1, [x0]
ret
h: ldr x1, [x0]
add x1, x1, 10
str x1, [x0]
ret
f: stp x29, x30, [sp, -16]!
adrp x2, g
add x2, x2, :lo12:g
blr x2
ldp x29, x30, [sp], 16
adrp x2, t
ldr x2, [x2, :lo12:t+8]
br x2
$pointers"
gives "pointers to functions" "$risc" 11 "g: ld a1, 0(a0)
addi a1, a1, 1
sd a1, 0(a0)
ret
h: ld a1, 0(a0)
addi a1, a1, 10
sd a1, 0(a0)
ret
f: lla a2, g
jalr a2
ld a2, t+8
jr a2
$pointers"
printf '%s\n\t.type f, %%function\n\t.type g, %%function\ng: ret\nf: leaq g(%%rip), %%rcx\ncall *%%rdi\nret\n' "$intel" >f.s
printf 'P0 = call f(x)\nforall (x=0)\n' >d.bind
run 0 "no function" import f.s --bind d.bind -o d.litmus
"$CMCM" check -q d.litmus >out 2>err
contains "no function" err 'may access memory outside of every location'
# Registers of 16 bytes: copied, cleared, filled; a lower half that is written clears the upper.
gives "16 bytes" "$arm" 258 'f: adrp x1, y
add x1, x1, :lo12:y
ldp q0, q1, [x1]
stp q1, q0, [x1]
ldr q2, [x1, 16]
movi v3.4s, 0x1, lsl 8
str q3, [x1], 16
fmov d3, d2
str q3, [x1, #0]
ldp x2, x3, [x1]
ldr x4, [x1, -16]
add x2, x2, x3
and x4, x4, 0xff00
add x2, x2, x4
str x2, [x0]
ret
.data
.align 4
y: .quad 2
.quad 3
.quad 5
.quad 7'
gives "16 bytes, moved and counted" "$arm" 39 'f: mov x1, #0xff
movk x1, #0x8001, lsl #48
mov v1.d[1], x1
fmov d0, x1
cnt v0.8b, v0.8b
addv b0, v0.8b
fmov x2, d0
mov v1.d[1], x2
mov v2.16b, v1.16b
mov x3, v2.d[1]
movi v4.16b, #3
fmov w4, s4
and x4, x4, #0xff
mul x3, x3, x4
add x3, x3, #9
str x3, [x0]
ret'
refused "more registers of 16 bytes" 'f.s:4:1: error: `ldr` in a file that uses `d17` is not supported, expected registers of 16 bytes below 16' "$arm" 'ldr q0, [x0]
fmov d17, x0
ret'
# Square roots: of 2.25, which is 0x4002000000000000; 1.5 is 0x3ff8000000000000.
for set in "$intel|movq \$0x4002000000000000, %rax|movq %rax, %xmm0|call sqrt|movq %xmm0, %rax|movq %rax, (%rdi)" \
    "$arm|mov x1, #0x4002000000000000|fmov d0, x1|bl sqrt|fmov x1, d0|str x1, [x0]" \
    "$risc|fld fa0,y,t0|lla a1,x|call sqrt|fsd fa0,0(a0)"; do
    gives "a square root" "${set%%|*}" 0x3ff8000000000000 "f: $(tr '|' '\n' <<<"${set#*|}")
ret
.data
y: .quad 0x4002000000000000"
done
# Functions of the C library and of libgcc: memset of a value, memcmp by the first byte that differs, bits.
sets_bytes=0x0b0b0b0b0b0b0b0b
gives "memset" "$intel" $sets_bytes 'f: movl $8, %edx
movl $0x10b, %esi
call memset
ret'
gives "memset" "$arm" $sets_bytes 'f: mov x2, #8
mov w1, #11
bl memset
ret'
gives "memset" "$risc" $sets_bytes 'f: li a2,8
li a1,11
tail memset'
# Of a value that memory has; and how long a string is.
for set in "$intel|movl y(%rip), %esi|movl \$8, %edx|call memset" "$arm|adrp x1, y|ldr w1, [x1, :lo12:y]|mov x2, #8|bl memset" \
    "$risc|lw a1, y|li a2, 8|call memset"; do
    gives "memset of memory" "${set%%|*}" $sets_bytes "f: $(tr '|' '\n' <<<"${set#*|}")
ret
.data
y: .long 0x30b"
done
for set in "$intel|movq %rdi, %rbx|leaq y(%rip), %rdi|call strlen|movq %rax, (%rbx)" \
    "$arm|mov x19, x0|adrp x0, y|add x0, x0, :lo12:y|bl strlen|str x0, [x19]" "$risc|mv s1, a0|lla a0, y|call strlen|sd a0, 0(s1)"; do
    gives "strlen" "${set%%|*}" 2 "f: $(tr '|' '\n' <<<"${set#*|}")
ret
.data
y: .string \"ab\""
done
gives "cbtw" "$intel" -56 'f: movl $200, %eax
cbtw
movswq %ax, %rax
movq %rax, (%rdi)
ret'
words='.data
y: .quad 0x0201
w: .quad 0x0301'
gives "memcmp" "$intel" -1 "f: pushq %rdi
leaq y(%rip), %rdi
leaq w(%rip), %rsi
movl \$2, %edx
call memcmp
popq %rdi
cltq
movq %rax, (%rdi)
ret
$words"
gives "memcmp" "$arm" 1 "f: mov x19, x0
adrp x1, y
add x1, x1, :lo12:y
adrp x0, w
add x0, x0, :lo12:w
mov x2, #3
bl memcmp
sxtw x0, w0
str x0, [x19]
ret
$words"
gives "memcmp" "$risc" 0 "f: mv s1,a0
lla a0,y
lla a1,w
li a2,1
call memcmp
sd a0,0(s1)
ret
$words"
gives "bits" "$intel" 9 'f: movq %rdi, %rbx
movabsq $0x80000000000000ff, %rdi
call __popcountdi2
movq %rax, (%rbx)
ret'
# Numbers of 16 bytes, low and high part: what a function of libgcc gives, by hand. wide SET HEAD CODE: for those of f.s.
wide() {
    printf '%s\n\t.type f, %%function\n%s\nret\n.data\ny: .zero 16\n' "$2" "$3" >f.s
    printf 'P0 = call f(x)\ninit { int64_t x[2]; }\nforall (x[0]=%s /\\ x[1]=%s)\n' "$low" "$high" >d.bind
    run 0 "$row $1" import f.s --bind d.bind -o d.litmus
    "$CMCM" check -q d.litmus >out 2>err
    contains "$row $1: $(cat err)" out "Ok (Always, 1 state)"
}
for row in "__udivti3 0 7 7 0 0 1" "__udivti3 -1 -1 -2 -1 1 0" "__umodti3 -1 -1 -2 -1 1 0" "__udivmodti4 -1 -1 -2 -1 1 0" \
    "__divti3 0 -1 3 0 -6148914691236517205 -1" "__modti3 0 -1 3 0 -1 -1" "__divti3 100 0 -7 -1 -14 -1" \
    "__modti3 100 0 -7 -1 2 0" "__divmodti4 -100 -1 -7 -1 14 0" "__multi3 3 1 5 2 15 11" "__multi3 -1 0 -1 0 1 -2" \
    "__ashlti3 0x8000000000000001 5 1 0 2 11" "__ashlti3 3 5 64 0 0 3" "__ashlti3 3 5 0 0 3 5" "__lshrti3 2 5 66 0 1 0" \
    "__lshrti3 2 5 1 0 0x8000000000000001 2" "__ashrti3 0 -8 66 0 -2 -1" "__ashrti3 0 -8 1 0 0 -4"; do
    read -r function a b c d low high <<<"$row"
    [[ $function = *sh*ti3 ]] || wide x86 "$intel" "f: movq %rdi, %rbx
movabsq \$$a, %rdi
movabsq \$$b, %rsi
movabsq \$$c, %rdx
movabsq \$$d, %rcx
leaq y(%rip), %r8
call $function
movq %rax, (%rbx)
movq %rdx, 8(%rbx)"
    wide AArch64 "$arm" "f: mov x19, x0
ldr x0, =$a
ldr x1, =$b
ldr x2, =$c
ldr x3, =$d
adrp x4, y
add x4, x4, :lo12:y
bl $function
stp x0, x1, [x19]"
    wide RISC-V "$risc" "f: mv s1, a0
li a0, $a
li a1, $b
li a2, $c
li a3, $d
lla a4, y
call $function
sd a0, 0(s1)
sd a1, 8(s1)"
done
for row in "__clzdi2 0x10000 47" "__bswapsi2 0x81020384 0xffffffff84030281" "__paritydi2 7 1" "__popcountdi2 0x80000000000000ff 9" "__bswapdi2 0x0102030405060708 0x0807060504030201" "__ctzdi2 0x5000 12" \
    "__ffsdi2 0x5000 13" "ffs 0 0" "ffsl -1 1"; do
    read -r function number result <<<"$row"
    gives "$function" "$risc" "$result" "f: mv s1,a0
li a0,$number
call $function
sd a0,0(s1)
ret"
done
# Literal pools: 0x1234567890abcdef + 5 + 7 + 5.
gives "literal pools" "$arm" 0x1234567890abce00 'f: ldr x1, =0x1234567890abcdef
ldr x2, .LC0
ldr x3, =y+8
ldr x3, [x3]
ldr d0, .LC0
fmov x4, d0
add x1, x1, x2
add x1, x1, x3
add x1, x1, x4
str x1, [x0]
ret
.LC0: .xword 5
.data
.align 4
y: .quad 2
.quad 7'
# Both bodies of an outlined atomic: what fails leaves a branch behind, or none; so does the store of another thread.
printf '%s\n\t.type f, %%function\nf: mov x19, x0\nmov x20, x1\nmov w0, 7\nmov w1, 1\nmov x2, x19\nbl __aarch64_cas4_relax\nmov w3, 1\nstr w3, [x20]\nret\n\t.type g, %%function\ng: ldr w2, [x0]\nstr w2, [x1]\nret\n' "$arm" >f.s
for row in "0|0:x0=0|Never" "1|0:x0=0|Sometimes"; do
    IFS='|' read -r have _ answer <<<"$row"
    printf 'P0 = call f(x, y)\nP1 = call g(y, z)\nP2 = call g(z, x)\ninit { int x=0; int y=0; int z=0; int __aarch64_have_lse_atomics=%s; }\nexists (0:X0=1)\n' "$have" >d.bind
    run 0 "bodies $have" import f.s --bind d.bind -o d.litmus
    "$CMCM" check -q d.litmus >out 2>err
    contains "bodies $have: $(cat err)" out "($answer"
done
# Strings: their characters, and a 0 behind each of .string and .asciz: "\102" is B (GNU as, "Strings").
for set in "$intel|movzbl x+6(%rip), %eax" "$arm|adrp x0, x; ldrb w0,[x0,:lo12:x+6]" "$risc|lla a0,x; lbu a0,6(a0)"; do
    printf '%s\n\t.type f, %%function\nf:\n%s\nret\n\t.size f, .-f\nx:\n\t.string "a;\\n", "\\102"\n\t.ascii "\\"\\\\"\n\t.asciz ", "\n' "${set%%|*}" "${set#*|}" >f.s
    printf 'P0 = call f(y)\nexists (true)\n' >d.bind
    run 0 "strings" import f.s --bind d.bind
    contains "strings" out 'int8_t x[11]={97,59,10,0,66,0,34,92,44,32,0}'
done
for text in '"\x41"' 'a' '"a" "b"' '' '"a",' '"a'; do
    refused "the string $text" "f.s:8:1: error: \`.ascii $text\` is not supported, expected strings in quotes" "$intel" "movb x(%rip), %al
ret
.data
x:
.ascii $text"
done
# A table of distances, as clang writes it of pointers to constants: the second string's second character.
distances='.section .rodata
t: .long .Ly-t
.long .Lw-t
.Ly: .asciz "ab"
.p2align 2
.Lw: .asciz "cd"'
gives "a table of distances" "$intel" 100 "f: leaq t(%rip), %rcx
movslq 4(%rcx), %rax
addq %rcx, %rax
movzbl 1(%rax), %eax
movq %rax, (%rdi)
ret
$distances"
gives "a table of distances" "$arm" 100 "f: adrp x1, t
add x1, x1, :lo12:t
ldrsw x2, [x1, #4]
add x1, x1, x2
ldrb w1, [x1, #1]
str x1, [x0]
ret
$distances"
refused "a table of distances to what has an address, too" 'f.s:8:1: error: `.Ly` is in a table of distances, and an instruction names it, which is not supported, expected one of these' "$risc" "lla a1, t
lla a2, .Ly
ret
$distances"
# RISC-V's atomics of a byte act on the word around it, which has zeros behind an object of its own.
gives "the word around a byte" "$risc" 129 'f: lla a1, y
li a2, 128
amoor.w.aqrl a2, a2, (a1)
lbu a2, 0(a1)
sd a2, 0(a0)
ret
.data
y: .byte 1'
# What only lets time pass is left out, and gives 0; so does the number that guards the stack; what ends the process needs no
# return behind it. A loop that is entered at its test, as this one, only waits: it ends with what f has handed over.
hands='	.type g, %function
g: '
waits() {
    printf '%s\n\t.type f, %%function\nf: %s\nret\n%s%s\n' "$1" "$2" "$hands" "$3" >f.s
    printf 'P0 = call f(x, y)\nP1 = call g(x, y)\ninit { int x=0; int y=0; int64_t z=9; }\nforall (y=%s)\n' "$4" >d.bind
    run 0 "waits" import f.s --bind d.bind -o d.litmus
    contains "waits" err 'is left out, and gives 0'
    contains "waits" err '`__stack_chk_fail` ends only its thread: the others go on'
    "$CMCM" check -q d.litmus >out 2>err
    contains "waits: $(cat err)" out "Ok (Always, 1 state)"
}
waits "$intel" 'movl $5, (%rsi)
movl $1, (%rdi)' 'movq %rdi, %rbx
movq %fs:40, %rax
movq %rax, -8(%rsp)
jmp 2f
1: call sched_yield@PLT
2: movl (%rbx), %eax
testl %eax, %eax
je 1b
movl (%rsi), %eax
addl $2, %eax
movl %eax, (%rsi)
movq -8(%rsp), %rdx
subq %fs:40, %rdx
jne 3f
ret
3: call __stack_chk_fail' 7
waits "$arm" 'mov w2, 5
str w2, [x1]
mov w2, 1
stlr w2, [x0]' 'mov x19, x0
mov w0, 0
b 2f
1: mov w0, 1
bl usleep
2: ldar w2, [x19]
cbz w2, 1b
ldr w2, [x1]
add w2, w2, w0
str w2, [x1]
cmp w2, 5
bne 3f
ret
3: bl __stack_chk_fail' 5
waits "$risc" 'li a2, 5
sw a2, 0(a1)
fence rw, w
li a2, 1
sw a2, 0(a0)' 'mv s1, a0
li a0, 0
j 2f
1: li a0, 1
call sleep
2: lw a2, 0(s1)
fence r, rw
beqz a2, 1b
lw a2, 0(a1)
add a2, a2, a0
sw a2, 0(a1)
bnez a0, 3f
ret
3: call __stack_chk_fail' 5
# Other names, of data and of functions; what is no operation; and what ends the process, which here ends its thread.
# f: half of an even number goes to y, which is x; an odd number traps, and leaves both. By its other name g.
# others HEAD CODE: the body.
others() {
    local n x
    printf '%s\n\t.type f, %%function\n\t.type g, %%function\nf:\n%s\n\t.size f, .-f\n\t.set g,f\ny = x\n\t.data\nx:\n\t.4byte 1\n\t.cfi_restore_state\n' "$1" "$2" >f.s
    for row in "6 3" "5 1"; do
        read -r n x <<<"$row"
        printf 'P0 = call g(z)\nP1 = call f(z)\ninit { int z=%d; }\nforall (x=%d)\n' "$n" "$x" >d.bind
        run 0 "another name, $n" import f.s --bind d.bind -o d.litmus
        contains "another name, $n" err 'ends only its thread: the others go on'
        "$CMCM" check -q d.litmus >out 2>err
        contains "another name, $n" out "f: Ok (Always"
    done
}
others "$intel" 'prefetcht0 (%rdi)
movl (%rdi), %eax
sarl %eax
jc 1f
movl %eax, y(%rip)
ret
1: ud2'
others "$arm" 'ldr w1, [x0]
tbnz w1, #0, 1f
lsr w1, w1, #1
adrp x2, y
str w1, [x2, :lo12:y]
ret
1: brk #1000'
others "$risc" 'lw a1, 0(a0)
andi a2, a1, 1
bnez a2, 1f
srliw a1, a1, 1
lla a2, y
sw a1, 0(a2)
ret
1: call abort'
refused "names that are one another's" 'f.s:7:1: error: `a` is another name of something, which is not supported, expected an object' "$risc" 'lw a0,a
ret
.set b,a
.set a,b'
by_table='jmp *.L4(,%rax,8)
.section .rodata
.L4: .quad .L1
.text
.L1:'
refused "flags behind a table" 'f.s:4:1: error: the flags may be read after a jump by a table, which is not supported, expected code that sets them first' "$intel" "$by_table jne .L1
ret"
refused "flags behind a table and a sum of doubles, which leaves them" 'f.s:4:1: error: the flags may be read after a jump by a table, which is not supported, expected code that sets them first' "$intel" "$by_table addsd %xmm1, %xmm0
jne .L1
ret"
many=$(awk 'BEGIN { for (i = 0; i < 16384; i++) printf ".LB%d:\n", i }')
refused "a table behind more labels than there are numbers" 'f.s:4:1: error: `jmp` to an address in a register is not supported, expected a name' "$intel" "jmp *.L4(,%rax,8)
$many
.section .rodata
.L4: .quad .L1
.text
.L1: ret"
taken=$(for i in 8 9 10 11 12 13 14 15; do echo "movl \$1, (%r$i)"; done)
refused "a register that a table needs" 'f.s:4:1: error: `jmp` in code that uses `r8` to `r15` is not supported, expected one to be free' "$intel" "$by_table $taken
ret"
refused "a jump without a table" 'f.s:4:1: error: `jr` to an address in a register is not supported, expected a name' "$risc" 'jr a0'
printf 'launch f(x)\nP0 = block 0\nexists (x=1)\n' >f.bind
run 3 "a launch" import f.s --bind f.bind
contains "a launch" err 'a function of a CPU cannot be launched, expected a thread that calls it'
printf 'P0 = call g(x)\nexists (x=1)\n' >f.bind
run 3 "no such function" import f.s --bind f.bind
contains "no such function" err 'f.bind:1:11: error: there is no function `g` in f.s, expected one of f'
printf 'P0 = call f(1, 2, 3, 4, 5, 6, 7, 8, 9)\nexists (x=1)\n' >f.bind
run 3 "there are too many arguments" import f.s --bind f.bind
contains "there are too many arguments" err '9 arguments, expected at most 8, which are in registers'
printf '\tfoo\n' >g.s
printf 'P0 = call f(x)\nexists (x=1)\n' >g.bind
run 3 "no instruction set" import g.s --bind g.bind
contains "no instruction set" err 'a function in a file of kernels cannot be called, expected `launch`'
finish
