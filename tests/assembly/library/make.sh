#!/bin/sh
# Makes the assembly of this folder anew: gcc 12.2.0 of Debian 12 and its cross compilers, clang 19.1.7. What may be written
# inline stays a call.
cd "$(dirname "$0")" || exit 1
options="-S -w -fno-asynchronous-unwind-tables -fno-stack-protector -fno-builtin-memcpy -fno-builtin-memset library.c"
aarch64-linux-gnu-gcc -O2 -fno-tree-vectorize -fno-tree-slp-vectorize $options -o aarch64-gcc.s
riscv64-linux-gnu-gcc -O2 $options -o riscv-gcc.s
clang-19 --target=riscv64-linux-gnu -march=rv64gc -O2 $options -o riscv-clang.s
gcc -O2 -fno-tree-vectorize -fno-tree-slp-vectorize $options -o x86-gcc.s
sed -Ei -f ../skipped.sed *.s
