/* Where the tests of `cmcm enumerate` go: a directory, an archive, a stream. */
#include "cli/enumerate.h"
#include "cli/output.h"

#include "enumerate/tar.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* The list that `cmcm check @...` reads. */
static cm_text list_of(const cli_tests *tests)
{
    cm_text list;
    cm_text_init(&list, tests->arena);
    for (size_t i = 0; i < tests->count; i++)
        cm_text_append(&list, "%s.litmus\n", tests->items[i].name);
    return list;
}

static bool write_directory(const cli_tests *tests, const char *directory)
{
    if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "%s: error: cannot be made: %s\n", directory, strerror(errno));
        return false;
    }
    cm_text path;
    cm_text_init(&path, tests->arena);
    for (size_t i = 0; i < tests->count; i++) {
        const cli_test *t = &tests->items[i];
        cm_text_cut(&path, 0);
        cm_text_append(&path, "%s/%s.litmus", directory, t->name);
        if (!cli_write_file(path.data, t->text, t->length))
            return false;
    }
    cm_text list = list_of(tests);
    cm_text_cut(&path, 0);
    cm_text_append(&path, "%s/@all", directory);
    return cli_write_file(path.data, list.data, list.length);
}

/* Everything under a directory of the generator's name. */
static bool add_file(cm_text *archive, const cli_tests *tests, const char *name,
                     const char *content, size_t length)
{
    const char *path = cm_arena_printf(tests->arena, "%s/%s", tests->generator->name, name);
    if (cm_tar_add(archive, path, content, length))
        return true;
    fprintf(stderr,
            "%s: error: this name is too long for an archive, expected --output DIRECTORY\n", path);
    return false;
}

static bool write_archive(const cli_tests *tests, const char *path)
{
    cm_text archive;
    cm_text_init(&archive, tests->arena);
    for (size_t i = 0; i < tests->count; i++) {
        const cli_test *t = &tests->items[i];
        const char *name = cm_arena_printf(tests->arena, "%s.litmus", t->name);
        if (!add_file(&archive, tests, name, t->text, t->length))
            return false;
    }
    cm_text list = list_of(tests);
    if (!add_file(&archive, tests, "@all", list.data, list.length))
        return false;
    cm_tar_end(&archive);
    return cli_write_file(path, archive.data, archive.length);
}

/* One after the other, with an empty line between. Whether standard output could
 * be written, main says. */
static bool write_stream(const cli_tests *tests)
{
    for (size_t i = 0; i < tests->count; i++) {
        if (i)
            putchar('\n');
        fwrite(tests->items[i].text, 1, tests->items[i].length, stdout);
    }
    return true;
}

static bool is_archive(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".tar") == 0;
}

int cli_tests_write(const cli_tests *tests)
{
    const char *output = tests->settings->output;
    bool written = strcmp(output, "-") == 0 ? write_stream(tests)
                   : is_archive(output)     ? write_archive(tests, output)
                                            : write_directory(tests, output);
    return written ? CLI_OK : CLI_INPUT;
}
