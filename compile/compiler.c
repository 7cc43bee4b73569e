/* Running compilers: see the header. */
#include "compile/compiler.h"

#include "base/hash.h"
#include "base/program.h"
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A `char` has the sign that the dialect gives it on every machine, and products and sums of
 * doubles are rounded each. Vectors are not modelled; unwinding tables and types of addresses say
 * nothing here. */
static const char *const options[] = {"-S",
                                      "-x",
                                      "c",
                                      "-std=gnu11",
                                      "-fsigned-char",
                                      "-w",
                                      "-Werror=implicit-function-declaration",
                                      "-fno-asynchronous-unwind-tables",
                                      "-fno-stack-protector",
                                      "-fno-tree-vectorize",
                                      "-fno-tree-slp-vectorize",
                                      "-fno-unroll-loops",
                                      "-ffp-contract=off",
                                      NULL};
static const char *const options_of_gpus[] = {"-S",
                                              "-x",
                                              "c",
                                              "-std=gnu11",
                                              "-fsigned-char",
                                              "-w",
                                              "-nogpulib",
                                              "-fno-unroll-loops",
                                              "-ffp-contract=off",
                                              NULL};
static const char *const options_of_nvcc[] = {"-ptx", "-x",          "cu", "-std=c++17",
                                              "-w",   "-fmad=false", NULL};
enum { MOST_OPTIONS = 16, MOST_WORDS = 128 };

/* What a word of the command has in it says what the compiler is for; others are for CPUs. */
static const struct {
    const char *part;
    cm_unit_dialect dialect;
} signs[] = {{"nvptx", CM_UNIT_NVPTX}, {"amdgcn", CM_UNIT_AMDGCN}, {"nvcc", CM_UNIT_CUDA}};

static const char *const *const options_of[] = {[CM_UNIT_C] = options,
                                                [CM_UNIT_NVPTX] = options_of_gpus,
                                                [CM_UNIT_AMDGCN] = options_of_gpus,
                                                [CM_UNIT_CUDA] = options_of_nvcc};

/* ---- commands --------------------------------------------------------------------------- */

cm_compiler cm_compiler_read(cm_work *work, const char *command)
{
    cm_compiler c = {.arena = work->arena, .command = command, .thread = -1};
    size_t digits = *command == 'P' ? strspn(command + 1, "0123456789") : 0;
    if (digits > 0 && digits < 5 && command[1 + digits] == '=') {
        c.thread = 0;
        for (size_t i = 1; i <= digits; i++)
            c.thread = 10 * c.thread + (command[i] - '0');
        c.command = command + digits + 2;
    }
    c.words = CM_NEW_ARRAY(work->arena, MOST_WORDS + 1, const char *);
    const char *at = c.command;
    bool is_ir = false;
    char quote;
    for (const char *word; (word = cm_text_word(work->arena, &at, &quote));) {
        if (quote)
            cm_fail(work, (cm_place){NULL, 0, 0}, "`%s`: a quote is not closed, expected %c",
                    command, quote);
        if (c.word_count == MOST_WORDS)
            cm_fail(work, (cm_place){NULL, 0, 0}, "`%s` has too many words, expected at most %d",
                    command, MOST_WORDS);
        c.words[c.word_count++] = word;
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
            if (strstr(word, signs[i].part))
                c.dialect = signs[i].dialect;
        is_ir |= strcmp(word, "-emit-llvm") == 0;
    }
    c.options = options_of[c.dialect];
    c.dialect = is_ir ? CM_UNIT_C : c.dialect;
    if (c.word_count == 0)
        cm_fail(work, (cm_place){NULL, 0, 0},
                "`%s` names no compiler, expected one such as `gcc -O2`", command);
    return c;
}

const char *cm_compile_options(cm_work *work, const cm_compiler *compiler)
{
    cm_text text = cm_text_new(work->arena);
    for (int i = 0; compiler->options[i]; i++)
        cm_text_append(&text, "%s%s", i > 0 ? " " : "", compiler->options[i]);
    return text.data;
}

/* ---- a run ------------------------------------------------------------- */

typedef struct running {
    cm_work *work;
    cm_compiler *compiler;
    const char *unit;
    cm_folder folder;
    cm_compiled made;
    const char *version;
} running;

static const char *const files[] = {"unit.c", "unit.s", "log", NULL};

static const char *in_folder(const running *r, const char *name)
{
    return cm_folder_file(r->work, &r->folder, name);
}

static void write_file(cm_work *work, const char *path, const char *mode, const char *before,
                       const char *text)
{
    FILE *file = fopen(path, mode);
    bool good = file && fputs(before, file) >= 0 && fputs(text, file) >= 0;
    if (file)
        good = fclose(file) == 0 && good;
    if (!good)
        cm_fail(work, (cm_place){NULL, 0, 0}, "cannot write %s: %s", path, strerror(errno));
}

/* Does it say that the compiler failed, and not the unit? */
static bool says_it_crashed(const char *said)
{
    static const char *const words[] = {"internal compiler error", "Internal compiler error",
                                        "PLEASE submit a bug report",
                                        "fatal error: error in backend", "Cannot select"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(said, words[i]))
            return true;
    return false;
}

static void run(void *argument)
{
    running *r = argument;
    const cm_compiler *c = r->compiler;
    const char **words =
        CM_NEW_ARRAY(r->work->arena, (size_t)c->word_count + MOST_OPTIONS + 4, const char *);
    int count = 0, status = 0;
    for (int i = 0; i < c->word_count; i++)
        words[count++] = c->words[i];
    for (const char *const *option = c->options; *option; option++)
        words[count++] = *option;
    words[count++] = "-o";
    words[count++] = in_folder(r, "unit.s");
    words[count] = in_folder(r, "unit.c");
    write_file(r->work, in_folder(r, "unit.c"), "w", "", r->unit);
    const char *log = in_folder(r, "log");
    int error = cm_program_run(words, log, c->seconds, &status);
    r->made.absent = error == ENOENT;
    if (error == ETIMEDOUT) {
        r->made.crashed = true;
        r->made.said = cm_arena_printf(r->work->arena, "`%s` was killed after %g seconds",
                                       c->words[0], c->seconds);
    } else if (error != 0) {
        r->made.said =
            cm_arena_printf(r->work->arena, "`%s` cannot be run: %s", c->words[0], strerror(error));
    } else if (status != 0) {
        r->made.said = cm_program_said(r->work, log);
        r->made.crashed = status > 128 || says_it_crashed(r->made.said);
        r->made.refused = !r->made.crashed;
    } else {
        r->made.said = cm_arena_printf(r->work->arena, "`%s` wrote no assembly", c->words[0]);
        r->made.assembly = cm_source_read(r->work, in_folder(r, "unit.s"));
    }
}

static void ask_version(void *argument)
{
    running *r = argument;
    const char *const words[] = {r->compiler->words[0], "--version", NULL};
    int status = 0;
    if (cm_program_run(words, in_folder(r, "log"), r->compiler->seconds, &status) != 0)
        return;
    const char *said = cm_program_said(r->work, in_folder(r, "log"));
    r->version = cm_arena_text(r->compiler->arena, said, strcspn(said, "\n"));
}

const char *cm_compiler_version(cm_work *work, cm_compiler *compiler)
{
    running r = {.work = work, .compiler = compiler};
    if (!compiler->version) {
        cm_folder_with(work, &r.folder, files, ask_version, &r);
        compiler->version = r.version;
    }
    return compiler->version;
}

/* ---- records --------------------------------------------------------------------------------- */

static const char *hash_of(cm_work *work, const char *text)
{
    return cm_arena_printf(work->arena, "%08llx",
                           (unsigned long long)(cm_hash_text(text) & 0xffffffff));
}

static const char *record_path(cm_work *work, const cm_compiler *c, const cm_records *records)
{
    char *name = cm_arena_printf(work->arena, "%s-%s-%s.s", records->test, c->command,
                                 hash_of(work, c->command));
    for (char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("+-._", *at))
            *at = '_';
    return cm_arena_printf(work->arena, "%s/%s", records->directory, name);
}

/* They stand in place of assembly. */
static const char failed[] = "\t.error \"the compiler failed\"\n";
static const char refused[] = "\t.error \"the compiler refuses it\"\n";

static const char *heading(cm_work *work, const char *name, const char *unit)
{
    return cm_arena_printf(work->arena, "# unit %s %s\n", name, hash_of(work, unit));
}

/* Takes what stands between the unit's heading and the next one. The whole file is read each time,
 * because it is small. */
static cm_compiled replay(cm_work *work, const char *path, const char *name, const char *unit)
{
    cm_compiled made = {.absent = true};
    const char *head = heading(work, name, unit);
    FILE *file = fopen(path, "r");
    made.said = cm_arena_printf(work->arena, "%s has no record of %s of this test", path, name);
    if (!file)
        return made;
    fclose(file);
    const cm_source *all = cm_source_read(work, path);
    const char *from = all ? strstr(all->text, head) : NULL;
    if (!from)
        return made;
    from += strlen(head);
    const char *end = strstr(from, "# unit ");
    size_t length = end ? (size_t)(end - from) : strlen(from);
    if (strncmp(from, failed, strlen(failed)) == 0)
        return (cm_compiled){.crashed = true, .said = "it failed when that was recorded"};
    if (strncmp(from, refused, strlen(refused)) == 0)
        return (cm_compiled){.refused = true, .said = "it was refused when that was recorded"};
    cm_source *assembly = CM_NEW(work->arena, cm_source);
    *assembly = (cm_source){path, cm_arena_text(work->arena, from, length), length};
    return (cm_compiled){.assembly = assembly};
}

static void record(cm_work *work, cm_compiler *c, cm_records *records, const char *path,
                   const char *head, const char *assembly)
{
    bool begun = cm_word_listed(records->begun, (size_t)records->begun_count, path);
    const char *before = head;
    if (!begun) {
        const char *version = cm_compiler_version(work, c);
        CM_RESERVE(records->arena, records->begun, records->begun_count, records->begun_capacity);
        records->begun[records->begun_count++] = cm_arena_text(records->arena, path, strlen(path));
        before = cm_arena_printf(work->arena, "# %s\n# %s %s\n%s", version ? version : "",
                                 c->command, cm_compile_options(work, c), head);
    }
    write_file(work, path, begun ? "a" : "w", before, assembly);
}

/* What the compiler made of the same unit in an earlier test; NULL: it did not compile it yet. */
static const cm_source *made_before(cm_compiler *c, const char *unit)
{
    uint64_t hash = cm_hash_text(unit);
    for (size_t at = cm_index_first(&c->index, hash); at != CM_INDEX_NONE;
         at = cm_index_next(&c->index, hash))
        if (strcmp(c->kept[at].unit, unit) == 0)
            return c->kept[at].assembly;
    return NULL;
}

static void keep(cm_compiler *c, const char *unit, const cm_source *assembly)
{
    cm_source *copy = CM_NEW(c->arena, cm_source);
    *copy = (cm_source){"unit.s", cm_arena_text(c->arena, assembly->text, assembly->length),
                        assembly->length};
    CM_RESERVE(c->arena, c->kept, c->kept_count, c->kept_capacity);
    cm_index_add(c->arena, &c->index, cm_hash_text(unit), c->kept_count);
    c->kept[c->kept_count++] = (cm_kept_unit){cm_arena_text(c->arena, unit, strlen(unit)), copy};
}

cm_compiled cm_compile(cm_work *work, cm_compiler *compiler, const char *name, const char *unit,
                       cm_records *records)
{
    running r = {.work = work, .compiler = compiler, .unit = unit};
    const char *path = records->directory ? record_path(work, compiler, records) : NULL;
    if (records->replay)
        return replay(work, path, name, unit);
    r.made.assembly = made_before(compiler, unit);
    if (!r.made.assembly) {
        cm_folder_with(work, &r.folder, files, run, &r);
        if (r.made.assembly)
            keep(compiler, unit, r.made.assembly);
    }
    if (path && (r.made.assembly || r.made.crashed || r.made.refused))
        record(work, compiler, records, path, heading(work, name, unit),
               r.made.assembly  ? r.made.assembly->text
               : r.made.crashed ? failed
                                : refused);
    return r.made;
}
