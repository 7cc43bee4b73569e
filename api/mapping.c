/* Mappings: the public face of mapping/. */
#include "api/mappings.h"
#include "litmus/isa/isa.h"
#include "mapping/rules.h"
#include "model/files.h"

#include <string.h>
#include <unistd.h>

struct cmcm_mapping {
    cm_work work;
    const char *name; /* as it is asked for */
    cm_mapping *mapping;
    cm_map_run run;
    const char *refusal; /* of the last test to be translated */
};

/* ---- loading ------------------------------------------------------------------ */

bool cm_mapping_is_path(const char *name)
{
    size_t length = strlen(name);
    return strchr(name, '/') || (length > 4 && strcmp(name + length - 4, ".map") == 0);
}

static const cm_source *find_installed(cm_work *work, const char *name)
{
    const char *directory = cmcm_session_model_directory(NULL);
    const char *file = cm_arena_printf(work->arena, "mappings/%s.map", name);
    const char *path = directory ? cm_arena_printf(work->arena, "%s/%s", directory, file) : NULL;
    if (path) /* whoever asks says that there is none, and where it is asked for */
        return access(path, R_OK) == 0 ? cm_source_read(work, path) : NULL;
    const cm_model_text *text = cm_model_text_find(file);
    if (!text)
        return NULL;
    cm_source *source = CM_NEW(work->arena, cm_source);
    *source = (cm_source){file, text->text, strlen(text->text)};
    return source;
}

cm_mapping *cm_mapping_open(cm_work *work, const char *name, const char *expected)
{
    bool path = cm_mapping_is_path(name);
    const cm_source *source = path ? cm_source_read(work, name) : find_installed(work, name);
    if (!source && work->diags.count > 0)
        cm_arena_escape(work->arena);
    if (!source)
        cm_fail(work, (cm_place){0}, "there is no mapping `%s`, expected %s", name, expected);
    cm_mapping *mapping = cm_mapping_parse(work, source, find_installed);
    mapping->name = cm_arena_text(work->arena, name, strlen(name));
    return mapping;
}

/* "`c-aarch64`, `c-x86`" */
static const char *installed_names(cm_arena *arena)
{
    static const char folder[] = "mappings/";
    const char *names = "";
    for (const cm_model_text *text = cm_model_texts; text->name; text++) {
        const char *name = text->name + strlen(folder);
        size_t length = strlen(text->name);
        if (length > strlen(folder) && strncmp(text->name, folder, strlen(folder)) == 0 &&
            strcmp(text->name + length - strlen(".map"), ".map") == 0 &&
            strstr(text->text, "\nfrom ")) /* else it is a part of others */
            names = cm_arena_printf(arena, "%s%s`%.*s`", names, *names ? ", " : "",
                                    (int)(strlen(name) - strlen(".map")), name);
    }
    return names;
}

static void load_mapping(void *argument)
{
    cmcm_mapping *m = argument;
    m->mapping = cm_mapping_open(&m->work, m->name,
                                 cm_arena_printf(m->work.arena, "the path of a file or one of %s",
                                                 installed_names(m->work.arena)));
}

cmcm_mapping *cmcm_mapping_load(cmcm_session *session, const char *name)
{
    cmcm_mapping *m = cm_object_new(session, sizeof *m, 0);
    if (!m)
        return NULL;
    m->name = name;
    return cm_object_made(session, m, cm_arena_protect(m->work.arena, load_mapping, m));
}

void cmcm_mapping_free(cmcm_mapping *mapping)
{
    cm_object_free(mapping);
}

const char *cmcm_mapping_arch(const cmcm_mapping *m, bool target)
{
    return target ? cm_arch_name(m->mapping->to) : cm_writer_head(m->mapping->from, NULL);
}

const char *cmcm_mapping_model(const cmcm_mapping *m, bool target)
{
    if (!target && m->mapping->model)
        return m->mapping->model;
    return cm_arch_model(target ? m->mapping->to : m->mapping->from);
}

const char *cmcm_mapping_reading(const cmcm_mapping *m)
{
    return m->mapping->reading;
}

/* ---- tests ---------------------------------------------------------------------- */

typedef struct asking {
    cmcm_mapping *mapping;
    cm_solver_context *solver;
    const cm_test *test;
    cm_work work;
    const cm_map_case *answer;
    const char *text;
    int variation;
    bool verbose;
} asking;

static void translate(void *argument)
{
    asking *a = argument;
    cm_map_translation made = cm_map_translate(a->mapping->work.arena, a->mapping->mapping, a->test,
                                               (cm_map_cut){.rule = -1});
    a->text = made.text;
    a->mapping->refusal = made.text ? NULL : made.refused;
}

const char *cmcm_mapping_translate(cmcm_mapping *mapping, const cmcm_test *test)
{
    asking a = {.mapping = mapping, .test = test->test};
    mapping->refusal = "out of memory";
    return cm_arena_protect(mapping->work.arena, translate, &a) ? a.text : NULL;
}

const char *cmcm_mapping_refusal(const cmcm_mapping *mapping)
{
    return mapping->refusal;
}

size_t cmcm_mapping_variations(const cmcm_mapping *mapping)
{
    return (size_t)mapping->mapping->variation_count;
}

static void vary(void *argument)
{
    asking *a = argument;
    a->text = cm_map_vary(a->mapping->work.arena, a->mapping->mapping, a->variation, a->test);
}

const char *cmcm_mapping_vary(cmcm_mapping *mapping, const cmcm_test *test, size_t index)
{
    asking a = {.mapping = mapping, .test = test->test, .variation = (int)index};
    return cm_arena_protect(mapping->work.arena, vary, &a) ? a.text : NULL;
}

typedef struct making {
    cmcm_mapping *mapping;
    cmcm_sink sink;
    void *context;
    bool more;
} making;

static bool pass_on(void *context, const char *name, const char *text)
{
    const making *m = context;
    const cmcm_made made = {name, text, strlen(text)};
    return m->sink(m->context, &made);
}

static void make_rule_tests(void *argument)
{
    making *m = argument;
    bool *alone =
        CM_NEW_ARRAY(m->mapping->work.arena, (size_t)m->mapping->mapping->rule_count + 1, bool);
    m->more = cm_map_rule_tests(m->mapping->work.arena, m->mapping->mapping, pass_on, m, alone);
    m->mapping->run.alone = alone;
}

bool cmcm_mapping_rule_tests(cmcm_mapping *mapping, cmcm_sink sink, void *context)
{
    making m = {.mapping = mapping, .sink = sink, .context = context};
    mapping->run.of_rules = true;
    bool done = cm_arena_protect(mapping->work.arena, make_rule_tests, &m);
    mapping->run.of_rules = false;
    return done && m.more;
}

static void check_mapped(void *argument)
{
    asking *a = argument;
    a->answer = cm_map_check(&a->mapping->run, &a->work, a->solver, a->test);
}

cmcm_mapped cmcm_mapping_check(cmcm_session *session, cmcm_mapping *mapping,
                               const cmcm_model *source, const cmcm_model *target,
                               const cmcm_test *test, const cmcm_options *options, const char **why)
{
    static const cmcm_mapped verdicts[] = {[CM_MAPPED_SOUND] = CMCM_MAPPED_SOUND,
                                           [CM_MAPPED_WEAK] = CMCM_MAPPED_WEAK,
                                           [CM_MAPPED_UNDEFINED] = CMCM_MAPPED_UNDEFINED,
                                           [CM_MAPPED_UNKNOWN] = CMCM_MAPPED_UNKNOWN,
                                           [CM_MAPPED_REFUSED] = CMCM_MAPPED_REFUSED};
    if (!mapping->run.from) {
        static const cmcm_options defaults = {0};
        const cmcm_options *o = options ? options : &defaults;
        mapping->run = (cm_map_run){.arena = mapping->work.arena,
                                    .mapping = mapping->mapping,
                                    .from = source->model,
                                    .to = target->model,
                                    .of_rules = mapping->run.of_rules,
                                    .options = {.unroll = o->unroll,
                                                .timeout = o->timeout,
                                                .memory_limit = o->memory_limit,
                                                .max_states = o->max_states}};
    }
    asking a = {.mapping = mapping, .solver = cm_session_solver(session), .test = test->test};
    a.work = cm_work_new(mapping->work.arena);
    bool good = a.solver && cm_arena_protect(mapping->work.arena, check_mapped, &a) && a.answer;
    if (!cm_session_made(session, &a.work.diags, good))
        return CMCM_MAPPED_FAILED;
    if (why)
        *why = a.answer->why;
    return verdicts[a.answer->verdict];
}

static void find_needs(void *argument)
{
    asking *a = argument;
    cm_map_find_needs(&a->mapping->run, a->solver);
}

bool cmcm_mapping_find_needs(cmcm_session *session, cmcm_mapping *mapping)
{
    asking a = {.mapping = mapping, .solver = cm_session_solver(session)};
    a.work = cm_work_new(mapping->work.arena);
    bool good = a.solver && cm_arena_protect(mapping->work.arena, find_needs, &a);
    return cm_session_made(session, &a.work.diags, good);
}

static void exercise(void *argument)
{
    asking *a = argument;
    cm_map_exercise(&a->mapping->run, a->solver);
}

bool cmcm_mapping_exercise(cmcm_session *session, cmcm_mapping *mapping, int *exercised, int *of)
{
    asking a = {.mapping = mapping, .solver = cm_session_solver(session)};
    a.work = cm_work_new(mapping->work.arena);
    mapping->run.arena = mapping->work.arena; /* where nothing was checked */
    mapping->run.mapping = mapping->mapping;
    bool good = a.solver && cm_arena_protect(mapping->work.arena, exercise, &a);
    *exercised = cm_map_exercised(&mapping->run, of);
    return cm_session_made(session, &a.work.diags, good);
}

/* ---- the whole --------------------------------------------------------------------- */

static void tell_mapping(void *argument)
{
    asking *a = argument;
    cm_text out = cm_text_new(a->mapping->work.arena);
    cm_map_text(&out, &a->mapping->run, a->verbose);
    a->text = out.data;
}

const char *cmcm_mapping_text(cmcm_mapping *mapping, bool verbose)
{
    asking a = {.mapping = mapping, .verbose = verbose};
    return mapping->run.from && cm_arena_protect(mapping->work.arena, tell_mapping, &a) ? a.text
                                                                                        : NULL;
}
