/* Locations in one piece of memory, as compilers lay objects of a section out: `flag @ data+8`.
 * Code that has the address of one of them computes those of others. */
#include "litmus/text/parse.h"

#include <string.h>

bool cm_parse_beside(cm_parser *p, bool first)
{
    cm_lexer ahead = p->lex;
    cm_beside b = {.place = ahead.token.place};
    if (ahead.token.kind != CM_TOKEN_NAME)
        return false;
    b.name = cm_lexer_name(&ahead, "a location");
    if (!cm_lexer_accept(&ahead, "@") || ahead.token.kind != CM_TOKEN_NAME)
        return false;
    b.base = cm_lexer_name(&ahead, "a location");
    if (!cm_lexer_accept(&ahead, "+"))
        return false;
    b.distance = cm_lexer_integer(&ahead, "a number of bytes");
    p->lex = ahead;
    if (!first)
        return true;
    if (b.distance == 0 || b.distance > CM_ADDRESS_STRIDE / 2)
        cm_fail(p->work, b.place, "`%s` is %llu bytes from `%s`, expected 1 to %llu", b.name,
                (unsigned long long)b.distance, b.base, (unsigned long long)CM_ADDRESS_STRIDE / 2);
    for (int i = 0; i < p->beside_count; i++)
        if (strcmp(p->beside[i].name, b.name) == 0 || strcmp(p->beside[i].name, b.base) == 0 ||
            strcmp(p->beside[i].base, b.name) == 0)
            cm_fail(p->work, b.place, "`%s` has a place already, expected one for each location",
                    strcmp(p->beside[i].name, b.base) == 0 ? b.base : b.name);
    CM_RESERVE(p->work->arena, p->beside, p->beside_count, p->beside_capacity);
    int at = p->beside_count++;
    for (; at > 0 && p->beside[at - 1].distance > b.distance; at--)
        p->beside[at] = p->beside[at - 1];
    p->beside[at] = b;
    return true;
}

const char *cm_parse_first_beside(const cm_parser *p, const char *name)
{
    for (int i = 0; i < p->beside_count; i++)
        if (strcmp(p->beside[i].name, name) == 0 || strcmp(p->beside[i].base, name) == 0)
            return p->beside[i].base;
    return NULL;
}

void cm_parse_add_beside(cm_parser *p, const char *base, cm_place place)
{
    uint64_t begin = p->as.next_address;
    cm_parse_new_location(p, base, place);
    for (int i = 0; i < p->beside_count; i++)
        if (strcmp(p->beside[i].base, base) == 0) {
            p->as.next_address = begin + p->beside[i].distance;
            cm_parse_new_location(p, p->beside[i].name, p->beside[i].place);
        }
    uint64_t bytes = p->as.next_address - begin + CM_ADDRESS_STRIDE - 1;
    p->as.next_address = begin + bytes / CM_ADDRESS_STRIDE * CM_ADDRESS_STRIDE;
}

void cm_parse_check_beside(cm_parser *p)
{
    for (int i = 0; i < p->beside_count; i++) {
        const cm_beside *b = &p->beside[i];
        int at = cm_parse_location(p, b->name, b->place);
        cm_location *after = &p->test->locations[at], *before = after - 1;
        if (!before->typed || !after->typed)
            cm_fail(p->work, b->place,
                    "`%s` has no type, expected one, because of what is beside it",
                    before->typed ? after->name : before->name);
        if (before->address + cm_location_bytes(before) > after->address)
            cm_fail(p->work, b->place, "`%s` begins within `%s`, expected it after that",
                    after->name, before->name);
        before->beside = after->beside = true;
        after->piece = before->piece;
    }
}
