	.text
	.file	"functions.c"
	.globl	publish                         # -- Begin function publish
	.p2align	4, 0x90
	.type	publish,@function
publish:                                # @publish
# %bb.0:
	pushq	%rax
	callq	twice
	movq	data@GOTPCREL(%rip), %rcx
	movl	%eax, (%rcx)
	movq	flag@GOTPCREL(%rip), %rax
	movl	$1, (%rax)
	popq	%rax
	retq
.Lfunc_end0:
	.size	publish, .Lfunc_end0-publish
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function twice
	.type	twice,@function
twice:                                  # @twice
# %bb.0:
                                        # kill: def $edi killed $edi def $rdi
	leal	(%rdi,%rdi), %eax
	retq
.Lfunc_end1:
	.size	twice, .Lfunc_end1-twice
                                        # -- End function
	.globl	publish_relaxed                 # -- Begin function publish_relaxed
	.p2align	4, 0x90
	.type	publish_relaxed,@function
publish_relaxed:                        # @publish_relaxed
# %bb.0:
	pushq	%rax
	callq	twice
	movq	data@GOTPCREL(%rip), %rcx
	movl	%eax, (%rcx)
	movq	flag@GOTPCREL(%rip), %rax
	movl	$1, (%rax)
	popq	%rax
	retq
.Lfunc_end2:
	.size	publish_relaxed, .Lfunc_end2-publish_relaxed
                                        # -- End function
	.globl	take                            # -- Begin function take
	.p2align	4, 0x90
	.type	take,@function
take:                                   # @take
# %bb.0:
	movq	flag@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	testl	%eax, %eax
	je	.LBB3_2
# %bb.1:
	movq	data@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	movl	%eax, (%rdi)
.LBB3_2:
	retq
.Lfunc_end3:
	.size	take, .Lfunc_end3-take
                                        # -- End function
	.globl	wait_and_take                   # -- Begin function wait_and_take
	.p2align	4, 0x90
	.type	wait_and_take,@function
wait_and_take:                          # @wait_and_take
# %bb.0:
	movq	flag@GOTPCREL(%rip), %rax
	.p2align	4, 0x90
.LBB4_1:                                # =>This Inner Loop Header: Depth=1
	movl	(%rax), %ecx
	testl	%ecx, %ecx
	je	.LBB4_1
# %bb.2:
	movq	data@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	movl	%eax, (%rdi)
	retq
.Lfunc_end4:
	.size	wait_and_take, .Lfunc_end4-wait_and_take
                                        # -- End function
	.globl	increment                       # -- Begin function increment
	.p2align	4, 0x90
	.type	increment,@function
increment:                              # @increment
# %bb.0:
	movq	count@GOTPCREL(%rip), %rax
	lock		incl	(%rax)
	retq
.Lfunc_end5:
	.size	increment, .Lfunc_end5-increment
                                        # -- End function
	.globl	increment_by_cas                # -- Begin function increment_by_cas
	.p2align	4, 0x90
	.type	increment_by_cas,@function
increment_by_cas:                       # @increment_by_cas
# %bb.0:
	movq	count@GOTPCREL(%rip), %rcx
	movl	(%rcx), %eax
	leal	1(%rax), %edx
	xorl	%esi, %esi
                                        # kill: def $eax killed $eax killed $rax
	lock		cmpxchgl	%edx, (%rcx)
	sete	%sil
	movl	%esi, (%rdi)
	retq
.Lfunc_end6:
	.size	increment_by_cas, .Lfunc_end6-increment_by_cas
                                        # -- End function
	.globl	add_locked                      # -- Begin function add_locked
	.p2align	4, 0x90
	.type	add_locked,@function
add_locked:                             # @add_locked
# %bb.0:
	movq	lock@GOTPCREL(%rip), %rax
	.p2align	4, 0x90
.LBB7_1:                                # =>This Inner Loop Header: Depth=1
	movl	$1, %ecx
	xchgl	%ecx, (%rax)
	testl	%ecx, %ecx
	jne	.LBB7_1
# %bb.2:
	movq	total@GOTPCREL(%rip), %rcx
	addl	%edi, (%rcx)
	movl	$0, (%rax)
	retq
.Lfunc_end7:
	.size	add_locked, .Lfunc_end7-add_locked
                                        # -- End function
	.globl	look_up                         # -- Begin function look_up
	.p2align	4, 0x90
	.type	look_up,@function
look_up:                                # @look_up
# %bb.0:
                                        # kill: def $edi killed $edi def $rdi
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
.Lfunc_end8:
	.size	look_up, .Lfunc_end8-look_up
                                        # -- End function
	.globl	local_variable                  # -- Begin function local_variable
	.p2align	4, 0x90
	.type	local_variable,@function
local_variable:                         # @local_variable
# %bb.0:
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
.Lfunc_end9:
	.size	local_variable, .Lfunc_end9-local_variable
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function add_two
	.type	add_two,@function
add_two:                                # @add_two
# %bb.0:
	addl	$2, (%rdi)
	retq
.Lfunc_end10:
	.size	add_two, .Lfunc_end10-add_two
                                        # -- End function
	.globl	hand_on                         # -- Begin function hand_on
	.p2align	4, 0x90
	.type	hand_on,@function
hand_on:                                # @hand_on
# %bb.0:
	movl	$1, (%rdi)
	jmp	add_two                         # TAILCALL
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
	.addrsig_sym table
	.addrsig_sym count
	.addrsig_sym lock
