# aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0
# aarch64-linux-gnu-gcc -O0 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 e0796c4d
	.arch armv8-a
	.type	P0, %function
P0:
	sub	sp, sp, #48
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	str	x2, [sp, 8]
	str	wzr, [sp, 44]
	ldr	x0, [sp, 24]
	ldr	w0, [x0]
	str	w0, [sp, 44]
	ldr	w0, [sp, 44]
	cmp	w0, 0
	beq	.L2
	ldr	x0, [sp, 16]
	mov	w1, 1
	str	w1, [x0]
	b	.L3
.L2:
	ldr	x0, [sp, 16]
	mov	w1, 1
	str	w1, [x0]
.L3:
	ldr	x0, [sp, 8]
	ldr	w1, [sp, 44]
	str	w1, [x0]
	nop
	add	sp, sp, 48
	ret
	.size	P0, .-P0
# unit P1 fda3e32c
	.arch armv8-a
	.type	P1, %function
P1:
	sub	sp, sp, #48
	str	x0, [sp, 24]
	str	x1, [sp, 16]
	str	x2, [sp, 8]
	str	wzr, [sp, 44]
	ldr	x0, [sp, 16]
	ldr	w0, [x0]
	str	w0, [sp, 44]
	ldr	w1, [sp, 44]
	ldr	x0, [sp, 24]
	str	w1, [x0]
	ldr	x0, [sp, 8]
	ldr	w1, [sp, 44]
	str	w1, [x0]
	nop
	add	sp, sp, 48
	ret
	.size	P1, .-P1
# unit P0 bare d38115f4
	.arch armv8-a
	.type	P0, %function
P0:
	sub	sp, sp, #32
	str	x0, [sp, 8]
	str	x1, [sp]
	str	wzr, [sp, 28]
	ldr	x0, [sp, 8]
	ldr	w0, [x0]
	str	w0, [sp, 28]
	ldr	w0, [sp, 28]
	cmp	w0, 0
	beq	.L2
	ldr	x0, [sp]
	mov	w1, 1
	str	w1, [x0]
	b	.L4
.L2:
	ldr	x0, [sp]
	mov	w1, 1
	str	w1, [x0]
.L4:
	nop
	add	sp, sp, 32
	ret
	.size	P0, .-P0
# unit P1 bare 0ced92eb
	.arch armv8-a
	.type	P1, %function
P1:
	sub	sp, sp, #32
	str	x0, [sp, 8]
	str	x1, [sp]
	str	wzr, [sp, 28]
	ldr	x0, [sp]
	ldr	w0, [x0]
	str	w0, [sp, 28]
	ldr	w1, [sp, 28]
	ldr	x0, [sp, 8]
	str	w1, [x0]
	nop
	add	sp, sp, 32
	ret
	.size	P1, .-P1
