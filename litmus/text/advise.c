/* Warnings about a test: what can be read in one way only and is surely not what was
 * meant. Nothing here changes the test. A warning that is wrong now and then is soon
 * not read at all, so each says what is so, and only a slip explains it. */
#include "litmus/text/parse.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum {
    MOST_NAMES = 6,    /* that a message lists */
    MOST_WARNINGS = 20 /* of one kind: who wrote more knows by then */
};

static void warn(cm_parser *p, cm_place place, const char *message)
{
    cm_diag_add(p->work, CM_WARNING, place, "%s", message);
}

/* ---- names that are alike --------------------------------------------- */

/* One letter more in `longer`: where; or -1. */
static int extra_letter(const char *shorter, const char *longer)
{
    size_t at = 0;
    while (shorter[at] && shorter[at] == longer[at])
        at++;
    return strcmp(shorter + at, longer + at + 1) == 0 ? (int)at : -1;
}

/* Names of one length that are one edit apart: another letter, or two exchanged. */
static bool is_other_letter(const char *a, const char *b, size_t length)
{
    size_t at = 0;
    while (a[at] == b[at])
        at++;
    if (a[at + 1] == b[at] && a[at] == b[at + 1] && strcmp(a + at + 2, b + at + 2) == 0)
        return true;
    /* the first and the last letter tell names apart on purpose: xlock, ylock; datax, datay */
    return at > 0 && at + 1 < length && strcmp(a + at + 1, b + at + 1) == 0;
}

static bool has_digit(const char *text)
{
    return strpbrk(text, "0123456789") != NULL;
}

/* Is one a slip for the other? Short names and numbered ones are alike on purpose. */
static bool are_alike(const char *a, const char *b)
{
    enum { SHORTEST = 3 };
    size_t m = strlen(a), n = strlen(b);
    if (strcasecmp(a, b) == 0)
        return m > 1;
    if (m < SHORTEST || n < SHORTEST || has_digit(a) || has_digit(b))
        return false;
    if (m == n) /* of three letters, one is too much: `buf` and `but` */
        return m > SHORTEST && is_other_letter(a, b, m);
    if (m + 1 != n && n + 1 != m)
        return false;
    int at = m < n ? extra_letter(a, b) : extra_letter(b, a);
    size_t longest = m < n ? n : m;
    return at > 0 && (size_t)at + 1 <
                         longest; /* `flg` and `flag`; as above: xlock and lock, lock and locks */
}

/* ---- locations -------------------------------------------------------- */

/* Registers of that name, "`0:r1` or `1:r1`"; NULL: there are none. */
static const char *registers_named(cm_parser *p, const char *name)
{
    int count = 0;
    cm_text text = cm_text_new(p->work->arena);
    for (int t = 0; t < p->test->thread_count; t++) {
        const cm_thread *thread = &p->test->threads[t];
        unsigned bits;
        const char *canonical =
            cm_isa_for(thread->arch)->register_name(p->work->arena, name, &bits);
        if (!canonical || cm_asm_find_register(thread, canonical) < 0 || count == MOST_NAMES)
            continue;
        cm_text_append(&text, "%s`%d:%s`", count++ ? " or " : "", thread->id, name);
    }
    return count ? text.data : NULL;
}

static const char *location_like(const cm_parser *p, const char *name)
{
    for (int i = 0; i < p->program_locations; i++)
        if (are_alike(p->test->locations[i].name, name))
            return p->test->locations[i].name;
    return NULL;
}

/* "`x`, `y`": those that the initial state and the program have. */
static const char *known_locations(cm_parser *p)
{
    cm_text text = cm_text_new(p->work->arena);
    for (int i = 0; i < p->program_locations && i < MOST_NAMES; i++)
        cm_text_append(&text, "%s`%s`", i ? ", " : "", p->test->locations[i].name);
    cm_text_add(&text, p->program_locations > MOST_NAMES ? " ..." : "");
    return text.data;
}

/* Locations that only the question names. They are 0, which is no answer about a source: there the
 * name is a slip, or the compiler has left the variable out. */
static void advise_asked_locations(cm_parser *p)
{
    int end = p->test->location_count;
    while (end > p->program_locations && p->test->locations[end - 1].is_code)
        end--;
    if (end - p->program_locations > MOST_WARNINGS)
        end = p->program_locations + MOST_WARNINGS;
    for (int i = p->program_locations; i < end; i++) {
        const char *name = p->test->locations[i].name;
        const char *meant = registers_named(p, name), *like = location_like(p, name);
        const char *hint = "", *known = known_locations(p);
        const char *const *declared = p->work->declared;
        while (declared && *declared && strcmp(*declared, name) != 0)
            declared++;
        bool is_error = declared && !*declared;
        if (meant)
            hint = cm_arena_printf(p->work->arena, "; a register needs its thread, %s", meant);
        else if (like)
            hint = cm_arena_printf(p->work->arena, "; was `%s` meant?", like);
        else if (*known)
            hint = cm_arena_printf(p->work->arena, ", expected one of %s", known);
        cm_diag_add(p->work, is_error ? CM_ERROR : CM_WARNING, p->as.location_places[i],
                    "neither the initial state nor the program has a location `%s`%s", name, hint);
    }
}

/* Locations that are used but not declared, beside one that is and is called nearly so. */
static void advise_slips(cm_parser *p)
{
    int count = 0;
    for (int i = 0; i < p->program_locations && count < MOST_WARNINGS; i++) {
        const char *name = p->test->locations[i].name;
        for (int k = 0; k < p->program_locations && !cm_flag_is_set(&p->declared, i); k++) {
            const char *other = p->test->locations[k].name;
            if (!cm_flag_is_set(&p->declared, k) || !are_alike(name, other))
                continue;
            warn(p, p->as.location_places[i],
                 cm_arena_printf(p->work->arena,
                                 "location `%s` is not in the initial state, and `%s` is; was that "
                                 "meant?",
                                 name, other));
            count++;
            break;
        }
    }
}

/* ---- registers -------------------------------------------------------- */

/* "`X0`, `X2`": those that the thread's instructions write; temporaries have no such name. */
static const char *names_of(cm_parser *p, const cm_thread *thread, const bool *written)
{
    int count = 0;
    cm_text text = cm_text_new(p->work->arena);
    for (int r = 0; r < thread->register_count && count < MOST_NAMES; r++) {
        const char *name = thread->registers[r].name;
        if (written[r] && (isalpha((unsigned char)name[0]) || name[0] == '%'))
            cm_text_append(&text, "%s`%s`", count++ ? ", " : "", name);
    }
    return text.data;
}

/* Of one thread: each register once. */
static void advise_registers(cm_parser *p, int index)
{
    const cm_thread *thread = &p->test->threads[index];
    /* By register of the thread: does some step write it? */
    bool *known = CM_NEW_ARRAY(p->work->arena, (size_t)thread->register_count, bool);
    for (int i = 0; i < thread->step_count; i++)
        if (thread->steps[i].dst >= 0)
            known[thread->steps[i].dst] = true;
    const char *others = names_of(p, thread, known);
    int count = 0;
    for (int i = 0; i < p->mention_count && count < MOST_WARNINGS; i++) {
        const cm_mention *m = &p->mentions[i];
        if (m->thread != index || known[m->reg] || cm_flag_is_set(&p->registers_set[index], m->reg))
            continue;
        known[m->reg] = true;
        count++;
        warn(p, m->place,
             cm_arena_printf(p->work->arena,
                             "no instruction of P%d writes `%s` and the initial state does not set "
                             "it%s%s",
                             thread->id, m->written, *others ? ", expected one of " : "", others));
    }
}

/* ---- widths ------------------------------------------------------------ */

static cm_place place_of_mention(const cm_parser *p, int thread, int reg)
{
    for (int i = 0; i < p->mention_count; i++)
        if (p->mentions[i].thread == thread && p->mentions[i].reg == reg)
            return p->mentions[i].place;
    return p->lex.token.place;
}

/* A register of 64 bits without a type has 32 in herd, where 0xffffffff is -1. */
static void advise_widths(cm_parser *p)
{
    const cm_test *test = p->test;
    for (int i = 0; i < p->comparison_count && i < MOST_WARNINGS; i++) {
        const cm_operand *sides[] = {&p->comparisons[i]->left, &p->comparisons[i]->right};
        for (int k = 0; k < 2; k++) {
            uint64_t value = sides[1 - k]->value;
            if (sides[k]->observed < 0 || sides[1 - k]->observed >= 0 || value >> 31 != 1)
                continue;
            const cm_observed *o = &test->observed[sides[k]->observed];
            const cm_register *reg =
                o->kind == CM_OBSERVE_REGISTER ? &test->threads[o->thread].registers[o->reg] : NULL;
            if (reg && !reg->typed && reg->bits == 64)
                warn(p, place_of_mention(p, o->thread, o->reg),
                     cm_arena_printf(p->work->arena,
                                     "%s has 64 bits here and 32 bits in herd, where %llu is %d, "
                                     "expected `uint64_t %s;` in the initial state, or that number",
                                     o->display, (unsigned long long)value, (int)(uint32_t)value,
                                     o->display));
        }
    }
}

/* OpenCL orders global memory and local memory each for itself. */
static void advise_memories(cm_parser *p)
{
    bool is_opencl = p->test->head && p->test->head->is_opencl;
    for (int i = 0; i < p->test->location_count && is_opencl; i++) {
        const cm_location *l = &p->test->locations[i];
        if (l->tags == cm_isa_for(p->test->arch)->memories[0])
            warn(p, p->as.location_places[i],
                 cm_arena_printf(p->work->arena,
                                 "no parameter says which memory `%s` is in, so that no operation "
                                 "orders it for other threads, expected `global` or `local`",
                                 l->name));
    }
}

void cm_advise(cm_parser *p)
{
    if (!p->has_question && !p->work->imported)
        warn(p, p->lex.token.place,
             "the test asks no question, so that every final state is as asked, expected `exists`, "
             "`~exists`, `forall` or `locations`");
    advise_slips(p);
    advise_asked_locations(p);
    advise_memories(p);
    for (int i = 0; i < p->test->thread_count && p->mention_count > 0; i++)
        advise_registers(p, i);
    if (CM_ARCH_BIT(p->test->arch) & cm_archs_of_cpus())
        advise_widths(p);
}
