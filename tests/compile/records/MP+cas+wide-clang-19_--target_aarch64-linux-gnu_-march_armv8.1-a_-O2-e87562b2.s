# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=aarch64-linux-gnu -march=armv8.1-a -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 3228df7c
	.type	P0,@function
P0:
	mov	x2, xzr
	mov	w4, #1
	str	w4, [x0]
	mov	x5, xzr
	mov	x3, xzr
	caspl	x2, x3, x4, x5, [x1]
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 ab20a53f
	.type	P1,@function
P1:
	mov	w4, #2
	mov	w6, #1
	mov	x5, xzr
	mov	x7, xzr
	caspa	x6, x7, x4, x5, [x1]
	eor	x8, x6, #0x1
	orr	x8, x8, x7
	cmp	x8, #0
	ldr	w8, [x0]
	cset	w9, eq
	str	w9, [x2]
	str	w8, [x3]
	ret
	.size	P1, .Lfunc_end0-P1
# unit P1 bare 74bb8cd8
	.type	P1,@function
P1:
	mov	w2, #2
	mov	w4, #1
	mov	x3, xzr
	mov	x5, xzr
	caspa	x4, x5, x2, x3, [x1]
	ldr	wzr, [x0]
	ret
	.size	P1, .Lfunc_end0-P1
