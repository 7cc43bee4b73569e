/* The instruction set VULKAN: what its table needs (vulkan.isa), and who meets at barriers. */
#include "litmus/isa/vulkan/vulkan.h"

/* ---- operands ------------------------------------------------------------------- */

/* A location, without brackets. */
static void read_location(cm_dotted *w, unsigned bits)
{
    const cm_token *token = &w->lex->token;
    (void)bits;
    if (token->kind != CM_TOKEN_NAME ||
        cm_dotted_register_name(cm_asm_arena(w->as), cm_dotted_word(w), NULL))
        cm_lexer_lacks(w->lex, "a location");
    cm_insn_operand operand = {.kind = CM_INSN_LOCATION, .place = token->place};
    operand.name = cm_lexer_name(w->lex, "a location");
    cm_asm_symbol(w->as, operand.name);
    operand.index = cm_asm_location(w->as, operand.name);
    cm_dotted_note(w, operand);
}

static void read_instance(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    (void)bits;
    uint64_t number = cm_lexer_integer(w->lex, "the number of the barrier's instance");
    if (number > INT32_MAX)
        cm_asm_fail(w->as, place, "the number of an instance is out of range, expected 0 to %d",
                    INT32_MAX);
    cm_dotted_note(w, (cm_insn_operand){CM_INSN_NUMBER, .number = number, .place = place});
}

static const cm_operand_kind operands[] = {{"r", cm_dotted_read_destination},
                                           {"v", cm_dotted_read_value},
                                           {"x", read_location},
                                           {"n", read_instance},
                                           {"label", cm_dotted_read_label},
                                           {NULL, NULL}};
const cm_table_set cm_vulkan_rows = {.table = &cm_isa_table_vulkan, .operands = operands};

/* ---- control barriers ------------------------------------------------------------ */

/* Has the thread that barrier, of all who have it? */
static bool has_barrier(const cm_thread *thread, const cm_step *barrier)
{
    for (int i = 0; i < thread->step_count; i++) {
        const cm_step *s = &thread->steps[i];
        if (s->kind == CM_STEP_BARRIER && !cm_step_has_tag(s, "QUORUM") &&
            cm_barrier_scope(s) == cm_barrier_scope(barrier) && s->value->op == CM_OP_CONST &&
            s->value->imm == barrier->value->imm)
            return true;
    }
    return false;
}

/* An instance of a control barrier is executed by all invocations that have it, or by none
 * (Vulkan specification, "Control Barriers"; Alloy model, scbarinst). */
void cm_vulkan_settle(cm_work *work, cm_test *test, int thread)
{
    cm_thread *t = &test->threads[thread];
    for (int i = 0; i < t->step_count; i++) {
        cm_step *s = &t->steps[i];
        if (s->kind != CM_STEP_BARRIER || s->quorum)
            continue;
        cm_expr *count = CM_NEW(work->arena, cm_expr);
        *count = (cm_expr){.op = CM_OP_CONST, .bits = 32};
        for (int k = 0; k < test->thread_count; k++)
            count->imm += cm_threads_share(test, thread, k, cm_barrier_scope(s)) &&
                          has_barrier(&test->threads[k], s);
        s->quorum = count;
    }
}
