/* Instructions: definitions, tests and the rest of a cat file's top level. */
#include "model/ast.h"
#include "model/cat_parser.h"

typedef struct ins_list {
    cm_cat_ins **items;
    int count, capacity;
} ins_list;

static cm_cat_ins *parse_ins(cm_cat_parser *p);

static void parse_body(cm_cat_parser *p, cm_cat_ins ***body, int *count)
{
    /* ins_list ::= {ins}, up to what ends it */
    ins_list list = {0};
    while (!cm_cat_at_kind(p, CM_CAT_TOKEN_END) && !cm_cat_at(p, "end") && !cm_cat_at(p, "else") &&
           !cm_cat_at(p, "||")) {
        CM_PUSH(p->arena, list.items, list.count, list.capacity, parse_ins(p));
    }
    *body = list.items;
    *count = list.count;
}

static void take_name(cm_cat_parser *p, cm_cat_ins *ins, const char *what)
{
    ins->name_place = p->token->place;
    ins->name = cm_cat_take(p, CM_CAT_TOKEN_NAME, what);
}

/* test ::= [~] (acyclic | irreflexive | empty) exp [as name] */
static void parse_test(cm_cat_parser *p, cm_cat_ins *ins)
{
    static const char *const tests[] = {"acyclic", "irreflexive", "empty"};
    ins->kind = CM_INS_TEST;
    ins->negated = cm_cat_accept(p, "~");
    for (int i = 0; i < 3; i++) {
        if (!cm_cat_accept(p, tests[i]))
            continue;
        ins->test = (cm_cat_test)i;
        ins->value = cm_cat_parse_expr(p);
        if (cm_cat_accept(p, "as"))
            take_name(p, ins, "a name");
        return;
    }
    cm_cat_expected(p, "`acyclic`, `irreflexive` or `empty`");
}

/* let bindings [in] | let rec bindings [when test] [in]: herd leaves out executions
 * for which the recursive definition fails the test, as for an axiom. */
static void parse_let(cm_cat_parser *p, cm_cat_ins *ins)
{
    ins->kind = cm_cat_accept(p, "rec") ? CM_INS_LETREC : CM_INS_LET;
    cm_cat_parse_bindings(p, &ins->bindings, &ins->binding_count);
    if (ins->kind == CM_INS_LETREC && cm_cat_accept(p, "when")) {
        ins->when = CM_NEW(p->arena, cm_cat_ins);
        ins->when->place = p->token->place;
        parse_test(p, ins->when);
        ins->when->place = cm_cat_since(p, ins->when->place);
    }
    cm_cat_accept(p, "in");
}

typedef struct name_list_room {
    int names, places, count;
} name_list_room;

static void add_name(cm_cat_parser *p, cm_cat_ins *ins, name_list_room *room, const char *name,
                     cm_place place)
{
    CM_RESERVE(p->arena, ins->names, ins->name_count, room->names);
    CM_PUSH(p->arena, ins->name_places, room->count, room->places, place);
    ins->names[ins->name_count++] = name;
}

/* {',' name}, after a first name */
static void parse_more_names(cm_cat_parser *p, cm_cat_ins *ins, name_list_room *room)
{
    while (cm_cat_accept(p, ",")) {
        cm_place place = p->token->place;
        add_name(p, ins, room, cm_cat_take(p, CM_CAT_TOKEN_NAME, "a name"), place);
    }
}

/* show name {',' name} | show base as name */
static void parse_show(cm_cat_parser *p, cm_cat_ins *ins)
{
    cm_cat_expr *value = cm_cat_parse_base(p);
    if (cm_cat_accept(p, "as")) {
        ins->kind = CM_INS_SHOW_AS;
        ins->value = value;
        take_name(p, ins, "a name");
        return;
    }
    name_list_room room = {0};
    ins->kind = CM_INS_SHOW;
    if (value->kind != CM_CAT_VAR)
        cm_cat_expected(p, "`as` and a name for what is shown");
    add_name(p, ins, &room, value->name, value->place);
    parse_more_names(p, ins, &room);
}

static void parse_unshow(cm_cat_parser *p, cm_cat_ins *ins)
{
    name_list_room room = {0};
    cm_place place = p->token->place;
    ins->kind = CM_INS_UNSHOW;
    add_name(p, ins, &room, cm_cat_take(p, CM_CAT_TOKEN_NAME, "a name"), place);
    parse_more_names(p, ins, &room);
}

static void parse_include(cm_cat_parser *p, cm_cat_ins *ins)
{
    ins->kind = CM_INS_INCLUDE;
    ins->name_place = p->token->place;
    ins->name = cm_cat_take(p, CM_CAT_TOKEN_STRING, "a file name in quotes");
}

/* procedure [rec] name formals '=' {ins} end */
static void parse_procedure(cm_cat_parser *p, cm_cat_ins *ins)
{
    ins->kind = CM_INS_PROCEDURE;
    ins->recursive = cm_cat_accept(p, "rec");
    take_name(p, ins, "the name of a procedure");
    ins->pattern = cm_cat_parse_formals(p);
    cm_cat_expect(p, "=");
    parse_body(p, &ins->body, &ins->body_count);
    cm_cat_close(p, "end", ins->place);
}

/* call name simple [as name]; a lone name is an argument too */
static void parse_call(cm_cat_parser *p, cm_cat_ins *ins)
{
    ins->kind = CM_INS_CALL;
    take_name(p, ins, "the name of a procedure");
    if (cm_cat_at_kind(p, CM_CAT_TOKEN_NAME)) {
        ins->value = cm_cat_new(p, CM_CAT_VAR, p->token->place);
        ins->value->name = p->token++->text;
        ins->value = cm_cat_done(p, ins->value);
    } else {
        ins->value = cm_cat_parse_simple(p);
    }
    if (cm_cat_accept(p, "as"))
        ins->label = cm_cat_take(p, CM_CAT_TOKEN_NAME, "a name");
}

/* enum name '=' [||] 'tag {|| 'tag} */
static void parse_enum(cm_cat_parser *p, cm_cat_ins *ins)
{
    int capacity = 0;
    ins->kind = CM_INS_ENUM;
    take_name(p, ins, "the name of an enumeration");
    cm_cat_expect(p, "=");
    cm_cat_accept(p, "||");
    do {
        CM_RESERVE(p->arena, ins->names, ins->name_count, capacity);
        ins->names[ins->name_count++] = cm_cat_take(p, CM_CAT_TOKEN_TAG, "a tag `'name`");
    } while (cm_cat_accept(p, "||"));
}

static void parse_debug(cm_cat_parser *p, cm_cat_ins *ins)
{
    ins->kind = CM_INS_DEBUG;
    ins->value = cm_cat_parse_expr(p);
}

/* forall name in exp do {ins} end */
static void parse_forall(cm_cat_parser *p, cm_cat_ins *ins)
{
    ins->kind = CM_INS_FORALL;
    take_name(p, ins, "a name");
    cm_cat_expect(p, "in");
    ins->value = cm_cat_parse_expr(p);
    cm_cat_expect(p, "do");
    parse_body(p, &ins->body, &ins->body_count);
    cm_cat_close(p, "end", ins->place);
}

/* with name from exp */
static void parse_with(cm_cat_parser *p, cm_cat_ins *ins)
{
    ins->kind = CM_INS_WITH;
    take_name(p, ins, "a name");
    cm_cat_expect(p, "from");
    ins->value = cm_cat_parse_expr(p);
}

/* if cond [then] {ins} [else {ins}] end */
static void parse_if(cm_cat_parser *p, cm_cat_ins *ins)
{
    ins->kind = CM_INS_IF;
    ins->cond = cm_cat_parse_cond(p);
    cm_cat_accept(p, "then");
    parse_body(p, &ins->body, &ins->body_count);
    if (cm_cat_accept(p, "else"))
        parse_body(p, &ins->other, &ins->other_count);
    cm_cat_close(p, "end", ins->place);
}

/* match exp with [||] {'tag -> {ins} ||} [_ -> {ins}] end */
static void parse_match(cm_cat_parser *p, cm_cat_ins *ins)
{
    int capacity = 0;
    ins->kind = CM_INS_MATCH;
    ins->value = cm_cat_parse_expr(p);
    cm_cat_expect(p, "with");
    cm_cat_accept(p, "||");
    do {
        if (cm_cat_accept(p, "_")) {
            cm_cat_expect(p, "->");
            ins->has_default = true;
            parse_body(p, &ins->other, &ins->other_count);
            break;
        }
        cm_cat_clause clause = {0};
        clause.tag = cm_cat_take(p, CM_CAT_TOKEN_TAG, "a clause `'tag -> ...` or `_ -> ...`");
        cm_cat_expect(p, "->");
        parse_body(p, &clause.body, &clause.body_count);
        CM_PUSH(p->arena, ins->clauses, ins->clause_count, capacity, clause);
    } while (cm_cat_accept(p, "||"));
    cm_cat_close(p, "end", ins->place);
}

/* (instructions | default) name '[' exp ']': of bell files. Which words may stand where
 * is a matter of those who read tests; here it counts that they are words. */
static void parse_bell(cm_cat_parser *p, cm_cat_ins *ins)
{
    ins->kind = CM_INS_BELL;
    take_name(p, ins, "the name of a kind of instruction");
    cm_place open = p->token->place;
    cm_cat_expect(p, "[");
    ins->value = cm_cat_parse_expr(p);
    cm_cat_close(p, "]", open);
}

static const struct form {
    const char *keyword;
    void (*parse)(cm_cat_parser *, cm_cat_ins *);
    bool keep; /* the keyword is looked at again */
    cm_cat_role role;
} forms[] = {
    {"let", parse_let, false, 0},
    {"acyclic", parse_test, true, CM_ROLE_AXIOM},
    {"irreflexive", parse_test, true, CM_ROLE_AXIOM},
    {"empty", parse_test, true, CM_ROLE_AXIOM},
    {"~", parse_test, true, CM_ROLE_AXIOM},
    {"flag", parse_test, false, CM_ROLE_FLAG},
    {"assert", parse_test, false, CM_ROLE_ASSERT},
    {"undefined_unless", parse_test, false, CM_ROLE_UNLESS},
    {"show", parse_show, false, 0},
    {"unshow", parse_unshow, false, 0},
    {"include", parse_include, false, 0},
    {"procedure", parse_procedure, false, 0},
    {"call", parse_call, false, 0},
    {"enum", parse_enum, false, 0},
    {"debug", parse_debug, false, 0},
    {"forall", parse_forall, false, 0},
    {"with", parse_with, false, 0},
    {"if", parse_if, false, 0},
    {"match", parse_match, false, 0},
    {"instructions", parse_bell, false, 0},
    {"default", parse_bell, false, 0},
};

static cm_cat_ins *parse_ins(cm_cat_parser *p)
{
    cm_cat_ins *ins = CM_NEW(p->arena, cm_cat_ins);
    ins->place = p->token->place;
    cm_cat_enter(p);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (!cm_cat_at(p, forms[i].keyword))
            continue;
        if (!forms[i].keep)
            p->token++;
        ins->role = forms[i].role;
        forms[i].parse(p, ins);
        ins->place = cm_cat_since(p, ins->place);
        cm_cat_leave(p);
        return ins;
    }
    cm_cat_expected(p, "a definition or a test");
}

/* title ::= {name | "string"}, at most TITLE_WORDS: architecture, name and
 * options such as `withco`, none of which mean anything here. The first string,
 * or else the names, is the title. */
#define TITLE_WORDS 8

/* file ::= title {ins} */
cm_cat_file *cm_cat_parse(cm_work *work, cm_names *names, const cm_source *source)
{
    cm_cat_tokens tokens = cm_cat_lex(work, names, source);
    cm_cat_parser p = {.work = work, .arena = work->arena, .token = tokens.items};
    cm_cat_file *file = CM_NEW(work->arena, cm_cat_file);
    file->source = source;
    const char *words = "", *string = NULL;
    for (int i = 0; i < TITLE_WORDS; i++, p.token++) {
        if (cm_cat_at_kind(&p, CM_CAT_TOKEN_STRING) && !string)
            string = p.token->text;
        else if (cm_cat_at_kind(&p, CM_CAT_TOKEN_NAME))
            words = cm_arena_printf(p.arena, "%s%s%s", words, *words ? " " : "", p.token->text);
        else
            break;
    }
    file->title = string ? string : words;
    parse_body(&p, &file->body, &file->body_count);
    if (!cm_cat_at_kind(&p, CM_CAT_TOKEN_END))
        cm_cat_expected(&p, "a definition or a test");
    return file;
}
