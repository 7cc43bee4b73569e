#include "base/near.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

cm_near cm_near_new(const char *word, size_t length)
{
    return (cm_near){.word = word, .length = length, .distance = UINT_MAX};
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

/* People begin a word right, or exchange its first two letters. */
static bool begins_alike(const cm_near *near, const char *word, size_t length)
{
    const char *mine = near->word;
    bool exchanged =
        near->length > 1 && length > 1 && equal(mine[0], word[1]) && equal(mine[1], word[0]);
    return near->length > 0 && (equal(mine[0], word[0]) || exchanged);
}

/* How many letters may differ. */
static unsigned most_for(size_t a, size_t b)
{
    enum { LETTERS_FOR_ONE = 3, MOST = 2 };
    unsigned most = (unsigned)((a > b ? a : b) / LETTERS_FOR_ONE);
    return least(most, MOST);
}

/* Letters exchanged are more likely than others. */
static bool has_same_letters(const cm_near *near, const char *word, size_t length)
{
    int counts[UCHAR_MAX + 1] = {0};
    for (size_t i = 0; i < near->length; i++)
        counts[tolower((unsigned char)near->word[i])]++;
    for (size_t i = 0; i < length; i++)
        if (counts[tolower((unsigned char)word[i])]-- == 0)
            return false;
    return length == near->length;
}

void cm_near_offer_part(cm_near *near, const char *word, size_t length)
{
    if (near->length > CM_NEAR_MAX || length > CM_NEAR_MAX || length == 0 ||
        !begins_alike(near, word, length))
        return;
    unsigned found = distance(near->word, near->length, word, length);
    bool exchanged = has_same_letters(near, word, length);
    bool nearer = found < near->distance || (found == near->distance && exchanged);
    if (nearer && found <= most_for(near->length, length)) {
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
        words += strspn(words, " ");
    }
}

void cm_near_know(cm_near *near, const char *others, const char *word)
{
    for (const char *c = others; c && *c; c += strspn(c, " ")) {
        size_t length = strcspn(c, " ");
        bool same = length == near->length;
        for (size_t i = 0; same && i < length; i++)
            same = equal(c[i], near->word[i]);
        if (same) {
            near->best = word;
            near->best_length = strlen(word);
            near->distance = 0;
        }
        c += length;
    }
}

const char *cm_near_best(const cm_near *near, size_t *length)
{
    if (near->best && length)
        *length = near->best_length;
    return near->best;
}

const char *cm_near_hint(const cm_near *near, cm_arena *arena)
{
    size_t length;
    const char *best = cm_near_best(near, &length);
    return best ? cm_arena_printf(arena, ", did you mean `%.*s`?", (int)length, best) : "";
}
