/* For unit tests with the false driver of tests/fakecuda. */
#ifndef CM_TEST_FAKECUDA_HELP_H
#define CM_TEST_FAKECUDA_HELP_H

#include "base/diag.h"
#include "tests/fakecuda/fakecuda.h"
#include "tests/unit/unit.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Its path; skips the test where it was not built (no cuda.h). */
static inline const char *fakecuda_path(void)
{
    const char *path = getenv("CMCM_FAKECUDA");
    if (!path)
        skip();
    return path;
}

/* Puts it in the driver's place. `attribute` >= 0: with that value. */
static inline void fakecuda_use(unsigned fail, int attribute, const char *value)
{
    char text[64];
    setenv("CMCM_LIBCUDA", fakecuda_path(), 1);
    snprintf(text, sizeof text, "%u", fail);
    setenv("FAKECUDA_FAIL", text, 1);
    if (attribute >= 0) {
        snprintf(text, sizeof text, "FAKECUDA_ATTRIBUTE_%d", attribute);
        setenv(text, value, 1);
    }
}

static inline void fakecuda_unset(int attribute)
{
    char text[64];
    snprintf(text, sizeof text, "FAKECUDA_ATTRIBUTE_%d", attribute);
    unsetenv(text);
}

static inline const fakecuda_state *fakecuda_now(void)
{
    void *library = dlopen(fakecuda_path(), RTLD_NOW | RTLD_NODELETE);
    assert_non_null(library);
    void *address = dlsym(library, "fakecuda_tell");
    assert_non_null(address);
    fakecuda_ask *ask;
    memcpy(&ask, &address, sizeof ask);
    dlclose(library);
    return ask();
}

/* All that was made is destroyed, and all calls made sense. */
static inline void assert_fakecuda_clean(void)
{
    const fakecuda_state *now = fakecuda_now();
    assert_int_equal(now->live, 0);
    assert_int_equal(now->lost, 0);
    assert_int_equal(now->mistakes, 0);
}

/* The message of the last error; "" if there is none. */
static inline const char *last_error(const cm_work *work)
{
    return work->diags.count > 0 ? work->diags.items[work->diags.count - 1].message : "";
}

#endif
