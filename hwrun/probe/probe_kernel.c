/* The probes' kernels, as PTX.
 *
 * A participant is the first lane of a warp: warps that hold two of them could
 * not wait for each other. All kernels begin with the same cm_probe_prologue, which gives
 * %me (the participant's number; `first` is that of the GPU's first one) and
 * %deadline, and every loop looks at %globaltimer now and then, so that a kernel
 * always ends: at LATE when it waited in vain.
 *
 * A load is timed by %clock64 around it. The branch on the value between the load
 * and the second reading is what makes that reading wait: it is never taken, but
 * that is not known before the value is there (section %clock64 of the PTX ISA
 * promises no order with loads).
 */
#include "hwrun/probe/probe_kernel.h"
#include "hwrun/probe/probe_stream.h"

#include <string.h>

/* PTX 6.0 brought scopes and the memory model, sm_70 the hardware for them; clusters came with
 * sm_90, fence.acquire and fence.release with PTX 8.6. */
static const char old_header[] = ".version 6.3\n.target sm_70\n.address_size 64\n";
static const char new_header[] = ".version 8.6\n.target sm_90\n.address_size 64\n";

const char cm_probe_prologue[] =
    "{\n"
    "    .reg .pred %done, %again, %never;\n"
    "    .reg .u32 %t, %lane, %warp, %warps, %me, %other, %polls;\n"
    "    .reg .u64 %deadline, %now, %limit, %i, %v, %w, %x, %y, %a, %b, %c, %d;\n"
    "    .reg .u64 %flags, %mine, %theirs, %out, %count, %round, %sum, %start, %end;\n"
    "    mov.u32 %t, %tid.x;\n"
    "    and.b32 %lane, %t, 31;\n"
    "    setp.ne.u32 %done, %lane, 0;\n"
    "    @%done bra EXIT;\n"
    "    shr.u32 %warp, %t, 5;\n"
    "    mov.u32 %warps, %ntid.x;\n"
    "    shr.u32 %warps, %warps, 5;\n"
    "    mov.u32 %t, %ctaid.x;\n"
    "    mad.lo.u32 %me, %t, %warps, %warp;\n"
    "    ld.param.u32 %t, [first];\n"
    "    add.u32 %me, %me, %t;\n"
    "    ld.param.u64 %limit, [limit];\n"
    "    mov.u64 %now, %globaltimer;\n"
    "    add.u64 %deadline, %now, %limit;\n";

const char cm_probe_epilogue[] = "EXIT:\n    ret;\n}\n";

/* Repeats `attempt`, which sets %done when it succeeded, until then or until the
 * deadline. */
void cm_probe_poll(cm_text *out, const char *label, const char *attempt)
{
    cm_text_append(out,
                   "    mov.u32 %%polls, 0;\n"
                   "%s:\n%s"
                   "    @%%done bra %s_END;\n"
                   "    add.u32 %%polls, %%polls, 1;\n"
                   "    and.b32 %%t, %%polls, 255;\n"
                   "    setp.ne.u32 %%again, %%t, 0;\n"
                   "    @%%again bra %s;\n"
                   "    mov.u64 %%now, %%globaltimer;\n"
                   "    setp.lt.u64 %%again, %%now, %%deadline;\n"
                   "    @%%again bra %s;\n"
                   "    bra LATE;\n"
                   "%s_END:\n",
                   label, attempt, label, label, label, label);
}

static const char *scope(cm_probe_scope s)
{
    static const char *const names[] = {"cta", "gpu", "sys", "sys", "cluster"};
    return names[s];
}

/* ---- rmw -------------------------------------------------------------- */

/* One update of the counter. Results are used (summed), or the assembler would make
 * an atom of which nobody reads the result a red. */
static const char *rmw_update(cm_arena *arena, const cm_probe_part *part)
{
    const char *s = scope(part->scope);
    switch ((cm_rmw_variant)part->variant) {
    case CM_RMW_ATOM:
        return cm_arena_printf(arena,
                               "    atom.relaxed.%s.global.add.u64 %%v, [%%x], 1;\n"
                               "    add.u64 %%sum, %%sum, %%v;\n",
                               s);
    case CM_RMW_RED:
        return cm_arena_printf(arena, "    red.relaxed.%s.global.add.u64 [%%x], 1;\n", s);
    case CM_RMW_CAS:
        break;
    }
    return cm_arena_printf(arena,
                           "RETRY:\n"
                           "    add.u64 %%w, %%sum, 1;\n"
                           "    atom.relaxed.%s.global.cas.b64 %%v, [%%x], %%sum, %%w;\n"
                           "    setp.eq.u64 %%done, %%v, %%sum;\n"
                           "    mov.u64 %%sum, %%v;\n"
                           "    @%%done bra UPDATED;\n"
                           "    mov.u64 %%now, %%globaltimer;\n"
                           "    setp.lt.u64 %%again, %%now, %%deadline;\n"
                           "    @%%again bra RETRY;\n"
                           "    bra COUNTED;\n"
                           "UPDATED:\n"
                           "    mov.u64 %%sum, %%w;\n",
                           s);
}

/* out: for each participant of the GPU, 64 bytes apart: updates made, nanoseconds,
 * number of the SM, sum of what was read. flags: one for each participant. */
static void rmw_kernel(cm_text *out, const char *entry, const cm_probe_part *part)
{
    cm_text_append(out,
                   ".visible .entry %s(.param .u64 counter, .param .u64 flags, .param .u64 out,\n"
                   "    .param .u64 count, .param .u64 limit, .param .u32 first)\n%s",
                   entry, cm_probe_prologue);
    cm_text_append(out,
                   "    ld.param.u64 %%x, [counter];\n"
                   "    ld.param.u64 %%flags, [flags];\n"
                   "    ld.param.u64 %%count, [count];\n"
                   "    ld.param.u64 %%out, [out];\n"
                   "    ld.param.u32 %%t, [first];\n"
                   "    sub.u32 %%t, %%me, %%t;\n"
                   "    mad.wide.u32 %%out, %%t, 64, %%out;\n"
                   "    mov.u32 %%t, %%smid;\n"
                   "    cvt.u64.u32 %%v, %%t;\n"
                   "    st.global.u64 [%%out+16], %%v;\n"
                   "    mad.wide.u32 %%mine, %%me, %d, %%flags;\n"
                   "    xor.b32 %%other, %%me, 1;\n"
                   "    mad.wide.u32 %%theirs, %%other, %d, %%flags;\n"
                   "    st.relaxed.sys.global.u64 [%%mine], 1;\n",
                   CM_PROBE_LINE, CM_PROBE_LINE);
    cm_probe_poll(out, "MEET",
                  "    ld.relaxed.sys.global.u64 %v, [%theirs];\n"
                  "    setp.ne.u64 %done, %v, 0;\n");
    cm_text_append(out,
                   "    mov.u64 %%i, 0;\n"
                   "    mov.u64 %%sum, 0;\n"
                   "    mov.u64 %%start, %%globaltimer;\n"
                   "UPDATE:\n%s"
                   "    add.u64 %%i, %%i, 1;\n"
                   "    and.b64 %%v, %%i, 255;\n"
                   "    setp.ne.u64 %%again, %%v, 0;\n"
                   "    @%%again bra NEXT;\n"
                   "    mov.u64 %%now, %%globaltimer;\n"
                   "    setp.ge.u64 %%done, %%now, %%deadline;\n"
                   "    @%%done bra COUNTED;\n"
                   "NEXT:\n"
                   "    setp.lt.u64 %%again, %%i, %%count;\n"
                   "    @%%again bra UPDATE;\n"
                   "COUNTED:\n"
                   "    mov.u64 %%end, %%globaltimer;\n"
                   "    sub.u64 %%end, %%end, %%start;\n"
                   "    st.global.u64 [%%out], %%i;\n"
                   "    st.global.u64 [%%out+8], %%end;\n"
                   "    st.global.u64 [%%out+24], %%sum;\n"
                   "LATE:\n%s",
                   rmw_update(out->arena, part), cm_probe_epilogue);
}

/* ---- value propagation ------------------------------------------------- */

static const char value_timed_load[] = "    mov.u64 %%start, %%clock64;\n"
                                       "    ld.relaxed.%s.global.u64 %%v, [%%x];\n"
                                       "    setp.eq.u64 %%never, %%v, -1;\n"
                                       "    @%%never bra LATE;\n"
                                       "    mov.u64 %%end, %%clock64;\n"
                                       "    sub.u64 %%end, %%end, %%start;\n";

static void value_reader(cm_text *out, const cm_value_row *row)
{
    /* The first loads fill the L1, the last one is timed to show that they did. */
    cm_text_add(out, "READER:\n    mov.u64 %w, 0;\n");
    if (row->cached) {
        cm_text_add(out, "    ld.relaxed.cta.global.u64 %v, [%x];\n"
                         "    setp.eq.u64 %never, %v, -1;\n"
                         "    @%never bra LATE;\n"
                         "    ld.relaxed.cta.global.u64 %v, [%x];\n"
                         "    setp.eq.u64 %never, %v, -1;\n"
                         "    @%never bra LATE;\n");
        cm_text_append(out, value_timed_load, "cta");
        cm_text_add(out, "    mov.u64 %w, %end;\n");
    }
    cm_text_add(out, "    st.relaxed.sys.global.u64 [%flags], 1;\n");
    bool far = row->pair == CM_PAIR_CPU_GPU || row->pair == CM_PAIR_GPU_GPU;
    cm_probe_poll(out, "WAIT",
                  cm_arena_printf(out->arena,
                                  "    ld.relaxed.%s.global.u64 %%v, [%%y];\n"
                                  "    setp.ne.u64 %%done, %%v, 0;\n",
                                  far ? "sys" : "gpu"));
    if (row->acquire)
        cm_text_append(out,
                       "    ld.acquire.%s.global.u64 %%v, [%%y];\n"
                       "    setp.eq.u64 %%never, %%v, -1;\n"
                       "    @%%never bra LATE;\n",
                       scope(row->acquire_scope));
    cm_text_append(out, value_timed_load, scope(row->read));
    cm_text_add(out, "    st.global.u64 [%out], 1;\n"
                     "    st.global.u64 [%out+8], %v;\n"
                     "    st.global.u64 [%out+16], %end;\n"
                     "    st.global.u64 [%out+24], %w;\n"
                     "    bra NEXT;\n");
}

static void value_writer(cm_text *out, const cm_value_row *row)
{
    cm_text_add(out, "WRITER:\n"
                     "    ld.relaxed.cta.global.u64 %v, [%x];\n"
                     "    setp.eq.u64 %never, %v, -1;\n"
                     "    @%never bra LATE;\n");
    cm_probe_poll(out, "READY",
                  "    ld.relaxed.sys.global.u64 %v, [%flags];\n"
                  "    setp.ne.u64 %done, %v, 0;\n");
    cm_text_append(out,
                   "    st.relaxed.%s.global.u64 [%%x], 1;\n"
                   "    st.relaxed.%s.global.u64 [%%y], 1;\n"
                   "    bra NEXT;\n",
                   scope(row->write),
                   row->pair == CM_PAIR_GPU_CPU || row->pair == CM_PAIR_GPU_GPU ? "sys" : "gpu");
}

/* Participant 0 writes, 1 reads. Trial i has X, Y and the reader's flag at i times
 * CM_PROBE_LINE. out: 32 bytes a trial: 1, X, cycles of the read, cycles of a load
 * just before the reader was ready. */
static void value_kernel(cm_text *out, const char *entry, const cm_probe_part *part)
{
    const cm_value_row *row = &cm_value_rows[part->variant];
    cm_text_append(out,
                   ".visible .entry %s(.param .u64 x, .param .u64 y, .param .u64 flags,\n"
                   "    .param .u64 out, .param .u64 count, .param .u64 limit,\n"
                   "    .param .u32 first)\n%s"
                   "    ld.param.u64 %%x, [x];\n"
                   "    ld.param.u64 %%y, [y];\n"
                   "    ld.param.u64 %%flags, [flags];\n"
                   "    ld.param.u64 %%out, [out];\n"
                   "    ld.param.u64 %%count, [count];\n"
                   "    mov.u64 %%i, 0;\n"
                   "TRIAL:\n"
                   "    setp.eq.u32 %%again, %%me, 0;\n"
                   "    @%%again bra WRITER;\n",
                   entry, cm_probe_prologue);
    value_reader(out, row);
    value_writer(out, row);
    cm_text_append(out,
                   "NEXT:\n"
                   "    add.u64 %%x, %%x, %d;\n"
                   "    add.u64 %%y, %%y, %d;\n"
                   "    add.u64 %%flags, %%flags, %d;\n"
                   "    add.u64 %%out, %%out, 32;\n"
                   "    add.u64 %%i, %%i, 1;\n"
                   "    setp.lt.u64 %%again, %%i, %%count;\n"
                   "    @%%again bra TRIAL;\n"
                   "LATE:\n%s",
                   CM_PROBE_LINE, CM_PROBE_LINE, CM_PROBE_LINE, cm_probe_epilogue);
}

/* ---- ping-pong --------------------------------------------------------- */

/* Waits for `from` and makes it `to`. */
static void ping_pong_turn(cm_text *out, const cm_probe_part *part, const char *label, int from,
                           int to)
{
    const char *s = scope(part->scope);
    bool cas = part->variant == CM_PING_CAS, exch = part->variant == CM_PING_EXCH;
    if (cas) {
        cm_probe_poll(out, label,
                      cm_arena_printf(out->arena,
                                      "    atom.relaxed.%s.global.cas.b64 %%v, [%%x], %d, %d;\n"
                                      "    setp.eq.u64 %%done, %%v, %d;\n",
                                      s, from, to, from));
        return;
    }
    cm_probe_poll(out, label,
                  cm_arena_printf(out->arena,
                                  "    ld.relaxed.%s.global.u64 %%v, [%%x];\n"
                                  "    setp.eq.u64 %%done, %%v, %d;\n",
                                  exch ? "sys" : s, from));
    if (exch)
        cm_text_append(out,
                       "    atom.relaxed.%s.global.exch.b64 %%v, [%%x], %d;\n"
                       "    setp.eq.u64 %%never, %%v, -1;\n"
                       "    @%%never bra LATE;\n",
                       s, to);
    else
        cm_text_append(out, "    st.relaxed.%s.global.u64 [%%x], %d;\n", s, to);
}

/* Participant 0 waits for 2 and sets 1, participant 1 waits for 1 and sets 2; each
 * `count` times. out: turns of participant 1; then turns of participant 0 and its
 * clock after each turn. flags: participant 1 is ready. */
static void ping_pong_kernel(cm_text *out, const char *entry, const cm_probe_part *part)
{
    cm_text_append(out,
                   ".visible .entry %s(.param .u64 x, .param .u64 flags, .param .u64 out,\n"
                   "    .param .u64 count, .param .u64 limit, .param .u32 first)\n%s"
                   "    ld.param.u64 %%x, [x];\n"
                   "    ld.param.u64 %%flags, [flags];\n"
                   "    ld.param.u64 %%out, [out];\n"
                   "    ld.param.u64 %%count, [count];\n"
                   "    mov.u64 %%i, 0;\n"
                   "    setp.eq.u32 %%again, %%me, 0;\n"
                   "    @%%again bra PINGS;\n"
                   "    st.relaxed.sys.global.u64 [%%flags], 1;\n"
                   "ANSWER:\n",
                   entry, cm_probe_prologue);
    ping_pong_turn(out, part, "PONG", 1, 2);
    cm_text_add(out, "    add.u64 %i, %i, 1;\n"
                     "    st.global.u64 [%out], %i;\n"
                     "    setp.lt.u64 %again, %i, %count;\n"
                     "    @%again bra ANSWER;\n"
                     "    bra LATE;\n"
                     "PINGS:\n"
                     "    add.u64 %y, %out, 16;\n");
    cm_probe_poll(out, "READY",
                  "    ld.relaxed.sys.global.u64 %v, [%flags];\n"
                  "    setp.ne.u64 %done, %v, 0;\n");
    cm_text_add(out, "ASK:\n");
    ping_pong_turn(out, part, "PING", 2, 1);
    cm_text_append(out,
                   "    mov.u64 %%end, %%clock64;\n"
                   "    st.global.u64 [%%y], %%end;\n"
                   "    add.u64 %%y, %%y, 8;\n"
                   "    add.u64 %%i, %%i, 1;\n"
                   "    st.global.u64 [%%out+8], %%i;\n"
                   "    setp.lt.u64 %%again, %%i, %%count;\n"
                   "    @%%again bra ASK;\n"
                   "LATE:\n%s",
                   cm_probe_epilogue);
}

/* ---- latency ----------------------------------------------------------- */

/* %count loads, each of the address that the one before it found. */
static void chase(cm_text *out, const char *label)
{
    cm_text_append(out,
                   "    mov.u64 %%i, 0;\n"
                   "%s:\n"
                   "    ld.global.u64 %%x, [%%x];\n"
                   "    add.u64 %%i, %%i, 1;\n"
                   "    and.b64 %%v, %%i, 4095;\n"
                   "    setp.ne.u64 %%again, %%v, 0;\n"
                   "    @%%again bra %s_NEXT;\n"
                   "    mov.u64 %%now, %%globaltimer;\n"
                   "    setp.ge.u64 %%done, %%now, %%deadline;\n"
                   "    @%%done bra LATE;\n"
                   "%s_NEXT:\n"
                   "    setp.lt.u64 %%again, %%i, %%count;\n"
                   "    @%%again bra %s;\n"
                   "    setp.eq.u64 %%never, %%x, -1;\n"
                   "    @%%never bra LATE;\n",
                   label, label, label, label);
}

/* Follows the chain `warm` times, then `rounds` times `count` loads, timed. out:
 * cycles of each round (0: not done), and the last address. */
static void latency_kernel(cm_text *out, const char *entry, const cm_probe_part *part)
{
    (void)part;
    cm_text_append(out,
                   ".visible .entry %s(.param .u64 head, .param .u64 out, .param .u64 warm,\n"
                   "    .param .u64 count, .param .u64 rounds, .param .u64 limit,\n"
                   "    .param .u32 first)\n%s"
                   "    ld.param.u64 %%x, [head];\n"
                   "    ld.param.u64 %%out, [out];\n"
                   "    ld.param.u64 %%count, [warm];\n"
                   "    ld.param.u64 %%round, [rounds];\n",
                   entry, cm_probe_prologue);
    chase(out, "WARM");
    cm_text_add(out, "    ld.param.u64 %count, [count];\n"
                     "ROUND:\n"
                     "    mov.u64 %start, %clock64;\n");
    chase(out, "CHASE");
    cm_text_append(out,
                   "    mov.u64 %%end, %%clock64;\n"
                   "    sub.u64 %%end, %%end, %%start;\n"
                   "    st.global.u64 [%%out], %%end;\n"
                   "    add.u64 %%out, %%out, 8;\n"
                   "    sub.u64 %%round, %%round, 1;\n"
                   "    setp.ne.u64 %%again, %%round, 0;\n"
                   "    @%%again bra ROUND;\n"
                   "    st.global.u64 [%%out], %%x;\n"
                   "LATE:\n%s",
                   cm_probe_epilogue);
}

/* ---- fences ------------------------------------------------------------ */

/* A store, the form, and a load whose value the next address depends on: all values are 0, which
 * the assembler cannot know. */
static void fence_body(cm_text *out, const cm_probe_part *part)
{
    const cm_fence_row row = cm_fence_row_at(part->variant);
    const char *form =
        row.scoped ? cm_arena_printf(out->arena, "%s.%s", row.name, scope(part->scope)) : row.name;
    cm_text_append(out, "    %s.global.u64 [%%a], %%b;\n",
                   row.kind == CM_FORM_AT_STORE ? form : "st.weak");
    if (row.kind == CM_FORM_AT_BETWEEN)
        cm_text_append(out, "    %s;\n", form);
    if (row.kind == CM_FORM_AT_ATOM)
        cm_text_append(out, "    %s.global.add.u64 %%v, [%%a+128], %%b;\n", form);
    else
        cm_text_append(out, "    %s.global.u64 %%v, [%%a+128];\n",
                       row.kind == CM_FORM_AT_LOAD ? form : "ld.weak");
}

/* `rounds` times `count` rounds of the form, on 16 pairs of lines in turn. out: cycles of each
 * (0: not done). */
static void fences_kernel(cm_text *out, const char *entry, const cm_probe_part *part)
{
    cm_text_append(out,
                   ".visible .entry %s(.param .u64 x, .param .u64 out, .param .u64 count,\n"
                   "    .param .u64 rounds, .param .u64 limit, .param .u32 first)\n%s"
                   "    ld.param.u64 %%x, [x];\n"
                   "    ld.param.u64 %%out, [out];\n"
                   "    ld.param.u64 %%count, [count];\n"
                   "    ld.param.u64 %%round, [rounds];\n"
                   "    ld.relaxed.sys.global.u64 %%b, [%%x];\n"
                   "    mov.u64 %%v, %%b;\n"
                   "ROUND:\n"
                   "    mov.u64 %%i, 0;\n"
                   "    mov.u64 %%start, %%clock64;\n"
                   "FORM:\n"
                   "    and.b64 %%a, %%i, 15;\n"
                   "    mad.lo.u64 %%a, %%a, %d, %%x;\n"
                   "    add.u64 %%a, %%a, %%v;\n",
                   entry, cm_probe_prologue, CM_PROBE_LINE);
    fence_body(out, part);
    cm_text_append(out,
                   "    add.u64 %%i, %%i, 1;\n"
                   "    setp.lt.u64 %%again, %%i, %%count;\n"
                   "    @%%again bra FORM;\n"
                   "    setp.eq.u64 %%never, %%v, -1;\n"
                   "    @%%never bra LATE;\n"
                   "    mov.u64 %%end, %%clock64;\n"
                   "    sub.u64 %%end, %%end, %%start;\n"
                   "    st.global.u64 [%%out], %%end;\n"
                   "    add.u64 %%out, %%out, 8;\n"
                   "    mov.u64 %%now, %%globaltimer;\n"
                   "    setp.ge.u64 %%done, %%now, %%deadline;\n"
                   "    @%%done bra LATE;\n"
                   "    sub.u64 %%round, %%round, 1;\n"
                   "    setp.ne.u64 %%again, %%round, 0;\n"
                   "    @%%again bra ROUND;\n"
                   "LATE:\n%s",
                   cm_probe_epilogue);
}

/* ---- the clock --------------------------------------------------------- */

/* Between two edges of %globaltimer at least `limit` ns apart: cycles and ns. Then
 * the least that %clock64 advances over a timed load without its load. */
static void clock_kernel(cm_text *out)
{
    cm_text_append(out,
                   ".visible .entry probe_clock(.param .u64 out, .param .u64 limit,\n"
                   "    .param .u32 first)\n%s"
                   "    ld.param.u64 %%out, [out];\n"
                   "EDGE:\n"
                   "    mov.u64 %%a, %%globaltimer;\n"
                   "    mov.u64 %%b, %%clock64;\n"
                   "    setp.eq.u64 %%again, %%a, %%now;\n"
                   "    @%%again bra EDGE;\n"
                   "    add.u64 %%deadline, %%a, %%limit;\n"
                   "LAST:\n"
                   "    mov.u64 %%c, %%globaltimer;\n"
                   "    mov.u64 %%d, %%clock64;\n"
                   "    setp.lt.u64 %%again, %%c, %%deadline;\n"
                   "    @%%again bra LAST;\n"
                   "    sub.u64 %%c, %%c, %%a;\n"
                   "    sub.u64 %%d, %%d, %%b;\n"
                   "    st.global.u64 [%%out], %%d;\n"
                   "    st.global.u64 [%%out+8], %%c;\n"
                   "    mov.u64 %%sum, -1;\n"
                   "    mov.u64 %%i, 0;\n"
                   "OVERHEAD:\n"
                   "    mov.u64 %%start, %%clock64;\n"
                   "    setp.eq.u64 %%never, %%start, -1;\n"
                   "    @%%never bra LATE;\n"
                   "    mov.u64 %%end, %%clock64;\n"
                   "    sub.u64 %%end, %%end, %%start;\n"
                   "    min.u64 %%sum, %%sum, %%end;\n"
                   "    add.u64 %%i, %%i, 1;\n"
                   "    setp.lt.u64 %%again, %%i, 64;\n"
                   "    @%%again bra OVERHEAD;\n"
                   "    st.global.u64 [%%out+16], %%sum;\n"
                   "LATE:\n%s",
                   cm_probe_prologue, cm_probe_epilogue);
}

/* ---- modules ----------------------------------------------------------- */

/* All of them: which a part needs is found by their names. */
static void stream_kernels(cm_text *out, const char *entry, const cm_probe_part *part)
{
    (void)entry, (void)part;
    cm_stream_kernels(out);
}

typedef struct kernel_kind {
    const char *prefix;
    cm_probe_kernel *print;
} kernel_kind;

static const kernel_kind kinds[CM_PROBE_COUNT] = {
    [CM_PROBE_RMW] = {"rmw", rmw_kernel},
    [CM_PROBE_VALUE] = {"value", value_kernel},
    [CM_PROBE_PING_PONG] = {"ping_pong", ping_pong_kernel},
    [CM_PROBE_LATENCY] = {"latency", latency_kernel},
    [CM_PROBE_FENCES] = {"fences", fences_kernel},
    [CM_PROBE_BANDWIDTH] = {"stream", stream_kernels},
    [CM_PROBE_GRANULARITY] = {"stream", stream_kernels},
    [CM_PROBE_ATOMICS] = {"stream", stream_kernels},
    [CM_PROBE_TIMERS] = {"timers", cm_probe_timers_kernel},
    [CM_PROBE_PLACEMENT] = {"stream", stream_kernels},
    [CM_PROBE_TABLE] = {"stream", stream_kernels},
};

const char *cm_probe_entry(cm_arena *arena, const cm_probe_part *part)
{
    if (part->pair == CM_PAIR_CPU_CPU || part->pair == CM_PAIR_CPU)
        return NULL;
    if (kinds[part->probe].print == stream_kernels)
        return "stream";
    char *name = cm_arena_printf(arena, "%s_%s", kinds[part->probe].prefix,
                                 cm_probe_variant_name(part->probe, part->variant));
    bool scoped = part->probe == CM_PROBE_RMW || part->probe == CM_PROBE_PING_PONG ||
                  part->probe == CM_PROBE_FENCES;
    if (scoped)
        name = cm_arena_printf(arena, "%s_%s", name, cm_probe_scope_name(part->scope));
    for (char *c = name; *c; c++)
        if (*c == '-' || *c == '.')
            *c = '_';
    return name;
}

static bool is_new(const cm_probe_part *part)
{
    return part->scope == CM_PROBE_CLUSTER ||
           (part->probe == CM_PROBE_FENCES && cm_fence_row_at(part->variant).is_new);
}

static void begin_module(cm_text *out, const cm_probe_part *parts, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any = any || is_new(&parts[i]);
    cm_text_add(out, any ? new_header : old_header);
}

const char *cm_probe_module(cm_work *work, const cm_probe_part *part)
{
    cm_text out;
    cm_text_init(&out, work->arena);
    begin_module(&out, part, 1);
    clock_kernel(&out);
    kinds[part->probe].print(&out, cm_probe_entry(work->arena, part), part);
    return out.data;
}

const char *cm_probe_ptx(cm_work *work, const cm_probe_part *parts, size_t count)
{
    cm_text out;
    cm_text_init(&out, work->arena);
    begin_module(&out, parts, count);
    clock_kernel(&out);
    const char **done = CM_NEW_ARRAY(work->arena, count, const char *);
    size_t done_count = 0;
    for (size_t i = 0; i < count; i++) {
        const char *entry = cm_probe_entry(work->arena, &parts[i]);
        size_t same = 0;
        while (entry && same < done_count && strcmp(done[same], entry) != 0)
            same++;
        if (!entry || same < done_count)
            continue;
        done[done_count++] = entry;
        kinds[parts[i].probe].print(&out, entry, &parts[i]);
    }
    return out.data;
}
