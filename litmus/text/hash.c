/* The hash of a test: of its initial state, code and what it observes; neither of its
 * name, quantifier nor constants compared, so that the same program asked another
 * question keeps its hash (docs/output.md).
 *
 * For the architectures that the reference simulator reads it is that simulator's
 * (herdtools7: lib/testHash.ml): the MD5 of three MD5s, of
 *     the initial state   "0:X1=x; int64_t y=0; int t[2]": as written, registers first,
 *                         sorted by name; the values of an array do not count
 *     the code            a table with a row for each instruction or label; instructions
 *                         as the simulator prints them, labels renamed to L00, L01, ...
 *     what is observed    "0:X0; x; t[1]"
 * A test may say its hash itself (Hash=...), which then counts. Where the simulator's way
 * to print an instruction is not known, and for GPUs, it is the MD5 of the test as we
 * print it.
 */
#include "litmus/isa/hash.h"

#include "litmus/isa/isa.h"
#include "litmus/text/column.h"
#include "litmus/text/md5.h"
#include "litmus/text/print.h"
#include "litmus/text/text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DIGEST = 16 };

/* ---- labels ---------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Labels of one name in several threads count once. */
static cm_hash_labels find_labels(cm_arena *arena, const cm_test *test)
{
    cm_hash_labels labels = {.arena = arena};
    int total = 0, kept = 0;
    for (int t = 0; t < test->thread_count; t++)
        total += test->threads[t].label_count;
    labels.names = CM_NEW_ARRAY(arena, (size_t)total, const char *);
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].label_count; i++)
            if (test->threads[t].labels[i].name[0] != ' ')
                labels.names[labels.count++] = test->threads[t].labels[i].name;
    if (labels.count > 0)
        qsort(labels.names, (size_t)labels.count, sizeof *labels.names, by_name);
    for (int i = 0; i < labels.count; i++)
        if (i == 0 || strcmp(labels.names[i], labels.names[kept - 1]) != 0)
            labels.names[kept++] = labels.names[i];
    labels.count = kept;
    return labels;
}

/* ---- the three parts --------------------------------------------------- */

static int by_place(int thread_a, const char *a, int thread_b, const char *b)
{
    bool memory_a = thread_a < 0, memory_b = thread_b < 0;
    if (memory_a != memory_b)
        return memory_a ? 1 : -1;
    return thread_a != thread_b ? (thread_a > thread_b) - (thread_a < thread_b) : strcmp(a, b);
}

static int compare_given(const void *left, const void *right)
{
    const cm_init_item *a = left, *b = right;
    return by_place(a->thread, a->name, b->thread, b->name);
}

static void add_place(cm_text *text, int thread, const char *name)
{
    if (thread >= 0 && thread < INT_MAX)
        cm_text_append(text, "%d:", thread);
    cm_text_add(text, name);
}

static void hash_init(cm_text *text, const cm_test *test)
{
    size_t count = (size_t)test->given_count;
    cm_init_item *items = CM_NEW_ARRAY(text->arena, count, cm_init_item);
    for (size_t i = 0; i < count; i++)
        items[i] = test->given[i];
    if (count > 0)
        qsort(items, count, sizeof *items, compare_given);
    for (size_t i = 0; i < count; i++) {
        cm_text_append(text, "%s%s%s%s", i > 0 ? "; " : "", items[i].type,
                       items[i].type[0] ? " " : "", items[i].pointer ? "*" : "");
        add_place(text, items[i].thread, items[i].name);
        if (items[i].count > 0)
            cm_text_append(text, "[%u]", items[i].count);
        else
            cm_text_append(text, "=%s", items[i].value);
    }
}

/* False: an instruction that the simulator prints in a way that is not known. */
static bool fill_column(const cm_test *test, const cm_thread *thread, const cm_hash_labels *labels,
                        cm_column *c)
{
    cm_arena *arena = labels->arena;
    const cm_isa *isa = cm_isa_for(thread->arch);
    cm_work work = {.arena = arena};
    int label = 0;
    for (int i = 0; i <= thread->own_instructions; i++) {
        for (; label < thread->label_count && thread->labels[label].instruction <= i; label++)
            if (thread->labels[label].name[0] != ' ')
                cm_column_add(arena, c,
                              cm_arena_printf(
                                  arena, "%s:", cm_hash_label(labels, thread->labels[label].name)));
        if (i == thread->own_instructions)
            break;
        cm_place place = thread->instructions[i].place;
        cm_lexer lex = cm_lexer_over(&work, test->source, place.offset, place.offset + place.length,
                                     isa->slash_comments);
        const char *row = isa->hash_text(arena, thread->instructions[i].insn, lex, labels);
        if (!row)
            return false;
        cm_column_add(arena, c, row);
    }
    return true;
}

static bool hash_code(cm_text *text, const cm_test *test)
{
    cm_hash_labels labels = find_labels(text->arena, test);
    cm_column *columns = CM_NEW_ARRAY(text->arena, (size_t)test->thread_count, cm_column);
    for (int t = 0; t < test->thread_count; t++)
        if (!fill_column(test, &test->threads[t], &labels, &columns[t]))
            return false;
    cm_columns_print(text, columns, test->thread_count);
    return true;
}

static int compare_asked(const void *left, const void *right)
{
    const cm_asked *a = left, *b = right;
    if ((a->element < 0) != (b->element < 0))
        return a->element < 0 ? -1 : 1;
    int order = by_place(a->thread, a->name, b->thread, b->name);
    return order != 0 ? order : a->element - b->element;
}

static void hash_observed(cm_text *text, const cm_test *test)
{
    size_t count = (size_t)test->asked_count;
    cm_asked *items = CM_NEW_ARRAY(text->arena, count, cm_asked);
    for (size_t i = 0; i < count; i++)
        items[i] = test->asked[i];
    if (count > 0)
        qsort(items, count, sizeof *items, compare_asked);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && compare_asked(&items[i - 1], &items[i]) == 0)
            continue;
        cm_text_add(text, i > 0 ? "; " : "");
        add_place(text, items[i].thread, items[i].name);
        if (items[i].element >= 0)
            cm_text_append(text, "[%d]", items[i].element);
    }
}

/* ---- the whole -------------------------------------------------------- */

/* What MemoryType and MT say counts, too: such tests are not read. */
static bool has_own_hash(const cm_test *test, char hash[33])
{
    for (int i = 0; i < test->metadata_count; i++) {
        const char *value = test->metadata[i].value;
        if (strcasecmp(test->metadata[i].key, "Hash") != 0 || strlen(value) != 32 ||
            strspn(value, "0123456789abcdef") != 32)
            continue;
        memcpy(hash, value, 33);
        return true;
    }
    return false;
}

static bool hash_as_simulator(cm_arena *arena, const cm_test *test, char hash[33])
{
    cm_text parts[3];
    for (int i = 0; i < 3; i++)
        parts[i] = cm_text_new(arena);
    for (int t = 0; t < test->thread_count; t++)
        if (!cm_isa_for(test->threads[t].arch)->hash_text)
            return false;
    if (test->arch == CM_CMCM || test->unnamed_given || !hash_code(&parts[1], test))
        return false;
    hash_init(&parts[0], test);
    hash_observed(&parts[2], test);
    unsigned char digests[3 * DIGEST];
    for (int i = 0; i < 3; i++)
        cm_md5_digest(parts[i].data, parts[i].length, digests + i * DIGEST);
    cm_md5((const char *)digests, sizeof digests, hash);
    return true;
}

/* A thread whose lines of the source have no columns. */
static cm_thread without_columns(cm_arena *arena, cm_thread thread)
{
    const cm_instruction *from = thread.instructions;
    thread.instructions = CM_NEW_ARRAY(arena, (size_t)thread.instruction_count, cm_instruction);
    for (int i = 0; i < thread.instruction_count; i++) {
        thread.instructions[i] = from[i];
        thread.instructions[i].where = from[i].line;
    }
    return thread;
}

/* Where locations live is no part of the program, nor columns of a kernel's source. */
static const cm_test *without_places(cm_arena *arena, const cm_test *test)
{
    cm_test *copy = CM_NEW(arena, cm_test);
    *copy = *test;
    copy->locations = CM_NEW_ARRAY(arena, (size_t)test->location_count, cm_location);
    for (int i = 0; i < test->location_count; i++) {
        copy->locations[i] = test->locations[i];
        copy->locations[i].home = (cm_home){0};
    }
    copy->threads = CM_NEW_ARRAY(arena, (size_t)test->thread_count, cm_thread);
    for (int t = 0; t < test->thread_count; t++)
        copy->threads[t] = without_columns(arena, test->threads[t]);
    return copy;
}

/* ---- languages with several spellings ------------------------------------ */

typedef struct operations {
    cm_text *text;
    const cm_test *test;
    const cm_thread *thread;
    int *temporaries; /* by register: in the order in which they come up, from 1; 0: not yet */
    int count;
} operations;

static void add_register(operations *o, int reg)
{
    const char *name = reg < 0 ? "_" : o->thread->registers[reg].name;
    if (name[0] != '.') {
        cm_text_add(o->text, name);
        return;
    }
    if (o->temporaries[reg] == 0)
        o->temporaries[reg] = ++o->count;
    cm_text_append(o->text, ".%d", o->temporaries[reg]);
}

static void add_expr(operations *o, const cm_expr *e)
{
    uint64_t offset = 0;
    if (!e) {
        cm_text_add(o->text, "-");
    } else if (e->op == CM_OP_REG) {
        add_register(o, e->reg);
    } else if (e->op == CM_OP_CONST) {
        int location = cm_test_locate(o->test, e->imm, &offset);
        if (location >= 0)
            cm_text_append(o->text, "%s+", o->test->locations[location].name);
        cm_text_append(o->text, "%llu", (unsigned long long)(location < 0 ? e->imm : offset));
    } else {
        cm_text_append(o->text, "(%d/%d/%llu ", (int)e->op, e->bits, (unsigned long long)e->imm);
        const cm_expr *of[] = {e->a, e->b, e->c};
        for (int i = 0; i < 3 && of[i]; i++)
            add_expr(o, of[i]);
        cm_text_add(o->text, ")");
    }
    cm_text_add(o->text, " ");
}

static void add_operations(cm_text *text, const cm_test *test, const cm_thread *thread)
{
    operations o = {text, test, thread,
                    CM_NEW_ARRAY(text->arena, (size_t)thread->register_count + 1, int), 0};
    const cm_placement *at = &thread->at;
    cm_text_append(text, "%d %d %d %d %d %d %d %d %s\n", at->cta, at->cluster, at->gpu, at->system,
                   at->domain, at->wave, at->tid, at->split, thread->target ? thread->target : "");
    for (int i = 0; i < thread->register_count; i++) {
        const cm_register *r = &thread->registers[i];
        if (r->name[0] != '.' && (r->init->op != CM_OP_CONST || r->init->imm != 0)) {
            cm_text_append(text, "%s=", r->name);
            add_expr(&o, r->init);
        }
    }
    for (int i = 0; i < thread->step_count; i++) {
        const cm_step *s = &thread->steps[i];
        bool begins = i > 0 && s->instruction != s[-1].instruction;
        const cm_expr *of[] = {s->guard, s->undefined, s->addr, s->value, s->quorum};
        cm_text_append(text, "%d %d %d %d %d %d ", begins, (int)s->kind, s->width,
                       s->rmw < 0 ? s->rmw : i - s->rmw, s->control,
                       s->target < 0 ? 0 : s->target - i);
        if (s->kind != CM_STEP_BRANCH)
            add_register(&o, s->dst);
        for (const char *const *tag = s->tags; *tag; tag++)
            cm_text_append(text, " %s", *tag);
        for (int k = 0; k < 5; k++)
            add_expr(&o, of[k]);
        cm_text_add(text, "\n");
    }
}

/* A test is the same in C++, CUDA, HIP and GNU C. */
static void hash_operations(cm_arena *arena, const cm_test *test, char hash[33])
{
    cm_text text = cm_text_new(arena);
    cm_text_add(&text, test->head->is_opencl ? "OPENCL\n" : "C++\n");
    for (int i = 0; i < test->location_count; i++) {
        const cm_location *l = &test->locations[i];
        cm_text_add(&text, l->name);
        for (uint32_t k = 0; k < l->count; k++)
            cm_text_append(&text, " %llu", (unsigned long long)l->init[k]);
        for (const char *const *tag = l->tags; tag && *tag; tag++)
            cm_text_append(&text, " %s", *tag);
        cm_text_add(&text, "\n");
    }
    for (int t = 0; t < test->thread_count; t++)
        add_operations(&text, test, &test->threads[t]);
    hash_observed(&text, test);
    cm_md5(text.data, text.length, hash);
}

void cm_test_hash(cm_work *work, const cm_test *test, char hash[33])
{
    if (has_own_hash(test, hash) || hash_as_simulator(work->arena, test, hash))
        return;
    bool all = test->head != NULL;
    for (int t = 0; t < test->thread_count; t++)
        all = all && cm_isa_for(test->threads[t].arch)->function;
    if (all) {
        hash_operations(work->arena, test, hash);
        return;
    }
    cm_text text = cm_text_new(work->arena);
    cm_text_append(&text, "%s\n", cm_arch_name(test->arch));
    test = without_places(work->arena, test);
    cm_print_init(&text, test);
    cm_print_program(&text, test);
    cm_print_observed(&text, test);
    cm_md5(text.data, text.length, hash);
}
