	.text
	.file	"functions.c"
	.type	publish,@function
publish:
	pushq	%rax
	callq	twice
	movq	data@GOTPCREL(%rip), %rcx
	movl	%eax, (%rcx)
	movq	flag@GOTPCREL(%rip), %rax
	movl	$1, (%rax)
	popq	%rax
	retq
	.size	publish, .Lfunc_end0-publish
	.type	twice,@function
twice:
	leal	(%rdi,%rdi), %eax
	retq
	.size	twice, .Lfunc_end1-twice
	.type	publish_relaxed,@function
publish_relaxed:
	pushq	%rax
	callq	twice
	movq	data@GOTPCREL(%rip), %rcx
	movl	%eax, (%rcx)
	movq	flag@GOTPCREL(%rip), %rax
	movl	$1, (%rax)
	popq	%rax
	retq
	.size	publish_relaxed, .Lfunc_end2-publish_relaxed
	.type	take,@function
take:
	movq	flag@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	testl	%eax, %eax
	je	.LBB3_2
	movq	data@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	movl	%eax, (%rdi)
.LBB3_2:
	retq
	.size	take, .Lfunc_end3-take
	.type	wait_and_take,@function
wait_and_take:
	movq	flag@GOTPCREL(%rip), %rax
.LBB4_1:
	movl	(%rax), %ecx
	testl	%ecx, %ecx
	je	.LBB4_1
	movq	data@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	movl	%eax, (%rdi)
	retq
	.size	wait_and_take, .Lfunc_end4-wait_and_take
	.type	increment,@function
increment:
	movq	count@GOTPCREL(%rip), %rax
	lock		incl	(%rax)
	retq
	.size	increment, .Lfunc_end5-increment
	.type	increment_by_cas,@function
increment_by_cas:
	movq	count@GOTPCREL(%rip), %rcx
	movl	(%rcx), %eax
	leal	1(%rax), %edx
	xorl	%esi, %esi
	lock		cmpxchgl	%edx, (%rcx)
	sete	%sil
	movl	%esi, (%rdi)
	retq
	.size	increment_by_cas, .Lfunc_end6-increment_by_cas
	.type	add_locked,@function
add_locked:
	movq	lock@GOTPCREL(%rip), %rax
.LBB7_1:
	movl	$1, %ecx
	xchgl	%ecx, (%rax)
	testl	%ecx, %ecx
	jne	.LBB7_1
	movq	total@GOTPCREL(%rip), %rcx
	addl	%edi, (%rcx)
	movl	$0, (%rax)
	retq
	.size	add_locked, .Lfunc_end7-add_locked
	.type	look_up,@function
look_up:
	andl	$3, %edi
	leaq	table(%rip), %rax
	movl	(%rax,%rdi,4), %eax
	leal	(%rax,%rax,4), %eax
	addl	%eax, %eax
	movq	pointer@GOTPCREL(%rip), %rcx
	movq	(%rcx), %rcx
	addl	(%rcx), %eax
	movl	%eax, (%rsi)
	retq
	.size	look_up, .Lfunc_end8-look_up
	.type	local_variable,@function
local_variable:
	pushq	%rbx
	subq	$16, %rsp
	movq	%rdi, %rbx
	movl	$1, 12(%rsp)
	leaq	12(%rsp), %rdi
	callq	add_two
	movl	12(%rsp), %eax
	movl	%eax, (%rbx)
	addq	$16, %rsp
	popq	%rbx
	retq
	.size	local_variable, .Lfunc_end9-local_variable
	.type	add_two,@function
add_two:
	addl	$2, (%rdi)
	retq
	.size	add_two, .Lfunc_end10-add_two
	.type	hand_on,@function
hand_on:
	movl	$1, (%rdi)
	jmp	add_two
	.size	hand_on, .Lfunc_end11-hand_on
	.type	table,@object
	.data
table:
	.long	1
	.long	2
	.long	3
	.long	4
	.size	table, 16
	.type	pointer,@object
pointer:
	.quad	table+8
	.size	pointer, 8
	.type	data,@object
	.bss
data:
	.long	0
	.size	data, 4
	.type	flag,@object
flag:
	.long	0
	.size	flag, 4
	.type	count,@object
count:
	.long	0
	.size	count, 4
	.type	lock,@object
lock:
	.long	0
	.size	lock, 4
	.type	total,@object
total:
	.long	0
	.size	total, 4
