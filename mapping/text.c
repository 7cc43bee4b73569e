/* What came of checking a mapping, as text. */
#include "mapping/check.h"

#include "litmus/isa/isa.h"

#include <string.h>

static const char *const verdicts[] = {[CM_MAPPED_SOUND] = "sound",
                                       [CM_MAPPED_WEAK] = "too weak",
                                       [CM_MAPPED_UNDEFINED] = "undefined",
                                       [CM_MAPPED_UNKNOWN] = "not known",
                                       [CM_MAPPED_REFUSED] = "not translated"};

/* "20"; of what it includes "c-aarch64-common:20". */
static const char *line_of(const cm_map_run *run, const cm_map_rule *rule)
{
    unsigned line, column;
    cm_place_position(rule->place, &line, &column);
    const char *name = cm_map_included(run->arena, run->mapping, rule);
    return cm_arena_printf(run->arena, "%s%s%u", name, *name ? ":" : "", line);
}

/* ---- counts and tests ---------------------------------------------------------------- */

static void add_counts(cm_text *out, const cm_map_run *run)
{
    size_t counts[CM_MAPPED_KINDS] = {0}, stricter = 0;
    for (size_t i = 0; i < run->count; i++) {
        counts[run->cases[i].verdict]++;
        stricter += run->cases[i].verdict == CM_MAPPED_SOUND && run->cases[i].forbade > 0;
    }
    cm_text_append(out, "%s: %zu test%s of %s under %s, as %s under %s\n", run->mapping->name,
                   run->count, run->count == 1 ? "" : "s", cm_arch_name(run->mapping->from),
                   run->from->name, cm_arch_name(run->mapping->to), run->to->name);
    for (int kind = 0; kind < CM_MAPPED_KINDS; kind++)
        if (counts[kind] > 0 || kind <= CM_MAPPED_WEAK) {
            cm_text_append(out, "  %-15s %zu", verdicts[kind], counts[kind]);
            if (kind == CM_MAPPED_SOUND && stricter > 0)
                cm_text_append(out, ", of these %zu stricter", stricter);
            cm_text_add(out, "\n");
        }
}

static void add_case(cm_text *out, const cm_map_run *run, const cm_map_case *c)
{
    cm_text_append(out, "  %s: %s", c->name, verdicts[c->verdict]);
    if (c->verdict == CM_MAPPED_WEAK) {
        bool state = strchr(c->why, '=') != NULL;
        cm_text_append(out, ": %s %s %s (", run->to->name, state ? "allows" : "has", c->why);
        const char *before = "lines ";
        for (int r = 0; r < run->mapping->rule_count; r++)
            if (c->used[r]) {
                cm_text_append(out, "%s%s", before, line_of(run, &run->mapping->rules[r]));
                before = ", ";
            }
        cm_text_add(out, ")");
    } else if (*c->why) {
        cm_text_append(out, ": %s", c->why);
    }
    cm_text_add(out, "\n");
}

/* Refused, and what is not known, once for each reason. */
static bool said_before(const cm_map_run *run, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (run->cases[i].verdict == run->cases[index].verdict &&
            strcmp(run->cases[i].why, run->cases[index].why) == 0)
            return true;
    return false;
}

/* ---- rules ------------------------------------------------------------------------------ */

static const cm_map_instruction *instruction_of(const cm_map_run *run, const cm_map_need *need)
{
    return &run->mapping->rules[need->rule].sequence[need->instruction];
}

static void add_need(cm_text *out, const cm_map_run *run, const cm_map_need *need)
{
    const cm_map_instruction *instruction = instruction_of(run, need);
    cm_text_append(out, "      `%s` ", instruction->text);
    if (need->tests == 0)
        cm_text_add(out, "was not tried");
    else if (need->test)
        cm_text_append(out, "is needed: without it %s has %s", need->test, need->why);
    else
        cm_text_append(out, "%s: %zu tests%s",
                       need->unknown ? "may be needed" : "can go, as far as tested", need->tests,
                       need->unknown ? ", of some not known" : " without a difference");
    if (instruction->reason)
        cm_text_append(out, "%s (%s)",
                       need->test ? ", though it has a reason" : ", and has a reason",
                       instruction->reason->from);
    cm_text_add(out, "\n");
}

/* How many tests of each kind were tried; then the reasons that the mapping gives. */
static void add_needs(cm_text *out, const cm_map_run *run)
{
    size_t needed = 0, reasoned = 0, wrong = 0, neither = 0;
    for (size_t i = 0; i < run->need_count; i++) {
        const cm_map_need *need = &run->needs[i];
        if (!cm_map_may_go(&run->mapping->rules[need->rule], need->instruction))
            continue;
        bool reason = instruction_of(run, need)->reason;
        needed += need->test != NULL;
        wrong += need->test && reason;
        reasoned += need->tests > 0 && !need->test && reason;
        neither += need->tests > 0 && !need->test && !reason;
    }
    cm_text_append(out, "instructions without operands\n  %-15s %zu\n  %-15s %zu\n  %-15s %zu\n",
                   "needed", needed, "for a reason", reasoned, "neither", neither);
    if (wrong > 0)
        cm_text_append(out, "  %zu are needed, and have a reason\n", wrong);
    for (int i = 0; i < run->mapping->reason_count; i++)
        cm_text_append(out, "  (%s): %s\n", run->mapping->reasons[i]->from,
                       run->mapping->reasons[i]->to);
}

/* False: no test uses it. */
static bool add_rule(cm_text *out, const cm_map_run *run, int rule)
{
    size_t tests = 0, weak = 0;
    for (size_t i = 0; i < run->count; i++) {
        tests += run->cases[i].used[rule];
        weak += run->cases[i].used[rule] && run->cases[i].verdict == CM_MAPPED_WEAK;
    }
    if (tests == 0)
        return false;
    const cm_map_rule *r = &run->mapping->rules[rule];
    cm_text_append(out, "  line %s: %s => ", line_of(run, r), r->text);
    if (r->refused)
        cm_text_append(out, "refused: %s", r->refused);
    else if (r->length == 0)
        cm_text_add(out, "nothing");
    for (int i = 0; i < r->length && !r->refused; i++)
        cm_text_append(out, "%s%s", i > 0 ? " ; " : "", r->sequence[i].text);
    cm_text_append(out, "\n    %zu test%s%s", tests, tests == 1 ? "" : "s", weak > 0 ? "" : "\n");
    if (weak > 0)
        cm_text_append(out, ", in %zu that are too weak\n", weak);
    for (size_t i = 0; i < run->need_count; i++)
        if (run->tells_needs && run->needs[i].rule == rule &&
            cm_map_may_go(r, run->needs[i].instruction))
            add_need(out, run, &run->needs[i]);
    return true;
}

/* What the whole shows of the mapping, with the rules that the tests say too little of. */
static void add_verdict(cm_text *out, const cm_map_run *run)
{
    int of, exercised = cm_map_exercised(run, &of);
    size_t weak = 0, unknown = 0;
    for (size_t i = 0; i < run->count; i++) {
        weak += run->cases[i].verdict == CM_MAPPED_WEAK;
        unknown += run->cases[i].verdict == CM_MAPPED_UNKNOWN;
    }
    for (int r = 0; r < run->mapping->rule_count; r++) {
        const cm_map_rule *rule = &run->mapping->rules[r];
        const char *slack = rule->refused ? NULL : cm_map_slack(run, r);
        if (slack)
            cm_text_append(out, "  line %s: %s: not exercised: %s\n", line_of(run, rule),
                           rule->text, slack);
    }
    if (weak > 0)
        cm_text_append(out, "too weak: %zu tests; %d of %d rules are exercised\n", weak, exercised,
                       of);
    else if (exercised < of || unknown > 0)
        cm_text_append(out,
                       "not shown: %d of %d rules are not exercised, %zu tests are not known\n",
                       of - exercised, of, unknown);
    else
        cm_text_append(out, "sound: all %d rules are exercised\n", of);
}

void cm_map_text(cm_text *out, const cm_map_run *run, bool verbose)
{
    add_counts(out, run);
    for (size_t i = 0; i < run->count; i++) {
        const cm_map_case *c = &run->cases[i];
        bool plain = c->verdict == CM_MAPPED_SOUND || c->verdict == CM_MAPPED_UNDEFINED;
        bool told = verbose || c->verdict == CM_MAPPED_WEAK || (!plain && !said_before(run, i));
        if (told)
            add_case(out, run, c);
    }
    cm_text_add(out, "rules\n");
    int unused = 0;
    for (int rule = 0; rule < run->mapping->rule_count; rule++)
        unused += !add_rule(out, run, rule);
    if (unused > 0)
        cm_text_append(out, "  %d more, which no test uses\n", unused);
    if (run->tells_needs && run->need_count > 0)
        add_needs(out, run);
    if (run->exercises)
        add_verdict(out, run);
}
