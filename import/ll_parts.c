/* Structures and arrays as values: what insertvalue makes, calls hand on, and extractvalue takes
 * apart. Each part is a value of its own. */
#include "import/ll.h"

#include <string.h>

enum { MOST_PARTS = 16 };

bool cm_ll_has_parts(const cm_ll_type *type)
{
    return type->kind == CM_LL_STRUCT || type->kind == CM_LL_ARRAY;
}

static const cm_ll_type *part_of(const cm_ll_type *type, uint64_t i)
{
    return type->members[type->kind == CM_LL_ARRAY ? 0 : i];
}

/* Room for parts that are not set. */
static cm_ll_known *new_parts(cm_ll_thread *t, const cm_ll_type *type, cm_place place,
                              cm_ll_known *all)
{
    uint64_t count = type->kind == CM_LL_ARRAY ? type->count : (uint64_t)type->member_count;
    if (count > MOST_PARTS)
        cm_fail(t->work, place, "a value of %llu parts is not supported, expected at most %d",
                (unsigned long long)count, MOST_PARTS);
    cm_ll_known *parts = CM_NEW_ARRAY(t->work->arena, count + 1, cm_ll_known);
    *all = (cm_ll_known){.kind = CM_LL_PARTS, .number = count, .parts = parts};
    return parts;
}

cm_ll_known cm_ll_parts(cm_ll_thread *t, const cm_ll_value *v)
{
    cm_ll_known all;
    cm_ll_known *parts = new_parts(t, v->type, v->place, &all);
    for (uint64_t i = 0; i < all.number; i++) {
        const cm_ll_type *type = part_of(v->type, i);
        cm_ll_value part = {v->kind == CM_LL_UNDEFINED ? CM_LL_UNDEFINED : CM_LL_AGGREGATE,
                            .type = type};
        part.place = v->place;
        if ((int)i < v->item_count)
            parts[i] = cm_ll_operand(t, &v->items[i]);
        else if (cm_ll_has_parts(type))
            parts[i] = cm_ll_parts(t, &part);
        else if (v->kind != CM_LL_UNDEFINED)
            parts[i] = cm_ll_number(0);
    }
    return all;
}

cm_ll_known cm_ll_load_parts(cm_ll_thread *t, const cm_ll_type *type, cm_ll_known at,
                             cm_place place)
{
    cm_ll_known all;
    cm_ll_known *parts = new_parts(t, type, place, &all);
    for (uint64_t i = 0; i < all.number; i++) {
        const cm_ll_type *own = part_of(type, i);
        cm_ll_known from = cm_ll_plus(t, at, cm_ll_number(cm_ll_offset(type, i)), place);
        parts[i] = cm_ll_has_parts(own) ? cm_ll_load_parts(t, own, from, place)
                                        : cm_ll_load(t, own, from, place);
    }
    return all;
}

void cm_ll_store_parts(cm_ll_thread *t, const cm_ll_type *type, cm_ll_known at, cm_ll_known value,
                       cm_place place)
{
    for (uint64_t i = 0; value.kind == CM_LL_PARTS && i < value.number; i++) {
        const cm_ll_type *own = part_of(type, i);
        cm_ll_known to = cm_ll_plus(t, at, cm_ll_number(cm_ll_offset(type, i)), place);
        if (cm_ll_has_parts(own))
            cm_ll_store_parts(t, own, to, value.parts[i], place);
        else
            cm_ll_store(t, own, to, value.parts[i], place);
    }
}

/* The part that the operands from that one on say, and `value` in its place. */
static cm_ll_known put(cm_ll_thread *t, const cm_ll_instruction *i, cm_ll_known whole, int operand,
                       cm_ll_known value)
{
    if (operand == i->operand_count)
        return value;
    uint64_t index = i->operands[operand].number;
    if (whole.kind != CM_LL_PARTS || index >= whole.number)
        cm_fail(t->work, i->place,
                "`%s` names a part that the value does not have, expected one of its parts",
                i->word);
    cm_ll_known *parts = CM_NEW_ARRAY(t->work->arena, whole.number, cm_ll_known);
    memcpy(parts, whole.parts, whole.number * sizeof *parts);
    parts[index] = put(t, i, parts[index], operand + 1, value);
    whole.parts = parts;
    return whole;
}

void cm_ll_insert(cm_ll_thread *t, const cm_ll_instruction *i)
{
    cm_ll_set(t, i->result,
              put(t, i, cm_ll_operand(t, &i->operands[0]), 2, cm_ll_operand(t, &i->operands[1])));
}

bool cm_ll_extract(cm_ll_thread *t, const cm_ll_instruction *i)
{
    cm_ll_known part = cm_ll_operand(t, &i->operands[0]);
    if (part.kind != CM_LL_PARTS)
        return false;
    for (int o = 1; o < i->operand_count; o++) {
        uint64_t index = i->operands[o].number;
        if (part.kind != CM_LL_PARTS || index >= part.number)
            cm_fail(t->work, i->place,
                    "`%s` names a part that the value does not have, expected one of its parts",
                    i->word);
        part = part.parts[index];
    }
    cm_ll_set(t, i->result, part);
    return true;
}

bool cm_ll_same_parts(cm_ll_known a, cm_ll_known b)
{
    bool same = a.number == b.number;
    for (uint64_t i = 0; i < a.number && same; i++)
        same = cm_ll_same(a.parts[i], b.parts[i]);
    return same;
}

void cm_ll_move(cm_ll_thread *t, cm_ll_piece *piece, cm_ll_known to, cm_ll_known from,
                cm_place place)
{
    const char *target = cm_ll_text(t, to, place), *source = cm_ll_text(t, from, place);
    cm_ll_add(t, piece,
              (cm_ll_row){.kind = CM_LL_ROW,
                          .text = cm_arena_printf(t->work->arena, "mov %s, %s", target, source),
                          .place = place});
}

cm_ll_known cm_ll_join_values(cm_ll_thread *t, const cm_ll_known *values, const cm_ll_way *ways,
                              int count)
{
    const cm_ll_known *some = values;
    bool truth = true, same = true;
    for (int e = 0; e < count; e++) {
        some = values[e].kind != CM_LL_NOTHING ? &values[e] : some;
        same &= cm_ll_same(values[e], values[0]);
        truth &= values[e].truth || (values[e].kind == CM_LL_KNOWN && values[e].number <= 1);
    }
    if (same)
        return *values;
    if (some->kind == CM_LL_PARTS) {
        cm_ll_known all = *some;
        cm_ll_known *parts = CM_NEW_ARRAY(t->work->arena, all.number + 1, cm_ll_known);
        cm_ll_known *own = CM_NEW_ARRAY(t->work->arena, (size_t)count, cm_ll_known);
        for (uint64_t i = 0; i < all.number; i++) {
            for (int e = 0; e < count; e++)
                own[e] = values[e].kind == CM_LL_PARTS && values[e].number == all.number
                             ? values[e].parts[i]
                             : (cm_ll_known){.kind = CM_LL_NOTHING};
            parts[i] = cm_ll_join_values(t, own, ways, count);
        }
        all.parts = parts;
        return all;
    }
    cm_ll_known to = cm_ll_new_register(t);
    to.truth = truth;
    for (int e = 0; e < count; e++)
        if (values[e].kind != CM_LL_NOTHING)
            cm_ll_move(t, ways[e].piece, to, values[e], ways[e].place);
    return to;
}
