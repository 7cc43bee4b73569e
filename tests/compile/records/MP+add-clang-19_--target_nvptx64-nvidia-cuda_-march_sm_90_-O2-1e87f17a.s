# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=nvptx64-nvidia-cuda -march=sm_90 -O2 -S -x c -std=gnu11 -fsigned-char -w -nogpulib -fno-unroll-loops -ffp-contract=off
# unit all cf7e7898
.version 8.5
.target sm_90
.address_size 64
.visible .entry P0(
	.param .u64 P0_param_0,
	.param .u64 P0_param_1
)
{
	.reg .b32 	%r<3>;
	.reg .b64 	%rd<5>;
	ld.param.u64 	%rd1, [P0_param_0];
	ld.param.u64 	%rd2, [P0_param_1];
	cvta.to.global.u64 	%rd3, %rd2;
	cvta.to.global.u64 	%rd4, %rd1;
	mov.b32 	%r1, 1;
	st.volatile.global.u32 	[%rd4], %r1;
	atom.global.add.u32 	%r2, [%rd3], 1;
	ret;
}
.visible .entry P1(
	.param .u64 P1_param_0,
	.param .u64 P1_param_1,
	.param .u64 P1_param_2,
	.param .u64 P1_param_3
)
{
	.reg .b32 	%r<3>;
	.reg .b64 	%rd<9>;
	ld.param.u64 	%rd1, [P1_param_0];
	ld.param.u64 	%rd2, [P1_param_3];
	cvta.to.global.u64 	%rd3, %rd2;
	ld.param.u64 	%rd4, [P1_param_1];
	ld.param.u64 	%rd5, [P1_param_2];
	cvta.to.global.u64 	%rd6, %rd5;
	cvta.to.global.u64 	%rd7, %rd4;
	cvta.to.global.u64 	%rd8, %rd1;
	atom.global.add.u32 	%r1, [%rd7], 1;
	ld.volatile.global.u32 	%r2, [%rd8];
	st.global.u32 	[%rd6], %r1;
	st.global.u32 	[%rd3], %r2;
	ret;
}
# unit all bare 2007a805
.version 8.5
.target sm_90
.address_size 64
.visible .entry P0(
	.param .u64 P0_param_0,
	.param .u64 P0_param_1
)
{
	.reg .b32 	%r<3>;
	.reg .b64 	%rd<5>;
	ld.param.u64 	%rd1, [P0_param_0];
	ld.param.u64 	%rd2, [P0_param_1];
	cvta.to.global.u64 	%rd3, %rd2;
	cvta.to.global.u64 	%rd4, %rd1;
	mov.b32 	%r1, 1;
	st.volatile.global.u32 	[%rd4], %r1;
	atom.global.add.u32 	%r2, [%rd3], 1;
	ret;
}
.visible .entry P1(
	.param .u64 P1_param_0,
	.param .u64 P1_param_1
)
{
	.reg .b32 	%r<3>;
	.reg .b64 	%rd<5>;
	ld.param.u64 	%rd1, [P1_param_0];
	ld.param.u64 	%rd2, [P1_param_1];
	cvta.to.global.u64 	%rd3, %rd2;
	cvta.to.global.u64 	%rd4, %rd1;
	atom.global.add.u32 	%r1, [%rd3], 1;
	ld.volatile.global.u32 	%r2, [%rd4];
	ret;
}
