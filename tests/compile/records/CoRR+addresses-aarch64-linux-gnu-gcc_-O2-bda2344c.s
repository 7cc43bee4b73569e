# aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0
# aarch64-linux-gnu-gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 84e948f6
	.arch armv8-a
	.type	P0, %function
P0:
	mov	w3, 1
	str	w3, [x1]
	stlr	x2, [x0]
	ret
	.size	P0, .-P0
# unit P1 3753939d
	.arch armv8-a
	.type	P1, %function
P1:
	ldar	x0, [x0]
	ldr	w0, [x0]
	str	w0, [x3]
	ret
	.size	P1, .-P1
# unit P1 bare 2cc4b165
	.arch armv8-a
	.type	P1, %function
P1:
	ldar	x0, [x0]
	ldr	w0, [x0]
	ret
	.size	P1, .-P1
