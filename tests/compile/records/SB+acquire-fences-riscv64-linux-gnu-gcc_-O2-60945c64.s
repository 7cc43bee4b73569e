# riscv64-linux-gnu-gcc (Debian 12.2.0-13) 12.2.0
# riscv64-linux-gnu-gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 d6a309ba
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	P0, @function
P0:
	li	a5,1
	amoswap.w zero,a5,0(a0)
	fence	iorw,iorw
	lw	a5,0(a1)
	sw	a5,0(a2)
	ret
	.size	P0, .-P0
# unit P1 63755b99
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	P1, @function
P1:
	li	a5,1
	amoswap.w zero,a5,0(a1)
	fence	iorw,iorw
	lw	a5,0(a0)
	sw	a5,0(a2)
	ret
	.size	P1, .-P1
# unit P0 bare ccd856c9
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	P0, @function
P0:
	li	a5,1
	amoswap.w zero,a5,0(a0)
	fence	iorw,iorw
	lw	a5,0(a1)
	ret
	.size	P0, .-P0
# unit P1 bare 376965c0
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	P1, @function
P1:
	li	a5,1
	amoswap.w zero,a5,0(a1)
	fence	iorw,iorw
	lw	a5,0(a0)
	ret
	.size	P1, .-P1
