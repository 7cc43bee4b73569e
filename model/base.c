/* The table of base names. Tags are the ones the instruction sets of
 * litmus/isa/ put on their steps; the names follow herd's sets where herd has
 * them, and the PTX ISA's qualifiers for the rest. */
#include "model/base.h"

#include <string.h>

#define SET(name, kind, what)                                                                      \
    {                                                                                              \
        name, true, kind, what                                                                     \
    }
#define REL(name, kind, what)                                                                      \
    {                                                                                              \
        name, false, kind, what                                                                    \
    }
#define TAG(name, what)                                                                            \
    {                                                                                              \
        name, true, CM_BASE_TAG, what                                                              \
    }

static const cm_base table[] = {
    /* kinds of events */
    SET("R", CM_BASE_R, "reads"),
    SET("W", CM_BASE_W, "writes, initial ones included"),
    SET("M", CM_BASE_M, "memory events: R | W"),
    SET("Exp", CM_BASE_M, "explicit memory events: here the same as M"),
    SET("F", CM_BASE_F, "fences"),
    SET("BARRIER", CM_BASE_BARRIER, "execution barriers (PTX bar, barrier)"),
    SET("IW", CM_BASE_IW, "initial writes"),
    SET("RMW", CM_BASE_RMW_EVENTS, "events in the domain or range of rmw"),
    /* devices */
    SET("CPU", CM_BASE_CPU, "events of AArch64 and x86 threads"),
    SET("PTX", CM_BASE_PTX, "events of PTX threads"),
    SET("AARCH64", CM_BASE_AARCH64, "events of AArch64 threads"),
    SET("X86", CM_BASE_X86, "events of x86 threads"),
    /* AArch64 */
    TAG("A", "AArch64: load-acquire (LDAR, LDAXR, acquiring atomics)"),
    TAG("Q", "AArch64: load-acquirePC (LDAPR)"),
    TAG("L", "AArch64: store-release (STLR, STLXR, releasing atomics)"),
    TAG("X", "exclusive (AArch64) or locked (x86) accesses"),
    TAG("NoRet", "reads whose value is discarded (ST<op>, destination WZR, PTX red)"),
    TAG("DMB.SY", "AArch64: DMB SY"),
    TAG("DMB.LD", "AArch64: DMB LD"),
    TAG("DMB.ST", "AArch64: DMB ST"),
    TAG("DMB.ISH", "AArch64: DMB ISH"),
    TAG("DMB.ISHLD", "AArch64: DMB ISHLD"),
    TAG("DMB.ISHST", "AArch64: DMB ISHST"),
    TAG("DMB.OSH", "AArch64: DMB OSH"),
    TAG("DMB.OSHLD", "AArch64: DMB OSHLD"),
    TAG("DMB.OSHST", "AArch64: DMB OSHST"),
    TAG("DMB.NSH", "AArch64: DMB NSH"),
    TAG("DMB.NSHLD", "AArch64: DMB NSHLD"),
    TAG("DMB.NSHST", "AArch64: DMB NSHST"),
    TAG("DSB.SY", "AArch64: DSB SY"),
    TAG("DSB.LD", "AArch64: DSB LD"),
    TAG("DSB.ST", "AArch64: DSB ST"),
    TAG("DSB.ISH", "AArch64: DSB ISH"),
    TAG("DSB.ISHLD", "AArch64: DSB ISHLD"),
    TAG("DSB.ISHST", "AArch64: DSB ISHST"),
    TAG("DSB.OSH", "AArch64: DSB OSH"),
    TAG("DSB.OSHLD", "AArch64: DSB OSHLD"),
    TAG("DSB.OSHST", "AArch64: DSB OSHST"),
    TAG("DSB.NSH", "AArch64: DSB NSH"),
    TAG("DSB.NSHLD", "AArch64: DSB NSHLD"),
    TAG("DSB.NSHST", "AArch64: DSB NSHST"),
    TAG("ISB", "AArch64: ISB"),
    /* x86 */
    TAG("MFENCE", "x86: MFENCE"),
    TAG("SFENCE", "x86: SFENCE"),
    TAG("LFENCE", "x86: LFENCE"),
    /* PTX: strength */
    TAG("WEAK", "PTX: .weak accesses, the default of ld and st"),
    TAG("RLX", "PTX: .relaxed accesses"),
    TAG("ACQ", "PTX: .acquire reads and fences"),
    TAG("REL", "PTX: .release writes and fences"),
    TAG("ACQ_REL", "PTX: fence.acq_rel"),
    TAG("SC", "PTX: fence.sc, membar"),
    TAG("VOLATILE", "PTX: .volatile accesses"),
    /* PTX: scope */
    TAG("CTA", "PTX: scope .cta"),
    TAG("CLUSTER", "PTX: scope .cluster"),
    TAG("GPU", "PTX: scope .gpu"),
    TAG("SYS", "PTX: scope .sys"),
    /* PTX: proxies */
    TAG("GEN", "PTX: accesses through the generic proxy"),
    TAG("TEX", "PTX: accesses through the texture proxy"),
    TAG("SUR", "PTX: accesses through the surface proxy"),
    TAG("CON", "PTX: accesses through the constant proxy"),
    TAG("PROXY.ALIAS", "PTX: fence.proxy.alias"),
    TAG("PROXY.TEX", "PTX: fence.proxy.texture"),
    TAG("PROXY.SUR", "PTX: fence.proxy.surface"),
    TAG("PROXY.CON", "PTX: fence.proxy.constant"),
    TAG("PROXY.GEN", "PTX: fence.proxy.generic"),
    TAG("PROXY.ASYNC", "PTX: fence.proxy.async"),
    /* PTX: atomics and barriers */
    TAG("ATOM", "PTX: reads and writes of atom and red"),
    TAG("RED", "PTX: reads of red; barriers of bar.red"),
    TAG("BAR", "PTX: barrier events"),
    TAG("SYNC", "PTX: barriers of bar.sync"),
    TAG("ARRIVE", "PTX: barriers of bar.arrive"),
    /* relations */
    REL("id", CM_BASE_ID, "every event with itself"),
    REL("po", CM_BASE_PO,
        "program order, transitive; no initial writes; an instruction reads before it writes"),
    REL("int", CM_BASE_INT, "events of one thread"),
    REL("ext", CM_BASE_EXT, "events of different threads; initial writes are of none"),
    REL("loc", CM_BASE_LOC, "memory events of one location (physical)"),
    REL("rf", CM_BASE_RF, "reads-from: a write and a read that takes its value"),
    REL("addr", CM_BASE_ADDR, "address dependency, from a read"),
    REL("data", CM_BASE_DATA, "data dependency, from a read"),
    REL("ctrl", CM_BASE_CTRL, "control dependency, from a read, through a branch"),
    REL("pick-addr", CM_BASE_PICK_ADDR, "address dependency through a conditional selection"),
    REL("pick-data", CM_BASE_PICK_DATA, "data dependency through a conditional selection"),
    REL("pick-ctrl", CM_BASE_PICK_CTRL, "control dependency through a conditional selection"),
    REL("iico_data", CM_BASE_IICO_DATA,
        "inside an instruction: a read and a write that is computed from it (LDADD, atom.add)"),
    REL("iico_ctrl", CM_BASE_IICO_CTRL,
        "inside an instruction: a read and a write that happens or not by it (CAS, atom.cas)"),
    REL("iico_order", CM_BASE_IICO_ORDER,
        "inside an instruction: an access and one that takes effect after it (LDIAPP, STILP)"),
    REL("rmw", CM_BASE_RMW, "read and write of one atomic read-modify-write"),
    REL("amo", CM_BASE_AMO, "rmw of single instructions"),
    REL("lxsx", CM_BASE_LXSX, "rmw of exclusive pairs"),
    REL("same-instruction", CM_BASE_SAME_INSTRUCTION, "parts of one access, single-copy atomic"),
    REL("si", CM_BASE_SAME_INSTRUCTION, "the same as same-instruction"),
    REL("sm", CM_BASE_SAME_INSTRUCTION, "the same as same-instruction"),
    REL("same-cta", CM_BASE_SAME_CTA, "events of threads of one CTA"),
    REL("same-cluster", CM_BASE_SAME_CLUSTER, "events of threads of one cluster"),
    REL("same-gpu", CM_BASE_SAME_GPU, "events of threads of one GPU"),
    REL("same-system", CM_BASE_SAME_SYSTEM, "events of threads of one system"),
    REL("same-address", CM_BASE_SAME_ADDRESS, "memory events of one virtual address"),
    REL("vloc", CM_BASE_SAME_ADDRESS, "the same as same-address"),
    REL("same-access", CM_BASE_SAME_ACCESS, "memory events of equal start and width"),
    REL("same-proxy", CM_BASE_SAME_PROXY, "memory events through one proxy"),
    REL("same-barrier", CM_BASE_SAME_BARRIER, "barriers of one CTA that meet"),
};

#define COUNT ((int)(sizeof table / sizeof *table))

const cm_base *cm_base_find(const char *name)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

const cm_base *cm_base_table(int *count)
{
    *count = COUNT;
    return table;
}
