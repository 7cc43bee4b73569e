# nvcc: NVIDIA (R) Cuda compiler driver
# nvcc -arch=sm_90 -ptx -x cu -std=c++17 -w -fmad=false
# unit all 1ea8a0f8
.version 9.0
.target sm_90
.address_size 64
.visible .entry P0(
	.param .u64 P0_param_0,
	.param .u64 P0_param_1
)
{
	.reg .pred 	%p<2>;
	.reg .b32 	%r<18>;
	.reg .b64 	%rd<6>;
	ld.param.u64 	%rd2, [P0_param_0];
	ld.param.u64 	%rd4, [P0_param_1];
	mov.u32 	%r6, 1;
	st.relaxed.gpu.b32 [%rd2],%r6;
	and.b64  	%rd3, %rd4, -4;
	cvt.u32.u64 	%r8, %rd4;
	shl.b32 	%r9, %r8, 3;
	and.b32  	%r10, %r9, 24;
	mov.u32 	%r11, 255;
	shl.b32 	%r12, %r11, %r10;
	not.b32 	%r1, %r12;
	ld.relaxed.gpu.b32 %r17,[%rd3];
	shl.b32 	%r3, %r6, %r10;
$L__BB0_1:
	and.b32  	%r16, %r17, %r1;
	or.b32  	%r15, %r16, %r3;
	atom.cas.release.gpu.b32 %r13,[%rd3],%r17,%r15;
	setp.ne.s32 	%p1, %r13, %r17;
	mov.u32 	%r17, %r13;
	@%p1 bra 	$L__BB0_1;
	ret;
}
.visible .entry P1(
	.param .u64 P1_param_0,
	.param .u64 P1_param_1,
	.param .u64 P1_param_2,
	.param .u64 P1_param_3
)
{
	.reg .b16 	%rs<2>;
	.reg .b32 	%r<8>;
	.reg .b64 	%rd<8>;
	ld.param.u64 	%rd2, [P1_param_0];
	ld.param.u64 	%rd3, [P1_param_1];
	ld.param.u64 	%rd4, [P1_param_2];
	ld.param.u64 	%rd5, [P1_param_3];
	cvta.to.global.u64 	%rd6, %rd5;
	cvta.to.global.u64 	%rd7, %rd4;
	and.b64  	%rd1, %rd3, -2;
	cvt.u32.u64 	%r2, %rd3;
	shl.b32 	%r3, %r2, 3;
	and.b32  	%r4, %r3, 8;
	ld.acquire.gpu.b16 %rs1,[%rd1];
	cvt.u32.u16 	%r5, %rs1;
	shr.u32 	%r6, %r5, %r4;
	cvt.s32.s8 	%r7, %r6;
	ld.relaxed.gpu.b32 %r1,[%rd2];
	st.global.u32 	[%rd7], %r7;
	st.global.u32 	[%rd6], %r1;
	ret;
}
# unit all bare 40e57473
.version 9.0
.target sm_90
.address_size 64
.visible .entry P0(
	.param .u64 P0_param_0,
	.param .u64 P0_param_1
)
{
	.reg .pred 	%p<2>;
	.reg .b32 	%r<18>;
	.reg .b64 	%rd<6>;
	ld.param.u64 	%rd2, [P0_param_0];
	ld.param.u64 	%rd4, [P0_param_1];
	mov.u32 	%r6, 1;
	st.relaxed.gpu.b32 [%rd2],%r6;
	and.b64  	%rd3, %rd4, -4;
	cvt.u32.u64 	%r8, %rd4;
	shl.b32 	%r9, %r8, 3;
	and.b32  	%r10, %r9, 24;
	mov.u32 	%r11, 255;
	shl.b32 	%r12, %r11, %r10;
	not.b32 	%r1, %r12;
	ld.relaxed.gpu.b32 %r17,[%rd3];
	shl.b32 	%r3, %r6, %r10;
$L__BB0_1:
	and.b32  	%r16, %r17, %r1;
	or.b32  	%r15, %r16, %r3;
	atom.cas.release.gpu.b32 %r13,[%rd3],%r17,%r15;
	setp.ne.s32 	%p1, %r13, %r17;
	mov.u32 	%r17, %r13;
	@%p1 bra 	$L__BB0_1;
	ret;
}
.visible .entry P1(
	.param .u64 P1_param_0,
	.param .u64 P1_param_1
)
{
	.reg .b16 	%rs<2>;
	.reg .b32 	%r<2>;
	.reg .b64 	%rd<4>;
	ld.param.u64 	%rd2, [P1_param_0];
	ld.param.u64 	%rd3, [P1_param_1];
	and.b64  	%rd1, %rd3, -2;
	ld.acquire.gpu.b16 %rs1,[%rd1];
	ld.relaxed.gpu.b32 %r1,[%rd2];
	ret;
}
