/* Do the threads matter that the binding does not name? See the header.
 *
 * A thread u that is not named may be left out, without a word, if
 *
 *   1. no lane of its warp that is named takes a value from it (vote, match, redux, shfl, ...);
 *   2. no barrier for a number of threads lacks its warp, no bar.red counts it;
 *   3. it writes no byte that a named thread accesses or the question asks for: then what named
 *      threads read, and what is asked, is written by named threads only;
 *   4. it comes to no trap;
 *   5. if it comes to a barrier with a named thread, none of its accesses conflicts with a named
 *      thread's, or with one of a thread outside of the barrier's group. Else ways of causality
 *      may lead through it. Conflicts inside of the group add nothing: all of the group come to
 *      each of its barriers, so whatever u has before one comes after what everybody had before
 *      the last one.
 *
 * Where one of these fails, the test says what happens if u never runs. That is a possible
 * beginning of the launch if nobody named waits for u, and a note says so; a named thread that
 * waits for it (at a barrier, an mbarrier object, as a lane, in a loop) would wait for ever, or
 * not long enough: that is refused. */
#include "import/others.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARP = 32, MOST_FOLLOWED = 1024, SHOWN = 4 };

typedef enum reason { NONE, LANE, COUNT, WRITES, ORDER, TRAPS, UNKNOWN } reason;
typedef enum level { OF_WARP, OF_CTA, OF_CLUSTER, LEVELS } level;

typedef struct other {
    cm_bind_thread at;
    cm_import_effects effects;
    bool crosses[LEVELS]; /* it conflicts with an unnamed thread outside of its own */
} other;

/* What is said of a launch: plain values, that live longer than the scratch memory. */
typedef struct finding {
    uint64_t left_out, unseen; /* threads that matter, that were not looked at */
    cm_bind_thread first[SHOWN];
    reason why;
    int whom; /* of the binding; -1: the question */
    bool waited;
    char text[160];
} finding;

typedef struct judging {
    cm_import *import;
    const cm_import_effects *named, *asked;
    cm_import_follow *follow;
    void *context;
    cm_arena *scratch, *inner; /* of all that is found; of one thread followed */
    other *others;
    int count, capacity;
    finding *findings; /* by launch */
} judging;

/* ---- effects ------------------------------------------------------------------------- */

void cm_import_add_access(cm_import_effects *e, cm_import_access access)
{
    CM_PUSH(e->arena, e->accesses, e->count, e->capacity, access);
}

void cm_import_add_asked(cm_import *import, cm_import_effects *effects, const char *name,
                         const char *memory, unsigned element)
{
    const cm_binding *b = import->binding;
    if (b->question.count == 0) /* cm_import_compose asks for all then */
        cm_import_add_access(effects, (cm_import_access){memory, 0, UINT64_MAX, false, false});
    for (int i = 0; i < b->question.count; i++) {
        cm_lexer lex = cm_bind_lexer(import->work, b, &b->question.items[i]);
        while (!cm_lexer_at_end(&lex)) {
            bool found = cm_lexer_is(&lex, name);
            cm_lexer_advance(&lex);
            if (!found)
                continue;
            cm_import_access asked = {memory, 0, UINT64_MAX, false, false};
            if (cm_lexer_accept(&lex, "[") && lex.token.kind == CM_TOKEN_NUMBER &&
                lex.token.number < UINT32_MAX && element > 0) {
                asked.from = lex.token.number * element;
                asked.to = asked.from + element;
            }
            cm_import_add_access(effects, asked);
        }
    }
}

static bool overlap(const cm_import_access *a, const cm_import_access *b)
{
    if (!a->memory || !b->memory)
        return true;
    return a->from < b->to && b->from < a->to && strcmp(a->memory, b->memory) == 0;
}

/* Does one of them write what the other accesses? only: one of a's writes. */
static bool conflict(const cm_import_effects *a, const cm_import_effects *b, bool only)
{
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++) {
            const cm_import_access *x = &a->accesses[i], *y = &b->accesses[k];
            if ((x->writes || (!only && y->writes)) && overlap(x, y))
                return true;
        }
    return false;
}

/* ---- places ---------------------------------------------------------------------------- */

static const cm_launch *launch_of(const judging *j, const cm_bind_thread *t)
{
    return &j->import->binding->launches[t->launch];
}

static unsigned number_in_block(const judging *j, const cm_bind_thread *t)
{
    return cm_extent_linear(t->thread, launch_of(j, t)->threads);
}

static unsigned block_of(const judging *j, const cm_bind_thread *t)
{
    return cm_extent_linear(t->block, launch_of(j, t)->blocks);
}

static bool together(const judging *j, const cm_bind_thread *a, const cm_bind_thread *b, level at)
{
    if (a->launch < 0 || a->launch != b->launch)
        return false;
    const cm_launch *l = launch_of(j, a);
    if (at == OF_CLUSTER)
        return cm_bound_cluster(l, a->block) == cm_bound_cluster(l, b->block);
    return block_of(j, a) == block_of(j, b) &&
           (at == OF_CTA || number_in_block(j, a) / WARP == number_in_block(j, b) / WARP);
}

/* ---- who is there ------------------------------------------------------------------------ */

typedef struct following {
    judging *j;
    cm_work work;
    cm_bind_thread at;
    cm_import_effects effects;
} following;

static void follow_it(void *argument)
{
    following *f = argument;
    f->j->follow(f->j->context, &f->work, &f->at, &f->effects);
}

/* What was found in the inner arena, kept in the scratch memory. */
static void keep_other(judging *j, const following *f)
{
    CM_RESERVE(j->scratch, j->others, j->count, j->capacity);
    other *o = &j->others[j->count];
    *o = (other){.at = f->at, .effects = f->effects};
    o->effects.arena = j->scratch;
    o->effects.accesses = NULL;
    o->effects.count = o->effects.capacity = 0;
    for (int i = 0; i < f->effects.count; i++) {
        cm_import_access a = f->effects.accesses[i];
        a.memory = a.memory ? cm_arena_printf(j->scratch, "%s", a.memory) : NULL;
        cm_import_add_access(&o->effects, a);
    }
    if (f->work.diags.errors > 0)
        o->effects.unknown = cm_arena_printf(j->scratch, "%s", f->work.diags.items[0].message);
    j->count++;
}

static bool has_named(const judging *j, int launch, cm_extent block)
{
    const cm_binding *b = j->import->binding;
    const cm_bind_thread at = {.launch = launch, .block = block};
    for (int i = 0; i < b->thread_count; i++)
        if (b->threads[i].launch == launch && together(j, &b->threads[i], &at, OF_CTA))
            return true;
    return false;
}

/* Blocks that have named threads come first. */
static void follow_launch(judging *j, int launch)
{
    const cm_binding *b = j->import->binding;
    const cm_launch *l = &b->launches[launch];
    uint64_t threads = cm_extent_volume(l->threads), blocks = cm_extent_volume(l->blocks), seen = 0;
    for (int pass = 0; pass < 2; pass++)
        for (uint64_t i = 0; i < blocks && j->count < MOST_FOLLOWED; i++) {
            cm_bind_thread at = {.launch = launch, .block = cm_extent_at(i, l->blocks)};
            if (has_named(j, launch, at.block) != (pass == 0))
                continue;
            for (uint64_t k = 0; k < threads && j->count < MOST_FOLLOWED; k++) {
                at.thread = cm_extent_at(k, l->threads);
                seen++;
                if (cm_bound_thread(b, launch, at.block, at.thread) < 0) {
                    following f = {.j = j, .at = at};
                    cm_arena_reset(j->inner, 0);
                    f.work = cm_work_new(j->inner);
                    f.effects.arena = j->inner;
                    if (!cm_arena_protect(j->inner, follow_it, &f) && f.work.diags.errors == 0)
                        f.effects.unknown = "it takes too much memory";
                    keep_other(j, &f);
                }
            }
        }
    j->findings[launch].unseen = threads * blocks - seen;
}

/* ---- conflicts among those that are not named ----------------------------------------------- */

typedef struct part {
    const cm_import_access *access;
    other *of;
} part;

static int compare_parts(const void *left, const void *right)
{
    const part *a = left, *b = right;
    int order = strcmp(a->access->memory, b->access->memory);
    if (order != 0)
        return order;
    return a->access->from < b->access->from ? -1 : a->access->from > b->access->from;
}

static void find_crossings(judging *j)
{
    int total = 0, count = 0;
    bool anywhere = false; /* somebody's address is not known */
    for (int i = 0; i < j->count; i++)
        total += j->others[i].effects.count;
    part *parts = CM_NEW_ARRAY(j->scratch, (size_t)total + 1, part);
    for (int i = 0; i < j->count; i++)
        for (int k = 0; k < j->others[i].effects.count; k++) {
            const cm_import_access *a = &j->others[i].effects.accesses[k];
            anywhere |= !a->memory;
            if (a->memory)
                parts[count++] = (part){a, &j->others[i]};
        }
    for (int i = 0; anywhere && i < j->count; i++)
        for (level at = OF_WARP; at < LEVELS; at++)
            j->others[i].crosses[at] = j->others[i].effects.count > 0;
    qsort(parts, (size_t)count, sizeof *parts, compare_parts);
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count && overlap(parts[i].access, parts[k].access); k++)
            if (parts[i].access->writes || parts[k].access->writes) {
                other *a = parts[i].of, *b = parts[k].of;
                for (level at = OF_WARP; at < LEVELS; at++)
                    if (!together(j, &a->at, &b->at, at))
                        a->crosses[at] = b->crosses[at] = true;
            }
}

/* ---- who matters to whom ----------------------------------------------------------------------
 */

/* Does a barrier of the named thread for a number of threads lack the other's warp? Warps are
 * what it counts: that another thread of it is named is enough. */
static bool counts_it(const judging *j, const other *o, int named)
{
    const cm_binding *b = j->import->binding;
    uint32_t both = o->effects.counted & j->named[named].counted;
    if (!both || !together(j, &o->at, &b->threads[named], OF_CTA))
        return false;
    for (int i = 0; i < b->thread_count; i++)
        if (together(j, &o->at, &b->threads[i], OF_WARP))
            both &= ~j->named[i].counted;
    return both != 0;
}

/* Do the two come to one barrier? At which level. */
static bool meet_at_barrier(const judging *j, const other *o, int named, level *at)
{
    const cm_import_effects *n = &j->named[named], *e = &o->effects;
    const cm_bind_thread *t = &j->import->binding->threads[named];
    uint32_t lane = UINT32_C(1) << number_in_block(j, &o->at) % WARP;
    bool unknown = e->unknown != NULL;
    *at = OF_WARP;
    if ((n->waits_for & lane) && (e->lanes || unknown) && together(j, &o->at, t, OF_WARP))
        return true;
    *at = OF_CTA;
    if (((n->cta && (e->cta || unknown)) || (n->counted & (unknown ? UINT32_MAX : e->counted))) &&
        together(j, &o->at, t, OF_CTA))
        return true;
    *at = OF_CLUSTER;
    return n->cluster && (e->cluster || unknown) && together(j, &o->at, t, OF_CLUSTER);
}

static reason why(const judging *j, const other *o, int named, bool *waited)
{
    const cm_import_effects *n = &j->named[named], *e = &o->effects;
    const cm_bind_thread *t = &j->import->binding->threads[named];
    uint32_t lane = UINT32_C(1) << number_in_block(j, &o->at) % WARP;
    level at;
    bool met = meet_at_barrier(j, o, named, &at);
    *waited = true;
    if ((n->takes_from & lane) && (e->lanes || e->unknown) && together(j, &o->at, t, OF_WARP))
        return LANE;
    if (counts_it(j, o, named) ||
        (n->reduces && (e->reduces || e->unknown) && together(j, &o->at, t, OF_CTA)))
        return COUNT;
    *waited = met || n->loops;
    if (e->unknown)
        return UNKNOWN;
    if (conflict(e, n, true)) {
        for (int i = 0; i < e->count; i++)
            *waited |= e->accesses[i].meets;
        return WRITES;
    }
    if (met && (o->crosses[at] || conflict(e, n, false)))
        return ORDER;
    return NONE;
}

static void found(judging *j, const other *o, int named, reason why, bool waited)
{
    finding *f = &j->findings[o->at.launch];
    if (f->left_out == 0 || (waited && !f->waited)) { /* one that is waited for is told of */
        f->why = why;
        f->whom = named;
        f->first[SHOWN - 1] = f->first[0];
        f->first[0] = o->at;
        snprintf(f->text, sizeof f->text, "%s", o->effects.unknown ? o->effects.unknown : "");
    } else if (f->left_out < SHOWN) {
        f->first[f->left_out] = o->at;
    }
    f->waited |= waited;
    f->left_out++;
}

static void judge_other(judging *j, const other *o)
{
    const cm_binding *b = j->import->binding;
    reason first = NONE;
    int whom = -1;
    bool is_waited = false;
    for (int i = 0; i < b->thread_count; i++) {
        bool waited;
        reason r = b->threads[i].launch < 0 ? NONE : why(j, o, i, &waited);
        if (r == NONE || (first != NONE && (is_waited || !waited)))
            continue;
        first = r;
        whom = i;
        is_waited = waited;
    }
    if (first == NONE && conflict(&o->effects, j->asked, true))
        first = WRITES;
    if (first == NONE && o->effects.traps)
        first = TRAPS;
    if (first != NONE)
        found(j, o, whom, first, is_waited);
}

static void judge_launches(void *argument)
{
    judging *j = argument;
    for (int l = 0; l < j->import->binding->launch_count; l++)
        if (j->import->binding->launches[l].others == CM_OTHERS_UNSAID)
            follow_launch(j, l);
    find_crossings(j);
    for (int i = 0; i < j->count; i++)
        judge_other(j, &j->others[i]);
}

/* ---- what is said -------------------------------------------------------------------------------
 */

static const char *place_text(cm_import *import, const cm_bind_thread *t)
{
    cm_text text = cm_text_new(import->work->arena);
    cm_text_append(&text, "block ");
    cm_extent_print(&text, t->block);
    cm_text_append(&text, ", thread ");
    cm_extent_print(&text, t->thread);
    return text.data;
}

/* "P2 = block 0, thread 2; P3 = ..." */
static const char *lines_text(cm_import *import, const finding *f)
{
    cm_text text = cm_text_new(import->work->arena);
    int id = cm_binding_next_id(import->binding);
    for (uint64_t i = 0; i < f->left_out && i < SHOWN; i++)
        cm_text_append(&text, "%sP%d = %s", i ? "; " : "", id + (int)i,
                       place_text(import, &f->first[i]));
    if (f->left_out > SHOWN)
        cm_text_add(&text, "; ...");
    return text.data;
}

static const char *reason_text(cm_import *import, const finding *f)
{
    cm_arena *arena = import->work->arena;
    const char *whom = f->whom < 0
                           ? "the question"
                           : cm_arena_printf(arena, "P%d", import->binding->threads[f->whom].id);
    switch (f->why) {
    case LANE:
        return cm_arena_printf(arena, "%s takes a value from it, as a lane of its warp", whom);
    case COUNT:
        return cm_arena_printf(arena, "a barrier of %s counts it", whom);
    case WRITES:
        return cm_arena_printf(arena, "it writes what %s %s", whom,
                               f->whom < 0 ? "asks for" : "accesses");
    case ORDER:
        return cm_arena_printf(arena, "it comes to a barrier with %s and shares memory with others",
                               whom);
    case TRAPS:
        return "it may come to a trap, or to an assertion that fails";
    case UNKNOWN:
    case NONE:
        break;
    }
    return cm_arena_printf(arena, "what it does is not known: %s", f->text);
}

static void tell_finding(cm_import *import, int launch, const finding *f)
{
    const cm_launch *l = &import->binding->launches[launch];
    unsigned long long count = f->left_out, rest = cm_binding_unnamed(import->binding, launch);
    if (l->others == CM_OTHERS_ABSENT && rest > 0)
        cm_import_note(import, true, l->place,
                       "the other %llu threads of `%s` stay away, as the "
                       "binding says",
                       rest, l->kernel);
    if (f->unseen > 0)
        cm_import_note(import, false, l->place,
                       "%llu other threads of `%s` are left out, as if they did nothing that "
                       "matters: `others absent` says that this is meant",
                       (unsigned long long)f->unseen, l->kernel);
    if (count == 0)
        return;
    const char *one = place_text(import, &f->first[0]), *because = reason_text(import, f),
               *lines = lines_text(import, f);
    if (f->waited)
        cm_fail(import->work, l->place,
                "the test needs %llu %s of `%s` that no line names; of %s: %s. Expected `others "
                "run`, which adds all that matter, `others absent`, which leaves them out whatever "
                "that changes, or lines: %s",
                count, count == 1 ? "thread" : "threads", l->kernel, one, because, lines);
    cm_import_note(import, false, l->place,
                   "%llu other %s of `%s` %s left out, as if %s never ran; of %s: %s. `others "
                   "absent` says that this is meant, `others run` or lines add them: %s",
                   count, count == 1 ? "thread" : "threads", l->kernel, count == 1 ? "is" : "are",
                   count == 1 ? "it" : "they", one, because, lines);
}

/* ---- the whole ------------------------------------------------------------------------ */

void cm_import_see_to_others(cm_import *import, cm_import_effects *effects,
                             const cm_import_effects *asked, cm_import_follow *follow,
                             void *context)
{
    const cm_binding *b = import->binding;
    judging j = {
        .import = import, .named = effects, .asked = asked, .follow = follow, .context = context};
    j.findings = CM_NEW_ARRAY(import->work->arena, (size_t)b->launch_count + 1, finding);
    j.scratch = cm_arena_new(0);
    j.inner = cm_arena_new(0);
    bool enough = j.scratch && j.inner && cm_arena_protect(j.scratch, judge_launches, &j);
    cm_arena_free(j.inner);
    cm_arena_free(j.scratch);
    if (!enough)
        cm_arena_escape(import->work->arena);
    for (int l = 0; l < b->launch_count; l++)
        tell_finding(import, l, &j.findings[l]);
}
