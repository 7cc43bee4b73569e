/* Tags: what an instruction set declares (litmus/isa/isa.h) is what its steps carry.
 * That a step carries nothing else the builder itself asserts, wherever a test is read;
 * here every instruction is read, with operands of every kind. */
#include "litmus/isa/isa.h"
#include "litmus/text/text.h"
#include "model/base.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TAGS = 200, FAMILIES = 10 };

/* Tags that steps of a family were seen to carry. */
typedef struct seen {
    cm_arena *arena;
    const cm_isa_family *family;
    const char *tags[MOST_TAGS];
    size_t count;
} seen;

static bool has(const seen *s, const char *tag)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->tags[i], tag) == 0)
            return true;
    return false;
}

/* all: of every family. */
static void look_at(seen all[FAMILIES], const cm_thread *thread)
{
    seen *s = all;
    while (cm_isa_for(thread->arch)->family != s->family)
        s++;
    for (int i = 0; i < thread->step_count; i++) {
        for (const char *const *tag = thread->steps[i].tags; *tag; tag++) {
            if (!cm_isa_tag_find(s->family, *tag))
                fail_msg("%s has the tag %s", s->family->name, *tag);
            if (!has(s, *tag)) {
                assert_true(s->count < MOST_TAGS);
                s->tags[s->count++] = cm_arena_text(s->arena, *tag, strlen(*tag));
            }
        }
    }
}

/* False: it is no test. */
static bool look_at_test(seen all[FAMILIES], const cm_source *source, cm_work *work)
{
    const cm_test *test = source ? cm_litmus_parse(work, source) : NULL;
    for (int i = 0; test && i < test->thread_count; i++)
        look_at(all, &test->threads[i]);
    return test != NULL;
}

/* ---- the project's own tests ------------------------------------------- */

static int look_at_folder(seen all[FAMILIES], cm_arena *arena, const char *folder)
{
    folder = cm_arena_printf(arena, "tests/litmus/%s", folder);
    char **files = unit_files(arena, folder, ".litmus", 0);
    int count = 0;
    for (; files[count]; count++) {
        cm_work work = cm_work_new(arena);
        if (!look_at_test(all, cm_source_read(&work, files[count]), &work))
            fail_msg("%s is no test", files[count]);
    }
    return count;
}

/* ---- every instruction -------------------------------------------------- */

/* What may follow a mnemonic: each is tried with each, and most make no instruction. */
static const struct forms {
    const char *arch;
    const char *init;
    size_t least; /* so many make one */
    const char *tails[96];
} forms[] = {
    {"AArch64",
     "x=0; 0:X1=x;",
     350,
     {"",
      " W0,[X1]",
      " W0,W2,[X1]",
      " W0,W2,W4,[X1]",
      " W0,W2,#1",
      " W0,W2",
      " X0,X2,[X1]",
      " X0,X2,X4,[X1]",
      " W0,W2,W4,W5,[X1]",
      " W0,W2,W4",
      " L",
      " W0,L",
      " W0,#1",
      " X0,X2,[X1],#16",
      " X0,X2,[X1,#-16]!",
      " X0,[X1]",
      " W0,#1,L",
      " X1",
      " W0,W2,W4,EQ",
      " W0,EQ",
      " W0,W2,#1,#2",
      " W0,W2,#1,EQ",
      " X0,W2",
      " PLDL1KEEP,[X1]",
      " SY",
      " LD",
      " ST",
      " ISH",
      " ISHLD",
      " ISHST",
      " OSH",
      " OSHLD",
      " OSHST",
      " NSH",
      " NSHLD",
      " NSHST",
      " X0,X2,X4",
      " W0,W2,W4,W5",
      " X0,W2,W4,X5"}},
    {"X86",
     "x=0;",
     100,
     {"", " EAX", " [x]", " EAX,EBX", " EAX,[x]", " [x],EAX", " EAX,1", " [x],1", " L", " AL",
      " EAX,BL", " EAX,BX", " EAX,EBX,1"}},
    {"X86_64",
     "x=0;",
     100,
     {"", " %eax", " (x)", " %eax,%ebx", " (x),%eax", " %eax,(x)", " $1,%eax", " $1,(x)", " L",
      " %al", " %bl,%eax", " %ebx,%rax", " %rax,(x)", " %rax"}},
    {"RISCV",
     "int64_t x[2]; 0:a0=x;",
     270,
     {"",       " t0,(a0)", " t0,t1,(a0)", " t0,t2,(a0)", " t0,t1,t2", " t0,t1,1",
      " t0,t1", " t0,1",    " t0,x",       " t0,t1,L",    " t0,L",     " L",
      " t0",    " r,r",     " r,w",        " r,rw",       " w,r",      " w,w",
      " w,rw",  " rw,r",    " rw,w",       " a2,a4,(a0)"}},
    {"PPC",
     "x=0; 0:r2=x;",
     60,
     {"", " r1", " r1,0(r2)", " r1,r2", " r1,r2,r3", " r1,1", " r1,r2,1", " L", " r1,0,r2"}},
    {"PTX",
     "x=0; t @ texture aliases x; s @ surface aliases x; c @ constant aliases x; "
     "shared m@cta 0; y=0; multimem n={x, y};",
     45,
     {"",
      ".st.relaxed.sys.u32 [n], r0",
      " L",
      ".u32 r0, [x]",
      ".u32 [x], r0",
      ".mmio.relaxed.sys.u32 r0, [x]",
      ".global.nc.u32 r0, [x]",
      ".b128 rq0, [x]",
      ".global.u32.proxy::readonly r0, [x]",
      ".proxy.tensormap::generic.acquire.gpu [x], 128",
      ".async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [x, {0}], [m]",
      ".sync.any.pred p0, p1, 1",
      ".v2.u32 {r0,r1}, [x]",
      ".async.ca.shared.global [x], [x], 4",
      ".volatile.u32 r0, [x]",
      ".weak.u32 r0, [x]",
      ".acquire.cta.u32 r0, [x]",
      ".relaxed.cluster.u32 r0, [x]",
      ".release.gpu.u32 [x], r0",
      ".relaxed.sys.u32 [x], r0",
      ".const.u32 r0, [c]",
      ".relaxed.gpu.add.u32 r0, [x], r1",
      ".acquire.sys.add.u32 r0, [x], r1",
      ".relaxed.gpu.cas.b32 r0, [x], r1, r2",
      ".relaxed.gpu.add.u32 [x], r1",
      ".u32 r0, r1, r2",
      ".s32 r0, r1, r2",
      ".b32 r0, r1, r2",
      ".u32 r0, r1",
      ".b32 r0, r1",
      ".eq.u32 p0, r1, r2",
      ".u32 r0, r1, r2, p0",
      ".b32 r0, r1, r2, p0",
      ".lo.u32 r0, r1, r2",
      ".lo.u32 r0, r1, r2, r3",
      ".u32.u64 r0, rd1",
      ".u64.u32 rd0, r1",
      ".sc.gpu",
      ".acq_rel.gpu",
      ".acquire.cta",
      ".release.sys",
      ".proxy.alias",
      ".proxy.texture",
      ".proxy.surface",
      ".proxy.constant",
      ".proxy.generic",
      ".sync 0",
      ".arrive 0, 64",
      ".red 0, 64",
      ".gl",
      ".init.b64 [m], 1",
      ".inval.b64 [m]",
      ".arrive.b64 _, [m]",
      ".test_wait.parity.b64 p0, [m], 0",
      ".cluster.arrive",
      ".release.sync_restrict::shared::cta.cluster",
      ".mbarrier_init.release.cluster",
      ".cluster.wait",
      ".cluster.arrive.relaxed",
      ".try_wait.acquire.cluster.b64 p0, [m], rd0",
      ".arrive.relaxed.cluster.b64 _, [m]",
      ".arrive.noComplete.b64 rd0, [m], 1",
      ".arrive.expect_tx.b64 _, [m], 16",
      ".arrive_drop.b64 _, [m]",
      ".expect_tx.relaxed.cta.b64 [m], 16",
      ".complete_tx.b64 [m], 16",
      ".ld_reduce.acquire.gpu.add.u32 r0, [n]",
      ".red.release.sys.add.u32 [n], r0",
      ".async.release.gpu.global.u32 [x], r0",
      ".async.mmio.release.sys.global.u32 [x], r0",
      ".async.release.gpu.global.add.u32 [x], r0",
      ".async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 "
      "[m], r0, [m]",
      ".async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [m], r0, [m]",
      ".async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.relaxed.gpu.b128 "
      "[m], [x], 16, [m]",
      ".async.mbarrier.arrive.b64 [m]",
      ".reduce.async.bulk.global.shared::cta.bulk_group.relaxed.gpu.add.u32 "
      "[x], [m], 16",
      ".cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned "
      "[x], [m], 128",
      ".proxy.alias.acquire.sys",
      ".proxy.async",
      ".proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster",
      ".acquire.sync_restrict::shared::cluster.cluster",
      ".relaxed.gpu.L1::no_allocate.u32 r0, [x]",
      ".cg.u32 r0, [x]",
      ".wt.u32 [x], r0",
      ".wait"}},
    {"WAVE",
     "x=0; shared m@cta 0;",
     45,
     {"",
      ".global r0, [x]",
      ".local r0, [m]",
      ".global [x], r0",
      ".local [m], r0",
      " r0, [x]",
      " r0, [m]",
      " [x], r0",
      " [m], r0",
      ".acquire.wave r0, [x]",
      ".release.workgroup [x], r0",
      ".relaxed.device r0, [x]",
      ".relaxed.system [x], r0",
      ".acquire r0, [x]",
      " r0, [x], r1",
      " r0, [x], r1, r2",
      ".add.acquire.device r0, [x], r1",
      ".wave",
      ".acq_rel.system",
      " r0, r1, r2",
      " r0, r1",
      " p0, r1, r2",
      " r0, p0, r1, r2"}},
    {"LLVM",
     "x=0; shared m@cta 0;",
     20,
     {"",
      " r0, [x]",
      ".local r0, [m]",
      ".flat r0, [x]",
      ".volatile r0, [x]",
      " [x], r0",
      ".local [m], r0",
      ".av.agent r0, [x]",
      ".unordered.singlethread r0, [x]",
      ".acquire.cluster.one_as r0, [x]",
      ".release.workgroup.av_none [x], r0",
      ".seq_cst.wavefront [x], r0",
      ".seq_cst r0, [x]",
      ".add.acq_rel.agent r0, [x], r1",
      ".acquire.agent.fail_monotonic r0, [x], r1, r2",
      ".monotonic.agent.fail_acquire r0, [x], r1, r2",
      ".monotonic.agent.fail_seq_cst r0, [x], r1, r2",
      ".acq_rel.agent.as_global",
      ".acquire.agent.as_local",
      ".eq r0, r1, r2",
      " r0, r1, r2, r3",
      " r0, r1, r2",
      " r0, r1",
      " r0, L",
      " L"}},
    {"LLVM_IR",
     "x=0;",
     27,
     {"",
      ".malloc [x]",
      ".calloc [x]",
      ".auto [x]",
      ".free [x]",
      ".end [x]",
      ".i32 r0, [x]",
      ".acquire.i64 r0, [x]",
      ".i8 [x], r0",
      ".release.i16 [x], r0",
      ".add.acq_rel.i32 r0, [x], r1",
      ".acquire.fail_monotonic.i32 r0, r1, [x], r2, r3",
      ".release.fail_monotonic.weak.i32 r0, r1, [x], r2, r3",
      ".seq_cst",
      ".i32 r0, r1, r2",
      ".i32 r0, r1",
      ".eq.i32 r0, r1, r2",
      " r0, r1, r2, r3",
      " r0, r1",
      " r0, L",
      " L",
      " r0"}},
    {"VULKAN",
     "x=0;",
     15,
     {"", ".sc0 r0, x", ".sc1 x, r0", ".nonpriv.sc2 r0, x", ".vis.qf.sc3 r0, x", ".av.dv.sc0 x, r0",
      ".atom.sg.sc0 r0, x", ".atom.wg.sc0 x, r0", ".atom.acq.dv.sc0.semsc0.semvis r0, x",
      ".atom.rel.dv.sc0.semsc1.semav x, r0", ".atom.acq_rel.dv.sc0.semsc2.semsc3.add r0, x, r1",
      ".acq.dv.semsc0", ".rel.dv.semsc0", ".wg 0", ".wg.anywhere 0, 1, 2", ".acq_rel.qf.semsc0 0",
      " r0, r1, r2", " r0, r1, L", " L"}},
    {"CDNA",
     "x=0; shared m@workgroup 0; 0:v[2:3]=x; 0:s[4:5]=x; 0:v6=m;",
     280,
     {"",
      " 2",
      " v0, v[2:3], off",
      " v[2:3], v0, off",
      " v[8:9], v[2:3], off sc0",
      " v[2:3], v[8:9], off sc1",
      " v[10:12], v[2:3], off",
      " v[10:13], v[2:3], off sc0 sc1 nt",
      " v[2:3], v[10:12], off",
      " v[2:3], v[10:13], off",
      " v0, v[2:3]",
      " v[2:3], v0",
      " v[8:9], v[2:3]",
      " v[2:3], v[8:9]",
      " v[10:12], v[2:3]",
      " v[10:13], v[2:3]",
      " v[2:3], v[10:12]",
      " v[2:3], v[10:13]",
      " v0, off, s[4:7], 0",
      " v[8:9], v0, s[4:7], 0 offen",
      " v[10:12], off, s[4:7], 0",
      " v[10:13], off, s[4:7], 0",
      " v0, v6",
      " v6, v0",
      " v[8:9], v6",
      " v6, v[8:9]",
      " v[10:13], v6",
      " v6, v[10:13]",
      " v[10:12], v6",
      " v6, v[10:12]",
      " v0, v6, v1",
      " v6, v0, v1",
      " v0, v6, v1, v7",
      " v[8:9], v6, v[10:11]",
      " v6, v[8:9], v[10:11]",
      " v[8:9], v6, v[10:11], v[12:13]",
      " s0, s[4:5], 0",
      " s[0:1], s[4:5], 0",
      " s[8:11], s[4:5], 0",
      " s[8:15], s[4:5], 0",
      " sc1",
      " vmcnt(0) lgkmcnt(0)",
      " vmcnt(1) & lgkmcnt(1)",
      " vmcnt(62), expcnt(0), lgkmcnt(14)",
      " s[16:31], s[4:5], 0",
      " s0, s[4:7], 0",
      " s[8:9], s[4:7], 0",
      " s[8:11], s[4:7], 0",
      " s[8:15], s[4:7], 0",
      " s[16:31], s[4:7], 0",
      " vmcnt(3) lgkmcnt(3)",
      " L",
      " 0",
      " s0, s1",
      " s[0:1], s[2:3]",
      " s0, s[2:3]",
      " s0, 1",
      " s0, s1, s2",
      " s[0:1], s[2:3], s[6:7]",
      " s[0:1], s[2:3], 1",
      " v0, v1",
      " v0, v1, v7",
      " v0, v1, v7, v8",
      " v[8:9], 1, v[10:11]",
      " v[8:9], v[10:11], 1, v[12:13]"}}};

/* ---- what repairs know of them ------------------------------------------ */

/* Instructions that order, or have a scope, and that repairs leave as they are. */
static const struct unknown {
    const char *arch, *begins, *has; /* with these words, and this one somewhere */
    const char *why;
} unknowns[] = {
    {"PTX", "bar.", NULL, "has no order and no scope but the CTA's"},
    {"PTX", "barrier.cluster.wait", NULL, "has one order, .acquire"},
    {"PTX", "barrier.", ".cta", "as bar"},
    {"PTX", "barrier.sync ", NULL, "as bar"},
    {"PTX", "barrier.arrive ", NULL, "as bar"},
    {"PTX", "barrier.red ", NULL, "as bar"},
    {"PTX", "vote.", NULL, "has no order and no scope but the warp's"},
    {"PTX", "griddepcontrol.wait", NULL, "is a wait (waits.h)"},
    {"PTX", "", ".volatile.", "what it may stand for the program has said (docs/repair.md)"},
    {"PTX", "", ".mmio.", "the same"},
    {"PTX", "", ".noComplete.", "is .release.cta and nothing else"},
    {"PTX", "cp.async.mbarrier.arrive", NULL, "arrives as complete_tx does, in one way"},
    {"PTX", "st.async.weak", NULL,
     "has one order and scope; what it completes is .release.cluster"},
    {"LLVM", "load.av.", NULL, "what it may stand for the program has said (docs/repair.md)"},
    {"PTX", "red.async.relaxed.cluster", NULL, "has one order and scope"},
    {"RISCV", "fence.i", NULL, "is for instruction fetches"},
    {"VULKAN", "cbar", NULL, "threads meet there whatever it orders"},
    {"VULKAN", "avdevice", NULL, "is all that there is of its kind"},
    {"VULKAN", "visdevice", NULL, "the same"},
    {"CDNA", "ds_", NULL, "LDS is the workgroup's, and no bit says more"},
    {"CDNA", "s_dcache_", NULL, "has no scope, and nothing stands in its place"},
    {"CDNA", "s_trap", NULL, "orders nothing"},
    {"WAVE", "atomic_", NULL, "without an order or scope: what it means is a reading's"},
    {"WAVE", "device_load.acquire r", NULL, "the same"},
    {"LLVM_IR", "object.", NULL, "is where an object begins or ends"},
    {NULL, NULL, NULL, NULL}};

/* Does a step order, or has it a scope, in a way that its instruction may say otherwise? */
static bool orders(const cm_step *step)
{
    static const char *const tags[] = {
        "A",           "Q",       "L",          "Acq",          "Rel",
        "ACQ",         "REL",     "ACQ_REL",    "SC",           "RLX",
        "CTA",         "CLUSTER", "GPU",        "SYS",          "AGENT",
        "WORKGROUP",   "SYSTEM",  "SCOPE.WAVE", "SCOPE.DEVICE", "SCOPE.WORKGROUP",
        "SCOPE.SYSTEM"};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (!step->tells && cm_step_has_tag(step, tags[i]))
            return true;
    return step->kind == CM_STEP_FENCE && !step->tells;
}

static bool is_listed(const char *arch, const char *text)
{
    for (const struct unknown *u = unknowns; u->arch; u++)
        if (strcmp(u->arch, arch) == 0 && strncmp(text, u->begins, strlen(u->begins)) == 0 &&
            (!u->has || strstr(text, u->has)))
            return true;
    return false;
}

/* Of the thread's first instruction: it has another form, or is listed. */
static void has_strength(const char *name, const cm_thread *thread, cm_arena *arena)
{
    if (thread->instruction_count == 0)
        return;
    const char *text = thread->instructions[0].text;
    bool ordering = false;
    for (int i = 0; i < thread->step_count; i++)
        ordering |= thread->steps[i].instruction == 0 && orders(&thread->steps[i]);
    cm_strengths own = cm_strengths_of(arena, thread->arch, &thread->instructions[0]);
    bool known = own.self >= 0 && own.count > 1;
    bool listed = is_listed(name, text);
    if (ordering && known == listed)
        fail_msg("%s: repairs %s `%s`", name, known ? "know, and the list has," : "do not know",
                 text);
}

typedef struct tried {
    seen *all;
    cm_arena *arena;
    const struct forms *forms;
    size_t made;
} tried;

static bool try(const tried *t, const char *instruction)
{
    cm_work work;
    cm_arena *arena = t->arena;
    work = cm_work_new(arena);
    const char *text = cm_arena_printf(
        arena, "%s tried\n{ %s }\n P0%s ;\n %s ;\n L: ;\nexists (true)\n", t->forms->arch,
        t->forms->init,
        strcmp(t->forms->arch, "CDNA") == 0     ? "@workgroup 0,xcd 0,agent 0"
        : strcmp(t->forms->arch, "VULKAN") == 0 ? "@sg 0,wg 0,qf 0"
        : strcmp(t->forms->arch, "PTX") == 0 || strcmp(t->forms->arch, "WAVE") == 0 ||
                strcmp(t->forms->arch, "LLVM") == 0
            ? "@cta 0,gpu 0"
            : "",
        instruction);
    cm_source source = {"tried", text, strlen(text)};
    const cm_test *test = cm_litmus_parse(&work, &source);
    if (!test)
        return false;
    look_at(t->all, &test->threads[0]);
    has_strength(t->forms->arch, &test->threads[0], arena);
    return true;
}

static void try_mnemonic(void *context, const char *name)
{
    tried *t = context;
    bool made = false;
    for (size_t i = 0; i == 0 || t->forms->tails[i]; i++) {
        const char *tail = t->forms->tails[i];
        made = try(t, cm_arena_printf(t->arena, "%s%s", name, tail)) || made;
        if (*tail == '.') /* PTX: a width, too */
            continue;
        try(t, cm_arena_printf(t->arena, "LOCK %s%s", name, tail));
    }
    t->made += made;
}

static void look_at_instructions(seen all[FAMILIES], cm_arena *arena)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        int arch = 0;
        while (strcmp(cm_arch_name((cm_arch)arch), forms[i].arch) != 0)
            arch++;
        const cm_isa *isa = cm_isa_for((cm_arch)arch);
        tried t = {all, arena, &forms[i], 0};
        cm_isa_each_mnemonic(isa, try_mnemonic, &t);
        if (t.made < forms[i].least)
            fail_msg("%s: %zu instructions", isa->name, t.made);
    }
}

/* ---- the tests ---------------------------------------------------------- */

static void is_carried(const seen *s)
{
    size_t declared = 0;
    for (const cm_isa_tag *tag = s->family->table->tags; tag->name; tag++) {
        bool is_empty = strstr(tag->what, "always empty") != NULL;
        if (has(s, tag->name) == is_empty)
            fail_msg("no step of %s was seen to carry %s", s->family->name, tag->name);
        declared += !is_empty;
    }
    assert_int_equal(declared, s->count);
    for (const cm_isa_meaning *m = s->family->meanings; m && m->tag; m++)
        assert_non_null(cm_isa_tag_find(s->family, m->tag));
}

TEST(declared_is_carried)
{
    static const char *const folders[] = {"arm",   "x86",    "riscv",      "ppc",  "ptx",
                                          "async", "cmcm",   "wave",       "cdna", "llvm",
                                          "c",     "scoped", "cdna/gfx90a"};
    seen all[FAMILIES];
    for (size_t i = 0; i < FAMILIES; i++)
        all[i] = (seen){.arena = arena, .family = cm_isa_family_at(i)};
    assert_null(cm_isa_family_at(FAMILIES));
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        assert_true(look_at_folder(all, arena, folders[i]) >= 5);
    look_at_instructions(all, arena);
    for (size_t i = 0; i < FAMILIES; i++)
        is_carried(&all[i]);
}

/* What models see of it. */
TEST(tags_are_base_sets)
{
    int count, tags = 0;
    const cm_base *table = cm_base_table(arena, &count);
    for (int i = 0; i < count; i++) {
        bool is_tag = table[i].kind == CM_BASE_TAG;
        assert_int_equal(is_tag || table[i].kind == CM_BASE_THREADS, table[i].on != 0);
        for (int arch = 0; is_tag && arch < CM_CMCM; arch++)
            assert_int_equal((table[i].on & CM_ARCH_BIT(arch)) != 0,
                             cm_isa_tag_find(cm_isa_for((cm_arch)arch)->family, table[i].name) !=
                                 NULL);
        tags += is_tag;
    }
    assert_int_equal(tags, 223);
    assert_int_equal(cm_base_find(arena, "CPU")->on,
                     CM_ARCH_BIT(CM_AARCH64) | CM_ARCH_BIT(CM_X86) | CM_ARCH_BIT(CM_X86_64) |
                         CM_ARCH_BIT(CM_RISCV) | CM_ARCH_BIT(CM_RISCV32) | CM_ARCH_BIT(CM_PPC) |
                         CM_ARCH_BIT(CM_C) | CM_ARCH_BIT(CM_IR));
    assert_int_equal(cm_base_find(arena, "X86")->on, CM_ARCH_BIT(CM_X86) | CM_ARCH_BIT(CM_X86_64));
    assert_int_equal(cm_base_find(arena, "X")->on,
                     CM_ARCH_BIT(CM_AARCH64) | CM_ARCH_BIT(CM_X86) | CM_ARCH_BIT(CM_X86_64) |
                         CM_ARCH_BIT(CM_RISCV) | CM_ARCH_BIT(CM_RISCV32) | CM_ARCH_BIT(CM_PPC));
    assert_int_equal(cm_base_find(arena, "PTX")->on, CM_ARCH_BIT(CM_PTX));
}

/* The table itself. */
TEST(descriptions_are_whole)
{
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const cm_isa *isa = cm_isa_for((cm_arch)arch);
        assert_int_equal(isa->arch, arch);
        assert_true(isa->name && isa->word && isa->family && isa->family->name);
        assert_true((isa->assemble || isa->rows || isa->function) && isa->register_name &&
                    (isa->rows || isa->each_mnemonic) && !isa->native == !!isa->not_run);
        assert_int_equal(isa->gpu || isa->alone, !isa->frame);
        assert_int_equal(isa->gpu || isa->alone, isa->host == CM_CMCM);
        for (int other = 0; other < arch; other++) {
            assert_string_not_equal(isa->name, cm_arch_name((cm_arch)other));
            assert_string_not_equal(isa->word, cm_isa_for((cm_arch)other)->word);
        }
    }
    assert_null(cm_isa_for(CM_CMCM));
    assert_string_equal(cm_arch_name(CM_CMCM), "CMCM");
}
