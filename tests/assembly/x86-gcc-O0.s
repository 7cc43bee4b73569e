	.file	"functions.c"
	.text
	.globl	data
	.bss
	.align 4
	.type	data, @object
	.size	data, 4
data:
	.zero	4
	.globl	flag
	.align 4
	.type	flag, @object
	.size	flag, 4
flag:
	.zero	4
	.globl	count
	.align 4
	.type	count, @object
	.size	count, 4
count:
	.zero	4
	.globl	lock
	.align 4
	.type	lock, @object
	.size	lock, 4
lock:
	.zero	4
	.globl	total
	.align 4
	.type	total, @object
	.size	total, 4
total:
	.zero	4
	.data
	.align 16
	.type	table, @object
	.size	table, 16
table:
	.long	1
	.long	2
	.long	3
	.long	4
	.globl	pointer
	.section	.data.rel.local,"aw"
	.align 8
	.type	pointer, @object
	.size	pointer, 8
pointer:
	.quad	table+8
	.text
	.type	twice, @function
twice:
	pushq	%rbp
	movq	%rsp, %rbp
	movl	%edi, -4(%rbp)
	movl	-4(%rbp), %eax
	addl	%eax, %eax
	popq	%rbp
	ret
	.size	twice, .-twice
	.globl	publish
	.type	publish, @function
publish:
	pushq	%rbp
	movq	%rsp, %rbp
	subq	$8, %rsp
	movl	%edi, -4(%rbp)
	movl	-4(%rbp), %eax
	movl	%eax, %edi
	call	twice
	movl	%eax, data(%rip)
	movl	$1, %eax
	movl	%eax, flag(%rip)
	nop
	leave
	ret
	.size	publish, .-publish
	.globl	publish_relaxed
	.type	publish_relaxed, @function
publish_relaxed:
	pushq	%rbp
	movq	%rsp, %rbp
	subq	$8, %rsp
	movl	%edi, -4(%rbp)
	movl	-4(%rbp), %eax
	movl	%eax, %edi
	call	twice
	movl	%eax, data(%rip)
	movl	$1, %eax
	movl	%eax, flag(%rip)
	nop
	leave
	ret
	.size	publish_relaxed, .-publish_relaxed
	.globl	take
	.type	take, @function
take:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	movl	flag(%rip), %eax
	testl	%eax, %eax
	je	.L7
	movl	data(%rip), %edx
	movq	-8(%rbp), %rax
	movl	%edx, (%rax)
.L7:
	nop
	popq	%rbp
	ret
	.size	take, .-take
	.globl	wait_and_take
	.type	wait_and_take, @function
wait_and_take:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	jmp	.L9
.L10:
	nop
.L9:
	movl	flag(%rip), %eax
	testl	%eax, %eax
	je	.L10
	movl	data(%rip), %edx
	movq	-8(%rbp), %rax
	movl	%edx, (%rax)
	nop
	popq	%rbp
	ret
	.size	wait_and_take, .-wait_and_take
	.globl	increment
	.type	increment, @function
increment:
	pushq	%rbp
	movq	%rsp, %rbp
	lock addl	$1, count(%rip)
	nop
	popq	%rbp
	ret
	.size	increment, .-increment
	.globl	increment_by_cas
	.type	increment_by_cas, @function
increment_by_cas:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -24(%rbp)
	movl	count(%rip), %eax
	movl	%eax, -4(%rbp)
	movl	-4(%rbp), %eax
	addl	$1, %eax
	movl	%eax, %ecx
	leaq	-4(%rbp), %rdx
	movl	(%rdx), %eax
	lock cmpxchgl	%ecx, count(%rip)
	movl	%eax, %ecx
	sete	%al
	testb	%al, %al
	jne	.L13
	movl	%ecx, (%rdx)
.L13:
	movzbl	%al, %edx
	movq	-24(%rbp), %rax
	movl	%edx, (%rax)
	nop
	popq	%rbp
	ret
	.size	increment_by_cas, .-increment_by_cas
	.globl	add_locked
	.type	add_locked, @function
add_locked:
	pushq	%rbp
	movq	%rsp, %rbp
	movl	%edi, -4(%rbp)
	jmp	.L15
.L16:
	nop
.L15:
	movl	$1, %eax
	xchgl	lock(%rip), %eax
	testl	%eax, %eax
	jne	.L16
	movl	total(%rip), %edx
	movl	-4(%rbp), %eax
	addl	%edx, %eax
	movl	%eax, total(%rip)
	movl	$0, %eax
	movl	%eax, lock(%rip)
	nop
	popq	%rbp
	ret
	.size	add_locked, .-add_locked
	.globl	look_up
	.type	look_up, @function
look_up:
	pushq	%rbp
	movq	%rsp, %rbp
	movl	%edi, -4(%rbp)
	movq	%rsi, -16(%rbp)
	movl	-4(%rbp), %eax
	andl	$3, %eax
	cltq
	leaq	0(,%rax,4), %rdx
	leaq	table(%rip), %rax
	movl	(%rdx,%rax), %edx
	movl	%edx, %eax
	sall	$2, %eax
	addl	%edx, %eax
	addl	%eax, %eax
	movl	%eax, %edx
	movq	pointer(%rip), %rax
	movl	(%rax), %eax
	addl	%eax, %edx
	movq	-16(%rbp), %rax
	movl	%edx, (%rax)
	nop
	popq	%rbp
	ret
	.size	look_up, .-look_up
	.type	add_two, @function
add_two:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	movq	-8(%rbp), %rax
	movl	(%rax), %eax
	leal	2(%rax), %edx
	movq	-8(%rbp), %rax
	movl	%edx, (%rax)
	nop
	popq	%rbp
	ret
	.size	add_two, .-add_two
	.globl	local_variable
	.type	local_variable, @function
local_variable:
	pushq	%rbp
	movq	%rsp, %rbp
	subq	$24, %rsp
	movq	%rdi, -24(%rbp)
	movl	$1, -4(%rbp)
	leaq	-4(%rbp), %rax
	movq	%rax, %rdi
	call	add_two
	movl	-4(%rbp), %edx
	movq	-24(%rbp), %rax
	movl	%edx, (%rax)
	nop
	leave
	ret
	.size	local_variable, .-local_variable
	.globl	hand_on
	.type	hand_on, @function
hand_on:
	pushq	%rbp
	movq	%rsp, %rbp
	subq	$8, %rsp
	movq	%rdi, -8(%rbp)
	movq	-8(%rbp), %rax
	movl	$1, (%rax)
	movq	-8(%rbp), %rax
	movq	%rax, %rdi
	call	add_two
	nop
	leave
	ret
	.size	hand_on, .-hand_on
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
