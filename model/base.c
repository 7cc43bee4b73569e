/* The table of base names. Tags are the ones the instruction sets of
 * litmus/isa/ put on their steps; the names follow herd's sets where herd has
 * them, and the PTX ISA's qualifiers for the rest. */
#include "model/base.h"

#include <string.h>

#define SET(name, kind, what)                                                                      \
    {                                                                                              \
        name, true, kind, 0, what                                                                  \
    }
#define REL(name, kind, what)                                                                      \
    {                                                                                              \
        name, false, kind, 0, what                                                                 \
    }
#define TAG(name, on, what)                                                                        \
    {                                                                                              \
        name, true, CM_BASE_TAG, on, what                                                          \
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
    TAG("A", CM_ON_AARCH64, "AArch64: load-acquire (LDAR, LDAXR, acquiring atomics)"),
    TAG("Q", CM_ON_AARCH64, "AArch64: load-acquirePC (LDAPR)"),
    TAG("L", CM_ON_AARCH64, "AArch64: store-release (STLR, STLXR, releasing atomics)"),
    TAG("X", CM_ON_AARCH64 | CM_ON_X86, "exclusive (AArch64) or locked (x86) accesses"),
    TAG("NoRet", CM_ON_AARCH64 | CM_ON_PTX,
        "reads whose value is discarded (ST<op>, destination WZR, PTX red)"),
    TAG("DMB.SY", CM_ON_AARCH64, "AArch64: DMB SY"),
    TAG("DMB.LD", CM_ON_AARCH64, "AArch64: DMB LD"),
    TAG("DMB.ST", CM_ON_AARCH64, "AArch64: DMB ST"),
    TAG("DMB.ISH", CM_ON_AARCH64, "AArch64: DMB ISH"),
    TAG("DMB.ISHLD", CM_ON_AARCH64, "AArch64: DMB ISHLD"),
    TAG("DMB.ISHST", CM_ON_AARCH64, "AArch64: DMB ISHST"),
    TAG("DMB.OSH", CM_ON_AARCH64, "AArch64: DMB OSH"),
    TAG("DMB.OSHLD", CM_ON_AARCH64, "AArch64: DMB OSHLD"),
    TAG("DMB.OSHST", CM_ON_AARCH64, "AArch64: DMB OSHST"),
    TAG("DMB.NSH", CM_ON_AARCH64, "AArch64: DMB NSH"),
    TAG("DMB.NSHLD", CM_ON_AARCH64, "AArch64: DMB NSHLD"),
    TAG("DMB.NSHST", CM_ON_AARCH64, "AArch64: DMB NSHST"),
    TAG("DSB.SY", CM_ON_AARCH64, "AArch64: DSB SY"),
    TAG("DSB.LD", CM_ON_AARCH64, "AArch64: DSB LD"),
    TAG("DSB.ST", CM_ON_AARCH64, "AArch64: DSB ST"),
    TAG("DSB.ISH", CM_ON_AARCH64, "AArch64: DSB ISH"),
    TAG("DSB.ISHLD", CM_ON_AARCH64, "AArch64: DSB ISHLD"),
    TAG("DSB.ISHST", CM_ON_AARCH64, "AArch64: DSB ISHST"),
    TAG("DSB.OSH", CM_ON_AARCH64, "AArch64: DSB OSH"),
    TAG("DSB.OSHLD", CM_ON_AARCH64, "AArch64: DSB OSHLD"),
    TAG("DSB.OSHST", CM_ON_AARCH64, "AArch64: DSB OSHST"),
    TAG("DSB.NSH", CM_ON_AARCH64, "AArch64: DSB NSH"),
    TAG("DSB.NSHLD", CM_ON_AARCH64, "AArch64: DSB NSHLD"),
    TAG("DSB.NSHST", CM_ON_AARCH64, "AArch64: DSB NSHST"),
    TAG("ISB", CM_ON_AARCH64, "AArch64: ISB"),
    /* x86 */
    TAG("MFENCE", CM_ON_X86, "x86: MFENCE"),
    TAG("SFENCE", CM_ON_X86, "x86: SFENCE"),
    TAG("LFENCE", CM_ON_X86, "x86: LFENCE"),
    /* PTX: strength */
    TAG("WEAK", CM_ON_PTX, "PTX: .weak accesses, the default of ld and st"),
    TAG("RLX", CM_ON_PTX, "PTX: .relaxed accesses"),
    TAG("ACQ", CM_ON_PTX, "PTX: .acquire reads and fences"),
    TAG("REL", CM_ON_PTX, "PTX: .release writes and fences"),
    TAG("ACQ_REL", CM_ON_PTX, "PTX: fence.acq_rel"),
    TAG("SC", CM_ON_PTX, "PTX: fence.sc, membar"),
    TAG("VOLATILE", CM_ON_PTX, "PTX: .volatile accesses"),
    /* PTX: scope */
    TAG("CTA", CM_ON_PTX, "PTX: scope .cta"),
    TAG("CLUSTER", CM_ON_PTX, "PTX: scope .cluster"),
    TAG("GPU", CM_ON_PTX, "PTX: scope .gpu"),
    TAG("SYS", CM_ON_PTX, "PTX: scope .sys"),
    /* PTX: proxies */
    TAG("GEN", CM_ON_PTX, "PTX: accesses through the generic proxy"),
    TAG("TEX", CM_ON_PTX, "PTX: accesses through the texture proxy"),
    TAG("SUR", CM_ON_PTX, "PTX: accesses through the surface proxy"),
    TAG("CON", CM_ON_PTX, "PTX: accesses through the constant proxy"),
    TAG("PROXY.ALIAS", CM_ON_PTX, "PTX: fence.proxy.alias"),
    TAG("PROXY.TEX", CM_ON_PTX, "PTX: fence.proxy.texture"),
    TAG("PROXY.SUR", CM_ON_PTX, "PTX: fence.proxy.surface"),
    TAG("PROXY.CON", CM_ON_PTX, "PTX: fence.proxy.constant"),
    TAG("PROXY.GEN", CM_ON_PTX, "PTX: fence.proxy.generic"),
    TAG("PROXY.ASYNC", CM_ON_PTX, "PTX: fence.proxy.async"),
    /* PTX: atomics and barriers */
    TAG("ATOM", CM_ON_PTX, "PTX: reads and writes of atom and red"),
    TAG("RED", CM_ON_PTX, "PTX: reads of red; barriers of bar.red"),
    TAG("BAR", CM_ON_PTX, "PTX: barrier events"),
    TAG("SYNC", CM_ON_PTX, "PTX: barriers of bar.sync"),
    TAG("ARRIVE", CM_ON_PTX, "PTX: barriers of bar.arrive"),
    /* relations */
    REL("id", CM_BASE_ID, "every event with itself"),
    REL("po", CM_BASE_PO,
        "program order, transitive; no initial writes; an instruction reads before it writes"),
    REL("int", CM_BASE_INT, "events of one thread; initial writes are of none"),
    REL("ext", CM_BASE_EXT, "events that are not of one thread; initial writes are of none"),
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
    REL("same-instance", CM_BASE_SAME_INSTANCE,
        "events of one instruction, each time that it executes; of each event with itself"),
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
