/* Messages of the base protocol: a head, "Content-Length: 17\r\n\r\n", and so many bytes. */
#ifndef CM_LSP_FRAMES_H
#define CM_LSP_FRAMES_H

#include <stdbool.h>
#include <stddef.h>

enum {
    CM_FRAMES_MOST_HEAD = 8 * 1024,
    CM_FRAMES_MOST_BODY = 16 * 1024 * 1024 /* bytes of one message */
};

/* What came and was not taken yet. */
typedef struct cm_frames {
    char *bytes; /* malloc'ed */
    size_t begin, end, capacity;
} cm_frames;

typedef enum cm_frame_found {
    CM_FRAME_NONE,      /* more must come */
    CM_FRAME_WHOLE,     /* a message: *body, *length, until the next call */
    CM_FRAME_HEADLESS,  /* a head that does not say a length; it is stepped over */
    CM_FRAME_TOO_LARGE, /* nothing after it can be found */
    CM_FRAME_NO_HEAD    /* so long a head is none: the same */
} cm_frame_found;

void cm_frames_free(cm_frames *frames);
/* Adds bytes. False: no memory. */
bool cm_frames_add(cm_frames *frames, const char *bytes, size_t count);
cm_frame_found cm_frames_take(cm_frames *frames, const char **body, size_t *length);

/* Writes a message. False: the file takes no more. */
bool cm_frame_write(int file, const char *body, size_t length);

#endif
