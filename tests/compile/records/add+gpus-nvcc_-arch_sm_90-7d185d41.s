# nvcc: NVIDIA (R) Cuda compiler driver
# nvcc -arch=sm_90 -ptx -x cu -std=c++17 -w -fmad=false
# unit all 1691de50
.version 9.0
.target sm_90
.address_size 64
.visible .entry P0(
	.param .u64 P0_param_0
)
{
	.reg .b32 	%r<3>;
	.reg .b64 	%rd<2>;
	ld.param.u64 	%rd1, [P0_param_0];
	mov.u32 	%r2, 1;
	atom.add.relaxed.sys.s32 %r1,[%rd1],%r2;
	ret;
}
.visible .entry P1(
	.param .u64 P1_param_0
)
{
	.reg .b32 	%r<3>;
	.reg .b64 	%rd<2>;
	ld.param.u64 	%rd1, [P1_param_0];
	mov.u32 	%r2, 1;
	atom.add.relaxed.sys.s32 %r1,[%rd1],%r2;
	ret;
}
