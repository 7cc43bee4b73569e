// cmcm: launch sum(flag, data, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 1, thread 0
// cmcm: exists out != 0 && out != 6
	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 5
	.protected	sum
	.globl	sum
	.p2align	8
	.type	sum,@function
sum:
	s_mov_b32 s33, 0
	s_mov_b32 s32, 0x60
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
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v1
	s_mov_b64 exec, s[18:19]
	v_mov_b32_e32 v1, v0
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_accvgpr_write_b32 a1, v1
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	s_load_dwordx2 s[2:3], s[0:1], 0x8
	s_nop 0
	s_load_dwordx2 s[0:1], s[0:1], 0x10
	s_mov_b64 s[14:15], 0
	s_mov_b32 s11, s15
	v_writelane_b32 v0, s11, 9
	s_mov_b64 s[8:9], src_private_base
	s_mov_b32 s7, 32
	s_lshr_b64 s[16:17], s[8:9], s7
	s_mov_b32 s8, -1
	v_writelane_b32 v0, s8, 10
	v_mov_b32_e32 v3, s33
	v_cmp_ne_u32_e64 s[12:13], v3, s8
	s_mov_b32 s10, s16
	v_writelane_b32 v0, s10, 11
	v_mov_b32_e32 v1, s11
	v_mov_b32_e32 v2, s10
	v_cndmask_b32_e64 v1, v1, v2, s[12:13]
	s_mov_b32 s7, s14
	v_writelane_b32 v0, s7, 12
	v_mov_b32_e32 v2, s7
	v_cndmask_b32_e64 v12, v2, v3, s[12:13]
	v_mov_b32_e32 v13, v1
	s_add_i32 s9, s33, 8
	v_mov_b32_e32 v3, s9
	v_cmp_ne_u32_e64 s[12:13], v3, s8
	v_mov_b32_e32 v1, s11
	v_mov_b32_e32 v2, s10
	v_cndmask_b32_e64 v1, v1, v2, s[12:13]
	v_mov_b32_e32 v2, s7
	v_cndmask_b32_e64 v8, v2, v3, s[12:13]
	v_mov_b32_e32 v9, v1
	s_add_i32 s9, s33, 16
	v_mov_b32_e32 v3, s9
	v_cmp_ne_u32_e64 s[12:13], v3, s8
	v_mov_b32_e32 v1, s11
	v_mov_b32_e32 v2, s10
	v_cndmask_b32_e64 v1, v1, v2, s[12:13]
	v_mov_b32_e32 v2, s7
	v_cndmask_b32_e64 v4, v2, v3, s[12:13]
	v_mov_b32_e32 v5, v1
	s_add_i32 s9, s33, 24
	v_mov_b32_e32 v3, s9
	v_cmp_ne_u32_e64 s[12:13], v3, s8
	v_mov_b32_e32 v1, s11
	v_mov_b32_e32 v2, s10
	v_cndmask_b32_e64 v1, v1, v2, s[12:13]
	v_mov_b32_e32 v2, s7
	v_cndmask_b32_e64 v10, v2, v3, s[12:13]
	v_mov_b32_e32 v11, v1
	v_accvgpr_write_b32 a2, v11
	v_accvgpr_write_b32 a3, v10
	s_add_i32 s9, s33, 32
	v_mov_b32_e32 v3, s9
	v_cmp_ne_u32_e64 s[12:13], v3, s8
	v_mov_b32_e32 v1, s11
	v_mov_b32_e32 v2, s10
	v_cndmask_b32_e64 v1, v1, v2, s[12:13]
	v_mov_b32_e32 v2, s7
	v_cndmask_b32_e64 v6, v2, v3, s[12:13]
	v_mov_b32_e32 v7, v1
	v_accvgpr_write_b32 a4, v7
	v_accvgpr_write_b32 a5, v6
	s_add_i32 s9, s33, 40
	v_mov_b32_e32 v3, s9
	v_cmp_ne_u32_e64 s[12:13], v3, s8
	v_mov_b32_e32 v1, s11
	v_mov_b32_e32 v2, s10
	v_cndmask_b32_e64 v1, v1, v2, s[12:13]
	v_mov_b32_e32 v2, s7
	v_cndmask_b32_e64 v2, v2, v3, s[12:13]
	v_mov_b32_e32 v3, v1
	v_accvgpr_write_b32 a6, v3
	v_accvgpr_write_b32 a7, v2
	s_add_i32 s9, s33, 48
	v_mov_b32_e32 v15, s9
	v_cmp_ne_u32_e64 s[12:13], v15, s8
	v_mov_b32_e32 v1, s11
	v_mov_b32_e32 v14, s10
	v_cndmask_b32_e64 v1, v1, v14, s[12:13]
	v_mov_b32_e32 v14, s7
	v_cndmask_b32_e64 v14, v14, v15, s[12:13]
	v_mov_b32_e32 v15, v1
	v_accvgpr_write_b32 a8, v15
	v_accvgpr_write_b32 a9, v14
	s_add_i32 s9, s33, 52
	v_mov_b32_e32 v15, s9
	v_cmp_ne_u32_e64 s[12:13], v15, s8
	v_mov_b32_e32 v1, s11
	v_mov_b32_e32 v14, s10
	v_cndmask_b32_e64 v1, v1, v14, s[12:13]
	v_mov_b32_e32 v14, s7
	v_cndmask_b32_e64 v14, v14, v15, s[12:13]
	v_mov_b32_e32 v15, v1
	v_accvgpr_write_b32 a10, v15
	v_accvgpr_write_b32 a11, v14
	s_add_i32 s9, s33, 56
	v_mov_b32_e32 v15, s9
	v_cmp_ne_u32_e64 s[12:13], v15, s8
	v_mov_b32_e32 v1, s11
	v_mov_b32_e32 v14, s10
	v_cndmask_b32_e64 v1, v1, v14, s[12:13]
	v_mov_b32_e32 v14, s7
	v_cndmask_b32_e64 v14, v14, v15, s[12:13]
	v_mov_b32_e32 v15, v1
	v_accvgpr_write_b32 a12, v15
	v_accvgpr_write_b32 a13, v14
	s_add_i32 s9, s33, 60
	v_mov_b32_e32 v15, s9
	v_cmp_ne_u32_e64 s[12:13], v15, s8
	v_mov_b32_e32 v1, s11
	v_mov_b32_e32 v14, s10
	v_cndmask_b32_e64 v1, v1, v14, s[12:13]
	v_mov_b32_e32 v14, s7
	v_cndmask_b32_e64 v14, v14, v15, s[12:13]
	v_mov_b32_e32 v15, v1
	v_accvgpr_write_b32 a14, v15
	v_accvgpr_write_b32 a15, v14
	s_add_i32 s9, s33, 0x48
	v_mov_b32_e32 v15, s9
	v_cmp_ne_u32_e64 s[12:13], v15, s8
	v_mov_b32_e32 v1, s11
	v_mov_b32_e32 v14, s10
	v_cndmask_b32_e64 v1, v1, v14, s[12:13]
	v_mov_b32_e32 v14, s7
	v_cndmask_b32_e64 v14, v14, v15, s[12:13]
	v_mov_b32_e32 v15, v1
	v_accvgpr_write_b32 a16, v15
	v_accvgpr_write_b32 a17, v14
	s_add_i32 s9, s33, 0x4c
	v_mov_b32_e32 v15, s9
	v_cmp_ne_u32_e64 s[12:13], v15, s8
	v_mov_b32_e32 v1, s11
	v_mov_b32_e32 v14, s10
	v_cndmask_b32_e64 v1, v1, v14, s[12:13]
	v_mov_b32_e32 v14, s7
	v_cndmask_b32_e64 v14, v14, v15, s[12:13]
	v_mov_b32_e32 v15, v1
	v_accvgpr_write_b32 a18, v15
	v_accvgpr_write_b32 a19, v14
	s_add_i32 s9, s33, 0x50
	v_mov_b32_e32 v15, s9
	v_cmp_ne_u32_e64 s[8:9], v15, s8
	v_mov_b32_e32 v1, s11
	v_mov_b32_e32 v14, s10
	v_cndmask_b32_e64 v1, v1, v14, s[8:9]
	v_mov_b32_e32 v14, s7
	v_cndmask_b32_e64 v14, v14, v15, s[8:9]
	v_mov_b32_e32 v15, v1
	v_accvgpr_write_b32 a20, v15
	v_accvgpr_write_b32 a21, v14
	v_mov_b64_e32 v[14:15], v[12:13]
	s_waitcnt lgkmcnt(0)
	v_mov_b64_e32 v[16:17], s[4:5]
	flat_store_dwordx2 v[14:15], v[16:17]
	flat_load_dwordx2 v[12:13], v[12:13]
	v_mov_b64_e32 v[14:15], v[8:9]
	v_mov_b64_e32 v[16:17], s[2:3]
	flat_store_dwordx2 v[14:15], v[16:17]
	flat_load_dwordx2 v[8:9], v[8:9]
	v_mov_b64_e32 v[14:15], v[4:5]
	v_mov_b64_e32 v[16:17], s[0:1]
	flat_store_dwordx2 v[14:15], v[16:17]
	flat_load_dwordx2 v[4:5], v[4:5]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dwordx2 v[10:11], v[12:13]
	flat_store_dwordx2 v[6:7], v[8:9]
	flat_store_dwordx2 v[2:3], v[4:5]
	s_mov_b64 s[0:1], -1
	s_mov_b32 s2, 0
	s_cmp_lg_u32 s6, s2
	s_cselect_b64 s[2:3], -1, 0
	s_and_b64 vcc, exec, s[2:3]
	v_writelane_b32 v0, s0, 13
	s_nop 1
	v_writelane_b32 v0, s1, 14
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_cbranch_vccnz .LBB1_9
	s_branch .LBB1_24
.LBB1_1:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_accvgpr_read_b32 v3, a8
	v_accvgpr_read_b32 v2, a9
	v_mov_b32_e32 v1, 0
	flat_store_dword v[2:3], v1
	s_mov_b64 s[0:1], 0
	v_writelane_b32 v0, s0, 15
	s_nop 1
	v_writelane_b32 v0, s1, 16
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_branch .LBB1_3
.LBB1_2:
	s_branch .LBB1_26
.LBB1_3:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 17
	v_readlane_b32 s1, v0, 18
	v_readlane_b32 s2, v0, 15
	v_readlane_b32 s3, v0, 16
	s_nop 0
	v_writelane_b32 v0, s2, 19
	s_nop 1
	v_writelane_b32 v0, s3, 20
	v_accvgpr_read_b32 v3, a8
	v_accvgpr_read_b32 v2, a9
	flat_load_dword v1, v[2:3]
	s_mov_b32 s2, 3
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_lt_i32_e64 s[2:3], v1, s2
	s_mov_b64 s[4:5], -1
	s_or_b64 s[0:1], s[0:1], exec
	v_writelane_b32 v0, s0, 21
	s_nop 1
	v_writelane_b32 v0, s1, 22
	v_writelane_b32 v0, s0, 23
	s_nop 1
	v_writelane_b32 v0, s1, 24
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 25
	s_nop 1
	v_writelane_b32 v0, s1, 26
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB1_5
	v_accvgpr_read_b32 v5, a4
	v_accvgpr_read_b32 v4, a5
	v_accvgpr_read_b32 v1, a8
	v_accvgpr_read_b32 v0, a9
	flat_load_dword v2, v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_ashrrev_i32_e64 v3, 31, v2
	v_mov_b32_e32 v0, v2
	v_mov_b32_e32 v1, v3
	s_mov_b32 s0, 1
	v_add_u32_e64 v2, v2, s0
	flat_load_dwordx2 v[4:5], v[4:5]
	s_mov_b32 s0, 2
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_lshl_add_u64 v[0:1], v[0:1], s0, v[4:5]
	flat_store_dword v[0:1], v2
	s_branch .LBB1_6
.LBB1_5:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 25
	v_readlane_b32 s1, v0, 26
	s_or_b64 exec, exec, s[0:1]
	v_readlane_b32 s4, v0, 19
	v_readlane_b32 s5, v0, 20
	v_readlane_b32 s2, v0, 23
	v_readlane_b32 s3, v0, 24
	s_mov_b64 s[0:1], s[2:3]
	s_and_b64 s[0:1], exec, s[0:1]
	s_or_b64 s[0:1], s[0:1], s[4:5]
	v_writelane_b32 v0, s2, 17
	s_nop 1
	v_writelane_b32 v0, s3, 18
	s_mov_b64 s[2:3], s[0:1]
	v_writelane_b32 v0, s2, 15
	s_nop 1
	v_writelane_b32 v0, s3, 16
	s_mov_b64 s[2:3], s[0:1]
	v_writelane_b32 v0, s2, 27
	s_nop 1
	v_writelane_b32 v0, s3, 28
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_andn2_b64 exec, exec, s[0:1]
	s_cbranch_execnz .LBB1_3
	s_branch .LBB1_7
.LBB1_6:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 21
	v_readlane_b32 s1, v0, 22
	v_accvgpr_read_b32 v3, a8
	v_accvgpr_read_b32 v2, a9
	v_mov_b64_e32 v[4:5], v[2:3]
	flat_load_dword v1, v[4:5]
	s_mov_b32 s2, 1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_u32_e64 v1, v1, s2
	flat_store_dword v[2:3], v1
	s_mov_b64 s[2:3], 0
	s_andn2_b64 s[0:1], s[0:1], exec
	v_writelane_b32 v0, s0, 23
	s_nop 1
	v_writelane_b32 v0, s1, 24
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_branch .LBB1_5
.LBB1_7:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 27
	v_readlane_b32 s1, v0, 28
	s_or_b64 exec, exec, s[0:1]
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v4, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s14, v4, 0
	v_readlane_b32 s13, v4, 1
	v_readlane_b32 s12, v4, 2
	v_readlane_b32 s10, v4, 3
	v_readlane_b32 s11, v4, 4
	v_readlane_b32 s4, v4, 7
	v_readlane_b32 s5, v4, 8
	v_readlane_b32 s0, v4, 5
	v_readlane_b32 s1, v4, 6
	v_accvgpr_read_b32 v3, a10
	v_accvgpr_read_b32 v2, a11
	v_accvgpr_read_b32 v1, a2
	v_accvgpr_read_b32 v0, a3
	v_accvgpr_read_b32 v31, a1
	s_mov_b64 s[6:7], 24
	s_mov_b32 s2, s0
	s_mov_b32 s0, s1
	s_mov_b32 s3, s6
	s_mov_b32 s1, s7
	s_add_u32 s8, s2, s3
	s_addc_u32 s0, s0, s1
	s_mov_b32 s9, s0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, _ZL11threadfencev@rel32@lo+4
	s_addc_u32 s1, s1, _ZL11threadfencev@rel32@hi+12
	s_swappc_b64 s[30:31], s[0:1]
	flat_load_dwordx2 v[0:1], v[0:1]
	v_mov_b32_e32 v6, 1
	v_mov_b64_e32 v[4:5], v[2:3]
	flat_store_dword v[4:5], v6
	flat_load_dword v2, v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[0:1], v2 sc1
	s_branch .LBB1_2
.LBB1_9:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_accvgpr_read_b32 v3, a12
	v_accvgpr_read_b32 v2, a13
	v_accvgpr_read_b32 v5, a2
	v_accvgpr_read_b32 v4, a3
	flat_load_dwordx2 v[4:5], v[4:5]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_load_dword v1, v[4:5] sc1
	v_mov_b64_e32 v[4:5], v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[4:5], v1
	flat_load_dword v1, v[2:3]
	s_mov_b32 s0, 0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_ne_u32_e64 s[2:3], v1, s0
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 29
	s_nop 1
	v_writelane_b32 v0, s1, 30
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB1_11
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s14, v0, 0
	v_readlane_b32 s13, v0, 1
	v_readlane_b32 s12, v0, 2
	v_readlane_b32 s10, v0, 3
	v_readlane_b32 s11, v0, 4
	v_readlane_b32 s4, v0, 7
	v_readlane_b32 s5, v0, 8
	v_readlane_b32 s0, v0, 5
	v_readlane_b32 s1, v0, 6
	v_accvgpr_read_b32 v3, a18
	v_accvgpr_read_b32 v2, a19
	v_accvgpr_read_b32 v31, a1
	v_accvgpr_read_b32 v5, a16
	v_accvgpr_read_b32 v4, a17
	v_mov_b32_e32 v1, 0
	flat_store_dword v[4:5], v1
	s_mov_b64 s[6:7], 24
	s_mov_b32 s2, s0
	s_mov_b32 s0, s1
	s_mov_b32 s3, s6
	s_mov_b32 s1, s7
	s_add_u32 s8, s2, s3
	s_addc_u32 s0, s0, s1
	s_mov_b32 s9, s0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, _ZL11threadfencev@rel32@lo+4
	s_addc_u32 s1, s1, _ZL11threadfencev@rel32@hi+12
	s_swappc_b64 s[30:31], s[0:1]
	flat_store_dword v[2:3], v1
	s_mov_b64 s[0:1], 0
	v_writelane_b32 v0, s0, 31
	s_nop 1
	v_writelane_b32 v0, s1, 32
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_branch .LBB1_12
.LBB1_11:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 29
	v_readlane_b32 s1, v0, 30
	s_or_b64 exec, exec, s[0:1]
	s_branch .LBB1_25
.LBB1_12:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 33
	v_readlane_b32 s1, v0, 34
	v_readlane_b32 s2, v0, 31
	v_readlane_b32 s3, v0, 32
	s_nop 0
	v_writelane_b32 v0, s2, 35
	s_nop 1
	v_writelane_b32 v0, s3, 36
	v_accvgpr_read_b32 v3, a18
	v_accvgpr_read_b32 v2, a19
	flat_load_dword v1, v[2:3]
	s_mov_b32 s2, 3
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_lt_i32_e64 s[2:3], v1, s2
	s_mov_b64 s[4:5], -1
	s_or_b64 s[0:1], s[0:1], exec
	v_writelane_b32 v0, s0, 37
	s_nop 1
	v_writelane_b32 v0, s1, 38
	v_writelane_b32 v0, s0, 39
	s_nop 1
	v_writelane_b32 v0, s1, 40
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 41
	s_nop 1
	v_writelane_b32 v0, s1, 42
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB1_14
	v_accvgpr_read_b32 v1, a14
	v_accvgpr_read_b32 v0, a15
	v_accvgpr_read_b32 v5, a18
	v_accvgpr_read_b32 v4, a19
	v_accvgpr_read_b32 v3, a4
	v_accvgpr_read_b32 v2, a5
	flat_load_dwordx2 v[2:3], v[2:3]
	s_nop 0
	flat_load_dword v4, v[4:5]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_ashrrev_i32_e64 v6, 31, v4
	v_mov_b32_e32 v5, v6
	s_mov_b32 s0, 2
	v_lshlrev_b64 v[4:5], s0, v[4:5]
	v_lshl_add_u64 v[2:3], v[2:3], 0, v[4:5]
	flat_load_dword v2, v[2:3]
	v_lshl_add_u64 v[0:1], v[0:1], 0, v[4:5]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[0:1], v2
	s_branch .LBB1_15
.LBB1_14:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 41
	v_readlane_b32 s1, v0, 42
	s_or_b64 exec, exec, s[0:1]
	v_readlane_b32 s4, v0, 35
	v_readlane_b32 s5, v0, 36
	v_readlane_b32 s2, v0, 39
	v_readlane_b32 s3, v0, 40
	s_mov_b64 s[0:1], s[2:3]
	s_and_b64 s[0:1], exec, s[0:1]
	s_or_b64 s[0:1], s[0:1], s[4:5]
	v_writelane_b32 v0, s2, 33
	s_nop 1
	v_writelane_b32 v0, s3, 34
	s_mov_b64 s[2:3], s[0:1]
	v_writelane_b32 v0, s2, 31
	s_nop 1
	v_writelane_b32 v0, s3, 32
	s_mov_b64 s[2:3], s[0:1]
	v_writelane_b32 v0, s2, 43
	s_nop 1
	v_writelane_b32 v0, s3, 44
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_andn2_b64 exec, exec, s[0:1]
	s_cbranch_execnz .LBB1_12
	s_branch .LBB1_16
.LBB1_15:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 37
	v_readlane_b32 s1, v0, 38
	v_accvgpr_read_b32 v3, a18
	v_accvgpr_read_b32 v2, a19
	v_mov_b64_e32 v[4:5], v[2:3]
	flat_load_dword v1, v[4:5]
	s_mov_b32 s2, 1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_u32_e64 v1, v1, s2
	flat_store_dword v[2:3], v1
	s_mov_b64 s[2:3], 0
	s_andn2_b64 s[0:1], s[0:1], exec
	v_writelane_b32 v0, s0, 39
	s_nop 1
	v_writelane_b32 v0, s1, 40
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_branch .LBB1_14
.LBB1_16:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 43
	v_readlane_b32 s1, v0, 44
	s_or_b64 exec, exec, s[0:1]
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_accvgpr_read_b32 v3, a20
	v_accvgpr_read_b32 v2, a21
	v_mov_b32_e32 v1, 2
	flat_store_dword v[2:3], v1
	s_mov_b64 s[0:1], 0
	v_writelane_b32 v0, s0, 45
	s_nop 1
	v_writelane_b32 v0, s1, 46
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
.LBB1_18:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 47
	v_readlane_b32 s1, v0, 48
	v_readlane_b32 s2, v0, 45
	v_readlane_b32 s3, v0, 46
	s_nop 0
	v_writelane_b32 v0, s2, 49
	s_nop 1
	v_writelane_b32 v0, s3, 50
	v_accvgpr_read_b32 v3, a20
	v_accvgpr_read_b32 v2, a21
	flat_load_dword v1, v[2:3]
	s_mov_b32 s2, -1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_gt_i32_e64 s[2:3], v1, s2
	s_mov_b64 s[4:5], -1
	s_or_b64 s[0:1], s[0:1], exec
	v_writelane_b32 v0, s0, 51
	s_nop 1
	v_writelane_b32 v0, s1, 52
	v_writelane_b32 v0, s0, 53
	s_nop 1
	v_writelane_b32 v0, s1, 54
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 55
	s_nop 1
	v_writelane_b32 v0, s1, 56
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB1_20
	v_accvgpr_read_b32 v1, a16
	v_accvgpr_read_b32 v0, a17
	v_accvgpr_read_b32 v5, a14
	v_accvgpr_read_b32 v4, a15
	v_accvgpr_read_b32 v3, a20
	v_accvgpr_read_b32 v2, a21
	flat_load_dword v2, v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_ashrrev_i32_e64 v6, 31, v2
	v_mov_b32_e32 v3, v6
	s_mov_b32 s0, 2
	v_lshl_add_u64 v[2:3], v[2:3], s0, v[4:5]
	flat_load_dword v3, v[2:3]
	v_mov_b64_e32 v[4:5], v[0:1]
	flat_load_dword v2, v[4:5]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_u32_e64 v2, v2, v3
	flat_store_dword v[0:1], v2
	s_branch .LBB1_21
.LBB1_20:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 55
	v_readlane_b32 s1, v0, 56
	s_or_b64 exec, exec, s[0:1]
	v_readlane_b32 s4, v0, 49
	v_readlane_b32 s5, v0, 50
	v_readlane_b32 s2, v0, 53
	v_readlane_b32 s3, v0, 54
	s_mov_b64 s[0:1], s[2:3]
	s_and_b64 s[0:1], exec, s[0:1]
	s_or_b64 s[0:1], s[0:1], s[4:5]
	v_writelane_b32 v0, s2, 47
	s_nop 1
	v_writelane_b32 v0, s3, 48
	s_mov_b64 s[2:3], s[0:1]
	v_writelane_b32 v0, s2, 45
	s_nop 1
	v_writelane_b32 v0, s3, 46
	s_mov_b64 s[2:3], s[0:1]
	v_writelane_b32 v0, s2, 57
	s_nop 1
	v_writelane_b32 v0, s3, 58
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_andn2_b64 exec, exec, s[0:1]
	s_cbranch_execnz .LBB1_18
	s_branch .LBB1_22
.LBB1_21:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 51
	v_readlane_b32 s1, v0, 52
	v_accvgpr_read_b32 v3, a20
	v_accvgpr_read_b32 v2, a21
	v_mov_b64_e32 v[4:5], v[2:3]
	flat_load_dword v1, v[4:5]
	s_mov_b32 s2, -1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_u32_e64 v1, v1, s2
	flat_store_dword v[2:3], v1
	s_mov_b64 s[2:3], 0
	s_andn2_b64 s[0:1], s[0:1], exec
	v_writelane_b32 v0, s0, 53
	s_nop 1
	v_writelane_b32 v0, s1, 54
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_branch .LBB1_20
.LBB1_22:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 57
	v_readlane_b32 s1, v0, 58
	s_or_b64 exec, exec, s[0:1]
	v_accvgpr_read_b32 v1, a6
	v_accvgpr_read_b32 v0, a7
	v_accvgpr_read_b32 v3, a16
	v_accvgpr_read_b32 v2, a17
	flat_load_dword v2, v[2:3]
	s_nop 0
	flat_load_dwordx2 v[0:1], v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[0:1], v2
	s_branch .LBB1_11
.LBB1_24:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 13
	v_readlane_b32 s1, v0, 14
	s_and_b64 vcc, exec, s[0:1]
	s_cbranch_vccnz .LBB1_1
	s_branch .LBB1_2
.LBB1_25:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	s_mov_b64 s[0:1], 0
	v_writelane_b32 v0, s0, 13
	s_nop 1
	v_writelane_b32 v0, s1, 14
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_branch .LBB1_24
.LBB1_26:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel sum
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 96
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
		.amdhsa_next_free_vgpr 54
		.amdhsa_next_free_sgpr 34
		.amdhsa_accum_offset 32
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
	.size	sum, .Lfunc_end0-sum
	.section	.AMDGPU.csdata,"",@progbits
	.text
	.p2align	2
	.type	_ZL11threadfencev,@function
_ZL11threadfencev:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_mov_b32 s0, s33
	s_mov_b32 s33, s32
	buffer_wbl2 sc1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	buffer_inv sc1
	s_mov_b32 s33, s0
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	_ZL11threadfencev, .Lfunc_end1-_ZL11threadfencev
	.section	.AMDGPU.csdata,"",@progbits
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.type	.str,@object
	.section	.rodata.str1.1,"aMS",@progbits,1
.str:
	.asciz	"agent"
	.size	.str, 6
	.type	__hip_cuid_69ca9d7d46d8cb71,@object
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_69ca9d7d46d8cb71
__hip_cuid_69ca9d7d46d8cb71:
	.byte	0
	.size	__hip_cuid_69ca9d7d46d8cb71, 1
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
	.addrsig_sym _ZL11threadfencev
	.addrsig_sym __hip_cuid_69ca9d7d46d8cb71
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     22
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
    .name:           sum
    .private_segment_fixed_size: 96
    .sgpr_count:     40
    .sgpr_spill_count: 73
    .symbol:         sum.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: true
    .vgpr_count:     54
    .vgpr_spill_count: 37
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
