# Debian clang version 16.0.6 (15~deb12u1)
# clang-16 --target=aarch64-linux-gnu -march=armv8-a -mno-outline-atomics -O1 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 30682fb1
	.type	P0,@function
P0:
	fmov	d0, #1.00000000
	ldr	d1, [x0]
	b	.LBB0_2
.LBB0_1:
	fmov	d1, x10
	cmp	x10, x9
	b.eq	.LBB0_5
.LBB0_2:
	fadd	d2, d1, d0
	fmov	x9, d1
	fmov	x8, d2
.LBB0_3:
	ldaxr	x10, [x0]
	cmp	x10, x9
	b.ne	.LBB0_1
	stlxr	wzr, x8, [x0]
	cbnz	wzr, .LBB0_3
	b	.LBB0_1
.LBB0_5:
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 0629d138
	.type	P1,@function
P1:
	fmov	d0, #1.00000000
	ldr	d1, [x0]
	b	.LBB0_2
.LBB0_1:
	fmov	d1, x10
	cmp	x10, x9
	b.eq	.LBB0_5
.LBB0_2:
	fadd	d2, d1, d0
	fmov	x9, d1
	fmov	x8, d2
.LBB0_3:
	ldaxr	x10, [x0]
	cmp	x10, x9
	b.ne	.LBB0_1
	stlxr	wzr, x8, [x0]
	cbnz	wzr, .LBB0_3
	b	.LBB0_1
.LBB0_5:
	ret
	.size	P1, .Lfunc_end0-P1
