	.text
	.file	"functions.c"
	.type	publish,@function
publish:
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	bl	twice
	adrp	x8, :got:data
	adrp	x9, :got:flag
	mov	w10, #1
	ldr	x8, [x8, :got_lo12:data]
	ldr	x9, [x9, :got_lo12:flag]
	str	w0, [x8]
	stlr	w10, [x9]
	ldp	x29, x30, [sp], #16
	ret
	.size	publish, .Lfunc_end0-publish
	.type	twice,@function
twice:
	lsl	w0, w0, #1
	ret
	.size	twice, .Lfunc_end1-twice
	.type	publish_relaxed,@function
publish_relaxed:
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	bl	twice
	adrp	x8, :got:data
	adrp	x9, :got:flag
	mov	w10, #1
	ldr	x8, [x8, :got_lo12:data]
	ldr	x9, [x9, :got_lo12:flag]
	str	w0, [x8]
	str	w10, [x9]
	ldp	x29, x30, [sp], #16
	ret
	.size	publish_relaxed, .Lfunc_end2-publish_relaxed
	.type	take,@function
take:
	adrp	x8, :got:flag
	ldr	x8, [x8, :got_lo12:flag]
	ldar	w8, [x8]
	cbz	w8, .LBB3_2
	adrp	x8, :got:data
	ldr	x8, [x8, :got_lo12:data]
	ldr	w8, [x8]
	str	w8, [x0]
.LBB3_2:
	ret
	.size	take, .Lfunc_end3-take
	.type	wait_and_take,@function
wait_and_take:
	adrp	x8, :got:flag
	ldr	x8, [x8, :got_lo12:flag]
.LBB4_1:
	ldar	w9, [x8]
	cbz	w9, .LBB4_1
	adrp	x8, :got:data
	ldr	x8, [x8, :got_lo12:data]
	ldr	w8, [x8]
	str	w8, [x0]
	ret
	.size	wait_and_take, .Lfunc_end4-wait_and_take
	.type	increment,@function
increment:
	stp	x29, x30, [sp, #-16]!
	adrp	x1, :got:count
	mov	w0, #1
	mov	x29, sp
	ldr	x1, [x1, :got_lo12:count]
	bl	__aarch64_ldadd4_relax
	ldp	x29, x30, [sp], #16
	ret
	.size	increment, .Lfunc_end5-increment
	.type	increment_by_cas,@function
increment_by_cas:
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	adrp	x2, :got:count
	mov	x20, x0
	ldr	x2, [x2, :got_lo12:count]
	mov	x29, sp
	ldr	w19, [x2]
	add	w1, w19, #1
	mov	w0, w19
	bl	__aarch64_cas4_acq_rel
	cmp	w0, w19
	cset	w8, eq
	str	w8, [x20]
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
	.size	increment_by_cas, .Lfunc_end6-increment_by_cas
	.type	add_locked,@function
add_locked:
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	adrp	x19, :got:lock
	mov	w20, w0
	ldr	x19, [x19, :got_lo12:lock]
	mov	x29, sp
.LBB7_1:
	mov	w0, #1
	mov	x1, x19
	bl	__aarch64_swp4_acq
	cbnz	w0, .LBB7_1
	adrp	x8, :got:total
	ldr	x8, [x8, :got_lo12:total]
	ldr	w9, [x8]
	add	w9, w9, w20
	str	w9, [x8]
	stlr	wzr, [x19]
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
	.size	add_locked, .Lfunc_end7-add_locked
	.type	look_up,@function
look_up:
	adrp	x8, :got:pointer
	and	w9, w0, #0x3
	adrp	x10, table
	add	x10, x10, :lo12:table
	ldr	x8, [x8, :got_lo12:pointer]
	ldr	w9, [x10, w9, uxtw #2]
	mov	w10, #10
	ldr	x8, [x8]
	ldr	w8, [x8]
	madd	w8, w9, w10, w8
	str	w8, [x1]
	ret
	.size	look_up, .Lfunc_end8-look_up
	.type	local_variable,@function
local_variable:
	stp	x29, x30, [sp, #-32]!
	mov	x29, sp
	str	x19, [sp, #16]
	mov	x19, x0
	mov	w8, #1
	add	x0, x29, #28
	str	w8, [x29, #28]
	bl	add_two
	ldr	w8, [x29, #28]
	str	w8, [x19]
	ldr	x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
	.size	local_variable, .Lfunc_end9-local_variable
	.type	add_two,@function
add_two:
	ldr	w8, [x0]
	add	w8, w8, #2
	str	w8, [x0]
	ret
	.size	add_two, .Lfunc_end10-add_two
	.type	hand_on,@function
hand_on:
	mov	w8, #1
	str	w8, [x0]
	b	add_two
	.size	hand_on, .Lfunc_end11-hand_on
	.type	table,@object
	.data
table:
	.word	1
	.word	2
	.word	3
	.word	4
	.size	table, 16
	.type	pointer,@object
pointer:
	.xword	table+8
	.size	pointer, 8
	.type	data,@object
	.bss
data:
	.word	0
	.size	data, 4
	.type	flag,@object
flag:
	.word	0
	.size	flag, 4
	.type	count,@object
count:
	.word	0
	.size	count, 4
	.type	lock,@object
lock:
	.word	0
	.size	lock, 4
	.type	total,@object
total:
	.word	0
	.size	total, 4
