	.arch armv8-a
	.file	"functions.c"
	.text
	.global	data
	.bss
	.align	2
	.type	data, %object
	.size	data, 4
data:
	.zero	4
	.global	flag
	.align	2
	.type	flag, %object
	.size	flag, 4
flag:
	.zero	4
	.global	count
	.align	2
	.type	count, %object
	.size	count, 4
count:
	.zero	4
	.global	lock
	.align	2
	.type	lock, %object
	.size	lock, 4
lock:
	.zero	4
	.global	total
	.align	2
	.type	total, %object
	.size	total, 4
total:
	.zero	4
	.data
	.align	3
	.type	table, %object
	.size	table, 16
table:
	.word	1
	.word	2
	.word	3
	.word	4
	.global	pointer
	.section	.data.rel.local,"aw"
	.align	3
	.type	pointer, %object
	.size	pointer, 8
pointer:
	.xword	table+8
	.text
	.align	2
	.type	twice, %function
twice:
.LFB0:
	.cfi_startproc
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	w0, [sp, 12]
	ldr	w0, [sp, 12]
	lsl	w0, w0, 1
	add	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE0:
	.size	twice, .-twice
	.align	2
	.global	publish
	.type	publish, %function
publish:
.LFB1:
	.cfi_startproc
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	mov	x29, sp
	str	w0, [sp, 28]
	ldr	w0, [sp, 28]
	bl	twice
	mov	w1, w0
	adrp	x0, data
	add	x0, x0, :lo12:data
	str	w1, [x0]
	adrp	x0, flag
	add	x0, x0, :lo12:flag
	mov	w1, 1
	stlr	w1, [x0]
	nop
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE1:
	.size	publish, .-publish
	.align	2
	.global	publish_relaxed
	.type	publish_relaxed, %function
publish_relaxed:
.LFB2:
	.cfi_startproc
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	mov	x29, sp
	str	w0, [sp, 28]
	ldr	w0, [sp, 28]
	bl	twice
	mov	w1, w0
	adrp	x0, data
	add	x0, x0, :lo12:data
	str	w1, [x0]
	adrp	x0, flag
	add	x0, x0, :lo12:flag
	mov	w1, 1
	str	w1, [x0]
	nop
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE2:
	.size	publish_relaxed, .-publish_relaxed
	.align	2
	.global	take
	.type	take, %function
take:
.LFB3:
	.cfi_startproc
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x0, [sp, 8]
	adrp	x0, flag
	add	x0, x0, :lo12:flag
	ldar	w0, [x0]
	cmp	w0, 0
	beq	.L7
	adrp	x0, data
	add	x0, x0, :lo12:data
	ldr	w1, [x0]
	ldr	x0, [sp, 8]
	str	w1, [x0]
.L7:
	nop
	add	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE3:
	.size	take, .-take
	.align	2
	.global	wait_and_take
	.type	wait_and_take, %function
wait_and_take:
.LFB4:
	.cfi_startproc
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x0, [sp, 8]
	b	.L9
.L10:
	nop
.L9:
	adrp	x0, flag
	add	x0, x0, :lo12:flag
	ldar	w0, [x0]
	cmp	w0, 0
	beq	.L10
	adrp	x0, data
	add	x0, x0, :lo12:data
	ldr	w1, [x0]
	ldr	x0, [sp, 8]
	str	w1, [x0]
	nop
	add	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE4:
	.size	wait_and_take, .-wait_and_take
	.global	__aarch64_ldadd4_relax
	.align	2
	.global	increment
	.type	increment, %function
increment:
.LFB5:
	.cfi_startproc
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	mov	x29, sp
	adrp	x0, count
	add	x0, x0, :lo12:count
	mov	x1, x0
	mov	w0, 1
	bl	__aarch64_ldadd4_relax
	nop
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
	.global	increment_by_cas
	.type	increment_by_cas, %function
increment_by_cas:
.LFB6:
	.cfi_startproc
	stp	x29, x30, [sp, -64]!
	.cfi_def_cfa_offset 64
	.cfi_offset 29, -64
	.cfi_offset 30, -56
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	.cfi_offset 19, -48
	.cfi_offset 20, -40
	str	x0, [sp, 40]
	adrp	x0, count
	add	x0, x0, :lo12:count
	ldr	w0, [x0]
	str	w0, [sp, 60]
	ldr	w0, [sp, 60]
	add	w0, w0, 1
	mov	w1, w0
	adrp	x0, count
	add	x0, x0, :lo12:count
	add	x19, sp, 60
	ldr	w20, [x19]
	mov	x2, x0
	mov	w0, w20
	bl	__aarch64_cas4_acq_rel
	cmp	w0, w20
	mov	w1, w0
	cset	w0, eq
	cmp	w0, 0
	bne	.L13
	str	w1, [x19]
.L13:
	mov	w1, w0
	ldr	x0, [sp, 40]
	str	w1, [x0]
	nop
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 64
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
	str	w0, [sp, 28]
	b	.L15
.L16:
	nop
.L15:
	adrp	x0, lock
	add	x1, x0, :lo12:lock
	mov	w0, 1
	bl	__aarch64_swp4_acq
	cmp	w0, 0
	bne	.L16
	adrp	x0, total
	add	x0, x0, :lo12:total
	ldr	w1, [x0]
	ldr	w0, [sp, 28]
	add	w1, w1, w0
	adrp	x0, total
	add	x0, x0, :lo12:total
	str	w1, [x0]
	adrp	x0, lock
	add	x0, x0, :lo12:lock
	stlr	wzr, [x0]
	nop
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE7:
	.size	add_locked, .-add_locked
	.align	2
	.global	look_up
	.type	look_up, %function
look_up:
.LFB8:
	.cfi_startproc
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	w0, [sp, 12]
	str	x1, [sp]
	ldr	w0, [sp, 12]
	and	w1, w0, 3
	adrp	x0, table
	add	x0, x0, :lo12:table
	sxtw	x1, w1
	ldr	w1, [x0, x1, lsl 2]
	mov	w0, w1
	lsl	w0, w0, 2
	add	w0, w0, w1
	lsl	w0, w0, 1
	mov	w1, w0
	adrp	x0, pointer
	add	x0, x0, :lo12:pointer
	ldr	x0, [x0]
	ldr	w0, [x0]
	add	w1, w1, w0
	ldr	x0, [sp]
	str	w1, [x0]
	nop
	add	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE8:
	.size	look_up, .-look_up
	.align	2
	.type	add_two, %function
add_two:
.LFB9:
	.cfi_startproc
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	str	x0, [sp, 8]
	ldr	x0, [sp, 8]
	ldr	w0, [x0]
	add	w1, w0, 2
	ldr	x0, [sp, 8]
	str	w1, [x0]
	nop
	add	sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE9:
	.size	add_two, .-add_two
	.align	2
	.global	local_variable
	.type	local_variable, %function
local_variable:
.LFB10:
	.cfi_startproc
	stp	x29, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	str	x0, [sp, 24]
	mov	w0, 1
	str	w0, [sp, 44]
	add	x0, sp, 44
	bl	add_two
	ldr	w1, [sp, 44]
	ldr	x0, [sp, 24]
	str	w1, [x0]
	nop
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE10:
	.size	local_variable, .-local_variable
	.align	2
	.global	hand_on
	.type	hand_on, %function
hand_on:
.LFB11:
	.cfi_startproc
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	mov	x29, sp
	str	x0, [sp, 24]
	ldr	x0, [sp, 24]
	mov	w1, 1
	str	w1, [x0]
	ldr	x0, [sp, 24]
	bl	add_two
	nop
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE11:
	.size	hand_on, .-hand_on
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
