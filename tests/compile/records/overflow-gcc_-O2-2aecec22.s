# gcc (Debian 12.2.0-14+deb12u1) 12.2.0
# gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 84a3eb81
	.type	P0, @function
P0:
	movl	$1, (%rdi)
	lock addl	$2147483647, (%rdi)
	ret
	.size	P0, .-P0
