# aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0
# aarch64-linux-gnu-gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 b42d6862
	.arch armv8-a
	.type	P0, %function
P0:
	mov	w4, 0
	mov	x2, 1
	mov	x3, 0
	b	__atomic_fetch_add_16
	.size	P0, .-P0
# unit P0 b42d6862
	.arch armv8-a
	.type	P0, %function
P0:
	mov	w4, 0
	mov	x2, 1
	mov	x3, 0
	b	__atomic_fetch_add_16
	.size	P0, .-P0
# unit P1 e31b5420
	.arch armv8-a
	.type	P1, %function
P1:
	mov	w4, 0
	mov	x2, 2
	mov	x3, 0
	b	__atomic_fetch_add_16
	.size	P1, .-P1
