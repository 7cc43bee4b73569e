# nvcc: NVIDIA (R) Cuda compiler driver
# nvcc -arch=sm_90 -ptx -x cu -std=c++17 -w -fmad=false
# unit all c7bd9b04
.version 9.0
.target sm_90
.address_size 64
.visible .entry P0(
	.param .u64 P0_param_0,
	.param .u64 P0_param_1
)
{
	.reg .b32 	%r<4>;
	.reg .b64 	%rd<3>;
	ld.param.u64 	%rd1, [P0_param_0];
	ld.param.u64 	%rd2, [P0_param_1];
	mov.u32 	%r3, 1;
	st.relaxed.sys.b32 [%rd1], %r3;
	atom.add.acq_rel.sys.s32 %r2,[%rd2],%r3;
	ret;
}
.visible .entry P1(
	.param .u64 P1_param_0,
	.param .u64 P1_param_1,
	.param .u64 P1_param_2,
	.param .u64 P1_param_3
)
{
	.reg .b32 	%r<4>;
	.reg .b64 	%rd<7>;
	ld.param.u64 	%rd2, [P1_param_0];
	ld.param.u64 	%rd1, [P1_param_1];
	ld.param.u64 	%rd3, [P1_param_2];
	ld.param.u64 	%rd4, [P1_param_3];
	cvta.to.global.u64 	%rd5, %rd4;
	cvta.to.global.u64 	%rd6, %rd3;
	mov.u32 	%r2, 1;
	atom.add.acq_rel.sys.s32 %r1,[%rd1],%r2;
	ld.relaxed.sys.b32 %r3, [%rd2];
	st.global.u32 	[%rd6], %r1;
	st.global.u32 	[%rd5], %r3;
	ret;
}
# unit all bare b9dbb441
.version 9.0
.target sm_90
.address_size 64
.visible .entry P0(
	.param .u64 P0_param_0,
	.param .u64 P0_param_1
)
{
	.reg .b32 	%r<4>;
	.reg .b64 	%rd<3>;
	ld.param.u64 	%rd1, [P0_param_0];
	ld.param.u64 	%rd2, [P0_param_1];
	mov.u32 	%r3, 1;
	st.relaxed.sys.b32 [%rd1], %r3;
	atom.add.acq_rel.sys.s32 %r2,[%rd2],%r3;
	ret;
}
.visible .entry P1(
	.param .u64 P1_param_0,
	.param .u64 P1_param_1
)
{
	.reg .b32 	%r<4>;
	.reg .b64 	%rd<3>;
	ld.param.u64 	%rd2, [P1_param_0];
	ld.param.u64 	%rd1, [P1_param_1];
	mov.u32 	%r2, 1;
	atom.add.acq_rel.sys.s32 %r1,[%rd1],%r2;
	ld.relaxed.sys.b32 %r3, [%rd2];
	ret;
}
