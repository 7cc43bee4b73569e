	.arch armv8-a
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
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	adrp	x2, data
	adrp	x1, flag
	mov	x29, sp
	add	x1, x1, :lo12:flag
	bl	twice
	str	w0, [x2, #:lo12:data]
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
	adrp	x1, flag
	add	x1, x1, :lo12:flag
	ldar	w1, [x1]
	cbz	w1, .L8
	adrp	x1, data
	ldr	w1, [x1, #:lo12:data]
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
	adrp	x1, flag
	add	x1, x1, :lo12:flag
.L14:
	ldar	w2, [x1]
	cbz	w2, .L14
	adrp	x1, data
	ldr	w1, [x1, #:lo12:data]
	str	w1, [x0]
	ret
	.cfi_endproc
.LFE4:
	.size	wait_and_take, .-wait_and_take
	.global	__aarch64_ldadd4_relax
	.align	2
	.p2align 4,,11
	.global	increment
	.type	increment, %function
increment:
.LFB5:
	.cfi_startproc
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	adrp	x1, count
	mov	w0, 1
	mov	x29, sp
	add	x1, x1, :lo12:count
	bl	__aarch64_ldadd4_relax
	ldp	x29, x30, [sp], 16
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE5:
	.size	increment, .-increment
	.global	__aarch64_cas4_acq_rel
	.align	2
	.p2align 4,,11
	.global	increment_by_cas
	.type	increment_by_cas, %function
increment_by_cas:
.LFB6:
	.cfi_startproc
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	adrp	x2, count
	add	x2, x2, :lo12:count
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	.cfi_offset 19, -16
	.cfi_offset 20, -8
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
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE6:
	.size	increment_by_cas, .-increment_by_cas
	.global	__aarch64_swp4_acq
	.align	2
	.p2align 4,,11
	.global	add_locked
	.type	add_locked, %function
add_locked:
.LFB7:
	.cfi_startproc
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	.cfi_offset 19, -16
	.cfi_offset 20, -8
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
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
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
