/* Names of models: what they are, where they are defined and used. */
#include "lsp/answer_parts.h"

#include "model/gloss.h"
#include "report/utf8.h"

#include <string.h>

/* NULL: the model cannot be read; its messages say why. */
static const cm_cat_scope *scope_of(cm_lsp_asked *asked)
{
    return cm_cat_scope_of(&asked->work, asked->path, &asked->model);
}

/* ---- words ------------------------------------------------------------------------ */

static const char *const kinds[] = {
    [CM_CAT_SYMBOL_VALUE] = "definition",
    [CM_CAT_SYMBOL_FUNCTION] = "function",
    [CM_CAT_SYMBOL_RECURSIVE] = "recursive definition: the least solution",
    [CM_CAT_SYMBOL_ORDER] = "any relation of those that `from` gives",
    [CM_CAT_SYMBOL_PROCEDURE] = "procedure",
    [CM_CAT_SYMBOL_ENUMERATION] = "enumeration",
    [CM_CAT_SYMBOL_PARAMETER] = "parameter",
    [CM_CAT_SYMBOL_AXIOM] = "axiom: an execution that does not fulfil it is not allowed",
    [CM_CAT_SYMBOL_FLAG] = "flag: an execution of which this holds is reported, and allowed",
};

/* What docs/cat.md says of the words of tests. */
static const struct {
    const char *word, *what;
} words[] = {
    {"acyclic", "The relation has no cycle: its transitive closure relates no event to itself."},
    {"irreflexive", "The relation relates no event to itself."},
    {"empty", "The set or relation has nothing in it."},
    {"flag", "Reported where it holds; forbids nothing."},
    {"include", "Reads another file here: beside this one, in a directory of -I, or one that cmcm "
                "carries."},
    {"rec", "The least solution of the equations."},
    {"show", "Drawn in pictures of executions."},
    {"with", "Some relation of those that follow; an outcome is allowed if one of them allows it."},
    {"procedure", "A list of definitions and tests, done where it is called."},
    {"forall", "What is inside is done for each."},
};

static const char *text_at(const cm_lsp_asked *asked, cm_place place)
{
    return cm_arena_text(asked->arena, place.source->text + place.offset, place.length);
}

/* ---- hover -------------------------------------------------------------------------- */

static json_t *hover_symbol(const cm_lsp_asked *asked, const cm_cat_symbol *symbol, json_t *range)
{
    const char *gloss = cm_gloss_above(asked->arena, symbol->whole);
    const char *code = cm_cat_text(asked->arena, symbol->whole);
    unsigned line, column;
    cm_place_position(symbol->place, &line, &column);
    const char *text =
        cm_arena_printf(asked->arena, "%s%s%s (%s:%u)", gloss ? gloss : "", gloss ? "\n\n" : "",
                        kinds[symbol->kind], symbol->place.source->name, line);
    if (symbol->kind == CM_CAT_SYMBOL_VALUE || symbol->kind == CM_CAT_SYMBOL_RECURSIVE ||
        symbol->kind == CM_CAT_SYMBOL_FUNCTION)
        code = cm_arena_printf(asked->arena, "let %s", code);
    return cm_lsp_hover(asked, cm_utf8_valid(asked->arena, code), cm_utf8_valid(asked->arena, text),
                        range);
}

/* A word that nothing defines. */
static json_t *hover_word(const cm_lsp_asked *asked, const char *word, json_t *range)
{
    const cm_base *base = cm_base_find(asked->arena, word);
    if (!base)
        base = cm_base_of_herd(word);
    if (base) {
        const char *text = cm_arena_printf(asked->arena, "Base %s: %s.",
                                           base->is_set ? "set" : "relation", base->what);
        return cm_lsp_hover(asked, base->name, text, range);
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].word, word) == 0)
            return cm_lsp_hover(asked, word, words[i].what, range);
    json_decref(range);
    return json_null();
}

json_t *cm_lsp_hover_cat(cm_lsp_asked *asked)
{
    const cm_cat_scope *scope = scope_of(asked);
    uint32_t offset = (uint32_t)cm_lsp_offset(asked);
    int symbol = scope ? cm_cat_symbol_at(scope, offset) : -1;
    int use = scope ? cm_cat_use_at(scope, offset) : -1;
    if (symbol >= 0)
        return hover_symbol(asked, &scope->symbols[symbol],
                            cm_lsp_range_of(asked, scope->symbols[symbol].place));
    if (use >= 0 && scope->uses[use].count > 0)
        return hover_symbol(asked, &scope->symbols[scope->uses[use].symbols[0]],
                            cm_lsp_range_of(asked, scope->uses[use].place));
    cm_place place = cm_lsp_word_at(&asked->source, offset, "_.-");
    return hover_word(asked, text_at(asked, place), cm_lsp_range_of(asked, place));
}

/* ---- definition, references ------------------------------------------------------------ */

static const cm_cat_include *include_at(const cm_cat_scope *scope, uint32_t offset)
{
    for (int i = 0; i < scope->include_count; i++) {
        cm_place place = scope->includes[i].place;
        if (place.source == scope->source && place.offset <= offset &&
            offset <= place.offset + place.length)
            return &scope->includes[i];
    }
    return NULL;
}

json_t *cm_lsp_definition(cm_lsp_asked *asked)
{
    const cm_cat_scope *scope = scope_of(asked);
    uint32_t offset = (uint32_t)cm_lsp_offset(asked);
    json_t *places = json_array();
    if (!scope)
        return places;
    const cm_cat_include *include = include_at(scope, offset);
    if (include && include->where.path) {
        const cm_source file = {include->where.path, "", 0};
        json_array_append_new(
            places, cm_lsp_place(asked, (cm_place){&file, 0, 0}, include->where.text != NULL));
    }
    int symbol = cm_cat_symbol_at(scope, offset), use = cm_cat_use_at(scope, offset);
    if (symbol >= 0)
        json_array_append_new(places, cm_lsp_place(asked, scope->symbols[symbol].place, false));
    for (int i = 0; symbol < 0 && use >= 0 && i < scope->uses[use].count; i++) {
        const cm_cat_symbol *s = &scope->symbols[scope->uses[use].symbols[i]];
        json_array_append_new(places, cm_lsp_place(asked, s->place, s->carried));
    }
    return places;
}

/* The name there, by the least symbol that is the same one; -1: there is no name. */
static int name_at(const cm_cat_scope *scope, uint32_t offset)
{
    int symbol = cm_cat_symbol_at(scope, offset), use = cm_cat_use_at(scope, offset);
    if (symbol < 0 && use >= 0 && scope->uses[use].count > 0)
        symbol = scope->uses[use].symbols[0];
    return symbol < 0 ? -1 : scope->symbols[symbol].same;
}

typedef struct name_place {
    cm_place at;
    bool carried; /* in a file that nobody can change */
} name_place;

/* All places of a name. */
typedef struct places {
    name_place *items;
    int count, capacity;
} places;

static places places_of(const cm_lsp_asked *asked, const cm_cat_scope *scope, int name)
{
    places p = {0};
    for (int i = 0; name >= 0 && i < scope->symbol_count; i++)
        if (scope->symbols[i].same == name)
            CM_PUSH(asked->arena, p.items, p.count, p.capacity,
                    (name_place){scope->symbols[i].place, scope->symbols[i].carried});
    for (int i = 0; name >= 0 && i < scope->use_count; i++) {
        const cm_cat_use *use = &scope->uses[i];
        if (use->count == 0 || scope->symbols[use->symbols[0]].same != name)
            continue;
        CM_PUSH(asked->arena, p.items, p.count, p.capacity, (name_place){use->place, use->carried});
    }
    return p;
}

json_t *cm_lsp_references(cm_lsp_asked *asked)
{
    const cm_cat_scope *scope = scope_of(asked);
    int name = scope ? name_at(scope, (uint32_t)cm_lsp_offset(asked)) : -1;
    const places p = places_of(asked, scope, name);
    json_t *list = json_array();
    for (int i = 0; i < p.count; i++)
        json_array_append_new(list, cm_lsp_place(asked, p.items[i].at, p.items[i].carried));
    return list;
}

/* ---- symbols ------------------------------------------------------------------------------ */

json_t *cm_lsp_symbols_cat(cm_lsp_asked *asked)
{
    /* SymbolKind of the protocol. */
    static const int symbol_kinds[] = {
        [CM_CAT_SYMBOL_VALUE] = 13 /* Variable */,
        [CM_CAT_SYMBOL_FUNCTION] = 12,
        [CM_CAT_SYMBOL_RECURSIVE] = 13,
        [CM_CAT_SYMBOL_ORDER] = 13,
        [CM_CAT_SYMBOL_PROCEDURE] = 6 /* Method */,
        [CM_CAT_SYMBOL_ENUMERATION] = 10,
        [CM_CAT_SYMBOL_PARAMETER] = 13,
        [CM_CAT_SYMBOL_AXIOM] = 17 /* Boolean */,
        [CM_CAT_SYMBOL_FLAG] = 24 /* Event */,
    };
    const cm_cat_scope *scope = scope_of(asked);
    json_t *list = json_array();
    for (int i = 0; scope && i < scope->symbol_count; i++) {
        const cm_cat_symbol *s = &scope->symbols[i];
        if (!s->is_top || s->place.source != scope->source)
            continue;
        const char *detail =
            cm_arena_text(asked->arena, kinds[s->kind], strcspn(kinds[s->kind], ":"));
        json_array_append_new(
            list, cm_lsp_symbol(asked, s->name, detail, symbol_kinds[s->kind], s->whole, s->place));
    }
    return list;
}

/* ---- rename -------------------------------------------------------------------------------- */

json_t *cm_lsp_prepare(cm_lsp_asked *asked)
{
    const cm_cat_scope *scope = scope_of(asked);
    uint32_t offset = (uint32_t)cm_lsp_offset(asked);
    if (!scope || name_at(scope, offset) < 0)
        return json_null();
    int symbol = cm_cat_symbol_at(scope, offset);
    cm_place place = symbol >= 0 ? scope->symbols[symbol].place
                                 : scope->uses[cm_cat_use_at(scope, offset)].place;
    return json_pack("{s:o, s:s}", "range", cm_lsp_range_of(asked, place), "placeholder",
                     text_at(asked, place));
}

static bool is_place(const places *p, const cm_source *source, size_t offset, size_t *length)
{
    for (int i = 0; i < p->count; i++)
        if (p->items[i].at.source == source && p->items[i].at.offset == offset) {
            *length = p->items[i].at.length;
            return true;
        }
    return false;
}

/* The text with the new name in those places. */
static cm_source renamed_source(const cm_lsp_asked *asked, const places *p, const cm_source *source)
{
    cm_text out = cm_text_new(asked->arena);
    for (size_t at = 0, length; at < source->length;) {
        if (is_place(p, source, at, &length)) {
            cm_text_add(&out, asked->name);
            at += length;
        } else {
            cm_text_add_char(&out, source->text[at++]);
        }
    }
    return (cm_source){source->name, out.data, out.length};
}

/* Is the model the same with the new name? Another definition may catch a use, or the new
 * name one that meant something else. */
static bool is_same_model(cm_lsp_asked *asked, const cm_cat_scope *scope, const places *p)
{
    cm_model_options options = asked->model;
    cm_source *drafts =
        CM_NEW_ARRAY(asked->arena, (size_t)(p->count + asked->model.draft_count), cm_source);
    options.draft_count = 0;
    for (int i = 0; i < p->count; i++) {
        bool seen = false;
        for (int k = 0; k < i; k++)
            seen |= p->items[k].at.source == p->items[i].at.source;
        if (!seen)
            drafts[options.draft_count++] = renamed_source(asked, p, p->items[i].at.source);
    }
    for (int i = 0; i < asked->model.draft_count; i++) /* those before stand for the same file */
        drafts[options.draft_count++] = asked->model.drafts[i];
    options.drafts = drafts;
    const cm_cat_scope *after = cm_cat_scope_of(&asked->work, asked->path, &options);
    return after && after->whole == scope->whole && cm_cat_scope_is_alike(scope, after);
}

static const char *refusal_of(cm_lsp_asked *asked, const cm_cat_scope *scope, const places *p)
{
    cm_arena *arena = asked->arena;
    const char *carried = NULL;
    for (int i = 0; i < p->count; i++)
        if (p->items[i].carried)
            carried = p->items[i].at.source->name;
    if (!scope)
        return "the model has an error, expected one that can be read";
    if (p->count == 0)
        return "no definition of this name in files that can be changed";
    if (!cm_cat_is_name(&asked->work, asked->name, strlen(asked->name)))
        return cm_arena_printf(arena, "`%s` is not a name, expected letters, digits, `_`, `.`, `-`",
                               asked->name);
    if (carried)
        return cm_arena_printf(arena, "%s is a file that cmcm carries, which cannot be changed",
                               carried);
    if (!scope->whole)
        return "an included file cannot be read, so that not all uses are known";
    if (!is_same_model(asked, scope, p))
        return cm_arena_printf(arena, "`%s` means something else here already", asked->name);
    return NULL;
}

json_t *cm_lsp_rename(cm_lsp_asked *asked)
{
    const cm_cat_scope *scope = scope_of(asked);
    int name = scope ? name_at(scope, (uint32_t)cm_lsp_offset(asked)) : -1;
    const places p = places_of(asked, scope, name);
    asked->name = asked->name ? asked->name : "";
    asked->refusal = refusal_of(asked, scope, &p);
    json_t *list = asked->refusal ? NULL : json_array();
    for (int i = 0; list && i < p.count; i++) {
        json_t *edit = cm_lsp_place(asked, p.items[i].at, false);
        json_object_set_new(edit, "newText", json_string(asked->name));
        json_array_append_new(list, edit);
    }
    return list;
}
