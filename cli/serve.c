/* `cmcm serve`: a page on this machine to write tests on. */
#define _DEFAULT_SOURCE /* sysconf's processors */
#include "cli/signals.h"
#include "cli/verbs.h"

#include "serve/serve.h"

#include <unistd.h>

enum { DEFAULT_PORT = 8420, DEFAULT_MEMORY = 2048, MOST_PROCESSES = 4 };

typedef struct serve_settings {
    const char *address;
    unsigned port, jobs, memory_limit;
    double timeout;
} serve_settings;

#define AT(field) offsetof(serve_settings, field)

static const cli_option options[] = {
    {0, "port", "N", CLI_NUMBER, AT(port), 1, 65535},
    {0, "address", "ADDRESS", CLI_TEXT, AT(address), 0, 0},
    CLI_TIMEOUT(AT(timeout)),
    CLI_MEMORY_LIMIT(AT(memory_limit)),
    CLI_JOBS(AT(jobs)),
};

static unsigned process_count(void)
{
    long here = sysconf(_SC_NPROCESSORS_ONLN);
    return here < 2 ? 2 : here > MOST_PROCESSES ? MOST_PROCESSES : (unsigned)here;
}

static int serve(const cm_serve_options *how, cm_arena *arena, bool any_port)
{
    const char *reason;
    bool taken;
    sigset_t waiting;
    cm_serve_options another = *how;
    another.port = 0;
    cli_signals_let_end(&waiting);
    cm_server *server = cm_server_new(how, arena, &reason, &taken);
    if (!server && taken && any_port)
        server = cm_server_new(&another, arena, &reason, &taken);
    if (!server) {
        fprintf(stderr, "cmcm serve: error: %s port %u: %s\n", how->address, how->port, reason);
        return CLI_INPUT;
    }
    if (!cm_server_is_local(server))
        fputs("cmcm serve: warning: other machines reach this address, and what is sent there is "
              "not encrypted\n",
              stderr);
    printf("%s\n", cm_server_url(server));
    fputs("Open this address in a browser; Ctrl-C ends it.\n", stderr);
    fflush(stdout);
    reason = cm_server_run(server, &waiting);
    cm_server_free(server);
    if (reason)
        fprintf(stderr, "cmcm serve: error: %s\n", reason);
    return reason ? CLI_INPUT : CLI_OK;
}

static int run_serve(const cli_call *call, void *argument)
{
    const serve_settings *settings = argument;
    if (call->operand_count > 0)
        return cli_usage_error(call->verb, "there is an operand `%s`, expected none",
                               call->operands[0]);
    unsigned memory = settings->memory_limit ? settings->memory_limit : DEFAULT_MEMORY;
    const cm_serve_options how = {.address = settings->address,
                                  .port = settings->port ? settings->port : DEFAULT_PORT,
                                  .processes = settings->jobs ? settings->jobs : process_count(),
                                  .seconds = settings->timeout > 0 ? settings->timeout : 10,
                                  .memory_limit = (size_t)memory << 20};
    return serve(&how, call->arena, settings->port == 0);
}

const cli_verb cli_verb_serve = {
    .name = "serve",
    .operands = "",
    .summary = "Write tests on a page in a browser, with outcomes as you type.",
    CLI_OPTIONS(options, serve_settings),
    .defaults = &(const serve_settings){.address = "127.0.0.1", .timeout = 10},
    .run = run_serve,
};
