	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	"functions.c"
	.globl	publish                         # -- Begin function publish
	.p2align	1
	.type	publish,@function
publish:                                # @publish
# %bb.0:
	addi	sp, sp, -32
	sd	ra, 24(sp)                      # 8-byte Folded Spill
	sd	s0, 16(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 32
                                        # kill: def $x11 killed $x10
	sw	a0, -20(s0)
	lw	a0, -20(s0)
	call	twice
.Lpcrel_hi0:
	auipc	a1, %got_pcrel_hi(data)
	ld	a1, %pcrel_lo(.Lpcrel_hi0)(a1)
	sw	a0, 0(a1)
	li	a0, 1
	sw	a0, -24(s0)
	lw	a0, -24(s0)
	fence	rw, w
.Lpcrel_hi1:
	auipc	a1, %got_pcrel_hi(flag)
	ld	a1, %pcrel_lo(.Lpcrel_hi1)(a1)
	sw	a0, 0(a1)
	ld	ra, 24(sp)                      # 8-byte Folded Reload
	ld	s0, 16(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 32
	ret
.Lfunc_end0:
	.size	publish, .Lfunc_end0-publish
                                        # -- End function
	.p2align	1                               # -- Begin function twice
	.type	twice,@function
twice:                                  # @twice
# %bb.0:
	addi	sp, sp, -32
	sd	ra, 24(sp)                      # 8-byte Folded Spill
	sd	s0, 16(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 32
                                        # kill: def $x11 killed $x10
	sw	a0, -20(s0)
	lw	a0, -20(s0)
	addw	a0, a0, a0
	ld	ra, 24(sp)                      # 8-byte Folded Reload
	ld	s0, 16(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 32
	ret
.Lfunc_end1:
	.size	twice, .Lfunc_end1-twice
                                        # -- End function
	.globl	publish_relaxed                 # -- Begin function publish_relaxed
	.p2align	1
	.type	publish_relaxed,@function
publish_relaxed:                        # @publish_relaxed
# %bb.0:
	addi	sp, sp, -32
	sd	ra, 24(sp)                      # 8-byte Folded Spill
	sd	s0, 16(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 32
                                        # kill: def $x11 killed $x10
	sw	a0, -20(s0)
	lw	a0, -20(s0)
	call	twice
	sw	a0, -24(s0)
	lw	a0, -24(s0)
.Lpcrel_hi2:
	auipc	a1, %got_pcrel_hi(data)
	ld	a1, %pcrel_lo(.Lpcrel_hi2)(a1)
	sw	a0, 0(a1)
	li	a0, 1
	sw	a0, -28(s0)
	lw	a0, -28(s0)
.Lpcrel_hi3:
	auipc	a1, %got_pcrel_hi(flag)
	ld	a1, %pcrel_lo(.Lpcrel_hi3)(a1)
	sw	a0, 0(a1)
	ld	ra, 24(sp)                      # 8-byte Folded Reload
	ld	s0, 16(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 32
	ret
.Lfunc_end2:
	.size	publish_relaxed, .Lfunc_end2-publish_relaxed
                                        # -- End function
	.globl	take                            # -- Begin function take
	.p2align	1
	.type	take,@function
take:                                   # @take
# %bb.0:
	addi	sp, sp, -32
	sd	ra, 24(sp)                      # 8-byte Folded Spill
	sd	s0, 16(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 32
	sd	a0, -24(s0)
.Lpcrel_hi4:
	auipc	a0, %got_pcrel_hi(flag)
	ld	a0, %pcrel_lo(.Lpcrel_hi4)(a0)
	lw	a0, 0(a0)
	fence	r, rw
	sw	a0, -28(s0)
	lw	a0, -28(s0)
	beqz	a0, .LBB3_2
	j	.LBB3_1
.LBB3_1:
.Lpcrel_hi5:
	auipc	a0, %got_pcrel_hi(data)
	ld	a0, %pcrel_lo(.Lpcrel_hi5)(a0)
	lw	a0, 0(a0)
	ld	a1, -24(s0)
	sw	a0, 0(a1)
	j	.LBB3_2
.LBB3_2:
	ld	ra, 24(sp)                      # 8-byte Folded Reload
	ld	s0, 16(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 32
	ret
.Lfunc_end3:
	.size	take, .Lfunc_end3-take
                                        # -- End function
	.globl	wait_and_take                   # -- Begin function wait_and_take
	.p2align	1
	.type	wait_and_take,@function
wait_and_take:                          # @wait_and_take
# %bb.0:
	addi	sp, sp, -32
	sd	ra, 24(sp)                      # 8-byte Folded Spill
	sd	s0, 16(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 32
	sd	a0, -24(s0)
	j	.LBB4_1
.LBB4_1:                                # =>This Inner Loop Header: Depth=1
.Lpcrel_hi6:
	auipc	a0, %got_pcrel_hi(flag)
	ld	a0, %pcrel_lo(.Lpcrel_hi6)(a0)
	lw	a0, 0(a0)
	fence	r, rw
	sw	a0, -28(s0)
	lw	a0, -28(s0)
	bnez	a0, .LBB4_3
	j	.LBB4_2
.LBB4_2:                                #   in Loop: Header=BB4_1 Depth=1
	j	.LBB4_1
.LBB4_3:
.Lpcrel_hi7:
	auipc	a0, %got_pcrel_hi(data)
	ld	a0, %pcrel_lo(.Lpcrel_hi7)(a0)
	lw	a0, 0(a0)
	ld	a1, -24(s0)
	sw	a0, 0(a1)
	ld	ra, 24(sp)                      # 8-byte Folded Reload
	ld	s0, 16(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 32
	ret
.Lfunc_end4:
	.size	wait_and_take, .Lfunc_end4-wait_and_take
                                        # -- End function
	.globl	increment                       # -- Begin function increment
	.p2align	1
	.type	increment,@function
increment:                              # @increment
# %bb.0:
	addi	sp, sp, -32
	sd	ra, 24(sp)                      # 8-byte Folded Spill
	sd	s0, 16(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 32
	li	a0, 1
	sw	a0, -20(s0)
	lw	a1, -20(s0)
.Lpcrel_hi8:
	auipc	a0, %got_pcrel_hi(count)
	ld	a0, %pcrel_lo(.Lpcrel_hi8)(a0)
	amoadd.w	a0, a1, (a0)
	sw	a0, -24(s0)
	ld	ra, 24(sp)                      # 8-byte Folded Reload
	ld	s0, 16(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 32
	ret
.Lfunc_end5:
	.size	increment, .Lfunc_end5-increment
                                        # -- End function
	.globl	increment_by_cas                # -- Begin function increment_by_cas
	.p2align	1
	.type	increment_by_cas,@function
increment_by_cas:                       # @increment_by_cas
# %bb.0:
	addi	sp, sp, -64
	sd	ra, 56(sp)                      # 8-byte Folded Spill
	sd	s0, 48(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 64
	sd	a0, -24(s0)
.Lpcrel_hi9:
	auipc	a0, %got_pcrel_hi(count)
	ld	a3, %pcrel_lo(.Lpcrel_hi9)(a0)
	lw	a0, 0(a3)
	sw	a0, -32(s0)
	lw	a0, -32(s0)
	sw	a0, -28(s0)
	lw	a0, -28(s0)
	addiw	a0, a0, 1
	sw	a0, -36(s0)
	lw	a1, -28(s0)
	lw	a4, -36(s0)
.LBB6_3:                                # =>This Inner Loop Header: Depth=1
	lr.w.aqrl	a0, (a3)
	bne	a0, a1, .LBB6_5
# %bb.4:                                #   in Loop: Header=BB6_3 Depth=1
	sc.w.rl	a2, a4, (a3)
	bnez	a2, .LBB6_3
.LBB6_5:
	sd	a0, -56(s0)                     # 8-byte Folded Spill
	xor	a2, a0, a1
	seqz	a2, a2
	sd	a2, -48(s0)                     # 8-byte Folded Spill
	beq	a0, a1, .LBB6_2
	j	.LBB6_1
.LBB6_1:
	ld	a0, -56(s0)                     # 8-byte Folded Reload
	sw	a0, -28(s0)
	j	.LBB6_2
.LBB6_2:
	ld	a0, -48(s0)                     # 8-byte Folded Reload
	andi	a0, a0, 1
	sb	a0, -37(s0)
	lbu	a0, -37(s0)
	andi	a0, a0, 1
	ld	a1, -24(s0)
	sw	a0, 0(a1)
	ld	ra, 56(sp)                      # 8-byte Folded Reload
	ld	s0, 48(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 64
	ret
.Lfunc_end6:
	.size	increment_by_cas, .Lfunc_end6-increment_by_cas
                                        # -- End function
	.globl	add_locked                      # -- Begin function add_locked
	.p2align	1
	.type	add_locked,@function
add_locked:                             # @add_locked
# %bb.0:
	addi	sp, sp, -32
	sd	ra, 24(sp)                      # 8-byte Folded Spill
	sd	s0, 16(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 32
                                        # kill: def $x11 killed $x10
	sw	a0, -20(s0)
	j	.LBB7_1
.LBB7_1:                                # =>This Inner Loop Header: Depth=1
	li	a0, 1
	sw	a0, -24(s0)
	lw	a1, -24(s0)
.Lpcrel_hi10:
	auipc	a0, %got_pcrel_hi(lock)
	ld	a0, %pcrel_lo(.Lpcrel_hi10)(a0)
	amoswap.w.aq	a0, a1, (a0)
	sw	a0, -28(s0)
	lw	a0, -28(s0)
	beqz	a0, .LBB7_3
	j	.LBB7_2
.LBB7_2:                                #   in Loop: Header=BB7_1 Depth=1
	j	.LBB7_1
.LBB7_3:
	lw	a2, -20(s0)
.Lpcrel_hi11:
	auipc	a0, %got_pcrel_hi(total)
	ld	a1, %pcrel_lo(.Lpcrel_hi11)(a0)
	lw	a0, 0(a1)
	addw	a0, a0, a2
	sw	a0, 0(a1)
	li	a0, 0
	sw	a0, -32(s0)
	lw	a0, -32(s0)
	fence	rw, w
.Lpcrel_hi12:
	auipc	a1, %got_pcrel_hi(lock)
	ld	a1, %pcrel_lo(.Lpcrel_hi12)(a1)
	sw	a0, 0(a1)
	ld	ra, 24(sp)                      # 8-byte Folded Reload
	ld	s0, 16(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 32
	ret
.Lfunc_end7:
	.size	add_locked, .Lfunc_end7-add_locked
                                        # -- End function
	.globl	look_up                         # -- Begin function look_up
	.p2align	1
	.type	look_up,@function
look_up:                                # @look_up
# %bb.0:
	addi	sp, sp, -32
	sd	ra, 24(sp)                      # 8-byte Folded Spill
	sd	s0, 16(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 32
                                        # kill: def $x12 killed $x10
	sw	a0, -20(s0)
	sd	a1, -32(s0)
	lwu	a0, -20(s0)
	andi	a0, a0, 3
	slli	a1, a0, 2
.Lpcrel_hi13:
	auipc	a0, %pcrel_hi(table)
	addi	a0, a0, %pcrel_lo(.Lpcrel_hi13)
	add	a0, a0, a1
	lw	a0, 0(a0)
	li	a1, 10
	mulw	a0, a0, a1
.Lpcrel_hi14:
	auipc	a1, %got_pcrel_hi(pointer)
	ld	a1, %pcrel_lo(.Lpcrel_hi14)(a1)
	ld	a1, 0(a1)
	lw	a1, 0(a1)
	addw	a0, a0, a1
	ld	a1, -32(s0)
	sw	a0, 0(a1)
	ld	ra, 24(sp)                      # 8-byte Folded Reload
	ld	s0, 16(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 32
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
	addi	s0, sp, 32
	sd	a0, -24(s0)
	li	a0, 1
	sw	a0, -28(s0)
	addi	a0, s0, -28
	call	add_two
	lw	a0, -28(s0)
	ld	a1, -24(s0)
	sw	a0, 0(a1)
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
	addi	sp, sp, -32
	sd	ra, 24(sp)                      # 8-byte Folded Spill
	sd	s0, 16(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 32
	sd	a0, -24(s0)
	ld	a1, -24(s0)
	lw	a0, 0(a1)
	addiw	a0, a0, 2
	sw	a0, 0(a1)
	ld	ra, 24(sp)                      # 8-byte Folded Reload
	ld	s0, 16(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 32
	ret
.Lfunc_end10:
	.size	add_two, .Lfunc_end10-add_two
                                        # -- End function
	.globl	hand_on                         # -- Begin function hand_on
	.p2align	1
	.type	hand_on,@function
hand_on:                                # @hand_on
# %bb.0:
	addi	sp, sp, -32
	sd	ra, 24(sp)                      # 8-byte Folded Spill
	sd	s0, 16(sp)                      # 8-byte Folded Spill
	addi	s0, sp, 32
	sd	a0, -24(s0)
	ld	a1, -24(s0)
	li	a0, 1
	sw	a0, 0(a1)
	ld	a0, -24(s0)
	call	add_two
	ld	ra, 24(sp)                      # 8-byte Folded Reload
	ld	s0, 16(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 32
	ret
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
	.globl	pointer
	.p2align	3, 0x0
pointer:
	.quad	table+8
	.size	pointer, 8

	.type	data,@object                    # @data
	.bss
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
	.addrsig_sym twice
	.addrsig_sym add_two
	.addrsig_sym table
	.addrsig_sym pointer
	.addrsig_sym data
	.addrsig_sym flag
	.addrsig_sym count
	.addrsig_sym lock
	.addrsig_sym total
