# aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0
# aarch64-linux-gnu-gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 3c38dc60
	.arch armv8-a
	.type	P0, %function
P0:
	mov	w2, 1
	str	w2, [x0]
	stlr	w2, [x1]
	ret
	.size	P0, .-P0
# unit P1 98afd12b
	.arch armv8-a
	.type	P1, %function
P1:
	stp	x29, x30, [sp, -48]!
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	mov	x20, x2
	mov	x2, x1
	mov	w1, 2
	mov	x19, x3
	str	x21, [sp, 32]
	mov	x21, x0
	mov	w0, 0
	bl	__aarch64_cas4_acq_rel
	ldr	w1, [x21]
	ldr	x21, [sp, 32]
	str	w0, [x20]
	str	w1, [x19]
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 48
	ret
	.size	P1, .-P1
# unit P1 bare 5796bd5c
	.arch armv8-a
	.type	P1, %function
P1:
	stp	x29, x30, [sp, -32]!
	mov	x2, x1
	mov	w1, 2
	mov	x29, sp
	str	x19, [sp, 16]
	mov	x19, x0
	mov	w0, 0
	bl	__aarch64_cas4_acq_rel
	ldr	w0, [x19]
	ldr	x19, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	P1, .-P1
