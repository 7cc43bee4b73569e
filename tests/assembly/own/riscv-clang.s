	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.type	bump,@function
bump:
	lui	a2, %tprel_hi(count)
	add	a2, a2, tp, %tprel_add(count)
	lw	a3, %tprel_lo(count)(a2)
	addi	a7, a3, 1
	lui	a4, %tprel_hi(cells)
	add	a4, a4, tp, %tprel_add(cells)
	addi	a4, a4, %tprel_lo(cells)
	lw	a6, 8(a4)
.Lpcrel_hi0:
	auipc	a5, %tls_ie_pcrel_hi(other)
	ld	a5, %pcrel_lo(.Lpcrel_hi0)(a5)
	slli	a1, a1, 2
	add	a1, a1, a4
	lw	a4, 0(a1)
	add	a5, a5, tp
	lw	a3, 0(a5)
	sw	a7, %tprel_lo(count)(a2)
	add	a4, a4, a6
	sw	a4, 0(a1)
	addi	a3, a3, 1
	sw	a3, 0(a5)
	li	a1, 100
	mul	a1, a3, a1
	li	a2, 10
	mul	a2, a4, a2
	add	a2, a2, a7
	add	a1, a1, a2
	sw	a1, 0(a0)
	ret
	.size	bump, .Lfunc_end0-bump
	.type	lend,@function
lend:
	lui	a1, %tprel_hi(count)
	add	a1, a1, tp, %tprel_add(count)
	addi	a1, a1, %tprel_lo(count)
	fence	rw, w
	sd	a1, 0(a0)
	ret
	.size	lend, .Lfunc_end1-lend
	.type	borrow,@function
borrow:
	ld	a0, 0(a0)
	fence	r, rw
	beqz	a0, .LBB2_2
	li	a2, 9
	sw	a2, 0(a0)
	lui	a0, %tprel_hi(count)
	add	a0, a0, tp, %tprel_add(count)
	lw	a0, %tprel_lo(count)(a0)
	sw	a0, 0(a1)
.LBB2_2:
	ret
	.size	borrow, .Lfunc_end2-borrow
	.type	count,@object
	.section	.tdata,"awT",@progbits
count:
	.word	3
	.size	count, 4
	.type	cells,@object
cells:
	.word	1
	.word	2
	.word	4
	.word	8
	.size	cells, 16
