	.file	"own.c"
	.text
	.type	bump, @function
bump:
	movslq	%esi, %rsi
	movl	%fs:8+cells@tpoff, %edx
	movl	%fs:count@tpoff, %eax
	addl	%fs:cells@tpoff(,%rsi,4), %edx
	movl	%edx, %fs:cells@tpoff(,%rsi,4)
	leal	1(%rax), %ecx
	leal	(%rdx,%rdx,4), %edx
	movq	other@gottpoff(%rip), %rsi
	movl	%ecx, %fs:count@tpoff
	movl	%fs:(%rsi), %eax
	addl	$1, %eax
	movl	%eax, %fs:(%rsi)
	imull	$100, %eax, %eax
	leal	(%rax,%rdx,2), %eax
	addl	%ecx, %eax
	movl	%eax, (%rdi)
	ret
	.size	bump, .-bump
	.type	lend, @function
lend:
	movq	%fs:0, %rax
	addq	$count@tpoff, %rax
	movq	%rax, (%rdi)
	ret
	.size	lend, .-lend
	.type	borrow, @function
borrow:
	movq	(%rdi), %rax
	testq	%rax, %rax
	je	.L4
	movl	$9, (%rax)
	movl	%fs:count@tpoff, %eax
	movl	%eax, (%rsi)
.L4:
	ret
	.size	borrow, .-borrow
	.section	.tdata,"awT",@progbits
	.type	cells, @object
	.size	cells, 16
cells:
	.long	1
	.long	2
	.long	4
	.long	8
	.type	count, @object
	.size	count, 4
count:
	.long	3
