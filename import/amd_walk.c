/* What is known at each line of an AMD kernel: a walk over the code, again until nothing changes.
 *
 * States are kept where ways of control meet: one for a lane that is active, and one for a lane
 * that is not. An instruction that leaves open which it is gives both, and what it was made from is
 * known then.
 *
 * The code of a compiler that does not optimise is split first, as nv_follow.c does with PTX: ways
 * that differ in a known number that is used again stay apart. Such code computes masks of lanes
 * with spilled registers at each branch, and counts in scratch memory. Of one lane all that is
 * known, so that what is left are jumps. */
#include "import/amd_walk.h"

#include <string.h>

enum {
    MOST_SCRATCH = 4096,
    MOST_VERSIONS = 24,
    MANY_VERSIONS = 3,
    FEW_VERSIONS = 2,
    MOST_OF_ALL = 4000
};

typedef cm_amd_state state;
typedef cm_amd_walk walk;
typedef cm_amd_version version;

/* ---- versions of lines ----------------------------------------------------------------------- */

/* Is what is known the same, as far as it tells versions apart? */
static bool is_like(const walk *w, size_t line, const state *a, const state *b)
{
    if (!cm_amd_same_value(a->values[CM_AMD_EXEC], b->values[CM_AMD_EXEC]))
        return false;
    for (size_t i = 0; w->live && i < w->value_count; i++) {
        cm_amd_value x = a->values[i], y = b->values[i];
        bool same = cm_amd_same_value(x, y) || (cm_amd_is_open(x) && cm_amd_is_open(y));
        bool tells = w->live[line][i / 64] >> i % 64 & 1 &&
                     !(w->counts && w->counts[line] && w->counts[line][i / 64] >> i % 64 & 1);
        if (!same && tells)
            return false;
    }
    return true;
}

static int add_version(walk *w, size_t line, const state *s)
{
    cm_arena *arena = w->r->import->work->arena;
    version v = {.line = line, .begin = cm_amd_new_state(w), .next = w->first[line]};
    cm_amd_copy_state(w, &v.begin, s);
    CM_RESERVE(arena, w->versions, w->version_count, w->version_capacity);
    w->versions[w->version_count] = v;
    w->first[line] = ++w->version_count;
    return w->version_count - 1;
}

/* In how many numbers do the versions of the line differ there? */
static int numbers_of(const walk *w, size_t line, size_t value)
{
    uint32_t numbers[MOST_VERSIONS];
    int count = 0;
    for (int v = w->first[line] - 1; v >= 0; v = w->versions[v].next - 1) {
        cm_amd_value at = w->versions[v].begin.values[value];
        bool is_new = at.kind == CM_AMD_NUMBER && count < MOST_VERSIONS;
        for (int i = 0; i < count && is_new; i++)
            is_new = numbers[i] != at.number;
        if (is_new)
            numbers[count++] = at.number;
    }
    return count;
}

/* The line has versions without an end: those values that count tell no more versions apart. If
 * none alone does, it has few from now on. */
static void end_versions(walk *w, size_t line)
{
    bool any = false;
    w->again = true;
    if (!w->counts[line])
        w->counts[line] =
            CM_NEW_ARRAY(w->r->import->work->arena, w->value_count / 64 + 1, uint64_t);
    for (size_t i = 0; i < w->value_count; i++) {
        uint64_t bit = UINT64_C(1) << i % 64;
        if ((w->live[line][i / 64] & bit) && !(w->counts[line][i / 64] & bit) &&
            numbers_of(w, line, i) >= MOST_VERSIONS / 2) {
            w->counts[line][i / 64] |= bit;
            any = true;
        }
    }
    w->endless[line] = !any;
}

/* The version where control comes with that state; -1: behind the last line. */
static int arrive(walk *w, size_t line, state *s)
{
    if (line >= w->k->count)
        return -1;
    cm_amd_leap_over(w, line, s);
    int found = -1, last = -1, count = 0;
    for (int v = w->first[line] - 1; v >= 0 && found < 0; v = w->versions[v].next - 1) {
        const state *begin = &w->versions[v].begin;
        if (!cm_amd_same_value(begin->values[CM_AMD_EXEC], s->values[CM_AMD_EXEC]))
            continue;
        last = last < 0 ? v : last;
        count++;
        if (is_like(w, line, begin, s))
            found = v;
    }
    int most = w->endless && w->endless[line] && w->most > FEW_VERSIONS ? FEW_VERSIONS : w->most;
    bool open = w->endless && !w->leaves_out && found < 0;
    if (open && count == MANY_VERSIONS)
        w->leaves_out = cm_amd_find_leap(w, line, &w->versions[last].begin, s);
    if (open && !w->leaves_out && count >= w->most && !w->endless[line])
        end_versions(w, line);
    bool full = count >= most || (count > 0 && w->version_count >= MOST_OF_ALL);
    found = found < 0 && full ? last : found;
    bool news = found < 0;
    if (news)
        found = add_version(w, line, s);
    else
        news = cm_amd_join(w, &w->versions[found].begin, s);
    if (news && !w->versions[found].waiting) {
        CM_PUSH(w->r->import->work->arena, w->stack, w->stack_count, w->stack_capacity, found);
        w->versions[found].waiting = true;
    }
    return found;
}

/* ---- the new code ---------------------------------------------------------------------------- */

static void add_line(walk *w, size_t line, const char *text)
{
    if (!w->out)
        return;
    CM_RESERVE(w->r->import->work->arena, w->out, w->out_count, w->out_capacity);
    w->out[w->out_count] = w->k->code[line];
    w->out[w->out_count].address = (cm_amd_address){.known = false};
    w->out[w->out_count++].text = text;
}

/* ".Lway_3" */
static const char *label_of(const walk *w, int v)
{
    return cm_arena_printf(w->r->import->work->arena, ".Lway_%d", v);
}

static void add_jump(walk *w, size_t line, const char *opcode, int to)
{
    if (!w->out || to < 0)
        return;
    add_line(w, line, cm_arena_printf(w->r->import->work->arena, "%s %s", opcode, label_of(w, to)));
    CM_PUSH(w->r->import->work->arena, w->stack, w->stack_count, w->stack_capacity, to);
}

/* The scalar registers that the instruction has set are numbers, and it does nothing else: a move;
 * NULL: it is not so. */
static const char *as_move(const walk *w, const state *s, size_t line)
{
    const cm_amd_parts *p = &w->known->parts[line];
    const cm_amd_operand *to = &p->operands[0];
    if (w->settled && to->first >= CM_AMD_VECTOR && to->first < CM_AMD_ACCUMULATOR &&
        to->count == 1)
        return cm_arena_printf(w->r->import->work->arena, "v_mov_b32 %s, 0x%x", to->text,
                               s->values[to->first].number);
    const size_t *function = &w->known->functions[line]; /* an address is made of three lines */
    bool address = *function || (line > 0 && function[-1]) || (line > 1 && function[-2]);
    bool reads = cm_amd_begins(p->opcode, "s_load") || cm_amd_begins(p->opcode, "s_get") ||
                 cm_amd_begins(p->opcode, "s_swap") || strstr(p->opcode, "_saveexec_");
    bool scc = cm_amd_sets_scc(p) && w->live[line + 1][CM_AMD_SCC / 64] >> CM_AMD_SCC % 64 & 1;
    bool spared = to->first == CM_AMD_EXEC && (cm_amd_begins(p->opcode, "s_mov") || p->count < 3);
    if (p->count < 2 || to->first < 0 || to->first > CM_AMD_EXEC || to->count > 2 || reads || scc ||
        spared || address || !cm_amd_writes_first(p))
        return NULL;
    cm_amd_value low = s->values[to->first];
    cm_amd_value high = to->count > 1 ? s->values[to->first + 1] : low;
    if (to->first == CM_AMD_EXEC)
        high = (cm_amd_value){CM_AMD_NUMBER, 0};
    if (low.kind != CM_AMD_NUMBER || high.kind != CM_AMD_NUMBER)
        return NULL;
    bool ones = low.number == UINT32_MAX && high.number == UINT32_MAX;
    if (to->count > 1 && high.number != 0 && !ones)
        return NULL;
    cm_arena *arena = w->r->import->work->arena;
    const char *kind = to->count > 1 ? "b64" : "b32";
    bool copies = strcmp(p->opcode, "s_mov_b64") == 0 && p->operands[1].first == CM_AMD_EXEC;
    if (ones || copies || cm_amd_begins(p->opcode, "v_cmp_")) /* a mask (amd_lane.c) */
        return cm_arena_printf(arena, "s_mov_%s %s, %d", kind, to->text, (int)low.number);
    return cm_arena_printf(arena, "s_mov_%s %s, 0x%x", kind, to->text, low.number);
}

/* A mask that is joined with none, or that exec, which is the lane's bit, leaves as it is: a move
 * of it; NULL: it is not so. */
static const char *as_copy(const walk *w, const state *s, size_t line)
{
    const cm_amd_parts *p = &w->known->parts[line];
    const cm_amd_operand *to = &p->operands[0];
    bool joins = strcmp(p->opcode, "s_or_b64") == 0, masks = strcmp(p->opcode, "s_and_b64") == 0;
    if (!(joins || masks) || p->count != 3 || to->first < 0 || to->first >= CM_AMD_EXEC ||
        to->count != 2 || w->live[line + 1][CM_AMD_SCC / 64] >> CM_AMD_SCC % 64 & 1)
        return NULL;
    const cm_amd_value *before = w->before.values, none = {CM_AMD_NUMBER, 0};
    for (int i = 1; i < 3; i++) {
        int from = p->operands[i].first, other = p->operands[3 - i].first;
        bool pairs = from >= 0 && p->operands[i].count == 2 && other >= 0;
        bool neutral = pairs && (joins ? cm_amd_same_value(before[other], none) &&
                                             cm_amd_same_value(before[other + 1], none)
                                       : other == CM_AMD_EXEC && before[other].number == 1);
        if (neutral && before[from].kind == CM_AMD_BIT &&
            cm_amd_same_value(before[from], s->values[to->first]) &&
            cm_amd_same_value(before[from + 1], s->values[to->first + 1]))
            return cm_arena_printf(w->r->import->work->arena, "s_mov_b64 %s, %s", to->text,
                                   p->operands[i].text);
    }
    return NULL;
}

/* The instruction, behind which is `s`, or another state too; before it the lane was active, or
 * not.
 */
static void add_instruction(walk *w, size_t line, bool active, const state *s, bool both)
{
    const cm_amd_parts *p = &w->known->parts[line];
    const char *text = w->k->code[line].text;
    bool lane = cm_amd_begins(p->opcode, "v_writelane") || cm_amd_begins(p->opcode, "v_read");
    if (!w->out || cm_amd_is_label(text) ||
        (!active && !lane && !cm_amd_begins(p->opcode, "v_cmp") && cm_amd_is_vector(p->opcode)))
        return;
    bool stays = !both && active && s->values[CM_AMD_EXEC].number == 1 &&
                 !(w->live[line + 1][CM_AMD_SCC / 64] >> CM_AMD_SCC % 64 & 1);
    if (stays && p->operands[0].first == CM_AMD_EXEC &&
        (strcmp(p->opcode, "s_or_b64") == 0 || strcmp(p->opcode, "s_and_b64") == 0 ||
         strcmp(p->opcode, "s_andn2_b64") == 0))
        return;
    const char *move = both ? NULL : as_move(w, s, line);
    if (stays && strcmp(p->opcode, "s_and_saveexec_b64") == 0)
        move = cm_arena_printf(w->r->import->work->arena, "s_mov_b64 %s, 1", p->operands[0].text);
    if (!move && !both)
        move = as_copy(w, s, line);
    add_line(w, line, move ? move : text);
}

/* The register that holds just the value, as a bit; NULL: there is none. vcc is the first choice,
 * since what is computed from it is often not read again then. */
static const char *holder_of(const walk *w, const state *before, size_t line, cm_amd_value bit)
{
    const cm_amd_parts *p = &w->known->parts[line];
    if (cm_amd_same_value(before->values[CM_AMD_VCC], bit) &&
        cm_amd_same_value(before->values[CM_AMD_VCC + 1], (cm_amd_value){CM_AMD_NUMBER, 0}))
        return "vcc_lo";
    for (int i = 1; i < p->count; i++) {
        const cm_amd_operand *o = &p->operands[i];
        if (o->first >= 0 && o->first < CM_AMD_VCC && o->count == 2 &&
            cm_amd_same_value(before->values[o->first], bit) &&
            cm_amd_same_value(before->values[o->first + 1], (cm_amd_value){CM_AMD_NUMBER, 0}))
            return cm_arena_printf(w->r->import->work->arena, "s%d", o->first);
    }
    return NULL;
}

/* Where a comparison decides whether the lane stays active, the jump is by that. Exec is set behind
 * it only where the lane is not. False: it stays as it was. */
static bool add_decision(walk *w, size_t line, const char *holder, int to)
{
    const cm_amd_parts *p = &w->known->parts[line];
    cm_arena *arena = w->r->import->work->arena;
    bool saves = strstr(p->opcode, "_saveexec_");
    if (!w->out || !holder || to < 0 || w->decides.kind != CM_AMD_BIT ||
        (w->live[line + 1][CM_AMD_SCC / 64] >> CM_AMD_SCC % 64 & 1) ||
        (!saves && p->operands[0].first != CM_AMD_EXEC))
        return false;
    if (saves)
        add_line(w, line, cm_arena_printf(arena, "s_mov_b64 %s, 1", p->operands[0].text));
    add_line(w, line, cm_arena_printf(arena, "s_cmp_lg_u32 %s, 0", holder));
    w->out[w->out_count - 1].asks = true;
    CM_PUSH(arena, w->idle, w->idle_count, w->idle_capacity, w->out_count);
    add_jump(w, line, w->inverted ? "s_cbranch_scc1" : "s_cbranch_scc0", to);
    return true;
}

/* Behind all else, exec is set on the way of such jumps. */
static void add_idle(walk *w)
{
    cm_arena *arena = w->r->import->work->arena;
    for (size_t i = 0; i < w->idle_count; i++) {
        cm_amd_line *jump = &w->out[w->idle[i]];
        const char *target = strrchr(jump->text, ' ') + 1;
        cm_amd_line as = *jump;
        jump->text =
            cm_arena_printf(arena, "%.*s.Lidle_%zu", (int)(target - jump->text), jump->text, i);
        const char *texts[] = {cm_arena_printf(arena, ".Lidle_%zu:", i), "s_mov_b64 exec, 0",
                               cm_arena_printf(arena, "s_branch %s", target)};
        for (size_t l = 0; l < sizeof texts / sizeof *texts; l++) {
            CM_RESERVE(arena, w->out, w->out_count, w->out_capacity);
            w->out[w->out_count] = as;
            w->out[w->out_count++].text = texts[l];
        }
    }
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* From there to the end of the block. The version that comes next; -1: none does. */
static int walk_block(walk *w, int from)
{
    state s = w->here, other = w->other;
    cm_amd_copy_state(w, &s, &w->versions[from].begin);
    size_t first = w->versions[from].line;
    for (size_t i = first; i < w->k->count; i++) {
        const char *text = w->k->code[i].text;
        if (i > first && w->leads[i])
            return arrive(w, i, &s);
        if (!cm_amd_is_branch(text)) {
            bool active = s.values[CM_AMD_EXEC].number;
            cm_amd_copy_state(w, &w->before, &s);
            bool both = cm_amd_step(w, &s, &other, i);
            int to = both ? arrive(w, i + 1, &other) : -1;
            if (both && add_decision(w, i, holder_of(w, &w->before, i, w->decides), to))
                continue;
            add_instruction(w, i, active, &s, both);
            if (both && w->spread) {
                /* Of exec the lane's bit is kept. */
                if (w->out && w->live[i + 1][CM_AMD_SCC / 64] >> CM_AMD_SCC % 64 & 1)
                    cm_fail(w->r->import->work, w->k->code[i].place,
                            "exec is set to what may be no mask of lanes, which is not supported, "
                            "expected an "
                            "s_and_b64 with exec");
                add_line(w, i, "s_and_b64 exec, exec, 1");
            }
            if (both)
                add_jump(w, i, "s_cbranch_execz", to);
        } else {
            cm_amd_value decides;
            int jumps = cm_amd_branches(&s, text, &decides);
            cm_amd_copy_state(w, &other, &s);
            if (jumps < 0)
                cm_amd_learn(w, &other, decides, 1);
            size_t target = cm_amd_target(w->k, text);
            if (target == w->k->count) /* a label that is not there: refused later */
                add_line(w, i, text);
            int to = jumps != 0 ? arrive(w, target, &other) : -1;
            if (jumps > 0)
                return to;
            if (jumps < 0) {
                add_jump(w, i, w->known->parts[i].opcode, to);
                cm_amd_learn(w, &s, decides, 0);
            }
        }
        if (!cm_amd_goes_on(text))
            return -1;
    }
    return -1;
}

/* ---- before the walk ------------------------------------------------------------------------ */

static int add_member(cm_amd_known *known, int body, int reg)
{
    int m = cm_amd_member(known, body, reg);
    if (m >= 0 || known->member_count == CM_AMD_MEMBERS)
        return m;
    known->members[known->member_count] = reg;
    known->bodies[known->member_count] = body;
    known->classes[known->member_count] = known->member_count;
    return known->member_count++;
}

static bool is_copy(const cm_amd_parts *p)
{
    return p->count == 2 &&
           (cm_amd_begins(p->opcode, "v_accvgpr_") || strcmp(p->opcode, "v_mov_b32") == 0) &&
           p->operands[0].first >= CM_AMD_VECTOR && p->operands[1].first >= CM_AMD_VECTOR;
}

/* Copies while all lanes are active. */
static void find_whole_copies(cm_amd_known *known, size_t count)
{
    bool all = false;
    for (size_t i = 0; i < count; i++) {
        const cm_amd_parts *p = &known->parts[i];
        if (strcmp(p->opcode, "s_or_saveexec_b64") == 0 && p->count == 2)
            all = p->operands[1].is_number && p->operands[1].number == UINT64_MAX;
        else if ((cm_amd_begins(p->opcode, "s_") && !cm_amd_begins(p->opcode, "s_nop")) ||
                 strchr(p->opcode, ':'))
            all = false;
        known->whole[i] = all && is_copy(p);
    }
}

static void find_members(cm_amd_known *known, const cm_amd_line *code, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const cm_amd_parts *p = &known->parts[i];
        if (p->count == 3 && p->operands[2].is_number && strcmp(p->opcode, "v_writelane_b32") == 0)
            add_member(known, code[i].body, p->operands[0].first);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < count; i++) {
            const cm_amd_operand *o = known->parts[i].operands;
            if (!known->whole[i] || (cm_amd_member(known, code[i].body, o[0].first) < 0 &&
                                     cm_amd_member(known, code[i].body, o[1].first) < 0))
                continue;
            int to = add_member(known, code[i].body, o[0].first);
            int from = add_member(known, code[i].body, o[1].first);
            if (to < 0 || from < 0 || known->classes[to] == known->classes[from])
                continue;
            int old = known->classes[to], one = known->classes[from];
            for (int m = 0; m < known->member_count; m++)
                if (known->classes[m] == old)
                    known->classes[m] = one;
            changed = true;
        }
    }
}

static void begin(walk *w, state *s)
{
    const cm_amd_kernel *k = w->k;
    for (size_t i = 0; i < w->value_count; i++)
        s->values[i] = (cm_amd_value){CM_AMD_OPEN, 0};
    for (int i = 0; i < CM_AMD_USER_REGISTERS; i++)
        for (int part = 0; k->users[i].first >= 0 && part < k->users[i].count; part++) {
            cm_amd_value unsaid = {CM_AMD_UNSAID, (uint32_t)i};
            cm_amd_value low = {CM_AMD_SEGMENT_LOW, 0};
            cm_amd_value high = {CM_AMD_SEGMENT_HIGH, (uint32_t)k->users[i].segment};
            s->values[k->users[i].first + part] = k->users[i].segment == CM_AMD_SEGMENTS ? unsaid
                                                  : part                                 ? high
                                                                                         : low;
        }
    memset(s->current, 0xff, (size_t)w->known->member_count * sizeof *s->current);
    s->values[CM_AMD_EXEC] = (cm_amd_value){CM_AMD_NUMBER, 1};
    s->values[CM_AMD_EXEC + 1] = (cm_amd_value){CM_AMD_NUMBER, 0};
    for (int i = 0; k->thread && i < 3; i++)
        if (k->group_id[i] >= 0)
            s->values[k->group_id[i]] =
                (cm_amd_value){CM_AMD_NUMBER, cm_amd_group_id(k->thread, i)};
    if (k->thread)
        s->values[CM_AMD_VECTOR] = (cm_amd_value){CM_AMD_NUMBER, cm_amd_item_id(k->thread)};
}

static walk new_walk(cm_amd_reading *r, const cm_amd_kernel *k)
{
    cm_arena *arena = r->import->work->arena;
    cm_amd_known *known = CM_NEW(arena, cm_amd_known);
    known->parts = cm_amd_all_parts(arena, k);
    known->functions = CM_NEW_ARRAY(arena, k->count + 1, size_t);
    known->addresses = CM_NEW_ARRAY(arena, k->count + 1, cm_amd_address);
    known->whole = CM_NEW_ARRAY(arena, k->count + 1, bool);
    walk w = {.r = r, .k = k, .known = known, .most = 1};
    w.leads = CM_NEW_ARRAY(arena, k->count + 1, bool);
    w.first = CM_NEW_ARRAY(arena, k->count + 1, int);
    for (size_t i = 0; i < k->count; i++) {
        cm_amd_symbol symbol;
        if (cm_amd_read_symbol(r, &k->code[i], k->count - i, &symbol))
            known->functions[i] = cm_amd_function(r, symbol.name);
        w.leads[i] =
            cm_amd_is_label(k->code[i].text) || (i > 0 && (cm_amd_is_branch(k->code[i - 1].text) ||
                                                           !cm_amd_goes_on(k->code[i - 1].text)));
    }
    find_whole_copies(known, k->count);
    find_members(known, k->code, k->count);
    known->scratch = k->scratch < MOST_SCRATCH ? k->scratch : MOST_SCRATCH;
    known->lanes = CM_AMD_ACCUMULATOR + 256;
    known->words = known->lanes + 64 * known->member_count;
    w.value_count = (size_t)known->words + known->scratch / 4 + 1;
    w.here = cm_amd_new_state(&w);
    w.other = cm_amd_new_state(&w);
    w.before = cm_amd_new_state(&w);
    for (int i = 0; i < CM_AMD_GUESSES; i++)
        w.guessed[i] = cm_amd_new_state(&w);
    return w;
}

/* noting: then once more, to write down what is known. */
static void walk_all(walk *w, bool noting)
{
    state first = cm_amd_new_state(w);
    begin(w, &first);
    arrive(w, 0, &first);
    for (int again = 0; again < w->version_count || w->stack_count > 0;) {
        int v = w->stack_count > 0 ? w->stack[--w->stack_count] : again++;
        w->versions[v].waiting = false;
        walk_block(w, v);
        again = w->stack_count > 0 ? 0 : again; /* nothing is new on any way */
    }
    w->notes = noting;
    for (int v = 0; noting && v < w->version_count; v++)
        walk_block(w, v);
    w->notes = false;
}

cm_amd_known *cm_amd_know(cm_amd_reading *r, const cm_amd_kernel *k)
{
    walk w = new_walk(r, k);
    walk_all(&w, true);
    return w.known;
}

/* ---- what is used again ---------------------------------------------------------------------- */

static void mark(const walk *w, uint64_t *live, int value, bool on)
{
    if (value < 0 || (size_t)value >= w->value_count)
        return;
    uint64_t bit = UINT64_C(1) << value % 64;
    live[value / 64] = on ? live[value / 64] | bit : live[value / 64] & ~bit;
}

static void mark_operand(const walk *w, uint64_t *live, const cm_amd_operand *o, bool on)
{
    for (int i = 0; i < o->count; i++)
        mark(w, live, o->first + i, on);
}

/* Lanes and words that the line reads, or writes. */
static void mark_hidden(const walk *w, uint64_t *live, size_t line, bool on)
{
    const cm_amd_parts *p = &w->known->parts[line];
    const cm_amd_address *a = &w->known->addresses[line];
    bool write = cm_amd_begins(p->opcode, "v_writelane"), store = strstr(p->opcode, "_store_");
    unsigned bytes = cm_amd_access_bytes(p->opcode);
    if (write == !on && p->count == 3 && p->operands[2].is_number &&
        (write || cm_amd_begins(p->opcode, "v_readlane"))) {
        int m = cm_amd_member(w->known, w->k->code[line].body, p->operands[write ? 0 : 1].first);
        if (m >= 0)
            mark(w, live,
                 w->known->lanes + 64 * w->known->classes[m] + (int)(p->operands[2].number & 63),
                 on);
    }
    if (store == !on && a->reached && a->memory == CM_AMD_PRIVATE && a->known)
        for (unsigned i = 0; i < bytes && (store || on); i += 4)
            mark(w, live, w->known->words + (int)((a->offset + i) / 4), on);
}

static void find_live(walk *w)
{
    cm_arena *arena = w->r->import->work->arena;
    static const cm_amd_operand vcc = {.first = CM_AMD_VCC, .count = 2};
    size_t words = w->value_count / 64 + 1;
    uint64_t **live = CM_NEW_ARRAY(arena, w->k->count + 1, uint64_t *);
    uint64_t *now = CM_NEW_ARRAY(arena, words, uint64_t);
    for (size_t i = 0; i <= w->k->count; i++)
        live[i] = CM_NEW_ARRAY(arena, words, uint64_t);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = w->k->count; i-- > 0;) {
            const cm_amd_parts *p = &w->known->parts[i];
            const char *text = w->k->code[i].text;
            size_t target = cm_amd_target(w->k, text);
            bool writes = cm_amd_writes_first(p);
            for (size_t b = 0; b < words; b++)
                now[b] = (cm_amd_goes_on(text) ? live[i + 1][b] : 0) | live[target][b];
            if (writes && p->count > 0)
                mark_operand(w, now, &p->operands[0], false);
            mark_hidden(w, now, i, false);
            if (cm_amd_sets_scc(p))
                mark(w, now, CM_AMD_SCC, false);
            for (int o = writes; o < p->count; o++)
                mark_operand(w, now, &p->operands[o], true);
            mark_hidden(w, now, i, true);
            if (cm_amd_reads_scc(p))
                mark(w, now, CM_AMD_SCC, true);
            if (cm_amd_reads_vcc(p))
                mark_operand(w, now, &vcc, true);
            if (memcmp(now, live[i], words * sizeof *now) != 0) {
                memcpy(live[i], now, words * sizeof *now);
                changed = true;
            }
        }
    }
    w->live = live;
}

/* ---- the code is split ----------------------------------------------------------------------- */

/* The version, and those that come next. */
static void place_chain(walk *w, int v)
{
    while (v >= 0) {
        size_t line = w->versions[v].line;
        if (w->versions[v].placed) {
            add_jump(w, line, "s_branch", v);
            return;
        }
        w->versions[v].placed = true;
        add_line(w, line, cm_arena_printf(w->r->import->work->arena, "%s:", label_of(w, v)));
        v = walk_block(w, v);
    }
}

void cm_amd_split(cm_amd_reading *r, cm_amd_kernel *k)
{
    walk w = new_walk(r, k);
    walk_all(&w, true); /* where scratch memory is accessed */
    find_live(&w);
    w.endless = CM_NEW_ARRAY(r->import->work->arena, k->count + 1, bool);
    w.counts = CM_NEW_ARRAY(r->import->work->arena, k->count + 1, uint64_t *);
    do { /* loops that count, but end by what memory says, are not unrolled */
        w.again = w.leaves_out = false;
        w.most = w.leap_count > 0 ? 2 * MOST_VERSIONS : MOST_VERSIONS;
        w.version_count = 0;
        memset(w.first, 0, (k->count + 1) * sizeof *w.first);
        walk_all(&w, false);
    } while (w.again || w.leaves_out);
    w.out_capacity = k->count;
    w.out = CM_NEW_ARRAY(r->import->work->arena, w.out_capacity + 1, cm_amd_line);
    place_chain(&w, 0);
    while (w.stack_count > 0) {
        int v = w.stack[--w.stack_count];
        if (!w.versions[v].placed)
            place_chain(&w, v);
    }
    add_idle(&w);
    k->code = w.out;
    k->count = w.out_count;
}
