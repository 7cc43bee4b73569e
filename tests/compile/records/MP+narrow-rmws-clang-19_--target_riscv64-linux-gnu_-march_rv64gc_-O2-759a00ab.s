# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=riscv64-linux-gnu -march=rv64gc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 f5a2cb11
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.type	P0,@function
P0:
	andi	a2, a0, -4
	slli	a0, a0, 3
	lui	a3, 16
	addi	a3, a3, -1
	sllw	a0, a3, a0
	amoor.w	zero, a0, (a2)
	andi	a0, a1, -4
	slli	a1, a1, 3
	li	a2, 255
	sllw	a2, a2, a1
	li	a3, 1
	sllw	a1, a3, a1
.LBB0_1:
	lr.w	a3, (a0)
	add	a4, a3, a1
	xor	a4, a4, a3
	and	a4, a4, a2
	xor	a4, a4, a3
	sc.w.rl	a4, a4, (a0)
	bnez	a4, .LBB0_1
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 630d3e85
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.type	P1,@function
P1:
	lb	a1, 0(a1)
	fence	r, rw
	lh	a0, 0(a0)
	sw	a1, 0(a2)
	sw	a0, 0(a3)
	ret
	.size	P1, .Lfunc_end0-P1
# unit P1 bare 02200bc4
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.type	P1,@function
P1:
	lb	zero, 0(a1)
	fence	r, rw
	lh	zero, 0(a0)
	ret
	.size	P1, .Lfunc_end0-P1
