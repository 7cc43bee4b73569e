	.text
	.file	"functions.c"
	.globl	publish                         # -- Begin function publish
	.p2align	4, 0x90
	.type	publish,@function
publish:                                # @publish
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	subq	$16, %rsp
	movl	%edi, -4(%rbp)
	movl	-4(%rbp), %edi
	callq	twice
	movl	%eax, data(%rip)
	movl	$1, -8(%rbp)
	movl	-8(%rbp), %eax
	movl	%eax, flag(%rip)
	addq	$16, %rsp
	popq	%rbp
	retq
.Lfunc_end0:
	.size	publish, .Lfunc_end0-publish
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function twice
	.type	twice,@function
twice:                                  # @twice
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	movl	%edi, -4(%rbp)
	movl	-4(%rbp), %eax
	addl	-4(%rbp), %eax
	popq	%rbp
	retq
.Lfunc_end1:
	.size	twice, .Lfunc_end1-twice
                                        # -- End function
	.globl	publish_relaxed                 # -- Begin function publish_relaxed
	.p2align	4, 0x90
	.type	publish_relaxed,@function
publish_relaxed:                        # @publish_relaxed
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	subq	$16, %rsp
	movl	%edi, -4(%rbp)
	movl	-4(%rbp), %edi
	callq	twice
	movl	%eax, -8(%rbp)
	movl	-8(%rbp), %eax
	movl	%eax, data(%rip)
	movl	$1, -12(%rbp)
	movl	-12(%rbp), %eax
	movl	%eax, flag(%rip)
	addq	$16, %rsp
	popq	%rbp
	retq
.Lfunc_end2:
	.size	publish_relaxed, .Lfunc_end2-publish_relaxed
                                        # -- End function
	.globl	take                            # -- Begin function take
	.p2align	4, 0x90
	.type	take,@function
take:                                   # @take
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	movl	flag(%rip), %eax
	movl	%eax, -12(%rbp)
	cmpl	$0, -12(%rbp)
	je	.LBB3_2
# %bb.1:
	movl	data(%rip), %ecx
	movq	-8(%rbp), %rax
	movl	%ecx, (%rax)
.LBB3_2:
	popq	%rbp
	retq
.Lfunc_end3:
	.size	take, .Lfunc_end3-take
                                        # -- End function
	.globl	wait_and_take                   # -- Begin function wait_and_take
	.p2align	4, 0x90
	.type	wait_and_take,@function
wait_and_take:                          # @wait_and_take
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
.LBB4_1:                                # =>This Inner Loop Header: Depth=1
	movl	flag(%rip), %eax
	movl	%eax, -12(%rbp)
	cmpl	$0, -12(%rbp)
	setne	%al
	xorb	$-1, %al
	testb	$1, %al
	jne	.LBB4_2
	jmp	.LBB4_3
.LBB4_2:                                #   in Loop: Header=BB4_1 Depth=1
	jmp	.LBB4_1
.LBB4_3:
	movl	data(%rip), %ecx
	movq	-8(%rbp), %rax
	movl	%ecx, (%rax)
	popq	%rbp
	retq
.Lfunc_end4:
	.size	wait_and_take, .Lfunc_end4-wait_and_take
                                        # -- End function
	.globl	increment                       # -- Begin function increment
	.p2align	4, 0x90
	.type	increment,@function
increment:                              # @increment
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	movl	$1, -4(%rbp)
	movl	-4(%rbp), %eax
	lock		xaddl	%eax, count(%rip)
	movl	%eax, -8(%rbp)
	popq	%rbp
	retq
.Lfunc_end5:
	.size	increment, .Lfunc_end5-increment
                                        # -- End function
	.globl	increment_by_cas                # -- Begin function increment_by_cas
	.p2align	4, 0x90
	.type	increment_by_cas,@function
increment_by_cas:                       # @increment_by_cas
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	movl	count(%rip), %eax
	movl	%eax, -16(%rbp)
	movl	-16(%rbp), %eax
	movl	%eax, -12(%rbp)
	movl	-12(%rbp), %eax
	incl	%eax
	movl	%eax, -20(%rbp)
	movl	-12(%rbp), %eax
	movl	-20(%rbp), %ecx
	lock		cmpxchgl	%ecx, count(%rip)
	movl	%eax, %ecx
	sete	%al
	movb	%al, -29(%rbp)                  # 1-byte Spill
	movl	%ecx, -28(%rbp)                 # 4-byte Spill
	testb	$1, %al
	jne	.LBB6_2
# %bb.1:
	movl	-28(%rbp), %eax                 # 4-byte Reload
	movl	%eax, -12(%rbp)
.LBB6_2:
	movb	-29(%rbp), %al                  # 1-byte Reload
	andb	$1, %al
	movb	%al, -21(%rbp)
	movb	-21(%rbp), %al
	andb	$1, %al
	movzbl	%al, %ecx
	movq	-8(%rbp), %rax
	movl	%ecx, (%rax)
	popq	%rbp
	retq
.Lfunc_end6:
	.size	increment_by_cas, .Lfunc_end6-increment_by_cas
                                        # -- End function
	.globl	add_locked                      # -- Begin function add_locked
	.p2align	4, 0x90
	.type	add_locked,@function
add_locked:                             # @add_locked
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	movl	%edi, -4(%rbp)
.LBB7_1:                                # =>This Inner Loop Header: Depth=1
	movl	$1, -8(%rbp)
	movl	-8(%rbp), %eax
	xchgl	%eax, lock(%rip)
	movl	%eax, -12(%rbp)
	cmpl	$0, -12(%rbp)
	je	.LBB7_3
# %bb.2:                                #   in Loop: Header=BB7_1 Depth=1
	jmp	.LBB7_1
.LBB7_3:
	movl	-4(%rbp), %ecx
	movl	total(%rip), %eax
	addl	%ecx, %eax
	movl	%eax, total(%rip)
	movl	$0, -16(%rbp)
	movl	-16(%rbp), %eax
	movl	%eax, lock(%rip)
	popq	%rbp
	retq
.Lfunc_end7:
	.size	add_locked, .Lfunc_end7-add_locked
                                        # -- End function
	.globl	look_up                         # -- Begin function look_up
	.p2align	4, 0x90
	.type	look_up,@function
look_up:                                # @look_up
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	movl	%edi, -4(%rbp)
	movq	%rsi, -16(%rbp)
	movl	-4(%rbp), %eax
	andl	$3, %eax
	movslq	%eax, %rcx
	leaq	table(%rip), %rax
	imull	$10, (%rax,%rcx,4), %ecx
	movq	pointer(%rip), %rax
	addl	(%rax), %ecx
	movq	-16(%rbp), %rax
	movl	%ecx, (%rax)
	popq	%rbp
	retq
.Lfunc_end8:
	.size	look_up, .Lfunc_end8-look_up
                                        # -- End function
	.globl	local_variable                  # -- Begin function local_variable
	.p2align	4, 0x90
	.type	local_variable,@function
local_variable:                         # @local_variable
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	subq	$16, %rsp
	movq	%rdi, -8(%rbp)
	movl	$1, -12(%rbp)
	leaq	-12(%rbp), %rdi
	callq	add_two
	movl	-12(%rbp), %ecx
	movq	-8(%rbp), %rax
	movl	%ecx, (%rax)
	addq	$16, %rsp
	popq	%rbp
	retq
.Lfunc_end9:
	.size	local_variable, .Lfunc_end9-local_variable
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function add_two
	.type	add_two,@function
add_two:                                # @add_two
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	movq	%rdi, -8(%rbp)
	movq	-8(%rbp), %rax
	movl	(%rax), %ecx
	addl	$2, %ecx
	movl	%ecx, (%rax)
	popq	%rbp
	retq
.Lfunc_end10:
	.size	add_two, .Lfunc_end10-add_two
                                        # -- End function
	.globl	hand_on                         # -- Begin function hand_on
	.p2align	4, 0x90
	.type	hand_on,@function
hand_on:                                # @hand_on
# %bb.0:
	pushq	%rbp
	movq	%rsp, %rbp
	subq	$16, %rsp
	movq	%rdi, -8(%rbp)
	movq	-8(%rbp), %rax
	movl	$1, (%rax)
	movq	-8(%rbp), %rdi
	callq	add_two
	addq	$16, %rsp
	popq	%rbp
	retq
.Lfunc_end11:
	.size	hand_on, .Lfunc_end11-hand_on
                                        # -- End function
	.type	table,@object                   # @table
	.data
	.p2align	4, 0x0
table:
	.long	1                               # 0x1
	.long	2                               # 0x2
	.long	3                               # 0x3
	.long	4                               # 0x4
	.size	table, 16

	.type	pointer,@object                 # @pointer
	.globl	pointer
	.p2align	3, 0x0
pointer:
	.quad	table+8
	.size	pointer, 8

	.type	data,@object                    # @data
	.bss
	.globl	data
	.p2align	2, 0x0
data:
	.long	0                               # 0x0
	.size	data, 4

	.type	flag,@object                    # @flag
	.globl	flag
	.p2align	2, 0x0
flag:
	.long	0                               # 0x0
	.size	flag, 4

	.type	count,@object                   # @count
	.globl	count
	.p2align	2, 0x0
count:
	.long	0                               # 0x0
	.size	count, 4

	.type	lock,@object                    # @lock
	.globl	lock
	.p2align	2, 0x0
lock:
	.long	0                               # 0x0
	.size	lock, 4

	.type	total,@object                   # @total
	.globl	total
	.p2align	2, 0x0
total:
	.long	0                               # 0x0
	.size	total, 4

	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym twice
	.addrsig_sym add_two
	.addrsig_sym table
	.addrsig_sym pointer
	.addrsig_sym data
	.addrsig_sym flag
	.addrsig_sym count
	.addrsig_sym lock
	.addrsig_sym total
