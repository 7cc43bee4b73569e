# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 4610654e
	.type	P0,@function
P0:
	movl	$1, (%rsi)
	movl	(%rdx), %eax
	movl	%eax, (%rcx)
	retq
	.size	P0, .Lfunc_end0-P0
# unit P1 2b4916a5
	.type	P1,@function
P1:
	movl	$1, (%rdx)
	movl	(%rsi), %eax
	movl	%eax, (%rcx)
	retq
	.size	P1, .Lfunc_end0-P1
# unit P0 bare 3cc4e709
	.type	P0,@function
P0:
	movl	$1, (%rsi)
	movl	(%rdx), %eax
	retq
	.size	P0, .Lfunc_end0-P0
# unit P1 bare 1eb060c4
	.type	P1,@function
P1:
	movl	$1, (%rdx)
	movl	(%rsi), %eax
	retq
	.size	P1, .Lfunc_end0-P1
