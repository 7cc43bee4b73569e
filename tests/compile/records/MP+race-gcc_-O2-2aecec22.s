# gcc (Debian 12.2.0-14+deb12u1) 12.2.0
# gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 f8786d9a
	.type	P0, @function
P0:
	movl	$1, (%rdi)
	movl	$1, (%rsi)
	ret
	.size	P0, .-P0
# unit P1 f80faa6e
	.type	P1, @function
P1:
	movl	(%rsi), %esi
	movl	(%rdi), %eax
	movl	%esi, (%rdx)
	movl	%eax, (%rcx)
	ret
	.size	P1, .-P1
# unit P1 bare 0b15399f
	.type	P1, @function
P1:
	ret
	.size	P1, .-P1
