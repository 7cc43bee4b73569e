/* What stands behind the opaque types of include/cmcm.h.
 *
 * Each object owns an arena, most that of the work with which they begin. Every entry of the
 * library runs under a cm_arena_protect of the arena that it allocates from, so that lack of memory
 * comes back as NULL and a message.
 */
#ifndef CM_API_INTERNAL_H
#define CM_API_INTERNAL_H

#include "base/text.h"
#include "checker/check.h"
#include "cmcm.h"
#include "compare/models.h"
#include "compare/table.h"
#include "report/draw.h"

#include <stdatomic.h>

typedef struct cm_name_list {
    const char **items;
    int count, capacity;
} cm_name_list;

struct cmcm_session {
    cm_arena *arena;         /* settings */
    cm_arena *message_arena; /* emptied by cmcm_session_clear */
    cm_text messages;
    bool has_messages;  /* is `messages` initialised? */
    bool lost_messages; /* no memory for one: a fixed text says so */
    cmcm_message *told; /* the same as data, in message_arena */
    size_t told_count, told_capacity;
    size_t errors;
    bool color, strict, volatile_relaxed;
    cm_name_list includes, variants;
    const cm_source *macros;
    const char *macros_of; /* the model's name */
    const char *build;     /* the folder of a compile_commands.json, or NULL */
    const char *threads;   /* of programs: calls, `push(q, 1) | pop(q)`; or NULL */
    cm_dialect dialect;
    /* Made by the first check; read by cmcm_session_interrupt on other threads. */
    _Atomic(cm_solver_context *) solver;
};

struct cmcm_model {
    cm_work work;
    cm_model *model;
};

struct cmcm_test {
    cm_work work;
    cm_source *source;
    cm_test *test;
    const char *kernel; /* the file that it was made of, or NULL */
    const char *condition;
    char hash[33];
    bool has_hash;
    double parse_seconds; /* reading and parsing */
};

struct cmcm_result {
    cm_arena *arena;      /* the checker's; may carry a limit */
    cm_arena *text_arena; /* texts asked for later: not under that limit */
    const cmcm_model *model;
    const cmcm_test *test;
    unsigned unroll;
    const char *seed; /* what a report of an error needs besides the test */
    cm_work work;
    cm_check_result *result;
    const char **states;
    const cm_diag **warnings; /* of the test, then of the model for the test */
    size_t warning_count;
    bool refused;                  /* for a warning, in a strict session */
    cm_execution_count executions; /* options.count_executions */
    cm_report report;
    char hash[33];
};

struct cmcm_table {
    cm_work work;
    cm_table *table;
};

/* Moves what the work has to say into the session's messages. False: there are errors
 * among it, or warnings that the session takes for errors. */
bool cm_session_take(cmcm_session *session, const cm_diags *diags);
/* Adds an error without a place, for lack of memory too. */
void cm_session_error(cmcm_session *session, const char *message);

/* *kept becomes a copy of the text (NULL: none), or stays as it is if it is the same. */
void cm_session_keep(cmcm_session *session, const char **kept, const char *text);
/* What is left of making a value: takes the work's messages, and says that there is no
 * memory where nothing else is said. True: it is made, and there is no error. */
bool cm_session_made(cmcm_session *session, const cm_diags *diags, bool made);

/* An object, all zero but its work, which stands first. NULL: out of memory, and said. */
void *cm_object_new(cmcm_session *session, size_t size, size_t memory_limit);
/* What is left of making it, as above; NULL: it is not made, and freed. */
void *cm_object_made(cmcm_session *session, void *object, bool made);
void cm_object_free(void *object); /* or NULL */

/* The session's solver context, made when there is none; NULL: out of memory. */
cm_solver_context *cm_session_solver(cmcm_session *session);

/* The execution as the library gives it, in the arena; NULL: there is none, or no memory. */
const cmcm_execution *cm_execution_describe(cm_arena *arena, const cm_execution *execution);

/* Its states, to be compared. */
cm_listed cm_result_listed(const cmcm_result *result);

/* Fills in result->hash, which takes a while, unless it is there. Under protect of
 * result->text_arena. */
void cm_result_need_hash(cmcm_result *result);

/* A warning as the library gives it; true. */
bool cm_warning_of(const cm_diag *diag, cmcm_warning *warning);

/* Appends the picture. False: `how` is none. */
bool cm_draw_as(cm_text *out, const cm_drawing *drawing, cmcm_telling how);

/* What stands around a page's pictures, in the arena. page may be NULL. */
cm_picture_frame cm_page_frame(cm_arena *arena, const cmcm_page *page);

#endif
