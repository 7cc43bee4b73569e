/* Code as data: `instr:"NOP"`, and loads from labels.
 *
 * An instruction that a test looks at is a value of 32 bits of its own, whatever its
 * encoding: equal texts are equal values, and a jump to a label is written with the
 * distance (`B .+4`), as the reference simulator does. Each label of a test that looks at
 * code becomes a location with the instruction there as initial value. Code that is
 * changed is not modelled: where a store may reach such a location, the answer is
 * uncertain.
 */
#include "litmus/text/parse.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

enum { MOST_WORDS = 4096 };

/* ---- instructions as values -------------------------------------------- */

static uint64_t word_of(cm_parser *p, const char *text)
{
    cm_test *test = p->test;
    for (int i = 0; i < test->code_word_count; i++)
        if (strcmp(test->code_words[i], text) == 0)
            return CM_CODE_WORD + (uint64_t)i;
    if (test->code_word_count == MOST_WORDS)
        cm_fail(p->work, (cm_place){p->source, 0, 0},
                "there are too many instructions as values, expected at most %d", MOST_WORDS);
    CM_RESERVE(p->work->arena, test->code_words, test->code_word_count, p->code_word_capacity);
    test->code_words[test->code_word_count] = text;
    return CM_CODE_WORD + (uint64_t)test->code_word_count++;
}

static bool same_label(const cm_label *label, const cm_token *token)
{
    return strlen(label->name) == token->length &&
           memcmp(label->name, token->text, token->length) == 0;
}

/* The distance from an instruction to the label that the token names; false: no label. */
static bool distance_to(const cm_thread *thread, int instruction, const cm_token *token, int *bytes)
{
    for (int i = 0; token->kind == CM_TOKEN_NAME && i < thread->label_count; i++) {
        if (same_label(&thread->labels[i], token)) {
            *bytes = 4 * (thread->labels[i].instruction - instruction);
            return true;
        }
    }
    return false;
}

/* `ADD W0,W0,#1`: the name in capitals, blanks only where words meet. thread: whose labels
 * count, or NULL. */
static const char *normal_text(cm_parser *p, cm_lexer lex, const cm_thread *thread, int instruction)
{
    cm_text text = cm_text_new(p->work->arena);
    bool word = false;
    for (int i = 0; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex), i++) {
        bool is_word = lex.token.kind != CM_TOKEN_PUNCT || cm_lexer_is(&lex, "#");
        if (i == 1 || (word && is_word && i > 0))
            cm_text_add_char(&text, ' ');
        for (uint32_t k = 0; i == 0 && k < lex.token.length; k++)
            cm_text_add_char(&text, (char)toupper((unsigned char)lex.token.text[k]));
        if (i > 0) {
            int bytes;
            if (thread && distance_to(thread, instruction, &lex.token, &bytes))
                cm_text_append(&text, ".%+d", bytes);
            else
                cm_text_add_bytes(&text, lex.token.text, lex.token.length);
        }
        word = lex.token.kind == CM_TOKEN_NAME && !cm_lexer_is(&lex, ".");
    }
    return text.data;
}

bool cm_parse_instruction_value(cm_parser *p, uint64_t *value)
{
    cm_lexer ahead = p->lex;
    if (cm_lexer_accept(&p->lex, "NOP") || cm_lexer_accept(&p->lex, "nop")) {
        *value = word_of(p, "NOP");
        p->reads_code = true;
        return true;
    }
    if (!cm_lexer_accept(&ahead, "instr") || !cm_lexer_accept(&ahead, ":") ||
        ahead.token.kind != CM_TOKEN_STRING)
        return false;
    uint32_t from = ahead.token.place.offset + 1;
    cm_lexer inside = cm_lexer_over(p->work, p->source, from, from + ahead.token.length, false);
    if (cm_lexer_at_end(&inside))
        cm_lexer_fail(&ahead, "expected an instruction, found nothing");
    *value = word_of(p, normal_text(p, inside, NULL, 0));
    p->reads_code = true;
    cm_lexer_advance(&ahead);
    p->lex = ahead;
    return true;
}

/* ---- labels as locations ------------------------------------------------- */

static uint64_t address_of(int thread, int step)
{
    return CM_CODE_BASE + (uint64_t)thread * CM_CODE_STRIDE + 4 * (uint64_t)step;
}

static void add_code_location(cm_parser *p, int thread_index, const cm_label *label)
{
    const cm_thread *thread = &p->test->threads[thread_index];
    cm_place place = thread->instructions[label->instruction].place;
    uint64_t address = address_of(thread_index, label->step);
    cm_lexer lex = cm_lexer_over(p->work, p->source, place.offset, place.offset + place.length,
                                 cm_isa_for(thread->arch)->slash_comments);
    uint64_t word = word_of(p, normal_text(p, lex, thread, label->instruction));
    int count = p->test->location_count;
    if (count > 0 && p->test->locations[count - 1].address == address) {
        if (p->test->locations[count - 1].init[0] != word)
            cm_fail(p->work, place,
                    "`%s` and another instruction have the same address here, expected no "
                    "instruction without effect between labels",
                    label->name);
        return;
    }
    p->as.place = place;
    int index = cm_asm_add_location(
        &p->as, cm_arena_printf(p->work->arena, "label:\"P%d:%s\"", thread->id, label->name), 4, 1);
    cm_location *location = &p->test->locations[index];
    location->address = location->piece = address;
    location->typed = location->is_code = true;
    location->is_signed = false;
    location->init[0] = word;
}

/* 1 where the address is that of code. */
static const cm_expr *is_code(cm_parser *p, int first, const cm_expr *address)
{
    const cm_expr *any = NULL;
    for (int i = first; i < p->test->location_count; i++) {
        const cm_expr *there = cm_asm_const(&p->as, p->test->locations[i].address);
        const cm_expr *equal = cm_asm_op(&p->as, CM_OP_EQ, 64, address, there, NULL);
        any = any ? cm_asm_op(&p->as, CM_OP_OR, 64, any, equal, NULL) : equal;
    }
    return any;
}

static void forbid_changes(cm_parser *p, int first, cm_thread *thread)
{
    for (int i = 0; i < thread->step_count; i++) {
        cm_step *step = &thread->steps[i];
        if (step->kind != CM_STEP_STORE)
            continue;
        const cm_expr *changes = is_code(p, first, step->addr);
        if (step->undefined)
            changes = cm_asm_op(
                &p->as, CM_OP_OR, 64, changes,
                cm_asm_op(&p->as, CM_OP_NE, 64, step->undefined, cm_asm_const(&p->as, 0), NULL),
                NULL);
        else
            step->why = "may change code, which is not modelled";
        step->undefined = changes;
    }
}

void cm_parse_code(cm_parser *p)
{
    int first = p->test->location_count;
    for (int t = 0; p->reads_code && t < p->test->thread_count; t++) {
        const cm_thread *thread = &p->test->threads[t];
        const cm_isa *isa = cm_isa_for(thread->arch);
        for (int i = 0; isa->label_makers && i < thread->label_count; i++)
            if (thread->labels[i].name[0] != ' ' &&
                thread->labels[i].instruction < thread->own_instructions)
                add_code_location(p, t, &thread->labels[i]);
    }
    for (int t = 0; first < p->test->location_count && t < p->test->thread_count; t++)
        forbid_changes(p, first, &p->test->threads[t]);
}
