/* What compile-check prints of its findings: see the header. */
#include "cli/compile.h"

#include "base/text.h"
#include "report/document.h"

#include <stdio.h>
#include <string.h>

enum { REASON_SECONDS = 20 };

static const char *const verdict_words[] = {"equal",       "fewer",  "undefined", "lb",
                                            "load-writes", "absent", "refused",   "unknown",
                                            "crash",       "locks",  "BUG"};

/* A state as the source test has it: "1:r0=0; x=2;" of "P1_r0=0; x=2;". */
static const char *of_source(cm_arena *arena, const char *state)
{
    cm_text text = cm_text_new(arena);
    for (const char *at = state; *at;) {
        size_t length = strcspn(at, ";") + 1;
        if (cli_compile_is_stored(at)) {
            size_t digits = strspn(at + 1, "0123456789");
            cm_text_append(&text, "%.*s:", (int)digits, at + 1);
            at += digits + 2;
            length -= digits + 2;
        }
        cm_text_add_bytes(&text, at, length);
        at += length;
        at += *at == ' ';
        cm_text_add(&text, *at ? " " : "");
    }
    return text.data;
}

/* Says why the model forbids or allows the outcome. */
static void print_reason(cli_compile *c, const char *title, const cmcm_model *model,
                         const char *source, const char *outcome)
{
    const char *text;
    cmcm_test *test =
        cmcm_test_parse_asking(c->session, c->test->name, source, strlen(source), outcome);
    cmcm_model *own =
        test && !model ? cmcm_model_load(c->session, cmcm_test_default_model(test)) : NULL;
    const cmcm_explain_options how = {.unroll = c->settings->unroll, .timeout = REASON_SECONDS};
    model = model ? model : own;
    cmcm_explanation *why = test && model ? cmcm_explain(c->session, model, test, &how) : NULL;
    if (why && (text = cmcm_explanation_text(why, CMCM_AS_TEXT)))
        printf("%s:\n\n%s\n", title, text);
    cmcm_explanation_free(why);
    cmcm_model_free(own);
    cmcm_test_free(test);
    cmcm_session_clear(c->session);
}

static void print_units(cli_compile *c, cm_unit_way way, const int *by_thread)
{
    for (int t = 0; t < c->test->thread_count; t++) {
        int id = c->test->threads[t].id;
        cm_compiler *compiler = &c->compilers[by_thread[t]];
        const char *version = c->settings->replay ? NULL : cm_compiler_version(&c->work, compiler);
        bool all = compiler->dialect != CM_UNIT_C;
        printf("%s: %s %s%s%s%s\n", all ? "all" : cm_arena_printf(c->work.arena, "P%d", id),
               compiler->command, cm_compile_options(&c->work, compiler), version ? "  (" : "",
               version ? version : "", version ? ")" : "");
        puts(cm_unit_of(&c->work, c->test, all ? -1 : t, way, compiler->dialect));
        if (all)
            break;
    }
}

/* Has all that it takes to see the bug, and can be pasted into an issue. */
static void print_bug(cli_compile *c, cli_finding *f, const int *by_thread)
{
    puts(c->source);
    if (by_thread)
        print_units(c, f->way, by_thread);
    cli_finding with = by_thread ? cli_compile_with_lines(c, f, by_thread) : *f;
    printf("The assembly, as a test:\n\n%s\n", with.text);
    const char *part = by_thread ? cli_compile_part(c, f, by_thread) : NULL;
    if (part)
        printf(
            "It is the %s that makes it, as LLVM IR of the front end and after all passes shows.\n",
            part);
    const cli_outcomes *o = &c->allowed[f->way];
    printf("%s\n", "The language allows:");
    for (size_t i = 0; i < o->count; i++)
        printf("    %s\n", o->items[i]);
    printf("The machine may also end with:\n    %s\n", f->why);
    if (f->seen > 0)
        printf("This one did %llu times of %llu.\n", (unsigned long long)f->seen,
               (unsigned long long)f->runs);
    putchar('\n');
    print_reason(c, "Why the language does not (lines are those of the test above)", c->weak,
                 c->source, of_source(c->work.arena, f->why));
    print_reason(c, "Why the machine may (lines are those of the assembly as a test)", with.model,
                 with.text, f->why);
}

/* By a smaller test, if there is one. */
static void print_report(cli_compile *c, cli_finding *f, const int *by_thread)
{
    cm_compiler *own = c->compilers;
    const char *said, *small = cli_compile_shrink(c, by_thread, &said);
    printf("\n--- report: %s\n\n%s\n\n", c->test->name, said);
    bool printed = small && cli_compile_is_bug(c, by_thread, small, print_bug);
    c->compilers = own;
    if (!printed)
        print_bug(c, f, by_thread);
    puts("--- end of the report\n");
}

/* ---- JSON: a line for each result -------------------------------------------- */

static void describe_thread(cli_compile *c, cm_doc *list, int thread, const cm_compiler *compiler,
                            const cli_finding *f)
{
    cm_doc *one = cm_doc_object(list, NULL);
    cm_doc_text(one, "thread", cm_arena_printf(c->work.arena, "P%d", c->test->threads[thread].id));
    cm_doc_text(one, "command", compiler->command);
    cm_doc_text(one, "version", compiler->version);
    if (f->verdict == CLI_CC_BUG)
        cm_doc_text(one, "unit",
                    cm_unit_of(&c->work, c->test, compiler->dialect == CM_UNIT_C ? thread : -1,
                               f->way, compiler->dialect));
}

static void print_json(cli_compile *c, const cli_finding *f, const int *by_thread)
{
    cm_doc *all = cm_doc_new(c->work.arena, CM_DOC_OBJECT, NULL);
    bool bug = f->verdict == CLI_CC_BUG;
    cm_doc_text(all, "file", c->path);
    cm_doc_text(all, "test", c->test->name);
    cm_doc_text(all, "class", verdict_words[f->verdict]);
    cm_doc_text(all, "reason", f->why);
    cm_doc_flag(all, "stored", f->way == CM_UNIT_STORES);
    cm_doc_number(all, "more", f->more);
    cm_doc_number(all, "fewer", f->fewer);
    cm_doc *threads = cm_doc_list(all, "compilers");
    for (int t = 0; by_thread && t < c->test->thread_count; t++) {
        if (bug && !c->settings->replay)
            cm_compiler_version(&c->work, &c->compilers[by_thread[t]]);
        describe_thread(c, threads, t, &c->compilers[by_thread[t]], f);
    }
    if (f->runs > 0) {
        cm_doc_number(all, "runs", f->runs);
        cm_doc_number(all, "seen", f->seen);
    }
    cm_doc_text(all, "machine", f->text);
    if (bug) {
        cm_doc *allowed = cm_doc_list(all, "allowed");
        for (size_t i = 0; i < c->allowed[f->way].count; i++)
            cm_doc_text(allowed, NULL, c->allowed[f->way].items[i]);
        cm_doc_text(all, "source", c->source);
        cm_doc_text(all, "part", by_thread ? cli_compile_part(c, f, by_thread) : NULL);
        const char *said;
        cm_compiler *own = c->compilers;
        cm_doc_text(all, "small", cli_compile_shrink(c, by_thread, &said));
        cm_doc *lowest = c->compilers == own ? NULL : cm_doc_list(all, "lowest");
        if (!lowest)
            cm_doc_text(all, "lowest", NULL);
        for (int t = 0; lowest && t < c->test->thread_count; t++)
            cm_doc_text(lowest, NULL, c->compilers[by_thread[t]].command);
        c->compilers = own;
    }
    cm_text text = cm_text_new(c->work.arena);
    cm_doc_write_json(&text, all, CM_JSON_COMPACT);
    fputs(text.data, stdout);
}

/* ---- a result ------------------------------------------------------------------ */

/* Only the first line of a compiler's message that says what is wrong: gcc begins with the
 * function's name. */
static void print_why(const cli_finding *f)
{
    const char *line = strstr(f->why, "error: ");
    while (line && line > f->why && line[-1] != '\n')
        line--;
    line = line ? line : f->why;
    if (*line)
        printf(" (%.*s)", (int)strcspn(line, "\n"), line);
}

/* Of a self-test: is the finding the known one? A compiler that is not installed has none. */
static void compare_with_known(cli_compile *c, const cli_finding *f)
{
    const cm_known_result *r = &c->known->results[c->known_result];
    bool surprise =
        f->verdict != CLI_CC_ABSENT && strcmp(verdict_words[f->verdict], r->verdict) != 0;
    c->surprises += surprise;
    printf("%s: %s: %s", c->test->name, r->command, verdict_words[f->verdict]);
    if (surprise) {
        printf(", expected %s", r->verdict);
        print_why(f);
    }
    putchar('\n');
}

void cli_compile_print(cli_compile *c, const char *title, cli_finding *f, const int *by_thread)
{
    if (c->settings->runs > 0 && f->text)
        cli_compile_run(c, f);
    c->counts[f->verdict]++;
    if (c->known) {
        compare_with_known(c, f);
        return;
    }
    if (c->settings->format && strcmp(c->settings->format, "json") == 0) {
        print_json(c, f, by_thread);
        return;
    }
    printf("%s: %s: %s", c->test->name, title, verdict_words[f->verdict]);
    if (f->verdict >= CLI_CC_LOCKS)
        printf(" (%zu more: %s%s)", f->more, f->why, f->seen > 0 ? " was seen" : "");
    else if (f->verdict == CLI_CC_FEWER)
        printf(" (%zu fewer)", f->fewer);
    else
        print_why(f);
    putchar('\n');
    if (c->settings->verbose && f->text && f->verdict != CLI_CC_BUG)
        puts(f->text);
    if (f->verdict == CLI_CC_BUG)
        print_report(c, f, by_thread);
}

void cli_compile_print_summary(const cli_compile *c)
{
    size_t all = 0;
    for (int i = 0; i <= CLI_CC_BUG; i++)
        all += c->counts[i];
    fprintf(stderr, "cmcm compile-check: %zu results", all);
    for (int i = 0; i <= CLI_CC_BUG; i++)
        if (c->counts[i])
            fprintf(stderr, ", %zu %s", c->counts[i], verdict_words[i]);
    if (c->settings->runs > 0)
        fprintf(stderr, "; %zu were run here", c->tests_run);
    if (c->unread > 0)
        fprintf(stderr, "; %zu test%s skipped", c->unread, c->unread == 1 ? " was" : "s were");
    fputc('\n', stderr);
}
