/* Tables of costs. See repair.h. */
#include "explain/repair.h"

#include <stdlib.h>
#include <string.h>

static cm_place place_in_costs(const cm_source *source, const char *from, const char *to)
{
    return (cm_place){source, (uint32_t)(from - source->text), (uint32_t)(to - from)};
}

static bool is_costs_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void read_cost(cm_work *work, const cm_source *source, cm_costs *costs, const char *from,
                      const char *to)
{
    const char *hash = memchr(from, '#', (size_t)(to - from));
    to = hash ? hash : to;
    while (from < to && is_costs_blank(*from))
        from++;
    while (to > from && is_costs_blank(to[-1]))
        to--;
    if (from == to)
        return;
    const char *number = to;
    while (number > from && !is_costs_blank(number[-1]))
        number--;
    const char *text = cm_arena_text(work->arena, number, (size_t)(to - number));
    char *end;
    double cost = strtod(text, &end);
    if (*end || !(cost >= 0 && cost <= 1e9))
        cm_fail(work, place_in_costs(source, number, to),
                "`%s` is no cost, expected a number from 0 to 1e9 after the name", text);
    const char *stop = number;
    while (stop > from && is_costs_blank(stop[-1]))
        stop--;
    if (stop == from)
        cm_fail(work, place_in_costs(source, from, to), "a cost without a name, expected `STLR 4`");
    CM_RESERVE(work->arena, costs->items, costs->count, costs->capacity);
    costs->items[costs->count++] =
        (cm_cost){cm_arena_text(work->arena, from, (size_t)(stop - from)), cost};
}

void cm_costs_read(cm_work *work, const cm_source *source, cm_costs *costs)
{
    const char *end = source->text + source->length;
    for (const char *from = source->text; from < end;) {
        const char *to = memchr(from, '\n', (size_t)(end - from));
        to = to ? to : end;
        read_cost(work, source, costs, from, to);
        from = to + 1;
    }
}
