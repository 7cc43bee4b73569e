	.text
	.file	"functions.c"
	.globl	publish                         // -- Begin function publish
	.p2align	2
	.type	publish,@function
publish:                                // @publish
// %bb.0:
	stp	x29, x30, [sp, #-16]!           // 16-byte Folded Spill
	mov	x29, sp
	bl	twice
	adrp	x8, :got:data
	adrp	x9, :got:flag
	mov	w10, #1                         // =0x1
	ldr	x8, [x8, :got_lo12:data]
	ldr	x9, [x9, :got_lo12:flag]
	str	w0, [x8]
	stlr	w10, [x9]
	ldp	x29, x30, [sp], #16             // 16-byte Folded Reload
	ret
.Lfunc_end0:
	.size	publish, .Lfunc_end0-publish
                                        // -- End function
	.p2align	2                               // -- Begin function twice
	.type	twice,@function
twice:                                  // @twice
// %bb.0:
	lsl	w0, w0, #1
	ret
.Lfunc_end1:
	.size	twice, .Lfunc_end1-twice
                                        // -- End function
	.globl	publish_relaxed                 // -- Begin function publish_relaxed
	.p2align	2
	.type	publish_relaxed,@function
publish_relaxed:                        // @publish_relaxed
// %bb.0:
	stp	x29, x30, [sp, #-16]!           // 16-byte Folded Spill
	mov	x29, sp
	bl	twice
	adrp	x8, :got:data
	adrp	x9, :got:flag
	mov	w10, #1                         // =0x1
	ldr	x8, [x8, :got_lo12:data]
	ldr	x9, [x9, :got_lo12:flag]
	str	w0, [x8]
	str	w10, [x9]
	ldp	x29, x30, [sp], #16             // 16-byte Folded Reload
	ret
.Lfunc_end2:
	.size	publish_relaxed, .Lfunc_end2-publish_relaxed
                                        // -- End function
	.globl	take                            // -- Begin function take
	.p2align	2
	.type	take,@function
take:                                   // @take
// %bb.0:
	adrp	x8, :got:flag
	ldr	x8, [x8, :got_lo12:flag]
	ldar	w8, [x8]
	cbz	w8, .LBB3_2
// %bb.1:
	adrp	x8, :got:data
	ldr	x8, [x8, :got_lo12:data]
	ldr	w8, [x8]
	str	w8, [x0]
.LBB3_2:
	ret
.Lfunc_end3:
	.size	take, .Lfunc_end3-take
                                        // -- End function
	.globl	wait_and_take                   // -- Begin function wait_and_take
	.p2align	2
	.type	wait_and_take,@function
wait_and_take:                          // @wait_and_take
// %bb.0:
	adrp	x8, :got:flag
	ldr	x8, [x8, :got_lo12:flag]
.LBB4_1:                                // =>This Inner Loop Header: Depth=1
	ldar	w9, [x8]
	cbz	w9, .LBB4_1
// %bb.2:
	adrp	x8, :got:data
	ldr	x8, [x8, :got_lo12:data]
	ldr	w8, [x8]
	str	w8, [x0]
	ret
.Lfunc_end4:
	.size	wait_and_take, .Lfunc_end4-wait_and_take
                                        // -- End function
	.globl	increment                       // -- Begin function increment
	.p2align	2
	.type	increment,@function
increment:                              // @increment
// %bb.0:
	stp	x29, x30, [sp, #-16]!           // 16-byte Folded Spill
	adrp	x1, :got:count
	mov	w0, #1                          // =0x1
	mov	x29, sp
	ldr	x1, [x1, :got_lo12:count]
	bl	__aarch64_ldadd4_relax
	ldp	x29, x30, [sp], #16             // 16-byte Folded Reload
	ret
.Lfunc_end5:
	.size	increment, .Lfunc_end5-increment
                                        // -- End function
	.globl	increment_by_cas                // -- Begin function increment_by_cas
	.p2align	2
	.type	increment_by_cas,@function
increment_by_cas:                       // @increment_by_cas
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
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
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	ret
.Lfunc_end6:
	.size	increment_by_cas, .Lfunc_end6-increment_by_cas
                                        // -- End function
	.globl	add_locked                      // -- Begin function add_locked
	.p2align	2
	.type	add_locked,@function
add_locked:                             // @add_locked
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	adrp	x19, :got:lock
	mov	w20, w0
	ldr	x19, [x19, :got_lo12:lock]
	mov	x29, sp
.LBB7_1:                                // =>This Inner Loop Header: Depth=1
	mov	w0, #1                          // =0x1
	mov	x1, x19
	bl	__aarch64_swp4_acq
	cbnz	w0, .LBB7_1
// %bb.2:
	adrp	x8, :got:total
	ldr	x8, [x8, :got_lo12:total]
	ldr	w9, [x8]
	add	w9, w9, w20
	str	w9, [x8]
	stlr	wzr, [x19]
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	ret
.Lfunc_end7:
	.size	add_locked, .Lfunc_end7-add_locked
                                        // -- End function
	.globl	look_up                         // -- Begin function look_up
	.p2align	2
	.type	look_up,@function
look_up:                                // @look_up
// %bb.0:
	adrp	x8, :got:pointer
	and	w9, w0, #0x3
	adrp	x10, table
	add	x10, x10, :lo12:table
	ldr	x8, [x8, :got_lo12:pointer]
	ldr	w9, [x10, w9, uxtw #2]
	mov	w10, #10                        // =0xa
	ldr	x8, [x8]
	ldr	w8, [x8]
	madd	w8, w9, w10, w8
	str	w8, [x1]
	ret
.Lfunc_end8:
	.size	look_up, .Lfunc_end8-look_up
                                        // -- End function
	.globl	local_variable                  // -- Begin function local_variable
	.p2align	2
	.type	local_variable,@function
local_variable:                         // @local_variable
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	mov	x29, sp
	str	x19, [sp, #16]                  // 8-byte Folded Spill
	mov	x19, x0
	mov	w8, #1                          // =0x1
	add	x0, x29, #28
	str	w8, [x29, #28]
	bl	add_two
	ldr	w8, [x29, #28]
	str	w8, [x19]
	ldr	x19, [sp, #16]                  // 8-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	ret
.Lfunc_end9:
	.size	local_variable, .Lfunc_end9-local_variable
                                        // -- End function
	.p2align	2                               // -- Begin function add_two
	.type	add_two,@function
add_two:                                // @add_two
// %bb.0:
	ldr	w8, [x0]
	add	w8, w8, #2
	str	w8, [x0]
	ret
.Lfunc_end10:
	.size	add_two, .Lfunc_end10-add_two
                                        // -- End function
	.globl	hand_on                         // -- Begin function hand_on
	.p2align	2
	.type	hand_on,@function
hand_on:                                // @hand_on
// %bb.0:
	mov	w8, #1                          // =0x1
	str	w8, [x0]
	b	add_two
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
	.addrsig_sym table
	.addrsig_sym count
	.addrsig_sym lock
