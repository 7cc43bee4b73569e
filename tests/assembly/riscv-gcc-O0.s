	.file	"functions.c"
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
	.globl	data
	.bss
	.align	2
	.type	data, @object
	.size	data, 4
data:
	.zero	4
	.globl	flag
	.align	2
	.type	flag, @object
	.size	flag, 4
flag:
	.zero	4
	.globl	count
	.align	2
	.type	count, @object
	.size	count, 4
count:
	.zero	4
	.globl	lock
	.align	2
	.type	lock, @object
	.size	lock, 4
lock:
	.zero	4
	.globl	total
	.align	2
	.type	total, @object
	.size	total, 4
total:
	.zero	4
	.data
	.align	3
	.type	table, @object
	.size	table, 16
table:
	.word	1
	.word	2
	.word	3
	.word	4
	.globl	pointer
	.section	.data.rel.local,"aw"
	.align	3
	.type	pointer, @object
	.size	pointer, 8
pointer:
	.dword	table+8
	.text
	.align	1
	.type	twice, @function
twice:
	addi	sp,sp,-32
	sd	s0,24(sp)
	addi	s0,sp,32
	mv	a5,a0
	sw	a5,-20(s0)
	lw	a5,-20(s0)
	slliw	a5,a5,1
	sext.w	a5,a5
	mv	a0,a5
	ld	s0,24(sp)
	addi	sp,sp,32
	jr	ra
	.size	twice, .-twice
	.align	1
	.globl	publish
	.type	publish, @function
publish:
	addi	sp,sp,-32
	sd	ra,24(sp)
	sd	s0,16(sp)
	addi	s0,sp,32
	mv	a5,a0
	sw	a5,-20(s0)
	lw	a5,-20(s0)
	mv	a0,a5
	call	twice
	mv	a5,a0
	mv	a4,a5
	lla	a5,data
	sw	a4,0(a5)
	lla	a5,flag
	li	a4,1
	fence iorw,ow; amoswap.w zero,a4,0(a5)
	nop
	ld	ra,24(sp)
	ld	s0,16(sp)
	addi	sp,sp,32
	jr	ra
	.size	publish, .-publish
	.align	1
	.globl	publish_relaxed
	.type	publish_relaxed, @function
publish_relaxed:
	addi	sp,sp,-32
	sd	ra,24(sp)
	sd	s0,16(sp)
	addi	s0,sp,32
	mv	a5,a0
	sw	a5,-20(s0)
	lw	a5,-20(s0)
	mv	a0,a5
	call	twice
	mv	a5,a0
	sext.w	a4,a5
	lla	a5,data
	amoswap.w zero,a4,0(a5)
	lla	a5,flag
	li	a4,1
	amoswap.w zero,a4,0(a5)
	nop
	ld	ra,24(sp)
	ld	s0,16(sp)
	addi	sp,sp,32
	jr	ra
	.size	publish_relaxed, .-publish_relaxed
	.align	1
	.globl	take
	.type	take, @function
take:
	addi	sp,sp,-32
	sd	s0,24(sp)
	addi	s0,sp,32
	sd	a0,-24(s0)
	lla	a5,flag
	lw	a5,0(a5)
	fence	iorw,iorw
	sext.w	a5,a5
	beq	a5,zero,.L7
	lla	a5,data
	lw	a4,0(a5)
	ld	a5,-24(s0)
	sw	a4,0(a5)
.L7:
	nop
	ld	s0,24(sp)
	addi	sp,sp,32
	jr	ra
	.size	take, .-take
	.align	1
	.globl	wait_and_take
	.type	wait_and_take, @function
wait_and_take:
	addi	sp,sp,-32
	sd	s0,24(sp)
	addi	s0,sp,32
	sd	a0,-24(s0)
	j	.L9
.L10:
	nop
.L9:
	lla	a5,flag
	lw	a5,0(a5)
	fence	iorw,iorw
	sext.w	a5,a5
	beq	a5,zero,.L10
	lla	a5,data
	lw	a4,0(a5)
	ld	a5,-24(s0)
	sw	a4,0(a5)
	nop
	ld	s0,24(sp)
	addi	sp,sp,32
	jr	ra
	.size	wait_and_take, .-wait_and_take
	.align	1
	.globl	increment
	.type	increment, @function
increment:
	addi	sp,sp,-16
	sd	s0,8(sp)
	addi	s0,sp,16
	lla	a5,count
	li	a4,1
	amoadd.w zero,a4,0(a5)
	nop
	ld	s0,8(sp)
	addi	sp,sp,16
	jr	ra
	.size	increment, .-increment
	.align	1
	.globl	increment_by_cas
	.type	increment_by_cas, @function
increment_by_cas:
	addi	sp,sp,-48
	sd	s0,40(sp)
	addi	s0,sp,48
	sd	a0,-40(s0)
	lla	a5,count
	lw	a5,0(a5)
	sext.w	a5,a5
	sext.w	a5,a5
	sw	a5,-20(s0)
	lw	a5,-20(s0)
	addiw	a5,a5,1
	sext.w	a5,a5
	sext.w	a1,a5
	lla	a2,count
	addi	a5,s0,-20
	lw	a4,0(a5)
	mv	a3,a4
	 1: lr.w a4,0(a2); bne a4,a3,1f; sc.w.aq a0,a1,0(a2); bnez a0,1b; 1:
	subw	a3,a4,a3
	sext.w	a3,a3
	seqz	a2,a3
	sext.w	a3,a2
	bne	a3,zero,.L13
	sw	a4,0(a5)
.L13:
	slli	a5,a2,32
	srli	a5,a5,32
	sext.w	a4,a5
	ld	a5,-40(s0)
	sw	a4,0(a5)
	nop
	ld	s0,40(sp)
	addi	sp,sp,48
	jr	ra
	.size	increment_by_cas, .-increment_by_cas
	.align	1
	.globl	add_locked
	.type	add_locked, @function
add_locked:
	addi	sp,sp,-32
	sd	s0,24(sp)
	addi	s0,sp,32
	mv	a5,a0
	sw	a5,-20(s0)
	j	.L15
.L16:
	nop
.L15:
	lla	a5,lock
	li	a4,1
	amoswap.w.aq a4,a4,0(a5)
	sext.w	a5,a4
	bne	a5,zero,.L16
	lla	a5,total
	lw	a5,0(a5)
	lw	a4,-20(s0)
	addw	a5,a4,a5
	sext.w	a4,a5
	lla	a5,total
	sw	a4,0(a5)
	lla	a5,lock
	fence iorw,ow; amoswap.w zero,zero,0(a5)
	nop
	ld	s0,24(sp)
	addi	sp,sp,32
	jr	ra
	.size	add_locked, .-add_locked
	.align	1
	.globl	look_up
	.type	look_up, @function
look_up:
	addi	sp,sp,-32
	sd	s0,24(sp)
	addi	s0,sp,32
	mv	a5,a0
	sd	a1,-32(s0)
	sw	a5,-20(s0)
	lw	a5,-20(s0)
	andi	a5,a5,3
	sext.w	a5,a5
	lla	a4,table
	slli	a5,a5,2
	add	a5,a4,a5
	lw	a5,0(a5)
	mv	a4,a5
	mv	a5,a4
	slliw	a5,a5,2
	addw	a5,a5,a4
	slliw	a5,a5,1
	sext.w	a4,a5
	lla	a5,pointer
	ld	a5,0(a5)
	lw	a5,0(a5)
	addw	a5,a4,a5
	sext.w	a4,a5
	ld	a5,-32(s0)
	sw	a4,0(a5)
	nop
	ld	s0,24(sp)
	addi	sp,sp,32
	jr	ra
	.size	look_up, .-look_up
	.align	1
	.type	add_two, @function
add_two:
	addi	sp,sp,-32
	sd	s0,24(sp)
	addi	s0,sp,32
	sd	a0,-24(s0)
	ld	a5,-24(s0)
	lw	a5,0(a5)
	addiw	a5,a5,2
	sext.w	a4,a5
	ld	a5,-24(s0)
	sw	a4,0(a5)
	nop
	ld	s0,24(sp)
	addi	sp,sp,32
	jr	ra
	.size	add_two, .-add_two
	.align	1
	.globl	local_variable
	.type	local_variable, @function
local_variable:
	addi	sp,sp,-48
	sd	ra,40(sp)
	sd	s0,32(sp)
	addi	s0,sp,48
	sd	a0,-40(s0)
	li	a5,1
	sw	a5,-20(s0)
	addi	a5,s0,-20
	mv	a0,a5
	call	add_two
	lw	a4,-20(s0)
	ld	a5,-40(s0)
	sw	a4,0(a5)
	nop
	ld	ra,40(sp)
	ld	s0,32(sp)
	addi	sp,sp,48
	jr	ra
	.size	local_variable, .-local_variable
	.align	1
	.globl	hand_on
	.type	hand_on, @function
hand_on:
	addi	sp,sp,-32
	sd	ra,24(sp)
	sd	s0,16(sp)
	addi	s0,sp,32
	sd	a0,-24(s0)
	ld	a5,-24(s0)
	li	a4,1
	sw	a4,0(a5)
	ld	a0,-24(s0)
	call	add_two
	nop
	ld	ra,24(sp)
	ld	s0,16(sp)
	addi	sp,sp,32
	jr	ra
	.size	hand_on, .-hand_on
	.ident	"GCC: (Debian 12.2.0-13) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
