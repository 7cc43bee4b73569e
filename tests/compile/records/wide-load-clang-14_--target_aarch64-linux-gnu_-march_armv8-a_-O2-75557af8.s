# Debian clang version 14.0.6
# clang-14 --target=aarch64-linux-gnu -march=armv8-a -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 d50d41c6
	.type	P0,@function
P0:
.LBB0_1:
	ldaxp	x8, x9, [x0]
	stxp	w10, x8, x9, [x0]
	cbnz	w10, .LBB0_1
	str	w8, [x1]
	ret
	.size	P0, .Lfunc_end0-P0
# unit P0 bare ada0838d
	.type	P0,@function
P0:
.LBB0_1:
	ldaxp	x8, x9, [x0]
	stxp	w10, x8, x9, [x0]
	cbnz	w10, .LBB0_1
	ret
	.size	P0, .Lfunc_end0-P0
