# aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0
# aarch64-linux-gnu-gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 f5a2cb11
	.arch armv8-a
	.type	P0, %function
P0:
	stp	x29, x30, [sp, -32]!
	mov	x29, sp
	str	x19, [sp, 16]
	mov	x19, x1
	mov	x1, x0
	mov	w0, -1
	bl	__aarch64_swp2_relax
	mov	x1, x19
	mov	w0, 1
	bl	__aarch64_ldadd1_rel
	ldr	x19, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	P0, .-P0
# unit P1 630d3e85
	.arch armv8-a
	.type	P1, %function
P1:
	ldarb	w1, [x1]
	ldrh	w0, [x0]
	sxtb	w1, w1
	str	w1, [x2]
	sxth	w0, w0
	str	w0, [x3]
	ret
	.size	P1, .-P1
# unit P1 bare 02200bc4
	.arch armv8-a
	.type	P1, %function
P1:
	ldarb	w1, [x1]
	ldrh	w0, [x0]
	ret
	.size	P1, .-P1
