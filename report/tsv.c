/* One row per test, fields separated by tabs. The last field has the form of
 * the tables of expectations: states sorted, " | " between two. */
#include "report/report.h"

const char cm_report_tsv_head[] = "# file\tname\tquantifier\tholds\tobservation\tstates\t"
                                  "final states, sorted, one \" | \" between two\tflags\thangs\n";

/* A tab or newline in a file's name would break the row. */
static void add_field(cm_text *out, const char *field)
{
    for (const char *c = field; *c; c++)
        cm_text_add_char(out, *c == '\t' || *c == '\n' || *c == '\r' ? ' ' : *c);
    cm_text_add_char(out, '\t');
}

void cm_report_tsv(cm_text *out, const cm_report *report)
{
    cm_answer answer = cm_check_answer(report->result);
    size_t count = report->result->states->count;

    add_field(out, report->file);
    add_field(out, report->test->name);
    add_field(out, cm_quantifier_name(report->test->quantifier));
    add_field(out, cm_report_holds(report));
    add_field(out, answer == CM_UNKNOWN ? "-" : cm_report_observation_word(report));
    if (report->result->unlisted) {
        cm_text_add(out, "-\t-\n");
        return;
    }
    cm_text_append(out, "%zu\t", count);
    for (size_t i = 0; i < count; i++) {
        cm_text_add(out, i ? " | " : "");
        cm_text_add(out, cm_report_state(out->arena, report, i));
    }
    cm_text_add_char(out, '\t');
    const char **flags = report->result->flags;
    if (!cm_model_has_flags(report->model))
        cm_text_add(out, "-");
    else if (!flags || !*flags)
        cm_text_add(out, report->result->flags_known ? "none" : "unknown");
    for (int i = 0; flags && flags[i]; i++)
        cm_text_append(out, "%s%s", i ? "," : "", flags[i]);
    const cm_liveness *live = &report->result->liveness;
    if (live->ending == CM_ENDS || live->ending == CM_HANGS)
        cm_text_append(out, "\t%d\n", live->wait_count);
    else
        cm_text_append(out, "\t%s\n", cm_report_ending(report));
}
