	.file	"library.c"
	.text
	.type	add, @function
add:
	pushq	%rbp
	movl	$5, %ecx
	xorl	%edx, %edx
	movq	%rdi, %rbp
	pushq	%rbx
	movq	%rsi, %rbx
	movl	$1, %esi
	subq	$8, %rsp
	call	__atomic_fetch_add_16@PLT
	movq	%rbp, %rdi
	xorl	%ecx, %ecx
	movl	$2, %esi
	movq	%rdx, 8(%rbx)
	xorl	%edx, %edx
	movq	%rax, (%rbx)
	call	__atomic_fetch_sub_16@PLT
	movq	%rax, 16(%rbx)
	movq	%rdx, 24(%rbx)
	addq	$8, %rsp
	popq	%rbx
	popq	%rbp
	ret
	.size	add, .-add
	.type	bits, @function
bits:
	pushq	%rbp
	movl	$2, %ecx
	movl	$5, %edx
	movq	%rdi, %rbp
	pushq	%rbx
	movq	%rsi, %rbx
	xorl	%esi, %esi
	subq	$8, %rsp
	call	__atomic_fetch_or_16@PLT
	movq	%rbp, %rdi
	movl	$3, %ecx
	movl	$14, %esi
	movq	%rdx, 8(%rbx)
	movl	$4, %edx
	movq	%rax, (%rbx)
	call	__atomic_fetch_and_16@PLT
	movq	%rbp, %rdi
	movl	$4, %ecx
	movl	$3, %esi
	movq	%rdx, 24(%rbx)
	movl	$1, %edx
	movq	%rax, 16(%rbx)
	call	__atomic_fetch_xor_16@PLT
	movq	%rax, 32(%rbx)
	movq	%rdx, 40(%rbx)
	addq	$8, %rsp
	popq	%rbx
	popq	%rbp
	ret
	.size	bits, .-bits
	.type	compare, @function
compare:
	pushq	%r12
	xorl	%r9d, %r9d
	movl	$5, %r8d
	movl	$1, %edx
	pushq	%rbp
	xorl	%ecx, %ecx
	movq	%rdi, %rbp
	pushq	%rbx
	movq	%rsi, %rbx
	subq	$16, %rsp
	movq	%rsp, %r12
	movq	$7, (%rsp)
	movq	$0, 8(%rsp)
	movq	%r12, %rsi
	call	__atomic_compare_exchange_16@PLT
	movq	%r12, %rsi
	movq	%rbp, %rdi
	xorl	%r9d, %r9d
	movzbl	%al, %eax
	movl	$3, %r8d
	movl	$8, %edx
	movl	$9, %ecx
	movq	%rax, (%rbx)
	call	__atomic_compare_exchange_16@PLT
	movzbl	%al, %eax
	movq	%rax, 8(%rbx)
	addq	$16, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	compare, .-compare
	.type	exchange, @function
exchange:
	pushq	%rbp
	movl	$4, %ecx
	movl	$2, %edx
	movq	%rdi, %rbp
	pushq	%rbx
	movq	%rsi, %rbx
	movl	$1, %esi
	subq	$8, %rsp
	call	__atomic_exchange_16@PLT
	movq	%rbp, %rdi
	movl	$2, %esi
	movq	%rax, (%rbx)
	movq	%rdx, 8(%rbx)
	call	__atomic_load_16@PLT
	movq	%rbp, %rdi
	movl	$3, %ecx
	movl	$3, %esi
	movq	%rdx, 24(%rbx)
	movl	$4, %edx
	movq	%rax, 16(%rbx)
	addq	$8, %rsp
	popq	%rbx
	popq	%rbp
	jmp	__atomic_store_16@PLT
	.size	exchange, .-exchange
	.type	of_structures, @function
of_structures:
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movq	%rsi, %rbx
	movl	$2, %esi
	subq	$24, %rsp
	call	__atomic_load_16@PLT
	movq	%rbp, %rdi
	movl	$3, %ecx
	movl	$5, %esi
	movq	%rax, (%rbx)
	movq	%rdx, 8(%rbx)
	movq	%rdx, 8(%rsp)
	movl	$6, %edx
	movq	%rax, (%rsp)
	call	__atomic_store_16@PLT
	movq	%rsp, %rsi
	movq	%rbp, %rdi
	xorl	%r9d, %r9d
	movl	$5, %r8d
	movl	$7, %edx
	movl	$8, %ecx
	call	__atomic_compare_exchange_16@PLT
	movq	%rbp, %rdi
	xorl	%ecx, %ecx
	movl	$7, %esi
	movzbl	%al, %eax
	movl	$8, %edx
	movq	%rax, 16(%rbx)
	call	__atomic_exchange_16@PLT
	addq	(%rsp), %rdx
	movq	%rdx, 24(%rbx)
	addq	$24, %rsp
	popq	%rbx
	popq	%rbp
	ret
	.size	of_structures, .-of_structures
	.type	of_2, @function
of_2:
	movq	%rdi, %rdx
	movq	%rsi, %rcx
	movl	$1, %eax
	lock xaddw	%ax, (%rdi)
	movswq	%ax, %rax
	movq	%rax, (%rsi)
	movl	$-2, %eax
	lock xaddw	%ax, (%rdi)
	movswq	%ax, %rax
	movq	%rax, 8(%rsi)
	movl	$-3, %eax
	xchgw	(%rdi), %ax
	movswq	%ax, %rax
	movq	%rax, 16(%rsi)
	movl	$7, %eax
	movl	$1, %esi
	lock cmpxchgw	%si, (%rdi)
	sete	%sil
	movzbl	%sil, %esi
	movq	%rsi, 24(%rcx)
	movl	$6, %esi
	lock cmpxchgw	%si, (%rdi)
	sete	%al
	movzbl	%al, %eax
	movq	%rax, 32(%rcx)
	movzwl	(%rdi), %eax
.L13:
	movl	%eax, %edi
	movswq	%ax, %rsi
	orl	$9, %edi
	lock cmpxchgw	%di, (%rdx)
	jne	.L13
	movq	%rsi, 40(%rcx)
	ret
	.size	of_2, .-of_2
	.type	of_1, @function
of_1:
	movzbl	(%rdi), %eax
.L17:
	movl	%eax, %ecx
	movsbq	%al, %rdx
	andl	$6, %ecx
	lock cmpxchgb	%cl, (%rdi)
	jne	.L17
	movq	%rdx, (%rsi)
	movzbl	(%rdi), %eax
.L18:
	movl	%eax, %ecx
	movsbq	%al, %rdx
	notl	%ecx
	lock cmpxchgb	%cl, (%rdi)
	jne	.L18
	movq	%rdx, 8(%rsi)
	movl	$1, %eax
	lock xaddb	%al, (%rdi)
	movsbq	%al, %rax
	movq	%rax, 16(%rsi)
	ret
	.size	of_1, .-of_1
	.type	of_bytes, @function
of_bytes:
	pushq	%rbx
	movl	$15, %edx
	movq	%rdi, %rbx
	call	memcpy@PLT
	leaq	16(%rbx), %rdi
	movl	$7, %edx
	xorl	%esi, %esi
	popq	%rbx
	jmp	memset@PLT
	.size	of_bytes, .-of_bytes
	.type	memory, @function
memory:
	pushq	%r12
	movq	%rdi, %r12
	movl	$8, %edi
	pushq	%rbp
	pushq	%rbx
	call	malloc@PLT
	movl	$8, %esi
	movl	$2, %edi
	movq	%rax, %rbp
	call	calloc@PLT
	movq	$5, 0(%rbp)
	movq	%rbp, %rdi
	movq	%rax, %rbx
	movq	$7, 8(%rax)
	movq	0(%rbp), %rdx
	movq	(%rax), %rax
	movq	8(%rbx), %rcx
	leaq	(%rdx,%rdx,4), %rdx
	leaq	(%rax,%rax,4), %rax
	leaq	(%rdx,%rdx,4), %rdx
	addq	%rax, %rax
	leaq	(%rax,%rdx,4), %rax
	addq	%rcx, %rax
	movq	%rax, (%r12)
	xorl	%eax, %eax
	cmpq	%rbx, %rbp
	sete	%al
	movq	%rax, 8(%r12)
	call	free@PLT
	movq	%rbx, %rdi
	popq	%rbx
	popq	%rbp
	popq	%r12
	jmp	free@PLT
	.size	memory, .-memory
	.type	locked, @function
locked:
	pushq	%r12
	movq	%rdx, %r12
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	movq	%rsi, %rbx
	call	pthread_mutex_lock@PLT
	movq	%rbx, %rdi
	call	pthread_spin_lock@PLT
	movq	%rbx, %rdi
	call	pthread_spin_trylock@PLT
	movq	%rbx, %rdi
	addl	$1, %eax
	addl	%eax, (%r12)
	call	pthread_spin_unlock@PLT
	popq	%rbx
	movq	%rbp, %rdi
	popq	%rbp
	popq	%r12
	jmp	pthread_mutex_unlock@PLT
	.size	locked, .-locked
