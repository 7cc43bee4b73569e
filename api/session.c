/* Sessions: settings, messages, and the solver context of one thread. */
#include "api/internal.h"

#include <stdlib.h>
#include <string.h>

#ifndef CMCM_VERSION
#define CMCM_VERSION "0.1.0"
#endif

const char *cmcm_version(void)
{
    return CMCM_VERSION;
}

cmcm_session *cmcm_session_new(void)
{
    cmcm_session *session = calloc(1, sizeof *session);
    if (!session)
        return NULL;
    session->arena = cm_arena_new(0);
    session->message_arena = cm_arena_new(0);
    if (session->arena && session->message_arena)
        return session;
    cmcm_session_free(session);
    return NULL;
}

void cmcm_session_free(cmcm_session *session)
{
    if (!session)
        return;
    cm_solver_context *solver = atomic_load(&session->solver);
    if (solver)
        cm_solver_context_free(solver);
    cm_arena_free(session->arena);
    cm_arena_free(session->message_arena);
    free(session);
}

void cmcm_session_interrupt(cmcm_session *session)
{
    cm_solver_context *solver = atomic_load(&session->solver);
    if (solver)
        cm_solver_context_interrupt(solver);
}

/* ---- messages -------------------------------------------------------- */

const char *cmcm_session_messages(const cmcm_session *session)
{
    if (session->lost_messages)
        return "cmcm: error: out of memory\n";
    return session->has_messages ? session->messages.data : "";
}

size_t cmcm_session_error_count(const cmcm_session *session)
{
    return session->errors;
}

void cmcm_session_clear(cmcm_session *session)
{
    session->has_messages = session->lost_messages = false;
    session->errors = 0;
    session->told = NULL;
    session->told_count = session->told_capacity = 0;
    cm_arena_reset(session->message_arena, 0);
}

bool cmcm_session_message(const cmcm_session *session, size_t index, cmcm_message *message)
{
    if (session->lost_messages && index == 0) {
        *message = (cmcm_message){.severity = CMCM_ERROR, .file = "", .text = "out of memory"};
        return true;
    }
    if (session->lost_messages || index >= session->told_count)
        return false;
    *message = session->told[index];
    return true;
}

static void add_told(cmcm_session *session, cmcm_message message)
{
    CM_RESERVE(session->message_arena, session->told, session->told_count, session->told_capacity);
    session->told[session->told_count++] = message;
}

/* Copied: what is said of a test outlives it. */
static cmcm_message message_of(cm_arena *arena, const cm_diag *diag)
{
    static const cmcm_severity severities[] = {
        [CM_NOTE] = CMCM_NOTE, [CM_WARNING] = CMCM_WARNING, [CM_ERROR] = CMCM_ERROR};
    const cm_source *source = diag->place.source;
    cmcm_message message = {.severity = severities[diag->severity],
                            .file = source ? cm_arena_printf(arena, "%s", source->name) : "",
                            .text = cm_arena_printf(arena, "%s", diag->message)};
    if (source && source->text) {
        cm_place_position(diag->place, &message.line, &message.column);
        message.length = diag->place.length;
    }
    return message;
}

typedef struct adding {
    cmcm_session *session;
    const cm_diags *diags;
    const char *message;
} adding;

static void add_messages(void *argument)
{
    adding *a = argument;
    cmcm_session *session = a->session;
    if (!session->has_messages)
        session->messages = cm_text_new(session->message_arena);
    session->has_messages = true;
    for (size_t i = 0; a->diags && i < a->diags->count; i++) {
        cm_diag diag = a->diags->items[i];
        if (session->strict && diag.severity == CM_WARNING)
            diag.severity = CM_ERROR;
        cm_text_add(&session->messages,
                    cm_diag_format(session->message_arena, &diag, session->color));
        add_told(session, message_of(session->message_arena, &diag));
    }
    if (a->message) {
        cm_arena *arena = session->message_arena;
        cm_text_append(&session->messages, "cmcm: error: %s\n", a->message);
        add_told(session, (cmcm_message){.severity = CMCM_ERROR,
                                         .file = "",
                                         .text = cm_arena_printf(arena, "%s", a->message)});
    }
}

static void say(cmcm_session *session, const cm_diags *diags, const char *message)
{
    adding a = {session, diags, message};
    if (!cm_arena_protect(session->message_arena, add_messages, &a))
        session->lost_messages = true;
}

bool cm_session_take(cmcm_session *session, const cm_diags *diags)
{
    size_t errors = diags->errors;
    for (size_t i = 0; i < diags->count && session->strict; i++)
        errors += diags->items[i].severity == CM_WARNING;
    session->errors += errors;
    if (diags->count)
        say(session, diags, NULL);
    return errors == 0;
}

void cm_session_error(cmcm_session *session, const char *message)
{
    session->errors++;
    say(session, NULL, message);
}

bool cm_session_made(cmcm_session *session, const cm_diags *diags, bool made)
{
    bool sound = cm_session_take(session, diags);
    if (sound && !made)
        cm_session_error(session, "out of memory");
    return sound && made;
}

/* ---- settings -------------------------------------------------------- */

void cmcm_session_set_color(cmcm_session *session, bool color)
{
    session->color = color;
}

void cmcm_session_set_strict(cmcm_session *session, bool strict)
{
    session->strict = strict;
}

typedef struct naming {
    cmcm_session *session;
    cm_name_list *list;
    const char *name;
} naming;

static void add_name(void *argument)
{
    naming *n = argument;
    cm_arena *arena = n->session->arena;
    const char *name = cm_arena_text(arena, n->name, strlen(n->name));
    CM_PUSH(arena, n->list->items, n->list->count, n->list->capacity, name);
}

static void add_to(cmcm_session *session, cm_name_list *list, const char *name)
{
    naming n = {session, list, name};
    if (!cm_arena_protect(session->arena, add_name, &n))
        cm_session_error(session, "out of memory");
}

void cmcm_session_add_include(cmcm_session *session, const char *directory)
{
    add_to(session, &session->includes, directory);
}

bool cmcm_session_set_dialect(cmcm_session *session, const char *name)
{
    static const char *const names[] = {[CM_DIALECT_AUTO] = "auto",
                                        [CM_DIALECT_CMCM] = "cmcm",
                                        [CM_DIALECT_HERD] = "herd",
                                        [CM_DIALECT_DAT3M] = "dat3m"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) {
            session->dialect = (cm_dialect)i;
            return true;
        }
    return false;
}

bool cmcm_session_set_volatile(cmcm_session *session, const char *how)
{
    session->volatile_relaxed = strcmp(how, "relaxed") == 0;
    return session->volatile_relaxed || strcmp(how, "race") == 0;
}

void cmcm_session_add_variant(cmcm_session *session, const char *name)
{
    add_to(session, &session->variants, name);
}

void cm_session_keep(cmcm_session *session, const char **kept, const char *text)
{
    cm_name_list copy = {0};
    if (*kept && text && strcmp(*kept, text) == 0)
        return;
    if (text)
        add_to(session, &copy, text);
    *kept = copy.count > 0 ? copy.items[0] : NULL;
}

void cmcm_session_set_build(cmcm_session *session, const char *directory)
{
    cm_session_keep(session, &session->build, directory);
}

void cmcm_session_set_threads(cmcm_session *session, const char *calls)
{
    cm_session_keep(session, &session->threads, calls);
}
