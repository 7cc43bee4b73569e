// cmcm: launch unfenced(in, part, done, out), blocks 2, threads 128, others absent
// cmcm: P0 = block 0, thread 0
// cmcm: P1 = block 0, thread 64
// cmcm: P2 = block 1, thread 0
// cmcm: P3 = block 1, thread 64
// cmcm: init { int in[256]; in[0]=1; in[64]=1; in[128]=1; in[192]=1; }
// cmcm: init out = -1
// cmcm: exists out != 4 && out != -1
	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 5
	.protected	unfenced
	.globl	unfenced
	.p2align	8
	.type	unfenced,@function
unfenced:
	s_mov_b32 s33, 0
	s_mov_b32 s32, 0x50
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
	s_load_dwordx2 s[6:7], s[0:1], 0x0
	s_load_dwordx2 s[4:5], s[0:1], 0x8
	s_load_dwordx2 s[2:3], s[0:1], 0x10
	s_nop 0
	s_load_dwordx2 s[0:1], s[0:1], 0x18
	s_mov_b64 s[16:17], 0
	s_mov_b32 s12, s17
	v_writelane_b32 v0, s12, 9
	s_mov_b64 s[8:9], src_private_base
	s_mov_b32 s10, 32
	s_lshr_b64 s[10:11], s[8:9], s10
	s_mov_b32 s8, -1
	v_writelane_b32 v0, s8, 10
	v_mov_b32_e32 v4, s33
	v_cmp_ne_u32_e64 s[14:15], v4, s8
	s_mov_b32 s11, s10
	v_writelane_b32 v0, s11, 11
	v_mov_b32_e32 v2, s12
	v_mov_b32_e32 v3, s11
	v_cndmask_b32_e64 v2, v2, v3, s[14:15]
	s_mov_b32 s10, s16
	v_writelane_b32 v0, s10, 12
	v_mov_b32_e32 v3, s10
	v_cndmask_b32_e64 v16, v3, v4, s[14:15]
	v_mov_b32_e32 v17, v2
	s_add_i32 s9, s33, 8
	v_mov_b32_e32 v4, s9
	v_cmp_ne_u32_e64 s[14:15], v4, s8
	v_mov_b32_e32 v2, s12
	v_mov_b32_e32 v3, s11
	v_cndmask_b32_e64 v2, v2, v3, s[14:15]
	v_mov_b32_e32 v3, s10
	v_cndmask_b32_e64 v12, v3, v4, s[14:15]
	v_mov_b32_e32 v13, v2
	s_add_i32 s9, s33, 16
	v_mov_b32_e32 v4, s9
	v_cmp_ne_u32_e64 s[14:15], v4, s8
	v_mov_b32_e32 v2, s12
	v_mov_b32_e32 v3, s11
	v_cndmask_b32_e64 v2, v2, v3, s[14:15]
	v_mov_b32_e32 v3, s10
	v_cndmask_b32_e64 v8, v3, v4, s[14:15]
	v_mov_b32_e32 v9, v2
	s_add_i32 s9, s33, 24
	v_mov_b32_e32 v4, s9
	v_cmp_ne_u32_e64 s[14:15], v4, s8
	v_mov_b32_e32 v2, s12
	v_mov_b32_e32 v3, s11
	v_cndmask_b32_e64 v2, v2, v3, s[14:15]
	v_mov_b32_e32 v3, s10
	v_cndmask_b32_e64 v4, v3, v4, s[14:15]
	v_mov_b32_e32 v5, v2
	s_add_i32 s9, s33, 32
	v_mov_b32_e32 v6, s9
	v_cmp_ne_u32_e64 s[14:15], v6, s8
	v_mov_b32_e32 v2, s12
	v_mov_b32_e32 v3, s11
	v_cndmask_b32_e64 v2, v2, v3, s[14:15]
	v_mov_b32_e32 v3, s10
	v_cndmask_b32_e64 v14, v3, v6, s[14:15]
	v_mov_b32_e32 v15, v2
	v_accvgpr_write_b32 a2, v15
	v_accvgpr_write_b32 a3, v14
	s_add_i32 s9, s33, 40
	v_mov_b32_e32 v6, s9
	v_cmp_ne_u32_e64 s[14:15], v6, s8
	v_mov_b32_e32 v2, s12
	v_mov_b32_e32 v3, s11
	v_cndmask_b32_e64 v2, v2, v3, s[14:15]
	v_mov_b32_e32 v3, s10
	v_cndmask_b32_e64 v10, v3, v6, s[14:15]
	v_mov_b32_e32 v11, v2
	v_accvgpr_write_b32 a4, v11
	v_accvgpr_write_b32 a5, v10
	s_add_i32 s9, s33, 48
	v_mov_b32_e32 v6, s9
	v_cmp_ne_u32_e64 s[14:15], v6, s8
	v_mov_b32_e32 v2, s12
	v_mov_b32_e32 v3, s11
	v_cndmask_b32_e64 v2, v2, v3, s[14:15]
	v_mov_b32_e32 v3, s10
	v_cndmask_b32_e64 v6, v3, v6, s[14:15]
	v_mov_b32_e32 v7, v2
	v_accvgpr_write_b32 a6, v7
	v_accvgpr_write_b32 a7, v6
	s_add_i32 s9, s33, 56
	v_mov_b32_e32 v3, s9
	v_cmp_ne_u32_e64 s[14:15], v3, s8
	v_mov_b32_e32 v2, s12
	v_mov_b32_e32 v18, s11
	v_cndmask_b32_e64 v18, v2, v18, s[14:15]
	v_mov_b32_e32 v2, s10
	v_cndmask_b32_e64 v2, v2, v3, s[14:15]
	v_mov_b32_e32 v3, v18
	v_accvgpr_write_b32 a8, v3
	v_accvgpr_write_b32 a9, v2
	s_add_i32 s9, s33, 64
	v_mov_b32_e32 v19, s9
	v_cmp_ne_u32_e64 s[14:15], v19, s8
	v_mov_b32_e32 v18, s12
	v_mov_b32_e32 v20, s11
	v_cndmask_b32_e64 v20, v18, v20, s[14:15]
	v_mov_b32_e32 v18, s10
	v_cndmask_b32_e64 v18, v18, v19, s[14:15]
	v_mov_b32_e32 v19, v20
	v_accvgpr_write_b32 a10, v19
	v_accvgpr_write_b32 a11, v18
	s_add_i32 s9, s33, 0x44
	v_mov_b32_e32 v19, s9
	v_cmp_ne_u32_e64 s[8:9], v19, s8
	v_mov_b32_e32 v18, s12
	v_mov_b32_e32 v20, s11
	v_cndmask_b32_e64 v20, v18, v20, s[8:9]
	v_mov_b32_e32 v18, s10
	v_cndmask_b32_e64 v18, v18, v19, s[8:9]
	v_mov_b32_e32 v19, v20
	v_accvgpr_write_b32 a12, v19
	v_accvgpr_write_b32 a13, v18
	v_mov_b64_e32 v[18:19], v[16:17]
	s_waitcnt lgkmcnt(0)
	v_mov_b64_e32 v[20:21], s[6:7]
	flat_store_dwordx2 v[18:19], v[20:21]
	flat_load_dwordx2 v[16:17], v[16:17]
	v_mov_b64_e32 v[18:19], v[12:13]
	v_mov_b64_e32 v[20:21], s[4:5]
	flat_store_dwordx2 v[18:19], v[20:21]
	flat_load_dwordx2 v[12:13], v[12:13]
	v_mov_b64_e32 v[18:19], v[8:9]
	v_mov_b64_e32 v[20:21], s[2:3]
	flat_store_dwordx2 v[18:19], v[20:21]
	flat_load_dwordx2 v[8:9], v[8:9]
	v_mov_b64_e32 v[18:19], v[4:5]
	v_mov_b64_e32 v[20:21], s[0:1]
	flat_store_dwordx2 v[18:19], v[20:21]
	flat_load_dwordx2 v[4:5], v[4:5]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dwordx2 v[14:15], v[16:17]
	flat_store_dwordx2 v[10:11], v[12:13]
	flat_store_dwordx2 v[6:7], v[8:9]
	flat_store_dwordx2 v[2:3], v[4:5]
	s_mov_b32 s0, 63
	v_and_b32_e64 v1, v1, s0
	s_mov_b32 s0, 0
	v_cmp_eq_u32_e64 s[2:3], v1, s0
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 13
	s_nop 1
	v_writelane_b32 v0, s1, 14
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB2_2
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v1, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v1, 2
	v_readlane_b32 s2, v1, 5
	v_readlane_b32 s3, v1, 6
	v_accvgpr_read_b32 v0, a1
	v_accvgpr_read_b32 v3, a2
	v_accvgpr_read_b32 v2, a3
	flat_load_dwordx2 v[4:5], v[2:3]
	v_mov_b32_e32 v1, 0
	global_load_ushort v1, v1, s[2:3] offset:44
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v1, s0, v1
	s_mov_b32 s0, 0x3ff
	v_and_b32_e64 v0, v0, s0
	v_add_u32_e64 v2, v1, v0
	s_mov_b32 s3, 0
	v_mov_b32_e32 v1, s3
	v_mov_b32_e32 v3, v1
	s_mov_b32 s0, 2
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[2:3], v[2:3], s0, v[4:5]
	flat_load_dword v2, v[2:3]
	s_mov_b64 s[0:1], src_shared_base
	s_mov_b32 s2, 32
	s_lshr_b64 s[0:1], s[0:1], s2
	s_mov_b32 s2, s0
	s_mov_b32 s0, 0
	s_mov_b32 s1, s2
	s_mov_b32 s2, s1
	s_mov_b32 s4, 4
	v_lshrrev_b32_e64 v0, s4, v0
	s_mov_b32 s4, 12
	v_and_b32_e64 v0, v0, s4
	v_mov_b32_e32 v3, s3
	v_mov_b32_e32 v1, v3
	v_mov_b32_e32 v3, v1
	v_or_b32_e64 v3, s2, v3
	v_or_b32_e64 v0, s0, v0
	v_mov_b32_e32 v1, v3
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[0:1], v2
.LBB2_2:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s2, v0, 13
	v_readlane_b32 s3, v0, 14
	s_or_b64 exec, exec, s[2:3]
	v_readlane_b32 s14, v0, 0
	v_readlane_b32 s13, v0, 1
	v_readlane_b32 s12, v0, 2
	v_readlane_b32 s10, v0, 3
	v_readlane_b32 s11, v0, 4
	v_readlane_b32 s4, v0, 7
	v_readlane_b32 s5, v0, 8
	v_readlane_b32 s0, v0, 5
	v_readlane_b32 s1, v0, 6
	v_accvgpr_read_b32 v1, a1
	s_mov_b64 s[6:7], 32
	s_mov_b32 s2, s0
	s_mov_b32 s0, s1
	s_mov_b32 s3, s6
	s_mov_b32 s1, s7
	s_add_u32 s8, s2, s3
	s_addc_u32 s0, s0, s1
	s_mov_b32 s9, s0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, _ZL11syncthreadsv@rel32@lo+4
	s_addc_u32 s1, s1, _ZL11syncthreadsv@rel32@hi+12
	v_mov_b32_e32 v31, v1
	s_swappc_b64 s[30:31], s[0:1]
	s_mov_b32 s0, 0x3ff
	v_and_b32_e64 v1, v1, s0
	s_mov_b32 s0, 0
	v_cmp_eq_u32_e64 s[2:3], v1, s0
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 15
	s_nop 1
	v_writelane_b32 v0, s1, 16
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB2_4
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
	v_accvgpr_read_b32 v3, a12
	v_accvgpr_read_b32 v2, a13
	v_accvgpr_read_b32 v7, a10
	v_accvgpr_read_b32 v6, a11
	v_accvgpr_read_b32 v1, a6
	v_accvgpr_read_b32 v0, a7
	v_accvgpr_read_b32 v31, a1
	v_accvgpr_read_b32 v9, a4
	v_accvgpr_read_b32 v8, a5
	s_mov_b64 s[2:3], src_shared_base
	s_mov_b32 s6, 32
	s_lshr_b64 s[2:3], s[2:3], s6
	s_mov_b32 s6, s2
	v_writelane_b32 v4, s6, 17
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v4
	s_mov_b64 exec, s[18:19]
	s_mov_b32 s2, 0
	s_mov_b32 s3, s6
	v_mov_b64_e32 v[10:11], s[2:3]
	flat_load_dword v5, v[10:11]
	v_mov_b64_e32 v[10:11], s[2:3]
	flat_load_dword v10, v[10:11] offset:4
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_u32_e64 v5, v5, v10
	flat_load_dwordx2 v[10:11], v[8:9]
	s_mov_b32 s6, 0
	s_mov_b32 s2, s12
	s_mov_b32 s3, s6
	s_mov_b32 s6, 2
	v_mov_b32_e32 v8, s6
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_lshl_add_u64 v[8:9], s[2:3], v8, v[10:11]
	flat_store_dword v[8:9], v5
	s_mov_b64 s[6:7], 32
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
	v_readlane_b32 s0, v4, 17
	flat_load_dwordx2 v[4:5], v[0:1]
	v_mov_b32_e32 v1, 1
	v_mov_b64_e32 v[8:9], v[6:7]
	flat_store_dword v[8:9], v1
	flat_load_dword v0, v[6:7]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_atomic_add v0, v[4:5], v0 sc0
	v_mov_b64_e32 v[4:5], v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[4:5], v0
	flat_load_dword v0, v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_cmp_eq_u32_e64 s[2:3], v0, v1
	s_nop 1
	v_cndmask_b32_e64 v2, 0, 1, s[2:3]
	s_mov_b32 s1, 8
	v_mov_b32_e32 v0, s1
	v_mov_b32_e32 v3, s0
	v_mov_b32_e32 v1, v3
	flat_store_byte v[0:1], v2
.LBB2_4:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s2, v0, 15
	v_readlane_b32 s3, v0, 16
	s_or_b64 exec, exec, s[2:3]
	v_readlane_b32 s14, v0, 0
	v_readlane_b32 s13, v0, 1
	v_readlane_b32 s12, v0, 2
	v_readlane_b32 s10, v0, 3
	v_readlane_b32 s11, v0, 4
	v_readlane_b32 s4, v0, 7
	v_readlane_b32 s5, v0, 8
	v_readlane_b32 s0, v0, 5
	v_readlane_b32 s1, v0, 6
	v_accvgpr_read_b32 v1, a1
	s_mov_b64 s[6:7], 32
	s_mov_b32 s2, s0
	s_mov_b32 s0, s1
	s_mov_b32 s3, s6
	s_mov_b32 s1, s7
	s_add_u32 s8, s2, s3
	s_addc_u32 s0, s0, s1
	s_mov_b32 s9, s0
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, _ZL11syncthreadsv@rel32@lo+4
	s_addc_u32 s1, s1, _ZL11syncthreadsv@rel32@hi+12
	v_mov_b32_e32 v31, v1
	s_swappc_b64 s[30:31], s[0:1]
	s_mov_b32 s0, 0x3ff
	v_and_b32_e64 v1, v1, s0
	s_mov_b32 s0, 64
	v_cmp_eq_u32_e64 s[2:3], v1, s0
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 18
	s_nop 1
	v_writelane_b32 v0, s1, 19
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB2_8
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	s_mov_b64 s[0:1], src_shared_base
	s_mov_b32 s2, 32
	s_lshr_b64 s[0:1], s[0:1], s2
	s_mov_b32 s1, 8
	v_mov_b32_e32 v2, s1
	v_mov_b32_e32 v1, s0
	v_mov_b32_e32 v3, v1
	flat_load_ubyte v1, v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_and_b32_e64 v1, 1, v1
	v_cmp_eq_u32_e64 s[2:3], v1, 1
	s_mov_b64 s[0:1], exec
	v_writelane_b32 v0, s0, 20
	s_nop 1
	v_writelane_b32 v0, s1, 21
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_write_b32 a0, v0
	s_mov_b64 exec, s[18:19]
	s_and_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB2_7
	v_accvgpr_read_b32 v1, a8
	v_accvgpr_read_b32 v0, a9
	v_accvgpr_read_b32 v3, a4
	v_accvgpr_read_b32 v2, a5
	flat_load_dwordx2 v[4:5], v[2:3]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_load_dword v2, v[4:5]
	flat_load_dword v3, v[4:5] offset:4
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_u32_e64 v2, v2, v3
	flat_load_dwordx2 v[0:1], v[0:1]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	flat_store_dword v[0:1], v2
.LBB2_7:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 20
	v_readlane_b32 s1, v0, 21
	s_or_b64 exec, exec, s[0:1]
.LBB2_8:
	s_or_saveexec_b64 s[18:19], -1
	v_accvgpr_read_b32 v0, a0
	s_mov_b64 exec, s[18:19]
	v_readlane_b32 s0, v0, 18
	v_readlane_b32 s1, v0, 19
	s_or_b64 exec, exec, s[0:1]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel unfenced
		.amdhsa_group_segment_fixed_size 12
		.amdhsa_private_segment_fixed_size 80
		.amdhsa_kernarg_size 288
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
		.amdhsa_next_free_vgpr 46
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
	.size	unfenced, .Lfunc_end0-unfenced
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
.Lfunc_end1:
	.size	_ZL11syncthreadsv, .Lfunc_end1-_ZL11syncthreadsv
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
.Lfunc_end2:
	.size	_ZL11threadfencev, .Lfunc_end2-_ZL11threadfencev
	.section	.AMDGPU.csdata,"",@progbits
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.type	.str,@object
	.section	.rodata.str1.1,"aMS",@progbits,1
.str:
	.asciz	"workgroup"
	.size	.str, 10
	.type	.str.1,@object
.str.1:
	.asciz	"agent"
	.size	.str.1, 6
	.type	__hip_cuid_3fd5f5aeeb0f80b2,@object
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_3fd5f5aeeb0f80b2
__hip_cuid_3fd5f5aeeb0f80b2:
	.byte	0
	.size	__hip_cuid_3fd5f5aeeb0f80b2, 1
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
	.addrsig_sym _ZL11syncthreadsv
	.addrsig_sym _ZL11threadfencev
	.addrsig_sym __hip_cuid_3fd5f5aeeb0f80b2
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     14
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
      - .address_space:  global
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
      - .offset:         232
        .size:           8
        .value_kind:     hidden_queue_ptr
    .group_segment_fixed_size: 12
    .kernarg_segment_align: 8
    .kernarg_segment_size: 288
    .max_flat_workgroup_size: 256
    .name:           unfenced
    .private_segment_fixed_size: 80
    .sgpr_count:     40
    .sgpr_spill_count: 22
    .symbol:         unfenced.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: true
    .vgpr_count:     46
    .vgpr_spill_count: 19
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
