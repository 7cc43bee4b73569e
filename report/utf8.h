/* Texts of tests and records may hold any byte; what is written is UTF-8. */
#ifndef CM_REPORT_UTF8_H
#define CM_REPORT_UTF8_H

#include "base/text.h"

/* The text with U+FFFD for every byte that is not part of a UTF-8 character. */
const char *cm_utf8_valid(cm_arena *arena, const char *text);

/* The same, also for characters that XML 1.0 cannot hold and that would drive a
 * terminal: control characters other than tab and line end. */
const char *cm_utf8_plain(cm_arena *arena, const char *text);

#endif
