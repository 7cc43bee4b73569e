/* Modules of LLVM IR: see the header. What an import has no use for is gone past. */
#include "import/ll.h"

#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- functions ---------------------------------------------------------------------- */

/* What a function has of a structure by value is a copy, which it makes itself here: an object of
 * its own, filled from where the argument points to. */
static void copy_argument(cm_ll_reader *r, int given, const cm_ll_by_value *copy)
{
    static const cm_ll_type number = {.kind = CM_LL_INTEGER, .bits = 64},
                            none = {.kind = CM_LL_VOID};
    cm_ll_function *f = r->function;
    if (cm_ll_size(copy->type) == 0)
        cm_fail(r->work, f->place, "`%%%s` of `%s` is passed by value, expected a type with a size",
                copy->name, f->name);
    cm_ll_instruction object = {.op = CM_LL_ALLOCA,
                                .word = "alloca",
                                .result = cm_ll_local_of(r, copy->name),
                                .type = copy->type,
                                .cells = -1,
                                .place = f->place};
    const cm_ll_value operands[] = {
        {.kind = CM_LL_SYMBOL, .type = &none, .name = "memcpy"},
        {.kind = CM_LL_LOCAL, .type = copy->pointer, .local = object.result},
        {.kind = CM_LL_LOCAL, .type = copy->pointer, .local = given},
        {.kind = CM_LL_NUMBER, .type = &number, .number = cm_ll_size(copy->type)}};
    cm_ll_instruction fill = {.op = CM_LL_CALL,
                              .word = "call",
                              .result = -1,
                              .type = &none,
                              .cells = -1,
                              .place = f->place};
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++)
        CM_PUSH(r->work->arena, fill.operands, fill.operand_count, fill.operand_capacity,
                operands[i]);
    CM_PUSH(r->work->arena, f->instructions, f->instruction_count, f->instruction_capacity, object);
    CM_PUSH(r->work->arena, f->instructions, f->instruction_count, f->instruction_capacity, fill);
}

static void open_block(cm_ll_reader *r, const char *name)
{
    cm_ll_function *f = r->function;
    CM_RESERVE(r->work->arena, f->blocks, f->block_count, f->block_capacity);
    f->blocks[f->block_count++] = (cm_ll_block){name, f->instruction_count, f->instruction_count};
    for (int p = 0; f->block_count == 1 && p < f->parameter_count; p++)
        if (f->by_value[p].type)
            copy_argument(r, p, &f->by_value[p]);
}

static int block_named(const cm_ll_function *f, const char *name)
{
    return CM_NAMED_INDEX(f->blocks, f->block_count, name, name);
}

static void name_blocks(cm_ll_reader *r)
{
    cm_ll_function *f = r->function;
    for (int i = 0; i < f->instruction_count; i++)
        for (int b = 0; b < f->instructions[i].block_count; b++) {
            const char *name = f->locals[f->instructions[i].blocks[b]];
            int block = block_named(f, name);
            if (block < 0)
                cm_fail(r->work, f->instructions[i].place,
                        "there is no block `%%%s` in `%s`, expected one of its labels", name,
                        f->name);
            f->instructions[i].blocks[b] = block;
        }
}

/* How wide is what the function loads or stores first at the beginning of the object? 0: nothing.
 */
static const cm_ll_type *first_access(const cm_ll_function *f, const cm_ll_instruction *object)
{
    for (int i = 0; i < f->instruction_count; i++) {
        const cm_ll_instruction *in = &f->instructions[i];
        const cm_ll_value *at = in->op == CM_LL_LOAD    ? &in->operands[0]
                                : in->op == CM_LL_STORE ? &in->operands[1]
                                                        : NULL;
        if (at && at->kind == CM_LL_LOCAL && at->local == object->result)
            return in->type;
    }
    return NULL;
}

/* Whatever stands in them, rustc has bytes on the stack. They become elements that are as wide as
 * that. */
static void find_elements(cm_ll_reader *r)
{
    cm_ll_function *f = r->function;
    for (int i = 0; i < f->instruction_count; i++) {
        cm_ll_instruction *a = &f->instructions[i];
        bool bytes = a->op == CM_LL_ALLOCA && a->type->kind == CM_LL_ARRAY &&
                     cm_ll_size(a->type->members[0]) == 1;
        const cm_ll_type *type = bytes ? first_access(f, a) : NULL;
        uint64_t width = type && !cm_ll_has_parts(type) ? cm_ll_size(type) : 1;
        if (width <= 1 || a->type->count % width != 0)
            continue;
        const cm_ll_type **element = CM_NEW(r->work->arena, const cm_ll_type *);
        cm_ll_type *elements = CM_NEW(r->work->arena, cm_ll_type);
        *element = type;
        *elements = *a->type;
        elements->count = a->type->count / width;
        elements->members = element;
        a->type = elements;
    }
}

/* Every local is set by one instruction, or is a parameter or a block; every block ends once. */
static void check_function(cm_ll_reader *r)
{
    const cm_ll_function *f = r->function;
    bool *set = CM_NEW_ARRAY(r->work->arena, (size_t)f->local_count, bool);
    for (int i = 0; i < f->instruction_count; i++) {
        const cm_ll_instruction *in = &f->instructions[i];
        if (in->result < 0)
            continue;
        if (set[in->result] || in->result < f->parameter_count)
            cm_fail(r->work, in->place, "`%%%s` is set twice, expected once",
                    f->locals[in->result]);
        set[in->result] = true;
    }
    for (int b = 0; b < f->block_count; b++) {
        if (f->blocks[b].from == f->blocks[b].to)
            cm_fail(r->work, f->place, "block `%s` of `%s` is empty, expected instructions",
                    f->blocks[b].name, f->name);
        for (int i = f->blocks[b].from; i < f->blocks[b].to; i++) {
            const cm_ll_instruction *in = &f->instructions[i];
            bool last = i + 1 == f->blocks[b].to;
            bool ends = in->op == CM_LL_BR || in->op == CM_LL_SWITCH || in->op == CM_LL_RET ||
                        in->op == CM_LL_UNREACHABLE || (in->op == CM_LL_REFUSED && last);
            if (ends != last)
                cm_fail(r->work, in->place,
                        "expected a branch or a return at the end of each block");
        }
    }
}

static void read_body(cm_ll_reader *r)
{
    cm_ll_function *f = r->function;
    char first[16];
    int unnamed = 0;
    for (int p = 0; p < f->parameter_count; p++)
        unnamed += isdigit((unsigned char)f->locals[p][0]) != 0;
    snprintf(first, sizeof first, "%d", unnamed);
    cm_ll_expect(r, "{");
    for (;;) {
        while (r->token.kind == CM_LL_LINE)
            cm_ll_advance(r);
        if (cm_ll_accept(r, "}"))
            break;
        if (cm_ll_is(r, "#")) { /* #dbg_declare(...) */
            cm_ll_skip_line(r);
            continue;
        }
        cm_ll_reader ahead = *r;
        cm_ll_advance(&ahead);
        bool label =
            (r->token.kind == CM_LL_WORD || r->token.kind == CM_LL_STRING) && cm_ll_is(&ahead, ":");
        if (label) {
            open_block(r, r->token.text);
            *r = ahead;
            cm_ll_advance(r);
            continue;
        }
        if (f->block_count == 0)
            open_block(r, cm_arena_text(r->work->arena, first, strlen(first)));
        cm_ll_read_instruction(r);
    }
    name_blocks(r);
    check_function(r);
    find_elements(r);
}

static void read_parameters(cm_ll_reader *r)
{
    cm_ll_function *f = r->function;
    cm_ll_expect(r, "(");
    for (int count = 0; !cm_ll_accept(r, ")"); count++) {
        if (count > 0)
            cm_ll_expect(r, ",");
        if (cm_ll_accept(r, "...")) {
            f->variadic = true;
            continue;
        }
        cm_ll_by_value copy = {.pointer = cm_ll_read_type(r)};
        copy.type = cm_ll_skip_attributes(r);
        const char *name = cm_arena_printf(r->work->arena, "%d", count);
        if (r->token.kind == CM_LL_PERCENT) {
            name = r->token.text;
            cm_ll_advance(r);
        }
        copy.name = name;
        if (copy.type)
            name = cm_arena_printf(r->work->arena, "%s by value", name);
        CM_RESERVE(r->work->arena, f->by_value, f->parameter_count, f->by_value_capacity);
        f->by_value[f->parameter_count] = copy;
        if (cm_ll_local_of(r, name) != f->parameter_count)
            cm_ll_fail_here(r, "parameters with names");
        f->parameter_count++;
    }
}

static void read_function(cm_ll_reader *r)
{
    cm_ll_module *m = r->module;
    cm_ll_function f = {0};
    cm_ll_advance(r);
    cm_ll_skip_before_type(r);
    cm_ll_skip_attributes(r);
    cm_ll_read_type(r);
    if (r->token.kind != CM_LL_AT)
        cm_ll_fail_here(r, "the name of a function");
    f.name = r->token.text;
    f.place = r->token.place;
    cm_ll_advance(r);
    if (cm_ll_find_function(m, f.name))
        cm_fail(r->work, f.place, "`%s` is defined twice, expected once", f.name);
    r->function = &f;
    read_parameters(r);
    while (!cm_ll_is(r, "{"))
        if (r->token.kind == CM_LL_LINE || r->token.kind == CM_LL_END)
            cm_ll_fail_here(r, "`{`");
        else
            cm_ll_advance(r);
    read_body(r);
    r->function = NULL;
    CM_PUSH(r->work->arena, m->functions, m->function_count, m->function_capacity, f);
}

cm_ll_function *cm_ll_find_function(const cm_ll_module *m, const char *name)
{
    return CM_NAMED(m->functions, m->function_count, name, name);
}

/* ---- objects and types -------------------------------------------------------------- */

cm_ll_global *cm_ll_find_global(const cm_ll_module *m, const char *name)
{
    return CM_NAMED(m->globals, m->global_count, name, name);
}

static void read_global(cm_ll_reader *r)
{
    cm_ll_module *m = r->module;
    cm_ll_global g = {.name = r->token.text, .place = r->token.place};
    const char *word;
    cm_ll_advance(r);
    cm_ll_expect(r, "=");
    bool external = false;
    for (bool more = true; more;) {
        external = external || cm_ll_is(r, "external") || cm_ll_is(r, "extern_weak");
        size_t before = r->next;
        if (cm_ll_accept(r, "thread_local")) {
            g.is_thread_local = true;
            if (cm_ll_is(r, "("))
                cm_ll_skip_group(r);
        } else if (cm_ll_is(r, "external") || cm_ll_is(r, "extern_weak")) {
            cm_ll_advance(r);
        } else {
            cm_ll_skip_before_type(r);
        }
        more = r->next != before;
    }
    if (cm_ll_accept_word(r, "alias ifunc", &g.refused)) {
        cm_ll_skip_line(r);
    } else {
        if (!cm_ll_accept_word(r, "global constant", &word))
            cm_ll_fail_here(r, "`global` or `constant`");
        g.type = cm_ll_read_type(r);
        g.has_init = !external && r->token.kind != CM_LL_LINE && !cm_ll_is(r, ",");
        if (g.has_init)
            g.init = cm_ll_read_value(r, g.type);
        if (external && g.is_thread_local && strncmp(g.name, "_ZSt", 4) == 0) { /* libstdc++'s */
            g.has_init = true;
            g.init = (cm_ll_value){.kind = CM_LL_NUMBER, .type = g.type, .place = g.place};
        }
        cm_ll_skip_line(r);
    }
    CM_PUSH(r->work->arena, m->globals, m->global_count, m->global_capacity, g);
}

static void read_named_type(cm_ll_reader *r)
{
    cm_ll_type *type = cm_ll_named_type(r, r->token.text);
    cm_ll_advance(r);
    cm_ll_expect(r, "=");
    cm_ll_expect(r, "type");
    if (!type->opaque)
        cm_ll_fail_here(r, "a type that is defined once");
    if (cm_ll_is(r, "{") || cm_ll_is(r, "<"))
        cm_ll_read_struct(r, type);
    cm_ll_skip_line(r);
}

/* ---- metadata ----------------------------------------------------------------------- */

/* `!12 = !DILocation(line: 8, column: 3, scope: !9)`; of all else that has some of these. */
static void read_note(cm_ll_reader *r)
{
    cm_ll_module *m = r->module;
    cm_ll_note note = {.number = (unsigned)strtoul(r->token.text, NULL, 10)};
    bool numbered = isdigit((unsigned char)r->token.text[0]);
    const char *field = "";
    for (; r->token.kind != CM_LL_LINE && r->token.kind != CM_LL_END; cm_ll_advance(r)) {
        unsigned number = (unsigned)strtoul(r->token.text, NULL, 10);
        if (strcmp(field, "line") == 0 && r->token.kind == CM_LL_WORD)
            note.line = number;
        if (strcmp(field, "column") == 0 && r->token.kind == CM_LL_WORD)
            note.column = number;
        if (strcmp(field, "scope") == 0 && r->token.kind == CM_LL_META)
            note.scope = number;
        if (strcmp(field, "file") == 0 && r->token.kind == CM_LL_META)
            note.file = number;
        if (strcmp(field, "filename") == 0 && r->token.kind == CM_LL_STRING)
            note.filename = r->token.text;
        field = r->token.kind == CM_LL_WORD || cm_ll_is(r, ":")
                    ? cm_ll_is(r, ":") ? field : r->token.text
                    : "";
    }
    if (!numbered)
        return;
    CM_PUSH(r->work->arena, m->notes, m->note_count, m->note_capacity, note);
}

static const cm_ll_note *note_of(const cm_ll_module *m, unsigned number)
{
    for (int i = 0; i < m->note_count; i++) /* they stand in order, mostly from 0 */
        if (m->notes[i].number == number)
            return &m->notes[i];
    return NULL;
}

const cm_ll_note *cm_ll_location(const cm_ll_module *m, unsigned number, const char **name)
{
    const cm_ll_note *at = number ? note_of(m, number) : NULL, *file = NULL;
    if (!at || at->line == 0)
        return NULL;
    unsigned next = at->scope;
    for (int depth = 0; depth < 64 && next && !file; depth++) {
        const cm_ll_note *scope = note_of(m, next);
        file = scope && scope->file ? note_of(m, scope->file) : NULL;
        next = scope ? scope->scope : 0;
    }
    if (!file || !file->filename)
        return NULL;
    *name = file->filename;
    return at;
}

/* ---- the whole ---------------------------------------------------------------------- */

static void read_layout(cm_ll_reader *r)
{
    cm_place place = r->token.place;
    cm_ll_skip_line(r);
    const char *text = r->source->text + place.offset;
    size_t length = r->token.place.offset - place.offset;
    const char *line = cm_arena_text(r->work->arena, text, length);
    if (strstr(line, "datalayout") && (strstr(line, "\"E-") || strstr(line, "-p:32:32")))
        cm_fail(r->work, place,
                "the target is big-endian or has pointers of 32 bits, which is not supported, "
                "expected another target");
}

cm_ll_module *cm_ll_read(cm_work *work, const cm_source *source)
{
    cm_ll_module *m = CM_NEW(work->arena, cm_ll_module);
    *m = (cm_ll_module){.work = work, .source = source};
    cm_ll_reader reader = {.work = work, .source = source, .module = m}, *r = &reader;
    for (cm_ll_advance(r); r->token.kind != CM_LL_END;) {
        if (r->token.kind == CM_LL_LINE)
            cm_ll_advance(r);
        else if (r->token.kind == CM_LL_PERCENT)
            read_named_type(r);
        else if (r->token.kind == CM_LL_AT)
            read_global(r);
        else if (r->token.kind == CM_LL_META)
            read_note(r);
        else if (cm_ll_is(r, "define"))
            read_function(r);
        else if (cm_ll_is(r, "target"))
            read_layout(r);
        else if (r->token.kind == CM_LL_WORD &&
                 (cm_has_word("source_filename attributes declare module uselistorder",
                              r->token.text) ||
                  r->token.text[0] == '$'))
            cm_ll_skip_line(r);
        else
            cm_ll_fail_here(
                r, "a part of a module of LLVM IR: define, declare, @NAME, %NAME or !NUMBER");
    }
    return m;
}
