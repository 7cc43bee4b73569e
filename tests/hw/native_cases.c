/* Writes the CPU threads of tests, each to be run alone, as assembly and as cases
 * for native_driver.c, which may run on another instruction set.
 *
 *     native_cases aarch64|x86_64|riscv bodies.s cases <list-of-files
 *
 * Prints what was left out and why; tests with CPU threads of another instruction
 * set are only counted. */
#include "litmus/isa/isa.h"
#include "tests/unit/native_run.h"

#include <inttypes.h>

typedef struct writer {
    FILE *assembly, *cases;
    uint64_t *keys; /* of the functions written, from their symbols */
    size_t key_count, key_capacity;
    cm_arch host;
    int tests, foreign, cases_written, refused, endless, stray, split;
} writer;

/* Number of the function; written when it is new. */
static size_t write_function(writer *w, const cm_cpu_thread *code)
{
    uint64_t key = strtoull(strrchr(code->symbol, '_') + 1, NULL, 16);
    for (size_t i = 0; i < w->key_count; i++)
        if (w->keys[i] == key)
            return i;
    if (w->key_count == w->key_capacity) {
        w->key_capacity = w->key_capacity ? 2 * w->key_capacity : 1024;
        w->keys = realloc(w->keys, w->key_capacity * sizeof *w->keys);
        if (!w->keys)
            abort();
    }
    w->keys[w->key_count] = key;
    fputs(code->assembly, w->assembly);
    return w->key_count++;
}

static void write_word(writer *w, native_word word)
{
    fprintf(w->cases, " %d %" PRIu64, (int)word.kind, word.number);
}

static void write_case(writer *w, const native_case *c)
{
    fprintf(w->cases, "%s:P%d %zu %" PRIu64 " %" PRIu64 "\n", c->test, c->thread,
            write_function(w, c->code), c->memory_bytes, c->mask);
    fprintf(w->cases, "%zu", c->cell_count);
    for (size_t i = 0; i < c->cell_count; i++) {
        fprintf(w->cases, " %" PRIu64 " %u", c->cells[i].offset, c->cells[i].width);
        write_word(w, c->cells[i].before);
    }
    fprintf(w->cases, "\n%d", c->code->in_count);
    for (int i = 0; i < c->code->in_count; i++)
        write_word(w, c->in[i]);
    fprintf(w->cases, "\n%d", c->code->out_count);
    for (int i = 0; i < c->code->out_count; i++)
        fprintf(w->cases, " %s", c->names[i]);
    fprintf(w->cases, "\n%zu", c->outcome_count);
    for (size_t k = 0; k < c->outcome_count; k++) {
        for (size_t i = 0; i < c->cell_count; i++)
            write_word(w, c->outcomes[k].after[i]);
        for (int i = 0; i < c->code->out_count; i++)
            write_word(w, c->outcomes[k].out[i]);
    }
    fputc('\n', w->cases);
    w->cases_written++;
}

static bool is_foreign(const writer *w, const native_test *t)
{
    for (int i = 0; t->m.test && i < t->m.test->thread_count; i++) {
        const cm_isa *isa = cm_isa_for(t->m.test->threads[i].arch);
        if (!isa->gpu && isa->host != w->host)
            return true;
    }
    return false;
}

/* What both kinds of input come to. */
static void add_cases(writer *w, native_test *t, bool parsed, const char *name)
{
    w->tests++;
    for (int i = 0; parsed && i < t->case_count; i++)
        write_case(w, &t->cases[i]);
    w->endless += t->endless;
    w->stray += t->stray;
    w->split += t->split;
    const cm_diags *diags = &t->m.work.diags;
    if (!parsed && is_foreign(w, t)) {
        w->foreign++;
    } else if (!parsed) {
        w->refused++;
        printf("left out: %s: %s\n", name,
               diags->count > 0 ? diags->items[diags->count - 1].message : "cannot be read");
    }
}

typedef struct row {
    const char *code, *reg;
    uint64_t value; /* the interpreter computes it too */
} row;

/* clang-format off */
static const row aarch64_rows[] = {
#include "tests/unit/aarch64_rows.inc"
};
static const row riscv_rows[] = {
#include "tests/unit/riscv_rows.inc"
};
/* clang-format on */

/* The rows of an instruction set's unit test: one instruction or few each. */
static const struct rows {
    cm_arch arch;
    const row *rows;
    size_t count;
    const char *before;
} all_rows[] = {{CM_AARCH64, aarch64_rows, sizeof aarch64_rows / sizeof *aarch64_rows,
                 "int64_t x=0x8877665544332211;\n"
                 "uint64_t y[4]={0x1111111122222222,0x3333333344444444,"
                 "0x8555555586666666,0x7777777788888888};\n"
                 "0:X0=0xaaaaaaaaaaaaaaaa; 0:X1=0x0123456789abcdef;\n"
                 "0:X2=0xfedcba9876543210; 0:X3=3; 0:X4=0x8000000000000000;\n"
                 "0:X5=-1; 0:X6=0x7fffffff; 0:X7=0x80000000; 0:X8=0xffffff80;\n"
                 "0:X9=0; 0:X10=x; 0:X11=y;\n"},
                {CM_RISCV, riscv_rows, sizeof riscv_rows / sizeof *riscv_rows,
                 "uint64_t x[2]={0x8877665544332211,0};\n"
                 "0:a1=0x0123456789abcdef; 0:a2=0xfedcba9876543210; 0:a3=3;\n"
                 "0:a4=0x8000000000000000; 0:a5=-1; 0:a6=0x7fffffff; 0:a7=0x80000000;\n"
                 "0:s2=0xffffff80; 0:s3=0; 0:s0=x;\n"}};

static void add_rows(writer *w, const struct rows *r)
{
    for (size_t i = 0; i < r->count; i++) {
        char text[2048], name[32];
        snprintf(name, sizeof name, "row%zu", i);
        snprintf(text, sizeof text, "%s %s\n{\n%s}\n P0 ;\n %s ;\nexists (true)\n",
                 cm_arch_name(r->arch), name, r->before, r->rows[i].code);
        native_test t = {.host = w->host};
        add_cases(w, &t, native_open(&t, text), r->rows[i].code);
        step_close(&t.m);
    }
}

/* CM_CMCM: there is none of that word that is a host. */
static cm_arch host_named(const char *word)
{
    int arch = 0;
    while (arch < CM_CMCM && (strcmp(cm_isa_for((cm_arch)arch)->word, word) != 0 ||
                              cm_isa_for((cm_arch)arch)->host != (cm_arch)arch))
        arch++;
    return (cm_arch)arch;
}

static void add_file(writer *w, const char *path)
{
    native_test t = {.host = w->host};
    char *text;
    add_cases(w, &t, native_open_file(&t, path, &text), path);
    if (text) {
        step_close(&t.m);
        free(text);
    }
}

int main(int argc, char **argv)
{
    writer w = {.keys = NULL};
    char path[4096];
    w.host = argc == 4 ? host_named(argv[1]) : CM_CMCM;
    if (w.host == CM_CMCM || !(w.assembly = fopen(argv[2], "w")) ||
        !(w.cases = fopen(argv[3], "w"))) {
        fprintf(stderr, "usage: native_cases aarch64|x86_64|riscv bodies.s cases <list-of-files\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof all_rows / sizeof *all_rows; i++)
        if (all_rows[i].arch == w.host)
            add_rows(&w, &all_rows[i]);
    while (fgets(path, sizeof path, stdin)) {
        path[strcspn(path, "\n")] = '\0';
        add_file(&w, path);
    }
    fprintf(w.assembly, "\t.data\n\t.p2align\t3\n\t.globl\tcm_bodies\ncm_bodies:\n");
    for (size_t i = 0; i < w.key_count; i++)
        fprintf(w.assembly, "\t.quad\tcm_body_%016" PRIx64 "\n", w.keys[i]);
    printf("%d tests, %d foreign, %d refused; threads alone: %d written, %d without end, %d that "
           "use other memory, %d that split an address; %zu functions\n",
           w.tests, w.foreign, w.refused, w.cases_written, w.endless, w.stray, w.split,
           w.key_count);
    bool good = fclose(w.assembly) == 0;
    good = fclose(w.cases) == 0 && good;
    free(w.keys);
    return good ? 0 : 1;
}
