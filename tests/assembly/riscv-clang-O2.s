	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.type	publish,@function
publish:
	addi	sp, sp, -16
	sd	ra, 8(sp)
	call	twice
	lui	a1, %hi(data)
	sw	a0, %lo(data)(a1)
	fence	rw, w
	lui	a0, %hi(flag)
	li	a1, 1
	sw	a1, %lo(flag)(a0)
	ld	ra, 8(sp)
	addi	sp, sp, 16
	ret
	.size	publish, .Lfunc_end0-publish
	.type	twice,@function
twice:
	slliw	a0, a0, 1
	ret
	.size	twice, .Lfunc_end1-twice
	.type	publish_relaxed,@function
publish_relaxed:
	addi	sp, sp, -16
	sd	ra, 8(sp)
	call	twice
	lui	a1, %hi(data)
	sw	a0, %lo(data)(a1)
	lui	a0, %hi(flag)
	li	a1, 1
	sw	a1, %lo(flag)(a0)
	ld	ra, 8(sp)
	addi	sp, sp, 16
	ret
	.size	publish_relaxed, .Lfunc_end2-publish_relaxed
	.type	take,@function
take:
	lui	a1, %hi(flag)
	lw	a1, %lo(flag)(a1)
	fence	r, rw
	beqz	a1, .LBB3_2
	lui	a1, %hi(data)
	lw	a1, %lo(data)(a1)
	sw	a1, 0(a0)
.LBB3_2:
	ret
	.size	take, .Lfunc_end3-take
	.type	wait_and_take,@function
wait_and_take:
	lui	a1, %hi(flag)
.LBB4_1:
	lw	a2, %lo(flag)(a1)
	fence	r, rw
	beqz	a2, .LBB4_1
	lui	a1, %hi(data)
	lw	a1, %lo(data)(a1)
	sw	a1, 0(a0)
	ret
	.size	wait_and_take, .Lfunc_end4-wait_and_take
	.type	increment,@function
increment:
	lui	a0, %hi(count)
	addi	a0, a0, %lo(count)
	li	a1, 1
	amoadd.w	zero, a1, (a0)
	ret
	.size	increment, .Lfunc_end5-increment
	.type	increment_by_cas,@function
increment_by_cas:
	lui	a1, %hi(count)
	lw	a2, %lo(count)(a1)
	addi	a1, a1, %lo(count)
	addiw	a3, a2, 1
.LBB6_1:
	lr.w.aqrl	a4, (a1)
	bne	a4, a2, .LBB6_3
	sc.w.rl	a5, a3, (a1)
	bnez	a5, .LBB6_1
.LBB6_3:
	xor	a2, a2, a4
	seqz	a1, a2
	sw	a1, 0(a0)
	ret
	.size	increment_by_cas, .Lfunc_end6-increment_by_cas
	.type	add_locked,@function
add_locked:
	lui	a1, %hi(lock)
	addi	a1, a1, %lo(lock)
	li	a2, 1
.LBB7_1:
	amoswap.w.aq	a3, a2, (a1)
	bnez	a3, .LBB7_1
	lui	a1, %hi(total)
	lw	a2, %lo(total)(a1)
	add	a0, a0, a2
	sw	a0, %lo(total)(a1)
	fence	rw, w
	lui	a0, %hi(lock)
	sw	zero, %lo(lock)(a0)
	ret
	.size	add_locked, .Lfunc_end7-add_locked
	.type	look_up,@function
look_up:
	andi	a0, a0, 3
	slli	a0, a0, 2
	lui	a2, %hi(pointer)
	ld	a2, %lo(pointer)(a2)
	lui	a3, %hi(table)
	addi	a3, a3, %lo(table)
	add	a0, a0, a3
	lw	a0, 0(a0)
	lw	a2, 0(a2)
	li	a3, 10
	mul	a0, a0, a3
	add	a0, a0, a2
	sw	a0, 0(a1)
	ret
	.size	look_up, .Lfunc_end8-look_up
	.type	local_variable,@function
local_variable:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	mv	s0, a0
	li	a0, 1
	sw	a0, 12(sp)
	addi	a0, sp, 12
	call	add_two
	lw	a0, 12(sp)
	sw	a0, 0(s0)
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	addi	sp, sp, 32
	ret
	.size	local_variable, .Lfunc_end9-local_variable
	.type	add_two,@function
add_two:
	lw	a1, 0(a0)
	addi	a1, a1, 2
	sw	a1, 0(a0)
	ret
	.size	add_two, .Lfunc_end10-add_two
	.type	hand_on,@function
hand_on:
	li	a1, 1
	sw	a1, 0(a0)
	tail	add_two
	.size	hand_on, .Lfunc_end11-hand_on
	.type	table,@object
	.data
table:
	.word	1
	.word	2
	.word	3
	.word	4
	.size	table, 16
	.type	pointer,@object
	.section	.sdata,"aw",@progbits
pointer:
	.quad	table+8
	.size	pointer, 8
	.type	data,@object
	.section	.sbss,"aw",@nobits
data:
	.word	0
	.size	data, 4
	.type	flag,@object
flag:
	.word	0
	.size	flag, 4
	.type	count,@object
count:
	.word	0
	.size	count, 4
	.type	lock,@object
lock:
	.word	0
	.size	lock, 4
	.type	total,@object
total:
	.word	0
	.size	total, 4
