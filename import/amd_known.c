/* What the registers of an AMD wave hold, where that is known of one lane: a walk over the code,
 * again until nothing changes.
 *
 * Known are numbers, the addresses of segments and functions, and of which memory a flat address
 * is: its upper half says so ("User Guide for AMDGPU Backend", "Address Spaces"; apertures). A
 * compiler that does not optimise computes with these all the time. States are kept where ways of
 * control meet, one for a lane that is active and one for a lane that is not: an instruction that
 * leaves open which it is gives both, and what it was made from is known then. A value that is not
 * known has a number, so that its copies are known together.
 *
 * The compiler spills scalar registers into lanes of vector registers, and these with all their
 * lanes into others (exec is -1 then). Registers that are copied so are one class, and a lane of a
 * class is one variable: by register it is known which lanes hold what was written last. */
#include "import/amd.h"

#include <string.h>

enum { OPENS = 32, MOST_SCRATCH = 4096 };

typedef struct state {
    cm_amd_value *values; /* by register, lane of a class, and word of scratch memory */
    uint64_t *current;    /* by member of a class: its lanes that hold what was written last */
    bool reached;
} state;

typedef struct walk {
    cm_amd_reading *r;
    const cm_amd_kernel *k;
    cm_amd_known *known;
    size_t value_count;
    state *begins; /* two a line, where a block begins: inactive, active */
    bool *leads;   /* by line: does a block begin there? */
    size_t *stack;
    bool *waiting;
    size_t waiting_count;
    bool notes; /* the last time, which writes down what is known */
} walk;

/* ---- states --------------------------------------------------------------------------------- */

static state new_state(const walk *w)
{
    cm_arena *arena = w->r->import->work->arena;
    return (state){CM_NEW_ARRAY(arena, w->value_count, cm_amd_value),
                   CM_NEW_ARRAY(arena, (size_t)w->known->member_count + 1, uint64_t), false};
}

static void copy_state(const walk *w, state *to, const state *from)
{
    memcpy(to->values, from->values, w->value_count * sizeof *to->values);
    memcpy(to->current, from->current, (size_t)w->known->member_count * sizeof *to->current);
    to->reached = from->reached;
}

static bool may_be_local(cm_amd_value v)
{
    return v.kind == CM_AMD_PRIVATE || v.kind == CM_AMD_SHARED || v.kind == CM_AMD_MIXED;
}

static bool same_value(cm_amd_value a, cm_amd_value b)
{
    return a.kind == b.kind && a.number == b.number;
}

/* What comes in on one more way; whether that is new. */
static bool join(const walk *w, state *to, const state *from)
{
    if (!to->reached) {
        copy_state(w, to, from);
        return true;
    }
    bool changed = false;
    for (size_t i = 0; i < w->value_count; i++) {
        cm_amd_value a = to->values[i], b = from->values[i];
        if (same_value(a, b))
            continue;
        cm_amd_value both = {may_be_local(a) || may_be_local(b)                   ? CM_AMD_MIXED
                             : a.kind == CM_AMD_UNSAID || b.kind == CM_AMD_UNSAID ? CM_AMD_UNSAID
                                                                                  : CM_AMD_OPEN,
                             0};
        changed |= !same_value(a, both);
        to->values[i] = both;
    }
    for (int m = 0; m < w->known->member_count; m++) {
        changed |= to->current[m] & ~from->current[m];
        to->current[m] &= from->current[m];
    }
    return changed;
}

/* Nobody knows what is in the register from the line on; it has copies. */
static void set_open(const walk *w, state *s, int reg, size_t line, int part, bool local)
{
    uint32_t number = (uint32_t)(line * OPENS + (size_t)part + 1);
    for (size_t i = 0; i < w->value_count; i++)
        if (s->values[i].kind == CM_AMD_OPEN && s->values[i].number == number)
            s->values[i].number = 0;
    s->values[reg] = local ? (cm_amd_value){CM_AMD_MIXED, 0} : (cm_amd_value){CM_AMD_OPEN, number};
}

static void learn(const walk *w, state *s, cm_amd_value open, uint32_t number)
{
    for (size_t i = 0; open.kind == CM_AMD_OPEN && open.number && i < w->value_count; i++)
        if (same_value(s->values[i], open))
            s->values[i] = (cm_amd_value){CM_AMD_NUMBER, number};
}

/* ---- values ---------------------------------------------------------------------------------- */

static cm_amd_value value_of(const state *s, const cm_amd_operand *o, int part)
{
    static const struct {
        const char *name;
        cm_amd_kind kind;
    } bases[] = {{"src_private_base", CM_AMD_PRIVATE}, {"src_shared_base", CM_AMD_SHARED}};
    if (o->first >= 0)
        return part < o->count ? s->values[o->first + part] : (cm_amd_value){CM_AMD_OPEN, 0};
    if (o->is_number)
        return (cm_amd_value){CM_AMD_NUMBER, (uint32_t)(o->number >> 32 * part)};
    for (size_t i = 0; i < 2; i++)
        if (strcmp(o->text, bases[i].name) == 0)
            return part ? (cm_amd_value){bases[i].kind, 0} : (cm_amd_value){CM_AMD_NUMBER, 0};
    return (cm_amd_value){CM_AMD_OPEN, 0};
}

/* Two numbers, or a segment's address and a number; any other sum is open. */
static cm_amd_value sum(cm_amd_value a, cm_amd_value b)
{
    if (a.kind == CM_AMD_NUMBER && b.kind == CM_AMD_SEGMENT_LOW)
        return sum(b, a);
    if ((a.kind == CM_AMD_NUMBER || a.kind == CM_AMD_SEGMENT_LOW) && b.kind == CM_AMD_NUMBER)
        return (cm_amd_value){a.kind, a.number + b.number};
    return (cm_amd_value){CM_AMD_OPEN, 0};
}

/* Of the upper halves of a sum: what is added to an address stays in its memory. */
static cm_amd_value upper_sum(cm_amd_value a, cm_amd_value b)
{
    bool first = may_be_local(a) || a.kind == CM_AMD_SEGMENT_HIGH;
    bool second = may_be_local(b) || b.kind == CM_AMD_SEGMENT_HIGH;
    if (first && second)
        return (cm_amd_value){CM_AMD_MIXED, 0};
    return first ? a : second ? b : (cm_amd_value){CM_AMD_OPEN, 0};
}

/* Masks: of one lane. */
static cm_amd_value combined(const char *logic, cm_amd_value a, cm_amd_value b)
{
    bool is_and = cm_amd_begins(logic, "and_"), is_or = cm_amd_begins(logic, "or_");
    bool not_b = cm_amd_begins(logic, "andn2_");
    if (a.kind == CM_AMD_NUMBER && b.kind == CM_AMD_NUMBER)
        return (cm_amd_value){CM_AMD_NUMBER, is_and  ? a.number & b.number
                                             : is_or ? a.number | b.number
                                             : not_b ? a.number & ~b.number
                                                     : a.number ^ b.number};
    for (int i = 0; i < 2; i++) { /* one operand may decide */
        cm_amd_value x = i ? b : a;
        if (x.kind != CM_AMD_NUMBER)
            continue;
        if (is_or && (x.number & 1))
            return (cm_amd_value){CM_AMD_NUMBER, 1};
        if ((is_and && x.number == 0) || (not_b && (i ? (x.number & 1) : x.number == 0)))
            return (cm_amd_value){CM_AMD_NUMBER, 0};
    }
    return (cm_amd_value){CM_AMD_OPEN, 0};
}

/* ---- memory --------------------------------------------------------------------------------- */

/* Where the instruction accesses memory, if that is known. */
static cm_amd_address address_of(const state *s, const cm_amd_parts *p)
{
    cm_amd_address a = {.known = false};
    bool scratch = cm_amd_begins(p->opcode, "scratch_"),
         scalar = cm_amd_begins(p->opcode, "s_load_");
    bool flat = cm_amd_begins(p->opcode, "flat_"), global = cm_amd_begins(p->opcode, "global_");
    int at = strstr(p->opcode, "_store_") || cm_amd_gives_nothing(p) ? 0 : 1;
    int base = global || scratch ? 2 : at; /* the scalar one */
    if (!(scratch || scalar || flat || global) || p->count <= base)
        return a;
    const cm_amd_operand *x = &p->operands[at], *y = &p->operands[base];
    cm_amd_value low = value_of(s, x, 0), high = value_of(s, x, 1), none = {CM_AMD_NUMBER, 0};
    if (scratch) {
        low = sum(x->first >= 0 ? low : none, y->first >= 0 ? value_of(s, y, 0) : none);
        high = (cm_amd_value){CM_AMD_PRIVATE, 0};
    } else if (global && y->first >= 0) {
        low = sum(low, value_of(s, y, 0));
        high = value_of(s, y, 1);
    }
    if (scalar && p->count > 2)
        low = sum(low, value_of(s, &p->operands[2], 0));
    low = sum(low, (cm_amd_value){CM_AMD_NUMBER, p->offset});
    a.memory = high.kind;
    a.segment = (int)high.number;
    a.known = low.kind == CM_AMD_NUMBER || low.kind == CM_AMD_SEGMENT_LOW;
    a.offset = low.number;
    return a;
}

/* True: it is an access to scratch memory at a known place, and is done. */
static bool step_scratch(const walk *w, state *s, const cm_amd_parts *p, size_t line)
{
    cm_amd_address a = address_of(s, p);
    unsigned bytes = cm_amd_access_bytes(p->opcode);
    bool store = strstr(p->opcode, "_store_");
    if (a.memory != CM_AMD_PRIVATE || !a.known || !bytes || a.offset + bytes > w->known->scratch)
        return false;
    int reg = p->operands[store ? 1 : 0].first;
    for (unsigned i = 0; reg >= 0 && i < (bytes + 3) / 4; i++) {
        cm_amd_value *word = &s->values[(uint32_t)w->known->words + a.offset / 4 + i];
        bool whole = bytes >= 4 && a.offset % 4 == 0;
        if (store)
            *word = whole ? s->values[reg + (int)i] : (cm_amd_value){CM_AMD_OPEN, 0};
        else if (whole)
            s->values[reg + (int)i] = *word;
        else
            set_open(w, s, reg + (int)i, line, (int)i, false);
    }
    return true;
}

/* ---- lanes ---------------------------------------------------------------------------------- */

int cm_amd_member(const cm_amd_known *known, int body, int reg)
{
    for (int m = 0; m < known->member_count; m++)
        if (known->members[m] == reg && known->bodies[m] == body)
            return m;
    return -1;
}

/* A write of the register itself: of all its lanes, or of those that are active. In other bodies it
 * is another member, and lost. */
static void step_member(const walk *w, state *s, size_t line)
{
    const cm_amd_parts *p = &w->known->parts[line];
    int body = w->k->code[line].body;
    for (int i = 0; cm_amd_writes_first(p) && p->count > 0 && i < p->operands[0].count; i++) {
        int from = w->known->whole[line] ? cm_amd_member(w->known, body, p->operands[1].first) : -1;
        uint64_t copied = from >= 0 ? s->current[from] : 0;
        for (int m = 0; m < w->known->member_count; m++)
            if (w->known->members[m] == p->operands[0].first + i)
                s->current[m] = w->known->bodies[m] == body ? copied : 0;
    }
}

static void step_lane(walk *w, state *s, const cm_amd_parts *p, size_t line)
{
    bool write = *p->opcode == 'v' && strcmp(p->opcode, "v_writelane_b32") == 0;
    const cm_amd_operand *o = &p->operands[write ? 0 : 1], *lane = &p->operands[2];
    int member = p->count == 3 && lane->is_number
                     ? cm_amd_member(w->known, w->k->code[line].body, o->first)
                     : -1;
    if (member < 0) {
        if (!write && p->operands[0].first >= 0)
            set_open(w, s, p->operands[0].first, line, 0, false);
        return;
    }
    int class = w->known->classes[member];
    uint64_t bit = UINT64_C(1) << (lane->number & 63);
    cm_amd_value *at = &s->values[w->known->lanes + 64 * class + (int)(lane->number & 63)];
    if (write) {
        for (int m = 0; m < w->known->member_count; m++)
            if (w->known->classes[m] == class || w->known->members[m] == o->first)
                s->current[m] &= ~bit;
        s->current[member] |= bit;
        *at = value_of(s, &p->operands[1], 0);
    } else {
        if (w->notes && !(s->current[member] & bit))
            w->known->addresses[line].stale = true;
        s->values[p->operands[0].first] = *at;
    }
}

/* ---- one instruction ------------------------------------------------------------------------ */

/* What nothing more is known of. */
static void step_other(const walk *w, state *s, const cm_amd_parts *p, size_t line)
{
    bool local = false;
    for (int i = 0; i < p->count; i++)
        for (int part = 0; part < p->operands[i].count; part++) {
            cm_amd_value v = s->values[p->operands[i].first + part];
            bool written = i == 0 && cm_amd_writes_first(p);
            local |= !written && may_be_local(v);
            if (v.kind == CM_AMD_UNSAID && !written && w->notes)
                cm_fail(w->r->import->work, w->k->code[line].place,
                        "the instruction computes with what `%s` asks for, which is not supported, "
                        "expected a kernel that reads its arguments only",
                        cm_amd_directive(v.number));
        }
    bool second = strstr(p->opcode, "_co_") || cm_amd_begins(p->opcode, "v_div_scale");
    for (int i = 0; i < (second ? 2 : 1) && i < p->count && cm_amd_writes_first(p); i++)
        for (int part = 0; part < p->operands[i].count; part++)
            set_open(w, s, p->operands[i].first + part, line, 16 * i + (part & 15), local);
}

static void set_pair(state *s, const cm_amd_operand *to, cm_amd_value low, cm_amd_value high)
{
    for (int i = 0; i < to->count; i++)
        s->values[to->first + i] = i ? high : low;
}

/* The value that the instruction gives, in two halves, of which the kind OPEN says no more. */
static bool compute(const state *s, const cm_amd_parts *p, cm_amd_value *low, cm_amd_value *high)
{
    const cm_amd_operand *o = p->operands;
    const char *name = p->opcode;
    cm_amd_value open = {CM_AMD_OPEN, 0};
    *low = *high = open;
    if (p->count == 2 && (strcmp(name, "s_mov_b32") == 0 || strcmp(name, "s_mov_b64") == 0 ||
                          strcmp(name, "v_mov_b32") == 0 || strcmp(name, "v_mov_b64") == 0 ||
                          cm_amd_begins(name, "v_accvgpr_"))) {
        *low = value_of(s, &o[1], 0);
        *high = value_of(s, &o[1], 1);
        return true;
    }
    if (p->count == 2 && strcmp(name, "v_readfirstlane_b32") == 0)
        *low = value_of(s, &o[1], 0);
    if (p->count == 3 && (strcmp(name, "s_add_i32") == 0 || strcmp(name, "s_add_u32") == 0 ||
                          strcmp(name, "v_add_u32") == 0))
        *low = sum(value_of(s, &o[1], 0), value_of(s, &o[2], 0));
    if (p->count == 3 && strcmp(name, "v_or_b32") == 0)
        for (int i = 1; i < 3; i++)
            if (same_value(value_of(s, &o[i], 0), (cm_amd_value){CM_AMD_NUMBER, 0}))
                *low = value_of(s, &o[3 - i], 0);
    if (p->count == 3 && strcmp(name, "s_addc_u32") == 0) {
        cm_amd_value a = value_of(s, &o[1], 0), b = value_of(s, &o[2], 0);
        if (a.kind != CM_AMD_NUMBER || b.kind != CM_AMD_NUMBER) /* SCC is not followed */
            *low = upper_sum(a, b);
    }
    if (p->count == 4 && strcmp(name, "v_lshl_add_u64") == 0) {
        cm_amd_value shift = value_of(s, &o[2], 0), none = {CM_AMD_NUMBER, 0};
        if (same_value(shift, none)) {
            *low = sum(value_of(s, &o[1], 0), value_of(s, &o[3], 0));
            *high = upper_sum(value_of(s, &o[1], 1), value_of(s, &o[3], 1));
        } else if (!may_be_local(value_of(s, &o[1], 1))) { /* an index */
            *high = upper_sum(*high, value_of(s, &o[3], 1));
        }
    }
    bool reversed = strcmp(name, "v_lshrrev_b64") == 0;
    if (p->count == 3 && (reversed || strcmp(name, "s_lshr_b64") == 0)) {
        cm_amd_value shift = value_of(s, &o[reversed ? 1 : 2], 0);
        if (shift.kind == CM_AMD_NUMBER && (shift.number & 63) == 32) {
            *low = value_of(s, &o[reversed ? 2 : 1], 1);
            *high = (cm_amd_value){CM_AMD_NUMBER, 0};
        }
    }
    if (p->count == 3 && (strcmp(name, "v_cmp_ne_u32") == 0 || strcmp(name, "v_cmp_eq_u32") == 0)) {
        cm_amd_value a = value_of(s, &o[1], 0), b = value_of(s, &o[2], 0);
        if (a.kind == CM_AMD_NUMBER && b.kind == CM_AMD_NUMBER) {
            bool equal = a.number == b.number;
            *low = (cm_amd_value){CM_AMD_NUMBER, cm_amd_begins(name, "v_cmp_eq") ? equal : !equal};
            *high = (cm_amd_value){CM_AMD_NUMBER, 0};
        }
    }
    if (p->count == 4 && strcmp(name, "v_cndmask_b32") == 0) {
        cm_amd_value mask = value_of(s, &o[3], 0);
        if (mask.kind == CM_AMD_NUMBER)
            *low = value_of(s, &o[mask.number & 1 ? 2 : 1], 0);
    }
    return low->kind != CM_AMD_OPEN || high->kind != CM_AMD_OPEN;
}

/* What exec becomes; where that is open, the value that decides it, and whether its opposite. */
static cm_amd_value next_exec(const state *s, const cm_amd_parts *p, cm_amd_value *decides,
                              bool *inverted)
{
    const cm_amd_operand *o = p->operands;
    bool save = strstr(p->opcode, "_saveexec_"), move = cm_amd_begins(p->opcode, "s_mov_");
    bool is_andn2 = cm_amd_begins(p->opcode, "s_andn2_"),
         is_xor = cm_amd_begins(p->opcode, "s_xor_");
    *decides = (cm_amd_value){CM_AMD_OPEN, 0};
    *inverted = false;
    if (!(move || is_andn2 || is_xor || cm_amd_begins(p->opcode, "s_and_") ||
          cm_amd_begins(p->opcode, "s_or_")))
        return *decides;
    cm_amd_value a = value_of(s, &o[1], 0);
    cm_amd_value b = save ? s->values[CM_AMD_EXEC] : value_of(s, &o[p->count > 2 ? 2 : 1], 0);
    cm_amd_value result = move ? a : combined(p->opcode + 2, a, b);
    if (move || b.kind == CM_AMD_NUMBER)
        *decides = a;
    if (!move && a.kind == CM_AMD_NUMBER)
        *decides = b;
    *inverted = (is_xor && ((a.kind == CM_AMD_NUMBER ? a : b).number & 1)) ||
                (is_andn2 && a.kind == CM_AMD_NUMBER);
    result.number &= 1;
    return result;
}

static void step_exec(walk *w, state *pair, const cm_amd_parts *p)
{
    state next[2] = {new_state(w), new_state(w)}, on = new_state(w);
    for (int i = 0; i < 2; i++) {
        if (!pair[i].reached)
            continue;
        cm_amd_value decides;
        bool inverted;
        cm_amd_value exec = next_exec(&pair[i], p, &decides, &inverted);
        for (uint32_t to = 0; to < 2; to++) {
            if (exec.kind == CM_AMD_NUMBER && exec.number != to)
                continue;
            copy_state(w, &on, &pair[i]);
            if (exec.kind != CM_AMD_NUMBER)
                learn(w, &on, decides, inverted ? 1 - to : to);
            if (strstr(p->opcode, "_saveexec_") && p->operands[0].count == 2)
                set_pair(&on, &p->operands[0], pair[i].values[CM_AMD_EXEC],
                         (cm_amd_value){CM_AMD_NUMBER, 0});
            on.values[CM_AMD_EXEC] = (cm_amd_value){CM_AMD_NUMBER, to};
            join(w, &next[to], &on);
        }
    }
    pair[0] = next[0];
    pair[1] = next[1];
}

static void note_address(cm_amd_address *noted, cm_amd_address a)
{
    bool stale = noted->stale, idle = noted->idle;
    if (noted->reached && (noted->memory != a.memory || noted->known != a.known ||
                           noted->offset != a.offset || noted->segment != a.segment))
        a = (cm_amd_address){.memory = may_be_local((cm_amd_value){noted->memory, 0}) ||
                                               may_be_local((cm_amd_value){a.memory, 0})
                                           ? CM_AMD_MIXED
                                           : CM_AMD_OPEN};
    a.reached = true;
    a.stale = stale;
    a.idle = idle;
    *noted = a;
}

/* An instruction that leaves exec alone, of a lane that is active, or is not. */
static void step_one(walk *w, state *s, size_t line, bool active)
{
    const cm_amd_parts *p = &w->known->parts[line];
    const cm_amd_operand *to = &p->operands[0];
    cm_amd_value low, high, none = {CM_AMD_NUMBER, 0};
    if (strcmp(p->opcode, "v_writelane_b32") == 0 || strcmp(p->opcode, "v_readlane_b32") == 0) {
        step_lane(w, s, p, line);
        return;
    }
    if (w->notes && !active)
        w->known->addresses[line].idle = true;
    if (!active && cm_amd_is_vector(p->opcode) && !cm_amd_begins(p->opcode, "v_readfirstlane")) {
        if (p->count > 0 && to->first >= 0 && to->first < CM_AMD_VECTOR)
            set_pair(s, to, none, none); /* a comparison */
        return;
    }
    if (w->notes)
        note_address(&w->known->addresses[line], address_of(s, p));
    if (step_scratch(w, s, p, line)) {
    } else if (w->known->functions[line]) {
        set_pair(s, to, (cm_amd_value){CM_AMD_FUNCTION, (uint32_t)w->known->functions[line]}, none);
    } else if (cm_amd_begins(p->opcode, "s_swappc")) {
        cm_amd_value f = value_of(s, &p->operands[p->count - 1], 0);
        if (w->notes)
            w->known->addresses[line].called = f.kind == CM_AMD_FUNCTION ? f.number : 0;
        for (size_t i = 0; i < w->value_count; i++)
            if (i != CM_AMD_EXEC)
                s->values[i] = (cm_amd_value){CM_AMD_OPEN, 0};
        memset(s->current, 0, (size_t)w->known->member_count * sizeof *s->current);
    } else if (p->count > 0 && to->first >= 0 && compute(s, p, &low, &high)) {
        for (int part = 0; part < to->count; part++) {
            cm_amd_value v = part ? high : low;
            if (v.kind == CM_AMD_OPEN && p->count > 2)
                set_open(w, s, to->first + part, line, part, false);
            else
                s->values[to->first + part] = v;
        }
    } else {
        step_other(w, s, p, line);
    }
    step_member(w, s, line);
}

/* The pair of states: inactive, active. */
static void step(walk *w, state *pair, size_t line)
{
    const cm_amd_parts *p = &w->known->parts[line];
    const size_t *function = &w->known->functions[line];
    if ((line > 0 && function[-1]) || (line > 1 && function[-2]))
        return; /* the sum that makes the address of a function */
    if (cm_amd_begins(p->opcode, "s_") && ((p->count > 1 && p->operands[0].first == CM_AMD_EXEC) ||
                                           strstr(p->opcode, "_saveexec_"))) {
        step_exec(w, pair, p);
        w->known->addresses[line].active = w->notes && pair[1].reached && !pair[0].reached;
        return;
    }
    for (int i = 0; i < 2; i++)
        if (pair[i].reached)
            step_one(w, &pair[i], line, i == 1);
}

/* ---- the walk -------------------------------------------------------------------------------- */

static void arrive(walk *w, size_t line, const state *s, int active)
{
    if (!s->reached || line >= w->k->count)
        return;
    state *begin = &w->begins[2 * line + (size_t)active];
    if (!begin->values)
        *begin = new_state(w);
    if (join(w, begin, s) && !w->waiting[line]) {
        w->waiting[line] = true;
        w->stack[w->waiting_count++] = line;
    }
}

static void walk_block(walk *w, size_t from)
{
    state pair[2];
    for (int i = 0; i < 2; i++) {
        pair[i] = new_state(w);
        if (w->begins[2 * from + (size_t)i].values)
            copy_state(w, &pair[i], &w->begins[2 * from + (size_t)i]);
    }
    for (size_t i = from; i < w->k->count; i++) {
        const char *text = w->k->code[i].text;
        if (i > from && w->leads[i]) {
            arrive(w, i, &pair[0], 0);
            arrive(w, i, &pair[1], 1);
            return;
        }
        if (!cm_amd_is_branch(text))
            step(w, pair, i);
        bool zero = cm_amd_begins(text, "s_cbranch_execz"),
             other = cm_amd_begins(text, "s_cbranch_execnz");
        for (int active = 0; cm_amd_is_branch(text) && active < 2; active++) {
            if (!(active ? zero : other))
                arrive(w, cm_amd_target(w->k, text), &pair[active], active);
            if (active ? other : zero)
                pair[active].reached = false;
        }
        if (!cm_amd_goes_on(text))
            return;
    }
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
        if (p->count == 3 && p->operands[2].is_number && strcmp(p->opcode, "v_readlane_b32") == 0)
            add_member(known, code[i].body, p->operands[1].first);
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
    s->reached = true;
}

cm_amd_known *cm_amd_know(cm_amd_reading *r, const cm_amd_kernel *k)
{
    cm_arena *arena = r->import->work->arena;
    cm_amd_known *known = CM_NEW(arena, cm_amd_known);
    known->parts = CM_NEW_ARRAY(arena, k->count + 1, cm_amd_parts);
    known->functions = CM_NEW_ARRAY(arena, k->count + 1, size_t);
    known->addresses = CM_NEW_ARRAY(arena, k->count + 1, cm_amd_address);
    known->whole = CM_NEW_ARRAY(arena, k->count + 1, bool);
    walk w = {.r = r, .k = k, .known = known};
    w.leads = CM_NEW_ARRAY(arena, k->count + 1, bool);
    w.waiting = CM_NEW_ARRAY(arena, k->count + 1, bool);
    w.stack = CM_NEW_ARRAY(arena, k->count + 1, size_t);
    w.begins = CM_NEW_ARRAY(arena, 2 * k->count + 2, state);
    for (size_t i = 0; i < k->count; i++) {
        cm_amd_symbol symbol;
        known->parts[i] = cm_amd_take_apart(arena, k->code[i].text);
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
    state first = new_state(&w);
    begin(&w, &first);
    arrive(&w, 0, &first, 1);
    while (w.waiting_count > 0) {
        size_t line = w.stack[--w.waiting_count];
        w.waiting[line] = false;
        walk_block(&w, line);
    }
    w.notes = true;
    for (size_t i = 0; i < k->count; i++)
        if (w.begins[2 * i].values || w.begins[2 * i + 1].values)
            walk_block(&w, i);
    return known;
}
