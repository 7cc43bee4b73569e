/* Sessions as options ask for them. See session.h. */
#include "cli/session.h"

#include "cli/output.h"

#include <string.h>
#include <unistd.h>

void cli_session_set(cmcm_session *session, const cli_list *includes, const char *dialect,
                     const cli_list *variants)
{
    for (int i = 0; i < includes->count; i++)
        cmcm_session_add_include(session, includes->items[i]);
    if (dialect)
        cmcm_session_set_dialect(session, dialect);
    for (int i = 0; i < variants->count; i++)
        cmcm_session_add_variant(session, variants->items[i]);
}

cmcm_session *cli_session_open(const cli_list *includes, const char *dialect,
                               const cli_list *variants)
{
    cmcm_session *session = cmcm_session_new();
    if (!session) {
        cli_no_memory();
        return NULL;
    }
    cmcm_session_set_color(session, cli_wants_color(STDERR_FILENO));
    cli_session_set(session, includes, dialect, variants);
    return session;
}

void cli_session_say(cmcm_session *session)
{
    fputs(cmcm_session_messages(session), stderr);
    cmcm_session_clear(session);
}

cmcm_test *cli_test_read(cmcm_session *session, const char *path, const char *outcome)
{
    return outcome ? cmcm_test_read_asking(session, path, outcome) : cmcm_test_read(session, path);
}

bool cli_enumerate(const cmcm_enumeration *what, cmcm_sink sink, void *context)
{
    cmcm_session *session = cmcm_session_new();
    bool made = session && cmcm_enumerate(session, what, sink, context);
    if (session)
        cli_session_say(session);
    cmcm_session_free(session);
    return made;
}

cmcm_telling cli_telling_of(const char *word, bool formal)
{
    cmcm_telling telling = CMCM_AS_TEXT;
    while (word && cmcm_telling_word(telling) && strcmp(cmcm_telling_word(telling), word) != 0)
        telling++;
    if (!word || !cmcm_telling_word(telling))
        telling = CMCM_AS_TEXT;
    return formal && telling == CMCM_AS_TEXT ? CMCM_AS_FORMAL : telling;
}
