# nvcc: NVIDIA (R) Cuda compiler driver
# nvcc -arch=sm_90 -ptx -x cu -std=c++17 -w -fmad=false
# unit all d56b139f
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
	mov.u32 	%r11, 65535;
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
	.reg .pred 	%p<3>;
	.reg .b32 	%r<25>;
	.reg .b64 	%rd<11>;
	ld.param.u64 	%rd4, [P1_param_0];
	ld.param.u64 	%rd6, [P1_param_1];
	ld.param.u64 	%rd7, [P1_param_2];
	ld.param.u64 	%rd8, [P1_param_3];
	cvta.to.global.u64 	%rd1, %rd8;
	cvta.to.global.u64 	%rd2, %rd7;
	and.b64  	%rd5, %rd6, -4;
	cvt.u32.u64 	%r11, %rd6;
	shl.b32 	%r12, %r11, 3;
	and.b32  	%r1, %r12, 24;
	mov.u32 	%r13, 65535;
	shl.b32 	%r2, %r13, %r1;
	not.b32 	%r3, %r2;
	mov.u32 	%r14, 2;
	shl.b32 	%r4, %r14, %r1;
	ld.relaxed.gpu.b32 %r23,[%rd5];
$L__BB1_1:
	and.b32  	%r15, %r23, %r2;
	setp.eq.s32 	%p1, %r15, 0;
	@%p1 bra 	$L__BB1_3;
	bra.uni 	$L__BB1_2;
$L__BB1_3:
	and.b32  	%r21, %r23, %r3;
	or.b32  	%r19, %r21, %r4;
	atom.cas.acq_rel.gpu.b32 %r17,[%rd5],%r23,%r19;
	setp.ne.s32 	%p2, %r17, %r23;
	mov.u32 	%r24, 0;
	mov.u32 	%r23, %r17;
	@%p2 bra 	$L__BB1_1;
	bra.uni 	$L__BB1_4;
$L__BB1_2:
	shr.u32 	%r16, %r23, %r1;
	cvt.s32.s16 	%r24, %r16;
$L__BB1_4:
	ld.relaxed.gpu.b32 %r22,[%rd4];
	st.global.u32 	[%rd2], %r24;
	st.global.u32 	[%rd1], %r22;
	ret;
}
# unit all bare fdb7048a
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
	mov.u32 	%r11, 65535;
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
	.reg .pred 	%p<3>;
	.reg .b32 	%r<20>;
	.reg .b64 	%rd<7>;
	ld.param.u64 	%rd2, [P1_param_0];
	ld.param.u64 	%rd4, [P1_param_1];
	and.b64  	%rd3, %rd4, -4;
	cvt.u32.u64 	%r8, %rd4;
	shl.b32 	%r9, %r8, 3;
	and.b32  	%r10, %r9, 24;
	mov.u32 	%r11, 65535;
	shl.b32 	%r1, %r11, %r10;
	not.b32 	%r2, %r1;
	mov.u32 	%r12, 2;
	shl.b32 	%r3, %r12, %r10;
	ld.relaxed.gpu.b32 %r19,[%rd3];
$L__BB1_1:
	and.b32  	%r13, %r19, %r1;
	setp.ne.s32 	%p1, %r13, 0;
	@%p1 bra 	$L__BB1_3;
	and.b32  	%r17, %r19, %r2;
	or.b32  	%r16, %r17, %r3;
	atom.cas.acq_rel.gpu.b32 %r14,[%rd3],%r19,%r16;
	setp.ne.s32 	%p2, %r14, %r19;
	mov.u32 	%r19, %r14;
	@%p2 bra 	$L__BB1_1;
$L__BB1_3:
	ld.relaxed.gpu.b32 %r18,[%rd2];
	ret;
}
