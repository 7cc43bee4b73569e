# aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0
# aarch64-linux-gnu-gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 3c38dc60
	.arch armv8-a
	.type	P0, %function
P0:
	mov	w2, 1
	str	w2, [x0]
	stlr	w2, [x1]
	ret
	.size	P0, .-P0
# unit P1 e9049689
	.arch armv8-a
	.type	P1, %function
P1:
	ldar	w1, [x1]
	ldr	w0, [x0]
	str	w1, [x2]
	str	w0, [x3]
	ret
	.size	P1, .-P1
# unit P1 bare c084bffc
	.arch armv8-a
	.type	P1, %function
P1:
	ldar	w1, [x1]
	ldr	w0, [x0]
	ret
	.size	P1, .-P1
