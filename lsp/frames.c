#include "lsp/frames.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

void cm_frames_free(cm_frames *frames)
{
    free(frames->bytes);
    *frames = (cm_frames){0};
}

bool cm_frames_add(cm_frames *frames, const char *bytes, size_t count)
{
    size_t used = frames->end - frames->begin;
    if (frames->begin > 0)
        memmove(frames->bytes, frames->bytes + frames->begin, used);
    frames->begin = 0;
    frames->end = used;
    if (used + count > frames->capacity) {
        size_t capacity = 2 * (used + count);
        char *more = realloc(frames->bytes, capacity);
        if (!more)
            return false;
        frames->bytes = more;
        frames->capacity = capacity;
    }
    memcpy(frames->bytes + used, bytes, count);
    frames->end += count;
    return true;
}

/* Length of the head with its empty line; 0: it is not complete yet. */
static size_t head_length(const char *bytes, size_t count)
{
    for (size_t i = 0; i + 4 <= count; i++)
        if (memcmp(bytes + i, "\r\n\r\n", 4) == 0)
            return i + 4;
    return 0;
}

/* "Content-Length: 17"; SIZE_MAX: another line, or no number. */
static size_t length_of_line(const char *line, size_t length)
{
    static const char name[] = "Content-Length:";
    size_t at = sizeof name - 1, value = 0;
    if (length < at || strncasecmp(line, name, at) != 0)
        return SIZE_MAX;
    while (at < length && (line[at] == ' ' || line[at] == '\t'))
        at++;
    size_t first = at;
    for (; at < length && line[at] >= '0' && line[at] <= '9'; at++)
        value = value > CM_FRAMES_MOST_BODY ? value : 10 * value + (size_t)(line[at] - '0');
    return at > first && at == length ? value : SIZE_MAX;
}

/* SIZE_MAX: the head says none. */
static size_t body_length(const char *head, size_t count)
{
    size_t found = SIZE_MAX;
    for (size_t line = 0; line + 2 < count;) {
        size_t end = line;
        while (memcmp(head + end, "\r\n", 2) != 0)
            end++;
        size_t length = length_of_line(head + line, end - line);
        found = length == SIZE_MAX ? found : length;
        line = end + 2;
    }
    return found;
}

cm_frame_found cm_frames_take(cm_frames *frames, const char **body, size_t *length)
{
    const char *bytes = frames->bytes + frames->begin;
    size_t count = frames->end - frames->begin;
    size_t most = count < CM_FRAMES_MOST_HEAD ? count : CM_FRAMES_MOST_HEAD;
    size_t head = count > 0 ? head_length(bytes, most) : 0;
    if (head == 0)
        return count >= CM_FRAMES_MOST_HEAD ? CM_FRAME_NO_HEAD : CM_FRAME_NONE;
    *length = body_length(bytes, head);
    if (*length == SIZE_MAX) {
        frames->begin += head;
        return CM_FRAME_HEADLESS;
    }
    if (*length > CM_FRAMES_MOST_BODY)
        return CM_FRAME_TOO_LARGE;
    if (count - head < *length)
        return CM_FRAME_NONE;
    *body = bytes + head;
    frames->begin += head + *length;
    return CM_FRAME_WHOLE;
}

static bool write_all(int file, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
    return true;
}

bool cm_frame_write(int file, const char *body, size_t length)
{
    char head[64];
    int size = snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", length);
    return write_all(file, head, (size_t)size) && write_all(file, body, length);
}
