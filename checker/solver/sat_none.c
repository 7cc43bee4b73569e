/* In place of sat.c where CaDiCaL is not there: Z3 answers all questions. */
#include "checker/solver/sat.h"

cm_sat *cm_sat_new(cm_arena *arena)
{
    (void)arena;
    return NULL;
}

void cm_sat_free(cm_sat *sat)
{
    (void)sat;
}

void cm_sat_add(cm_sat *sat, const cm_lit *literals, uint32_t count)
{
    (void)sat, (void)literals, (void)count;
}

cm_sat_answer cm_sat_ask(cm_sat *sat, const cm_lit *assumptions, uint32_t count,
                         const cm_sat_limits *limits)
{
    (void)sat, (void)assumptions, (void)count, (void)limits;
    return CM_SAT_TOO_HARD;
}

uint64_t cm_sat_effort(const cm_sat *sat)
{
    (void)sat;
    return 0;
}

size_t cm_sat_memory(const cm_sat *sat)
{
    (void)sat;
    return 0;
}

bool cm_sat_needed(const cm_sat *sat, cm_lit assumption)
{
    (void)sat, (void)assumption;
    return true;
}

bool cm_sat_value(const cm_sat *sat, uint32_t variable)
{
    (void)sat, (void)variable;
    return false;
}

const cm_lit *cm_sat_given(const cm_sat *sat, size_t *next, uint32_t *count)
{
    (void)sat, (void)next, (void)count;
    return NULL;
}
