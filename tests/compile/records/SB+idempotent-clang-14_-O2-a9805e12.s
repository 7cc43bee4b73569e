# Debian clang version 14.0.6
# clang-14 -O2 -S -x c -std=gnu11 -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops
# unit P0 4610654e
	.text
	.file	"unit.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4, 0x90
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	movl	$1, (%rsi)
	#MEMBARRIER
	movl	(%rdi), %eax
	#MEMBARRIER
	movl	(%rdx), %eax
	movl	%eax, (%rcx)
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.ident	"Debian clang version 14.0.6"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P1 2b4916a5
	.text
	.file	"unit.c"
	.globl	P1                              # -- Begin function P1
	.p2align	4, 0x90
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	movl	$1, (%rdx)
	#MEMBARRIER
	movl	(%rdi), %eax
	#MEMBARRIER
	movl	(%rsi), %eax
	movl	%eax, (%rcx)
	retq
.Lfunc_end0:
	.size	P1, .Lfunc_end0-P1
                                        # -- End function
	.ident	"Debian clang version 14.0.6"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P0 bare 3cc4e709
	.text
	.file	"unit.c"
	.globl	P0                              # -- Begin function P0
	.p2align	4, 0x90
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	movl	$1, (%rsi)
	#MEMBARRIER
	movl	(%rdi), %eax
	#MEMBARRIER
	movl	(%rdx), %eax
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.ident	"Debian clang version 14.0.6"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P1 bare 1eb060c4
	.text
	.file	"unit.c"
	.globl	P1                              # -- Begin function P1
	.p2align	4, 0x90
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	movl	$1, (%rdx)
	#MEMBARRIER
	movl	(%rdi), %eax
	#MEMBARRIER
	movl	(%rsi), %eax
	retq
.Lfunc_end0:
	.size	P1, .Lfunc_end0-P1
                                        # -- End function
	.ident	"Debian clang version 14.0.6"
	.section	".note.GNU-stack","",@progbits
	.addrsig
