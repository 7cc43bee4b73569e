	.text
	.file	"add.c"
	.type	add,@function
add:
	mov	x8, #4631107791820423168
	ldr	d1, [x0]
	fmov	d0, x8
.LBB0_1:
	fadd	d2, d1, d0
	fmov	x8, d1
	mov	x10, x8
	fmov	x9, d2
	cas	x10, x9, [x0]
	fmov	d1, x10
	cmp	x10, x8
	b.ne	.LBB0_1
	ret
	.size	add, .Lfunc_end0-add
