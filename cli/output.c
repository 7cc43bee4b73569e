#include "cli/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool complain(const char *path)
{
    fprintf(stderr, "%s: error: cannot be written: %s\n", path, strerror(errno));
    return false;
}

bool cli_write_file(const char *path, const char *content, size_t length)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return complain(path);
    bool written = fwrite(content, 1, length, file) == length;
    written = fclose(file) == 0 && written;
    return written || complain(path);
}

/* https://no-color.org: any value but the empty one. */
bool cli_wants_color(int descriptor)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(descriptor) && !(no_color && *no_color) && terminal &&
           strcmp(terminal, "dumb") != 0;
}
