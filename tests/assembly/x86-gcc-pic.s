	.file	"functions.c"
	.text
	.type	twice, @function
twice:
	leal	(%rdi,%rdi), %eax
	ret
	.size	twice, .-twice
	.type	publish, @function
publish:
	call	twice
	movq	data@GOTPCREL(%rip), %rdx
	movl	%eax, (%rdx)
	movq	flag@GOTPCREL(%rip), %rax
	movl	$1, (%rax)
	ret
	.size	publish, .-publish
	.type	take, @function
take:
	movq	flag@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	testl	%eax, %eax
	je	.L4
	movq	data@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	movl	%eax, (%rdi)
.L4:
	ret
	.size	take, .-take
	.type	increment, @function
increment:
	movq	count@GOTPCREL(%rip), %rax
	lock addl	$1, (%rax)
	ret
	.size	increment, .-increment
	.type	increment_by_cas, @function
increment_by_cas:
	movq	count@GOTPCREL(%rip), %rdx
	movl	(%rdx), %eax
	leal	1(%rax), %ecx
	lock cmpxchgl	%ecx, (%rdx)
	sete	%al
	movzbl	%al, %eax
	movl	%eax, (%rdi)
	ret
	.size	increment_by_cas, .-increment_by_cas
	.type	add_locked, @function
add_locked:
	movq	lock@GOTPCREL(%rip), %rax
	movl	$1, %ecx
.L12:
	movl	%ecx, %edx
	xchgl	(%rax), %edx
	testl	%edx, %edx
	jne	.L12
	movq	total@GOTPCREL(%rip), %rdx
	addl	%edi, (%rdx)
	movl	$0, (%rax)
	ret
	.size	add_locked, .-add_locked
	.type	look_up, @function
look_up:
	andl	$3, %edi
	leaq	table(%rip), %rax
	movl	(%rax,%rdi,4), %eax
	leal	(%rax,%rax,4), %edx
	movq	pointer@GOTPCREL(%rip), %rax
	movq	(%rax), %rax
	movl	(%rax), %eax
	leal	(%rax,%rdx,2), %eax
	movl	%eax, (%rsi)
	ret
	.size	look_up, .-look_up
	.section	.data.rel.local,"aw"
	.type	pointer, @object
	.size	pointer, 8
pointer:
	.quad	table+8
	.data
	.type	table, @object
	.size	table, 16
table:
	.long	1
	.long	2
	.long	3
	.long	4
	.bss
	.type	total, @object
	.size	total, 4
total:
	.zero	4
	.type	lock, @object
	.size	lock, 4
lock:
	.zero	4
	.type	count, @object
	.size	count, 4
count:
	.zero	4
	.type	flag, @object
	.size	flag, 4
flag:
	.zero	4
	.type	data, @object
	.size	data, 4
data:
	.zero	4
