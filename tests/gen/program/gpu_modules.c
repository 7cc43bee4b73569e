/* gpu_modules DIRECTORY TEST.litmus...: writes the module of each test, with its number as the
 * name; says which test is which number, and what is refused. For tests/program/ptxas.sh and
 * tests/hw/sass_check.py. */
#include "hwrun/code/gpu_code.h"
#include "litmus/isa/isa.h"
#include "litmus/text/text.h"

#include <stdio.h>

/* As an H200: 132 multiprocessors of 2,048 threads and 32 CTAs; 16 CPUs. */
static const cm_plan_limits h200 = {.host = CM_X86_64,
                                    .cpus = 16,
                                    .multiprocessors = 132,
                                    .threads_per_multiprocessor = 2048,
                                    .threads_per_block = 1024,
                                    .blocks_per_multiprocessor = 32};

typedef struct writing {
    cm_work work;
    const char *path;
    const char *ptx; /* NULL: refused, or a test of CPUs only */
    bool cpu_only;
} writing;

static void generate(void *argument)
{
    writing *w = argument;
    cm_source *source = cm_source_read(&w->work, w->path);
    cm_test *test = source ? cm_litmus_parse(&w->work, source) : NULL;
    if (!test)
        return;
    cm_plan_limits limits = h200;
    for (int t = 0; t < test->thread_count; t++)
        if (!cm_arch_is_gpu(test->threads[t].arch))
            limits.host = cm_isa_for(test->threads[t].arch)->host;
    cm_parameters parameters;
    cm_parameters_init(&parameters);
    cm_plan *plan = cm_plan_make(&w->work, test, &parameters, &limits);
    w->cpu_only = plan->cta_count == 0;
    if (!w->cpu_only)
        w->ptx = cm_gpu_code_of(&w->work, plan, 0, 90);
}

static bool write_text(const char *directory, int number, const char *text)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%d.ptx", directory, number);
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    bool good = fputs(text, file) >= 0;
    return fclose(file) == 0 && good;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return fprintf(stderr, "usage: gpu_modules DIRECTORY TEST...\n"), 2;
    for (int i = 0; i < argc - 2; i++) {
        cm_arena *arena = cm_arena_new(0);
        writing w = {.path = argv[i + 2]};
        w.work = cm_work_new(arena);
        cm_arena_protect(arena, generate, &w);
        bool good = w.cpu_only || !w.ptx || write_text(argv[1], i, w.ptx);
        if (w.ptx)
            printf("%d\t%s\n", i, w.path);
        else
            printf("%s\t%s\t%s\n", w.cpu_only ? "cpu" : "refused", w.path,
                   w.work.diags.count ? w.work.diags.items[w.work.diags.count - 1].message : "");
        cm_arena_free(arena);
        if (!good)
            return 1;
    }
    return 0;
}
