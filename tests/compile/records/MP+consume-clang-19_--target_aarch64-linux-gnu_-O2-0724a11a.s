# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=aarch64-linux-gnu -O2 -S -x c -std=gnu11 -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops
# unit P0 3c38dc60
	.text
	.file	"unit.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
	mov	w8, #1                          // =0x1
	str	w8, [x0]
	stlr	w8, [x1]
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P1 e9049689
	.text
	.file	"unit.c"
	.globl	P1                              // -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     // @P1
// %bb.0:
	ldar	w8, [x1]
	ldr	w9, [x0]
	str	w8, [x2]
	str	w9, [x3]
	ret
.Lfunc_end0:
	.size	P1, .Lfunc_end0-P1
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P0 bare 3c38dc60
	.text
	.file	"unit.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
	mov	w8, #1                          // =0x1
	str	w8, [x0]
	stlr	w8, [x1]
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P1 bare c084bffc
	.text
	.file	"unit.c"
	.globl	P1                              // -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     // @P1
// %bb.0:
	ldar	wzr, [x1]
	ldr	wzr, [x0]
	ret
.Lfunc_end0:
	.size	P1, .Lfunc_end0-P1
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
