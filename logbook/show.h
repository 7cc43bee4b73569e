/* Tables of what logs say, as mcompare7 makes them with -show, each with a letter:
 *
 *     v  Ok or No                        V  the same in words
 *     k  what that says of the model     w  how often the condition held; W: forbidden ones turned
 *     s  states; S: without the first log
 *     t  seconds                         p  outcomes a second; E: witnesses a second
 *     r  Ok or No of the states of each log under the conditions of the first log
 *     X  the same with how often; Y: shorter; Z: with kinds in full
 *
 * `d`, differences, is cm_logbook_write_table.
 */
#ifndef CM_LOGBOOK_SHOW_H
#define CM_LOGBOOK_SHOW_H

#include "logbook/choice.h"

extern const char cm_logbook_letters[]; /* all that there are, `d` too */

typedef struct cm_logbook_view {
    const cm_logbook *const *logs;
    size_t count;
    const cm_logbook_pairs *kinds; /* of r, X, Y, Z: what is asked, "Forbid", by test */
    const cm_logbook_pairs *conds; /* the same: conditions in place of those of the logs */
} cm_logbook_view;

/* Are all of them kinds, or conditions? false: the reason is in work->diags. */
bool cm_logbook_check_kinds(cm_work *work, const cm_logbook_pairs *kinds);
bool cm_logbook_check_conds(cm_work *work, const cm_logbook_pairs *conds);

void cm_logbook_show(cm_text *out, const cm_logbook_view *of, char letter);

#endif
