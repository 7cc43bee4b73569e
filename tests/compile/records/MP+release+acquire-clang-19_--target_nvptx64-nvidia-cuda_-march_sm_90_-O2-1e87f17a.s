# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=nvptx64-nvidia-cuda -march=sm_90 -O2 -S -x c -std=gnu11 -fsigned-char -w -nogpulib -fno-unroll-loops -ffp-contract=off
# unit all fc60a0f3
	.error "the compiler failed"
