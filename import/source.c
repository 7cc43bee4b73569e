/* From a kernel's source to a test: see the header. */
#include "import/source.h"

#include "base/program.h"
#include "import/flags.h"
#include "import/kernels.h"
#include "import/launch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- compilers -------------------------------------------------------------- */

enum { PROGRAMS = 4, ARGUMENTS = 12 };

/* Of the rows for one ending, the first whose program is installed is taken. -lineinfo and
 * -gline-tables-only keep the lines. */
static const struct compiler {
    const char *source, *made; /* endings */
    const char *machine; /* of the host, whose functions it makes; "": this one; NULL: kernels */
    const char *programs[PROGRAMS];
    const char *arguments[ARGUMENTS];
    const char *install;
} compilers[] = {
    {".cu",
     ".ptx",
     NULL,
     {"nvcc", "/usr/local/cuda/bin/nvcc"},
     {"-ptx", "-lineinfo", "-std=c++17", "-arch=sm_90"},
     "nvcc of the CUDA Toolkit"},
    /* ROCm's own clang knows its headers; another one does without. */
    {".cu",
     CM_IMPORT_HOST,
     "",
     {"nvcc", "/usr/local/cuda/bin/nvcc"},
     {"-c", "-O2", "-g", "-Xcompiler", "-S", "-std=c++17", "-arch=sm_90"},
     "nvcc of the CUDA Toolkit"},
    {".cu",
     CM_IMPORT_HOST,
     "aarch64",
     {"nvcc", "/usr/local/cuda/bin/nvcc"},
     {"-ccbin", "aarch64-linux-gnu-g++", "-c", "-O2", "-g", "-Xcompiler", "-S", "-std=c++17",
      "-arch=sm_90"},
     "nvcc of the CUDA Toolkit, and aarch64-linux-gnu-g++"},
    {".hip",
     CM_IMPORT_HOST,
     "",
     {"clang-20", "clang-19", "clang"},
     {"-x", "hip", "--cuda-host-only", "-gline-tables-only", "-nogpuinc", "-nogpulib", "-include",
      "host.h", "-O2", "-S"},
     "clang 19"},
    {".hip",
     CM_IMPORT_HOST,
     "aarch64",
     {"clang-20", "clang-19", "clang"},
     {"-x", "hip", "--cuda-host-only", "--target=aarch64-linux-gnu", "-gline-tables-only",
      "-nogpuinc", "-nogpulib", "-include", "host.h", "-O2", "-S"},
     "clang 19"},
    {".hip",
     ".s",
     NULL,
     {"amdclang++", "/opt/rocm/bin/amdclang++"},
     {"-x", "hip", "--offload-arch=gfx942", "--cuda-device-only", "-gline-tables-only", "-O2",
      "-S"},
     NULL},
    {".hip",
     ".s",
     NULL,
     {"clang-20", "clang-19", "clang"},
     {"-x", "hip", "--offload-arch=gfx942", "--cuda-device-only", "-gline-tables-only", "-nogpuinc",
      "-nogpulib", "-O2", "-S"},
     "amdclang++ of ROCm, or clang 19"},
    {".cl",
     ".ptx",
     NULL,
     {"clang-20", "clang-19", "clang"},
     {"-x", "cl", "-cl-std=CL2.0", "--target=nvptx64-nvidia-cuda", "-march=sm_80", "-nogpulib",
      "-O2", "-S"},
     "clang"},
    {".cl",
     ".s",
     NULL,
     {"clang-20", "clang-19"},
     {"-x", "cl", "-cl-std=CL2.0", "--target=amdgcn-amd-amdhsa", "-mcpu=gfx942", "-nogpulib",
      "-gline-tables-only", "-O2", "-S"},
     "clang 19"},
    /* LLVM's IR of a GPU: its code, without more passes. */
    {".ll",
     ".s",
     NULL,
     {"clang-20", "clang-19"},
     {"-x", "ir", "--target=amdgcn-amd-amdhsa", "-mcpu=gfx942", "-nogpulib", "-O2", "-Xclang",
      "-disable-llvm-passes", "-S"},
     "clang 19"},
    {".ll",
     ".ptx",
     NULL,
     {"clang-20", "clang-19"},
     {"-x", "ir", "--target=nvptx64-nvidia-cuda", "-march=sm_80", "-nogpulib", "-O2", "-Xclang",
      "-disable-llvm-passes", "-S"},
     "clang 19"},
    /* A program is judged as it is written: before anything is optimised. */
    {".c",
     ".ll",
     NULL,
     {"clang-19", "clang-20", "clang-18"},
     {"-O1", "-Xclang", "-disable-llvm-passes", "-fno-discard-value-names", "-gline-tables-only",
      "-S", "-emit-llvm"},
     "clang 18 to 20"},
    /* Without exceptions, whose ways no test can take. */
    {".cpp",
     ".ll",
     NULL,
     {"clang++-19", "clang++-20", "clang++-18"},
     {"-O1", "-Xclang", "-disable-llvm-passes", "-fno-discard-value-names", "-gline-tables-only",
      "-fno-exceptions", "-fno-rtti", "-std=c++17", "-S", "-emit-llvm"},
     "clang++ 18 to 20"},
    /* A panic ends its thread and is a failed assertion; sums wrap, as in a release. */
    {".rs",
     ".ll",
     NULL,
     {"rustc"},
     {"--emit=llvm-ir", "--crate-type=lib", "-Copt-level=0", "-Cdebuginfo=line-tables-only",
      "-Cpanic=abort", "-Cdebug-assertions=off", "-Coverflow-checks=off", "-Ccodegen-units=1"},
     "rustc"},
};
enum { COMPILERS = sizeof compilers / sizeof *compilers };

static const char *const as_they_are[] = {".ptx", ".s", ".ll"};

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), of = strlen(ending);
    return length > of && strcmp(text + length - of, ending) == 0;
}

/* Is it LLVM's IR for that architecture? */
static bool is_ir_of(const cm_source *source, const char *architecture)
{
    static const char word[] = "target triple = \"";
    const char *triple = strstr(source->text, word);
    return triple && strncmp(triple + strlen(word), architecture, strlen(architecture)) == 0;
}

/* That its functions are for; NULL: they do not say. */
static const char *gpu_of_ir(cm_arena *arena, const cm_source *source)
{
    static const char word[] = "\"target-cpu\"=\"";
    const char *gpu = strstr(source->text, word);
    return gpu ? cm_arena_text(arena, gpu + strlen(word), strcspn(gpu + strlen(word), "\"")) : NULL;
}

bool cm_import_takes(const char *path)
{
    bool takes = false;
    for (size_t i = 0; i < sizeof as_they_are / sizeof *as_they_are; i++)
        takes |= ends_with(path, as_they_are[i]);
    for (int i = 0; i < COMPILERS; i++)
        takes |= ends_with(path, compilers[i].source);
    return takes;
}

typedef struct compiling {
    cm_work *work;
    const cm_source *source;
    cm_import_flags flags;
    const char *machine; /* of the host, or NULL */
    bool opencl;         /* there is a header with functions of OpenCL C */
    const char *newer;   /* the standard, where the first one was refused; or NULL */
    cm_folder folder;
    cm_source *made;
} compiling;

static const char *const files[] = {"made", "log", "host.h", "opencl.h", NULL};

extern const char cm_opencl_header[]; /* opencl.cl */

/* What a compiler finds before a source in OpenCL that calls functions of the language. */
static bool write_opencl_header(const compiling *c)
{
    static const char *const calls[] = {"get_", "barrier", "atomic_", "mem_fence"};
    bool any = false;
    for (size_t i = 0; i < sizeof calls / sizeof *calls && ends_with(c->source->name, ".cl"); i++)
        any |= strstr(c->source->text, calls[i]) != NULL;
    FILE *out = any ? fopen(cm_folder_file(c->work, &c->folder, "opencl.h"), "w") : NULL;
    if (any && (!out || fputs(cm_opencl_header, out) < 0 || fclose(out) != 0))
        cm_fail(c->work, (cm_place){c->source, 0, 0}, "cannot write a header: %s", strerror(errno));
    return any;
}

/* The source's name, as no compiler takes it for an option. */
static const char *file_of(const compiling *c)
{
    const char *name = c->source->name;
    return name[0] == '-' ? cm_arena_printf(c->work->arena, "./%s", name) : name;
}

/* The compiler's argument, or what the project says in its place; NULL: that stands elsewhere. */
static const char *argument_of(const compiling *c, const char *argument)
{
    static const char *const gpus[] = {"-arch=", "--offload-arch=", "-march=", "-mcpu="};
    if (strcmp(argument, "host.h") == 0)
        return cm_folder_file(c->work, &c->folder, argument);
    for (size_t i = 0; i < sizeof gpus / sizeof *gpus && c->flags.gpu; i++)
        if (strncmp(argument, gpus[i], strlen(gpus[i])) == 0)
            return cm_arena_printf(c->work->arena, "%s%s", gpus[i], c->flags.gpu);
    size_t standard = strcspn(argument, "=") + 1;
    if (c->newer && strncmp(argument, c->newer, standard) == 0)
        argument = c->newer;
    for (int i = 0; i < c->flags.count && strstr(argument, "std="); i++)
        if (strncmp(argument, c->flags.words[i], standard) == 0)
            return NULL;
    return argument;
}

/* The whole command, which ends in NULL. */
static const char *const *arguments_of(const compiling *c, const struct compiler *with,
                                       const char *program, const char *made)
{
    int count = 0, most = ARGUMENTS + c->flags.count + 7;
    const char **all = CM_NEW_ARRAY(c->work->arena, (size_t)most, const char *);
    all[count++] = program;
    for (int i = 0; i < ARGUMENTS && with->arguments[i]; i++) {
        all[count] = argument_of(c, with->arguments[i]);
        count += all[count] != NULL;
    }
    for (int i = 0; i < c->flags.count; i++)
        all[count++] = c->flags.words[i];
    if (c->opencl) {
        all[count++] = "-include";
        all[count++] = cm_folder_file(c->work, &c->folder, "opencl.h");
    }
    all[count++] = file_of(c);
    all[count++] = "-o";
    all[count++] = made;
    return all;
}

/* As a person would type it. */
static const char *command_of(const compiling *c, const struct compiler *with, const char *program)
{
    const char *file = file_of(c);
    int stem = (int)(strlen(file) - strlen(with->source));
    const char *const *all = arguments_of(
        c, with, program, cm_arena_printf(c->work->arena, "%.*s%s", stem, file, with->made));
    cm_text text = cm_text_new(c->work->arena);
    for (int i = 0; all[i]; i++)
        cm_text_append(&text, "%s%s", i ? " " : "", all[i]);
    return text.data;
}

/* False: the program is not installed. */
static bool run_compiler(compiling *c, const struct compiler *with, const char *program)
{
    const char *log = cm_folder_file(c->work, &c->folder, "log");
    const char *made = cm_folder_file(c->work, &c->folder, "made");
    const char *const *arguments = arguments_of(c, with, program, made);
    int status = 0;
    /* What clang needs of HIP's runtime where its headers are not there (CGCUDANV.cpp): to launch.
     */
    static const char text[] = "struct cmcm_extent { unsigned x, y, z; };\n"
                               "extern \"C\" int hipLaunchKernel(const void *, cmcm_extent, "
                               "cmcm_extent, void **, unsigned "
                               "long, void *);\n";
    FILE *out = fopen(cm_folder_file(c->work, &c->folder, "host.h"), "w");
    if (!out || fputs(text, out) < 0 || fclose(out) != 0)
        cm_fail(c->work, (cm_place){c->source, 0, 0}, "cannot write a header: %s", strerror(errno));
    c->opencl = write_opencl_header(c);
    int error = cm_program_run(arguments, log, 0, &status);
    if (error == ENOENT)
        return false;
    cm_place place = {c->source, 0, 0};
    if (error != 0)
        cm_fail(c->work, place, "cannot start `%s`: %s", program, strerror(error));
    if (status != 0 && strcmp(with->source, ".cpp") == 0 && !c->newer) {
        c->newer = "-std=c++20";
        return run_compiler(c, with, program);
    }
    if (status != 0)
        cm_fail(c->work, place, "`%s` refused it:\n%s", command_of(c, with, program),
                cm_program_said(c->work, log));
    c->made = cm_source_read(c->work, made);
    if (c->made)
        c->made->name = cm_arena_printf(c->work->arena, "%s%s", c->source->name, with->made);
    return true;
}

/* Is it for the GPU that is asked for? OpenCL is for either, LLVM's IR for the one that it names.
 */
static bool is_for(const compiling *c, const struct compiler *with)
{
    bool amd = strcmp(with->made, ".s") == 0;
    if (strcmp(with->source, ".cl") == 0)
        return amd == (c->flags.gpu && strncmp(c->flags.gpu, "gfx", 3) == 0);
    return strcmp(with->source, ".ll") != 0 || is_ir_of(c->source, amd ? "amdgcn" : "nvptx64");
}

static void compile(void *argument)
{
    compiling *c = argument;
    const struct compiler *last = NULL;
    for (int i = 0; i < COMPILERS; i++) {
        const struct compiler *with = &compilers[i];
        bool asked =
            c->machine ? with->machine && strcmp(with->machine, c->machine) == 0 : !with->machine;
        if (!asked || !ends_with(c->source->name, with->source) || !is_for(c, with))
            continue;
        for (int p = 0; p < PROGRAMS && with->programs[p]; p++)
            if (run_compiler(c, with, with->programs[p]))
                return;
        last = with;
    }
    if (!last)
        cm_fail(
            c->work, (cm_place){c->source, 0, 0},
            "the host's functions are compiled for aarch64 or this machine, and in .cu and .hip "
            "only");
    cm_fail(c->work, (cm_place){c->source, 0, 0},
            "there is no compiler for it here, expected %s; or run `%s` where there is one, and "
            "take what it makes",
            last->install, command_of(c, last, last->programs[0]));
}

static bool is_compiled(const cm_source *source)
{
    bool compiled = false;
    for (int i = 0; i < COMPILERS; i++)
        compiled |= ends_with(source->name, compilers[i].source);
    return ends_with(source->name, ".ll")
               ? is_ir_of(source, "amdgcn") || is_ir_of(source, "nvptx64")
               : compiled;
}

static const cm_source *compiled(cm_work *work, const cm_source *source, const char *machine)
{
    bool lines;
    compiling c = {.work = work, .source = source, .machine = machine};
    c.flags = cm_import_flags_of(work, source);
    const char *gpu = cm_binding_gpu(work, cm_binding_of_source(work, source, &lines));
    gpu = gpu || !ends_with(source->name, ".ll") ? gpu : gpu_of_ir(work->arena, source);
    c.flags.gpu = gpu ? gpu : c.flags.gpu;
    cm_folder_with(work, &c.folder, files, compile, &c);
    if (!c.made)
        cm_arena_escape(work->arena);
    return c.made;
}

const cm_source *cm_import_compiled(cm_work *work, const cm_source *source)
{
    return is_compiled(source) ? compiled(work, source, NULL) : source;
}

/* Of the machine that cmcm runs on, "", its word. */
static const char *machine_named(const char *word)
{
#if defined(__x86_64__)
    return strcmp(word, "x86_64") == 0 ? "" : word;
#elif defined(__aarch64__)
    return strcmp(word, "aarch64") == 0 ? "" : word;
#else
    return word;
#endif
}

/* With the code of its functions, where the binding calls some. */
static const cm_host *with_code(cm_work *work, const cm_source *source, const cm_source *binding,
                                const cm_host *host)
{
    const char *machine = cm_binding_host(work, binding);
    for (int i = 0; host && i < host->count && !machine; i++)
        machine = host->steps[i].call ? "" : NULL;
    if (!machine || !is_compiled(source))
        return host;
    cm_host *own = CM_NEW(work->arena, cm_host);
    if (host)
        *own = *host;
    own->code = compiled(work, source, machine_named(machine));
    return own;
}

/* ---- the whole --------------------------------------------------------------- */

typedef struct importing {
    cm_work *work;
    const char *path, *threads;
    const cm_source *kernel, *binding;
    const cm_host *host;
    unsigned mode;
} importing;

static const char *beside(cm_work *work, const char *path)
{
    const char *dot = strrchr(path, '.');
    const char *name = cm_arena_printf(work->arena, "%.*s.bind", (int)(dot - path), path);
    return access(name, R_OK) == 0 ? name : NULL;
}

/* What a program in C begins with. */
static const cm_host *launch_of_main(cm_work *work, const cm_source *program)
{
    static const cm_extent one = {1, 1, 1};
    cm_launch *l = CM_NEW(work->arena, cm_launch);
    *l = (cm_launch){.is_call = true,
                     .kernel = "main",
                     .place = {program, 0, 0},
                     .after = "",
                     .blocks = one,
                     .threads = one,
                     .clusters = one};
    cm_host *host = CM_NEW(work->arena, cm_host);
    host->steps[0] = (cm_host_step){.launch = l, .place = l->place};
    host->count = 1;
    return host;
}

static bool defines_main(const cm_source *program)
{
    static const char word[] = " @main(";
    size_t length = sizeof word - 1;
    for (size_t i = 0; i + length <= program->length; i++)
        if (memcmp(program->text + i, word, length) == 0)
            return true;
    return false;
}

/* `push(&q, 1) | pop(&q); exists (q=1)`: behind what the source says, a line of a binding for each
 * call, and what else there is. */
static const cm_source *with_threads(cm_work *work, const cm_source *said, bool any,
                                     const char *threads)
{
    cm_text text = cm_text_new(work->arena);
    cm_text_append(&text, "%sP0 = call ",
                   any ? cm_arena_printf(work->arena, "%s\n", said->text) : "");
    int depth = 0, thread = 0;
    bool asks = false; /* behind the calls */
    for (const char *at = threads; *at; at++) {
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
        bool ends = *at == ';' && depth == 0;
        asks |= ends;
        if (*at == '|' && depth == 0 && !asks) {
            cm_text_append(&text, "\nP%d = call ", ++thread);
            at += strspn(at + 1, " ");
        } else {
            cm_text_add_char(&text, ends ? '\n' : *at == '\n' ? ' ' : *at);
        }
    }
    cm_source *binding = CM_NEW(work->arena, cm_source);
    *binding = (cm_source){any ? said->name : "--calls", text.data, strlen(text.data)};
    return binding;
}

/* What the host has stored before, behind the lines; where these say it of a location, they have
 * the say. */
static const cm_source *with_init(cm_work *work, const cm_source *said, const char *init)
{
    cm_text text = cm_text_new(work->arena);
    cm_text_append(&text, "%s\n", said->text);
    for (const char *line = init; *line; line = strchr(line, '\n') + 1) {
        const char *name = line + strlen("init ");
        name = cm_arena_text(work->arena, name, strcspn(name, "[ "));
        bool theirs = false;
        for (const char *at = said->text; (at = strstr(at, "init")); at++)
            theirs |= cm_has_word(cm_arena_text(work->arena, at, strcspn(at, "\n")), name);
        if (!theirs)
            cm_text_add_bytes(&text, line, (size_t)(strchr(line, '\n') + 1 - line));
    }
    cm_source *binding = CM_NEW(work->arena, cm_source);
    *binding = (cm_source){said->name, text.data, text.length};
    return binding;
}

static void read_all(void *argument)
{
    importing *i = argument;
    const cm_source *source = cm_source_read(i->work, i->path);
    if (!source)
        cm_arena_escape(i->work->arena);
    if (ends_with(i->path, ".litmus"))
        cm_fail(i->work, (cm_place){source, 0, 0},
                "this is a litmus test already, expected what a compiler wrote");
    bool lines;
    i->binding = cm_binding_of_source(i->work, source, &lines);
    lines = lines && cm_binding_asks(i->work, i->binding);
    if (i->threads) {
        i->binding = with_threads(i->work, i->binding, lines, i->threads);
        lines = true;
    }
    const char *name = lines ? NULL : beside(i->work, i->path);
    if (name && !(i->binding = cm_source_read(i->work, name)))
        cm_arena_escape(i->work->arena);
    i->mode |= name ? 0 : CM_IMPORT_BY_LINE;
    if (!name && is_compiled(source) && !ends_with(i->path, ".c") && !ends_with(i->path, ".cpp") &&
        !ends_with(i->path, ".rs") && !cm_binding_launches(i->work, i->binding))
        i->host = cm_host_of_source(i->work, source, i->binding);
    if (i->host)
        i->binding = with_init(i->work, i->binding, i->host->init);
    i->kernel = cm_import_compiled(i->work, source);
    i->host = with_code(i->work, source, i->binding, i->host);
    if (!lines && !name && ends_with(i->kernel->name, ".ll") && defines_main(i->kernel))
        i->host = launch_of_main(i->work, i->kernel);
    if (!lines && !name && !i->host)
        cm_fail(i->work, (cm_place){source, 0, 0},
                "nothing says what to launch and to ask, expected lines such as\n%s",
                cm_import_skeleton(i->work, i->kernel, source, "// cmcm: "));
}

/* ---- where a program's line of LLVM IR was written ------------------------------------------ */

/* The rest of the line behind the word; NULL: it is not there. */
static const char *behind(const char *line, const char *word)
{
    const char *found = line ? strstr(line, word) : NULL;
    return found && found < line + strcspn(line, "\n") ? found + strlen(word) : NULL;
}

/* The line `!7 = ...` whose number stands behind the word; NULL: there is none. */
static const char *note_behind(cm_arena *arena, const char *text, const char *line,
                               const char *word)
{
    const char *number = behind(line, word);
    size_t digits = number ? strspn(number, "0123456789") : 0;
    return digits ? strstr(text, cm_arena_printf(arena, "\n!%.*s = ", (int)digits, number)) : NULL;
}

/* "prog.c:4"; NULL: clang does not say it. */
static const char *written_at(cm_arena *arena, cm_place place)
{
    const cm_source *s = place.source;
    if (!s || !ends_with(s->name, ".ll") || place.offset >= s->length)
        return NULL;
    const char *text = cm_arena_text(arena, s->text, s->length);
    const char *at = note_behind(arena, text, text + place.offset, "!dbg !");
    const char *line = at ? behind(at + 1, "line: ") : NULL, *scope = at, *file = NULL;
    for (int depth = 0; depth < 64 && scope && !file; depth++) {
        scope = note_behind(arena, text, scope + 1, "scope: !");
        file = scope ? note_behind(arena, text, scope + 1, "file: !") : NULL;
    }
    const char *name = file ? behind(file + 1, "filename: \"") : NULL;
    return line && name ? cm_arena_printf(arena, "%.*s:%.*s", (int)strcspn(name, "\""), name,
                                          (int)strspn(line, "0123456789"), line)
                        : NULL;
}

/* Nobody has the text that clang wrote: messages name the line of the program, too. */
static void name_lines(void *argument)
{
    cm_work *work = argument;
    for (size_t i = 0; i < work->diags.count; i++) {
        cm_diag *d = &work->diags.items[i];
        const char *at = written_at(work->arena, d->place);
        if (at)
            d->message = cm_arena_printf(work->arena, "%s (%s)", d->message, at);
    }
}

const char *cm_import_file(cm_work *work, const char *path, const char *threads, unsigned mode)
{
    importing i = {.work = work, .path = path, .threads = threads, .mode = mode};
    bool read = cm_arena_protect(work->arena, read_all, &i);
    const char *test = read ? cm_import_test(work, i.kernel, i.binding, i.host, i.mode) : NULL;
    cm_arena_protect(work->arena, name_lines, work);
    return test;
}
