/* Places as the protocol has them: a line from 0, and units of UTF-16 or of UTF-8 in it. A line
 * ends at \n, \r\n or \r. Texts are UTF-8. */
#ifndef CM_LSP_POSITION_H
#define CM_LSP_POSITION_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cm_position {
    size_t line, character;
} cm_position;

/* The byte meant: of a character past the line's end that end, of a line past the last the
 * text's end; the start of a character that is pointed into. */
size_t cm_position_offset(const char *text, size_t length, cm_position position, bool utf8);
cm_position cm_position_at(const char *text, size_t length, size_t offset, bool utf8);

/* Where a line and column of a message lie (base/diag.h: lines end at \n, columns are bytes, both
 * from 1; 0: the text's start). */
size_t cm_position_of_message(const char *text, size_t length, unsigned line, unsigned column);

#endif
