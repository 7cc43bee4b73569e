/* The text of a source in C++, looked at as far as its launches and what the host does about them
 * need it: statements, calls, expressions of integers, and names that are declared once with a
 * value, `#define N 2`, `const int n = 2`, `dim3 grid(2, 1)`. Whatever is assigned to again is no
 * constant. */
#ifndef CM_IMPORT_SCAN_H
#define CM_IMPORT_SCAN_H

#include "base/diag.h"

enum { CM_SCAN_DEPTH = 16 };

typedef struct cm_scan {
    cm_work *work;
    const cm_source *source;
    char *text; /* the source's, with blanks for comments and strings */
    size_t length;
    const char *variable; /* of a loop, which has this value now; or NULL */
    uint64_t value;
} cm_scan;

/* A part of it. */
typedef struct cm_scan_span {
    size_t from, to;
} cm_scan_span;

cm_scan cm_scan_of(cm_work *work, const cm_source *source);

bool cm_scan_is_word(char c);
cm_place cm_scan_place(const cm_scan *s, cm_scan_span at);
cm_scan_span cm_scan_trimmed(const cm_scan *s, cm_scan_span x);
const char *cm_scan_text(const cm_scan *s, cm_scan_span x);
bool cm_scan_is_name(const cm_scan *s, cm_scan_span x);
/* Parts between commas that stand in no brackets. */
int cm_scan_split(const cm_scan *s, cm_scan_span x, cm_scan_span *parts, int most);
/* Where the bracket at `at` closes; the end: nowhere. */
size_t cm_scan_closes(const cm_scan *s, size_t at);
/* The next place of the name from `at` on; the end: there is none. */
size_t cm_scan_next(const cm_scan *s, const char *name, size_t at);
size_t cm_scan_behind_blanks(const cm_scan *s, size_t at);
/* Behind the last character before it that is no blank, and that character. */
size_t cm_scan_without_blanks(const cm_scan *s, size_t at);
char cm_scan_before(const cm_scan *s, size_t at);
/* What is assigned from there on: as far as a semicolon or a comma that stands in no brackets. */
cm_scan_span cm_scan_assigned(const cm_scan *s, size_t at);
/* The value that the name is given, once in the text: `= 2`, `(2, 3)`, `{2}`, or a macro's. False:
 * none, or several, or it is changed. */
bool cm_scan_value(const cm_scan *s, const char *name, cm_scan_span *value);
/* An expression of integers; depth: 0. False: it is none that is constant. */
bool cm_scan_number(const cm_scan *s, cm_scan_span x, int depth, uint64_t *value);
/* Of a builtin type by its name; 0: another one. */
unsigned cm_scan_type_bytes(const char *type);
/* The type of the elements of what is declared as `TYPE *name`, `TYPE name[2]`, `TYPE name`; NULL:
 * it is no builtin one. */
const char *cm_scan_element(const cm_scan *s, const char *name);

#endif
