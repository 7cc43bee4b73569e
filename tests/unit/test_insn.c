/* An instruction as a value, printed, is its text: nothing of it is lost, of all tests here with
 * threads of sets that make such values. CMCM_INSN_TESTS: folders of more tests. */
#define _XOPEN_SOURCE 700
#include "tests/unit/litmus_open.h"
#include "tests/unit/unit.h"

#include "litmus/isa/form.h"
#include "litmus/lexer.h"

#include <ftw.h>
#include <stdlib.h>

enum { MOST_BYTES = 1 << 20 };
static long compared, unlike;

static const char *canonical(cm_work *work, const cm_isa *isa, const cm_token *token)
{
    const char *name = cm_arena_text(work->arena, token->text, token->length);
    const char *reg = isa->register_name(work->arena, name, NULL);
    return reg ? reg : name + (*name == '%'); /* of 128 bits */
}

/* A number with its sign; false: it is none. */
static bool take_number(cm_lexer *lex, uint64_t *number)
{
    cm_lexer ahead = *lex;
    bool negative = false;
    while (cm_lexer_is(&ahead, "+") || cm_lexer_is(&ahead, "-")) {
        negative = negative != cm_lexer_is(&ahead, "-");
        cm_lexer_advance(&ahead);
    }
    if (ahead.token.kind != CM_TOKEN_NUMBER)
        return false;
    *number = negative ? 0 - ahead.token.number : ahead.token.number;
    cm_lexer_advance(&ahead);
    *lex = ahead;
    return true;
}

/* Names of registers and numbers may be written in several ways. */
static bool equal(cm_work *work, const cm_isa *isa, cm_lexer *a, cm_lexer *b)
{
    while (!cm_lexer_at_end(a) && !cm_lexer_at_end(b)) {
        uint64_t x, y;
        bool number = take_number(a, &x);
        if (number != take_number(b, &y) || (number && x != y))
            return false;
        if (number)
            continue;
        if (a->token.kind != b->token.kind ||
            strcmp(canonical(work, isa, &a->token), canonical(work, isa, &b->token)) != 0)
            return false;
        cm_lexer_advance(a);
        cm_lexer_advance(b);
    }
    return cm_lexer_at_end(a) && cm_lexer_at_end(b);
}

static void compare_instruction(cm_work *work, const cm_isa *isa, const cm_instruction *i)
{
    cm_text print = cm_text_new(work->arena);
    cm_insn_print(&print, i->insn);
    cm_source text = {"text", i->text, strlen(i->text)};
    cm_source printed = {"print", print.data, print.length};
    cm_lexer a = cm_lexer_over(work, &text, 0, (uint32_t)text.length, isa->slash_comments);
    cm_lexer b = cm_lexer_over(work, &printed, 0, (uint32_t)printed.length, isa->slash_comments);
    compared++;
    if (equal(work, isa, &a, &b))
        return;
    unlike++;
    print_error("`%s` is printed `%s`\n", i->text, print.data);
}

static void compare_all(void *argument)
{
    opened *o = argument;
    for (int t = 0; o->test && t < o->test->thread_count; t++) {
        const cm_thread *thread = &o->test->threads[t];
        const cm_isa *isa = cm_isa_for(thread->arch);
        if (isa->rows && isa->rows->table->joined)
            continue; /* CPUs' have several spellings for one: unit.isa_table */
        for (int i = 0; i < thread->instruction_count; i++) {
            const cm_insn *insn = thread->instructions[i].insn;
            if (insn && *insn->opcode != '.') /* a directive */
                compare_instruction(&o->work, isa, &thread->instructions[i]);
        }
    }
}

static int compare_file(const char *path, const struct stat *status, int kind, struct FTW *at)
{
    (void)status, (void)at;
    const char *end = strrchr(path, '.');
    if (kind != FTW_F || !end || strcmp(end, ".litmus") != 0)
        return 0;
    static char text[MOST_BYTES];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    opened o;
    open_bytes(&o, text, length);
    cm_arena_protect(o.arena, compare_all, &o);
    close_test(&o);
    return 0;
}

TEST(prints_its_text)
{
    const char *root = getenv("CMCM_SOURCE"), *more = getenv("CMCM_INSN_TESTS");
    assert_non_null(root);
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/litmus", root);
    assert_int_equal(nftw(path, compare_file, 16, FTW_PHYS), 0);
    if (more)
        nftw(more, compare_file, 16, FTW_PHYS);
    printf("%ld instructions\n", compared);
    assert_true(compared > 3000);
    assert_int_equal(unlike, 0);
}
