# aarch64-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0
# aarch64-linux-gnu-gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 7c4fd0f5
	.arch armv8-a
	.type	P0, %function
P0:
	mov	w1, -1
	strb	w1, [x0]
	ret
	.size	P0, .-P0
# unit P1 d396756a
	.arch armv8-a
	.type	P1, %function
P1:
	ldrb	w0, [x0]
	sxtb	w0, w0
	str	w0, [x1]
	ret
	.size	P1, .-P1
# unit P1 bare f20bdc6d
	.arch armv8-a
	.type	P1, %function
P1:
	ldrb	w0, [x0]
	ret
	.size	P1, .-P1
