#include "base/message.h"

#include <string.h>

/* ---- writing --------------------------------------------------------- */

void cm_message_put_u64(cm_text *out, uint64_t number)
{
    cm_text_add_bytes(out, (const char *)&number, sizeof number);
}

void cm_message_put_text(cm_text *out, const char *text, size_t length)
{
    cm_message_put_u64(out, length);
    cm_text_add_bytes(out, text, length);
}

void cm_frame_begin(cm_text *out)
{
    cm_message_put_u64(out, 0);
}

/* The head has had its room since the beginning. */
void cm_frame_end(cm_text *out)
{
    uint64_t length = out->length - CM_FRAME_HEAD;
    memcpy(out->data, &length, sizeof length);
}

/* ---- reading --------------------------------------------------------- */

bool cm_frame_length(const char head[CM_FRAME_HEAD], uint64_t *length)
{
    memcpy(length, head, sizeof *length);
    return *length <= CM_FRAME_MAX;
}

void cm_message_get_bytes(cm_message *message, void *to, size_t count)
{
    if (message->bad || count > message->left) {
        message->bad = true;
        return;
    }
    if (count)
        memcpy(to, message->at, count);
    message->at += count;
    message->left -= count;
}

uint64_t cm_message_get_u64(cm_message *message)
{
    uint64_t number = 0;
    cm_message_get_bytes(message, &number, sizeof number);
    return message->bad ? 0 : number;
}

const char *cm_message_get_view(cm_message *message, size_t *length)
{
    uint64_t count = cm_message_get_u64(message);
    *length = 0;
    if (message->bad || count > message->left) {
        message->bad = true;
        return "";
    }
    const char *view = message->at;
    *length = (size_t)count;
    message->at += count;
    message->left -= *length;
    return view;
}

const char *cm_message_get_text(cm_message *message, cm_arena *arena, size_t *length)
{
    size_t count;
    const char *view = cm_message_get_view(message, &count);
    if (length)
        *length = count;
    return cm_arena_text(arena, view, count);
}

bool cm_message_is_done(const cm_message *message)
{
    return !message->bad && message->left == 0;
}
