# nvcc: NVIDIA (R) Cuda compiler driver
# nvcc -arch=sm_90 -ptx -x cu -std=c++17 -w -fmad=false
# unit all 5e8724ea
.version 9.0
.target sm_90
.address_size 64
.visible .entry P0(
	.param .u64 P0_param_0,
	.param .u64 P0_param_1
)
{
	.reg .b32 	%r<3>;
	.reg .b64 	%rd<3>;
	ld.param.u64 	%rd1, [P0_param_0];
	ld.param.u64 	%rd2, [P0_param_1];
	mov.u32 	%r2, 1;
	st.relaxed.gpu.b32 [%rd1], %r2;
	st.release.gpu.b32 [%rd2], %r2;
	ret;
}
.visible .entry P1(
	.param .u64 P1_param_0,
	.param .u64 P1_param_1,
	.param .u64 P1_param_2,
	.param .u64 P1_param_3
)
{
	.reg .b32 	%r<5>;
	.reg .b64 	%rd<7>;
	ld.param.u64 	%rd2, [P1_param_0];
	ld.param.u64 	%rd1, [P1_param_1];
	ld.param.u64 	%rd3, [P1_param_2];
	ld.param.u64 	%rd4, [P1_param_3];
	cvta.to.global.u64 	%rd5, %rd4;
	cvta.to.global.u64 	%rd6, %rd3;
	mov.u32 	%r2, 0;
	mov.u32 	%r3, 2;
	atom.cas.release.gpu.b32 %r1,[%rd1],%r2,%r3;
	ld.relaxed.gpu.b32 %r4, [%rd2];
	st.global.u32 	[%rd6], %r1;
	st.global.u32 	[%rd5], %r4;
	ret;
}
# unit all bare b82efc0b
.version 9.0
.target sm_90
.address_size 64
.visible .entry P0(
	.param .u64 P0_param_0,
	.param .u64 P0_param_1
)
{
	.reg .b32 	%r<3>;
	.reg .b64 	%rd<3>;
	ld.param.u64 	%rd1, [P0_param_0];
	ld.param.u64 	%rd2, [P0_param_1];
	mov.u32 	%r2, 1;
	st.relaxed.gpu.b32 [%rd1], %r2;
	st.release.gpu.b32 [%rd2], %r2;
	ret;
}
.visible .entry P1(
	.param .u64 P1_param_0,
	.param .u64 P1_param_1
)
{
	.reg .b32 	%r<5>;
	.reg .b64 	%rd<3>;
	ld.param.u64 	%rd2, [P1_param_0];
	ld.param.u64 	%rd1, [P1_param_1];
	mov.u32 	%r2, 0;
	mov.u32 	%r3, 2;
	atom.cas.release.gpu.b32 %r1,[%rd1],%r2,%r3;
	ld.relaxed.gpu.b32 %r4, [%rd2];
	ret;
}
