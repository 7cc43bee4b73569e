# Debian clang version 14.0.6
# clang-14 --target=aarch64-linux-gnu -march=armv8-a -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 47273cc6
	.type	P0,@function
P0:
.LBB0_1:
	ldaxp	x8, x9, [x0]
	adds	x8, x8, #1
	adcs	x9, x9, xzr
	stlxp	w10, x8, x9, [x0]
	cbnz	w10, .LBB0_1
.LBB0_2:
	ldaxp	x8, x9, [x1]
	stlxp	w10, x8, x9, [x1]
	cbnz	w10, .LBB0_2
	str	w8, [x2]
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 f3446467
	.type	P1,@function
P1:
.LBB0_1:
	ldaxp	x8, x9, [x1]
	adds	x8, x8, #1
	adcs	x9, x9, xzr
	stlxp	w10, x8, x9, [x1]
	cbnz	w10, .LBB0_1
.LBB0_2:
	ldaxp	x8, x9, [x0]
	stlxp	w10, x8, x9, [x0]
	cbnz	w10, .LBB0_2
	str	w8, [x2]
	ret
	.size	P1, .Lfunc_end0-P1
# unit P0 bare c8ecf8bd
	.type	P0,@function
P0:
.LBB0_1:
	ldaxp	x8, x9, [x0]
	adds	x8, x8, #1
	adcs	x9, x9, xzr
	stlxp	w10, x8, x9, [x0]
	cbnz	w10, .LBB0_1
.LBB0_2:
	ldaxp	x8, x9, [x1]
	stlxp	w10, x8, x9, [x1]
	cbnz	w10, .LBB0_2
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 bare 8463085c
	.type	P1,@function
P1:
.LBB0_1:
	ldaxp	x8, x9, [x1]
	adds	x8, x8, #1
	adcs	x9, x9, xzr
	stlxp	w10, x8, x9, [x1]
	cbnz	w10, .LBB0_1
.LBB0_2:
	ldaxp	x8, x9, [x0]
	stlxp	w10, x8, x9, [x0]
	cbnz	w10, .LBB0_2
	ret
	.size	P1, .Lfunc_end0-P1
