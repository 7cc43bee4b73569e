# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=amdgcn-amd-amdhsa -mcpu=gfx942 -O2 -S -x c -std=gnu11 -fsigned-char -w -nogpulib -fno-unroll-loops -ffp-contract=off
# unit all b15e7408
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.type	P0,@function
P0:
	s_load_dwordx4 s[0:3], s[0:1], 0x0
	s_mov_b64 s[4:5], exec
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 1
	v_mbcnt_lo_u32_b32 v2, s4, 0
	s_waitcnt lgkmcnt(0)
	global_store_dword v0, v1, s[0:1] sc0 sc1
	v_mbcnt_hi_u32_b32 v1, s5, v2
	v_cmp_eq_u32_e32 vcc, 0, v1
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_2
	s_bcnt1_i32_b64 s0, s[4:5]
	v_mov_b32_e32 v1, s0
	buffer_wbl2 sc0 sc1
	s_waitcnt vmcnt(0)
	global_atomic_add v0, v1, s[2:3] sc1
	s_waitcnt vmcnt(0)
	buffer_inv sc0 sc1
.LBB0_2:
	s_endpgm
	.section	.rodata,"a",@progbits
	.amdhsa_kernel P0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
	.end_amdhsa_kernel
	.size	P0, .Lfunc_end0-P0
	.type	P1,@function
P1:
	s_load_dwordx8 s[4:11], s[0:1], 0x0
	s_mov_b64 s[2:3], exec
	v_mbcnt_lo_u32_b32 v0, s2, 0
	v_mbcnt_hi_u32_b32 v0, s3, v0
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB1_2
	s_bcnt1_i32_b64 s2, s[2:3]
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, s2
	buffer_wbl2 sc0 sc1
	s_waitcnt lgkmcnt(0)
	global_atomic_add v1, v1, v2, s[6:7] sc0 sc1
	s_waitcnt vmcnt(0)
	buffer_inv sc0 sc1
.LBB1_2:
	s_or_b64 exec, exec, s[0:1]
	v_mov_b32_e32 v2, 0
	s_waitcnt lgkmcnt(0)
	global_load_dword v3, v2, s[4:5] sc0 sc1
	v_readfirstlane_b32 s0, v1
	s_nop 1
	v_add_u32_e32 v0, s0, v0
	global_store_dword v2, v0, s[8:9]
	s_waitcnt vmcnt(1)
	global_store_dword v2, v3, s[10:11]
	s_endpgm
	.section	.rodata,"a",@progbits
	.amdhsa_kernel P1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
	.end_amdhsa_kernel
	.size	P1, .Lfunc_end1-P1
	.type	__oclc_ABI_version,@object
	.section	.rodata,"a",@progbits
__oclc_ABI_version:
	.long	500
	.size	__oclc_ABI_version, 4
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     0
    .args:
      - .address_space:  generic
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  generic
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
    .name:           P0
    .symbol:         P0.kd
  - .agpr_count:     0
    .args:
      - .address_space:  generic
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  generic
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  generic
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  generic
        .offset:         24
        .size:           8
        .value_kind:     global_buffer
    .name:           P1
    .symbol:         P1.kd
	.end_amdgpu_metadata
# unit all bare 6eeffa35
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.type	P0,@function
P0:
	s_load_dwordx4 s[0:3], s[0:1], 0x0
	s_mov_b64 s[4:5], exec
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 1
	v_mbcnt_lo_u32_b32 v2, s4, 0
	s_waitcnt lgkmcnt(0)
	global_store_dword v0, v1, s[0:1] sc0 sc1
	v_mbcnt_hi_u32_b32 v1, s5, v2
	v_cmp_eq_u32_e32 vcc, 0, v1
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_2
	s_bcnt1_i32_b64 s0, s[4:5]
	v_mov_b32_e32 v1, s0
	buffer_wbl2 sc0 sc1
	s_waitcnt vmcnt(0)
	global_atomic_add v0, v1, s[2:3] sc1
	s_waitcnt vmcnt(0)
	buffer_inv sc0 sc1
.LBB0_2:
	s_endpgm
	.section	.rodata,"a",@progbits
	.amdhsa_kernel P0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
	.end_amdhsa_kernel
	.size	P0, .Lfunc_end0-P0
	.type	P1,@function
P1:
	s_load_dwordx4 s[0:3], s[0:1], 0x0
	s_mov_b64 s[4:5], exec
	v_mbcnt_lo_u32_b32 v0, s4, 0
	v_mbcnt_hi_u32_b32 v0, s5, v0
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz .LBB1_2
	s_bcnt1_i32_b64 s4, s[4:5]
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, s4
	buffer_wbl2 sc0 sc1
	s_waitcnt lgkmcnt(0)
	global_atomic_add v0, v1, s[2:3] sc1
	s_waitcnt vmcnt(0)
	buffer_inv sc0 sc1
.LBB1_2:
	s_or_b64 exec, exec, s[6:7]
	v_mov_b32_e32 v0, 0
	s_waitcnt lgkmcnt(0)
	global_load_dword v0, v0, s[0:1] sc0 sc1
	s_endpgm
	.section	.rodata,"a",@progbits
	.amdhsa_kernel P1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
	.end_amdhsa_kernel
	.size	P1, .Lfunc_end1-P1
	.type	__oclc_ABI_version,@object
	.section	.rodata,"a",@progbits
__oclc_ABI_version:
	.long	500
	.size	__oclc_ABI_version, 4
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     0
    .args:
      - .address_space:  generic
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  generic
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
    .name:           P0
    .symbol:         P0.kd
  - .agpr_count:     0
    .args:
      - .address_space:  generic
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  generic
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
    .name:           P1
    .symbol:         P1.kd
	.end_amdgpu_metadata
