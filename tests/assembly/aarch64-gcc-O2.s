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
	adrp	x2, data
	adrp	x1, flag
	mov	x29, sp
	add	x1, x1, :lo12:flag
	bl	twice
	str	w0, [x2, #:lo12:data]
	mov	w0, 1
	stlr	w0, [x1]
	ldp	x29, x30, [sp], 16
	ret
	.size	publish, .-publish
	.type	publish_relaxed, %function
publish_relaxed:
	stp	x29, x30, [sp, -16]!
	adrp	x1, data
	add	x1, x1, :lo12:data
	mov	x29, sp
	bl	twice
	str	w0, [x1]
	adrp	x0, flag
	mov	w1, 1
	add	x0, x0, :lo12:flag
	str	w1, [x0]
	ldp	x29, x30, [sp], 16
	ret
	.size	publish_relaxed, .-publish_relaxed
	.type	take, %function
take:
	adrp	x1, flag
	add	x1, x1, :lo12:flag
	ldar	w1, [x1]
	cbz	w1, .L8
	adrp	x1, data
	ldr	w1, [x1, #:lo12:data]
	str	w1, [x0]
.L8:
	ret
	.size	take, .-take
	.type	wait_and_take, %function
wait_and_take:
	adrp	x1, flag
	add	x1, x1, :lo12:flag
.L14:
	ldar	w2, [x1]
	cbz	w2, .L14
	adrp	x1, data
	ldr	w1, [x1, #:lo12:data]
	str	w1, [x0]
	ret
	.size	wait_and_take, .-wait_and_take
	.type	increment, %function
increment:
	stp	x29, x30, [sp, -16]!
	adrp	x1, count
	mov	w0, 1
	mov	x29, sp
	add	x1, x1, :lo12:count
	bl	__aarch64_ldadd4_relax
	ldp	x29, x30, [sp], 16
	ret
	.size	increment, .-increment
	.type	increment_by_cas, %function
increment_by_cas:
	stp	x29, x30, [sp, -32]!
	adrp	x2, count
	add	x2, x2, :lo12:count
	mov	x29, sp
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
	stp	x29, x30, [sp, -32]!
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	adrp	x19, lock
	mov	w20, w0
	add	x19, x19, :lo12:lock
.L22:
	mov	x1, x19
	mov	w0, 1
	bl	__aarch64_swp4_acq
	cbnz	w0, .L22
	adrp	x2, total
	ldr	w1, [x2, #:lo12:total]
	add	w0, w1, w20
	str	w0, [x2, #:lo12:total]
	stlr	wzr, [x19]
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	add_locked, .-add_locked
	.type	look_up, %function
look_up:
	adrp	x3, pointer
	and	x0, x0, 3
	adrp	x2, table
	add	x2, x2, :lo12:table
	ldr	x3, [x3, #:lo12:pointer]
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
	.section	.data.rel.local,"aw"
	.type	pointer, %object
	.size	pointer, 8
pointer:
	.xword	table+8
	.data
	.type	table, %object
	.size	table, 16
table:
	.word	1
	.word	2
	.word	3
	.word	4
	.bss
	.type	total, %object
	.size	total, 4
total:
	.zero	4
	.type	lock, %object
	.size	lock, 4
lock:
	.zero	4
	.type	count, %object
	.size	count, 4
count:
	.zero	4
	.type	flag, %object
	.size	flag, 4
flag:
	.zero	4
	.type	data, %object
	.size	data, 4
data:
	.zero	4
