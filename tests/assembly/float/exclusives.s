	.text
	.file	"add.c"
	.type	add,@function
add:
	mov	x8, #4631107791820423168
	ldr	d1, [x0]
	fmov	d0, x8
	b	.LBB0_2
.LBB0_1:
	fmov	d1, x10
	cmp	x10, x9
	b.eq	.LBB0_5
.LBB0_2:
	fadd	d2, d1, d0
	fmov	x9, d1
	fmov	x8, d2
.LBB0_3:
	ldaxr	x10, [x0]
	cmp	x10, x9
	b.ne	.LBB0_1
	stlxr	wzr, x8, [x0]
	cbnz	wzr, .LBB0_3
	b	.LBB0_1
.LBB0_5:
	ret
	.size	add, .Lfunc_end0-add
