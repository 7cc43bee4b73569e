# aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0
# aarch64-linux-gnu-gcc -march=armv8-a -mno-outline-atomics -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 3c38dc60
	.arch armv8-a
	.type	P0, %function
P0:
	mov	w2, 1
	str	w2, [x0]
	stlr	w2, [x1]
	ret
	.size	P0, .-P0
# unit P1 77a4b604
	.arch armv8-a
	.type	P1, %function
P1:
	mov	w3, 2
.L3:
	ldaxr	w4, [x1]
	stxr	w5, w3, [x1]
	cbnz	w5, .L3
	ldr	w0, [x0]
	str	w0, [x2]
	ret
	.size	P1, .-P1
# unit P1 bare 05266a4f
	.arch armv8-a
	.type	P1, %function
P1:
	mov	w2, 2
.L3:
	ldaxr	w3, [x1]
	stxr	w4, w2, [x1]
	cbnz	w4, .L3
	ldr	w0, [x0]
	ret
	.size	P1, .-P1
