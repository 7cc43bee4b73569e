# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=riscv64-linux-gnu -march=rv64gc -O2 -S -x c -std=gnu11 -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops
# unit P0 47d57b96
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	"unit.c"
	.globl	P0                              # -- Begin function P0
	.p2align	1
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	li	a2, 1
	sw	a2, 0(a0)
	fence	rw, w
	sw	a2, 0(a1)
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P1 da4be9db
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	"unit.c"
	.globl	P1                              # -- Begin function P1
	.p2align	1
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	lw	a1, 0(a1)
	fence	r, rw
	lw	a0, 0(a0)
	sw	a1, 0(a2)
	sw	a0, 0(a3)
	ret
.Lfunc_end0:
	.size	P1, .Lfunc_end0-P1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P0 bare 47d57b96
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	"unit.c"
	.globl	P0                              # -- Begin function P0
	.p2align	1
	.type	P0,@function
P0:                                     # @P0
# %bb.0:
	li	a2, 1
	sw	a2, 0(a0)
	fence	rw, w
	sw	a2, 0(a1)
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
# unit P1 bare 008ca944
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	"unit.c"
	.globl	P1                              # -- Begin function P1
	.p2align	1
	.type	P1,@function
P1:                                     # @P1
# %bb.0:
	lw	zero, 0(a1)
	fence	r, rw
	lw	zero, 0(a0)
	ret
.Lfunc_end0:
	.size	P1, .Lfunc_end0-P1
                                        # -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
