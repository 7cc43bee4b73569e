/* The tests that are made of cycles. */
#include "tests/unit/cycle_help.h"

TEST(a_whole_test)
{
    opened_cycle o;
    open_cycle(&o, "DMB.SYdWW Rfe DpAddrdRPA FreAP", CM_AARCH64);
    assert_string_equal(o.text.data, "AArch64 MP+dmb.sy+addrpa\n"
                                     "\"DMB.SYdWW Rfe DpAddrdRPA FreAP\"\n"
                                     "Cycle=DMB.SYdWW Rfe DpAddrdRPA FreAP\n"
                                     "Prefetch=0:x=F,0:y=W,1:y=F,1:x=T\n"
                                     "Com=Rf Fr\n"
                                     "Orig=DMB.SYdWW Rfe DpAddrdRPA FreAP\n"
                                     "{\n"
                                     "0:X1=x; 0:X3=y;\n"
                                     "1:X1=y; 1:X4=x;\n"
                                     "}\n"
                                     " P0          | P1                ;\n"
                                     " MOV W0,#1   | LDR W0,[X1]       ;\n"
                                     " STR W0,[X1] | EOR W2,W0,W0      ;\n"
                                     " DMB SY      | ADD X5,X4,W2,SXTW ;\n"
                                     " MOV W2,#1   | LDAR W3,[X5]      ;\n"
                                     " STR W2,[X3] |                   ;\n"
                                     "exists\n"
                                     "(1:X0=1 /\\ 1:X3=0)\n");
    assert_int_equal(o.text.data[o.body], '{');
    cm_arena_free(o.arena);
}

static void assert_body(const char *cycle, cm_cycle_style style, const char *expected)
{
    assert_body_in(CM_AARCH64, cycle, style, expected);
}

/* One thread and several locations: X86/WR+po-rfi-po and WW+po-rfi-po of the published tests. */
TEST(one_thread)
{
    cm_cycle_style none = {0};
    assert_name("PodWW Rfi PodRR Fre", CM_X86, "WR+po-rfi-po");
    assert_name("PodWW Rfi PodRW Wse", CM_AARCH64, "WW+po-rfi-po");
    assert_name("PosWR Fre", CM_AARCH64, "CoWR0");
    assert_body("PodWW Rfi PodRW Wse", none,
                "{\n"
                "0:X1=x; 0:X3=y;\n"
                "}\n"
                " P0          ;\n"
                " MOV W0,#2   ;\n"
                " STR W0,[X1] ;\n"
                " MOV W2,#1   ;\n"
                " STR W2,[X3] ;\n"
                " LDR W4,[X3] ;\n"
                " MOV W5,#1   ;\n"
                " STR W5,[X1] ;\n"
                "exists\n"
                "([x]=2 /\\ 0:X4=1)\n");
}

/* Sizes of RISC-V: loads and stores have an offset, what is annotated or exclusive has
 * none; a value that no immediate holds is there from the beginning. */
TEST(riscv_sizes)
{
    cm_cycle_style none = {0};
    assert_body_in(CM_RISCV, "PodWWw0q0 Rfe PodRRq0w4 Fre", none,
                   "{\n"
                   "uint64_t x; uint64_t y; uint64_t 1:x5; uint64_t 1:x7;\n"
                   "0:x5=0x1010101; 0:x6=x; 0:x7=0x101010101010101; 0:x8=y;\n"
                   "1:x6=y; 1:x8=x;\n"
                   "}\n"
                   " P0          | P1          ;\n"
                   " sw x5,0(x6) | ld x5,0(x6) ;\n"
                   " sd x7,0(x8) | lw x7,4(x8) ;\n"
                   "exists\n"
                   "(1:x5=0x101010101010101 /\\ 1:x7=0x0)\n");
    assert_body_in(CM_RISCV, "PodWWq0Rl.w4 Rfe DpDatadWAq.w4q0 Rfe PodRRq0w4 Fre", none,
                   "{\n"
                   "uint64_t x; uint64_t y; uint64_t z; uint64_t 1:x5; uint64_t 2:x5; "
                   "uint64_t 2:x7;\n"
                   "0:x5=0x101010101010101; 0:x6=x; 0:x7=0x1010101; 0:x8=y;\n"
                   "1:x6=y; 1:x9=0x101010101010101; 1:x10=z;\n"
                   "2:x6=z; 2:x8=x;\n"
                   "}\n"
                   " P0             | P1             | P2          ;\n"
                   " sd x5,0(x6)    | addi x7,x6,4   | ld x5,0(x6) ;\n"
                   " addi x9,x8,4   | lw.aq x5,0(x7) | lw x7,4(x8) ;\n"
                   " sw.rl x7,0(x9) | xor x8,x5,x5   |             ;\n"
                   "                | or x8,x8,x9    |             ;\n"
                   "                | sd x8,0(x10)   |             ;\n"
                   "exists\n"
                   "(1:x5=0x1010101 /\\ 2:x5=0x101010101010101 /\\ 2:x7=0x0)\n");
    assert_body_in(CM_RISCV, "Rfew0w4 Amo.Swpw4w4 PodWWw4q0 Wseq0w0 PodWWw0w0", none,
                   "{\n"
                   "uint64_t x; uint64_t y; uint64_t 1:x7;\n"
                   "0:x5=0x2020202; 0:x6=x; 0:x7=0x1010101; 0:x8=y;\n"
                   "1:x5=y; 1:x8=0x2020202; 1:x9=0x101010101010101; 1:x10=x;\n"
                   "}\n"
                   " P0          | P1                   ;\n"
                   " sw x5,0(x6) | addi x6,x5,4         ;\n"
                   " sw x7,0(x8) | amoswap.w x7,x8,(x6) ;\n"
                   "             | sd x9,0(x10)         ;\n"
                   "exists\n"
                   "([x]=0x101010102020202 /\\ [y]=0x202020201010101 /\\ 1:x7=0x0)\n");
    assert_error("PodWWPX.h0 RfeX.h0P PodRR Fre", CM_RISCV,
                 "12: an exclusive pair of that size does not exist in RISCV");
    assert_error("PodWWw4w0 Rfe LxSxh0h0 PodWW Wse", CM_RISCV,
                 "15: an exclusive pair of that size does not exist in RISCV");
}

/* herdtools7, catalogue/aarch64/tests (L044, L045) and gen/tests/AArch64 as of 2026
 * (CoRW1+amo.cas..., CoRW1+datas-rmw-rfi, CoRW1+datas-amo.swp-rfi,
 * CoRW1+dataspxl-rfixlp, CoRW1+...csels-rfi): which instructions and registers. */
TEST(read_modify_writes)
{
    cm_cycle_style none = {0};
    assert_body("DMB.SYdRW Rfe Amo.StAdd PodWR Amo.LdAdd Rfe", none,
                "{\n"
                "0:X1=x; 0:X3=y;\n"
                "1:X0=y; 1:X2=x;\n"
                "}\n"
                " P0          | P1               ;\n"
                " LDR W0,[X1] | MOV W1,#2        ;\n"
                " DMB SY      | STADD W1,[X0]    ;\n"
                " MOV W2,#1   | MOV W4,#1        ;\n"
                " STR W2,[X3] | LDADD W4,W3,[X2] ;\n"
                "exists\n"
                "([y]=3 /\\ 0:X0=1 /\\ 1:X3=0)\n");
    assert_body("Amo.CasAL PodWWLP Rfe Amo.SwpPL PodWWLP Rfe", none,
                "{\n"
                "0:X0=x; 0:X4=y;\n"
                "1:X0=y; 1:X4=x;\n"
                "}\n"
                " P0               | P1              ;\n"
                " MOV W1,#1        | MOV W2,#2       ;\n"
                " MOV W2,#2        | SWPL W2,W1,[X0] ;\n"
                " CASAL W1,W2,[X0] | MOV W3,#1       ;\n"
                " MOV W3,#1        | STR W3,[X4]     ;\n"
                " STR W3,[X4]      |                 ;\n"
                "exists\n"
                "([x]=2 /\\ [y]=2 /\\ 0:X1=1 /\\ 1:X1=1)\n");
    assert_body("DpDatadR Amo.Swp Rfe DpDatadR LxSx Rfe", none,
                "{\n"
                "0:X1=x; 0:X2=y;\n"
                "1:X1=y; 1:X2=x;\n"
                "}\n"
                " P0             | P1              ;\n"
                " LDR W0,[X1]    | LDR W0,[X1]     ;\n"
                " MOV W4,#1      | MOV W4,#1       ;\n"
                " EOR W5,W0,W0   | EOR W5,W0,W0    ;\n"
                " ADD W4,W4,W5   | ADD W4,W4,W5    ;\n"
                " SWP W4,W3,[X2] | Loop00:         ;\n"
                "                | LDXR W3,[X2]    ;\n"
                "                | STXR W6,W4,[X2] ;\n"
                "                | CBNZ W6,Loop00  ;\n"
                "exists\n"
                "(0:X0=1 /\\ 0:X3=0 /\\ 1:X0=1 /\\ 1:X3=0)\n");
    assert_body("DpDataCseldW Rfe DpCtrlIsbCseldW Rfe", none,
                "{\n"
                "0:X1=x; 0:X3=y;\n"
                "1:X1=y; 1:X4=x;\n"
                "}\n"
                " P0                 | P1                 ;\n"
                " LDR W0,[X1]        | LDR W0,[X1]        ;\n"
                " CMP W0,W0          | CMP W0,W0          ;\n"
                " CSEL W2,WZR,WZR,EQ | CSEL W2,WZR,WZR,EQ ;\n"
                " ADD W2,W2,#1       | CBNZ W2,LC00       ;\n"
                " STR W2,[X3]        | LC00:              ;\n"
                "                    | ISB                ;\n"
                "                    | MOV W3,#1          ;\n"
                "                    | STR W3,[X4]        ;\n"
                "exists\n"
                "(0:X0=1 /\\ 1:X0=1)\n");
}

/* S+poxxs as published with Dat3M and herdtools7: an exclusive pair that fails says so;
 * left to the condition, and again and again as diy7 has it now. */
TEST(exclusive_pairs)
{
    assert_body("PodWWXX RfeXX PodRWXX WseXX", (cm_cycle_style){.pairs = CM_PAIRS_ONCE},
                "{ ok=1;\n"
                "0:X0=x; 0:X4=y; 0:X8=ok;\n"
                "1:X0=y; 1:X3=x; 1:X7=ok;\n"
                "}\n"
                " P0              | P1              ;\n"
                " MOV W1,#2       | LDXR W1,[X0]    ;\n"
                " LDXR W2,[X0]    | STXR W2,W1,[X0] ;\n"
                " STXR W3,W1,[X0] | CBNZ W2,Fail1   ;\n"
                " CBNZ W3,Fail0   | MOV W4,#1       ;\n"
                " MOV W5,#1       | LDXR W5,[X3]    ;\n"
                " LDXR W6,[X4]    | STXR W2,W4,[X3] ;\n"
                " STXR W3,W5,[X4] | CBNZ W2,Fail1   ;\n"
                " CBNZ W3,Fail0   | B Exit1         ;\n"
                " B Exit0         | Fail1:          ;\n"
                " Fail0:          | MOV W6,#0       ;\n"
                " MOV W7,#0       | STR W6,[X7]     ;\n"
                " STR W7,[X8]     | Exit1:          ;\n"
                " Exit0:          |                 ;\n"
                "exists\n"
                "(ok=1 /\\ [x]=2 /\\ [y]=1 /\\ 0:X2=1 /\\ 0:X6=0 /\\ 1:X1=1 /\\ 1:X5=0)\n");
    assert_body("PodWWPX RfeXXA PodRRXAP Fre", (cm_cycle_style){.pairs = CM_PAIRS_BARE},
                "{\n"
                "0:X1=x; 0:X2=y;\n"
                "1:X0=y; 1:X4=x;\n"
                "}\n"
                " P0              | P1              ;\n"
                " MOV W0,#1       | LDAXR W1,[X0]   ;\n"
                " STR W0,[X1]     | STXR W2,W1,[X0] ;\n"
                " MOV W3,#1       | LDR W3,[X4]     ;\n"
                " LDXR W4,[X2]    |                 ;\n"
                " STXR W5,W3,[X2] |                 ;\n"
                "exists\n"
                "([y]=1 /\\ 0:X4=0 /\\ 0:X5=0 /\\ 1:X1=1 /\\ 1:X3=0 /\\ 1:X2=0)\n");
}

/* RSDWI as published; a thread left and come back to. */
TEST(legs_and_stores)
{
    assert_body("DMB.SYdWW Rfe DpAddrdR Store FrLeave RfBack DpAddrdR Fre", (cm_cycle_style){0},
                "{\n"
                "0:X1=x; 0:X3=y;\n"
                "1:X1=y; 1:X4=z; 1:X8=x;\n"
                "2:X1=z;\n"
                "}\n"
                " P0          | P1                  | P2          ;\n"
                " MOV W0,#1   | MOV W9,#1           | MOV W0,#2   ;\n"
                " STR W0,[X1] | STR W9,[X4]         | STR W0,[X1] ;\n"
                " DMB SY      | LDR W0,[X1]         |             ;\n"
                " MOV W2,#1   | EOR W2,W0,W0        |             ;\n"
                " STR W2,[X3] | LDR W3,[X4,W2,SXTW] |             ;\n"
                "             | LDR W5,[X4]         |             ;\n"
                "             | EOR W6,W5,W5        |             ;\n"
                "             | LDR W7,[X8,W6,SXTW] |             ;\n"
                "exists\n"
                "([z]=2 /\\ 1:X0=1 /\\ 1:X3=1 /\\ 1:X5=2 /\\ 1:X7=0)\n");
    assert_name("DMB.SYdWW Rfe DpAddrdR PosRR FrLeave RfBack PosRR Fre", CM_AARCH64,
                "MP+dmb.sy+addr-pos-[fr-rf]-pos");
    assert_name("DMB.SYdWW Rfe DpAddrdR FrLeave DMB.STdWW RfBack DpAddrdR Fre", CM_AARCH64,
                "MP+dmb.sy+addr-[fr-dmb.st-rf]-addr");
    assert_name("Rmw MFencedWR Fre PodWR Hat", CM_X86, "RR+WR+rmw-mfence+po");
}

/* R+pos-addr-datapl+pola... of the collection RPLUS: diy7 -obs local -nooptcond. */
TEST(local_observers)
{
    opened_cycle o;
    open_styled(&o, "PodWR DpAddrdR DpDatadWPL WseLL PodWRLA FreAP", CM_AARCH64,
                (cm_cycle_style){.observers = CM_OBSERVE_LOCAL, .asks = CM_ASK_ALL});
    assert_contains(o.text.data, " STLR W7,[X8]        |              ;\n"
                                 " LDR W9,[X8]         |              ;\n"
                                 "exists\n"
                                 "([x]=1 /\\ [a]=2 /\\ 0:X9=2 /\\ 1:X2=0)\n");
    cm_arena_free(o.arena);
    open_styled(&o, "PodWW Wse Wse PodWR Fre", CM_AARCH64,
                (cm_cycle_style){.observers = CM_OBSERVE_AVOID});
    assert_null(o.cycle);
    assert_contains(first_error(&o), "y has three writes or more");
    cm_arena_free(o.arena);
    open_styled(&o, "PodWW Wse Wse PodWR Fre", CM_AARCH64,
                (cm_cycle_style){.observers = CM_OBSERVE_FINAL});
    assert_contains(o.text.data, "([y]=3 /\\ 2:X2=0)");
    cm_arena_free(o.arena);
}

/* MP+poq0l.w0+addrw4w4-... of the collection of mixed sizes (diycross7 7.52, little
 * endian), but for the printing of numbers. */
TEST(sizes)
{
    assert_body("PodWWq0L.w0 RfeL.w0w4 DpAddrdWw4w4 Rfiw4w4 DpDatadWw4w0 Rfiw0q0 Freq0q0",
                (cm_cycle_style){0},
                "{\n"
                "uint64_t x; uint64_t y; uint64_t z; uint64_t 1:X0; uint64_t 1:X5; uint64_t 1:X8;\n"
                "0:X0=0x202020202020202; 0:X1=x; 0:X2=0x1010101; 0:X3=y;\n"
                "1:X1=y; 1:X3=0x1010101; 1:X4=z; 1:X7=x;\n"
                "}\n"
                " P0           | P1             ;\n"
                " STR X0,[X1]  | LDR W0,[X1,#4] ;\n"
                " STLR W2,[X3] | EOR X2,X0,X0   ;\n"
                "              | ADD X2,X2,#4   ;\n"
                "              | STR W3,[X4,X2] ;\n"
                "              | LDR W5,[X4,#4] ;\n"
                "              | EOR X6,X5,X5   ;\n"
                "              | ADD W6,W6,W3   ;\n"
                "              | STR W6,[X7]    ;\n"
                "              | LDR X8,[X7]    ;\n"
                "exists\n"
                "([x]=0x202020202020202 /\\ 1:X0=0x0 /\\ 1:X5=0x1010101 /\\ 1:X8=0x1010101)\n");
    opened_cycle o;
    open_cycle(&o, "PodWWb1L.h0 RfeL.h0A.b1 Amo.LdAddb1b1 Rfeb1w0 PodRRw0P Fre", CM_AARCH64);
    assert_null(o.cycle);
    cm_arena_free(o.arena);
    open_cycle(&o, "DMB.SYdRWPL.h2 RfeL.h2h2 Amo.LdAddh2h2 Rfeh2b3 PodRWb3P Rfe", CM_AARCH64);
    if (!o.cycle)
        fail_msg("%s", first_error(&o));
    assert_contains(o.text.data, "uint32_t x;");
    assert_contains(o.text.data, "ADD X");
    assert_contains(o.text.data, "LDADDH W");
    assert_contains(o.text.data, "LDRB W0,[X1,#3]");
    cm_arena_free(o.arena);
}

/* Three writes to y by three threads: the final value tells the last, a thread
 * that looks on the order of the first two. */
static void assert_same(cm_arch arch, const char *cycle, const char *as)
{
    opened_cycle a, b;
    open_cycle(&a, cycle, arch);
    open_cycle(&b, as, arch);
    assert_non_null(a.cycle);
    assert_non_null(b.cycle);
    assert_string_equal(a.text.data + a.body, b.text.data + b.body);
    cm_arena_free(a.arena);
    cm_arena_free(b.arena);
}

/* What is no edge of its own says the same as the edges beside it could. */
/* X86_64: offsets by a register that holds the address; what an instruction cannot have as a
 * constant by way of one. */
TEST(x86_sizes)
{
    /* around the cache, from a register, of 4 or 8 bytes; the fences that order such stores */
    assert_name("PodWW SFence NT Rfe LFencedRR Fre", CM_X86_64, "MP+popnt-[sfence]+lfence");
    assert_body_in(CM_X86_64, "PodWWNT.q0P SFence Rfe PodRR Fre", (cm_cycle_style){0},
                   "{\n"
                   "uint64_t x; uint64_t y; uint64_t 1:rax; uint64_t 1:rbx;\n"
                   "}\n"
                   " P0                              | P1            ;\n"
                   " movabsq $72340172838076673,%rax | movq (y),%rax ;\n"
                   " movntiq %rax,(x)                | movq (x),%rbx ;\n"
                   " sfence                          |               ;\n"
                   " movq $1,(y)                     |               ;\n"
                   "exists\n"
                   "(1:rax=0x1 /\\ 1:rbx=0x0)\n");
    assert_body_in(CM_X86_64, "PodWWw0h2 Rfeh2w4 PodRRw4b1 Freb1w0", (cm_cycle_style){0},
                   "{\n"
                   "uint64_t x; uint64_t y; uint64_t 1:rbx; uint64_t 1:rdx;\n"
                   "0:rax=y;\n"
                   "1:rax=y; 1:rcx=x;\n"
                   "}\n"
                   " P0                 | P1                ;\n"
                   " movl $16843009,(x) | movl 4(%rax),%ebx ;\n"
                   " movw $257,2(%rax)  | movb 1(%rcx),%dl  ;\n"
                   "exists\n"
                   "(1:rbx=0x0 /\\ 1:rdx=0x0)\n");
    assert_body_in(CM_X86_64, "PodWRq0q0 Rmwq0q0 Coeq0q0 PodWRq0b0 Freb0q0", (cm_cycle_style){0},
                   "{\n"
                   "uint64_t x; uint64_t y; uint64_t 0:rbx; uint64_t 1:rbx;\n"
                   "}\n"
                   " P0                              | P1                               ;\n"
                   " movabsq $72340172838076673,%rax | movabsq $144680345676153346,%rax ;\n"
                   " movq %rax,(x)                   | movq %rax,(y)                    ;\n"
                   " movabsq $72340172838076673,%rbx | movb (x),%bl                     ;\n"
                   " xchgq %rbx,(y)                  |                                  ;\n"
                   "exists\n"
                   "([y]=0x202020202020202 /\\ 0:rbx=0x0 /\\ 1:rbx=0x0)\n");
}

TEST(said_before)
{
    assert_same(CM_AARCH64, "PodWW DMB.SY Rfe PodRR Fre", "DMB.SYdWW Rfe PodRR Fre");
    assert_same(CM_AARCH64, "PodWW L Rfe A PodRR Fre", "PodWWPL RfeLA PodRRAP Fre");
    assert_same(CM_AARCH64, "L Rfe PodRR w4 A Fre PodWW", "PodWWPL RfeLP PodRRPA.w4 FreA.w4P");
    assert_same(CM_AARCH64, "FencedWW Rfe DpdR Fre", "DMB.SYdWW Rfe DpAddrdR Fre");
    assert_same(CM_AARCH64, "DpdW Rfe CtrldW Rfe", "DpDatadW Rfe DpCtrldW Rfe");
    assert_same(CM_X86, "FencedWR Fre PodWR MFence Fre", "MFencedWR Fre MFencedWR Fre");
    assert_same(CM_RISCV, "FencedWW Rfe CtrldR Fre", "Fence.rw.rwdWW Rfe DpCtrldR Fre");
    assert_name("PodWW DMB.SY L Rfe ISB DMB.LD DpAddrdR Fre", CM_AARCH64,
                "MP+popl-[dmb.sy]+[isb]-[dmb.ld]-addr");
    /* a fence behind an external edge begins the thread, and a dependency passes it */
    assert_body("DMB.SY PodWW Rfe DpAddrdR ISB Fre", (cm_cycle_style){0},
                "{\n"
                "0:X1=x; 0:X3=y;\n"
                "1:X1=y; 1:X4=x;\n"
                "}\n"
                " P0          | P1                  ;\n"
                " DMB SY      | LDR W0,[X1]         ;\n"
                " MOV W0,#1   | ISB                 ;\n"
                " STR W0,[X1] | EOR W2,W0,W0        ;\n"
                " MOV W2,#1   | LDR W3,[X4,W2,SXTW] ;\n"
                " STR W2,[X3] |                     ;\n"
                "exists\n"
                "(1:X0=1 /\\ 1:X3=0)\n");
}

/* CoRR as coherence has it; two locations by themselves; observers of any two writes. */
TEST(unicond)
{
    opened_cycle o;
    cm_cycle_style style = {.asks = CM_ASK_UNICOND};
    open_styled(&o, "Rfe PosRR Fre", CM_AARCH64, style);
    assert_contains(o.text.data, "forall\n"
                                 "((1:X0=1 /\\ 1:X2=1 \\/ 1:X0=0 /\\ 1:X2=1 \\/ "
                                 "1:X0=0 /\\ 1:X2=0))\n");
    cm_arena_free(o.arena);
    open_styled(&o, "PodWW Rfe PodRW Wse", CM_AARCH64, style);
    assert_contains(o.text.data, "forall\n(([x]=1 \\/ [x]=2) /\\ (1:X0=1 \\/ 1:X0=0))\n");
    cm_arena_free(o.arena);
    open_styled(&o, "PodWR LxSx Wse PodWWXP Wse", CM_AARCH64, style);
    assert_null(o.cycle);
    cm_arena_free(o.arena);
    open_styled(&o, "PodWW Wse PodWW Wse", CM_AARCH64,
                (cm_cycle_style){.observers = CM_OBSERVE_FORCE});
    assert_contains(o.text.data, "(2:X0=1 /\\ 2:X2=2 /\\ 3:X0=1 /\\ 3:X2=2)\n");
    cm_arena_free(o.arena);
}

TEST(observers)
{
    opened_cycle o;
    open_cycle(&o, "PodWW Wse Wse PodWR Fre", CM_AARCH64);
    assert_non_null(o.cycle);
    assert_contains(o.text.data, "P3");
    assert_contains(o.text.data, "([y]=3 /\\ 2:X2=0 /\\ 3:X0=1 /\\ 3:X2=2)");
    cm_arena_free(o.arena);
    /* Two by one thread, one after: nothing is left open. */
    open_cycle(&o, "PodWW Wsi Wse PodWR Fre", CM_AARCH64);
    assert_contains(o.text.data, "([y]=3 /\\ 1:X2=0)");
    assert_null(strstr(o.text.data, "P2"));
    cm_arena_free(o.arena);
}

/* Through one location: the values are numbered in the order of the threads, the
 * condition is the order that the cycle says. P1 reads 1 and writes 2, and 1 comes
 * after 2. */
TEST(one_location)
{
    opened_cycle o;
    open_cycle(&o, "PosRW Wse Rfe", CM_AARCH64);
    assert_contains(o.text.data, "exists\n([x]=1 /\\ 1:X0=1)");
    cm_arena_free(o.arena);
    open_cycle(&o, "PosWW Coe", CM_AARCH64);
    assert_contains(o.text.data, "exists\n([x]=1)");
    cm_arena_free(o.arena);
}
