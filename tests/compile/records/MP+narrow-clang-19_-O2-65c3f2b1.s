# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 -O2 -S -x c -std=gnu11 -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops
# unit P0 9dbf021f
	.text
	.file	"unit.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4, 0x90
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	movq	$1, (%rdi)
	movb	$1, (%rsi)
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P1 29eb531f
	.text
	.file	"unit.c"
	.globl	P1                              # -- Begin function P1
	.p2align	4, 0x90
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	movzbl	(%rsi), %ecx
	movl	$2, %eax
	cmpb	$1, %cl
	jne	.LBB0_2
# %bb.1:
	movl	(%rdi), %eax
.LBB0_2:
	movl	%eax, (%rdx)
	retq
.Lfunc_end0:
	.size	P1, .Lfunc_end0-P1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P0 bare 9dbf021f
	.text
	.file	"unit.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4, 0x90
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	movq	$1, (%rdi)
	movb	$1, (%rsi)
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P1 bare 45aa7ff2
	.text
	.file	"unit.c"
	.globl	P1                              # -- Begin function P1
	.p2align	4, 0x90
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	movzbl	(%rsi), %eax
	retq
.Lfunc_end0:
	.size	P1, .Lfunc_end0-P1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
