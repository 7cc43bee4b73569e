/* Reasons: a test against the same test with something changed. */
#include "enumerate/reason.h"

#include <string.h>

/* ---- changes --------------------------------------------------------- */

typedef struct changing {
    const cm_suite *suite;
    cm_programs *programs;
    const char *const *values;
    const char **changed;
    cm_text text;
} changing;

/* Begins anew: the test itself. */
static void begin_unchanged(changing *c)
{
    memcpy(c->changed, c->values, (size_t)c->suite->axis_count * sizeof *c->changed);
}

/* Changes as the lines of these words have them. */
static void change_by_line(changing *c, const char *word)
{
    cm_place line = cm_suite_line(c->suite->reasons, word);
    if (line.source)
        cm_suite_change(c->suite, line, c->changed);
}

/* Made once: most changed tests are others of the suite. */
static size_t program_of(changing *c)
{
    cm_text_cut(&c->text, 0);
    for (int i = 0; i < c->suite->axis_count; i++)
        cm_text_append(&c->text, "%s ", c->changed[i]);
    size_t program = cm_programs_find(c->programs, c->suite, c->text.data);
    if (program != CM_INDEX_NONE)
        return program;
    const char *values = cm_arena_text(c->programs->arena, c->text.data, c->text.length);
    cm_text_cut(&c->text, 0);
    size_t body = cm_suite_write(&c->text, c->suite, c->changed);
    program = cm_programs_add(c->programs, c->text.data, c->text.length, body);
    cm_programs_note(c->programs, c->suite, values, program);
    return program;
}

/* The programs without the parts that are not in the set, for all sets. */
static void add_parts(changing *c, cm_changes *changes)
{
    const cm_suite *s = c->suite;
    cm_place parts[CM_PARTS];
    int count = 0, present = 0;
    for (size_t i = 0; i < s->reasons->count; i++) {
        cm_place line = s->reasons->lines[i];
        if (!cm_place_is(cm_suite_cut(&line, ' '), "part"))
            continue;
        if (count == CM_PARTS)
            cm_fail(s->work, line, "there are more than %d parts", CM_PARTS);
        cm_place name = cm_suite_cut(&line, ' ');
        changes->parts[count] = cm_arena_text(s->work->arena, cm_place_text(name), name.length);
        parts[count] = line;
        begin_unchanged(c);
        present |= cm_suite_change(s, line, c->changed) ? 1 << count : 0;
        count++;
    }
    for (int set = 0; set < CM_PART_SETS; set++) {
        changes->with_parts[set] = changes->with_parts[set & present];
        if (set & ~present)
            continue;
        begin_unchanged(c);
        for (int part = 0; part < count; part++)
            if (present & ~set & 1 << part)
                cm_suite_change(s, parts[part], c->changed);
        changes->with_parts[set] = program_of(c);
    }
}

cm_changes cm_changes_add(cm_programs *programs, const cm_suite *suite, const char *const *values)
{
    changing c = {.suite = suite, .programs = programs, .values = values};
    c.changed = CM_NEW_ARRAY(programs->arena, (size_t)suite->axis_count, const char *);
    c.text = cm_text_new(programs->arena);
    cm_changes changes = {.itself = 0};
    begin_unchanged(&c);
    changes.itself = program_of(&c);
    change_by_line(&c, "wider");
    changes.widened = program_of(&c);
    change_by_line(&c, "ordered");
    changes.both = program_of(&c);
    change_by_line(&c, "sc");
    changes.both_sc = program_of(&c);
    begin_unchanged(&c);
    change_by_line(&c, "ordered");
    changes.ordered = program_of(&c);
    change_by_line(&c, "sc");
    changes.ordered_sc = program_of(&c);
    begin_unchanged(&c);
    change_by_line(&c, "no-sc");
    changes.without_sc = program_of(&c);
    add_parts(&c, &changes);
    return changes;
}

/* ---- reasons --------------------------------------------------------- */

static const char *why_allowed(const cm_changes *c, const cm_weak *verdicts)
{
    if (verdicts[c->widened] == CM_WEAK_FORBIDDEN)
        return "scope";
    if (verdicts[c->ordered] == CM_WEAK_FORBIDDEN || verdicts[c->ordered_sc] == CM_WEAK_FORBIDDEN)
        return "ordering";
    bool both = verdicts[c->both] == CM_WEAK_FORBIDDEN || verdicts[c->both_sc] == CM_WEAK_FORBIDDEN;
    return both ? "both" : "neither";
}

static void add_set(cm_text *out, const cm_changes *c, int parts)
{
    if (out->length)
        cm_text_add_char(out, '|');
    if (!parts)
        cm_text_add(out, "nothing");
    static const int bits[] = {0, 2, 3, 1}; /* rel, pf, cf, acq */
    bool first = true;
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (parts >> bits[i] & 1) {
            cm_text_append(out, "%s%s", first ? "" : "+", c->parts[bits[i]]);
            first = false;
        }
}

/* A set is smallest when no set inside it forbids, too. Sets with parts that the
 * test lacks are never smallest: without these parts they are the same program. */
static const char *why_forbidden(cm_arena *arena, const cm_changes *c, const cm_weak *verdicts)
{
    cm_text out = cm_text_new(arena);
    for (int set = 0; set < CM_PART_SETS; set++) {
        bool smallest = verdicts[c->with_parts[set]] == CM_WEAK_FORBIDDEN;
        for (int inside = 0; inside < set && smallest; inside++)
            if ((inside & set) == inside)
                smallest = verdicts[c->with_parts[inside]] != CM_WEAK_FORBIDDEN;
        if (smallest)
            add_set(&out, c, set);
    }
    return out.data;
}

cm_reason cm_reason_of(cm_arena *arena, const cm_changes *changes, const cm_weak *verdicts)
{
    bool certain = verdicts[changes->itself] != CM_WEAK_UNKNOWN &&
                   verdicts[changes->widened] != CM_WEAK_UNKNOWN &&
                   verdicts[changes->ordered] != CM_WEAK_UNKNOWN &&
                   verdicts[changes->both] != CM_WEAK_UNKNOWN &&
                   verdicts[changes->ordered_sc] != CM_WEAK_UNKNOWN &&
                   verdicts[changes->both_sc] != CM_WEAK_UNKNOWN &&
                   verdicts[changes->without_sc] != CM_WEAK_UNKNOWN;
    for (int parts = 0; parts < CM_PART_SETS; parts++)
        certain = certain && verdicts[changes->with_parts[parts]] != CM_WEAK_UNKNOWN;
    if (!certain)
        return (cm_reason){"", false};
    if (verdicts[changes->itself] == CM_WEAK_ALLOWED)
        return (cm_reason){why_allowed(changes, verdicts), false};
    return (cm_reason){why_forbidden(arena, changes, verdicts),
                       verdicts[changes->without_sc] == CM_WEAK_ALLOWED};
}
