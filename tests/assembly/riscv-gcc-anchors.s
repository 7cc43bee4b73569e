	.file	"functions.c"
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	twice, @function
twice:
	slliw	a0,a0,1
	ret
	.size	twice, .-twice
	.type	add_two, @function
add_two:
	lw	a5,0(a0)
	addiw	a5,a5,2
	sw	a5,0(a0)
	ret
	.size	add_two, .-add_two
	.type	publish, @function
publish:
	addi	sp,sp,-16
	sd	ra,8(sp)
	call	twice
	lla	a5,.LANCHOR0
	sw	a0,0(a5)
	li	a4,1
	addi	a5,a5,4
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
	lla	a5,.LANCHOR0
	amoswap.w zero,a0,0(a5)
	li	a4,1
	addi	a5,a5,4
	amoswap.w zero,a4,0(a5)
	ld	ra,8(sp)
	addi	sp,sp,16
	jr	ra
	.size	publish_relaxed, .-publish_relaxed
	.type	take, @function
take:
	lw	a5,.LANCHOR0+4
	fence	iorw,iorw
	sext.w	a5,a5
	beq	a5,zero,.L7
	lw	a5,.LANCHOR0
	sw	a5,0(a0)
.L7:
	ret
	.size	take, .-take
	.type	wait_and_take, @function
wait_and_take:
	lla	a4,.LANCHOR0
.L10:
	lw	a5,4(a4)
	fence	iorw,iorw
	sext.w	a5,a5
	beq	a5,zero,.L10
	lw	a5,.LANCHOR0
	sw	a5,0(a0)
	ret
	.size	wait_and_take, .-wait_and_take
	.type	increment, @function
increment:
	lla	a5,.LANCHOR0
	li	a4,1
	addi	a5,a5,8
	amoadd.w zero,a4,0(a5)
	ret
	.size	increment, .-increment
	.type	increment_by_cas, @function
increment_by_cas:
	lla	a3,.LANCHOR0
	lw	a4,.LANCHOR0+8
	addiw	a2,a4,1
	addi	a3,a3,8
	 1: lr.w a5,0(a3); bne a5,a4,1f; sc.w.aq a1,a2,0(a3); bnez a1,1b; 1:
	subw	a5,a5,a4
	seqz	a5,a5
	sw	a5,0(a0)
	ret
	.size	increment_by_cas, .-increment_by_cas
	.type	add_locked, @function
add_locked:
	lla	a4,.LANCHOR0
	li	a3,1
.L15:
	mv	a5,a3
	addi	a2,a4,12
	amoswap.w.aq a5,a5,0(a2)
	sext.w	a5,a5
	bne	a5,zero,.L15
	lla	a5,.LANCHOR0
	lw	a4,16(a5)
	addw	a0,a4,a0
	sw	a0,16(a5)
	addi	a5,a5,12
	fence iorw,ow; amoswap.w zero,zero,0(a5)
	ret
	.size	add_locked, .-add_locked
	.type	look_up, @function
look_up:
	andi	a0,a0,3
	slli	a0,a0,2
	lla	a5,.LANCHOR1
	add	a5,a5,a0
	lw	a4,0(a5)
	slliw	a5,a4,2
	addw	a5,a5,a4
	slliw	a5,a5,1
	ld	a4,.LANCHOR2
	lw	a4,0(a4)
	addw	a5,a5,a4
	sw	a5,0(a1)
	ret
	.size	look_up, .-look_up
	.type	local_variable, @function
local_variable:
	addi	sp,sp,-32
	sd	ra,24(sp)
	sd	s0,16(sp)
	mv	s0,a0
	li	a5,1
	sw	a5,12(sp)
	addi	a0,sp,12
	call	add_two
	lw	a5,12(sp)
	sw	a5,0(s0)
	ld	ra,24(sp)
	ld	s0,16(sp)
	addi	sp,sp,32
	jr	ra
	.size	local_variable, .-local_variable
	.type	hand_on, @function
hand_on:
	addi	sp,sp,-16
	sd	ra,8(sp)
	li	a5,1
	sw	a5,0(a0)
	call	add_two
	ld	ra,8(sp)
	addi	sp,sp,16
	jr	ra
	.size	hand_on, .-hand_on
	.data
	.set	.LANCHOR1,. + 0
	.type	table, @object
	.size	table, 16
table:
	.word	1
	.word	2
	.word	3
	.word	4
	.bss
	.set	.LANCHOR0,. + 0
	.type	data, @object
	.size	data, 4
data:
	.zero	4
	.type	flag, @object
	.size	flag, 4
flag:
	.zero	4
	.type	count, @object
	.size	count, 4
count:
	.zero	4
	.type	lock, @object
	.size	lock, 4
lock:
	.zero	4
	.type	total, @object
	.size	total, 4
total:
	.zero	4
	.section	.data.rel.local,"aw"
	.set	.LANCHOR2,. + 0
	.type	pointer, @object
	.size	pointer, 8
pointer:
	.dword	table+8
