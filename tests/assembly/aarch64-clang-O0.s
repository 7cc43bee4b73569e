	.text
	.file	"functions.c"
	.globl	publish                         // -- Begin function publish
	.p2align	2
	.type	publish,@function
publish:                                // @publish
// %bb.0:
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	add	x29, sp, #16
	stur	w0, [x29, #-4]
	ldur	w0, [x29, #-4]
	bl	twice
	adrp	x8, data
	str	w0, [x8, :lo12:data]
	mov	w8, #1                          // =0x1
	str	w8, [sp, #8]
	ldr	w8, [sp, #8]
	adrp	x9, flag
	add	x9, x9, :lo12:flag
	stlr	w8, [x9]
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	ret
.Lfunc_end0:
	.size	publish, .Lfunc_end0-publish
                                        // -- End function
	.p2align	2                               // -- Begin function twice
	.type	twice,@function
twice:                                  // @twice
// %bb.0:
	sub	sp, sp, #16
	str	w0, [sp, #12]
	ldr	w8, [sp, #12]
	ldr	w9, [sp, #12]
	add	w0, w8, w9
	add	sp, sp, #16
	ret
.Lfunc_end1:
	.size	twice, .Lfunc_end1-twice
                                        // -- End function
	.globl	publish_relaxed                 // -- Begin function publish_relaxed
	.p2align	2
	.type	publish_relaxed,@function
publish_relaxed:                        // @publish_relaxed
// %bb.0:
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	add	x29, sp, #16
	stur	w0, [x29, #-4]
	ldur	w0, [x29, #-4]
	bl	twice
	str	w0, [sp, #8]
	ldr	w8, [sp, #8]
	adrp	x9, data
	str	w8, [x9, :lo12:data]
	mov	w8, #1                          // =0x1
	str	w8, [sp, #4]
	ldr	w8, [sp, #4]
	adrp	x9, flag
	str	w8, [x9, :lo12:flag]
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	ret
.Lfunc_end2:
	.size	publish_relaxed, .Lfunc_end2-publish_relaxed
                                        // -- End function
	.globl	take                            // -- Begin function take
	.p2align	2
	.type	take,@function
take:                                   // @take
// %bb.0:
	sub	sp, sp, #16
	str	x0, [sp, #8]
	adrp	x8, flag
	add	x8, x8, :lo12:flag
	ldar	w8, [x8]
	str	w8, [sp, #4]
	ldr	w8, [sp, #4]
	cbz	w8, .LBB3_2
	b	.LBB3_1
.LBB3_1:
	adrp	x8, data
	ldr	w8, [x8, :lo12:data]
	ldr	x9, [sp, #8]
	str	w8, [x9]
	b	.LBB3_2
.LBB3_2:
	add	sp, sp, #16
	ret
.Lfunc_end3:
	.size	take, .Lfunc_end3-take
                                        // -- End function
	.globl	wait_and_take                   // -- Begin function wait_and_take
	.p2align	2
	.type	wait_and_take,@function
wait_and_take:                          // @wait_and_take
// %bb.0:
	sub	sp, sp, #16
	str	x0, [sp, #8]
	b	.LBB4_1
.LBB4_1:                                // =>This Inner Loop Header: Depth=1
	adrp	x8, flag
	add	x8, x8, :lo12:flag
	ldar	w8, [x8]
	str	w8, [sp, #4]
	ldr	w8, [sp, #4]
	cbnz	w8, .LBB4_3
	b	.LBB4_2
.LBB4_2:                                //   in Loop: Header=BB4_1 Depth=1
	b	.LBB4_1
.LBB4_3:
	adrp	x8, data
	ldr	w8, [x8, :lo12:data]
	ldr	x9, [sp, #8]
	str	w8, [x9]
	add	sp, sp, #16
	ret
.Lfunc_end4:
	.size	wait_and_take, .Lfunc_end4-wait_and_take
                                        // -- End function
	.globl	increment                       // -- Begin function increment
	.p2align	2
	.type	increment,@function
increment:                              // @increment
// %bb.0:
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	add	x29, sp, #16
	mov	w8, #1                          // =0x1
	stur	w8, [x29, #-4]
	ldur	w0, [x29, #-4]
	adrp	x1, count
	add	x1, x1, :lo12:count
	bl	__aarch64_ldadd4_relax
	str	w0, [sp, #8]
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	ret
.Lfunc_end5:
	.size	increment, .Lfunc_end5-increment
                                        // -- End function
	.globl	increment_by_cas                // -- Begin function increment_by_cas
	.p2align	2
	.type	increment_by_cas,@function
increment_by_cas:                       // @increment_by_cas
// %bb.0:
	sub	sp, sp, #64
	stp	x29, x30, [sp, #48]             // 16-byte Folded Spill
	add	x29, sp, #48
	stur	x0, [x29, #-8]
	adrp	x8, count
	adrp	x2, count
	add	x2, x2, :lo12:count
	ldr	w8, [x8, :lo12:count]
	stur	w8, [x29, #-16]
	ldur	w8, [x29, #-16]
	stur	w8, [x29, #-12]
	ldur	w8, [x29, #-12]
	add	w8, w8, #1
	stur	w8, [x29, #-20]
	ldur	w0, [x29, #-12]
	str	w0, [sp, #12]                   // 4-byte Folded Spill
	ldur	w1, [x29, #-20]
	bl	__aarch64_cas4_acq_rel
	ldr	w8, [sp, #12]                   // 4-byte Folded Reload
	str	w0, [sp, #16]                   // 4-byte Folded Spill
	subs	w9, w0, w8
	cset	w9, eq
	str	w9, [sp, #20]                   // 4-byte Folded Spill
	subs	w8, w0, w8
	b.eq	.LBB6_2
	b	.LBB6_1
.LBB6_1:
	ldr	w8, [sp, #16]                   // 4-byte Folded Reload
	stur	w8, [x29, #-12]
	b	.LBB6_2
.LBB6_2:
	ldr	w8, [sp, #20]                   // 4-byte Folded Reload
	sturb	w8, [x29, #-21]
	ldurb	w8, [x29, #-21]
	and	w8, w8, #0x1
	ldur	x9, [x29, #-8]
	str	w8, [x9]
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #64
	ret
.Lfunc_end6:
	.size	increment_by_cas, .Lfunc_end6-increment_by_cas
                                        // -- End function
	.globl	add_locked                      // -- Begin function add_locked
	.p2align	2
	.type	add_locked,@function
add_locked:                             // @add_locked
// %bb.0:
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	add	x29, sp, #16
	stur	w0, [x29, #-4]
	b	.LBB7_1
.LBB7_1:                                // =>This Inner Loop Header: Depth=1
	mov	w8, #1                          // =0x1
	str	w8, [sp, #8]
	ldr	w0, [sp, #8]
	adrp	x1, lock
	add	x1, x1, :lo12:lock
	bl	__aarch64_swp4_acq
	str	w0, [sp, #4]
	ldr	w8, [sp, #4]
	cbz	w8, .LBB7_3
	b	.LBB7_2
.LBB7_2:                                //   in Loop: Header=BB7_1 Depth=1
	b	.LBB7_1
.LBB7_3:
	ldur	w10, [x29, #-4]
	adrp	x9, total
	ldr	w8, [x9, :lo12:total]
	add	w8, w8, w10
	str	w8, [x9, :lo12:total]
	str	wzr, [sp]
	ldr	w8, [sp]
	adrp	x9, lock
	add	x9, x9, :lo12:lock
	stlr	w8, [x9]
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	ret
.Lfunc_end7:
	.size	add_locked, .Lfunc_end7-add_locked
                                        // -- End function
	.globl	look_up                         // -- Begin function look_up
	.p2align	2
	.type	look_up,@function
look_up:                                // @look_up
// %bb.0:
	sub	sp, sp, #16
	str	w0, [sp, #12]
	str	x1, [sp]
	ldr	w8, [sp, #12]
	and	w9, w8, #0x3
	adrp	x8, table
	add	x8, x8, :lo12:table
	ldr	w9, [x8, w9, sxtw #2]
	mov	w8, #10                         // =0xa
	mul	w8, w8, w9
	adrp	x9, pointer
	ldr	x9, [x9, :lo12:pointer]
	ldr	w9, [x9]
	add	w8, w8, w9
	ldr	x9, [sp]
	str	w8, [x9]
	add	sp, sp, #16
	ret
.Lfunc_end8:
	.size	look_up, .Lfunc_end8-look_up
                                        // -- End function
	.globl	local_variable                  // -- Begin function local_variable
	.p2align	2
	.type	local_variable,@function
local_variable:                         // @local_variable
// %bb.0:
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	add	x29, sp, #16
	str	x0, [sp, #8]
	add	x0, sp, #4
	mov	w8, #1                          // =0x1
	str	w8, [sp, #4]
	bl	add_two
	ldr	w8, [sp, #4]
	ldr	x9, [sp, #8]
	str	w8, [x9]
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	ret
.Lfunc_end9:
	.size	local_variable, .Lfunc_end9-local_variable
                                        // -- End function
	.p2align	2                               // -- Begin function add_two
	.type	add_two,@function
add_two:                                // @add_two
// %bb.0:
	sub	sp, sp, #16
	str	x0, [sp, #8]
	ldr	x9, [sp, #8]
	ldr	w8, [x9]
	add	w8, w8, #2
	str	w8, [x9]
	add	sp, sp, #16
	ret
.Lfunc_end10:
	.size	add_two, .Lfunc_end10-add_two
                                        // -- End function
	.globl	hand_on                         // -- Begin function hand_on
	.p2align	2
	.type	hand_on,@function
hand_on:                                // @hand_on
// %bb.0:
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	add	x29, sp, #16
	str	x0, [sp, #8]
	ldr	x9, [sp, #8]
	mov	w8, #1                          // =0x1
	str	w8, [x9]
	ldr	x0, [sp, #8]
	bl	add_two
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	ret
.Lfunc_end11:
	.size	hand_on, .Lfunc_end11-hand_on
                                        // -- End function
	.type	table,@object                   // @table
	.data
	.p2align	2, 0x0
table:
	.word	1                               // 0x1
	.word	2                               // 0x2
	.word	3                               // 0x3
	.word	4                               // 0x4
	.size	table, 16

	.type	pointer,@object                 // @pointer
	.globl	pointer
	.p2align	3, 0x0
pointer:
	.xword	table+8
	.size	pointer, 8

	.type	data,@object                    // @data
	.bss
	.globl	data
	.p2align	2, 0x0
data:
	.word	0                               // 0x0
	.size	data, 4

	.type	flag,@object                    // @flag
	.globl	flag
	.p2align	2, 0x0
flag:
	.word	0                               // 0x0
	.size	flag, 4

	.type	count,@object                   // @count
	.globl	count
	.p2align	2, 0x0
count:
	.word	0                               // 0x0
	.size	count, 4

	.type	lock,@object                    // @lock
	.globl	lock
	.p2align	2, 0x0
lock:
	.word	0                               // 0x0
	.size	lock, 4

	.type	total,@object                   // @total
	.globl	total
	.p2align	2, 0x0
total:
	.word	0                               // 0x0
	.size	total, 4

	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym twice
	.addrsig_sym add_two
	.addrsig_sym table
	.addrsig_sym pointer
	.addrsig_sym data
	.addrsig_sym flag
	.addrsig_sym count
	.addrsig_sym lock
	.addrsig_sym total
