# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=aarch64-linux-gnu -march=armv8-a -mno-outline-atomics -O1 -S -x c -std=gnu11 -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops
# unit P0 cfd54af3
	.text
	.file	"unit.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	ldaxr	w8, [x0]
	add	w8, w8, #1
	stlxr	w9, w8, [x0]
	cbnz	w9, .LBB0_1
// %bb.2:
	ldr	w8, [x1]
	str	w8, [x2]
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P1 82571c02
	.text
	.file	"unit.c"
	.globl	P1                              // -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     // @P1
// %bb.0:
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	ldaxr	w8, [x1]
	add	w8, w8, #1
	stlxr	w9, w8, [x1]
	cbnz	w9, .LBB0_1
// %bb.2:
	ldr	w8, [x0]
	str	w8, [x2]
	ret
.Lfunc_end0:
	.size	P1, .Lfunc_end0-P1
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P0 bare 58b8e1f3
	.text
	.file	"unit.c"
	.globl	P0                              // -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     // @P0
// %bb.0:
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	ldaxr	w8, [x0]
	add	w8, w8, #1
	stlxr	w9, w8, [x0]
	cbnz	w9, .LBB0_1
// %bb.2:
	ldr	wzr, [x1]
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P1 bare cb369840
	.text
	.file	"unit.c"
	.globl	P1                              // -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     // @P1
// %bb.0:
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	ldaxr	w8, [x1]
	add	w8, w8, #1
	stlxr	w9, w8, [x1]
	cbnz	w9, .LBB0_1
// %bb.2:
	ldr	wzr, [x0]
	ret
.Lfunc_end0:
	.size	P1, .Lfunc_end0-P1
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
