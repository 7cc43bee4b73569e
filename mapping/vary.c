/* Tests written otherwise, as the lines `vary` of a mapping say: for suites, whose generators
 * know nothing of what an instruction set has besides orders and scopes. */
#include "litmus/isa/isa.h"
#include "litmus/text/text.h"
#include "mapping/mapping.h"

#include <string.h>

typedef struct varying {
    cm_arena *arena;
    const cm_map_words *how;
    const cm_test *test;
    bool changed;
} varying;

/* `[x]` of a line: the location; -1: it is none of the test. */
static int location_of(const varying *v, const char *bracketed)
{
    size_t length = strlen(bracketed);
    for (int i = 0; i < v->test->location_count; i++) {
        const char *name = v->test->locations[i].name;
        if (strlen(name) + 2 == length && strncmp(name, bracketed + 1, length - 2) == 0)
            return i;
    }
    return -1;
}

/* `.qualifier` becomes what stands in its place. */
const char *cm_map_vary_text(cm_arena *arena, const cm_map_words *how, const char *text,
                             bool *changed)
{
    size_t whole = strcspn(text, " ");
    cm_text out = cm_text_new(arena);
    cm_text_add_bytes(&out, text, strcspn(text, ". "));
    for (const char *c = text + out.length; c < text + whole;) {
        size_t length = 1 + strcspn(c + 1, ". ");
        const char *word = cm_arena_text(arena, c + 1, length - 1);
        for (int i = 0; i < how->count; i++)
            if (strcmp(how->items[i].from, word) == 0) {
                word = how->items[i].to;
                *changed = true;
                break;
            }
        cm_text_append(&out, ".%s", word);
        c += length;
    }
    cm_text_add(&out, text + whole);
    return out.data;
}

/* And what an instruction on a location adds. */
static const char *varied(varying *v, const char *text)
{
    const char *made = cm_map_vary_text(v->arena, v->how, text, &v->changed);
    size_t whole = strcspn(made, " ");
    cm_text out = cm_text_new(v->arena);
    cm_text_add_bytes(&out, made, whole);
    for (int i = 0; i < v->how->count; i++)
        if (*v->how->items[i].from == '[' && strstr(made + whole, v->how->items[i].from)) {
            cm_text_append(&out, ".%s", v->how->items[i].to);
            v->changed = true;
        }
    cm_text_add(&out, made + whole);
    return out.data;
}

/* Rows as the function that they are of. */
static void as_function(varying *v, cm_thread *t, const char *parameters)
{
    cm_text body;
    const char **rows = CM_NEW_ARRAY(v->arena, (size_t)t->instruction_count + 1, const char *);
    for (int i = 0; i < t->instruction_count; i++)
        rows[i] = t->instructions[i].text;
    body = cm_text_new(v->arena);
    const cm_isa_writer *writer = cm_writer_of(v->test->arch);
    writer->body(&body, writer, rows, t->instruction_count);
    int capacity = 0;
    t->instructions = NULL;
    t->instruction_count = 0;
    for (char *state, *line = strtok_r(body.data, "\n", &state); line;
         line = strtok_r(NULL, "\n", &state)) {
        CM_PUSH(v->arena, t->instructions, t->instruction_count, capacity,
                (cm_instruction){.text = line + strspn(line, " ")});
    }
    t->own_instructions = t->instruction_count;
    t->parameters = parameters;
}

/* False: its operations have no rows. */
static bool vary_function(varying *v, int thread, cm_thread *t)
{
    const char *refused;
    *t = cm_isa_for(v->test->arch)->operations(v->arena, v->test, thread, &refused);
    for (int i = 0; i < t->instruction_count; i++)
        t->instructions[i].text = varied(v, t->instructions[i].text);
    as_function(v, t, v->test->threads[thread].parameters);
    return !refused;
}

static void vary_thread(varying *v, cm_thread *t)
{
    size_t count = (size_t)t->instruction_count;
    t->instructions =
        cm_arena_grow(v->arena, t->instructions, count, count + 1, sizeof *t->instructions);
    for (int i = 0; i < t->instruction_count; i++)
        t->instructions[i].text = varied(v, t->instructions[i].text);
}

/* Locations that a line names are in the memory that the threads' CTA shares. */
static bool share(varying *v, cm_test *made)
{
    size_t count = (size_t)made->location_count;
    made->locations =
        cm_arena_grow(v->arena, made->locations, count, count + 1, sizeof *made->locations);
    for (int i = 0; i < v->how->count; i++) {
        if (*v->how->items[i].from != '[')
            continue;
        int l = location_of(v, v->how->items[i].from);
        for (int t = 1; t < made->thread_count; t++)
            if (l < 0 || !cm_threads_share(made, 0, t, CM_SCOPE_CTA))
                return false;
        if (l < 0)
            return false;
        made->locations[l].space = CM_SPACE_SHARED;
        made->locations[l].owner = 0;
    }
    return true;
}

const char *cm_map_vary(cm_arena *arena, const cm_mapping *mapping, int which, const cm_test *test)
{
    varying v = {.arena = arena, .how = &mapping->variations[which], .test = test};
    cm_test made = *test;
    size_t threads = (size_t)made.thread_count;
    if (!share(&v, &made))
        return NULL;
    made.name = cm_arena_printf(arena, "%s-%s", test->name, v.how->name);
    made.metadata_count = 0;
    made.threads = cm_arena_grow(arena, made.threads, threads, threads + 1, sizeof *made.threads);
    bool functions = cm_isa_for(test->arch)->operations;
    for (int i = 0; i < made.thread_count; i++)
        if (!functions)
            vary_thread(&v, &made.threads[i]);
        else if (!vary_function(&v, i, &made.threads[i]))
            return NULL;
    if (!v.changed)
        return NULL;
    cm_work work = cm_work_new(arena);
    return cm_litmus_print(&work, &made);
}
