/* Tests of a source language as those of machines: the public face of mapping/ for threads of CPUs
 * and GPUs in one test. */
#include "api/mappings.h"
#include "checker/advice.h"
#include "litmus/isa/isa.h"
#include "report/document.h"

#include <string.h>

enum { MOST_TARGETS = 32 };

typedef struct aim {
    const char *what; /* "cpu", "gpu", "P0" */
    const cm_mapping *mapping;
} aim;

struct cmcm_targets {
    cm_work work;
    size_t count;
    aim aims[MOST_TARGETS];
};

/* ---- reading --------------------------------------------------------------------- */

/* The mapping from C to a set, `aarch64`, or another one to it, `riscv-a7`; or a file. */
static const cm_mapping *mapping_to(cm_work *work, const char *name)
{
    const char *full = cm_mapping_is_path(name) ? name : cm_arena_printf(work->arena, "c-%s", name);
    return cm_mapping_open(work, full, "a target such as cpu=aarch64 or gpu=ptx");
}

static bool is_thread(const char *word)
{
    size_t digits = strspn(word + 1, "0123456789");
    return *word == 'P' && digits > 0 && !word[1 + digits];
}

static void read_target(cmcm_targets *t, const char *text, size_t length)
{
    const char *word = cm_arena_text(t->work.arena, text, length), *equals = strchr(word, '=');
    const char *what = equals ? cm_arena_text(t->work.arena, word, (size_t)(equals - word)) : word;
    if (!equals || !equals[1] ||
        (strcmp(what, "cpu") != 0 && strcmp(what, "gpu") != 0 && !is_thread(what)))
        cm_fail(&t->work, (cm_place){0},
                "`%s` is not a target, expected one such as cpu=aarch64, gpu=ptx or P0=x86", word);
    if (t->count == MOST_TARGETS)
        cm_fail(&t->work, (cm_place){0}, "there are too many targets, expected at most %d",
                MOST_TARGETS);
    t->aims[t->count++] = (aim){what, mapping_to(&t->work, equals + 1)};
}

typedef struct reading {
    cmcm_targets *targets;
    const char *const *words;
    size_t count;
} reading;

static void read_targets(void *argument)
{
    reading *r = argument;
    for (size_t i = 0; i < r->count; i++)
        for (const char *c = r->words[i]; *c;) {
            size_t length = strcspn(c, ",");
            read_target(r->targets, c, length);
            c += length;
            c += *c == ',';
        }
}

cmcm_targets *cmcm_targets_load(cmcm_session *session, const char *const *words, size_t count)
{
    cmcm_targets *t = cm_object_new(session, sizeof *t, 0);
    if (!t)
        return NULL;
    reading r = {t, words, count};
    return cm_object_made(session, t, cm_arena_protect(t->work.arena, read_targets, &r));
}

void cmcm_targets_free(cmcm_targets *targets)
{
    cm_object_free(targets);
}

/* ---- translating ------------------------------------------------------------------- */

typedef struct opening {
    cm_work *work;
    const char *name;
    const cm_mapping *found;
} opening;

static void open_usual(void *argument)
{
    opening *o = argument;
    o->found = mapping_to(o->work, o->name);
}

/* `P0=` first, then what it says where the thread runs, if that is for the instruction set that its
 * head fixes; else the usual mapping to that set. NULL: there is none. */
static const cm_mapping *mapping_of(cmcm_targets *t, const cm_thread *thread, cm_arena *arena)
{
    const char *own = cm_arena_printf(arena, "P%d", thread->id), *fixed = thread->target;
    const char *kind = thread->at.gpu >= 0 ? "gpu" : "cpu";
    const cm_mapping *found = NULL;
    for (size_t i = 0; i < t->count; i++) {
        const cm_mapping *m = t->aims[i].mapping;
        if (strcmp(t->aims[i].what, own) == 0)
            return m;
        if (strcmp(t->aims[i].what, kind) == 0 &&
            (!fixed || strcmp(cm_isa_for(m->to)->word, fixed) == 0))
            found = m;
    }
    opening usual = {&t->work, fixed, found};
    if (fixed && !found)
        cm_arena_protect(t->work.arena, open_usual, &usual);
    return usual.found;
}

/* Why a thread cannot be translated by it; NULL: it can. */
static const char *unfit(const cm_mapping *m, const cm_thread *thread, cm_arena *arena)
{
    bool on_gpu = thread->at.gpu >= 0;
    if (!m && thread->target)
        return cm_arena_printf(arena, "P%d is fixed to %s, and no mapping leads there", thread->id,
                               thread->target);
    if (!m)
        return cm_arena_printf(arena, "P%d has no target, expected `%s=...`", thread->id,
                               on_gpu ? "gpu" : "cpu");
    const cm_isa *to = cm_isa_for(m->to);
    if (thread->target && strcmp(thread->target, to->word) != 0)
        return cm_arena_printf(arena, "P%d is fixed to %s, and `%s` is a mapping to %s", thread->id,
                               thread->target, m->name, to->word);
    if (cm_arch_is_gpu(m->to) != on_gpu)
        return cm_arena_printf(arena, "P%d is on %s, and `%s` is a mapping to %s's instructions",
                               thread->id, on_gpu ? "a GPU" : "a CPU", m->name,
                               on_gpu ? "a CPU" : "a GPU");
    return NULL;
}

typedef struct translating {
    cmcm_targets *targets;
    const cm_test *test;
    const char *text, *refused;
} translating;

static void translate(void *argument)
{
    translating *a = argument;
    cm_arena *arena = a->targets->work.arena;
    const cm_mapping **each =
        CM_NEW_ARRAY(arena, (size_t)a->test->thread_count + 1, const cm_mapping *);
    for (int i = 0; i < a->test->thread_count; i++) {
        const cm_thread *thread = &a->test->threads[i];
        each[i] = mapping_of(a->targets, thread, arena);
        a->refused = unfit(each[i], thread, arena);
        for (int before = 0; before < i && !a->refused; before++)
            if (thread->at.gpu >= 0 && cm_arch_is_gpu(each[before]->to) &&
                cm_arch_family(each[before]->to) != cm_arch_family(each[i]->to))
                a->refused = cm_arena_printf(
                    arena, "no model has GPUs of two kinds, P%d of %s and P%d of %s",
                    a->test->threads[before].id, cm_arch_name(each[before]->to), thread->id,
                    cm_arch_name(each[i]->to));
        if (a->refused)
            return;
    }
    if (a->test->thread_count == 0) {
        a->refused = "it has no threads";
        return;
    }
    cm_map_translation made = cm_map_translate_each(arena, each, a->test, (cm_map_cut){.rule = -1});
    a->text = made.text;
    a->refused = made.refused;
}

const char *cmcm_targets_translate(cmcm_targets *targets, const cmcm_test *test,
                                   const char **refused)
{
    translating a = {.targets = targets, .test = test->test};
    bool done = cm_arena_protect(targets->work.arena, translate, &a);
    if (refused)
        *refused = a.text ? "" : done && a.refused ? a.refused : "out of memory";
    return a.text;
}

/* ---- comparing --------------------------------------------------------------------- */

const char *cmcm_targets_reading(const cmcm_targets *targets, size_t index)
{
    return index < targets->count ? targets->aims[index].mapping->reading : NULL;
}

size_t cmcm_targets_count(const cmcm_targets *targets)
{
    return targets->count;
}

typedef struct comparing {
    cmcm_targets *targets;
    cmcm_result *source, *target; /* target NULL: there is none, and why */
    const cm_states *states;      /* the target's, as the source has them */
    bool fails;                   /* an assertion may, in the target */
    const char *refused;
    bool json, quiet;
    cmcm_mapped verdict;
    cm_text out;
} comparing;

static bool has_state(const cm_states *in, const cm_states *of, size_t state)
{
    return cm_map_has_state(in, of, state, UINT32_MAX);
}

/* How many states the target has that the source has not. */
static size_t extra_states(const cmcm_result *source, const cm_states *target)
{
    size_t extra = 0;
    for (size_t i = 0; i < target->count; i++)
        extra += !has_state(source->result->states, target, i);
    return extra;
}

static bool may_fail(const cmcm_result *source)
{
    const char *flag;
    for (size_t i = 0; (flag = cmcm_result_flag(source, i)); i++)
        if (strcmp(flag, cm_map_assertion) == 0)
            return true;
    return false;
}

cmcm_mapped cmcm_targets_compare(const cmcm_result *source, const cmcm_result *target)
{
    bool fails;
    const cm_states *states =
        target ? cm_map_shared(target->text_arena, target->result->states, &fails) : NULL;
    if (!target || source->result->states->value_count != states->value_count ||
        cm_model_unknown_threads(target->model->model, target->test->test))
        return CMCM_MAPPED_REFUSED;
    if (cmcm_result_undefined(source))
        return CMCM_MAPPED_UNDEFINED;
    if (!cmcm_result_complete(source) || !cm_map_has_ints(source->result->states))
        return CMCM_MAPPED_UNKNOWN;
    if (extra_states(source, states) > 0 || (fails && !may_fail(source)))
        return CMCM_MAPPED_WEAK;
    return cmcm_result_complete(target) ? CMCM_MAPPED_SOUND : CMCM_MAPPED_UNKNOWN;
}

static const char *verdict_of(comparing *c)
{
    cm_arena *arena = c->targets->work.arena;
    size_t extra;
    switch (c->verdict) {
    case CMCM_MAPPED_SOUND:
        return "within: the source has every state of the target";
    case CMCM_MAPPED_WEAK:
        extra = extra_states(c->source, c->states);
        if (extra == 0)
            return "LEAVES: an assertion may fail in the target, and holds in the source";
        return cm_arena_printf(arena, "LEAVES: the target has %zu state%s that the source lacks",
                               extra, extra == 1 ? "" : "s");
    case CMCM_MAPPED_UNDEFINED:
        return "undefined: the source has undefined behaviour, and promises nothing";
    case CMCM_MAPPED_REFUSED:
        return cm_arena_printf(arena, "not translated: %s", c->refused);
    default:
        return cm_arena_printf(arena, "not known: %s",
                               !cmcm_result_complete(c->source) ? cmcm_result_reason(c->source)
                               : !cm_map_has_ints(c->source->result->states)
                                   ? cm_map_too_wide
                                   : cmcm_result_reason(c->target));
    }
}

/* A state as the source's test names it. */
static const char *state_of(comparing *c, const cm_states *states, size_t state)
{
    return cm_state_print(c->targets->work.arena, c->source->test->test,
                          states->values + state * (size_t)states->value_count);
}

/* The source's states, then those that only the target has. */
static void print_states(comparing *c)
{
    bool both = c->verdict != CMCM_MAPPED_REFUSED;
    const cm_states *states = c->source->result->states;
    size_t more = both ? c->states->count : 0;
    cm_text_append(&c->out, "source  target  state\n");
    for (size_t i = 0; i < states->count; i++)
        cm_text_append(&c->out, "yes     %-6s  %s\n",
                       both && has_state(c->states, states, i) ? "yes" : "-",
                       state_of(c, states, i));
    for (size_t i = 0; i < more; i++)
        if (!has_state(states, c->states, i))
            cm_text_append(&c->out, "-       yes     %s\n", state_of(c, c->states, i));
}

static const char *summary_of(comparing *c, const cmcm_result *result, const cm_states *states,
                              bool fails)
{
    return cm_arena_printf(c->targets->work.arena, "%s, %s%zu state%s, %s",
                           cmcm_result_observation(result), fails ? "an assertion may fail, " : "",
                           states->count, states->count == 1 ? "" : "s",
                           cmcm_model_name(result->model));
}

static void print_text(comparing *c)
{
    const char *target = c->target ? summary_of(c, c->target, c->states, c->fails) : "none";
    const char *source = summary_of(c, c->source, c->source->result->states, may_fail(c->source));
    if (c->quiet) {
        cm_text_append(&c->out, "%s: source %s; target %s; %s\n", c->source->test->test->name,
                       source, target, verdict_of(c));
        return;
    }
    cm_text_append(&c->out, "Test %s\n", c->source->test->test->name);
    print_states(c);
    cm_text_append(&c->out, "Source %s\nTarget %s\n%s\n\n", source, target, verdict_of(c));
}

/* The result as a member. */
static void add_result(comparing *c, cm_doc *root, const char *key, cmcm_result *result)
{
    const char *text = result ? cmcm_result_text(result, CMCM_JSON, false) : "null";
    size_t length = text ? strcspn(text, "\n") : 0;
    cm_doc_literal(root, key, cm_arena_text(c->targets->work.arena, text ? text : "", length));
}

static void print_json(comparing *c)
{
    static const char *const words[] = {[CMCM_MAPPED_SOUND] = "within",
                                        [CMCM_MAPPED_WEAK] = "leaves",
                                        [CMCM_MAPPED_UNDEFINED] = "undefined",
                                        [CMCM_MAPPED_UNKNOWN] = "unknown",
                                        [CMCM_MAPPED_REFUSED] = "refused"};
    cm_doc *root = cm_doc_new(c->out.arena, CM_DOC_OBJECT, NULL);
    cm_doc_text(root, "name", c->source->test->test->name);
    cm_doc_text(root, "verdict", words[c->verdict]);
    cm_doc_text(root, "why", verdict_of(c));
    cm_doc *more = cm_doc_list(root, "extra");
    bool leaves = c->verdict == CMCM_MAPPED_WEAK;
    for (size_t i = 0; leaves && i < c->states->count; i++)
        if (!has_state(c->source->result->states, c->states, i))
            cm_doc_text(more, NULL, state_of(c, c->states, i));
    add_result(c, root, "source", c->source);
    add_result(c, root, "target", c->target);
    cm_doc_text(root, "translated", c->target ? c->target->test->source->text : NULL);
    cm_doc_write_json(&c->out, root, CM_JSON_COMPACT);
}

static void print(void *argument)
{
    comparing *c = argument;
    c->out = cm_text_new(c->targets->work.arena);
    c->verdict = cmcm_targets_compare(c->source, c->target);
    c->states =
        c->target ? cm_map_shared(c->out.arena, c->target->result->states, &c->fails) : NULL;
    const cm_isa *unknown =
        c->target ? cm_model_unknown_threads(c->target->model->model, c->target->test->test) : NULL;
    if (unknown) {
        c->refused =
            cm_arena_printf(c->out.arena, "the model `%s` says nothing about threads of %s",
                            cmcm_model_name(c->target->model), unknown->name);
        c->target = NULL; /* whose answer is that of no machine */
    } else if (c->target && c->verdict == CMCM_MAPPED_REFUSED)
        c->refused = "the translated test observes something else";
    if (c->json)
        print_json(c);
    else
        print_text(c);
}

const char *cmcm_targets_text(cmcm_targets *targets, cmcm_result *source, cmcm_result *target,
                              const char *refused, cmcm_format format)
{
    comparing c = {.targets = targets,
                   .source = source,
                   .target = target,
                   .refused = refused,
                   .json = format == CMCM_JSON,
                   .quiet = format == CMCM_VERDICT};
    return cm_arena_protect(targets->work.arena, print, &c) ? c.out.data : NULL;
}
