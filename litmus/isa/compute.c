/* One instruction as a thread of its own, its steps executed. See compute.h. */
#include "litmus/isa/compute.h"

#include "litmus/isa/asm.h"
#include "litmus/isa/form.h"
#include "litmus/isa/isa.h"

#include <string.h>

typedef struct computing {
    cm_arch arch;
    cm_source source;
    cm_work work; /* its memory is given back at the end */
    cm_computed *registers;
    int count, results;
    uint64_t *values; /* by register of the thread */
    bool failed, done;
} computing;

static uint64_t evaluate(computing *c, const cm_expr *e)
{
    if (!e)
        return 0;
    if (e->op == CM_OP_CONST)
        return e->imm;
    if (e->op == CM_OP_REG)
        return c->values[e->reg];
    c->failed |= e->op == CM_OP_PREDICT;
    return cm_op_apply(e->op, e->bits, e->imm, evaluate(c, e->a), evaluate(c, e->b),
                       evaluate(c, e->c), e->c != NULL);
}

static void compute(void *argument)
{
    computing *c = argument;
    const cm_isa *isa = cm_isa_for(c->arch);
    cm_thread thread = {.arch = c->arch, .at = CM_PLACEMENT_UNSAID};
    thread.at.places = isa->places;
    thread.at.cta = thread.at.gpu = isa->gpu ? 0 : -1;
    cm_test test = {.arch = c->arch, .threads = &thread, .thread_count = 1};
    cm_asm as;
    cm_asm_init(&as, &c->work, &test);
    cm_asm_prepare_threads(&as);
    cm_asm_begin(&as, 0);
    uint32_t length = (uint32_t)c->source.length;
    cm_lexer lex = cm_lexer_over(&c->work, &c->source, 0, length, isa->slash_comments);
    cm_asm_instruction(&as, c->source.text, (cm_place){&c->source, 0, length});
    cm_isa_assemble(isa, &as, &lex);
    cm_asm_end(&as);

    c->values = CM_NEW_ARRAY(c->work.arena, (size_t)thread.register_count + 1, uint64_t);
    for (int i = 0; i < c->count; i++) {
        int reg = cm_asm_find_register(&thread, c->registers[i].name);
        if (reg >= 0)
            c->values[reg] = c->registers[i].number;
        c->failed |= reg < 0 && i < c->results;
    }
    for (int i = 0; i < thread.step_count && !c->failed; i++) {
        const cm_step *s = &thread.steps[i];
        c->failed = s->kind != CM_STEP_ASSIGN || s->guard || evaluate(c, s->undefined) != 0 ||
                    evaluate(c, s->opaque) != 0;
        if (!c->failed && s->dst >= 0)
            c->values[s->dst] = evaluate(c, s->value);
    }
    for (int i = 0; i < c->results && !c->failed; i++)
        c->registers[i].number = c->values[cm_asm_find_register(&thread, c->registers[i].name)];
    c->done = !c->failed;
}

bool cm_isa_compute(cm_work *work, cm_arch arch, const char *text, cm_computed *registers,
                    int count, int results)
{
    computing c = {.arch = arch,
                   .source = {"one", text, strlen(text)},
                   .registers = registers,
                   .count = count,
                   .results = results};
    cm_arena *arena = cm_arena_new(0);
    bool enough = arena != NULL;
    if (arena) {
        c.work = cm_work_new(arena);
        cm_arena_protect(arena, compute, &c);
        enough = !cm_arena_exhausted(arena);
    }
    cm_arena_free(arena);
    if (!enough)
        cm_arena_escape(work->arena);
    return c.done;
}
