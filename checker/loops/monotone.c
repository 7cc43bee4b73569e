/* What a model says of executions that have lost rounds of loops. See monotone.h. */
#include "checker/loops/monotone.h"

#include "litmus/isa/isa.h"

typedef struct walk {
    cm_job *job;
    const cm_model *model;
    bool *seen;     /* by node, negative side */
    uint8_t *empty; /* by node: 0 not looked at, 1 empty, 2 not */
    bool writes_go; /* writes of loops go, too (collective.h) */
    bool all_go;    /* any event may go, also one that is in no loop (cm_model_prefixes) */
} walk;

static walk walk_of(cm_job *job, const cm_model *model, bool writes_go)
{
    size_t count = (size_t)model->node_count;
    return (walk){.job = job,
                  .model = model,
                  .seen = CM_NEW_ARRAY(job->arena, count, bool),
                  .empty = CM_NEW_ARRAY(job->arena, count, uint8_t),
                  .writes_go = writes_go};
}

/* May some event of the thread go? Of those in which threads meet, with barriers. */
static bool has_rounds(const walk *w, const cm_thread *thread)
{
    if (w->all_go)
        return true;
    bool meets = !w->writes_go;
    for (int k = 0; k < thread->step_count && !meets; k++)
        meets = thread->steps[k].kind == CM_STEP_BARRIER;
    return meets && cm_thread_has_loop(thread);
}

static bool thread_has_tag(const cm_thread *thread, const char *tag)
{
    for (int k = 0; k < thread->step_count; k++)
        if (cm_step_has_tag(&thread->steps[k], tag))
            return true;
    return false;
}

/* Has no thread with events that may go any in the set? Without a test, or with several forms of
 * its instructions, that is not known. */
static bool is_apart(const walk *w, const cm_base *base)
{
    const cm_test *test = w->job->test;
    if (!test || test->form_places > 0 ||
        (base->kind != CM_BASE_TAG && base->kind != CM_BASE_THREADS))
        return false;
    for (int i = 0; i < test->thread_count; i++) {
        const cm_thread *thread = &test->threads[i];
        bool in = base->kind == CM_BASE_TAG ? thread_has_tag(thread, base->name)
                                            : (base->on & CM_ARCH_BIT(thread->arch)) != 0;
        if (in && has_rounds(w, thread))
            return false;
    }
    return true;
}

/* May events of the instruction go? They may if a jump leads from behind it, or from it, to a place
 * not behind it: a round ends with such a jump. */
static bool is_in_loop(const cm_thread *thread, int instruction)
{
    for (int jump = 0; jump < thread->step_count; jump++) {
        const cm_step *step = &thread->steps[jump];
        bool back = step->kind == CM_STEP_BRANCH && (step->addr || step->target <= jump);
        if (back && (step->addr || (thread->steps[step->target].instruction <= instruction &&
                                    step->instruction >= instruction)))
            return true;
    }
    return false;
}

/* Does no instruction that may go have the tag? */
static bool is_of_what_stays(const walk *w, const cm_base *base)
{
    const cm_test *test = w->job->test;
    if (!test || test->form_places > 0 || base->kind != CM_BASE_TAG)
        return false;
    for (int i = 0; i < test->thread_count; i++) {
        const cm_thread *thread = &test->threads[i];
        for (int k = 0; has_rounds(w, thread) && k < thread->step_count; k++)
            if (cm_step_has_tag(&thread->steps[k], base->name) &&
                (w->all_go || is_in_loop(thread, thread->steps[k].instruction)))
                return false;
    }
    return true;
}

/* Do all pairs lie in one instruction? */
static bool in_instruction(const walk *w, int relation)
{
    const cm_node *n = &w->model->nodes[relation];
    switch (n->op) {
    case CM_NODE_BASE: {
        cm_base_kind kind = w->model->bases[n->index]->kind;
        return kind == CM_BASE_IICO_DATA || kind == CM_BASE_IICO_CTRL ||
               kind == CM_BASE_IICO_ORDER || kind == CM_BASE_SAME_INSTANCE;
    }
    case CM_NODE_IDENTITY:
        return true;
    case CM_NODE_SEQ:
        return in_instruction(w, n->a) && in_instruction(w, n->b);
    default:
        return false;
    }
}

static bool all_are(const walk *w, int set, bool (*kind)(const walk *, const cm_base *));

/* Does each pair begin, end or pass in an event of an instruction that stays? */
static bool touches_what_stays(const walk *w, int relation)
{
    const cm_node *n = &w->model->nodes[relation];
    if (n->op == CM_NODE_SEQ)
        return touches_what_stays(w, n->a) || touches_what_stays(w, n->b);
    return n->op == CM_NODE_IDENTITY && all_are(w, n->a, is_of_what_stays);
}

/* Are all events of the set in bases of that kind? (By its form.) */
static bool all_are(const walk *w, int set, bool (*kind)(const walk *, const cm_base *))
{
    const cm_node *n = &w->model->nodes[set];
    switch (n->op) {
    case CM_NODE_BASE:
        return kind(w, w->model->bases[n->index]);
    case CM_NODE_INTER:
        return all_are(w, n->a, kind) || all_are(w, n->b, kind);
    case CM_NODE_DIFF:
        return all_are(w, n->a, kind);
    case CM_NODE_UNION:
        return all_are(w, n->a, kind) && all_are(w, n->b, kind);
    default:
        return false;
    }
}

static bool has_what_stays(const walk *w, const cm_base *base)
{
    return (base->kind == CM_BASE_W && !w->writes_go) || base->kind == CM_BASE_IW ||
           base->kind == CM_BASE_COARSE || is_apart(w, base) || is_of_what_stays(w, base);
}

/* Do all events of the set stay when reads and fences of loops go? Writes do, or only the
 * initial ones. (By its form, and by where the test has the tags.) */
static bool stays(const walk *w, int set)
{
    const cm_node *n = &w->model->nodes[set];
    if (n->op == CM_NODE_DOMAIN || n->op == CM_NODE_RANGE)
        return in_instruction(w, n->a) && touches_what_stays(w, n->a);
    return all_are(w, set, has_what_stays);
}

/* Does the relation end (or start) in events that stay only? */
static bool bounded(const walk *w, int relation, bool at_end)
{
    const cm_node *n = &w->model->nodes[relation];
    switch (n->op) {
    case CM_NODE_BASE: /* a location's initial write, and others */
        return !at_end && (w->model->bases[n->index]->kind == CM_BASE_HOME_CTA ||
                           w->model->bases[n->index]->kind == CM_BASE_HOME_CLUSTER);
    case CM_NODE_IDENTITY:
        return stays(w, n->a);
    case CM_NODE_SEQ:
        return bounded(w, at_end ? n->b : n->a, at_end);
    case CM_NODE_CROSS:
        return stays(w, at_end ? n->b : n->a);
    case CM_NODE_INTER:
        return bounded(w, n->a, at_end) || bounded(w, n->b, at_end);
    case CM_NODE_UNION:
        return bounded(w, n->a, at_end) && bounded(w, n->b, at_end);
    case CM_NODE_DIFF:
    case CM_NODE_PLUS:
        return bounded(w, n->a, at_end);
    case CM_NODE_INVERSE:
        return bounded(w, n->a, !at_end);
    case CM_NODE_FREE: {
        const cm_free *order = &w->model->frees[n->index];
        return order->generator == CM_LINEARISATIONS ? stays(w, order->set)
                                                     : bounded(w, order->relation, at_end);
    }
    default:
        return false;
    }
}

/* Are all pairs within what those of such bases are within, and an event is with itself? (By its
 * form.) */
static bool lies_within(const cm_model *m, int relation, bool (*is_within)(cm_base_kind))
{
    const cm_node *n = &m->nodes[relation];
    switch (n->op) {
    case CM_NODE_BASE:
        return is_within(m->bases[n->index]->kind);
    case CM_NODE_IDENTITY:
        return true;
    case CM_NODE_INTER:
        return lies_within(m, n->a, is_within) || lies_within(m, n->b, is_within);
    case CM_NODE_UNION:
    case CM_NODE_SEQ:
        return lies_within(m, n->a, is_within) && lies_within(m, n->b, is_within);
    case CM_NODE_DIFF:
    case CM_NODE_INVERSE:
    case CM_NODE_PLUS:
        return lies_within(m, n->a, is_within);
    default:
        return false;
    }
}

static bool is_in_thread(cm_base_kind kind)
{
    return kind == CM_BASE_INT || kind == CM_BASE_PO;
}

static bool is_in_location(cm_base_kind kind)
{
    return kind == CM_BASE_LOC || kind == CM_BASE_SAME_OBJECT || kind == CM_BASE_RF;
}

/* Does the relation end in events of threads of which none goes? */
static bool ends_apart(const walk *w, int relation)
{
    const cm_node *n = &w->model->nodes[relation];
    switch (n->op) {
    case CM_NODE_IDENTITY:
        return all_are(w, n->a, is_apart);
    case CM_NODE_SEQ:
        return ends_apart(w, n->b) ||
               (ends_apart(w, n->a) && lies_within(w->model, n->b, is_in_thread));
    case CM_NODE_INTER:
        return ends_apart(w, n->a) || ends_apart(w, n->b);
    default:
        return false;
    }
}

/* Does the end of a pair stay if its beginning does? Where writes go, nothing that stays has
 * read from them (not so of rounds that write back what they read: wait.h). */
static bool leads_to_what_stays(const walk *w, int relation)
{
    const cm_node *n = &w->model->nodes[relation];
    switch (n->op) {
    case CM_NODE_IDENTITY:
        return true;
    case CM_NODE_INVERSE: {
        const cm_node *of = &w->model->nodes[n->a];
        return w->writes_go && of->op == CM_NODE_BASE &&
               w->model->bases[of->index]->kind == CM_BASE_RF;
    }
    case CM_NODE_SEQ:
        return leads_to_what_stays(w, n->a) && leads_to_what_stays(w, n->b);
    default:
        return ends_apart(w, relation) || bounded(w, relation, true);
    }
}

static bool is_empty(const walk *w, int node);

static bool comes_to_nothing(const walk *w, const cm_node *n)
{
    switch (n->op) {
    case CM_NODE_BASE: {
        /* Has no thread of the test the tag? */
        const cm_base *base = w->model->bases[n->index];
        const cm_test *test = w->job->test;
        if (!test || test->form_places > 0 || base->kind != CM_BASE_TAG)
            return false;
        for (int t = 0; t < test->thread_count; t++)
            if (thread_has_tag(&test->threads[t], base->name))
                return false;
        return true;
    }
    case CM_NODE_SEQ:
    case CM_NODE_INTER:
    case CM_NODE_CROSS:
        return is_empty(w, n->a) || is_empty(w, n->b);
    case CM_NODE_UNION:
        return is_empty(w, n->a) && is_empty(w, n->b);
    case CM_NODE_DIFF:
    case CM_NODE_IDENTITY:
    case CM_NODE_DOMAIN:
    case CM_NODE_RANGE:
    case CM_NODE_INVERSE:
    case CM_NODE_PLUS:
        return is_empty(w, n->a);
    default:
        return false;
    }
}

/* Is there nothing in the set or relation, whatever goes, for the tags that the test has? */
static bool is_empty(const walk *w, int node)
{
    if (w->empty[node] == 0)
        w->empty[node] = comes_to_nothing(w, &w->model->nodes[node]) ? 1 : 2;
    return w->empty[node] == 1;
}

static bool keeps_pairs(walk *w, int node);

/* What is left of an order is an order of what is left, if its relation and set
 * lose only what goes. */
static bool free_keeps_pairs(walk *w, const cm_free *order)
{
    return keeps_pairs(w, order->relation) && keeps_pairs(w, order->set);
}

/* May stand to the right of a difference: it must not lose a pair whose ends
 * stay when reads and fences go. */
static bool keeps_pairs(walk *w, int node)
{
    if (node < 0 || w->seen[node])
        return true;
    w->seen[node] = true;
    if (is_empty(w, node))
        return true;
    const cm_model *m = w->model;
    const cm_node *n = &m->nodes[node];
    switch (n->op) {
    case CM_NODE_FIX:
    case CM_NODE_ELEMENT:
        return false;
    case CM_NODE_BASE: /* the write of an atomic instruction may go and leave its read */
        if (w->all_go && m->bases[n->index]->kind == CM_BASE_RMW_EVENTS)
            return false;
        break;
    case CM_NODE_PLUS: /* the events in the middle are ends of pairs, too */
        if (!bounded(w, n->a, true) && !bounded(w, n->a, false))
            return false;
        break;
    case CM_NODE_DOMAIN: /* what makes an event a member is at the other end, and stays */
    case CM_NODE_RANGE:
        if (!bounded(w, n->a, n->op == CM_NODE_DOMAIN))
            return false;
        break;
    case CM_NODE_FREE:
        return free_keeps_pairs(w, &m->frees[n->index]);
    case CM_NODE_SEQ: /* with an identity, the event in the middle is one of the ends */
        if (m->nodes[n->a].op != CM_NODE_IDENTITY && m->nodes[n->b].op != CM_NODE_IDENTITY &&
            !bounded(w, n->a, true) && !bounded(w, n->b, false) && !ends_apart(w, n->a) &&
            !leads_to_what_stays(w, n->a))
            return false;
        break;
    default:
        break;
    }
    return keeps_pairs(w, n->a) && keeps_pairs(w, n->b);
}

/* Marks what a constraint looks at, down to the base relations. */
static void reach(const cm_model *m, int node, bool *reached)
{
    if (node < 0 || reached[node])
        return;
    reached[node] = true;
    const cm_node *n = &m->nodes[node];
    reach(m, n->a, reached);
    reach(m, n->b, reached);
    if (n->op == CM_NODE_FIX)
        reach(m, m->fixes[n->index].body, reached);
    if (n->op == CM_NODE_FREE) {
        reach(m, m->frees[n->index].relation, reached);
        reach(m, m->frees[n->index].set, reached);
    }
}

static bool differences_monotone(walk *w, const bool *reached)
{
    const cm_model *m = w->model;
    for (int i = 0; i < m->node_count; i++)
        if (reached[i] && m->nodes[i].op == CM_NODE_DIFF && !is_empty(w, m->nodes[i].a) &&
            !keeps_pairs(w, m->nodes[i].b))
            return false;
    return true;
}

/* Does the term never gain a pair when reads and fences go? */
static bool monotone_below(walk *w, int node)
{
    bool *reached = CM_NEW_ARRAY(w->job->arena, (size_t)w->model->node_count, bool);
    reach(w->model, node, reached);
    return differences_monotone(w, reached);
}

/* Looks at all differences that constraints reach. A term on the right of two
 * differences is tested as if on the right of one, which is stricter. */
static bool constraints_monotone(walk *w)
{
    const cm_model *model = w->model;
    bool *reached = CM_NEW_ARRAY(w->job->arena, (size_t)model->node_count, bool);
    for (int i = 0; i < model->constraint_count; i++) {
        const cm_constraint *c = &model->constraints[i];
        if (c->negated && !c->is_flag)
            return false;
        for (int k = 0; !c->is_flag && k < c->element_count; k++)
            reach(model, model->elements[c->elements[k]].set, reached);
        if (!c->is_flag)
            reach(model, c->node, reached);
    }
    for (int i = 0; i < model->free_count; i++) /* orders exist whether looked at or not */
        if (!free_keeps_pairs(w, &model->frees[i]))
            return false;
    return differences_monotone(w, reached);
}

bool cm_model_monotone(cm_job *job, const cm_model *model, bool writes_go)
{
    walk w = walk_of(job, model, writes_go);
    return constraints_monotone(&w);
}

bool cm_model_prefixes(cm_job *job, const cm_model *model)
{
    walk w = walk_of(job, model, true);
    w.all_go = true;
    return constraints_monotone(&w);
}

/* Does a pair, or an event, that stays remain in the term? On the right side of a difference none
 * is added, if that is monotone itself; else the term holds it for what it is made of. */
static bool flag_keeps_pairs(walk *w, int node)
{
    const cm_model *m = w->model;
    const cm_node *n = &m->nodes[node];
    switch (n->op) {
    case CM_NODE_DIFF:
        return flag_keeps_pairs(w, n->a) && monotone_below(w, n->b);
    case CM_NODE_IDENTITY:
        return flag_keeps_pairs(w, n->a);
    case CM_NODE_SEQ:
        if (m->nodes[n->a].op != CM_NODE_IDENTITY && m->nodes[n->b].op != CM_NODE_IDENTITY)
            return keeps_pairs(w, node);
        return flag_keeps_pairs(w, n->a) && flag_keeps_pairs(w, n->b);
    case CM_NODE_INTER:
    case CM_NODE_UNION:
    case CM_NODE_CROSS:
        return flag_keeps_pairs(w, n->a) && flag_keeps_pairs(w, n->b);
    default:
        return keeps_pairs(w, node);
    }
}

static bool flags_monotone(walk *w)
{
    const cm_model *model = w->model;
    for (int i = 0; i < model->constraint_count; i++) {
        const cm_constraint *c = &model->constraints[i];
        if (c->is_flag && (!c->negated || c->kind != CM_EMPTY || c->element_count > 0 ||
                           !flag_keeps_pairs(w, c->node)))
            return false;
    }
    return true;
}

bool cm_flags_monotone(cm_job *job, const cm_model *model, bool writes_go)
{
    walk w = walk_of(job, model, writes_go);
    return flags_monotone(&w);
}

bool cm_flags_prefixes(cm_job *job, const cm_model *model)
{
    walk w = walk_of(job, model, true);
    w.all_go = true;
    return flags_monotone(&w);
}

bool cm_flags_within_locations(const cm_model *model)
{
    for (int i = 0; i < model->constraint_count; i++) {
        const cm_constraint *c = &model->constraints[i];
        if (c->is_flag && !model->nodes[c->node].is_set &&
            !lies_within(model, c->node, is_in_location))
            return false;
    }
    return true;
}
