/* Ctrl-C and SIGTERM, noted for whoever looks. */
#ifndef CM_CLI_SIGNALS_H
#define CM_CLI_SIGNALS_H

/* From now on they are noted and do not end the program; the second one does. What
 * was ignored from the start (nohup, a script's background) stays so. */
void cli_catch_signals(void);
/* The number of the one received since, or 0. */
int cli_signal_received(void);

#endif
