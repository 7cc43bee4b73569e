# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 -mcx16 -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 d50d41c6
	.type	P0,@function
P0:
	pushq	%rbx
	xorl	%eax, %eax
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	xorl	%ebx, %ebx
	lock		cmpxchg16b	(%rdi)
	movl	%eax, (%rsi)
	popq	%rbx
	retq
	.size	P0, .Lfunc_end0-P0
# unit P0 bare ada0838d
	.type	P0,@function
P0:
	pushq	%rbx
	xorl	%eax, %eax
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	xorl	%ebx, %ebx
	lock		cmpxchg16b	(%rdi)
	popq	%rbx
	retq
	.size	P0, .Lfunc_end0-P0
