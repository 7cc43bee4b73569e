/* file: URIs and paths. */
#ifndef CM_LSP_URI_H
#define CM_LSP_URI_H

/* The path of a file on this machine, malloc'ed; what is no such URI names itself. NULL: no
 * memory. */
char *cm_uri_path(const char *uri);
/* The URI of an absolute path, malloc'ed; NULL: no memory. */
char *cm_uri_of(const char *path);

#endif
