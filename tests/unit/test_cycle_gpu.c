/* The tests that are made of cycles, for GPUs. */
#include "tests/unit/cycle_help.h"

/* CDNA: orders are LLVM's code sequences, what is used has been waited for, a workgroup has an
 * XCD of its own. */
TEST(cdna_sequences)
{
    cm_cycle_style none = {0};
    assert_body_in(CM_CDNA, "DpDatadW Rfe DpAddrdW Rfe", none,
                   "{\n"
                   "0:s[0:1]=x; 0:v3=1; 0:s[2:3]=y;\n"
                   "1:s[2:3]=y; 1:v3=1; 1:s[0:1]=x;\n"
                   "}\n"
                   " P0@workgroup 0,xcd 0,agent 0              "
                   "| P1@workgroup 1,xcd 1,agent 0              ;\n"
                   " global_load_dword v1, v0, s[0:1] sc0 sc1  "
                   "| global_load_dword v1, v0, s[2:3] sc0 sc1  ;\n"
                   " s_waitcnt vmcnt(0)                        "
                   "| s_waitcnt vmcnt(0)                        ;\n"
                   " v_xor_b32 v2, v1, v1                      "
                   "| v_xor_b32 v2, v1, v1                      ;\n"
                   " v_add_u32 v2, v2, v3                      "
                   "| global_store_dword v2, v3, s[0:1] sc0 sc1 ;\n"
                   " global_store_dword v0, v2, s[2:3] sc0 sc1 "
                   "|                                           ;\n"
                   "exists\n"
                   "(0:v1=1 /\\ 1:v1=1)\n");
    assert_body_in(CM_CDNA, "PodWW Rfe RmwAL PodWW Wse", none,
                   "{\n"
                   "0:v1=2; 0:s[0:1]=x; 0:v2=1; 0:s[2:3]=y;\n"
                   "1:v1=2; 1:s[2:3]=y; 1:v3=1; 1:s[0:1]=x;\n"
                   "}\n"
                   " P0@workgroup 0,xcd 0,agent 0              "
                   "| P1@workgroup 1,xcd 1,agent 0                  ;\n"
                   " global_store_dword v0, v1, s[0:1] sc0 sc1 "
                   "| buffer_wbl2 sc0 sc1                           ;\n"
                   " global_store_dword v0, v2, s[2:3] sc0 sc1 "
                   "| s_waitcnt vmcnt(0) lgkmcnt(0)                 ;\n"
                   "                                           "
                   "| global_atomic_swap v2, v0, v1, s[2:3] sc0 sc1 ;\n"
                   "                                           "
                   "| s_waitcnt vmcnt(0)                            ;\n"
                   "                                           "
                   "| buffer_inv sc0 sc1                            ;\n"
                   "                                           "
                   "| global_store_dword v0, v3, s[0:1] sc0 sc1     ;\n"
                   "exists\n"
                   "([x]=2 /\\ [y]=2 /\\ 1:v2=1)\n");
    assert_body_in(CM_CDNA, "DpCtrldWP.ctaP.gpu Rfe PodRWP.gpuP.cta Rfe", none,
                   "{\n"
                   "0:s[0:1]=x; 0:v2=1; 0:s[2:3]=y;\n"
                   "1:s[2:3]=y; 1:v2=1; 1:s[0:1]=x;\n"
                   "}\n"
                   " P0@workgroup 0,xcd 0,agent 0          "
                   "| P1@workgroup 1,xcd 1,agent 0          ;\n"
                   " global_load_dword v1, v0, s[0:1] sc0  "
                   "| global_load_dword v1, v0, s[2:3] sc1  ;\n"
                   " s_waitcnt vmcnt(0)                    "
                   "| global_store_dword v0, v2, s[0:1] sc0 ;\n"
                   " v_cmp_ne_u32 vcc, v1, v0              "
                   "|                                       ;\n"
                   " s_cbranch_vccnz LC00                  "
                   "|                                       ;\n"
                   " LC00:                                 "
                   "|                                       ;\n"
                   " global_store_dword v0, v2, s[2:3] sc1 "
                   "|                                       ;\n"
                   "exists\n"
                   "(0:v1=1 /\\ 1:v1=1)\n");
}

/* Sizes of PTX ("ld", "st": registers may be wider than what is loaded or stored, not than 32 bits
 * unless it is of 64; "atom", "red": not wider at all): what depends on 8 bytes is made of their
 * lower half. A data dependency of an atomic operation is one of what it is given. */
TEST(ptx_sizes)
{
    cm_cycle_style none = {0};
    assert_body_in(CM_PTX, "PodWWq0L.gpu.w4 Rfe DpAddrdRA.gpu.w4h2 DpCtrldRh2q0 Fre", none,
                   "{\n"
                   "uint64_t x; uint64_t y; uint64_t z; uint64_t 1:r0; uint64_t 1:rd2;\n"
                   "}\n"
                   " P0@cta 0,gpu 0                            "
                   "| P1@cta 1,gpu 0                 ;\n"
                   " st.relaxed.sys.u64 [x], 0x101010101010101 "
                   "| ld.acquire.gpu.u32 r0, [y+4]   ;\n"
                   " st.release.gpu.u32 [y+4], 0x1010101       "
                   "| xor.b32 r1, r0, r0             ;\n"
                   "                                           "
                   "| cvt.u64.u32 rd0, r1            ;\n"
                   "                                           "
                   "| mov.u64 rd1, z                 ;\n"
                   "                                           "
                   "| add.u64 rd1, rd1, rd0          ;\n"
                   "                                           "
                   "| ld.relaxed.sys.u16 r2, [rd1+2] ;\n"
                   "                                           "
                   "| setp.ne.u32 p0, r2, 0          ;\n"
                   "                                           "
                   "| @p0 bra LC00                   ;\n"
                   "                                           "
                   "| LC00:                          ;\n"
                   "                                           "
                   "| ld.relaxed.sys.u64 rd2, [x]    ;\n"
                   "exists\n"
                   "(1:r0=0x1010101 /\\ 1:rd2=0x0)\n");
    assert_body_in(CM_PTX, "DpDatadWq0w4 Rfe DpDatadRw4q0 Rmwq0q0 Rfe", none,
                   "{\n"
                   "uint64_t x; uint64_t y; uint64_t 0:rd0; uint64_t 1:r0; uint64_t 1:rd0;\n"
                   "}\n"
                   " P0@cta 0,gpu 0               "
                   "| P1@cta 1,gpu 0                          ;\n"
                   " ld.relaxed.sys.u64 rd0, [x]  "
                   "| ld.relaxed.sys.u32 r0, [y+4]            ;\n"
                   " cvt.u32.u64 r0, rd0          "
                   "| xor.b32 r1, r0, r0                      ;\n"
                   " xor.b32 r1, r0, r0           "
                   "| cvt.u64.u32 rd1, r1                     ;\n"
                   " add.u32 r1, r1, 0x1010101    "
                   "| add.u64 rd1, rd1, 0x101010101010101     ;\n"
                   " st.relaxed.sys.u32 [y+4], r1 "
                   "| atom.relaxed.sys.exch.b64 rd0, [x], rd1 ;\n"
                   "exists\n"
                   "(0:rd0=0x101010101010101 /\\ 1:r0=0x1010101 /\\ 1:rd0=0x0)\n");
    assert_body_in(CM_PTX, "DpAddrdR Rmw Rfe DpDatadR Amo.StAdd Rfe", none,
                   "{\n"
                   "}\n"
                   " P0@cta 0,gpu 0                         "
                   "| P1@cta 1,gpu 0                  ;\n"
                   " ld.relaxed.sys.u32 r0, [x]             "
                   "| ld.relaxed.sys.u32 r0, [y]      ;\n"
                   " xor.b32 r1, r0, r0                     "
                   "| xor.b32 r1, r0, r0              ;\n"
                   " cvt.u64.u32 rd0, r1                    "
                   "| add.u32 r1, r1, 1               ;\n"
                   " mov.u64 rd1, y                         "
                   "| red.relaxed.sys.add.u32 [x], r1 ;\n"
                   " add.u64 rd1, rd1, rd0                  "
                   "|                                 ;\n"
                   " atom.relaxed.sys.exch.b32 r2, [rd1], 1 "
                   "|                                 ;\n"
                   "exists\n"
                   "(0:r0=1 /\\ 0:r2=0 /\\ 1:r0=1)\n");
}
