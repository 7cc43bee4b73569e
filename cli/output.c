#include "cli/output.h"

#include "base/text.h"
#include "cli/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int cli_no_memory(void)
{
    fputs("cmcm: error: out of memory\n", stderr);
    return CLI_INPUT;
}

void cli_print_diags(const cm_work *work, const char *before)
{
    for (size_t i = 0; i < work->diags.count; i++) {
        const cm_diag *diag = &work->diags.items[i];
        fprintf(stderr, "%s%s", diag->place.source ? "" : before,
                cm_diag_format(work->arena, diag, false));
    }
}

static bool complain(const char *path)
{
    fprintf(stderr, "%s: error: cannot be written: %s\n", path, strerror(errno));
    return false;
}

/* ---- files that appear when they are whole ---------------------------- */

/* Mode of the new file: the old one's, or what the umask leaves. */
static mode_t mode_for(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0)
        return status.st_mode & 0777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static char *concatenate(const char *a, const char *b)
{
    size_t length = strlen(a) + strlen(b) + 1;
    char *text = malloc(length);
    if (text)
        snprintf(text, length, "%s%s", a, b);
    return text;
}

/* The stream of a new file beside the one that is meant; NULL: none could be made. */
static FILE *make_temporary(cli_file *file)
{
    int descriptor = mkstemp(file->temporary);
    if (descriptor < 0)
        return NULL;
    FILE *stream = fchmod(descriptor, mode_for(file->path)) == 0 ? fdopen(descriptor, "w") : NULL;
    if (!stream) {
        close(descriptor);
        unlink(file->temporary);
    }
    return stream;
}

static void open_temporary(cli_file *file)
{
    file->temporary = concatenate(file->path, ".XXXXXX");
    file->stream = file->temporary ? make_temporary(file) : NULL;
    if (file->stream)
        return;
    free(file->temporary);
    file->temporary = NULL;
}

bool cli_file_open(cli_file *file, const char *path)
{
    struct stat status;
    *file = (cli_file){.path = path};
    bool special = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    if (special)
        file->stream = fopen(path, "w");
    else
        open_temporary(file);
    return file->stream || complain(path);
}

static bool put_in_place(cli_file *file, bool partial)
{
    char *target = concatenate(file->path, partial ? ".partial" : "");
    bool renamed = target && rename(file->temporary, target) == 0;
    if (!renamed)
        complain(file->path);
    else if (partial)
        fprintf(stderr, "cmcm: what was finished is in %s\n", target);
    free(target);
    return renamed;
}

bool cli_file_close(cli_file *file, bool partial)
{
    errno = 0;
    bool written = fflush(file->stream) == 0 && !ferror(file->stream);
    int error = errno;
    written = fclose(file->stream) == 0 && written;
    if (!written) {
        errno = error ? error : EIO; /* of an earlier write, which is not known any more */
        complain(file->path);
    }
    if (written && file->temporary)
        written = put_in_place(file, partial);
    if (!written && file->temporary)
        unlink(file->temporary);
    free(file->temporary);
    *file = (cli_file){0};
    return written;
}

void cli_file_drop(cli_file *file)
{
    fclose(file->stream);
    if (file->temporary)
        unlink(file->temporary);
    free(file->temporary);
    *file = (cli_file){0};
}

bool cli_write_file(const char *path, const char *content, size_t length)
{
    cli_file file;
    if (!cli_file_open(&file, path))
        return false;
    fwrite(content, 1, length, file.stream); /* whether it was, closing says */
    return cli_file_close(&file, false);
}

int cli_write_output(const char *path, const char *text)
{
    if (!text)
        return cli_no_memory();
    if (path && strcmp(path, "-") != 0)
        return cli_write_file(path, text, strlen(text)) ? CLI_OK : CLI_INPUT;
    fputs(text, stdout);
    return CLI_OK;
}

bool cli_end_stream(FILE *stream, const char *path)
{
    bool good = stream && fflush(stream) == 0 && !ferror(stream);
    if (stream && stream != stdout)
        good = fclose(stream) == 0 && good;
    if (!good)
        fprintf(stderr, "cmcm: error: cannot write `%s`\n", path);
    return good;
}

bool cli_make_directory(const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    fprintf(stderr, "%s: error: cannot be made: %s\n", path, strerror(errno));
    return false;
}

bool cli_write_test(const char *directory, const char *name, const char *ending, const char *text)
{
    size_t length = strlen(directory) + strlen(name) + strlen(ending) + sizeof "/.litmus";
    char *path = malloc(length);
    if (!path) {
        cli_no_memory();
        return false;
    }
    int start = snprintf(path, length, "%s/", directory);
    snprintf(path + start, length - (size_t)start, "%s%s.litmus", name, ending);
    for (char *c = path + start; *c; c++)
        if (*c == '/')
            *c = '_';
    bool written = cli_write_file(path, text, strlen(text));
    free(path);
    return written;
}

/* ---- terminals -------------------------------------------------------- */

/* https://no-color.org: any value but the empty one. */
bool cli_wants_color(int descriptor)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(descriptor) && !(no_color && *no_color) && terminal &&
           strcmp(terminal, "dumb") != 0;
}

/* ---- how it was made --------------------------------------------------- */

/* In quotes where a shell would make something else of it: x'y is 'x'\''y'. */
static void add_quoted(cm_text *to, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./,:=@%+";
    if (*word && word[strspn(word, plain)] == '\0') {
        cm_text_add(to, word);
        return;
    }
    cm_text_add_char(to, '\'');
    for (; *word; word++)
        cm_text_append(to, "%s%c", *word == '\'' ? "'\\'" : "", *word);
    cm_text_add_char(to, '\'');
}

const char *cli_quoted(cm_arena *arena, const char *word)
{
    cm_text text = cm_text_new(arena);
    add_quoted(&text, word);
    return text.data;
}

const char *cli_command_line(cm_arena *arena, const char *verb, int argc, char **argv)
{
    cm_text text = cm_text_new(arena);
    cm_text_append(&text, "cmcm %s", verb);
    for (int i = 0; i < argc; i++) {
        cm_text_add_char(&text, ' ');
        add_quoted(&text, argv[i]);
    }
    return text.data;
}

void cli_date(char date[CLI_DATE_MAX])
{
    const char *set = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    errno = 0;
    time_t when = set && *set ? (time_t)strtoll(set, &end, 10) : 0;
    if (!end || *end || errno || when < 0)
        when = time(NULL);
    struct tm parts;
    if (!gmtime_r(&when, &parts) || !strftime(date, CLI_DATE_MAX, "%Y-%m-%d %H:%M UTC", &parts))
        date[0] = '\0';
}
