# gcc (Debian 12.2.0-14+deb12u1) 12.2.0
# gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 e0796c4d
	.type	P0, @function
P0:
	movl	(%rdi), %eax
	movl	$1, (%rsi)
	movl	%eax, (%rdx)
	ret
	.size	P0, .-P0
# unit P1 fda3e32c
	.type	P1, @function
P1:
	movl	(%rsi), %eax
	movl	%eax, (%rdi)
	movl	%eax, (%rdx)
	ret
	.size	P1, .-P1
# unit P0 bare d38115f4
	.type	P0, @function
P0:
	movl	(%rdi), %eax
	movl	$1, (%rsi)
	ret
	.size	P0, .-P0
# unit P1 bare 0ced92eb
	.type	P1, @function
P1:
	movl	(%rsi), %eax
	movl	%eax, (%rdi)
	ret
	.size	P1, .-P1
