/* What is known of one lane at a line, and how an instruction changes it: amd_known.c. Over the
 * code: amd_walk.c. */
#ifndef CM_IMPORT_AMD_WALK_H
#define CM_IMPORT_AMD_WALK_H

#include "import/amd_values.h"

typedef struct cm_amd_state {
    cm_amd_value *values; /* by register, lane of a class, and word of scratch memory; exec is a
                             number: whether the lane is active */
    uint64_t *current;    /* by member of a class: its lanes that hold what was written last; */
    uint64_t *written;    /* by class: its lanes that perhaps were written at all */
} cm_amd_state;

/* What the ISA leaves open by so many numbers at most. */
enum { CM_AMD_GUESSES = 4 };
typedef struct cm_amd_guess {
    uint32_t numbers[CM_AMD_GUESSES];
} cm_amd_guess;

/* A line where control may come, and what is known there. */
typedef struct cm_amd_version {
    size_t line;
    cm_amd_state begin;
    int next; /* another one of the line, plus 1 */
    bool waiting;
    bool placed; /* in the new code */
} cm_amd_version;

/* A line's version that stands for others: amd_leap.c. */
typedef struct cm_amd_leap {
    size_t line, value;
    uint32_t from, to; /* numbers */
} cm_amd_leap;

typedef struct cm_amd_walk {
    cm_amd_reading *r;
    const cm_amd_kernel *k;
    cm_amd_known *known;
    size_t value_count;
    cm_amd_state here, other, before; /* of a block that is walked; before a line */
    cm_amd_version *versions;
    int version_count, version_capacity;
    int *first;        /* by line: its first version, plus 1 */
    int most;          /* versions of a line with the same exec */
    bool *endless;     /* by line: it has as many without an end; NULL: none is known */
    uint64_t **counts; /* by line: values that take numbers without an end; NULL: none do */
    cm_amd_leap *leaps;
    size_t leap_count, leap_capacity;
    bool leaves_out; /* one more was found */
    bool again;      /* that is new */
    uint64_t **live; /* by line: the values that a version is told by; NULL: by exec alone */
    bool *leads;     /* by line: does a block begin there? */
    int *stack;
    int stack_count, stack_capacity;
    cm_amd_value decides; /* where the last step left exec open: the value that decides it, */
    bool inverted;        /* or its opposite */
    size_t *idle;         /* lines of `out` that want exec to be 0 where they jump to */
    size_t idle_count, idle_capacity;
    cm_amd_guess *guesses;
    uint32_t guess_count, guess_capacity;
    cm_amd_state guessed[CM_AMD_GUESSES]; /* the last step, done with each of the numbers, */
    bool settled;                         /* which has made one of them all */
    bool spread;      /* the last step has set exec to what may have more bits than the lane's */
    bool notes;       /* the last time, which writes down what is known */
    cm_amd_line *out; /* the new code; NULL: none is made */
    size_t out_count, out_capacity;
} cm_amd_walk;

cm_amd_state cm_amd_new_state(const cm_amd_walk *w);
void cm_amd_copy_state(const cm_amd_walk *w, cm_amd_state *to, const cm_amd_state *from);
/* What comes in on one more way; whether that is new. */
bool cm_amd_join(const cm_amd_walk *w, cm_amd_state *to, const cm_amd_state *from);
/* What is open turns out to be a number whose lowest bit is known. All copies of it learn that. */
void cm_amd_learn(const cm_amd_walk *w, cm_amd_state *s, cm_amd_value learned, uint32_t number);
/* One instruction. True: exec is open behind it; `s` is with an active lane then, `other` without.
 */
bool cm_amd_step(cm_amd_walk *w, cm_amd_state *s, cm_amd_state *other, size_t line);
/* amd_guess.c. Is it a reciprocal of a known number? */
bool cm_amd_guess_reciprocal(cm_amd_walk *w, const cm_amd_parts *p, cm_amd_value of,
                             cm_amd_value *result);
/* The step with each of the numbers that a guess may be: what comes out alike is known. False: the
 * instruction looks at none, and nothing is done. */
bool cm_amd_step_guesses(cm_amd_walk *w, cm_amd_state *s, size_t line,
                         void (*step)(cm_amd_walk *w, cm_amd_state *s, size_t line));
/* amd_leap.c. May the walk leave out rounds, the last one of which led from one state to the other?
 * Then it does from now on. */
bool cm_amd_find_leap(cm_amd_walk *w, size_t line, const cm_amd_state *last, const cm_amd_state *s);
/* What control that comes to the line finds known there. */
void cm_amd_leap_over(const cm_amd_walk *w, size_t line, cm_amd_state *s);
/* Does the branch jump? 1: yes; 0: no; -1: perhaps, by that value, if it is known as one. */
int cm_amd_branches(const cm_amd_state *s, const char *text, cm_amd_value *decides);

#endif
