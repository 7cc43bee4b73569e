# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=riscv64-linux-gnu -march=rv64gc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 7c4fd0f5
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.type	P0,@function
P0:
	li	a1, -1
	sb	a1, 0(a0)
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 d396756a
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.type	P1,@function
P1:
	lb	a0, 0(a0)
	sw	a0, 0(a1)
	ret
	.size	P1, .Lfunc_end0-P1
# unit P1 bare f20bdc6d
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.type	P1,@function
P1:
	lb	zero, 0(a0)
	ret
	.size	P1, .Lfunc_end0-P1
