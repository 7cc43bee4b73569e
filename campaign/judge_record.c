/* Judging what records and logs hold. */
#include "campaign/judge_record.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- tests to look among --------------------------------------------- */

void cm_record_judge_add(cm_record_judge *records, const char *name, const cm_source *source)
{
    CM_RESERVE(records->arena, records->sources, records->source_count, records->source_capacity);
    records->sources[records->source_count++] = (cm_record_source){name, source};
}

static int sources_by_name(const void *a, const void *b)
{
    const cm_record_source *left = a, *right = b;
    int order = strcmp(left->name, right->name);
    return order ? order : strcmp(left->source->name, right->source->name);
}

void cm_record_judge_sort(cm_record_judge *records)
{
    if (records->source_count)
        qsort(records->sources, records->source_count, sizeof *records->sources, sources_by_name);
}

/* ---- judging --------------------------------------------------------- */

static bool has_hash(const cm_record_test *test, const cm_conform_allowed *out)
{
    return !test->hash || !*test->hash || strcasecmp(test->hash, out->hash) == 0;
}

/* The first test of --tests with that name and hash. */
static bool judge_found(cm_record_judge *records, const cm_record_test *test,
                        cm_conform_allowed *out)
{
    out->why = records->looks
                   ? "the file does not contain the test, and --tests has none of this name"
                   : "the file does not contain the test, expected --tests FILE with its text";
    size_t low = 0, high = records->source_count; /* the first of that name, by bisection */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(records->sources[middle].name, test->name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low;
         i < records->source_count && strcmp(records->sources[i].name, test->name) == 0; i++) {
        const cm_source *source = records->sources[i].source;
        bool answered = cm_judge_test(records->judge, records->arena, source->name, source->text,
                                      source->length, out);
        if (answered && has_hash(test, out))
            return true;
        if (answered)
            out->why = cm_arena_printf(records->arena, "%s has the hash %s, the log says %s",
                                       source->name, out->hash, test->hash);
    }
    return false;
}

/* litmus7 prints the test into its log, but not always so that it reads back as the
 * same one: then the file is asked. */
bool cm_judge_record(void *context, const cm_record_test *test, cm_conform_allowed *out)
{
    cm_record_judge *records = context;
    bool has_text = test->text && *test->text;
    bool answered = has_text && cm_judge_test(records->judge, records->arena, test->name,
                                              test->text, strlen(test->text), out);
    if (answered && !has_hash(test, out)) {
        out->why = cm_arena_printf(records->arena, "the hash of the test is %s, the record says %s",
                                   out->hash, test->hash);
        answered = false;
    }
    const char *why = has_text ? out->why : NULL;
    if (!answered && (!has_text || records->source_count))
        answered = judge_found(records, test, out);
    if (answered)
        cm_judge_reason(records->judge, records->arena, test->name, out);
    else if (why)
        out->why = why;
    return answered;
}
