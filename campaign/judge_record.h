/* Judging what records and logs hold: by the text that they brought, or by a test of that
 * name among others, for logs, which may have no texts.
 */
#ifndef CM_CAMPAIGN_JUDGE_RECORD_H
#define CM_CAMPAIGN_JUDGE_RECORD_H

#include "campaign/judge.h"

typedef struct cm_record_source {
    const char *name; /* of the test */
    const cm_source *source;
} cm_record_source;

typedef struct cm_record_judge {
    cm_judge *judge;
    cm_arena *arena;
    bool looks; /* were there places named to look for tests? */
    cm_record_source *sources;
    size_t source_count, source_capacity;
} cm_record_judge;

/* Adds a test to look among; sorting them, by name, comes before judging. */
void cm_record_judge_add(cm_record_judge *records, const char *name, const cm_source *source);
void cm_record_judge_sort(cm_record_judge *records);

/* A cm_conform_judge: context is a cm_record_judge. The answer has suite and reason. */
bool cm_judge_record(void *context, const cm_record_test *test, cm_conform_allowed *out);

#endif
