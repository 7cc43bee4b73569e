/* litmus/isa/ptx_native*: what becomes of each instruction of a PTX thread. Expected
 * lines follow the grammar of each instruction in the PTX ISA, chapter 9.7. */
#include "tests/unit/litmus_open.h"

#include "litmus/isa/ptx/ptx_native.h"

#include <stdlib.h>

/* ---- making ---------------------------------------------------------- */

typedef struct making {
    opened o;
    cm_native_style style;
    int thread;
    cm_native native;
    bool made;
} making;

static void make(void *argument)
{
    making *m = argument;
    m->native = cm_native_thread(&m->o.work, m->o.test, m->thread, &m->style);
    m->made = true;
}

static void start(making *m, const char *text, int thread, unsigned changes)
{
    *m = (making){.style = {.prefix = "t", .loop_limit = 9, .barrier_factor = 32}};
    m->style.changes = changes;
    m->thread = thread;
    open_good(&m->o, text);
    cm_arena_protect(m->o.arena, make, m);
}

static const char separator[] = "bar.warp.sync 0xffffffff;";

/* The lines of the body with a blank between them, without what keeps accesses
 * apart. */
static const char *lines_of(making *m)
{
    if (!m->made)
        return first_error(&m->o);
    char *text = cm_arena_printf(m->o.arena, "%s", m->native.body);
    for (char *at; (at = strstr(text, separator)) != NULL;)
        memmove(at, at + strlen(separator), strlen(at + strlen(separator)) + 1);
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        char c = *from == '\t' || *from == '\n' ? ' ' : *from;
        if (c != ' ' || (to > text && to[-1] != ' '))
            *to++ = c;
    }
    while (to > text && to[-1] == ' ')
        to--;
    *to = '\0';
    return text;
}

/* A test of one thread. */
static const char *thread_text(char *buffer, size_t size, const char *init, const char *code)
{
    snprintf(buffer, size, "PTX t\n{ %s }\n P0@cta 0,gpu 0 ;\n %s\nexists (true)\n", init, code);
    return buffer;
}

static void expect_lines(const char *init, const char *code, unsigned changes, const char *expected)
{
    making m;
    char buffer[2048];
    start(&m, thread_text(buffer, sizeof buffer, init, code), 0, changes);
    const char *found = lines_of(&m);
    if (strcmp(found, expected) != 0)
        fail_msg("%s\n  expected %s\n  found    %s", code, expected, found);
    close_test(&m.o);
}

/* ---- instructions ---------------------------------------------------- */

typedef struct row {
    const char *init, *code, *expected;
} row;

static void check_rows(const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        expect_lines(rows[i].init, rows[i].code, 0, rows[i].expected);
}

#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof *(rows))

TEST(memory)
{
    static const row rows[] = {
        /* shorthand: the type is the location's, weak is said, brackets come */
        {"x=0;", "ld.weak r0, x ;", "ld.weak.global.u32 %t_r0, [%t_a0];"},
        {"uint64_t x=0;", "ld rd0, [x] ;", "ld.weak.global.u64 %t_rd0, [%t_a0];"},
        {"int16_t x=0;", "ld r0, [x] ;", "ld.weak.global.u16 %t_r0, [%t_a0];"},
        {"x=0;", "st.weak x, 1 ;", "st.weak.global.u32 [%t_a0], 1;"},
        {"x=0;", "ld r0, 7 ;", "mov.b32 %t_r0, 7;"},
        /* qualifiers in any order */
        {"x=0;", "ld.global.u32.gpu.relaxed r0, [x] ;",
         "ld.relaxed.gpu.global.u32 %t_r0, [%t_a0];"},
        {"x=0;", "st.sys.release x, r1 ;", "st.release.sys.global.u32 [%t_a0], %t_r1;"},
        {"x=0;", "ld.acquire.cluster.s32 r0, [x] ;",
         "ld.acquire.cluster.global.s32 %t_r0, [%t_a0];"},
        {"x=0;", "ld.volatile.u32 r0, [x] ;", "ld.volatile.global.u32 %t_r0, [%t_a0];"},
        {"x=0;", "st.mmio.relaxed.sys [x], 1 ;", "st.mmio.relaxed.sys.global.u32 [%t_a0], 1;"},
        {"x=0;", "ld.cg.u32 r0, [x] ;", "ld.weak.global.cg.u32 %t_r0, [%t_a0];"},
        {"int x[4]={0,0,0,0};", "ld.v2.u32 {r0, r1}, [x+8] ;",
         "ld.weak.global.v2.u32 {%t_r0, %t_r1}, [%t_a0+8];"},
        {"int8_t x=0;", "ld.s8 r0, [x] ;", "ld.weak.global.s8 %t_r0, [%t_a0];"},
        {"int8_t x=0;", "st.u8 [x], 255 ;", "st.weak.global.u8 [%t_a0], 255;"},
        {"x=0;", "st.s32 [x], -1 ;", "st.weak.global.s32 [%t_a0], -1;"},
        /* addresses in registers, whatever they are called */
        {"x=0; 0:rd1=x;", "ld.u32 r0, [rd1+4] ;", "ld.weak.global.u32 %t_r0, [%t_rd1+4];"},
        {"x=0; 0:r1=x;", "ld.u32 r0, r1 ;", "ld.weak.global.u32 %t_r0, [%t_r1];"},
        {"x=0;", "mov.u64 rd1, x ;", "mov.u64 %t_rd1, %t_a0;"},
    };
    CHECK_ROWS(rows);
}

TEST(hints)
{
    static const row rows[] = {
        /* hints stand where the grammar has them; a policy is made, for the test's register has
           none */
        {"x=0;", "ld.global.nc.u32 r0, [x] ;", "ld.global.nc.u32 %t_r0, [%t_a0];"},
        {"int x[2]={0,0};", "ld.global.L1::no_allocate.nc.v2.u32 {r0, r1}, [x] ;",
         "ld.global.nc.L1::no_allocate.v2.u32 {%t_r0, %t_r1}, [%t_a0];"},
        {"x=0;", "ld.acquire.gpu.global.L2::128B.L1::evict_last.u32 r0, [x] ;",
         "ld.acquire.gpu.global.L1::evict_last.L2::128B.u32 %t_r0, [%t_a0];"},
        {"x=0;", "ld.global.L2::cache_hint.u32 r0, [x], rd1 ;",
         "createpolicy.fractional.L2::evict_first.b64 %t_t0, 1.0; "
         "ld.weak.global.L2::cache_hint.u32 %t_r0, [%t_a0], %t_t0;"},
        {"x=0;", "st.global.L1::no_allocate.L2::cache_hint.u32 [x], 1, rd1 ;",
         "createpolicy.fractional.L2::evict_first.b64 %t_t0, 1.0; "
         "st.weak.global.L1::no_allocate.L2::cache_hint.u32 [%t_a0], 1, %t_t0;"},
    };
    CHECK_ROWS(rows);
}

TEST(floats)
{
    static const row rows[] = {
        /* floating-point numbers are bits; those of a sum are no immediate operands */
        {"x=0;", "ld.relaxed.gpu.f32 r0, [x] ;", "ld.relaxed.gpu.global.b32 %t_r0, [%t_a0];"},
        {"", "mov.f64 rd0, rd1 ;", "mov.b64 %t_rd0, %t_rd1;"},
        {"", "selp.f32 r0, r1, r2, p0 ;", "selp.b32 %t_r0, %t_r1, %t_r2, %t_p0;"},
        {"x=0;", "red.gpu.global.add.f32 [x], 0x3f800000 ;",
         "mov.b32 %t_t0, 1065353216; red.relaxed.gpu.global.add.f32 [%t_a0], %t_t0;"},
        {"x=0;", "atom.add.noftz.f16x2 r0, [x], r1 ;",
         "atom.relaxed.gpu.global.add.noftz.f16x2 %t_r0, [%t_a0], %t_r1;"},
        {"int64_t x=0;", "atom.acq_rel.sys.add.f64 rd0, [x], rd1 ;",
         "atom.acq_rel.sys.global.add.f64 %t_rd0, [%t_a0], %t_rd1;"},
        {"int64_t x=0;", "red.global.v2.min.noftz.bf16x2 [x], {r0, r1} ;",
         "red.relaxed.gpu.global.min.noftz.v2.bf16x2 [%t_a0], {%t_r0, %t_r1};"},
    };
    CHECK_ROWS(rows);
}

TEST(lanes)
{
    static const row rows[] = {
        /* lanes of a warp */
        {"", "vote.sync.any.pred p0, p1, 0xffffffff ;",
         "vote.sync.any.pred %t_p0, %t_p1, 4294967295;"},
        {"", "vote.sync.ballot.b32 r0, !p1, 1 ;",
         "not.pred %t_t0, %t_p1; vote.sync.ballot.b32 %t_r0, %t_t0, 1;"},
        {"", "match.any.sync.b32 r0, r1, 1 ;", "match.any.sync.b32 %t_r0, %t_r1, 1;"},
        {"", "match.any.sync.b64 r0, rd1, 1 ;", "match.any.sync.b64 %t_r0, %t_rd1, 1;"},
        {"", "match.all.sync.b32 r0:p0, r1, 1 ;", "match.all.sync.b32 %t_r0|%t_p0, %t_r1, 1;"},
        {"", "redux.sync.min.s32 r0, r1, 1 ;", "redux.sync.min.s32 %t_r0, %t_r1, 1;"},
        {"", "shfl.sync.idx.b32 r0:p0, r1, 0, 31, 1 ;",
         "shfl.sync.idx.b32 %t_r0|%t_p0, %t_r1, 0, 31, 1;"},
        {"", "shfl.sync.bfly.b32 r0, r1, r2, 31, 1 ;",
         "shfl.sync.bfly.b32 %t_r0, %t_r1, %t_r2, 31, 1;"},
        {"", "elect.sync r0:p0, 1 ;", "elect.sync %t_r0|%t_p0, 1;"},
        {"", "activemask.b32 r0 ;", "activemask.b32 %t_r0;"},
        {"", "bar.warp.sync 0xffffffff ;", "bar.warp.sync 4294967295;"},
        /* a barrier with a result */
        {"", "bar.red.popc.u32 r0, 0, !p0 ;",
         "not.pred %t_t0, %t_p0; barrier.cta.red.popc.u32 %t_r0, 0, 32, %t_t0;"},
        {"", "barrier.cta.red.and.pred p1, 3, 32, p0 ;",
         "barrier.cta.red.and.pred %t_p1, 3, 32, %t_p0;"},
    };
    CHECK_ROWS(rows);
}

TEST(wide)
{
    static const row rows[] = {
        /* 128 bits: registers of their own, 0 at first */
        {"int64_t x[2];", "ld.relaxed.gpu.b128 rq0, [x] ;",
         "mov.b64 %t_none, 0; mov.b128 %t_rq0, {%t_none, %t_none}; "
         "ld.relaxed.gpu.global.b128 %t_rq0, [%t_a0];"},
        {"int64_t x[2];", "st.b128 [x], rq0 ;",
         "mov.b64 %t_none, 0; mov.b128 %t_rq0, {%t_none, %t_none}; "
         "st.weak.global.b128 [%t_a0], %t_rq0;"},
        {"int64_t x[2];", "atom.acquire.sys.cas.b128 rq0, [x], rq0, rq0 ;",
         "mov.b64 %t_none, 0; mov.b128 %t_rq0, {%t_none, %t_none}; "
         "atom.acquire.sys.global.cas.b128 %t_rq0, [%t_a0], %t_rq0, %t_rq0;"},
        {"", "mov.b128 rq0, {rd0, rd1} ;",
         "mov.b64 %t_none, 0; mov.b128 %t_rq0, {%t_none, %t_none}; "
         "mov.b128 %t_rq0, {%t_rd0, %t_rd1};"},
        {"", "mov.b128 {rd0, rd1}, rq0 ;",
         "mov.b64 %t_none, 0; mov.b128 %t_rq0, {%t_none, %t_none}; "
         "mov.b128 {%t_rd0, %t_rd1}, %t_rq0;"},
    };
    CHECK_ROWS(rows);
}

TEST(atomics)
{
    static const row rows[] = {
        /* atomics: 9.7.13.5 */
        {"x=0;", "atom.relaxed.gpu.cas r0, x, 0, 1 ;",
         "atom.relaxed.gpu.global.cas.b32 %t_r0, [%t_a0], 0, 1;"},
        {"uint64_t x=0;", "atom.add.u64.acq_rel.sys rd0, [x], rd1 ;",
         "atom.acq_rel.sys.global.add.u64 %t_rd0, [%t_a0], %t_rd1;"},
        {"x=0;", "atom.add.u32 r0, [x], 1 ;", "atom.relaxed.gpu.global.add.u32 %t_r0, [%t_a0], 1;"},
        {"x=0;", "atom.min.cta.acquire.s32 r0, [x], -2 ;",
         "atom.acquire.cta.global.min.s32 %t_r0, [%t_a0], -2;"},
        {"x=0;", "atom.sub r0, [x], 1 ;",
         "atom.relaxed.gpu.global.add.u32 %t_r0, [%t_a0], 4294967295;"},
        {"x=0;", "red.release.gpu.or.b32 [x], r1 ;",
         "red.release.gpu.global.or.b32 [%t_a0], %t_r1;"},
        {"uint16_t x=0;", "atom.cas.b16 rs0, [x], 0, 1 ;",
         "atom.relaxed.gpu.global.cas.b16 %t_rs0, [%t_a0], 0, 1;"},
    };
    CHECK_ROWS(rows);
}

TEST(fences)
{
    static const row rows[] = {
        {"", "fence.sc.gpu ;", "fence.sc.gpu;"},
        {"", "fence.cta ;", "fence.acq_rel.cta;"},
        {"", "fence.sys.acq_rel ;", "fence.acq_rel.sys;"},
        {"", "fence.acquire.gpu ;", "fence.acquire.gpu;"},
        {"", "membar.gl ;", "membar.gl;"},
        {"", "fence.proxy.alias ;", "fence.proxy.alias;"},
        {"", "nanosleep.u32 20 ;", "nanosleep.u32 20;"},
        {"", "nop ;", ""},
        {"", ".reg .u32 %r<4> ;", ""},
    };
    CHECK_ROWS(rows);
}

TEST(arithmetic)
{
    static const row rows[] = {
        {"", "add.u32 r0, r1, 1 ;", "add.u32 %t_r0, %t_r1, 1;"},
        {"", "add r0, r1, r2 ;", "add.u32 %t_r0, %t_r1, %t_r2;"},
        {"", "xor r0, r1, r1 ;", "xor.b32 %t_r0, %t_r1, %t_r1;"},
        {"", "shr.s32 r0, r1, 3 ;", "shr.s32 %t_r0, %t_r1, 3;"},
        {"", "shl.b64 rd0, rd1, r2 ;", "shl.b64 %t_rd0, %t_rd1, %t_r2;"},
        {"", "mul r0, r1, r2 ;", "mul.lo.u32 %t_r0, %t_r1, %t_r2;"},
        {"", "mad.wide.s32 rd0, r1, r2, rd3 ;", "mad.wide.s32 %t_rd0, %t_r1, %t_r2, %t_rd3;"},
        {"", "popc.b64 r0, rd1 ;", "popc.b64 %t_r0, %t_rd1;"},
        {"", "neg.s32 r0, r1 ;", "neg.s32 %t_r0, %t_r1;"},
        {"", "not.pred p0, p1 ;", "not.pred %t_p0, %t_p1;"},
        {"", "and.pred p0, p1, p2 ;", "and.pred %t_p0, %t_p1, %t_p2;"},
        {"", "setp.eq r0, r1, 1 ;", "setp.eq.u32 %t_t0, %t_r1, 1; selp.b32 %t_r0, 1, 0, %t_t0;"},
        {"", "setp.lt.and.s32 p0, r1, r2, p1 ;", "setp.lt.and.s32 %t_p0, %t_r1, %t_r2, %t_p1;"},
        {"", "setp.hi.u32 p0, r1, r2 ;", "setp.hi.u32 %t_p0, %t_r1, %t_r2;"},
        {"", "selp.u32 r0, r1, 2, p0 ;", "selp.u32 %t_r0, %t_r1, 2, %t_p0;"},
        {"", "cvt.u64.u32 rd0, r1 ;", "cvt.u64.u32 %t_rd0, %t_r1;"},
        {"", "cvt.s32.s8 r0, r1 ;", "cvt.s32.s8 %t_r0, %t_r1;"},
        {"", "cvt.rn.f16x2.f32 r0, r1, r2 ;", "cvt.rn.f16x2.f32 %t_r0, %t_r1, %t_r2;"},
        /* widths that differ are converted */
        {"", "mov r0, rd1 ;", "cvt.u32.u64 %t_t0, %t_rd1; mov.u32 %t_r0, %t_t0;"},
        /* guards */
        {"x=0;", "@p1 st.u32 [x], 1 ;", "@%t_p1 st.weak.global.u32 [%t_a0], 1;"},
        {"", "@!p1 mov.u32 r0, 1 ;", "@!%t_p1 mov.u32 %t_r0, 1;"},
    };
    CHECK_ROWS(rows);
}

/* Dependencies are syntactic: r0 xor r0 depends on r0, also after ptxas, which can
 * compute neither it nor a jump that compares it. */
TEST(dependencies)
{
    static const row rows[] = {
        {"x=0;", "ld.relaxed.gpu.u32 r0, [x] ; xor.b32 r1, r0, r0 ; and.b64 rd2, rd1, 0 ;",
         "mov.u32 %t_nought, %ctaid.z; ld.relaxed.gpu.global.u32 %t_r0, [%t_a0]; "
         "mad.lo.s32 %t_t0, %t_nought, 1, %t_r0; mad.lo.s32 %t_t1, %t_nought, 3, %t_r0; "
         "xor.b32 %t_r1, %t_t0, %t_t1; and.b64 %t_rd2, %t_rd1, 0;"},
        {"int64_t x=0;", "ld.relaxed.gpu.u64 rd0, [x] ; and.b64 rd1, rd0, 0 ;",
         "mov.u32 %t_nought, %ctaid.z; ld.relaxed.gpu.global.u64 %t_rd0, [%t_a0]; "
         "mad.wide.s32 %t_t0, %t_nought, 1, %t_rd0; mad.wide.s32 %t_t1, %t_nought, 3, 0; "
         "and.b64 %t_rd1, %t_t0, %t_t1;"},
        {"x=0;", "ld.relaxed.gpu.u32 r0, [x] ; bne r0, r0, L ; L: st.relaxed.gpu.u32 [x], 1 ;",
         "mov.u32 %t_nought, %ctaid.z; mov.u32 %t_lane, %lanemask_eq; "
         "ld.relaxed.gpu.global.u32 %t_r0, [%t_a0]; mad.lo.s32 %t_t1, %t_nought, 1, %t_r0; "
         "setp.ne.s32 %t_t0, %t_t1, %t_r0; @%t_t0 bra t_step2; bar.warp.sync %t_lane; "
         "t_step2: st.relaxed.gpu.global.u32 [%t_a0], 1;"},
    };
    CHECK_ROWS(rows);
}

TEST(jumps)
{
    static const row rows[] = {
        {"", "beq r0, 1, E ; mov.u32 r1, 2 ; E: mov.u32 r2, 3 ;",
         "setp.eq.s32 %t_t0, %t_r0, 1; @%t_t0 bra t_step2; mov.u32 %t_r1, 2; t_step2: "
         "mov.u32 %t_r2, 3;"},
        {"", "@!p0 bra E ; mov.u32 r1, 2 ; E: ;", "@!%t_p0 bra t_end; mov.u32 %t_r1, 2;"},
        {"", "exit ; mov.u32 r1, 2 ;", "bra t_end; mov.u32 %t_r1, 2;"},
        {"", "goto E ; mov.u32 r1, 2 ; E: ;", "bra t_end; mov.u32 %t_r1, 2;"},
        /* backwards: counted */
        {"", "L: mov.u32 r0, 1 ; @p0 bra L ;",
         "mov.b32 %t_jumps, 0; t_step0: mov.u32 %t_r0, 1; @!%t_p0 bra t_skip0; "
         "add.u32 %t_jumps, %t_jumps, 1; setp.gt.u32 %t_t0, %t_jumps, 9; @%t_t0 bra t_stuck; "
         "bra t_step0; t_skip0:"},
        {"", "L: mov.u32 r0, 1 ; bra.uni L ;",
         "mov.b32 %t_jumps, 0; t_step0: mov.u32 %t_r0, 1; "
         "add.u32 %t_jumps, %t_jumps, 1; setp.gt.u32 %t_t0, %t_jumps, 9; @%t_t0 bra t_stuck; "
         "bra t_step0;"},
    };
    CHECK_ROWS(rows);
}

/* ---- accesses apart -------------------------------------------------- */

TEST(weak_accesses_are_kept_apart)
{
    static const struct {
        const char *code;
        int apart;
        const char *mask;
    } rows[] = {
        {"ld.u32 r0, [x] ; ld.u32 r1, [x] ;", 3, "0xffffffff"},
        {"ld.relaxed.gpu.u32 r0, [x] ; ld.relaxed.gpu.u32 r1, [x] ;", 0, "0xffffffff"},
        {"ld.relaxed.gpu.u32 r0, [x] ; ld.weak.u32 r1, [x] ;", 2, "0xffffffff"},
        {"ld.weak.u32 r0, [x] ; mov.u32 r2, 1 ; ld.relaxed.gpu.u32 r1, [x] ;", 2, "0xffffffff"},
        {"st.relaxed.gpu.u32 [x], 1 ; st.relaxed.gpu.u32 [x], 2 ;", 1, "0xffffffff"},
        {"st.relaxed.gpu.u32 [x], 1 ; st.relaxed.gpu.u32 [y], 2 ;", 0, "0xffffffff"},
        /* a thread that may go another way than its neighbours waits for nobody */
        {"L: ld.weak.u32 r0, [x] ; bne r0, 1, L ;", 2, "%t_lane"},
        {"mov.u32 r0, 1 ; beq r0, 1, L ; L: ld.weak.u32 r1, [x] ;", 2, "0xffffffff"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        making m;
        char buffer[1024];
        start(&m, thread_text(buffer, sizeof buffer, "x=0; y=0;", rows[i].code), 0, 0);
        assert_true(m.made);
        const char *line = cm_arena_printf(m.o.arena, "bar.warp.sync %s;", rows[i].mask);
        if (unit_occurrences(m.native.body, line) != rows[i].apart ||
            unit_occurrences(m.native.body, "bar.warp.sync") != rows[i].apart)
            fail_msg("%s: expected %d times %s in\n%s", rows[i].code, rows[i].apart, line,
                     m.native.body);
        close_test(&m.o);
    }
}

/* Less than a warp for each thread of the test: no warp is of one mind. */
TEST(partial_warps_wait_for_nobody)
{
    making m = {.style = {.prefix = "t", .loop_limit = 9, .barrier_factor = 8}};
    open_text(&m.o, "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n ld.u32 r0, [x] ;\nexists (true)\n");
    cm_arena_protect(m.o.arena, make, &m);
    assert_true(m.made);
    assert_non_null(strstr(m.native.body, "mov.u32 %t_lane, %lanemask_eq;"));
    assert_non_null(strstr(m.native.body, "bar.warp.sync %t_lane;"));
    assert_non_null(strstr(m.native.declarations, ".reg .b32 %t_lane;"));
    close_test(&m.o);
}

/* ---- injections ------------------------------------------------------ */

TEST(injections)
{
    static const struct {
        unsigned changes;
        const char *code, *expected;
    } rows[] = {
        {CM_NATIVE_DROP_ACQUIRE, "ld.acquire.gpu.u32 r0, [x] ;",
         "ld.relaxed.gpu.global.u32 %t_r0, [%t_a0];"},
        {CM_NATIVE_DROP_RELEASE, "ld.acquire.gpu.u32 r0, [x] ;",
         "ld.acquire.gpu.global.u32 %t_r0, [%t_a0];"},
        {CM_NATIVE_DROP_RELEASE, "st.release.sys.u32 [x], 1 ;",
         "st.relaxed.sys.global.u32 [%t_a0], 1;"},
        {CM_NATIVE_DROP_ACQUIRE, "atom.acq_rel.gpu.add.u32 r0, [x], 1 ;",
         "atom.release.gpu.global.add.u32 %t_r0, [%t_a0], 1;"},
        {CM_NATIVE_DROP_RELEASE, "atom.acq_rel.gpu.add.u32 r0, [x], 1 ;",
         "atom.acquire.gpu.global.add.u32 %t_r0, [%t_a0], 1;"},
        {CM_NATIVE_DROP_ACQUIRE | CM_NATIVE_DROP_RELEASE, "atom.acq_rel.gpu.add.u32 r0, [x], 1 ;",
         "atom.relaxed.gpu.global.add.u32 %t_r0, [%t_a0], 1;"},
        {CM_NATIVE_NARROW_SCOPE, "atom.acq_rel.gpu.add.u32 r0, [x], 1 ; fence.sc.sys ;",
         "atom.acq_rel.cta.global.add.u32 %t_r0, [%t_a0], 1; fence.sc.cta;"},
        {CM_NATIVE_NARROW_SCOPE, "membar.gl ;", "membar.cta;"},
        /* a fence is an acquire after a load, a release before a store */
        {CM_NATIVE_DROP_ACQUIRE, "ld.relaxed.gpu.u32 r0, [x] ; fence.acq_rel.gpu ;",
         "ld.relaxed.gpu.global.u32 %t_r0, [%t_a0];"},
        {CM_NATIVE_DROP_RELEASE, "ld.relaxed.gpu.u32 r0, [x] ; fence.acq_rel.gpu ;",
         "ld.relaxed.gpu.global.u32 %t_r0, [%t_a0]; fence.acq_rel.gpu;"},
        {CM_NATIVE_DROP_RELEASE, "fence.sc.gpu ; st.relaxed.gpu.u32 [x], 1 ;",
         "st.relaxed.gpu.global.u32 [%t_a0], 1;"},
        {CM_NATIVE_DROP_ACQUIRE, "fence.sc.gpu ; st.relaxed.gpu.u32 [x], 1 ;",
         "fence.sc.gpu; st.relaxed.gpu.global.u32 [%t_a0], 1;"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_lines("x=0;", rows[i].code, rows[i].changes, rows[i].expected);
}

/* ---- barriers -------------------------------------------------------- */

static void expect_barrier(const char *code, int thread, const char *expected)
{
    making m;
    char buffer[1024];
    snprintf(buffer, sizeof buffer,
             "PTX t\n{ x=0; 0:r2=3; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
             " %s\nexists (true)\n",
             code);
    start(&m, buffer, thread, 0);
    const char *found = lines_of(&m);
    if (strcmp(found, expected) != 0)
        fail_msg("%s: expected %s, found %s", code, expected, found);
    assert_int_equal(m.made, m.native.has_barrier);
    close_test(&m.o);
}

/* PTX ISA 9.7.13.1: id, then threads of the machine, 32 of them for each of the test. */
TEST(barriers)
{
    expect_barrier("bar.sync 1 | bar.sync 1 | ;", 0, "barrier.cta.sync 1, 64;");
    expect_barrier("barrier.cta.sync 2, 64 | barrier.cta.sync 2, 64 | ;", 1,
                   "barrier.cta.sync 2, 64;");
    expect_barrier("bar.cta.sync 1, 1, 2 | bar.cta.sync 1, 1, 2 | ;", 0, "barrier.cta.sync 0, 64;");
    expect_barrier("bar.cta.arrive 3 | bar.cta.sync 3 | ;", 0, "barrier.cta.arrive 3, 64;");
    expect_barrier("bar.sync 1 | bar.sync 1 | bar.sync 0 ;", 2, "barrier.cta.sync 0, 32;");
    expect_barrier("bar.cta.sync 1, r2 | bar.cta.sync 1, 3 | ;", 0, "barrier.cta.sync %t_r2, 64;");
    expect_barrier(
        "bar.sync 1 | | ;", 0,
        "4:2: some thread may wait for ever: this barrier is for 2 threads of the CTA, and 1 "
        "come to it");
    expect_barrier("bar.sync 15 | bar.sync 15 | ;", 0,
                   "4:2: barrier 15 cannot run: one of the 16 aligns the runs, expected barriers 0 "
                   "to 14");
    expect_barrier("ld.weak r0, x | bar.cta.sync 1, 0 | ; bar.cta.sync 1, r0 | | ;", 0,
                   "4:40: threads of a CTA may wait for ever at `bar.cta.sync 1, r0`, for one that "
                   "does not come, expected jumps around it that go the same way in all of them");
}

static unsigned barriers_of(const char *code)
{
    opened o;
    char buffer[1024];
    snprintf(buffer, sizeof buffer,
             "PTX t\n{ 0:r2=3; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n %s\nexists (true)\n", code);
    open_good(&o, buffer);
    unsigned count = cm_native_barriers(o.test);
    close_test(&o);
    return count;
}

TEST(barriers_used)
{
    assert_int_equal(barriers_of("nop | nop ;"), 0);
    assert_int_equal(barriers_of("bar.sync 0 | bar.sync 0 ;"), 1);
    assert_int_equal(barriers_of("bar.sync 4 | bar.sync 4 ;"), 5);
    assert_int_equal(barriers_of("bar.cta.sync 1, 1 | bar.cta.sync 1, 2 ;"), 2);
    assert_int_equal(barriers_of("bar.sync 0 | bar.cta.sync 1, 2 ;"), 2);
    assert_int_equal(barriers_of("bar.sync r2 | bar.sync 3 ;"), 15);
}

/* ---- shared memory and what is asynchronous ---------------------------- */

#define SHARED "shared int s[4]@cta 0; shared int64_t m@cta 0; int x[4];"

TEST(asynchronous)
{
    static const row rows[] = {
        {SHARED, "ld.weak r0, [s] ;", "ld.weak.shared::cta.u32 %t_r0, [%t_a0];"},
        /* as a value it is a generic address */
        {SHARED, "mov.u64 rd0, s ;", "cvta.shared::cta.u64 %t_t0, %t_a0; mov.u64 %t_rd0, %t_t0;"},
        {SHARED, "st.relaxed.cluster.shared::cluster.u32 [s+4], 1 ;",
         "st.relaxed.cluster.shared::cluster.u32 [%t_a0+4], 1;"},
        {SHARED, "atom.relaxed.cta.shared.add.u32 r0, [s], 1 ;",
         "atom.relaxed.cta.shared::cta.add.u32 %t_r0, [%t_a0], 1;"},
        {SHARED, "mbarrier.init.b64 [m], 2 ;", "mbarrier.init.shared::cta.b64 [%t_a1], 2;"},
        {SHARED, "mbarrier.arrive.b64 _, [m] ;", "mbarrier.arrive.shared::cta.b64 %t_t0, [%t_a1];"},
        {SHARED, "mbarrier.arrive.expect_tx.release.cluster.b64 rd1, [m], 16 ;",
         "mbarrier.arrive.expect_tx.release.cluster.shared::cta.b64 %t_rd1, [%t_a1], 16;"},
        {SHARED, "mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [m], 2 ;",
         "mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%t_a1], 2;"},
        {SHARED, "mbarrier.try_wait.parity.b64 p0, [m], 1 ;",
         "mbarrier.try_wait.parity.shared::cta.b64 %t_p0, [%t_a1], 1;"},
        {SHARED,
         "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [m] ;",
         "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%t_a0], [%t_a2], 16, "
         "[%t_a1];"},
        {SHARED,
         "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
         "[s], [x], 16, [m], 1 ;",
         "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
         "[%t_a0], [%t_a2], 16, [%t_a1], 1;"},
        {SHARED, "cp.async.bulk.wait_group.read 1 ;", "cp.async.bulk.wait_group.read 1;"},
        {SHARED, "cp.async.ca.shared.global [s], [x], 4 ;",
         "cp.async.ca.shared.global [%t_a0], [%t_a2], 4;"},
        {"", "fence.proxy.async.shared::cta ;", "fence.proxy.async.shared::cta;"},
        {"", "fence.mbarrier_init.release.cluster ;", "fence.mbarrier_init.release.cluster;"},
        {"", "fence.cluster.sync_restrict::shared::cluster.acquire ;",
         "fence.acquire.sync_restrict::shared::cluster.cluster;"},
        {"", "barrier.cluster.arrive.relaxed ; barrier.cluster.wait ;",
         "barrier.cluster.arrive.relaxed; barrier.cluster.wait;"},
    };
    CHECK_ROWS(rows);
}

/* ---- refusals -------------------------------------------------------- */

TEST(refusals)
{
    static const row rows[] = {
        {"x=0; s @ surface aliases x;", "sust.weak s, 1 ;",
         "1:1: `s` is a second name of `x` and cannot be run, expected locations without "
         "aliases"},
        {"x=0;", "tld.weak r0, x ;",
         "4:2: `tld` cannot run: it is an access through another proxy, expected ld, st, "
         "atom or red"},
        {"x=0;", "mov.u32 r1, 1 ; ld.shared.u32 r0, [x] ;",
         "4:18: space `.shared` cannot run here, expected a location that lies there"},
        {"x=0;", "ld.u32 r0, [x] ; setp.eq.u32 p0, r0, 0 ; @p0 vote.sync.any.pred p1, p0, 1 ;",
         "4:43: lanes of a warp may wait for ever at `@p0 vote.sync.any.pred p1, p0, 1`, for one "
         "that does not come, expected jumps around it that go the same way in all of them"},
        {"x=0;", "ld.global.u32.proxy::readonly r0, [x] ;",
         "4:2: `.proxy::readonly` cannot run yet, expected none"},
        {"x=0;", "red.acq_rel.gpu.add [x], 1 ;",
         "4:2: `red.acq_rel` cannot run: PTX has no such red, expected .relaxed or .release"},
        {"", "fence.proxy.texture ;",
         "4:2: this proxy fence cannot run: tests use the generic and the async proxy only, "
         "expected "
         ".alias or .async"},
        {"", "ld.u32 r0, [16] ;",
         "4:14: an address that is a number cannot be run, expected a location"},
        {SHARED, "mbarrier.init.b64 [m], 1 ; ld.weak.u64 rd0, [m] ;",
         "4:47: `m` is an mbarrier object, for which this access is undefined, expected mbarrier "
         "instructions"},
    };
    CHECK_ROWS(rows);
}

/* ---- declarations and needs ------------------------------------------ */

TEST(registers)
{
    making m;
    start(&m,
          "PTX t\n{ x=0; y=0; }\n P0@cta 0,gpu 0 ;\n ld.u32 r0, [y] ; setp.eq.u32 p1, r0, 1 ;\n"
          " mov.u64 rd2, y ; mov.u16 rs3, 1 ;\nexists (0:r0=1)\n",
          0, 0);
    assert_true(m.made);
    static const char *const declared[] = {".reg .b32 %t_r0;", ".reg .pred %t_p1;",
                                           ".reg .b64 %t_rd2;", ".reg .b16 %t_rs3;",
                                           ".reg .b64 %t_a1;"};
    for (size_t i = 0; i < sizeof declared / sizeof *declared; i++)
        assert_int_equal(unit_occurrences(m.native.declarations, declared[i]), 1);
    assert_null(m.native.addresses[0]); /* x is not named */
    assert_string_equal(m.native.addresses[1], "%t_a1");
    assert_null(m.native.stuck);
    assert_string_equal(m.native.end, "t_end");
    const cm_thread *thread = &m.o.test->threads[0];
    for (int i = 0; i < thread->register_count; i++) {
        unsigned bits = strcmp(thread->registers[i].name, "p1") == 0    ? 1
                        : strcmp(thread->registers[i].name, "rs3") == 0 ? 16
                        : strcmp(thread->registers[i].name, "rd2") == 0 ? 64
                                                                        : 32;
        assert_int_equal(m.native.registers[i].bits, bits);
    }
    close_test(&m.o);
}

/* PTX ISA, notes of ld, fence and of scope .cluster. */
TEST(needs)
{
    cm_native_needs plain = cm_ptx_needs("ld.acquire.gpu.global.u32 a, [b];");
    assert_int_equal(plain.version, 78);
    assert_int_equal(plain.target, 70);
    cm_native_needs cluster = cm_ptx_needs("fence.sc.cluster;");
    assert_int_equal(cluster.target, 90);
    assert_int_equal(cm_ptx_needs("ld.mmio.relaxed.sys.global.u32").version, 82);
    assert_int_equal(cm_ptx_needs("fence.acquire.gpu;").version, 86);
}
