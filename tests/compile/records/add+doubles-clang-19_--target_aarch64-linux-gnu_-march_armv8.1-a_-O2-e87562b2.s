# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=aarch64-linux-gnu -march=armv8.1-a -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 30682fb1
	.type	P0,@function
P0:
	fmov	d0, #1.00000000
	ldr	d1, [x0]
.LBB0_1:
	fadd	d2, d1, d0
	fmov	x8, d1
	mov	x10, x8
	fmov	x9, d2
	cas	x10, x9, [x0]
	fmov	d1, x10
	cmp	x10, x8
	b.ne	.LBB0_1
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 0629d138
	.type	P1,@function
P1:
	fmov	d0, #1.00000000
	ldr	d1, [x0]
.LBB0_1:
	fadd	d2, d1, d0
	fmov	x8, d1
	mov	x10, x8
	fmov	x9, d2
	cas	x10, x9, [x0]
	fmov	d1, x10
	cmp	x10, x8
	b.ne	.LBB0_1
	ret
	.size	P1, .Lfunc_end0-P1
