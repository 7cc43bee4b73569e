# Debian clang version 14.0.6
# clang-14 --target=riscv64-linux-gnu -march=rv64gc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 4610654e
	.attribute	4, 16
	.attribute	5, "rv64i2p0_m2p0_a2p0_f2p0_d2p0_c2p0"
	.type	P0,@function
P0:
	li	a4, 1
	sw	a4, 0(a1)
	fence	rw, w
	lw	a0, 0(a0)
	fence	r, rw
	lw	a0, 0(a2)
	sw	a0, 0(a3)
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 2b4916a5
	.attribute	4, 16
	.attribute	5, "rv64i2p0_m2p0_a2p0_f2p0_d2p0_c2p0"
	.type	P1,@function
P1:
	li	a4, 1
	sw	a4, 0(a2)
	fence	rw, w
	lw	a0, 0(a0)
	fence	r, rw
	lw	a0, 0(a1)
	sw	a0, 0(a3)
	ret
	.size	P1, .Lfunc_end0-P1
# unit P0 bare 3cc4e709
	.attribute	4, 16
	.attribute	5, "rv64i2p0_m2p0_a2p0_f2p0_d2p0_c2p0"
	.type	P0,@function
P0:
	li	a3, 1
	sw	a3, 0(a1)
	fence	rw, w
	lw	a0, 0(a0)
	fence	r, rw
	lw	a0, 0(a2)
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 bare 1eb060c4
	.attribute	4, 16
	.attribute	5, "rv64i2p0_m2p0_a2p0_f2p0_d2p0_c2p0"
	.type	P1,@function
P1:
	li	a3, 1
	sw	a3, 0(a2)
	fence	rw, w
	lw	a0, 0(a0)
	fence	r, rw
	lw	a0, 0(a1)
	ret
	.size	P1, .Lfunc_end0-P1
