#include "model/config.h"

#include "base/text.h"
#include "model/files.h"

#include <string.h>

static const char *beside(cm_arena *arena, const char *model, const char *ending)
{
    size_t length = strlen(model);
    if (length <= 4 || strcmp(model + length - 4, ".cat") != 0)
        return NULL;
    const char *path = cm_arena_printf(arena, "%.*s%s", (int)(length - 4), model, ending);
    return cm_cat_is_file(path) ? path : NULL;
}

/* The words of the line at *text, of which there may be two; *text goes to the next line. */
static int take_line(cm_arena *arena, const char **text, const char *words[2])
{
    size_t length = strcspn(*text, "\n");
    const char *line = cm_arena_text(arena, *text, length);
    *text += length + ((*text)[length] == '\n');
    int count = 0;
    while (count < 2) {
        line += strspn(line, " \t\r");
        size_t word = strcspn(line, " \t\r");
        if (word == 0 || *line == '#')
            break;
        words[count++] = cm_arena_text(arena, line, word);
        line += word;
    }
    return count;
}

static const char *named_file(cm_work *work, const cm_model_options *options, const char *config,
                              const char *name)
{
    cm_cat_where where = cm_cat_included(work->arena, options, config, false, name);
    if (!where.path)
        cm_fail(work, (cm_place){0},
                "there is no file `%s`, which `%s` names, expected it beside that file or in a "
                "directory of -I",
                name, config);
    return where.path;
}

/* `variant a,b`: adds them. */
static void add_variants(cm_arena *arena, cm_model_config *config, const char *names)
{
    while (*names) {
        size_t length = strcspn(names, ",");
        const char **more = CM_NEW_ARRAY(arena, (size_t)config->variant_count + 1, const char *);
        for (int i = 0; i < config->variant_count; i++)
            more[i] = config->variants[i];
        more[config->variant_count++] = cm_arena_text(arena, names, length);
        config->variants = more;
        names += length + (names[length] == ',');
    }
}

static cm_model_config read_config(cm_work *work, const cm_model_options *options, const char *path,
                                   const char *model)
{
    cm_model_config config = {.path = path}, none = {0};
    const cm_source *source = cm_source_read(work, path);
    const char *text = source ? source->text : "";
    while (*text) {
        const char *words[2];
        if (take_line(work->arena, &text, words) < 2)
            continue;
        if (strcmp(words[0], "model") == 0 &&
            strcmp(cm_file_name(words[1]), cm_file_name(model)) != 0)
            return none; /* another model's */
        if (strcmp(words[0], "bell") == 0)
            config.bell = words[1];
        else if (strcmp(words[0], "macros") == 0)
            config.macros = words[1];
        else if (strcmp(words[0], "variant") == 0)
            add_variants(work->arena, &config, words[1]);
    }
    if (config.bell)
        config.bell = named_file(work, options, path, config.bell);
    if (config.macros)
        config.macros = named_file(work, options, path, config.macros);
    return config;
}

cm_model_config cm_model_config_of(cm_work *work, const cm_model_options *options,
                                   const char *model)
{
    cm_model_config config = {0};
    const char *path = beside(work->arena, model, ".cfg");
    if (path)
        config = read_config(work, options, path, model);
    if (!config.bell)
        config.bell = beside(work->arena, model, ".bell");
    return config;
}
