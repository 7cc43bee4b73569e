/* Rows of instructions checked with step_run.h: what they leave behind, which events they
 * are. For programs that include cmocka.h. */
#ifndef CM_TESTS_STEP_CHECK_H
#define CM_TESTS_STEP_CHECK_H

#include "tests/unit/step_run.h"
#include "tests/unit/unit.h"

#include <inttypes.h>

/* Makes the test around some code. */
typedef void step_writer(char *text, size_t size, const char *code);

static inline const char *step_message(const step_machine *m)
{
    return m->work.diags.count > 0 ? m->work.diags.items[0].message : "";
}

/* Opens the test of that code. */
static inline void step_open_code(step_machine *m, char *text, size_t size, step_writer *write,
                                  const char *code)
{
    write(text, size, code);
    step_open(m, text);
}

/* ---- values ---------------------------------------------------------- */

typedef struct step_value_row {
    const char *init, *code;
    const char *observed; /* a register, or "[x]": a location */
    uint64_t expected;
} step_value_row;

static inline uint64_t step_observed(step_machine *m, const char *what)
{
    char location[32];
    if (what[0] != '[')
        return step_register(m, what);
    snprintf(location, sizeof location, "%.*s", (int)strlen(what) - 2, what + 1);
    return step_location(m, location);
}

/* `text` is the test of the row. */
static inline void step_check_value(const char *text, const step_value_row *row)
{
    step_machine m;
    step_open(&m, text);
    if (!m.test)
        fail_msg("%s\n%s", text, cm_diag_format(m.arena, &m.work.diags.items[0], false));
    assert_true(step_run(&m, 0));
    uint64_t found = step_observed(&m, row->observed);
    if (found != row->expected)
        fail_msg("{ %s } %s: %s is %#" PRIx64 ", expected %#" PRIx64, row->init, row->code,
                 row->observed, found, row->expected);
    step_close(&m);
}

/* Of a thread with that head, after the initial state of each row. */
static inline void step_check_values(const step_value_row *rows, size_t count, const char *arch,
                                     const char *head)
{
    for (size_t i = 0; i < count; i++) {
        char text[1024];
        snprintf(text, sizeof text, "%s t\n{ %s }\n %s ;\n %s\nexists (true)\n", arch, rows[i].init,
                 head, rows[i].code);
        step_check_value(text, &rows[i]);
    }
}

/* The same for code that ends in a register; says what is wrong and goes on. False: it is. */
static inline bool step_leaves(step_writer *write, const char *code, const char *reg,
                               uint64_t expected)
{
    char text[2048];
    step_machine m;
    step_open_code(&m, text, sizeof text, write, code);
    bool ended = m.test && step_run(&m, 0);
    uint64_t value = ended ? step_register(&m, reg) : 0;
    bool good = ended && value == expected;
    if (!good)
        print_error("%s: %s = 0x%" PRIx64 ", expected 0x%" PRIx64 " %s\n", code, reg, value,
                    expected, step_message(&m));
    step_close(&m);
    return good;
}

typedef struct step_left_row {
    const char *code, *reg;
    uint64_t value;
} step_left_row;

static inline void step_check_left(step_writer *write, const step_left_row *rows, size_t count)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++)
        wrong += !step_leaves(write, rows[i].code, rows[i].reg, rows[i].value);
    assert_int_equal(wrong, 0);
}

/* ---- events ---------------------------------------------------------- */

typedef struct step_event_row {
    const char *code, *events; /* as step_events has them */
} step_event_row;

static inline void step_check_events(const step_event_row *rows, size_t count, step_writer *write)
{
    for (size_t i = 0; i < count; i++) {
        char text[2048], events[512];
        step_machine m;
        step_open_code(&m, text, sizeof text, write, rows[i].code);
        if (!m.test)
            fail_msg("%s: %s", rows[i].code, step_message(&m));
        step_events(&m, 0, events, sizeof events);
        if (strcmp(events, rows[i].events) != 0)
            fail_msg("%s: \"%s\", expected \"%s\"", rows[i].code, events, rows[i].events);
        step_close(&m);
    }
}

#endif
