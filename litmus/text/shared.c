/* Locations in the shared memory of a CTA: where they are, and who reaches them.
 *
 * Source: PTX ISA, "State Spaces", "ld": .shared and .shared::cta are the memory of the
 * thread's own CTA, .shared::cluster that of all CTAs of its cluster; no thread of another
 * cluster has an address there.
 *
 * In a test that declares no such location it is left open where locations lie, as
 * published tests have it: nothing is refused. */
#include "litmus/text/parse.h"

/* ---- declarations -------------------------------------------------------- */

bool cm_parse_accept_word(cm_parser *p, const char *word)
{
    cm_lexer ahead = p->lex;
    if (!cm_lexer_accept(&ahead, word))
        return false;
    if (ahead.token.kind != CM_TOKEN_NAME && !cm_lexer_is(&ahead, "["))
        return false;
    cm_lexer array = ahead; /* an array `shared[2]` */
    if (cm_lexer_accept(&array, "[") && array.token.kind != CM_TOKEN_NAME)
        return false;
    p->lex = ahead;
    return true;
}

bool cm_parse_shared(cm_parser *p)
{
    return cm_parse_accept_word(p, "shared");
}

cm_coherence cm_parse_coherence(cm_parser *p)
{
    cm_place place = p->lex.token.place;
    cm_coherence coherence = cm_parse_accept_word(p, "coarse") ? CM_COHERENCE_COARSE
                             : cm_parse_accept_word(p, "fine") ? CM_COHERENCE_FINE
                                                               : CM_COHERENCE_UNSAID;
    bool any = coherence == CM_COHERENCE_UNSAID;
    for (int i = 0; i < p->test->thread_count && !any; i++)
        any = p->test->threads[i].at.places == CM_PLACES_HSA;
    if (!any)
        cm_fail(p->work, place,
                "the threads of this test do not distinguish fine from coarse memory, expected a "
                "location without these words");
    return coherence;
}

static int read_number(cm_parser *p)
{
    uint64_t number = cm_lexer_integer(&p->lex, "a number");
    return number > INT32_MAX ? INT32_MAX : (int)number;
}

/* A thread of that CTA; gpu -1: not said. */
static int find_owner(cm_parser *p, int cta, int gpu, cm_place place)
{
    const cm_test *test = p->test;
    int owner = -1;
    for (int t = 0; t < test->thread_count; t++) {
        const cm_placement *at = &test->threads[t].at;
        if (at->gpu < 0 || at->cta != cta || (gpu >= 0 && at->gpu != gpu))
            continue;
        if (owner >= 0 && test->threads[owner].at.gpu != at->gpu)
            cm_fail(p->work, place, "%s %d is on several %ss, expected @%s %d,%s N",
                    cm_places_word(at->places, CM_SCOPE_CTA), cta,
                    cm_places_word(at->places, CM_SCOPE_DEVICE),
                    at->places == CM_PLACES_HSA ? "workgroup" : "cta", cta,
                    at->places == CM_PLACES_HSA ? "agent" : "gpu");
        owner = owner < 0 ? t : owner;
    }
    if (owner < 0)
        cm_fail(p->work, place, "no thread is in that CTA, expected the place of one");
    return owner;
}

void cm_parse_owner(cm_parser *p, int location)
{
    cm_lexer *lex = &p->lex;
    cm_place place = lex->token.place;
    cm_lexer_expect(lex, "@");
    bool hsa = cm_lexer_accept(lex, "workgroup");
    if (!hsa)
        cm_lexer_expect(lex, "cta");
    int cta = read_number(p), gpu = -1;
    if (cm_lexer_accept(lex, ",")) {
        cm_lexer_expect(lex, hsa ? "agent" : "gpu");
        gpu = read_number(p);
    }
    p->test->locations[location].owner = find_owner(p, cta, gpu, place);
    p->test->locations[location].space = CM_SPACE_SHARED;
}

/* ---- who reaches what ------------------------------------------------------ */

static bool any_in(const cm_test *test, cm_space space)
{
    for (int i = 0; i < test->location_count; i++)
        if (test->locations[i].space == space)
            return true;
    return false;
}

static bool reaches_space(const cm_test *test, int thread, cm_reach reach, int location)
{
    bool global = test->locations[location].space == CM_SPACE_GLOBAL;
    bool hsa = test->threads[thread].at.places == CM_PLACES_HSA; /* LDS is of one workgroup */
    bool cluster =
        cm_location_shared_by(test, location, thread, hsa ? CM_SCOPE_CTA : CM_SCOPE_CLUSTER);
    switch (reach) {
    case CM_REACH_GLOBAL:
        return global;
    case CM_REACH_CTA:
        return cm_location_shared_by(test, location, thread, CM_SCOPE_CTA);
    case CM_REACH_CLUSTER:
        return cluster;
    case CM_REACH_ANY:
        break;
    }
    return global || cluster;
}

/* Where nothing is declared in shared memory, an object that lies there only is looked at. */
static bool reaches(const cm_test *test, int thread, const cm_step *step, int location)
{
    /* "Only multimem.* operations are valid on multimem addresses" (8.2.3), and these are
     * operations on what the address points to. */
    if (test->locations[location].space == CM_SPACE_MULTIMEM)
        return false;
    return !(any_in(test, CM_SPACE_SHARED) || step->in_shared) ||
           reaches_space(test, thread, step->reach, location);
}

static void refuse(cm_parser *p, int thread, const cm_step *step, int location)
{
    static const char *const expected[] = {[CM_REACH_ANY] =
                                               "global memory, or the shared memory of its cluster",
                                           [CM_REACH_GLOBAL] = "global memory",
                                           [CM_REACH_CTA] = "the shared memory of its CTA",
                                           [CM_REACH_CLUSTER] = "the shared memory of its cluster"};
    const cm_thread *t = &p->test->threads[thread];
    const cm_location *l = &p->test->locations[location];
    cm_place place = t->instructions[step->instruction].place;
    if (l->space == CM_SPACE_MULTIMEM)
        cm_fail(p->work, place,
                "`%s` is a multimem address, expected multimem.ld_reduce, multimem.st or "
                "multimem.red, or one of the locations that it points to",
                l->name);
    if (l->space == CM_SPACE_GLOBAL)
        cm_fail(p->work, place,
                "P%d cannot reach `%s` here, which lies in global memory, expected %s", t->id,
                l->name, expected[step->reach]);
    const cm_placement *owner = &p->test->threads[l->owner].at;
    cm_fail(p->work, place,
            "P%d cannot reach `%s` here, which lies in the shared memory of %s %d, expected %s",
            t->id, l->name, cm_places_word(owner->places, CM_SCOPE_CTA), owner->cta,
            cm_arch_is_gpu(t->arch) ? expected[step->reach] : "global memory");
}

/* What else is undefined there stays so. */
static void undefine(cm_parser *p, cm_step *step, const cm_expr *when)
{
    const cm_expr *also = step->undefined;
    step->undefined = when;
    if (also)
        also = cm_asm_op(&p->as, CM_OP_NE, 64, also, cm_asm_const(&p->as, 0), NULL);
    if (also)
        step->undefined = cm_asm_op(&p->as, CM_OP_OR, 64, when, also, NULL);
    step->why = also ? cm_arena_printf(p->work->arena, "%s, or that it cannot reach", step->why)
                     : "may access memory that it cannot reach";
}

static void check_step(cm_parser *p, int thread, cm_step *step)
{
    const cm_test *test = p->test;
    /* The number from which the address counts: of `x+4` that of x, and of `r0+4` none. */
    const cm_expr *address = step->addr;
    while (address->op == CM_OP_ADD)
        address = address->a;
    const cm_expr *base = address->op == CM_OP_CONST ? address : NULL;
    uint64_t offset;
    int named = base ? cm_test_locate(test, base->imm, &offset) : -1;
    if (named >= 0 && !reaches(test, thread, step, named))
        refuse(p, thread, step, named);
    const cm_expr *away = NULL;
    for (int i = 0; i < test->location_count && named < 0; i++) {
        if (reaches(test, thread, step, i))
            continue;
        const cm_expr *into = cm_asm_falls_into(&p->as, step->addr, &test->locations[i]);
        away = away ? cm_asm_op(&p->as, CM_OP_OR, 64, away, into, NULL) : into;
    }
    if (away)
        undefine(p, step, away);
}

void cm_check_reach(cm_parser *p)
{
    const cm_test *test = p->test;
    bool any = any_in(test, CM_SPACE_SHARED) || any_in(test, CM_SPACE_MULTIMEM);
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++) {
            cm_step *step = &test->threads[t].steps[i];
            bool access = step->kind == CM_STEP_LOAD || step->kind == CM_STEP_STORE;
            if (access && (any || step->in_shared))
                check_step(p, t, step);
        }
}
