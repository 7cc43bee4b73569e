/* Z3, and what answers easy questions in its place. See solver.h. */
#include "checker/solver/solver.h"

#include "checker/solver/clauses.h"
#include "checker/solver/context_parts.h"
#include "checker/solver/sat.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    POLL_INTERVAL = 64,
    /* A Z3 context that has held so many clauses at once is thrown away: what it
     * keeps makes later tests slow. */
    SPENT_CLAUSES = 20000,
    /* Of more literals, that one at most is true is not said pair by pair. */
    PAIRWISE = 16,
    MOST_CONFLICTS = 30000, /* what takes more is hard (docs/benchmarks.md) */
    FEW_CONFLICTS = 4000,   /* likewise, where something else than Z3 can be done about it */
    SOON = 1000             /* likewise, where no answer is an answer */
};

struct cm_solver {
    cm_solver_context *context;
    Z3_context z3;
    cm_job *job;
    Z3_solver solver; /* NULL: there is none (yet) */
    cm_sat *sat;      /* NULL: Z3 is asked */
    cm_clauses clausifier;
    Z3_ast *terms, *negated; /* by form node; 0: not made */
    uint32_t term_count;
    uint32_t *constants; /* form nodes that are Z3 constants */
    uint32_t constant_count, constant_capacity;
    uint32_t *node_of_ast; /* by Z3's number of a constant: its form node; 0: of none */
    uint32_t ast_capacity;
    Z3_ast *kept; /* every term, to be released */
    uint32_t kept_count, kept_capacity;
    uint8_t *values, *memo; /* of the last solution, by form node */
    uint32_t value_count;
    Z3_ast *parts;  /* of the clause being given */
    cm_lit *sorted; /* its literals in Z3's order */
    uint32_t part_capacity;
    size_t clauses;
    unsigned counted; /* of Z3's resource units: those that were there before, or are in
                         job->solver_effort */
};

/* ---- a solver -------------------------------------------------------- */

/* Ends the job when the call before failed. Z3 has no memory, then, or something
 * is wrong with it: its context is not used again. Every call of Z3 forgets the error of
 * the one before, so this follows each that can fail: all but those that only look at a
 * term that there is, count references, or ask for an error. */
static void look_for_error(cm_solver *s)
{
    Z3_error_code code = Z3_get_error_code(s->z3);
    if (code == Z3_OK)
        return;
    s->context->spent = true;
    if (code == Z3_MEMOUT_FAIL)
        cm_job_stop(s->job, "the solver is out of memory");
    cm_job_stop(s->job, "the solver failed: %s", Z3_get_error_msg(s->z3, code));
}

/* ---- effort ---------------------------------------------------------- */

/* Units that the context has spent, which wrap around. */
static unsigned count_units(cm_solver *s)
{
    Z3_stats statistics = Z3_solver_get_statistics(s->z3, s->solver);
    look_for_error(s);
    unsigned units = 0;
    Z3_stats_inc_ref(s->z3, statistics);
    for (unsigned i = Z3_stats_size(s->z3, statistics); i-- > 0 && units == 0;)
        if (strcmp(Z3_stats_get_key(s->z3, statistics, i), "rlimit count") == 0)
            units = Z3_stats_get_uint_value(s->z3, statistics, i);
    Z3_stats_dec_ref(s->z3, statistics);
    return units;
}

/* ---- settings -------------------------------------------------------- */

static Z3_symbol symbol(cm_solver *s, const char *name)
{
    Z3_symbol made = Z3_mk_string_symbol(s->z3, name);
    look_for_error(s);
    return made;
}

static void give_clause(void *argument, const cm_lit *literals, uint32_t count);

static void open_z3(cm_solver *s)
{
    cm_solver_context *context = s->context;
    const char *failed = cm_lazy_z3();
    if (failed)
        cm_job_stop(s->job, "Z3 %s", failed);
    if (!context->z3 && !cm_context_make(context))
        cm_job_stop(s->job, "the solver is out of memory");
    s->z3 = context->z3;
    s->solver = Z3_mk_simple_solver(s->z3);
    look_for_error(s);
    Z3_solver_inc_ref(s->z3, s->solver);
    /* Settings of this solver alone, which change no answer. Z3 would put its own handler for
     * Ctrl-C in place during a check: signals are the program's affair, and that handler fails
     * when two contexts check at once. And problems are propositional and small, so that it
     * does not pay to find out what is relevant in them (docs/benchmarks.md, "Why it is
     * fast"). */
    Z3_params params = Z3_mk_params(s->z3);
    look_for_error(s);
    Z3_params_inc_ref(s->z3, params);
    Z3_params_set_bool(s->z3, params, symbol(s, "ctrl_c"), false);
    look_for_error(s);
    Z3_params_set_uint(s->z3, params, symbol(s, "relevancy"), 0);
    look_for_error(s);
    Z3_solver_set_params(s->z3, s->solver, params);
    look_for_error(s);
    Z3_params_dec_ref(s->z3, params);
    if (s->job->measured)
        s->counted = count_units(s);
}

cm_solver *cm_solver_open(cm_job *job)
{
    cm_solver *s = CM_NEW(job->arena, cm_solver);
    s->context = job->solver;
    s->job = job;
    s->context->open = s;
    s->sat = cm_sat_new(job->arena);
    if (!s->sat || job->options.verify)
        open_z3(s);
    cm_clauses_init(&s->clausifier, &job->form, give_clause, s);
    return s;
}

static void stop_easy(cm_solver *s)
{
    if (s->sat)
        cm_sat_free(s->sat);
    s->sat = NULL;
}

void cm_solver_close(cm_solver_context *context)
{
    cm_solver *s = context->open;
    context->open = NULL;
    if (s)
        stop_easy(s);
    bool in_z3 = s && s->solver;
    if (context->spent || (in_z3 && s->clauses > SPENT_CLAUSES)) {
        cm_context_drop(context);
    } else if (in_z3) {
        for (uint32_t i = 0; i < s->kept_count; i++)
            Z3_dec_ref(s->z3, s->kept[i]);
        Z3_solver_dec_ref(s->z3, s->solver);
    }
}

void cm_solver_renew(cm_solver_context *context)
{
    cm_context_drop(context);
}

/* A new term, kept until the solver is closed. */
static Z3_ast made(cm_solver *s, Z3_ast term)
{
    look_for_error(s);
    CM_RESERVE(s->job->arena, s->kept, s->kept_count, s->kept_capacity);
    Z3_inc_ref(s->z3, term);
    s->kept[s->kept_count++] = term;
    return term;
}

static void reserve_terms(cm_solver *s)
{
    uint32_t count = s->job->form.count;
    if (count <= s->term_count)
        return;
    uint32_t more = count + count / 2;
    s->terms = cm_arena_grow(s->job->arena, s->terms, s->term_count, more, sizeof *s->terms);
    s->negated = cm_arena_grow(s->job->arena, s->negated, s->term_count, more, sizeof *s->negated);
    s->term_count = more;
}

/* ---- clauses --------------------------------------------------------- */

/* The Z3 constant of a variable, whose value is read from solutions, or of the
 * name of a conjunction, whose value follows from those. */
static Z3_ast constant_term(cm_solver *s, uint32_t node)
{
    if (s->terms[node])
        return s->terms[node];
    Z3_symbol name = Z3_mk_int_symbol(s->z3, (int)node);
    look_for_error(s);
    s->terms[node] = made(s, Z3_mk_const(s->z3, name, s->context->boolean));
    if (s->job->form.nodes[node].kind == CM_FORM_VARIABLE) {
        CM_PUSH(s->job->arena, s->constants, s->constant_count, s->constant_capacity, node);
        unsigned ast = Z3_get_ast_id(s->z3, s->terms[node]);
        if (ast >= s->ast_capacity) {
            uint32_t more = ast + ast / 2 + 64;
            s->node_of_ast = cm_arena_grow(s->job->arena, s->node_of_ast, s->ast_capacity, more,
                                           sizeof *s->node_of_ast);
            s->ast_capacity = more;
        }
        s->node_of_ast[ast] = node;
    }
    return s->terms[node];
}

static Z3_ast term_of(cm_solver *s, cm_lit literal)
{
    if (literal == CM_TRUE)
        return s->context->constant_true;
    if (literal == CM_FALSE)
        return s->context->constant_false;
    Z3_ast term = constant_term(s, (uint32_t)(literal < 0 ? -literal : literal));
    if (literal > 0)
        return term;
    Z3_ast *negated = &s->negated[-literal];
    if (!*negated)
        *negated = made(s, Z3_mk_not(s->z3, term));
    return *negated;
}

static int as_z3_orders(const void *left, const void *right)
{
    cm_lit a = *(const cm_lit *)left, b = *(const cm_lit *)right;
    if ((a < 0) != (b < 0))
        return a < 0 ? 1 : -1;
    cm_lit x = a < 0 ? -a : a, y = b < 0 ? -b : b;
    return (x > y) - (x < y);
}

/* Into s->sorted, each once: constants, then negations. Of a clause in another order Z3
 * makes a second term, and keeps both. Gives how many there are. */
static uint32_t sort(cm_solver *s, const cm_lit *literals, uint32_t count)
{
    if (count > s->part_capacity) {
        s->part_capacity = 2 * count;
        s->parts = CM_NEW_ARRAY(s->job->arena, s->part_capacity, Z3_ast);
        s->sorted = CM_NEW_ARRAY(s->job->arena, s->part_capacity, cm_lit);
    }
    if (count == 0)
        return 0;
    memcpy(s->sorted, literals, count * sizeof *literals);
    qsort(s->sorted, count, sizeof *literals, as_z3_orders);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || s->sorted[kept - 1] != s->sorted[i])
            s->sorted[kept++] = s->sorted[i];
    return kept;
}

static void give_z3(cm_solver *s, const cm_lit *literals, uint32_t count)
{
    count = sort(s, literals, count);
    for (uint32_t i = 0; i < count; i++)
        s->parts[i] = term_of(s, s->sorted[i]);
    Z3_ast clause = count == 1 ? s->parts[0] : Z3_mk_or(s->z3, count, s->parts);
    look_for_error(s);
    Z3_solver_assert(s->z3, s->solver, clause);
    look_for_error(s);
}

/* Limits are looked at now and then, since an assertion is work that Z3 does not
 * interrupt. */
static void give_clause(void *argument, const cm_lit *literals, uint32_t count)
{
    cm_solver *s = argument;
    if (s->sat)
        cm_sat_add(s->sat, literals, count);
    if (s->solver)
        give_z3(s, literals, count);
    if (++s->clauses % POLL_INTERVAL == 0)
        cm_job_poll(s->job);
}

/* ---- assertions ------------------------------------------------------ */

void cm_solver_assert(cm_solver *solver, cm_lit literal)
{
    reserve_terms(solver);
    cm_clauses_assert(&solver->clausifier, literal);
}

void cm_solver_assert_any(cm_solver *solver, const cm_lit *literals, uint32_t count)
{
    reserve_terms(solver);
    cm_clauses_assert_any(&solver->clausifier, literals, count);
}

/* With a variable for "one of those up to here" (Sinz, "Towards an optimal CNF encoding of
 * Boolean cardinality constraints", CP 2005). */
static void at_most_one(cm_solver *s, const cm_lit *items, uint32_t count)
{
    cm_lit before = items[0];
    for (uint32_t i = 1; i < count; i++) {
        cm_solver_assert_any(s, (cm_lit[]){-before, -items[i]}, 2);
        if (i + 1 == count)
            return;
        cm_lit here = cm_form_variable(&s->job->form);
        cm_solver_assert_any(s, (cm_lit[]){-before, here}, 2);
        cm_solver_assert_any(s, (cm_lit[]){-items[i], here}, 2);
        before = here;
    }
}

void cm_solver_exactly_one(cm_solver *solver, const cm_exactly_one *group)
{
    cm_lit *any = CM_NEW_ARRAY(solver->job->arena, group->count + 1, cm_lit);
    for (uint32_t i = 0; i < group->count; i++)
        any[i] = group->first + (cm_lit)i;
    any[group->count] = -group->when;
    cm_solver_assert_any(solver, any, group->count + (group->when != CM_TRUE));
    if (group->count > PAIRWISE) {
        at_most_one(solver, any, group->count);
        return;
    }
    for (uint32_t i = 0; i < group->count; i++)
        for (uint32_t k = i + 1; k < group->count; k++)
            cm_solver_assert_any(solver, (cm_lit[]){-any[i], -any[k]}, 2);
}

/* ---- checks ---------------------------------------------------------- */

/* Is the time over, or did someone ask to stop? What Z3 says of a check that was
 * interrupted at its very end is not relied on. */
static bool cut_off(const cm_solver *s)
{
    return cm_solver_interrupted(s->context) || cm_deadline_is_over(&s->job->deadline);
}

static Z3_lbool run_check(cm_solver *s, uint32_t count, const Z3_ast *terms)
{
    /* The next check ends when the job's limit is reached. */
    if (s->job->solver_limit != 0) {
        if (s->job->solver_effort >= s->job->solver_limit)
            cm_job_stop_effort(s->job);
        uint64_t left = s->job->solver_limit - s->job->solver_effort;
        Z3_params params = Z3_mk_params(s->z3);
        look_for_error(s);
        Z3_params_inc_ref(s->z3, params);
        Z3_params_set_uint(s->z3, params, symbol(s, "rlimit"),
                           left < UINT_MAX ? (unsigned)left : UINT_MAX);
        look_for_error(s);
        Z3_solver_set_params(s->z3, s->solver, params);
        look_for_error(s);
        Z3_params_dec_ref(s->z3, params);
    }
    if (cm_deadline_is_set(&s->job->deadline) && !cm_context_watch(s->context))
        cm_job_stop(s->job, "there is no thread to hold the time limit");
    cm_context_checking(s->context, &s->job->deadline);
    Z3_lbool answer =
        cut_off(s) ? Z3_L_UNDEF : Z3_solver_check_assumptions(s->z3, s->solver, count, terms);
    cm_context_checking(s->context, NULL);
    if (cut_off(s)) { /* the limit is the reason that is told */
        s->context->spent |= Z3_get_error_code(s->z3) != Z3_OK;
        return Z3_L_UNDEF;
    }
    if (answer == Z3_L_UNDEF)
        look_for_error(s);
    /* Notes what the check cost, and ends the job if that is why it gave up. */
    cm_job *job = s->job;
    if (job->measured) {
        unsigned units = count_units(s);
        job->solver_effort += units - s->counted;
        s->counted = units;
        if (answer == Z3_L_UNDEF && job->solver_limit > 0 &&
            job->solver_effort >= job->solver_limit)
            cm_job_stop_effort(job);
    }
    return answer;
}

/* Formulas made since the solution was read have values too. */
static void reserve_values(cm_solver *s)
{
    uint32_t count = s->job->form.count;
    if (count <= s->value_count)
        return;
    s->values = cm_arena_grow(s->job->arena, s->values, s->value_count, count, 1);
    s->memo = cm_arena_grow(s->job->arena, s->memo, s->value_count, count, 1);
    s->value_count = count;
}

/* A literal of the trail that is a constant, or its negation: the constant has
 * that value. Gives how many constants that is: 1 or 0. */
static uint32_t read_literal(cm_solver *s, Z3_ast literal)
{
    bool value = true;
    if (Z3_get_bool_value(s->z3, literal) != Z3_L_UNDEF)
        return 0;
    Z3_app app = Z3_to_app(s->z3, literal);
    if (Z3_get_decl_kind(s->z3, Z3_get_app_decl(s->z3, app)) == Z3_OP_NOT) {
        literal = Z3_get_app_arg(s->z3, app, 0);
        value = false;
    }
    /* Form node of a constant; 0: it is something else. */
    unsigned ast = Z3_get_ast_id(s->z3, literal);
    uint32_t node = ast < s->ast_capacity ? s->node_of_ast[ast] : 0;
    if (node != 0)
        s->values[node] = value;
    return node != 0;
}

/* Reads the constants' values from what the solver has assigned, which is much
 * cheaper than having Z3 make a model of it (docs/benchmarks.md). False: some
 * constant is not in it, because Z3 has done without it. */
static bool read_trail(cm_solver *s)
{
    Z3_ast_vector trail = Z3_solver_get_trail(s->z3, s->solver);
    look_for_error(s);
    if (!trail)
        return false;
    Z3_ast_vector_inc_ref(s->z3, trail);
    unsigned count = Z3_ast_vector_size(s->z3, trail);
    uint32_t found = 0;
    for (unsigned i = 0; i < count; i++)
        found += read_literal(s, Z3_ast_vector_get(s->z3, trail, i));
    Z3_ast_vector_dec_ref(s->z3, trail);
    return found == s->constant_count;
}

static void read_solution(cm_solver *s)
{
    reserve_values(s);
    memset(s->memo, 0, s->value_count);
    if (!read_trail(s)) {
        Z3_model model = Z3_solver_get_model(s->z3, s->solver);
        look_for_error(s);
        Z3_model_inc_ref(s->z3, model);
        for (uint32_t i = 0; i < s->constant_count; i++) {
            uint32_t node = s->constants[i];
            Z3_func_decl decl = Z3_get_app_decl(s->z3, Z3_to_app(s->z3, s->terms[node]));
            Z3_ast value = Z3_model_get_const_interp(s->z3, model, decl);
            look_for_error(s);
            s->values[node] = value && Z3_get_bool_value(s->z3, value) == Z3_L_TRUE;
        }
        Z3_model_dec_ref(s->z3, model);
    }
}

static cm_found ask_z3(cm_solver *s, const cm_lit *assumptions, uint32_t count)
{
    Z3_ast *terms = CM_NEW_ARRAY(s->job->arena, count, Z3_ast);
    for (uint32_t i = 0; i < count; i++)
        terms[i] = term_of(s, assumptions[i]);
    Z3_lbool answer = run_check(s, count, terms);
    return answer == Z3_L_TRUE ? CM_SAT : answer == Z3_L_FALSE ? CM_UNSAT : CM_GAVE_UP;
}

/* ---- easy questions --------------------------------------------------- */

static void give_all_to_z3(cm_solver *s)
{
    const cm_lit *clause;
    uint32_t count;
    size_t next = 0, given = 0;
    while ((clause = cm_sat_given(s->sat, &next, &count))) {
        give_z3(s, clause, count);
        if (++given % POLL_INTERVAL == 0)
            cm_job_poll(s->job);
    }
}

static bool is_cut_off(void *solver)
{
    return cut_off(solver);
}

/* False: it is not easy. */
static bool ask_easily(cm_solver *s, const cm_lit *assumptions, uint32_t count, int most,
                       cm_found *found)
{
    cm_job *job = s->job;
    const cm_sat_limits limits = {most, is_cut_off, s};
    uint64_t before = cm_sat_effort(s->sat);
    cm_sat_answer answer = cm_sat_ask(s->sat, assumptions, count, &limits);
    if (job->measured)
        job->solver_effort += cm_sat_effort(s->sat) - before;
    if (job->solver_limit > 0 && job->solver_effort >= job->solver_limit)
        cm_job_stop_effort(job);
    bool late = answer == CM_SAT_TOO_HARD && cut_off(s);
    *found = late ? CM_GAVE_UP : answer == CM_SAT_YES ? CM_SAT : CM_UNSAT;
    return late || answer != CM_SAT_TOO_HARD;
}

static void keep_solution(cm_solver *s)
{
    const cm_form *form = &s->job->form;
    reserve_values(s);
    memset(s->memo, 0, s->value_count);
    for (uint32_t node = 0; node < form->count; node++)
        if (form->nodes[node].kind == CM_FORM_VARIABLE)
            s->values[node] = cm_sat_value(s->sat, node);
}

cm_found cm_solver_check(cm_solver *solver, const cm_lit *assumptions, uint32_t count)
{
    cm_found found;
    reserve_terms(solver);
    cm_lit *names = CM_NEW_ARRAY(solver->job->arena, count, cm_lit);
    for (uint32_t i = 0; i < count; i++)
        names[i] = cm_clauses_name(&solver->clausifier, assumptions[i]);
    solver->job->statistics.solver_calls++;
    int most = solver->job->easy_only ? FEW_CONFLICTS : MOST_CONFLICTS;
    if (solver->sat && ask_easily(solver, names, count, most, &found)) {
        /* What says the other solver, where it is to be compared? */
        cm_found other = solver->solver ? ask_z3(solver, names, count) : found;
        if (other != found && other != CM_GAVE_UP)
            cm_job_stop(solver->job, "internal error: two solvers disagree");
        if (found == CM_SAT)
            keep_solution(solver);
        return found;
    }
    if (solver->sat && solver->job->easy_only) {
        solver->job->too_hard = true;
        cm_job_stop(solver->job, "a question is too hard");
    }
    if (solver->sat) {
        /* From here on Z3 is asked, of all clauses that there are. */
        if (!solver->solver) {
            open_z3(solver);
            give_all_to_z3(solver);
        }
        stop_easy(solver);
    }
    found = ask_z3(solver, names, count);
    if (found == CM_SAT)
        read_solution(solver);
    return found;
}

cm_found cm_solver_check_soon(cm_solver *solver, cm_lit assumption)
{
    cm_found found;
    if (!solver->sat || solver->solver)
        return cm_solver_check(solver, &assumption, 1);
    reserve_terms(solver);
    cm_lit name = cm_clauses_name(&solver->clausifier, assumption);
    solver->job->statistics.solver_calls++;
    if (!ask_easily(solver, &name, 1, SOON, &found))
        return CM_GAVE_UP;
    if (found == CM_SAT)
        keep_solution(solver);
    return found;
}

/* What is assumed comes first, for good: Z3 leaves out of clauses what they decide. */
cm_found cm_solver_check_by_z3(cm_solver *solver, const cm_lit *assumptions, uint32_t count)
{
    if (!solver->sat || solver->solver) /* Z3 is asked anyway */
        return cm_solver_check(solver, assumptions, count);
    reserve_terms(solver);
    open_z3(solver);
    for (uint32_t i = 0; i < count; i++) {
        cm_lit name = cm_clauses_name(&solver->clausifier, assumptions[i]);
        give_z3(solver, &name, 1);
    }
    give_all_to_z3(solver);
    stop_easy(solver);
    solver->job->statistics.solver_calls++;
    return ask_z3(solver, NULL, 0);
}

/* Z3's core is not asked for: every assumption is said to be needed. */
bool cm_solver_needed(cm_solver *solver, cm_lit assumption)
{
    return !solver->sat ||
           cm_sat_needed(solver->sat, cm_clauses_name(&solver->clausifier, assumption));
}

bool cm_solver_value(cm_solver *solver, cm_lit literal)
{
    reserve_values(solver);
    return cm_form_value(&solver->job->form, solver->values, solver->memo, literal);
}

bool cm_solver_is_sat(cm_solver *solver, cm_found answer)
{
    const char *reason = "interrupted";
    if (answer != CM_GAVE_UP)
        return answer == CM_SAT;
    cm_job_poll(solver->job);
    if (solver->solver) {
        reason = Z3_solver_get_reason_unknown(solver->z3, solver->solver);
        look_for_error(solver);
    }
    cm_job_stop(solver->job, "the solver gave up: %s", reason);
}

size_t cm_solver_memory(const cm_solver_context *context)
{
    const cm_solver *s = context->open;
    size_t z3 = context->z3 ? (size_t)Z3_get_estimated_alloc_size() : 0; /* not opened: none */
    return z3 + (s && s->sat ? cm_sat_memory(s->sat) : 0);
}

size_t cm_solver_variables(const cm_solver *solver)
{
    return solver->constant_count;
}

size_t cm_solver_clauses(const cm_solver *solver)
{
    return solver->clauses;
}
