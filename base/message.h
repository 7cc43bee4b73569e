/* Messages between processes of one program, forked, so there are no versions and
 * numbers have this machine's form; but whoever made a message may have been damaged,
 * so whatever is read is checked.
 *
 *     frame:  length of the rest (u64), then fields: u64, text (length, bytes), ...
 */
#ifndef CM_BASE_MESSAGE_H
#define CM_BASE_MESSAGE_H

#include "base/text.h"

#include <stdint.h>

enum { CM_FRAME_HEAD = 8 };
/* A test's text is at most 64 MiB (cm_source_read), and no answer is much longer. */
#define CM_FRAME_MAX ((uint64_t)256 << 20)

/* ---- writing: escapes through the arena of the text ------------------ */

/* A frame in `out`, which must be empty; what is put between belongs to it. */
void cm_frame_begin(cm_text *out);
void cm_frame_end(cm_text *out);
void cm_message_put_u64(cm_text *out, uint64_t number);
/* Any bytes. */
void cm_message_put_text(cm_text *out, const char *text, size_t length);

/* ---- reading --------------------------------------------------------- */

/* How much follows a frame's head; false: that cannot be. */
bool cm_frame_length(const char head[CM_FRAME_HEAD], uint64_t *length);

/* A message without its head, as far as it is read. Once it is bad, every further
 * field reads as zero or "". */
typedef struct cm_message {
    const char *at;
    size_t left;
    bool bad;
} cm_message;

void cm_message_get_bytes(cm_message *message, void *to, size_t count);
uint64_t cm_message_get_u64(cm_message *message);
/* Never NULL: where it stands in the message, without a byte 0 after it. */
const char *cm_message_get_view(cm_message *message, size_t *length);
/* A copy with a byte 0 after it; escapes through the arena. length may be NULL. */
const char *cm_message_get_text(cm_message *message, cm_arena *arena, size_t *length);
/* Was it all read, and sound? */
bool cm_message_is_done(const cm_message *message);

#endif
