# Debian clang version 14.0.6
# clang-14 -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 3c38dc60
	.type	P0,@function
P0:
	movl	$1, (%rdi)
	movl	$1, (%rsi)
	retq
	.size	P0, .Lfunc_end0-P0
# unit P1 396de3d3
	.type	P1,@function
P1:
	movl	$2, (%rsi)
	movl	(%rdi), %eax
	movl	%eax, (%rdx)
	retq
	.size	P1, .Lfunc_end0-P1
# unit P1 bare bade368c
	.type	P1,@function
P1:
	movl	$2, (%rsi)
	movl	(%rdi), %eax
	retq
	.size	P1, .Lfunc_end0-P1
