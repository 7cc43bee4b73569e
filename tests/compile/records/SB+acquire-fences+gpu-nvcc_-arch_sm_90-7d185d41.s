# nvcc: NVIDIA (R) Cuda compiler driver
# nvcc -arch=sm_90 -ptx -x cu -std=c++17 -w -fmad=false
# unit all 705f0006
.version 9.0
.target sm_90
.address_size 64
.visible .entry P0(
	.param .u64 P0_param_0,
	.param .u64 P0_param_1,
	.param .u64 P0_param_2
)
{
	.reg .b32 	%r<3>;
	.reg .b64 	%rd<5>;
	ld.param.u64 	%rd1, [P0_param_0];
	ld.param.u64 	%rd2, [P0_param_1];
	ld.param.u64 	%rd3, [P0_param_2];
	cvta.to.global.u64 	%rd4, %rd3;
	mov.u32 	%r1, 1;
	st.relaxed.gpu.b32 [%rd1], %r1;
	fence.sc.gpu;
	ld.relaxed.gpu.b32 %r2, [%rd2];
	st.global.u32 	[%rd4], %r2;
	ret;
}
.visible .entry P1(
	.param .u64 P1_param_0,
	.param .u64 P1_param_1,
	.param .u64 P1_param_2
)
{
	.reg .b32 	%r<3>;
	.reg .b64 	%rd<5>;
	ld.param.u64 	%rd2, [P1_param_0];
	ld.param.u64 	%rd1, [P1_param_1];
	ld.param.u64 	%rd3, [P1_param_2];
	cvta.to.global.u64 	%rd4, %rd3;
	mov.u32 	%r1, 1;
	st.relaxed.gpu.b32 [%rd1], %r1;
	fence.sc.gpu;
	ld.relaxed.gpu.b32 %r2, [%rd2];
	st.global.u32 	[%rd4], %r2;
	ret;
}
# unit all bare c9f0e62a
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
	mov.u32 	%r1, 1;
	st.relaxed.gpu.b32 [%rd1], %r1;
	fence.sc.gpu;
	ld.relaxed.gpu.b32 %r2, [%rd2];
	ret;
}
.visible .entry P1(
	.param .u64 P1_param_0,
	.param .u64 P1_param_1
)
{
	.reg .b32 	%r<3>;
	.reg .b64 	%rd<3>;
	ld.param.u64 	%rd2, [P1_param_0];
	ld.param.u64 	%rd1, [P1_param_1];
	mov.u32 	%r1, 1;
	st.relaxed.gpu.b32 [%rd1], %r1;
	fence.sc.gpu;
	ld.relaxed.gpu.b32 %r2, [%rd2];
	ret;
}
