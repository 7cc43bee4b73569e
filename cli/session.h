/* A session as a verb's options ask for it. */
#ifndef CM_CLI_SESSION_H
#define CM_CLI_SESSION_H

#include "cli/options.h"
#include "cmcm.h"

/* Where models are looked for, which dialect (NULL: by the text), which variants. */
void cli_session_set(cmcm_session *session, const cli_list *includes, const char *dialect,
                     const cli_list *variants);
/* A new one, with colours where the terminal wants them; NULL: no memory, which is said. */
cmcm_session *cli_session_open(const cli_list *includes, const char *dialect,
                               const cli_list *variants);

/* What it has to say, to standard error, and no more than once. */
void cli_session_say(cmcm_session *session);

/* A test, asking about that outcome; NULL: about what its condition asks. NULL: see the messages.
 */
cmcm_test *cli_test_read(cmcm_session *session, const char *path, const char *outcome);

/* cmcm_enumerate in a session of its own, which says what it has to say. */
bool cli_enumerate(const cmcm_enumeration *what, cmcm_sink sink, void *context);

/* What an execution or an explanation may be told as, by the words of cmcm_telling_word; NULL and
 * other words: text, which may be formal. */
cmcm_telling cli_telling_of(const char *word, bool formal);

#endif
