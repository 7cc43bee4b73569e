/* random_tests SEED COUNT DIRECTORY: writes random tests of every kind, one file each. */
#include "tests/gen/gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int write_test(const char *directory, int number, const char *text)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%05d.litmus", directory, number);
    if (length < 0 || (size_t)length >= sizeof path)
        return 1;
    FILE *file = fopen(path, "w");
    if (!file)
        return 1;
    int bad = fputs(text, file) < 0;
    return fclose(file) != 0 || bad;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: random_tests SEED COUNT DIRECTORY\n");
        return 2;
    }
    uint64_t seed = strtoull(argv[1], NULL, 10);
    int count = atoi(argv[2]);
    cm_arena *arena = cm_arena_new(0);
    int status = !arena;
    for (int i = 0; i < count && !status; i++) {
        gen_kind kind = (gen_kind)(i % (GEN_SIZES_MIXED + 1));
        status = write_test(argv[3], i, gen_program(arena, seed * 100000 + (uint64_t)i, kind, 3));
        cm_arena_reset(arena, 0);
    }
    cm_arena_free(arena);
    if (status)
        fprintf(stderr, "random_tests: cannot write to %s\n", argv[3]);
    return status;
}
