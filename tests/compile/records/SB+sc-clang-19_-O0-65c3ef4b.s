# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 -O0 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 9861d4c6
	.type	P0,@function
P0:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	movq	%rsi, -16(%rbp)
	movq	%rdx, -24(%rbp)
	movl	$0, -28(%rbp)
	movq	-8(%rbp), %rcx
	movl	$1, -32(%rbp)
	movl	-32(%rbp), %eax
	xchgl	%eax, (%rcx)
	movq	-16(%rbp), %rax
	movl	(%rax), %eax
	movl	%eax, -36(%rbp)
	movl	-36(%rbp), %eax
	movl	%eax, -28(%rbp)
	movl	-28(%rbp), %ecx
	movq	-24(%rbp), %rax
	movl	%ecx, (%rax)
	popq	%rbp
	retq
	.size	P0, .Lfunc_end0-P0
# unit P1 5e08dcab
	.type	P1,@function
P1:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	movq	%rsi, -16(%rbp)
	movq	%rdx, -24(%rbp)
	movl	$0, -28(%rbp)
	movq	-16(%rbp), %rcx
	movl	$1, -32(%rbp)
	movl	-32(%rbp), %eax
	xchgl	%eax, (%rcx)
	movq	-8(%rbp), %rax
	movl	(%rax), %eax
	movl	%eax, -36(%rbp)
	movl	-36(%rbp), %eax
	movl	%eax, -28(%rbp)
	movl	-28(%rbp), %ecx
	movq	-24(%rbp), %rax
	movl	%ecx, (%rax)
	popq	%rbp
	retq
	.size	P1, .Lfunc_end0-P1
# unit P0 bare 4e7f7441
	.type	P0,@function
P0:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	movq	%rsi, -16(%rbp)
	movl	$0, -20(%rbp)
	movq	-8(%rbp), %rcx
	movl	$1, -24(%rbp)
	movl	-24(%rbp), %eax
	xchgl	%eax, (%rcx)
	movq	-16(%rbp), %rax
	movl	(%rax), %eax
	movl	%eax, -28(%rbp)
	movl	-28(%rbp), %eax
	movl	%eax, -20(%rbp)
	popq	%rbp
	retq
	.size	P0, .Lfunc_end0-P0
# unit P1 bare 86788e50
	.type	P1,@function
P1:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	movq	%rsi, -16(%rbp)
	movl	$0, -20(%rbp)
	movq	-16(%rbp), %rcx
	movl	$1, -24(%rbp)
	movl	-24(%rbp), %eax
	xchgl	%eax, (%rcx)
	movq	-8(%rbp), %rax
	movl	(%rax), %eax
	movl	%eax, -28(%rbp)
	movl	-28(%rbp), %eax
	movl	%eax, -20(%rbp)
	popq	%rbp
	retq
	.size	P1, .Lfunc_end0-P1
