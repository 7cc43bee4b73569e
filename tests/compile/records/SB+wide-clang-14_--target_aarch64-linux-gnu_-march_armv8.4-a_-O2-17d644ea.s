# Debian clang version 14.0.6
# clang-14 --target=aarch64-linux-gnu -march=armv8.4-a -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 162289fd
	.type	P0,@function
P0:
	mov	w8, #1
	stlr	w8, [x0]
	ldp	x8, xzr, [x1]
	dmb	ish
	str	w8, [x2]
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 75a452e2
	.type	P1,@function
P1:
	mov	w8, #1
	dmb	ish
	stp	x8, xzr, [x1]
	dmb	ish
	ldar	w8, [x0]
	str	w8, [x2]
	ret
	.size	P1, .Lfunc_end0-P1
# unit P0 bare e4b01638
	.type	P0,@function
P0:
	mov	w8, #1
	stlr	w8, [x0]
	ldp	xzr, x8, [x1]
	dmb	ish
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 bare 78037357
	.type	P1,@function
P1:
	mov	w8, #1
	dmb	ish
	stp	x8, xzr, [x1]
	dmb	ish
	ldar	wzr, [x0]
	ret
	.size	P1, .Lfunc_end0-P1
