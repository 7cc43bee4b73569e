/* Reasons: a test against the same test with something changed. */
#include "enumerate/reason.h"

/* ---- changes --------------------------------------------------------- */

/* A fence on the CPU has a scope in its name only. */
static cm_mp widened(cm_mp at)
{
    at.x = at.y = CM_SCOPE_SYS;
    if (at.producer_gpu && at.producer.type != CM_FENCE_NONE)
        at.producer.scope = CM_SCOPE_SYS;
    if (at.consumer_gpu && at.consumer.type != CM_FENCE_NONE)
        at.consumer.scope = CM_SCOPE_SYS;
    return at;
}

static cm_mp ordered(cm_mp at)
{
    at.release = at.acquire = true;
    return at;
}

static int parts_of(const cm_mp *at)
{
    return (at->release ? CM_PART_REL : 0) | (at->acquire ? CM_PART_ACQ : 0) |
           (at->producer.type != CM_FENCE_NONE ? CM_PART_PF : 0) |
           (at->consumer.type != CM_FENCE_NONE ? CM_PART_CF : 0);
}

static cm_mp only(cm_mp at, int parts)
{
    const cm_mp_fence none = {0};
    at.release = at.release && (parts & CM_PART_REL);
    at.acquire = at.acquire && (parts & CM_PART_ACQ);
    at.producer = parts & CM_PART_PF ? at.producer : none;
    at.consumer = parts & CM_PART_CF ? at.consumer : none;
    return at;
}

static cm_mp_fence without_sc(cm_mp_fence fence)
{
    if (fence.type == CM_FENCE_SC)
        fence.type = CM_FENCE_ACQ_REL;
    return fence;
}

static size_t program_of(cm_programs *programs, const cm_suite *suite, cm_text *scratch, cm_mp at)
{
    cm_text_cut(scratch, 0);
    size_t body = cm_suite_write(scratch, suite, &at);
    return cm_programs_add(programs, scratch->data, scratch->length, body);
}

cm_changes cm_changes_add(cm_programs *programs, const cm_suite *suite, const cm_mp *at)
{
    cm_text scratch;
    cm_text_init(&scratch, programs->arena);
    static const char *const names[] = {"rel", "acq", "pf", "cf"};
    cm_changes changes = {.itself = program_of(programs, suite, &scratch, *at), .parts = names};
    changes.widened = program_of(programs, suite, &scratch, widened(*at));
    changes.ordered = program_of(programs, suite, &scratch, ordered(*at));
    changes.both = program_of(programs, suite, &scratch, ordered(widened(*at)));
    changes.ordered_sc = changes.ordered;
    changes.both_sc = changes.both;
    int present = parts_of(at);
    for (int parts = 0; parts < CM_PART_SETS; parts++)
        changes.with_parts[parts] = (parts & present) == parts
                                        ? program_of(programs, suite, &scratch, only(*at, parts))
                                        : changes.with_parts[parts & present];
    cm_mp plain = *at;
    plain.producer = without_sc(at->producer);
    plain.consumer = without_sc(at->consumer);
    changes.without_sc = program_of(programs, suite, &scratch, plain);
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
    cm_text out;
    cm_text_init(&out, arena);
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

static bool is_certain(const cm_changes *c, const cm_weak *verdicts)
{
    bool certain =
        verdicts[c->itself] != CM_WEAK_UNKNOWN && verdicts[c->widened] != CM_WEAK_UNKNOWN &&
        verdicts[c->ordered] != CM_WEAK_UNKNOWN && verdicts[c->both] != CM_WEAK_UNKNOWN &&
        verdicts[c->ordered_sc] != CM_WEAK_UNKNOWN && verdicts[c->both_sc] != CM_WEAK_UNKNOWN &&
        verdicts[c->without_sc] != CM_WEAK_UNKNOWN;
    for (int parts = 0; parts < CM_PART_SETS; parts++)
        certain = certain && verdicts[c->with_parts[parts]] != CM_WEAK_UNKNOWN;
    return certain;
}

cm_reason cm_reason_of(cm_arena *arena, const cm_changes *changes, const cm_weak *verdicts)
{
    if (!is_certain(changes, verdicts))
        return (cm_reason){"", false};
    if (verdicts[changes->itself] == CM_WEAK_ALLOWED)
        return (cm_reason){why_allowed(changes, verdicts), false};
    return (cm_reason){why_forbidden(arena, changes, verdicts),
                       verdicts[changes->without_sc] == CM_WEAK_ALLOWED};
}
