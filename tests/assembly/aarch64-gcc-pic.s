	.arch armv8.1-a+crc
	.file	"functions.c"
	.text
	.align	2
	.p2align 4,,11
	.type	twice, %function
twice:
.LFB0:
	.cfi_startproc
	lsl	w0, w0, 1
	ret
	.cfi_endproc
.LFE0:
	.size	twice, .-twice
	.align	2
	.p2align 4,,11
	.type	add_two.constprop.0, %function
add_two.constprop.0:
.LFB12:
	.cfi_startproc
	mov	w1, 3
	str	w1, [x0]
	ret
	.cfi_endproc
.LFE12:
	.size	add_two.constprop.0, .-add_two.constprop.0
	.align	2
	.p2align 4,,11
	.global	publish
	.type	publish, %function
publish:
.LFB1:
	.cfi_startproc
	adrp	x2, :got:data
	ldr	x2, [x2, :got_lo12:data]
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	adrp	x1, :got:flag
	ldr	x1, [x1, :got_lo12:flag]
	mov	x29, sp
	bl	twice
	str	w0, [x2]
	mov	w0, 1
	stlr	w0, [x1]
	ldp	x29, x30, [sp], 16
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE1:
	.size	publish, .-publish
	.align	2
	.p2align 4,,11
	.global	publish_relaxed
	.type	publish_relaxed, %function
publish_relaxed:
.LFB2:
	.cfi_startproc
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	adrp	x1, :got:data
	ldr	x1, [x1, :got_lo12:data]
	mov	x29, sp
	bl	twice
	str	w0, [x1]
	adrp	x0, :got:flag
	ldr	x0, [x0, :got_lo12:flag]
	mov	w1, 1
	str	w1, [x0]
	ldp	x29, x30, [sp], 16
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE2:
	.size	publish_relaxed, .-publish_relaxed
	.align	2
	.p2align 4,,11
	.global	take
	.type	take, %function
take:
.LFB3:
	.cfi_startproc
	adrp	x1, :got:flag
	ldr	x1, [x1, :got_lo12:flag]
	ldar	w1, [x1]
	cbz	w1, .L8
	adrp	x1, :got:data
	ldr	x1, [x1, :got_lo12:data]
	ldr	w1, [x1]
	str	w1, [x0]
.L8:
	ret
	.cfi_endproc
.LFE3:
	.size	take, .-take
	.align	2
	.p2align 4,,11
	.global	wait_and_take
	.type	wait_and_take, %function
wait_and_take:
.LFB4:
	.cfi_startproc
	adrp	x2, :got:flag
	ldr	x2, [x2, :got_lo12:flag]
.L14:
	ldar	w1, [x2]
	cbz	w1, .L14
	adrp	x1, :got:data
	ldr	x1, [x1, :got_lo12:data]
	ldr	w1, [x1]
	str	w1, [x0]
	ret
	.cfi_endproc
.LFE4:
	.size	wait_and_take, .-wait_and_take
	.align	2
	.p2align 4,,11
	.global	increment
	.type	increment, %function
increment:
.LFB5:
	.cfi_startproc
	adrp	x0, :got:count
	ldr	x0, [x0, :got_lo12:count]
	mov	w1, 1
	ldadd	w1, w1, [x0]
	ret
	.cfi_endproc
.LFE5:
	.size	increment, .-increment
	.align	2
	.p2align 4,,11
	.global	increment_by_cas
	.type	increment_by_cas, %function
increment_by_cas:
.LFB6:
	.cfi_startproc
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
	.cfi_endproc
.LFE6:
	.size	increment_by_cas, .-increment_by_cas
	.align	2
	.p2align 4,,11
	.global	add_locked
	.type	add_locked, %function
add_locked:
.LFB7:
	.cfi_startproc
	adrp	x1, :got:lock
	ldr	x1, [x1, :got_lo12:lock]
	mov	w3, 1
.L20:
	swpa	w3, w2, [x1]
	cbnz	w2, .L20
	adrp	x3, :got:total
	ldr	x3, [x3, :got_lo12:total]
	ldr	w2, [x3]
	add	w0, w2, w0
	str	w0, [x3]
	stlr	wzr, [x1]
	ret
	.cfi_endproc
.LFE7:
	.size	add_locked, .-add_locked
	.align	2
	.p2align 4,,11
	.global	look_up
	.type	look_up, %function
look_up:
.LFB8:
	.cfi_startproc
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
	.cfi_endproc
.LFE8:
	.size	look_up, .-look_up
	.align	2
	.p2align 4,,11
	.global	local_variable
	.type	local_variable, %function
local_variable:
.LFB10:
	.cfi_startproc
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	mov	x2, x0
	add	x0, sp, 28
	mov	x29, sp
	bl	add_two.constprop.0
	ldr	w0, [sp, 28]
	str	w0, [x2]
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE10:
	.size	local_variable, .-local_variable
	.align	2
	.p2align 4,,11
	.global	hand_on
	.type	hand_on, %function
hand_on:
.LFB11:
	.cfi_startproc
	b	add_two.constprop.0
	.cfi_endproc
.LFE11:
	.size	hand_on, .-hand_on
	.global	pointer
	.section	.data.rel.local,"aw"
	.align	3
	.type	pointer, %object
	.size	pointer, 8
pointer:
	.xword	table+8
	.data
	.align	3
	.type	table, %object
	.size	table, 16
table:
	.word	1
	.word	2
	.word	3
	.word	4
	.global	total
	.bss
	.align	2
	.type	total, %object
	.size	total, 4
total:
	.zero	4
	.global	lock
	.align	2
	.type	lock, %object
	.size	lock, 4
lock:
	.zero	4
	.global	count
	.align	2
	.type	count, %object
	.size	count, 4
count:
	.zero	4
	.global	flag
	.align	2
	.type	flag, %object
	.size	flag, 4
flag:
	.zero	4
	.global	data
	.align	2
	.type	data, %object
	.size	data, 4
data:
	.zero	4
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
