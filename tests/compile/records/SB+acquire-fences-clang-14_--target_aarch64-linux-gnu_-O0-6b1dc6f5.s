# Debian clang version 14.0.6
# clang-14 --target=aarch64-linux-gnu -O0 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 d6a309ba
	.type	P0,@function
P0:
	sub	sp, sp, #48
	str	x0, [sp, #40]
	str	x1, [sp, #32]
	str	x2, [sp, #24]
	str	wzr, [sp, #20]
	ldr	x9, [sp, #40]
	mov	w8, #1
	str	w8, [sp, #16]
	ldr	w8, [sp, #16]
	str	w8, [x9]
	dmb	ish
	ldr	x8, [sp, #32]
	ldr	w8, [x8]
	str	w8, [sp, #12]
	ldr	w8, [sp, #12]
	str	w8, [sp, #20]
	ldr	w8, [sp, #20]
	ldr	x9, [sp, #24]
	str	w8, [x9]
	add	sp, sp, #48
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 63755b99
	.type	P1,@function
P1:
	sub	sp, sp, #48
	str	x0, [sp, #40]
	str	x1, [sp, #32]
	str	x2, [sp, #24]
	str	wzr, [sp, #20]
	ldr	x9, [sp, #32]
	mov	w8, #1
	str	w8, [sp, #16]
	ldr	w8, [sp, #16]
	str	w8, [x9]
	dmb	ish
	ldr	x8, [sp, #40]
	ldr	w8, [x8]
	str	w8, [sp, #12]
	ldr	w8, [sp, #12]
	str	w8, [sp, #20]
	ldr	w8, [sp, #20]
	ldr	x9, [sp, #24]
	str	w8, [x9]
	add	sp, sp, #48
	ret
	.size	P1, .Lfunc_end0-P1
# unit P0 bare ccd856c9
	.type	P0,@function
P0:
	sub	sp, sp, #32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
	str	wzr, [sp, #12]
	ldr	x9, [sp, #24]
	mov	w8, #1
	str	w8, [sp, #8]
	ldr	w8, [sp, #8]
	str	w8, [x9]
	dmb	ish
	ldr	x8, [sp, #16]
	ldr	w8, [x8]
	str	w8, [sp, #4]
	ldr	w8, [sp, #4]
	str	w8, [sp, #12]
	add	sp, sp, #32
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 bare 376965c0
	.type	P1,@function
P1:
	sub	sp, sp, #32
	str	x0, [sp, #24]
	str	x1, [sp, #16]
	str	wzr, [sp, #12]
	ldr	x9, [sp, #16]
	mov	w8, #1
	str	w8, [sp, #8]
	ldr	w8, [sp, #8]
	str	w8, [x9]
	dmb	ish
	ldr	x8, [sp, #24]
	ldr	w8, [x8]
	str	w8, [sp, #4]
	ldr	w8, [sp, #4]
	str	w8, [sp, #12]
	add	sp, sp, #32
	ret
	.size	P1, .Lfunc_end0-P1
