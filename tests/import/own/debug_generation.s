// cmcm: launch exchange(here, a, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 1, thread 0
// cmcm: exists out[0] != 2 || out[1] != 1
	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 5
	.protected	exchange
	.globl	exchange
	.p2align	8
	.type	exchange,@function
exchange:
	s_mov_b32 s33, 0
	s_mov_b32 s32, 64
	s_mov_b32 s14, s8
	s_mov_b32 s13, s7
	s_mov_b32 s12, s6
	v_writelane_b32 v4, s12, 0
	s_mov_b64 s[10:11], s[4:5]
	v_writelane_b32 v4, s2, 1
	s_nop 1
	v_writelane_b32 v4, s3, 2
	s_mov_b64 s[4:5], s[0:1]
	v_readlane_b32 s0, v4, 1
	v_readlane_b32 s1, v4, 2
	v_mov_b32_e32 v31, v0
	s_load_dwordx2 s[16:17], s[0:1], 0x0
	s_load_dwordx2 s[8:9], s[0:1], 0x8
	s_load_dwordx2 s[6:7], s[0:1], 0x10
	s_mov_b64 s[24:25], 0
	s_mov_b32 s20, s25
	s_mov_b64 s[18:19], src_private_base
	s_mov_b32 s2, 32
	s_lshr_b64 s[26:27], s[18:19], s2
	s_mov_b32 s18, -1
	v_mov_b32_e32 v2, s33
	v_cmp_ne_u32_e64 s[22:23], v2, s18
	s_mov_b32 s15, s26
	v_mov_b32_e32 v0, s20
	v_mov_b32_e32 v1, s15
	v_cndmask_b32_e64 v0, v0, v1, s[22:23]
	s_mov_b32 s3, s24
	v_mov_b32_e32 v1, s3
	v_cndmask_b32_e64 v12, v1, v2, s[22:23]
	v_mov_b32_e32 v13, v0
	s_add_i32 s19, s33, 8
	v_mov_b32_e32 v2, s19
	v_cmp_ne_u32_e64 s[22:23], v2, s18
	v_mov_b32_e32 v0, s20
	v_mov_b32_e32 v1, s15
	v_cndmask_b32_e64 v0, v0, v1, s[22:23]
	v_mov_b32_e32 v1, s3
	v_cndmask_b32_e64 v10, v1, v2, s[22:23]
	v_mov_b32_e32 v11, v0
	s_add_i32 s19, s33, 16
	v_mov_b32_e32 v2, s19
	v_cmp_ne_u32_e64 s[22:23], v2, s18
	v_mov_b32_e32 v0, s20
	v_mov_b32_e32 v1, s15
	v_cndmask_b32_e64 v0, v0, v1, s[22:23]
	v_mov_b32_e32 v1, s3
	v_cndmask_b32_e64 v8, v1, v2, s[22:23]
	v_mov_b32_e32 v9, v0
	s_add_i32 s19, s33, 24
	v_mov_b32_e32 v1, s19
	v_cmp_ne_u32_e64 s[22:23], v1, s18
	v_mov_b32_e32 v0, s20
	v_mov_b32_e32 v2, s15
	v_cndmask_b32_e64 v2, v0, v2, s[22:23]
	v_mov_b32_e32 v0, s3
	v_cndmask_b32_e64 v0, v0, v1, s[22:23]
	v_mov_b32_e32 v1, v2
	s_add_i32 s19, s33, 32
	v_mov_b32_e32 v3, s19
	v_cmp_ne_u32_e64 s[22:23], v3, s18
	v_mov_b32_e32 v2, s20
	v_mov_b32_e32 v5, s15
	v_cndmask_b32_e64 v5, v2, v5, s[22:23]
	v_mov_b32_e32 v2, s3
	v_cndmask_b32_e64 v2, v2, v3, s[22:23]
	v_mov_b32_e32 v3, v5
	v_accvgpr_write_b32 a18, v3
	v_accvgpr_write_b32 a19, v2
	s_add_i32 s19, s33, 40
	v_mov_b32_e32 v7, s19
	v_cmp_ne_u32_e64 s[18:19], v7, s18
	v_mov_b32_e32 v5, s20
	v_mov_b32_e32 v6, s15
	v_cndmask_b32_e64 v5, v5, v6, s[18:19]
	v_mov_b32_e32 v6, s3
	v_cndmask_b32_e64 v6, v6, v7, s[18:19]
	v_mov_b32_e32 v7, v5
	v_accvgpr_write_b32 a20, v7
	v_accvgpr_write_b32 a21, v6
	v_mov_b64_e32 v[14:15], v[12:13]
	s_waitcnt lgkmcnt(0)
	v_mov_b64_e32 v[16:17], s[16:17]
	flat_store_dwordx2 v[14:15], v[16:17]
	flat_load_dwordx2 v[14:15], v[12:13]
	v_mov_b64_e32 v[12:13], v[10:11]
	v_mov_b64_e32 v[16:17], s[8:9]
	flat_store_dwordx2 v[12:13], v[16:17]
	flat_load_dwordx2 v[12:13], v[10:11]
	v_mov_b64_e32 v[10:11], v[8:9]
	v_mov_b64_e32 v[16:17], s[6:7]
	flat_store_dwordx2 v[10:11], v[16:17]
	flat_load_dwordx2 v[8:9], v[8:9]
	v_mov_b64_e32 v[10:11], v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dwordx2 v[10:11], v[14:15]
	v_mov_b64_e32 v[10:11], v[2:3]
	flat_store_dwordx2 v[10:11], v[12:13]
	flat_store_dwordx2 v[6:7], v[8:9]
	s_mov_b32 s3, 1
	v_writelane_b32 v4, s3, 3
	s_add_i32 s3, s12, s3
	flat_load_dwordx2 v[2:3], v[2:3]
	s_mov_b32 s8, 0
	v_writelane_b32 v4, s8, 4
	s_mov_b32 s6, s12
	s_mov_b32 s7, s8
	s_mov_b32 s8, 2
	v_writelane_b32 v4, s8, 5
	s_lshl_b64 s[6:7], s[6:7], s8
	v_writelane_b32 v4, s6, 6
	s_nop 1
	v_writelane_b32 v4, s7, 7
	s_or_saveexec_b64 s[28:29], -1
	v_accvgpr_write_b32 a22, v4
	s_mov_b64 exec, s[28:29]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_lshl_add_u64 v[2:3], v[2:3], 0, s[6:7]
	v_mov_b32_e32 v4, s3
	flat_store_dword v[2:3], v4
	flat_load_dwordx2 v[2:3], v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v0, v2
	v_lshrrev_b64 v[2:3], s2, v[2:3]
	v_mov_b32_e32 v1, v2
	s_mov_b64 s[6:7], 24
	s_mov_b32 s2, s0
	s_mov_b32 s0, s1
	s_mov_b32 s3, s6
	s_mov_b32 s1, s7
	s_add_u32 s8, s2, s3
	s_addc_u32 s0, s0, s1
	s_mov_b32 s9, s0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, _ZL4meetP7barrier@rel32@lo+4
	s_addc_u32 s1, s1, _ZL4meetP7barrier@rel32@hi+12
	s_swappc_b64 s[30:31], s[0:1]
	v_accvgpr_read_b32 v5, a18
	v_accvgpr_read_b32 v4, a19
	v_accvgpr_read_b32 v3, a20
	v_accvgpr_read_b32 v2, a21
	s_or_saveexec_b64 s[28:29], -1
	v_accvgpr_read_b32 v0, a22
	s_mov_b64 exec, s[28:29]
	v_readlane_b32 s6, v0, 0
	v_readlane_b32 s2, v0, 3
	v_readlane_b32 s5, v0, 4
	v_readlane_b32 s4, v0, 5
	v_readlane_b32 s0, v0, 6
	v_readlane_b32 s1, v0, 7
	flat_load_dwordx2 v[4:5], v[4:5]
	s_sub_i32 s2, s2, s6
	s_mov_b32 s3, s5
	v_mov_b32_e32 v1, s4
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_lshl_add_u64 v[4:5], s[2:3], v1, v[4:5]
	flat_load_dword v1, v[4:5]
	s_nop 0
	flat_load_dwordx2 v[2:3], v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_lshl_add_u64 v[2:3], v[2:3], 0, s[0:1]
	flat_store_dword v[2:3], v1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel exchange
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 128
		.amdhsa_kernarg_size 280
		.amdhsa_user_sgpr_count 6
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 1
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 1
		.amdhsa_enable_private_segment 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 2
		.amdhsa_next_free_vgpr 55
		.amdhsa_next_free_sgpr 34
		.amdhsa_accum_offset 32
		.amdhsa_reserve_vcc 0
		.amdhsa_reserve_xnack_mask 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_tg_split 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end0:
	.size	exchange, .Lfunc_end0-exchange
	.section	.AMDGPU.csdata,"",@progbits
	.text
	.p2align	2
	.type	_ZL4meetP7barrier,@function
_ZL4meetP7barrier:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s17, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[0:1], -1
	scratch_store_dword off, v14, s33 offset:36
	scratch_store_dword off, v2, s33 offset:40
	scratch_store_dword off, v0, s33 offset:44
	s_mov_b64 exec, s[0:1]
	s_add_i32 s32, s32, 64
	v_writelane_b32 v14, s30, 0
	v_writelane_b32 v14, s31, 1
	v_accvgpr_write_b32 a0, v31
	v_writelane_b32 v2, s6, 0
	s_nop 1
	v_writelane_b32 v2, s7, 1
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_write_b32 a1, v2
	s_mov_b64 exec, s[24:25]
	v_mov_b32_e32 v4, v0
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_read_b32 v0, a1
	s_mov_b64 exec, s[24:25]
	v_writelane_b32 v0, s15, 2
	v_writelane_b32 v0, s14, 3
	v_writelane_b32 v0, s13, 4
	v_writelane_b32 v0, s12, 5
	v_writelane_b32 v0, s10, 6
	s_nop 1
	v_writelane_b32 v0, s11, 7
	v_writelane_b32 v0, s8, 8
	s_nop 1
	v_writelane_b32 v0, s9, 9
	v_writelane_b32 v0, s4, 10
	s_nop 1
	v_writelane_b32 v0, s5, 11
	v_mov_b32_e32 v5, v1
	s_mov_b64 s[20:21], 0
	s_mov_b32 s16, s21
	v_writelane_b32 v0, s16, 12
	s_mov_b64 s[0:1], src_private_base
	s_mov_b32 s2, 32
	s_lshr_b64 s[2:3], s[0:1], s2
	s_mov_b32 s0, -1
	v_writelane_b32 v0, s0, 13
	v_mov_b32_e32 v3, s33
	v_cmp_ne_u32_e64 s[18:19], v3, s0
	s_mov_b32 s3, s2
	v_writelane_b32 v0, s3, 14
	v_mov_b32_e32 v1, s16
	v_mov_b32_e32 v2, s3
	v_cndmask_b32_e64 v1, v1, v2, s[18:19]
	s_mov_b32 s2, s20
	v_writelane_b32 v0, s2, 15
	v_mov_b32_e32 v2, s2
	v_cndmask_b32_e64 v2, v2, v3, s[18:19]
	v_mov_b32_e32 v3, v1
	v_accvgpr_write_b32 a2, v3
	v_accvgpr_write_b32 a3, v2
	s_add_i32 s1, s33, 8
	v_mov_b32_e32 v7, s1
	v_cmp_ne_u32_e64 s[18:19], v7, s0
	v_mov_b32_e32 v1, s16
	v_mov_b32_e32 v6, s3
	v_cndmask_b32_e64 v1, v1, v6, s[18:19]
	v_mov_b32_e32 v6, s2
	v_cndmask_b32_e64 v6, v6, v7, s[18:19]
	v_mov_b32_e32 v7, v1
	v_accvgpr_write_b32 a4, v7
	v_accvgpr_write_b32 a5, v6
	s_add_i32 s1, s33, 12
	v_mov_b32_e32 v7, s1
	v_cmp_ne_u32_e64 s[18:19], v7, s0
	v_mov_b32_e32 v1, s16
	v_mov_b32_e32 v6, s3
	v_cndmask_b32_e64 v1, v1, v6, s[18:19]
	v_mov_b32_e32 v6, s2
	v_cndmask_b32_e64 v6, v6, v7, s[18:19]
	v_mov_b32_e32 v7, v1
	v_accvgpr_write_b32 a6, v7
	v_accvgpr_write_b32 a7, v6
	s_add_i32 s1, s33, 16
	v_mov_b32_e32 v7, s1
	v_cmp_ne_u32_e64 s[18:19], v7, s0
	v_mov_b32_e32 v1, s16
	v_mov_b32_e32 v6, s3
	v_cndmask_b32_e64 v1, v1, v6, s[18:19]
	v_mov_b32_e32 v6, s2
	v_cndmask_b32_e64 v6, v6, v7, s[18:19]
	v_mov_b32_e32 v7, v1
	v_accvgpr_write_b32 a8, v7
	v_accvgpr_write_b32 a9, v6
	s_add_i32 s1, s33, 20
	v_mov_b32_e32 v7, s1
	v_cmp_ne_u32_e64 s[18:19], v7, s0
	v_mov_b32_e32 v1, s16
	v_mov_b32_e32 v6, s3
	v_cndmask_b32_e64 v1, v1, v6, s[18:19]
	v_mov_b32_e32 v6, s2
	v_cndmask_b32_e64 v6, v6, v7, s[18:19]
	v_mov_b32_e32 v7, v1
	v_accvgpr_write_b32 a10, v7
	v_accvgpr_write_b32 a11, v6
	s_add_i32 s1, s33, 24
	v_mov_b32_e32 v7, s1
	v_cmp_ne_u32_e64 s[18:19], v7, s0
	v_mov_b32_e32 v1, s16
	v_mov_b32_e32 v6, s3
	v_cndmask_b32_e64 v1, v1, v6, s[18:19]
	v_mov_b32_e32 v6, s2
	v_cndmask_b32_e64 v6, v6, v7, s[18:19]
	v_mov_b32_e32 v7, v1
	v_accvgpr_write_b32 a12, v7
	v_accvgpr_write_b32 a13, v6
	s_add_i32 s1, s33, 28
	v_mov_b32_e32 v7, s1
	v_cmp_ne_u32_e64 s[18:19], v7, s0
	v_mov_b32_e32 v1, s16
	v_mov_b32_e32 v6, s3
	v_cndmask_b32_e64 v1, v1, v6, s[18:19]
	v_mov_b32_e32 v6, s2
	v_cndmask_b32_e64 v6, v6, v7, s[18:19]
	v_mov_b32_e32 v7, v1
	v_accvgpr_write_b32 a14, v7
	v_accvgpr_write_b32 a15, v6
	s_add_i32 s1, s33, 32
	v_mov_b32_e32 v7, s1
	v_cmp_ne_u32_e64 s[0:1], v7, s0
	v_mov_b32_e32 v1, s16
	v_mov_b32_e32 v6, s3
	v_cndmask_b32_e64 v1, v1, v6, s[0:1]
	v_mov_b32_e32 v6, s2
	v_cndmask_b32_e64 v6, v6, v7, s[0:1]
	v_mov_b32_e32 v7, v1
	v_accvgpr_write_b32 a16, v7
	v_accvgpr_write_b32 a17, v6
	flat_store_dwordx2 v[2:3], v[4:5]
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, _ZL11syncthreadsv@rel32@lo+4
	s_addc_u32 s1, s1, _ZL11syncthreadsv@rel32@hi+12
	s_swappc_b64 s[30:31], s[0:1]
	v_accvgpr_read_b32 v31, a0
	s_mov_b32 s0, 0x3ff
	v_and_b32_e64 v1, v31, s0
	s_mov_b32 s0, 0
	v_cmp_eq_u32_e64 s[2:3], v1, s0
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 16
	s_nop 1
	v_writelane_b32 v0, s1, 17
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_write_b32 a1, v0
	s_mov_b64 exec, s[24:25]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB1_10
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_read_b32 v0, a1
	s_mov_b64 exec, s[24:25]
	v_accvgpr_read_b32 v5, a10
	v_accvgpr_read_b32 v4, a11
	v_accvgpr_read_b32 v9, a8
	v_accvgpr_read_b32 v8, a9
	v_accvgpr_read_b32 v3, a2
	v_accvgpr_read_b32 v2, a3
	v_accvgpr_read_b32 v7, a4
	v_accvgpr_read_b32 v6, a5
	v_accvgpr_read_b32 v11, a6
	v_accvgpr_read_b32 v10, a7
	v_mov_b64_e32 v[12:13], v[2:3]
	flat_load_dwordx2 v[12:13], v[12:13]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_load_dword v1, v[12:13] offset:4 sc1
	v_mov_b64_e32 v[12:13], v[10:11]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[12:13], v1
	flat_load_dword v1, v[10:11]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[6:7], v1
	flat_load_dwordx2 v[6:7], v[2:3]
	v_mov_b32_e32 v2, 1
	v_mov_b64_e32 v[10:11], v[8:9]
	flat_store_dword v[10:11], v2
	flat_load_dword v1, v[8:9]
	buffer_wbl2 sc1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_atomic_add v1, v[6:7], v1 sc0
	s_waitcnt vmcnt(0)
	buffer_inv sc1
	v_mov_b64_e32 v[6:7], v[4:5]
	s_waitcnt lgkmcnt(0)
	flat_store_dword v[6:7], v1
	flat_load_dword v1, v[4:5]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_ne_u32_e64 s[0:1], v1, v2
	s_mov_b64 s[2:3], exec
	s_and_b64 s[0:1], s[2:3], s[0:1]
	s_xor_b64 s[2:3], s[0:1], s[2:3]
	v_writelane_b32 v0, s2, 18
	s_nop 1
	v_writelane_b32 v0, s3, 19
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_write_b32 a1, v0
	s_mov_b64 exec, s[24:25]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB1_4
	s_branch .LBB1_3
.LBB1_2:
	v_accvgpr_read_b32 v3, a14
	v_accvgpr_read_b32 v2, a15
	v_accvgpr_read_b32 v5, a4
	v_accvgpr_read_b32 v4, a5
	v_accvgpr_read_b32 v1, a2
	v_accvgpr_read_b32 v0, a3
	v_accvgpr_read_b32 v9, a12
	v_accvgpr_read_b32 v8, a13
	v_mov_b64_e32 v[6:7], v[0:1]
	flat_load_dwordx2 v[6:7], v[6:7]
	v_mov_b32_e32 v12, 0
	v_mov_b64_e32 v[10:11], v[8:9]
	flat_store_dword v[10:11], v12
	flat_load_dword v8, v[8:9]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[6:7], v8 sc1
	flat_load_dwordx2 v[0:1], v[0:1]
	s_nop 0
	flat_load_dword v4, v[4:5]
	s_mov_b32 s0, 1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_u32_e64 v6, v4, s0
	v_mov_b64_e32 v[4:5], v[2:3]
	flat_store_dword v[4:5], v6
	flat_load_dword v2, v[2:3]
	s_nop 0
	buffer_wbl2 sc1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[0:1], v2 offset:4 sc1
	s_branch .LBB1_11
.LBB1_3:
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_read_b32 v0, a1
	s_mov_b64 exec, s[24:25]
	s_mov_b64 s[0:1], 0
	v_writelane_b32 v0, s0, 20
	s_nop 1
	v_writelane_b32 v0, s1, 21
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_write_b32 a1, v0
	s_mov_b64 exec, s[24:25]
	s_branch .LBB1_5
.LBB1_4:
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_read_b32 v0, a1
	s_mov_b64 exec, s[24:25]
	v_readlane_b32 s0, v0, 18
	v_readlane_b32 s1, v0, 19
	s_or_saveexec_b64 s[0:1], s[0:1]
	s_and_b64 s[0:1], exec, s[0:1]
	v_writelane_b32 v0, s0, 22
	s_nop 1
	v_writelane_b32 v0, s1, 23
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_write_b32 a1, v0
	s_mov_b64 exec, s[24:25]
	s_xor_b64 exec, exec, s[0:1]
	s_cbranch_execz .LBB1_11
	s_branch .LBB1_2
.LBB1_5:
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_read_b32 v0, a1
	s_mov_b64 exec, s[24:25]
	v_readlane_b32 s0, v0, 24
	v_readlane_b32 s1, v0, 25
	v_readlane_b32 s2, v0, 20
	v_readlane_b32 s3, v0, 21
	s_nop 0
	v_writelane_b32 v0, s2, 26
	s_nop 1
	v_writelane_b32 v0, s3, 27
	v_accvgpr_read_b32 v3, a4
	v_accvgpr_read_b32 v2, a5
	v_accvgpr_read_b32 v5, a16
	v_accvgpr_read_b32 v4, a17
	v_accvgpr_read_b32 v7, a2
	v_accvgpr_read_b32 v6, a3
	flat_load_dwordx2 v[6:7], v[6:7]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_load_dword v1, v[6:7] offset:4 sc1
	s_waitcnt vmcnt(0)
	buffer_inv sc1
	v_mov_b64_e32 v[6:7], v[4:5]
	s_waitcnt lgkmcnt(0)
	flat_store_dword v[6:7], v1
	flat_load_dword v1, v[4:5]
	s_nop 0
	flat_load_dword v2, v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_eq_u32_e64 s[2:3], v1, v2
	s_mov_b64 s[4:5], -1
	s_or_b64 s[0:1], s[0:1], exec
	v_writelane_b32 v0, s0, 28
	s_nop 1
	v_writelane_b32 v0, s1, 29
	v_writelane_b32 v0, s0, 30
	s_nop 1
	v_writelane_b32 v0, s1, 31
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 32
	s_nop 1
	v_writelane_b32 v0, s1, 33
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_write_b32 a1, v0
	s_mov_b64 exec, s[24:25]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB1_7
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_read_b32 v0, a1
	s_mov_b64 exec, s[24:25]
	v_readlane_b32 s0, v0, 28
	v_readlane_b32 s1, v0, 29
	s_sleep 2
	s_mov_b64 s[2:3], 0
	s_andn2_b64 s[0:1], s[0:1], exec
	v_writelane_b32 v0, s0, 30
	s_nop 1
	v_writelane_b32 v0, s1, 31
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_write_b32 a1, v0
	s_mov_b64 exec, s[24:25]
.LBB1_7:
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_read_b32 v0, a1
	s_mov_b64 exec, s[24:25]
	v_readlane_b32 s0, v0, 32
	v_readlane_b32 s1, v0, 33
	s_or_b64 exec, exec, s[0:1]
	v_readlane_b32 s4, v0, 26
	v_readlane_b32 s5, v0, 27
	v_readlane_b32 s2, v0, 30
	v_readlane_b32 s3, v0, 31
	s_mov_b64 s[0:1], s[2:3]
	s_and_b64 s[0:1], exec, s[0:1]
	s_or_b64 s[0:1], s[0:1], s[4:5]
	v_writelane_b32 v0, s2, 24
	s_nop 1
	v_writelane_b32 v0, s3, 25
	s_mov_b64 s[2:3], s[0:1]
	v_writelane_b32 v0, s2, 20
	s_nop 1
	v_writelane_b32 v0, s3, 21
	s_mov_b64 s[2:3], s[0:1]
	v_writelane_b32 v0, s2, 34
	s_nop 1
	v_writelane_b32 v0, s3, 35
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_write_b32 a1, v0
	s_mov_b64 exec, s[24:25]
	s_andn2_b64 exec, exec, s[0:1]
	s_cbranch_execnz .LBB1_5
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_read_b32 v0, a1
	s_mov_b64 exec, s[24:25]
	v_readlane_b32 s0, v0, 34
	v_readlane_b32 s1, v0, 35
	s_or_b64 exec, exec, s[0:1]
	s_branch .LBB1_4
.LBB1_10:
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_read_b32 v0, a1
	s_mov_b64 exec, s[24:25]
	v_readlane_b32 s0, v0, 16
	v_readlane_b32 s1, v0, 17
	s_or_b64 exec, exec, s[0:1]
	s_branch .LBB1_12
.LBB1_11:
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_read_b32 v0, a1
	s_mov_b64 exec, s[24:25]
	v_readlane_b32 s0, v0, 22
	v_readlane_b32 s1, v0, 23
	s_or_b64 exec, exec, s[0:1]
	s_branch .LBB1_10
.LBB1_12:
	s_or_saveexec_b64 s[24:25], -1
	v_accvgpr_read_b32 v0, a1
	s_mov_b64 exec, s[24:25]
	v_readlane_b32 s15, v0, 2
	v_readlane_b32 s14, v0, 3
	v_readlane_b32 s13, v0, 4
	v_readlane_b32 s12, v0, 5
	v_readlane_b32 s10, v0, 6
	v_readlane_b32 s11, v0, 7
	v_readlane_b32 s8, v0, 8
	v_readlane_b32 s9, v0, 9
	v_readlane_b32 s6, v0, 0
	v_readlane_b32 s7, v0, 1
	v_readlane_b32 s4, v0, 10
	v_readlane_b32 s5, v0, 11
	v_accvgpr_read_b32 v31, a0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, _ZL11syncthreadsv@rel32@lo+4
	s_addc_u32 s1, s1, _ZL11syncthreadsv@rel32@hi+12
	s_swappc_b64 s[30:31], s[0:1]
	v_readlane_b32 s31, v14, 1
	v_readlane_b32 s30, v14, 0
	s_xor_saveexec_b64 s[0:1], -1
	scratch_load_dword v14, off, s33 offset:36
	scratch_load_dword v2, off, s33 offset:40
	scratch_load_dword v0, off, s33 offset:44
	s_mov_b64 exec, s[0:1]
	s_add_i32 s32, s32, 0xffffffc0
	s_mov_b32 s33, s17
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	_ZL4meetP7barrier, .Lfunc_end1-_ZL4meetP7barrier
	.section	.AMDGPU.csdata,"",@progbits
	.text
	.p2align	2
	.type	_ZL11syncthreadsv,@function
_ZL11syncthreadsv:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s0, s33
	s_mov_b32 s33, s32
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s33, s0
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size	_ZL11syncthreadsv, .Lfunc_end2-_ZL11syncthreadsv
	.section	.AMDGPU.csdata,"",@progbits
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.type	.str,@object
	.section	.rodata.str1.1,"aMS",@progbits,1
.str:
	.asciz	"workgroup"
	.size	.str, 10
	.type	__hip_cuid_1b9cd152f4ea91c2,@object
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_1b9cd152f4ea91c2
__hip_cuid_1b9cd152f4ea91c2:
	.byte	0
	.size	__hip_cuid_1b9cd152f4ea91c2, 1
	.hidden	__oclc_ABI_version
	.type	__oclc_ABI_version,@object
	.section	.rodata,"a",@progbits
	.weak	__oclc_ABI_version
	.p2align	2, 0x0
__oclc_ABI_version:
	.long	500
	.size	__oclc_ABI_version, 4
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym _ZL4meetP7barrier
	.addrsig_sym _ZL11syncthreadsv
	.addrsig_sym __hip_cuid_1b9cd152f4ea91c2
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     23
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
      - .offset:         24
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         28
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         32
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         36
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         38
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         40
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         42
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         44
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         46
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         80
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         88
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         104
        .size:           8
        .value_kind:     hidden_hostcall_buffer
      - .offset:         112
        .size:           8
        .value_kind:     hidden_multigrid_sync_arg
      - .offset:         120
        .size:           8
        .value_kind:     hidden_heap_v1
      - .offset:         128
        .size:           8
        .value_kind:     hidden_default_queue
      - .offset:         136
        .size:           8
        .value_kind:     hidden_completion_action
      - .offset:         224
        .size:           8
        .value_kind:     hidden_queue_ptr
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 280
    .max_flat_workgroup_size: 256
    .name:           exchange
    .private_segment_fixed_size: 128
    .sgpr_count:     40
    .sgpr_spill_count: 8
    .symbol:         exchange.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: true
    .vgpr_count:     55
    .vgpr_spill_count: 5
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
