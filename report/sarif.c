/* SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"): what is wrong with a test, at
 * its lines, as programs show it that look at changes. A log is the head, the results of all tests
 * with commas between, and the foot. */
#include "litmus/isa/isa.h"
#include "report/document.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

/* ---- rules ------------------------------------------------------------------- */

/* A flag of a model that has no row is a rule of its own name. */
#define RULES                                                                                      \
    ROW("data-race", "error", "Accesses race: nothing orders one of them before the other", ",\n") \
    ROW("trap", "error", "A thread traps, as where an assertion does not hold", ",\n")             \
    ROW("assertion", "error", "An assertion does not hold", ",\n")                                 \
    ROW("*undef*", "error", "The program has undefined behaviour", ",\n")                          \
    ROW("hang", "error", "A thread may never end", ",\n")                                          \
    ROW("excluded-outcome", "error", "A run can end as the question says that none does", ",\n")   \
    ROW("asked-outcome", "warning", "A run can end as the question says", ",\n")                   \
    ROW("uncertain", "note", "The answer is not certain", "")

static const struct rule {
    const char *id, *level, *says;
} rules[] = {
#define ROW(id, level, says, between) {id, level, says},
    RULES
#undef ROW
};

#define ROW(id, level, says, between)                                                              \
    "{\"id\":\"" id "\",\"shortDescription\":{\"text\":\"" says                                    \
    "\"},\"defaultConfiguration\":{\"level\":\"" level "\"}}" between
const char cm_report_sarif_head[] =
    "{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\n"
    "\"runs\":[{\"tool\":{\"driver\":{\"name\":\"cmcm\",\"version\":\"" CMCM_VERSION
    "\",\"rules\":[\n" RULES "]}},\n\"results\":[\n";

const char *cm_report_sarif_foot(bool all_read)
{
    return all_read ? "\n],\"invocations\":[{\"executionSuccessful\":true}]}]}\n"
                    : "\n],\"invocations\":[{\"executionSuccessful\":false}]}]}\n";
}

/* ---- places ------------------------------------------------------------------ */

/* A path as the URI that it is, relative or not (RFC 3986). */
static const char *uri_of(cm_arena *arena, const char *path)
{
    cm_text uri = cm_text_new(arena);
    cm_text_add(&uri, *path == '/' ? "file://" : "");
    for (const unsigned char *c = (const unsigned char *)path; *c; c++)
        if (*c > ' ' && *c < 127 && !strchr("\"#%:<>?[\\]^`{|}", *c))
            cm_text_add_char(&uri, (char)*c);
        else
            cm_text_append(&uri, "%%%02X", *c);
    return uri.data;
}

/* Lines of a source have its name without the folder, which is that of the kernel. */
static const char *source_of(cm_arena *arena, const char *kernel, const char *line)
{
    const char *slash = strrchr(kernel, '/'), *colon = strrchr(line, ':');
    return cm_arena_printf(arena, "%.*s%.*s", slash ? (int)(slash + 1 - kernel) : 0, kernel,
                           (int)(colon - line), line);
}

/* at NULL, or a line that nobody knows of a kernel: the file. */
static void add_location(cm_doc *in, const char *key, const cm_report *report,
                         const cm_instruction *at)
{
    cm_doc *location = cm_doc_object(in, key);
    cm_doc *place = cm_doc_object(location, "physicalLocation");
    cm_doc *file = cm_doc_object(place, "artifactLocation");
    const char *path = report->kernel ? report->kernel : report->file;
    unsigned line = 0, column = 0;
    if (at && at->line) {
        const char *rest = at->where + strlen(at->line);
        line = (unsigned)strtoul(strrchr(at->line, ':') + 1, NULL, 10);
        column = *rest == ':' ? (unsigned)strtoul(rest + 1, NULL, 10) : 0;
        path = source_of(in->arena, path, at->line);
    } else if (at && !report->kernel) {
        cm_place_position(at->place, &line, &column);
    }
    cm_doc_text(file, "uri", uri_of(in->arena, path));
    if (line > 0) {
        cm_doc *region = cm_doc_object(place, "region");
        cm_doc_number(region, "startLine", line);
        if (column > 0)
            cm_doc_number(region, "startColumn", column);
    }
    if (at)
        cm_doc_text(cm_doc_object(location, "message"), "text", at->code ? at->code : at->text);
}

/* ---- results ------------------------------------------------------------------ */

typedef struct writer {
    cm_text *out;
    const cm_report *report;
    int count;
} writer;

/* at: NULL, or NULL-ended: the place, then the others that belong to it. says: what is added to the
 * rule's words; may be "". */
static void add_result(writer *w, const char *id, const cm_instruction *const *at, const char *says)
{
    const struct rule *rule = NULL;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(rules[i].id, id) == 0)
            rule = &rules[i];
    cm_arena *arena = w->out->arena;
    cm_doc *result = cm_doc_new(arena, CM_DOC_OBJECT, NULL);
    const char *what = rule ? rule->says : cm_arena_printf(arena, "The model flags `%s`", id);
    cm_doc_text(result, "ruleId", id);
    cm_doc_text(result, "level", rule ? rule->level : "error");
    cm_doc_text(cm_doc_object(result, "message"), "text",
                cm_arena_printf(arena, "%s%s%s (%s, model %s).", what, *says ? ": " : "", says,
                                w->report->test->name, w->report->model->name));
    add_location(cm_doc_list(result, "locations"), NULL, w->report, at ? at[0] : NULL);
    cm_doc *others = NULL;
    for (int i = 1; at && at[0] && at[i]; i++)
        if (at[i] != at[0]) {
            others = others ? others : cm_doc_list(result, "relatedLocations");
            add_location(others, NULL, w->report, at[i]);
        }
    if (w->count++ > 0)
        cm_text_add(w->out, ",\n");
    cm_text compact = cm_text_new(arena);
    cm_doc_write_json(&compact, result, CM_JSON_COMPACT);
    cm_text_add_bytes(w->out, compact.data, compact.length - 1); /* without the line's end */
}

static void add_hang(writer *w)
{
    const cm_liveness *live = &w->report->result->liveness;
    cm_arena *arena = w->out->arena;
    const cm_instruction **at =
        CM_NEW_ARRAY(arena, (size_t)live->wait_count + 1, const cm_instruction *);
    for (int i = 0; i < live->wait_count; i++) {
        const cm_wait *wait = &live->waits[i];
        at[i] = &w->report->test->threads[wait->thread].instructions[wait->instruction];
    }
    if (live->ending == CM_HANGS)
        add_result(w, "hang", at, cm_report_waits(arena, w->report));
}

/* An outcome that `exists` asks about can happen; what `~exists` excludes does; what `forall` says
 * of all is not so of one. */
static void add_answer(writer *w)
{
    const cm_report *report = w->report;
    cm_arena *arena = w->out->arena;
    bool exists = report->test->quantifier == CM_EXISTS;
    cm_answer answer = cm_check_answer(report->result);
    if (answer == (exists ? CM_YES : CM_NO) && !cm_report_undefined(report))
        add_result(w, exists ? "asked-outcome" : "excluded-outcome", report->story_at,
                   cm_arena_printf(arena, "%s%s%s", cm_condition_print(arena, report->test),
                                   report->story ? ". " : "", report->story ? report->story : ""));
}

/* What keeps the answer from being one: a log without results would say that all is well. */
static void add_doubts(writer *w)
{
    const cm_check_result *result = w->report->result;
    bool flags = cm_model_has_flags(w->report->model) && !result->flags_known;
    if (cm_check_answer(result) == CM_UNKNOWN || flags)
        add_result(w, "uncertain", NULL, result->reason);
    else if (result->liveness.ending == CM_MAY_HANG)
        add_result(w, "uncertain", NULL,
                   cm_arena_printf(w->out->arena, "whether every thread ends, %s",
                                   result->liveness.reason));
}

void cm_report_sarif(cm_text *out, const cm_report *report)
{
    writer w = {.out = out, .report = report};
    const cm_check_result *result = w.report->result;
    for (size_t i = 0; result->flags && result->flags[i]; i++) {
        const cm_instruction **at = result->flag_accesses[i];
        const char *lines = cm_report_flag_lines(w.out->arena, w.report, i);
        add_result(&w, result->flags[i], at, lines ? lines : "");
    }
    add_hang(&w);
    add_answer(&w);
    add_doubts(&w);
}
