# aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0
# aarch64-linux-gnu-gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 162289fd
	.arch armv8-a
	.type	P0, %function
P0:
	stp	x29, x30, [sp, -32]!
	mov	x3, x0
	mov	x0, x1
	mov	x29, sp
	str	x19, [sp, 16]
	mov	x19, x2
	mov	w1, 1
	stlr	w1, [x3]
	mov	w1, 5
	bl	__atomic_load_16
	str	w0, [x19]
	ldr	x19, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	P0, .-P0
# unit P1 75a452e2
	.arch armv8-a
	.type	P1, %function
P1:
	stp	x29, x30, [sp, -32]!
	mov	w4, 5
	mov	x3, 0
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	mov	x20, x0
	mov	x19, x2
	mov	x0, x1
	mov	x2, 1
	bl	__atomic_store_16
	ldar	w0, [x20]
	str	w0, [x19]
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	P1, .-P1
# unit P0 bare e4b01638
	.arch armv8-a
	.type	P0, %function
P0:
	mov	x2, x0
	mov	x0, x1
	mov	w1, 1
	stlr	w1, [x2]
	mov	w1, 5
	b	__atomic_load_16
	.size	P0, .-P0
# unit P1 bare 78037357
	.arch armv8-a
	.type	P1, %function
P1:
	stp	x29, x30, [sp, -32]!
	mov	w4, 5
	mov	x2, 1
	mov	x29, sp
	mov	x3, 0
	str	x19, [sp, 16]
	mov	x19, x0
	mov	x0, x1
	bl	__atomic_store_16
	ldar	w0, [x19]
	ldr	x19, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	P1, .-P1
