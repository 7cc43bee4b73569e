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
#define CLI_LOG_OPTION(letter, word, argument, kind, at, field, help)                              \
    {                                                                                              \
        letter, word, argument, kind, (at) + offsetof(cli_log_settings, field), 0, 0, help         \
    }
#define CLI_LOG_OPTIONS(at)                                                                        \
    CLI_LOG_OPTION(0, "names", "FILE", CLI_LIST, at, names,                                        \
                   "Only the tests whose names begin the lines of FILE; may be repeated."),        \
        CLI_LOG_OPTION(0, "select", "FILE", CLI_LIST, at, select,                                  \
                       "Only the tests of these litmus files, or of those that a list @FILE "      \
                       "names."),                                                                  \
        CLI_LOG_OPTION(0, "excl", "FILE", CLI_LIST, at, excluded,                                  \
                       "Not the tests whose names begin the lines of FILE; may be repeated."),     \
        CLI_LOG_OPTION(0, "rename", "FILE", CLI_LIST, at, renamed,                                 \
                       "Call tests by the second word of the line of FILE that begins with "       \
                       "their name."),                                                             \
        CLI_LOG_OPTION('e', "matching", "REGEX", CLI_TEXT, at, matching,                           \
                       "Only tests whose names begin as the basic regular expression says.")

typedef struct cli_logs {
    cm_arena *arena;
    cm_work work;
    const cm_logbook **items;
    size_t count;
} cli_logs;

/* Reads the logs that the operands name. False: messages say why, and *status how the program
 * ends. */
bool cli_logs_open(cli_logs *logs, const cli_call *call, const cli_log_settings *settings,
                   int *status);
/* Reads side files. False: a message is among those of logs->work; call under
 * cm_arena_protect. */
bool cli_logs_pairs(cli_logs *logs, const cli_list *paths, cm_logbook_pairs *pairs);

#endif
