	.file	"functions.c"
	.option nopic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	twice, @function
twice:
	slliw	a0,a0,1
	ret
	.size	twice, .-twice
	.type	add_two.constprop.0, @function
add_two.constprop.0:
	li	a5,3
	sw	a5,0(a0)
	ret
	.size	add_two.constprop.0, .-add_two.constprop.0
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
	.type	increment, @function
increment:
	lui	a5,%hi(count)
	li	a4,1
	addi	a5,a5,%lo(count)
	amoadd.w zero,a4,0(a5)
	ret
	.size	increment, .-increment
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
	.type	hand_on, @function
hand_on:
	tail	add_two.constprop.0
	.size	hand_on, .-hand_on
	.section	.sdata,"aw"
	.type	pointer, @object
	.size	pointer, 8
pointer:
	.dword	table+8
	.data
	.type	table, @object
	.size	table, 16
table:
	.word	1
	.word	2
	.word	3
	.word	4
	.section	.sbss,"aw",@nobits
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
