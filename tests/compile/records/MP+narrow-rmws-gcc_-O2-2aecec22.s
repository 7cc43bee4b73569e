# gcc (Debian 12.2.0-14+deb12u1) 12.2.0
# gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 f5a2cb11
	.type	P0, @function
P0:
	movl	$-1, %eax
	xchgw	(%rdi), %ax
	lock addb	$1, (%rsi)
	ret
	.size	P0, .-P0
# unit P1 630d3e85
	.type	P1, @function
P1:
	movq	%rdx, %r8
	movsbl	(%rsi), %edx
	movswl	(%rdi), %eax
	movl	%edx, (%r8)
	movl	%eax, (%rcx)
	ret
	.size	P1, .-P1
# unit P1 bare 02200bc4
	.type	P1, @function
P1:
	movzbl	(%rsi), %eax
	movzwl	(%rdi), %eax
	ret
	.size	P1, .-P1
