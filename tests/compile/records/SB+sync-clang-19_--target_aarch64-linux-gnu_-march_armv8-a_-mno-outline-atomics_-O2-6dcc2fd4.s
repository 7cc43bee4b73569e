# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=aarch64-linux-gnu -march=armv8-a -mno-outline-atomics -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 dbe7a07f
	.type	P0,@function
P0:
.LBB0_1:
	ldaxr	w8, [x0]
	add	w8, w8, #1
	stlxr	w9, w8, [x0]
	cbnz	w9, .LBB0_1
	ldr	w8, [x1]
	str	w8, [x2]
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 717c7ffe
	.type	P1,@function
P1:
.LBB0_1:
	ldaxr	w8, [x1]
	add	w8, w8, #1
	stlxr	w9, w8, [x1]
	cbnz	w9, .LBB0_1
	ldr	w8, [x0]
	str	w8, [x2]
	ret
	.size	P1, .Lfunc_end0-P1
# unit P0 bare 79f84211
	.type	P0,@function
P0:
.LBB0_1:
	ldaxr	w8, [x0]
	add	w8, w8, #1
	stlxr	w9, w8, [x0]
	cbnz	w9, .LBB0_1
	ldr	wzr, [x1]
	ret
	.size	P0, .Lfunc_end0-P0
# unit P1 bare bafba374
	.type	P1,@function
P1:
.LBB0_1:
	ldaxr	w8, [x1]
	add	w8, w8, #1
	stlxr	w9, w8, [x1]
	cbnz	w9, .LBB0_1
	ldr	wzr, [x0]
	ret
	.size	P1, .Lfunc_end0-P1
