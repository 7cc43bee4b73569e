# gcc (Debian 12.2.0-14+deb12u1) 12.2.0
# gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 dbe7a07f
	.type	P0, @function
P0:
	lock addl	$1, (%rdi)
	movl	(%rsi), %eax
	movl	%eax, (%rdx)
	ret
	.size	P0, .-P0
# unit P1 717c7ffe
	.type	P1, @function
P1:
	lock addl	$1, (%rsi)
	movl	(%rdi), %eax
	movl	%eax, (%rdx)
	ret
	.size	P1, .-P1
# unit P0 bare 79f84211
	.type	P0, @function
P0:
	lock addl	$1, (%rdi)
	movl	(%rsi), %eax
	ret
	.size	P0, .-P0
# unit P1 bare bafba374
	.type	P1, @function
P1:
	lock addl	$1, (%rsi)
	movl	(%rdi), %eax
	ret
	.size	P1, .-P1
