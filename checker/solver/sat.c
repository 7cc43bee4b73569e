/* Satisfiability of clauses, by CaDiCaL. See sat.h. */
#include "checker/solver/sat.h"

#include <ccadical.h>

enum {
    UNITS_OF_SEARCH = 40,
    BYTES_OF_LITERAL = 24 /* its share of the clause, and of what watches it */
};

struct cm_sat {
    CCaDiCaL *cadical;
    cm_arena *arena;
    cm_lits given;        /* clauses as they were added: their lengths and their literals */
    cm_sat_limits limits; /* of the question being asked */
    uint64_t effort;
    uint32_t highest; /* variable of a clause */
};

/* Variables are form nodes; CM_TRUE is one of them for the solver. */
cm_sat *cm_sat_new(cm_arena *arena)
{
    cm_sat *s = CM_NEW(arena, cm_sat);
    s->arena = arena;
    s->cadical = ccadical_init();
    ccadical_set_option(s->cadical, "quiet", 1);
    ccadical_set_option(s->cadical, "profile", 0);  /* else it asks the system for the time */
    ccadical_set_option(s->cadical, "realtime", 1); /* several times a question */
    /* Questions are small and follow one another: simplifying clauses between them costs more than
     * it gives, and so do phases of search that keep to one assignment. */
    ccadical_set_option(s->cadical, "inprocessing", 0);
    ccadical_set_option(s->cadical, "stabilize", 0);
    ccadical_add(s->cadical, CM_TRUE);
    ccadical_add(s->cadical, 0);
    return s;
}

void cm_sat_free(cm_sat *sat)
{
    ccadical_release(sat->cadical);
}

/* The literal, as CaDiCaL has it. */
static int sat_literal(cm_sat *s, cm_lit literal)
{
    uint32_t variable = (uint32_t)(literal < 0 ? -literal : literal);
    s->highest = variable > s->highest ? variable : s->highest;
    return literal;
}

static void keep_word(cm_sat *s, cm_lit word)
{
    CM_PUSH(s->arena, s->given.items, s->given.count, s->given.capacity, word);
}

void cm_sat_add(cm_sat *sat, const cm_lit *literals, uint32_t count)
{
    keep_word(sat, (cm_lit)count);
    for (uint32_t i = 0; i < count; i++) {
        keep_word(sat, literals[i]);
        ccadical_add(sat->cadical, sat_literal(sat, literals[i]));
    }
    ccadical_add(sat->cadical, 0);
}

const cm_lit *cm_sat_given(const cm_sat *sat, size_t *next, uint32_t *count)
{
    if (*next == sat->given.count)
        return NULL;
    *count = (uint32_t)sat->given.items[*next];
    const cm_lit *items = &sat->given.items[*next + 1];
    *next += *count + 1;
    return items;
}

/* CaDiCaL asks each time that it has made so many decisions. */
static int asked_to_stop(void *argument)
{
    cm_sat *s = argument;
    s->effort += UNITS_OF_SEARCH;
    return s->limits.stop && s->limits.stop(s->limits.argument);
}

cm_sat_answer cm_sat_ask(cm_sat *sat, const cm_lit *assumptions, uint32_t count,
                         const cm_sat_limits *limits)
{
    enum { SATISFIABLE = 10, UNSATISFIABLE = 20 }; /* as IPASIR has it */
    sat->limits = *limits;
    sat->effort += sat->given.count;
    ccadical_set_terminate(sat->cadical, sat, asked_to_stop);
    ccadical_limit(sat->cadical, "conflicts", limits->conflicts);
    for (uint32_t i = 0; i < count; i++)
        ccadical_assume(sat->cadical, sat_literal(sat, assumptions[i]));
    switch (ccadical_solve(sat->cadical)) {
    case SATISFIABLE:
        return CM_SAT_YES;
    case UNSATISFIABLE:
        return CM_SAT_NO;
    default:
        return CM_SAT_TOO_HARD;
    }
}

uint64_t cm_sat_effort(const cm_sat *sat)
{
    return sat->effort;
}

size_t cm_sat_memory(const cm_sat *sat)
{
    return sat->given.count * BYTES_OF_LITERAL;
}

bool cm_sat_needed(const cm_sat *sat, cm_lit assumption)
{
    return ccadical_failed(sat->cadical, assumption);
}

bool cm_sat_value(const cm_sat *sat, uint32_t variable)
{
    return variable > 0 && variable <= sat->highest &&
           ccadical_val(sat->cadical, (int)variable) > 0;
}
