/* Tests of one name in one run. A log has its tests by their names, whatever their
 * architectures: what reads it would take two for one, or stop. */
#ifndef CM_CLI_NAMES_H
#define CM_CLI_NAMES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cli_named cli_named;

typedef struct cli_names {
    cli_named *tests; /* a table by name, with free places; NULL: no names are kept */
    size_t capacity;
} cli_names;

typedef enum cli_repeated {
    CLI_NEW_NAME,
    CLI_SAME_TEST, /* the name is known, and so is the test */
    CLI_OTHER_TEST /* another test had the name */
} cli_repeated;

/* For at most `count` tests. False: no memory. */
bool cli_names_init(cli_names *names, size_t count);
void cli_names_end(cli_names *names);

/* Of a test in its turn. *name and *digest (of the test's text) are malloc'ed; a new name's
 * are kept, which leaves NULL there. *earlier: the path of the one that had the name; path
 * is to live as long as the names. */
cli_repeated cli_names_add(cli_names *names, const char *path, char **name, char **digest,
                           const char **earlier);

#endif
