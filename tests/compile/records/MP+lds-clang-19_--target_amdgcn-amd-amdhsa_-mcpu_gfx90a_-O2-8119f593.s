# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=amdgcn-amd-amdhsa -mcpu=gfx90a -O2 -S -x c -std=gnu11 -fsigned-char -w -nogpulib -fno-unroll-loops -ffp-contract=off
# unit all ddbd8614
	.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
	.type	group0,@function
group0:
	v_cmp_lt_i32_e32 vcc, 63, v0
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[6:7], exec, s[0:1]
	s_cbranch_execz .LBB0_6
	v_cmp_eq_u32_e32 vcc, 64, v0
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB0_5
	s_load_dwordx4 s[0:3], s[4:5], 0x18
	s_load_dwordx2 s[10:11], s[4:5], 0x28
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v2, 1
	s_waitcnt lgkmcnt(0)
	global_load_dword v1, v0, s[0:1] glc
	s_waitcnt vmcnt(0)
	buffer_wbinvl1_vol
	v_cmp_ne_u32_e32 vcc, 1, v1
	s_cbranch_vccnz .LBB0_4
	s_load_dword s0, s[4:5], 0x10
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s0
	ds_read_b32 v2, v2
.LBB0_4:
	global_store_dword v0, v1, s[2:3]
	s_waitcnt lgkmcnt(0)
	global_store_dword v0, v2, s[10:11]
.LBB0_5:
	s_or_b64 exec, exec, s[8:9]
.LBB0_6:
	s_andn2_saveexec_b64 s[0:1], s[6:7]
	s_cbranch_execz .LBB0_9
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_9
	s_load_dword s2, s[4:5], 0x0
	s_load_dwordx2 s[0:1], s[4:5], 0x8
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 1
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s2
	ds_write_b32 v2, v1
	s_waitcnt vmcnt(0)
	global_store_dword v0, v1, s[0:1]
.LBB0_9:
	s_endpgm
	.section	.rodata,"a",@progbits
	.amdhsa_kernel group0
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
	.end_amdhsa_kernel
	.size	group0, .Lfunc_end0-group0
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
    .name:           group0
    .symbol:         group0.kd
	.end_amdgpu_metadata
# unit all bare ce1a3de9
	.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
	.type	group0,@function
group0:
	v_cmp_lt_i32_e32 vcc, 63, v0
	s_and_saveexec_b64 s[0:1], vcc
	s_xor_b64 s[0:1], exec, s[0:1]
	s_cbranch_execz .LBB0_4
	v_cmp_eq_u32_e32 vcc, 64, v0
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB0_3
	s_load_dwordx2 s[6:7], s[4:5], 0x18
	v_mov_b32_e32 v0, 0
	s_waitcnt lgkmcnt(0)
	global_load_dword v0, v0, s[6:7] glc
	s_waitcnt vmcnt(0)
	buffer_wbinvl1_vol
.LBB0_3:
	s_or_b64 exec, exec, s[2:3]
.LBB0_4:
	s_andn2_saveexec_b64 s[0:1], s[0:1]
	s_cbranch_execz .LBB0_7
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_7
	s_load_dword s2, s[4:5], 0x0
	s_load_dwordx2 s[0:1], s[4:5], 0x8
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 1
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s2
	ds_write_b32 v2, v1
	global_store_dword v0, v1, s[0:1]
.LBB0_7:
	s_endpgm
	.section	.rodata,"a",@progbits
	.amdhsa_kernel group0
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
	.end_amdhsa_kernel
	.size	group0, .Lfunc_end0-group0
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
    .name:           group0
    .symbol:         group0.kd
	.end_amdgpu_metadata
