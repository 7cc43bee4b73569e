#include "base/near.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

enum { MOST = 2 }; /* letters that may be wrong */

void cm_near_init(cm_near *near, const char *word, size_t length)
{
    *near = (cm_near){.word = word, .length = length, .distance = UINT_MAX};
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static bool equal(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Letters to insert, leave out, replace, or exchange with their neighbour (optimal string
 * alignment; three rows of its table). */
static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned rows[3][CM_NEAR_MAX + 1];
    unsigned *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t k = 0; k <= b_length; k++)
        last[k] = before[k] = (unsigned)k;
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = (unsigned)i;
        for (size_t k = 1; k <= b_length; k++) {
            bool same = equal(a[i - 1], b[k - 1]);
            row[k] = least(least(last[k], row[k - 1]) + 1, last[k - 1] + !same);
            if (i > 1 && k > 1 && equal(a[i - 1], b[k - 2]) && equal(a[i - 2], b[k - 1]))
                row[k] = least(row[k], before[k - 2] + 1);
        }
        unsigned *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[b_length];
}

/* "system" for "sys": the beginning is right. */
static bool begins(const cm_near *near, const char *word, size_t length)
{
    enum { LETTERS = 3 };
    size_t common = near->length < length ? near->length : length;
    size_t i = 0;
    while (i < common && equal(near->word[i], word[i]))
        i++;
    return i == common && common >= LETTERS;
}

void cm_near_offer_part(cm_near *near, const char *word, size_t length)
{
    if (near->length > CM_NEAR_MAX || length > CM_NEAR_MAX || length == 0)
        return;
    unsigned found = distance(near->word, near->length, word, length);
    if (found > MOST && begins(near, word, length))
        found = MOST;
    if (found < near->distance) {
        near->distance = found;
        near->best = word;
        near->best_length = length;
    }
}

void cm_near_offer(cm_near *near, const char *word)
{
    cm_near_offer_part(near, word, strlen(word));
}

void cm_near_offer_list(cm_near *near, const char *words, char separator)
{
    const char stops[] = {separator, '\0'};
    while (*words) {
        size_t length = strcspn(words, stops);
        cm_near_offer_part(near, words, length);
        words += length + (words[length] != '\0');
    }
}

const char *cm_near_best(const cm_near *near, size_t *length)
{
    enum { LETTERS_FOR_ONE = 3 };
    size_t longer = near->length > near->best_length ? near->length : near->best_length;
    size_t most = longer / LETTERS_FOR_ONE;
    if (!near->best || near->distance > (most < MOST ? most : MOST))
        return NULL;
    if (length)
        *length = near->best_length;
    return near->best;
}

const char *cm_near_hint(const cm_near *near, cm_arena *arena)
{
    size_t length;
    const char *best = cm_near_best(near, &length);
    return best ? cm_arena_printf(arena, ", did you mean `%.*s`?", (int)length, best) : "";
}
