#include "model/scope.h"

#include "model/ast.h"
#include "model/dialect.h"

#include <string.h>

/* Names looked through, before a file is taken for one that nobody wrote. */
enum { MOST_STEPS = 20000000, MOST_DEPTH = 50, MOST_FILES = 200 };

/* A name and what it may mean, innermost first. */
typedef struct binding {
    const struct binding *next;
    const char *name; /* interned */
    const int *symbols;
    int count;
} binding;

/* A file that was read, and what it defines: to be defined again where it is included again. */
typedef struct read_file {
    const struct read_file *next;
    const char *path;
    const binding *defined, *before;
    bool is_open; /* it is being read: an include of it is a circle */
} read_file;

typedef struct walker {
    cm_work *work;
    cm_arena *arena;
    cm_elab *elab; /* options, dialect, interned names; it evaluates nothing */
    cm_cat_scope *scope;
    int symbol_capacity, use_capacity, include_capacity;
    const binding *env;
    const binding *orders; /* the dialect's definitions of coherence orders */
    const binding *library;
    read_file *files;
    int file_count, depth, steps;
    bool carried;  /* the file being read is one that the program carries */
    bool is_local; /* inside a procedure or forall */
} walker;

/* ---- symbols and uses ------------------------------------------------------ */

static int add_symbol(walker *w, cm_cat_symbol_kind kind, const char *name, cm_place place,
                      cm_place whole)
{
    cm_cat_scope *s = w->scope;
    CM_RESERVE(w->arena, s->symbols, s->symbol_count, w->symbol_capacity);
    s->symbols[s->symbol_count] = (cm_cat_symbol){.kind = kind,
                                                  .name = name,
                                                  .place = place,
                                                  .whole = whole,
                                                  .is_top = !w->is_local,
                                                  .carried = w->carried,
                                                  .same = s->symbol_count};
    return s->symbol_count++;
}

static const binding *bind(walker *w, const binding *env, const char *name, const int *symbols,
                           int count)
{
    binding *more = CM_NEW(w->arena, binding);
    *more = (binding){env, name, symbols, count};
    return more;
}

static const binding *define(walker *w, const binding *env, cm_cat_symbol_kind kind,
                             const char *name, cm_place place, cm_place whole)
{
    if (!name)
        return env;
    int *symbol = CM_NEW(w->arena, int);
    *symbol = add_symbol(w, kind, name, place, whole);
    return bind(w, env, name, symbol, 1);
}

static const binding *define_pattern(walker *w, const binding *env, cm_cat_symbol_kind kind,
                                     const cm_cat_pattern *pattern, cm_place whole)
{
    for (int i = 0; i < pattern->count; i++)
        env = define(w, env, kind, pattern->names[i], pattern->places[i], whole);
    return env;
}

static void spend(walker *w, int steps, cm_place place)
{
    w->steps += steps;
    if (w->steps > MOST_STEPS)
        cm_fail(w->work, place, "there are too many names, expected a file that people write");
}

static const binding *find_binding(walker *w, const binding *env, const char *name, cm_place place)
{
    int looked = 1;
    while (env && env->name != name) {
        env = env->next;
        looked++;
    }
    spend(w, looked, place);
    return env;
}

static int same_of(const cm_cat_scope *s, int symbol)
{
    while (s->symbols[symbol].same != symbol)
        symbol = s->symbols[symbol].same;
    return symbol;
}

static void read_library(walker *w, const char *name);

static void use(walker *w, const binding *env, const char *name, cm_place place)
{
    const binding *found = find_binding(w, env, name, place);
    if (!found && cm_dialect_defines(w->elab->dialect, name)) {
        if (!w->orders) {
            /* At top level, wherever the name is used. */
            walker saved = *w;
            w->env = w->library;
            w->is_local = false;
            read_library(w, cm_dialect_orders(w->elab->dialect));
            w->orders = w->env;
            w->env = saved.env;
            w->is_local = saved.is_local;
        }
        found = find_binding(w, w->orders, name, place);
    }
    cm_cat_scope *s = w->scope;
    CM_RESERVE(w->arena, s->uses, s->use_count, w->use_capacity);
    cm_cat_use *u = &s->uses[s->use_count++];
    *u = (cm_cat_use){.name = name, .place = place, .carried = w->carried};
    if (!found)
        return;
    u->symbols = found->symbols;
    u->count = found->count;
    /* What one use may mean is one name. */
    for (int i = 1; i < found->count; i++) {
        int x = same_of(s, found->symbols[0]), y = same_of(s, found->symbols[i]);
        s->symbols[x > y ? x : y].same = x < y ? x : y;
    }
}

/* ---- expressions; their height is bounded by the parser ------------------------ */

static void walk(walker *w, const binding *env, const cm_cat_expr *e);

static void walk_cond(walker *w, const binding *env, const cm_cat_cond *cond)
{
    if (!cond)
        return;
    walk_cond(w, env, cond->left);
    walk_cond(w, env, cond->right);
    walk(w, env, cond->a);
    walk(w, env, cond->b);
}

static cm_cat_symbol_kind symbol_kind(const cm_cat_binding *b, bool is_recursive)
{
    bool is_function = b->value->kind == CM_CAT_FUN;
    return is_function    ? CM_CAT_SYMBOL_FUNCTION
           : is_recursive ? CM_CAT_SYMBOL_RECURSIVE
                          : CM_CAT_SYMBOL_VALUE;
}

static const binding *walk_bindings(walker *w, const binding *env, const cm_cat_binding *bindings,
                                    int count, bool is_recursive)
{
    const binding *after = env;
    bool is_local = w->is_local;
    for (int i = 0; i < count; i++)
        after = define_pattern(w, after, symbol_kind(&bindings[i], is_recursive),
                               &bindings[i].pattern, bindings[i].place);
    w->is_local = true;
    for (int i = 0; i < count; i++)
        walk(w, is_recursive ? after : env, bindings[i].value);
    w->is_local = is_local;
    return after;
}

static void walk(walker *w, const binding *env, const cm_cat_expr *e)
{
    if (!e)
        return;
    switch (e->kind) {
    case CM_CAT_VAR:
        use(w, env, e->name, e->place);
        break;
    case CM_CAT_FUN:
        walk(w, define_pattern(w, env, CM_CAT_SYMBOL_PARAMETER, &e->pattern, e->place), e->a);
        break;
    case CM_CAT_LET:
    case CM_CAT_LETREC:
        walk(w, walk_bindings(w, env, e->bindings, e->binding_count, e->kind == CM_CAT_LETREC),
             e->a);
        break;
    case CM_CAT_MATCH_SET:
        walk(w, env, e->a);
        walk(w, env, e->b);
        walk(w, define_pattern(w, env, CM_CAT_SYMBOL_PARAMETER, &e->pattern, e->place), e->c);
        break;
    default:
        walk_cond(w, env, e->cond);
        walk(w, env, e->a);
        walk(w, env, e->b);
        walk(w, env, e->c);
        for (int i = 0; i < e->arg_count; i++)
            walk(w, env, e->args[i]);
        for (int i = 0; i < e->clause_count; i++)
            walk(w, env, e->clauses[i].value);
    }
}

static void walk_inner(walker *w, const cm_cat_expr *e)
{
    bool saved = w->is_local;
    w->is_local = true;
    walk(w, w->env, e);
    w->is_local = saved;
}

/* ---- instructions ------------------------------------------------------------ */

static void walk_body(walker *w, cm_cat_ins *const *body, int count);

static void walk_let(walker *w, const cm_cat_ins *ins)
{
    w->env =
        walk_bindings(w, w->env, ins->bindings, ins->binding_count, ins->kind == CM_INS_LETREC);
    if (ins->when)
        walk_inner(w, ins->when->value);
}

static void walk_test(walker *w, const cm_cat_ins *ins)
{
    walk_inner(w, ins->value);
    if (ins->name)
        add_symbol(w, ins->role == CM_ROLE_AXIOM ? CM_CAT_SYMBOL_AXIOM : CM_CAT_SYMBOL_FLAG,
                   ins->name, ins->name_place, ins->place);
}

static void walk_names(walker *w, const cm_cat_ins *ins)
{
    for (int i = 0; i < ins->name_count; i++)
        use(w, w->env, ins->names[i], ins->name_places[i]);
}

static void walk_local(walker *w, const binding *env, cm_cat_ins *const *body, int count)
{
    walker saved = *w;
    w->env = env;
    w->is_local = true;
    walk_body(w, body, count);
    w->env = saved.env;
    w->is_local = saved.is_local;
}

static void walk_procedure(walker *w, const cm_cat_ins *ins)
{
    const binding *after =
        define(w, w->env, CM_CAT_SYMBOL_PROCEDURE, ins->name, ins->name_place, ins->place);
    bool saved = w->is_local;
    w->is_local = true;
    const binding *inside = define_pattern(w, ins->recursive ? after : w->env,
                                           CM_CAT_SYMBOL_PARAMETER, &ins->pattern, ins->place);
    w->is_local = saved;
    walk_local(w, inside, ins->body, ins->body_count);
    w->env = after;
}

static void walk_call(walker *w, const cm_cat_ins *ins)
{
    use(w, w->env, ins->name, ins->name_place);
    walk_inner(w, ins->value);
}

static void walk_forall(walker *w, const cm_cat_ins *ins)
{
    walk_inner(w, ins->value);
    bool saved = w->is_local;
    w->is_local = true;
    const binding *inside =
        define(w, w->env, CM_CAT_SYMBOL_PARAMETER, ins->name, ins->name_place, ins->place);
    w->is_local = saved;
    walk_local(w, inside, ins->body, ins->body_count);
}

static void walk_with(walker *w, const cm_cat_ins *ins)
{
    walk_inner(w, ins->value);
    w->env = define(w, w->env, CM_CAT_SYMBOL_ORDER, ins->name, ins->name_place, ins->place);
}

static void walk_enum(walker *w, const cm_cat_ins *ins)
{
    w->env = define(w, w->env, CM_CAT_SYMBOL_ENUMERATION, ins->name, ins->name_place, ins->place);
}

static void walk_value(walker *w, const cm_cat_ins *ins)
{
    walk_inner(w, ins->value);
}

/* ---- branches ------------------------------------------------------------------ */

typedef struct joining {
    const binding *before, *joined;
    const binding **ends; /* of the branches */
    int count;
} joining;

static bool has_symbol(const int *symbols, int count, int symbol)
{
    for (int i = 0; i < count; i++)
        if (symbols[i] == symbol)
            return true;
    return false;
}

/* What the name may mean after the branches. */
static void join_name(walker *w, joining *j, const char *name, cm_place place)
{
    int *symbols = NULL, count = 0, capacity = 0;
    for (int i = 0; i < j->count; i++) {
        const binding *b = find_binding(w, j->ends[i], name, place);
        for (int k = 0; b && k < b->count; k++) {
            spend(w, count, place);
            if (has_symbol(symbols, count, b->symbols[k]))
                continue;
            CM_PUSH(w->arena, symbols, count, capacity, b->symbols[k]);
        }
    }
    j->joined = bind(w, j->joined, name, symbols, count);
}

/* Is it joined already? */
static bool is_joined(walker *w, const joining *j, const char *name, cm_place place)
{
    for (const binding *b = j->joined; b != j->before; b = b->next) {
        spend(w, 1, place);
        if (b->name == name)
            return true;
    }
    return false;
}

static void join_branches(walker *w, joining *j, cm_place place)
{
    j->joined = j->before;
    for (int i = 0; i < j->count; i++)
        for (const binding *b = j->ends[i]; b != j->before; b = b->next)
            if (!is_joined(w, j, b->name, place))
                join_name(w, j, b->name, place);
    w->env = j->joined;
}

static const binding *walk_branch(walker *w, const joining *j, cm_cat_ins *const *body, int count)
{
    w->env = j->before;
    walk_body(w, body, count);
    return w->env;
}

static void walk_if(walker *w, const cm_cat_ins *ins)
{
    const binding *ends[2];
    joining j = {.before = w->env, .ends = ends, .count = 2};
    walk_cond(w, w->env, ins->cond);
    ends[0] = walk_branch(w, &j, ins->body, ins->body_count);
    ends[1] = walk_branch(w, &j, ins->other, ins->other_count);
    join_branches(w, &j, ins->place);
}

static void walk_match(walker *w, const cm_cat_ins *ins)
{
    walk_inner(w, ins->value);
    joining j = {.before = w->env};
    j.ends = CM_NEW_ARRAY(w->arena, (size_t)ins->clause_count + 1, const binding *);
    for (int i = 0; i < ins->clause_count; i++)
        j.ends[j.count++] = walk_branch(w, &j, ins->clauses[i].body, ins->clauses[i].body_count);
    j.ends[j.count++] = walk_branch(w, &j, ins->other, ins->other_count);
    join_branches(w, &j, ins->place);
}

/* ---- files ----------------------------------------------------------------------- */

static read_file *file_at(walker *w, const char *path)
{
    for (const read_file *f = w->files; f; f = f->next)
        if (strcmp(f->path, path) == 0)
            return (read_file *)(uintptr_t)f;
    return NULL;
}

typedef struct reading {
    walker *w;
    cm_cat_where where;
    const cm_cat_file *tree;
} reading;

static void parse_steps(void *argument)
{
    reading *r = argument;
    const cm_source *source = cm_cat_read(r->w->work, r->w->elab->options, r->where);
    if (source)
        r->tree = cm_cat_parse(r->w->work, r->w->elab->interned, source);
}

static void read_new(walker *w, cm_cat_where where)
{
    /* Why a file cannot be read is said where the model is checked. */
    reading r = {.w = w, .where = where};
    bool done = cm_arena_protect(w->arena, parse_steps, &r);
    if (!done && cm_arena_exhausted(w->arena))
        cm_arena_escape(w->arena);
    const cm_cat_file *tree = done ? r.tree : NULL;
    bool carried = w->carried;
    if (!tree) {
        w->scope->whole = false;
        return;
    }
    read_file *file = CM_NEW(w->arena, read_file);
    *file = (read_file){w->files, where.path, NULL, w->env, true};
    w->files = file;
    w->carried = where.text != NULL;
    walk_body(w, tree->body, tree->body_count);
    w->carried = carried;
    file->defined = w->env;
    file->is_open = false;
}

static void read_file_at(walker *w, cm_cat_where where)
{
    const read_file *known = where.path ? file_at(w, where.path) : NULL;
    bool can = where.path && w->depth < MOST_DEPTH && w->file_count < MOST_FILES;
    if (known && !known->is_open) {
        /* Defines again what the file defines, in its order. */
        int count = 0;
        for (const binding *b = known->defined; b != known->before; b = b->next)
            count++;
        const binding **all = CM_NEW_ARRAY(w->arena, (size_t)count, const binding *);
        spend(w, count, (cm_place){0});
        for (const binding *b = known->defined; b != known->before; b = b->next)
            all[--count] = b;
        for (const binding *b = known->defined; b != known->before; b = b->next) {
            const binding *again = all[count++];
            w->env = bind(w, w->env, again->name, again->symbols, again->count);
        }
    } else if (known || !can) {
        w->scope->whole = false;
    } else {
        w->depth++;
        w->file_count++;
        read_new(w, where);
        w->depth--;
    }
}

static void read_library(walker *w, const char *name)
{
    read_file_at(w, cm_cat_in_library(w->arena, w->elab->options, name));
}

static void walk_include(walker *w, const cm_cat_ins *ins)
{
    cm_cat_scope *s = w->scope;
    cm_cat_where where =
        cm_cat_included(w->arena, w->elab->options, ins->place.source->name, w->carried, ins->name);
    CM_RESERVE(w->arena, s->includes, s->include_count, w->include_capacity);
    s->includes[s->include_count++] = (cm_cat_include){ins->name_place, where};
    read_file_at(w, where);
}

static void walk_body(walker *w, cm_cat_ins *const *body, int count)
{
    static void (*const walks[])(walker *, const cm_cat_ins *) = {
        [CM_INS_LET] = walk_let,         [CM_INS_LETREC] = walk_let,
        [CM_INS_TEST] = walk_test,       [CM_INS_SHOW] = walk_names,
        [CM_INS_UNSHOW] = walk_names,    [CM_INS_SHOW_AS] = walk_value,
        [CM_INS_INCLUDE] = walk_include, [CM_INS_PROCEDURE] = walk_procedure,
        [CM_INS_CALL] = walk_call,       [CM_INS_ENUM] = walk_enum,
        [CM_INS_DEBUG] = walk_value,     [CM_INS_FORALL] = walk_forall,
        [CM_INS_WITH] = walk_with,       [CM_INS_IF] = walk_if,
        [CM_INS_MATCH] = walk_match,
    };
    for (int i = 0; i < count; i++)
        walks[body[i]->kind](w, body[i]);
}

/* ---- the whole ------------------------------------------------------------------- */

typedef struct making {
    cm_work *work;
    const char *path;
    const cm_model_options *options;
    cm_cat_scope *scope;
    bool done;
} making;

static void make_steps(void *argument)
{
    making *m = argument;
    cm_arena *arena = m->work->arena;
    cm_elab *elab = CM_NEW(arena, cm_elab);
    *elab = (cm_elab){
        .work = m->work, .arena = arena, .options = m->options, .interned = cm_names_new(arena)};
    m->scope = CM_NEW(arena, cm_cat_scope);
    walker w = {.work = m->work, .arena = arena, .elab = elab, .scope = m->scope};
    const cm_cat_where where = {m->path, NULL};
    m->scope->whole = true;
    m->scope->source = cm_cat_read(m->work, m->options, where);
    if (!m->scope->source)
        return;
    const cm_cat_file *tree = cm_cat_parse(m->work, elab->interned, m->scope->source);
    read_library(&w, "stdlib.cat");
    elab->dialect = cm_dialect_of(elab, m->scope->source, m->path);
    if (cm_dialect_prelude(elab->dialect))
        read_library(&w, cm_dialect_prelude(elab->dialect));
    w.library = w.env;
    read_file main_file = {w.files, m->path, NULL, w.env, true};
    w.files = &main_file;
    walk_body(&w, tree->body, tree->body_count);
    for (int i = 0; i < m->scope->symbol_count; i++)
        m->scope->symbols[i].same = same_of(m->scope, i);
    m->done = true;
}

const cm_cat_scope *cm_cat_scope_of(cm_work *work, const char *path,
                                    const cm_model_options *options)
{
    making m = {.work = work, .path = path, .options = options};
    return cm_arena_protect(work->arena, make_steps, &m) && m.done ? m.scope : NULL;
}

/* ---- questions --------------------------------------------------------------------- */

static bool covers(const cm_cat_scope *scope, cm_place place, uint32_t offset)
{
    return place.source == scope->source && place.offset <= offset &&
           offset <= place.offset + place.length;
}

int cm_cat_symbol_at(const cm_cat_scope *scope, uint32_t offset)
{
    for (int i = 0; i < scope->symbol_count; i++)
        if (covers(scope, scope->symbols[i].place, offset))
            return i;
    return -1;
}

int cm_cat_use_at(const cm_cat_scope *scope, uint32_t offset)
{
    for (int i = 0; i < scope->use_count; i++)
        if (covers(scope, scope->uses[i].place, offset))
            return i;
    return -1;
}

static bool is_alike(const cm_cat_use *a, const cm_cat_use *b)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (a->symbols[i] != b->symbols[i])
            return false;
    return true;
}

bool cm_cat_scope_is_alike(const cm_cat_scope *a, const cm_cat_scope *b)
{
    bool alike = a->symbol_count == b->symbol_count && a->use_count == b->use_count;
    for (int i = 0; alike && i < a->symbol_count; i++)
        alike = a->symbols[i].kind == b->symbols[i].kind;
    for (int i = 0; alike && i < a->use_count; i++)
        alike = is_alike(&a->uses[i], &b->uses[i]);
    return alike;
}

typedef struct naming {
    cm_work *work;
    cm_source source;
    bool is_name;
} naming;

static void name_steps(void *argument)
{
    naming *n = argument;
    cm_cat_tokens tokens = cm_cat_lex(n->work, cm_names_new(n->work->arena), &n->source);
    n->is_name = tokens.count == 2 && tokens.items[0].kind == CM_CAT_TOKEN_NAME &&
                 tokens.items[0].place.length == n->source.length;
}

bool cm_cat_is_name(cm_work *work, const char *text, size_t length)
{
    naming n = {work, {"name", text, length}, false};
    return cm_arena_protect(work->arena, name_steps, &n) && n.is_name;
}
