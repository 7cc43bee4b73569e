# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=aarch64-linux-gnu -march=armv8.4-a -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 d50d41c6
	.type	P0,@function
P0:
	ldp	x8, xzr, [x0]
	dmb	ishld
	str	w8, [x1]
	ret
	.size	P0, .Lfunc_end0-P0
# unit P0 bare ada0838d
	.type	P0,@function
P0:
	ldp	xzr, x8, [x0]
	dmb	ishld
	ret
	.size	P0, .Lfunc_end0-P0
