/* Sessions and tests for what looks at the public interface. */
#ifndef CM_API_HELP_H
#define CM_API_HELP_H

#include "cmcm.h"
#include "tests/unit/unit.h"

#include <string.h>

/* Store buffering: every combination of the two reads is allowed by x86-TSO,
 * and without the buffers (0, 0) would not be. */
static const char sb_text[] = "X86 SB\n"
                              "{ x=0; y=0; }\n"
                              " P0          | P1          ;\n"
                              " MOV [x],$1  | MOV [y],$1  ;\n"
                              " MOV EAX,[y] | MOV EAX,[x] ;\n"
                              "exists (0:EAX=0 /\\ 1:EAX=0)\n";

static inline int setup(void **state)
{
    *state = cmcm_session_new();
    return *state ? 0 : -1;
}

static inline int teardown(void **state)
{
    cmcm_session_free(*state);
    return 0;
}

static inline cmcm_test *parse(cmcm_session *session, const char *text)
{
    return cmcm_test_parse(session, "memory.litmus", text, strlen(text));
}

#endif
