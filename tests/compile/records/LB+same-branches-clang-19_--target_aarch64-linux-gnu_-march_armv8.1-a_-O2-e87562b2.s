# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=aarch64-linux-gnu -march=armv8.1-a -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 e0796c4d
	.type	P0,@function
P0:
	ldr	w8, [x0]
	mov	w9, #1
	str	w9, [x1]
	str	w8, [x2]
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 fda3e32c
	.type	P1,@function
P1:
	ldr	w8, [x1]
	str	w8, [x0]
	str	w8, [x2]
	ret
	.size	P1, .Lfunc_end0-P1
# unit P0 bare d38115f4
	.type	P0,@function
P0:
	mov	w8, #1
	ldr	wzr, [x0]
	str	w8, [x1]
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 bare 0ced92eb
	.type	P1,@function
P1:
	ldr	w8, [x1]
	str	w8, [x0]
	ret
	.size	P1, .Lfunc_end0-P1
