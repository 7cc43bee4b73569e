/* Results as text, and tables of expectations. */
#include "api/internal.h"

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

static void print_format(void *argument)
{
    printing *p = argument;
    cm_text_init(&p->out, p->result->text_arena);
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
    case CMCM_VERDICT:
        cm_report_verdict(&p->out, &p->result->report);
        break;
    }
}

const char *cmcm_format_head(cmcm_format format)
{
    return format == CMCM_TSV ? cm_report_tsv_head : "";
}

const char *cmcm_result_text(cmcm_result *result, cmcm_format format, bool verbose)
{
    printing p = {.result = result, .format = format, .verbose = verbose};
    return print_protected(&p, print_format);
}

static void print_witness(void *argument)
{
    printing *p = argument;
    cm_text_init(&p->out, p->result->text_arena);
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
    cm_text_init(&p->out, arena);
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
    cm_text_init(&p->out, p->result->text_arena);
    cm_text_add(&p->out, cm_report_wait(p->result->text_arena, &p->result->report, p->state));
}

const char *cmcm_result_wait(cmcm_result *result, size_t index)
{
    printing p = {.result = result, .state = index};
    return index < (size_t)result->result->liveness.wait_count ? print_protected(&p, print_wait)
                                                               : NULL;
}

static void print_hang(void *argument)
{
    printing *p = argument;
    cm_text_init(&p->out, p->result->text_arena);
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

const char *cmcm_table_path(const cmcm_table *table, size_t row)
{
    return row < table->table->count ? table->table->rows[row].path : NULL;
}

static void compare_row(void *argument)
{
    printing *p = argument;
    cm_text_init(&p->out, p->result->text_arena);
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
