# riscv64-linux-gnu-gcc (Debian 12.2.0-13) 12.2.0
# riscv64-linux-gnu-gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 162289fd
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	P0, @function
P0:
	addi	sp,sp,-16
	sd	s0,0(sp)
	sd	ra,8(sp)
	mv	a5,a0
	mv	s0,a2
	mv	a0,a1
	li	a4,1
	fence iorw,ow; amoswap.w.aq zero,a4,0(a5)
	li	a1,5
	call	__atomic_load_16@plt
	ld	ra,8(sp)
	sw	a0,0(s0)
	ld	s0,0(sp)
	addi	sp,sp,16
	jr	ra
	.size	P0, .-P0
# unit P1 75a452e2
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	P1, @function
P1:
	addi	sp,sp,-32
	mv	a5,a1
	sd	s0,16(sp)
	sd	s1,8(sp)
	mv	s0,a2
	mv	s1,a0
	li	a3,5
	li	a1,1
	li	a2,0
	mv	a0,a5
	sd	ra,24(sp)
	call	__atomic_store_16@plt
	fence	iorw,iorw
	lw	a5,0(s1)
	fence	iorw,iorw
	ld	ra,24(sp)
	sw	a5,0(s0)
	ld	s0,16(sp)
	ld	s1,8(sp)
	addi	sp,sp,32
	jr	ra
	.size	P1, .-P1
# unit P0 bare e4b01638
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	P0, @function
P0:
	mv	a5,a0
	mv	a0,a1
	li	a4,1
	fence iorw,ow; amoswap.w.aq zero,a4,0(a5)
	li	a1,5
	tail	__atomic_load_16@plt
	.size	P0, .-P0
# unit P1 bare 78037357
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	P1, @function
P1:
	addi	sp,sp,-16
	mv	a5,a1
	sd	s0,0(sp)
	li	a3,5
	mv	s0,a0
	li	a1,1
	li	a2,0
	mv	a0,a5
	sd	ra,8(sp)
	call	__atomic_store_16@plt
	fence	iorw,iorw
	lw	a5,0(s0)
	fence	iorw,iorw
	ld	ra,8(sp)
	ld	s0,0(sp)
	addi	sp,sp,16
	jr	ra
	.size	P1, .-P1
