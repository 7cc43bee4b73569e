# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=nvptx64-nvidia-cuda -march=sm_90 -O2 -S -x c -std=gnu11 -fsigned-char -w -nogpulib -fno-unroll-loops -ffp-contract=off
# unit all 73ed51f6
.version 8.5
.target sm_90
.address_size 64
.visible .entry P0(
	.param .u64 P0_param_0
)
{
	.reg .b32 	%r<2>;
	.reg .b64 	%rd<3>;
	ld.param.u64 	%rd1, [P0_param_0];
	cvta.to.global.u64 	%rd2, %rd1;
	atom.global.add.u32 	%r1, [%rd2], 1;
	ret;
}
.visible .entry P1(
	.param .u64 P1_param_0
)
{
	.reg .b32 	%r<2>;
	.reg .b64 	%rd<3>;
	ld.param.u64 	%rd1, [P1_param_0];
	cvta.to.global.u64 	%rd2, %rd1;
	atom.global.add.u32 	%r1, [%rd2], 1;
	ret;
}
