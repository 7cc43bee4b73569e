# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=riscv64-linux-gnu -march=rv64gc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 3c38dc60
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.type	P0,@function
P0:
	li	a2, 1
	sw	a2, 0(a0)
	fence	rw, w
	sw	a2, 0(a1)
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 d85f5c63
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.type	P1,@function
P1:
	li	a6, 2
	li	a5, 1
.LBB0_1:
	lr.w.aq	a7, (a1)
	bne	a7, a5, .LBB0_3
	sc.w	a4, a6, (a1)
	bnez	a4, .LBB0_1
.LBB0_3:
	lw	a0, 0(a0)
	addi	a7, a7, -1
	seqz	a1, a7
	sw	a1, 0(a2)
	sw	a0, 0(a3)
	ret
	.size	P1, .Lfunc_end0-P1
# unit P1 bare 48052b06
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.type	P1,@function
P1:
	li	a2, 2
	li	a3, 1
.LBB0_1:
	lr.w.aq	a4, (a1)
	bne	a4, a3, .LBB0_3
	sc.w	a5, a2, (a1)
	bnez	a5, .LBB0_1
.LBB0_3:
	lw	zero, 0(a0)
	ret
	.size	P1, .Lfunc_end0-P1
