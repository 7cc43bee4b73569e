/* The words that editors/ colours are those of the program: keywords, base sets and relations
 * and functions of cat; heads and attributes of tests. Each grammar has its own way of listing
 * them. */
#include "litmus/isa/isa.h"
#include "model/elab.h"

#include "tests/unit/doc_help.h"

#include <stdint.h>
#include <string.h>

typedef struct words {
    cm_arena *arena;
    const char **items;
    size_t count, capacity;
} words;

static void add(words *w, const char *word, size_t length)
{
    CM_RESERVE(w->arena, w->items, w->count, w->capacity);
    w->items[w->count++] = cm_arena_text(w->arena, word, length);
}

static bool has(const words *w, const char *word)
{
    for (size_t i = 0; i < w->count; i++)
        if (strcmp(w->items[i], word) == 0)
            return true;
    return false;
}

static const char *read_file(cm_arena *arena, const char *path)
{
    return read_source_file(arena, cm_arena_printf(arena, "editors/%s", path));
}

/* ---- what grammars list ---------------------------------------------------- */

/* "name": {... "match": "...(?:a|b\\.c|d)..." */
static void from_textmate(words *out, const char *text, const char *rule)
{
    const char *at = strstr(text, cm_arena_printf(out->arena, "\n    \"%s\": {", rule));
    assert_non_null(at);
    at = strstr(at, "(?:");
    assert_non_null(at);
    cm_text word = cm_text_new(out->arena);
    for (at += 3;; at++) {
        if (*at == '|' || *at == ')') {
            add(out, word.data, word.length);
            cm_text_cut(&word, 0);
            if (*at == ')')
                return;
        } else if (*at != '\\') {
            cm_text_add_char(&word, *at);
        }
    }
}

static bool is_argument(const char *word, size_t length)
{
    return strncmp(word, "contained", length) == 0 || strncmp(word, "skipwhite", length) == 0 ||
           memchr(word, '=', length);
}

/* syn keyword GROUP [contained] [nextgroup=NAME skipwhite] a b c */
static void from_vim(words *out, const char *text, const char *group)
{
    const char *head = cm_arena_printf(out->arena, "\nsyn keyword %s ", group);
    for (const char *at = text; (at = strstr(at, head));) {
        for (at += strlen(head); *at != '\n';) {
            size_t length = strcspn(at, " \n");
            if (length > 0 && !is_argument(at, length))
                add(out, at, length);
            at += length + (at[length] == ' ');
        }
    }
}

/* (defconst NAME '("a" "b")) */
static void from_emacs(words *out, const char *text, const char *name)
{
    const char *at = strstr(text, cm_arena_printf(out->arena, "(defconst %s\n", name));
    assert_non_null(at);
    const char *end = strchr(at, ')');
    while ((at = strchr(at, '"')) && at < end) {
        size_t length = strcspn(at + 1, "\"");
        add(out, at + 1, length);
        at += length + 2;
    }
}

/* ---- what the program knows --------------------------------------------------- */

static void keywords(words *out)
{
    for (size_t i = 0; cm_cat_keyword(i); i++)
        add(out, cm_cat_keyword(i), strlen(cm_cat_keyword(i)));
}

static void bases(words *out)
{
    int count;
    const cm_base *table = cm_base_table(out->arena, &count);
    for (int i = 0; i < count; i++)
        add(out, table[i].name, strlen(table[i].name));
}

static void functions(words *out)
{
    for (size_t i = 0; cm_primitive_at(i); i++)
        add(out, cm_primitive_at(i)->name, strlen(cm_primitive_at(i)->name));
}

static void heads(words *out)
{
    for (int arch = 0; arch <= CM_CMCM; arch++)
        add(out, cm_arch_name((cm_arch)arch), strlen(cm_arch_name((cm_arch)arch)));
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const cm_source_head *head = cm_isa_for((cm_arch)arch)->heads;
        /* `C++` is no word to editors */
        for (; head && head->head; head++)
            if (!strchr(head->head, '+') && !has(out, head->head))
                add(out, head->head, strlen(head->head));
    }
}

static void attributes(words *out)
{
    for (int arch = 0; arch < CM_CMCM; arch++)
        add(out, cm_isa_for((cm_arch)arch)->word, strlen(cm_isa_for((cm_arch)arch)->word));
    for (size_t i = 0; cm_placement_word(i); i++)
        if (!has(out, cm_placement_word(i)))
            add(out, cm_placement_word(i), strlen(cm_placement_word(i)));
    add(out, "after", 5);
    add(out, "dependent", 9);
    add(out, "ssw", 3);
}

/* ---- the two --------------------------------------------------------------------- */

static const struct {
    const char *file, *list;
    void (*listed)(words *out, const char *text, const char *list);
    void (*known)(words *out);
    size_t least;
} lists[] = {
    {"vscode/syntaxes/cat.tmLanguage.json", "keyword", from_textmate, keywords, 30},
    {"vscode/syntaxes/cat.tmLanguage.json", "base", from_textmate, bases, 150},
    {"vscode/syntaxes/cat.tmLanguage.json", "function", from_textmate, functions, 5},
    {"vscode/syntaxes/litmus.tmLanguage.json", "attribute", from_textmate, attributes, 15},
    {"vim/syntax/cat.vim", "catKeyword", from_vim, keywords, 30},
    {"vim/syntax/cat.vim", "catBase", from_vim, bases, 150},
    {"vim/syntax/cat.vim", "catFunction", from_vim, functions, 5},
    {"vim/syntax/litmus.vim", "litmusHead", from_vim, heads, 8},
    {"vim/syntax/litmus.vim", "litmusAttribute", from_vim, attributes, 15},
    {"emacs/cmcm.el", "cat-mode-keywords", from_emacs, keywords, 30},
    {"emacs/cmcm.el", "cat-mode-bases", from_emacs, bases, 150},
    {"emacs/cmcm.el", "cat-mode-functions", from_emacs, functions, 5},
    {"emacs/cmcm.el", "litmus-mode-heads", from_emacs, heads, 8},
    {"emacs/cmcm.el", "litmus-mode-attributes", from_emacs, attributes, 15},
};

TEST(grammars_and_program_agree)
{
    size_t wrong = 0;
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
        words listed = {.arena = arena}, known = {.arena = arena};
        lists[l].listed(&listed, read_file(arena, lists[l].file), lists[l].list);
        lists[l].known(&known);
        assert_true(known.count >= lists[l].least);
        for (size_t i = 0; i < known.count; i++)
            if (!has(&listed, known.items[i]) && ++wrong)
                print_error("editors/%s: %s lacks `%s`\n", lists[l].file, lists[l].list,
                            known.items[i]);
        for (size_t i = 0; i < listed.count; i++)
            if (!has(&known, listed.items[i]) && ++wrong)
                print_error("editors/%s: %s has `%s`, which is none\n", lists[l].file,
                            lists[l].list, listed.items[i]);
    }
    assert_int_equal(wrong, 0);
}

/* The head of a test, in parentheses that also take its word. */
TEST(heads_of_textmate)
{
    words known = {.arena = arena};
    const char *text = read_file(arena, "vscode/syntaxes/litmus.tmLanguage.json");
    const char *rule = strstr(text, "\n    \"head\": {");
    assert_non_null(rule);
    const char *end = strstr(rule, "\n    }");
    heads(&known);
    for (size_t i = 0; i < known.count; i++) {
        const char *found = strstr(rule, known.items[i]);
        if (!found || found > end)
            fail_msg("the head `%s` is not coloured", known.items[i]);
    }
}
