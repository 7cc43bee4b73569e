/* Annotations of edges: orders, scopes, exclusives, sizes. */
#include "enumerate/edge.h"

#include <string.h>

/* ---- orders ----------------------------------------------------------- */

typedef struct order_word {
    const char *word; /* NULL ends a table */
    char order;
} order_word;

/* Annotations as they are written, the longer first; diy's for RISC-V have two letters. */
static const order_word orders[] = {{"Aq", 'a'}, {"AR", 'b'}, {"NT", 'N'}, {"Rl", 'l'},
                                    {"P", 'P'},  {"A", 'A'},  {"Q", 'Q'},  {"L", 'L'},
                                    {"S", 'S'},  {"K", 'K'},  {"V", 'V'},  {NULL, 0}};

/* What may follow X, the longer first. */
static const order_word pairs[] = {{"AL", 'b'}, {"A", 'A'}, {"L", 'L'}, {"", 'P'}, {NULL, 0}};

static const char *word_of(const order_word *table, char order)
{
    while (table[1].word && table->order != order)
        table++;
    return table->word;
}

char *cm_atom_words(cm_arena *arena, const char *letters)
{
    cm_text text = cm_text_new(arena);
    for (; *letters; letters++)
        cm_text_append(&text, "%s%s",
                       text.length > 0 && strlen(word_of(orders, *letters)) > 1 ? " " : "",
                       word_of(orders, *letters));
    return text.data;
}

/* ---- what they say ------------------------------------------------------ */

bool cm_atom_unsaid(cm_atom atom)
{
    return atom.order == 0 && !atom.exclusive && atom.size == 0;
}

bool cm_atom_plain(cm_atom atom)
{
    return (atom.order == 0 || atom.order == 'P') && atom.scope == CM_SCOPE_SYS &&
           !atom.exclusive && atom.size == 0;
}

bool cm_atom_equal(cm_atom a, cm_atom b)
{
    return (a.order ? a.order : 'P') == (b.order ? b.order : 'P') && a.scope == b.scope &&
           a.exclusive == b.exclusive && cm_atom_same_bytes(a, b);
}

static cm_atom without_size(cm_atom atom)
{
    atom.size = 0;
    atom.offset = atom.elements = 0;
    return atom;
}

bool cm_atom_join(cm_atom a, cm_atom b, cm_atom *out)
{
    *out = cm_atom_unsaid(a) ? b : a;
    if (cm_atom_unsaid(a) || cm_atom_unsaid(b) || cm_atom_equal(a, b))
        return true;
    if (a.size && b.size)
        return false;
    cm_atom sized = a.size ? a : b, other = a.size ? b : a;
    *out = other;
    out->size = sized.size;
    out->offset = sized.offset;
    out->elements = sized.elements;
    bool only_size = cm_atom_unsaid(without_size(sized)) || sized.order == 'P';
    return sized.size &&
           ((only_size && !sized.exclusive) || cm_atom_equal(without_size(sized), other));
}

bool cm_atom_fits(cm_atom atom, char direction)
{
    if (atom.exclusive)
        return true;
    if (strchr("AQa", atom.order ? atom.order : 'P'))
        return direction != 'W';
    return !strchr("LlN", atom.order ? atom.order : 'P') || direction != 'R';
}

unsigned cm_atom_bytes(char size)
{
    return size == 'b' ? 1 : size == 'h' ? 2 : size == 'w' ? 4 : 8;
}

unsigned cm_atom_extent(cm_atom atom)
{
    return cm_atom_bytes(atom.size) * (atom.elements ? atom.elements : 1);
}

bool cm_atom_same_bytes(cm_atom a, cm_atom b)
{
    return a.size == b.size && a.offset == b.offset && a.elements == b.elements;
}

void cm_atom_print(cm_text *out, cm_atom atom)
{
    char order = atom.order ? atom.order : 'P';
    bool sized = atom.size != 0;
    size_t begin = out->length;
    if (atom.exclusive)
        cm_text_append(out, "X%s", word_of(pairs, order));
    else if (!sized || order != 'P' || atom.scope != CM_SCOPE_SYS)
        cm_text_add(out, word_of(orders, order));
    if (atom.scope != CM_SCOPE_SYS)
        cm_text_append(out, ".%s", cm_scope_name(atom.scope));
    if (sized)
        cm_text_append(out, "%s%c%u", out->length > begin ? "." : "", atom.size,
                       (unsigned)atom.offset);
    if (atom.elements)
        cm_text_append(out, "v%u", (unsigned)atom.elements);
}

/* ---- reading ------------------------------------------------------------ */

typedef struct scan {
    const char *text;
    size_t length, at;
} scan;

static bool take_word(scan *s, const char *word)
{
    size_t n = strlen(word);
    if (s->length - s->at < n || memcmp(s->text + s->at, word, n) != 0)
        return false;
    s->at += n;
    return true;
}

static bool take_scope(scan *s, cm_scope *scope)
{
    for (int i = CM_SCOPE_SYS; i <= CM_SCOPE_CTA; i++) {
        if (take_word(s, cm_scope_name((cm_scope)i))) {
            *scope = (cm_scope)i;
            return true;
        }
    }
    return false;
}

/* A size and an offset that is a multiple of it in a word of 8 bytes. */
static bool take_size(scan *s, cm_atom *atom)
{
    const char *at = s->text + s->at;
    if (s->length - s->at < 2 || !strchr("bhwq", at[0]) || at[1] < '0' || at[1] > '7' ||
        (unsigned)(at[1] - '0') % cm_atom_bytes(at[0]))
        return false;
    atom->size = at[0];
    atom->offset = (unsigned char)(at[1] - '0');
    s->at += 2;
    /* How many elements, 2 or 4, in a word of 8 bytes; the vector is as a whole where it is aligned
     * (PTX ISA, "ld"). */
    at += 2;
    if (s->length - s->at < 2 || at[0] != 'v')
        return true;
    atom->elements = at[1] == '2' ? 2 : at[1] == '4' ? 4 : 0;
    s->at += 2;
    return atom->elements && cm_atom_extent(*atom) <= 8 &&
           atom->offset % cm_atom_extent(*atom) == 0;
}

/* Behind an order: a scope, also without a dot, a size, or both: ".gpu.w0". */
static bool take_details(scan *s, cm_atom *atom)
{
    bool dot = take_word(s, "."), scoped = take_scope(s, &atom->scope);
    if (scoped)
        dot = take_word(s, ".");
    return dot ? take_size(s, atom) : scoped;
}

/* Is it an annotation from there to the end? */
static bool read_whole(scan s, const order_word *words, cm_atom *atom)
{
    cm_atom first = *atom;
    for (; words->word; words++) {
        scan rest = s;
        *atom = first;
        if (!take_word(&rest, words->word))
            continue;
        atom->order = words->order;
        if (rest.at == rest.length || (take_details(&rest, atom) && rest.at == rest.length))
            return true;
    }
    return false;
}

bool cm_atom_parse(const char *text, size_t length, cm_atom *atom)
{
    scan s = {text, length, 0};
    *atom = (cm_atom){.scope = CM_SCOPE_SYS};
    if (take_size(&s, atom))
        return s.at == length;
    atom->exclusive = take_word(&s, "X");
    if (atom->exclusive && s.at == length) {
        atom->order = 'P';
        return true;
    }
    return read_whole(s, atom->exclusive ? pairs : orders, atom);
}

/* ---- two of them ---------------------------------------------------------- */

static cm_place part_of_place(cm_place place, size_t at, size_t length)
{
    return (cm_place){place.source, place.offset + (uint32_t)at, (uint32_t)length};
}

/* Where the first of the two ends; 0: nowhere. "XAL" is XA and L. */
static size_t split_atoms(const char *text, size_t length, cm_atom *source, cm_atom *target)
{
    for (size_t at = 1; at < length; at++)
        if (cm_atom_parse(text, at, source) && cm_atom_parse(text + at, length - at, target))
            return at;
    return 0;
}

/* diy's annotations of what generators here do not make. */
static void refuse_others(cm_work *work, cm_place place)
{
    static const struct {
        const char *word, *what;
    } others[] = {{"Pa", "pairs of registers (LDP, STP)"},
                  {"Ne", "vector registers"},
                  {"Sv", "vector registers"},
                  {"Pte", "translation tables"},
                  {"Ct", "capabilities"}};
    const char *text = place.source->text + place.offset;
    for (size_t at = 0; at < place.length; at++)
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            size_t length = strlen(others[i].word);
            if (place.length - at >= length && memcmp(text + at, others[i].word, length) == 0)
                cm_fail(work, part_of_place(place, at, length),
                        "annotation %s: accesses of %s are not made, expected P, A, Q, L, X or a "
                        "size",
                        others[i].word, others[i].what);
        }
}

/* Finds what is wrong: the longest beginning that is an annotation, twice. */
static void complain_of_atom(cm_work *work, cm_place place)
{
    const char *text = place.source->text + place.offset;
    size_t at = 0, length = place.length;
    cm_atom atom;
    refuse_others(work, place);
    for (int i = 0; i < 2; i++) {
        size_t end = length;
        while (end > at && !cm_atom_parse(text + at, end - at, &atom))
            end--;
        if (end == at)
            cm_fail(work, part_of_place(place, at, at < length),
                    "there is no such annotation, expected P, A, Q, L, X, K, V, Aq, Rl, AR or a "
                    "size and an offset such as w4 for each of the two accesses");
        at = end;
        if (at < length && text[at] == '.')
            cm_fail(
                work, part_of_place(place, at + 1, length - at - 1),
                "there is no such scope, expected cta, cluster, gpu, sys, or a size such as w4");
    }
    cm_fail(work, part_of_place(place, at, length - at),
            "text comes right after the edge, expected a blank");
}

static void check_atom_fits(cm_work *work, cm_place place, cm_atom atom, char direction)
{
    if ((atom.order == 'K' || atom.order == 'V') && atom.scope != CM_SCOPE_SYS)
        cm_fail(work, part_of_place(place, place.length, 0),
                "%s has no scope, expected a scope after P, A or L",
                atom.order == 'K' ? "a weak access" : "a volatile access");
    if (!cm_atom_fits(atom, direction))
        cm_fail(work, part_of_place(place, 0, 1),
                "annotation %s does not fit a %s, expected it at a %s", word_of(orders, atom.order),
                direction == 'R' ? "read" : "write", direction == 'R' ? "write" : "read");
}

void cm_atom_parse_two(cm_work *work, cm_place place, const char *directions, cm_atom *source,
                       cm_atom *target)
{
    const char *text = place.source->text + place.offset;
    size_t end = split_atoms(text, place.length, source, target);
    if (!end)
        complain_of_atom(work, place);
    check_atom_fits(work, part_of_place(place, 0, end), *source, directions[0]);
    check_atom_fits(work, part_of_place(place, end, place.length - end), *target, directions[1]);
}
