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

/* Kinds in turn. */
static char *make_test(cm_arena *arena, int number, uint64_t seed)
{
    int kind = number % (GEN_SIZES_MIXED + 8);
    switch (kind - GEN_SIZES_MIXED) {
    case 1:
        return gen_riscv(arena, seed, 4);
    case 2:
        return gen_alike(arena, seed, GEN_AARCH64);
    case 3:
        return gen_counting(arena, seed, (gen_kind)(seed % 4));
    case 4:
        return gen_growing(arena, seed, (gen_kind)(seed % 4));
    case 5:
        return gen_meeting(arena, seed, 3);
    case 6:
        return gen_copying(arena, seed, 2);
    case 7:
        return gen_wide(arena, seed, (gen_kind)(seed % 4), 3);
    default:
        return gen_program(arena, seed, (gen_kind)kind, 3);
    }
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
        status = write_test(argv[3], i, make_test(arena, i, seed * 100000 + (uint64_t)i));
        cm_arena_reset(arena, 0);
    }
    cm_arena_free(arena);
    if (status)
        fprintf(stderr, "random_tests: cannot write to %s\n", argv[3]);
    return status;
}
