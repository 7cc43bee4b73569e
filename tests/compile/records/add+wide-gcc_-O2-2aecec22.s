# gcc (Debian 12.2.0-14+deb12u1) 12.2.0
# gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops -ffp-contract=off
# unit P0 b42d6862
	.type	P0, @function
P0:
	xorl	%ecx, %ecx
	movl	$1, %esi
	xorl	%edx, %edx
	jmp	__atomic_fetch_add_16@PLT
	.size	P0, .-P0
# unit P1 e31b5420
	.type	P1, @function
P1:
	xorl	%ecx, %ecx
	movl	$2, %esi
	xorl	%edx, %edx
	jmp	__atomic_fetch_add_16@PLT
	.size	P1, .-P1
