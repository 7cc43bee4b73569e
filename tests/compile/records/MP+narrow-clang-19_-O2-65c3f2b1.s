# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 9dbf021f
	.type	P0,@function
P0:
	movq	$1, (%rdi)
	movb	$1, (%rsi)
	retq
	.size	P0, .Lfunc_end0-P0
# unit P1 29eb531f
	.type	P1,@function
P1:
	movzbl	(%rsi), %ecx
	movl	$2, %eax
	cmpb	$1, %cl
	jne	.LBB0_2
	movl	(%rdi), %eax
.LBB0_2:
	movl	%eax, (%rdx)
	retq
	.size	P1, .Lfunc_end0-P1
# unit P1 bare 45aa7ff2
	.type	P1,@function
P1:
	movzbl	(%rsi), %eax
	retq
	.size	P1, .Lfunc_end0-P1
