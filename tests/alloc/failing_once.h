/* Calls that are counted, one of which fails: what the programs with failing allocations and with
 * failing calls of Z3 share. Each includes it once.
 *
 *     CMCM_TEST_FAIL=N      the Nth call fails (from 1 on)
 *     CMCM_TEST_COUNT=FILE  how many there were goes to the file at the end */
#ifndef CM_FAILING_ONCE_H
#define CM_FAILING_ONCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_ulong count;

static unsigned long number_of(const char *name, unsigned long usual)
{
    const char *text = getenv(name);
    return text ? strtoul(text, NULL, 10) : usual;
}

/* Counts a call. */
static bool fails_now(void)
{
    return atomic_fetch_add(&count, 1) + 1 == number_of("CMCM_TEST_FAIL", 0);
}

__attribute__((destructor)) static void write_count(void)
{
    const char *path = getenv("CMCM_TEST_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%lu\n", atomic_load(&count));
    fclose(file);
}

#endif
