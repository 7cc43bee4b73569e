# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=aarch64-linux-gnu -march=armv8-a -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P1 e31b5420
	.type	P1,@function
P1:
.LBB0_1:
	ldxp	x8, x9, [x0]
	adds	x8, x8, #2
	cinc	x9, x9, hs
	stxp	w10, x8, x9, [x0]
	cbnz	w10, .LBB0_1
	ret
	.size	P1, .Lfunc_end0-P1
# unit P0 b42d6862
	.type	P0,@function
P0:
.LBB0_1:
	ldxp	x8, x9, [x0]
	adds	x8, x8, #1
	cinc	x9, x9, hs
	stxp	w10, x8, x9, [x0]
	cbnz	w10, .LBB0_1
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 e31b5420
	.type	P1,@function
P1:
.LBB0_1:
	ldxp	x8, x9, [x0]
	adds	x8, x8, #2
	cinc	x9, x9, hs
	stxp	w10, x8, x9, [x0]
	cbnz	w10, .LBB0_1
	ret
	.size	P1, .Lfunc_end0-P1
