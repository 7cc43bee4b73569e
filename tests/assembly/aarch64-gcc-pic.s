	.arch armv8.1-a+crc
	.file	"functions.c"
	.type	twice, %function
twice:
	lsl	w0, w0, 1
	ret
	.size	twice, .-twice
	.type	publish, %function
publish:
	adrp	x2, :got:data
	ldr	x2, [x2, :got_lo12:data]
	stp	x29, x30, [sp, -16]!
	adrp	x1, :got:flag
	ldr	x1, [x1, :got_lo12:flag]
	mov	x29, sp
	bl	twice
	str	w0, [x2]
	mov	w0, 1
	stlr	w0, [x1]
	ldp	x29, x30, [sp], 16
	ret
	.size	publish, .-publish
	.type	take, %function
take:
	adrp	x1, :got:flag
	ldr	x1, [x1, :got_lo12:flag]
	ldar	w1, [x1]
	cbz	w1, .L5
	adrp	x1, :got:data
	ldr	x1, [x1, :got_lo12:data]
	ldr	w1, [x1]
	str	w1, [x0]
.L5:
	ret
	.size	take, .-take
	.type	increment, %function
increment:
	adrp	x0, :got:count
	ldr	x0, [x0, :got_lo12:count]
	mov	w1, 1
	ldadd	w1, w1, [x0]
	ret
	.size	increment, .-increment
	.type	increment_by_cas, %function
increment_by_cas:
	adrp	x1, :got:count
	ldr	x1, [x1, :got_lo12:count]
	ldr	w2, [x1]
	add	w4, w2, 1
	mov	w3, w2
	casal	w3, w4, [x1]
	cmp	w3, w2
	cset	w1, eq
	str	w1, [x0]
	ret
	.size	increment_by_cas, .-increment_by_cas
	.type	add_locked, %function
add_locked:
	adrp	x1, :got:lock
	ldr	x1, [x1, :got_lo12:lock]
	mov	w3, 1
.L13:
	swpa	w3, w2, [x1]
	cbnz	w2, .L13
	adrp	x3, :got:total
	ldr	x3, [x3, :got_lo12:total]
	ldr	w2, [x3]
	add	w0, w2, w0
	str	w0, [x3]
	stlr	wzr, [x1]
	ret
	.size	add_locked, .-add_locked
	.type	look_up, %function
look_up:
	adrp	x3, :got:pointer
	ldr	x3, [x3, :got_lo12:pointer]
	and	x0, x0, 3
	adrp	x2, table
	add	x2, x2, :lo12:table
	ldr	x3, [x3]
	ldr	w0, [x2, x0, lsl 2]
	ldr	w2, [x3]
	add	w0, w0, w0, lsl 2
	add	w0, w2, w0, lsl 1
	str	w0, [x1]
	ret
	.size	look_up, .-look_up
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
