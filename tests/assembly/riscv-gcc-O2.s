	.file	"functions.c"
	.option nopic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
	.align	1
	.type	twice, @function
twice:
	slliw	a0,a0,1
	ret
	.size	twice, .-twice
	.align	1
	.type	add_two.constprop.0, @function
add_two.constprop.0:
	li	a5,3
	sw	a5,0(a0)
	ret
	.size	add_two.constprop.0, .-add_two.constprop.0
	.align	1
	.globl	publish
	.type	publish, @function
publish:
	addi	sp,sp,-16
	sd	ra,8(sp)
	call	twice
	lui	a5,%hi(data)
	sw	a0,%lo(data)(a5)
	lui	a5,%hi(flag)
	li	a4,1
	addi	a5,a5,%lo(flag)
	fence iorw,ow; amoswap.w zero,a4,0(a5)
	ld	ra,8(sp)
	addi	sp,sp,16
	jr	ra
	.size	publish, .-publish
	.align	1
	.globl	publish_relaxed
	.type	publish_relaxed, @function
publish_relaxed:
	addi	sp,sp,-16
	sd	ra,8(sp)
	call	twice
	lui	a5,%hi(data)
	addi	a5,a5,%lo(data)
	amoswap.w zero,a0,0(a5)
	lui	a5,%hi(flag)
	li	a4,1
	addi	a5,a5,%lo(flag)
	amoswap.w zero,a4,0(a5)
	ld	ra,8(sp)
	addi	sp,sp,16
	jr	ra
	.size	publish_relaxed, .-publish_relaxed
	.align	1
	.globl	take
	.type	take, @function
take:
	lui	a5,%hi(flag)
	lw	a5,%lo(flag)(a5)
	fence	iorw,iorw
	beq	a5,zero,.L8
	lui	a5,%hi(data)
	lw	a5,%lo(data)(a5)
	sw	a5,0(a0)
.L8:
	ret
	.size	take, .-take
	.align	1
	.globl	wait_and_take
	.type	wait_and_take, @function
wait_and_take:
	lui	a4,%hi(flag)
.L14:
	lw	a5,%lo(flag)(a4)
	fence	iorw,iorw
	beq	a5,zero,.L14
	lui	a5,%hi(data)
	lw	a5,%lo(data)(a5)
	sw	a5,0(a0)
	ret
	.size	wait_and_take, .-wait_and_take
	.align	1
	.globl	increment
	.type	increment, @function
increment:
	lui	a5,%hi(count)
	li	a4,1
	addi	a5,a5,%lo(count)
	amoadd.w zero,a4,0(a5)
	ret
	.size	increment, .-increment
	.align	1
	.globl	increment_by_cas
	.type	increment_by_cas, @function
increment_by_cas:
	lui	a3,%hi(count)
	lw	a5,%lo(count)(a3)
	addi	a3,a3,%lo(count)
	sext.w	a2,a5
	addiw	a4,a5,1
	 1: lr.w a5,0(a3); bne a5,a2,1f; sc.w.aq a1,a4,0(a3); bnez a1,1b; 1:
	subw	a5,a5,a2
	seqz	a5,a5
	sw	a5,0(a0)
	ret
	.size	increment_by_cas, .-increment_by_cas
	.align	1
	.globl	add_locked
	.type	add_locked, @function
add_locked:
	lui	a4,%hi(lock)
	li	a3,1
.L20:
	mv	a5,a3
	addi	a2,a4,%lo(lock)
	amoswap.w.aq a5,a5,0(a2)
	sext.w	a5,a5
	bne	a5,zero,.L20
	lui	a3,%hi(total)
	lw	a5,%lo(total)(a3)
	addw	a0,a5,a0
	sw	a0,%lo(total)(a3)
	addi	a5,a4,%lo(lock)
	fence iorw,ow; amoswap.w zero,zero,0(a5)
	ret
	.size	add_locked, .-add_locked
	.align	1
	.globl	look_up
	.type	look_up, @function
look_up:
	andi	a0,a0,3
	lui	a5,%hi(table)
	slli	a0,a0,2
	addi	a5,a5,%lo(table)
	add	a5,a5,a0
	lw	a4,0(a5)
	lui	a5,%hi(pointer)
	ld	a3,%lo(pointer)(a5)
	slliw	a5,a4,2
	addw	a5,a5,a4
	lw	a3,0(a3)
	slliw	a5,a5,1
	addw	a5,a5,a3
	sw	a5,0(a1)
	ret
	.size	look_up, .-look_up
	.align	1
	.globl	local_variable
	.type	local_variable, @function
local_variable:
	addi	sp,sp,-32
	sd	s0,16(sp)
	mv	s0,a0
	addi	a0,sp,12
	sd	ra,24(sp)
	call	add_two.constprop.0
	lw	a5,12(sp)
	ld	ra,24(sp)
	sw	a5,0(s0)
	ld	s0,16(sp)
	addi	sp,sp,32
	jr	ra
	.size	local_variable, .-local_variable
	.align	1
	.globl	hand_on
	.type	hand_on, @function
hand_on:
	tail	add_two.constprop.0
	.size	hand_on, .-hand_on
	.globl	pointer
	.section	.sdata,"aw"
	.align	3
	.type	pointer, @object
	.size	pointer, 8
pointer:
	.dword	table+8
	.data
	.align	3
	.type	table, @object
	.size	table, 16
table:
	.word	1
	.word	2
	.word	3
	.word	4
	.globl	total
	.section	.sbss,"aw",@nobits
	.align	2
	.type	total, @object
	.size	total, 4
total:
	.zero	4
	.globl	lock
	.align	2
	.type	lock, @object
	.size	lock, 4
lock:
	.zero	4
	.globl	count
	.align	2
	.type	count, @object
	.size	count, 4
count:
	.zero	4
	.globl	flag
	.align	2
	.type	flag, @object
	.size	flag, 4
flag:
	.zero	4
	.globl	data
	.align	2
	.type	data, @object
	.size	data, 4
data:
	.zero	4
	.ident	"GCC: (Debian 12.2.0-13) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
