/* The edge language, cycles of edges, their names, and the tests made of them. */
#include "enumerate/cycle.h"
#include "litmus/text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* ---- help ---------------------------------------------------------------- */

typedef struct opened_cycle {
    cm_arena *arena;
    cm_work work;
    cm_source source;
    cm_arch arch;
    cm_cycle_style style;
    cm_cycle *cycle; /* NULL: an error */
    cm_text text;
    size_t body;
} opened_cycle;

static void open_protected(void *argument)
{
    opened_cycle *o = argument;
    int count;
    cm_edge *edges =
        cm_cycle_parse(&o->work, (cm_place){&o->source, 0, (uint32_t)o->source.length}, &count);
    cm_cycle *cycle = cm_cycle_make(&o->work, edges, count, o->arch, CM_AARCH64);
    cycle->style = o->style;
    cm_text_init(&o->text, o->arena);
    cm_cycle_text(&o->work, cycle, cm_cycle_name(o->arena, cycle), NULL, 0, &o->text, &o->body);
    o->cycle = cycle;
}

static void open_styled(opened_cycle *o, const char *text, cm_arch arch, cm_cycle_style style)
{
    *o = (opened_cycle){.arena = cm_arena_new(0), .arch = arch, .style = style};
    cm_work_init(&o->work, o->arena);
    o->source = (cm_source){"cycle", text, strlen(text)};
    cm_arena_protect(o->arena, open_protected, o);
}

static void open_cycle(opened_cycle *o, const char *text, cm_arch arch)
{
    open_styled(o, text, arch, (cm_cycle_style){0});
}

static const char *first_error(opened_cycle *o)
{
    if (o->work.diags.count == 0)
        return "";
    unsigned line, column;
    cm_place_position(o->work.diags.items[0].place, &line, &column);
    return cm_arena_printf(o->arena, "%u: %s", column, o->work.diags.items[0].message);
}

static void assert_error(const char *text, cm_arch arch, const char *expected)
{
    opened_cycle o;
    open_cycle(&o, text, arch);
    assert_null(o.cycle);
    if (strncmp(first_error(&o), expected, strlen(expected)) != 0)
        fail_msg("%s: expected '%s', found '%s'", text, expected, first_error(&o));
    cm_arena_free(o.arena);
}

static void assert_name(const char *text, cm_arch arch, const char *expected)
{
    opened_cycle o;
    open_cycle(&o, text, arch);
    if (!o.cycle)
        fail_msg("%s: %s", text, first_error(&o));
    assert_string_equal(cm_cycle_name(o.arena, o.cycle), expected);
    cm_arena_free(o.arena);
}

static void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in:\n%s", part, text);
}

/* ---- edges --------------------------------------------------------------- */

/* Each edge in a cycle that closes it; printed back the same but for synonyms. */
static void edges_print_back(void **state)
{
    (void)state;
    static const struct {
        const char *in, *out;
        cm_arch arch;
    } rows[] = {
        {"PodWW Rfe PodRR Fre", "PodWW Rfe PodRR Fre", CM_AARCH64},
        {"PodWW Coe PodWW Coe", "PodWW Wse PodWW Wse", CM_AARCH64},
        {"DMB.SYdWW Rfe DpAddrdR Fre", "DMB.SYdWW Rfe DpAddrdR Fre", CM_AARCH64},
        {"DMB.ISHSTdWW Rfe DpCtrlIsbdR Fre", "DMB.ISHSTdWW Rfe DpCtrlIsbdR Fre", CM_AARCH64},
        {"DSB.LDdRW Rfe DpDatadW Rfe", "DSB.LDdRW Rfe DpDatadW Rfe", CM_AARCH64},
        {"PodWWPL RfeLA PodRRAP Fre", "PodWWPL RfeLA PodRRAP Fre", CM_AARCH64},
        {"PodWWPL Rfe PodRRQP Fre", "PodWWPL RfeLQ PodRRQP Fre", CM_AARCH64},
        {"PodWWPP RfePP PodRR Fre", "PodWW Rfe PodRR Fre", CM_AARCH64},
        {"MFencedWR Fre Rfi PodRR Fre", "MFencedWR Fre Rfi PodRR Fre", CM_X86},
        {"Rmw PodWW Rfe Rmw PodWW Rfe", "Rmw PodWW Rfe Rmw PodWW Rfe", CM_X86},
        {"LxSxAL PodWWLP Rfe Amo.Cas PodWW Rfe", "LxSxAL PodWWLP Rfe Amo.Cas PodWW RfePA",
         CM_AARCH64},
        {"Amo.LdAdd PodWW Rfe DpAddrCseldR PodRR Hat PodRW Rfe",
         "Amo.LdAdd PodWW Rfe DpAddrCseldR PodRR Hat PodRW Rfe", CM_AARCH64},
        {"PodWWPXL RfeXLXA DpCtrlIsbCseldWXAP Wse", "PodWWPXL RfeXLXA DpCtrlIsbCseldWXAP Wse",
         CM_AARCH64},
        {"PodWWXALL RfeLXAL PodRRXALP FrePXAL", "PodWWXALL RfeLXAL PodRRXALP FrePXAL", CM_AARCH64},
        {"PodWWq0L.w0 RfeL.w0w4 PodRRw4q0 Freq0q0", "PodWWq0L.w0 RfeL.w0w4 PodRRw4q0 Freq0q0",
         CM_AARCH64},
        {"PodWW Rfe DpAddrdR Store FrLeave RfBack PodRR Fre",
         "PodWW Rfe DpAddrdR Store FrLeave RfBack PodRR Fre", CM_AARCH64},
        {"Amo.SwpAL PodWW Rfe RmwAL PodWW Rfe", "Amo.SwpAL PodWWLP RfePA RmwAL PodWWLP RfePA",
         CM_PTX},
        {"Fence.sc.sysdWR Fre Fence.acq_rel.ctadWR Fre",
         "Fence.sc.sysdWR Fre Fence.acq_rel.ctadWR Fre", CM_PTX},
        {"Membar.gldWWP.gpuL RfeLA.cta Fence.acquire.clusterdRR Fre",
         "Membar.gldWWP.gpuL RfeLA.cta Fence.acquire.clusterdRRA.ctaP FrePP.gpu", CM_PTX},
        {"PodWWKK Rfe PodRRVP.sys Fre", "PodWWKK RfeKV PodRRVP FrePK", CM_PTX},
        {"PodWWPclusterLgpu Rfe PodRR Fre", "PodWWP.clusterL.gpu RfeL.gpuP PodRR FrePP.cluster",
         CM_PTX},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        opened_cycle o;
        open_cycle(&o, rows[i].in, rows[i].arch);
        if (!o.cycle)
            fail_msg("%s: %s", rows[i].in, first_error(&o));
        assert_string_equal(cm_cycle_edges(o.arena, o.cycle, 0), rows[i].out);
        cm_arena_free(o.arena);
    }
}

static void wrong_edges(void **state)
{
    (void)state;
    assert_error("", CM_AARCH64, "1: no edges");
    assert_error("PodWW Rfx PodRR Fre", CM_AARCH64, "9: Rf of what");
    assert_error("PodWW Rfe Foo Fre", CM_AARCH64, "11: unknown edge");
    assert_error("PoxWW Rfe", CM_AARCH64, "3: no location");
    assert_error("PodW", CM_AARCH64, "5: no direction");
    assert_error("PodWX", CM_AARCH64, "5: no direction");
    assert_error("PodWWL", CM_AARCH64, "7: no annotation");
    assert_error("PodWWZP", CM_AARCH64, "6: no annotation");
    assert_error("PodWWPLx", CM_AARCH64, "8: text after the edge");
    assert_error("PodWWAP", CM_AARCH64, "6: annotation A of a write");
    assert_error("PodRRPL", CM_AARCH64, "7: annotation L of a read");
    assert_error("PodWWP.gpuP.moon", CM_PTX, "13: unknown scope");
    assert_error("PodWWK.gpuP", CM_PTX, "11: a scope of a weak access");
    assert_error("Rfe DpDatadR Fre", CM_AARCH64, "5: a data dependency to a read");
    assert_error("DpFoodR Fre", CM_AARCH64, "3: unknown dependency");
    assert_error("DMB.SY", CM_AARCH64, "7: no location");
    assert_error("Pod*W Rfe PodRR Fre", CM_AARCH64, "1: either direction");
    assert_error("PodWWw3P", CM_AARCH64, "6: no annotation");
    assert_error("PodWWL.q4P", CM_AARCH64, "8: unknown scope");
    assert_error("PodWWXQP", CM_AARCH64, "8: text after the edge");
    assert_error("Amo.LdMax", CM_AARCH64, "1: unknown edge");
    assert_error("FrGo", CM_AARCH64, "3: Fr of what");
}

static void wrong_cycles(void **state)
{
    (void)state;
    assert_error("PodWW Rfe PodWR Fre", CM_AARCH64,
                 "11: `PodWR` begins with a write where `Rfe` ends with a read");
    assert_error("PodWW Rfe", CM_AARCH64, "1: `PodWW` begins with a write");
    assert_error("PodWWPL RfePA PodRR Fre", CM_AARCH64, "9: `RfePA` annotates");
    assert_error("PodWR PodRW", CM_AARCH64, "1: no external edge");
    assert_error("PodWR Fre PosWR Fre", CM_AARCH64, "1: only `PodWR` changes the location");
    assert_error("PodWR PosRR Fre", CM_AARCH64, "1: only `PodWR` changes the location");
    assert_error("Rfe Fre", CM_AARCH64, "1: communications only");
    assert_error("MFencedWR Fre PodWR Fre", CM_AARCH64, "1: fence MFence does not exist");
    assert_error("DMB.SYdWR Fre PodWR Fre", CM_X86, "1: fence DMB.SY does not exist");
    assert_error("Fence.sc.sysdWR Fre PodWR Fre", CM_X86, "1: fence Fence.sc.sys does not");
    assert_error("PodWWPL RfeLP PodRR Fre", CM_X86, "9: annotation L does not exist");
    assert_error("PodWW Rfe PodRRQP Fre", CM_PTX, "11: annotation Q does not exist");
    assert_error("PodWWP.gpuP Rfe PodRR Fre", CM_AARCH64, "1: a scope in AArch64");
    assert_error("PodWW Rfe DpAddrdR Fre", CM_X86, "11: a dependency in X86");
    assert_error("PodWW Rfe DpCtrlIsbdR Fre", CM_PTX, "11: no Isb in PTX");
    assert_error("PodWW RfePK RmwKP PodWR Fre", CM_PTX, "13: a read-modify-write that is Q");
    assert_error("PodWW Rfe Amo.Cas PodWR Fre", CM_X86, "11: no Amo.Cas in X86");
    assert_error("PodWW Rfe PodRRXP Fre", CM_PTX, "11: annotation X does not exist");
    assert_error("PodWW Rfe PodRRXP Fre", CM_X86, "11: an exclusive read in X86");
    assert_error("PodWW Rfe PodRRw0P Fre", CM_X86, "11: an access of a size in X86");
    assert_error("PodWW Rfe DpAddrCseldR Fre", CM_PTX, "11: no conditional selection in PTX");
    assert_error("PodWW Rfe Amo.Swpw0w4 PodWR Fre", CM_AARCH64, "11: two sizes");
    assert_error("PodWW Rfe Amo.SwpXP PodWR Fre", CM_AARCH64, "11: a read-modify-write that is X");
    assert_error("PodWW Rfe Amo.StAddAP PodWR Fre", CM_AARCH64, "11: Amo.StAdd that acquires");
    assert_error("PodWW Rfe PosRR FrLeave Rfe PodRR Fre", CM_AARCH64, "1: Leave and Back");
    assert_error("PodWW Rfe Store Store PodRR Fre", CM_AARCH64, "17: Store twice");
    assert_error("Store", CM_AARCH64, "1: Store alone");
}

static void too_long(void **state)
{
    (void)state;
    char text[4096] = "";
    for (int i = 0; i < CM_CYCLE_MAX + 1; i++)
        strcat(text, "PodWW ");
    assert_error(text, CM_AARCH64, "385: too many edges");
    /* Registers: 14 accesses to new locations need 28, the 15th is one too many. */
    text[0] = '\0';
    for (int i = 0; i < 20; i++)
        strcat(text, "PodWW ");
    strcat(text, "Rfe PodRR Fre");
    assert_error(text, CM_AARCH64, "1: thread 0 needs more registers");
    text[0] = '\0';
    for (int i = 0; i < 7; i++)
        strcat(text, "PodRR ");
    strcat(text, "Fre Rfe");
    assert_error(text, CM_X86, "1: thread 1 needs more registers");
}

/* ---- names --------------------------------------------------------------- */

/* Names that published tests have. */
static void names(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"PodWW Rfe PodRR Fre", "MP"},
        {"DMB.SYdWW Rfe DpAddrdR Fre", "MP+dmb.sy+addr"},
        {"PodWR Fre DMB.SYdWR Fre", "SB+po+dmb.sy"},
        {"DMB.SYdWR Fre DMB.SYdWR Fre", "SB+dmb.sys"},
        {"PodWWPL RfeLA PodRRAP FrePP", "MP+popl+poap"},
        {"DMB.LDdWWLP Wse DMB.STdWWPL WseLL", "2+2W+dmb.ldlp+dmb.stpl"},
        {"RfeLA PodRWAL RfeLA PodRRAA FreAL", "WRC+poal+poaa+L"},
        {"Rfe DMB.SYdRR FrePL RfeLA PodRRAP Fre", "IRIW+dmb.sy+poap+NaL"},
        {"DpDatadW Rfe DpDatadW Wsi Rfe", "LB+data+data-wsi"},
        {"PodWR DpCtrldWPL WseLL PodWRLP DpCtrlIsbdRPA FreAP", "R+po-ctrlpl+polp-ctrlisbpa"},
        {"Rfe PosRR Fre", "CoRR"},
        {"Rfe DMB.SYsRR Fre", "CoRR+dmb.sys"},
        {"PosRW Rfe PosRW Rfe", "LB+poss"},
        {"Rfe PodRR Fre PodWR Fre PodWR Fre", "W+RR+WR+WR"},
        {"PodWW Rfe PodRW Wse PodWR Fre", "Z6.0"},
        {"PodWW Wse PodWW Rfe PodRW Wse", "Z6.1"},
        {"PodWW Rfe PodRW Rfe PodRW Wse", "Z6.2"},
        {"PodWW Wse PodWW Rfe PodRR Fre", "Z6.3"},
        {"PodWW Wse PodWR Fre PodWR Fre", "Z6.4"},
        {"PodWW Wse PodWW Wse PodWR Fre", "Z6.5"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_name(rows[i][0], CM_AARCH64, rows[i][1]);
    assert_name("PodWWP.gpuL.gpu Rfe Fence.sc.gpudRR Fre", CM_PTX, "MP+pop.gpul.gpu+fence.sc.gpu");
    /* The table says itself what its shapes are made of. */
    for (const cm_cycle_shape *shape = cm_cycle_shapes; shape->name; shape++)
        assert_name(shape->edges, CM_AARCH64, shape->name);
}

/* ---- rotations ------------------------------------------------------------ */

static void rotations_are_one_test(void **state)
{
    (void)state;
    static const char *const words[] = {"DMB.SYdWW", "Rfe", "DpAddrdW", "Rfe", "PodRR", "Fre"};
    char *text = NULL, *key = NULL;
    cm_arena *arena = cm_arena_new(0);
    for (int r = 0; r < 6; r++) {
        cm_text cycle;
        cm_text_init(&cycle, arena);
        for (int i = 0; i < 6; i++)
            cm_text_append(&cycle, " %s", words[(r + i) % 6]);
        opened_cycle o;
        open_cycle(&o, cycle.data, CM_AARCH64);
        assert_non_null(o.cycle);
        if (r == 0) {
            text = cm_arena_text(arena, o.text.data, o.text.length);
            key = cm_arena_printf(arena, "%s", cm_cycle_key(o.arena, o.cycle));
        }
        assert_string_equal(o.text.data, text);
        assert_string_equal(cm_cycle_key(o.arena, o.cycle), key);
        cm_arena_free(o.arena);
    }
    cm_arena_free(arena);
}

/* Numbers of CTAs mean nothing but who shares one. */
static void keys_of_places(void **state)
{
    (void)state;
    opened_cycle a, b;
    open_cycle(&a, "PodWR Fre PodWR Fre", CM_PTX);
    open_cycle(&b, "PodWR Fre PodWR Fre", CM_PTX);
    b.cycle->seats[0].at.cta = 7;
    assert_string_equal(cm_cycle_key(a.arena, a.cycle), cm_cycle_key(b.arena, b.cycle));
    b.cycle->seats[1].at.cta = 7;
    assert_string_not_equal(cm_cycle_key(a.arena, a.cycle), cm_cycle_key(b.arena, b.cycle));
    cm_arena_free(a.arena);
    cm_arena_free(b.arena);
}

/* ---- whole tests ------------------------------------------------------------ */

static void a_whole_test(void **state)
{
    (void)state;
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

static void assert_body_in(cm_arch arch, const char *cycle, cm_cycle_style style,
                           const char *expected)
{
    opened_cycle o;
    open_styled(&o, cycle, arch, style);
    if (!o.cycle)
        fail_msg("%s: %s", cycle, first_error(&o));
    assert_string_equal(o.text.data + o.body, expected);
    cm_arena_free(o.arena);
}

static void assert_body(const char *cycle, cm_cycle_style style, const char *expected)
{
    assert_body_in(CM_AARCH64, cycle, style, expected);
}

/* One thread and several locations: X86/WR+po-rfi-po and WW+po-rfi-po of the published tests. */
static void one_thread(void **state)
{
    (void)state;
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
static void riscv_sizes(void **state)
{
    (void)state;
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
                 "12: an exclusive pair of that size in RISCV");
    assert_error("PodWWw4w0 Rfe LxSxh0h0 PodWW Wse", CM_RISCV,
                 "15: an exclusive pair of that size in RISCV");
}

/* herdtools7, catalogue/aarch64/tests (L044, L045) and gen/tests/AArch64 as of 2026
 * (CoRW1+amo.cas..., CoRW1+datas-rmw-rfi, CoRW1+datas-amo.swp-rfi,
 * CoRW1+dataspxl-rfixlp, CoRW1+...csels-rfi): which instructions and registers. */
static void read_modify_writes(void **state)
{
    (void)state;
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
static void exclusive_pairs(void **state)
{
    (void)state;
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
static void legs_and_stores(void **state)
{
    (void)state;
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
static void local_observers(void **state)
{
    (void)state;
    opened_cycle o;
    open_styled(&o, "PodWR DpAddrdR DpDatadWPL WseLL PodWRLA FreAP", CM_AARCH64,
                (cm_cycle_style){.observers = CM_OBSERVE_LOCAL, .all = true});
    assert_contains(o.text.data, " STLR W7,[X8]        |              ;\n"
                                 " LDR W9,[X8]         |              ;\n"
                                 "exists\n"
                                 "([x]=1 /\\ [a]=2 /\\ 0:X9=2 /\\ 1:X2=0)\n");
    cm_arena_free(o.arena);
    open_styled(&o, "PodWW Wse Wse PodWR Fre", CM_AARCH64,
                (cm_cycle_style){.observers = CM_OBSERVE_AVOID});
    assert_null(o.cycle);
    assert_contains(first_error(&o), "three writes or more to y");
    cm_arena_free(o.arena);
    open_styled(&o, "PodWW Wse Wse PodWR Fre", CM_AARCH64,
                (cm_cycle_style){.observers = CM_OBSERVE_FINAL});
    assert_contains(o.text.data, "([y]=3 /\\ 2:X2=0)");
    cm_arena_free(o.arena);
}

/* MP+poq0l.w0+addrw4w4-... of the collection of mixed sizes (diycross7 7.52, little
 * endian), but for the printing of numbers. */
static void sizes(void **state)
{
    (void)state;
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
static void observers(void **state)
{
    (void)state;
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
static void one_location(void **state)
{
    (void)state;
    opened_cycle o;
    open_cycle(&o, "PosRW Wse Rfe", CM_AARCH64);
    assert_contains(o.text.data, "exists\n([x]=1 /\\ 1:X0=1)");
    cm_arena_free(o.arena);
    open_cycle(&o, "PosWW Coe", CM_AARCH64);
    assert_contains(o.text.data, "exists\n([x]=1)");
    cm_arena_free(o.arena);
}

/* ---- generators -------------------------------------------------------------- */

typedef struct reading {
    int count;
} reading;

/* Reads back: parsing the test and printing it gives the same test again. */
static bool read_back(void *context, const cm_enum_test *test)
{
    reading *r = context;
    r->count++;
    cm_arena *arena = cm_arena_new(0);
    cm_work work;
    cm_work_init(&work, arena);
    cm_source source = {test->name, test->text, test->length};
    cm_test *parsed = cm_litmus_parse(&work, &source);
    if (!parsed)
        fail_msg("%s: %s", test->name, work.diags.items[0].message);
    assert_string_equal(parsed->name, test->name);
    const char *printed = cm_litmus_print(&work, parsed);
    cm_source again = {test->name, printed, strlen(printed)};
    cm_test *reparsed = cm_litmus_parse(&work, &again);
    assert_non_null(reparsed);
    char one[33], two[33];
    cm_test_hash(&work, parsed, one);
    cm_test_hash(&work, reparsed, two);
    assert_string_equal(one, two);
    assert_true(test->body < test->length && test->text[test->body] == '{');
    for (int i = 0; i < test->axis_count; i++)
        assert_true(*test->axes[i].name && !strpbrk(test->axes[i].value, " \t\n="));
    cm_arena_free(arena);
    return true;
}

static int generate(cm_enum_request *request)
{
    cm_arena *arena = cm_arena_new(0);
    cm_work work;
    cm_work_init(&work, arena);
    reading r = {0};
    bool good = cm_enum_run(&work, cm_enum_find(request->name), request, read_back, &r);
    if (!good)
        print_message("%s\n", work.diags.count ? work.diags.items[0].message : "no memory");
    assert_true(good);
    cm_arena_free(arena);
    return r.count;
}

static void generators_read_back(void **state)
{
    (void)state;
    enum { ARCHS = 5 };
    static const char *const archs[ARCHS] = {"AArch64", "X86", "X86_64", "PTX", "CMCM"};
    for (const cm_enum_generator *g = cm_family_generators; g->name; g++)
        for (int a = 0; a < ARCHS; a++)
            assert_true(generate(&(cm_enum_request){.name = g->name, .arch = archs[a]}) > 1);
    for (int a = 0; a < ARCHS; a++)
        assert_int_equal(generate(&(cm_enum_request){.name = "cross", .arch = archs[a], .size = 6}),
                         26);
    static const char *const words[] = {"PodWW,DMB.SYdWW", "Rfe", "DpAddrdR,DpCtrldR,PodRR", "Fre"};
    assert_int_equal(generate(&(cm_enum_request){.name = "cross", .words = words, .word_count = 4}),
                     6);
}

/* Products of rows, and cycles around one edge of a list. */
static void rows_and_relaxations(void **state)
{
    (void)state;
    static const char *const words[] = {"PodWW,[DMB.SYdWR,DpDatadR,Amo.Swp]", "Rfe",
                                        "[DpAddrdW,Rfi,DpCtrldR],[DpAddrd*,PodR*]", "Fre"};
    /* [DpAddrd*,PodR*] to a read through a read; through a write PodR* cannot follow. The
     * data dependency needs a read before it, which DMB.SYdWR gives. */
    assert_int_equal(generate(&(cm_enum_request){.name = "cross", .words = words, .word_count = 4}),
                     4);
    /* MP, S, LB ... of four edges with just one of the two relaxed: those of DMB.SY with
     * PodRR, with DpAddrdR, and neither both nor none. MP only has a thread of two reads. */
    assert_int_equal(
        generate(&(cm_enum_request){
            .name = "cross", .relax = "PodRR,DpAddrdR", .safe = "DMB.SYd** Rfe Fre", .size = 4}),
        2);
    /* Nothing relaxed: of four edges with DMB.SY, MP SB LB. */
    assert_int_equal(
        generate(&(cm_enum_request){.name = "cross", .safe = "DMB.SYd** Rfe Fre,Fre", .size = 4}),
        3);
}

/* 3 values of one axis, 2 of another; a family without those has what it has. */
static void sweeps(void **state)
{
    (void)state;
    static const char *const axes[] = {"scope=cta,gpu,sys", "P0.fence=none,sc.gpu"};
    assert_int_equal(
        generate(&(cm_enum_request){.name = "sb", .arch = "PTX", .axes = axes, .axis_count = 2}),
        6);
    static const char *const n[] = {"n=1,2,3", "threads=cpu-gpu,cta-cta,one-cta,gpu-gpu,cpu-cpu",
                                    "op=rmw,split"};
    assert_int_equal(
        generate(&(cm_enum_request){.name = "rmw", .axes = n, .axis_count = 3, .cpu = "x86_64"}),
        3 * 5 * 2 * 3);
}

static void assert_refused(const cm_enum_request *request, const char *expected)
{
    cm_arena *arena = cm_arena_new(0);
    cm_work work;
    cm_work_init(&work, arena);
    reading r = {0};
    assert_false(cm_enum_run(&work, cm_enum_find(request->name), request, read_back, &r));
    assert_int_equal(r.count, 0);
    if (strncmp(work.diags.items[0].message, expected, strlen(expected)) != 0)
        fail_msg("expected '%s', found '%s'", expected, work.diags.items[0].message);
    cm_arena_free(arena);
}

static void refused(void **state)
{
    (void)state;
    static const struct {
        const char *name, *arch, *axis, *expected;
    } rows[] = {
        {"sb", NULL, "scope", "axis `scope`, expected NAME=VALUE"},
        {"sb", NULL, "scope=", "axis `scope=`, expected NAME=VALUE"},
        {"sb", NULL, "scope=gpu,,sys", "axis `scope=gpu,,sys`"},
        {"sb", NULL, "scope=moon", "axis scope is `moon`"},
        {"sb", NULL, "order=moon", "axis order is `moon`"},
        {"sb", NULL, "fence=moon", "axis fence is `moon`"},
        {"sb", NULL, "fence=addr", "axis fence is `addr` where P0 begins with a write"},
        {"mp", NULL, "P1.fence=data", "axis P1.fence is `data` where P1 ends with a read"},
        {"sb", NULL, "P2.scope=gpu", "axis `P2.scope` where there are 2 threads"},
        {"sb", NULL, "Z.scope=gpu", "unknown axis `Z.scope`"},
        {"sb", NULL, "P0.device=moon", "axis P0.device is `moon`"},
        {"sb", "PTX", "P0.device=cpu", "axis `P0.device` of a test of one instruction set"},
        {"sb", NULL, "P0.cta=-1", "axis P0.cta is `-1`"},
        {"sb", NULL, "placement=moon", "axis placement is `moon`"},
        {"sb", "ALPHA", "fence=none", "unknown architecture `ALPHA`"},
        {"rmw", NULL, "n=9", "axis n is `9`"},
        {"rmw", NULL, "m=9", "unknown axis `m`"},
        {"rmw", NULL, "threads=moon", "axis threads is `moon`"},
        {"rmw", NULL, "op=moon", "axis op is `moon`"},
        {"rmw", NULL, "scope=moon", "axis scope is `moon`"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(
            &(cm_enum_request){
                .name = rows[i].name, .arch = rows[i].arch, .axes = &rows[i].axis, .axis_count = 1},
            rows[i].expected);
    static const char *const word = "PosRR", *const empty = "PodWW,,PodWR";
    assert_refused(&(cm_enum_request){.name = "cross", .words = &word, .word_count = 1, .size = 4},
                   "an edge inside a thread to the same location");
    assert_refused(&(cm_enum_request){.name = "cross", .words = &empty, .word_count = 1},
                   "an empty place in a list");
    assert_refused(&(cm_enum_request){.name = "cross"}, "no edges");
    static const char *const row = "[PodWW,Rfe", *const apart = "[PodWW,PodRR]",
                             *const after = "[PodWW]Rfe", *const leg = "FrLeave";
    assert_refused(&(cm_enum_request){.name = "cross", .words = &row, .word_count = 1},
                   "a row of edges without end");
    assert_refused(&(cm_enum_request){.name = "cross", .words = &apart, .word_count = 1},
                   "a row of edges that do not follow");
    assert_refused(&(cm_enum_request){.name = "cross", .words = &after, .word_count = 1},
                   "text after a row of edges");
    assert_refused(&(cm_enum_request){.name = "cross", .relax = apart}, "a row of edges that do");
    assert_refused(&(cm_enum_request){.name = "cross", .relax = "[PodWW,Rfe]"},
                   "a row of edges in a pool");
    assert_refused(&(cm_enum_request){.name = "cross", .words = &leg, .word_count = 1, .size = 4},
                   "an edge that leaves a thread");
    assert_refused(&(cm_enum_request){.name = "cross", .size = 4, .num = "a/b"}, "--num is `a/b`");
    assert_refused(&(cm_enum_request){.name = "cross", .size = 4, .observers = "moon"},
                   "--obs is `moon`, expected threads, avoid, local, final");
    assert_refused(&(cm_enum_request){.name = "cross", .size = 1000}, "a bound above");
    assert_refused(&(cm_enum_request){.name = "rmw", .size = 100}, "100 additions");
    assert_refused(&(cm_enum_request){.name = "mp", .words = &word, .word_count = 1},
                   "`PosRR` after a family's name");
}

/* A sink that has enough gets no more. */
static bool only_two(void *context, const cm_enum_test *test)
{
    (void)test;
    return ++*(int *)context < 2;
}

static void sinks_have_enough(void **state)
{
    (void)state;
    static const char *const requests[] = {"cross", "mp", "rmw"};
    for (int i = 0; i < 3; i++) {
        cm_arena *arena = cm_arena_new(0);
        cm_work work;
        cm_work_init(&work, arena);
        int count = 0;
        cm_enum_request request = {.name = requests[i], .size = i == 0 ? 8 : 0};
        assert_true(cm_enum_run(&work, cm_enum_find(requests[i]), &request, only_two, &count));
        assert_int_equal(count, 2);
        cm_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_print_back),
        cmocka_unit_test(wrong_edges),
        cmocka_unit_test(wrong_cycles),
        cmocka_unit_test(too_long),
        cmocka_unit_test(names),
        cmocka_unit_test(rotations_are_one_test),
        cmocka_unit_test(keys_of_places),
        cmocka_unit_test(a_whole_test),
        cmocka_unit_test(one_thread),
        cmocka_unit_test(riscv_sizes),
        cmocka_unit_test(read_modify_writes),
        cmocka_unit_test(exclusive_pairs),
        cmocka_unit_test(legs_and_stores),
        cmocka_unit_test(local_observers),
        cmocka_unit_test(sizes),
        cmocka_unit_test(observers),
        cmocka_unit_test(one_location),
        cmocka_unit_test(generators_read_back),
        cmocka_unit_test(rows_and_relaxations),
        cmocka_unit_test(sweeps),
        cmocka_unit_test(refused),
        cmocka_unit_test(sinks_have_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
