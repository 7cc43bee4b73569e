	.file	"functions.c"
	.text
	.type	twice, @function
twice:
	leal	(%rdi,%rdi), %eax
	ret
	.size	twice, .-twice
	.type	add_two.constprop.0, @function
add_two.constprop.0:
	movl	$3, (%rdi)
	ret
	.size	add_two.constprop.0, .-add_two.constprop.0
	.type	publish, @function
publish:
	call	twice
	movl	%eax, data(%rip)
	movl	$1, flag(%rip)
	ret
	.size	publish, .-publish
	.type	publish_relaxed, @function
publish_relaxed:
	call	twice
	movl	%eax, data(%rip)
	movl	$1, flag(%rip)
	ret
	.size	publish_relaxed, .-publish_relaxed
	.type	take, @function
take:
	movl	flag(%rip), %eax
	testl	%eax, %eax
	je	.L6
	movl	data(%rip), %eax
	movl	%eax, (%rdi)
.L6:
	ret
	.size	take, .-take
	.type	wait_and_take, @function
wait_and_take:
.L12:
	movl	flag(%rip), %eax
	testl	%eax, %eax
	je	.L12
	movl	data(%rip), %eax
	movl	%eax, (%rdi)
	ret
	.size	wait_and_take, .-wait_and_take
	.type	increment, @function
increment:
	lock addl	$1, count(%rip)
	ret
	.size	increment, .-increment
	.type	increment_by_cas, @function
increment_by_cas:
	movl	count(%rip), %eax
	leal	1(%rax), %edx
	lock cmpxchgl	%edx, count(%rip)
	sete	%al
	movzbl	%al, %eax
	movl	%eax, (%rdi)
	ret
	.size	increment_by_cas, .-increment_by_cas
	.type	add_locked, @function
add_locked:
	movl	$1, %edx
.L18:
	movl	%edx, %eax
	xchgl	lock(%rip), %eax
	testl	%eax, %eax
	jne	.L18
	addl	%edi, total(%rip)
	movl	$0, lock(%rip)
	ret
	.size	add_locked, .-add_locked
	.type	look_up, @function
look_up:
	andl	$3, %edi
	movl	table(,%rdi,4), %eax
	leal	(%rax,%rax,4), %edx
	movq	pointer(%rip), %rax
	movl	(%rax), %eax
	leal	(%rax,%rdx,2), %eax
	movl	%eax, (%rsi)
	ret
	.size	look_up, .-look_up
	.type	local_variable, @function
local_variable:
	subq	$16, %rsp
	movq	%rdi, %rax
	leaq	12(%rsp), %rdi
	call	add_two.constprop.0
	movl	12(%rsp), %edx
	movl	%edx, (%rax)
	addq	$16, %rsp
	ret
	.size	local_variable, .-local_variable
	.type	hand_on, @function
hand_on:
	jmp	add_two.constprop.0
	.size	hand_on, .-hand_on
	.data
	.type	pointer, @object
	.size	pointer, 8
pointer:
	.quad	table+8
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
