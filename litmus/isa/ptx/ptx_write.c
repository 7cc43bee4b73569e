/* Tests' threads in PTX (PTX ISA, "ld", "st", "atom"). Plain accesses of cycles are
 * relaxed ones: weak accesses race, and a race hides what a test is about; K asks for
 * them. */
#include "litmus/isa/dotted_write.h"
#include "litmus/isa/ptx/ptx.h"

/* Registers have 32 bits, and addresses 64. */
static const char *sum_of(cm_writer *w, const char *name, int zero)
{
    int index = w->wide++, base = w->wide++;
    cm_writer_row(w, "cvt.u64.u32 rd%d, r%d", index, zero);
    cm_writer_row(w, "mov.u64 rd%d, %s", base, name);
    cm_writer_row(w, "add.u64 rd%d, rd%d, rd%d", base, base, index);
    return cm_arena_printf(w->work->arena, "rd%d", base);
}

static const cm_dotted_level levels[] = {{"cta", CM_SCOPE_CTA},
                                         {"cluster", CM_SCOPE_CLUSTER},
                                         {"gpu", CM_SCOPE_DEVICE},
                                         {"sys", CM_SCOPE_SYS},
                                         {NULL, CM_SCOPE_SYS}};

static const cm_dotted_words words = {
    .registers = 1000,
    .to_half = "cvt.u16.u32",
    .from_half = "cvt.u32.u16",
    .levels = levels,
    .relaxed = "relaxed",
    .weak = ".weak",
    .load = {"ld", ".u#"},
    .store = {"st", ".u#"},
    .shared_load = {"ld", ".shared::cta.u#"},
    .shared_store = {"st", ".shared::cta.u#"},
    .exchange = {"atom", ".exch.b#"},
    .compare = {"atom", ".cas.b#"},
    .fetch_add = {"atom", ".add.u#"},
    .reduce = {"red", ".add.u#"},
    .reduce_two = {"red", ".add.noftz.f16x2"},
    .add = "add.u#",
    .exclusive_or = "xor.b32",
    .narrow = "cvt.u32.u64",
    .widen = "cvt.u64.u32",
    .sum = sum_of,
};

static void branch(cm_writer *w, int reg, bool isb)
{
    (void)isb;
    int predicate = w->predicates++;
    const char *label = cm_writer_label(w, "LC");
    cm_writer_row(w, "setp.ne.u%u p%d, %s, 0", cm_dotted_register_bits(w, reg), predicate,
                  cm_dotted_register(w, reg));
    cm_writer_row(w, "@p%d bra %s", predicate, label);
    cm_writer_row(w, "%s:", label);
}

/* ---- what there is ----------------------------------------------------------- */

#define SCOPES(NAME, TEXT, PURPOSE)                                                                \
    {NAME ".cta", TEXT ".cta", CM_SCOPE_CTA, PURPOSE},                                             \
        {NAME ".cluster", TEXT ".cluster", CM_SCOPE_CLUSTER, PURPOSE},                             \
        {NAME ".gpu", TEXT ".gpu", CM_SCOPE_DEVICE, PURPOSE},                                      \
    {                                                                                              \
        NAME ".sys", TEXT ".sys", CM_SCOPE_SYS, PURPOSE                                            \
    }

static const cm_write_rmw rmws[] = {{"Rmw", "atom.exch", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
                                    {"Amo.Swp", "atom.exch", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
                                    {"Amo.Cas", "atom.cas", CM_WRITE_CAS, CM_WRITE_NEW},
                                    {"Amo.StAdd", "red.add", CM_WRITE_UPDATE, CM_WRITE_ADD},
                                    {NULL, NULL, CM_WRITE_EXCHANGE, CM_WRITE_NEW}};

/* clang-format off */
static const cm_write_fence fences[] = {
    SCOPES("Fence.sc", "fence.sc", CM_WRITE_SC),
    SCOPES("Fence.acq_rel", "fence.acq_rel", CM_WRITE_ACQ_REL),
    SCOPES("Fence.acquire", "fence.acquire", CM_WRITE_ACQUIRE),
    SCOPES("Fence.release", "fence.release", CM_WRITE_RELEASE),
    {"Membar.cta", "membar.cta", CM_SCOPE_CTA, CM_WRITE_SC},
    {"Membar.gl", "membar.gl", CM_SCOPE_DEVICE, CM_WRITE_SC},
    {"Membar.sys", "membar.sys", CM_SCOPE_SYS, CM_WRITE_SC},
    {NULL, NULL, 0, 0}};
/* clang-format on */

static const char *const axes[] = {"scope=cta,gpu,sys", "order=rlx,rel-acq",
                                   "fence=none,acq_rel.sys,sc.sys", NULL};

const cm_isa_writer cm_ptx_writer = {
    .orders = "PALKV",
    .dependencies = true,
    .scopes = true,
    .alone = true,
    .compound = true,
    .suite = "hetero",
    .fences = fences,
    .rmws = rmws,
    .sizes = true,
    .rmw_sizes = "wq", /* of exch and add ("atom", "red") */
    .cas_sizes = "hwq",
    .vectors = true,
    .gather = cm_dotted_gather,
    .axes = axes,
    CM_DOTTED_WRITES(&words),
    .branch = branch,
};
