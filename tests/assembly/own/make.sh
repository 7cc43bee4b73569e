#!/bin/sh
# Makes the assembly of this folder anew: gcc 12.2.0 of Debian 12 and its cross compilers, clang 19.1.7.
cd "$(dirname "$0")" || exit 1
options="-S -w -O2 -fno-asynchronous-unwind-tables -fno-stack-protector own.c"
gcc $options -o x86-gcc.s
clang-19 $options -o x86-clang.s
aarch64-linux-gnu-gcc -fno-section-anchors $options -o aarch64-gcc.s
clang-19 --target=aarch64-linux-gnu $options -o aarch64-clang.s
riscv64-linux-gnu-gcc -fno-section-anchors $options -o riscv-gcc.s
clang-19 --target=riscv64-linux-gnu -march=rv64gc $options -o riscv-clang.s
sed -Ei -f ../skipped.sed *.s
# Its code stands behind data, so the directives that say so are needed.
gcc $options -O0 -o x86-gcc-O0.s
