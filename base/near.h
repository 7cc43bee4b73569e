/* Which word was meant: the one most like a word that is none. Few letters may be
 * wrong, missing, too many or exchanged, but the first is right or exchanged with the
 * second; capitals do not count.
 *
 *     cm_near near = cm_near_new("chek", 4);
 *     for (each word there is)
 *         cm_near_offer(&near, word);
 *     fail("there is no `chek`%s", cm_near_hint(&near, arena));   ", did you mean `check`?"
 */
#ifndef CM_BASE_NEAR_H
#define CM_BASE_NEAR_H

#include "base/arena.h"

enum { CM_NEAR_MAX = 63 }; /* longer words are like nothing */

typedef struct cm_near {
    const char *word;
    size_t length;
    const char *best; /* the first of the nearest */
    size_t best_length;
    unsigned distance; /* of the best: letters */
} cm_near;

cm_near cm_near_new(const char *word, size_t length);
/* The word must live as long as `near` is asked. */
void cm_near_offer(cm_near *near, const char *word);
void cm_near_offer_part(cm_near *near, const char *word, size_t length);
/* Words separated by `separator`: "text|json". */
void cm_near_offer_list(cm_near *near, const char *words, char separator);

/* Who writes `other` means `word`, whatever else there is; others: such words, with blanks
 * between them, in any case; NULL: none. */
void cm_near_know(cm_near *near, const char *others, const char *word);

/* NULL: none is near enough; one letter in three may differ, two at most. *length may be NULL. */
const char *cm_near_best(const cm_near *near, size_t *length);
/* ", did you mean `check`?" or "". Escapes through the arena. */
const char *cm_near_hint(const cm_near *near, cm_arena *arena);

#endif
