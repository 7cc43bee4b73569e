/* For tests of instruction sets: parses a small test, runs one thread's steps
 * alone, in order, on a flat memory, and writes events down as text.
 *
 * One thread on its own memory is sequential, so a load gives what the latest
 * store wrote. The k-th choice (of a store-exclusive, of an undefined flag) comes out as
 * bit k of step_machine.choice. */
#ifndef CM_TESTS_STEP_RUN_H
#define CM_TESTS_STEP_RUN_H

#include "base/diag.h"
#include "litmus/test.h"
#include "litmus/text/text.h"

#include <stdio.h>
#include <string.h>

enum { STEP_BYTES = 512, STEP_LIMIT = 10000 };

typedef struct step_machine {
    cm_arena *arena;
    cm_work work;
    cm_source source;
    const cm_test *test; /* NULL: not parsed; the reasons are in work.diags */
    const cm_thread *thread;
    uint64_t *registers;
    struct {
        uint64_t address;
        uint8_t value;
    } bytes[STEP_BYTES];
    int byte_count;
    uint64_t choice;
    int chosen;   /* choices so far */
    int executed; /* steps */
} step_machine;

/* Parses the text; free with step_close. */
static inline void step_open(step_machine *m, const char *text)
{
    memset(m, 0, sizeof *m);
    m->arena = cm_arena_new(0);
    m->source = (cm_source){"test", text, strlen(text)};
    m->choice = UINT64_MAX;
    m->work = cm_work_new(m->arena);
    m->test = cm_litmus_parse(&m->work, &m->source);
}

static inline void step_close(step_machine *m)
{
    cm_arena_free(m->arena);
}

/* Where an address reaches memory: an alias is its location's memory. */
static inline uint64_t step_physical(const step_machine *m, uint64_t address)
{
    uint64_t offset;
    int location = cm_test_locate(m->test, address, &offset);
    while (location >= 0 && m->test->locations[location].alias_of >= 0) {
        location = m->test->locations[location].alias_of;
        address = m->test->locations[location].address + offset;
    }
    return address;
}

static inline uint8_t step_initial(const step_machine *m, uint64_t address)
{
    uint64_t offset;
    int index = cm_test_locate(m->test, address, &offset);
    if (index < 0)
        return 0;
    const cm_location *location = &m->test->locations[index];
    uint64_t element = offset / location->width;
    if (element >= location->count)
        return 0;
    return (uint8_t)(location->init[element] >> 8 * (offset % location->width));
}

static inline uint8_t *step_byte(step_machine *m, uint64_t address)
{
    address = step_physical(m, address);
    for (int i = 0; i < m->byte_count; i++)
        if (m->bytes[i].address == address)
            return &m->bytes[i].value;
    if (m->byte_count == STEP_BYTES)
        m->byte_count--; /* more bytes than any test here touches */
    m->bytes[m->byte_count].address = address;
    m->bytes[m->byte_count].value = step_initial(m, address);
    return &m->bytes[m->byte_count++].value;
}

static inline uint64_t step_load(step_machine *m, uint64_t address, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width && i < 8; i++)
        value |= (uint64_t)*step_byte(m, address + i) << 8 * i;
    return value;
}

static inline void step_store(step_machine *m, uint64_t address, unsigned width, uint64_t value)
{
    for (unsigned i = 0; i < width && i < 8; i++)
        *step_byte(m, address + i) = (uint8_t)(value >> 8 * i);
}

static inline uint64_t step_eval(const step_machine *m, const cm_expr *e)
{
    if (e->op == CM_OP_CONST)
        return e->imm;
    if (e->op == CM_OP_REG)
        return m->registers[e->reg];
    uint64_t a = e->a ? step_eval(m, e->a) : 0, b = e->b ? step_eval(m, e->b) : 0;
    uint64_t c = e->c ? step_eval(m, e->c) : 0;
    return cm_op_apply(e->op, e->bits, e->imm, a, b, c, e->c != NULL);
}

/* Executes one step; the next one's index. */
static inline int step_next(step_machine *m, int at)
{
    const cm_step *s = &m->thread->steps[at];
    if (s->guard && step_eval(m, s->guard) == 0)
        return at + 1;
    uint64_t result = 0;
    switch (s->kind) {
    case CM_STEP_ASSIGN:
        result = step_eval(m, s->value);
        break;
    case CM_STEP_CHOOSE:
        result = m->choice >> (m->chosen++ & 63) & 1;
        break;
    case CM_STEP_LOAD:
        result = step_load(m, step_eval(m, s->addr), s->width);
        break;
    case CM_STEP_STORE:
        step_store(m, step_eval(m, s->addr), s->width, step_eval(m, s->value));
        if (s->dst >= 0)
            m->registers[s->dst] = 0;
        return at + 1;
    case CM_STEP_BRANCH:
        if (s->value && step_eval(m, s->value) == 0)
            return at + 1;
        if (s->addr)
            return (int)((step_eval(m, s->addr) & (CM_CODE_STRIDE - 1)) / 4);
        return s->target;
    default: /* fences and barriers change nothing here */
        return at + 1;
    }
    if (s->dst >= 0)
        m->registers[s->dst] = result;
    return at + 1;
}

/* Runs a thread from the start to its end; false if it does not come there. */
static inline bool step_run(step_machine *m, int thread)
{
    m->thread = &m->test->threads[thread];
    m->registers = CM_NEW_ARRAY(m->arena, (size_t)m->thread->register_count, uint64_t);
    for (int i = 0; i < m->thread->register_count; i++)
        m->registers[i] = step_eval(m, m->thread->registers[i].init);
    int at = 0;
    m->chosen = 0;
    for (m->executed = 0; at < m->thread->step_count; m->executed++) {
        if (m->executed == STEP_LIMIT)
            return false;
        at = step_next(m, at);
    }
    return true;
}

/* Value of a register by canonical name, 0 if the thread does not use it. */
static inline uint64_t step_register(const step_machine *m, const char *canonical)
{
    for (int i = 0; i < m->thread->register_count; i++)
        if (strcmp(m->thread->registers[i].name, canonical) == 0)
            return m->registers[i];
    return 0;
}

/* Value of a location (its first element) in memory. */
static inline uint64_t step_location(step_machine *m, const char *name)
{
    for (int i = 0; i < m->test->location_count; i++)
        if (strcmp(m->test->locations[i].name, name) == 0)
            return step_load(m, m->test->locations[i].address, m->test->locations[i].width);
    return 0;
}

/* ---- events as text --------------------------------------------------- */

static inline void step_append(char *out, size_t size, const char *text)
{
    size_t used = strlen(out);
    snprintf(out + used, size - used, "%s", text);
}

static inline const char *step_letter(cm_step_kind kind)
{
    return kind == CM_STEP_LOAD      ? "R"
           : kind == CM_STEP_STORE   ? "W"
           : kind == CM_STEP_FENCE   ? "F"
           : kind == CM_STEP_BARRIER ? "B"
           : kind == CM_STEP_BRANCH  ? "J"
           : kind == CM_STEP_NOTE    ? "N"
                                     : "";
}

/* The steps of a thread that are no assignments, e.g.
 *      "R4 ACQ GPU GEN; W4 REL GPU GEN rmw?; F SC SYS"
 * with the width, the tags, `rmw` for the store of an atomic pair, `?` for a
 * guarded step and `c` after J for a conditional branch. */
static inline void step_events(const step_machine *m, int thread, char *out, size_t size)
{
    out[0] = '\0';
    const cm_thread *t = &m->test->threads[thread];
    for (int i = 0; i < t->step_count; i++) {
        const cm_step *s = &t->steps[i];
        if (s->kind == CM_STEP_ASSIGN || s->kind == CM_STEP_CHOOSE)
            continue;
        step_append(out, size, out[0] ? "; " : "");
        step_append(out, size, step_letter(s->kind));
        char width[8];
        snprintf(width, sizeof width, "%u", s->width);
        step_append(out, size, s->width ? width : "");
        for (const char *const *tag = s->tags; *tag; tag++) {
            step_append(out, size, " ");
            step_append(out, size, *tag);
        }
        bool pair = s->kind == CM_STEP_STORE && s->rmw != CM_RMW_NONE;
        step_append(out, size, s->exclusive ? " exclusive" : pair ? " rmw" : "");
        step_append(out, size, s->guard ? "?" : "");
        step_append(out, size, s->kind == CM_STEP_BRANCH && s->value ? "c" : "");
    }
}

#endif
