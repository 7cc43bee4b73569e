/* `cmcm compile-check`: does a compiler keep what the language promises? */
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "compile/compiler.h"
#include "compile/known.h"
#include "compile/unit.h"

#include "base/text.h"
#include "litmus/text/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct compile_settings {
    cli_list compilers, assembly, includes;
    const char *source_model, *target_model, *record;
    bool mix, replay, verbose, self_test;
    unsigned unroll;
    double timeout;
} compile_settings;

#define AT(field) offsetof(compile_settings, field)

static const cli_option options[] = {
    {0, "cc", "COMMAND", CLI_LIST, AT(compilers), 0, 0,
     "A compiler with its options, such as 'gcc -O2'; may be repeated. 'P1=gcc -O2' is for that "
     "thread of all. No shell sees it."},
    {0, "asm", "P0=FILE.s", CLI_LIST, AT(assembly), 0, 0,
     "What some compiler made of that thread, in place of --cc; once for each thread."},
    {0, "mix", NULL, CLI_FLAG, AT(mix), 0, 0,
     "Compile each thread with each compiler, and judge all ways to mix them."},
    {0, "record", "DIRECTORY", CLI_TEXT, AT(record), 0, 0,
     "Keep what compilers write, by command, options and source."},
    {0, "replay", NULL, CLI_FLAG, AT(replay), 0, 0,
     "Run no compiler: judge what is in the directory of --record."},
    {0, "self-test", NULL, CLI_FLAG, AT(self_test), 0, 0,
     "Judge what the compilers here make of tests of which that is known: bugs that were found, "
     "and "
     "code that is right."},
    {0, "source-model", "NAME|FILE.cat", CLI_TEXT, AT(source_model), 0, 0,
     "What the language promises (rc11), but for an axiom `no-thin-air`."},
    {0, "target-model", "NAME|FILE.cat", CLI_TEXT, AT(target_model), 0, 0,
     "What the machine promises; without it the installed model for its instruction set."},
    CLI_INCLUDE(AT(includes)),
    CLI_UNROLL(AT(unroll)),
    {'t', "timeout", "SECONDS", CLI_SECONDS, AT(timeout), 0, 1000000,
     "Give up on a check after so long."},
    {'v', "verbose", NULL, CLI_FLAG, AT(verbose), 0, 0,
     "Also print the test of the machine for each result."},
};

static const char details[] =
    "Each test of C becomes a translation unit for each thread; a compiler makes\n"
    "assembly of these, which is read as a test of that machine. What the machine\n"
    "may do must be what the language allows. docs/compilers.md has the classes.\n\n"
    "Exit status: 0 no compiler is wrong; 1 one is (BUG); 2 wrong usage; 3 an input\n"
    "cannot be read; 4 of some test it is not known.\n";

/* ---- what is found --------------------------------------------------------- */

/* The worse, the later. */
typedef enum verdict {
    EQUAL,     /* the same outcomes */
    FEWER,     /* some outcomes are gone: the code is optimised, or stronger than it must be */
    UNDEFINED, /* the source promises nothing */
    THIN_AIR,  /* more, but what only an axiom against values out of thin air forbids */
    ABSENT,    /* there is no such compiler, or no record */
    REFUSED,   /* the compiler refuses it, or what it wrote cannot be read */
    UNKNOWN,   /* a limit was reached */
    CRASH,     /* the compiler fails */
    BUG        /* more outcomes than the language allows */
} verdict;

static const char *const verdict_words[] = {"equal",   "fewer",   "undefined", "lb", "absent",
                                            "refused", "unknown", "crash",     "BUG"};

typedef struct finding {
    verdict verdict;
    const char *why;
    cm_unit_way way;
    const char *text; /* the machine's test; NULL: there is none */
    size_t more, fewer;
} finding;

/* ---- outcomes -------------------------------------------------------------- */

/* Each state as one text, "P1_r0=1; x=2;", sorted by names. */
typedef struct outcomes {
    const char **items;
    size_t count;
    const char *unknown; /* why there may be others; NULL: these are all */
    bool undefined;
} outcomes;

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char *value_of(cm_arena *arena, const cmcm_item *item)
{
    const char *element =
        item->element == SIZE_MAX ? "" : cm_arena_printf(arena, "[%zu]", item->element);
    const char *owner = item->thread < 0 ? "" : cm_arena_printf(arena, "P%d_", item->thread);
    return item->is_number
               ? cm_arena_printf(arena, "%s%s%s=%s%llu;", owner, item->name, element,
                                 item->negative ? "-" : "", (unsigned long long)item->magnitude)
               : cm_arena_printf(arena, "%s%s%s=%s;", owner, item->name, element, item->text);
}

/* Is it what a thread's variable was stored in: P1_r0? */
static bool is_stored(const char *text)
{
    size_t digits = *text == 'P' ? strspn(text + 1, "0123456789") : 0;
    return digits > 0 && text[1 + digits] == '_';
}

static const char *state_of(cm_arena *arena, cmcm_result *result, size_t state, bool stores)
{
    const char *items[256];
    size_t count = 0;
    cmcm_item item;
    for (size_t i = 0; count < 256 && cmcm_result_state_item(result, state, i, &item); i++) {
        const char *value = value_of(arena, &item);
        if (stores || !is_stored(value))
            items[count++] = value;
    }
    qsort(items, count, sizeof *items, by_text);
    cm_text text;
    cm_text_init(&text, arena);
    for (size_t i = 0; i < count; i++)
        cm_text_append(&text, "%s%s", i > 0 ? " " : "", items[i]);
    return text.data;
}

static outcomes outcomes_of(cm_arena *arena, cmcm_result *result, bool stores)
{
    outcomes o = {.count = 0, .undefined = cmcm_result_undefined(result)};
    size_t states = cmcm_result_state_count(result), kept = 0;
    if (!cmcm_result_complete(result))
        o.unknown =
            cm_arena_text(arena, cmcm_result_reason(result), strlen(cmcm_result_reason(result)));
    o.items = CM_NEW_ARRAY(arena, states + 1, const char *);
    for (size_t i = 0; i < states; i++)
        o.items[o.count++] = state_of(arena, result, i, stores);
    qsort(o.items, o.count, sizeof *o.items, by_text);
    for (size_t i = 0; i < o.count; i++)
        if (kept == 0 || strcmp(o.items[kept - 1], o.items[i]) != 0)
            o.items[kept++] = o.items[i];
    o.count = kept;
    return o;
}

static bool has_outcome(const outcomes *o, const char *state)
{
    return bsearch(&state, o->items, o->count, sizeof *o->items, by_text) != NULL;
}

/* How many of a lack in b; the first, if any, in *first. */
static size_t lacking(const outcomes *a, const outcomes *b, const char **first)
{
    size_t count = 0;
    for (size_t i = 0; i < a->count; i++)
        if (!has_outcome(b, a->items[i]) && count++ == 0 && first)
            *first = a->items[i];
    return count;
}

/* ---- one test -------------------------------------------------------------- */

enum { MOST_MIXED = 4096, MOST_COMPILERS = 64, REASON_SECONDS = 20 };

typedef struct judged {
    const char *text; /* of the machine's test */
    finding finding;
} judged;

typedef struct checking {
    const compile_settings *settings;
    cmcm_session *session;
    cmcm_model *weak, *strong; /* the language's, without and with `no-thin-air`; strong: or NULL */
    cmcm_model *target;        /* NULL: that of the test */
    cm_arena *own;             /* of compilers */
    cm_compiler *compilers;
    int compiler_count;
    cm_records records;
    const cm_known *known; /* of a self-test: the case at hand, and its result; NULL: none is */
    int known_result;
    size_t surprises;
    size_t counts[BUG + 1];
    bool failed;
    /* of the test at hand */
    cm_work work;
    const char *path;
    cm_test *test;
    const char *source;   /* with all that is asked */
    outcomes allowed[2];  /* by way */
    outcomes grounded[2]; /* likewise, of the stronger model; */
    bool asked_grounded;  /* which is asked where it matters */
    cm_compiled *made;    /* by way, thread and compiler */
    bool *is_made;
    judged *judged;
    int judged_count, judged_capacity;
} checking;

/* The outcomes of a text by way, or why there are none. False: it is no test. */
static bool check_text(checking *c, const cmcm_model *model, const char *text, outcomes by_way[2])
{
    cmcm_test *test = cmcm_test_parse(c->session, c->path, text, strlen(text));
    cmcm_model *own = NULL;
    if (test && !model)
        model = own = cmcm_model_load(c->session, cmcm_test_default_model(test));
    const cmcm_options how = {.unroll = c->settings->unroll, .timeout = c->settings->timeout};
    cmcm_result *result = test && model ? cmcm_check(c->session, model, test, &how) : NULL;
    for (int way = 0; result && way < 2; way++)
        by_way[way] = outcomes_of(c->work.arena, result, way == CM_UNIT_STORES);
    bool good = result != NULL;
    cmcm_result_free(result);
    cmcm_model_free(own);
    cmcm_test_free(test);
    return good;
}

/* The session's first error, without its place. */
static const char *session_error(checking *c)
{
    cmcm_message message;
    const char *text = "no reason is known";
    for (size_t i = 0; cmcm_session_message(c->session, i, &message); i++)
        if (message.severity == CMCM_ERROR) {
            text = cm_arena_text(c->work.arena, message.text, strlen(message.text));
            break;
        }
    cmcm_session_clear(c->session);
    return text;
}

/* What the machine may do against what the language allows. */
static finding judge_outcomes(checking *c, const outcomes *machine, cm_unit_way way)
{
    finding f = {.verdict = EQUAL, .why = "", .way = way};
    const outcomes *allowed = &c->allowed[way];
    const char *first = NULL;
    f.more = lacking(machine, allowed, &first);
    f.fewer = lacking(allowed, machine, NULL);
    if (f.more > 0 && allowed->unknown) {
        f.verdict = UNKNOWN;
        f.why = allowed->unknown;
    } else if (f.more > 0) {
        f.verdict = BUG;
        f.why = first;
    } else if (machine->unknown) {
        f.verdict = UNKNOWN;
        f.why = machine->unknown;
    } else {
        f.verdict = f.fewer > 0 ? FEWER : EQUAL;
    }
    if (f.verdict > FEWER || !c->strong)
        return f;
    if (!c->asked_grounded) {
        c->asked_grounded = true;
        if (!check_text(c, c->strong, c->source, c->grounded))
            return f;
    }
    if (lacking(machine, &c->grounded[way], &first) > 0 && !c->grounded[way].unknown) {
        f.verdict = THIN_AIR;
        f.why = first;
    }
    return f;
}

/* Equal tests are judged once. */
static finding judge_text(checking *c, const char *text, cm_unit_way way)
{
    for (int i = 0; i < c->judged_count; i++)
        if (c->judged[i].finding.way == way && strcmp(c->judged[i].text, text) == 0)
            return c->judged[i].finding;
    outcomes machine[2] = {{0}, {0}};
    finding f = {.verdict = REFUSED, .way = way};
    if (check_text(c, c->target, text, machine))
        f = judge_outcomes(c, &machine[way], way);
    else
        f.why = session_error(c);
    cmcm_session_clear(c->session);
    f.text = text;
    CM_RESERVE(c->work.arena, c->judged, c->judged_count, c->judged_capacity);
    c->judged[c->judged_count++] = (judged){text, f};
    return f;
}

/* ---- compiling ------------------------------------------------------------- */

/* What the compiler makes of the thread. */
static const cm_compiled *compiled(checking *c, cm_unit_way way, int thread, int compiler)
{
    way = cm_unit_stores(c->test, thread) ? way : CM_UNIT_STORES;
    size_t at =
        ((size_t)way * (size_t)c->test->thread_count + (size_t)thread) * (size_t)c->compiler_count +
        (size_t)compiler;
    cm_compiled *made = &c->made[at];
    if (c->is_made[at])
        return made;
    const char *name = cm_arena_printf(c->work.arena, "P%d%s", c->test->threads[thread].id,
                                       way == CM_UNIT_STORES ? "" : " bare");
    c->records.test = c->test->name;
    *made = cm_compile(&c->work, &c->compilers[compiler], name,
                       cm_unit_of(&c->work, c->test, thread, way), &c->records);
    c->is_made[at] = true;
    return made;
}

typedef struct joining {
    checking *c;
    const cm_source *const *assembly;
    cm_unit_way way;
    cm_as_bodies bodies;
    cm_unit_joined joined;
} joining;

static void join(void *argument)
{
    joining *j = argument;
    j->joined = cm_unit_join(&j->c->work, j->c->test, j->assembly, j->way, j->bodies);
}

static finding worse(finding a, finding b)
{
    return b.verdict > a.verdict ? b : a;
}

/* Assembly of all threads, with either body of what has two. */
static finding judge_assembly(checking *c, const cm_source *const *assembly, cm_unit_way way)
{
    finding worst = {.verdict = EQUAL, .why = "", .way = way};
    for (int bodies = CM_AS_EXCLUSIVES; bodies <= CM_AS_ATOMICS; bodies++) {
        joining j = {.c = c, .assembly = assembly, .way = way, .bodies = (cm_as_bodies)bodies};
        size_t before = c->work.diags.count;
        if (!cm_arena_protect(c->work.arena, join, &j)) {
            const char *why = "memory limit reached";
            for (size_t i = before; i < c->work.diags.count; i++) {
                const cm_diag *d = &c->work.diags.items[i];
                unsigned line, column;
                cm_place_position(d->place, &line, &column);
                if (d->severity == CM_ERROR)
                    why = cm_arena_printf(c->work.arena, "%u:%u: %s", line, column, d->message);
            }
            return (finding){.verdict = REFUSED, .why = why, .way = way};
        }
        finding f = judge_text(c, j.joined.text, way);
        worst = bodies == CM_AS_EXCLUSIVES ? f : worse(worst, f);
        if (!j.joined.has_bodies)
            break;
    }
    return worst;
}

/* The threads, each by the compiler of that number. */
static finding judge_way(checking *c, const int *by_thread, cm_unit_way way)
{
    int threads = c->test->thread_count;
    const cm_source **assembly =
        CM_NEW_ARRAY(c->work.arena, (size_t)threads + 1, const cm_source *);
    for (int t = 0; t < threads; t++) {
        const cm_compiled *made = compiled(c, way, t, by_thread[t]);
        if (!made->assembly)
            return (finding){.verdict = made->crashed  ? CRASH
                                        : made->absent ? ABSENT
                                                       : REFUSED,
                             .why = made->said,
                             .way = way};
        assembly[t] = made->assembly;
    }
    return judge_assembly(c, assembly, way);
}

/* ---- reports --------------------------------------------------------------- */

static void print_outcomes(const char *title, const outcomes *o)
{
    printf("%s\n", title);
    for (size_t i = 0; i < o->count; i++)
        printf("    %s\n", o->items[i]);
}

/* A state as the source test has it: "1:r0=0; x=2;" of "P1_r0=0; x=2;". */
static const char *of_source(cm_arena *arena, const char *state)
{
    cm_text text;
    cm_text_init(&text, arena);
    for (const char *at = state; *at;) {
        size_t length = strcspn(at, ";") + 1;
        if (is_stored(at)) {
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

/* Why the language forbids what the machine does. */
static void print_reason(checking *c, const char *state)
{
    const char *outcome = of_source(c->work.arena, state), *text;
    cmcm_test *test =
        cmcm_test_parse_asking(c->session, c->test->name, c->source, strlen(c->source), outcome);
    const cmcm_explain_options how = {.unroll = c->settings->unroll, .timeout = REASON_SECONDS};
    cmcm_explanation *why = test ? cmcm_explain(c->session, c->weak, test, &how) : NULL;
    if (why && (text = cmcm_explanation_text(why, CMCM_AS_TEXT)))
        printf("Why the language does not (lines are those of the test above):\n\n%s\n", text);
    cmcm_explanation_free(why);
    cmcm_test_free(test);
    cmcm_session_clear(c->session);
}

/* What can be pasted into an issue: all that it takes to see it. */
static void print_report(checking *c, const finding *f, const int *by_thread)
{
    printf("\n--- report: %s\n\n%s\n", c->test->name, c->source);
    for (int t = 0; t < c->test->thread_count && by_thread; t++) {
        cm_compiler *compiler = &c->compilers[by_thread[t]];
        const char *version = c->settings->replay ? NULL : cm_compiler_version(&c->work, compiler);
        printf("P%d: %s %s%s%s%s\n", c->test->threads[t].id, compiler->command,
               cm_compile_options(&c->work), version ? "  (" : "", version ? version : "",
               version ? ")" : "");
        puts(cm_unit_of(&c->work, c->test, t, f->way));
    }
    printf("The assembly, as a test (`cmcm explain` says why the machine may do it):\n\n%s\n",
           f->text);
    print_outcomes("The language allows:", &c->allowed[f->way]);
    printf("The machine may also end with:\n    %s\n\n", f->why);
    print_reason(c, f->why);
    puts("--- end of the report\n");
}

/* Of a self-test: is it what is known? A compiler that is not here says nothing. */
static void compare_with_known(checking *c, const finding *f)
{
    const cm_known_result *r = &c->known->results[c->known_result];
    bool surprise = f->verdict != ABSENT && strcmp(verdict_words[f->verdict], r->verdict) != 0;
    c->surprises += surprise;
    printf("%s: %s: %s", c->test->name, r->command, verdict_words[f->verdict]);
    if (surprise)
        printf(", expected %s", r->verdict);
    if (surprise && *f->why)
        printf(" (%.*s)", (int)strcspn(f->why, "\n"), f->why);
    putchar('\n');
}

static void print_finding(checking *c, const char *title, const finding *f, const int *by_thread)
{
    c->counts[f->verdict]++;
    if (c->known) {
        compare_with_known(c, f);
        return;
    }
    printf("%s: %s: %s", c->test->name, title, verdict_words[f->verdict]);
    if (f->verdict == BUG)
        printf(" (%zu more: %s)", f->more, f->why);
    else if (f->verdict == FEWER)
        printf(" (%zu fewer)", f->fewer);
    else if (*f->why)
        printf(" (%.*s)", (int)strcspn(f->why, "\n"), f->why);
    putchar('\n');
    if (c->settings->verbose && f->text && f->verdict != BUG)
        puts(f->text);
    if (f->verdict == BUG)
        print_report(c, f, by_thread);
}

/* ---- all ways to compile --------------------------------------------------- */

static int ways_of(const checking *c)
{
    return cm_unit_stores(c->test, -1) && !c->test->filter ? 2 : 1;
}

static void judge_mixture(checking *c, const int *by_thread)
{
    finding worst = judge_way(c, by_thread, CM_UNIT_STORES);
    if (ways_of(c) > 1 && worst.text)
        worst = worse(worst, judge_way(c, by_thread, CM_UNIT_BARE));
    if (c->allowed[0].undefined && worst.text)
        worst = (finding){.verdict = UNDEFINED, .why = "", .text = worst.text, .way = worst.way};
    cm_text title;
    cm_text_init(&title, c->work.arena);
    bool same = true;
    for (int t = 1; t < c->test->thread_count; t++)
        same &= by_thread[t] == by_thread[0];
    for (int t = 0; t < (same ? 1 : c->test->thread_count); t++)
        cm_text_append(&title, "%s%s", t > 0 ? " | " : "", c->compilers[by_thread[t]].command);
    print_finding(c, title.data, &worst, by_thread);
}

/* Is the compiler one for that thread? Those that name a thread come before those that do not. */
static bool is_for(const checking *c, int compiler, int thread)
{
    int id = c->test->threads[thread].id, own = c->compilers[compiler].thread;
    bool named = false;
    for (int i = 0; i < c->compiler_count; i++)
        named |= c->compilers[i].thread == id;
    return named ? own == id : own < 0;
}

/* Counts through the compilers of each thread; without --mix threads that none names go together.
 */
static void judge_mixtures(checking *c, int *by_thread, int thread, int common, int *left)
{
    if (thread == c->test->thread_count) {
        if ((*left)-- > 0)
            judge_mixture(c, by_thread);
        return;
    }
    for (int i = 0; i < c->compiler_count && *left >= 0; i++) {
        bool general = c->compilers[i].thread < 0;
        if (!is_for(c, i, thread) || (general && !c->settings->mix && common >= 0 && common != i))
            continue;
        by_thread[thread] = i;
        judge_mixtures(c, by_thread, thread + 1, general ? i : common, left);
    }
}

/* --asm: a file for each thread. */
static void judge_files(checking *c)
{
    int threads = c->test->thread_count;
    const cm_source **assembly =
        CM_NEW_ARRAY(c->work.arena, (size_t)threads + 1, const cm_source *);
    for (int t = 0; t < threads; t++) {
        const char *head = cm_arena_printf(c->work.arena, "P%d=", c->test->threads[t].id);
        for (int i = 0; i < c->settings->assembly.count && !assembly[t]; i++)
            if (strncmp(c->settings->assembly.items[i], head, strlen(head)) == 0)
                assembly[t] =
                    cm_source_read(&c->work, c->settings->assembly.items[i] + strlen(head));
        if (!assembly[t])
            cm_fail(&c->work, (cm_place){c->test->source, 0, 0},
                    "no --asm for P%d, expected `--asm %sFILE.s`", c->test->threads[t].id, head);
    }
    finding f = judge_assembly(c, assembly, CM_UNIT_STORES);
    if (c->allowed[0].undefined && f.text)
        f = (finding){.verdict = UNDEFINED, .why = "", .text = f.text};
    print_finding(c, "assembly", &f, NULL);
}

static void check_all(void *argument)
{
    checking *c = argument;
    const cm_source *source = c->known ? c->known->test : cm_source_read(&c->work, c->path);
    c->test = source ? cm_litmus_parse(&c->work, source) : NULL;
    if (!c->test)
        cm_arena_escape(c->work.arena);
    cm_unit_check(&c->work, c->test);
    c->source = cm_unit_source(&c->work, c->test);
    if (!check_text(c, c->weak, c->source, c->allowed)) {
        cli_session_say(c->session);
        cm_arena_escape(c->work.arena);
    }
    cmcm_session_clear(c->session);
    size_t units = 2 * (size_t)c->test->thread_count * (size_t)c->compiler_count;
    c->made = CM_NEW_ARRAY(c->work.arena, units + 1, cm_compiled);
    c->is_made = CM_NEW_ARRAY(c->work.arena, units + 1, bool);
    if (c->settings->assembly.count > 0) {
        judge_files(c);
        return;
    }
    int *by_thread = CM_NEW_ARRAY(c->work.arena, (size_t)c->test->thread_count + 1, int);
    int left = MOST_MIXED;
    judge_mixtures(c, by_thread, 0, -1, &left);
    if (left < 0)
        fprintf(stderr, "cmcm compile-check: %s: only the first %d mixtures are judged\n",
                c->test->name, MOST_MIXED);
}

static void check_file(checking *c, const char *path)
{
    cm_arena *arena = cm_arena_new(0);
    if (!arena) {
        c->failed = cli_no_memory() != 0;
        return;
    }
    cm_work_init(&c->work, arena);
    c->path = path;
    c->asked_grounded = false;
    c->judged = NULL;
    c->judged_count = c->judged_capacity = 0;
    if (!cm_arena_protect(arena, check_all, c)) {
        c->failed = true;
        cli_print_diags(&c->work, "cmcm compile-check: ");
    }
    fflush(stdout);
    cm_arena_free(arena);
}

/* ---- the verb -------------------------------------------------------------- */

static const char thin_air[] = "no-thin-air";

static bool has_axiom(const cmcm_model *model)
{
    const char *name;
    for (size_t i = 0; (name = cmcm_model_axiom(model, i)); i++)
        if (strcmp(name, thin_air) == 0)
            return true;
    return false;
}

static bool open_models(checking *c, cmcm_model **loaded)
{
    const compile_settings *s = c->settings;
    const char *name = s->source_model ? s->source_model : "rc11";
    *loaded = cmcm_model_load(c->session, name);
    if (!*loaded)
        return false;
    c->strong = has_axiom(*loaded) ? *loaded : NULL;
    c->weak = c->strong ? cmcm_model_without(c->session, *loaded, thin_air) : *loaded;
    c->target = s->target_model ? cmcm_model_load(c->session, s->target_model) : NULL;
    return c->weak && (!s->target_model || c->target);
}

static void open_all(void *argument)
{
    checking *c = argument;
    cm_work_init(&c->work, c->own);
    const cli_list *list = &c->settings->compilers;
    c->compilers = CM_NEW_ARRAY(c->own, (size_t)list->count + 1, cm_compiler);
    for (int i = 0; i < list->count; i++)
        c->compilers[c->compiler_count++] = cm_compiler_read(&c->work, list->items[i]);
}

/* Each result that is known, with its compiler alone. */
static void self_test(void *argument)
{
    checking *c = argument;
    cm_known_list list = cm_known_read(c->own);
    for (int i = 0; i < list.count && !c->failed; i++) {
        c->known = &list.items[i];
        printf("%s%s\n", i > 0 ? "\n" : "", c->known->title);
        for (int k = 0; k < c->known->count && !c->failed; k++) {
            c->known_result = k;
            cm_work work;
            cm_work_init(&work, c->own);
            c->compilers[0] = cm_compiler_read(&work, c->known->results[k].command);
            c->compiler_count = 1;
            check_file(c, c->known->title);
        }
    }
}

static int status_of(const checking *c)
{
    if (c->settings->self_test)
        return c->failed ? CLI_INPUT : c->surprises ? CLI_UNMET : CLI_OK;

    size_t unknown = c->counts[UNKNOWN] + c->counts[REFUSED] + c->counts[ABSENT] + c->counts[CRASH];
    return c->failed ? CLI_INPUT : c->counts[BUG] ? CLI_UNMET : unknown ? CLI_UNKNOWN : CLI_OK;
}

static void print_summary(const checking *c)
{
    size_t all = 0;
    for (int i = 0; i <= BUG; i++)
        all += c->counts[i];
    fprintf(stderr, "cmcm compile-check: %zu results", all);
    for (int i = 0; i <= BUG; i++)
        if (c->counts[i])
            fprintf(stderr, ", %zu %s", c->counts[i], verdict_words[i]);
    fputc('\n', stderr);
}

static int run_compile_check(const cli_call *call, void *argument)
{
    static const cli_list none = {.count = 0};
    const compile_settings *settings = argument;
    const cli_verb *verb = call->verb;
    if (settings->self_test && (call->operand_count > 0 || settings->compilers.count > 0))
        return cli_usage_error(verb, "--self-test has tests and compilers already, expected none");
    if (call->operand_count == 0 && !settings->self_test)
        return cli_usage_error(verb, "no tests, expected files of C tests");
    if (!settings->self_test && (settings->compilers.count > 0) == (settings->assembly.count > 0))
        return cli_usage_error(verb, "expected compilers (--cc) or assembly (--asm)");
    if (settings->replay && !settings->record)
        return cli_usage_error(verb, "--replay without --record, expected its directory");
    if (settings->compilers.count > MOST_COMPILERS)
        return cli_usage_error(verb, "too many compilers, expected at most %d", MOST_COMPILERS);
    checking c = {.settings = settings,
                  .own = call->arena,
                  .records = {.directory = settings->record,
                              .replay = settings->replay,
                              .arena = call->arena}};
    cmcm_model *loaded = NULL;
    c.session = cli_session_open(&settings->includes, NULL, &none);
    bool good = c.session &&
                (!settings->record || settings->replay || cli_make_directory(settings->record));
    good = good && open_models(&c, &loaded);
    if (c.session)
        cli_session_say(c.session);
    c.failed = !good || !cm_arena_protect(c.own, open_all, &c);
    if (good && c.failed)
        cli_print_diags(&c.work, "cmcm compile-check: ");
    if (settings->self_test && !c.failed)
        c.failed |= !cm_arena_protect(c.own, self_test, &c);
    cli_inputs inputs;
    cli_inputs_open(&inputs, call->operand_count, call->operands);
    for (size_t i = 0; !c.failed && i < inputs.count; i++)
        check_file(&c, inputs.items[i].path);
    c.failed |= inputs.failed;
    cli_inputs_close(&inputs);
    if (!c.failed)
        print_summary(&c);
    if (c.weak != loaded)
        cmcm_model_free(c.weak);
    cmcm_model_free(loaded);
    cmcm_model_free(c.target);
    cmcm_session_free(c.session);
    return status_of(&c);
}

const cli_verb cli_verb_compile_check = {
    .name = "compile-check",
    .operands = "FILE|DIRECTORY|@LIST...",
    .summary = "Check what compilers make of tests of C.",
    .details = details,
    CLI_OPTIONS(options, compile_settings),
    .run = run_compile_check,
};
