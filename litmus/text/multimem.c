/* Multimem addresses (PTX ISA 8.2.3): "a virtual address which points to multiple distinct memory
 * locations across devices", `multimem m={x,y}`.
 *
 * The name has no memory. An operation on it is one on each of the locations, by an address that
 * is another one than theirs: an alias, called `m:x`, which no test can write. */
#include "litmus/text/parse.h"

static void add_alias(cm_parser *p, int name, const char *target, cm_place place)
{
    CM_RESERVE(p->work->arena, p->aliases, p->alias_count, p->alias_capacity);
    p->aliases[p->alias_count++] = (cm_alias){name, target, place};
}

static int add_location(cm_parser *p, const char *name, cm_place place)
{
    if (cm_asm_location(&p->as, name) >= 0)
        cm_fail(p->work, place, "location `%s` is declared twice, expected once", name);
    p->as.place = place;
    return cm_asm_add_location(&p->as, name, 4, 1);
}

/* The first of them stands for the address itself as well: how wide it is, for one. */
static void parse_target(cm_parser *p, int multimem, bool first)
{
    cm_place place = p->lex.token.place;
    const char *target = cm_lexer_name(&p->lex, "a location");
    const char *name =
        cm_arena_printf(p->work->arena, "%s:%s", p->test->locations[multimem].name, target);
    int alias = add_location(p, name, place);
    p->test->locations[alias].multimem_of = multimem;
    add_alias(p, alias, target, place);
    if (first)
        add_alias(p, multimem, target, place);
}

bool cm_parse_multimem(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    if (!cm_parse_accept_word(p, "multimem"))
        return false;
    cm_place place = lex->token.place;
    int multimem = add_location(p, cm_lexer_name(lex, "a location"), place);
    cm_lexer_expect(lex, "=");
    cm_lexer_expect(lex, "{");
    int count = 0;
    do
        parse_target(p, multimem, count++ == 0);
    while (cm_lexer_accept(lex, ","));
    cm_lexer_expect(lex, "}");
    if (!cm_lexer_is(lex, "}") && !cm_lexer_is(lex, ";"))
        cm_lexer_lacks(lex, "`;` or `}`");
    return true;
}

static void check_target(cm_parser *p, const cm_alias *alias)
{
    const cm_location *l = &p->test->locations[alias->location];
    const cm_location *target = &p->test->locations[cm_asm_location(&p->as, alias->target)];
    const cm_location *first = &p->test->locations[p->test->locations[l->multimem_of].alias_of];
    if (target->alias_of >= 0 || target->space != CM_SPACE_GLOBAL || target->proxy != CM_GENERIC)
        cm_fail(p->work, alias->place,
                "`%s` is an alias, has a proxy or lies outside global memory, expected the first "
                "name of a location there",
                alias->target);
    if (target->width != first->width || target->count != first->count)
        cm_fail(p->work, alias->place, "`%s` and `%s` differ in size, expected equal ones",
                alias->target, first->name);
}

/* Values are those of the locations that it points to. */
static void resize(cm_parser *p, cm_location *location, uint32_t count)
{
    location->count = count;
    location->init = CM_NEW_ARRAY(p->work->arena, count, uint64_t);
}

void cm_settle_multimem(cm_parser *p)
{
    cm_location *locations = p->test->locations;
    for (int i = 0; i < p->alias_count; i++) {
        cm_location *l = &locations[p->aliases[i].location];
        if (l->multimem_of < 0)
            continue;
        check_target(p, &p->aliases[i]);
        resize(p, l, locations[l->alias_of].count);
        resize(p, &locations[l->multimem_of], l->count);
        locations[l->multimem_of].space = CM_SPACE_MULTIMEM;
    }
}
