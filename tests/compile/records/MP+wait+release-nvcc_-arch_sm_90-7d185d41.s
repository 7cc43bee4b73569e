# nvcc: NVIDIA (R) Cuda compiler driver
# nvcc -arch=sm_90 -ptx -x cu -std=c++17 -w -fmad=false
# unit all 833924aa
.version 9.0
.target sm_90
.address_size 64
.visible .entry P0(
	.param .u64 P0_param_0,
	.param .u64 P0_param_1,
	.param .u64 P0_param_2
)
{
	.reg .pred 	%p<2>;
	.reg .b32 	%r<4>;
	.reg .b64 	%rd<6>;
	ld.param.u64 	%rd3, [P0_param_0];
	ld.param.u64 	%rd1, [P0_param_1];
	ld.param.u64 	%rd2, [P0_param_2];
	cvta.to.global.u64 	%rd4, %rd3;
	mov.u32 	%r2, 1;
	st.global.u32 	[%rd4], %r2;
	ld.relaxed.cta.b32 %r1, [%rd2];
	setp.ne.s32 	%p1, %r1, 0;
	@%p1 bra 	$L__BB0_2;
	st.release.gpu.b32 [%rd1], %r2;
$L__BB0_2:
	ret;
}
.visible .entry P1(
	.param .u64 P1_param_0,
	.param .u64 P1_param_1,
	.param .u64 P1_param_2,
	.param .u64 P1_param_3
)
{
	.reg .pred 	%p<2>;
	.reg .b32 	%r<7>;
	.reg .b64 	%rd<8>;
	ld.param.u64 	%rd1, [P1_param_0];
	ld.param.u64 	%rd4, [P1_param_1];
	ld.param.u64 	%rd2, [P1_param_2];
	ld.param.u64 	%rd3, [P1_param_3];
	ld.acquire.gpu.b32 %r4, [%rd4];
	setp.ne.s32 	%p1, %r4, 1;
	mov.u32 	%r6, 1;
	@%p1 bra 	$L__BB1_2;
	cvta.to.global.u64 	%rd5, %rd1;
	ld.global.u32 	%r6, [%rd5];
$L__BB1_2:
	cvta.to.global.u64 	%rd6, %rd2;
	st.global.u32 	[%rd6], %r4;
	cvta.to.global.u64 	%rd7, %rd3;
	st.global.u32 	[%rd7], %r6;
	ret;
}
# unit all bare a2c32c95
.version 9.0
.target sm_90
.address_size 64
.visible .entry P0(
	.param .u64 P0_param_0,
	.param .u64 P0_param_1,
	.param .u64 P0_param_2
)
{
	.reg .pred 	%p<2>;
	.reg .b32 	%r<4>;
	.reg .b64 	%rd<6>;
	ld.param.u64 	%rd3, [P0_param_0];
	ld.param.u64 	%rd1, [P0_param_1];
	ld.param.u64 	%rd2, [P0_param_2];
	cvta.to.global.u64 	%rd4, %rd3;
	mov.u32 	%r2, 1;
	st.global.u32 	[%rd4], %r2;
	ld.relaxed.cta.b32 %r1, [%rd2];
	setp.ne.s32 	%p1, %r1, 0;
	@%p1 bra 	$L__BB0_2;
	st.release.gpu.b32 [%rd1], %r2;
$L__BB0_2:
	ret;
}
.visible .entry P1(
	.param .u64 P1_param_0,
	.param .u64 P1_param_1
)
{
	.reg .b32 	%r<2>;
	.reg .b64 	%rd<2>;
	ld.param.u64 	%rd1, [P1_param_1];
	ld.acquire.gpu.b32 %r1, [%rd1];
	ret;
}
