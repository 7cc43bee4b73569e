/* WAVE: what instructions compute, which events they are, and what is refused. Values from
 * the WAVE Specification v0.4, sections 4.5, 6.2, 6.3, 6.8. */
#include "litmus/isa/isa.h"
#include "tests/unit/step_rows.h"

static void write_test(char *text, size_t size, const char *code)
{
    snprintf(text, size,
             "WAVE row\n{\nx=5; uint16_t h=0xfff0; shared l@cta 0=7; int64_t w=0;\n"
             "0:r1=1; 0:r2=-2; 0:r3=3; 0:r4=0x80000000;\n}\n P0@wave 0,cta 0,gpu 0 ;\n %s ;\n"
             "exists (true)\n",
             code);
}

/* ---- values ---------------------------------------------------------- */

/* clang-format off */
static const step_value_row value_rows[] = {
    {"mov r0, r3", "r0", 3},
    {"mov_imm r0, -1", "r0", 0xffffffff},
    {"iadd r0, r1, r2", "r0", 0xffffffff},
    {"isub r0, r1, r3", "r0", 0xfffffffe},
    {"imul r0, r2, r3", "r0", 0xfffffffa},
    {"imin r0, r1, r2", "r0", 0xfffffffe},
    {"imax r0, r1, r2", "r0", 1},
    {"umin r0, r1, r2", "r0", 1},
    {"umax r0, r1, r2", "r0", 0xfffffffe},
    {"and r0, r2, r3", "r0", 2},
    {"or r0, r1, r2", "r0", 0xffffffff},
    {"xor r0, r1, r3", "r0", 2},
    {"not r0, r1", "r0", 0xfffffffe},
    {"ineg r0, r3", "r0", 0xfffffffd},
    {"shl r0, r3, 33", "r0", 6}, /* 6.3: masked to 5 bits */
    {"shr r0, r4, 31", "r0", 1},
    {"sar r0, r4, 31", "r0", 0xffffffff},
    {"icmp_eq p0, r1, 1", "p0", 1}, {"icmp_ne p0, r1, 1", "p0", 0},
    {"icmp_lt p0, r2, r1", "p0", 1}, {"icmp_le p0, r1, r1", "p0", 1},
    {"icmp_gt p0, r1, r2", "p0", 1}, {"icmp_ge p0, r2, r1", "p0", 0},
    {"ucmp_lt p0, r1, r2", "p0", 1}, {"ucmp_le p0, r2, r1", "p0", 0},
    {"icmp_eq p1, r1, 1 ; select r0, p1, r3, r2", "r0", 3},
    {"icmp_eq p1, r1, 1 ; select r0, !p1, r3, r2", "r0", 0xfffffffe},
    {"icmp_eq p1, r1, 2 ; @p1 mov r0, 9 ; @!p1 mov r0, 8", "r0", 8},
    {"halt ; mov r3, 9", "r3", 3},
    {"icmp_eq p1, r1, 1 ; @p1 halt ; mov r3, 9", "r3", 3},
    {"icmp_eq p1, r1, 1 ; @!p1 halt ; mov r3, 9", "r3", 9},
    {"wait ; nop ; device_load r0, [x]", "r0", 5},
    {"load.global.u32 r0, [x]", "r0", 5},
    {"device_load.u8.streaming r0, [h]", "r0", 0xf0},
    {"device_load r0, [h]", "r0", 0xfff0},
    {"local_load.u32 r0, [l]", "r0", 7},
    {"store.local [l], r3 ; load.local r0, [l]", "r0", 3},
    {"device_store.u16 [x+2], r1 ; device_load.u32 r0, [x]", "r0", 0x10005},
    {"isub r5, r1, 1 ; device_load.relaxed.device.u32 r0, [x+r5]", "r0", 5},
    {"atomic_add r0, [x], r3", "r0", 5},
    {"atomic_add.release.system _, [x], r3 ; device_load r0, [x]", "r0", 8},
    {"atomic_sub _, [x], 6 ; device_load r0, [x]", "r0", 0xffffffff},
    {"atomic_min _, [x], r2 ; device_load r0, [x]", "r0", 0xfffffffe},
    {"atomic_min.u32 _, [x], r2 ; device_load r0, [x]", "r0", 5},
    {"atomic_max _, [x], r2 ; device_load r0, [x]", "r0", 5},
    {"atomic_max.u32 _, [x], r2 ; device_load r0, [x]", "r0", 0xfffffffe},
    {"atomic_and _, [x], 4 ; device_load r0, [x]", "r0", 4},
    {"atomic_or _, [x], 2 ; device_load r0, [x]", "r0", 7},
    {"atomic_xor _, [x], 4 ; device_load r0, [x]", "r0", 1},
    {"atomic_exchange r0, [x], r3 ; device_load r1, [x]", "r1", 3},
    {"atomic_cas r0, [x], 5, r3 ; device_load r1, [x]", "r1", 3},
    {"atomic_cas r0, [x], 4, r3 ; device_load r1, [x]", "r1", 5},
    {"atomic_compare_swap r0, [x], 5, r3", "r0", 5},
    {"atom.cas.local r0, [l], 7, 1 ; local_load r1, [l]", "r1", 1},
    {"atomic_add r1, [x], r1", "r1", 5}, /* the old value goes where the operand was */
};
/* clang-format on */

TEST(test_values)
{
    step_check_values(write_test, value_rows, sizeof value_rows / sizeof *value_rows);
}

/* ---- events ---------------------------------------------------------- */

static const step_text_row event_rows[] = {
    {"device_load r0, [x]", "R PLAIN"},
    {"local_store [l], r0", "W PLAIN LOCAL"},
    {"load.global.acquire r0, [x]", "R ACQ SCOPE.NONE"},
    {"store.global.release [x], r0", "W REL SCOPE.NONE"},
    {"device_load.relaxed.wave r0, [x]", "R RLX SCOPE.WAVE"},
    {"local_store.release.workgroup [l], r0", "W REL SCOPE.WORKGROUP LOCAL"},
    {"atomic_add.device r0, [x], 1",
     "R RLX SCOPE.DEVICE ATOM DEFAULT | W RLX SCOPE.DEVICE ATOM DEFAULT"},
    {"atomic_add.acq_rel.system r0, [x], 1", "R ACQ SCOPE.SYSTEM ATOM | W REL SCOPE.SYSTEM ATOM"},
    {"atomic_add.release r0, [x], 1", "R RLX SCOPE.NONE ATOM | W REL SCOPE.NONE ATOM"},
    {"atomic_add.local.acquire.workgroup r0, [l], 1",
     "R ACQ SCOPE.WORKGROUP LOCAL ATOM | W RLX SCOPE.WORKGROUP LOCAL ATOM"},
    {"fence_acquire.wave", "F ACQ SCOPE.WAVE"},
    {"fence.release.workgroup", "F REL SCOPE.WORKGROUP"},
    {"fence_acq_rel.system", "F ACQ_REL SCOPE.SYSTEM"},
    {"barrier", "B BAR"},
    {"wait", ""},
};

TEST(test_events)
{
    step_check_events(write_test, event_rows, sizeof event_rows / sizeof *event_rows);
}

/* ---- what is refused --------------------------------------------------- */

static const step_text_row refused[] = {
    {"launch", "the instruction `launch` is not known, expected one of WAVE"},
    {"load r0, [x]", "`load` has no memory, expected .global or .local"},
    {"device_load.device r0, [x]", "this `device_load` has a scope and no order"},
    {"device_load.release.device r0, [x]",
     "this order does not exist for `device_load`, expected none, .relaxed or .acquire"},
    {"device_store.acquire.device [x], r0", "expected none, .relaxed or .release"},
    {"device_load.acquire.release r0, [x]", "`.release` comes after `.acquire`, expected only one"},
    {"device_load.gpu r0, [x]",
     "the qualifier `.gpu` is not known, expected one that `device_load` has"},
    {"local_load.uncached r0, [l]", "a `local_load` of local memory has a hint to caches"},
    {"device_load..acquire r0, [x]", "the qualifier is empty, expected a name after the dot"},
    {"device_load [x], r0", "expected a register r0 to r255, found `[`"},
    {"device_load p0, [x]", "expected a register r0 to r255, found `p0`"},
    {"device_load r256, [x]", "expected a register r0 to r255, found `r256`"},
    {"device_load r0, [r1]", "expected a location, as in [x], [x+4] or [x+r1], found `r1`"},
    {"device_load r0, [p3]", "expected a location, as in [x], [x+4] or [x+r1], found `p3`"},
    {"device_load r0, [w]", "access of 8 bytes needs a register pair"},
    {"device_store [x], 0x100000000", "the number does not fit in 32 bits"},
    {"atom r0, [x], 1", "`atom` has no operation, expected .add, .sub, .min, .max, .and, .or, "
                        ".xor, .exchange or .cas"},
    {"fence.acquire", "`fence` has no scope, expected .wave, .workgroup, .device or .system"},
    {"fence.device", "`fence` has no order, expected .acquire, .release or .acq_rel"},
    {"fence.relaxed.device", "this order does not exist for `fence`"},
    {"icmp_eq r0, r1, r2", "expected a predicate p0 to p3, found `r0`"},
    {"@r0 nop", "expected a predicate p0 to p3, found `r0`"},
    {"nop r0", "expected"},
    {"mov r0, r1, r2", "expected"},
};

TEST(test_refused)
{
    step_check_refused(write_test, refused, sizeof refused / sizeof *refused);
}

static const struct {
    const char *head, *message;
} heads[] = {
    {"P0", "thread P0 has no cta, expected P0@cta N,gpu N"},
    {"P0@wave 0,wave 1,cta 0,gpu 0", "thread P0 has a second `wave`, expected one"},
    {"P0@waveisa,wave 1,cta 0,gpu 0", NULL},
    {"P0@ptx,cta 0,gpu 0", "the thread has another instruction set than the test, expected WAVE"},
};

TEST(test_heads)
{
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        char text[256];
        snprintf(text, sizeof text, "WAVE head\n{ x=0; }\n %s ;\n nop ;\nexists (x=0)\n",
                 heads[i].head);
        step_machine m;
        step_open(&m, text);
        if (!heads[i].message)
            assert_non_null(m.test);
        else if (m.test || !strstr(step_message(&m), heads[i].message))
            fail_msg("%s: '%s'", heads[i].head, step_message(&m));
        step_close(&m);
    }
}

TEST(test_native)
{
    step_check_no_native(write_test, "nop", "no machine runs WAVE");
}

/* ---- forms --------------------------------------------------------------- */

static const struct {
    const char *text, *self; /* NULL: nothing may stand in its place */
    int count;
} form_rows[] = {
    {"", "none", 13},
    {"fence.release.workgroup", "fence.release.workgroup", 13},
    {"fence_release.workgroup", "fence_release.workgroup", 13},
    {"fence_acq_rel.system", "fence_acq_rel.system", 13},
    {"device_load.u32 r0, [x]", "device_load", 9},
    {"device_load.acquire.device.u32 r0, [x]", "device_load.acquire.device", 9},
    {"store.global.release.system [x], r0", "store.release.system", 9},
    {"atomic_add.release.device r0, [x], 1", "atomic_add.release.device", 16},
    {"store.global.release [x], r0", NULL, 0},
    {"atomic_add.device r0, [x], 1", NULL, 0},
    {"iadd r0, r1, r2", NULL, 0},
};

static cm_strengths forms_of(cm_arena *work, const char *text)
{
    return cm_strengths_of(work, CM_WAVE, &(cm_instruction){.text = text});
}

TEST(test_forms)
{
    for (size_t i = 0; i < sizeof form_rows / sizeof *form_rows; i++) {
        cm_strengths forms = forms_of(arena, form_rows[i].text);
        assert_int_equal(forms.count, form_rows[i].count);
        if (!form_rows[i].self) {
            assert_int_equal(forms.self, -1);
            continue;
        }
        assert_string_equal(forms.items[forms.self].name, form_rows[i].self);
        assert_string_equal(forms.items[forms.self].text, form_rows[i].text);
    }
    cm_strengths fence =
        cm_strengths_of(arena, CM_WAVE, &(cm_instruction){.text = "fence.release.workgroup"});
    assert_string_equal(fence.items[1].text, "fence.acquire.wave");
    assert_string_equal(cm_strengths_of(arena, CM_WAVE, NULL).items[1].text, "fence_acquire.wave");
    cm_strengths load = cm_strengths_of(
        arena, CM_WAVE, &(cm_instruction){.text = "load.global.acquire.device.u32 r0, [x]"});
    assert_string_equal(load.items[0].text, "load.global.u32 r0, [x]");
}
