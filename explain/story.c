/* What happens, thread by thread, in a person's words: see text.h. */
#include "explain/text.h"
#include "report/execution.h"
#include "report/lines.h"

#include <string.h>

typedef struct story {
    cm_arena *arena;
    const cm_execution *x;
    const cm_sc_step *cycle;
    int count;
    bool *told; /* by event: where it stands */
} story;

static bool is_named(const cm_sc_step *step, const char *name)
{
    return strcmp(step->name, name) == 0;
}

/* Is the line of the source told? */
static bool is_told(const story *s, const cm_instruction *by)
{
    for (uint32_t i = 0; i < s->x->event_count; i++) {
        const cm_event *e = &s->x->events[i];
        const cm_instruction *other =
            s->told[i] ? &s->x->test->threads[e->thread].instructions[e->instruction] : NULL;
        if (other && other->code && strcmp(other->line, by->line) == 0 &&
            strcmp(other->code, by->code) == 0)
            return true;
    }
    return false;
}

/* "; another address of [x]": where the event's is an alias. */
static const char *also(const story *s, const cm_event *e)
{
    uint64_t offset;
    int at =
        e->kind == 'R' || e->kind == 'W' ? cm_test_locate(s->x->test, e->address, &offset) : -1;
    int of = at < 0 ? -1 : s->x->test->locations[at].alias_of;
    return of < 0 ? ""
                  : cm_arena_printf(s->arena, "; another address of [%s]",
                                    s->x->test->locations[of].name);
}

/* "[x]=1 (c)"; of what is no access its instruction, "`bar.sync 0` (d)". Of a kernel whose source
 * is known with its line, where it is told first: "[x]=1 (c) at flag.cu:6 `*flag = 1`"; the text of
 * a line is told once. */
static const char *what(const story *s, uint32_t event)
{
    const cm_event *e = &s->x->events[event];
    const cm_instruction *by = &s->x->test->threads[e->thread].instructions[e->instruction];
    const char *letter = cm_report_label_text(s->arena, e), *at = "";
    if (by->line && !s->told[event] && (!by->code || is_told(s, by)))
        at = cm_arena_printf(s->arena, " at %s", by->line);
    else if (by->code && !s->told[event])
        at = cm_arena_printf(s->arena, " at %s `%s`", by->line, by->code);
    s->told[event] = true;
    const char *text = by->code ? by->code : by->text;
    if (e->kind != 'R' && e->kind != 'W')
        return *at ? cm_arena_printf(s->arena, "`%s` (%s, %s)", text, letter, by->line)
                   : cm_arena_printf(s->arena, "`%s` (%s)", text, letter);
    cm_text access = cm_text_new(s->arena); /* "W [x]=1" */
    cm_report_access(&access, s->x->test, e);
    return cm_arena_printf(s->arena, "%s (%s%s)%s", access.data + strlen("W "), letter, also(s, e),
                           at);
}

static const char *thread_of(const story *s, uint32_t event)
{
    int thread = s->x->events[event].thread;
    return cm_arena_printf(s->arena, "P%d", s->x->test->threads[thread].id);
}

static const char *verb(char kind)
{
    return kind == 'R' ? " reads" : kind == 'W' ? " writes" : kind == 'B' ? " comes to" : " passes";
}

/* Of a copy in the background. */
static const char *manner(const cm_event *e)
{
    return e->action && e->action->step->async.role == CM_ASYNC_ACCESS ? " asynchronously" : "";
}

static bool in_one_thread(const story *s, const cm_sc_step *step)
{
    return s->x->events[step->from].thread == s->x->events[step->to].thread;
}

/* The order of an asynchronous operation with its thread. */
static bool is_of_operation(const story *s, const cm_sc_step *step)
{
    return in_one_thread(s, step) && (is_named(step, "issue") || is_named(step, "completion"));
}

/* Where the thread meets another one on the step's way, ", then comes to `bar.sync 0` (c)". */
static const char *meeting_on(const story *s, const cm_sc_step *step)
{
    for (uint32_t i = 0; i < s->x->event_count && is_named(step, "barrier"); i++)
        if (cm_rel_has(&s->x->po, step->from, i) && cm_rel_has(&s->x->meets, i, step->to))
            return cm_arena_printf(s->arena, ", then comes to %s", what(s, i));
    return "";
}

/* How the first event of a part is met by what comes before it on the cycle. */
static void add_arrival(const story *s, cm_text *line, const cm_sc_step *step)
{
    bool own = in_one_thread(s, step);
    const char *who = thread_of(s, step->from);
    if (is_named(step, "rf"))
        cm_text_append(line, ", which %s wrote (%s)", own ? "it" : who,
                       cm_report_label_text(s->arena, &s->x->events[step->from]));
    else if (is_named(step, "co"))
        cm_text_append(line, ", over %s%s %s", own ? "its own" : who, own ? "" : "'s",
                       what(s, step->from));
    else if (is_named(step, "barrier"))
        cm_text_append(line, ", where it meets %s", who);
    else if (is_named(step, "boundary"))
        cm_text_append(line, ", after %s has ended", who);
}

/* The events of a thread that follow each other on the cycle, from the one to which the step leads.
 * The step that leads away. */
static int add_part(const story *s, cm_text *out, int step)
{
    const cm_sc_step *arrival = &s->cycle[step];
    cm_text line = cm_text_new(s->arena);
    cm_text_append(&line, "%s", thread_of(s, arrival->to));
    bool as_one = false; /* the event, with the one before it */
    char last = 0;
    for (;;) {
        uint32_t event = s->cycle[step].to;
        char kind = s->x->events[event].kind;
        if (as_one)
            cm_text_append(&line, ", as one with its %s of %s", kind == 'R' ? "read" : "write",
                           what(s, event));
        else
            cm_text_append(&line, "%s%s %s%s", last ? ", then" : "", kind == last ? "" : verb(kind),
                           what(s, event), manner(&s->x->events[event]));
        if (!last)
            add_arrival(s, &line, arrival);
        last = as_one ? '-' : kind; /* its verb is not said again */
        step = (step + 1) % s->count;
        bool next = is_named(&s->cycle[step], "rmw^-1");
        if (!next && !is_named(&s->cycle[step], "po") && !is_of_operation(s, &s->cycle[step]))
            break;
        as_one = next;
    }
    const cm_sc_step *away = &s->cycle[step];
    bool own = in_one_thread(s, away);
    bool alone = away->from == arrival->to; /* a comma stands before it */
    if (is_named(away, "fr"))
        cm_text_append(&line, "%s %s%s %s",
                       own      ? ", older than"
                       : as_one ? ", which misses"
                       : alone  ? ", and misses"
                                : " and misses",
                       own ? "its own" : thread_of(s, away->to), own ? "" : "'s",
                       what(s, away->to));
    cm_lines_add(out, 2, 4, "%s%s.", line.data, meeting_on(s, away));
    return step;
}

/* Where the story begins: at a thread whose first event is read too early, else at one that is
 * overwritten, so that writers come first. */
static int rank(const cm_sc_step *step)
{
    static const char *const names[] = {"boundary", "barrier", "rf", "co", "fr"};
    int found = -1;
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        if (is_named(step, names[i]))
            found = i;
    return found;
}

/* A write between what one instruction reads and writes: r -fr-> other -co-> w -rmw^-1-> r. */
static bool add_torn(const story *s, cm_text *out)
{
    for (int i = 0; i < s->count && s->count == 3; i++) {
        const cm_sc_step *back = &s->cycle[i], *early = &s->cycle[(i + 1) % 3];
        if (!is_named(back, "rmw^-1") || !is_named(early, "fr"))
            continue;
        cm_lines_add(out, 2, 4, "%s reads %s and writes %s as one, and %s writes %s in between.",
                     thread_of(s, back->to), what(s, back->to), what(s, back->from),
                     thread_of(s, early->to), what(s, early->to));
        return true;
    }
    return false;
}

bool cm_explain_add_story(cm_text *out, const cm_execution *x, const cm_sc_step *cycle, int count)
{
    story s = {out->arena, x, cycle, count, CM_NEW_ARRAY(out->arena, x->event_count + 1, bool)};
    int first = -1;
    for (int i = 0; i < count; i++) {
        const cm_event *e = &x->events[cycle[i].to];
        if (e->thread < 0 || !strchr("RWFB", e->kind))
            return false;
        if (rank(&cycle[i]) < 0)
            continue;
        int better = first < 0 ? 1 : rank(&cycle[i]) - rank(&cycle[first]);
        if (better > 0 || (better == 0 && e->thread < x->events[cycle[first].to].thread))
            first = i;
    }
    int step = first;
    if (first >= 0 && !add_torn(&s, out))
        do
            step = add_part(&s, out, step);
        while (step != first);
    return first >= 0;
}

/* Is it an access by which a program's thread is begun or joined, which is told by their order? */
static bool is_of_thread(const cm_execution *x, const cm_event *e)
{
    const char *name = e->location < 0 ? "" : x->test->locations[e->location].name;
    return x->test->threads[e->thread].instructions[e->instruction].line &&
           (strncmp(name, "begin_P", strlen("begin_P")) == 0 ||
            strncmp(name, "end_P", strlen("end_P")) == 0);
}

/* Does another thread access the location, too? */
static bool is_shared(const cm_execution *x, const cm_event *e)
{
    for (uint32_t i = 0; i < x->event_count; i++)
        if (x->events[i].thread >= 0 && x->events[i].thread != e->thread &&
            x->events[i].location == e->location)
            return true;
    return false;
}

enum { MOST_TOLD = 12 };

/* The events that are told, in their order; -1: they are too many, or of other kinds. */
static int find_told(const cm_execution *x, const uint32_t *order, bool shared, uint32_t *told)
{
    int count = 0;
    for (uint32_t i = 0; i < x->event_count; i++) {
        const cm_event *e = &x->events[order[i]];
        if (e->thread < 0 || e->kind == 'F' || is_of_thread(x, e) ||
            (shared && strchr("RW", e->kind) && !is_shared(x, e)))
            continue;
        if (count == MOST_TOLD || !strchr("RWB", e->kind))
            return -1;
        told[count++] = order[i];
    }
    return count;
}

bool cm_explain_add_interleaving(cm_text *out, const cm_execution *x, const uint32_t *order)
{
    story s = {
        .arena = out->arena, .x = x, .told = CM_NEW_ARRAY(out->arena, x->event_count + 1, bool)};
    uint32_t told[MOST_TOLD];
    int count = find_told(x, order, false, told);
    count = count < 0 ? find_told(x, order, true, told) : count;
    if (count < 0)
        return false;
    cm_text line = cm_text_new(s.arena);
    bool several = false; /* asynchronous ones, one after the other */
    if (count > 0)
        cm_lines_add(out, 0, 2, "This can happen, and nothing has to be reordered:");
    for (int i = 0; i < count; i++) {
        const cm_event *e = &x->events[told[i]], *last = i ? &x->events[told[i - 1]] : NULL;
        bool on = last && last->thread == e->thread, alike = on && *manner(e) == *manner(last);
        several = alike && *manner(e);
        if (!on && i)
            cm_lines_add(out, 2, 4, "%s.", line.data);
        if (!on)
            line = cm_text_new(s.arena);
        cm_text_append(&line, "%s%s %s", on ? ", then" : thread_of(&s, told[i]),
                       alike && last->kind == e->kind ? "" : verb(e->kind), what(&s, told[i]));
        const cm_event *next = i + 1 < count ? &x->events[told[i + 1]] : NULL;
        if (!next || next->thread != e->thread || *manner(next) != *manner(e))
            cm_text_append(&line, "%s%s", several ? ", all" : "", manner(e));
    }
    if (count > 0)
        cm_lines_add(out, 2, 4, "%s.", line.data);
    return count > 0;
}
