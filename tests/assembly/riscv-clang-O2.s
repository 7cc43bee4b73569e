	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	"functions.c"
	.globl	publish                         # -- Begin function publish
	.p2align	1
	.type	publish,@function
publish:                                # @publish
# %bb.0:
	addi	sp, sp, -16
	sd	ra, 8(sp)                       # 8-byte Folded Spill
	call	twice
	lui	a1, %hi(data)
	sw	a0, %lo(data)(a1)
	fence	rw, w
	lui	a0, %hi(flag)
	li	a1, 1
	sw	a1, %lo(flag)(a0)
	ld	ra, 8(sp)                       # 8-byte Folded Reload
	addi	sp, sp, 16
	ret
.Lfunc_end0:
	.size	publish, .Lfunc_end0-publish
                                        # -- End function
	.p2align	1                               # -- Begin function twice
	.type	twice,@function
twice:                                  # @twice
# %bb.0:
	slliw	a0, a0, 1
	ret
.Lfunc_end1:
	.size	twice, .Lfunc_end1-twice
                                        # -- End function
	.globl	publish_relaxed                 # -- Begin function publish_relaxed
	.p2align	1
	.type	publish_relaxed,@function
publish_relaxed:                        # @publish_relaxed
# %bb.0:
	addi	sp, sp, -16
	sd	ra, 8(sp)                       # 8-byte Folded Spill
	call	twice
	lui	a1, %hi(data)
	sw	a0, %lo(data)(a1)
	lui	a0, %hi(flag)
	li	a1, 1
	sw	a1, %lo(flag)(a0)
	ld	ra, 8(sp)                       # 8-byte Folded Reload
	addi	sp, sp, 16
	ret
.Lfunc_end2:
	.size	publish_relaxed, .Lfunc_end2-publish_relaxed
                                        # -- End function
	.globl	take                            # -- Begin function take
	.p2align	1
	.type	take,@function
take:                                   # @take
# %bb.0:
	lui	a1, %hi(flag)
	lw	a1, %lo(flag)(a1)
	fence	r, rw
	beqz	a1, .LBB3_2
# %bb.1:
	lui	a1, %hi(data)
	lw	a1, %lo(data)(a1)
	sw	a1, 0(a0)
.LBB3_2:
	ret
.Lfunc_end3:
	.size	take, .Lfunc_end3-take
                                        # -- End function
	.globl	wait_and_take                   # -- Begin function wait_and_take
	.p2align	1
	.type	wait_and_take,@function
wait_and_take:                          # @wait_and_take
# %bb.0:
	lui	a1, %hi(flag)
.LBB4_1:                                # =>This Inner Loop Header: Depth=1
	lw	a2, %lo(flag)(a1)
	fence	r, rw
	beqz	a2, .LBB4_1
# %bb.2:
	lui	a1, %hi(data)
	lw	a1, %lo(data)(a1)
	sw	a1, 0(a0)
	ret
.Lfunc_end4:
	.size	wait_and_take, .Lfunc_end4-wait_and_take
                                        # -- End function
	.globl	increment                       # -- Begin function increment
	.p2align	1
	.type	increment,@function
increment:                              # @increment
# %bb.0:
	lui	a0, %hi(count)
	addi	a0, a0, %lo(count)
	li	a1, 1
	amoadd.w	zero, a1, (a0)
	ret
.Lfunc_end5:
	.size	increment, .Lfunc_end5-increment
                                        # -- End function
	.globl	increment_by_cas                # -- Begin function increment_by_cas
	.p2align	1
	.type	increment_by_cas,@function
increment_by_cas:                       # @increment_by_cas
# %bb.0:
	lui	a1, %hi(count)
	lw	a2, %lo(count)(a1)
	addi	a1, a1, %lo(count)
	addiw	a3, a2, 1
.LBB6_1:                                # =>This Inner Loop Header: Depth=1
	lr.w.aqrl	a4, (a1)
	bne	a4, a2, .LBB6_3
# %bb.2:                                #   in Loop: Header=BB6_1 Depth=1
	sc.w.rl	a5, a3, (a1)
	bnez	a5, .LBB6_1
.LBB6_3:
	xor	a2, a2, a4
	seqz	a1, a2
	sw	a1, 0(a0)
	ret
.Lfunc_end6:
	.size	increment_by_cas, .Lfunc_end6-increment_by_cas
                                        # -- End function
	.globl	add_locked                      # -- Begin function add_locked
	.p2align	1
	.type	add_locked,@function
add_locked:                             # @add_locked
# %bb.0:
	lui	a1, %hi(lock)
	addi	a1, a1, %lo(lock)
	li	a2, 1
.LBB7_1:                                # =>This Inner Loop Header: Depth=1
	amoswap.w.aq	a3, a2, (a1)
	bnez	a3, .LBB7_1
# %bb.2:
	lui	a1, %hi(total)
	lw	a2, %lo(total)(a1)
	add	a0, a0, a2
	sw	a0, %lo(total)(a1)
	fence	rw, w
	lui	a0, %hi(lock)
	sw	zero, %lo(lock)(a0)
	ret
.Lfunc_end7:
	.size	add_locked, .Lfunc_end7-add_locked
                                        # -- End function
	.globl	look_up                         # -- Begin function look_up
	.p2align	1
	.type	look_up,@function
look_up:                                # @look_up
# %bb.0:
	andi	a0, a0, 3
	slli	a0, a0, 2
	lui	a2, %hi(pointer)
	ld	a2, %lo(pointer)(a2)
	lui	a3, %hi(table)
	addi	a3, a3, %lo(table)
	add	a0, a0, a3
	lw	a0, 0(a0)
	lw	a2, 0(a2)
	li	a3, 10
	mul	a0, a0, a3
	add	a0, a0, a2
	sw	a0, 0(a1)
	ret
.Lfunc_end8:
	.size	look_up, .Lfunc_end8-look_up
                                        # -- End function
	.globl	local_variable                  # -- Begin function local_variable
	.p2align	1
	.type	local_variable,@function
local_variable:                         # @local_variable
# %bb.0:
	addi	sp, sp, -32
	sd	ra, 24(sp)                      # 8-byte Folded Spill
	sd	s0, 16(sp)                      # 8-byte Folded Spill
	mv	s0, a0
	li	a0, 1
	sw	a0, 12(sp)
	addi	a0, sp, 12
	call	add_two
	lw	a0, 12(sp)
	sw	a0, 0(s0)
	ld	ra, 24(sp)                      # 8-byte Folded Reload
	ld	s0, 16(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 32
	ret
.Lfunc_end9:
	.size	local_variable, .Lfunc_end9-local_variable
                                        # -- End function
	.p2align	1                               # -- Begin function add_two
	.type	add_two,@function
add_two:                                # @add_two
# %bb.0:
	lw	a1, 0(a0)
	addi	a1, a1, 2
	sw	a1, 0(a0)
	ret
.Lfunc_end10:
	.size	add_two, .Lfunc_end10-add_two
                                        # -- End function
	.globl	hand_on                         # -- Begin function hand_on
	.p2align	1
	.type	hand_on,@function
hand_on:                                # @hand_on
# %bb.0:
	li	a1, 1
	sw	a1, 0(a0)
	tail	add_two
.Lfunc_end11:
	.size	hand_on, .Lfunc_end11-hand_on
                                        # -- End function
	.type	table,@object                   # @table
	.data
	.p2align	2, 0x0
table:
	.word	1                               # 0x1
	.word	2                               # 0x2
	.word	3                               # 0x3
	.word	4                               # 0x4
	.size	table, 16

	.type	pointer,@object                 # @pointer
	.section	.sdata,"aw",@progbits
	.globl	pointer
	.p2align	3, 0x0
pointer:
	.quad	table+8
	.size	pointer, 8

	.type	data,@object                    # @data
	.section	.sbss,"aw",@nobits
	.globl	data
	.p2align	2, 0x0
data:
	.word	0                               # 0x0
	.size	data, 4

	.type	flag,@object                    # @flag
	.globl	flag
	.p2align	2, 0x0
flag:
	.word	0                               # 0x0
	.size	flag, 4

	.type	count,@object                   # @count
	.globl	count
	.p2align	2, 0x0
count:
	.word	0                               # 0x0
	.size	count, 4

	.type	lock,@object                    # @lock
	.globl	lock
	.p2align	2, 0x0
lock:
	.word	0                               # 0x0
	.size	lock, 4

	.type	total,@object                   # @total
	.globl	total
	.p2align	2, 0x0
total:
	.word	0                               # 0x0
	.size	total, 4

	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym table
	.addrsig_sym count
	.addrsig_sym lock
