# Debian clang version 14.0.6
# clang-14 --target=aarch64-linux-gnu -O0 -S -x c -std=gnu11 -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops
# unit P0 d6a309ba
	.text
	.file	"unit.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
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
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        // -- End function
	.ident	"Debian clang version 14.0.6"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P1 63755b99
	.text
	.file	"unit.c"
	.globl	P1                              // -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     // @P1
// %bb.0:
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
.Lfunc_end0:
	.size	P1, .Lfunc_end0-P1
                                        // -- End function
	.ident	"Debian clang version 14.0.6"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P0 bare ccd856c9
	.text
	.file	"unit.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
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
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        // -- End function
	.ident	"Debian clang version 14.0.6"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P1 bare 376965c0
	.text
	.file	"unit.c"
	.globl	P1                              // -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     // @P1
// %bb.0:
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
.Lfunc_end0:
	.size	P1, .Lfunc_end0-P1
                                        // -- End function
	.ident	"Debian clang version 14.0.6"
	.section	".note.GNU-stack","",@progbits
	.addrsig
