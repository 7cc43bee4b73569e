# riscv64-linux-gnu-gcc (Debian 12.2.0-13) 12.2.0
# riscv64-linux-gnu-gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 b42d6862
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	P0, @function
P0:
	li	a3,0
	li	a1,1
	li	a2,0
	tail	__atomic_fetch_add_16@plt
	.size	P0, .-P0
# unit P1 e31b5420
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.type	P1, @function
P1:
	li	a3,0
	li	a1,2
	li	a2,0
	tail	__atomic_fetch_add_16@plt
	.size	P1, .-P1
