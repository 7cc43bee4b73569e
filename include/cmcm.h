/* cmcm: which outcomes of a litmus test does a memory model allow?
 *
 *     cmcm_session *s = cmcm_session_new();
 *     cmcm_model *m = cmcm_model_load(s, "arm");
 *     cmcm_test *t = cmcm_test_read(s, "mp.litmus");
 *     cmcm_result *r = m && t ? cmcm_check(s, m, t, NULL) : NULL;
 *     for (size_t i = 0; r && i < cmcm_result_state_count(r); i++)
 *         puts(cmcm_result_state(r, i));
 *     if (!r)
 *         fputs(cmcm_session_messages(s), stderr);
 *     cmcm_result_free(r);
 *     cmcm_test_free(t);
 *     cmcm_model_free(m);
 *     cmcm_session_free(s);
 *
 * Ownership: what has a ..._free of its type is the caller's, freed by that (NULL allowed). Texts
 * and executions returned belong to the first argument and live as long. What is made of a test
 * and of models (a result, an explanation, a repair, a difference) refers to them: they must live
 * longer.
 * Threads: a session, and what it made, is used by one thread at a time; a
 * model and a table are read-only and may be used by several sessions at once.
 * NULL or false, where nothing else is said: a function that takes a session has failed, and the
 * session's messages say why; an index is past the last; or memory is out.
 * Nothing here prints or exits.
 */
#ifndef CMCM_H
#define CMCM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The shared library shows what is declared here and nothing else. */
#pragma GCC visibility push(default)

typedef struct cmcm_session cmcm_session; /* a solver context and messages */
typedef struct cmcm_model cmcm_model;
typedef struct cmcm_test cmcm_test;
typedef struct cmcm_result cmcm_result;

/* "1.0.0" */
const char *cmcm_version(void);

cmcm_session *cmcm_session_new(void);
void cmcm_session_free(cmcm_session *session);
/* Errors and warnings since the last clear, one after the other, each as
 * "file:line:column: error: ..." with the source line and a caret. "" if none. */
const char *cmcm_session_messages(const cmcm_session *session);
size_t cmcm_session_error_count(const cmcm_session *session);
/* The same as data. */
typedef enum cmcm_severity { CMCM_NOTE, CMCM_WARNING, CMCM_ERROR } cmcm_severity;
typedef struct cmcm_message {
    cmcm_severity severity;
    const char *file;      /* "": it is about none */
    unsigned line, column; /* from 1; the column in bytes; 0: about the file as a whole */
    unsigned length;       /* of what is meant there, in bytes */
    const char *text;      /* without place and newline */
} cmcm_message;
/* Its texts live until the messages are cleared. */
bool cmcm_session_message(const cmcm_session *session, size_t index, cmcm_message *message);
void cmcm_session_clear(cmcm_session *session);
/* With terminal colours from now on? */
void cmcm_session_set_color(cmcm_session *session, bool color);
/* Is what has a warning refused from now on? Its warnings are then errors: a model or
 * test is not loaded, or a test not checked with a model (docs/output.md, "Warnings"). */
void cmcm_session_set_strict(cmcm_session *session, bool strict);
/* Directories searched for included models, in order; copied. */
void cmcm_session_add_include(cmcm_session *session, const char *directory);
/* Names for which `if "name"` in a model is true; copied. A model that does not ask for
 * one of them is not loaded. */
void cmcm_session_add_variant(cmcm_session *session, const char *name);
/* The folder of the compile_commands.json that says how sources of kernels are compiled; copied.
 * NULL, as at first: the nearest one above the source (docs/import.md). */
void cmcm_session_set_build(cmcm_session *session, const char *directory);
/* Whose dialect of cat models are read in from now on, those installed here excepted:
 * "auto" (by the text, as at first), "cmcm", "herd" or "dat3m" (docs/cat.md,
 * "Dialects"). False: none of these. */
bool cmcm_session_set_dialect(cmcm_session *session, const char *name);
/* What accesses to volatile objects are in tests in C that are read from now on: "race" (plain
 * ones, as at first) or "relaxed" (atomic ones of the system). False: neither. */
bool cmcm_session_set_volatile(cmcm_session *session, const char *how);
/* From any thread: makes a cmcm_check that runs in this session end soon, as
 * unknown. Has no effect on later ones. */
void cmcm_session_interrupt(cmcm_session *session);
/* A directory whose models come before those that the library carries: $CMCM_MODELS, or
 * NULL. */
const char *cmcm_session_model_directory(const cmcm_session *session);
/* Names of the models that the library carries ("arm.cat"). */
const char *cmcm_carried_model(size_t index);

/* "arm", "x86tso", "ptx", "ptx75", "ptx60", "cmcm" (an installed model), or a path ending in
 * .cat. */
cmcm_model *cmcm_model_load(cmcm_session *session, const char *name);
void cmcm_model_free(cmcm_model *model);
const char *cmcm_model_name(const cmcm_model *model);
const char *cmcm_model_title(const cmcm_model *model);
/* Base sets and relations that it uses. */
const char *cmcm_model_base(const cmcm_model *model, size_t index);
/* Names of its axioms (not of its flags), in its order. */
const char *cmcm_model_axiom(const cmcm_model *model, size_t index);
/* The model without that axiom (NULL: without all but those that only say which orders there are
 * to choose from). It refers to the model, which must live longer. NULL also where it has none
 * of that name. */
cmcm_model *cmcm_model_without(cmcm_session *session, const cmcm_model *model, const char *axiom);

/* Names of the variants that it asks for, of which none need be chosen. */
const char *cmcm_model_variant(const cmcm_model *model, size_t index);

/* Tests in C that the session reads from here on have the macros that the model's .cfg names
 * (docs/cat.md). NULL, and a model that is no file or has none: no macros of a file. */
void cmcm_session_set_macros_of(cmcm_session *session, const char *model);

/* "-": standard input. A kernel (.cu, .hip, .cl, .ptx, .s) is compiled if it is a source, and
 * becomes the test that its lines `// cmcm: ...`, or the file beside it that ends in .bind, ask for
 * (docs/import.md). */
cmcm_test *cmcm_test_read(cmcm_session *session, const char *path);
/* Programs and functions that the session reads from here on run these calls side by side,
 * `push(&q, 1) | pop(&q)`; NULL: what they say themselves. */
void cmcm_session_set_threads(cmcm_session *session, const char *calls);
cmcm_test *cmcm_test_parse(cmcm_session *session, const char *file_name, const char *text,
                           size_t length);
/* A test of a kernel as a compiler wrote it, and of its binding (docs/import.md), from two
 * files. */
cmcm_test *cmcm_test_import(cmcm_session *session, const char *kernel, const char *binding);
void cmcm_test_free(cmcm_test *test);
const char *cmcm_test_text(const cmcm_test *test); /* in the litmus format, as it was read */
const char *cmcm_test_name(const cmcm_test *test);
const char *cmcm_test_architecture(const cmcm_test *test); /* "AArch64", ... */
const char *cmcm_test_condition(const cmcm_test *test);    /* "exists (0:X0=1)" */
const char *cmcm_test_quantifier(const cmcm_test *test);   /* "exists", "~exists", "forall" */
/* False: it has no condition, or `forall (true)`; cmcm_explain and cmcm_repair_find are about the
 * flags of the model then, if it has some. */
bool cmcm_test_asks(const cmcm_test *test);
const char *cmcm_test_hash(cmcm_test *test); /* 32 hexadecimal digits */
/* The model a test is checked with when none is named: "arm", "x86tso", ... */
const char *cmcm_test_default_model(const cmcm_test *test);

/* What is odd and surely not meant (docs/output.md, "Warnings"); also in the session's
 * messages. */
typedef struct cmcm_warning {
    unsigned line, column; /* of the test's file, from 1; the column in bytes */
    const char *message;   /* without place and newline */
} cmcm_warning;
/* Of the test alone. */
bool cmcm_test_warning(const cmcm_test *test, size_t index, cmcm_warning *warning);

/* Of the threads that have not ended (docs/output.md). */
typedef enum cmcm_progress {
    CMCM_PROGRESS_FAIR,    /* all */
    CMCM_PROGRESS_HSA,     /* the one with the lowest number */
    CMCM_PROGRESS_HSA_OBE, /* that one, and those that have made a step */
    CMCM_PROGRESS_LOBE,    /* those that have made a step, and those with lower numbers */
    CMCM_PROGRESS_OBE      /* those that have made a step */
} cmcm_progress;

/* How many executions there are where they are looked at one by one: of models without cycles of
 * program order and reads, as those of C and TSO. */
typedef struct cmcm_state_space {
    const char *unknown; /* why nothing is estimated, in words; else NULL */
    double executions;   /* about so many, by a sample of random ones */
    double error;        /* the standard error of that */
    double seconds;      /* how long all of them take, about */
    double share;        /* how much of them has been looked at: 0 to 1 */
} cmcm_state_space;

typedef struct cmcm_options {
    unsigned unroll;       /* times a backward jump may be taken; 0: 2 */
    double timeout;        /* seconds; 0: none. The check looks at the clock itself, and Z3 is told
                              the limit, which it may overrun. The library makes no processes:
                              who needs the limit to hold whatever Z3 does calls cmcm_check in a
                              child process, ends that when it is late, and may then ask for the
                              result of a test without time by `spent` = `timeout`; `cmcm check -t`
                              does so */
    double spent;          /* seconds of the timeout that are over before the check */
    double cpu_time;       /* likewise a limit, of seconds that the calling thread spends on a
                              processor: how busy the machine is does not matter; 0: none */
    size_t memory_limit;   /* bytes; 0: none */
    size_t max_states;     /* stop, as unknown, past so many states; 0: 1000000 */
    bool question;         /* only the answer: states are not listed, but for one that satisfies
                              the proposition and one that does not, where there are such */
    bool witnesses;        /* keep an execution for every state */
    bool verify;           /* ask both solvers, look at executions one by one where that can be
                              done, and evaluate the model whole on every execution found, not only
                              what differs from the one before; slower */
    bool liveness;         /* also ask which threads may never end */
    bool count_executions; /* also count the executions, up to 10000, as herd does: those with
                              other events, reads-from or coherence */
    bool hasty; /* give that question up (CMCM_MAY_HANG) after as much work as the states took,
                   and at least a few seconds' worth; work is counted, not timed */
    cmcm_progress progress; /* of `liveness`: which threads are scheduled again and again */
    /* Is told how large the space of executions is, before the check, and then how far it is, in
     * the calling thread; NULL: no estimate is made. */
    void (*tell_space)(void *context, const cmcm_state_space *space);
    void *space_context;
} cmcm_options;

typedef enum cmcm_answer {
    CMCM_NO,     /* the quantified condition does not hold */
    CMCM_YES,    /* it holds */
    CMCM_UNKNOWN /* a limit was reached, the loop bound may hide an outcome, or some execution
                     leaves the test (an access outside of every location) */
} cmcm_answer;

/* All allowed outcomes. NULL only when the test cannot be checked with this model at all. */
cmcm_result *cmcm_check(cmcm_session *session, const cmcm_model *model, const cmcm_test *test,
                        const cmcm_options *options);
void cmcm_result_free(cmcm_result *result);

/* Of the states that the model allows: it says nothing where cmcm_result_undefined is true. */
cmcm_answer cmcm_result_answer(const cmcm_result *result);
/* Why it is unknown ("time limit of 5 s reached"), or why states may be
 * missing although the answer is certain; "" else. */
const char *cmcm_result_reason(const cmcm_result *result);
/* An execution that was found is none when it is done again without the solver: an
 * error of this library. There are no states, the answer is unknown, the reason says
 * what differs. Please report it, with the test and the seed: version, model, loop
 * bound and the test's hash. */
bool cmcm_result_broken(const cmcm_result *result);
const char *cmcm_result_seed(cmcm_result *result);
/* All states were found: no limit reached and no loop cut. */
bool cmcm_result_complete(const cmcm_result *result);
/* A limit, or lack of memory, ended the search for states: the answer may be certain all the
 * same, the list of states is not all that was asked for. */
bool cmcm_result_unfinished(const cmcm_result *result);
/* Why the executions were not counted (options.count_executions); "" where they were, or were
 * not to be. */
const char *cmcm_result_uncounted(const cmcm_result *result);
/* false: options.question was set; states are examples, and never complete. */
bool cmcm_result_listed(const cmcm_result *result);
bool cmcm_result_loops_cut(const cmcm_result *result);
/* The test has loops whose rounds were limited to look at them, and the answer holds for any number
 * of rounds. */
bool cmcm_result_any_rounds(const cmcm_result *result);

/* States, sorted; printed as herd does: "0:X0=1; [x]=2;". */
size_t cmcm_result_state_count(const cmcm_result *result);
const char *cmcm_result_state(const cmcm_result *result, size_t index);
/* Does the test's bare proposition hold in that state? */
bool cmcm_result_state_satisfies(const cmcm_result *result, size_t index);
size_t cmcm_result_satisfying(const cmcm_result *result);
/* Never, Sometimes, Always; Undefined: the model says that the test has undefined behaviour, such
 * as a data race of C. */
const char *cmcm_result_observation(const cmcm_result *result);
bool cmcm_result_undefined(const cmcm_result *result);
/* Flags of the model raised by some allowed execution. */
const char *cmcm_result_flag(const cmcm_result *result, size_t index);
/* Where the flag's accesses stand in the source that the test was made of, "flag.cu:6 `*flag = 1`
 * and flag.cu:9"; NULL: it was made of none. */
const char *cmcm_result_flag_lines(cmcm_result *result, size_t index);
/* Warnings of the test, then of this model for this test. */
bool cmcm_result_warning(const cmcm_result *result, size_t index, cmcm_warning *warning);

/* Is the test free of what the model flags, data races for instance? CMCM_NO: some
 * allowed execution raises a flag; CMCM_YES: none does; CMCM_UNKNOWN: not all
 * executions are known, or the model has no flags. */
cmcm_answer cmcm_result_race_free(const cmcm_result *result);
/* The model allows no execution that has a final state: the answer is about nothing. */
bool cmcm_result_empty(const cmcm_result *result);

/* Executions that never end although every thread is scheduled again and again and
 * writes become visible (options.liveness). */
typedef enum cmcm_ending {
    CMCM_NOT_ASKED,
    CMCM_ENDS,    /* every thread of every execution ends */
    CMCM_HANGS,   /* there are executions that never end */
    CMCM_MAY_HANG /* not known */
} cmcm_ending;
cmcm_ending cmcm_result_ending(const cmcm_result *result);
/* Why it is not known; "" else. */
const char *cmcm_result_ending_reason(const cmcm_result *result);
/* Where a thread may stay for ever, "P1 in the loop at L0 (line 7)". */
const char *cmcm_result_wait(cmcm_result *result, size_t index);
/* Executions in which, together, all these places occur, as text (options.witnesses). */
const char *cmcm_result_hang(cmcm_result *result, size_t index);

/* How an execution or an explanation is told: in words, as data, as a picture. */
typedef enum cmcm_telling {
    CMCM_AS_TEXT,
    CMCM_AS_JSON,
    CMCM_AS_DOT, /* for Graphviz */
    CMCM_AS_SVG,
    CMCM_AS_TIKZ,  /* for LaTeX */
    CMCM_AS_HTML,  /* a page that needs nothing else */
    CMCM_AS_FORMAL /* TEXT, with the model's axioms and cycles */
} cmcm_telling;
/* "text", "json", "dot", ...: words of options, and ends of files' names. */
const char *cmcm_telling_word(cmcm_telling how);

/* What stands around the pictures of a page; all may be zero. */
typedef struct cmcm_fact {
    const char *name, *value;
} cmcm_fact;

typedef struct cmcm_page {
    const char *date, *command; /* at its foot, with cmcm's version: when, and how it was made */
    const char *up, *up_title;  /* a link back, and its words */
    const cmcm_fact *facts;     /* about the test, before the pictures */
    size_t fact_count;
} cmcm_page;

/* The execution behind a state (options.witnesses): events, rf, co and the
 * model's `show` relations, as text. */
const char *cmcm_result_witness(cmcm_result *result, size_t index);
/* The same as a picture. NULL also where `telling` is none. */
const char *cmcm_result_picture(cmcm_result *result, size_t index, cmcm_telling telling);
/* The same as CMCM_AS_HTML, with what stands around it. */
const char *cmcm_result_page(cmcm_result *result, size_t index, const cmcm_page *page);

typedef struct cmcm_statistics {
    double unroll_seconds, bounds_seconds, encode_seconds, solve_seconds, total_seconds;
    size_t events, variables, clauses, solver_calls, arena_bytes;
    double parse_seconds; /* reading and parsing the test; not in total_seconds */
} cmcm_statistics;
cmcm_statistics cmcm_result_statistics(const cmcm_result *result);

/* ---- why (docs/explain.md) -------------------------------------------- */

/* With an outcome in place of the test's condition: "1:r0=1 /\\ 1:r1=0", or a state
 * "1:r0=1; 1:r1=0". */
cmcm_test *cmcm_test_read_asking(cmcm_session *session, const char *path, const char *outcome);
/* The same, of a text. */
cmcm_test *cmcm_test_parse_asking(cmcm_session *session, const char *file_name, const char *text,
                                  size_t length, const char *outcome);

typedef struct cmcm_explanation cmcm_explanation;

typedef struct cmcm_explain_options {
    unsigned unroll; /* as cmcm_options */
    double timeout;  /* of everything together */
    size_t memory_limit;
    size_t max_classes;       /* candidate executions looked at one by one; 0: 500, or fewer
                                 where they are large */
    size_t max_tries;         /* programs checked with less order; 0: 300 */
    const char *const *shows; /* sets and relations of the model for JSON and pictures */
    size_t show_count;
    bool plain; /* for CMCM_AS_TEXT alone: premises (below) are not looked for */
} cmcm_explain_options;

typedef enum cmcm_explained {
    CMCM_ALLOWED,
    CMCM_FORBIDDEN,
    CMCM_MAYBE,         /* not known: cmcm_explanation_reason */
    CMCM_NOTHING_ASKED, /* the test asks for no outcome; the model's flags are explained */
    CMCM_UNDEFINED      /* the behaviour is undefined: the outcome is allowed, too */
} cmcm_explained;

/* Why the model allows or forbids what the test asks about (exists and ~exists: the proposition,
 * forall: its opposite), or, if it asks for nothing, which flags it raises. */
cmcm_explanation *cmcm_explain(cmcm_session *session, const cmcm_model *model,
                               const cmcm_test *test, const cmcm_explain_options *options);
void cmcm_explanation_free(cmcm_explanation *explanation);
cmcm_explained cmcm_explanation_verdict(const cmcm_explanation *explanation);
/* Why it is not known, or why no more than the verdict is (a limit); else "". */
const char *cmcm_explanation_reason(const cmcm_explanation *explanation);

/* Of an allowed outcome, number 0: the simplest execution. Of a forbidden one, an example of
 * each group of candidate executions. */
const struct cmcm_execution *cmcm_explanation_execution(cmcm_explanation *explanation,
                                                        size_t index);
/* Names of the axioms that such an example violates, the simplest to tell first. */
const char *cmcm_explanation_violated(const cmcm_explanation *explanation, size_t execution,
                                      size_t index);
/* Minimal sets of axioms, and of what the program has (`the fence `DMB SY` (P0, line 11)`), that
 * forbid the outcome: a member of a set. */
size_t cmcm_explanation_sufficient_count(const cmcm_explanation *explanation);
const char *cmcm_explanation_sufficient(const cmcm_explanation *explanation, size_t set,
                                        size_t index);
/* All such sets of axioms are among them; else there are too many, or a limit came before them. */
bool cmcm_explanation_sufficient_complete(const cmcm_explanation *explanation);
/* Without it the outcome is allowed, too: a constraint that says which orders there are to
 * choose from, and is in no such set. */
const char *cmcm_explanation_premise(const cmcm_explanation *explanation, size_t index);
size_t cmcm_explanation_needed_count(const cmcm_explanation *explanation);
const char *cmcm_explanation_needed(cmcm_explanation *explanation, size_t set, size_t index);
/* A barrier, or the order of the kernels, and what the outcome is without that, all else in
 * place (`without` may be NULL). */
const char *cmcm_explanation_meeting(cmcm_explanation *explanation, size_t index,
                                     cmcm_explained *without);

/* A picture is of each kind of candidates that a forbidden outcome has (20 at most), or of the
 * execution of an allowed one: in SVG one below the other, of DOT and TikZ one after the other. */
const char *cmcm_explanation_text(cmcm_explanation *explanation, cmcm_telling how);
/* The same as CMCM_AS_HTML, with what stands around the pictures. */
const char *cmcm_explanation_page(cmcm_explanation *explanation, const cmcm_page *page);

/* ---- what would forbid it (docs/repair.md) ---------------------------- */

typedef struct cmcm_repair cmcm_repair;

typedef struct cmcm_repair_options {
    unsigned unroll; /* as cmcm_options */
    double timeout;  /* of everything together */
    size_t memory_limit;
    bool weaken;                 /* what of the test can be weaker instead */
    bool fences, orders, scopes, /* only these changes; none said: all */
        waits;                   /* where none of these forbids it */
    bool explains;               /* each proposal with what forbids the outcome then */
    const int *threads;          /* numbers of those that may change; none: all */
    size_t thread_count;
    const char *costs; /* path of a table of costs, or NULL */
    unsigned most;     /* proposals; 0: 100 */
} cmcm_repair_options;

typedef enum cmcm_repaired {
    CMCM_REPAIRED,
    CMCM_REPAIR_NEEDLESS,   /* it is forbidden as it is; nothing can be weaker */
    CMCM_REPAIR_IMPOSSIBLE, /* no change forbids it; it is allowed as it is */
    CMCM_REPAIR_UNKNOWN
} cmcm_repaired;

/* All minimal sets of changes that forbid what the test asks about (as cmcm_explain has it), or
 * all maximal weakenings that leave it forbidden. Of a test that asks for no outcome, changes with
 * which no execution raises a flag of the model. */
cmcm_repair *cmcm_repair_find(cmcm_session *session, const cmcm_model *model, const cmcm_test *test,
                              const cmcm_repair_options *options);
void cmcm_repair_free(cmcm_repair *repair);
cmcm_repaired cmcm_repair_verdict(const cmcm_repair *repair);
/* Why there is none, why it is not known, or why there may be others; else "". */
const char *cmcm_repair_reason(const cmcm_repair *repair);
/* The test with the changes, and what they cost together, cheapest first. */
const char *cmcm_repair_proposal(const cmcm_repair *repair, size_t index, double *cost);
/* The changes of a proposal in one line. */
const char *cmcm_repair_summary(cmcm_repair *repair, size_t index);
/* The flags that the test with the changes raises, "data-race on x, mbarrier-phase"; "" where it
 * raises none; *known: it raises no other. Of one cost, proposals that leave none come first. */
const char *cmcm_repair_leaves(cmcm_repair *repair, size_t index, bool *known);
const char *cmcm_repair_text(cmcm_repair *repair, cmcm_telling how);

/* ---- two models (docs/diff.md) ----------------------------------------- */

typedef struct cmcm_difference cmcm_difference;
typedef enum cmcm_verdict_of_two {
    CMCM_AGREE,       /* both allow the same states */
    CMCM_DIFFER,      /* some state is allowed by one alone */
    CMCM_NOT_COMPARED /* not all states are known */
} cmcm_verdict_of_two;

/* What two models make of a test. */
cmcm_difference *cmcm_diff(cmcm_session *session, const cmcm_model *first, const cmcm_model *second,
                           const cmcm_test *test, const cmcm_options *options);
void cmcm_difference_free(cmcm_difference *difference);
cmcm_verdict_of_two cmcm_difference_verdict(const cmcm_difference *difference);
/* Do both allow the same states by their text alone, what they say of events, and of pairs of
 * them, that the test has not being left out? Quick; false says nothing. */
bool cmcm_models_same(const cmcm_model *first, const cmcm_model *second, const cmcm_test *test);
/* States that only the first (side 0) or the second (1) allows. */
const char *cmcm_difference_state(const cmcm_difference *difference, int side, size_t index);
/* The states that only one allows, and an execution behind the first of each. */
const char *cmcm_difference_text(cmcm_difference *difference);
/* The same as one JSON object on a line (docs/diff.md). */
const char *cmcm_difference_json(cmcm_difference *difference);

/* Which axioms of a model the states of a test need: those without which a state is allowed that
 * is not allowed with them. */
typedef struct cmcm_needs cmcm_needs;
/* wanted: by axiom, or NULL: all. Where none of these is needed the others are not looked at. */
cmcm_needs *cmcm_needs_find(cmcm_session *session, const cmcm_model *model, const cmcm_test *test,
                            const cmcm_options *options, const bool *wanted);
void cmcm_needs_free(cmcm_needs *needs);
/* Such a state, of the axiom of that number; NULL: there is none. alone: the state needs no other
 * axiom. */
const char *cmcm_needs_state(const cmcm_needs *needs, size_t axiom, bool *alone);
/* All states were compared. */
bool cmcm_needs_known(const cmcm_needs *needs);
/* Why they were not; "" else. */
const char *cmcm_needs_reason(const cmcm_needs *needs);

/* ---- mappings between instruction sets (docs/mappings.md) --------------- */

/* Lives until the sink returns. */
typedef struct cmcm_made {
    const char *name; /* also of a file, without ".litmus" */
    const char *text; /* the whole test */
    size_t length;
} cmcm_made;
/* False: no more, please. */
typedef bool (*cmcm_sink)(void *context, const cmcm_made *made);

typedef struct cmcm_mapping cmcm_mapping;
typedef enum cmcm_mapped {
    CMCM_MAPPED_SOUND,     /* what the source forbids the target forbids */
    CMCM_MAPPED_WEAK,      /* the target allows a state that the source does not */
    CMCM_MAPPED_UNDEFINED, /* the source promises nothing of the test */
    CMCM_MAPPED_UNKNOWN,   /* some limit was reached */
    CMCM_MAPPED_REFUSED,   /* the mapping has no translation of it */
    CMCM_MAPPED_FAILED     /* an error: see the messages */
} cmcm_mapped;

/* An installed mapping ("wave-ptx") or a file (what has a `/` or ends in ".map"). */
cmcm_mapping *cmcm_mapping_load(cmcm_session *session, const char *name);
void cmcm_mapping_free(cmcm_mapping *mapping);
/* The name of its source's or its target's instruction set, and of the model for that. */
const char *cmcm_mapping_arch(const cmcm_mapping *mapping, bool target);
const char *cmcm_mapping_model(const cmcm_mapping *mapping, bool target);
/* The reading of the target's model that the mapping is for; NULL: none. */
const char *cmcm_mapping_reading(const cmcm_mapping *mapping);
/* The test in the target's instruction set; NULL: the mapping has none. */
const char *cmcm_mapping_translate(cmcm_mapping *mapping, const cmcm_test *test);
/* Why it had none of the last one that it was asked for; NULL: it had. */
const char *cmcm_mapping_refusal(const cmcm_mapping *mapping);
/* The test once more, as the mapping's line `vary` of that number writes it. NULL: that line
 * changes nothing of it. How many lines there are. */
const char *cmcm_mapping_vary(cmcm_mapping *mapping, const cmcm_test *test, size_t index);
size_t cmcm_mapping_variations(const cmcm_mapping *mapping);
/* Makes tests of each rule, by what stands on its left: of values and widths, and of its order
 * and scope. False: the sink wanted no more. */
bool cmcm_mapping_rule_tests(cmcm_mapping *mapping, cmcm_sink sink, void *context);
/* What becomes of a test. The models of the first call count; they and tests must live as long
 * as the mapping is asked. *why (if not NULL): the state, or the reason, or "". */
cmcm_mapped cmcm_mapping_check(cmcm_session *session, cmcm_mapping *mapping,
                               const cmcm_model *source, const cmcm_model *target,
                               const cmcm_test *test, const cmcm_options *options,
                               const char **why);
/* For the tests checked so far: which fences and waits of its sequences are needed. */
bool cmcm_mapping_find_needs(cmcm_session *session, cmcm_mapping *mapping);
/* For the tests checked so far: a rule is exercised if without any one of its instructions some
 * test is no longer right. How many are, and of how many. */
bool cmcm_mapping_exercise(cmcm_session *session, cmcm_mapping *mapping, int *exercised, int *of);
/* All of it in words; verbose: every test. */
const char *cmcm_mapping_text(cmcm_mapping *mapping, bool verbose);

/* A test in C as one of machines: each thread by an installed mapping, `c-aarch64` for
 * "cpu=aarch64" and so on; "P0=x86" is about one thread. Words may be joined by commas. */
typedef struct cmcm_targets cmcm_targets;
cmcm_targets *cmcm_targets_load(cmcm_session *session, const char *const *words, size_t count);
void cmcm_targets_free(cmcm_targets *targets);
/* NULL: it cannot be translated, *refused (if not NULL) says why. */
const char *cmcm_targets_translate(cmcm_targets *targets, const cmcm_test *test,
                                   const char **refused);
/* The reading of the target's model that the index-th word's mapping is for, or NULL. */
const char *cmcm_targets_reading(const cmcm_targets *targets, size_t index);
size_t cmcm_targets_count(const cmcm_targets *targets);
/* Has the source every state of the target? Both results list their states. target NULL: it is
 * CMCM_MAPPED_REFUSED. */
cmcm_mapped cmcm_targets_compare(const cmcm_result *source, const cmcm_result *target);

/* ---- small tests (docs/diff.md) ---------------------------------------- */

typedef enum cmcm_keep {
    CMCM_KEEP_DIFFERENCE, /* the two models allow different states */
    CMCM_KEEP_ALLOWED,    /* the first allows what the condition asks about */
    CMCM_KEEP_FORBIDDEN,  /* it forbids that, which some candidate execution has */
    CMCM_KEEP_ASKED,      /* ask(context, text) */
    CMCM_KEEP_SEEN        /* a run on this machine ends in a state that the first forbids */
} cmcm_keep;

typedef struct cmcm_shrink_options {
    cmcm_keep keep;
    const cmcm_model *models[2];
    bool (*ask)(void *context, const char *text);
    void *context;
    unsigned unroll;
    double timeout; /* of each check */
    double seconds; /* SEEN: of each run; 0: 1 */
} cmcm_shrink_options;

typedef struct cmcm_shrunk cmcm_shrunk;
/* The test without threads, instructions, initial values, widths, observed items and parts of
 * the condition that are not needed (of CMCM_KEEP_ALLOWED the condition stays; of
 * CMCM_KEEP_FORBIDDEN it may only say less of the outcome, which is then forbidden with more).
 * NULL also when it is not true at first. */
cmcm_shrunk *cmcm_shrink(cmcm_session *session, const cmcm_test *test,
                         const cmcm_shrink_options *options);
void cmcm_shrunk_free(cmcm_shrunk *shrunk);
const char *cmcm_shrunk_text(const cmcm_shrunk *shrunk);
/* Lines that went (-), came (+) and stayed; or one JSON object. */
const char *cmcm_shrunk_diff(cmcm_shrunk *shrunk);
const char *cmcm_shrunk_json(cmcm_shrunk *shrunk);
/* How many parts were taken away; and how many tests were tried. */
size_t cmcm_shrunk_steps(const cmcm_shrunk *shrunk, size_t *tried);

/* ---- output formats (docs/output.md) --------------------------------- */

typedef enum cmcm_format {
    CMCM_HERD,    /* herd7's block */
    CMCM_TSV,     /* one row of a table */
    CMCM_JSON,    /* one object on one line */
    CMCM_VERDICT, /* one line for people: "MP: No (Never, 3 states)" */
    CMCM_SARIF /* results of a SARIF log, none or some; a comma stands between those of two tests */
} cmcm_format;

/* What comes before the first result; "" or whole lines. */
const char *cmcm_format_head(cmcm_format format);
/* What comes behind the last result, likewise. all_read: there is a result of every test. */
const char *cmcm_format_foot(cmcm_format format, bool all_read);
/* The result in that format, with its last newline; verbose adds statistics where the format has
 * room for them. */
const char *cmcm_result_text(cmcm_result *result, cmcm_format format, bool verbose);
/* Both, side by side, as CMCM_JSON, CMCM_VERDICT (a line), or a table of states. target NULL:
 * why it is none. */
const char *cmcm_targets_text(cmcm_targets *targets, cmcm_result *source, cmcm_result *target,
                              const char *refused, cmcm_format format);

/* ---- tables of expectations ------------------------------------------ */

typedef struct cmcm_table cmcm_table;

/* Reads a table of what is known of tests (docs/output.md): rows of final states, or of yes and
 * no for several models, of which column chooses one: a number (the files' names are column 1)
 * or a word of its heading. column may be NULL. */
cmcm_table *cmcm_table_read(cmcm_session *session, const char *path, const char *column);
void cmcm_table_free(cmcm_table *table);
size_t cmcm_table_count(const cmcm_table *table);
/* Has it rows of states? One of yes and no needs none listed (cmcm_check_options.question). */
bool cmcm_table_has_states(const cmcm_table *table);
/* Path of the test of a row, from where the table was read. */
const char *cmcm_table_path(const cmcm_table *table, size_t row);

typedef enum cmcm_comparison {
    CMCM_MEETS,
    CMCM_DIFFERS,
    CMCM_SKIPPED /* nothing recorded, or the result is not certain */
} cmcm_comparison;

/* Compares with a row. *text (if text is not NULL) gets the differences, or why
 * the test was skipped, one per line; it belongs to the result. */
cmcm_comparison cmcm_table_compare(const cmcm_table *table, size_t row, cmcm_result *result,
                                   const char **text);

/* ---- final states and executions as data ------------------------------ */

/* One thing that a final state gives a value: a register, a location, an element. */
typedef struct cmcm_item {
    int thread;         /* a register's, as the test numbers it; -1: memory */
    const char *name;   /* "X1", "x"; of a fault all of it */
    size_t element;     /* of an array; SIZE_MAX: none */
    bool is_number;     /* else `text` is an address ("x", "x+4"), a label, ...; "": a fault */
    bool negative;      /* of a number */
    uint64_t magnitude; /* of a number */
    const char *text;   /* the value as it is printed */
} cmcm_item;
bool cmcm_result_state_item(cmcm_result *result, size_t state, size_t index, cmcm_item *item);

typedef struct cmcm_execution cmcm_execution;

/* The execution behind a state (options.witnesses). NULL: there is none. */
const cmcm_execution *cmcm_result_execution(cmcm_result *result, size_t state);

typedef struct cmcm_event {
    char kind;               /* 'R' read, 'W' write, 'F' fence, 'B' barrier; 'N' of a
                                register or a branch, with models that look at these */
    int thread;              /* as the test numbers it; -1: an initial write */
    const char *label;       /* "a", "b", ...: as witnesses name it */
    const char *place;       /* R, W: "x", "t[1]", "x+4"; else "" */
    const char *text;        /* R, W: the value, as the location's type prints it; else "" */
    uint64_t address, value; /* R, W: virtual address; what is read or written */
    unsigned bytes;          /* R, W: how many */
    unsigned line;           /* of the test's file, from 1; 0: an initial write */
    const char *instruction; /* its text; "": an initial write */
    const char *const *tags; /* "A", "SYS", ...; NULL-ended */
} cmcm_event;
size_t cmcm_execution_event_count(const cmcm_execution *execution);
/* Events are numbered from 0: initial writes, then thread by thread in program order. */
bool cmcm_execution_event(const cmcm_execution *execution, size_t index, cmcm_event *event);
/* Names of the relations that the execution has: po, rf, co, and what the model shows; a set is
 * the relation of each of its events with itself. */
const char *cmcm_execution_relation(const cmcm_execution *execution, size_t index);
/* The pairs of one of them, by number of events. False also where there is no relation of that
 * name. */
bool cmcm_execution_pair(const cmcm_execution *execution, const char *relation, size_t index,
                         size_t *from, size_t *to);

/* ---- making tests (docs/enumerate.md) --------------------------------- */

/* What is not said is zero or NULL; words as `cmcm enumerate` takes them. */
typedef struct cmcm_enumeration {
    const char *generator;    /* "hetero", "cycle", "sb", ...: `cmcm enumerate help` */
    const char *const *words; /* what follows its name: the edges of a cycle */
    size_t word_count;
    const char *const *axes; /* "Y.scope=gpu,sys" */
    size_t axis_count;
    const char *cpu, *arch; /* "aarch64", "native"; "PTX", "CMCM" */
    unsigned size, threads; /* cycles: bounds */
} cmcm_enumeration;
/* Makes tests one by one. The sink may use other sessions. */
bool cmcm_enumerate(cmcm_session *session, const cmcm_enumeration *enumeration, cmcm_sink sink,
                    void *context);

/* Running tests on this machine, and records and logs of runs. */
#include "cmcm_runs.h"

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
