/* Lines of AMD's code that do the same from there on become one, once what nobody reads is gone
 * (amd_live.c): the first round of a loop is a copy of the others, made where less was known
 * (amd_walk.c). And of tries that are alike, where each comes behind the one that failed, one is
 * left: what the others did is a read, of which nothing is left (nv_poll.c). */
#include "import/amd.h"
#include "import/refine.h"

#include <string.h>

typedef struct joining {
    cm_amd_reading *r;
    cm_amd_kernel *k;
    size_t *text;            /* by line: how much of it is compared, not the label of a branch */
    int *next, *taken;       /* by line: lines that may come behind it; -1: none */
    int *same;               /* by line: the first one that does the same from there on */
    bool *placed, *labelled; /* by line; labelled: a jump leads there */
    cm_amd_line *out;
    size_t out_count, out_capacity;
    int *waiting;
    int waiting_count, waiting_capacity;
    bool *seen; /* by line; for leads_to */
    int *ways;
} joining;

static int compare_lines(const void *context, int left, int right)
{
    const joining *j = context;
    const cm_amd_line *a = &j->k->code[left], *b = &j->k->code[right];
    if (a->place.offset != b->place.offset)
        return a->place.offset < b->place.offset ? -1 : 1;
    if (j->text[left] != j->text[right])
        return j->text[left] < j->text[right] ? -1 : 1;
    return strncmp(a->text, b->text, j->text[left]);
}

int cm_amd_next_from(const cm_amd_kernel *k, size_t line)
{
    for (size_t steps = 0; line < k->count && steps <= k->count; steps++) {
        const char *text = k->code[line].text;
        bool jump = cm_amd_begins(text, "s_branch ");
        size_t target = cm_amd_target(k, text);
        bool does = *text && *text != '.' && !cm_amd_is_label(text);
        if (does && (!jump || target == k->count))
            return (int)line;
        line = jump ? target : line + 1;
    }
    return line < k->count ? (int)line : -1;
}

static void find_same(joining *j)
{
    for (size_t i = 0; i < j->k->count; i++) {
        const char *text = j->k->code[i].text;
        const char *label = cm_amd_is_branch(text) ? strrchr(text, ' ') : NULL;
        size_t target = cm_amd_target(j->k, text);
        bool known = label && target < j->k->count; /* or the label is refused later */
        j->text[i] = known ? (size_t)(label - text) : strlen(text);
        j->taken[i] = known ? cm_amd_next_from(j->k, target) : -1;
        j->next[i] = cm_amd_goes_on(text) ? cm_amd_next_from(j->k, i + 1) : -1;
    }
    cm_refine(j->r->import->work->arena, (int)j->k->count, j->next, j->taken, compare_lines, j,
              j->same);
}

static void add_line(joining *j, const cm_amd_line *as, const char *text)
{
    CM_RESERVE(j->r->import->work->arena, j->out, j->out_count, j->out_capacity);
    j->out[j->out_count] = *as;
    j->out[j->out_count++].text = text;
}

/* A jump there, by the words of the branch. */
static void add_jump(joining *j, const cm_amd_line *as, const char *words, int to)
{
    add_line(j, as, cm_arena_printf(j->r->import->work->arena, "%s .Lsame_%d", words, to));
    j->labelled[to] = true;
}

/* What waits last is placed first. */
static void wait_for(joining *j, int to)
{
    CM_PUSH(j->r->import->work->arena, j->waiting, j->waiting_count, j->waiting_capacity, to);
}

static bool leads_to(const joining *j, int from, int to)
{
    int count = 0;
    memset(j->seen, 0, j->k->count * sizeof *j->seen);
    for (int at = j->same[from]; at != to; at = j->ways[--count]) {
        const int next[] = {j->next[at], j->taken[at]};
        for (int i = 0; i < 2; i++) {
            int way = next[i] < 0 ? -1 : j->same[next[i]];
            if (way >= 0 && !j->seen[way]) {
                j->seen[way] = true;
                j->ways[count++] = way;
            }
        }
        if (count == 0)
            return false;
    }
    return true;
}

/* Does the loop go on where the branch jumps, and end behind it? What comes after the loop is
 * placed behind it then: a jump back over it would not be the loop's own. */
static bool leaves_loop(const joining *j, int at)
{
    return leads_to(j, j->taken[at], at) && !leads_to(j, j->next[at], at);
}

/* The line that is placed behind the branch. */
static int place_branch(joining *j, int at)
{
    const cm_amd_line *from = &j->k->code[at];
    int next = j->same[j->next[at]], taken = j->same[j->taken[at]];
    add_jump(j, from, cm_arena_text(j->r->import->work->arena, from->text, j->text[at]), taken);
    if (j->placed[taken] || !leaves_loop(j, at)) {
        wait_for(j, taken);
        return next;
    }
    add_jump(j, from, "s_branch", next);
    wait_for(j, next);
    return taken;
}

/* The line and those that it goes on to. */
static void place_chain(joining *j, int at)
{
    cm_arena *arena = j->r->import->work->arena;
    const cm_amd_line *from = &j->k->code[at];
    while (at >= 0) {
        at = j->same[at];
        if (j->placed[at]) {
            add_jump(j, from, "s_branch", at);
            return;
        }
        j->placed[at] = true;
        from = &j->k->code[at];
        if (j->labelled[at])
            add_line(j, from, cm_arena_printf(arena, ".Lsame_%d:", at));
        int next = j->next[at], taken = j->taken[at];
        if (taken < 0)
            add_line(j, from, from->text);
        else if (next >= 0)
            next = place_branch(j, at);
        at = next < 0 ? taken : next; /* s_branch goes where it jumps */
    }
}

/* ---- tries ------------------------------------------------------------------------------------
 */

static const cm_amd_operand scc = {.first = CM_AMD_SCC, .count = 1};
static const cm_amd_operand vcc = {.first = CM_AMD_VCC, .count = 2};

/* The line that ends what begins there with a choice between two ways; -1: it does more than to
 * read, or what it reads first hangs on what it sets. */
static int end_of_try(const joining *j, const cm_amd_parts *parts, int at)
{
    enum { LONGEST = 64 };
    cm_amd_live set = {{0}}, read = {{0}};
    for (int steps = 0; steps < LONGEST && at >= 0; steps++, at = j->next[at]) {
        at = j->same[at];
        const cm_amd_parts *p = &parts[at];
        bool wakes = strcmp(p->opcode, "s_mov_b64") == 0 && p->operands[0].first == CM_AMD_EXEC &&
                     p->operands[1].is_number && p->operands[1].number == 1;
        bool writes = cm_amd_writes_first(p);
        if (!cm_amd_only_reads(p) || strstr(p->opcode, "_co_") ||
            (!wakes &&
             (strstr(p->opcode, "exec") || (p->count > 0 && p->operands[0].first == CM_AMD_EXEC))))
            return -1;
        for (int o = writes; o < p->count; o++)
            if (!cm_amd_live_has(&set, &p->operands[o]))
                cm_amd_live_add(&read, &p->operands[o]);
        if (cm_amd_reads_scc(p) && !cm_amd_live_has(&set, &scc))
            cm_amd_live_add(&read, &scc);
        if (cm_amd_reads_vcc(p) && !cm_amd_live_has(&set, &vcc))
            cm_amd_live_add(&read, &vcc);
        if (j->taken[at] >= 0 && j->next[at] >= 0)
            return cm_amd_live_meet(&set, &read) ? -1 : at;
        if (writes && !wakes && p->count > 0)
            cm_amd_live_add(&set, &p->operands[0]);
        if (cm_amd_sets_scc(p))
            cm_amd_live_add(&set, &scc);
    }
    return -1;
}

/* From there and from there on, up to such an end. */
static bool try_alike(const joining *j, int a, int b, int end)
{
    for (;; a = j->next[a], b = j->next[b]) {
        if (a < 0 || b < 0)
            return false;
        a = j->same[a];
        b = j->same[b];
        if (j->text[a] != j->text[b] ||
            strncmp(j->k->code[a].text, j->k->code[b].text, j->text[a]) != 0)
            return false;
        if (a == end)
            return j->taken[b] >= 0 && j->next[b] >= 0;
    }
}

/* Leaves out tries behind which another one follows. Was there one? */
static bool join_tries(joining *j)
{
    const cm_amd_parts *parts = cm_amd_all_parts(j->r->import->work->arena, j->k);
    bool any = false;
    for (int i = (int)j->k->count - 1; i >= 0; i--) {
        int end = j->same[i] == i ? end_of_try(j, parts, i) : -1;
        for (int way = 0; way < 2 && end >= 0; way++) {
            int again = j->same[way ? j->taken[end] : j->next[end]];
            int behind = again == i ? -1 : end_of_try(j, parts, again);
            int *ways = way ? j->next : j->taken; /* where a try succeeds */
            if (behind < 0 || !try_alike(j, i, again, end) ||
                j->same[ways[end]] != j->same[ways[behind]])
                continue;
            for (size_t l = 0; l < j->k->count; l++)
                if (j->same[l] == i)
                    j->same[l] = again;
            any = true;
            break;
        }
    }
    return any;
}

/* Where labels are is known once all is placed: done again then. */
static void place_all(joining *j, int first)
{
    memset(j->placed, 0, j->k->count * sizeof *j->placed);
    j->out_count = 0;
    place_chain(j, first);
    while (j->waiting_count > 0) {
        int at = j->waiting[--j->waiting_count];
        if (!j->placed[at])
            place_chain(j, at);
    }
}

void cm_amd_join_same(cm_amd_reading *r, cm_amd_kernel *k)
{
    cm_arena *arena = r->import->work->arena;
    joining j = {.r = r, .k = k};
    j.text = CM_NEW_ARRAY(arena, k->count + 1, size_t);
    j.next = CM_NEW_ARRAY(arena, k->count + 1, int);
    j.taken = CM_NEW_ARRAY(arena, k->count + 1, int);
    j.same = CM_NEW_ARRAY(arena, k->count + 1, int);
    j.ways = CM_NEW_ARRAY(arena, k->count + 1, int);
    j.seen = CM_NEW_ARRAY(arena, k->count + 1, bool);
    j.placed = CM_NEW_ARRAY(arena, k->count + 1, bool);
    j.labelled = CM_NEW_ARRAY(arena, k->count + 1, bool);
    int first = cm_amd_next_from(k, 0);
    if (first < 0)
        return;
    find_same(&j);
    bool again = join_tries(&j);
    place_all(&j, first);
    place_all(&j, first);
    k->code = j.out;
    k->count = j.out_count;
    if (again)
        cm_amd_join_same(r, k);
}
