/* `cmcm models`: what is installed, what each is, and what it uses. */
#include "cli/inputs.h"
#include "cli/session.h"
#include "cli/verbs.h"

#include "cmcm.h"

#include "litmus/isa/isa.h"
#include "model/base.h"
#include "report/lines.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef struct models_settings {
    cli_list includes, variants;
    const char *dialect, *instructions;
    bool bases;
} models_settings;

static const cli_option options[] = {
    CLI_INCLUDE(offsetof(models_settings, includes)),
    CLI_DIALECT(offsetof(models_settings, dialect)),
    CLI_VARIANT(offsetof(models_settings, variants)),
    {0, "bases", NULL, CLI_FLAG, offsetof(models_settings, bases), 0, 0},
    {0, "instructions", "SET", CLI_TEXT, offsetof(models_settings, instructions), 0, 0},
};

typedef const char *names_of(const cmcm_model *model, size_t index);

/* One more name of a list whose lines begin at `column`. */
static void print_name(int column, int *used, const char *name)
{
    enum { WIDTH = 80 };
    if (*used + 1 + (int)strlen(name) > WIDTH)
        *used = printf("\n%*s", column, "") - 1;
    *used += printf(" %s", name);
}

/* Names after a heading, in lines of limited width. */
static void print_names(const cmcm_model *model, const char *heading, names_of *names)
{
    int column = printf("  %s:", heading), used = column;
    for (size_t i = 0; names(model, i); i++)
        print_name(column, &used, names(model, i));
    putchar('\n');
}

/* only_titled: files without a title are parts that models include. */
static bool print_model(cmcm_session *session, const char *name, bool only_titled)
{
    cmcm_model *model = cmcm_model_load(session, name);
    cli_session_say(session);
    if (!model)
        return false;
    const char *title = cmcm_model_title(model);
    if (*title || !only_titled) {
        printf("%s%s%s\n", cmcm_model_name(model), *title ? ": " : "", title);
        print_names(model, "uses", cmcm_model_base);
        if (cmcm_model_variant(model, 0))
            print_names(model, "variants", cmcm_model_variant);
    }
    cmcm_model_free(model);
    return true;
}

static int is_model(const struct dirent *entry)
{
    return cli_ends_in(entry->d_name, ".cat");
}

/* The models of a directory of the user's. False: one of them is wrong. */
static bool print_directory(cmcm_session *session, const char *directory)
{
    struct dirent **entries = NULL;
    int count = scandir(directory, &entries, is_model, alphasort);
    if (count < 0) {
        fprintf(stderr, "cmcm: error: cannot read `%s`, which CMCM_MODELS names\n", directory);
        return false;
    }
    bool sound = true;
    printf("Models in %s\n\n", directory);
    for (int i = 0; i < count; i++) {
        entries[i]->d_name[strlen(entries[i]->d_name) - 4] = '\0';
        sound = print_model(session, entries[i]->d_name, true) && sound;
        free(entries[i]);
    }
    free(entries);
    return sound;
}

static bool is_there(const char *directory, const char *name)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", directory, name);
    return length > 0 && (size_t)length < sizeof path && access(path, R_OK) == 0;
}

static int print_installed(cmcm_session *session)
{
    const char *directory = cmcm_session_model_directory(session), *file;
    bool sound = !directory || print_directory(session, directory), first = true;
    for (size_t i = 0; (file = cmcm_carried_model(i)); i++) {
        if (directory && is_there(directory, file))
            continue;
        if (first)
            puts(directory ? "\nModels that the program carries\n"
                           : "Models that the program carries\n");
        first = false;
        char name[256];
        snprintf(name, sizeof name, "%.*s", (int)strlen(file) - 4, file);
        sound = print_model(session, name, true) && sound;
    }
    return sound ? CLI_OK : CLI_INPUT;
}

typedef struct mnemonics {
    cm_arena *arena;
    const char **items;
    size_t count, capacity;
} mnemonics;

static void add_mnemonic(void *context, const char *name)
{
    mnemonics *m = context;
    CM_PUSH(m->arena, m->items, m->count, m->capacity, cm_arena_text(m->arena, name, strlen(name)));
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void print_undefined(void *context, const char *patterns, size_t length, const char *note,
                            size_t note_length)
{
    cm_text text = cm_text_new(context);
    cm_lines_add(&text, 4, 4, "%.*s", (int)note_length, note);
    printf("\n%.*s\n%s", (int)length, patterns, text.data);
}

static void print_refused(void *context, const char *names, const char *why)
{
    (void)context;
    printf("%s: %.*s\n", why, (int)strlen(names) - 1, names);
}

/* context: whose operation was printed last. */
static void print_spelling(void *context, const char *whose, const char *spelling,
                           const char *usual)
{
    const char **last = context;
    if (!*last || strcmp(*last, whose) != 0)
        printf("%s%s:\n", *last ? "\n" : "", whose);
    printf("  %-*s%s\n", *usual ? 56 : 0, spelling, usual);
    *last = whose;
}

static const char *set_name(const cm_isa *isa)
{
    return isa->name;
}

static const cm_isa *find_set(const char *name)
{
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const cm_isa *isa = cm_isa_for((cm_arch)arch);
        bool found = strcasecmp(isa->name, name) == 0;
        for (const cm_source_head *head = isa->heads; head && head->head; head++)
            found = found || strcasecmp(head->head, name) == 0;
        if (found)
            return isa;
    }
    return NULL;
}

static int print_instructions(cm_arena *arena, const char *set)
{
    const cm_isa *isa = find_set(set);
    if (!isa) {
        fprintf(stderr, "cmcm models: there is no instruction set `%s`, expected %s\n", set,
                cm_isa_list(arena, set_name, NULL));
        return CLI_USAGE;
    }
    mnemonics all = {.arena = arena};
    cm_isa_each_mnemonic(isa, add_mnemonic, &all);
    qsort(all.items, all.count, sizeof *all.items, by_name);
    const char *last = NULL;
    if (isa->each_spelling)
        isa->each_spelling(print_spelling, &last);
    for (int i = 0, used = 0; i < (int)all.count && !isa->each_spelling; i++)
        print_name(0, &used, all.items[i]);
    puts(isa->each_spelling ? "\nWhat is undefined, and how it is taken (docs/litmus.md):"
                            : "\n\nWhat is undefined, and how it is taken (docs/litmus.md):");
    cm_isa_each_undefined(isa, print_undefined, arena);
    if (isa->each_refused) {
        puts("\nWhat is refused by name:\n");
        isa->each_refused(print_refused, NULL);
    }
    return CLI_OK;
}

static int run_models(const cli_call *call, void *argument)
{
    const models_settings *settings = argument;
    if (settings->bases) {
        int count;
        const cm_base *bases = cm_base_table(call->arena, &count);
        for (int i = 0; i < count; i++)
            printf("%s\t%s\t%s\n", bases[i].name, bases[i].is_set ? "set" : "relation",
                   bases[i].what);
        return CLI_OK;
    }
    if (settings->instructions)
        return print_instructions(call->arena, settings->instructions);
    cmcm_session *session =
        cli_session_open(&settings->includes, settings->dialect, &settings->variants);
    if (!session)
        return CLI_INPUT;
    int status = call->operand_count == 0 ? print_installed(session) : CLI_OK;
    for (int i = 0; i < call->operand_count; i++)
        if (!print_model(session, call->operands[i], false))
            status = CLI_INPUT;
    cmcm_session_free(session);
    return status;
}

const cli_verb cli_verb_models = {
    .name = "models",
    .operands = "[NAME|FILE.cat...]",
    .summary = "List the models: base sets and relations of each, and readings.",
    CLI_OPTIONS(options, models_settings),
    .run = run_models,
};
