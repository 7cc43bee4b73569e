/* `cmcm completion SHELL`: what a shell needs to complete commands and options, from the
 * tables that parse them. */
#include "cli/output.h"
#include "cli/verbs.h"

#include <stdio.h>
#include <string.h>

typedef struct completion_settings {
    const char *output;
} completion_settings;

static const cli_option options[] = {
    CLI_OUTPUT("FILE", offsetof(completion_settings, output)),
};

static bool is_choice(const cli_option *option)
{
    return option->kind == CLI_CHOICE || option->kind == CLI_CHOICES;
}

/* The words of "a|b|c", with blanks between them. */
static void print_words(FILE *to, const char *alternatives)
{
    for (const char *c = alternatives; *c; c++)
        putc(*c == '|' ? ' ' : *c, to);
}

/* Text for inside '...'. */
static void print_quoted(FILE *to, const char *text)
{
    for (const char *c = text; *c; c++)
        fputs(*c == '\'' ? "'\\''" : (char[]){*c, '\0'}, to);
}

/* ---- bash -------------------------------------------------------------- */

static void print_bash(FILE *to)
{
    const cli_verb *verb;
    fputs("# cmcm: completion for bash, made by `cmcm completion bash`\n"
          "_cmcm() {\n"
          "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
          "  local verb=${COMP_WORDS[1]} words=\n"
          "  COMPREPLY=()\n"
          "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "    words='",
          to);
    for (size_t i = 0; cli_verb_at(i); i++)
        fprintf(to, "%s ", cli_verb_at(i)->name);
    fputs("--help --version'\n"
          "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "    return\n"
          "  fi\n"
          "  case $verb:$before in\n",
          to);
    for (size_t i = 0; (verb = cli_verb_at(i)); i++)
        for (size_t k = 0; k < verb->option_count; k++) {
            const cli_option *o = &verb->options[k];
            if (!is_choice(o))
                continue;
            fprintf(to, "    %s:--%s", verb->name, o->name);
            if (o->letter)
                fprintf(to, "|%s:-%c", verb->name, o->letter);
            fputs(") words='", to);
            print_words(to, cli_option_words(o).text);
            fputs("' ;;\n", to);
        }
    fputs("    *) case $current in -*) case $verb in\n", to);
    for (size_t i = 0; (verb = cli_verb_at(i)); i++) {
        fprintf(to, "    %s) words='", verb->name);
        for (size_t k = 0; k < verb->option_count; k++)
            fprintf(to, "--%s ", verb->options[k].name);
        fputs("--help' ;;\n", to);
    }
    fputs("    esac ;; esac ;;\n"
          "  esac\n"
          "  [ -z \"$words\" ] || COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "}\n"
          "complete -o bashdefault -o default -F _cmcm cmcm\n",
          to);
}

/* ---- zsh --------------------------------------------------------------- */

/* '(-m --model)'{-m,--model}'[help]:NAME:_files' */
static void zsh_option(FILE *to, const cli_verb *verb, const cli_option *o)
{
    cli_prose help = cli_prose_of(verb, o);
    fputs("      ", to);
    if (o->letter)
        fprintf(to, "'(-%c --%s)'{-%c,--%s}'[", o->letter, o->name, o->letter, o->name);
    else
        fprintf(to, "'--%s[", o->name);
    for (const char *c = help.text; *c; c++) {
        if (strchr("[]:\\", *c))
            putc('\\', to);
        fputs(*c == '\'' ? "'\\''" : (char[]){*c, '\0'}, to);
    }
    putc(']', to);
    if (is_choice(o)) {
        fputs(":word:(", to);
        print_words(to, cli_option_words(o).text);
        putc(')', to);
    } else if (o->argument && o->kind != CLI_OPTIONAL) {
        fputs(":argument:_files", to);
    }
    fputs("' \\\n", to);
}

static void print_zsh(FILE *to)
{
    fputs("#compdef cmcm\n"
          "# made by `cmcm completion zsh`\n"
          "_cmcm() {\n"
          "  if (( CURRENT == 2 )); then\n"
          "    local -a verbs=(\n",
          to);
    for (size_t i = 0; cli_verb_at(i); i++) {
        fprintf(to, "      '%s:", cli_verb_at(i)->name);
        print_quoted(to, cli_verb_at(i)->summary);
        fputs("'\n", to);
    }
    fputs("    )\n"
          "    _describe command verbs\n"
          "    return\n"
          "  fi\n"
          "  local verb=$words[2]\n"
          "  shift words; (( CURRENT-- ))\n"
          "  case $verb in\n",
          to);
    for (size_t i = 0; cli_verb_at(i); i++) {
        fprintf(to, "    %s) _arguments -s \\\n", cli_verb_at(i)->name);
        for (size_t k = 0; k < cli_verb_at(i)->option_count; k++)
            zsh_option(to, cli_verb_at(i), &cli_verb_at(i)->options[k]);
        fputs("      '(-h --help)'{-h,--help}'[Print the options.]' '*:file:_files' ;;\n", to);
    }
    fputs("  esac\n"
          "}\n"
          "_cmcm \"$@\"\n",
          to);
}

/* ---- fish -------------------------------------------------------------- */

static void fish_option(FILE *to, const cli_verb *verb, const cli_option *o)
{
    fprintf(to, "complete -c cmcm -n '__fish_seen_subcommand_from %s' -l %s", verb->name, o->name);
    if (o->letter)
        fprintf(to, " -s %c", o->letter);
    if (is_choice(o)) {
        fputs(" -x -a '", to);
        print_words(to, cli_option_words(o).text);
        putc('\'', to);
    } else if (o->argument && o->kind != CLI_OPTIONAL) {
        fputs(" -r", to);
    }
    fputs(" -d '", to);
    print_quoted(to, cli_prose_of(verb, o).text);
    fputs("'\n", to);
}

static void print_fish(FILE *to)
{
    fputs("# cmcm: completion for fish, made by `cmcm completion fish`\n", to);
    for (size_t i = 0; cli_verb_at(i); i++) {
        const cli_verb *verb = cli_verb_at(i);
        fprintf(to, "complete -c cmcm -n __fish_use_subcommand -f -a %s -d '", verb->name);
        print_quoted(to, verb->summary);
        fputs("'\n", to);
        for (size_t k = 0; k < verb->option_count; k++)
            fish_option(to, verb, &verb->options[k]);
    }
}

/* ---- the command ------------------------------------------------------- */

static const struct {
    const char *name;
    void (*print)(FILE *to);
} shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};

static int run_completion(const cli_call *call, void *argument)
{
    const completion_settings *settings = argument;
    const char *path = settings->output;
    size_t i = 0, count = sizeof shells / sizeof *shells;
    while (call->operand_count == 1 && i < count && strcmp(call->operands[0], shells[i].name) != 0)
        i++;
    if (call->operand_count != 1 || i == count)
        return cli_usage_error(call->verb, "expected one shell: bash, zsh or fish");
    FILE *to = path ? fopen(path, "w") : stdout;
    if (to)
        shells[i].print(to);
    return cli_end_stream(to, path ? path : "standard output") ? CLI_OK : CLI_INPUT;
}

const cli_verb cli_verb_completion = {
    .name = "completion",
    .operands = "bash|zsh|fish",
    .summary = "Print what a shell needs to complete commands and options.",
    CLI_OPTIONS(options, completion_settings),
    .run = run_completion,
};
