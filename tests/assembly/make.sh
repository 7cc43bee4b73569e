#!/bin/sh
# Makes the assembly of this folder anew: gcc 12.2.0 of Debian 12 and its cross compilers, clang 19.1.7.
# Where gcc has section anchors (*-anchors.s), it computes one object's address from another's. Files of -O0 stay as they are
# written; the others go without what the reader skips, and *-pic.s without functions that -fPIC changes little.
cd "$(dirname "$0")" || exit 1
options="-S -w -fno-asynchronous-unwind-tables -fno-stack-protector functions.c"
a=aarch64-linux-gnu
r="riscv64-linux-gnu -march=rv64gc"
gcc -O0 $options -o x86-gcc-O0.s
gcc -O2 -fno-pie $options -o x86-gcc-O2.s
gcc -O2 -fPIC -DPIC $options -o x86-gcc-pic.s
clang-19 -O0 $options -o x86-clang-O0.s
clang-19 -O2 -fPIC $options -o x86-clang-O2.s
$a-gcc -O0 $options -o aarch64-gcc-O0.s
$a-gcc -O2 -fno-section-anchors $options -o aarch64-gcc-O2.s
$a-gcc -O2 -fPIC -DPIC -march=armv8.1-a -fno-section-anchors $options -o aarch64-gcc-pic.s
$a-gcc -O2 $options -o aarch64-gcc-anchors.s
clang-19 --target=$a -O0 -fPIE $options -o aarch64-clang-O0.s
clang-19 --target=$a -O2 -fPIC $options -o aarch64-clang-O2.s
riscv64-linux-gnu-gcc -O0 $options -o riscv-gcc-O0.s
riscv64-linux-gnu-gcc -O2 -fno-pie -fno-section-anchors $options -o riscv-gcc-O2.s
riscv64-linux-gnu-gcc -O2 -fPIC -DPIC -fno-section-anchors $options -o riscv-gcc-pic.s
riscv64-linux-gnu-gcc -O1 $options -o riscv-gcc-anchors.s
clang-19 --target=$r -O0 -fPIC $options -o riscv-clang-O0.s
clang-19 --target=$r -O2 -fno-pie $options -o riscv-clang-O2.s
sed -Ei -f skipped.sed *-O2.s *-pic.s *-anchors.s
