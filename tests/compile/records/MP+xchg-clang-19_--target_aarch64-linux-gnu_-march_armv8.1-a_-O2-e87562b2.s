# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=aarch64-linux-gnu -march=armv8.1-a -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 3c38dc60
	.type	P0,@function
P0:
	mov	w8, #1
	str	w8, [x0]
	stlr	w8, [x1]
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 396de3d3
	.type	P1,@function
P1:
	mov	w8, #2
	swpl	w8, w8, [x1]
	dmb	ishld
	ldr	w8, [x0]
	str	w8, [x2]
	ret
	.size	P1, .Lfunc_end0-P1
# unit P1 bare bade368c
	.type	P1,@function
P1:
	mov	w8, #2
	swpl	w8, w8, [x1]
	dmb	ishld
	ldr	wzr, [x0]
	ret
	.size	P1, .Lfunc_end0-P1
