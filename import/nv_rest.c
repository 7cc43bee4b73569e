/* What is left of a kernel once a thread has been followed: states with rows, made less.
 *
 * - States without rows go, and of those that do the same one stays.
 * - What a compiler that does not optimise moves from register to register before it is used is
 *   read where it was first: available copies (Aho, Lam, Sethi, Ullman: Compilers, 2nd edition,
 *   section 9.1.5), over the branches that are left. A dependency leads through a move as it does
 *   without. Moves that nobody reads go.
 * - A predicate that becomes 0 or 1, is converted to and fro, and is compared with 0 again is that
 *   predicate, as bool is without optimisation.
 * - A state that reads memory and then only leads to one that branches on it is one with it, for
 *   nv_poll.c.
 *
 * Rows are texts. A word that names a register of the code is that register. */
#include "import/nv_code.h"

#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- registers of a row ---------------------------------------------------------------- */

size_t cm_nv_word(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || (text[length] && strchr("_.$", text[length])))
        length++;
    return length;
}

static size_t words_of(const cm_nv_follow *f)
{
    return (size_t)f->code->register_count / 64 + 1;
}

static uint64_t hash_name(const char *name, size_t length)
{
    return cm_hash_bytes(CM_HASH_EMPTY, name, length);
}

int cm_nv_register_named(cm_nv_follow *f, const char *name, size_t length)
{
    uint64_t hash = hash_name(name, length);
    for (size_t at = cm_index_first(&f->names, hash); at != CM_INDEX_NONE;
         at = cm_index_next(&f->names, hash)) {
        const char *own = f->code->registers[at].name;
        if (strlen(own) == length && strncmp(own, name, length) == 0)
            return (int)at;
    }
    return -1;
}

/* Goes over the registers of a row, or of a guard: "@p1". */
typedef struct reader {
    const char *at;
    bool sets; /* the row's first operand */
    bool guarded, behind_opcode;
    int depth, operand;
    const char *word; /* the register's name, and where it ends is `at` */
    int reg;
    bool is_set;
} reader;

static bool next_register(cm_nv_follow *f, reader *r)
{
    while (*r->at) {
        size_t length = cm_nv_word(r->at);
        char c = *r->at;
        r->word = r->at;
        r->at += length > 0 ? length : 1;
        r->guarded |= c == '@';
        r->depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        r->operand += c == ',' && r->depth == 0;
        r->reg = length > 0 ? cm_nv_register_named(f, r->word, length) : -1;
        r->is_set = r->sets && r->behind_opcode && r->operand == 0;
        if (r->reg >= 0)
            return true;
        r->behind_opcode |= length > 0;
    }
    return false;
}

static reader over(const cm_import_row *row)
{
    return (reader){.at = row->text, .sets = row->sets};
}

/* `mov.b32 r1, r2`, which always happens. */
static bool is_copy(cm_nv_follow *f, const cm_import_row *row, int *to, int *from)
{
    reader r = over(row);
    if (strncmp(row->text, "mov.", 4) != 0 || strpbrk(row->text, "{[:") || !next_register(f, &r))
        return false;
    *to = r.reg;
    if (!r.is_set || !next_register(f, &r) || r.is_set || *r.at)
        return false;
    *from = r.reg;
    return f->code->registers[*to].bits == f->code->registers[*from].bits;
}

/* ---- fewer states ------------------------------------------------------------------------ */

/* Past states that do nothing; a circle of those stays where it is. */
static int past_nothing(const cm_nv_follow *f, int state)
{
    for (int steps = 0; steps < f->state_count; steps++) {
        const cm_nv_state *s = &f->states[state];
        if (s->row_count > 0 || s->end != CM_NV_GOES_ON)
            return state;
        state = s->next;
    }
    return state;
}

int cm_nv_ways(const cm_nv_state *s, int ways[2])
{
    ways[0] = s->next;
    ways[1] = s->taken;
    return s->end == CM_NV_ENDS ? 0 : s->end == CM_NV_BRANCHES ? 2 : 1;
}

void cm_nv_collapse(cm_nv_follow *f, const int *same)
{
    cm_arena *arena = f->work->arena;
    int *found = CM_NEW_ARRAY(arena, (size_t)f->state_count + 1, int), count = 0;
    int *number = CM_NEW_ARRAY(arena, (size_t)f->state_count + 1, int); /* plus 1 */
    int first = past_nothing(f, 0), old[2];
    found[count++] = same ? same[first] : first;
    number[found[0]] = 1;
    for (int i = 0; i < count; i++) {
        cm_nv_state *s = &f->states[found[i]];
        int *ways[] = {&s->next, &s->taken};
        for (int w = 0; w < cm_nv_ways(s, old); w++) {
            int goal = past_nothing(f, *ways[w]);
            *ways[w] = same ? same[goal] : goal;
            if (number[*ways[w]] == 0) {
                found[count++] = *ways[w];
                number[*ways[w]] = count;
            }
        }
    }
    cm_nv_state *states = CM_NEW_ARRAY(arena, (size_t)count, cm_nv_state);
    for (int i = 0; i < count; i++) {
        states[i] = f->states[found[i]];
        int *ways[] = {&states[i].next, &states[i].taken};
        for (int w = 0; w < cm_nv_ways(&states[i], old); w++)
            *ways[w] = number[*ways[w]] - 1;
    }
    f->states = states;
    f->state_count = f->state_capacity = count;
}

void cm_nv_join_reads(cm_nv_follow *f)
{
    int *before = CM_NEW_ARRAY(f->work->arena, (size_t)f->state_count + 1, int), ways[2];
    before[0]++;
    for (int i = 0; i < f->state_count; i++)
        for (int w = cm_nv_ways(&f->states[i], ways) - 1; w >= 0; w--)
            before[ways[w]]++;
    for (int i = 0; i < f->state_count; i++) {
        cm_nv_state *s = &f->states[i];
        while (s->reads == 1 && !s->does_more && s->end == CM_NV_GOES_ON && s->next != i &&
               before[s->next] == 1) {
            const cm_nv_state *n = &f->states[s->next];
            if (n->reads > 0 || n->does_more || n->end == CM_NV_ENDS)
                break;
            for (int r = 0; r < n->row_count; r++)
                CM_PUSH(f->work->arena, s->rows, s->row_count, s->row_capacity, n->rows[r]);
            s->end = n->end;
            s->guard = n->guard;
            s->taken = n->taken;
            s->place = n->place;
            s->next = n->next;
        }
        uint64_t *written = s->written = CM_NEW_ARRAY(f->work->arena, words_of(f), uint64_t);
        for (int k = 0; k < s->row_count; k++) {
            reader r = over(&s->rows[k]);
            while (next_register(f, &r))
                if (r.is_set)
                    written[r.reg / 64] |= UINT64_C(1) << (r.reg % 64);
        }
    }
}

/* ---- copies ------------------------------------------------------------------------------- */

enum { NO_COPY = -1 };

typedef struct copying {
    cm_nv_follow *f;
    int *number; /* by register: which of those that are moved, plus 1 */
    int *regs;
    int count;
    int **known; /* by state: what each of those is a copy of there; NULL: nobody came. Behind these
                    the predicates, twice, that they are the truth of; plus 1: the opposite */
    int *now;
} copying;

static void add_copied(copying *c, int reg)
{
    if (c->number[reg] != 0)
        return;
    c->regs[c->count++] = reg;
    c->number[reg] = c->count;
}

static int source_of(const copying *c, int reg)
{
    int at = c->number[reg] - 1;
    return at >= 0 && c->now[at] != NO_COPY ? c->now[at] : reg;
}

static void set(copying *c, int reg)
{
    if (c->number[reg] == 0)
        return;
    c->now[c->number[reg] - 1] = c->now[c->count + c->number[reg] - 1] = NO_COPY;
    for (int i = 0; i < c->count; i++) {
        if (c->now[i] == reg)
            c->now[i] = NO_COPY;
        int *truth = &c->now[c->count + i];
        if (*truth >= 0 && *truth / 2 == reg)
            *truth = NO_COPY;
    }
}

/* ---- truths ------------------------------------------------------------------------------- */

enum { LONGEST_WORD = 80 };

/* An instruction of registers and numbers, which always happens and only computes. */
typedef struct computing {
    char opcode[LONGEST_WORD], operands[4][LONGEST_WORD];
    int count;   /* operands */
    int regs[4]; /* -1: it is none */
} computing;

static bool is_computing(cm_nv_follow *f, const char *row, computing *o)
{
    static const char *const opcodes[] = {"selp.", "cvt.", "setp.", "not.", "and.",
                                          "abs.",  "add.", "sub.",  "or.",  "shl."};
    bool is = false;
    for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
        is |= strncmp(row, opcodes[i], strlen(opcodes[i])) == 0;
    if (!is || strpbrk(row, "@[{|:") || strstr(row, ".cc.") || strlen(row) >= LONGEST_WORD)
        return false;
    o->count = sscanf(row, "%79s %79[^,], %79[^,], %79[^,], %79[^,]", o->opcode, o->operands[0],
                      o->operands[1], o->operands[2], o->operands[3]) -
               1;
    for (int i = 0; i < 4; i++)
        o->regs[i] =
            i < o->count ? cm_nv_register_named(f, o->operands[i], strlen(o->operands[i])) : -1;
    return o->count > 1 && o->regs[0] >= 0;
}

static bool is_predicate(const cm_nv_follow *f, int reg)
{
    return reg >= 0 && f->code->registers[reg].bits == 1;
}

static int truth_of(const copying *c, int reg)
{
    reg = source_of(c, reg);
    int at = c->number[reg] - 1, truth = at >= 0 ? c->now[c->count + at] : NO_COPY;
    return truth < 0 && is_predicate(c->f, reg) ? 2 * reg : truth;
}

/* The operand whose truth it makes, or, where negated, the opposite of that; -1: none. */
static int truth_operand(const cm_nv_follow *f, const computing *o, bool *negated)
{
    bool selp = strncmp(o->opcode, "selp.", 5) == 0, setp = strncmp(o->opcode, "setp.", 5) == 0;
    bool zero = o->count > 2 && strcmp(o->operands[2], "0") == 0;
    bool one = o->count > 2 && strcmp(o->operands[2], "1") == 0;
    *negated = false;
    if (strstr(o->opcode, ".f") || strstr(o->opcode, ".bf"))
        return -1;
    if (selp) {
        *negated = one;
        bool counts = strcmp(o->operands[1], zero ? "1" : "0") == 0 && (zero || one);
        return o->count == 4 && counts && is_predicate(f, o->regs[3]) ? 3 : -1;
    }
    if (setp) {
        bool eq = strncmp(o->opcode, "setp.eq.", 8) == 0,
             ne = strncmp(o->opcode, "setp.ne.", 8) == 0;
        *negated = eq == zero;
        return o->count == 3 && (eq || ne) && (zero || one) && o->regs[1] >= 0 ? 1 : -1;
    }
    *negated = strcmp(o->opcode, "not.pred") == 0;
    bool keeps = *negated ? o->count == 2
                          : (strncmp(o->opcode, "cvt.", 4) == 0 && o->count == 2) ||
                                (strncmp(o->opcode, "and.b", 5) == 0 && o->count == 3 && one);
    return keeps && o->regs[1] >= 0 ? 1 : -1;
}

/* The register of which the row makes a truth, into `to`; -1: it makes none. */
static int truth_read(cm_nv_follow *f, const cm_import_row *row, int *to, bool *negated)
{
    computing o;
    int operand = is_computing(f, row->text, &o) ? truth_operand(f, &o, negated) : -1;
    *to = operand >= 0 ? o.regs[0] : -1;
    return operand >= 0 ? o.regs[operand] : -1;
}

/* What the row makes of a truth; NO_COPY: none. */
static int truth_made(copying *c, const cm_import_row *row, int *to)
{
    bool negated;
    int from = truth_read(c->f, row, to, &negated), truth = from >= 0 ? truth_of(c, from) : NO_COPY;
    return truth < 0 || truth / 2 == *to ? NO_COPY : truth ^ (int)negated;
}

/* Registers that may be truths are among those that are followed. */
static void add_truths(copying *c)
{
    for (bool news = true; news;) {
        news = false;
        for (int i = 0; i < c->f->state_count; i++)
            for (int r = 0; r < c->f->states[i].row_count; r++) {
                bool negated;
                int before = c->count, to;
                int from = truth_read(c->f, &c->f->states[i].rows[r], &to, &negated);
                if (from < 0 || (!is_predicate(c->f, from) && c->number[from] == 0))
                    continue;
                add_copied(c, from); /* a predicate that is set anew is another one */
                add_copied(c, to);
                news |= c->count > before;
            }
    }
}

/* isnan(x) is `abs y, x` and `y > infinity, or one is a NaN`: of a NaN abs has an unknown one. */
static const char *without_abs(copying *c, const cm_nv_state *s, int at)
{
    static const struct {
        const char *opcode, *infinity, *is;
    } tests[] = {{"setp.gtu.f32", "2139095040", "setp.nan.f32"},
                 {"setp.le.f32", "2139095040", "setp.num.f32"},
                 {"setp.gtu.f64", "9218868437227405312", "setp.nan.f64"},
                 {"setp.le.f64", "9218868437227405312", "setp.num.f64"}};
    computing o, before;
    if (at == 0 || !is_computing(c->f, s->rows[at].text, &o) || o.count != 3 ||
        !is_computing(c->f, s->rows[at - 1].text, &before) || before.count != 2 ||
        strncmp(before.opcode, "abs.f", 5) != 0 || before.regs[0] != o.regs[1] ||
        before.regs[1] < 0 || before.regs[1] == before.regs[0])
        return s->rows[at].text;
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        if (strcmp(o.opcode, tests[i].opcode) == 0 && strcmp(o.operands[2], tests[i].infinity) == 0)
            return cm_arena_printf(c->f->work->arena, "%s %s, %s, %s", tests[i].is, o.operands[0],
                                   before.operands[1], before.operands[1]);
    return s->rows[at].text;
}

/* ---- copies and truths over the states ------------------------------------------------------ */

/* What the row does to copies. */
static void pass(copying *c, const cm_import_row *row)
{
    int to, from, whose, truth = truth_made(c, row, &whose);
    bool is = is_copy(c->f, row, &to, &from);
    from = is ? source_of(c, from) : -1;
    reader r = over(row);
    while (next_register(c->f, &r))
        if (r.is_set)
            set(c, r.reg);
    if (is && from != to)
        c->now[c->number[to] - 1] = from;
    if (truth >= 0 && c->number[whose] != 0)
        c->now[c->count + c->number[whose] - 1] = truth;
}

/* The text with what its registers are copies of. */
static const char *original(copying *c, reader r)
{
    cm_text text = cm_text_new(c->f->work->arena);
    const char *from = r.at;
    while (next_register(c->f, &r)) {
        cm_text_add_bytes(&text, from, (size_t)(r.word - from));
        from = r.at;
        cm_text_append(&text, "%s",
                       c->f->code->registers[r.is_set ? r.reg : source_of(c, r.reg)].name);
    }
    cm_text_add(&text, from);
    return text.data;
}

/* "@p1 " with what that is the truth of. */
static const char *original_guard(copying *c, const char *guard)
{
    bool negated = guard[1] == '!';
    const char *name = guard + 1 + negated;
    int reg = cm_nv_register_named(c->f, name, cm_nv_word(name));
    int truth = reg >= 0 ? truth_of(c, reg) : NO_COPY;
    if (truth < 0)
        return guard;
    return cm_arena_printf(c->f->work->arena, "@%s%s%s", negated != (truth & 1) ? "!" : "",
                           c->f->code->registers[truth / 2].name, name + cm_nv_word(name));
}

/* Nothing but what all ways there agree in. True: that is less than it was. */
static bool meet(copying *c, int state)
{
    size_t bytes = 2 * (size_t)c->count * sizeof *c->now;
    if (!c->known[state]) {
        c->known[state] = CM_NEW_ARRAY(c->f->work->arena, 2 * (size_t)c->count, int);
        memcpy(c->known[state], c->now, bytes);
        return true;
    }
    bool news = false;
    for (int i = 0; i < 2 * c->count; i++)
        if (c->known[state][i] != NO_COPY && c->known[state][i] != c->now[i]) {
            c->known[state][i] = NO_COPY;
            news = true;
        }
    return news;
}

static void find_copies(copying *c)
{
    cm_nv_follow *f = c->f;
    int *waiting = CM_NEW_ARRAY(f->work->arena, (size_t)f->state_count + 1, int), count = 0;
    bool *waits = CM_NEW_ARRAY(f->work->arena, (size_t)f->state_count + 1, bool);
    for (int i = 0; i < 2 * c->count; i++)
        c->now[i] = NO_COPY;
    meet(c, 0);
    waiting[count++] = 0;
    while (count > 0) {
        int state = waiting[--count], ways[2];
        const cm_nv_state *s = &f->states[state];
        waits[state] = false;
        memcpy(c->now, c->known[state], 2 * (size_t)c->count * sizeof *c->now);
        for (int r = 0; r < s->row_count; r++)
            pass(c, &s->rows[r]);
        for (int w = cm_nv_ways(s, ways) - 1; w >= 0; w--)
            if (meet(c, ways[w]) && !waits[ways[w]]) {
                waits[ways[w]] = true;
                waiting[count++] = ways[w];
            }
    }
}

static void read_originals(copying *c)
{
    for (int i = 0; i < c->f->state_count; i++) {
        cm_nv_state *s = &c->f->states[i];
        memcpy(c->now, c->known[i], 2 * (size_t)c->count * sizeof *c->now);
        for (int r = 0; r < s->row_count; r++) {
            s->rows[r].text = original(c, over(&s->rows[r]));
            s->rows[r].text = without_abs(c, s, r);
            pass(c, &s->rows[r]);
        }
        if (s->end == CM_NV_BRANCHES)
            s->guard = original_guard(c, s->guard);
    }
}

static void propagate(cm_nv_follow *f)
{
    size_t registers = (size_t)f->code->register_count + 1;
    copying c = {.f = f};
    c.number = CM_NEW_ARRAY(f->work->arena, registers, int);
    c.regs = CM_NEW_ARRAY(f->work->arena, registers, int);
    c.now = CM_NEW_ARRAY(f->work->arena, 2 * registers, int);
    c.known = CM_NEW_ARRAY(f->work->arena, (size_t)f->state_count, int *);
    for (int i = 0; i < f->state_count; i++)
        for (int r = 0, to, from; r < f->states[i].row_count; r++)
            if (is_copy(f, &f->states[i].rows[r], &to, &from)) {
                add_copied(&c, to);
                add_copied(&c, from);
            }
    add_truths(&c);
    find_copies(&c);
    read_originals(&c);
}

/* ---- what is read later ---------------------------------------------------- */

static void read_registers(cm_nv_follow *f, reader r, uint64_t *live)
{
    while (next_register(f, &r))
        if (!r.is_set)
            live[r.reg / 64] |= UINT64_C(1) << (r.reg % 64);
}

/* Backwards over the row. False: it computes what nobody reads. */
static bool step_back(cm_nv_follow *f, const cm_import_row *row, uint64_t *live)
{
    int to, from;
    computing o;
    if (is_copy(f, row, &to, &from) && !cm_nv_in(live, to))
        return false;
    if (is_computing(f, row->text, &o) && !cm_nv_in(live, o.regs[0]))
        return false;
    reader r = over(row);
    while (next_register(f, &r))
        if (r.is_set && !r.guarded)
            live[r.reg / 64] &= ~(UINT64_C(1) << (r.reg % 64));
    read_registers(f, over(row), live);
    return true;
}

/* What is live behind the state's rows. */
static void live_behind(cm_nv_follow *f, const cm_nv_state *s, uint64_t *live)
{
    int ways[2];
    size_t words = words_of(f);
    memset(live, 0, words * sizeof *live);
    for (int w = cm_nv_ways(s, ways) - 1; w >= 0; w--)
        for (size_t i = 0; i < words; i++)
            live[i] |= f->states[ways[w]].live[i];
    for (const int *r = f->asked; s->end == CM_NV_ENDS && *r >= 0; r++)
        live[*r / 64] |= UINT64_C(1) << (*r % 64);
    if (s->end == CM_NV_BRANCHES)
        read_registers(f, (reader){.at = s->guard}, live);
}

/* Moves that nobody reads go. */
static void find_live(cm_nv_follow *f)
{
    size_t words = words_of(f);
    uint64_t *live = CM_NEW_ARRAY(f->work->arena, words, uint64_t);
    for (int i = 0; i < f->state_count; i++)
        f->states[i].live = CM_NEW_ARRAY(f->work->arena, words, uint64_t);
    for (bool news = true; news;) {
        news = false;
        for (int i = f->state_count - 1; i >= 0; i--) {
            cm_nv_state *s = &f->states[i];
            live_behind(f, s, live);
            for (int r = s->row_count - 1; r >= 0; r--)
                step_back(f, &s->rows[r], live);
            news |= memcmp(live, s->live, words * sizeof *live) != 0;
            memcpy(s->live, live, words * sizeof *live);
        }
    }
    for (int i = 0; i < f->state_count; i++) {
        cm_nv_state *s = &f->states[i];
        int first = s->row_count;
        live_behind(f, s, live);
        for (int r = s->row_count - 1; r >= 0; r--)
            if (step_back(f, &s->rows[r], live))
                s->rows[--first] = s->rows[r];
        s->rows += first;
        s->row_capacity = s->row_count -= first;
    }
}

void cm_nv_tidy(cm_nv_follow *f)
{
    f->names = (cm_index){0};
    for (int r = 0; r < f->code->register_count; r++) {
        const char *name = f->code->registers[r].name;
        cm_index_add(f->work->arena, &f->names, hash_name(name, strlen(name)), (size_t)r);
    }
    cm_nv_collapse(f, NULL);
    propagate(f);
    find_live(f);
    cm_nv_collapse(f, NULL);
}
