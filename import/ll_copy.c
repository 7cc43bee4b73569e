/* Copies and fills of a known size: one load and store for each integer and pointer of the object,
 * of eight bytes at most where no type is known. */
#include "import/ll.h"

enum { MOST_PARTS = 64 };

static const cm_ll_type integers[] = {{.kind = CM_LL_INTEGER, .bits = 64},
                                      {.kind = CM_LL_INTEGER, .bits = 32},
                                      {.kind = CM_LL_INTEGER, .bits = 16},
                                      {.kind = CM_LL_INTEGER, .bits = 8}};

typedef struct parts {
    const cm_ll_type *types[MOST_PARTS];
    uint64_t at[MOST_PARTS]; /* from the first byte on */
    int count;
    uint64_t first, bytes; /* in the object */
    bool whole;            /* no part lies across the ends, and there are not too many */
} parts;

static void add_part(parts *p, const cm_ll_type *type, uint64_t at)
{
    p->whole &= p->count < MOST_PARTS;
    if (!p->whole)
        return;
    p->types[p->count] = type;
    p->at[p->count++] = at;
}

static void visit(void *context, const cm_ll_type *scalar, uint64_t offset)
{
    parts *p = context;
    uint64_t size = cm_ll_size(scalar);
    if (offset + size <= p->first || offset >= p->first + p->bytes)
        return;
    p->whole &= offset >= p->first && offset + size <= p->first + p->bytes;
    add_part(p, scalar, offset - p->first);
}

/* Divides the bytes as the type of the object says; false: no type is known, or it divides them
 * elsewhere. */
static bool parts_of(cm_ll_known address, uint64_t bytes, parts *p)
{
    const cm_ll_object *o = address.object;
    if (address.kind != CM_LL_ADDRESS || !o->type || address.number < o->header)
        return false;
    *p = (parts){.first = address.number - o->header, .bytes = bytes, .whole = true};
    return cm_ll_each_scalar(o->type, 0, visit, p) && p->whole;
}

static void find_parts(cm_ll_thread *t, cm_ll_known to, cm_ll_known from, uint64_t bytes,
                       cm_place place, parts *p)
{
    if (parts_of(to, bytes, p) || parts_of(from, bytes, p))
        return;
    *p = (parts){.bytes = bytes, .whole = true};
    for (uint64_t at = 0; at < bytes && p->whole;) {
        int k = 0;
        while (at % cm_ll_size(&integers[k]) || at + cm_ll_size(&integers[k]) > bytes)
            k++;
        add_part(p, &integers[k], at);
        at += cm_ll_size(&integers[k]);
    }
    if (!p->whole)
        cm_fail(t->work, place, "%llu bytes are copied, which is not supported, expected fewer",
                (unsigned long long)bytes);
}

static cm_ll_known behind(cm_ll_thread *t, cm_ll_known address, uint64_t at, cm_place place)
{
    return cm_ll_plus(t, address, cm_ll_number(at), place);
}

void cm_ll_copy(cm_ll_thread *t, cm_ll_known to, cm_ll_known from, uint64_t bytes, cm_place place)
{
    parts p;
    cm_ll_known values[MOST_PARTS];
    find_parts(t, to, from, bytes, place, &p);
    for (int k = 0; k < p.count; k++)
        values[k] = cm_ll_load(t, p.types[k], behind(t, from, p.at[k], place), place);
    for (int k = 0; k < p.count; k++)
        cm_ll_store(t, p.types[k], behind(t, to, p.at[k], place), values[k], place);
}

void cm_ll_fill(cm_ll_thread *t, cm_ll_known to, uint64_t byte, uint64_t bytes, cm_place place)
{
    parts p;
    find_parts(t, to, to, bytes, place, &p);
    for (int k = 0; k < p.count; k++) {
        uint64_t size = cm_ll_size(p.types[k]), value = 0;
        for (uint64_t i = 0; i < size; i++)
            value = value << 8 | (byte & 0xff);
        cm_ll_store(t, p.types[k], behind(t, to, p.at[k], place), cm_ll_number(value), place);
    }
}
