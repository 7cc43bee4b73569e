/* Flags of a project: see the header. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "import/flags.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct word_list {
    const char **items;
    int count, capacity;
} word_list;

typedef struct finding {
    cm_work *work;
    cm_arena *arena;
    const cm_source *source, *database;
    const char *wanted; /* the source's path, resolved; NULL: it is no file */
    const char *at;     /* in the database */
    const char *folder; /* in which the compiler runs */
    cm_import_flags flags;
} finding;

/* ---- JSON: what a database has of it ------------------------------------------- */

static cm_place here(const finding *f)
{
    return (cm_place){f->database, (uint32_t)(f->at - f->database->text), 0};
}

static char next(finding *f)
{
    const char *end = f->database->text + f->database->length;
    while (f->at < end && strchr(" \t\r\n", *f->at))
        f->at++;
    return f->at < end ? *f->at : '\0';
}

static bool takes(finding *f, char c)
{
    bool is = next(f) == c && c;
    f->at += is;
    return is;
}

static void expect(finding *f, char c, const char *what)
{
    if (!takes(f, c))
        cm_fail(f->work, here(f), "expected %s", what);
}

/* Characters past U+007F by \u stand in no flag that is taken: "?". */
static const char *read_text(finding *f)
{
    const char *end = f->database->text + f->database->length;
    expect(f, '"', "a text between quotes");
    cm_text text = cm_text_new(f->arena);
    for (; f->at < end && *f->at != '"'; f->at++) {
        static const char escapes[] = "b\bf\fn\nr\rt\t";
        const char *escape;
        if (*f->at != '\\' || f->at + 1 >= end) {
            cm_text_add_char(&text, *f->at);
        } else if (*++f->at == 'u' && end - f->at > 4) {
            unsigned long code = strtoul(cm_arena_text(f->arena, f->at + 1, 4), NULL, 16);
            cm_text_add_char(&text, code > 0 && code < 128 ? (char)code : '?');
            f->at += 4;
        } else {
            escape = memchr(escapes, *f->at, sizeof escapes - 1);
            cm_text_add_char(&text, escape ? escape[1] : *f->at);
        }
    }
    expect(f, '"', "the end of a text");
    return text.data;
}

static void add_word(finding *f, word_list *list, const char *word)
{
    CM_PUSH(f->arena, list->items, list->count, list->capacity, word);
}

static word_list read_list(finding *f)
{
    word_list list = {0};
    expect(f, '[', "a list");
    while (next(f) != ']') {
        add_word(f, &list, read_text(f));
        if (!takes(f, ','))
            break;
    }
    expect(f, ']', "the end of the list, or a comma");
    return list;
}

/* ---- flags ----------------------------------------------------------------------- */

static word_list split(finding *f, const char *line)
{
    word_list list = {0};
    char quote;
    for (const char *word; (word = cm_text_word(f->arena, &line, &quote));)
        add_word(f, &list, word);
    return list;
}

static const char *path_of(finding *f, const char *folder, const char *path)
{
    return *path == '/' || !*folder ? path : cm_arena_printf(f->arena, "%s/%s", folder, path);
}

/* What is taken of what a compiler is told. A word with `=`, and -I, -D, -U, have what belongs to
 * them behind them or in the next word. */
enum { PLAIN, PATH, GPU, MORE };
static const struct flag {
    const char *word;
    int kind;
    const char *as; /* what every compiler here understands */
} known[] = {
    {"-I", PATH, "-I"},
    {"--include-path", PATH, "-I"},
    {"-iquote", PATH, "-I"},
    {"-idirafter", PATH, "-I"},
    {"-isystem", PATH, "-I"},
    {"--system-include", PATH, "-I"},
    {"-include", PATH, "-include"},
    {"--pre-include", PATH, "-include"},
    {"-D", PLAIN, "-D"},
    {"--define-macro", PLAIN, "-D"},
    {"-U", PLAIN, "-U"},
    {"--undefine-macro", PLAIN, "-U"},
    {"-std", PLAIN, "-std="},
    {"--std", PLAIN, "-std="},
    {"-cl-std", PLAIN, "-cl-std="},
    {"-arch", GPU, NULL},
    {"--gpu-architecture", GPU, NULL},
    {"-gencode", GPU, NULL},
    {"--generate-code", GPU, NULL},
    {"--cuda-gpu-arch", GPU, NULL},
    {"--offload-arch", GPU, NULL},
    {"--options-file", MORE, NULL},
    {"-optf", MORE, NULL},
};

/* "sm_80" of "arch=compute_80,code=[sm_80]", "gfx90a"; of "native" and "all" what was known. */
static const char *gpu_of(finding *f, const char *value)
{
    static const char *const begins[] = {"compute_", "sm_", "gfx"};
    for (int i = 0; i < 3; i++) {
        const char *at = strstr(value, begins[i]);
        if (at && i < 2)
            return cm_arena_printf(f->arena, "sm_%.*s",
                                   (int)strcspn(at + strlen(begins[i]), ",]\" "),
                                   at + strlen(begins[i]));
        if (at)
            return cm_arena_text(f->arena, at, strcspn(at, ",; "));
    }
    return f->flags.gpu;
}

static void take(finding *f, const word_list *list, int depth);

static void take_more(finding *f, const char *path, int depth)
{
    enum { DEEPEST = 4 };
    const cm_source *more = cm_source_read(f->work, path_of(f, f->folder, path));
    if (!more)
        cm_arena_escape(f->arena);
    word_list list = split(f, cm_arena_text(f->arena, more->text, more->length));
    if (depth < DEEPEST)
        take(f, &list, depth + 1);
}

/* The word's row, and in *value what belongs to it, of the next word where it has none. */
static const struct flag *flag_of(const word_list *list, int *at, const char **value)
{
    const char *word = list->items[*at];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].word);
        bool joined = strchr("IDU", known[i].word[1]) != NULL;
        if (strncmp(word, known[i].word, length) != 0 ||
            (word[length] && word[length] != '=' && !joined))
            continue;
        *value = word + length + (word[length] == '=' && !joined);
        if (!word[length])
            *value = *at + 1 < list->count ? list->items[++*at] : "";
        return &known[i];
    }
    return NULL;
}

static void take(finding *f, const word_list *list, int depth)
{
    for (int i = 0; i < list->count; i++) {
        const char *value = list->items[i] + 1;
        bool at = *list->items[i] == '@';
        const struct flag *flag = at ? NULL : flag_of(list, &i, &value);
        if (at || (flag && flag->kind == MORE))
            take_more(f, value, depth);
        else if (flag && flag->kind == GPU)
            f->flags.gpu = gpu_of(f, value);
        if (!flag || flag->kind == MORE || flag->kind == GPU)
            continue;
        bool apart = strcmp(flag->as, "-include") == 0;
        value = flag->kind == PATH ? path_of(f, f->folder, value) : value;
        const char *whole[] = {
            apart ? flag->as : cm_arena_printf(f->arena, "%s%s", flag->as, value), value};
        for (int k = 0; k <= apart; k++)
            CM_PUSH(f->arena, f->flags.words, f->flags.count, f->flags.capacity, whole[k]);
    }
}

/* ---- entries ---------------------------------------------------------------------- */

static const char *resolved(finding *f, const char *path)
{
    char *real = realpath(path, NULL);
    const char *kept = real ? cm_arena_text(f->arena, real, strlen(real)) : NULL;
    free(real);
    return kept;
}

static bool is_wanted(finding *f, const char *file)
{
    if (!f->wanted || strcmp(cm_file_name(file), cm_file_name(f->wanted)) != 0)
        return false;
    const char *real = resolved(f, path_of(f, f->folder, file));
    return real && strcmp(real, f->wanted) == 0;
}

/* Is the entry that of the source? Then its flags are taken. */
static bool read_entry(finding *f, const char *beside)
{
    const char *file = NULL, *command = NULL;
    word_list arguments = {0};
    f->folder = beside;
    expect(f, '{', "an object");
    while (next(f) != '}') {
        const char *key = read_text(f);
        expect(f, ':', "`:`");
        if (strcmp(key, "arguments") == 0) {
            arguments = read_list(f);
        } else {
            const char *value = read_text(f);
            if (strcmp(key, "directory") == 0)
                f->folder = path_of(f, beside, value);
            file = strcmp(key, "file") == 0 ? value : file;
            command = strcmp(key, "command") == 0 ? value : command;
        }
        if (!takes(f, ','))
            break;
    }
    expect(f, '}', "the end of the object, or a comma");
    if (!file || !is_wanted(f, file))
        return false;
    if (command && arguments.count == 0)
        arguments = split(f, command);
    take(f, &arguments, 0);
    return true;
}

/* "sub/folder" of "sub/folder/file"; "": it has none. */
static const char *folder_of(finding *f, const char *path)
{
    const char *name = cm_file_name(path);
    return name == path ? ""
                        : cm_arena_text(f->arena, path, (size_t)(name - path - (name > path + 1)));
}

static bool is_there(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* NULL: there is none. */
static const char *find_database(finding *f)
{
    static const char name[] = "compile_commands.json";
    if (f->work->build)
        return cm_arena_printf(f->arena, "%s/%s", f->work->build, name);
    const char *folder = f->wanted ? folder_of(f, f->wanted) : "";
    for (; *folder; folder = strcmp(folder, "/") == 0 ? "" : folder_of(f, folder)) {
        const char *path = cm_arena_printf(f->arena, "%s/%s", folder, name);
        if (is_there(path))
            return path;
        path = cm_arena_printf(f->arena, "%s/build/%s", folder, name);
        if (is_there(path))
            return path;
    }
    return NULL;
}

static void say(finding *f, bool listed)
{
    cm_source *whole = CM_NEW(f->arena, cm_source); /* without a text: the note is one line */
    *whole = (cm_source){.name = f->source->name};
    cm_text words = cm_text_new(f->arena);
    for (int i = 0; i < f->flags.count; i++)
        cm_text_append(&words, " %s", f->flags.words[i]);
    if (f->flags.gpu)
        cm_text_append(&words, " for %s", f->flags.gpu);
    if (!listed)
        cm_text_add(&words, " nothing: it is not listed there");
    else if (words.length == 0)
        cm_text_add(&words, " nothing");
    cm_diag_add(f->work, CM_NOTE, (cm_place){whole, 0, 0}, "%s says%s", f->database->name,
                words.data);
}

cm_import_flags cm_import_flags_of(cm_work *work, const cm_source *source)
{
    finding f = {.work = work, .arena = work->arena, .source = source};
    f.wanted = resolved(&f, source->name);
    const char *path = find_database(&f);
    if (!path)
        return f.flags;
    f.database = cm_source_read(work, path);
    if (!f.database)
        cm_arena_escape(work->arena);
    f.at = f.database->text;
    bool listed = false;
    expect(&f, '[', "a list of objects, as clang's JSON Compilation Database has them");
    while (next(&f) != ']' && !listed) {
        listed = read_entry(&f, folder_of(&f, path));
        if (!takes(&f, ','))
            break;
    }
    if (!listed)
        expect(&f, ']', "the end of the list, or a comma");
    if (listed || work->build)
        say(&f, listed);
    return f.flags;
}
