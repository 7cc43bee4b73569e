/* Kernels to tests by the library: tests/program/import.sh has the table. */
#include "cmcm.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *path_of(char *buffer, size_t size, const char *name)
{
    const char *source = getenv("CMCM_SOURCE");
    snprintf(buffer, size, "%s/tests/import/%s", source ? source : ".", name);
    return buffer;
}

TEST(a_kernel_and_its_binding)
{
    char kernel[512], binding[512];
    cmcm_session *session = cmcm_session_new();
    assert_non_null(session);
    cmcm_test *test = cmcm_test_import(session, path_of(kernel, sizeof kernel, "flag.ptx"),
                                       path_of(binding, sizeof binding, "example.bind"));
    assert_string_equal(cmcm_session_messages(session), "");
    assert_non_null(test);
    assert_string_equal(cmcm_test_name(test), "MP-libcu++");
    assert_string_equal(cmcm_test_architecture(test), "PTX");
    assert_non_null(strstr(cmcm_test_text(test), "st.release.gpu.b32 [flag], 1"));
    cmcm_test_free(test);
    cmcm_session_free(session);
}

TEST(what_is_wrong)
{
    char kernel[512], binding[512];
    cmcm_session *session = cmcm_session_new();
    assert_non_null(session);
    path_of(kernel, sizeof kernel, "sync.ptx");
    assert_null(
        cmcm_test_import(session, kernel, path_of(binding, sizeof binding, "example.bind")));
    assert_non_null(strstr(cmcm_session_messages(session),
                           "example.bind:3:8: error: there is no kernel "
                           "`mp_release_acquire_device`, expected one of "));
    cmcm_session_clear(session);
    assert_null(cmcm_test_import(session, kernel, "/nowhere/none.bind"));
    assert_true(cmcm_session_error_count(session) > 0);
    cmcm_session_free(session);
}
