/* hwrun/code/cpu_code.c and hwrun/code/cpu_loader.c: threads as functions that this machine
 * runs, one alone each, compared with the sequential interpreter and with values
 * from the manuals; and the compiler's errors. */
#define _XOPEN_SOURCE 700 /* setenv, mkdtemp */
#include "litmus/isa/isa.h"
#include "tests/unit/native_batch.h"

#include <dirent.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined __aarch64__
static const char *const host_tests[] = {"arm", "cmcm"};
static const char *const host_corpus[] = {"AARCH64", "COMPOUND"};
#else
static const char *const host_tests[] = {"x86", "cmcm"};
static const char *const host_corpus[] = {"X86", "COMPOUND"};
#endif

/* ---- all tests that there are ------------------------------------------ */

static bool is_foreign(const native_test *t)
{
    for (int i = 0; t->m.test && i < t->m.test->thread_count; i++) {
        const cm_isa *isa = cm_isa_for(t->m.test->threads[i].arch);
        if (!isa->gpu && isa->host != host)
            return true;
    }
    return false;
}

static void add_file(batch *b, const char *path)
{
    native_test *t = batch_add(b);
    if (native_open_file(t, path, &b->texts[b->count - 1]) || is_foreign(t))
        return;
    assert_true(t->m.work.diags.count > 0);
    const char *message = t->m.work.diags.items[t->m.work.diags.count - 1].message;
    if (!strstr(message, "its threads are on several GPUs"))
        fail_msg("%s: %s", path, message);
    t->case_count = 0;
}

static void add_directory(batch *b, const char *path)
{
    DIR *directory = opendir(path);
    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory));) {
        char inner[PATH_MAX];
        struct stat about;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        const char *end = strrchr(entry->d_name, '.');
        if (entry->d_name[0] == '.' || stat(inner, &about) != 0)
            continue;
        if (S_ISDIR(about.st_mode))
            add_directory(b, inner);
        else if (end && strcmp(end, ".litmus") == 0)
            add_file(b, inner);
    }
    closedir(directory);
}

TEST(every_test_file)
{
    const char *source = getenv("CMCM_SOURCE"), *corpus = getenv("CMCM_CORPUS");
    if (!source)
        skip();
    char path[PATH_MAX];
    batch b = {.tests = NULL};
    for (size_t i = 0; i < sizeof host_tests / sizeof *host_tests; i++) {
        snprintf(path, sizeof path, "%s/tests/litmus/%s", source, host_tests[i]);
        add_directory(&b, path);
    }
    size_t own = b.count;
    for (size_t i = 0; i < sizeof host_corpus / sizeof *host_corpus; i++) {
        snprintf(path, sizeof path, "%s%s/%s", corpus ? corpus : source,
                 corpus ? "" : "/../shared/corpus", host_corpus[i]);
        add_directory(&b, path);
    }
    size_t count = run_batch(&b);
    print_message("%zu own files, %zu of the corpus: %zu threads\n", own, b.count - own, count);
    assert_true(own > 20 && count > 20);
    batch_free(&b);
}

/* ---- values from the manuals ------------------------------------------- */

typedef struct value_row {
    const char *init, *code; /* X86_64 */
    const char *reg;
    uint64_t value; /* SDM volume 2, by hand */
} value_row;

static const value_row value_rows[] = {
    {"x=7;", "MOV EAX,[x]", "RAX", 7},
    {"0:RAX=-1;", "movl $5,%eax", "RAX", 5},
    {"0:RAX=-1;", "movw $5,%ax", "RAX", UINT64_C(0xffffffffffff0005)},
    {"0:RAX=-1;", "movb $5,%ah", "RAX", UINT64_C(0xffffffffffff05ff)},
    {"x=5; 0:RAX=2;", "LOCK XADD [x],EAX", "RAX", 5},
    {"x=5; 0:RAX=2;", "LOCK XADD [x],EAX ; MOV EAX,[x]", "RAX", 7},
    {"x=5; 0:RAX=2;", "xchgl %eax,(x) ; movl x,%ebx", "RBX", 2},
    {"x=4; 0:RAX=5; 0:RCX=9;", "lock cmpxchgl %ecx,(x)", "RAX", 4},
    {"x=5; 0:RAX=5; 0:RCX=9;", "lock cmpxchgl %ecx,(x) ; movl (x),%eax", "RAX", 9},
    {"int t[3]={1,2,3}; 0:RBX=1;", "movl t(,%rbx,4),%eax", "RAX", 2},
    {"int8_t x=-1;", "movsbl (x),%eax", "RAX", UINT32_MAX},
    {"0:RAX=0xffffffff;", "addl $1,%eax ; adcl $0,%ebx", "RBX", 1},
    {"0:RAX=0xffffffff; 0:RBX=2;", "mull %ebx", "RDX", 1},
    {"0:RCX=5;", "L: addl %ecx,%eax ; decl %ecx ; jnz L", "RAX", 15},
    {"0:RAX=1;", "cmpl $1,%eax ; je L ; movl $9,%ebx ; L: nop", "RBX", 0},
};

/* The interpreter is no part of this. */
TEST(values_by_hand)
{
    if (!is_x86())
        skip();
    for (size_t i = 0; i < sizeof value_rows / sizeof *value_rows; i++) {
        const value_row *row = &value_rows[i];
        char text[512];
        snprintf(text, sizeof text, "X86_64 row\n{ %s }\n P0 ;\n %s ;\nexists (0:%s=0)\n",
                 row->init, row->code, row->reg);
        native_test t = {.host = host};
        assert_true(native_open(&t, text));
        assert_int_equal(t.case_count, 1);
        assert_int_equal(t.cases[0].outcome_count, 1);
        native_case *c = &t.cases[0];
        for (int k = 0; k < c->code->out_count; k++)
            if (strcmp(c->names[k], row->reg) == 0)
                c->outcomes[0].out[k] = (native_word){NATIVE_NUMBER, row->value};
        batch b = {.tests = &t, .count = 1};
        assert_int_equal(run_batch(&b), 1);
        step_close(&t.m);
    }
}

/* ---- the function around the code --------------------------------------- */

static void open_small(native_test *t, char *text, const char *name, const char *location)
{
    snprintf(text, 512, "%s %s\n{ int64_t %s=3; %s }\n P0 | P1 ;\n %s ;\n %s ;\nexists (%s=1)\n",
             cm_arch_name(host), name, location,
             is_x86() ? "0:RBX=5; 0:RAX=2;" : "0:X19=5; 0:X1=2;",
             is_x86() ? "ADD RAX,RBX | MFENCE" : "ADD X1,X1,X19 | DMB SY",
             is_x86() ? "ADD RAX,7 | MFENCE" : "ADD X1,X1,#7 | DMB SY", location);
    *t = (native_test){.host = host};
    assert_true(native_open(t, text));
}

/* The same code is the same text, whatever the test and its locations are called. */
TEST(text_depends_on_code_only)
{
    char one[512], two[512], three[512];
    native_test t, u, v;
    open_small(&t, one, "one", "x");
    open_small(&u, two, "two", "other");
    assert_string_equal(t.cases[0].code->assembly, u.cases[0].code->assembly);
    assert_string_equal(t.cases[0].code->symbol, u.cases[0].code->symbol);
    assert_string_not_equal(t.cases[0].code->symbol, t.cases[1].code->symbol);
    snprintf(three, sizeof three, "%s", one); /* another code: another name */
    char *digit = strchr(strstr(three, "P1 ;"), '7');
    *digit = '8';
    v = (native_test){.host = host};
    assert_true(native_open(&v, three));
    assert_string_not_equal(t.cases[0].code->symbol, v.cases[0].code->symbol);
    assert_string_equal(t.cases[1].code->symbol, v.cases[1].code->symbol);
    step_close(&t.m);
    step_close(&u.m);
    step_close(&v.m);
}

/* What words mean: two registers start with a number that is not 0, both are stored. */
TEST(words_in_and_out)
{
    char text[512];
    native_test t;
    open_small(&t, text, "words", "x");
    const cm_cpu_thread *code = t.cases[0].code;
    assert_int_equal(code->role, 0);
    assert_int_equal(code->in_count, 2);
    uint64_t product = code->in[0].number * code->in[1].number;
    assert_int_equal(product, 10); /* 5 and 2, in some order */
    assert_int_equal(code->in[0].location, -1);
    assert_int_equal(code->out_count, 2);
    assert_int_equal(t.cases[1].code->in_count, 0);
    batch b = {.tests = &t, .count = 1};
    assert_int_equal(run_batch(&b), 2);
    step_close(&t.m);
}

/* Calls in[0] with in + 1 and counts, into out[0], the registers that it should
 * have preserved and did not (System V psABI for AMD64, 3.2.1). */
static const char checker[] = "\t.text\n"
                              "\t.globl\tcm_body_checker\n"
                              "cm_body_checker:\n"
                              "\tpushq\t%rbx\n\tpushq\t%rbp\n\tpushq\t%r12\n\tpushq\t%r13\n"
                              "\tpushq\t%r14\n\tpushq\t%r15\n\tpushq\t%rsi\n"
                              "\tmovq\t(%rdi), %rax\n\taddq\t$8, %rdi\n\taddq\t$8, %rsi\n"
                              "\tmovq\t$1001, %rbx\n\tmovq\t$1002, %rbp\n\tmovq\t$1003, %r12\n"
                              "\tmovq\t$1004, %r13\n\tmovq\t$1005, %r14\n\tmovq\t$1006, %r15\n"
                              "\tcall\t*%rax\n"
                              "\tsubq\t$1001, %rbx\n\tsubq\t$1002, %rbp\n\tsubq\t$1003, %r12\n"
                              "\tsubq\t$1004, %r13\n\tsubq\t$1005, %r14\n\tsubq\t$1006, %r15\n"
                              "\torq\t%rbp, %rbx\n\torq\t%r12, %rbx\n\torq\t%r13, %rbx\n"
                              "\torq\t%r14, %rbx\n\torq\t%r15, %rbx\n"
                              "\tpopq\t%rsi\n\tmovq\t%rbx, (%rsi)\n"
                              "\tpopq\t%r15\n\tpopq\t%r14\n\tpopq\t%r13\n\tpopq\t%r12\n"
                              "\tpopq\t%rbp\n\tpopq\t%rbx\n\tret\n"
                              "\t.section\t.note.GNU-stack,\"\",%progbits\n";

TEST(registers_are_preserved)
{
    if (!is_x86())
        skip();
    static const char text[] =
        "X86_64 preserved\n{ x=1; }\n P0 ;\n movq $1,%rbx ; movq $2,%rbp ; movq $3,%r12 ;\n"
        " movq $4,%r13 ; movq $5,%r14 ; movl x,%r15d ;\nexists (0:rbx=1)\n";
    native_test t = {.host = host};
    assert_true(native_open(&t, text));
    cm_cpu_thread threads[2] = {*t.cases[0].code,
                                {.assembly = checker, .symbol = "cm_body_checker"}};
    cm_cpu_body *bodies[2];
    cm_cpu_loader *loader = cm_cpu_loader_new("cc");
    assert_null(load_error(t.m.arena, loader, threads, 2, bodies));
    int32_t x = 6;
    uint64_t in[MOST_WORDS] = {0}, out[MOST_WORDS] = {1};
    memcpy(&in[0], &bodies[0], sizeof in[0]);
    in[1] = (uint64_t)(uintptr_t)&x; /* the one word of P0: the address of x */
    assert_int_equal(threads[0].in_count, 1);
    bodies[1](in, out);
    assert_int_equal(out[0], 0);
    uint64_t sum = 0;
    for (int i = 0; i < threads[0].out_count; i++)
        sum += out[i + 1];
    assert_int_equal(sum, 1 + 2 + 3 + 4 + 5 + 6);
    cm_cpu_loader_free(loader);
    step_close(&t.m);
}

/* ---- the compiler -------------------------------------------------------- */

static const cm_cpu_thread nonsense = {.assembly = "\tnonsense_instruction\n",
                                       .symbol = "cm_body_nonsense"};
static const cm_cpu_thread nothing = {.assembly = "\t.text\n", .symbol = "cm_body_nothing"};

TEST(compiler_errors)
{
    cm_cpu_body *body;
    cm_cpu_loader *missing = cm_cpu_loader_new("no-such-compiler-anywhere");
    const char *error = load_error(arena, missing, &nonsense, 1, &body);
    assert_non_null(error);
    assert_non_null(strstr(error, "cannot start the compiler `no-such-compiler-anywhere`"));
    assert_non_null(strstr(error, "--cc"));
    cm_cpu_loader_free(missing);
    cm_cpu_loader *loader = cm_cpu_loader_new("cc");
    error = load_error(arena, loader, &nonsense, 1, &body);
    assert_non_null(error);
    assert_non_null(strstr(error, "the compiler `cc` refused the code"));
    assert_non_null(strstr(error, "nonsense_instruction"));
    error = load_error(arena, loader, &nothing, 1, &body);
    assert_non_null(error);
    assert_non_null(strstr(error, "lacks cm_body_nothing"));
    cm_cpu_loader_free(loader);
    cm_cpu_loader *silent = cm_cpu_loader_new("false");
    error = load_error(arena, silent, &nonsense, 1, &body);
    assert_non_null(error);
    assert_non_null(strstr(error, "said nothing"));
    cm_cpu_loader_free(silent);
}

static int entries(const char *path)
{
    int count = 0;
    DIR *directory = opendir(path);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

/* What was compiled once is there without the compiler; nothing stays on disk,
 * after an error neither. */
TEST(functions_are_kept)
{
    const char *before = getenv("TMPDIR");
    char *old = before ? strdup(before) : NULL;
    char place[] = "/tmp/cmcm-test-XXXXXX";
    assert_non_null(mkdtemp(place));
    assert_int_equal(setenv("TMPDIR", place, 1), 0);
    char text[512];
    native_test t;
    open_small(&t, text, "kept", "x");
    cm_cpu_loader *loader = cm_cpu_loader_new("cc");
    cm_cpu_body *first[2], *second[2];
    cm_cpu_thread threads[2] = {*t.cases[0].code, *t.cases[0].code};
    assert_null(load_error(t.m.arena, loader, threads, 2, first));
    assert_true(first[0] == first[1]);
    assert_int_equal(entries(place), 0);
    assert_non_null(load_error(t.m.arena, loader, &nonsense, 1, second));
    assert_int_equal(entries(place), 0);
    assert_int_equal(setenv("TMPDIR", "/nonexistent", 1), 0);
    assert_null(load_error(t.m.arena, loader, threads, 1, second));
    assert_true(first[0] == second[0]);
    const char *error = load_error(t.m.arena, loader, t.cases[1].code, 1, second);
    assert_non_null(error);
    assert_non_null(strstr(error, "/nonexistent"));
    assert_non_null(strstr(error, "TMPDIR"));
    cm_cpu_loader_free(loader);
    cm_cpu_loader_free(NULL);
    step_close(&t.m);
    assert_int_equal(rmdir(place), 0);
    assert_int_equal(old ? setenv("TMPDIR", old, 1) : unsetenv("TMPDIR"), 0);
    free(old);
}
