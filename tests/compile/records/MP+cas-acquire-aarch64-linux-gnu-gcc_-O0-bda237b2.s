# aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0
# aarch64-linux-gnu-gcc -O0 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 3c38dc60
	.arch armv8-a
	.type	P0, %function
P0:
	sub	sp, sp, #16
	str	x0, [sp, 8]
	str	x1, [sp]
	ldr	x0, [sp, 8]
	mov	w1, 1
	str	w1, [x0]
	ldr	x0, [sp]
	mov	w1, 1
	stlr	w1, [x0]
	nop
	add	sp, sp, 16
	ret
	.size	P0, .-P0
# unit P1 d85f5c63
	.arch armv8-a
	.type	P1, %function
P1:
	stp	x29, x30, [sp, -80]!
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	str	x0, [sp, 56]
	str	x1, [sp, 48]
	str	x2, [sp, 40]
	str	x3, [sp, 32]
	str	wzr, [sp, 68]
	str	wzr, [sp, 76]
	str	wzr, [sp, 72]
	mov	w0, 1
	str	w0, [sp, 68]
	ldr	x1, [sp, 48]
	add	x19, sp, 68
	ldr	w20, [x19]
	mov	w0, 2
	mov	x2, x1
	mov	w1, w0
	mov	w0, w20
	bl	__aarch64_cas4_acq
	cmp	w0, w20
	mov	w1, w0
	cset	w0, eq
	cmp	w0, 0
	bne	.L2
	str	w1, [x19]
.L2:
	str	w0, [sp, 76]
	ldr	x0, [sp, 56]
	ldr	w0, [x0]
	str	w0, [sp, 72]
	ldr	x0, [sp, 40]
	ldr	w1, [sp, 76]
	str	w1, [x0]
	ldr	x0, [sp, 32]
	ldr	w1, [sp, 72]
	str	w1, [x0]
	nop
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 80
	ret
	.size	P1, .-P1
# unit P1 bare 48052b06
	.arch armv8-a
	.type	P1, %function
P1:
	stp	x29, x30, [sp, -64]!
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	str	x0, [sp, 40]
	str	x1, [sp, 32]
	str	wzr, [sp, 52]
	str	wzr, [sp, 60]
	str	wzr, [sp, 56]
	mov	w0, 1
	str	w0, [sp, 52]
	ldr	x1, [sp, 32]
	add	x19, sp, 52
	ldr	w20, [x19]
	mov	w0, 2
	mov	x2, x1
	mov	w1, w0
	mov	w0, w20
	bl	__aarch64_cas4_acq
	cmp	w0, w20
	mov	w1, w0
	cset	w0, eq
	cmp	w0, 0
	bne	.L2
	str	w1, [x19]
.L2:
	str	w0, [sp, 60]
	ldr	x0, [sp, 40]
	ldr	w0, [x0]
	str	w0, [sp, 56]
	nop
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 64
	ret
	.size	P1, .-P1
