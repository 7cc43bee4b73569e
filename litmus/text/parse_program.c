/* Threads: the table of their instructions. */
#include "litmus/text/parse.h"

#include "base/near.h"
#include "litmus/isa/form.h"

#include <string.h>

/* ---- the table ------------------------------------------------------- */

bool cm_parse_at_condition(const cm_lexer *lex)
{
    static const char *const words[] = {"exists",   "forall", "final", "locations", "observed",
                                        "Observed", "filter", "~",     "("};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cm_lexer_is(lex, words[i]))
            return true;
    cm_lexer ahead = *lex; /* NOT is also an instruction of x86 */
    if (cm_lexer_accept(&ahead, "not") && cm_lexer_is(&ahead, "exists"))
        return true;
    return cm_lexer_at_end(lex);
}

/* A row that never ends and begins with what is nearly the word of a condition. */
static void blame_misspelt(cm_parser *p, cm_token first)
{
    cm_near near = cm_near_new(first.text, first.length);
    cm_near_offer_list(&near, "exists forall locations filter final", ' ');
    size_t length;
    const char *best = cm_near_best(&near, &length);
    if (first.kind == CM_TOKEN_NAME && best && near.distance > 0)
        cm_fail(p->work, first.place,
                "`%.*s` is neither an instruction nor a condition, did you mean `%.*s`?",
                (int)first.length, first.text, (int)length, best);
}

/* At `lock` of `lock; addl`, as AT&T syntax writes the prefix: its `;` ends no row. */
static bool at_open_prefix(const cm_parser *p, int column)
{
    const char *prefix = cm_isa_for(p->test->threads[column].arch)->open_prefix;
    return prefix && cm_lexer_is(&p->lex, prefix);
}

/* Too many cells in several lines: the first one's `;` is missing. */
static void blame_line_end(cm_parser *p, cm_place begin, cm_place here)
{
    const char *text = p->source->text;
    uint32_t end = begin.offset;
    while (end < here.offset && text[end] != '\n')
        end++;
    if (end == here.offset)
        return;
    while (end > begin.offset && strchr(" \t\r", text[end - 1]))
        end--;
    cm_fail(p->work, (cm_place){p->source, end, 0},
            "expected `;` at the end of the row of instructions, found the end of the line");
}

/* One row up to `;`: where its cells are. */
static void scan_row(cm_parser *p, cm_parse_cell *row)
{
    cm_lexer *lex = &p->lex;
    int column = 0;
    bool first = true, after_prefix = false;
    const cm_token begin = lex->token;
    row[0].from = lex->token.place.offset;
    for (; after_prefix || !cm_lexer_is(lex, ";"); cm_lexer_advance(lex)) {
        /* No instruction is called so: a `;` was forgotten. */
        bool ended = cm_lexer_at_end(lex) || cm_lexer_is(lex, "exists") ||
                     cm_lexer_is(lex, "forall") || cm_lexer_is(lex, "locations");
        if (ended && column == 0)
            blame_misspelt(p, begin);
        if (ended)
            cm_lexer_lacks(lex, "`;` at the end of the row of instructions");
        after_prefix = first && at_open_prefix(p, column);
        first = cm_lexer_is(lex, "|");
        if (!first)
            continue;
        row[column++].to = lex->token.place.offset;
        if (column >= p->test->thread_count)
            blame_line_end(p, begin.place, lex->token.place);
        if (column >= p->test->thread_count)
            cm_lexer_fail(
                lex, "there are too many cells in this row, expected at most %d as in the first",
                p->test->thread_count);
        row[column].from = lex->token.place.offset + 1;
    }
    row[column].to = lex->token.place.offset;
    cm_lexer_advance(lex);
}

void cm_parse_table(cm_parser *p)
{
    size_t columns = (size_t)p->test->thread_count;
    while (!cm_parse_at_condition(&p->lex)) {
        if (p->row_count == p->row_capacity) {
            int more = p->row_capacity ? 2 * p->row_capacity : 16;
            p->cells = cm_arena_grow(p->work->arena, p->cells, (size_t)p->row_capacity * columns,
                                     (size_t)more * columns, sizeof *p->cells);
            p->row_capacity = more;
        }
        scan_row(p, p->cells + (size_t)p->row_count++ * columns);
    }
}

static cm_lexer cell_lexer(cm_parser *p, int row, int column)
{
    cm_parse_cell cell = p->cells[(size_t)row * (size_t)p->test->thread_count + (size_t)column];
    return cm_lexer_over(p->work, p->source, cell.from, cell.to, p->lex.slash_comments);
}

/* ---- instructions ---------------------------------------------------- */

/* `L0:`, or `$L0:` as compilers name labels in PTX. */
static bool parse_label(cm_parser *p, cm_lexer *lex)
{
    cm_lexer ahead = *lex;
    bool dollar = cm_lexer_accept(&ahead, "$");
    if (ahead.token.kind != CM_TOKEN_NAME)
        return false;
    cm_place place = cm_place_join(lex->token.place, ahead.token.place);
    const char *name = cm_arena_printf(p->work->arena, "%s%.*s", dollar ? "$" : "",
                                       (int)ahead.token.length, ahead.token.text);
    cm_lexer_advance(&ahead);
    if (!cm_lexer_accept(&ahead, ":") || cm_lexer_is(&ahead, ":")) /* .shared::cta */
        return false;
    cm_asm_label(&p->as, name, place);
    *lex = ahead;
    return true;
}

static cm_place rest_of(cm_lexer lex)
{
    cm_place place = lex.token.place;
    for (; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex))
        place = cm_place_join(place, lex.token.place);
    return place;
}

/* "k.ptx:41": a word without blanks, a colon and a number, and the blanks behind it; *text goes
 * past them. NULL: it is not there. */
static const char *origin_word(cm_arena *arena, const char **text)
{
    const char *word = *text;
    size_t length = strcspn(word, " \t\r\n*,"), digits = 0;
    while (digits < length && word[length - digits - 1] >= '0' && word[length - digits - 1] <= '9')
        digits++;
    if (digits == 0 || digits + 1 >= length || word[length - digits - 1] != ':')
        return NULL;
    *text += length;
    *text += strspn(*text, " \t");
    return cm_arena_text(arena, word, length);
}

/* "k.cu:8" of "k.cu:8:5". */
static const char *without_column(cm_arena *arena, const char *where)
{
    const char *colon = strrchr(where, ':'), *before = colon;
    while (before > where && before[-1] >= '0' && before[-1] <= '9')
        before--;
    bool two = before < colon && before > where && before[-1] == ':';
    return two ? cm_arena_text(arena, where, (size_t)(colon - where)) : where;
}

/* What `Line=k.cu:8:5 *flag = 1` of the header says of the place; NULL: there is none. */
static const char *code_of(const cm_test *test, const char *where)
{
    size_t length = where ? strlen(where) : 0;
    for (int i = 0; i < test->metadata_count && where; i++) {
        const cm_metadata *m = &test->metadata[i];
        if (strcmp(m->key, "Line") == 0 && strncmp(m->value, where, length) == 0 &&
            m->value[length] == ' ')
            return m->value + length + 1;
    }
    return NULL;
}

/* What the comment between the two offsets says, if it is about that: `(* k.ptx:41 *)`,
 * `(* at k.cu:8 *)`, `(* at k.cu:8:5, k.ptx:41 *)`. */
static void read_origin(cm_parser *p, uint32_t from, uint32_t to, cm_instruction *instruction)
{
    const char *text = p->source->text + from, *end = p->source->text + to;
    const char *where = NULL, *origin = NULL;
    text += strspn(text, " \t");
    if (end - text < 2 || memcmp(text, "(*", 2) != 0)
        return;
    text += 2 + strspn(text + 2, " \t");
    bool at = strncmp(text, "at ", 3) == 0;
    if (at) {
        text += 3;
        where = origin_word(p->work->arena, &text);
    }
    if (where && *text == ',')
        text += 1 + strspn(text + 1, " \t");
    if (!at || *text != '*')
        origin = origin_word(p->work->arena, &text);
    if (end - text < 2 || memcmp(text, "*)", 2) != 0)
        return;
    instruction->where = where;
    instruction->line = where ? without_column(p->work->arena, where) : NULL;
    instruction->code = code_of(p->test, where);
    instruction->origin = origin;
}

static void parse_cell(cm_parser *p, const cm_isa *isa, int row, int column)
{
    cm_lexer lex = cell_lexer(p, row, column);
    while (parse_label(p, &lex))
        continue;
    if (cm_lexer_at_end(&lex))
        return;
    cm_place place = rest_of(lex);
    cm_asm_instruction(&p->as, cm_lexer_line(lex, lex.end), place);
    cm_thread *thread = p->as.thread;
    read_origin(p, place.offset + place.length, lex.end,
                &thread->instructions[thread->instruction_count - 1]);
    cm_isa_assemble(isa, &p->as, &lex);
    if (!cm_lexer_at_end(&lex))
        cm_lexer_lacks(&lex, "the end of the instruction");
}

/* ---- branches into another thread's code ------------------------------- */

/* The first name of a cell after its labels; false: there is none. */
static bool cell_mnemonic(cm_lexer *lex)
{
    for (;;) {
        cm_lexer ahead = *lex;
        cm_lexer_accept(&ahead, "$");
        if (ahead.token.kind != CM_TOKEN_NAME)
            return false;
        cm_lexer_advance(&ahead);
        if (!cm_lexer_accept(&ahead, ":"))
            return true;
        *lex = ahead;
    }
}

/* Does the column have an instruction of one of these names? */
static bool has_instruction(cm_parser *p, int column, const char *const *names)
{
    for (int row = 0; row < p->row_count; row++) {
        cm_lexer lex = cell_lexer(p, row, column);
        for (int i = 0; cell_mnemonic(&lex) && names[i]; i++)
            if (cm_lexer_is(&lex, names[i]))
                return true;
    }
    return false;
}

/* May a value be the address of code of that thread? */
static bool has_code_addresses(cm_parser *p, int column)
{
    for (int i = 0; i < p->label_count; i++)
        if (p->labels[i].thread_id == p->test->threads[column].id)
            return true;
    return has_instruction(p, column, cm_isa_for(p->test->threads[column].arch)->label_makers);
}

typedef struct foreign_list {
    cm_foreign_label *items;
    int count, capacity;
} foreign_list;

static void add_foreign_labels(cm_parser *p, int column, foreign_list *list)
{
    for (int row = 0; row < p->row_count; row++) {
        cm_lexer lex = cell_lexer(p, row, column), ahead = lex;
        while (lex.token.kind == CM_TOKEN_NAME) {
            const char *name = cm_lexer_name(&ahead, "a label");
            if (!cm_lexer_accept(&ahead, ":"))
                break;
            CM_RESERVE(p->work->arena, list->items, list->count, list->capacity);
            list->items[list->count++] = (cm_foreign_label){column, name};
            lex = ahead;
        }
    }
}

static void parse_column(cm_parser *p, const cm_isa *isa, int column)
{
    for (int row = 0; row < p->row_count; row++)
        parse_cell(p, isa, row, column);
}

/* Other threads of the same instruction set whose code an indirect branch of this one may
 * lead to. */
static foreign_list find_foreign(cm_parser *p, int column)
{
    foreign_list list = {NULL, 0, 0};
    const cm_thread *threads = p->test->threads;
    const cm_isa *isa = cm_isa_for(threads[column].arch);
    if (!isa->label_takers || !has_instruction(p, column, isa->label_takers))
        return list;
    for (int i = 0; i < p->test->thread_count; i++)
        if (i != column && threads[i].arch == isa->arch && has_code_addresses(p, i))
            add_foreign_labels(p, i, &list);
    return list;
}

/* Its own code, and then copies of other threads' that it may branch to. */
static void parse_thread(cm_parser *p, int column)
{
    const cm_isa *isa = cm_isa_for(p->test->threads[column].arch);
    foreign_list foreign = find_foreign(p, column);
    cm_asm_begin(&p->as, column);
    p->as.foreign = foreign.items;
    p->as.foreign_count = foreign.count;
    if (isa->function)
        cm_parse_function(p, column);
    else
        parse_column(p, isa, column);
    for (int i = 0; i < foreign.count; i++) {
        int from = foreign.items[i].thread;
        if (i > 0 && foreign.items[i - 1].thread == from)
            continue;
        cm_asm_copy(&p->as, from, p->as.place);
        parse_column(p, isa, from);
    }
    cm_asm_end(&p->as);
}

void cm_parse_program(cm_parser *p)
{
    for (int column = 0; column < p->test->thread_count; column++)
        parse_thread(p, column);
    for (int k = 0; k < p->as.foreign_use_count; k++) {
        const cm_foreign_use *use = &p->as.foreign_uses[k];
        cm_label_value value = {.place = use->place,
                                .thread_id = p->test->threads[use->label.thread].id,
                                .label = use->label.name};
        use->constant->imm = cm_resolve_label(p, &value);
    }
    for (int i = 0; i < p->test->thread_count; i++) {
        const cm_isa *isa = cm_isa_for(p->test->threads[i].arch);
        if (isa->settle)
            isa->settle(p->work, p->test, i);
    }
    for (int i = 0; i < p->label_count; i++)
        *p->labels[i].where = cm_resolve_label(p, &p->labels[i]);
}
