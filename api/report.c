/* Results as text, and tables of expectations. */
#include "api/internal.h"
#include "explain/text.h"
#include "explain/turns.h"

#include <string.h>

typedef struct printing {
    cmcm_result *result;
    cmcm_format format;
    bool verbose;
    size_t state;
    cmcm_telling how;
    const cmcm_page *page; /* or NULL */
    const cm_table *table;
    const cm_expectation *row;
    cm_comparison comparison;
    cm_text out;
} printing;

static const char *print_protected(printing *p, void (*work)(void *))
{
    return cm_arena_protect(p->result->text_arena, work, p) ? p->out.data : NULL;
}

/* The execution of a state that settles the question against what is wanted; NULL: none is kept. */
static const cm_execution *settling(const cmcm_result *result)
{
    cm_execution **executions = result->result->executions;
    bool forall = result->test->test->quantifier == CM_FORALL;
    for (size_t i = 0; executions && i < result->result->states->count; i++)
        if (executions[i] && cmcm_result_state_satisfies(result, i) != forall)
            return executions[i];
    return NULL;
}

/* What happens in it, and where: what reads an old value first, then what else is out of order; if
 * nothing is, the last access first. */
static void tell_story(printing *p)
{
    cm_report *report = &p->result->report;
    cm_arena *arena = p->out.arena;
    const cm_execution *x = settling(p->result);
    if (!x || report->story)
        return;
    const cm_sc_step *cycle;
    int steps = cm_turns_cycle(arena, x, &cycle);
    uint32_t *events = CM_NEW_ARRAY(arena, (size_t)x->event_count + 1, uint32_t), count = 0;
    cm_text story = cm_text_new(arena);
    if (cm_explain_add_story(&story, x, cycle, steps)) {
        int first = 0;
        while (first + 1 < steps && strcmp(cycle[first].name, "fr") != 0)
            first++;
        for (int i = 0; i < steps; i++)
            events[count++] = cycle[(first + i) % steps].from;
    } else {
        cm_turns turns = cm_turns_of(arena, x);
        if (turns.surprises == 0 && turns.order)
            cm_explain_add_interleaving(&story, x, turns.order);
        for (uint32_t i = x->event_count; i > 0 && turns.surprises == 0 && turns.order; i--)
            events[count++] = turns.order[i - 1];
    }
    report->story = story.data;
    report->story_at = CM_NEW_ARRAY(arena, (size_t)count + 1, const cm_instruction *);
    for (uint32_t i = 0, kept = 0; i < count; i++) {
        const cm_event *e = &x->events[events[i]];
        if (e->thread >= 0 && e->instruction >= 0 && e->kind != 'F')
            report->story_at[kept++] = &x->test->threads[e->thread].instructions[e->instruction];
    }
}

static void print_format(void *argument)
{
    printing *p = argument;
    p->out = cm_text_new(p->result->text_arena);
    if (p->format == CMCM_HERD || p->format == CMCM_JSON)
        cm_result_need_hash(p->result);
    switch (p->format) {
    case CMCM_HERD:
        cm_report_herd(&p->out, &p->result->report, p->verbose);
        break;
    case CMCM_TSV:
        cm_report_tsv(&p->out, &p->result->report);
        break;
    case CMCM_JSON:
        cm_report_json(&p->out, &p->result->report, p->verbose);
        break;
    case CMCM_SARIF:
        tell_story(p);
        cm_report_sarif(&p->out, &p->result->report);
        break;
    case CMCM_VERDICT:
        cm_report_verdict(&p->out, &p->result->report);
        break;
    }
}

const char *cmcm_format_head(cmcm_format format)
{
    return format == CMCM_TSV     ? cm_report_tsv_head
           : format == CMCM_SARIF ? cm_report_sarif_head
                                  : "";
}

const char *cmcm_format_foot(cmcm_format format, bool all_read)
{
    return format == CMCM_SARIF ? cm_report_sarif_foot(all_read) : "";
}

const char *cmcm_result_text(cmcm_result *result, cmcm_format format, bool verbose)
{
    printing p = {.result = result, .format = format, .verbose = verbose};
    return print_protected(&p, print_format);
}

static void print_witness(void *argument)
{
    printing *p = argument;
    p->out = cm_text_new(p->result->text_arena);
    cm_report_witness(&p->out, &p->result->report, p->state);
}

const char *cmcm_result_witness(cmcm_result *result, size_t index)
{
    cm_execution **executions = result->result->executions;
    if (!executions || index >= result->result->states->count || !executions[index])
        return NULL;
    printing p = {.result = result, .state = index};
    return print_protected(&p, print_witness);
}

cm_picture_frame cm_page_frame(cm_arena *arena, const cmcm_page *page)
{
    static const cmcm_page none = {0};
    page = page ? page : &none;
    cm_origin *origin = CM_NEW(arena, cm_origin);
    *origin = (cm_origin){cmcm_version(), page->date, page->command};
    cm_picture_fact *facts = CM_NEW_ARRAY(arena, page->fact_count, cm_picture_fact);
    for (size_t i = 0; i < page->fact_count; i++)
        facts[i] = (cm_picture_fact){page->facts[i].name, page->facts[i].value};
    return (cm_picture_frame){.up = page->up,
                              .up_title = page->up_title,
                              .facts = facts,
                              .fact_count = page->fact_count,
                              .origin = origin};
}

static void print_picture(void *argument)
{
    printing *p = argument;
    const cm_report *r = &p->result->report;
    cm_arena *arena = p->result->text_arena;
    cm_drawing *drawing = cm_drawing_new(arena, r->result->executions[p->state]);
    drawing->title = cm_arena_printf(arena, "%s, model %s", r->test->name, r->model->name);
    drawing->subtitle = cm_report_state(arena, r, p->state);
    p->out = cm_text_new(arena);
    if (p->how == CMCM_AS_HTML) {
        cm_picture picture = {.heading = drawing->subtitle, .drawing = drawing};
        cm_picture_page page = {.title = drawing->title,
                                .summary = "",
                                .words = "",
                                .frame = cm_page_frame(p->out.arena, p->page),
                                .test = r->test->source->text,
                                .pictures = &picture,
                                .count = 1};
        cm_draw_html(&p->out, &page);
    } else if (!cm_draw_as(&p->out, drawing, p->how))
        p->out.data = NULL;
}

const char *cmcm_result_picture(cmcm_result *result, size_t index, cmcm_telling telling)
{
    cm_execution **executions = result->result->executions;
    if (!executions || index >= result->result->states->count || !executions[index])
        return NULL;
    printing p = {.result = result, .state = index, .how = telling};
    return print_protected(&p, print_picture);
}

const char *cmcm_result_page(cmcm_result *result, size_t index, const cmcm_page *page)
{
    cm_execution **executions = result->result->executions;
    if (!executions || index >= result->result->states->count || !executions[index])
        return NULL;
    printing p = {.result = result, .state = index, .how = CMCM_AS_HTML, .page = page};
    return print_protected(&p, print_picture);
}

static void print_wait(void *argument)
{
    printing *p = argument;
    p->out = cm_text_new(p->result->text_arena);
    cm_text_add(&p->out, cm_report_wait(p->result->text_arena, &p->result->report, p->state));
}

const char *cmcm_result_wait(cmcm_result *result, size_t index)
{
    printing p = {.result = result, .state = index};
    return index < (size_t)result->result->liveness.wait_count ? print_protected(&p, print_wait)
                                                               : NULL;
}

static void print_flag_lines(void *argument)
{
    printing *p = argument;
    const char *lines = cm_report_flag_lines(p->result->text_arena, &p->result->report, p->state);
    if (lines) {
        p->out = cm_text_new(p->result->text_arena);
        cm_text_add(&p->out, lines);
    }
}

const char *cmcm_result_flag_lines(cmcm_result *result, size_t index)
{
    printing p = {.result = result, .state = index};
    return cmcm_result_flag(result, index) ? print_protected(&p, print_flag_lines) : NULL;
}

static void print_hang(void *argument)
{
    printing *p = argument;
    p->out = cm_text_new(p->result->text_arena);
    cm_report_hang(&p->out, &p->result->report, p->state);
}

const char *cmcm_result_hang(cmcm_result *result, size_t index)
{
    const cm_liveness *live = &result->result->liveness;
    if (index >= (size_t)live->hang_count || !live->hangs[index].execution)
        return NULL;
    printing p = {.result = result, .state = index};
    return print_protected(&p, print_hang);
}

/* ---- tables ---------------------------------------------------------- */

typedef struct table_reading {
    cm_work *work;
    const char *path;
    cm_source *source;
} table_reading;

static void read_source(void *argument)
{
    table_reading *r = argument;
    r->source = cm_source_read(r->work, r->path);
}

cmcm_table *cmcm_table_read(cmcm_session *session, const char *path, const char *column)
{
    cmcm_table *table = cm_object_new(session, sizeof *table, 0);
    if (!table)
        return NULL;
    table_reading r = {.work = &table->work, .path = path};
    if (cm_arena_protect(table->work.arena, read_source, &r) && r.source)
        table->table = cm_table_read(&table->work, r.source, column);
    cm_session_take(session, &table->work.diags);
    if (table->table)
        return table;
    if (!table->work.diags.errors)
        cm_session_error(session, "out of memory");
    cmcm_table_free(table);
    return NULL;
}

void cmcm_table_free(cmcm_table *table)
{
    cm_object_free(table);
}

size_t cmcm_table_count(const cmcm_table *table)
{
    return table->table->count;
}

bool cmcm_table_has_states(const cmcm_table *table)
{
    return table->table->form == CM_TABLE_STATES;
}

const char *cmcm_table_path(const cmcm_table *table, size_t row)
{
    return row < table->table->count ? table->table->rows[row].path : NULL;
}

static void compare_row(void *argument)
{
    printing *p = argument;
    p->out = cm_text_new(p->result->text_arena);
    p->comparison = cm_table_compare(&p->out, p->table, p->row, &p->result->report);
}

cmcm_comparison cmcm_table_compare(const cmcm_table *table, size_t row, cmcm_result *result,
                                   const char **text)
{
    static const cmcm_comparison comparisons[] = {
        [CM_MEETS] = CMCM_MEETS, [CM_DIFFERS] = CMCM_DIFFERS, [CM_SKIPPED] = CMCM_SKIPPED};
    printing p = {.result = result, .table = table->table, .row = &table->table->rows[row]};
    const char *differences = print_protected(&p, compare_row);
    if (text)
        *text = differences ? differences : "out of memory\n";
    return differences ? comparisons[p.comparison] : CMCM_DIFFERS;
}
