# aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0
# aarch64-linux-gnu-gcc -march=armv8-a -mno-outline-atomics -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 dbe7a07f
	.arch armv8-a
	.type	P0, %function
P0:
.L3:
	ldxr	w4, [x0]
	add	w4, w4, 1
	stlxr	w3, w4, [x0]
	cbnz	w3, .L3
	dmb	ish
	ldr	w0, [x1]
	str	w0, [x2]
	ret
	.size	P0, .-P0
# unit P1 717c7ffe
	.arch armv8-a
	.type	P1, %function
P1:
.L3:
	ldxr	w4, [x1]
	add	w4, w4, 1
	stlxr	w3, w4, [x1]
	cbnz	w3, .L3
	dmb	ish
	ldr	w0, [x0]
	str	w0, [x2]
	ret
	.size	P1, .-P1
# unit P0 bare 79f84211
	.arch armv8-a
	.type	P0, %function
P0:
.L3:
	ldxr	w3, [x0]
	add	w3, w3, 1
	stlxr	w2, w3, [x0]
	cbnz	w2, .L3
	dmb	ish
	ldr	w0, [x1]
	ret
	.size	P0, .-P0
# unit P1 bare bafba374
	.arch armv8-a
	.type	P1, %function
P1:
.L3:
	ldxr	w3, [x1]
	add	w3, w3, 1
	stlxr	w2, w3, [x1]
	cbnz	w2, .L3
	dmb	ish
	ldr	w0, [x0]
	ret
	.size	P1, .-P1
