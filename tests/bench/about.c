/* What the benchmarked program was built with, a line each: a table of times
 * says little without it. */
#include "cmcm.h"

#include <stdio.h>
#include <z3.h>

#if defined __clang__
#define COMPILER "clang " __clang_version__
#elif defined __GNUC__
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

int main(void)
{
    unsigned major, minor, build, revision;
    Z3_get_version(&major, &minor, &build, &revision);
    printf("cmcm: %s\ncompiler: %s\nZ3: %u.%u.%u\n", cmcm_version(), COMPILER, major, minor, build);
    return 0;
}
