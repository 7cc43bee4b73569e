	.arch armv8-a
	.file	"library.c"
	.type	add, %function
add:
	stp	x29, x30, [sp, -32]!
	mov	w4, 5
	mov	x2, 1
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	mov	x19, x1
	mov	x20, x0
	mov	x3, 0
	bl	__atomic_fetch_add_16
	stp	x0, x1, [x19]
	mov	w4, 0
	mov	x0, x20
	mov	x2, 2
	mov	x3, 0
	bl	__atomic_fetch_sub_16
	stp	x0, x1, [x19, 16]
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	add, .-add
	.type	bits, %function
bits:
	stp	x29, x30, [sp, -32]!
	mov	w4, 2
	mov	x2, 0
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	mov	x19, x1
	mov	x20, x0
	mov	x3, 5
	bl	__atomic_fetch_or_16
	stp	x0, x1, [x19]
	mov	w4, 3
	mov	x0, x20
	mov	x2, 14
	mov	x3, 4
	bl	__atomic_fetch_and_16
	stp	x0, x1, [x19, 16]
	mov	w4, 4
	mov	x0, x20
	mov	x2, 3
	mov	x3, 1
	bl	__atomic_fetch_xor_16
	stp	x0, x1, [x19, 32]
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	bits, .-bits
	.type	compare, %function
compare:
	stp	x29, x30, [sp, -64]!
	mov	x6, 7
	mov	x7, 0
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	mov	x19, x1
	add	x20, sp, 48
	mov	x1, x20
	mov	w5, 0
	mov	w4, 5
	mov	x2, 1
	mov	x3, 0
	str	x21, [sp, 32]
	mov	x21, x0
	stp	x6, x7, [sp, 48]
	bl	__atomic_compare_exchange_16
	and	x0, x0, 255
	str	x0, [x19]
	mov	x1, x20
	mov	x0, x21
	mov	w5, 0
	mov	w4, 3
	mov	x2, 8
	mov	x3, 9
	bl	__atomic_compare_exchange_16
	and	x0, x0, 255
	ldr	x21, [sp, 32]
	str	x0, [x19, 8]
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 64
	ret
	.size	compare, .-compare
	.type	exchange, %function
exchange:
	stp	x29, x30, [sp, -32]!
	mov	w4, 4
	mov	x2, 1
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	mov	x19, x1
	mov	x20, x0
	mov	x3, 2
	bl	__atomic_exchange_16
	stp	x0, x1, [x19]
	mov	x0, x20
	mov	w1, 2
	bl	__atomic_load_16
	stp	x0, x1, [x19, 16]
	mov	x0, x20
	ldp	x19, x20, [sp, 16]
	mov	w4, 3
	ldp	x29, x30, [sp], 32
	mov	x2, 3
	mov	x3, 4
	b	__atomic_store_16
	.size	exchange, .-exchange
	.type	of_structures, %function
of_structures:
	stp	x29, x30, [sp, -64]!
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	mov	x19, x1
	mov	x20, x0
	mov	w1, 2
	stp	x22, x23, [sp, 32]
	bl	__atomic_load_16
	mov	x5, x0
	stp	x5, x1, [x19]
	mov	x0, x20
	mov	w4, 3
	mov	x2, 5
	mov	x3, 6
	stp	x5, x1, [sp, 48]
	bl	__atomic_store_16
	add	x1, sp, 48
	mov	x22, 7
	mov	x23, 8
	mov	x2, x22
	mov	x3, x23
	mov	w5, 0
	mov	x0, x20
	mov	w4, 5
	bl	__atomic_compare_exchange_16
	and	x0, x0, 255
	str	x0, [x19, 16]
	mov	x2, x22
	mov	x3, x23
	mov	x0, x20
	mov	w4, 0
	bl	__atomic_exchange_16
	ldr	x0, [sp, 48]
	ldp	x22, x23, [sp, 32]
	add	x0, x0, x1
	str	x0, [x19, 24]
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 64
	ret
	.size	of_structures, .-of_structures
	.type	of_2, %function
of_2:
	stp	x29, x30, [sp, -48]!
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	mov	x19, x1
	mov	x20, x0
	mov	x1, x0
	mov	w0, 1
	str	x21, [sp, 32]
	bl	__aarch64_ldadd2_acq_rel
	sxth	x2, w0
	str	x2, [x19]
	mov	x1, x20
	mov	w0, -2
	bl	__aarch64_ldadd2_relax
	sxth	x2, w0
	str	x2, [x19, 8]
	mov	x1, x20
	mov	w0, -3
	bl	__aarch64_swp2_acq_rel
	sxth	x0, w0
	str	x0, [x19, 16]
	mov	x2, x20
	mov	w1, 1
	mov	w0, 7
	bl	__aarch64_cas2_acq_rel
	cmp	w0, 7
	cset	x1, eq
	mov	w21, w0
	str	x1, [x19, 24]
	mov	x2, x20
	mov	w1, 6
	bl	__aarch64_cas2_acq_rel
	cmp	w0, w21, uxth
	cset	x0, eq
	str	x0, [x19, 32]
	mov	x1, x20
	mov	w0, 9
	bl	__aarch64_ldset2_relax
	sxth	x0, w0
	ldr	x21, [sp, 32]
	str	x0, [x19, 40]
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 48
	ret
	.size	of_2, .-of_2
	.type	of_1, %function
of_1:
	stp	x29, x30, [sp, -32]!
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	mov	x19, x1
	mov	x20, x0
	mov	x1, x0
	mov	w0, -7
	bl	__aarch64_ldclr1_relax
	sxtb	x2, w0
	str	x2, [x19]
	mov	x1, x20
	mov	w0, -1
	bl	__aarch64_ldeor1_relax
	sxtb	x2, w0
	str	x2, [x19, 8]
	mov	x1, x20
	mov	w0, 1
	bl	__aarch64_ldadd1_relax
	sxtb	x0, w0
	str	x0, [x19, 16]
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 32
	ret
	.size	of_1, .-of_1
	.type	of_bytes, %function
of_bytes:
	stp	x29, x30, [sp, -32]!
	mov	x2, 15
	mov	x29, sp
	str	x19, [sp, 16]
	mov	x19, x0
	bl	memcpy
	add	x0, x19, 16
	mov	x2, 7
	ldr	x19, [sp, 16]
	mov	w1, 0
	ldp	x29, x30, [sp], 32
	b	memset
	.size	of_bytes, .-of_bytes
	.type	memory, %function
memory:
	stp	x29, x30, [sp, -48]!
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	str	x21, [sp, 32]
	mov	x21, x0
	mov	x0, 8
	bl	malloc
	mov	x20, x0
	mov	x1, 8
	mov	x0, 2
	bl	calloc
	mov	x19, x0
	mov	x0, 5
	str	x0, [x20]
	mov	x1, 7
	cmp	x20, x19
	mov	x0, x20
	str	x1, [x19, 8]
	cset	x1, eq
	str	x1, [x21, 8]
	ldr	x3, [x20]
	ldr	x2, [x19]
	add	x1, x3, x3, lsl 1
	ldr	x4, [x19, 8]
	add	x2, x2, x2, lsl 2
	add	x1, x3, x1, lsl 3
	lsl	x2, x2, 1
	add	x1, x2, x1, lsl 2
	add	x1, x1, x4
	str	x1, [x21]
	bl	free
	ldr	x21, [sp, 32]
	mov	x0, x19
	ldp	x19, x20, [sp, 16]
	ldp	x29, x30, [sp], 48
	b	free
	.size	memory, .-memory
	.type	locked, %function
locked:
	stp	x29, x30, [sp, -48]!
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	mov	x19, x1
	mov	x20, x2
	str	x21, [sp, 32]
	mov	x21, x0
	bl	pthread_mutex_lock
	mov	x0, x19
	bl	pthread_spin_lock
	mov	x0, x19
	bl	pthread_spin_trylock
	ldr	w1, [x20]
	add	w2, w0, 1
	mov	x0, x19
	add	w1, w1, w2
	str	w1, [x20]
	bl	pthread_spin_unlock
	ldp	x19, x20, [sp, 16]
	mov	x0, x21
	ldr	x21, [sp, 32]
	ldp	x29, x30, [sp], 48
	b	pthread_mutex_unlock
	.size	locked, .-locked
