/* Kernels that read clocks. */
#include "hwrun/probe/probe_kernel.h"

/* `count` readings one after the other. */
static void steps(cm_text *out, const char *clock)
{
    cm_text_append(out,
                   "    mov.u64 %%i, 0;\n"
                   "READING:\n"
                   "    mov.u64 %%now, %s;\n"
                   "    st.global.u64 [%%out], %%now;\n"
                   "    add.u64 %%out, %%out, 8;\n"
                   "    add.u64 %%i, %%i, 1;\n"
                   "    setp.lt.u64 %%again, %%i, %%count;\n"
                   "    @%%again bra READING;\n",
                   clock);
}

/* Two CTAs wait for each other; each then leaves %globaltimer and the number of its SM. */
static void side_by_side(cm_text *out)
{
    cm_text_append(out,
                   "    mad.wide.u32 %%mine, %%me, %d, %%flags;\n"
                   "    xor.b32 %%other, %%me, 1;\n"
                   "    mad.wide.u32 %%theirs, %%other, %d, %%flags;\n"
                   "    mad.wide.u32 %%out, %%me, 16, %%out;\n"
                   "    st.relaxed.gpu.global.u64 [%%mine], 1;\n",
                   CM_PROBE_LINE, CM_PROBE_LINE);
    cm_probe_poll(out, "MEET",
                  "    ld.relaxed.gpu.global.u64 %v, [%theirs];\n"
                  "    setp.ne.u64 %done, %v, 0;\n");
    cm_text_add(out, "    mov.u64 %now, %globaltimer;\n"
                     "    st.global.u64 [%out], %now;\n"
                     "    mov.u32 %t, %smid;\n"
                     "    cvt.u64.u32 %v, %t;\n"
                     "    st.global.u64 [%out+8], %v;\n");
}

/* Round i: waits for i at `out`, leaves %globaltimer two lines on, and i one line on. */
static void answers(cm_text *out)
{
    cm_text_add(out, "    mov.u64 %i, 1;\n"
                     "ROUND:\n");
    cm_probe_poll(out, "ASKED",
                  "    ld.relaxed.sys.global.u64 %v, [%out];\n"
                  "    setp.ge.u64 %done, %v, %i;\n");
    cm_text_append(out,
                   "    mov.u64 %%now, %%globaltimer;\n"
                   "    st.relaxed.sys.global.u64 [%%out+%d], %%now;\n"
                   "    st.release.sys.global.u64 [%%out+%d], %%i;\n"
                   "    add.u64 %%i, %%i, 1;\n"
                   "    setp.le.u64 %%again, %%i, %%count;\n"
                   "    @%%again bra ROUND;\n",
                   2 * CM_PROBE_LINE, CM_PROBE_LINE);
}

void cm_probe_timers_kernel(cm_text *out, const char *entry, const cm_probe_part *part)
{
    cm_text_append(out,
                   ".visible .entry %s(.param .u64 out, .param .u64 flags, .param .u64 count,\n"
                   "    .param .u64 limit, .param .u32 first)\n%s"
                   "    ld.param.u64 %%out, [out];\n"
                   "    ld.param.u64 %%flags, [flags];\n"
                   "    ld.param.u64 %%count, [count];\n",
                   entry, cm_probe_prologue);
    switch ((cm_timer_variant)part->variant) {
    case CM_TIMER_GPU_CPU:
        answers(out);
        break;
    case CM_TIMER_SMS:
        side_by_side(out);
        break;
    default:
        steps(out, part->variant == CM_TIMER_GLOBAL ? "%globaltimer" : "%clock64");
        break;
    }
    cm_text_append(out, "LATE:\n%s", cm_probe_epilogue);
}
