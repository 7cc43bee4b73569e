/* A ustar archive: for each file a header block and its content in blocks. */
#include "enumerate/tar.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 512, RECORD_BLOCKS = 20, NAME_MAX_BYTES = 100, PREFIX_MAX_BYTES = 155 };

/* POSIX.1-2017, pax, table "ustar Header Block". Numbers are octal texts. */
typedef struct header {
    char name[NAME_MAX_BYTES];
    char mode[8], uid[8], gid[8];
    char size[12], mtime[12];
    char checksum[8];
    char type;
    char linkname[100];
    char magic[6], version[2];
    char uname[32], gname[32];
    char devmajor[8], devminor[8];
    char prefix[PREFIX_MAX_BYTES];
    char padding[12];
} header;

/* Splits the path at a '/' so that both parts fit. */
static bool set_path(header *h, const char *path)
{
    size_t length = strlen(path), cut = 0;
    if (length > sizeof h->name) {
        for (size_t i = 1; i < length - 1 && i <= sizeof h->prefix; i++)
            if (path[i] == '/' && length - i - 1 <= sizeof h->name)
                cut = i;
        if (!cut)
            return false;
        memcpy(h->prefix, path, cut);
        cut++;
    }
    memcpy(h->name, path + cut, length - cut);
    return length > 0;
}

static void set_octal(char *field, size_t width, uint64_t value)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%0*llo", (int)width - 1, (unsigned long long)value);
    memcpy(field, digits, width);
}

bool cm_tar_add(cm_text *out, const char *path, const char *content, size_t length)
{
    _Static_assert(sizeof(header) == BLOCK, "a header is a block");
    const uint64_t most = (UINT64_C(1) << 33) - 1; /* eleven octal digits */
    header h = {.type = '0', .magic = "ustar", .version = {'0', '0'}};
    if (!set_path(&h, path) || length > most)
        return false;
    set_octal(h.mode, sizeof h.mode, 0644);
    set_octal(h.uid, sizeof h.uid, 0);
    set_octal(h.gid, sizeof h.gid, 0);
    set_octal(h.size, sizeof h.size, length);
    set_octal(h.mtime, sizeof h.mtime, 0);
    set_octal(h.devmajor, sizeof h.devmajor, 0);
    set_octal(h.devminor, sizeof h.devminor, 0);
    /* The sum of the header's bytes, with blanks for the sum itself. */
    unsigned char bytes[sizeof h];
    unsigned sum = 0;
    memset(h.checksum, ' ', sizeof h.checksum);
    memcpy(bytes, &h, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        sum += bytes[i];
    set_octal(h.checksum, sizeof h.checksum - 1, sum);
    cm_text_add_bytes(out, (const char *)&h, sizeof h);
    cm_text_add_bytes(out, content, length);
    cm_text_fill(out, '\0', (BLOCK - length % BLOCK) % BLOCK);
    return true;
}

/* Two blocks of zeros, and more up to a whole record. */
void cm_tar_end(cm_text *out)
{
    const size_t record = (size_t)BLOCK * RECORD_BLOCKS;
    size_t end = out->length + 2 * (size_t)BLOCK;
    cm_text_fill(out, '\0', (end + record - 1) / record * record - out->length);
}
