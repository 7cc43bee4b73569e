	.file	"library.c"
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	add, @function
add:
	addi	sp,sp,-32
	sd	s0,16(sp)
	li	a3,5
	mv	s0,a1
	li	a2,0
	li	a1,1
	sd	ra,24(sp)
	sd	s1,8(sp)
	mv	s1,a0
	call	__atomic_fetch_add_16@plt
	sd	a0,0(s0)
	sd	a1,8(s0)
	mv	a0,s1
	li	a3,0
	li	a1,2
	li	a2,0
	call	__atomic_fetch_sub_16@plt
	ld	ra,24(sp)
	sd	a0,16(s0)
	sd	a1,24(s0)
	ld	s0,16(sp)
	ld	s1,8(sp)
	addi	sp,sp,32
	jr	ra
	.size	add, .-add
	.type	bits, @function
bits:
	addi	sp,sp,-32
	lla	a5,.LC0
	sd	s0,16(sp)
	ld	a2,8(a5)
	mv	s0,a1
	ld	a1,0(a5)
	li	a3,2
	sd	ra,24(sp)
	sd	s1,8(sp)
	mv	s1,a0
	call	__atomic_fetch_or_16@plt
	lla	a5,.LC1
	mv	a4,a1
	ld	a2,8(a5)
	ld	a1,0(a5)
	sd	a0,0(s0)
	sd	a4,8(s0)
	li	a3,3
	mv	a0,s1
	call	__atomic_fetch_and_16@plt
	lla	a5,.LC2
	mv	a4,a1
	ld	a2,8(a5)
	ld	a1,0(a5)
	sd	a0,16(s0)
	sd	a4,24(s0)
	mv	a0,s1
	li	a3,4
	call	__atomic_fetch_xor_16@plt
	ld	ra,24(sp)
	sd	a0,32(s0)
	sd	a1,40(s0)
	ld	s0,16(sp)
	ld	s1,8(sp)
	addi	sp,sp,32
	jr	ra
	.size	bits, .-bits
	.type	compare, @function
compare:
	addi	sp,sp,-48
	sd	s1,24(sp)
	mv	s1,sp
	sd	s0,32(sp)
	li	a6,7
	mv	s0,a1
	li	a5,0
	mv	a1,s1
	li	a4,5
	li	a2,1
	li	a3,0
	sd	ra,40(sp)
	sd	s2,16(sp)
	sd	a6,0(sp)
	mv	s2,a0
	sd	zero,8(sp)
	call	__atomic_compare_exchange_16@plt
	lla	a5,.LC3
	ld	a2,0(a5)
	ld	a3,8(a5)
	sd	a0,0(s0)
	mv	a1,s1
	mv	a0,s2
	li	a5,0
	li	a4,3
	call	__atomic_compare_exchange_16@plt
	ld	ra,40(sp)
	sd	a0,8(s0)
	ld	s0,32(sp)
	ld	s1,24(sp)
	ld	s2,16(sp)
	addi	sp,sp,48
	jr	ra
	.size	compare, .-compare
	.type	exchange, @function
exchange:
	addi	sp,sp,-32
	lla	a5,.LC4
	sd	s0,16(sp)
	ld	a2,8(a5)
	mv	s0,a1
	ld	a1,0(a5)
	li	a3,4
	sd	ra,24(sp)
	sd	s1,8(sp)
	mv	s1,a0
	call	__atomic_exchange_16@plt
	sd	a0,0(s0)
	sd	a1,8(s0)
	mv	a0,s1
	li	a1,2
	call	__atomic_load_16@plt
	mv	a4,a1
	sd	a0,16(s0)
	lla	a5,.LC5
	sd	a4,24(s0)
	ld	s0,16(sp)
	ld	ra,24(sp)
	ld	a1,0(a5)
	ld	a2,8(a5)
	mv	a0,s1
	ld	s1,8(sp)
	li	a3,3
	addi	sp,sp,32
	tail	__atomic_store_16@plt
	.size	exchange, .-exchange
	.type	of_structures, @function
of_structures:
	addi	sp,sp,-96
	sd	s0,80(sp)
	mv	s0,a1
	li	a1,2
	sd	ra,88(sp)
	sd	s1,72(sp)
	sd	s2,64(sp)
	sd	s3,56(sp)
	mv	s1,a0
	call	__atomic_load_16@plt
	lla	a4,.LC6
	mv	a5,a1
	ld	a2,8(a4)
	ld	a1,0(a4)
	mv	a4,a0
	sd	a4,0(s0)
	sd	a5,8(s0)
	mv	a0,s1
	li	a3,3
	sd	a4,0(sp)
	sd	a5,8(sp)
	sd	a4,16(sp)
	sd	a5,24(sp)
	call	__atomic_store_16@plt
	lla	a5,.LC7
	ld	s3,0(a5)
	ld	s2,8(a5)
	addi	a1,sp,16
	li	a5,0
	mv	a2,s3
	mv	a3,s2
	li	a4,5
	mv	a0,s1
	call	__atomic_compare_exchange_16@plt
	sd	a0,16(s0)
	mv	a1,s3
	mv	a2,s2
	mv	a0,s1
	li	a3,0
	call	__atomic_exchange_16@plt
	ld	a5,16(sp)
	ld	ra,88(sp)
	ld	s1,72(sp)
	add	a5,a5,a1
	sd	a5,24(s0)
	ld	s0,80(sp)
	ld	s2,64(sp)
	ld	s3,56(sp)
	addi	sp,sp,96
	jr	ra
	.size	of_structures, .-of_structures
	.type	of_2, @function
of_2:
	addi	sp,sp,-48
	sd	s0,32(sp)
	li	a5,7
	mv	s0,a1
	li	a2,5
	li	a1,1
	sd	ra,40(sp)
	sd	s1,24(sp)
	sd	s2,16(sp)
	mv	s1,a0
	sh	a5,14(sp)
	call	__atomic_fetch_add_2@plt
	slliw	a0,a0,16
	sraiw	a0,a0,16
	sd	a0,0(s0)
	li	a2,0
	li	a1,2
	mv	a0,s1
	call	__atomic_fetch_sub_2@plt
	slliw	a0,a0,16
	sraiw	a0,a0,16
	li	a1,65536
	sd	a0,8(s0)
	li	a2,4
	addi	a1,a1,-3
	mv	a0,s1
	call	__atomic_exchange_2@plt
	slliw	a0,a0,16
	addi	s2,sp,14
	sraiw	a0,a0,16
	mv	a1,s2
	sd	a0,16(s0)
	li	a4,0
	li	a3,5
	li	a2,1
	mv	a0,s1
	call	__atomic_compare_exchange_2@plt
	mv	a1,s2
	sd	a0,24(s0)
	li	a4,0
	li	a3,5
	li	a2,6
	mv	a0,s1
	call	__atomic_compare_exchange_2@plt
	sd	a0,32(s0)
	li	a2,0
	mv	a0,s1
	li	a1,9
	call	__atomic_fetch_or_2@plt
	slliw	a0,a0,16
	sraiw	a0,a0,16
	ld	ra,40(sp)
	sd	a0,40(s0)
	ld	s0,32(sp)
	ld	s1,24(sp)
	ld	s2,16(sp)
	addi	sp,sp,48
	jr	ra
	.size	of_2, .-of_2
	.type	of_1, @function
of_1:
	addi	sp,sp,-32
	sd	s0,16(sp)
	li	a2,0
	mv	s0,a1
	li	a1,6
	sd	ra,24(sp)
	sd	s1,8(sp)
	mv	s1,a0
	call	__atomic_fetch_and_1@plt
	slliw	a0,a0,24
	sraiw	a0,a0,24
	sd	a0,0(s0)
	li	a2,0
	li	a1,255
	mv	a0,s1
	call	__atomic_fetch_xor_1@plt
	slliw	a0,a0,24
	sraiw	a0,a0,24
	sd	a0,8(s0)
	li	a2,0
	mv	a0,s1
	li	a1,1
	call	__atomic_fetch_add_1@plt
	slliw	a0,a0,24
	sraiw	a0,a0,24
	ld	ra,24(sp)
	sd	a0,16(s0)
	ld	s0,16(sp)
	ld	s1,8(sp)
	addi	sp,sp,32
	jr	ra
	.size	of_1, .-of_1
	.type	of_bytes, @function
of_bytes:
	addi	sp,sp,-16
	li	a2,15
	sd	s0,0(sp)
	sd	ra,8(sp)
	mv	s0,a0
	call	memcpy@plt
	addi	a0,s0,16
	ld	s0,0(sp)
	ld	ra,8(sp)
	li	a2,7
	li	a1,0
	addi	sp,sp,16
	tail	memset@plt
	.size	of_bytes, .-of_bytes
	.type	memory, @function
memory:
	addi	sp,sp,-32
	sd	s2,0(sp)
	mv	s2,a0
	li	a0,8
	sd	ra,24(sp)
	sd	s0,16(sp)
	sd	s1,8(sp)
	call	malloc@plt
	mv	s1,a0
	li	a1,8
	li	a0,2
	call	calloc@plt
	li	a5,5
	sd	a5,0(s1)
	li	a5,7
	sd	a5,8(a0)
	ld	a5,0(s1)
	li	a4,100
	ld	a3,0(a0)
	mul	a5,a5,a4
	ld	a2,8(a0)
	slli	a4,a3,2
	add	a4,a4,a3
	slli	a4,a4,1
	sub	a3,s1,a0
	seqz	a3,a3
	mv	s0,a0
	sd	a3,8(s2)
	mv	a0,s1
	add	a5,a5,a4
	add	a5,a5,a2
	sd	a5,0(s2)
	call	free@plt
	mv	a0,s0
	ld	s0,16(sp)
	ld	ra,24(sp)
	ld	s1,8(sp)
	ld	s2,0(sp)
	addi	sp,sp,32
	tail	free@plt
	.size	memory, .-memory
	.type	locked, @function
locked:
	addi	sp,sp,-32
	sd	ra,24(sp)
	sd	s0,16(sp)
	sd	s1,8(sp)
	sd	s2,0(sp)
	mv	s0,a1
	mv	s1,a2
	mv	s2,a0
	call	pthread_mutex_lock@plt
	mv	a0,s0
	call	pthread_spin_lock@plt
	mv	a0,s0
	call	pthread_spin_trylock@plt
	lw	a4,0(s1)
	addiw	a5,a0,1
	mv	a0,s0
	addw	a5,a5,a4
	sw	a5,0(s1)
	call	pthread_spin_unlock@plt
	ld	s0,16(sp)
	ld	ra,24(sp)
	ld	s1,8(sp)
	mv	a0,s2
	ld	s2,0(sp)
	addi	sp,sp,32
	tail	pthread_mutex_unlock@plt
	.size	locked, .-locked
	.section	.rodata.cst16,"aM",@progbits,16
.LC0:
	.dword	0
	.dword	5
.LC1:
	.dword	14
	.dword	4
.LC2:
	.dword	3
	.dword	1
.LC3:
	.dword	8
	.dword	9
.LC4:
	.dword	1
	.dword	2
.LC5:
	.dword	3
	.dword	4
.LC6:
	.dword	5
	.dword	6
.LC7:
	.dword	7
	.dword	8
