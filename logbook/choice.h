/* Which tests of a log count, and how they are called: by files that mcompare7 and msum7
 * read, too. A file has a line for each test:
 *
 *     NAME            a list of names
 *     NAME VALUE      a kind, another name
 *     NAME "VALUE"    a condition
 *
 * From `#` or `%` to the end of a line is a comment.
 */
#ifndef CM_LOGBOOK_CHOICE_H
#define CM_LOGBOOK_CHOICE_H

#include "logbook/logbook.h"

typedef struct cm_logbook_pair {
    const char *name, *value; /* value: "" without one */
    cm_place place;           /* of the value, or of the name */
} cm_logbook_pair;

typedef struct cm_logbook_pairs {
    cm_logbook_pair *items; /* sorted by name */
    size_t count, capacity;
} cm_logbook_pairs;

/* Adds the lines of a file; false: the reason is in work->diags. */
bool cm_logbook_pairs_read(cm_work *work, const cm_source *source, cm_logbook_pairs *pairs);

typedef struct cm_logbook_choice {
    cm_logbook_pairs renamed; /* old name, new name; the other two have new names */
    cm_logbook_pairs names;   /* these, if `only` */
    bool only;
    cm_logbook_pairs excluded; /* not these */
} cm_logbook_choice;

/* Renames the tests of the log and leaves out those that are not chosen. */
void cm_logbook_choose(cm_logbook *log, const cm_logbook_choice *choice);

#endif
