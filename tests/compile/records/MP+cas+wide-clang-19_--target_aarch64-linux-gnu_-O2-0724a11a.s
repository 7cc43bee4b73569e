# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=aarch64-linux-gnu -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 3228df7c
	.type	P0,@function
P0:
	stp	x29, x30, [sp, #-16]!
	mov	w8, #1
	mov	x4, x1
	mov	x1, xzr
	str	w8, [x0]
	mov	x0, xzr
	mov	w2, #1
	mov	x3, xzr
	mov	x29, sp
	bl	__aarch64_cas16_rel
	ldp	x29, x30, [sp], #16
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 ab20a53f
	.type	P1,@function
P1:
	stp	x29, x30, [sp, #-48]!
	str	x21, [sp, #16]
	mov	x4, x1
	mov	x21, x0
	stp	x20, x19, [sp, #32]
	mov	x19, x3
	mov	x20, x2
	mov	w0, #1
	mov	x1, xzr
	mov	w2, #2
	mov	x3, xzr
	mov	x29, sp
	bl	__aarch64_cas16_acq
	eor	x9, x0, #0x1
	ldr	w8, [x21]
	ldr	x21, [sp, #16]
	orr	x9, x9, x1
	cmp	x9, #0
	cset	w9, eq
	str	w9, [x20]
	str	w8, [x19]
	ldp	x20, x19, [sp, #32]
	ldp	x29, x30, [sp], #48
	ret
	.size	P1, .Lfunc_end0-P1
# unit P1 bare 74bb8cd8
	.type	P1,@function
P1:
	stp	x29, x30, [sp, #-32]!
	str	x19, [sp, #16]
	mov	x4, x1
	mov	x19, x0
	mov	w0, #1
	mov	x1, xzr
	mov	w2, #2
	mov	x3, xzr
	mov	x29, sp
	bl	__aarch64_cas16_acq
	ldr	wzr, [x19]
	ldr	x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
	.size	P1, .Lfunc_end0-P1
