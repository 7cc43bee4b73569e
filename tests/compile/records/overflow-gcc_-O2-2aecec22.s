# gcc (Debian 12.2.0-14+deb12u1) 12.2.0
# gcc -O2 -S -x c -std=gnu11 -fsigned-char -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops
# unit P0 22a5c508
	.type	P0, @function
P0:
	movb	$1, (%rdi)
	lock addb	$127, (%rdi)
	ret
	.size	P0, .-P0
