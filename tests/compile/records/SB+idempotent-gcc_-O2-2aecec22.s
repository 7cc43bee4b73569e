# gcc (Debian 12.2.0-14+deb12u1) 12.2.0
# gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 4610654e
	.type	P0, @function
P0:
	movl	$1, (%rsi)
	lock addl	$0, (%rdi)
	movl	(%rdx), %eax
	movl	%eax, (%rcx)
	ret
	.size	P0, .-P0
# unit P1 2b4916a5
	.type	P1, @function
P1:
	movl	$1, (%rdx)
	lock addl	$0, (%rdi)
	movl	(%rsi), %eax
	movl	%eax, (%rcx)
	ret
	.size	P1, .-P1
# unit P0 bare 3cc4e709
	.type	P0, @function
P0:
	movl	$1, (%rsi)
	lock addl	$0, (%rdi)
	movl	(%rdx), %eax
	ret
	.size	P0, .-P0
# unit P1 bare 1eb060c4
	.type	P1, @function
P1:
	movl	$1, (%rdx)
	lock addl	$0, (%rdi)
	movl	(%rsi), %eax
	ret
	.size	P1, .-P1
