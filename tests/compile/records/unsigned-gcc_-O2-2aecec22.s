# gcc (Debian 12.2.0-14+deb12u1) 12.2.0
# gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 296053b2
	.type	P0, @function
P0:
	movb	$1, (%rdi)
	lock subb	$2, (%rsi)
	movzbl	(%rsi), %eax
	movl	%eax, (%rdx)
	ret
	.size	P0, .-P0
# unit P0 bare 9f9b7eb9
	.type	P0, @function
P0:
	movb	$1, (%rdi)
	lock subb	$2, (%rsi)
	movzbl	(%rsi), %eax
	ret
	.size	P0, .-P0
