# gcc (Debian 12.2.0-14+deb12u1) 12.2.0
# gcc -O2 -S -x c -std=gnu11 -w -Werror=implicit-function-declaration -fno-asynchronous-unwind-tables -fno-stack-protector -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops
# unit P0 4610654e
	.file	"unit.c"
	.text
	.p2align 4
	.globl	P0
	.type	P0, @function
P0:
	movl	$1, (%rsi)
	lock addl	$0, (%rdi)
	movl	(%rdx), %eax
	movl	%eax, (%rcx)
	ret
	.size	P0, .-P0
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
# unit P1 2b4916a5
	.file	"unit.c"
	.text
	.p2align 4
	.globl	P1
	.type	P1, @function
P1:
	movl	$1, (%rdx)
	lock addl	$0, (%rdi)
	movl	(%rsi), %eax
	movl	%eax, (%rcx)
	ret
	.size	P1, .-P1
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
# unit P0 bare 3cc4e709
	.file	"unit.c"
	.text
	.p2align 4
	.globl	P0
	.type	P0, @function
P0:
	movl	$1, (%rsi)
	lock addl	$0, (%rdi)
	movl	(%rdx), %eax
	ret
	.size	P0, .-P0
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
# unit P1 bare 1eb060c4
	.file	"unit.c"
	.text
	.p2align 4
	.globl	P1
	.type	P1, @function
P1:
	movl	$1, (%rdx)
	lock addl	$0, (%rdi)
	movl	(%rsi), %eax
	ret
	.size	P1, .-P1
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
