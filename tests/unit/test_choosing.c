/* explain/choosing.h: all programs without some of their items as one problem say what a check of
 * each by itself does. */
#include "explain/choosing.h"

#include "litmus/isa/weaken.h"
#include "tests/unit/checker_help.h"

enum { MOST_ITEMS = 6 };

typedef struct bench {
    checker c;
    cm_ordering *items;
    int count;
    cm_ordering_choice at[MOST_ITEMS];
} bench;

static bool allows_alone(bench *b, unsigned removed)
{
    bool marks[MOST_ITEMS];
    for (int i = 0; i < b->count; i++)
        marks[i] = removed >> i & 1;
    cm_test *test = cm_test_without(b->c.cat.arena, b->c.job.test, b->items, marks, b->count);
    test->quantifier = CM_EXISTS;
    cm_check_options options = {.question = true, .no_flags = true};
    return cm_check_answer(checker_run(&b->c, b->c.cat.model, test, &options)) == CM_YES;
}

/* By place: the number of its form in the program without these items. */
static int *forms_of(bench *b, const cm_test *test, unsigned removed)
{
    int *forms = CM_NEW_ARRAY(b->c.cat.arena, (size_t)test->form_places + 1, int);
    for (int i = 0; i < b->count; i++)
        if (removed >> i & 1)
            forms[b->at[i].place] |= (int)b->at[i].bit;
    return forms;
}

/* A program, or, where a place is free, all that differ there. */
static bool find(bench *b, cm_choosing *all, const cm_test *test, const int *wanted,
                 const bool *is_free)
{
    bool **forms = CM_NEW_ARRAY(b->c.cat.arena, (size_t)test->form_places + 1, bool *);
    int *found = CM_NEW_ARRAY(b->c.cat.arena, (size_t)test->form_places + 1, int);
    const char *limit = NULL;
    for (int place = 0; place < test->form_places; place++) {
        forms[place] = CM_NEW_ARRAY(b->c.cat.arena, (size_t)test->form_counts[place], bool);
        for (int f = 0; f < test->form_counts[place]; f++)
            forms[place][f] = is_free[place] || f == wanted[place];
    }
    bool allows = cm_choosing_find(all, (const bool *const *)forms, found, &limit);
    assert_null(limit);
    for (int place = 0; allows && place < test->form_places; place++)
        assert_true(forms[place][found[place]]);
    return allows;
}

/* What was not needed for a no may be anything. True when there was such a place. */
static bool forbids_without_the_rest(bench *b, cm_choosing *all, const cm_test *test,
                                     const int *forms)
{
    bool *is_free = CM_NEW_ARRAY(b->c.cat.arena, (size_t)test->form_places + 1, bool), any = false;
    for (int place = 0; place < test->form_places; place++)
        any |= is_free[place] = !cm_choosing_needs(all, place);
    assert_false(find(b, all, test, forms, is_free));
    return any;
}

/* How often a no did not need all places, and an execution did for another program, too. */
static int freed, shown_again;

/* shown: of programs, that they allow the outcome, by the execution of another one. */
static bool allows_at_once(bench *b, cm_choosing *all, const cm_test *test, unsigned removed,
                           bool *shown)
{
    const int *forms = forms_of(b, test, removed);
    bool *none = CM_NEW_ARRAY(b->c.cat.arena, (size_t)test->form_places + 1, bool);
    bool allows = find(b, all, test, forms, none);
    if (!allows)
        freed += forbids_without_the_rest(b, all, test, forms);
    for (int i = 0; i < b->count; i++) {
        unsigned other = removed ^ 1u << i;
        bool again = cm_choosing_allows_again(all, forms_of(b, test, other));
        shown[other] |= again;
        shown_again += again;
    }
    return allows;
}

/* Into every access of the test, of each kind: those that are none change nothing. */
static void add_dependencies(bench *b)
{
    cm_arena *arena = b->c.cat.arena;
    const cm_test *test = b->c.job.test;
    int capacity = b->count;
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 1; i < test->threads[t].step_count && b->count < MOST_ITEMS; i++) {
            const cm_step *step = &test->threads[t].steps[i];
            if (step->kind != CM_STEP_LOAD && step->kind != CM_STEP_STORE)
                continue;
            for (cm_ordering_kind k = CM_ORDERING_ADDR; k <= CM_ORDERING_CTRL; k++) {
                if (b->count == MOST_ITEMS)
                    break;
                CM_RESERVE(arena, b->items, b->count, capacity);
                b->items[b->count++] = cm_ordering_dependency(k, t, step->instruction);
            }
        }
}

/* How many programs were compared, and whether some forbid and some allow. */
static int compare(const char *path, const char *model, bool *differ)
{
    bench b = {0};
    checker_start_model(&b.c, model, NULL);
    cm_source *source = cm_source_read(&b.c.cat.work, path);
    b.c.job.test = source ? cm_litmus_parse(&b.c.cat.work, source) : NULL;
    if (!b.c.job.test)
        fail_msg("%s", cat_messages(&b.c.cat));
    b.count = cm_orderings_of(b.c.cat.arena, b.c.job.test, &b.items);
    if (b.count < MOST_ITEMS)
        add_dependencies(&b);
    cm_test *test = b.count > 0 && b.count <= MOST_ITEMS
                        ? cm_test_choosing(b.c.cat.arena, b.c.job.test, b.items, b.count, b.at)
                        : NULL;
    int programs = test ? 1 << b.count : 0, allowed = 0;
    bool at_once[1 << MOST_ITEMS], shown[1 << MOST_ITEMS] = {false};
    cm_check_options options = {.unroll = 2, .verify = true};
    cm_choosing *all = test ? cm_choosing_open(b.c.cat.arena, NULL, b.c.solver, b.c.cat.model, test,
                                               &options, b.c.job.test->condition, false)
                            : NULL;
    for (int i = 0; all && i < programs; i++)
        at_once[i] = allows_at_once(&b, all, test, (unsigned)i, shown);
    cm_choosing_close(all);
    for (int i = 0; all && i < programs; i++) {
        allowed += at_once[i];
        if (at_once[i] != allows_alone(&b, (unsigned)i))
            fail_msg("%s: program %x differs", path, (unsigned)i);
        if (shown[i] && !at_once[i])
            fail_msg("%s: program %x does not allow what another's execution showed", path,
                     (unsigned)i);
    }
    *differ = allowed > 0 && allowed < programs;
    checker_end(&b.c);
    return all ? programs : 0;
}

/* Every so many of a folder's tests, of which at least so many have programs of both verdicts. */
static const struct folder {
    const char *name, *model;
    int every, least;
} folders[] = {
    {"tests/litmus/arm", "arm", 3, 5},   {"tests/litmus/riscv", "riscv", 1, 1},
    {"tests/litmus/ptx", "ptx", 5, 3},   {"tests/litmus/cmcm", "cmcm", 3, 3},
    {"tests/litmus/cdna", "cdna", 9, 2}, {"tests/litmus/wave", "wave", 3, 2},
};

static void compare_folder(void **state)
{
    const struct folder *folder = *state;
    cm_arena *arena = cm_arena_new(0);
    int tests = 0, differing = 0;
    freed = shown_again = 0;
    for (char **path = unit_files(arena, folder->name, ".litmus", folder->every); *path; path++) {
        bool differ = false;
        tests += compare(*path, folder->model, &differ) > 0;
        differing += differ;
    }
    print_message("%s: %d tests, %d of them with both verdicts; %d no's that did not need all, %d "
                  "executions shown again\n",
                  folder->name, tests, differing, freed, shown_again);
    if (unit_sample() == 1 && (tests < 5 || differing < folder->least || shown_again == 0))
        fail_msg("%s: %d tests, %d of them with both verdicts", folder->name, tests, differing);
    cm_arena_free(arena);
}

TEST_ROWS(folders, compare_folder)
