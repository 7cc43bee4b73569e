# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=amdgcn-amd-amdhsa -mcpu=gfx942 -O0 -S -x c -std=gnu11 -fsigned-char -w -nogpulib -fno-unroll-loops -ffp-contract=off
# unit all ddbd8614
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.type	group0,@function
group0:
	s_mov_b32 s33, 0
	s_mov_b32 s32, 64
	v_writelane_b32 v1, s8, 0
	v_writelane_b32 v1, s7, 1
	v_writelane_b32 v1, s6, 2
	v_writelane_b32 v1, s4, 3
	s_nop 1
	v_writelane_b32 v1, s5, 4
	v_writelane_b32 v1, s2, 5
	s_nop 1
	v_writelane_b32 v1, s3, 6
	s_mov_b64 s[2:3], s[0:1]
	v_readlane_b32 s0, v1, 5
	v_readlane_b32 s1, v1, 6
	v_writelane_b32 v1, s2, 7
	s_nop 1
	v_writelane_b32 v1, s3, 8
	s_or_saveexec_b64 s[20:21], -1
	v_accvgpr_write_b32 a11, v1
	s_mov_b64 exec, s[20:21]
	v_mov_b32_e32 v1, v0
	s_or_saveexec_b64 s[20:21], -1
	v_accvgpr_read_b32 v0, a11
	s_mov_b64 exec, s[20:21]
	v_accvgpr_write_b32 a12, v1
	s_load_dword s7, s[0:1], 0x0
	s_load_dwordx2 s[8:9], s[0:1], 0x8
	s_load_dword s6, s[0:1], 0x10
	s_load_dwordx2 s[4:5], s[0:1], 0x18
	s_load_dwordx2 s[2:3], s[0:1], 0x20
	s_nop 0
	s_load_dwordx2 s[0:1], s[0:1], 0x28
	s_mov_b64 s[18:19], 0
	s_mov_b32 s14, s19
	s_mov_b64 s[10:11], src_private_base
	s_mov_b32 s12, 32
	s_lshr_b64 s[12:13], s[10:11], s12
	s_mov_b32 s10, -1
	v_mov_b32_e32 v4, s33
	v_cmp_ne_u32_e64 s[16:17], v4, s10
	s_mov_b32 s13, s12
	v_mov_b32_e32 v2, s14
	v_mov_b32_e32 v3, s13
	v_cndmask_b32_e64 v2, v2, v3, s[16:17]
	s_mov_b32 s12, s18
	v_mov_b32_e32 v3, s12
	v_cndmask_b32_e64 v12, v3, v4, s[16:17]
	v_mov_b32_e32 v13, v2
	v_accvgpr_write_b32 a13, v13
	v_accvgpr_write_b32 a14, v12
	s_add_i32 s11, s33, 8
	v_mov_b32_e32 v4, s11
	v_cmp_ne_u32_e64 s[16:17], v4, s10
	v_mov_b32_e32 v2, s14
	v_mov_b32_e32 v3, s13
	v_cndmask_b32_e64 v2, v2, v3, s[16:17]
	v_mov_b32_e32 v3, s12
	v_cndmask_b32_e64 v10, v3, v4, s[16:17]
	v_mov_b32_e32 v11, v2
	v_accvgpr_write_b32 a15, v11
	v_accvgpr_write_b32 a16, v10
	s_add_i32 s11, s33, 16
	v_mov_b32_e32 v4, s11
	v_cmp_ne_u32_e64 s[16:17], v4, s10
	v_mov_b32_e32 v2, s14
	v_mov_b32_e32 v3, s13
	v_cndmask_b32_e64 v2, v2, v3, s[16:17]
	v_mov_b32_e32 v3, s12
	v_cndmask_b32_e64 v8, v3, v4, s[16:17]
	v_mov_b32_e32 v9, v2
	v_accvgpr_write_b32 a17, v9
	v_accvgpr_write_b32 a18, v8
	s_add_i32 s11, s33, 24
	v_mov_b32_e32 v4, s11
	v_cmp_ne_u32_e64 s[16:17], v4, s10
	v_mov_b32_e32 v2, s14
	v_mov_b32_e32 v3, s13
	v_cndmask_b32_e64 v2, v2, v3, s[16:17]
	v_mov_b32_e32 v3, s12
	v_cndmask_b32_e64 v6, v3, v4, s[16:17]
	v_mov_b32_e32 v7, v2
	v_accvgpr_write_b32 a19, v7
	v_accvgpr_write_b32 a20, v6
	s_add_i32 s11, s33, 32
	v_mov_b32_e32 v4, s11
	v_cmp_ne_u32_e64 s[16:17], v4, s10
	v_mov_b32_e32 v2, s14
	v_mov_b32_e32 v3, s13
	v_cndmask_b32_e64 v2, v2, v3, s[16:17]
	v_mov_b32_e32 v3, s12
	v_cndmask_b32_e64 v4, v3, v4, s[16:17]
	v_mov_b32_e32 v5, v2
	v_accvgpr_write_b32 a21, v5
	v_accvgpr_write_b32 a22, v4
	s_add_i32 s11, s33, 40
	v_mov_b32_e32 v3, s11
	v_cmp_ne_u32_e64 s[10:11], v3, s10
	v_mov_b32_e32 v2, s14
	v_mov_b32_e32 v14, s13
	v_cndmask_b32_e64 v14, v2, v14, s[10:11]
	v_mov_b32_e32 v2, s12
	v_cndmask_b32_e64 v2, v2, v3, s[10:11]
	v_mov_b32_e32 v3, v14
	v_accvgpr_write_b32 a23, v3
	v_accvgpr_write_b32 a24, v2
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v14, s7
	flat_store_dword v[12:13], v14
	v_mov_b64_e32 v[12:13], s[8:9]
	flat_store_dwordx2 v[10:11], v[12:13]
	v_mov_b32_e32 v10, s6
	flat_store_dword v[8:9], v10
	v_mov_b64_e32 v[8:9], s[4:5]
	flat_store_dwordx2 v[6:7], v[8:9]
	v_mov_b64_e32 v[6:7], s[2:3]
	flat_store_dwordx2 v[4:5], v[6:7]
	v_mov_b64_e32 v[4:5], s[0:1]
	flat_store_dwordx2 v[2:3], v[4:5]
	s_mov_b32 s0, 0x3ff
	v_and_b32_e64 v1, v1, s0
	s_mov_b32 s0, 0
	v_cmp_eq_u32_e64 s[2:3], v1, s0
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 9
	s_nop 1
	v_writelane_b32 v0, s1, 10
	s_or_saveexec_b64 s[20:21], -1
	v_accvgpr_write_b32 a11, v0
	s_mov_b64 exec, s[20:21]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB2_2
	s_or_saveexec_b64 s[20:21], -1
	v_accvgpr_read_b32 v4, a11
	s_mov_b64 exec, s[20:21]
	v_readlane_b32 s14, v4, 0
	v_readlane_b32 s13, v4, 1
	v_readlane_b32 s12, v4, 2
	v_readlane_b32 s10, v4, 3
	v_readlane_b32 s11, v4, 4
	v_readlane_b32 s4, v4, 7
	v_readlane_b32 s5, v4, 8
	v_readlane_b32 s0, v4, 5
	v_readlane_b32 s1, v4, 6
	v_accvgpr_read_b32 v31, a12
	v_accvgpr_read_b32 v3, a15
	v_accvgpr_read_b32 v2, a16
	v_accvgpr_read_b32 v1, a13
	v_accvgpr_read_b32 v0, a14
	flat_load_dword v0, v[0:1]
	s_nop 0
	flat_load_dwordx2 v[4:5], v[2:3]
	s_mov_b64 s[6:7], 48
	s_mov_b32 s2, s0
	s_mov_b32 s0, s1
	s_mov_b32 s3, s6
	s_mov_b32 s1, s7
	s_add_u32 s8, s2, s3
	s_addc_u32 s0, s0, s1
	s_mov_b32 s9, s0
	s_mov_b32 s0, 32
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_lshrrev_b64 v[2:3], s0, v[4:5]
	v_mov_b32_e32 v1, v4
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, P0@rel32@lo+4
	s_addc_u32 s1, s1, P0@rel32@hi+12
	s_swappc_b64 s[30:31], s[0:1]
.LBB2_2:
	s_or_saveexec_b64 s[20:21], -1
	v_accvgpr_read_b32 v0, a11
	s_mov_b64 exec, s[20:21]
	v_readlane_b32 s0, v0, 9
	v_readlane_b32 s1, v0, 10
	s_or_b64 exec, exec, s[0:1]
	v_accvgpr_read_b32 v1, a12
	s_mov_b32 s0, 0x3ff
	v_and_b32_e64 v1, v1, s0
	s_mov_b32 s0, 64
	v_cmp_eq_u32_e64 s[2:3], v1, s0
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 11
	s_nop 1
	v_writelane_b32 v0, s1, 12
	s_or_saveexec_b64 s[20:21], -1
	v_accvgpr_write_b32 a11, v0
	s_mov_b64 exec, s[20:21]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB2_4
	s_or_saveexec_b64 s[20:21], -1
	v_accvgpr_read_b32 v8, a11
	s_mov_b64 exec, s[20:21]
	v_readlane_b32 s14, v8, 0
	v_readlane_b32 s13, v8, 1
	v_readlane_b32 s12, v8, 2
	v_readlane_b32 s10, v8, 3
	v_readlane_b32 s11, v8, 4
	v_readlane_b32 s4, v8, 7
	v_readlane_b32 s5, v8, 8
	v_readlane_b32 s0, v8, 5
	v_readlane_b32 s1, v8, 6
	v_accvgpr_read_b32 v31, a12
	v_accvgpr_read_b32 v3, a23
	v_accvgpr_read_b32 v2, a24
	v_accvgpr_read_b32 v5, a21
	v_accvgpr_read_b32 v4, a22
	v_accvgpr_read_b32 v7, a19
	v_accvgpr_read_b32 v6, a20
	v_accvgpr_read_b32 v1, a17
	v_accvgpr_read_b32 v0, a18
	flat_load_dword v0, v[0:1]
	s_nop 0
	flat_load_dwordx2 v[12:13], v[6:7]
	flat_load_dwordx2 v[10:11], v[4:5]
	flat_load_dwordx2 v[8:9], v[2:3]
	s_mov_b64 s[6:7], 48
	s_mov_b32 s2, s0
	s_mov_b32 s0, s1
	s_mov_b32 s3, s6
	s_mov_b32 s1, s7
	s_add_u32 s8, s2, s3
	s_addc_u32 s0, s0, s1
	s_mov_b32 s9, s0
	s_mov_b32 s0, 32
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_lshrrev_b64 v[2:3], s0, v[12:13]
	v_lshrrev_b64 v[4:5], s0, v[10:11]
	v_lshrrev_b64 v[6:7], s0, v[8:9]
	v_mov_b32_e32 v1, v12
	v_mov_b32_e32 v3, v10
	v_mov_b32_e32 v5, v8
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, P1@rel32@lo+4
	s_addc_u32 s1, s1, P1@rel32@hi+12
	s_swappc_b64 s[30:31], s[0:1]
.LBB2_4:
	s_or_saveexec_b64 s[20:21], -1
	v_accvgpr_read_b32 v0, a11
	s_mov_b64 exec, s[20:21]
	v_readlane_b32 s0, v0, 11
	v_readlane_b32 s1, v0, 12
	s_or_b64 exec, exec, s[0:1]
	s_endpgm
	.section	.rodata,"a",@progbits
	.amdhsa_kernel group0
		.amdhsa_private_segment_fixed_size 120
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 1
		.amdhsa_uses_dynamic_stack 1
		.amdhsa_enable_private_segment 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_vgpr_workitem_id 2
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
	.end_amdhsa_kernel
	.size	group0, .Lfunc_end0-group0
	.type	P0,@function
P0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s5, s33
	s_mov_b32 s33, s32
	s_add_i32 s32, s32, 24
	v_mov_b32_e32 v8, v1
	v_mov_b32_e32 v10, v0
	v_mov_b32_e32 v9, v2
	s_mov_b64 s[8:9], 0
	s_mov_b32 s4, s9
	s_mov_b64 s[0:1], src_private_base
	s_mov_b32 s2, 32
	s_lshr_b64 s[2:3], s[0:1], s2
	s_mov_b32 s0, -1
	v_mov_b32_e32 v2, s33
	v_cmp_ne_u32_e64 s[6:7], v2, s0
	s_mov_b32 s3, s2
	v_mov_b32_e32 v0, s4
	v_mov_b32_e32 v1, s3
	v_cndmask_b32_e64 v0, v0, v1, s[6:7]
	s_mov_b32 s2, s8
	v_mov_b32_e32 v1, s2
	v_cndmask_b32_e64 v4, v1, v2, s[6:7]
	v_mov_b32_e32 v5, v0
	s_add_i32 s1, s33, 8
	v_mov_b32_e32 v1, s1
	v_cmp_ne_u32_e64 s[6:7], v1, s0
	v_mov_b32_e32 v0, s4
	v_mov_b32_e32 v2, s3
	v_cndmask_b32_e64 v2, v0, v2, s[6:7]
	v_mov_b32_e32 v0, s2
	v_cndmask_b32_e64 v0, v0, v1, s[6:7]
	v_mov_b32_e32 v1, v2
	s_add_i32 s1, s33, 16
	v_mov_b32_e32 v3, s1
	v_cmp_ne_u32_e64 s[0:1], v3, s0
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v6, s3
	v_cndmask_b32_e64 v6, v2, v6, s[0:1]
	v_mov_b32_e32 v2, s2
	v_cndmask_b32_e64 v2, v2, v3, s[0:1]
	v_mov_b32_e32 v3, v6
	v_mov_b64_e32 v[6:7], v[4:5]
	flat_store_dword v[6:7], v10
	v_mov_b64_e32 v[6:7], v[0:1]
	flat_store_dwordx2 v[6:7], v[8:9]
	flat_load_dword v4, v[4:5]
	v_mov_b32_e32 v6, 1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	ds_write_b32 v4, v6
	flat_load_dwordx2 v[0:1], v[0:1]
	v_mov_b64_e32 v[4:5], v[2:3]
	flat_store_dword v[4:5], v6
	flat_load_dword v2, v[2:3]
	s_nop 0
	buffer_wbl2 sc1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[0:1], v2 sc1
	s_add_i32 s32, s32, 0xffffffe8
	s_mov_b32 s33, s5
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_setpc_b64 s[30:31]
	.size	P0, .Lfunc_end1-P0
	.type	P1,@function
P1:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s5, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[0:1], -1
	scratch_store_dword off, v0, s33 offset:44
	s_mov_b64 exec, s[0:1]
	s_add_i32 s32, s32, 56
	v_mov_b32_e32 v12, v5
	v_mov_b32_e32 v16, v3
	v_mov_b32_e32 v20, v1
	v_mov_b32_e32 v1, v0
	s_or_saveexec_b64 s[12:13], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[12:13]
	v_mov_b32_e32 v13, v6
	v_mov_b32_e32 v17, v4
	v_mov_b32_e32 v21, v2
	s_mov_b64 s[8:9], 0
	s_mov_b32 s4, s9
	s_mov_b64 s[0:1], src_private_base
	s_mov_b32 s2, 32
	s_lshr_b64 s[2:3], s[0:1], s2
	s_mov_b32 s0, -1
	v_mov_b32_e32 v4, s33
	v_cmp_ne_u32_e64 s[6:7], v4, s0
	s_mov_b32 s3, s2
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v3, s3
	v_cndmask_b32_e64 v2, v2, v3, s[6:7]
	s_mov_b32 s2, s8
	v_mov_b32_e32 v3, s2
	v_cndmask_b32_e64 v18, v3, v4, s[6:7]
	v_mov_b32_e32 v19, v2
	v_accvgpr_write_b32 a1, v19
	v_accvgpr_write_b32 a2, v18
	s_add_i32 s1, s33, 8
	v_mov_b32_e32 v4, s1
	v_cmp_ne_u32_e64 s[6:7], v4, s0
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v3, s3
	v_cndmask_b32_e64 v2, v2, v3, s[6:7]
	v_mov_b32_e32 v3, s2
	v_cndmask_b32_e64 v8, v3, v4, s[6:7]
	v_mov_b32_e32 v9, v2
	s_add_i32 s1, s33, 16
	v_mov_b32_e32 v4, s1
	v_cmp_ne_u32_e64 s[6:7], v4, s0
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v3, s3
	v_cndmask_b32_e64 v2, v2, v3, s[6:7]
	v_mov_b32_e32 v3, s2
	v_cndmask_b32_e64 v14, v3, v4, s[6:7]
	v_mov_b32_e32 v15, v2
	v_accvgpr_write_b32 a3, v15
	v_accvgpr_write_b32 a4, v14
	s_add_i32 s1, s33, 24
	v_mov_b32_e32 v4, s1
	v_cmp_ne_u32_e64 s[6:7], v4, s0
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v3, s3
	v_cndmask_b32_e64 v2, v2, v3, s[6:7]
	v_mov_b32_e32 v3, s2
	v_cndmask_b32_e64 v10, v3, v4, s[6:7]
	v_mov_b32_e32 v11, v2
	v_accvgpr_write_b32 a5, v11
	v_accvgpr_write_b32 a6, v10
	s_add_i32 s1, s33, 32
	v_mov_b32_e32 v4, s1
	v_cmp_ne_u32_e64 s[6:7], v4, s0
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v3, s3
	v_cndmask_b32_e64 v2, v2, v3, s[6:7]
	v_mov_b32_e32 v3, s2
	v_cndmask_b32_e64 v4, v3, v4, s[6:7]
	v_mov_b32_e32 v5, v2
	v_accvgpr_write_b32 a7, v5
	v_accvgpr_write_b32 a8, v4
	s_add_i32 s1, s33, 36
	v_mov_b32_e32 v6, s1
	v_cmp_ne_u32_e64 s[6:7], v6, s0
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v3, s3
	v_cndmask_b32_e64 v2, v2, v3, s[6:7]
	v_mov_b32_e32 v3, s2
	v_cndmask_b32_e64 v6, v3, v6, s[6:7]
	v_mov_b32_e32 v7, v2
	v_accvgpr_write_b32 a9, v7
	v_accvgpr_write_b32 a10, v6
	s_add_i32 s1, s33, 40
	v_mov_b32_e32 v3, s1
	v_cmp_ne_u32_e64 s[0:1], v3, s0
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v22, s3
	v_cndmask_b32_e64 v22, v2, v22, s[0:1]
	v_mov_b32_e32 v2, s2
	v_cndmask_b32_e64 v2, v2, v3, s[0:1]
	v_mov_b32_e32 v3, v22
	flat_store_dword v[18:19], v1
	v_mov_b64_e32 v[18:19], v[8:9]
	flat_store_dwordx2 v[18:19], v[20:21]
	flat_store_dwordx2 v[14:15], v[16:17]
	flat_store_dwordx2 v[10:11], v[12:13]
	v_mov_b32_e32 v1, 0
	v_mov_b64_e32 v[10:11], v[4:5]
	flat_store_dword v[10:11], v1
	v_mov_b64_e32 v[10:11], v[6:7]
	flat_store_dword v[10:11], v1
	flat_load_dwordx2 v[8:9], v[8:9]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_load_dword v1, v[8:9] sc1
	s_waitcnt vmcnt(0)
	buffer_inv sc1
	v_mov_b64_e32 v[8:9], v[2:3]
	s_waitcnt lgkmcnt(0)
	flat_store_dword v[8:9], v1
	flat_load_dword v1, v[2:3]
	v_mov_b64_e32 v[2:3], v[4:5]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[2:3], v1
	v_mov_b32_e32 v2, 1
	flat_store_dword v[6:7], v2
	flat_load_dword v1, v[4:5]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_eq_u32_e64 s[2:3], v1, v2
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 0
	s_nop 1
	v_writelane_b32 v0, s1, 1
	s_or_saveexec_b64 s[12:13], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[12:13]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB1_2
	v_accvgpr_read_b32 v1, a9
	v_accvgpr_read_b32 v0, a10
	v_accvgpr_read_b32 v3, a1
	v_accvgpr_read_b32 v2, a2
	flat_load_dword v2, v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	ds_read_b32 v2, v2
	s_waitcnt lgkmcnt(0)
	flat_store_dword v[0:1], v2
.LBB1_2:
	s_or_saveexec_b64 s[12:13], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[12:13]
	v_readlane_b32 s0, v0, 0
	v_readlane_b32 s1, v0, 1
	s_or_b64 exec, exec, s[0:1]
	v_accvgpr_read_b32 v3, a5
	v_accvgpr_read_b32 v2, a6
	v_accvgpr_read_b32 v5, a9
	v_accvgpr_read_b32 v4, a10
	v_accvgpr_read_b32 v7, a3
	v_accvgpr_read_b32 v6, a4
	v_accvgpr_read_b32 v9, a7
	v_accvgpr_read_b32 v8, a8
	flat_load_dword v1, v[8:9]
	s_nop 0
	flat_load_dwordx2 v[6:7], v[6:7]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[6:7], v1
	flat_load_dword v1, v[4:5]
	s_nop 0
	flat_load_dwordx2 v[2:3], v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[2:3], v1
	s_xor_saveexec_b64 s[0:1], -1
	scratch_load_dword v0, off, s33 offset:44
	s_mov_b64 exec, s[0:1]
	s_add_i32 s32, s32, 0xffffffc8
	s_mov_b32 s33, s5
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_setpc_b64 s[30:31]
	.size	P1, .Lfunc_end2-P1
	.type	__oclc_ABI_version,@object
	.section	.rodata,"a",@progbits
__oclc_ABI_version:
	.long	500
	.size	__oclc_ABI_version, 4
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     25
    .args:
      - .address_space:  local
        .offset:         0
        .pointee_align:  1
        .size:           4
        .value_kind:     dynamic_shared_pointer
      - .address_space:  generic
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  local
        .offset:         16
        .pointee_align:  1
        .size:           4
        .value_kind:     dynamic_shared_pointer
      - .address_space:  generic
        .offset:         24
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  generic
        .offset:         32
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  generic
        .offset:         40
        .size:           8
        .value_kind:     global_buffer
      - .offset:         48
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         52
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         56
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         60
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         62
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         64
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         66
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         68
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         70
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         88
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         96
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         104
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         112
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         128
        .size:           8
        .value_kind:     hidden_hostcall_buffer
      - .offset:         136
        .size:           8
        .value_kind:     hidden_multigrid_sync_arg
      - .offset:         144
        .size:           8
        .value_kind:     hidden_heap_v1
      - .offset:         152
        .size:           8
        .value_kind:     hidden_default_queue
      - .offset:         160
        .size:           8
        .value_kind:     hidden_completion_action
      - .offset:         168
        .size:           4
        .value_kind:     hidden_dynamic_lds_size
      - .offset:         248
        .size:           8
        .value_kind:     hidden_queue_ptr
    .name:           group0
    .symbol:         group0.kd
	.end_amdgpu_metadata
# unit all bare ce1a3de9
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.type	group0,@function
group0:
	s_mov_b32 s33, 0
	s_mov_b32 s32, 48
	v_writelane_b32 v1, s8, 0
	v_writelane_b32 v1, s7, 1
	v_writelane_b32 v1, s6, 2
	v_writelane_b32 v1, s4, 3
	s_nop 1
	v_writelane_b32 v1, s5, 4
	v_writelane_b32 v1, s2, 5
	s_nop 1
	v_writelane_b32 v1, s3, 6
	s_mov_b64 s[2:3], s[0:1]
	v_readlane_b32 s0, v1, 5
	v_readlane_b32 s1, v1, 6
	v_writelane_b32 v1, s2, 7
	s_nop 1
	v_writelane_b32 v1, s3, 8
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_write_b32 a5, v1
	s_mov_b64 exec, s[16:17]
	v_mov_b32_e32 v1, v0
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_read_b32 v0, a5
	s_mov_b64 exec, s[16:17]
	v_accvgpr_write_b32 a6, v1
	s_load_dword s3, s[0:1], 0x0
	s_load_dwordx2 s[4:5], s[0:1], 0x8
	s_load_dword s2, s[0:1], 0x10
	s_nop 0
	s_load_dwordx2 s[0:1], s[0:1], 0x18
	s_mov_b64 s[14:15], 0
	s_mov_b32 s10, s15
	s_mov_b64 s[6:7], src_private_base
	s_mov_b32 s8, 32
	s_lshr_b64 s[8:9], s[6:7], s8
	s_mov_b32 s6, -1
	v_mov_b32_e32 v4, s33
	v_cmp_ne_u32_e64 s[12:13], v4, s6
	s_mov_b32 s9, s8
	v_mov_b32_e32 v2, s10
	v_mov_b32_e32 v3, s9
	v_cndmask_b32_e64 v2, v2, v3, s[12:13]
	s_mov_b32 s8, s14
	v_mov_b32_e32 v3, s8
	v_cndmask_b32_e64 v8, v3, v4, s[12:13]
	v_mov_b32_e32 v9, v2
	v_accvgpr_write_b32 a7, v9
	v_accvgpr_write_b32 a8, v8
	s_add_i32 s7, s33, 8
	v_mov_b32_e32 v4, s7
	v_cmp_ne_u32_e64 s[12:13], v4, s6
	v_mov_b32_e32 v2, s10
	v_mov_b32_e32 v3, s9
	v_cndmask_b32_e64 v2, v2, v3, s[12:13]
	v_mov_b32_e32 v3, s8
	v_cndmask_b32_e64 v6, v3, v4, s[12:13]
	v_mov_b32_e32 v7, v2
	v_accvgpr_write_b32 a9, v7
	v_accvgpr_write_b32 a10, v6
	s_add_i32 s7, s33, 16
	v_mov_b32_e32 v4, s7
	v_cmp_ne_u32_e64 s[12:13], v4, s6
	v_mov_b32_e32 v2, s10
	v_mov_b32_e32 v3, s9
	v_cndmask_b32_e64 v2, v2, v3, s[12:13]
	v_mov_b32_e32 v3, s8
	v_cndmask_b32_e64 v4, v3, v4, s[12:13]
	v_mov_b32_e32 v5, v2
	v_accvgpr_write_b32 a11, v5
	v_accvgpr_write_b32 a12, v4
	s_add_i32 s7, s33, 24
	v_mov_b32_e32 v3, s7
	v_cmp_ne_u32_e64 s[6:7], v3, s6
	v_mov_b32_e32 v2, s10
	v_mov_b32_e32 v10, s9
	v_cndmask_b32_e64 v10, v2, v10, s[6:7]
	v_mov_b32_e32 v2, s8
	v_cndmask_b32_e64 v2, v2, v3, s[6:7]
	v_mov_b32_e32 v3, v10
	v_accvgpr_write_b32 a13, v3
	v_accvgpr_write_b32 a14, v2
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v10, s3
	flat_store_dword v[8:9], v10
	v_mov_b64_e32 v[8:9], s[4:5]
	flat_store_dwordx2 v[6:7], v[8:9]
	v_mov_b32_e32 v6, s2
	flat_store_dword v[4:5], v6
	v_mov_b64_e32 v[4:5], s[0:1]
	flat_store_dwordx2 v[2:3], v[4:5]
	s_mov_b32 s0, 0x3ff
	v_and_b32_e64 v1, v1, s0
	s_mov_b32 s0, 0
	v_cmp_eq_u32_e64 s[2:3], v1, s0
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 9
	s_nop 1
	v_writelane_b32 v0, s1, 10
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_write_b32 a5, v0
	s_mov_b64 exec, s[16:17]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB2_2
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_read_b32 v4, a5
	s_mov_b64 exec, s[16:17]
	v_readlane_b32 s14, v4, 0
	v_readlane_b32 s13, v4, 1
	v_readlane_b32 s12, v4, 2
	v_readlane_b32 s10, v4, 3
	v_readlane_b32 s11, v4, 4
	v_readlane_b32 s4, v4, 7
	v_readlane_b32 s5, v4, 8
	v_readlane_b32 s0, v4, 5
	v_readlane_b32 s1, v4, 6
	v_accvgpr_read_b32 v31, a6
	v_accvgpr_read_b32 v3, a9
	v_accvgpr_read_b32 v2, a10
	v_accvgpr_read_b32 v1, a7
	v_accvgpr_read_b32 v0, a8
	flat_load_dword v0, v[0:1]
	s_nop 0
	flat_load_dwordx2 v[4:5], v[2:3]
	s_mov_b64 s[6:7], 32
	s_mov_b32 s2, s0
	s_mov_b32 s0, s1
	s_mov_b32 s3, s6
	s_mov_b32 s1, s7
	s_add_u32 s8, s2, s3
	s_addc_u32 s0, s0, s1
	s_mov_b32 s9, s0
	s_mov_b32 s0, 32
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_lshrrev_b64 v[2:3], s0, v[4:5]
	v_mov_b32_e32 v1, v4
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, P0@rel32@lo+4
	s_addc_u32 s1, s1, P0@rel32@hi+12
	s_swappc_b64 s[30:31], s[0:1]
.LBB2_2:
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_read_b32 v0, a5
	s_mov_b64 exec, s[16:17]
	v_readlane_b32 s0, v0, 9
	v_readlane_b32 s1, v0, 10
	s_or_b64 exec, exec, s[0:1]
	v_accvgpr_read_b32 v1, a6
	s_mov_b32 s0, 0x3ff
	v_and_b32_e64 v1, v1, s0
	s_mov_b32 s0, 64
	v_cmp_eq_u32_e64 s[2:3], v1, s0
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 11
	s_nop 1
	v_writelane_b32 v0, s1, 12
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_write_b32 a5, v0
	s_mov_b64 exec, s[16:17]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB2_4
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_read_b32 v4, a5
	s_mov_b64 exec, s[16:17]
	v_readlane_b32 s14, v4, 0
	v_readlane_b32 s13, v4, 1
	v_readlane_b32 s12, v4, 2
	v_readlane_b32 s10, v4, 3
	v_readlane_b32 s11, v4, 4
	v_readlane_b32 s4, v4, 7
	v_readlane_b32 s5, v4, 8
	v_readlane_b32 s0, v4, 5
	v_readlane_b32 s1, v4, 6
	v_accvgpr_read_b32 v31, a6
	v_accvgpr_read_b32 v3, a13
	v_accvgpr_read_b32 v2, a14
	v_accvgpr_read_b32 v1, a11
	v_accvgpr_read_b32 v0, a12
	flat_load_dword v0, v[0:1]
	s_nop 0
	flat_load_dwordx2 v[4:5], v[2:3]
	s_mov_b64 s[6:7], 32
	s_mov_b32 s2, s0
	s_mov_b32 s0, s1
	s_mov_b32 s3, s6
	s_mov_b32 s1, s7
	s_add_u32 s8, s2, s3
	s_addc_u32 s0, s0, s1
	s_mov_b32 s9, s0
	s_mov_b32 s0, 32
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_lshrrev_b64 v[2:3], s0, v[4:5]
	v_mov_b32_e32 v1, v4
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, P1@rel32@lo+4
	s_addc_u32 s1, s1, P1@rel32@hi+12
	s_swappc_b64 s[30:31], s[0:1]
.LBB2_4:
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_read_b32 v0, a5
	s_mov_b64 exec, s[16:17]
	v_readlane_b32 s0, v0, 11
	v_readlane_b32 s1, v0, 12
	s_or_b64 exec, exec, s[0:1]
	s_endpgm
	.section	.rodata,"a",@progbits
	.amdhsa_kernel group0
		.amdhsa_private_segment_fixed_size 88
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 1
		.amdhsa_uses_dynamic_stack 1
		.amdhsa_enable_private_segment 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_vgpr_workitem_id 2
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
	.end_amdhsa_kernel
	.size	group0, .Lfunc_end0-group0
	.type	P0,@function
P0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s5, s33
	s_mov_b32 s33, s32
	s_add_i32 s32, s32, 24
	v_mov_b32_e32 v8, v1
	v_mov_b32_e32 v10, v0
	v_mov_b32_e32 v9, v2
	s_mov_b64 s[8:9], 0
	s_mov_b32 s4, s9
	s_mov_b64 s[0:1], src_private_base
	s_mov_b32 s2, 32
	s_lshr_b64 s[2:3], s[0:1], s2
	s_mov_b32 s0, -1
	v_mov_b32_e32 v2, s33
	v_cmp_ne_u32_e64 s[6:7], v2, s0
	s_mov_b32 s3, s2
	v_mov_b32_e32 v0, s4
	v_mov_b32_e32 v1, s3
	v_cndmask_b32_e64 v0, v0, v1, s[6:7]
	s_mov_b32 s2, s8
	v_mov_b32_e32 v1, s2
	v_cndmask_b32_e64 v4, v1, v2, s[6:7]
	v_mov_b32_e32 v5, v0
	s_add_i32 s1, s33, 8
	v_mov_b32_e32 v1, s1
	v_cmp_ne_u32_e64 s[6:7], v1, s0
	v_mov_b32_e32 v0, s4
	v_mov_b32_e32 v2, s3
	v_cndmask_b32_e64 v2, v0, v2, s[6:7]
	v_mov_b32_e32 v0, s2
	v_cndmask_b32_e64 v0, v0, v1, s[6:7]
	v_mov_b32_e32 v1, v2
	s_add_i32 s1, s33, 16
	v_mov_b32_e32 v3, s1
	v_cmp_ne_u32_e64 s[0:1], v3, s0
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v6, s3
	v_cndmask_b32_e64 v6, v2, v6, s[0:1]
	v_mov_b32_e32 v2, s2
	v_cndmask_b32_e64 v2, v2, v3, s[0:1]
	v_mov_b32_e32 v3, v6
	v_mov_b64_e32 v[6:7], v[4:5]
	flat_store_dword v[6:7], v10
	v_mov_b64_e32 v[6:7], v[0:1]
	flat_store_dwordx2 v[6:7], v[8:9]
	flat_load_dword v4, v[4:5]
	v_mov_b32_e32 v6, 1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	ds_write_b32 v4, v6
	flat_load_dwordx2 v[0:1], v[0:1]
	v_mov_b64_e32 v[4:5], v[2:3]
	flat_store_dword v[4:5], v6
	flat_load_dword v2, v[2:3]
	s_nop 0
	buffer_wbl2 sc1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[0:1], v2 sc1
	s_add_i32 s32, s32, 0xffffffe8
	s_mov_b32 s33, s5
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_setpc_b64 s[30:31]
	.size	P0, .Lfunc_end1-P0
	.type	P1,@function
P1:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s5, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[0:1], -1
	scratch_store_dword off, v0, s33 offset:28
	s_mov_b64 exec, s[0:1]
	s_add_i32 s32, s32, 40
	v_mov_b32_e32 v12, v1
	v_mov_b32_e32 v1, v0
	s_or_saveexec_b64 s[12:13], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[12:13]
	v_mov_b32_e32 v13, v2
	s_mov_b64 s[8:9], 0
	s_mov_b32 s4, s9
	s_mov_b64 s[0:1], src_private_base
	s_mov_b32 s2, 32
	s_lshr_b64 s[2:3], s[0:1], s2
	s_mov_b32 s0, -1
	v_mov_b32_e32 v4, s33
	v_cmp_ne_u32_e64 s[6:7], v4, s0
	s_mov_b32 s3, s2
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v3, s3
	v_cndmask_b32_e64 v2, v2, v3, s[6:7]
	s_mov_b32 s2, s8
	v_mov_b32_e32 v3, s2
	v_cndmask_b32_e64 v10, v3, v4, s[6:7]
	v_mov_b32_e32 v11, v2
	v_accvgpr_write_b32 a1, v11
	v_accvgpr_write_b32 a2, v10
	s_add_i32 s1, s33, 8
	v_mov_b32_e32 v4, s1
	v_cmp_ne_u32_e64 s[6:7], v4, s0
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v3, s3
	v_cndmask_b32_e64 v2, v2, v3, s[6:7]
	v_mov_b32_e32 v3, s2
	v_cndmask_b32_e64 v8, v3, v4, s[6:7]
	v_mov_b32_e32 v9, v2
	s_add_i32 s1, s33, 16
	v_mov_b32_e32 v4, s1
	v_cmp_ne_u32_e64 s[6:7], v4, s0
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v3, s3
	v_cndmask_b32_e64 v2, v2, v3, s[6:7]
	v_mov_b32_e32 v3, s2
	v_cndmask_b32_e64 v4, v3, v4, s[6:7]
	v_mov_b32_e32 v5, v2
	s_add_i32 s1, s33, 20
	v_mov_b32_e32 v6, s1
	v_cmp_ne_u32_e64 s[6:7], v6, s0
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v3, s3
	v_cndmask_b32_e64 v2, v2, v3, s[6:7]
	v_mov_b32_e32 v3, s2
	v_cndmask_b32_e64 v6, v3, v6, s[6:7]
	v_mov_b32_e32 v7, v2
	v_accvgpr_write_b32 a3, v7
	v_accvgpr_write_b32 a4, v6
	s_add_i32 s1, s33, 24
	v_mov_b32_e32 v3, s1
	v_cmp_ne_u32_e64 s[0:1], v3, s0
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v14, s3
	v_cndmask_b32_e64 v14, v2, v14, s[0:1]
	v_mov_b32_e32 v2, s2
	v_cndmask_b32_e64 v2, v2, v3, s[0:1]
	v_mov_b32_e32 v3, v14
	flat_store_dword v[10:11], v1
	v_mov_b64_e32 v[10:11], v[8:9]
	flat_store_dwordx2 v[10:11], v[12:13]
	v_mov_b32_e32 v1, 0
	v_mov_b64_e32 v[10:11], v[4:5]
	flat_store_dword v[10:11], v1
	v_mov_b64_e32 v[10:11], v[6:7]
	flat_store_dword v[10:11], v1
	flat_load_dwordx2 v[8:9], v[8:9]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_load_dword v1, v[8:9] sc1
	s_waitcnt vmcnt(0)
	buffer_inv sc1
	v_mov_b64_e32 v[8:9], v[2:3]
	s_waitcnt lgkmcnt(0)
	flat_store_dword v[8:9], v1
	flat_load_dword v1, v[2:3]
	v_mov_b64_e32 v[2:3], v[4:5]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[2:3], v1
	v_mov_b32_e32 v2, 1
	flat_store_dword v[6:7], v2
	flat_load_dword v1, v[4:5]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_eq_u32_e64 s[2:3], v1, v2
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 0
	s_nop 1
	v_writelane_b32 v0, s1, 1
	s_or_saveexec_b64 s[12:13], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[12:13]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB1_2
	v_accvgpr_read_b32 v1, a3
	v_accvgpr_read_b32 v0, a4
	v_accvgpr_read_b32 v3, a1
	v_accvgpr_read_b32 v2, a2
	flat_load_dword v2, v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	ds_read_b32 v2, v2
	s_waitcnt lgkmcnt(0)
	flat_store_dword v[0:1], v2
.LBB1_2:
	s_or_saveexec_b64 s[12:13], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[12:13]
	v_readlane_b32 s0, v0, 0
	v_readlane_b32 s1, v0, 1
	s_or_b64 exec, exec, s[0:1]
	s_xor_saveexec_b64 s[0:1], -1
	scratch_load_dword v0, off, s33 offset:28
	s_mov_b64 exec, s[0:1]
	s_add_i32 s32, s32, 0xffffffd8
	s_mov_b32 s33, s5
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_setpc_b64 s[30:31]
	.size	P1, .Lfunc_end2-P1
	.type	__oclc_ABI_version,@object
	.section	.rodata,"a",@progbits
__oclc_ABI_version:
	.long	500
	.size	__oclc_ABI_version, 4
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     15
    .args:
      - .address_space:  local
        .offset:         0
        .pointee_align:  1
        .size:           4
        .value_kind:     dynamic_shared_pointer
      - .address_space:  generic
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  local
        .offset:         16
        .pointee_align:  1
        .size:           4
        .value_kind:     dynamic_shared_pointer
      - .address_space:  generic
        .offset:         24
        .size:           8
        .value_kind:     global_buffer
      - .offset:         32
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         36
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         40
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         44
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         46
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         48
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         50
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         52
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         54
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         80
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         88
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         96
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         112
        .size:           8
        .value_kind:     hidden_hostcall_buffer
      - .offset:         120
        .size:           8
        .value_kind:     hidden_multigrid_sync_arg
      - .offset:         128
        .size:           8
        .value_kind:     hidden_heap_v1
      - .offset:         136
        .size:           8
        .value_kind:     hidden_default_queue
      - .offset:         144
        .size:           8
        .value_kind:     hidden_completion_action
      - .offset:         152
        .size:           4
        .value_kind:     hidden_dynamic_lds_size
      - .offset:         232
        .size:           8
        .value_kind:     hidden_queue_ptr
    .name:           group0
    .symbol:         group0.kd
	.end_amdgpu_metadata
