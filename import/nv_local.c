/* Local memory as registers: what a compiler that does not optimise keeps there.
 *
 * Memory that one thread alone names is as good as a register where each access is known by its
 * bytes. So a thread is followed for trial (nv_follow.c), and of each variable in local memory is
 * noted which bytes each line reads or writes. It stays in memory if its address becomes a number
 * (it could be anybody's then), if a line reaches several places, or does more there than load and
 * store. Otherwise its bytes are cut at all ends of accesses, each piece is a register, and loads
 * and stores are moves. An address that lay in such a variable is known then, and the next trial
 * may show more: its own accesses become moves as well. A variable that then has to stay makes
 * all that was known by it doubtful, so that the trials begin again. They end when one shows
 * nothing new: each access to such a variable that its code makes is a move in it, and nowhere does
 * an address of one become anything but another register of that code.
 *
 * Accesses to memory that nobody else reaches are ordered by program order and coherence alone, and
 * dependencies lead through moves as through memory. A store that releases or a load that acquires
 * orders more, and stays. */
#include "import/nv_code.h"

#include <string.h>

enum { NOWHERE = -1, MOST_PIECES = 8 };

typedef struct access {
    bool seen;
    int variable; /* of the module; NOWHERE: none in local memory */
    uint64_t offset;
} access;

struct cm_nv_locals {
    int line_count;  /* of the code as it was */
    bool *kept;      /* by variable: in memory */
    bool lost;       /* a variable has been kept since the code was rewritten */
    access *by_line; /* of the code as it was: what is rewritten */
    access *found;   /* the same, of this trial */
    int *origin;     /* by line of the code that is tried: of the code as it was */
};

typedef struct piece {
    int variable;
    uint64_t from;
    unsigned bytes;
    int reg;
} piece;

typedef struct rewriting {
    cm_work *work;
    cm_nv_code *code;
    const cm_nv_line *lines; /* as they were */
    cm_nv_locals *locals;
    piece *pieces;
    int count, capacity;
} rewriting;

/* ---- what a trial shows --------------------------------------------------------------- */

bool cm_nv_has_locals(const cm_nv_code *code)
{
    for (int i = 0; i < code->line_count; i++)
        for (int o = 0; o < code->lines[i].count; o++) {
            const cm_nv_operand *operand = &code->lines[i].operands[o];
            if (operand->kind == CM_NV_MEMORY)
                operand = &operand->items[0];
            if (operand->kind == CM_NV_VARIABLE &&
                code->module->variables[operand->index].space == CM_NV_LOCAL)
                return true;
        }
    return false;
}

cm_nv_locals *cm_nv_locals_of(cm_work *work, const cm_nv_code *code)
{
    cm_nv_locals *l = CM_NEW(work->arena, cm_nv_locals);
    l->line_count = code->line_count;
    l->kept = CM_NEW_ARRAY(work->arena, (size_t)code->module->variable_count + 1, bool);
    l->by_line = CM_NEW_ARRAY(work->arena, (size_t)code->line_count + 1, access);
    l->found = CM_NEW_ARRAY(work->arena, (size_t)code->line_count + 1, access);
    return l;
}

static void keep(cm_nv_locals *l, int variable)
{
    l->lost |= !l->kept[variable];
    l->kept[variable] = true;
}

void cm_nv_keep_local(cm_nv_follow *f, cm_nv_known k)
{
    if (f->moves) /* what is stored is still an address in the next trial */
        return;
    if (k.kind != CM_NV_CONSTANT && k.kind != CM_NV_UNKNOWN && k.kind != CM_NV_LOW_BITS &&
        k.kind != CM_NV_PRINTED && k.kind != CM_NV_ROUTINE && cm_nv_is_private(f->nv, k.location))
        keep(f->locals, f->nv->locations[k.location].variable);
}

/* How many elements a plain load or store has; 0: it is none. */
static int elements_of(const cm_nv_line *line)
{
    static const char *const more[] = {"acquire", "release", "mmio", "b128", "const"};
    bool load = cm_nv_opcode_is(line, "ld");
    if ((!load && !cm_nv_opcode_is(line, "st")) || line->count != 2 ||
        line->operands[load].kind != CM_NV_MEMORY || line->operands[load].count != 1)
        return 0;
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (cm_nv_has(line, more[i]))
            return 0;
    const cm_nv_operand *value = &line->operands[!load];
    return value->kind == CM_NV_LIST ? value->count : 1;
}

void cm_nv_note_local(cm_nv_follow *f, int at)
{
    const cm_nv_line *line = &f->code->lines[at];
    cm_nv_locals *l = f->locals;
    for (int o = 0; o < line->count; o++) {
        const cm_nv_operand *operand = &line->operands[o];
        if (operand->kind != CM_NV_MEMORY)
            continue;
        cm_nv_known k = cm_nv_value_of(f, &operand->items[0]);
        access now = {true, NOWHERE, 0}, *before = &l->found[l->origin[at]];
        if (k.kind == CM_NV_ADDRESS && cm_nv_is_private(f->nv, k.location)) {
            now.variable = f->nv->locations[k.location].variable;
            now.offset = k.number + operand->number;
        }
        uint64_t bytes = (uint64_t)elements_of(line) * (cm_nv_type_of(line) / 8);
        bool other =
            before->seen && (before->variable != now.variable || before->offset != now.offset);
        bool inside = now.variable >= 0 && bytes > 0 &&
                      now.offset + bytes <= f->nv->locations[k.location].size;
        if (now.variable >= 0 && (other || !inside))
            keep(l, now.variable);
        if (before->seen && before->variable >= 0 && other)
            keep(l, before->variable);
        *before = now;
        f->moves = now.variable >= 0 && !l->kept[now.variable];
    }
}

bool cm_nv_learn_locals(cm_nv_locals *l)
{
    bool news = l->lost;
    for (int i = 0; i < l->line_count; i++) {
        const access *a = &l->found[i];
        bool is = a->seen && a->variable >= 0 && !l->kept[a->variable] && !l->lost;
        news |= is;
        if (l->lost)
            l->by_line[i] = (access){0};
        else if (is)
            l->by_line[i] = *a;
        l->found[i] = (access){0};
    }
    l->lost = false;
    return news;
}

/* ---- pieces ----------------------------------------------------------------------------- */

static bool is_rewritten(const rewriting *w, int line)
{
    const access *a = &w->locals->by_line[line];
    return a->seen && a->variable >= 0 && !w->locals->kept[a->variable];
}

/* The piece that has the byte, or NULL. */
static piece *piece_at(const rewriting *w, int variable, uint64_t at)
{
    for (int i = 0; i < w->count; i++) {
        piece *p = &w->pieces[i];
        if (p->variable == variable && at >= p->from && at < p->from + p->bytes)
            return p;
    }
    return NULL;
}

static void add_piece(rewriting *w, int variable, uint64_t from, uint64_t end)
{
    CM_RESERVE(w->work->arena, w->pieces, w->count, w->capacity);
    w->pieces[w->count++] = (piece){variable, from, (unsigned)(end - from), -1};
}

/* The pieces that the bytes are in, in their order; 0: some are in none, or there are too many. */
static int pieces_of(const rewriting *w, int variable, uint64_t from, unsigned bytes, piece *found)
{
    int count = 0;
    for (uint64_t at = from; at < from + bytes; at += found[count - 1].bytes) {
        const piece *here = piece_at(w, variable, at);
        if (!here || count == MOST_PIECES)
            return 0;
        found[count++] = *here;
    }
    return count;
}

static void cut(rewriting *w, int variable, uint64_t at)
{
    piece *p = piece_at(w, variable, at);
    if (!p || at == p->from)
        return;
    uint64_t end = p->from + p->bytes;
    p->bytes = (unsigned)(at - p->from);
    add_piece(w, variable, at, end);
}

/* The bytes are covered by pieces that end where they do. */
static void cover(rewriting *w, int variable, uint64_t from, unsigned bytes)
{
    uint64_t end = from + bytes;
    cut(w, variable, from);
    cut(w, variable, end);
    for (uint64_t at = from, next; at < end; at = next) {
        const piece *here = piece_at(w, variable, at);
        next = here ? here->from + here->bytes : end;
        for (int i = 0; i < w->count && !here; i++) {
            const piece *p = &w->pieces[i];
            if (p->variable == variable && p->from > at && p->from < next)
                next = p->from;
        }
        if (!here)
            add_piece(w, variable, at, next);
    }
}

/* Can a mov take them together? (PTX ISA, "mov": packs and unpacks 2 or 4 elements.) */
static bool fit(const piece *pieces, int count)
{
    bool fits = count == 1 || ((count == 2 || count == 4) && pieces->bytes >= 2);
    for (int i = 1; i < count; i++)
        fits &= pieces[i].bytes == pieces->bytes;
    unsigned bytes = pieces->bytes;
    return fits && (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8);
}

/* ---- moves -------------------------------------------------------------------------------- */

static int new_register(rewriting *w, unsigned bits)
{
    return cm_nv_add_register(w->work, w->code, bits <= 16 ? 16 : bits <= 32 ? 32 : 64);
}

static cm_nv_operand register_operand(int reg, cm_place place)
{
    return (cm_nv_operand){.kind = CM_NV_REGISTER, .index = reg, .place = place};
}

/* Appends: to = from, or of from and by. */
static void compute(rewriting *w, const cm_nv_line *like, const char *opcode, cm_nv_operand to,
                    cm_nv_operand from, const cm_nv_operand *by)
{
    cm_nv_line line = *like;
    line.opcode = opcode;
    line.operands = CM_NEW_ARRAY(w->work->arena, 3, cm_nv_operand);
    line.operands[0] = to;
    line.operands[1] = from;
    line.count = 2;
    if (by)
        line.operands[line.count++] = *by;
    cm_nv_add_line(w->work, w->code, line);
}

/* to = from, as an unsigned number. */
static void convert(rewriting *w, const cm_nv_line *like, cm_nv_operand to, cm_nv_operand from)
{
    unsigned wide = w->code->registers[to.index].bits;
    unsigned narrow = w->code->registers[from.index].bits;
    compute(w, like,
            wide == narrow ? cm_arena_printf(w->work->arena, "mov.b%u", wide)
                           : cm_arena_printf(w->work->arena, "cvt.u%u.u%u", wide, narrow),
            to, from, NULL);
}

/* whole = the pieces, or they are what it has, by arithmetic on 64 bits. */
static void join_pieces(rewriting *w, const cm_nv_line *line, cm_nv_operand whole,
                        const piece *pieces, int count)
{
    bool load = cm_nv_opcode_is(line, "ld");
    cm_nv_operand sum = register_operand(new_register(w, 64), line->place);
    cm_nv_operand part = register_operand(new_register(w, 64), line->place);
    cm_nv_operand zero = {.kind = CM_NV_VALUE, .place = line->place};
    if (load)
        compute(w, line, "mov.b64", sum, zero, NULL);
    else
        convert(w, line, sum, whole);
    for (int i = 0; i < count; i++) {
        cm_nv_operand here = register_operand(pieces[i].reg, line->place), by = zero, mask = zero;
        by.number = 8 * (pieces[i].from - pieces->from);
        mask.number = UINT64_MAX >> (64 - 8 * pieces[i].bytes);
        if (!load) {
            compute(w, line, "shr.u64", part, sum, &by);
            convert(w, line, here, part);
            continue;
        }
        convert(w, line, part, here);
        compute(w, line, "and.b64", part, part, &mask);
        compute(w, line, "shl.b64", part, part, &by);
        compute(w, line, "or.b64", sum, sum, &part);
    }
    if (load)
        convert(w, line, whole, sum);
}

/* One element of a load or a store. */
static void move_element(rewriting *w, const cm_nv_line *line, const cm_nv_operand *value,
                         const piece *pieces, int count)
{
    bool load = cm_nv_opcode_is(line, "ld");
    unsigned bits = cm_nv_type_of(line);
    bool number = value->kind == CM_NV_VALUE || value->kind == CM_NV_FLOATING;
    for (int i = 0; i < count && (count == 1 || number); i++) {
        cm_nv_operand here = register_operand(pieces[i].reg, line->place), other = *value;
        unsigned from = 8 * (unsigned)(pieces[i].from - pieces->from);
        other.number = other.number >> from & UINT64_MAX >> (64 - 8 * pieces[i].bytes);
        cm_nv_move(w->work, w->code, line, load ? other : here, load ? here : other,
                   number ? w->code->registers[here.index].bits : 8 * pieces[i].bytes);
    }
    if (count == 1 || number)
        return;
    cm_nv_operand list = {.kind = CM_NV_LIST, .count = count, .place = line->place};
    cm_nv_operand whole = register_operand(new_register(w, bits), line->place);
    list.items = CM_NEW_ARRAY(w->work->arena, (size_t)count, cm_nv_operand);
    for (int i = 0; i < count; i++)
        list.items[i] = register_operand(pieces[i].reg, line->place);
    if (!load)
        cm_nv_move(w->work, w->code, line, whole, *value, bits);
    if (fit(pieces, count))
        cm_nv_move(w->work, w->code, line, load ? whole : list, load ? list : whole, bits);
    else
        join_pieces(w, line, whole, pieces, count);
    if (load)
        cm_nv_move(w->work, w->code, line, *value, whole, bits);
}

/* Calls for each element of the line that becomes moves. */
typedef bool visit_element(rewriting *w, const cm_nv_line *line, const cm_nv_operand *value,
                           int variable, uint64_t from, unsigned bytes);

static bool each_element(rewriting *w, int at, visit_element *visit)
{
    const cm_nv_line *line = &w->lines[at];
    const cm_nv_operand *value = &line->operands[cm_nv_opcode_is(line, "ld") ? 0 : 1];
    const access *a = &w->locals->by_line[at];
    unsigned bytes = cm_nv_type_of(line) / 8;
    bool all = true;
    for (int e = 0; e < elements_of(line); e++)
        all &= visit(w, line, value->kind == CM_NV_LIST ? &value->items[e] : value, a->variable,
                     a->offset + (uint64_t)e * bytes, bytes);
    return all;
}

static bool cover_element(rewriting *w, const cm_nv_line *line, const cm_nv_operand *value,
                          int variable, uint64_t from, unsigned bytes)
{
    (void)line, (void)value;
    cover(w, variable, from, bytes);
    return true;
}

static bool element_fits(rewriting *w, const cm_nv_line *line, const cm_nv_operand *value,
                         int variable, uint64_t from, unsigned bytes)
{
    (void)line;
    piece found[MOST_PIECES];
    int count = pieces_of(w, variable, from, bytes, found);
    bool plain = value->kind == CM_NV_REGISTER || value->kind == CM_NV_VALUE ||
                 value->kind == CM_NV_FLOATING;
    return plain && count > 0 && (count > 1 || fit(found, count));
}

static bool rewrite_element(rewriting *w, const cm_nv_line *line, const cm_nv_operand *value,
                            int variable, uint64_t from, unsigned bytes)
{
    piece found[MOST_PIECES];
    int count = pieces_of(w, variable, from, bytes, found);
    move_element(w, line, value, found, count);
    return true;
}

static void rewrite_lines(rewriting *w)
{
    cm_nv_code *c = w->code;
    int count = c->line_count;
    int *starts = CM_NEW_ARRAY(w->work->arena, (size_t)count + 1, int);
    c->lines = NULL;
    c->line_count = c->line_capacity = 0;
    for (int i = 0; i < count; i++) {
        starts[i] = c->line_count;
        if (is_rewritten(w, i))
            each_element(w, i, rewrite_element);
        else
            cm_nv_add_line(w->work, c, w->lines[i]);
    }
    starts[count] = c->line_count;
    for (int i = 0; i < c->line_count; i++)
        if (c->lines[i].target >= 0)
            c->lines[i].target = starts[c->lines[i].target];
    w->locals->origin = CM_NEW_ARRAY(w->work->arena, (size_t)c->line_count + 1, int);
    for (int i = 0; i < count; i++)
        for (int k = starts[i]; k < starts[i + 1]; k++)
            w->locals->origin[k] = i;
}

cm_nv_code *cm_nv_rewrite_locals(cm_work *work, const cm_nv_code *code, cm_nv_locals *locals)
{
    cm_nv_code *made = CM_NEW(work->arena, cm_nv_code);
    *made = *code;
    rewriting w = {.work = work, .code = made, .lines = code->lines, .locals = locals};
    for (int i = 0; i < code->line_count; i++)
        if (is_rewritten(&w, i))
            each_element(&w, i, cover_element);
    for (int i = 0; i < code->line_count; i++)
        if (is_rewritten(&w, i) && !each_element(&w, i, element_fits))
            keep(locals, locals->by_line[i].variable);
    if (locals->lost)
        cm_nv_learn_locals(locals);
    for (int i = 0; i < w.count; i++) {
        int reg = w.pieces[i].reg = new_register(&w, 8 * w.pieces[i].bytes);
        w.code->registers[reg].zero = true; /* the registers have just moved, perhaps */
    }
    rewrite_lines(&w);
    return made;
}
