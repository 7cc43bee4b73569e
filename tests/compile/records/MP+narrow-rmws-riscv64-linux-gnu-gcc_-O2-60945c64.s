# riscv64-linux-gnu-gcc (Debian 12.2.0-13) 12.2.0
# riscv64-linux-gnu-gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 f5a2cb11
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	P0, @function
P0:
	addi	sp,sp,-16
	sd	s0,0(sp)
	mv	s0,a1
	li	a1,65536
	li	a2,0
	addi	a1,a1,-1
	sd	ra,8(sp)
	call	__atomic_exchange_2@plt
	mv	a0,s0
	ld	s0,0(sp)
	ld	ra,8(sp)
	li	a2,3
	li	a1,1
	addi	sp,sp,16
	tail	__atomic_fetch_add_1@plt
	.size	P0, .-P0
# unit P1 630d3e85
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	P1, @function
P1:
	lbu	a4,0(a1)
	fence	iorw,iorw
	lhu	a5,0(a0)
	andi	a4,a4,0xff
	slliw	a4,a4,24
	slli	a5,a5,48
	srli	a5,a5,48
	sraiw	a4,a4,24
	slliw	a5,a5,16
	sw	a4,0(a2)
	sraiw	a5,a5,16
	sw	a5,0(a3)
	ret
	.size	P1, .-P1
# unit P1 bare 02200bc4
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	P1, @function
P1:
	lbu	a5,0(a1)
	fence	iorw,iorw
	lhu	a5,0(a0)
	ret
	.size	P1, .-P1
