/* What explain and repair say of published tests is true: the same checks as of our own
 * (explain_help.h, repair_help.h), for every test of the compound collection and 1,000 others.
 * Every 15th of them, unless CMCM_TEST_ALL is set. */
#include "tests/unit/explain_help.h"
#include "tests/unit/repair_help.h"

#include <stdio.h>
#include <stdlib.h>

enum { SAMPLE = 15 };

typedef struct collection {
    const char *folder, *model;
    int wanted; /* tests; 0: all */
} collection;

typedef struct counts {
    int tests, forbidden, allowed, impossible, unknown;
    int repairs, changes, judged, compared, unrepaired, repair_unknown;
} counts;

/* ---- a test ------------------------------------------------------------------------ */

static void count_explained(counts *n, const cm_explanation *x)
{
    n->forbidden += x->verdict == CM_EXPLAINED_FORBIDDEN;
    n->allowed += x->verdict == CM_EXPLAINED_ALLOWED;
    n->impossible += x->verdict == CM_EXPLAINED_IMPOSSIBLE;
    n->unknown += x->verdict == CM_EXPLAINED_UNKNOWN;
}

static void check_explained(const char *path, const char *model, counts *n)
{
    explained b = {0};
    checker_start_model(&b.c, model, NULL);
    cm_source *source = cm_source_read(&b.c.cat.work, path);
    b.test = source ? cm_litmus_parse(&b.c.cat.work, source) : NULL;
    if (!b.test)
        fail_msg("%s: %s", path, cat_messages(&b.c.cat));
    explain(&b);
    check_explanation(&b, true);
    count_explained(n, b.x);
    checker_end(&b.c);
}

static void count_repaired(counts *n, const repaired *b)
{
    n->repairs += b->x->count;
    for (int i = 0; i < b->x->count; i++)
        n->changes += b->x->proposals[i].count;
    n->judged += b->judged;
    n->unrepaired += b->x->verdict == CM_REPAIR_IMPOSSIBLE;
    n->repair_unknown += b->x->verdict == CM_REPAIR_UNKNOWN;
}

static void check_repaired(const char *path, const char *model, counts *n)
{
    repaired b;
    cm_repair_options options = how(false);
    open_repaired(&b, path, model, &options);
    check_forms(&b);
    check_proposals(&b);
    if (program_count(&b) <= MOST_PROGRAMS) {
        compare_with_all(&b);
        n->compared++;
    }
    count_repaired(n, &b);
    close_repaired(&b);
}

/* ---- a collection --------------------------------------------------------------------- */

static const char *corpus_path(char *path, size_t size, const char *rest)
{
    const char *corpus = getenv("CMCM_CORPUS");
    snprintf(path, size, "%s%s/%s", corpus ? corpus : cat_library(),
             corpus ? "" : "/../../shared/corpus", rest);
    return path;
}

/* The tests that the table names, one a line: its first column. */
static int read_names(cm_arena *arena, const char *folder, char ***names)
{
    char path[4096], relative[256];
    snprintf(relative, sizeof relative, "%s/expected.tsv", folder);
    FILE *file = fopen(corpus_path(path, sizeof path, relative), "r");
    if (!file)
        return 0;
    char *line = NULL;
    size_t size = 0;
    int count = 0, capacity = 0;
    while (getline(&line, &size, file) > 0) {
        if (line[0] == '#')
            continue;
        line[strcspn(line, "\t\n")] = 0;
        CM_RESERVE(arena, *names, count, capacity);
        (*names)[count++] = cm_arena_printf(arena, "%s", line);
    }
    free(line);
    fclose(file);
    return count;
}

static void check_collection(const collection *k)
{
    cm_arena *arena = cm_arena_new(0);
    char **names = NULL;
    int count = read_names(arena, k->folder, &names);
    if (count == 0) {
        cm_arena_free(arena);
        print_message("no collection %s; CMCM_CORPUS names another folder\n", k->folder);
        skip();
    }
    counts n = {0};
    int wanted = k->wanted > 0 && k->wanted < count ? k->wanted : count;
    for (int i = 0; i < wanted; i += getenv("CMCM_TEST_ALL") ? 1 : SAMPLE) {
        char path[4096], relative[2048];
        const char *name = names[(long)i * count / wanted];
        snprintf(relative, sizeof relative, "%s/%s", k->folder, name);
        corpus_path(path, sizeof path, relative);
        check_explained(path, k->model, &n);
        check_repaired(path, k->model, &n);
        n.tests++;
    }
    print_message("%s: %d tests: %d forbidden, %d allowed, %d impossible, %d unknown; %d repairs "
                  "of %d changes, %d programs judged by the oracle, %d tests with every program "
                  "tried, %d not repaired, %d unknown\n",
                  k->folder, n.tests, n.forbidden, n.allowed, n.impossible, n.unknown, n.repairs,
                  n.changes, n.judged, n.compared, n.unrepaired, n.repair_unknown);
    assert_true(n.forbidden > 0 && n.allowed > 0);
    assert_true(n.judged > 0 || n.repairs == 0);
    cm_arena_free(arena);
}

#define COLLECTION(name, folder, model, wanted)                                                    \
    TEST(name)                                                                                     \
    {                                                                                              \
        check_collection(&(collection){folder, model, wanted});                                    \
    }

COLLECTION(compound, "COMPOUND", "cmcm", 0)
COLLECTION(ptx, "PTX", "ptx", 0)
COLLECTION(x86, "X86", "x86tso", 200)
COLLECTION(aarch64, "AARCH64", "arm", 350)
COLLECTION(riscv, "RISCV", "riscv", 254)
