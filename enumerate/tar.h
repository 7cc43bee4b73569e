/* Files into an archive, in the ustar format (POSIX.1-2017, pax, "ustar
 * Interchange Format"). Owner, times and modes are constants, so that equal
 * files make equal archives.
 */
#ifndef CM_ENUMERATE_TAR_H
#define CM_ENUMERATE_TAR_H

#include "base/text.h"

/* Appends a file. False: its path does not fit (100 bytes after a '/', 155 before
 * it), nothing was appended. */
bool cm_tar_add(cm_text *out, const char *path, const char *content, size_t length);
/* Appends the end of the archive. */
void cm_tar_end(cm_text *out);

#endif
