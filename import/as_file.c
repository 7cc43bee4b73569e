/* Statements and functions of assembly (GNU as, "Syntax"): see the header. */
#include "import/as.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

static const cm_as_set *const sets[] = {&cm_as_x86, &cm_as_riscv, &cm_as_aarch64};

static bool has_name(const char *text, size_t size, const char *name)
{
    size_t length = strlen(name);
    for (size_t at = 0; at + length <= size; at++)
        if (text[at] == *name && memcmp(text + at, name, length) == 0 &&
            (at == 0 || !cm_import_in_name(text[at - 1])) &&
            (at + length == size || !cm_import_in_name(text[at + length])))
            return true;
    return false;
}

bool cm_as_has_name(const char *text, const char *name)
{
    return has_name(text, strlen(text), name);
}

bool cm_as_file_has(const cm_source *source, const char *const *names)
{
    while (*names && !has_name(source->text, source->length, *names))
        names++;
    return *names != NULL;
}

bool cm_as_is_about(const cm_as_statement *s, const char *directive, const char *symbol)
{
    size_t length = strlen(symbol);
    return s->kind == CM_AS_DIRECTIVE && strcmp(s->word, directive) == 0 &&
           strncmp(s->rest, symbol, length) == 0 && !cm_import_in_name(s->rest[length]);
}

const char *cm_as_alias(const cm_as_file *file, const char *name)
{
    enum { MOST = 8 };
    static const char *const words[] = {".set", ".equ", ".equiv"};
    const char *from = name;
    for (int depth = 0; depth < MOST; depth++) {
        const char *to = NULL;
        int found = 0;
        for (int i = 0; i < file->count; i++) {
            const cm_as_statement *s = &file->statements[i];
            for (size_t k = 0; k < sizeof words / sizeof *words; k++)
                if (cm_as_is_about(s, words[k], from)) {
                    to = s->rest + strlen(from);
                    found++;
                }
        }
        if (found == 0)
            return from;
        to += strspn(to, " ,");
        size_t length = 0;
        while (cm_import_in_name(to[length]))
            length++;
        bool plain = (*to == '_' || *to == '.' || isalpha((unsigned char)*to)) && to[length] == 0;
        if (found > 1 || !plain || strcmp(to, ".") == 0)
            break;
        from = to;
    }
    return name;
}

/* ---- statements -------------------------------------------------------------------- */

typedef struct reading {
    cm_as_file *file;
    const char *text;
    size_t at, end;
    const char *prefix; /* of the next instruction */
} reading;

static bool begins(const reading *r, const char *word)
{
    size_t length = strlen(word);
    return r->end - r->at >= length && memcmp(r->text + r->at, word, length) == 0;
}

/* At a comment? Goes to its end. `#` at the beginning of a line begins one everywhere. */
static bool skip_comment(reading *r, bool first)
{
    if (begins(r, "/*")) {
        r->at += 2;
        while (r->at < r->end && !begins(r, "*/"))
            r->at++;
        r->at = r->at + 2 < r->end ? r->at + 2 : r->end;
        return true;
    }
    if (!begins(r, r->file->set->comment) && !(first && begins(r, "#")))
        return false;
    while (r->at < r->end && r->text[r->at] != '\n')
        r->at++;
    return true;
}

static void skip_string(reading *r, cm_text *out)
{
    do {
        cm_text_add_char(out, r->text[r->at]);
        if (r->text[r->at] == '\\' && r->at + 1 < r->end)
            cm_text_add_char(out, r->text[++r->at]);
        r->at++;
    } while (r->at < r->end && r->text[r->at] != '"' && r->text[r->at] != '\n');
    if (begins(r, "\"")) {
        cm_text_add_char(out, '"');
        r->at++;
    }
}

static void add(reading *r, cm_as_statement s)
{
    cm_as_file *f = r->file;
    CM_PUSH(f->work->arena, f->statements, f->count, f->capacity, s);
}

static const char *const prefixes[] = {"lock", "rep", "notrack"};

/* `text` is a statement without labels, and is not empty. */
static void add_statement(reading *r, const char *text, cm_place place)
{
    cm_arena *arena = r->file->work->arena;
    size_t length = strcspn(text, " ");
    const char *word = cm_arena_text(arena, text, length);
    const char *rest = text[length] ? text + length + 1 : "";
    if (cm_word_listed(prefixes, sizeof prefixes / sizeof *prefixes, word)) {
        if (strcmp(word, "notrack") != 0)
            r->prefix = cm_arena_printf(arena, "%s ", word);
        if (*rest)
            add_statement(r, rest, place);
        return;
    }
    if (*rest == '=' && rest[1] != '=') { /* `x = y` */
        rest = cm_arena_printf(arena, "%s,%s", word, rest + 1 + strspn(rest + 1, " "));
        word = ".set";
    }
    bool directive = *word == '.';
    add(r, (cm_as_statement){directive ? CM_AS_DIRECTIVE : CM_AS_INSTRUCTION, word, rest,
                             directive ? "" : r->prefix, place});
    r->prefix = "";
}

/* The labels at the beginning of the text; gives what is behind them. */
static const char *take_labels(reading *r, const char *text, cm_place *place)
{
    for (;;) {
        size_t length = 0;
        while (cm_import_in_name(text[length]))
            length++;
        if (length == 0 || text[length] != ':')
            return text;
        cm_place own = *place;
        own.length = (uint32_t)length;
        add(r, (cm_as_statement){CM_AS_LABEL, cm_arena_text(r->file->work->arena, text, length), "",
                                 "", own});
        text += length + 1;
        text += *text == ' ';
    }
}

/* Up to `;` or the end of the line. */
static void read_statement(reading *r)
{
    cm_text text = cm_text_new(r->file->work->arena);
    size_t from = r->at, to = r->at;
    bool line = from == 0 || r->text[from - 1] == '\n';
    while (r->at < r->end && r->text[r->at] != '\n' && r->text[r->at] != ';') {
        char c = r->text[r->at];
        bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
        if (skip_comment(r, line && text.length == 0) || blank) {
            if (text.length > 0 && text.data[text.length - 1] != ' ')
                cm_text_add_char(&text, ' ');
            r->at += blank;
            continue;
        }
        from = text.length == 0 ? r->at : from;
        if (c == '"') {
            skip_string(r, &text);
        } else {
            cm_text_add_char(&text, c);
            r->at++;
        }
        to = r->at;
    }
    if (text.length > 0 && text.data[text.length - 1] == ' ')
        cm_text_cut(&text, text.length - 1);
    if (r->at < r->end)
        r->at++;
    cm_place place = {r->file->source, (uint32_t)from, (uint32_t)(to - from)};
    const char *rest = take_labels(r, text.data, &place);
    if (*rest)
        add_statement(r, rest, place);
}

/* ---- functions ---------------------------------------------------------------------- */

enum { MOST_FUNCTIONS = 4096 };

/* The name in `.type NAME, @function` (%function); NULL: the statement is none. */
static const char *typed_function(const cm_as_file *file, const cm_as_statement *s)
{
    if (s->kind != CM_AS_DIRECTIVE || strcmp(s->word, ".type") != 0 ||
        !(strstr(s->rest, "@function") || strstr(s->rest, "%function")))
        return NULL;
    size_t length = 0;
    while (cm_import_in_name(s->rest[length]))
        length++;
    return cm_arena_text(file->work->arena, s->rest, length);
}

/* Also one that is declared only. */
static cm_as_function *find_declared(const cm_as_file *file, const char *name)
{
    return CM_NAMED(file->functions, file->function_count, name, name);
}

/* `.size NAME, ...` ends it, and so does the label of the next one. NAME.cold is a part of it. */
static bool ends(const cm_as_file *file, const cm_as_statement *s, const char *name)
{
    size_t length = strlen(name);
    bool cold = strncmp(s->word, name, length) == 0 && strcmp(s->word + length, ".cold") == 0;
    if (s->kind == CM_AS_LABEL)
        return *s->word != '.' && !cold && find_declared(file, s->word);
    return cm_as_is_about(s, ".size", name);
}

static void find_functions(cm_as_file *file)
{
    for (int i = 0; i < file->count; i++) {
        const char *name = typed_function(file, &file->statements[i]);
        if (!name || find_declared(file, name))
            continue;
        if (file->function_count == MOST_FUNCTIONS)
            cm_fail(file->work, file->statements[i].place,
                    "there are too many functions, expected at most %d", MOST_FUNCTIONS);
        CM_PUSH(file->work->arena, file->functions, file->function_count, file->function_capacity,
                (cm_as_function){.name = name, .from = -1});
    }
    for (int i = 0; i < file->count; i++) {
        const cm_as_statement *s = &file->statements[i];
        cm_as_function *f = s->kind == CM_AS_LABEL ? find_declared(file, s->word) : NULL;
        if (f && f->from < 0)
            f->from = i + 1;
    }
    for (int f = 0; f < file->function_count; f++) {
        cm_as_function *found = &file->functions[f];
        found->to = found->from;
        while (found->from >= 0 && found->to < file->count &&
               !ends(file, &file->statements[found->to], found->name))
            found->to++;
    }
}

const cm_as_function *cm_as_find_function(const cm_as_file *file, const char *name)
{
    const cm_as_function *f = find_declared(file, name);
    const char *other = f && f->from >= 0 ? name : cm_as_alias(file, name);
    f = other == name ? f : find_declared(file, other);
    return f && f->from >= 0 ? f : NULL;
}

const char *cm_as_list_functions(const cm_as_file *file)
{
    cm_text text = cm_text_new(file->work->arena);
    for (int i = 0; i < file->function_count; i++)
        if (file->functions[i].from >= 0)
            cm_text_append(&text, "%s%s", text.length > 0 ? ", " : "", file->functions[i].name);
    return text.length > 0 ? text.data : "a file that has some";
}

/* ---- the file ------------------------------------------------------------------------- */

const cm_as_set *cm_as_set_of(const cm_source *source)
{
    static const char *const gpus[] = {".amdgcn_target", ".amdhsa_kernel", NULL};
    bool gpu = cm_as_file_has(source, gpus);
    for (size_t i = 0; !gpu && i < sizeof sets / sizeof *sets; i++)
        if (sets[i]->wrote(source))
            return sets[i];
    static const char *const functions[] = {"@function", NULL}; /* others say more of themselves */
    return !gpu && cm_as_file_has(source, functions) ? &cm_as_x86 : NULL;
}

cm_as_file *cm_as_read(cm_work *work, const cm_source *source, const cm_as_set *otherwise)
{
    cm_as_file *file = CM_NEW(work->arena, cm_as_file);
    *file = (cm_as_file){.work = work, .source = source, .set = cm_as_set_of(source)};
    file->set = file->set ? file->set : otherwise;
    if (!file->set)
        cm_fail(work, (cm_place){source, 0, 0},
                "the instruction set cannot be told from the text, expected assembly of AArch64, "
                "x86-64 or RISC-V as gcc or clang write it");
    reading r = {.file = file, .text = source->text, .end = source->length, .prefix = ""};
    while (r.at < r.end)
        read_statement(&r);
    find_functions(file);
    for (int i = 0; file->set->extension && i < file->count; i++)
        if (strcmp(file->statements[i].word, ".attribute") == 0 &&
            strstr(file->statements[i].rest, file->set->extension))
            file->reading = file->set->reading;
    return file;
}
