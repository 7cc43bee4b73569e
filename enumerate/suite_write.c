/* The text of a suite's test: its threads in their instruction sets, side by side. */
#include "enumerate/columns.h"
#include "enumerate/cycle.h"
#include "enumerate/suite.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 8, MOST_REGISTERS = 16, LOCATIONS = 3 }; /* x, y, z */

typedef struct writing {
    const cm_suite *suite;
    const cm_suite_block *block;
    cm_suite_scope scope;
    const char *arch;
    int location_count;
    int thread_count;
    const char *heads[MOST_THREADS];
    cm_writer threads[MOST_THREADS];
    bool begun[MOST_THREADS]; /* its addresses are in registers */
    cm_enum_axis registers[MOST_REGISTERS];
} writing;

/* ---- rows of threads ------------------------------------------------------ */

/* What is fenced by the word, "acq_rel.gpu", "sc.sys", "dmb.st"; NULL: nothing. */
static const cm_write_fence *fence_in_words(const writing *w, cm_arch arch, cm_place cell,
                                            const char *word, const char *role)
{
    const cm_isa_writer *isa = cm_isa_for(arch)->writer;
    size_t length = strcspn(word, ".");
    bool is_sc = strncmp(word, "sc.", 3) == 0, is_acq_rel = strncmp(word, "acq_rel.", 8) == 0;
    cm_scope scope;
    if (strcmp(word, "none") == 0 || strncmp(word, "rlx.", 4) == 0)
        return NULL;
    if (!is_sc && !is_acq_rel) {
        const cm_write_fence *fence = cm_edge_fence_find(word, strlen(word));
        fence = fence ? cm_write_fence_own(cm_writer_of(arch), fence) : NULL;
        if (!fence)
            cm_fail(w->suite->work, cell, "there is no fence `%s` of %s", word, cm_arch_name(arch));
        return fence;
    }
    if (!cm_scope_find(word + length + 1, &scope))
        cm_fail(w->suite->work, cell, "`%s` has no scope, expected cta, cluster, gpu or sys", word);
    if (cm_arch_is_gpu(arch))
        return cm_write_fence_of(arch, is_sc ? CM_WRITE_SC : CM_WRITE_ACQ_REL, scope);
    if (is_sc || !w->suite->least)
        return isa->full;
    return strcmp(role, "stores") == 0  ? isa->least_stores
           : strcmp(role, "loads") == 0 ? isa->least_loads
                                        : isa->full;
}

/* An instruction, or what the generators write. */
static void write_instruction(writing *w, int thread, cm_place cell, char *text)
{
    enum { WORDS = 5 };
    cm_writer *t = &w->threads[thread];
    const cm_isa_writer *isa = cm_isa_for(t->arch)->writer;
    const char *words[WORDS] = {"", "", "", "rlx", "sys"};
    char *copy = cm_arena_text(w->suite->work->arena, text, strlen(text)), *state;
    int count = 0;
    for (char *word = strtok_r(copy, " ", &state); word && count < WORDS;
         word = strtok_r(NULL, " ", &state))
        words[count++] = word;
    bool is_store = strcmp(words[0], "store") == 0, is_load = strcmp(words[0], "load") == 0;
    bool is_fence = strcmp(words[0], "fence") == 0, is_add = strcmp(words[0], "add") == 0;
    if (!is_store && !is_load && !is_fence && !is_add) {
        cm_writer_row(t, "%s", text);
        return;
    }
    for (int l = 0; l < w->location_count && isa->place_address && !w->begun[thread]; l++)
        isa->place_address(t, l, 2 * l + 1);
    w->begun[thread] = true;
    if (is_fence) {
        cm_writer_fence(t, fence_in_words(w, t->arch, cell, words[1], words[2]));
        return;
    }
    const char *location = is_load ? words[2] : words[1];
    const char *order = words[3];
    const char *scope = words[4];
    cm_write_access access = {.location = *location - 'x', .scope = CM_SCOPE_SYS, .value = 1};
    if (!*location || location[1] || access.location < 0 || access.location >= w->location_count)
        cm_fail(w->suite->work, cell,
                "there is no location `%s` in the initial state, expected x, y or z", location);
    static const char *const orders[] = {"rlx", "acq", "rel"};
    size_t at = 0;
    while (at < 3 && strcmp(order, orders[at]) != 0)
        at++;
    if (at == 3)
        cm_fail(w->suite->work, cell, "there is no order `%s`, expected rlx, acq or rel", order);
    access.order = "PAL"[at];
    if (!cm_scope_find(scope, &access.scope))
        cm_fail(w->suite->work, cell, "there is no scope `%s`, expected cta, cluster, gpu or sys",
                scope);
    const char *reg = NULL;
    if (is_store) {
        access.value = strtoull(words[2], NULL, 0);
        isa->store(t, &access, (cm_write_need){0});
    } else if (is_add) {
        isa->increment(t, &access, strcmp(words[2], "split") == 0);
    } else {
        isa->load(t, &access, (cm_write_need){0}, &reg);
        /* Register `name` of conditions. */
        unsigned bits;
        if (w->scope.register_count == MOST_REGISTERS)
            cm_fail(w->suite->work, cell, "there are more than %d loads", MOST_REGISTERS);
        w->registers[w->scope.register_count++] = (cm_enum_axis){
            words[1], cm_isa_for(t->arch)->register_name(w->suite->work->arena, reg, &bits)};
    }
}

/* Instructions, with ';' between them. */
static void write_cell(writing *w, int thread, cm_place cell)
{
    for (char *next = cm_suite_expanded(&w->scope, cell); *next;) {
        char *text = next + strspn(next, " ");
        next += strcspn(next, ";");
        if (*next)
            *next++ = '\0';
        for (size_t end = strlen(text); end > 0 && text[end - 1] == ' ';)
            text[--end] = '\0';
        if (*text)
            write_instruction(w, thread, cell, text);
    }
}

/* "P0@ptx,cta 0,gpu 0": the instruction set by its word, or that of the whole test. */
static void open_thread(writing *w, cm_place cell)
{
    cm_work *work = w->suite->work;
    if (w->thread_count == MOST_THREADS)
        cm_fail(work, cell, "there are more than %d threads", MOST_THREADS);
    const char *head = cm_suite_expanded(&w->scope, cell), *word = head + strcspn(head, "@");
    word += *word == '@';
    size_t length = strcspn(word, ",");
    int own = CM_CMCM;
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const cm_isa *isa = cm_isa_for((cm_arch)arch);
        bool is_said = strlen(isa->word) == length && strncmp(isa->word, word, length) == 0;
        if (is_said || (own == CM_CMCM && strcmp(isa->name, w->arch) == 0))
            own = arch;
    }
    if (own == CM_CMCM || !cm_isa_for((cm_arch)own)->writer)
        cm_fail(work, cell,
                "`%s` does not name its instruction set, expected one after @, or that of a test "
                "of %s",
                head, w->arch);
    cm_text *init = CM_NEW(work->arena, cm_text);
    *init = cm_text_new(work->arena);
    w->heads[w->thread_count] = head;
    w->threads[w->thread_count] = cm_writer_open(work, (cm_arch)own, w->thread_count, init, NULL,
                                                 cm_cycle_location, w->location_count);
    w->threads[w->thread_count].place = cell;
    w->thread_count++;
}

/* Which lines are rows: they end in ';'. */
static void write_threads(writing *w, size_t first, size_t past)
{
    for (size_t i = first; i < past; i++) {
        cm_place row = w->block->lines[i];
        if (cm_place_text(row)[row.length - 1] != ';')
            cm_fail(w->suite->work, row, "expected a row of threads, which ends in ;");
        row.length--;
        for (int t = 0; row.length || t < w->thread_count; t++) {
            cm_place cell = cm_suite_cut(&row, '|');
            if (i == first)
                open_thread(w, cell);
            else if (t < w->thread_count)
                write_cell(w, t, cell);
            else
                cm_fail(w->suite->work, cell, "there are more cells than threads");
        }
    }
}

/* ---- tests ------------------------------------------------------------------- */

/* From `exists`, `~exists` or `forall` on. */
static bool begins_condition(cm_place line)
{
    cm_place word = cm_suite_cut(&line, ' ');
    return cm_place_is(word, "exists") || cm_place_is(word, "~exists") ||
           cm_place_is(word, "forall");
}

/* How many of x, y, z the line of the initial state has, "x=0; y=0;". */
static int count_locations(cm_place line)
{
    int count = 0;
    while (line.length && count < LOCATIONS)
        count += *cm_place_text(cm_suite_cut(&line, ';')) == 'x' + count;
    return count;
}

static void write_litmus(cm_text *out, writing *w)
{
    const cm_place *lines = w->block->lines;
    size_t count = w->block->count, rows = 0, condition;
    for (bool is_last = false; rows < count && !is_last; rows++) {
        is_last = cm_place_text(lines[rows])[lines[rows].length - 1] == '}';
        w->location_count += is_last ? 0 : count_locations(lines[rows]);
    }
    for (condition = rows; condition < count && !begins_condition(lines[condition]);)
        condition++;
    if (condition == rows || condition == count || w->location_count > LOCATIONS)
        cm_fail(w->suite->work, w->block->name,
                "expected an initial state, rows of threads and a condition");
    write_threads(w, rows, condition);
    for (size_t i = 0; i < rows; i++) {
        /* Registers stand on lines of their own before the last one, "}". */
        for (int t = 0; i > 0 && i + 1 == rows && t < w->thread_count; t++)
            cm_columns_init(out, w->threads[t].init->data);
        cm_text_append(out, "%s\n", cm_suite_expanded(&w->scope, lines[i]));
    }
    cm_writers_print(out, w->threads, w->heads, w->thread_count);
    for (size_t i = condition; i < count; i++)
        cm_text_append(out, "%s\n", cm_suite_expanded(&w->scope, lines[i]));
}

static bool copy_body(void *context, const cm_enum_test *test)
{
    cm_text_add_bytes(context, test->text + test->body, test->length - test->body);
    return false;
}

/* "family sb P0.gpu=0 order=rlx" */
static void write_family(cm_text *out, writing *w, cm_place line)
{
    cm_arena *arena = w->suite->work->arena;
    char *state, *text = cm_suite_expanded(&w->scope, line);
    cm_enum_request request = {
        .name = strtok_r(text, " ", &state), .cpu = w->suite->cpu_asked, .arch = w->arch};
    const char **axes = NULL;
    int capacity = 0;
    for (const char *axis; request.name && (axis = strtok_r(NULL, " ", &state));)
        CM_PUSH(arena, axes, request.axis_count, capacity, axis);
    request.axes = axes;
    if (!request.name || !cm_cycle_shape_named(request.name))
        cm_fail(w->suite->work, line, "expected the name of a family");
    cm_family_run(w->suite->work, &request, copy_body, out);
}

size_t cm_suite_write(cm_text *out, const cm_suite *s, const char *const *values)
{
    cm_arena *arena = s->work->arena;
    writing w = {.suite = s, .scope = {.suite = s, .values = values}};
    w.scope.registers = w.registers;
    cm_place line = cm_suite_line(s->block, "test"), title = cm_suite_line(s->block, "title");
    const char *test = cm_suite_expanded(&w.scope, line);
    w.block = cm_suite_find_block(&s->file, "test", test, strlen(test));
    if (!w.block)
        cm_fail(s->work, line, "the file has no test %s, expected one", test);
    w.arch = cm_suite_expanded(&w.scope, cm_suite_line(s->block, "arch"));
    cm_enum_axis *axes = CM_NEW_ARRAY(arena, (size_t)s->axis_count, cm_enum_axis);
    for (int i = 0; i < s->axis_count; i++)
        axes[i] = (cm_enum_axis){s->axes[i], values[i]};
    size_t body = cm_enum_open(out, w.arch, cm_suite_name(s, values),
                               cm_suite_expanded(&w.scope, title.source ? title : w.block->rest),
                               axes, s->axis_count);
    cm_place first = w.block->count ? w.block->lines[0] : w.block->name;
    if (cm_place_is(cm_suite_cut(&first, ' '), "family"))
        write_family(out, &w, first);
    else
        write_litmus(out, &w);
    return body;
}
