# aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0
# aarch64-linux-gnu-gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 4610654e
	.arch armv8-a
	.type	P0, %function
P0:
	stp	x29, x30, [sp, -32]!
	mov	x4, x0
	mov	w0, 1
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	mov	x20, x2
	mov	x19, x3
	str	w0, [x1]
	dmb	ish
	mov	w0, 0
	mov	x1, x4
	bl	__aarch64_ldadd4_relax
	dmb	ishld
	ldr	w0, [x20]
	str	w0, [x19]
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	P0, .-P0
# unit P1 2b4916a5
	.arch armv8-a
	.type	P1, %function
P1:
	stp	x29, x30, [sp, -32]!
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	mov	x20, x1
	mov	x19, x3
	mov	x1, x0
	mov	w0, 1
	str	w0, [x2]
	dmb	ish
	mov	w0, 0
	bl	__aarch64_ldadd4_relax
	dmb	ishld
	ldr	w0, [x20]
	str	w0, [x19]
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	P1, .-P1
# unit P0 bare 3cc4e709
	.arch armv8-a
	.type	P0, %function
P0:
	stp	x29, x30, [sp, -32]!
	mov	x3, x0
	mov	w0, 1
	mov	x29, sp
	str	x19, [sp, 16]
	mov	x19, x2
	str	w0, [x1]
	dmb	ish
	mov	w0, 0
	mov	x1, x3
	bl	__aarch64_ldadd4_relax
	dmb	ishld
	ldr	w0, [x19]
	ldr	x19, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	P0, .-P0
# unit P1 bare 1eb060c4
	.arch armv8-a
	.type	P1, %function
P1:
	stp	x29, x30, [sp, -32]!
	mov	x29, sp
	str	x19, [sp, 16]
	mov	x19, x1
	mov	x1, x0
	mov	w0, 1
	str	w0, [x2]
	dmb	ish
	mov	w0, 0
	bl	__aarch64_ldadd4_relax
	dmb	ishld
	ldr	w0, [x19]
	ldr	x19, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	P1, .-P1
