	.text
	.file	"own.c"
	.type	bump,@function
bump:
	movl	%fs:count@TPOFF, %eax
	leal	1(%rax), %ecx
	movl	%ecx, %fs:count@TPOFF
	movslq	%esi, %rcx
	movl	%fs:cells@TPOFF(,%rcx,4), %edx
	addl	%fs:cells@TPOFF+8, %edx
	movl	%edx, %fs:cells@TPOFF(,%rcx,4)
	movq	other@GOTTPOFF(%rip), %rcx
	movl	%fs:(%rcx), %esi
	incl	%esi
	movl	%esi, %fs:(%rcx)
	imull	$100, %esi, %ecx
	leal	(%rdx,%rdx,4), %edx
	leal	(%rax,%rdx,2), %eax
	incl	%eax
	addl	%ecx, %eax
	movl	%eax, (%rdi)
	retq
	.size	bump, .Lfunc_end0-bump
	.type	lend,@function
lend:
	movq	%fs:0, %rax
	leaq	count@TPOFF(%rax), %rax
	movq	%rax, (%rdi)
	retq
	.size	lend, .Lfunc_end1-lend
	.type	borrow,@function
borrow:
	movq	(%rdi), %rax
	testq	%rax, %rax
	je	.LBB2_2
	movl	$9, (%rax)
	movl	%fs:count@TPOFF, %eax
	movl	%eax, (%rsi)
.LBB2_2:
	retq
	.size	borrow, .Lfunc_end2-borrow
	.type	count,@object
	.section	.tdata,"awT",@progbits
count:
	.long	3
	.size	count, 4
	.type	cells,@object
cells:
	.long	1
	.long	2
	.long	4
	.long	8
	.size	cells, 16
