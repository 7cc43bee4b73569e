	.text
	.file	"own.c"
	.type	bump,@function
bump:
	mrs	x8, TPIDR_EL0
	adrp	x11, :gottprel:other
	mov	w16, #100
	add	x10, x8, :tprel_hi12:cells
	add	x9, x8, :tprel_hi12:count
	ldr	x11, [x11, :gottprel_lo12:other]
	add	x10, x10, :tprel_lo12_nc:cells
	add	x9, x9, :tprel_lo12_nc:count
	ldr	w13, [x10, #8]
	ldr	w14, [x10, w1, sxtw #2]
	ldr	w12, [x9]
	ldr	w15, [x8, x11]
	add	w13, w14, w13
	mov	w14, #10
	add	w12, w12, #1
	add	w15, w15, #1
	madd	w14, w13, w14, w12
	str	w13, [x10, w1, sxtw #2]
	madd	w10, w15, w16, w14
	str	w12, [x9]
	str	w15, [x8, x11]
	str	w10, [x0]
	ret
	.size	bump, .Lfunc_end0-bump
	.type	lend,@function
lend:
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:count
	add	x8, x8, :tprel_lo12_nc:count
	stlr	x8, [x0]
	ret
	.size	lend, .Lfunc_end1-lend
	.type	borrow,@function
borrow:
	ldar	x8, [x0]
	cbz	x8, .LBB2_2
	mrs	x9, TPIDR_EL0
	mov	w10, #9
	add	x9, x9, :tprel_hi12:count
	str	w10, [x8]
	add	x8, x9, :tprel_lo12_nc:count
	ldr	w8, [x8]
	str	w8, [x1]
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
