/* Numbers, computed by the instruction set's own description: the line as a test of one
 * instruction, whose steps say what it does. So nothing here can disagree with what the
 * checker makes of the same instruction. */
#include "import/nv_code.h"

#include "base/text.h"
#include "litmus/text/text.h"

#include <string.h>

enum { MOST_DEPTH = 256 };

/* ---- the instruction as a test ------------------------------------------------------- */

static bool add_computed_operand(cm_nv_follow *f, cm_text *text, const cm_nv_operand *o);

static bool add_list(cm_nv_follow *f, cm_text *text, const cm_nv_operand *o)
{
    bool pair = o->kind == CM_NV_PAIR;
    cm_text_add(text, pair ? "" : "{");
    for (int i = 0; i < o->count; i++) {
        cm_text_add(text, i == 0 ? "" : pair ? ":" : ", ");
        if (!add_computed_operand(f, text, &o->items[i]))
            return false;
    }
    cm_text_add(text, pair ? "" : "}");
    return true;
}

static bool add_computed_operand(cm_nv_follow *f, cm_text *text, const cm_nv_operand *o)
{
    switch (o->kind) {
    case CM_NV_REGISTER:
        cm_text_append(text, "%s%s", o->negated ? "!" : "", f->code->registers[o->index].name);
        return true;
    case CM_NV_VALUE:
        cm_text_append(text, "%lld", (long long)o->number);
        return true;
    case CM_NV_SPECIAL:
        cm_text_append(text, "%llu", (unsigned long long)cm_nv_special(f, o).number);
        return true;
    case CM_NV_SINK:
        cm_text_add(text, "_");
        return true;
    case CM_NV_LIST:
    case CM_NV_PAIR:
        return add_list(f, text, o);
    default:
        return false;
    }
}

static const char *test_of_line(cm_nv_follow *f, const cm_nv_line *line)
{
    cm_text text;
    cm_text_init(&text, f->work->arena);
    cm_text_append(&text, "PTX one { } P0@cta 0,gpu 0 ; %s", line->opcode);
    for (int i = 0; i < line->count; i++) {
        cm_text_add(&text, i == 0 ? " " : ", ");
        if (!add_computed_operand(f, &text, &line->operands[i]))
            return NULL;
    }
    cm_text_add(&text, " ; exists (true)");
    return text.data;
}

/* ---- its steps --------------------------------------------------------------------------- */

typedef struct computing {
    cm_nv_follow *f;
    const cm_thread *thread;
    uint64_t *values; /* by register of the thread */
    bool failed;
} computing;

static uint64_t evaluate(computing *c, const cm_expr *e, int depth)
{
    if (!e)
        return 0;
    if (e->op == CM_OP_CONST)
        return e->imm;
    if (e->op == CM_OP_REG)
        return c->values[e->reg];
    if (depth == MOST_DEPTH || e->op == CM_OP_PREDICT) {
        c->failed = true;
        return 0;
    }
    uint64_t a = evaluate(c, e->a, depth + 1), b = evaluate(c, e->b, depth + 1);
    uint64_t third = evaluate(c, e->c, depth + 1);
    if (e->op == CM_OP_SELECT)
        return a ? b : third;
    return cm_op_apply(e->op, e->bits, e->imm, a, b, third, e->c != NULL);
}

static void run(computing *c)
{
    for (int i = 0; i < c->thread->step_count && !c->failed; i++) {
        const cm_step *s = &c->thread->steps[i];
        bool plain = s->kind == CM_STEP_ASSIGN && !s->guard;
        if (!plain || (s->undefined && evaluate(c, s->undefined, 0) != 0)) {
            c->failed = true;
            return;
        }
        uint64_t value = evaluate(c, s->value, 0);
        if (s->dst >= 0)
            c->values[s->dst] = value;
    }
}

static int register_named(const cm_thread *thread, const char *name)
{
    for (int i = 0; i < thread->register_count; i++)
        if (strcmp(thread->registers[i].name, name) == 0)
            return i;
    return -1;
}

typedef struct passing {
    computing *c;
    bool back; /* results into what is known; else what is known into the thread */
} passing;

static void pass(void *context, int reg)
{
    passing *p = context;
    cm_nv_follow *f = p->c->f;
    const cm_nv_register *r = &f->code->registers[reg];
    int at = register_named(p->c->thread, r->name);
    uint64_t kept = r->bits >= 64 ? UINT64_MAX : (UINT64_C(1) << r->bits) - 1;
    if (at < 0)
        p->c->failed |= p->back;
    else if (p->back)
        f->known[reg] = (cm_nv_known){.kind = CM_NV_CONSTANT, .number = p->c->values[at] & kept};
    else
        p->c->values[at] = f->known[reg].number;
}

/* One computation; its memory is given back at its end. */
typedef struct one {
    cm_nv_follow *f;
    const cm_nv_line *line;
    cm_source source;
    cm_work work;
    bool done;
} one;

static void compute_line(void *argument)
{
    one *o = argument;
    const cm_test *test = cm_litmus_parse(&o->work, &o->source);
    if (!test || test->thread_count != 1)
        return;
    computing c = {.f = o->f, .thread = &test->threads[0]};
    c.values = CM_NEW_ARRAY(o->work.arena, (size_t)c.thread->register_count + 1, uint64_t);
    passing in = {&c, false}, out = {&c, true};
    cm_nv_each_read(o->line, pass, &in);
    run(&c);
    if (!c.failed)
        cm_nv_each_written(o->line, pass, &out);
    o->done = !c.failed;
}

bool cm_nv_compute(cm_nv_follow *f, const cm_nv_line *line)
{
    cm_nv_line bare = *line;
    bare.guard = -1;
    const char *text = test_of_line(f, &bare);
    if (!text)
        return false;
    one o = {.f = f, .line = &bare, .source = {"one", text, strlen(text)}};
    cm_arena *arena = cm_arena_new(0);
    bool enough = arena != NULL;
    if (arena) {
        cm_work_init(&o.work, arena);
        cm_arena_protect(arena, compute_line, &o);
        enough = !cm_arena_exhausted(arena);
    }
    cm_arena_free(arena);
    if (!enough)
        cm_arena_escape(f->work->arena);
    return o.done;
}
