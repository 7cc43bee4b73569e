#define _XOPEN_SOURCE 700 /* mkdtemp */
/* The command line's own parts: options by a table, numbers, and what operands stand
 * for. */
#include "cli/inputs.h"
#include "cli/options.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- options --------------------------------------------------------- */

typedef struct settings {
    bool quiet, verbose;
    const char *model, *tune, *format;
    cli_list include, assertions;
    unsigned jobs;
    uint64_t count;
    double seconds;
} settings;

#define AT(field) offsetof(settings, field)

static const cli_option options[] = {
    {'q', "quiet", NULL, CLI_FLAG, AT(quiet), 0, 0},
    {'v', "verbose", NULL, CLI_FLAG, AT(verbose), 0, 0},
    {'m', "model", "NAME", CLI_TEXT, AT(model), 0, 0},
    {0, "tune", "SECONDS", CLI_OPTIONAL, AT(tune), 0, 0},
    {'f', "format", "herd|tsv|json", CLI_CHOICE, AT(format), 0, 0},
    {'I', "include", "DIR", CLI_LIST, AT(include), 0, 0},
    {0, "assert", "allowed|forbidden", CLI_CHOICES, AT(assertions), 0, 0},
    {'j', "jobs", "N", CLI_NUMBER, AT(jobs), 1, 256},
    {0, "count", "N", CLI_COUNT, AT(count), 0, 0},
    {'t', "timeout", "SECONDS", CLI_SECONDS, AT(seconds), 0, 100},
};

static const cli_verb verb = {
    .name = "try",
    .operands = "FILE...",
    .summary = "Tries.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
};

enum { MOST_WORDS = 16 };

typedef struct parsed {
    settings settings;
    char *words[MOST_WORDS];
    int operands, status;
    bool went_on;
} parsed;

/* The words of a line, which has one blank between two. */
static parsed parse(const char *line)
{
    parsed p = {.status = -1};
    static char text[400];
    int count = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        p.words[count++] = word;
    p.went_on = cli_parse(&verb, &p.settings, count, p.words, &p.operands, &p.status);
    return p;
}

TEST(test_options)
{
    parsed p = parse("-qv a -m arm --format=json b -j8 -I one --include two --tune c");
    assert_true(p.went_on && p.status == CLI_OK);
    assert_true(p.settings.quiet && p.settings.verbose);
    assert_string_equal(p.settings.model, "arm");
    assert_string_equal(p.settings.format, "json");
    assert_int_equal(p.settings.jobs, 8);
    assert_int_equal(p.settings.include.count, 2);
    assert_string_equal(p.settings.include.items[1], "two");
    assert_string_equal(p.settings.tune, ""); /* its value is only after '=' */
    assert_int_equal(p.operands, 3);
    assert_string_equal(p.words[0], "a");
    assert_string_equal(p.words[2], "c");

    p = parse("--tune=7 --assert allowed --assert forbidden -marm -- -q -");
    assert_true(p.went_on);
    assert_string_equal(p.settings.tune, "7");
    assert_string_equal(p.settings.model, "arm");
    assert_int_equal(p.settings.assertions.count, 2);
    assert_false(p.settings.quiet);
    assert_int_equal(p.operands, 2);
    assert_string_equal(p.words[0], "-q");
    assert_string_equal(p.words[1], "-");
    p = parse("-");
    assert_true(p.went_on && p.operands == 1);
}

TEST(test_wrong_options)
{
    static const char *const lines[] = {
        "--nothing",   "-x",         "--model", "-m",           "--quiet=1",  "-j 0",
        "-j 257",      "-j x",       "-j -1",   "--format xml", "-f her",     "--assert maybe",
        "-t -1",       "-t 101",     "-t nan",  "-t x",         "--count -1", "--count 1.5",
        "--count 0x9", "--count 5K", "-qx",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        parsed p = parse(lines[i]);
        assert_false(p.went_on);
        assert_int_equal(p.status, CLI_USAGE);
    }
    parsed p = parse("--help a");
    assert_true(!p.went_on && p.status == CLI_OK);
}

TEST(test_counts)
{
    static const struct {
        const char *text;
        uint64_t count;
    } good[] = {{"0", 0},
                {"17", 17},
                {"2.5M", 2500000},
                {"1e6", 1000000},
                {"3k", 3000},
                {"1.5k", 1500},
                {"2T", UINT64_C(2000000000000)},
                {"9223372036854775808", UINT64_C(1) << 63},
                {"9007199254740993", UINT64_C(9007199254740993)}};
    static const char *const bad[] = {
        "", "x", "-1", "1.5", "0x10", "1e30", "5kk", "1 k", "9223372036854775809"};
    uint64_t count;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(cli_count_parse(good[i].text, &count));
        assert_true(count == good[i].count);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(cli_count_parse(bad[i], &count));
}

/* ---- inputs ---------------------------------------------------------- */

static void put(const char *path, const char *text)
{
    unit_write(path, text, strlen(text));
}

typedef struct gathering {
    cli_inputs inputs;
    const char *operand;
} gathering;

static void gather(void *argument)
{
    gathering *g = argument;
    cli_inputs_add(&g->inputs, g->operand);
}

static cli_inputs inputs_of(cm_arena *arena, const char *operand)
{
    gathering g = {.inputs = {.arena = arena}, .operand = operand};
    assert_true(cm_arena_protect(arena, gather, &g));
    return g.inputs;
}

static void expect(cm_arena *arena, const char *operand, const char *const *paths, size_t count)
{
    cli_inputs inputs = inputs_of(arena, operand);
    assert_false(inputs.failed);
    assert_int_equal(inputs.count, count);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(inputs.items[i].path, paths[i]);
        assert_true(inputs.items[i].row == CLI_NO_ROW);
    }
}

TEST(test_inputs)
{
    char directory[] = "/tmp/cmcm-cli-XXXXXX";
    assert_non_null(mkdtemp(directory));
    assert_int_equal(chdir(directory), 0);
    assert_int_equal(mkdir("d", 0700) | mkdir("d/sub", 0700) | mkdir("empty", 0700), 0);
    put("d/b.litmus", "");
    put("d/a.litmus", "");
    put("d/notes.txt", "");
    put("d/.hidden.litmus", "");
    put("d/sub/c.litmus", "");
    put("d/list", "# some\na.litmus\r\n\nsub/c.litmus  \n@more\n");
    put("d/more", "/absolute.litmus\nb.litmus");
    expect(arena, "d", (const char *[]){"d/a.litmus", "d/b.litmus", "d/sub/c.litmus"}, 3);
    expect(arena, "d/", (const char *[]){"d/a.litmus", "d/b.litmus", "d/sub/c.litmus"}, 3);
    expect(arena, "@d/list",
           (const char *[]){"d/a.litmus", "d/sub/c.litmus", "/absolute.litmus", "d/b.litmus"}, 4);
    expect(arena, "-", (const char *[]){"-"}, 1);
    expect(arena, "nowhere.litmus", (const char *[]){"nowhere.litmus"}, 1); /* said when read */
    assert_true(inputs_of(arena, "empty").failed);
    assert_true(inputs_of(arena, "@nowhere").failed);
    put("d/round", "@round\n");
    assert_true(inputs_of(arena, "@d/round").failed);
    assert_true(cli_ends_in("x.cat", ".cat"));
    assert_false(cli_ends_in(".cat", ".cat"));
    assert_false(cli_ends_in("arm", ".cat"));
    static const char *const files[] = {"d/a.litmus",       "d/b.litmus",     "d/notes.txt",
                                        "d/.hidden.litmus", "d/sub/c.litmus", "d/list",
                                        "d/more",           "d/round"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    assert_int_equal(rmdir("d/sub") | rmdir("d") | rmdir("empty") | chdir("/"), 0);
    rmdir(directory);
}
