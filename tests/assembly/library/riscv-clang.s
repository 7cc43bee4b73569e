	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.type	add,@function
add:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	sd	s1, 8(sp)
	mv	s0, a1
	mv	s1, a0
	li	a1, 1
	li	a3, 5
	li	a2, 0
	call	__atomic_fetch_add_16
	sd	a0, 0(s0)
	sd	a1, 8(s0)
	li	a1, 2
	mv	a0, s1
	li	a2, 0
	li	a3, 0
	call	__atomic_fetch_sub_16
	sd	a0, 16(s0)
	sd	a1, 24(s0)
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	ld	s1, 8(sp)
	addi	sp, sp, 32
	ret
	.size	add, .Lfunc_end0-add
	.type	bits,@function
bits:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	sd	s1, 8(sp)
	mv	s0, a1
	mv	s1, a0
	li	a2, 5
	li	a3, 2
	li	a1, 0
	call	__atomic_fetch_or_16
	sd	a0, 0(s0)
	sd	a1, 8(s0)
	li	a1, 14
	li	a2, 4
	li	a3, 3
	mv	a0, s1
	call	__atomic_fetch_and_16
	sd	a0, 16(s0)
	sd	a1, 24(s0)
	li	a1, 3
	li	a2, 1
	li	a3, 4
	mv	a0, s1
	call	__atomic_fetch_xor_16
	sd	a0, 32(s0)
	sd	a1, 40(s0)
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	ld	s1, 8(sp)
	addi	sp, sp, 32
	ret
	.size	bits, .Lfunc_end1-bits
	.type	compare,@function
compare:
	addi	sp, sp, -48
	sd	ra, 40(sp)
	sd	s0, 32(sp)
	sd	s1, 24(sp)
	mv	s0, a1
	mv	s1, a0
	sd	zero, 8(sp)
	li	a0, 7
	sd	a0, 0(sp)
	mv	a1, sp
	li	a2, 1
	li	a4, 5
	mv	a0, s1
	li	a3, 0
	li	a5, 0
	call	__atomic_compare_exchange_16
	ld	a1, 8(sp)
	ld	a2, 0(sp)
	sd	a0, 0(s0)
	sd	a1, 8(sp)
	sd	a2, 0(sp)
	mv	a1, sp
	li	a2, 8
	li	a3, 9
	li	a4, 3
	mv	a0, s1
	li	a5, 0
	call	__atomic_compare_exchange_16
	sd	a0, 8(s0)
	ld	ra, 40(sp)
	ld	s0, 32(sp)
	ld	s1, 24(sp)
	addi	sp, sp, 48
	ret
	.size	compare, .Lfunc_end2-compare
	.type	exchange,@function
exchange:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	sd	s1, 8(sp)
	mv	s0, a1
	mv	s1, a0
	li	a1, 1
	li	a2, 2
	li	a3, 4
	call	__atomic_exchange_16
	sd	a0, 0(s0)
	sd	a1, 8(s0)
	li	a1, 2
	mv	a0, s1
	call	__atomic_load_16
	sd	a0, 16(s0)
	sd	a1, 24(s0)
	li	a1, 3
	li	a2, 4
	li	a3, 3
	mv	a0, s1
	call	__atomic_store_16
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	ld	s1, 8(sp)
	addi	sp, sp, 32
	ret
	.size	exchange, .Lfunc_end3-exchange
	.type	of_structures,@function
of_structures:
	addi	sp, sp, -96
	sd	ra, 88(sp)
	sd	s0, 80(sp)
	sd	s1, 72(sp)
	sd	s2, 64(sp)
	sd	s3, 56(sp)
	sd	s4, 48(sp)
	sd	s5, 40(sp)
	mv	s2, a1
	mv	s1, a0
	li	a0, 16
	addi	a2, sp, 16
	li	a3, 2
	mv	a1, s1
	call	__atomic_load
	ld	s5, 16(sp)
	ld	s0, 24(sp)
	sd	s5, 0(s2)
	sd	s0, 8(s2)
	li	a0, 6
	sd	a0, 24(sp)
	li	a0, 5
	sd	a0, 16(sp)
	li	a0, 16
	addi	a2, sp, 16
	li	a3, 3
	mv	a1, s1
	call	__atomic_store
	sd	s0, 24(sp)
	sd	s5, 16(sp)
	li	s3, 8
	sd	s3, 8(sp)
	li	s4, 7
	sd	s4, 0(sp)
	li	a0, 16
	addi	a2, sp, 16
	mv	a3, sp
	li	a4, 5
	mv	a1, s1
	li	a5, 0
	call	__atomic_compare_exchange
	bnez	a0, .LBB4_2
	ld	s5, 16(sp)
.LBB4_2:
	sd	a0, 16(s2)
	sd	s3, 24(sp)
	sd	s4, 16(sp)
	li	a0, 16
	addi	a2, sp, 16
	mv	a3, sp
	mv	a1, s1
	li	a4, 0
	call	__atomic_exchange
	ld	a0, 8(sp)
	add	a0, a0, s5
	sd	a0, 24(s2)
	ld	ra, 88(sp)
	ld	s0, 80(sp)
	ld	s1, 72(sp)
	ld	s2, 64(sp)
	ld	s3, 56(sp)
	ld	s4, 48(sp)
	ld	s5, 40(sp)
	addi	sp, sp, 96
	ret
	.size	of_structures, .Lfunc_end4-of_structures
	.type	of_2,@function
of_2:
	andi	t0, a0, -4
	slli	a0, a0, 3
	lui	a3, 16
	addi	a7, a3, -1
	sllw	a4, a7, a0
	li	a5, 1
	sllw	a6, a5, a0
.LBB5_1:
	lr.w.aqrl	a5, (t0)
	add	a3, a5, a6
	xor	a3, a3, a5
	and	a3, a3, a4
	xor	a3, a3, a5
	sc.w.rl	a3, a3, (t0)
	bnez	a3, .LBB5_1
	srlw	a3, a5, a0
	slli	a3, a3, 48
	srai	a3, a3, 48
	sd	a3, 0(a1)
	li	a3, 2
	sllw	a3, a3, a0
.LBB5_3:
	lr.w	a5, (t0)
	sub	a2, a5, a3
	xor	a2, a2, a5
	and	a2, a2, a4
	xor	a2, a2, a5
	sc.w	a2, a2, (t0)
	bnez	a2, .LBB5_3
	srlw	a2, a5, a0
	slli	a2, a2, 48
	srai	a2, a2, 48
	sd	a2, 8(a1)
	addi	a7, a7, -2
	sllw	a2, a7, a0
.LBB5_5:
	lr.w.aq	a3, (t0)
	mv	a5, a2
	xor	a5, a5, a3
	and	a5, a5, a4
	xor	a5, a5, a3
	sc.w.rl	a5, a5, (t0)
	bnez	a5, .LBB5_5
	srlw	a2, a3, a0
	slli	a2, a2, 48
	srai	a2, a2, 48
	sd	a2, 16(a1)
	li	a2, 7
	sllw	a2, a2, a0
.LBB5_7:
	lr.w.aqrl	a3, (t0)
	and	a5, a3, a4
	bne	a5, a2, .LBB5_9
	xor	a5, a3, a6
	and	a5, a5, a4
	xor	a5, a5, a3
	sc.w.rl	a5, a5, (t0)
	bnez	a5, .LBB5_7
.LBB5_9:
	srlw	a5, a3, a0
	and	a3, a3, a4
	xor	a2, a2, a3
	seqz	a2, a2
	sd	a2, 24(a1)
	slli	a5, a5, 48
	srli	a5, a5, 48
	sllw	a6, a5, a0
	li	a3, 6
	sllw	a3, a3, a0
.LBB5_10:
	lr.w.aqrl	a5, (t0)
	and	a2, a5, a4
	bne	a2, a6, .LBB5_12
	xor	a2, a5, a3
	and	a2, a2, a4
	xor	a2, a2, a5
	sc.w.rl	a2, a2, (t0)
	bnez	a2, .LBB5_10
.LBB5_12:
	and	a4, a4, a5
	xor	a2, a6, a4
	seqz	a2, a2
	sd	a2, 32(a1)
	li	a2, 9
	sllw	a2, a2, a0
	amoor.w	a2, a2, (t0)
	srlw	a0, a2, a0
	slli	a0, a0, 48
	srai	a0, a0, 48
	sd	a0, 40(a1)
	ret
	.size	of_2, .Lfunc_end5-of_2
	.type	of_1,@function
of_1:
	andi	a6, a0, -4
	slli	a0, a0, 3
	li	a3, 255
	sllw	a3, a3, a0
	not	a4, a3
	li	a5, 6
	sllw	a5, a5, a0
	or	a4, a4, a5
	amoand.w	a4, a4, (a6)
	srlw	a4, a4, a0
	slli	a4, a4, 56
	srai	a4, a4, 56
	sd	a4, 0(a1)
	amoxor.w	a4, a3, (a6)
	srlw	a4, a4, a0
	slli	a4, a4, 56
	srai	a4, a4, 56
	sd	a4, 8(a1)
	li	a4, 1
	sllw	a4, a4, a0
.LBB6_1:
	lr.w	a5, (a6)
	add	a2, a5, a4
	xor	a2, a2, a5
	and	a2, a2, a3
	xor	a2, a2, a5
	sc.w	a2, a2, (a6)
	bnez	a2, .LBB6_1
	srlw	a0, a5, a0
	slli	a0, a0, 56
	srai	a0, a0, 56
	sd	a0, 16(a1)
	ret
	.size	of_1, .Lfunc_end6-of_1
	.type	of_bytes,@function
of_bytes:
	addi	sp, sp, -16
	sd	ra, 8(sp)
	sd	s0, 0(sp)
	mv	s0, a0
	li	a2, 15
	call	memcpy
	addi	a0, s0, 16
	li	a2, 7
	li	a1, 0
	ld	ra, 8(sp)
	ld	s0, 0(sp)
	addi	sp, sp, 16
	tail	memset
	.size	of_bytes, .Lfunc_end7-of_bytes
	.type	memory,@function
memory:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	sd	s1, 8(sp)
	sd	s2, 0(sp)
	mv	s2, a0
	li	a0, 8
	call	malloc
	mv	s1, a0
	li	a0, 2
	li	a1, 8
	call	calloc
	mv	s0, a0
	li	a0, 5
	sd	a0, 0(s1)
	li	a0, 7
	sd	a0, 8(s0)
	ld	a0, 0(s1)
	li	a1, 100
	ld	a2, 0(s0)
	mul	a0, a0, a1
	ld	a1, 8(s0)
	li	a3, 10
	mul	a2, a2, a3
	add	a0, a0, a2
	add	a0, a0, a1
	sd	a0, 0(s2)
	xor	a0, s1, s0
	seqz	a0, a0
	sd	a0, 8(s2)
	mv	a0, s1
	call	free
	mv	a0, s0
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	ld	s1, 8(sp)
	ld	s2, 0(sp)
	addi	sp, sp, 32
	tail	free
	.size	memory, .Lfunc_end8-memory
	.type	locked,@function
locked:
	addi	sp, sp, -32
	sd	ra, 24(sp)
	sd	s0, 16(sp)
	sd	s1, 8(sp)
	sd	s2, 0(sp)
	mv	s0, a2
	mv	s1, a1
	mv	s2, a0
	call	pthread_mutex_lock
	mv	a0, s1
	call	pthread_spin_lock
	mv	a0, s1
	call	pthread_spin_trylock
	lw	a1, 0(s0)
	add	a0, a0, a1
	addi	a0, a0, 1
	sw	a0, 0(s0)
	mv	a0, s1
	call	pthread_spin_unlock
	mv	a0, s2
	ld	ra, 24(sp)
	ld	s0, 16(sp)
	ld	s1, 8(sp)
	ld	s2, 0(sp)
	addi	sp, sp, 32
	tail	pthread_mutex_unlock
	.size	locked, .Lfunc_end9-locked
