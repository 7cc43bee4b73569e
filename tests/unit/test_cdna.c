/* CDNA: what instructions compute, which events they are, and what is refused. Values are
 * worked out on paper from the MI300 ISA. */
#include "tests/unit/step_check.h"

/* ---- values ---------------------------------------------------------- */

static const char before[] =
    "uint64_t x[2]={0x8877665544332211,0x99}; shared uint64_t m@workgroup 0=0x0807060504030201;\n"
    "0:v1=5; 0:v3=0x80000000; 0:v5=-1; 0:v[6:7]=0x100000002; 0:s2=7; 0:s[4:5]=x; 0:s3=-1;\n"
    "0:v[10:11]=x; 0:v12=8; 0:v13=m; 0:v[14:15]=m; 0:s[8:9]=0x500000000;\n";

/* clang-format off */
static const step_left_row value_rows[] = {
    {"v_mov_b32_e32 v0, 3", "v0", 3},
    {"v_mov_b32 v0, -16", "v0", 0xfffffff0},
    {"v_mov_b32_e32 v0, s2", "v0", 7},
    {"v_mov_b64 v[8:9], -1", "v9", 0xffffffff},
    {"v_mov_b64 v[8:9], v[6:7]", "v9", 1},
    {"v_not_b32 v0, v1", "v0", 0xfffffffa},
    {"v_add_u32_e32 v0, 3, v1", "v0", 8},
    {"v_add_u32 v0, v3, v3", "v0", 0},
    {"v_sub_u32 v0, 3, v1", "v0", 0xfffffffe},
    {"v_subrev_u32 v0, 3, v1", "v0", 2},
    {"v_and_b32 v0, 4, v1", "v0", 4},
    {"v_or_b32 v0, 2, v1", "v0", 7},
    {"v_xor_b32 v0, 1, v1", "v0", 4},
    {"v_min_u32 v0, v5, v1", "v0", 5},
    {"v_max_i32 v0, v5, v1", "v0", 5},
    {"v_min_i32 v0, v5, v1", "v0", 0xffffffff},
    {"v_mul_lo_u32 v0, v5, v1", "v0", 0xfffffffb},
    {"v_lshlrev_b32 v0, 1, v1", "v0", 10},
    {"v_lshlrev_b32 v0, 33, v1", "v0", 10},
    {"v_lshrrev_b32 v0, 31, v3", "v0", 1},
    {"v_ashrrev_i32 v0, 31, v3", "v0", 0xffffffff},
    {"v_lshlrev_b64 v[8:9], 1, v[6:7]", "v9", 2},
    {"v_lshrrev_b64 v[8:9], 1, v[6:7]", "v8", 0x80000001},
    {"v_add_u16_e32 v0, v5, v1", "v0", 4},
    {"v_sub_u16 v0, 3, v1", "v0", 0xfffe},
    {"v_subrev_u16 v0, 3, v1", "v0", 2},
    {"v_mul_lo_u16 v0, v5, v1", "v0", 0xfffb},
    {"v_max_u16 v0, v5, v1", "v0", 0xffff},
    {"v_max_i16 v0, v5, v1", "v0", 5},
    {"v_min_u16 v0, v5, v1", "v0", 5},
    {"v_min_i16 v0, v5, v1", "v0", 0xffff},
    {"v_lshlrev_b16 v0, 15, v1", "v0", 0x8000},
    {"v_lshlrev_b16 v0, 17, v1", "v0", 10},
    {"v_lshrrev_b16 v0, 4, v5", "v0", 0xfff},
    {"v_ashrrev_i16 v0, 4, v5", "v0", 0xffff},
    {"v_ashrrev_i16 v0, 1, v1", "v0", 2},
    {"v_lshl_add_u32 v0, v1, 2, 3", "v0", 23},
    {"v_lshl_add_u64 v[8:9], v[6:7], 1, v[6:7]", "v9", 3},
    {"v_lshl_or_b32 v0, v1, 4, 3", "v0", 0x53},
    {"v_add_lshl_u32 v0, v1, 3, 1", "v0", 16},
    {"v_add3_u32 v0, v1, 3, v1", "v0", 13},
    {"v_or3_b32 v0, v1, 2, 8", "v0", 15},
    {"v_and_or_b32 v0, v1, 4, 8", "v0", 12},
    {"v_add_co_u32_e32 v0, vcc, v3, v3", "vcc_lo", 1},
    {"v_add_co_u32_e32 v0, vcc, v1, v1", "vcc_lo", 0},
    {"v_add_co_u32 v0, vcc, v3, v3 ; v_addc_co_u32 v0, vcc, v1, v1, vcc", "v0", 11},
    {"v_add_co_u32_e64 v0, s[6:7], v5, v5 ; v_addc_co_u32 v0, s[6:7], 0, 0, s[6:7]", "v0", 1},
    {"v_sub_co_u32 v0, vcc, 3, v1 ; v_subb_co_u32 v0, vcc, v1, 1, vcc", "v0", 3},
    {"v_subrev_co_u32 v0, vcc, v5, v1", "v0", 6},
    {"v_subrev_co_u32 v0, vcc, v5, v1", "vcc_lo", 1},
    {"v_subrev_co_u32 v0, vcc, v5, v1 ; v_subbrev_co_u32 v0, vcc, 3, v1, vcc", "v0", 1},
    {"v_cmp_eq_u32_e32 vcc, 5, v1 ; v_cndmask_b32_e32 v0, 1, v1, vcc", "v0", 5},
    {"v_cmp_ne_u32_e32 vcc, 5, v1 ; v_cndmask_b32_e32 v0, 1, v1, vcc", "v0", 1},
    {"v_cmp_gt_u32 vcc, v5, v1", "vcc_lo", 1},
    {"v_cmp_gt_i32 vcc, v5, v1", "vcc_lo", 0},
    {"v_cmp_le_i32_e64 s[6:7], v5, v1", "s6", 1},
    {"v_cmp_lt_u64 vcc, v[6:7], v[6:7]", "vcc_lo", 0},
    {"v_cmp_ge_i64 vcc, v[6:7], v[6:7]", "vcc_lo", 1},
    {"v_cmp_eq_u16_e32 vcc, 0, v3", "vcc_lo", 1},
    {"v_cmp_lt_u16_e32 vcc, -1, v1", "vcc_lo", 0},
    {"v_cmp_lt_i16_e32 vcc, -1, v1", "vcc_lo", 1},
    {"v_cmp_ge_i16_e64 s[6:7], v5, v1", "s6", 0},
    {"v_mbcnt_lo_u32_b32 v0, -1, 4 ; v_mbcnt_hi_u32_b32 v0, -1, v0", "v0", 4},
    {"v_readfirstlane_b32 s0, v1", "s0", 5},
    {"v_mad_u64_u32 v[0:1], s[6:7], v1, -1, v[0:1]", "v0", 0xfffffffb},
    {"v_mov_b32 v6, -1 ; v_mov_b32 v7, -1 ; v_mad_u64_u32 v[0:1], s[6:7], v1, 1, v[6:7]", "s6", 1},
    {"v_readlane_b32 s0, v1, 0", "s0", 5},
    {"s_mov_b32 s1, 64 ; v_readlane_b32 s0, v1, s1", "s0", 5},
    {"s_mov_b32 s1, 1 ; v_writelane_b32 v1, s1, s1 ; v_readlane_b32 s0, v1, 0", "s0", 5},
    {"v_mov_b32 v0, 256 ; ds_bpermute_b32 v0, v0, v1", "v0", 5},
    {"v_mov_b32 v0, 12 ; ds_bpermute_b32 v0, v0, v1", "v0", 0},
    {"v_mov_b32 v0, 12 ; ds_bpermute_b32 v0, v0, v1 offset:244", "v0", 5},
    {"v_mov_b32 v0, 0x40e00000 ; v_rcp_iflag_f32 v0, v0", "v0", 0x3e124925},
    {"s_mov_b64 exec, 0 ; v_writelane_b32 v0, s2, 0", "v0", 7},
    {"s_mov_b32 s0, 0x12345678", "s0", 0x12345678},
    {"s_mov_b64 s[0:1], s[8:9]", "s1", 5},
    {"s_sext_i32_i16 s0, 0x18000", "s0", 0xffff8000},
    {"s_sext_i32_i8 s0, 0x17f", "s0", 0x7f},
    {"s_movk_i32 s0, -2", "s0", 0xfffffffe},
    {"s_mov_b64 s[0:1], x ; s_load_dword s0, s[0:1], 4", "s0", 0x88776655},
    {"s_mov_b64 s[0:1], x+8 ; s_load_dword s0, s[0:1], 0", "s0", 0x99},
    {"v_mov_b32 v0, m+4 ; ds_read_b32 v0, v0", "v0", 0x08070605},
    {"s_not_b32 s0, s2", "s0", 0xfffffff8},
    {"s_bcnt1_i32_b32 s0, s2", "s0", 3},
    {"s_bcnt1_i32_b64 s0, s[8:9]", "s0", 2},
    {"s_mov_b64 s[0:1], exec ; s_bcnt1_i32_b64 s0, s[0:1]", "s0", 1},
    {"s_and_b32 s0, s2, 3", "s0", 3},
    {"s_andn2_b32 s0, s2, 3", "s0", 4},
    {"s_or_b64 s[0:1], s[8:9], 2", "s1", 5},
    {"s_orn2_b64 s[0:1], s[8:9], 0", "s0", 0xffffffff},
    {"s_xor_b64 s[0:1], s[8:9], -1", "s1", 0xfffffffa},
    {"s_lshl_b32 s0, s2, 2", "s0", 28},
    {"s_lshr_b64 s[0:1], s[8:9], 32", "s0", 5},
    {"s_ashr_i32 s0, s3, 4", "s0", 0xffffffff},
    {"s_mul_i32 s0, s2, s3", "s0", 0xfffffff9},
    {"s_ashr_i64 s[0:1], s[8:9], 32", "s0", 5},
    {"s_mul_hi_u32 s0, s2, s3", "s0", 6},
    {"s_mul_hi_i32 s0, s2, s3", "s0", 0xffffffff},
    {"s_min_u32 s0, s2, s3", "s0", 7},
    {"s_min_i32 s0, s2, s3", "s0", 0xffffffff},
    {"s_min_i32 s0, s2, s3 ; s_cselect_b32 s0, 1, 2", "s0", 2},
    {"s_max_u32 s0, s2, s3 ; s_cselect_b32 s0, 1, 2", "s0", 2},
    {"s_max_i32 s0, s2, s3 ; s_cselect_b32 s0, 1, 2", "s0", 1},
    {"s_abs_i32 s0, s3", "s0", 1},
    {"s_lshl2_add_u32 s0, s2, 3", "s0", 31},
    {"s_lshl4_add_u32 s0, s3, 16 ; s_cselect_b32 s0, 1, 2", "s0", 1},
    {"s_mov_b32 s0, 0x12345678 ; s_bfe_u32 s0, s0, 0x80008", "s0", 0x56},
    {"s_bfe_i32 s0, s2, 0x20001", "s0", 0xffffffff},
    {"s_bfe_u32 s0, s3, 0x200000", "s0", 0xffffffff},
    {"s_bfe_u32 s0, s2, 0x30 ; s_cselect_b32 s0, 1, 2", "s0", 2},
    {"s_bitcmp1_b32 s2, 2 ; s_cselect_b32 s0, 1, 2", "s0", 1},
    {"s_bitcmp0_b32 s2, 2 ; s_cselect_b32 s0, 1, 2", "s0", 2},
    {"s_bitcmp1_b64 s[8:9], 34 ; s_cselect_b32 s0, 1, 2", "s0", 1},
    {"s_ff1_i32_b64 s0, s[8:9]", "s0", 32},
    {"s_ff1_i32_b32 s0, 0", "s0", 0xffffffff},
    {"s_ff1_i32_b32 s0, 12", "s0", 2},
    {"s_flbit_i32_b32 s0, s2", "s0", 29},
    {"s_flbit_i32_b64 s0, s[8:9]", "s0", 29},
    {"s_mov_b32 s0, 0x44332211 ; s_mov_b32 s1, 0x88776655 ; s_pack_ll_b32_b16 s0, s0, s1", "s0", 0x66552211},
    {"s_mov_b32 s0, 0x44332211 ; s_mov_b32 s1, 0x88776655 ; s_pack_lh_b32_b16 s0, s0, s1", "s0", 0x88772211},
    {"s_mov_b32 s0, 0x44332211 ; s_mov_b32 s1, 0x88776655 ; s_pack_hh_b32_b16 s0, s0, s1", "s0", 0x88774433},
    {"s_brev_b32 s0, s2", "s0", 0xe0000000},
    {"s_mov_b32 s0, 5 ; s_addk_i32 s0, -7", "s0", 0xfffffffe},
    {"s_mov_b32 s0, 0x7fffffff ; s_addk_i32 s0, 1 ; s_cselect_b32 s0, 1, 2", "s0", 1},
    {"s_mov_b32 s0, 5 ; s_mulk_i32 s0, -2", "s0", 0xfffffff6},
    {"s_cmpk_lg_i32 s3, -1 ; s_cselect_b32 s0, 1, 2", "s0", 2},
    {"s_cmpk_gt_u32 s3, 0x7fff ; s_cselect_b32 s0, 1, 2", "s0", 1},
    {"s_cmpk_eq_u32 s3, 0xffff ; s_cselect_b32 s0, 1, 2", "s0", 2},
    {"s_cmpk_gt_i32 s2, -1 ; s_cselect_b32 s0, 1, 2", "s0", 1},
    {"s_cmpk_lt_i32 s2, 8 ; s_cselect_b32 s0, 1, 2", "s0", 1},
    {"v_mul_hi_u32 v0, v5, 3", "v0", 2},
    {"v_mul_hi_i32 v0, v5, 3", "v0", 0xffffffff},
    {"v_mul_u32_u24 v0, v1, 6", "v0", 30},
    {"v_mul_u32_u24 v0, v5, 2", "v0", 0x1fffffe},
    {"v_mad_u32_u24 v0, v1, 6, v1", "v0", 35},
    {"v_bfe_u32 v0, v1, 1, 2", "v0", 2},
    {"v_bfe_i32 v0, v1, 1, 2", "v0", 0xfffffffe},
    {"v_bfe_u32 v0, v1, 1, 0", "v0", 0},
    {"v_bfi_b32 v0, 3, v1, 8", "v0", 9},
    {"v_mov_b32 v20, 0x44332211 ; v_mov_b32 v21, 0x88776655 ; v_perm_b32 v0, v21, v20, 0x0c060d01", "v0", 0x77ff22},
    {"v_mov_b32 v20, 0x44332211 ; v_mov_b32 v21, 0x88776655 ; v_perm_b32 v0, v21, v20, 0x07000304", "v0", 0x88114455},
    {"v_mov_b32 v20, 0x44332211 ; v_mov_b32 v21, 0x88776655 ; v_alignbit_b32 v0, v21, v20, 36", "v0", 0x54433221},
    {"v_mov_b32 v20, 0x44332211 ; v_mov_b32 v21, 0x88776655 ; v_alignbyte_b32 v0, v21, v20, 3", "v0", 0x77665544},
    {"v_bfrev_b32 v0, v1", "v0", 0xa0000000},
    {"v_bcnt_u32_b32 v0, v1, 3", "v0", 5},
    {"v_ffbl_b32 v0, 12", "v0", 2},
    {"v_ffbh_u32 v0, v1", "v0", 29},
    {"v_ffbh_u32 v0, 0", "v0", 0xffffffff},
    {"s_add_u32 s0, s3, 2 ; s_addc_u32 s0, s2, 0", "s0", 8},
    {"s_sub_u32 s0, s2, s3 ; s_subb_u32 s0, s2, 0", "s0", 6},
    {"s_add_i32 s0, s3, s2 ; s_cselect_b32 s0, 1, 2", "s0", 2},
    {"s_mov_b32 s0, 0x7fffffff ; s_add_i32 s0, s0, 1 ; s_cselect_b32 s0, 1, 2", "s0", 1},
    {"s_cmp_lt_u32 s2, s3 ; s_cselect_b32 s0, 1, 2", "s0", 1},
    {"s_cmp_lt_i32 s2, s3 ; s_cselect_b32 s0, 1, 2", "s0", 2},
    {"s_cmp_ge_i32 s2, s3 ; s_cselect_b64 s[0:1], s[8:9], 0", "s1", 5},
    {"s_cmp_lg_u64 s[8:9], 0 ; s_cselect_b32 s0, 1, 2", "s0", 1},
    {"s_and_b32 s0, s2, 8 ; s_cselect_b32 s0, 1, 2", "s0", 2},
    {"v_cmp_ne_u32 vcc, 5, v1 ; s_and_saveexec_b64 s[0:1], vcc ; v_mov_b32 v1, 9", "v1", 5},
    {"v_cmp_ne_u32 vcc, 5, v1 ; s_and_saveexec_b64 s[0:1], vcc ; s_or_b64 exec, exec, s[0:1] ; "
     "v_mov_b32 v1, 9", "v1", 9},
    {"s_mov_b64 exec, 0 ; v_cmp_eq_u32 vcc, 5, v1", "vcc_lo", 0},
    {"s_mov_b64 exec, 0 ; global_store_dword v[10:11], v1, off ; s_mov_b64 exec, 1 ; "
     "global_load_dword v0, v[10:11], off", "v0", 0x44332211},
    {"s_cmp_eq_u32 s2, 7 ; s_cbranch_scc1 L ; s_mov_b32 s2, 1 ; L:", "s2", 7},
    {"s_cmp_eq_u32 s2, 7 ; s_cbranch_scc0 L ; s_mov_b32 s2, 1 ; L:", "s2", 1},
    {"v_cmp_eq_u32 vcc, 4, v1 ; s_cbranch_vccz L ; s_mov_b32 s2, 1 ; L:", "s2", 7},
    {"s_cbranch_execnz L ; s_mov_b32 s2, 1 ; L:", "s2", 7},
    {"s_branch L ; s_mov_b32 s2, 1 ; L:", "s2", 7},
    {"s_endpgm ; s_mov_b32 s2, 1", "s2", 7},
    /* memory */
    {"global_load_dword v0, v[10:11], off", "v0", 0x44332211},
    {"global_load_dword v0, v[10:11], off offset:4", "v0", 0x88776655},
    {"global_load_dword v0, v12, s[4:5]", "v0", 0x99},
    {"global_load_dword v0, v12, s[4:5] offset:-8", "v0", 0x44332211},
    {"global_load_dwordx2 v[8:9], v[10:11], off", "v9", 0x88776655},
    {"global_load_dwordx2 v[10:11], v[10:11], off offset:4", "v10", 0x88776655},
    {"global_load_dwordx2 v[8:9], v[10:11], off offset:4", "v9", 0x99},
    {"global_store_dwordx2 v[10:11], v[8:9], off offset:4 ; global_load_dword v0, v[10:11], off offset:8", "v0", 0},
    {"s_mov_b64 s[0:1], x ; s_load_dwordx2 s[0:1], s[0:1], 4", "s1", 0x99},
    {"global_load_dwordx4 v[0:3], v[10:11], off", "v2", 0x99},
    {"global_load_dwordx3 v[0:2], v[10:11], off", "v2", 0x99},
    {"global_load_ubyte v0, v[10:11], off offset:7", "v0", 0x88},
    {"global_load_sbyte v0, v[10:11], off offset:7", "v0", 0xffffff88},
    {"global_load_ushort v0, v[10:11], off offset:6", "v0", 0x8877},
    {"global_load_sshort v0, v[10:11], off offset:6", "v0", 0xffff8877},
    {"flat_load_dword v0, v[10:11]", "v0", 0x44332211},
    {"flat_load_dword v0, v[14:15]", "v0", 0x04030201},
    {"buffer_load_dword v0, off, s[4:7], 0", "v0", 0x44332211},
    {"buffer_load_dword v0, v12, s[4:7], 0 offen", "v0", 0x99},
    {"buffer_load_dword v0, v12, s[4:7], 0 sc1 offset:0 offen", "v0", 0x99},
    {"buffer_atomic_add v1, off, s[4:7], 0 sc0=0", "v1", 5},
    {"s_load_dword s0, s[4:5], s2 offset:1", "s0", 0x99},
    {"buffer_store_dword v1, off, s[4:7], 4 ; flat_load_dword v0, v[10:11] offset:4", "v0", 5},
    {"global_store_byte v[10:11], v5, off ; global_load_dword v0, v[10:11], off", "v0", 0x443322ff},
    {"global_store_short v[10:11], v5, off ; global_load_dword v0, v[10:11], off", "v0", 0x4433ffff},
    {"global_store_dwordx2 v[10:11], v[6:7], off ; global_load_dword v0, v[10:11], off offset:4",
     "v0", 1},
    {"global_atomic_add v0, v[10:11], v1, off sc0", "v0", 0x44332211},
    {"global_atomic_add v[10:11], v1, off ; global_load_dword v0, v[10:11], off", "v0", 0x44332216},
    {"global_atomic_add_x2 v[10:11], v[6:7], off ; global_load_dword v0, v[10:11], off offset:4",
     "v0", 0x88776656},
    {"global_atomic_sub v[10:11], v1, off ; global_load_dword v0, v[10:11], off", "v0", 0x4433220c},
    {"global_atomic_smin v[10:11], v5, off ; global_load_dword v0, v[10:11], off", "v0", 0xffffffff},
    {"global_atomic_umin v[10:11], v5, off ; global_load_dword v0, v[10:11], off", "v0", 0x44332211},
    {"global_atomic_inc v[10:11], v1, off ; global_load_dword v0, v[10:11], off", "v0", 0},
    {"global_atomic_inc v[10:11], v5, off ; global_load_dword v0, v[10:11], off", "v0", 0x44332212},
    {"global_atomic_dec v[10:11], v1, off ; global_load_dword v0, v[10:11], off", "v0", 5},
    {"global_atomic_dec v[10:11], v5, off ; global_load_dword v0, v[10:11], off", "v0", 0x44332210},
    {"global_atomic_swap v0, v[10:11], v1, off sc0 ; global_load_dword v0, v[10:11], off", "v0", 5},
    {"v_mov_b32 v20, 9 ; v_mov_b32 v21, 0x44332211 ; "
     "global_atomic_cmpswap v[10:11], v[20:21], off ; global_load_dword v0, v[10:11], off", "v0", 9},
    {"v_mov_b32 v20, 9 ; v_mov_b32 v21, 1 ; "
     "global_atomic_cmpswap v0, v[10:11], v[20:21], off sc0 ; global_load_dword v1, v[10:11], off",
     "v1", 0x44332211},
    {"buffer_atomic_add v1, off, s[4:7], 0 sc0", "v1", 0x44332211},
    {"ds_read_b32 v0, v13", "v0", 0x04030201},
    {"ds_read_b32 v0, v13 offset:4", "v0", 0x08070605},
    {"ds_read_u8 v0, v13 offset:1", "v0", 2},
    {"ds_write_b32 v13, v5 ; ds_read_i8 v0, v13", "v0", 0xffffffff},
    {"ds_write_b64 v13, v[6:7] ; ds_read_b64 v[8:9], v13", "v9", 1},
    {"ds_add_u32 v13, v1 ; ds_read_b32 v0, v13", "v0", 0x04030206},
    {"ds_add_rtn_u32 v0, v13, v1", "v0", 0x04030201},
    {"ds_max_rtn_i32 v0, v13, v5 ; ds_read_b32 v0, v13", "v0", 0x04030201},
    {"ds_max_rtn_u32 v0, v13, v5 ; ds_read_b32 v0, v13", "v0", 0xffffffff},
    {"ds_read2_b32 v[0:1], v13 offset1:1", "v1", 0x08070605},
    {"ds_read2_b32 v[0:1], v13 offset0:1", "v0", 0x08070605},
    {"ds_write2_b32 v13, v1, v5 offset0:1 ; ds_read_b64 v[8:9], v13", "v9", 5},
    {"ds_write2_b32 v13, v1, v5 offset1:1 ; ds_read_b64 v[8:9], v13", "v9", 0xffffffff},
    {"ds_read2_b64 v[16:19], v13", "v19", 0x08070605},
    {"v_mov_b32 v0, 4 ; ds_read_b32 v0, v0 offset:m", "v0", 0x08070605},
    {"v_mov_b32 v0, 0 ; ds_read_b32 v0, v0 offset:m+4", "v0", 0x08070605},
    {"v_mov_b32 v0, -8 ; ds_read_u8 v0, v0 offset:m+9", "v0", 2},
    {"v_mov_b32 v0, -4 ; ds_read2_b32 v[0:1], v0 offset:m+4 offset1:1", "v1", 0x08070605},
    {"v_mov_b32 v0, 0 ; ds_read2_b32 v[0:1], v0 offset:m offset1:1", "v1", 0x08070605},
    {"v_mov_b32 v21, 7 ; v_mov_b32 v20, 5 ; v_pk_mov_b32 v[0:1], v[20:21], v[20:21] op_sel:[0,1]", "v1",
     7},
    {"v_mov_b32 v21, 7 ; v_mov_b32 v20, 5 ; v_pk_mov_b32 v[0:1], v[20:21], v[20:21]", "v1", 5},
    {"v_mov_b32 v21, 7 ; v_mov_b32 v20, 5 ; v_pk_mov_b32 v[0:1], v[20:21], v[20:21] op_sel:[1,0]", "v1",
     5},
    {"v_mov_b32 v20, 5 ; v_mov_b32 v21, 7 ; v_xad_u32 v0, v20, -1, v21", "v0", 1},
    {"v_mov_b32 v20, 5 ; v_min3_u32 v0, 3, v20, 2", "v0", 2},
    {"v_mov_b32 v20, 5 ; v_max3_u32 v0, -1, v20, 2", "v0", 0xffffffff},
    {"v_mov_b32 v20, 5 ; v_min3_i32 v0, v20, 4, -3", "v0", 0xfffffffd},
    {"v_mov_b32 v20, -5 ; v_max3_i32 v0, -7, v20, -6", "v0", 0xfffffffb},
    {"v_mov_b32 v0, 0 ; v_mov_b32 v20, 5 ; ds_permute_b32 v0, v0, v20", "v0", 5},
    {"v_mov_b32 v0, 4 ; v_mov_b32 v20, 5 ; ds_permute_b32 v0, v0, v20", "v0", 0},
    {"v_mov_b32 v20, 5 ; ds_swizzle_b32 v0, v20 offset:0x801f", "v0", 0},
    {"v_mov_b32 v20, 5 ; ds_swizzle_b32 v0, v20 offset:0x80f4", "v0", 5},
    {"v_mov_b32 v20, 5 ; ds_swizzle_b32 v0, v20 offset:0x041f", "v0", 0},
    {"v_mov_b32 v20, 5 ; ds_swizzle_b32 v0, v20 offset:0x0020", "v0", 0},
    {"v_mov_b32 v20, 5 ; ds_swizzle_b32 v0, v20 offset:0x0420", "v0", 5},
    {"v_mov_b32 v0, 0 ; ds_add_u32 v0, v1 offset:m ; ds_read_b32 v0, v13", "v0", 0x04030206},
    {"ds_wrxchg_rtn_b32 v0, v13, v1 ; ds_read_b32 v0, v13", "v0", 5},
    {"v_mov_b32 v20, 0x04030201 ; ds_cmpst_b32 v13, v20, v1 ; ds_read_b32 v0, v13", "v0", 5},
    {"ds_cmpst_rtn_b32 v0, v13, v1, v5", "v0", 0x04030201},
    {"s_load_dword s0, s[4:5], 0x4", "s0", 0x88776655},
    {"s_load_dwordx2 s[0:1], s[4:5], 0x8", "s0", 0x99},
    {"s_load_dwordx4 s[0:3], s[4:5], 0x0", "s2", 0x99},
};
/* clang-format on */

static void write_test(char *text, size_t size, const char *code)
{
    snprintf(text, size, "CDNA row\n{\n%s}\n P0@workgroup 0,agent 0 ;\n %s ;\nexists (true)\n",
             before, code);
}

TEST(test_values)
{
    step_check_left(write_test, value_rows, sizeof value_rows / sizeof *value_rows);
}

/* ---- events ---------------------------------------------------------- */

static const step_event_row event_rows[] = {
    {"global_load_dword v0, v[10:11], off", "R4 VMEM WAVEFRONT"},
    {"global_load_dword v0, v[10:11], off nt", "R4 VMEM WAVEFRONT NT"},
    {"global_load_dword v0, v[10:11], off sc0", "R4 VMEM WORKGROUP"},
    {"global_load_dword v0, v[10:11], off sc1", "R4 VMEM AGENT"},
    {"global_load_dwordx2 v[0:1], v[10:11], off sc1 sc0 nt", "R8 VMEM SYSTEM NT"},
    {"global_load_dwordx4 v[0:3], v[10:11], off",
     "R4 VMEM WAVEFRONT; R4 VMEM WAVEFRONT; R4 VMEM WAVEFRONT; R4 VMEM WAVEFRONT"},
    {"flat_store_dword v[10:11], v1 sc1", "W4 VMEM FLAT AGENT"},
    {"buffer_store_byte v1, off, s[4:7], 0 sc0 sc1", "W1 VMEM SYSTEM"},
    {"global_atomic_or v[10:11], v1, off", "R4 VMEM AGENT ATOM; W4 VMEM AGENT ATOM rmw"},
    {"global_atomic_or v0, v[10:11], v1, off sc0", "R4 VMEM AGENT ATOM; W4 VMEM AGENT ATOM rmw"},
    {"flat_atomic_swap_x2 v[10:11], v[6:7] sc1",
     "R8 VMEM FLAT SYSTEM ATOM; W8 VMEM FLAT SYSTEM ATOM rmw"},
    {"global_atomic_cmpswap v[10:11], v[6:7], off", "R4 VMEM AGENT ATOM; W4 VMEM AGENT ATOM rmw?"},
    {"ds_read_u16 v0, v13", "R2 DS WORKGROUP"},
    {"ds_write_b8 v13, v0", "W1 DS WORKGROUP"},
    {"ds_read2_b32 v[0:1], v13 offset1:1", "R4 DS WORKGROUP; R4 DS WORKGROUP"},
    {"ds_write2st64_b64 v13, v[0:1], v[2:3]", "W8 DS WORKGROUP; W8 DS WORKGROUP"},
    {"ds_xor_rtn_b32 v0, v13, v1", "R4 DS WORKGROUP ATOM; W4 DS WORKGROUP ATOM rmw"},
    {"s_load_dword s0, s[4:5], 0", "R4 SMEM WAVEFRONT"},
    {"s_waitcnt vmcnt(0)", "F WAITCNT VMCNT VMCNT.0"},
    {"s_waitcnt vmcnt(3) & lgkmcnt(1)", "F WAITCNT VMCNT VMCNT.b1 VMCNT.b2 LGKMCNT LGKMCNT.b1"},
    {"s_waitcnt lgkmcnt(0), expcnt(0)", "F WAITCNT LGKMCNT LGKMCNT.0"},
    {"s_waitcnt vmcnt(52) lgkmcnt(12)",
     "F WAITCNT VMCNT VMCNT.b4 VMCNT.b16 VMCNT.b32 LGKMCNT LGKMCNT.b4 LGKMCNT.b8"},
    {"s_waitcnt vmcnt(63) lgkmcnt(15)", "F WAITCNT"},
    {"s_waitcnt vmcnt(8)", "F WAITCNT VMCNT VMCNT.b8"},
    {"s_waitcnt 0", "F WAITCNT VMCNT VMCNT.0 LGKMCNT LGKMCNT.0"},
    {"s_waitcnt 0xcf71", "F WAITCNT VMCNT VMCNT.b1 VMCNT.b16 VMCNT.b32"},
    {"s_waitcnt 0x0f71", "F WAITCNT VMCNT VMCNT.b1"},
    {"buffer_wbl2 sc1", "F WBL2 AGENT"},
    {"buffer_wbl2 sc0=1 sc1=1", "F WBL2 SYSTEM"},
    {"buffer_inv sc0=0 sc1=1", "F INV AGENT"},
    {"global_load_dword v0, v[10:11], off sc0=1 sc1=0 nt=1", "R4 VMEM WORKGROUP NT"},
    {"global_atomic_add v0, v[10:11], v1, off sc0=1", "R4 VMEM AGENT ATOM; W4 VMEM AGENT ATOM rmw"},
    {"global_atomic_add v[10:11], v1, off sc0=0 sc1=1",
     "R4 VMEM SYSTEM ATOM; W4 VMEM SYSTEM ATOM rmw"},
    {"s_buffer_load_dword s0, s[4:7], 4", "R4 SMEM WAVEFRONT"},
    {"s_dcache_inv", "F DCACHE DCACHE.INV"},
    {"s_dcache_wb", "F DCACHE"},
    {"s_dcache_inv_vol", "F DCACHE"},
    {"buffer_wbl2 sc0 sc1", "F WBL2 SYSTEM"},
    {"buffer_inv sc0", "F INV WORKGROUP"},
    {"buffer_inv sc1", "F INV AGENT"},
    {"buffer_inv", "F INV WAVEFRONT"},
    {"s_barrier", "B BAR"},
    {"s_nop 0", ""},
    {"s_sleep 1", ""},
    {"s_setprio 0", ""},
    {"s_branch L; L:", "J"},
    {"s_cbranch_vccnz L; L:", "Jc"},
    {"s_endpgm", "J"},
    {"s_trap 2", "F TRAP; J"},
};

/* gfx90a: LLVM, "Memory Model GFX90A". */
static const step_event_row cdna2_rows[] = {
    {"global_load_dword v0, v[10:11], off", "R4 VMEM WORKGROUP CDNA2"},
    {"global_load_dword v0, v[10:11], off glc", "R4 VMEM SYSTEM CDNA2"},
    {"global_load_dword v0, v[10:11], off glc slc", "R4 VMEM WORKGROUP NT CDNA2"},
    {"global_store_dword v[10:11], v1, off", "W4 VMEM SYSTEM CDNA2"},
    {"global_store_dword v[10:11], v1, off glc slc", "W4 VMEM WAVEFRONT NT CDNA2"},
    {"global_atomic_add v[10:11], v1, off",
     "R4 VMEM SYSTEM ATOM CDNA2; W4 VMEM SYSTEM ATOM CDNA2 rmw"},
    {"global_atomic_add v0, v[10:11], v1, off glc",
     "R4 VMEM SYSTEM ATOM CDNA2; W4 VMEM SYSTEM ATOM CDNA2 rmw"},
    {"ds_read_b32 v0, v13", "R4 DS WORKGROUP CDNA2"},
    {"s_load_dword s0, s[4:5], 0x4", "R4 SMEM WAVEFRONT CDNA2"},
    {"buffer_wbl2", "F WBL2 SYSTEM CDNA2"},
    {"buffer_invl2", "F INV INVL2 SYSTEM CDNA2"},
    {"buffer_wbinvl1_vol", "F INV AGENT CDNA2"},
    {"buffer_wbinvl1", "F INV AGENT CDNA2"},
};

static void write_cdna2(char *text, size_t size, const char *code)
{
    snprintf(text, size, "CDNA2 row\n{\n%s}\n P0@workgroup 0,agent 0 ;\n %s ;\nexists (true)\n",
             before, code);
}

TEST(test_events)
{
    step_check_events(event_rows, sizeof event_rows / sizeof *event_rows, write_test);
    step_check_events(cdna2_rows, sizeof cdna2_rows / sizeof *cdna2_rows, write_cdna2);
}

/* What the place of a wave adds. */
TEST(test_places)
{
    step_machine m;
    step_open(&m, "CDNA places\n{ 0:v[2:3]=x; }\n P0@workgroup 0,xcd 1,agent 0,tgsplit 1 ;\n"
                  " global_load_dword v0, v[2:3], off ;\nexists (true)\n");
    assert_non_null(m.test);
    const cm_thread *t = &m.test->threads[0];
    const char *const *tags = NULL;
    for (int i = 0; i < t->step_count; i++)
        tags = t->steps[i].kind == CM_STEP_LOAD ? t->steps[i].tags : tags;
    assert_non_null(tags);
    assert_string_equal(tags[2], "XCD");
    assert_string_equal(tags[3], "TGSPLIT");
    assert_null(tags[4]);
    step_close(&m);
}

/* ---- what is refused -------------------------------------------------- */

static const struct {
    const char *code, *message;
} errors[] = {
    {"v_mov_b32 s0, 1", "this is a scalar register, expected a vector register"},
    {"s_mov_b32 v0, 1", "this is a vector register, expected a scalar register"},
    {"v_mov_b32 v256, 1", "the register `v256` is not known"},
    {"s_mov_b64 s[1:2], 0", "several registers begin at an odd number, expected an even one"},
    {"s_mov_b64 s0, 0", "the operand has 32 bits, expected 64"},
    {"global_store_dwordx2 v[8:11], v[2:3], off", "the operand has 128 bits, expected 32 or 64"},
    {"global_load_dword v0, s[0:1], off", "this is a scalar register, expected a vector register"},
    {"v_mov_b32 v0, 0x100000000", "the number has more than 32 bits"},
    {"global_load_dword v0, v1, off", "the address has 32 bits, expected 64 as in v[0:1]"},
    {"global_load_dword v0, v[10:11], s[4:5]", "the offset has 64 bits, expected 32 as in v0"},
    {"global_load_dword v0, v[10:11], off glc", "`glc` belongs to gfx90a, expected sc0, sc1 or nt"},
    {"global_load_dword v0, v[10:11], off sc1 sc1", "`sc1` is given twice, expected once"},
    {"global_load_dword v0, v[10:11], off offset:5000", "offset is out of range"},
    {"global_atomic_add v0, v[10:11], v1, off",
     "`global_atomic_add` with these operands needs another word, expected sc0 or glc "
     "after them"},
    {"global_atomic_add v[10:11], v1, off sc0",
     "`global_atomic_add` with sc0 returns the old value, expected a register for it"},
    {"buffer_load_dword v0, off, s[4:7], 0 offen", "`offen` adds a register"},
    {"buffer_load_dword v0, v12, s[4:7], 0", "expected `offen`, found the end of the"},
    {"s_load_dword s0, s[4:5], 4 offset:4",
     "there are two offsets, expected a register as the first"},
    {"v_add_u33 v0, v1, v1", "did you mean `v_add_u32`?"},
    {"global_load_float v0, v[10:11], off", "the instruction `global_load_float` is not known"},
    {"ds_read_b32 v0, v13 sc0", "there is no modifier `sc0`"},
    {"ds_read_b32 v0, v13 offset:y", "there is no such location, expected one of the test"},
    {"ds_read2_b32 v[0:1], v13 offset:4", "expected a location in LDS"},
    {"ds_read2_b32 v[0:1], v13 offset1:256", "offset is out of range, expected 0 to 255"},
    {"ds_read2_b32 v0, v13", "the operand has 32 bits, expected 64"},
    {"global_load_dword v0, v[10:11], off offset:x", "expected an offset in bytes"},
    {"v_cmp_eq_u16_e32 vcc, 0x10000, v1", "the number is out of range, expected one of 16 bits"},
    {"s_waitcnt vscnt(0)", "there is no counter `vscnt`"},
    {"s_waitcnt vmcnt(64)", "the count is out of range, expected 0 to 63"},
    {"s_mov_b64 s[0:1], y", "expected a register or a number, found `y`"},
    {"s_waitcnt lgkmcnt(16)", "the count is out of range, expected 0 to 15"},
    {"s_waitcnt expcnt(8)", "the count is out of range, expected 0 to 7"},
    {"buffer_wbinvl1_vol", "`buffer_wbinvl1_vol` belongs to gfx90a, expected buffer_inv of gfx942"},
    {"buffer_inv sc1=2", "a bit is out of range, expected 0 or 1"},
    {"buffer_inv sc1 sc1=0", "`sc1` is given twice, expected once"},
    {"s_load_dword s0, s[4:5], 0x100000", "offset is out of range, expected -1048576 to 1048575"},
    {"s_load_dwordx2 exec, s[4:5], 0",
     "a scalar load cannot write exec, expected scalar registers or vcc"},
    {"s_load_dwordx4 s[2:5], s[4:5], 0", "expected a number that is a multiple of 4"},
    {"s_movk_i32 s0, 70000", "the number is out of range, expected one of 16 bits"},
    {"s_cmpk_ge_u32 s3, -5", "the number is out of range, expected 0 to 65535"},
};

static const struct {
    const char *code, *message;
} cdna2_errors[] = {
    {"buffer_inv sc1", "`buffer_inv` belongs to gfx942, expected buffer_wbinvl1_vol, buffer_invl2"},
    {"v_mov_b64 v[0:1], v[10:11]", "`v_mov_b64` belongs to gfx942"},
    {"buffer_wbl2 sc1", "`sc1` belongs to gfx942, expected glc or slc of gfx90a"},
    {"global_load_dword v0, v[10:11], off nt", "`nt` belongs to gfx942"},
    {"v_pk_mov_b32 v[0:1], v[10:11], v[10:11] op_sel:[0,2]", "half is out of range"},
    {"s_trap 3", "trap is out of range"},
};

TEST(test_cdna2_errors)
{
    for (size_t i = 0; i < sizeof cdna2_errors / sizeof *cdna2_errors; i++) {
        char text[2048];
        write_cdna2(text, sizeof text, cdna2_errors[i].code);
        step_machine m;
        step_open(&m, text);
        if (m.test || !strstr(step_message(&m), cdna2_errors[i].message))
            fail_msg("%s: %s", cdna2_errors[i].code, step_message(&m));
        step_close(&m);
    }
    step_machine m;
    step_open(&m, "CDNA2 t\n{}\n P0@workgroup 0,xcd 0,agent 0 ;\n s_nop 0 ;\nexists (true)\n");
    assert_non_null(strstr(step_message(&m), "an agent of gfx90a has one L2"));
    step_close(&m);
}

TEST(test_errors)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        char text[2048];
        write_test(text, sizeof text, errors[i].code);
        step_machine m;
        step_open(&m, text);
        if (m.test || !strstr(step_message(&m), errors[i].message))
            fail_msg("%s: %s", errors[i].code, step_message(&m));
        step_close(&m);
    }
}
