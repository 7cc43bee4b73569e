// cmcm: launch count(lock, n), blocks 2, threads 64, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 1, thread 0
// cmcm: exists n != 2
	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 5
	.protected	count
	.globl	count
	.p2align	8
	.type	count,@function
count:
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
	v_writelane_b32 v1, s0, 7
	s_nop 1
	v_writelane_b32 v1, s1, 8
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_write_b32 a6, v1
	s_mov_b64 exec, s[16:17]
	v_mov_b32_e32 v1, v0
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_read_b32 v0, a6
	s_mov_b64 exec, s[16:17]
	v_accvgpr_write_b32 a7, v1
	s_load_dwordx2 s[4:5], s[2:3], 0x0
	s_nop 0
	s_load_dwordx2 s[2:3], s[2:3], 0x8
	s_mov_b64 s[0:1], 0
	s_mov_b32 s10, s1
	s_mov_b64 s[6:7], src_private_base
	s_mov_b32 s8, 32
	s_lshr_b64 s[8:9], s[6:7], s8
	s_mov_b32 s6, -1
	v_mov_b32_e32 v3, s33
	v_cmp_ne_u32_e64 s[12:13], v3, s6
	s_mov_b32 s9, s8
	v_mov_b32_e32 v1, s10
	v_mov_b32_e32 v2, s9
	v_cndmask_b32_e64 v1, v1, v2, s[12:13]
	s_mov_b32 s8, s0
	v_mov_b32_e32 v2, s8
	v_cndmask_b32_e64 v8, v2, v3, s[12:13]
	v_mov_b32_e32 v9, v1
	s_add_i32 s7, s33, 8
	v_mov_b32_e32 v3, s7
	v_cmp_ne_u32_e64 s[12:13], v3, s6
	v_mov_b32_e32 v1, s10
	v_mov_b32_e32 v2, s9
	v_cndmask_b32_e64 v1, v1, v2, s[12:13]
	v_mov_b32_e32 v2, s8
	v_cndmask_b32_e64 v4, v2, v3, s[12:13]
	v_mov_b32_e32 v5, v1
	s_add_i32 s7, s33, 16
	v_mov_b32_e32 v3, s7
	v_cmp_ne_u32_e64 s[12:13], v3, s6
	v_mov_b32_e32 v1, s10
	v_mov_b32_e32 v2, s9
	v_cndmask_b32_e64 v1, v1, v2, s[12:13]
	v_mov_b32_e32 v2, s8
	v_cndmask_b32_e64 v6, v2, v3, s[12:13]
	v_mov_b32_e32 v7, v1
	v_accvgpr_write_b32 a8, v7
	v_accvgpr_write_b32 a9, v6
	s_add_i32 s7, s33, 24
	v_mov_b32_e32 v3, s7
	v_cmp_ne_u32_e64 s[12:13], v3, s6
	v_mov_b32_e32 v1, s10
	v_mov_b32_e32 v2, s9
	v_cndmask_b32_e64 v1, v1, v2, s[12:13]
	v_mov_b32_e32 v2, s8
	v_cndmask_b32_e64 v2, v2, v3, s[12:13]
	v_mov_b32_e32 v3, v1
	v_accvgpr_write_b32 a10, v3
	v_accvgpr_write_b32 a11, v2
	s_add_i32 s7, s33, 32
	v_mov_b32_e32 v11, s7
	v_cmp_ne_u32_e64 s[12:13], v11, s6
	v_mov_b32_e32 v1, s10
	v_mov_b32_e32 v10, s9
	v_cndmask_b32_e64 v1, v1, v10, s[12:13]
	v_mov_b32_e32 v10, s8
	v_cndmask_b32_e64 v10, v10, v11, s[12:13]
	v_mov_b32_e32 v11, v1
	v_accvgpr_write_b32 a12, v11
	v_accvgpr_write_b32 a13, v10
	s_add_i32 s7, s33, 36
	v_mov_b32_e32 v11, s7
	v_cmp_ne_u32_e64 s[6:7], v11, s6
	v_mov_b32_e32 v1, s10
	v_mov_b32_e32 v10, s9
	v_cndmask_b32_e64 v1, v1, v10, s[6:7]
	v_mov_b32_e32 v10, s8
	v_cndmask_b32_e64 v10, v10, v11, s[6:7]
	v_mov_b32_e32 v11, v1
	v_accvgpr_write_b32 a14, v11
	v_accvgpr_write_b32 a15, v10
	v_mov_b64_e32 v[10:11], v[8:9]
	s_waitcnt lgkmcnt(0)
	v_mov_b64_e32 v[12:13], s[4:5]
	flat_store_dwordx2 v[10:11], v[12:13]
	flat_load_dwordx2 v[8:9], v[8:9]
	v_mov_b64_e32 v[10:11], v[4:5]
	v_mov_b64_e32 v[12:13], s[2:3]
	flat_store_dwordx2 v[10:11], v[12:13]
	flat_load_dwordx2 v[4:5], v[4:5]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dwordx2 v[6:7], v[8:9]
	flat_store_dwordx2 v[2:3], v[4:5]
	v_writelane_b32 v0, s0, 9
	s_nop 1
	v_writelane_b32 v0, s1, 10
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_write_b32 a6, v0
	s_mov_b64 exec, s[16:17]
.LBB1_1:
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_read_b32 v2, a6
	s_mov_b64 exec, s[16:17]
	v_readlane_b32 s14, v2, 0
	v_readlane_b32 s13, v2, 1
	v_readlane_b32 s12, v2, 2
	v_readlane_b32 s10, v2, 3
	v_readlane_b32 s11, v2, 4
	v_readlane_b32 s4, v2, 7
	v_readlane_b32 s5, v2, 8
	v_readlane_b32 s0, v2, 5
	v_readlane_b32 s1, v2, 6
	v_readlane_b32 s2, v2, 11
	v_readlane_b32 s3, v2, 12
	v_readlane_b32 s6, v2, 9
	v_readlane_b32 s7, v2, 10
	s_nop 0
	v_writelane_b32 v2, s6, 13
	s_nop 1
	v_writelane_b32 v2, s7, 14
	v_writelane_b32 v2, s2, 15
	s_nop 1
	v_writelane_b32 v2, s3, 16
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_write_b32 a6, v2
	s_mov_b64 exec, s[16:17]
	v_accvgpr_read_b32 v31, a7
	v_accvgpr_read_b32 v7, a12
	v_accvgpr_read_b32 v6, a13
	v_accvgpr_read_b32 v1, a8
	v_accvgpr_read_b32 v0, a9
	flat_load_dwordx2 v[4:5], v[0:1]
	s_mov_b64 s[6:7], 16
	s_mov_b32 s2, s0
	s_mov_b32 s0, s1
	s_mov_b32 s3, s6
	s_mov_b32 s1, s7
	s_add_u32 s8, s2, s3
	s_addc_u32 s0, s0, s1
	s_mov_b32 s9, s0
	s_mov_b32 s0, 32
	v_lshrrev_b64 v[0:1], s0, v[6:7]
	v_mov_b32_e32 v3, v0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_lshrrev_b64 v[0:1], s0, v[4:5]
	v_mov_b32_e32 v1, v0
	v_mov_b32_e32 v2, v6
	v_mov_b32_e32 v0, v4
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, _ZL4takePiRi@rel32@lo+4
	s_addc_u32 s1, s1, _ZL4takePiRi@rel32@hi+12
	s_swappc_b64 s[30:31], s[0:1]
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_read_b32 v1, a6
	s_mov_b64 exec, s[16:17]
	v_readlane_b32 s0, v1, 15
	v_readlane_b32 s1, v1, 16
	v_mov_b32_e32 v1, v0
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_read_b32 v0, a6
	s_mov_b64 exec, s[16:17]
	v_and_b32_e64 v1, 1, v1
	v_cmp_eq_u32_e64 s[2:3], v1, 1
	s_mov_b64 s[4:5], -1
	s_xor_b64 s[2:3], s[2:3], s[4:5]
	s_or_b64 s[0:1], s[0:1], exec
	v_writelane_b32 v0, s0, 17
	s_nop 1
	v_writelane_b32 v0, s1, 18
	v_writelane_b32 v0, s0, 19
	s_nop 1
	v_writelane_b32 v0, s1, 20
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 21
	s_nop 1
	v_writelane_b32 v0, s1, 22
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_write_b32 a6, v0
	s_mov_b64 exec, s[16:17]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB1_3
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_read_b32 v0, a6
	s_mov_b64 exec, s[16:17]
	v_readlane_b32 s0, v0, 17
	v_readlane_b32 s1, v0, 18
	s_sleep 1
	s_mov_b64 s[2:3], 0
	s_andn2_b64 s[0:1], s[0:1], exec
	v_writelane_b32 v0, s0, 19
	s_nop 1
	v_writelane_b32 v0, s1, 20
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_write_b32 a6, v0
	s_mov_b64 exec, s[16:17]
.LBB1_3:
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_read_b32 v0, a6
	s_mov_b64 exec, s[16:17]
	v_readlane_b32 s0, v0, 21
	v_readlane_b32 s1, v0, 22
	s_or_b64 exec, exec, s[0:1]
	v_readlane_b32 s4, v0, 13
	v_readlane_b32 s5, v0, 14
	v_readlane_b32 s2, v0, 19
	v_readlane_b32 s3, v0, 20
	s_mov_b64 s[0:1], s[2:3]
	s_and_b64 s[0:1], exec, s[0:1]
	s_or_b64 s[0:1], s[0:1], s[4:5]
	v_writelane_b32 v0, s2, 11
	s_nop 1
	v_writelane_b32 v0, s3, 12
	s_mov_b64 s[2:3], s[0:1]
	v_writelane_b32 v0, s2, 9
	s_nop 1
	v_writelane_b32 v0, s3, 10
	s_mov_b64 s[2:3], s[0:1]
	v_writelane_b32 v0, s2, 23
	s_nop 1
	v_writelane_b32 v0, s3, 24
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_write_b32 a6, v0
	s_mov_b64 exec, s[16:17]
	s_andn2_b64 exec, exec, s[0:1]
	s_cbranch_execnz .LBB1_1
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_read_b32 v0, a6
	s_mov_b64 exec, s[16:17]
	v_readlane_b32 s0, v0, 23
	v_readlane_b32 s1, v0, 24
	s_or_b64 exec, exec, s[0:1]
	s_or_saveexec_b64 s[16:17], -1
	v_accvgpr_read_b32 v0, a6
	s_mov_b64 exec, s[16:17]
	v_accvgpr_read_b32 v5, a14
	v_accvgpr_read_b32 v4, a15
	v_accvgpr_read_b32 v3, a8
	v_accvgpr_read_b32 v2, a9
	v_accvgpr_read_b32 v7, a10
	v_accvgpr_read_b32 v6, a11
	flat_load_dwordx2 v[6:7], v[6:7]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_load_dword v1, v[6:7]
	s_mov_b32 s0, 1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_u32_e64 v1, v1, s0
	flat_store_dword v[6:7], v1
	flat_load_dwordx2 v[2:3], v[2:3]
	v_mov_b32_e32 v1, 0
	v_mov_b64_e32 v[6:7], v[4:5]
	flat_store_dword v[6:7], v1
	flat_load_dword v1, v[4:5]
	s_nop 0
	buffer_wbl2 sc1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[2:3], v1 sc1
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel count
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 96
		.amdhsa_kernarg_size 272
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
		.amdhsa_next_free_vgpr 48
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
	.size	count, .Lfunc_end0-count
	.section	.AMDGPU.csdata,"",@progbits
	.text
	.p2align	2
	.type	_ZL4takePiRi,@function
_ZL4takePiRi:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s5, s33
	s_mov_b32 s33, s32
	s_xor_saveexec_b64 s[0:1], -1
	scratch_store_dword off, v0, s33 offset:32
	scratch_store_dword off, v1, s33 offset:36
	s_mov_b64 exec, s[0:1]
	s_add_i32 s32, s32, 48
	v_mov_b32_e32 v10, v2
	v_mov_b32_e32 v12, v0
	s_or_saveexec_b64 s[12:13], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[12:13]
	v_mov_b32_e32 v11, v3
	v_mov_b32_e32 v13, v1
	s_mov_b64 s[8:9], 0
	s_mov_b32 s4, s9
	s_mov_b64 s[0:1], src_private_base
	s_mov_b32 s2, 32
	s_lshr_b64 s[2:3], s[0:1], s2
	s_mov_b32 s0, -1
	s_add_i32 s1, s33, 8
	v_mov_b32_e32 v3, s1
	v_cmp_ne_u32_e64 s[6:7], v3, s0
	s_mov_b32 s3, s2
	v_mov_b32_e32 v1, s4
	v_mov_b32_e32 v2, s3
	v_cndmask_b32_e64 v1, v1, v2, s[6:7]
	s_mov_b32 s2, s8
	v_mov_b32_e32 v2, s2
	v_cndmask_b32_e64 v4, v2, v3, s[6:7]
	v_mov_b32_e32 v5, v1
	s_add_i32 s1, s33, 16
	v_mov_b32_e32 v3, s1
	v_cmp_ne_u32_e64 s[6:7], v3, s0
	v_mov_b32_e32 v1, s4
	v_mov_b32_e32 v2, s3
	v_cndmask_b32_e64 v1, v1, v2, s[6:7]
	v_mov_b32_e32 v2, s2
	v_cndmask_b32_e64 v2, v2, v3, s[6:7]
	v_mov_b32_e32 v3, v1
	s_add_i32 s1, s33, 24
	v_mov_b32_e32 v7, s1
	v_cmp_ne_u32_e64 s[6:7], v7, s0
	v_mov_b32_e32 v1, s4
	v_mov_b32_e32 v6, s3
	v_cndmask_b32_e64 v1, v1, v6, s[6:7]
	v_mov_b32_e32 v6, s2
	v_cndmask_b32_e64 v6, v6, v7, s[6:7]
	v_mov_b32_e32 v7, v1
	s_add_i32 s1, s33, 28
	v_mov_b32_e32 v9, s1
	v_cmp_ne_u32_e64 s[0:1], v9, s0
	v_mov_b32_e32 v1, s4
	v_mov_b32_e32 v8, s3
	v_cndmask_b32_e64 v1, v1, v8, s[0:1]
	v_mov_b32_e32 v8, s2
	v_cndmask_b32_e64 v8, v8, v9, s[0:1]
	v_mov_b32_e32 v9, v1
	v_accvgpr_write_b32 a1, v9
	v_accvgpr_write_b32 a2, v8
	v_mov_b64_e32 v[8:9], v[4:5]
	flat_store_dwordx2 v[8:9], v[12:13]
	v_mov_b64_e32 v[8:9], v[2:3]
	flat_store_dwordx2 v[8:9], v[10:11]
	v_mov_b64_e32 v[8:9], v[2:3]
	flat_load_dwordx2 v[8:9], v[8:9]
	v_mov_b32_e32 v1, 0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[8:9], v1
	flat_load_dwordx2 v[4:5], v[4:5]
	s_nop 0
	flat_load_dwordx2 v[2:3], v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_accvgpr_write_b32 a3, v3
	v_accvgpr_write_b32 a4, v2
	v_mov_b32_e32 v1, 1
	v_mov_b64_e32 v[8:9], v[6:7]
	flat_store_dword v[8:9], v1
	flat_load_dword v2, v[2:3]
	s_nop 0
	flat_load_dword v6, v[6:7]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v7, v2
	flat_atomic_cmpswap v1, v[4:5], v[6:7] sc0
	s_waitcnt vmcnt(0)
	buffer_inv sc1
	s_waitcnt lgkmcnt(0)
	v_accvgpr_write_b32 a5, v1
	v_cmp_eq_u32_e64 s[0:1], v1, v2
	v_cmp_ne_u32_e64 s[2:3], v1, v2
	s_nop 0
	v_writelane_b32 v0, s0, 0
	s_nop 1
	v_writelane_b32 v0, s1, 1
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 2
	s_nop 1
	v_writelane_b32 v0, s1, 3
	s_or_saveexec_b64 s[12:13], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[12:13]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB0_2
	v_accvgpr_read_b32 v1, a3
	v_accvgpr_read_b32 v0, a4
	v_accvgpr_read_b32 v2, a5
	flat_store_dword v[0:1], v2
.LBB0_2:
	s_or_saveexec_b64 s[12:13], -1
	v_accvgpr_read_b32 v1, a0
	s_mov_b64 exec, s[12:13]
	v_readlane_b32 s2, v1, 2
	v_readlane_b32 s3, v1, 3
	s_or_b64 exec, exec, s[2:3]
	v_readlane_b32 s0, v1, 0
	v_readlane_b32 s1, v1, 1
	v_accvgpr_read_b32 v3, a1
	v_accvgpr_read_b32 v2, a2
	v_cndmask_b32_e64 v0, 0, 1, s[0:1]
	v_mov_b64_e32 v[4:5], v[2:3]
	flat_store_byte v[4:5], v0
	flat_load_ubyte v0, v[2:3]
	s_mov_b32 s0, 1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_and_b32_e64 v0, v0, s0
	s_xor_saveexec_b64 s[0:1], -1
	scratch_load_dword v0, off, s33 offset:32
	s_nop 0
	scratch_load_dword v1, off, s33 offset:36
	s_mov_b64 exec, s[0:1]
	s_add_i32 s32, s32, 0xffffffd0
	s_mov_b32 s33, s5
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	_ZL4takePiRi, .Lfunc_end1-_ZL4takePiRi
	.section	.AMDGPU.csdata,"",@progbits
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.type	__hip_cuid_4b3d596687039731,@object
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_4b3d596687039731
__hip_cuid_4b3d596687039731:
	.byte	0
	.size	__hip_cuid_4b3d596687039731, 1
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
	.addrsig_sym _ZL4takePiRi
	.addrsig_sym __hip_cuid_4b3d596687039731
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     16
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         20
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         24
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         28
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         30
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         32
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         34
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         36
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         38
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         56
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         80
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         96
        .size:           8
        .value_kind:     hidden_hostcall_buffer
      - .offset:         104
        .size:           8
        .value_kind:     hidden_multigrid_sync_arg
      - .offset:         112
        .size:           8
        .value_kind:     hidden_heap_v1
      - .offset:         120
        .size:           8
        .value_kind:     hidden_default_queue
      - .offset:         128
        .size:           8
        .value_kind:     hidden_completion_action
      - .offset:         216
        .size:           8
        .value_kind:     hidden_queue_ptr
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 272
    .max_flat_workgroup_size: 256
    .name:           count
    .private_segment_fixed_size: 96
    .sgpr_count:     40
    .sgpr_spill_count: 29
    .symbol:         count.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: true
    .vgpr_count:     48
    .vgpr_spill_count: 15
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
