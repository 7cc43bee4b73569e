#define _POSIX_C_SOURCE 200809L /* strdup */
#include "lsp/uri.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int digit(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;
}

char *cm_uri_path(const char *uri)
{
    static const char here[] = "localhost";
    bool is_file = strncmp(uri, "file://", 7) == 0;
    const char *from = is_file ? uri + 7 : uri;
    if (is_file && strncmp(from, here, sizeof here - 1) == 0)
        from += sizeof here - 1;
    if (!is_file || *from != '/')
        return strdup(uri);
    char *path = malloc(strlen(from) + 1);
    if (!path)
        return NULL;
    char *to = path;
    while (*from) {
        /* %41 of any byte but 0. */
        bool escaped = from[0] == '%' && isxdigit((unsigned char)from[1]) &&
                       isxdigit((unsigned char)from[2]) && !(from[1] == '0' && from[2] == '0');
        *to++ = escaped ? (char)(16 * digit(from[1]) + digit(from[2])) : *from;
        from += escaped ? 3 : 1;
    }
    *to = '\0';
    return path;
}

char *cm_uri_of(const char *path)
{
    char *uri = malloc(sizeof "file://" + 3 * strlen(path));
    if (!uri)
        return NULL;
    char *to = uri + sprintf(uri, "file://");
    for (; *path; path++) {
        bool plain = isalnum((unsigned char)*path) || strchr("/-._~", *path);
        to += plain ? sprintf(to, "%c", *path) : sprintf(to, "%%%02X", (unsigned char)*path);
    }
    *to = '\0';
    return uri;
}
