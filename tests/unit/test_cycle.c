/* The edge language, cycles of edges and their names. */
#include "tests/unit/cycle_help.h"

/* ---- edges --------------------------------------------------------------- */

/* Each edge in a cycle that closes it; printed back the same but for synonyms. */
TEST(edges_print_back)
{
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
        {"PodWWP.gpu.w0L.gpu.q0 RfeL.gpu.q0A.sys.h2 PodRRA.h2P.cta Fre",
         "PodWWP.gpu.w0L.gpu.q0 RfeL.gpu.q0A.h2 PodRRA.h2P.cta FreP.ctaP.gpu.w0", CM_PTX},
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

TEST(wrong_edges)
{
    assert_error("", CM_AARCH64, "1: there are no edges");
    assert_error("PodWW Rfx PodRR Fre", CM_AARCH64, "9: Rf does not say between which threads");
    assert_error("PodWW Rfe Foo Fre", CM_AARCH64, "11: there is no such edge");
    assert_error("PoxWW Rfe", CM_AARCH64, "3: the edge does not say to which location");
    assert_error("PodW", CM_AARCH64, "5: the edge has no direction");
    assert_error("PodWX", CM_AARCH64, "5: the edge has no direction");
    assert_error("PodWWL", CM_AARCH64, "7: there is no such annotation");
    assert_error("PodWWZP", CM_AARCH64, "6: there is no such annotation");
    assert_error("PodWWPLx", CM_AARCH64, "8: text comes right after the edge");
    assert_error("PodWWAP", CM_AARCH64, "6: annotation A does not fit a write");
    assert_error("PodRRPL", CM_AARCH64, "7: annotation L does not fit a read");
    assert_error("PodWWP.gpuP.moon", CM_PTX, "13: there is no such scope");
    assert_error("PodWWK.gpuP", CM_PTX, "11: a weak access has no scope");
    assert_error("Rfe DpDatadR Fre", CM_AARCH64, "5: a data dependency cannot lead to a read");
    assert_error("DpFoodR Fre", CM_AARCH64, "3: there is no such dependency");
    assert_error("DMB.SYx", CM_AARCH64, "7: the edge does not say to which location");
    assert_error("Pod*W Rfe PodRR Fre", CM_AARCH64, "1: an access of a cycle is a read or a write");
    assert_error("PodWWw3P", CM_AARCH64, "6: there is no such annotation");
    assert_error("PodWWL.q4P", CM_AARCH64, "8: there is no such scope");
    assert_error("PodWWXQP", CM_AARCH64, "8: text comes right after the edge");
    assert_error("Amo.LdMax", CM_AARCH64, "1: there is no such edge");
    assert_error("FrGo", CM_AARCH64, "3: Fr does not say between which threads");
}

TEST(wrong_cycles)
{
    assert_error("PodWW Rfe PodWR Fre", CM_AARCH64,
                 "11: `PodWR` begins with a write where `Rfe` ends with a read");
    assert_error("PodWW Rfe", CM_AARCH64, "1: `PodWW` begins with a write");
    assert_error("PodWWPL RfePA PodRR Fre", CM_AARCH64, "9: the first access of `RfePA`");
    assert_error("PodWR PodRW", CM_AARCH64, "1: the cycle has no external edge");
    assert_error("PodWR Fre PosWR Fre", CM_AARCH64, "1: only `PodWR` changes the location");
    assert_error("PodWR PosRR Fre", CM_AARCH64, "1: only `PodWR` changes the location");
    assert_error("Rfe Fre", CM_AARCH64, "1: the cycle has communications only");
    assert_error("MFencedWR Fre PodWR Fre", CM_AARCH64, "1: fence MFence does not exist");
    assert_error("DMB.SYdWR Fre PodWR Fre", CM_X86, "1: fence DMB.SY does not exist");
    assert_error("Fence.sc.sysdWR Fre PodWR Fre", CM_X86, "1: fence Fence.sc.sys does not");
    assert_error("PodWWPL RfeLP PodRR Fre", CM_X86, "9: annotation L does not exist");
    assert_error("PodWW Rfe PodRRQP Fre", CM_PTX, "11: annotation Q does not exist");
    assert_error("PodWWP.gpuP Rfe PodRR Fre", CM_AARCH64, "1: accesses of AArch64 have no scope");
    assert_error("PodWW Rfe DpAddrdR Fre", CM_X86, "11: X86 has no dependencies");
    assert_error("PodWW Rfe DpCtrlIsbdR Fre", CM_PTX, "11: there is no Isb in PTX");
    assert_error("PodWW RfePK RmwKP PodWR Fre", CM_PTX, "13: a read-modify-write cannot be Q");
    assert_error("PodWW Rfe Amo.Cas PodWR Fre", CM_X86, "11: there is no Amo.Cas in X86");
    assert_error("PodWW Rfe PodRRXP Fre", CM_PTX, "11: annotation X does not exist");
    assert_error("PodWW Rfe PodRRXP Fre", CM_X86, "11: X86 has no exclusive read");
    assert_error("PodWW Rfe PodRRw0P Fre", CM_X86, "11: accesses of X86 have no sizes");
    assert_error("PodWW Rfe PodRRP.gpuw0P Fre", CM_PTX, "23: text comes right after the edge");
    assert_error("PodWW Rfe PodRRP.gpu.x0P Fre", CM_PTX, "22: there is no such scope");
    assert_error("PodWW RfePh0 Rmwh0h0 PodWR Fre", CM_PTX,
                 "14: Rmw of that size does not exist in PTX");
    assert_error("PodWW Rfe DpAddrCseldR Fre", CM_PTX, "11: PTX has no conditional selection");
    assert_error("PodWW Rfe Amo.Swpw0w4 PodWR Fre", CM_AARCH64,
                 "11: one instruction has two sizes");
    assert_error("PodWW Rfe Amo.SwpXP PodWR Fre", CM_AARCH64,
                 "11: a read-modify-write cannot be exclusive");
    assert_error("PodWW Rfe Amo.StAddAP PodWR Fre", CM_AARCH64, "11: Amo.StAdd reads nothing");
    assert_error("PodWW Rfe PosRR FrLeave Rfe PodRR Fre", CM_AARCH64, "1: Leave and Back");
    assert_error("PodWW Rfe Store Store PodRR Fre", CM_AARCH64,
                 "17: Store is given twice in a row");
    assert_error("Store", CM_AARCH64, "1: Store is not an edge");
    assert_error("DMB.SY", CM_AARCH64, "1: DMB.SY is not an edge");
    assert_error("PodWW MFence Rfe PodRR Fre", CM_AARCH64, "14: fence MFence does not exist");
    assert_error("PodWW Rfe LxSx DMB.SY PodWR Fre", CM_AARCH64,
                 "23: a fence cannot be inside `LxSx`");
    assert_error("PodWW L A Rfe PodRR Fre", CM_AARCH64, "9: `A` contradicts");
    assert_error("PodWW A Rfe PodRR Fre", CM_AARCH64, "9: this annotation does not fit a write");
    assert_error("PodWWPL A Rfe PodRR Fre", CM_AARCH64,
                 "11: its first access has another annotation");
    assert_error("PodWW w0 Rfeh0h0 PodRRh0P Fre", CM_AARCH64, "10: the first access of `Rfeh0h0`");
    assert_error("PodWWPPa RfePaPa PodRRPaP Fre", CM_AARCH64,
                 "7: annotation Pa: accesses of pairs");
    assert_error("PodWWPPte Rfe PodRR Fre", CM_AARCH64, "7: annotation Pte: accesses of trans");
    assert_error("FencedWW Rfe PodRR Fre", CM_PTX, "1: PTX has no full fence here");
}

TEST(too_long)
{
    char text[4096] = "";
    for (int i = 0; i < CM_CYCLE_MAX + 1; i++)
        strcat(text, "PodWW ");
    assert_error(text, CM_AARCH64, "385: there are too many edges");
    /* Registers: 14 accesses to new locations need 28, the 15th is one too many. */
    text[0] = '\0';
    for (int i = 0; i < 20; i++)
        strcat(text, "PodWW ");
    strcat(text, "Rfe PodRR Fre");
    assert_error(text, CM_AARCH64, "1: thread 0 needs too many registers");
    text[0] = '\0';
    for (int i = 0; i < 7; i++)
        strcat(text, "PodRR ");
    strcat(text, "Fre Rfe");
    assert_error(text, CM_X86, "1: thread 1 needs too many registers");
}

/* ---- names --------------------------------------------------------------- */

/* Names that published tests have. */
TEST(names)
{
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

TEST(rotations_are_one_test)
{
    static const char *const words[] = {"DMB.SYdWW", "Rfe", "DpAddrdW", "Rfe", "PodRR", "Fre"};
    char *text = NULL, *key = NULL;
    for (int r = 0; r < 6; r++) {
        cm_text cycle = cm_text_new(arena);
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
}

/* Numbers of CTAs mean nothing but who shares one. */
TEST(keys_of_places)
{
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
