/* What makes threads of PTX wait (PTX ISA 9.4): for their asynchronous copies (9.7.10.28.2 to
 * 9.7.10.28.4, 9.7.13.15.16), for the grid that they are dependents of (griddepcontrol), for their
 * CTA (bar). */
#include "litmus/isa/ptx/ptx.h"
#include "litmus/isa/waits.h"

#include <string.h>

enum { COPY_COST = 40, BARRIER_COST = 30, GRID_COST = 60, FEWER_COST = 10 };

static bool begins_with(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

static bool is_used(const cm_test *test, const char *word)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].instruction_count; i++)
            if (strstr(test->threads[t].instructions[i].text, word))
                return true;
    return false;
}

/* "p9", or the first below it that no instruction has. */
static const char *free_predicate(cm_arena *arena, const cm_test *test)
{
    const char *name = NULL;
    for (int number = 9; number >= 0; number--) {
        name = cm_arena_printf(arena, "p%d", number);
        if (!is_used(test, name))
            return name;
    }
    return NULL;
}

static const char *free_label(cm_arena *arena, const cm_test *test)
{
    const char *label = "LW";
    for (int number = 0; is_used(test, label); number++)
        label = cm_arena_printf(arena, "LW%d", number);
    return label;
}

/* "[m]" of "... [s], [x], 16, [m]": the object that an operation completes at. NULL: none. */
static const char *last_operand(cm_arena *arena, const char *text)
{
    const char *open = strrchr(text, '[');
    const char *close = open ? strchr(open, ']') : NULL;
    return close ? cm_arena_text(arena, open, (size_t)(close - open) + 1) : NULL;
}

/* Until the phase is over that the operation is part of; the first of the object. */
static void add_phase(cm_waits *waits, const cm_test *test, const char *text)
{
    cm_arena *arena = waits->arena;
    const char *object = last_operand(arena, text), *predicate = free_predicate(arena, test);
    const char *label = free_label(arena, test);
    if (!object || !predicate)
        return;
    cm_wait_form wait = {.count = 3, .for_all = true, .cost = COPY_COST};
    wait.texts[0] = cm_arena_printf(arena, "%s:", label);
    wait.texts[1] =
        cm_arena_printf(arena, "mbarrier.try_wait.parity.b64 %s, %s, 0", predicate, object);
    wait.texts[2] = cm_arena_printf(arena, "@!%s bra %s", predicate, label);
    cm_waits_add(waits, wait);
}

static void add_bulk_group(cm_waits *waits)
{
    static const char commit[] = "cp.async.bulk.commit_group";
    static const char *const all[] = {"cp.async.bulk.wait_group.read 0",
                                      "cp.async.bulk.wait_group 0"};
    for (int i = 0; i < 2; i++) {
        cm_waits_add(waits, (cm_wait_form){{all[i]}, 1, false, false, COPY_COST - 5 + 5 * i});
        cm_waits_add(waits,
                     (cm_wait_form){{commit, all[i]}, 2, false, false, COPY_COST + 5 + 5 * i});
    }
}

/* A wait that leaves groups unfinished, or only waits until they have read. */
static void add_fuller(cm_waits *waits, const char *text)
{
    static const char *const words[] = {"cp.async.bulk.wait_group.read", "cp.async.bulk.wait_group",
                                        "cp.async.wait_group"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if (!begins_with(text, words[i]) || text[length] != ' ')
            continue;
        const char *none = cm_arena_printf(waits->arena, "%s 0", words[i]);
        if (strcmp(none, text) != 0)
            cm_waits_add(waits, (cm_wait_form){{none}, 1, true, false, FEWER_COST});
        if (i == 0)
            cm_waits_add(waits, (cm_wait_form){{cm_arena_printf(waits->arena, "%s%s", words[1],
                                                                text + length)},
                                               1,
                                               true,
                                               false,
                                               FEWER_COST});
        return;
    }
}

static void begun(cm_waits *waits, const cm_test *test, int thread, const char *text)
{
    (void)thread;
    if (strstr(text, "mbarrier::complete_tx"))
        add_phase(waits, test, text);
    else if (strstr(text, ".bulk_group"))
        add_bulk_group(waits);
    else if (begins_with(text, "cp.async.") && strstr(text, ".wait_group"))
        add_fuller(waits, text);
    else if (begins_with(text, "cp.async.c") && !strstr(text, "commit"))
        cm_waits_add(waits, (cm_wait_form){{"cp.async.wait_all"}, 1, false, false, COPY_COST});
}

static void launch(cm_waits *waits)
{
    cm_waits_add(waits, (cm_wait_form){{"griddepcontrol.wait"}, 1, false, false, GRID_COST});
}

static const char *barrier(cm_arena *arena, int number)
{
    return cm_arena_printf(arena, "bar.sync %d", number);
}

const cm_isa_waits cm_ptx_waits = {begun, launch, barrier, BARRIER_COST};
