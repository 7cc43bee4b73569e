// cmcm: launch scan(state, out), blocks 3, threads 64, others absent
// cmcm: P0 = block 0
// cmcm: P1 = block 1
// cmcm: P2 = block 2
// cmcm: init uint64_t state[3] = {0}
// cmcm: init out[3] = {0}
// cmcm: exists out[0] != 1 || out[1] != 3 || out[2] != 6
	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 5
	.protected	scan
	.globl	scan
	.p2align	8
	.type	scan,@function
scan:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_add_i32 s14, s2, 1
	s_mov_b32 s0, 0
	s_cmp_eq_u32 s2, 0
	s_mov_b32 s1, 1
	s_cbranch_scc1 .LBB0_8
	s_mov_b32 s3, s0
	s_lshl_b64 s[8:9], s[2:3], 3
	s_waitcnt lgkmcnt(0)
	s_add_u32 s8, s4, s8
	s_addc_u32 s9, s5, s9
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v2, s14
	v_mov_b32_e32 v3, 1
	global_store_dwordx2 v0, v[2:3], s[8:9] sc1
	s_mov_b32 s9, 2
	s_mov_b32 s10, s2
	v_mov_b32_e32 v4, 0
	s_branch .LBB0_4
.LBB0_2:
	s_mov_b64 s[12:13], -1
.LBB0_3:
	s_and_b64 vcc, exec, s[12:13]
	s_cbranch_vccnz .LBB0_9
.LBB0_4:
	s_add_i32 s10, s10, -1
	s_cmp_lt_i32 s10, 0
	s_cbranch_scc1 .LBB0_2
	s_mov_b32 s11, s0
	s_lshl_b64 s[12:13], s[10:11], 3
	s_add_u32 s12, s4, s12
	s_addc_u32 s13, s5, s13
.LBB0_6:
	global_load_dwordx2 v[2:3], v0, s[12:13] sc1
	s_waitcnt vmcnt(0)
	v_cmp_gt_u64_e32 vcc, s[0:1], v[2:3]
	s_cbranch_vccnz .LBB0_6
	v_mov_b32_e32 v1, v3
	s_mov_b32 s8, s0
	v_add_u32_e32 v4, v4, v2
	v_cmp_eq_u64_e64 s[12:13], s[8:9], v[0:1]
	s_branch .LBB0_3
.LBB0_8:
	s_mov_b64 s[2:3], 0
	v_mov_b32_e32 v4, 0
.LBB0_9:
	s_lshl_b64 s[0:1], s[2:3], 3
	s_waitcnt lgkmcnt(0)
	s_add_u32 s0, s4, s0
	s_addc_u32 s1, s5, s1
	v_mov_b32_e32 v2, 0
	v_add_u32_e32 v0, s14, v4
	v_mov_b32_e32 v1, 2
	global_store_dwordx2 v2, v[0:1], s[0:1] sc1
	s_lshl_b64 s[0:1], s[2:3], 2
	s_add_u32 s0, s6, s0
	s_addc_u32 s1, s7, s1
	global_store_dword v2, v0, s[0:1]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel scan
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 16
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 5
		.amdhsa_next_free_sgpr 15
		.amdhsa_accum_offset 8
		.amdhsa_reserve_vcc 1
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
	.size	scan, .Lfunc_end0-scan
	.section	.AMDGPU.csdata,"",@progbits
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.type	__hip_cuid_e1db54c8d24596fa,@object
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_e1db54c8d24596fa
__hip_cuid_e1db54c8d24596fa:
	.byte	0
	.size	__hip_cuid_e1db54c8d24596fa, 1
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym __hip_cuid_e1db54c8d24596fa
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 16
    .max_flat_workgroup_size: 256
    .name:           scan
    .private_segment_fixed_size: 0
    .sgpr_count:     21
    .sgpr_spill_count: 0
    .symbol:         scan.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     5
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
