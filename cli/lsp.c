/* `cmcm lsp`: what an editor asks of tests and models. */
#include "cli/output.h"
#include "cli/signals.h"
#include "cli/verbs.h"

#include "lsp/lsp.h"

#include <unistd.h>

enum { DEFAULT_MEMORY = 2048, DEFAULT_SECONDS = 10 };

typedef struct lsp_settings {
    const char *model, *dialect;
    cli_list includes, variants;
    unsigned unroll, memory_limit;
    double timeout;
    bool stdio; /* always */
} lsp_settings;

#define AT(field) offsetof(lsp_settings, field)

static const cli_option options[] = {
    CLI_MODEL(CLI_TEXT, AT(model)),
    CLI_INCLUDE(AT(includes)),
    CLI_DIALECT(AT(dialect)),
    CLI_VARIANT(AT(variants)),
    CLI_UNROLL(AT(unroll)),
    CLI_TIMEOUT(AT(timeout)),
    CLI_MEMORY_LIMIT(AT(memory_limit)),
    {0, "stdio", NULL, CLI_FLAG, AT(stdio), 0, 0},
};

static int run_lsp(const cli_call *call, void *argument)
{
    const lsp_settings *settings = argument;
    sigset_t waiting;
    if (call->operand_count > 0)
        return cli_usage_error(call->verb, "there is an operand `%s`, expected none",
                               call->operands[0]);
    unsigned memory = settings->memory_limit ? settings->memory_limit : DEFAULT_MEMORY;
    const cm_lsp_options how = {
        .model = settings->model,
        .includes = settings->includes.items,
        .include_count = settings->includes.count,
        .variants = settings->variants.items,
        .variant_count = settings->variants.count,
        .dialect = settings->dialect,
        .unroll = settings->unroll,
        .seconds = settings->timeout > 0 ? settings->timeout : DEFAULT_SECONDS,
        .memory_limit = (size_t)memory << 20,
    };
    signal(SIGPIPE, SIG_IGN); /* an editor that has gone is seen by what cannot be written */
    cli_signals_let_end(&waiting);
    switch (cm_lsp_run(&how, STDIN_FILENO, STDOUT_FILENO, &waiting)) {
    case CM_LSP_ENDED:
    case CM_LSP_SIGNAL:
        return CLI_OK;
    case CM_LSP_NO_MEMORY:
        return cli_no_memory();
    default:
        return CLI_UNMET;
    }
}

const cli_verb cli_verb_lsp = {
    .name = "lsp",
    .operands = "",
    .summary = "Serve an editor: messages, verdicts, hover, definitions.",
    CLI_OPTIONS(options, lsp_settings),
    .defaults = &(const lsp_settings){.timeout = DEFAULT_SECONDS},
    .run = run_lsp,
};
