/* Rows of tests of an instruction set: what code leaves in a register, which events it is, and
 * which message it is refused with.
 */
#ifndef CM_TESTS_UNIT_STEP_ROWS_H
#define CM_TESTS_UNIT_STEP_ROWS_H

#include "tests/unit/step_run.h"
#include "tests/unit/unit.h"

#include <inttypes.h>

/* Writes a test of one thread with that code. */
typedef void step_writer(char *text, size_t size, const char *code);

typedef struct step_value_row {
    const char *code, *reg;
    uint64_t value;
} step_value_row;

/* events: "R ACQ AGENT | W ...", the tags of the steps; or a part of the message. */
typedef struct step_text_row {
    const char *code, *text;
} step_text_row;

static inline const char *step_message(const step_machine *m)
{
    return m->work.diags.count > 0 ? m->work.diags.items[0].message : "";
}

static inline void step_check_values(step_writer *write, const step_value_row *rows, size_t count)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        const step_value_row *row = &rows[i];
        char text[1024];
        write(text, sizeof text, row->code);
        step_machine m;
        step_open(&m, text);
        bool ended = m.test && step_run(&m, 0);
        uint64_t value = ended ? step_register(&m, row->reg) : 0;
        if (!ended || value != row->value) {
            print_error("%s: %s = 0x%" PRIx64 ", expected 0x%" PRIx64 " %s\n", row->code, row->reg,
                        value, row->value, step_message(&m));
            wrong++;
        }
        step_close(&m);
    }
    assert_int_equal(wrong, 0);
}

static inline const char *step_tags(const step_machine *m)
{
    cm_text out = cm_text_new(m->arena);
    const cm_thread *t = &m->test->threads[0];
    for (int i = 0; i < t->step_count; i++) {
        const cm_step *s = &t->steps[i];
        const char *kind = s->kind == CM_STEP_LOAD      ? "R"
                           : s->kind == CM_STEP_STORE   ? "W"
                           : s->kind == CM_STEP_FENCE   ? "F"
                           : s->kind == CM_STEP_BARRIER ? "B"
                                                        : NULL;
        if (!kind)
            continue;
        cm_text_append(&out, "%s%s", out.length > 0 ? " | " : "", kind);
        for (const char *const *tag = s->tags; *tag; tag++)
            cm_text_append(&out, " %s", *tag);
    }
    return out.data ? out.data : "";
}

static inline void step_check_events(step_writer *write, const step_text_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[1024];
        write(text, sizeof text, rows[i].code);
        step_machine m;
        step_open(&m, text);
        if (!m.test)
            fail_msg("%s: %s", rows[i].code, step_message(&m));
        assert_string_equal(step_tags(&m), rows[i].text);
        step_close(&m);
    }
}

static inline void step_check_refused(step_writer *write, const step_text_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[1024];
        write(text, sizeof text, rows[i].code);
        step_machine m;
        step_open(&m, text);
        if (m.test || !strstr(step_message(&m), rows[i].text))
            fail_msg("%s: '%s', expected '%s'", rows[i].code, step_message(&m), rows[i].text);
        step_close(&m);
    }
}

static inline void step_generate(void *argument)
{
    step_machine *m = argument;
    cm_native_style style = {.prefix = "p0"};
    cm_native_thread(&m->work, m->test, 0, &style);
}

/* No machine runs it: the message. */
static inline void step_check_no_native(step_writer *write, const char *code, const char *message)
{
    char text[1024];
    write(text, sizeof text, code);
    step_machine m;
    step_open(&m, text);
    assert_non_null(m.test);
    assert_false(cm_arena_protect(m.arena, step_generate, &m));
    assert_non_null(strstr(step_message(&m), message));
    step_close(&m);
}

#endif
