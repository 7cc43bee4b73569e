	.arch armv8-a
	.file	"functions.c"
	.type	twice, %function
twice:
	lsl	w0, w0, 1
	ret
	.size	twice, .-twice
	.type	add_two.constprop.0, %function
add_two.constprop.0:
	mov	w1, 3
	str	w1, [x0]
	ret
	.size	add_two.constprop.0, .-add_two.constprop.0
	.type	publish, %function
publish:
	stp	x29, x30, [sp, -16]!
	adrp	x2, .LANCHOR0
	add	x1, x2, :lo12:.LANCHOR0
	mov	x29, sp
	bl	twice
	str	w0, [x2, #:lo12:.LANCHOR0]
	mov	w0, 1
	add	x1, x1, 4
	stlr	w0, [x1]
	ldp	x29, x30, [sp], 16
	ret
	.size	publish, .-publish
	.type	publish_relaxed, %function
publish_relaxed:
	stp	x29, x30, [sp, -16]!
	adrp	x1, .LANCHOR0
	add	x1, x1, :lo12:.LANCHOR0
	mov	x29, sp
	bl	twice
	str	w0, [x1]
	mov	w0, 1
	add	x1, x1, 4
	str	w0, [x1]
	ldp	x29, x30, [sp], 16
	ret
	.size	publish_relaxed, .-publish_relaxed
	.type	take, %function
take:
	adrp	x2, .LANCHOR0
	add	x1, x2, :lo12:.LANCHOR0
	add	x1, x1, 4
	ldar	w1, [x1]
	cbz	w1, .L8
	ldr	w1, [x2, #:lo12:.LANCHOR0]
	str	w1, [x0]
.L8:
	ret
	.size	take, .-take
	.type	wait_and_take, %function
wait_and_take:
	adrp	x2, .LANCHOR0
	add	x1, x2, :lo12:.LANCHOR0
	add	x1, x1, 4
.L14:
	ldar	w3, [x1]
	cbz	w3, .L14
	ldr	w1, [x2, #:lo12:.LANCHOR0]
	str	w1, [x0]
	ret
	.size	wait_and_take, .-wait_and_take
	.type	increment, %function
increment:
	stp	x29, x30, [sp, -16]!
	adrp	x1, .LANCHOR0
	add	x1, x1, :lo12:.LANCHOR0
	mov	x29, sp
	add	x1, x1, 8
	mov	w0, 1
	bl	__aarch64_ldadd4_relax
	ldp	x29, x30, [sp], 16
	ret
	.size	increment, .-increment
	.type	increment_by_cas, %function
increment_by_cas:
	stp	x29, x30, [sp, -32]!
	adrp	x2, .LANCHOR0
	add	x2, x2, :lo12:.LANCHOR0
	mov	x29, sp
	add	x2, x2, 8
	stp	x19, x20, [sp, 16]
	mov	x19, x0
	ldr	w20, [x2]
	add	w1, w20, 1
	mov	w0, w20
	bl	__aarch64_cas4_acq_rel
	cmp	w0, w20
	cset	w0, eq
	str	w0, [x19]
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	increment_by_cas, .-increment_by_cas
	.type	add_locked, %function
add_locked:
	stp	x29, x30, [sp, -48]!
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	adrp	x19, .LANCHOR0
	add	x19, x19, :lo12:.LANCHOR0
	mov	w20, w0
	str	x21, [sp, 32]
	add	x21, x19, 12
.L22:
	mov	x1, x21
	mov	w0, 1
	bl	__aarch64_swp4_acq
	cbnz	w0, .L22
	ldr	w2, [x19, 16]
	add	w0, w2, w20
	str	w0, [x19, 16]
	stlr	wzr, [x21]
	ldp	x19, x20, [sp, 16]
	ldr	x21, [sp, 32]
	ldp	x29, x30, [sp], 48
	ret
	.size	add_locked, .-add_locked
	.type	look_up, %function
look_up:
	adrp	x3, .LANCHOR2
	and	x0, x0, 3
	adrp	x2, .LANCHOR1
	add	x2, x2, :lo12:.LANCHOR1
	ldr	x3, [x3, #:lo12:.LANCHOR2]
	ldr	w0, [x2, x0, lsl 2]
	ldr	w2, [x3]
	add	w0, w0, w0, lsl 2
	add	w0, w2, w0, lsl 1
	str	w0, [x1]
	ret
	.size	look_up, .-look_up
	.type	local_variable, %function
local_variable:
	stp	x29, x30, [sp, -32]!
	mov	x2, x0
	add	x0, sp, 28
	mov	x29, sp
	bl	add_two.constprop.0
	ldr	w0, [sp, 28]
	str	w0, [x2]
	ldp	x29, x30, [sp], 32
	ret
	.size	local_variable, .-local_variable
	.type	hand_on, %function
hand_on:
	b	add_two.constprop.0
	.size	hand_on, .-hand_on
	.data
	.set	.LANCHOR1,. + 0
	.type	table, %object
	.size	table, 16
table:
	.word	1
	.word	2
	.word	3
	.word	4
	.bss
	.set	.LANCHOR0,. + 0
	.type	data, %object
	.size	data, 4
data:
	.zero	4
	.type	flag, %object
	.size	flag, 4
flag:
	.zero	4
	.type	count, %object
	.size	count, 4
count:
	.zero	4
	.type	lock, %object
	.size	lock, 4
lock:
	.zero	4
	.type	total, %object
	.size	total, 4
total:
	.zero	4
	.section	.data.rel.local,"aw"
	.set	.LANCHOR2,. + 0
	.type	pointer, %object
	.size	pointer, 8
pointer:
	.xword	table+8
