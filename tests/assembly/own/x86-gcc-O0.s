	.file	"own.c"
	.text
	.section	.tdata,"awT",@progbits
	.align 4
	.type	count, @object
	.size	count, 4
count:
	.long	3
	.align 4
	.type	cells, @object
	.size	cells, 16
cells:
	.long	1
	.long	2
	.long	4
	.long	8
	.text
	.globl	bump
	.type	bump, @function
bump:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	movl	%esi, -12(%rbp)
	movl	%fs:count@tpoff, %eax
	addl	$1, %eax
	movl	%eax, %fs:count@tpoff
	movl	-12(%rbp), %eax
	cltq
	movl	%fs:cells@tpoff(,%rax,4), %edx
	movl	%fs:8+cells@tpoff, %eax
	addl	%eax, %edx
	movl	-12(%rbp), %eax
	cltq
	movl	%edx, %fs:cells@tpoff(,%rax,4)
	movq	other@gottpoff(%rip), %rax
	movl	%fs:(%rax), %eax
	leal	1(%rax), %edx
	movq	other@gottpoff(%rip), %rax
	movl	%edx, %fs:(%rax)
	movq	other@gottpoff(%rip), %rax
	movl	%fs:(%rax), %eax
	imull	$100, %eax, %ecx
	movl	-12(%rbp), %eax
	cltq
	movl	%fs:cells@tpoff(,%rax,4), %edx
	movl	%edx, %eax
	sall	$2, %eax
	addl	%edx, %eax
	addl	%eax, %eax
	leal	(%rcx,%rax), %edx
	movl	%fs:count@tpoff, %eax
	addl	%eax, %edx
	movq	-8(%rbp), %rax
	movl	%edx, (%rax)
	nop
	popq	%rbp
	ret
	.size	bump, .-bump
	.globl	lend
	.type	lend, @function
lend:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	movq	%fs:0, %rax
	leaq	count@tpoff(%rax), %rdx
	movq	-8(%rbp), %rax
	movq	%rdx, (%rax)
	nop
	popq	%rbp
	ret
	.size	lend, .-lend
	.globl	borrow
	.type	borrow, @function
borrow:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -24(%rbp)
	movq	%rsi, -32(%rbp)
	movq	-24(%rbp), %rax
	movq	(%rax), %rax
	movq	%rax, -8(%rbp)
	cmpq	$0, -8(%rbp)
	je	.L5
	movq	-8(%rbp), %rax
	movl	$9, (%rax)
	movl	%fs:count@tpoff, %edx
	movq	-32(%rbp), %rax
	movl	%edx, (%rax)
.L5:
	nop
	popq	%rbp
	ret
	.size	borrow, .-borrow
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
