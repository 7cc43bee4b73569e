# aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0
# aarch64-linux-gnu-gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 9861d4c6
	.arch armv8-a
	.type	P0, %function
P0:
	mov	w3, 1
	stlr	w3, [x0]
	ldar	w0, [x1]
	str	w0, [x2]
	ret
	.size	P0, .-P0
# unit P1 5e08dcab
	.arch armv8-a
	.type	P1, %function
P1:
	mov	w3, 1
	stlr	w3, [x1]
	ldar	w0, [x0]
	str	w0, [x2]
	ret
	.size	P1, .-P1
# unit P0 bare 4e7f7441
	.arch armv8-a
	.type	P0, %function
P0:
	mov	w2, 1
	stlr	w2, [x0]
	ldar	w0, [x1]
	ret
	.size	P0, .-P0
# unit P1 bare 86788e50
	.arch armv8-a
	.type	P1, %function
P1:
	mov	w2, 1
	stlr	w2, [x1]
	ldar	w0, [x0]
	ret
	.size	P1, .-P1
