/* A function as one thread runs it: see the header. */
#include "import/as.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 32, MOST_ROWS = 4096, MOST_STACK = 1 << 16, PUSHED = 16 };

/* A function that is being followed; calls are followed inside of it. */
typedef struct cm_as_inlined {
    const struct cm_as_inlined *outer;
    const cm_as_function *function;
    const char **labels; /* by statement of the function: that of the test, or NULL */
    const char *end;     /* where it returns to; NULL: nothing jumps there yet */
} cm_as_inlined;

void cm_as_fail(const cm_as_code *c, const cm_as_statement *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = cm_arena_vprintf(c->work->arena, format, args);
    va_end(args);
    cm_fail(c->work, s->place, "%s", text);
}

void cm_as_fail_own_storage(const cm_as_code *c, const cm_as_statement *s)
{
    cm_as_fail(c, s,
               "`%s` reaches a thread's own storage (TLS) in a way that is not supported, expected "
               "a symbol's place in it",
               s->word);
}

void cm_as_need_own(const cm_as_code *c, const cm_as_statement *s, const char *const *names)
{
    if (!cm_as_file_has(c->file->source, names))
        cm_as_fail_own_storage(c, s);
}

/* ---- rows ----------------------------------------------------------------------------- */

void cm_as_copy_row(cm_as_code *c, const cm_import_row *row)
{
    cm_as_thread *t = &c->thread;
    if (t->count == MOST_ROWS)
        cm_fail(c->work, row->place,
                "the path through the function has more than %d instructions, calls included, "
                "expected a shorter one",
                MOST_ROWS);
    CM_PUSH(c->work->arena, t->rows, t->count, t->capacity, *row);
}

static void add_text(cm_as_code *c, const char *text, cm_place place)
{
    cm_as_copy_row(c, &(cm_import_row){.text = text, .place = place});
}

void cm_as_add_row(cm_as_code *c, const cm_as_statement *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = cm_arena_vprintf(c->work->arena, format, args);
    va_end(args);
    /* A `|` would end the column, and `;` the row. */
    if (strpbrk(text, "|;\"{}") || strstr(text, "(*"))
        cm_as_fail(c, s, "`%s` is not supported, expected an instruction of a litmus test",
                   s->word);
    add_text(c, text, s->place);
}

const char *cm_as_new_label(cm_as_code *c)
{
    return cm_arena_printf(c->work->arena, "L%d", c->labels++);
}

void cm_as_put_label(cm_as_code *c, const cm_as_statement *s, const char *label)
{
    add_text(c, cm_arena_printf(c->work->arena, "%s:", label), s->place);
}

/* ---- operands --------------------------------------------------------------------------- */

static const char *trimmed(const cm_as_code *c, const char *from, const char *to)
{
    while (from < to && *from == ' ')
        from++;
    while (from < to && to[-1] == ' ')
        to--;
    return cm_arena_text(c->work->arena, from, (size_t)(to - from));
}

cm_as_operands cm_as_split(const cm_as_code *c, const cm_as_statement *s)
{
    cm_as_operands all = {.count = 0};
    int depth = 0;
    const char *from = s->rest, *at = from;
    for (bool more = *from != '\0'; more; at++) {
        depth += *at == '(' || *at == '[';
        depth -= *at == ')' || *at == ']';
        if (*at && (*at != ',' || depth > 0))
            continue;
        if (all.count == CM_AS_OPERANDS)
            cm_as_fail(
                c, s,
                "there are more than %d operands of `%s`, expected an instruction of a litmus test",
                CM_AS_OPERANDS, s->word);
        all.items[all.count++] = trimmed(c, from, at);
        more = *at != '\0';
        from = at + 1;
    }
    return all;
}

const char *cm_as_symbol(cm_as_code *c, const cm_as_statement *s, const char *text, bool own,
                         int64_t *offset)
{
    size_t length = 0;
    char *end;
    while (cm_import_in_name(text[length]))
        length++;
    const char *rest = text + length;
    *offset = *rest == '+' || *rest == '-' ? strtoll(rest, &end, 0) : 0;
    if (*offset != 0)
        rest = end;
    if (length == 0 || isdigit((unsigned char)*text) || *rest)
        cm_as_fail(c, s,
                   "`%s` is not an address that is known here, expected a symbol, or a symbol and "
                   "an offset",
                   text);
    int64_t distance;
    const char *symbol =
        cm_as_anchored(c->file, cm_arena_text(c->work->arena, text, length), &distance);
    *offset += distance;
    return cm_as_declare(c, s, symbol, own);
}

/* ---- labels -------------------------------------------------------------------------------- */

static const cm_as_statement *statement(const cm_as_code *c, int index)
{
    return &c->file->statements[index];
}

/* The label's statement, seen from one of the function; -1: it has none. `1f` and `1b` are the
 * nearest such label behind and before. */
static int find_label(const cm_as_code *c, int from, const char *name)
{
    const cm_as_function *f = c->inlined->function;
    size_t digits = strspn(name, "0123456789");
    bool local = digits > 0 && (name[digits] == 'f' || name[digits] == 'b') && !name[digits + 1];
    int step = local && name[digits] == 'b' ? -1 : 1;
    if (digits > 0 && !local)
        return -1;
    for (int i = local ? from : f->from; i >= f->from && i < f->to; i += step) {
        const cm_as_statement *s = statement(c, i);
        if (s->kind == CM_AS_LABEL &&
            (local ? strncmp(s->word, name, digits) == 0 && s->word[digits] == '\0'
                   : strcmp(s->word, name) == 0 && cm_as_is_code(c->file, i)))
            return i;
    }
    return -1;
}

static const char *last_operand(const cm_as_code *c, const cm_as_statement *s)
{
    cm_as_operands all = cm_as_split(c, s);
    return all.count > 0 ? all.items[all.count - 1] : "";
}

bool cm_as_is_free(const cm_as_code *c, const char *const *names)
{
    for (const cm_as_inlined *in = c->inlined; in; in = in->outer)
        for (int i = in->function->from; i < in->function->to; i++)
            for (const char *const *name = names; *name; name++)
                if (statement(c, i)->kind == CM_AS_INSTRUCTION &&
                    cm_as_has_name(statement(c, i)->rest, *name))
                    return false;
    return true;
}

void cm_as_need_free(const cm_as_code *c, const cm_as_statement *s, const char *const *names)
{
    if (!cm_as_is_free(c, names))
        cm_as_fail(
            c, s, "`%s` in code that uses `%s` is not supported, expected that register to be free",
            s->word, *names);
}

/* ---- control ------------------------------------------------------------------------------- */

static void follow(cm_as_code *c, const cm_as_function *f, const cm_as_statement *from);

static const cm_as_word *control_of(const cm_as_set *set, const cm_as_statement *s)
{
    for (const cm_as_word *w = set->words; w->opcode; w++)
        if (strcmp(w->opcode, s->word) == 0 && (!w->operand || strcmp(w->operand, s->rest) == 0))
            return w;
    return NULL;
}

/* Is it a jump by a table: `jmp *%rax`? */
static bool is_by_table(const cm_as_word *word, const cm_as_statement *s)
{
    return word &&
           (word->control == CM_AS_TABLE || (word->control == CM_AS_JUMP && *s->rest == '*'));
}

static void name_label(cm_as_code *c, cm_as_inlined *in, int from, const char *name)
{
    int label = find_label(c, from, name) - in->function->from;
    if (label >= 0 && !in->labels[label])
        in->labels[label] = cm_as_new_label(c);
}

/* Gives names to the labels that instructions of the function name, and tables that they read. */
static void name_labels(cm_as_code *c, cm_as_inlined *in)
{
    const cm_as_function *f = in->function;
    for (int i = f->from; i < f->to; i++) {
        const cm_as_statement *s = statement(c, i);
        cm_as_cursor at;
        cm_as_entry e;
        if (s->kind != CM_AS_INSTRUCTION)
            continue;
        name_label(c, in, i, last_operand(c, s));
        if (is_by_table(control_of(c->file->set, s), s) && cm_as_find_table(c, f->from, i, &at))
            while (cm_as_next_entry(c, &at, &e))
                name_label(c, in, i, e.label);
    }
}

/* False: no table stands before it. */
static bool go_by_table(cm_as_code *c, cm_as_inlined *in, int index)
{
    const cm_as_statement *s = statement(c, index);
    const char *operand = s->rest + (*s->rest == '*');
    cm_as_cursor begin, at;
    cm_as_entry e, earlier;
    if (!cm_as_find_table(c, in->function->from, index, &begin))
        return false;
    at = begin;
    if (cm_as_next_entry(c, &at, &e) && cm_as_find_function(c->file, e.label))
        return false; /* by a pointer */
    for (at = begin; cm_as_next_entry(c, &at, &e);) {
        int to = find_label(c, index, e.label);
        cm_as_cursor before = begin;
        while (cm_as_next_entry(c, &before, &earlier) && strcmp(earlier.label, e.label) != 0)
            continue;
        bool again = before.statement != at.statement || before.operand != at.operand;
        if (to >= 0 && !again)
            c->file->set->go(c, s, operand, e.base ? cm_as_declare(c, s, e.base, false) : NULL,
                             e.base ? e.value : cm_as_code_number(c->file, e.label),
                             in->labels[to - in->function->from], to);
    }
    c->file->set->go(c, s, operand, NULL, 0, NULL, -1);
    return true;
}

/* The name without `@PLT`. */
static const char *callee(const cm_as_code *c, const cm_as_statement *s)
{
    const char *name = last_operand(c, s);
    return cm_arena_text(c->work->arena, name, strcspn(name, "@"));
}

/* Of an instruction that is an exception, or a call that does not come back. */
static void end_thread(cm_as_code *c, const cm_as_statement *s, const char *name)
{
    if (c->request->units)
        cm_as_fail(c, s, "`%s` ends the process, which is not supported, expected a return", name);
    c->thread.ends = name;
    c->stop = c->stop ? c->stop : cm_as_new_label(c);
    cm_as_add_row(c, s, "%s %s", c->file->set->jump, c->stop);
}

/* May the function look at the stack above where it begins, such as at arguments there? Else it is
 * the same whether its call pushes where to return to. */
static bool looks_above(const cm_as_file *file, const cm_as_function *f)
{
    for (int i = f->from; i < f->to; i++) {
        const cm_as_statement *s = &file->statements[i];
        const cm_as_word *word = s->kind == CM_AS_INSTRUCTION ? control_of(file->set, s) : NULL;
        bool leaves = word && word->control == CM_AS_JUMP && cm_as_find_function(file, s->rest);
        const char *const *names = file->set->frames;
        if (s->kind == CM_AS_INSTRUCTION && *s->rest == '%' &&
            strncmp(s->rest + 1, names[0], strlen(names[0])) ==
                0) /* not into the frame's pointer */
            leaves |= strchr(s->rest, ',') && !cm_as_has_name(s->rest, names[1]);
        const char *at = s->kind == CM_AS_INSTRUCTION ? s->rest : "";
        for (; *at && !leaves; at++)
            for (const char *const *name = names; *name && *at == '('; name++) {
                const char *from = at;
                while (from > s->rest && isxdigit((unsigned char)from[-1]))
                    from--;
                leaves |= strncmp(at + 2, *name, strlen(*name)) == 0 &&
                          (from == s->rest || from[-1] != '-');
            }
        if (leaves)
            return true;
    }
    return false;
}

static void follow_call(cm_as_code *c, const cm_as_function *f, const cm_as_statement *s,
                        bool pushes)
{
    const cm_as_set *set = c->file->set;
    bool enters = pushes && set->enter && looks_above(c->file, f);
    if (enters)
        add_text(c, set->enter, s->place);
    follow(c, f, s);
    if (enters)
        add_text(c, set->leave, s->place);
    c->frames += enters ? set->entered : 0;
}

static void call(cm_as_code *c, const cm_as_statement *s, bool pushes)
{
    const char *name = callee(c, s);
    const cm_as_file *file = c->file;
    const cm_as_function *f = cm_as_find_function(file, name);
    const cm_as_set *set = file->set;
    if (!f && set->call && set->call(c, s, name))
        return;
    if (!f && cm_as_ends(name)) {
        end_thread(c, s, name);
        return;
    }
    if (!f && cm_as_is_idle(name)) {
        cm_as_add_row(c, s, "%s", set->zero);
        c->thread.idle = name;
        return;
    }
    if (!f) {
        const cm_as_file *library = cm_as_library(c, s, name);
        f = library ? cm_as_find_function(library, name) : NULL;
        c->file = library ? library : file;
    }
    if (!f)
        cm_as_fail(
            c, s,
            "a call of `%s`, whose body is not in the file, is not supported, expected one of %s",
            name, cm_as_list_functions(c->file));
    int depth = 0;
    for (const cm_as_inlined *in = c->inlined; in; in = in->outer, depth++)
        if (in->function == f || depth == MOST_DEPTH)
            cm_as_fail(c, s, "`%s` %s, which is not supported, expected calls that end", name,
                       in->function == f ? "calls itself" : "is called too deep");
    follow_call(c, f, s, pushes);
    c->file = file;
}

/* Is the statement the last of its function that does anything? */
static bool is_last(const cm_as_code *c, int index)
{
    for (int i = index + 1; i < c->inlined->function->to; i++)
        if (statement(c, i)->kind == CM_AS_INSTRUCTION)
            return false;
    return true;
}

static void leave(cm_as_code *c, cm_as_inlined *in, int index)
{
    if (is_last(c, index))
        return;
    if (!in->end)
        in->end = cm_as_new_label(c);
    cm_as_add_row(c, statement(c, index), "%s %s", c->file->set->jump, in->end);
}

/* The statement with the label of the test as its last operand. */
static cm_as_statement with_label(const cm_as_code *c, const cm_as_statement *s, const char *label)
{
    cm_as_statement changed = *s;
    const char *last = last_operand(c, s);
    size_t before = strlen(s->rest) - strlen(last);
    changed.rest = cm_arena_printf(c->work->arena, "%.*s%s", (int)before, s->rest, label);
    return changed;
}

/* Does that register lead to the stack in the function, or is it one as any other? */
static bool leads_to_stack(const cm_as_code *c, const char *name)
{
    const char *stack = c->file->set->frames[0];
    const cm_as_function *f = c->inlined->function;
    bool leads = strstr(name, stack) != NULL;
    for (int i = f->from; i < f->to && !leads; i++)
        leads = cm_as_has_name(statement(c, i)->rest, name) &&
                cm_as_has_name(statement(c, i)->rest, stack);
    return leads;
}

/* Adds how far an instruction may reach into the stack, by its numbers. */
static void measure_frame(cm_as_code *c, const cm_as_statement *s)
{
    bool found = false;
    uint64_t most = PUSHED;
    for (const char *const *name = c->file->set->frames; *name && !found; name++)
        found = cm_as_has_name(s->rest, *name) && leads_to_stack(c, *name);
    if (!found && !strstr(s->word, "push"))
        return;
    for (const char *at = s->rest; *at; at++)
        if (isdigit((unsigned char)*at) && (at == s->rest || !cm_import_in_name(at[-1]))) {
            uint64_t number = strtoull(at, NULL, 0);
            most = number > most ? number : most;
        }
    c->uses_stack = true;
    c->frames += most < MOST_STACK ? most : MOST_STACK;
    if (c->frames >= MOST_STACK)
        cm_as_fail(c, s, "frames of more than %d bytes are not supported, expected smaller ones",
                   MOST_STACK);
}

/* `adr x1,.L3` */
static void add_address(cm_as_code *c, const cm_as_statement *s, int target)
{
    cm_as_operands all = cm_as_split(c, s);
    int64_t number = target < 0 ? 0 : cm_as_code_number(c->file, statement(c, target)->word);
    if (number > 0 && all.count == 2 && !cm_as_find_function(c->file, statement(c, target)->word))
        cm_as_add_row(c, s, "mov %s,#%lld", all.items[0], (long long)number);
    else
        c->file->set->add(c, s);
}

/* ---- pointers to functions ------------------------------------------------------------- */

/* Is the function's address somewhere, but where it is called? */
static bool has_address(const cm_as_code *c, const cm_as_function *f)
{
    static const char *const others[] = {".type",  ".size", ".globl", ".global",     ".hidden",
                                         ".local", ".weak", ".set",   ".addrsig_sym"};
    for (int i = 0; i < c->file->count; i++) {
        const cm_as_statement *s = statement(c, i);
        const cm_as_word *word = s->kind == CM_AS_INSTRUCTION ? control_of(c->file->set, s) : NULL;
        bool calls = word && (word->control == CM_AS_CALL || word->control == CM_AS_JUMP);
        if (s->kind != CM_AS_LABEL && !calls && cm_as_has_name(s->rest, f->name) &&
            !cm_word_listed(others, sizeof others / sizeof *others, s->word))
            return true;
    }
    return false;
}

/* Has any function? */
static bool has_pointers(const cm_as_code *c)
{
    for (int i = 0; i < c->file->function_count; i++)
        if (c->file->functions[i].from >= 0 && has_address(c, &c->file->functions[i]))
            return true;
    return false;
}

/* May a pointer lead there? Not back into what is followed already, which is recursion. */
static bool is_candidate(const cm_as_code *c, const cm_as_function *f)
{
    int depth = 0;
    for (const cm_as_inlined *in = c->inlined; in; in = in->outer, depth++)
        if (in->function == f)
            return false;
    return f->from >= 0 && depth < MOST_DEPTH && has_address(c, f);
}

/* The pointer is compared with the address of each function whose address is somewhere in the file:
 * with any other one the thread accesses no location, and the answer is unknown. */
static void call_by_pointer(cm_as_code *c, const cm_as_statement *s, bool pushes)
{
    const cm_as_set *set = c->file->set;
    const char *operand = set->pointer(c, s), *end = cm_as_new_label(c);
    int count = c->file->function_count;
    const char **labels = CM_NEW_ARRAY(c->work->arena, (size_t)count + 1, const char *);
    for (int i = 0; i < count; i++) {
        const cm_as_function *f = &c->file->functions[i];
        if (!is_candidate(c, f))
            continue;
        labels[i] = cm_as_new_label(c);
        set->go(c, s, operand, cm_as_declare(c, s, f->name, false), 0, labels[i], -1);
    }
    set->go(c, s, operand, NULL, 0, NULL, -1);
    cm_as_add_row(c, s, "%s %s", set->jump, end);
    for (int i = 0; i < count; i++) {
        const cm_as_function *f = &c->file->functions[i];
        if (!labels[i])
            continue;
        cm_as_put_label(c, s, labels[i]);
        follow_call(c, f, s, pushes);
        cm_as_add_row(c, s, "%s %s", set->jump, end);
    }
    cm_as_put_label(c, s, end);
}

/* Is it a call by a pointer, such as `blr x1`, `jr a5` or `jmp *%rax`? `ret x1` is none. */
static bool is_by_pointer(const cm_as_word *word, const cm_as_statement *s)
{
    return is_by_table(word, s) || (word && word->control == CM_AS_CALL && *s->rest == '*') ||
           (word && word->control == CM_AS_INDIRECT && strncmp(s->word, "ret", 3) != 0);
}

static void add_instruction(cm_as_code *c, cm_as_inlined *in, int index)
{
    const cm_as_statement *s = statement(c, index);
    const cm_as_word *word = control_of(c->file->set, s);
    int target = find_label(c, index, last_operand(c, s));
    if (word && word->control == CM_AS_HINT)
        return;
    if (is_by_table(word, s) && go_by_table(c, in, index))
        return;
    if (is_by_pointer(word, s) && has_pointers(c)) {
        bool jumps = word->control == CM_AS_TABLE || word->control == CM_AS_JUMP;
        call_by_pointer(c, s, !jumps);
        if (jumps)
            leave(c, in, index);
        return;
    }
    if (is_by_table(word, s) || (word && word->control == CM_AS_INDIRECT))
        cm_as_fail(c, s, "`%s` to an address in a register is not supported, expected a name",
                   s->word);
    if (word && word->control == CM_AS_END) {
        end_thread(c, s, s->word);
    } else if (word && word->control == CM_AS_RETURN) {
        leave(c, in, index);
    } else if (word && word->control == CM_AS_ADDRESS) {
        add_address(c, s, target);
    } else if (word && target < 0) {
        call(c, s, word->control == CM_AS_CALL);
        if (word->control == CM_AS_JUMP)
            leave(c, in, index);
    } else if (word && word->control == CM_AS_JUMP) {
        cm_as_add_row(c, s, "%s %s", c->file->set->jump, in->labels[target - in->function->from]);
    } else {
        cm_as_statement changed =
            target < 0 ? *s : with_label(c, s, in->labels[target - in->function->from]);
        measure_frame(c, s);
        c->file->set->add(c, &changed);
    }
}

/* Does it end with what does not go on behind it? */
static void check_end(const cm_as_code *c, const cm_as_function *f, const cm_as_statement *from)
{
    int last = f->to - 1;
    while (last >= f->from && statement(c, last)->kind != CM_AS_INSTRUCTION)
        last--;
    const cm_as_statement *s = last >= f->from ? statement(c, last) : from;
    const cm_as_word *word = last >= f->from ? control_of(c->file->set, s) : NULL;
    bool aborts = word && word->control == CM_AS_CALL && cm_as_ends(callee(c, s));
    if (!word || (word->control != CM_AS_RETURN && word->control != CM_AS_JUMP &&
                  word->control != CM_AS_TABLE && word->control != CM_AS_END && !aborts))
        cm_as_fail(c, s, "`%s` runs past its end, expected a return", f->name);
}

/* Directives that change nothing of what runs; others may make code, such as `.inst`. */
static void check_directive(const cm_as_code *c, const cm_as_statement *s)
{
    static const char *const words[] = {
        ".loc",         ".file",       ".align",    ".p2align",  ".balign",    ".section",
        ".text",        ".size",       ".type",     ".globl",    ".global",    ".weak",
        ".hidden",      ".local",      ".ident",    ".option",   ".attribute", ".arch",
        ".cpu",         ".tune",       ".previous", ".p2alignl", ".set",       ".addrsig",
        ".addrsig_sym", ".variant_pcs"};
    if (strncmp(s->word, ".cfi_", 5) != 0 &&
        !cm_word_listed(words, sizeof words / sizeof *words, s->word))
        cm_as_fail(c, s, "`%s` is not supported in a function, expected instructions", s->word);
}

/* Is it a datum in a pool of constants: in code, and behind what does not go on behind it? */
static bool is_pool(const cm_as_code *c, int index)
{
    if (cm_as_width(c->file->set, statement(c, index)->word) == 0)
        return false;
    while (index > c->inlined->function->from && statement(c, index)->kind != CM_AS_INSTRUCTION)
        index--;
    const cm_as_word *word = control_of(c->file->set, statement(c, index));
    return word && (word->control == CM_AS_RETURN || word->control == CM_AS_JUMP);
}

static void follow(cm_as_code *c, const cm_as_function *f, const cm_as_statement *from)
{
    cm_as_inlined in = {.outer = c->inlined, .function = f};
    in.labels = CM_NEW_ARRAY(c->work->arena, (size_t)(f->to - f->from) + 1, const char *);
    c->inlined = &in;
    check_end(c, f, from);
    name_labels(c, &in);
    bool code = true;
    for (int i = f->from; i < f->to; i++) {
        const cm_as_statement *s = statement(c, i);
        code = cm_as_in_code(s, code);
        if (s->kind == CM_AS_LABEL && in.labels[i - f->from])
            cm_as_put_label(c, s, in.labels[i - f->from]);
        else if (s->kind == CM_AS_INSTRUCTION)
            add_instruction(c, &in, i);
        else if (s->kind == CM_AS_DIRECTIVE && code && !is_pool(c, i))
            check_directive(c, s);
    }
    if (in.end)
        cm_as_put_label(c, from, in.end);
    c->inlined = in.outer;
}

/* ---- a thread -------------------------------------------------------------------------------- */

static void begin_register(cm_as_code *c, const char *text)
{
    cm_as_thread *t = &c->thread;
    CM_PUSH(c->work->arena, t->begins, t->begin_count, t->begin_capacity, text);
}

static void begin_arguments(cm_as_code *c)
{
    const cm_as_request *r = c->request;
    const char *const *registers = c->file->set->arguments;
    for (int i = 0; i < r->argument_count; i++, registers++) {
        const cm_bind_argument *a = &r->arguments[i];
        if (!*registers)
            cm_fail(c->work, a->place,
                    "there are %d arguments, expected at most %d, which are in registers",
                    r->argument_count, i);
        if (a->kind == CM_BIND_PARTS || a->kind == CM_BIND_UNSAID)
            cm_fail(c->work, a->place,
                    "%s is not supported as an argument, expected a location or a number",
                    a->kind == CM_BIND_PARTS ? "a structure by value" : "`_`");
        if (a->kind == CM_BIND_NUMBER)
            begin_register(
                c, cm_arena_printf(c->work->arena, "%s=%lld", *registers, (long long)a->number));
        else if (a->kind == CM_BIND_LOCATION && a->number)
            begin_register(c, cm_arena_printf(c->work->arena, "%s=%s+%lld", *registers, a->location,
                                              (long long)a->number));
        else if (a->kind == CM_BIND_LOCATION)
            begin_register(c, cm_arena_printf(c->work->arena, "%s=%s", *registers, a->location));
    }
}

/* As large as all frames together, and a little more, for what is above them. */
static void begin_stack(cm_as_code *c)
{
    cm_as_thread *t = &c->thread;
    cm_arena *arena = c->work->arena;
    unsigned long long bytes = (c->frames + 2 * PUSHED) / PUSHED * PUSHED;
    const char *name = cm_arena_printf(arena, "stack_P%d", c->request->id);
    begin_register(c, cm_arena_printf(arena, "%s=%s+%llu", c->file->set->stack, name,
                                      bytes - c->file->set->entered));
    CM_PUSH(arena, t->items, t->item_count, t->item_capacity,
            (cm_import_item){.name = name,
                             .text = cm_arena_printf(arena, "int64_t %s[%llu]", name, bytes / 8),
                             .hidden = true});
}

cm_as_thread cm_as_follow(const cm_as_file *file, const cm_as_request *request)
{
    cm_as_code c = {.file = file, .request = request, .work = file->work};
    const cm_as_function *f = cm_as_find_function(file, request->function);
    if (!f)
        cm_fail(c.work, request->place, "there is no function `%s` in %s, expected one of %s",
                request->function, file->source->name, cm_as_list_functions(file));
    cm_as_statement begin = {.kind = CM_AS_LABEL, .word = f->name, .rest = "", .prefix = ""};
    begin.place = f->from > 0 ? file->statements[f->from - 1].place : request->place;
    begin_arguments(&c);
    follow(&c, f, &begin);
    if (c.stop)
        cm_as_put_label(&c, &begin, c.stop);
    cm_as_turn_loops(&c);
    if (c.uses_stack)
        begin_stack(&c);
    return c.thread;
}
