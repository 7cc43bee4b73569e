// cmcm: launch sdwa(in, out), blocks 1, threads 1
// cmcm: init int in[4] = {0x8180f002, 0x00050007, 0xaaaabbbb, 0xc0004100}
// cmcm: init int out[8] = {0}
// cmcm: exists out[0] != 0xfff5bbbb || out[1] != 0x00070000 || out[2] != -5 || out[3] != 0x81aabbbb || out[4] != 1 || out[5] != 0xb800 || out[6] != 0x00ffffff
#include "hip.hh"
// Parts of registers, by name: what is read, and where it goes.
extern "C" __global__ void sdwa(const volatile int *in, volatile int *out) {
 int a = in[0], b = in[1], c = in[3], r = in[2];
 asm volatile("v_add_u32_sdwa %0, sext(%1), %2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1 src1_sel:WORD_1" : "+v"(r) : "v"(a), "v"(b)); out[0] = r;
 asm volatile("v_or_b32_sdwa %0, %1, %2 dst_sel:BYTE_2 dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:BYTE_0" : "=v"(r) : "v"(a), "v"(b)); out[1] = r;
 asm volatile("v_sub_u32_sdwa %0, %1, %2 dst_sel:WORD_0 dst_unused:UNUSED_SEXT src0_sel:BYTE_0 src1_sel:BYTE_0" : "=v"(r) : "v"(a), "v"(b)); out[2] = r;
 r = in[2]; asm volatile("v_mov_b32_sdwa %0, %1 dst_sel:BYTE_3 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3" : "+v"(r) : "v"(a)); out[3] = r;
 asm volatile("v_cmp_gt_u32_sdwa vcc, %1, %2 src0_sel:BYTE_2 src1_sel:WORD_0\n v_cndmask_b32_e64 %0, 0, 1, vcc" : "=v"(r) : "v"(a), "v"(b) : "vcc"); out[4] = r;
 asm volatile("v_add_f16_sdwa %0, -%1, |%1| dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:WORD_1" : "=v"(r) : "v"(c)); out[5] = r;
 asm volatile("v_mov_b32_sdwa %0, sext(%1) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_2\n v_lshrrev_b32 %0, 8, %0" : "=&v"(r) : "v"(a)); out[6] = r; }
