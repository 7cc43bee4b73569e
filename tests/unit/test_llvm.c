/* LLVM IR: what operations compute, which events they are, and what is refused. Values from the
 * Language Reference. */
#include "litmus/isa/isa.h"
#include "tests/unit/step_rows.h"

static void write_test(char *text, size_t size, const char *code)
{
    snprintf(text, size,
             "LLVM row\n{\nx=5; uint16_t h=0xfff0; shared l@cta 0=7; int64_t w=0;\n"
             "0:r1=1; 0:r2=-2; 0:r3=3; 0:r4=0x80000000;\n}\n P0@wave 0,cta 0,gpu 0 ;\n %s ;\n"
             "exists (true)\n",
             code);
}

/* clang-format off */
static const step_value_row value_rows[] = {
    {"mov r0, r3", "r0", 3},
    {"mov r0, -1", "r0", 0xffffffff},
    {"add r0, r1, r2", "r0", 0xffffffff},
    {"sub r0, r1, r3", "r0", 0xfffffffe},
    {"mul r0, r2, r3", "r0", 0xfffffffa},
    {"and r0, r2, r3", "r0", 2},
    {"or r0, r1, r2", "r0", 0xffffffff},
    {"xor r0, r1, r3", "r0", 2},
    {"shl r0, r3, 1", "r0", 6},
    {"lshr r0, r4, 31", "r0", 1},
    {"ashr r0, r4, 31", "r0", 0xffffffff},
    {"icmp.eq r0, r1, 1", "r0", 1}, {"icmp.ne r0, r1, 1", "r0", 0},
    {"icmp.slt r0, r2, r1", "r0", 1}, {"icmp.sle r0, r1, r2", "r0", 0},
    {"icmp.sgt r0, r2, r1", "r0", 0}, {"icmp.sge r0, r1, r1", "r0", 1},
    {"icmp.ult r0, r2, r1", "r0", 0}, {"icmp.ule r0, r1, r2", "r0", 1},
    {"icmp.ugt r0, r2, r1", "r0", 1}, {"icmp.uge r0, r1, r2", "r0", 0},
    {"select r0, r1, r3, r2", "r0", 3},
    {"select r0, 0, r3, r2", "r0", 0xfffffffe},
    {"ret ; mov r3, 9", "r3", 3},
    {"br r1, L ; mov r3, 9 ; L: ; mov r0, 4", "r3", 3},
    {"br 0, L ; mov r3, 9 ; L: ; mov r0, 4", "r3", 9},
    {"br L ; mov r3, 9 ; L: ; mov r0, 4", "r0", 4},
    {"load r0, [x]", "r0", 5},
    {"load.i8 r0, [h]", "r0", 0xf0},
    {"load r0, [h]", "r0", 0xfff0},
    {"load.local.i32 r0, [l]", "r0", 7},
    {"load.flat.i32 r0, [l]", "r0", 7},
    {"store.local [l], r3 ; load.local r0, [l]", "r0", 3},
    {"store.i16 [x+2], r1 ; load.i32 r0, [x]", "r0", 0x10005},
    {"sub r5, r1, 1 ; load.monotonic.agent r0, [x+r5]", "r0", 5},
    {"atomicrmw.add.monotonic r0, [x], r3", "r0", 5},
    {"atomicrmw.add.release.agent _, [x], r3 ; load r0, [x]", "r0", 8},
    {"atomicrmw.sub.monotonic _, [x], 6 ; load r0, [x]", "r0", 0xffffffff},
    {"atomicrmw.min.monotonic _, [x], r2 ; load r0, [x]", "r0", 0xfffffffe},
    {"atomicrmw.umin.monotonic _, [x], r2 ; load r0, [x]", "r0", 5},
    {"atomicrmw.max.monotonic _, [x], r2 ; load r0, [x]", "r0", 5},
    {"atomicrmw.umax.monotonic _, [x], r2 ; load r0, [x]", "r0", 0xfffffffe},
    {"atomicrmw.and.monotonic _, [x], 4 ; load r0, [x]", "r0", 4},
    {"atomicrmw.or.monotonic _, [x], 2 ; load r0, [x]", "r0", 7},
    {"atomicrmw.xor.monotonic _, [x], 4 ; load r0, [x]", "r0", 1},
    {"atomicrmw.xchg.monotonic r0, [x], r3 ; load r1, [x]", "r1", 3},
    {"cmpxchg.acquire r0, [x], 5, r3 ; load r1, [x]", "r1", 3},
    {"cmpxchg.acquire r0, [x], 4, r3 ; load r1, [x]", "r1", 5},
    {"cmpxchg.monotonic.local r0, [l], 7, 1 ; load.local r1, [l]", "r1", 1},
    {"atomicrmw.add.monotonic r1, [x], r1", "r1", 5}, /* the old value goes where the operand was */
};
/* clang-format on */

TEST(test_values)
{
    step_check_values(write_test, value_rows, sizeof value_rows / sizeof *value_rows);
}

/* ---- events ---------------------------------------------------------- */

static const step_text_row event_rows[] = {
    {"load r0, [x]", "R PLAIN"},
    {"load.global r0, [x]", "R PLAIN"},
    {"store.local [l], r0", "W PLAIN LOCAL"},
    {"store.volatile.flat [x], r0", "W PLAIN FLAT VOLATILE"},
    {"load.av.agent r0, [x]", "R PLAIN AGENT AV"},
    {"store.av [x], r0", "W PLAIN SYSTEM AV"},
    {"load.unordered.singlethread r0, [x]", "R UNORDERED SINGLETHREAD"},
    {"load.monotonic.wavefront r0, [x]", "R RLX WAVEFRONT"},
    {"load.acquire r0, [x]", "R ACQ SYSTEM"},
    {"load.seq_cst.cluster.volatile r0, [x]", "R SC CLUSTER VOLATILE"},
    {"store.release.workgroup.one_as [x], r0", "W REL WORKGROUP ONE_AS"},
    {"store.release.agent.av_none [x], r0", "W REL AGENT AV.NONE"},
    {"atomicrmw.add.monotonic.agent r0, [x], 1", "R RLX AGENT ATOM | W RLX AGENT ATOM"},
    {"atomicrmw.add.acquire.agent r0, [x], 1", "R ACQ AGENT ATOM | W RLX AGENT ATOM"},
    {"atomicrmw.add.release.agent r0, [x], 1", "R RLX AGENT ATOM | W REL AGENT ATOM"},
    {"atomicrmw.add.acq_rel.system r0, [x], 1", "R ACQ SYSTEM ATOM | W REL SYSTEM ATOM"},
    {"atomicrmw.add.seq_cst.local r0, [l], 1", "R SC SYSTEM LOCAL ATOM | W SC SYSTEM LOCAL ATOM"},
    {"cmpxchg.acq_rel.agent r0, [x], 1, 2", "R ACQ AGENT ATOM | W REL AGENT ATOM"},
    {"cmpxchg.acq_rel.agent.fail_monotonic r0, [x], 1, 2",
     "R ACQ AGENT ATOM FAIL.RLX | W REL AGENT ATOM"},
    {"cmpxchg.monotonic.agent.fail_acquire r0, [x], 1, 2",
     "R RLX AGENT ATOM FAIL.ACQ | W RLX AGENT ATOM"},
    {"cmpxchg.release.agent.fail_seq_cst r0, [x], 1, 2",
     "R RLX AGENT ATOM FAIL.SC | W REL AGENT ATOM"},
    {"fence.acquire.workgroup", "F ACQ WORKGROUP"},
    {"fence.release", "F REL SYSTEM"},
    {"fence.acq_rel.agent.av_none", "F ACQ_REL AGENT AV.NONE"},
    {"fence.seq_cst.agent.one_as", "F SC AGENT ONE_AS"},
    {"fence.release.workgroup.as_local", "F REL WORKGROUP AS.LOCAL"},
    {"fence.acquire.workgroup.as_global", "F ACQ WORKGROUP AS.GLOBAL"},
    {"barrier", "B BAR"},
};

TEST(test_events)
{
    step_check_events(write_test, event_rows, sizeof event_rows / sizeof *event_rows);
}

/* ---- what is refused --------------------------------------------------- */

static const step_text_row refused[] = {
    {"phi r0, r1", "the instruction `phi` is not known, expected one of LLVM"},
    {"load.agent r0, [x]", "this `load` has a syncscope and no order, expected an order, too"},
    {"load.one_as r0, [x]", "this `load` has `.one_as` and no order"},
    {"store.av_none [x], 1", "this `store` has `.av_none` and no order"},
    {"load.release.agent r0, [x]",
     "this order does not exist for `load`, expected none, .unordered"},
    {"load.acq_rel.agent r0, [x]", "this order does not exist for `load`"},
    {"store.acquire.agent [x], r0", "this order does not exist for `store`"},
    {"store.acq_rel.agent [x], r0", "this order does not exist for `store`"},
    {"load.av.acquire r0, [x]", "`.av` is given with an order, expected only a scope"},
    {"load.av.volatile r0, [x]", "`.av` is given with `.volatile`, expected only a scope"},
    {"load.acquire.monotonic r0, [x]", "`.monotonic` comes after `.acquire`, expected only one"},
    {"load.acquire.device r0, [x]",
     "the qualifier `.device` is not known, expected one that `load` has"},
    {"load.i64 r0, [x]", "the qualifier `.i64` is not known"},
    {"load r0, [w]", "access of 8 bytes, which is not supported, expected .i8, .i16 or .i32"},
    {"load r0, [r1]", "expected a location, as in [x], [x+4] or [x+r1], found `r1`"},
    {"load [x], r0", "expected a register r0 to r255, found `[`"},
    {"store [x], 0x100000000", "the number does not fit in 32 bits"},
    {"atomicrmw.monotonic r0, [x], 1", "`atomicrmw` has no operation, expected .xchg, .add"},
    {"atomicrmw.add r0, [x], 1", "`atomicrmw` has no order, expected .monotonic"},
    {"atomicrmw.add.unordered r0, [x], 1", "this order does not exist for `atomicrmw`"},
    {"atomicrmw.add.monotonic.i8 r0, [h], 1",
     "this width does not exist for `atomicrmw`, expected none or .i32"},
    {"cmpxchg.acquire.fail_release r0, [x], 1, 2", "the qualifier `.fail_release` is not known"},
    {"fence", "`fence` has no order, expected .acquire, .release"},
    {"fence.monotonic.agent", "this order does not exist for `fence`"},
    {"fence.acquire.agent.local", "the qualifier `.local` is not known"},
    {"icmp r0, r1, r2", "`icmp` has no condition, expected .eq, .ne, .slt, .sle"},
    {"br r1, M", "label `M`"},
};

TEST(test_refused)
{
    step_check_refused(write_test, refused, sizeof refused / sizeof *refused);
}

TEST(test_native)
{
    step_check_no_native(write_test, "ret", "no machine runs LLVM IR");
}
