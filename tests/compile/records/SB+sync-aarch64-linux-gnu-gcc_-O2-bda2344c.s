# aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0
# aarch64-linux-gnu-gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 dbe7a07f
	.arch armv8-a
	.type	P0, %function
P0:
	stp	x29, x30, [sp, -32]!
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	mov	x20, x1
	mov	x19, x2
	mov	x1, x0
	mov	w0, 1
	bl	__aarch64_ldadd4_sync
	ldr	w0, [x20]
	str	w0, [x19]
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	P0, .-P0
# unit P1 717c7ffe
	.arch armv8-a
	.type	P1, %function
P1:
	stp	x29, x30, [sp, -32]!
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	mov	x20, x0
	mov	x19, x2
	mov	w0, 1
	bl	__aarch64_ldadd4_sync
	ldr	w0, [x20]
	str	w0, [x19]
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	P1, .-P1
# unit P0 bare 79f84211
	.arch armv8-a
	.type	P0, %function
P0:
	stp	x29, x30, [sp, -32]!
	mov	x29, sp
	str	x19, [sp, 16]
	mov	x19, x1
	mov	x1, x0
	mov	w0, 1
	bl	__aarch64_ldadd4_sync
	ldr	w0, [x19]
	ldr	x19, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	P0, .-P0
# unit P1 bare bafba374
	.arch armv8-a
	.type	P1, %function
P1:
	stp	x29, x30, [sp, -32]!
	mov	x29, sp
	str	x19, [sp, 16]
	mov	x19, x0
	mov	w0, 1
	bl	__aarch64_ldadd4_sync
	ldr	w0, [x19]
	ldr	x19, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	P1, .-P1
