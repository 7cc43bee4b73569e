# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=riscv64-linux-gnu -march=rv64gc -O0 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 9dbf021f
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.type	P0,@function
P0:
	addi	sp, sp, -48
	sd	ra, 40(sp)
	sd	s0, 32(sp)
	addi	s0, sp, 48
	sd	a0, -24(s0)
	sd	a1, -32(s0)
	ld	a1, -24(s0)
	li	a0, 1
	sd	a0, 0(a1)
	ld	a1, -32(s0)
	sb	a0, -33(s0)
	lbu	a0, -33(s0)
	fence	rw, w
	sb	a0, 0(a1)
	ld	ra, 40(sp)
	ld	s0, 32(sp)
	addi	sp, sp, 48
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 29eb531f
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.type	P1,@function
P1:
	addi	sp, sp, -48
	sd	ra, 40(sp)
	sd	s0, 32(sp)
	addi	s0, sp, 48
	sd	a0, -24(s0)
	sd	a1, -32(s0)
	sd	a2, -40(s0)
	li	a0, 0
	sw	a0, -44(s0)
	sw	a0, -44(s0)
	ld	a0, -32(s0)
	lb	a0, 0(a0)
	fence	r, rw
	sb	a0, -45(s0)
	lb	a0, -45(s0)
	li	a1, 1
	bne	a0, a1, .LBB0_2
	j	.LBB0_1
.LBB0_1:
	ld	a0, -24(s0)
	ld	a0, 0(a0)
	sw	a0, -44(s0)
	j	.LBB0_3
.LBB0_2:
	li	a0, 2
	sw	a0, -44(s0)
	j	.LBB0_3
.LBB0_3:
	lw	a0, -44(s0)
	ld	a1, -40(s0)
	sw	a0, 0(a1)
	ld	ra, 40(sp)
	ld	s0, 32(sp)
	addi	sp, sp, 48
	ret
	.size	P1, .Lfunc_end0-P1
# unit P1 bare 45aa7ff2
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.type	P1,@function
P1:
	addi	sp, sp, -48
	sd	ra, 40(sp)
	sd	s0, 32(sp)
	addi	s0, sp, 48
	sd	a0, -24(s0)
	sd	a1, -32(s0)
	li	a0, 0
	sw	a0, -36(s0)
	sw	a0, -36(s0)
	ld	a0, -32(s0)
	lb	a0, 0(a0)
	fence	r, rw
	sb	a0, -37(s0)
	lb	a0, -37(s0)
	li	a1, 1
	bne	a0, a1, .LBB0_2
	j	.LBB0_1
.LBB0_1:
	ld	a0, -24(s0)
	ld	a0, 0(a0)
	sw	a0, -36(s0)
	j	.LBB0_3
.LBB0_2:
	li	a0, 2
	sw	a0, -36(s0)
	j	.LBB0_3
.LBB0_3:
	ld	ra, 40(sp)
	ld	s0, 32(sp)
	addi	sp, sp, 48
	ret
	.size	P1, .Lfunc_end0-P1
