/* Logs that commands read: which tests of them count, and how they are called. */
#ifndef CM_CLI_LOGS_H
#define CM_CLI_LOGS_H

#include "cli/options.h"
#include "logbook/choice.h"

typedef struct cli_log_settings {
    cli_list names, select, excluded, renamed;
    const char *matching;
} cli_log_settings;

/* The options of a verb, whose settings have a cli_log_settings at that offset. */
#define CLI_LOG_OPTIONS(at)                                                                        \
    {0,                                                                                            \
     "names",                                                                                      \
     "FILE",                                                                                       \
     CLI_LIST,                                                                                     \
     (at) + offsetof(cli_log_settings, names),                                                     \
     0,                                                                                            \
     0,                                                                                            \
     "Only the tests whose names begin the lines of FILE; may be repeated."},                      \
        {0,                                                                                        \
         "select",                                                                                 \
         "FILE",                                                                                   \
         CLI_LIST,                                                                                 \
         (at) + offsetof(cli_log_settings, select),                                                \
         0,                                                                                        \
         0,                                                                                        \
         "Only the tests of these litmus files, or of those that a list @FILE names."},            \
        {0,                                                                                        \
         "excl",                                                                                   \
         "FILE",                                                                                   \
         CLI_LIST,                                                                                 \
         (at) + offsetof(cli_log_settings, excluded),                                              \
         0,                                                                                        \
         0,                                                                                        \
         "Not the tests whose names begin the lines of FILE; may be repeated."},                   \
        {0,                                                                                        \
         "rename",                                                                                 \
         "FILE",                                                                                   \
         CLI_LIST,                                                                                 \
         (at) + offsetof(cli_log_settings, renamed),                                               \
         0,                                                                                        \
         0,                                                                                        \
         "Call tests by the second word of the line of FILE that begins with their name."},        \
    {                                                                                              \
        'e', "matching", "REGEX", CLI_TEXT, (at) + offsetof(cli_log_settings, matching), 0, 0,     \
            "Only tests whose names begin as the basic regular expression says."                   \
    }

typedef struct cli_logs {
    cm_arena *arena;
    cm_work work;
    const cm_logbook **items;
    size_t count;
} cli_logs;

/* Reads the logs that argv names. False: messages say why, and *status how the program ends.
 * To be freed with its arena either way. */
bool cli_logs_open(cli_logs *logs, const cli_log_settings *settings, int argc, char **argv,
                   int *status);
/* Reads side files. False: a message is among those of logs->work; call under
 * cm_arena_protect. */
bool cli_logs_pairs(cli_logs *logs, const cli_list *paths, cm_logbook_pairs *pairs);

#endif
