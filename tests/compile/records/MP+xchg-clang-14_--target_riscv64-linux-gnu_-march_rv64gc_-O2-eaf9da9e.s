# Debian clang version 14.0.6
# clang-14 --target=riscv64-linux-gnu -march=rv64gc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 3c38dc60
	.attribute	4, 16
	.attribute	5, "rv64i2p0_m2p0_a2p0_f2p0_d2p0_c2p0"
	.type	P0,@function
P0:
	li	a2, 1
	sw	a2, 0(a0)
	fence	rw, w
	sw	a2, 0(a1)
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 396de3d3
	.attribute	4, 16
	.attribute	5, "rv64i2p0_m2p0_a2p0_f2p0_d2p0_c2p0"
	.type	P1,@function
P1:
	fence	rw, w
	li	a3, 2
	sw	a3, 0(a1)
	fence	r, rw
	lw	a0, 0(a0)
	sw	a0, 0(a2)
	ret
	.size	P1, .Lfunc_end0-P1
# unit P1 bare bade368c
	.attribute	4, 16
	.attribute	5, "rv64i2p0_m2p0_a2p0_f2p0_d2p0_c2p0"
	.type	P1,@function
P1:
	fence	rw, w
	li	a2, 2
	sw	a2, 0(a1)
	fence	r, rw
	lw	a0, 0(a0)
	ret
	.size	P1, .Lfunc_end0-P1
