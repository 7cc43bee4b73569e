/* Ctrl-C and SIGTERM, noted for whoever looks. */
#include "cli/signals.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

/* The number of the signal received. A handler can reach nothing else: this is
 * the one variable of the program that belongs to nobody. */
static volatile sig_atomic_t signal_received;

/* A second Ctrl-C does not wait for the first one's good end. */
static void on_signal(int number)
{
    if (signal_received)
        _exit(128 + number);
    signal_received = number;
}

void cli_catch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM};
    struct sigaction action = {.sa_handler = on_signal}, old;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
}

int cli_signal_received(void)
{
    return signal_received;
}
