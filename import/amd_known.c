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
#include "import/amd_walk.h"

#include <string.h>

enum { OPENS = 32 };

typedef cm_amd_state state;
typedef cm_amd_walk walk;

/* ---- states --------------------------------------------------------------------------------- */

state cm_amd_new_state(const walk *w)
{
    cm_arena *arena = w->r->import->work->arena;
    size_t members = (size_t)w->known->member_count;
    uint64_t *lanes = CM_NEW_ARRAY(arena, 2 * members + 1, uint64_t);
    return (state){CM_NEW_ARRAY(arena, w->value_count, cm_amd_value), lanes, lanes + members};
}

void cm_amd_copy_state(const walk *w, state *to, const state *from)
{
    memcpy(to->values, from->values, w->value_count * sizeof *to->values);
    memcpy(to->current, from->current, 2 * (size_t)w->known->member_count * sizeof *to->current);
}

bool cm_amd_join(const walk *w, state *to, const state *from)
{
    bool changed = false;
    for (size_t i = 0; i < w->value_count; i++) {
        cm_amd_value a = to->values[i], b = from->values[i];
        if (cm_amd_same_value(a, b))
            continue;
        cm_amd_value both = {cm_amd_may_be_local(a) || cm_amd_may_be_local(b)     ? CM_AMD_MIXED
                             : a.kind == CM_AMD_UNSAID || b.kind == CM_AMD_UNSAID ? CM_AMD_UNSAID
                                                                                  : CM_AMD_OPEN,
                             0};
        changed |= !cm_amd_same_value(a, both);
        to->values[i] = both;
    }
    for (int m = 0; m < w->known->member_count; m++) {
        changed |= to->current[m] & ~from->current[m] || from->written[m] & ~to->written[m];
        to->current[m] &= from->current[m];
        to->written[m] |= from->written[m];
    }
    return changed;
}

static const cm_amd_value open = {CM_AMD_OPEN, 0}, none = {CM_AMD_NUMBER, 0};

/* Nobody knows what is in the register from the line on; it has copies. */
static void set_open(const walk *w, state *s, int reg, size_t line, int part, bool local)
{
    uint32_t number = (uint32_t)(line * OPENS + (size_t)part + 1);
    for (size_t i = 0; i < w->value_count; i++)
        if (s->values[i].kind == CM_AMD_OPEN && s->values[i].number == number)
            s->values[i].number = 0;
    s->values[reg] = local ? (cm_amd_value){CM_AMD_MIXED, 0} : (cm_amd_value){CM_AMD_OPEN, number};
}

/* A bit that the line gives, of which nothing is known. */
static cm_amd_value new_bit(const walk *w, state *s, size_t line)
{
    cm_amd_value bit = {CM_AMD_BIT, 2 * (uint32_t)line};
    for (size_t i = 0; i < w->value_count; i++)
        if (cm_amd_is_bit(s->values[i]) && s->values[i].number / 2 == line)
            s->values[i] = open;
    return bit;
}

void cm_amd_learn(const walk *w, state *s, cm_amd_value learned, uint32_t number)
{
    uint32_t bit = (number ^ learned.number ^ (learned.kind == CM_AMD_NOT_BIT)) & 1;
    for (size_t i = 0; i < w->value_count; i++) {
        cm_amd_value *v = &s->values[i];
        if (learned.kind == CM_AMD_OPEN && learned.number && cm_amd_same_value(*v, learned))
            *v = (cm_amd_value){CM_AMD_LANE, number & 1};
        if (!cm_amd_is_bit(learned) || !cm_amd_is_bit(*v) || v->number / 2 != learned.number / 2)
            continue;
        uint32_t is = bit ^ (v->number & 1);
        *v = (cm_amd_value){CM_AMD_NUMBER, v->kind == CM_AMD_NOT_BIT ? ~is : is};
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

static cm_amd_value value_of(const state *s, const cm_amd_operand *o, int part)
{
    static const struct {
        const char *name;
        cm_amd_kind kind;
    } bases[] = {{"src_private_base", CM_AMD_PRIVATE}, {"src_shared_base", CM_AMD_SHARED}};
    if (o->first >= 0)
        return part < o->count && !o->changed ? s->values[o->first + part] : open;
    if (o->is_number)
        return (cm_amd_value){CM_AMD_NUMBER, (uint32_t)(o->number >> 32 * part)};
    for (size_t i = 0; i < 2; i++)
        if (strcmp(o->text, bases[i].name) == 0)
            return part ? (cm_amd_value){bases[i].kind, 0} : (cm_amd_value){CM_AMD_NUMBER, 0};
    return open;
}

/* ---- memory --------------------------------------------------------------------------------- */

/* Of a buffer_ access by the resource of scratch memory, which gfx90a has: the scalar offset is
 * that of a wave, of 64 lanes. */
static bool is_in_buffer(const state *s, const cm_amd_parts *p, cm_amd_address *a)
{
    const cm_amd_operand *o = p->operands;
    if (!cm_amd_begins(p->opcode, "buffer_") || !cm_amd_access_bytes(p->opcode) || p->count < 4 ||
        value_of(s, &o[2], 0).kind != CM_AMD_UNSAID || value_of(s, &o[2], 0).number != 0)
        return false;
    cm_amd_value low = o[1].first >= 0 ? value_of(s, &o[1], 0) : none, wave = value_of(s, &o[3], 0);
    *a = (cm_amd_address){.memory = CM_AMD_PRIVATE,
                          .known = low.kind == CM_AMD_NUMBER && wave.kind == CM_AMD_NUMBER,
                          .offset = low.number + wave.number / 64 + p->offset};
    return true;
}

/* Where the instruction accesses memory, if that is known. */
static cm_amd_address address_of(const state *s, const cm_amd_parts *p)
{
    cm_amd_address a = {.known = false};
    if (is_in_buffer(s, p, &a))
        return a;
    bool scratch = cm_amd_begins(p->opcode, "scratch_"),
         scalar = cm_amd_begins(p->opcode, "s_load_");
    bool flat = cm_amd_begins(p->opcode, "flat_"), global = cm_amd_begins(p->opcode, "global_");
    int at = strstr(p->opcode, "_store_") || cm_amd_gives_nothing(p) ? 0 : 1;
    int base = global || scratch ? 2 : at; /* the scalar one */
    if (!(scratch || scalar || flat || global) || p->count <= base)
        return a;
    const cm_amd_operand *x = &p->operands[at], *y = &p->operands[base];
    cm_amd_value low = value_of(s, x, 0), high = value_of(s, x, 1);
    if (scratch) {
        low = cm_amd_sum(x->first >= 0 ? low : none, y->first >= 0 ? value_of(s, y, 0) : none);
        high = (cm_amd_value){CM_AMD_PRIVATE, 0};
    } else if (global && y->first >= 0) {
        low = cm_amd_sum(low, value_of(s, y, 0));
        high = value_of(s, y, 1);
    }
    if (scalar && p->count > 2)
        low = cm_amd_sum(low, value_of(s, &p->operands[2], 0));
    low = cm_amd_sum(low, (cm_amd_value){CM_AMD_NUMBER, p->offset});
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
    int reg = p->operands[cm_amd_data_of(p)].first;
    for (unsigned i = 0; reg >= 0 && i < (bytes + 3) / 4; i++) {
        cm_amd_value *word = &s->values[(uint32_t)w->known->words + a.offset / 4 + i];
        cm_amd_value *own = &s->values[reg + (int)i];
        cm_amd_value part = cm_amd_narrow(store ? *own : *word, p->opcode, bytes);
        bool whole = a.offset % 4 == 0 && part.kind != CM_AMD_OPEN;
        if (bytes >= 4 && a.offset % 4 == 0)
            *(store ? word : own) = store ? *own : *word;
        else if (store)
            *word = whole ? part : open;
        else if (whole)
            *own = part;
        else
            set_open(w, s, reg + (int)i, line, (int)i, false);
    }
    return true;
}

/* True: it is a scalar load of numbers that the launch says, and is done. */
static bool step_argument(const walk *w, state *s, const cm_amd_parts *p, size_t line)
{
    cm_amd_address a = address_of(s, p);
    int to = p->operands[0].first, count = p->operands[0].count;
    uint32_t number = 0;
    bool any = false;
    for (int i = 0; i < count; i++)
        any |= cm_amd_begins(p->opcode, "s_load_") &&
               cm_amd_argument_number(w->r, w->k, &a, 4 * (unsigned)i, &number);
    for (int i = 0; any && i < count; i++)
        if (cm_amd_argument_number(w->r, w->k, &a, 4 * (unsigned)i, &number))
            s->values[to + i] = (cm_amd_value){CM_AMD_NUMBER, number};
        else
            set_open(w, s, to + i, line, i, false);
    return any;
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
        s->written[class] |= bit;
        *at = value_of(s, &p->operands[1], 0);
    } else {
        bool lost = !(s->current[member] & bit);
        w->known->addresses[line].stale |= w->notes && lost && (s->written[class] & bit);
        if (lost) /* or never set: the compiler does not mind what is there */
            set_open(w, s, p->operands[0].first, line, 0, false);
        else
            s->values[p->operands[0].first] = *at;
    }
}

/* ---- one instruction ------------------------------------------------------------------------ */

/* What nothing more is known of. */
static void step_other(const walk *w, state *s, const cm_amd_parts *p, size_t line)
{
    bool local = false;
    bool second = strstr(p->opcode, "_co_") || cm_amd_begins(p->opcode, "v_div_scale");
    /* A word that is loaded from LDS need not be an address there, and half of an address does not
     * tell which memory it is in. */
    bool word = cm_amd_begins(p->opcode, "flat_") && p->operands[0].count == 1;
    for (int i = 0; i < p->count; i++)
        for (int part = 0; part < p->operands[i].count; part++) {
            cm_amd_value v = s->values[p->operands[i].first + part];
            bool written = (i == 0 && cm_amd_writes_first(p)) || (i == 1 && second);
            local |= !written && !(word && i == 1) && cm_amd_may_be_local(v);
            if (v.kind == CM_AMD_UNSAID && !written && w->notes)
                cm_fail(w->r->import->work, w->k->code[line].place,
                        "the instruction uses the value that `%s` asks the runtime for, which is "
                        "not supported, expected a kernel that reads only its arguments",
                        cm_amd_directive(v.number));
        }
    for (int i = 0; i < (second ? 2 : 1) && i < p->count && cm_amd_writes_first(p); i++)
        for (int part = 0; part < p->operands[i].count; part++)
            set_open(w, s, p->operands[i].first + part, line, 16 * i + (part & 15), local);
}

static void set_pair(state *s, const cm_amd_operand *to, cm_amd_value low, cm_amd_value high)
{
    for (int i = 0; i < to->count; i++)
        s->values[to->first + i] = i ? high : low;
}

/* "v_add_u32": "add_u32". */
static const char *plain(const cm_amd_parts *p)
{
    return p->opcode + 2;
}

static bool is_opcode(const cm_amd_parts *p, const char *name, int operands)
{
    return p->count == operands && strcmp(p->opcode, name) == 0;
}

/* Shifts of 64 bits. */
static void shift_both(const state *s, const cm_amd_parts *p, cm_amd_value *low, cm_amd_value *high)
{
    const cm_amd_operand *o = p->operands;
    if (is_opcode(p, "v_lshl_add_u64", 4)) {
        cm_amd_value shift = value_of(s, &o[2], 0);
        cm_amd_value a[2] = {value_of(s, &o[1], 0), value_of(s, &o[1], 1)};
        if (cm_amd_same_value(shift, none) || cm_amd_shift_left(shift, a)) {
            *low = cm_amd_sum(a[0], value_of(s, &o[3], 0));
            *high = cm_amd_upper_sum(a[1], value_of(s, &o[3], 1));
        } else if (!cm_amd_may_be_local(value_of(s, &o[1], 1))) { /* an index */
            *high = cm_amd_upper_sum(*high, value_of(s, &o[3], 1));
        }
    }
    bool left = is_opcode(p, "v_lshlrev_b64", 3);
    if (left || is_opcode(p, "s_lshl_b64", 3)) {
        cm_amd_value a[2] = {value_of(s, &o[1 + left], 0), value_of(s, &o[1 + left], 1)};
        *low = *high = open;
        if (cm_amd_shift_left(value_of(s, &o[2 - left], 0), a)) {
            *low = a[0];
            *high = a[1];
        }
    }
    bool reversed = is_opcode(p, "v_lshrrev_b64", 3);
    if (reversed || is_opcode(p, "s_lshr_b64", 3)) {
        cm_amd_value shift = value_of(s, &o[reversed ? 1 : 2], 0);
        *low = *high = open;
        if (shift.kind == CM_AMD_NUMBER && (shift.number & 63) == 32) {
            *low = value_of(s, &o[reversed ? 2 : 1], 1);
            *high = none;
        }
    }
}

/* What a mask or a comparison chooses. */
static void select_one(const state *s, const cm_amd_parts *p, cm_amd_value *low, cm_amd_value *high)
{
    const cm_amd_operand *o = p->operands;
    if (is_opcode(p, "v_cndmask_b32", 4)) {
        cm_amd_value mask = value_of(s, &o[3], 0);
        cm_amd_value zero = value_of(s, &o[1], 0), one = value_of(s, &o[2], 0);
        bool counts = zero.kind == CM_AMD_NUMBER && one.kind == CM_AMD_NUMBER &&
                      zero.number + one.number == 1;
        if (cm_amd_has_lane(mask))
            *low = mask.number & 1 ? one : zero;
        else if (cm_amd_is_bit(mask) && counts)
            *low = (cm_amd_value){CM_AMD_BIT,
                                  mask.number ^ zero.number ^ (mask.kind == CM_AMD_NOT_BIT)};
    }
    cm_amd_value scc = s->values[CM_AMD_SCC];
    if (cm_amd_begins(p->opcode, "s_cselect_b") && p->count == 3) {
        *low = *high = open;
        if (scc.kind == CM_AMD_NUMBER) {
            *low = value_of(s, &o[scc.number ? 1 : 2], 0);
            *high = value_of(s, &o[scc.number ? 1 : 2], 1);
        }
    }
}

/* Of all lanes, those below the thread's; of a mask none, for others stay away. */
static bool step_below(walk *w, state *s, const cm_amd_parts *p)
{
    bool low = is_opcode(p, "v_mbcnt_lo_u32_b32", 3);
    if ((!low && !is_opcode(p, "v_mbcnt_hi_u32_b32", 3)) || !w->k->thread ||
        p->operands[0].count != 1)
        return false;
    unsigned own = cm_amd_lane(w->r, w->k->thread), half = own < 32 ? own : 32;
    cm_amd_value mask = value_of(s, &p->operands[1], 0), sum = value_of(s, &p->operands[2], 0);
    bool all = mask.kind == CM_AMD_NUMBER && mask.number == UINT32_MAX;
    if (all)
        sum = cm_amd_sum(sum, (cm_amd_value){CM_AMD_NUMBER, low ? half : own - half});
    s->values[p->operands[0].first] = sum;
    w->settled = all && sum.kind == CM_AMD_NUMBER;
    return true;
}

/* The value that the instruction gives, in two halves, of which the kind OPEN says no more. */
static bool compute(const state *s, const cm_amd_parts *p, cm_amd_value *low, cm_amd_value *high)
{
    const cm_amd_operand *o = p->operands;
    const char *name = p->opcode;
    bool compares = cm_amd_begins(name, "v_cmp_");
    *low = *high = open;
    if (p->count == 2 && (is_opcode(p, "s_mov_b32", 2) || is_opcode(p, "s_mov_b64", 2) ||
                          is_opcode(p, "v_mov_b32", 2) || is_opcode(p, "v_mov_b64", 2) ||
                          cm_amd_begins(name, "v_accvgpr_"))) {
        *low = value_of(s, &o[1], 0);
        *high = value_of(s, &o[1], 1);
        return true;
    }
    if (is_opcode(p, "v_pk_mov_b32", 3) && strcmp(p->words, "op_sel:[0,1]") == 0) {
        *low = value_of(s, &o[1], 0);
        *high = value_of(s, &o[2], 1);
        return true;
    }
    if (is_opcode(p, "v_readfirstlane_b32", 2))
        *low = value_of(s, &o[1], 0);
    if (p->count == 3 && !*p->words) {
        *low = cm_amd_result(plain(p), value_of(s, &o[1], 0), value_of(s, &o[2], 0));
        if (strstr(name, "_b64"))
            *high = cm_amd_result(plain(p), value_of(s, &o[1], 1), value_of(s, &o[2], 1));
        if (compares)
            *high = none;
    }
    cm_amd_value first = value_of(s, &o[1], 0), last = value_of(s, &o[p->count > 2 ? 2 : 1], 0);
    bool floats = strcmp(p->opcode, "v_mul_f32") == 0 || cm_amd_begins(p->opcode, "v_cvt_");
    if (floats && p->count <= 3 && !*p->words && first.kind == CM_AMD_NUMBER &&
        last.kind == CM_AMD_NUMBER)
        *low = cm_amd_of_floats(plain(p), first.number, last.number);
    cm_amd_value mask = value_of(s, &o[1], 0);
    if (is_opcode(p, "s_bcnt1_i32_b64", 2) && mask.kind == CM_AMD_NUMBER && mask.number < 2 &&
        cm_amd_same_value(value_of(s, &o[1], 1), none))
        *low = mask;
    if (low->kind == CM_AMD_OPEN && (is_opcode(p, "s_add_i32", 3) || is_opcode(p, "s_add_u32", 3) ||
                                     is_opcode(p, "v_add_u32", 3)))
        *low = cm_amd_sum(value_of(s, &o[1], 0), value_of(s, &o[2], 0));
    if (is_opcode(p, "v_or_b32", 3))
        for (int i = 1; i < 3; i++)
            if (cm_amd_same_value(value_of(s, &o[i], 0), none))
                *low = value_of(s, &o[3 - i], 0);
    if (is_opcode(p, "v_add_co_u32", 4))
        *low = cm_amd_sum(value_of(s, &o[2], 0), value_of(s, &o[3], 0));
    bool vector = is_opcode(p, "v_addc_co_u32", 5);
    if (vector || is_opcode(p, "s_addc_u32", 3)) {
        cm_amd_value a = value_of(s, &o[1 + vector], 0), b = value_of(s, &o[2 + vector], 0);
        if (a.kind != CM_AMD_NUMBER || b.kind != CM_AMD_NUMBER) /* the carry is not followed */
            *low = cm_amd_upper_sum(a, b);
    }
    shift_both(s, p, low, high);
    select_one(s, p, low, high);
    return low->kind != CM_AMD_OPEN || high->kind != CM_AMD_OPEN;
}

/* Behind an instruction that has set its first operand. */
static void set_scc(state *s, const cm_amd_parts *p)
{
    const cm_amd_operand *o = p->operands;
    if (!cm_amd_sets_scc(p))
        return;
    s->values[CM_AMD_SCC] = open;
    if (cm_amd_begins(p->opcode, "s_cmp_") && p->count == 2 && !strstr(p->opcode, "64"))
        s->values[CM_AMD_SCC] =
            cm_amd_result(plain(p), value_of(s, &o[0], 0), value_of(s, &o[1], 0));
    bool logic = strstr(p->opcode, "_b64") && !strstr(p->opcode, "sh") && o[0].count == 2;
    cm_amd_value low = logic ? s->values[o[0].first] : open;
    if (logic && cm_amd_same_value(s->values[o[0].first + 1], none) &&
        (low.kind == CM_AMD_NUMBER || low.kind == CM_AMD_BIT))
        s->values[CM_AMD_SCC] =
            low.kind == CM_AMD_BIT ? low : (cm_amd_value){CM_AMD_NUMBER, low.number != 0};
}

/* What exec becomes; where that is open, the value that decides it, and whether its opposite. */
static cm_amd_value next_exec(const state *s, const cm_amd_parts *p, cm_amd_value *decides,
                              bool *inverted)
{
    const cm_amd_operand *o = p->operands;
    bool save = strstr(p->opcode, "_saveexec_"), move = cm_amd_begins(p->opcode, "s_mov_");
    bool is_andn2 = cm_amd_begins(p->opcode, "s_andn2_"),
         is_xor = cm_amd_begins(p->opcode, "s_xor_");
    *decides = open;
    *inverted = false;
    if (!(move || is_andn2 || is_xor || cm_amd_begins(p->opcode, "s_and_") ||
          cm_amd_begins(p->opcode, "s_or_")))
        return *decides;
    cm_amd_value a = value_of(s, &o[1], 0);
    cm_amd_value b = save ? s->values[CM_AMD_EXEC] : value_of(s, &o[p->count > 2 ? 2 : 1], 0);
    cm_amd_value result = move ? a : cm_amd_logic(p->opcode + 2, a, b);
    if (result.kind == CM_AMD_LANE)
        result.kind = CM_AMD_NUMBER;
    if (move || b.kind == CM_AMD_NUMBER)
        *decides = a;
    if (!move && a.kind == CM_AMD_NUMBER)
        *decides = b;
    *inverted = (is_xor && ((a.kind == CM_AMD_NUMBER ? a : b).number & 1)) ||
                (is_andn2 && a.kind == CM_AMD_NUMBER);
    result.number &= 1;
    return result;
}

static bool step_exec(walk *w, state *s, state *other, const cm_amd_parts *p)
{
    cm_amd_value decides, was = s->values[CM_AMD_EXEC];
    bool inverted, saves = strstr(p->opcode, "_saveexec_") && p->operands[0].count == 2;
    cm_amd_value exec = next_exec(s, p, &decides, &inverted);
    s->values[CM_AMD_SCC] = open;
    state *states[] = {s, other};
    bool both = exec.kind != CM_AMD_NUMBER;
    w->decides = decides;
    w->inverted = inverted;
    w->spread = both && !cm_amd_begins(p->opcode, "s_and") && decides.kind != CM_AMD_BIT;
    if (both)
        cm_amd_copy_state(w, other, s);
    for (int i = 0; i < 1 + both; i++) {
        uint32_t now = both ? (uint32_t)!i : exec.number;
        if (both)
            cm_amd_learn(w, states[i], decides, inverted ? !now : now);
        if (saves)
            set_pair(states[i], &p->operands[0], was, none);
        states[i]->values[CM_AMD_EXEC] = (cm_amd_value){CM_AMD_NUMBER, now};
    }
    return both;
}

static void note_address(cm_amd_address *noted, cm_amd_address a)
{
    bool stale = noted->stale, idle = noted->idle;
    if (noted->reached && (noted->memory != a.memory || noted->known != a.known ||
                           noted->offset != a.offset || noted->segment != a.segment))
        a = (cm_amd_address){.memory = cm_amd_may_be_local((cm_amd_value){noted->memory, 0}) ||
                                               cm_amd_may_be_local((cm_amd_value){a.memory, 0})
                                           ? CM_AMD_MIXED
                                           : CM_AMD_OPEN};
    a.reached = true;
    a.stale = stale;
    a.idle = idle;
    *noted = a;
}

/* `v_cmp_ne_u32 s[2:3], v1, v2` behind `v_cmp_eq_u32 s[0:1], v1, v2`: the opposite of that bit. */
static bool is_opposite(const walk *w, const state *s, size_t line, cm_amd_value *bit)
{
    const cm_amd_parts *p = &w->known->parts[line], *q = line > 0 ? p - 1 : p;
    if (line == 0 || p->count != 3 || q->count != 3 || *p->words || *q->words ||
        q->operands[0].first < 0 || strlen(p->opcode) != strlen(q->opcode))
        return false;
    const char *kinds[] = {p->opcode, q->opcode};
    for (int i = 0; i < 2; i++) {
        bool eq = cm_amd_begins(kinds[i], "v_cmp_eq_u"),
             ne = cm_amd_begins(kinds[1 - i], "v_cmp_ne_u");
        if (!eq || !ne || strcmp(p->opcode + 8, q->opcode + 8) != 0 ||
            strcmp(p->operands[1].text, q->operands[1].text) != 0 ||
            strcmp(p->operands[2].text, q->operands[2].text) != 0)
            continue;
        cm_amd_value other = s->values[q->operands[0].first];
        bool apart = true; /* the first one has not set what both compare */
        for (int o = 1; o < 3; o++)
            apart &= p->operands[o].first < 0 || p->operands[o].first >= CM_AMD_VECTOR;
        *bit = cm_amd_opposite(other);
        return apart && other.kind == CM_AMD_BIT;
    }
    return false;
}

/* Of a mask the lane's bit? */
static bool is_one_lane(const state *s, const cm_amd_parts *p)
{
    bool is = false;
    for (int i = 1; i < 3 && is_opcode(p, "s_and_b64", 3); i++)
        is |=
            cm_amd_same_value(value_of(s, &p->operands[i], 0), (cm_amd_value){CM_AMD_NUMBER, 1}) &&
            cm_amd_same_value(value_of(s, &p->operands[i], 1), none);
    return is;
}

/* An instruction that leaves exec alone. */
static void step_once(walk *w, state *s, size_t line)
{
    const cm_amd_parts *p = &w->known->parts[line];
    const cm_amd_operand *to = &p->operands[0];
    cm_amd_value low, high, bit;
    bool active = s->values[CM_AMD_EXEC].number;
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
    if (step_scratch(w, s, p, line) || step_argument(w, s, p, line) || step_below(w, s, p)) {
    } else if (cm_amd_guess_reciprocal(w, p, value_of(s, &p->operands[1], 0), &bit)) {
        s->values[to->first] = bit;
    } else if (w->known->functions[line]) {
        set_pair(s, to, (cm_amd_value){CM_AMD_FUNCTION, (uint32_t)w->known->functions[line]}, none);
    } else if (cm_amd_begins(p->opcode, "s_swappc")) {
        cm_amd_value f = value_of(s, &p->operands[p->count - 1], 0);
        if (w->notes)
            w->known->addresses[line].called = f.kind == CM_AMD_FUNCTION ? f.number : 0;
        for (size_t i = 0; i < w->value_count; i++)
            if (i != CM_AMD_EXEC)
                s->values[i] = open;
        memset(s->current, 0, (size_t)w->known->member_count * sizeof *s->current);
    } else if (p->count > 0 && to->first >= 0 && cm_amd_writes_first(p) &&
               (compute(s, p, &low, &high) || is_one_lane(s, p))) {
        bool compares = cm_amd_begins(p->opcode, "v_cmp_");
        if (low.kind == CM_AMD_OPEN && (compares || is_one_lane(s, p))) {
            low = compares && is_opposite(w, s, line, &bit) ? bit : new_bit(w, s, line);
            high = none;
        }
        for (int part = 0; part < to->count; part++) {
            cm_amd_value v = part ? high : low;
            if (v.kind == CM_AMD_OPEN && p->count > 2)
                set_open(w, s, to->first + part, line, part, false);
            else
                s->values[to->first + part] = v;
        }
        for (int part = 0; strstr(p->opcode, "_co_") && part < p->operands[1].count; part++)
            set_open(w, s, p->operands[1].first + part, line, 16 + part, false);
    } else {
        step_other(w, s, p, line);
    }
    set_scc(s, p);
    step_member(w, s, line);
}

bool cm_amd_step(walk *w, state *s, state *other, size_t line)
{
    const cm_amd_parts *p = &w->known->parts[line];
    const size_t *function = &w->known->functions[line];
    w->settled = false;
    if ((line > 0 && function[-1]) || (line > 1 && function[-2]))
        return false; /* the sum that makes the address of a function */
    if (!cm_amd_begins(p->opcode, "s_") ||
        !((p->count > 1 && p->operands[0].first == CM_AMD_EXEC) ||
          strstr(p->opcode, "_saveexec_"))) {
        if (!cm_amd_step_guesses(w, s, line, step_once))
            step_once(w, s, line);
        return false;
    }
    bool both = step_exec(w, s, other, p);
    cm_amd_address *a = &w->known->addresses[line];
    a->active |= w->notes && s->values[CM_AMD_EXEC].number;
    a->inactive |= w->notes && (both || !s->values[CM_AMD_EXEC].number);
    return both;
}

int cm_amd_branches(const state *s, const char *text, cm_amd_value *decides)
{
    static const struct {
        const char *opcode;
        int reg;
        bool where; /* it is not 0 */
    } conditions[] = {
        {"s_cbranch_execz", CM_AMD_EXEC, false}, {"s_cbranch_execnz", CM_AMD_EXEC, true},
        {"s_cbranch_vccz", CM_AMD_VCC, false},   {"s_cbranch_vccnz", CM_AMD_VCC, true},
        {"s_cbranch_scc0", CM_AMD_SCC, false},   {"s_cbranch_scc1", CM_AMD_SCC, true}};
    *decides = open;
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        size_t length = strlen(conditions[i].opcode);
        if (strncmp(text, conditions[i].opcode, length) != 0 || text[length] != ' ')
            continue;
        int reg = conditions[i].reg;
        cm_amd_value low = s->values[reg], high = reg == CM_AMD_VCC ? s->values[reg + 1] : none;
        bool known = low.kind == CM_AMD_NUMBER && high.kind == CM_AMD_NUMBER;
        if (known)
            return ((low.number | high.number) != 0) == conditions[i].where;
        if (low.kind == CM_AMD_BIT && cm_amd_same_value(high, none))
            *decides = conditions[i].where ? low : cm_amd_opposite(low);
        return -1;
    }
    return cm_amd_begins(text, "s_branch") ? 1 : -1;
}
