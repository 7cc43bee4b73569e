# gcc (Debian 12.2.0-14+deb12u1) 12.2.0
# gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 9861d4c6
	.type	P0, @function
P0:
	movl	$1, %eax
	xchgl	(%rdi), %eax
	movl	(%rsi), %eax
	movl	%eax, (%rdx)
	ret
	.size	P0, .-P0
# unit P1 5e08dcab
	.type	P1, @function
P1:
	movl	$1, %eax
	xchgl	(%rsi), %eax
	movl	(%rdi), %eax
	movl	%eax, (%rdx)
	ret
	.size	P1, .-P1
# unit P0 bare 4e7f7441
	.type	P0, @function
P0:
	movl	$1, %eax
	xchgl	(%rdi), %eax
	movl	(%rsi), %eax
	ret
	.size	P0, .-P0
# unit P1 bare 86788e50
	.type	P1, @function
P1:
	movl	$1, %eax
	xchgl	(%rsi), %eax
	movl	(%rdi), %eax
	ret
	.size	P1, .-P1
