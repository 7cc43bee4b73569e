# Debian clang version 19.1.7 (3~deb12u1)
# clang-19 --target=amdgcn-amd-amdhsa -mcpu=gfx942 -O2 -S -x c -std=gnu11 -fsigned-char -w -nogpulib -fno-unroll-loops -ffp-contract=off
# unit all ab7d54ee
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.type	P0,@function
P0:
	s_load_dwordx4 s[0:3], s[0:1], 0x0
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 1
	s_waitcnt lgkmcnt(0)
	global_store_dword v0, v1, s[0:1] sc1
	buffer_wbl2 sc1
	s_waitcnt vmcnt(0)
	global_store_dword v0, v1, s[2:3] sc1
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
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v0, 2
	buffer_wbl2 sc1
	s_waitcnt lgkmcnt(0)
	global_atomic_cmpswap v0, v1, v[0:1], s[6:7] sc0
	s_waitcnt vmcnt(0)
	buffer_inv sc1
	global_load_dword v2, v1, s[4:5] sc1
	s_nop 0
	global_store_dword v1, v0, s[8:9]
	s_waitcnt vmcnt(1)
	global_store_dword v1, v2, s[10:11]
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
# unit all bare 44e959cf
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.type	P0,@function
P0:
	s_load_dwordx4 s[0:3], s[0:1], 0x0
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 1
	s_waitcnt lgkmcnt(0)
	global_store_dword v0, v1, s[0:1] sc1
	buffer_wbl2 sc1
	s_waitcnt vmcnt(0)
	global_store_dword v0, v1, s[2:3] sc1
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
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v0, 2
	buffer_wbl2 sc1
	s_waitcnt lgkmcnt(0)
	global_atomic_cmpswap v1, v[0:1], s[2:3]
	s_waitcnt vmcnt(0)
	buffer_inv sc1
	global_load_dword v0, v1, s[0:1] sc1
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
