# gcc (Debian 12.2.0-14+deb12u1) 12.2.0
# gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 162289fd
	.type	P0, @function
P0:
	pushq	%rbx
	movq	%rdi, %rax
	movq	%rdx, %rbx
	movq	%rsi, %rdi
	movl	$1, %edx
	xchgl	(%rax), %edx
	movl	$5, %esi
	call	__atomic_load_16@PLT
	movl	%eax, (%rbx)
	popq	%rbx
	ret
	.size	P0, .-P0
# unit P1 75a452e2
	.type	P1, @function
P1:
	pushq	%rbp
	movl	$5, %ecx
	movq	%rdi, %rbp
	movq	%rsi, %rdi
	pushq	%rbx
	movl	$1, %esi
	movq	%rdx, %rbx
	xorl	%edx, %edx
	subq	$8, %rsp
	call	__atomic_store_16@PLT
	movl	0(%rbp), %eax
	movl	%eax, (%rbx)
	addq	$8, %rsp
	popq	%rbx
	popq	%rbp
	ret
	.size	P1, .-P1
# unit P0 bare e4b01638
	.type	P0, @function
P0:
	movq	%rdi, %rax
	movl	$1, %edx
	movq	%rsi, %rdi
	xchgl	(%rax), %edx
	movl	$5, %esi
	jmp	__atomic_load_16@PLT
	.size	P0, .-P0
# unit P1 bare 78037357
	.type	P1, @function
P1:
	pushq	%rbx
	movl	$5, %ecx
	movq	%rdi, %rbx
	xorl	%edx, %edx
	movq	%rsi, %rdi
	movl	$1, %esi
	call	__atomic_store_16@PLT
	movl	(%rbx), %eax
	popq	%rbx
	ret
	.size	P1, .-P1
