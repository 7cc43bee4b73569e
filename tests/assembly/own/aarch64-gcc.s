	.arch armv8-a
	.file	"own.c"
	.type	bump, %function
bump:
	mrs	x5, tpidr_el0
	sxtw	x1, w1
	add	x6, x5, #:tprel_hi12:cells, lsl #12
	add	x6, x6, #:tprel_lo12_nc:cells
	adrp	x8, :gottprel:other
	ldr	x8, [x8, #:gottprel_lo12:other]
	add	x7, x5, #:tprel_hi12:count, lsl #12
	add	x7, x7, #:tprel_lo12_nc:count
	mov	w9, 100
	ldr	w4, [x6, 8]
	ldr	w3, [x6, x1, lsl 2]
	ldr	w2, [x5, x8]
	add	w3, w3, w4
	ldr	w4, [x7]
	add	w2, w2, 1
	str	w2, [x5, x8]
	add	w5, w3, w3, lsl 2
	add	w4, w4, 1
	str	w4, [x7]
	lsl	w5, w5, 1
	str	w3, [x6, x1, lsl 2]
	madd	w2, w2, w9, w5
	add	w2, w2, w4
	str	w2, [x0]
	ret
	.size	bump, .-bump
	.type	lend, %function
lend:
	mrs	x1, tpidr_el0
	add	x1, x1, #:tprel_hi12:count, lsl #12
	add	x1, x1, #:tprel_lo12_nc:count
	stlr	x1, [x0]
	ret
	.size	lend, .-lend
	.type	borrow, %function
borrow:
	ldar	x2, [x0]
	cbz	x2, .L4
	mrs	x0, tpidr_el0
	mov	w3, 9
	add	x0, x0, #:tprel_hi12:count, lsl #12
	add	x0, x0, #:tprel_lo12_nc:count
	str	w3, [x2]
	ldr	w0, [x0]
	str	w0, [x1]
.L4:
	ret
	.size	borrow, .-borrow
	.section	.tdata,"awT",@progbits
	.type	cells, %object
	.size	cells, 16
cells:
	.word	1
	.word	2
	.word	4
	.word	8
	.type	count, %object
	.size	count, 4
count:
	.word	3
