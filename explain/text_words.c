/* Words of an explanation that several formats use. See text.h. */
#include "explain/text.h"

#include "explain/repair.h"
#include "explain/unfold.h"
#include "litmus/isa/weaken.h"
#include "report/execution.h"

#include <string.h>

/* "`STLR W2,[X3]` (P0, line 11)"; of a kernel whose source is known "flag.cu:6 `*flag = 1` (P0,
 * `st.global.u32 [flag], 1`)" */
static char *instruction(cm_arena *arena, const cm_test *test, int thread, int index)
{
    const cm_thread *t = &test->threads[thread];
    const cm_instruction *at = &t->instructions[index];
    if (at->code)
        return cm_arena_printf(arena, "%s `%s` (P%d, `%s`)", at->line, at->code, t->id, at->text);
    return cm_arena_printf(arena, "`%s` (P%d, %s)", at->text, t->id,
                           cm_instruction_line(arena, at));
}

const char *cm_explain_outcome(const char *outcome)
{
    return strcmp(outcome, "true") == 0 ? "that all threads end" : outcome;
}

static bool branches(const cm_test *test, const cm_ordering *item)
{
    const cm_thread *t = &test->threads[item->thread];
    for (int i = 0; i < t->step_count; i++)
        if (t->steps[i].instruction == item->instruction && t->steps[i].kind == CM_STEP_BRANCH)
            return true;
    return false;
}

static bool is_of_item(const cm_step *step, const cm_ordering *item, cm_step_kind kind)
{
    return step->instruction == item->instruction && step->kind == kind;
}

/* Does the fence's instruction access memory, too? */
static bool accesses(const cm_test *test, const cm_ordering *item)
{
    const cm_thread *t = &test->threads[item->thread];
    for (int i = 0; i < t->step_count; i++)
        if (is_of_item(&t->steps[i], item, CM_STEP_LOAD) ||
            is_of_item(&t->steps[i], item, CM_STEP_STORE))
            return true;
    return false;
}

/* "acquire": what the fence does for the access of its instruction; NULL: it has no such word. */
static const char *order_of_fence(const cm_test *test, const cm_ordering *item)
{
    const cm_thread *t = &test->threads[item->thread];
    for (int i = 0; i < t->step_count; i++)
        for (const char *const *tag = t->steps[i].tags;
             is_of_item(&t->steps[i], item, CM_STEP_FENCE) && *tag; tag++)
            for (const char *kind = "RW"; *kind; kind++) {
                const cm_tag_choice *choice = cm_tag_choice_of(t->arch, *tag, *kind);
                if (choice && strcmp(choice->group, "order") == 0)
                    return choice->word;
            }
    return NULL;
}

char *cm_explain_item(cm_arena *arena, const cm_test *test, const cm_ordering *item)
{
    const char *text = instruction(arena, test, item->thread, item->instruction);
    switch (item->kind) {
    case CM_ORDERING_FENCE:
        if (!accesses(test, item))
            return cm_arena_printf(arena, "the %s %s", item->what, text);
        const char *order = order_of_fence(test, item);
        return order ? cm_arena_printf(arena, "the %s of %s", order, text)
                     : cm_arena_printf(arena, "the fence in %s", text);
    case CM_ORDERING_ORDER:
    case CM_ORDERING_SCOPE:
        return cm_arena_printf(arena, "the %s of %s", item->what, text);
    default:
        return cm_arena_printf(arena, "the %s %s %s", item->what,
                               branches(test, item) ? "by" : "into", text);
    }
}

char *cm_explain_meeting(cm_arena *arena, const cm_test *test, const cm_meeting *meeting)
{
    cm_text out = cm_text_new(arena);
    cm_text_add(&out, meeting->count ? "the barrier" : "the order of the kernels");
    for (int i = 0; i < meeting->count; i++) {
        const cm_meeting_place *at = &meeting->places[i];
        cm_text_append(&out, "%s%s",
                       i == 0                   ? " "
                       : i + 1 < meeting->count ? ", "
                                                : " and ",
                       instruction(arena, test, at->thread, at->instruction));
    }
    return out.data;
}

/* ---- facts ------------------------------------------------------------------------- */

char *cm_explain_event(cm_arena *arena, const cm_execution *x, uint32_t event)
{
    const cm_event *e = &x->events[event];
    if (e->thread < 0)
        return cm_arena_printf(arena, "what [%s] holds at first (%s)",
                               cm_report_place(arena, x->test, e), cm_report_label_text(arena, e));
    return instruction(arena, x->test, e->thread, e->instruction);
}

char *cm_explain_access(cm_arena *arena, const cm_execution *x, uint32_t event)
{
    const cm_event *e = &x->events[event];
    return cm_arena_printf(arena, "%s of [%s] (%s)", e->kind == 'W' ? "write" : "read",
                           cm_report_place(arena, x->test, e), cm_report_label_text(arena, e));
}

/* Of the event's instruction set; of a fence that is missing, too. */
static const cm_tag_choice *choice_of(const cm_execution *x, uint32_t event, const char *tag,
                                      char kind)
{
    return cm_tag_choice_of(x->test->threads[x->events[event].thread].arch, tag, kind);
}

/* What the event has of the tag's group, or NULL. */
static const cm_tag_choice *instead(const cm_execution *x, uint32_t event,
                                    const cm_tag_choice *wanted)
{
    const cm_event *e = &x->events[event];
    for (const char *const *tag = e->tags; tag && *tag; tag++) {
        const cm_tag_choice *c = choice_of(x, event, *tag, e->kind);
        if (c && strcmp(c->group, wanted->group) == 0)
            return c;
    }
    return NULL;
}

/* A thread that the event's scope does not reach: of the other event of what the fact is lacking
 * to, else the first one; -1: it reaches all. */
static int not_reached(const cm_execution *x, const cm_fact *fact, const cm_tag_choice *has)
{
    int own = x->events[fact->event].thread, other = x->events[fact->other].thread, found = -1;
    for (int t = 0; t < x->test->thread_count; t++)
        if (t != own && (found < 0 || t == other) &&
            !cm_threads_share(x->test, own, t, (cm_scope)(CM_TAG_STRONGEST - has->rank)))
            found = t;
    return found;
}

/* The word of "scope block"; as OpenCL has it in a test of that. */
static const char *scope_word(const cm_test *test, const char *word)
{
    static const char *const words[][2] = {{"thread", "work_item"},
                                           {"wave", "sub_group"},
                                           {"block", "work_group"},
                                           {"system", "all_svm_devices"}};
    word += strncmp(word, "scope ", strlen("scope ")) == 0 ? strlen("scope ") : 0;
    for (size_t i = 0; test->head && test->head->is_opencl && i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i][0]) == 0)
            return words[i][1];
    return word;
}

/* What the event lacks of one tag: "is weak, not relaxed", "has no scope gpu", "is not a release".
 */
static const char *lacks_tag(cm_arena *arena, const cm_execution *x, const cm_fact *fact,
                             const char *tag, const cm_tag_choice *wanted)
{
    const char *word = scope_word(x->test, wanted ? wanted->word : tag);
    const cm_tag_choice *has = wanted ? instead(x, fact->event, wanted) : NULL;
    bool scope = wanted && strcmp(wanted->group, "scope") == 0;
    if (has && strcmp(wanted->group, "fence") == 0)
        return cm_arena_printf(arena, "is weaker than %s", word);
    if (!has)
        return cm_arena_printf(arena, scope ? "has no scope %s" : "is not %s", word);
    int other = scope ? not_reached(x, fact, has) : -1;
    if (other >= 0)
        return cm_arena_printf(arena, "has scope %s, which does not reach P%d (%s does)",
                               scope_word(x->test, has->word), x->test->threads[other].id, word);
    return cm_arena_printf(arena, scope ? "has scope %s, not %s" : "is %s, not %s",
                           scope_word(x->test, has->word), word);
}

/* "is weak, not relaxed, and has no scope gpu": the order is told before the scope. */
static const char *lacks(cm_arena *arena, const cm_execution *x, const cm_fact *fact)
{
    const char *all = "";
    for (int scopes = 0; scopes < 2; scopes++)
        for (int i = 0; i < fact->tag_count; i++) {
            const char *tag = fact->tags[i];
            const cm_tag_choice *wanted =
                choice_of(x, fact->event, tag, x->events[fact->event].kind);
            if ((wanted && strcmp(wanted->group, "scope") == 0) == scopes)
                all = cm_arena_printf(arena, "%s%s%s", all, *all ? ", and " : "",
                                      lacks_tag(arena, x, fact, tag, wanted));
        }
    return all;
}

/* As its opcode has it: the kind of fence, which way it goes, its scope; other tags behind. */
static const char *words_of(cm_arena *arena, const cm_execution *x, const cm_fact *fact)
{
    static const char *const groups[] = {"fence",   "way",   "order", "acquire",
                                         "release", "scope", NULL};
    char kind = fact->kind == CM_FACT_FENCE ? 'F' : x->events[fact->event].kind;
    const char *all = "";
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        for (int i = 0; i < fact->tag_count; i++) {
            const cm_tag_choice *c = choice_of(x, fact->event, fact->tags[i], kind);
            if (!c && kind == 'F')
                c = choice_of(x, fact->event, fact->tags[i], 'f');
            if (c ? groups[g] && strcmp(c->group, groups[g]) == 0 : !groups[g])
                all = cm_arena_printf(arena, "%s%s%s", all, *all ? ", " : "",
                                      c ? c->word : fact->tags[i]);
        }
    return all;
}

/* " of [t]": what the fence names; "": nothing. */
static const char *of_object(cm_arena *arena, const cm_execution *x, const cm_fact *fact)
{
    if (fact->object == fact->event)
        return "";
    return cm_arena_printf(arena, " of [%s]",
                           x->test->locations[x->events[fact->object].location].name);
}

/* "fence (fence.acquire, scope gpu)"; where the kernel's source is known "`__threadfence()`
 * (fence.acquire, scope gpu)". */
static const char *fence_words(cm_arena *arena, const cm_execution *x, const cm_fact *f)
{
    const cm_event *e = &x->events[f->event];
    const char *opcode = "", *words = words_of(arena, x, f), *source = NULL;
    for (const char *at = words; *at; at += strcspn(at, ",")) { /* "fence.acquire, scope gpu" */
        at += strspn(at, ", ");
        bool scope = strncmp(at, "scope ", strlen("scope ")) == 0;
        at += scope ? strlen("scope ") : 0;
        opcode = cm_arena_printf(arena, "%s%s%.*s", opcode, *opcode ? "." : "",
                                 (int)strcspn(at, ","), at);
    }
    if (x->test->threads[e->thread].instructions[e->instruction].line)
        source = cm_explain_in_source(arena, opcode);
    if (!source && strstr(words, " fence"))
        return words;
    return cm_arena_printf(arena, "%s (%s)", source ? source : "fence", words);
}

char *cm_explain_fact(cm_arena *arena, const cm_execution *execution, const cm_fact *fact)
{
    const char *tags = words_of(arena, execution, fact);
    const char *event = cm_explain_event(arena, execution, fact->event);
    switch (fact->kind) {
    case CM_FACT_FENCE:
        return cm_arena_printf(arena, "there is no %s%s between %s and %s",
                               fence_words(arena, execution, fact),
                               of_object(arena, execution, fact), event,
                               cm_explain_event(arena, execution, fact->next));
    case CM_FACT_DEPENDENCY:
        return cm_arena_printf(arena, "%s has no dependency (%s) on %s",
                               cm_explain_event(arena, execution, fact->next), tags, event);
    default:
        return cm_arena_printf(arena, "%s %s", event, lacks(arena, execution, fact));
    }
}

const char *cm_explain_consequence(cm_arena *arena, const cm_execution *x, const cm_fact *fact)
{
    const cm_event *e = &x->events[fact->event];
    bool fence = fact->kind == CM_FACT_FENCE;
    for (int i = 0; i < fact->tag_count && fact->kind != CM_FACT_DEPENDENCY; i++) {
        const cm_tag_choice *wanted =
            choice_of(x, fact->event, fact->tags[i], fence ? 'F' : e->kind);
        const char *word = wanted ? wanted->word : "";
        int id = x->test->threads[e->thread].id;
        if (strstr(word, "acquire"))
            return cm_arena_printf(arena, ": later accesses of P%d need not wait for %s", id,
                                   fence ? "the first" : "it");
        if (strstr(word, "release"))
            return cm_arena_printf(arena, ": others may see %s before what P%d did earlier",
                                   fence ? "the second" : "it", id);
    }
    bool proxy = fence && strstr(words_of(arena, x, fact), "proxy");
    if (!fence || e->kind != 'W' || x->events[fact->next].kind != 'R')
        return proxy ? ": accesses through different proxies are in no order without it" : "";
    return proxy ? ": the second may miss what was written before it"
                 : ": the second may read before others see the first";
}

static const char *with_article(cm_arena *arena, const char *words)
{
    return cm_arena_printf(arena, "%s %s", strchr("aeiou", words[0]) ? "an" : "a", words);
}

static bool is_of(const cm_event *a, const cm_event *b)
{
    return a->thread == b->thread && a->instruction == b->instruction;
}

char *cm_explain_instead(cm_arena *arena, const cm_execution *x, const cm_fact *f,
                         const cm_fact *told)
{
    const char *words = words_of(arena, x, f);
    const cm_event *own = &x->events[f->event], *first = &x->events[told->event],
                   *second = &x->events[told->next];
    bool fence = told->kind == CM_FACT_FENCE;
    const cm_tag_choice *choice;
    const char *event = is_of(own, first)             ? fence ? "the first" : "it"
                        : fence && is_of(own, second) ? "the second"
                                                      : cm_explain_event(arena, x, f->event);
    switch (f->kind) {
    case CM_FACT_FENCE:
        return cm_arena_printf(arena, "%s%s after %s",
                               with_article(arena, fence_words(arena, x, f)),
                               of_object(arena, x, f), event);
    case CM_FACT_DEPENDENCY:
        return cm_arena_printf(arena, "a dependency (%s) of %s on %s", words,
                               cm_explain_event(arena, x, f->next), event);
    default:
        choice = choice_of(x, f->event, f->tags[0], x->events[f->event].kind);
        return cm_arena_printf(
            arena, choice && strcmp(choice->group, "fence") == 0 ? "%s in place of %s" : "%s on %s",
            words, event);
    }
}

/* ---- changes ----------------------------------------------------------------------- */

/* Is it the same change of a parameter, which several threads have? */
static bool same_parameter(const cm_change *a, const cm_change *b)
{
    return a->head && b->head && *a->from && strcmp(a->from, b->from) == 0 &&
           strcmp(a->to, b->to) == 0;
}

/* "in place of `int* x`, a parameter of P0, P1", "..., a member of `struct S`" */
static const char *place_of_parameter(cm_arena *arena, const cm_repair *x, const cm_proposal *p,
                                      const cm_change *c)
{
    const char *threads = "";
    cm_declaration d = cm_declaration_of(x->test, c->thread, -1 - c->instruction);
    if (d.structure)
        return cm_arena_printf(arena, "in place of `%s`, a member of `%s`", c->from,
                               d.structure->name);
    for (int i = 0; i < p->count; i++)
        if (same_parameter(c, &p->changes[i]))
            threads = cm_arena_printf(arena, "%s%sP%d", threads, *threads ? ", " : "",
                                      x->test->threads[p->changes[i].thread].id);
    return cm_arena_printf(arena, "in place of `%s`, a parameter of %s", c->from, threads);
}

/* "before `bar.sync 0` (P0, line 6)", "at the end of P0", "in the head of P1" */
static const char *place_of_change(cm_arena *arena, const cm_repair *x, const cm_proposal *p,
                                   const cm_change *c)
{
    const cm_thread *thread = &x->test->threads[c->thread];
    if (c->head && *c->from)
        return place_of_parameter(arena, x, p, c);
    if (c->head)
        return cm_arena_printf(arena, "in the head of P%d, which then begins after %s has ended",
                               thread->id, c->to + strlen("after "));
    if (cm_repair_at_end(x, c))
        return cm_arena_printf(arena, "at the end of P%d", thread->id);
    const cm_instruction *at = &thread->instructions[c->instruction];
    return cm_arena_printf(arena, "%s `%s` (P%d, %s)", c->inserted ? "before" : "in place of",
                           at->text, thread->id, cm_instruction_line(arena, at));
}

/* Is it the same change at a copy of the instruction of an earlier one, as of a loop that was taken
 * apart, or of another thread? */
static bool is_copy(const cm_repair *x, const cm_proposal *p, int change)
{
    const cm_change *c = &p->changes[change];
    for (int i = 0; i < change && !c->head && !cm_repair_at_end(x, c); i++) {
        const cm_change *b = &p->changes[i];
        if (b->head || b->inserted != c->inserted || cm_repair_at_end(x, b))
            continue;
        const char *one = x->test->threads[b->thread].instructions[b->instruction].line,
                   *two = x->test->threads[c->thread].instructions[c->instruction].line;
        size_t word = strcspn(b->to, " ");
        if (one && two && strcmp(one, two) == 0 && strncmp(b->to, c->to, word) == 0 &&
            strchr(" ", c->to[word]))
            return true;
    }
    return false;
}

static bool is_told_before(const cm_repair *x, const cm_proposal *p, int change)
{
    bool told = is_copy(x, p, change);
    for (int i = 0; i < change; i++)
        told |= same_parameter(&p->changes[i], &p->changes[change]);
    return told;
}

/* "`fence.sc.gpu` before `ld...` (P0, line 7)" for each change that is told, as far as there is
 * room; their number. *copies: of changes that are the same at a copy of the instruction. */
static int list_changes(cm_arena *arena, const cm_explanation *explanation, const char **all,
                        int room, int *copies)
{
    const cm_repair *x = explanation->missing;
    const cm_proposal *p = &x->proposals[explanation->cheapest];
    int told = 0;
    *copies = 0;
    for (int c = 0, end; c < p->count && told < room; c = end) {
        const cm_change *first = &p->changes[c];
        end = c + 1;
        *copies += is_copy(x, p, c);
        if (is_told_before(x, p, c))
            continue;
        /* what is new at one place is told at once */
        for (end = c + 1; end < p->count && first->inserted; end++) {
            const cm_change *next = &p->changes[end];
            if (!next->inserted || next->thread != first->thread ||
                next->instruction != first->instruction || next->head != first->head)
                break;
        }
        cm_text line = cm_text_new(arena);
        for (int i = c; i < end; i++)
            cm_text_append(&line, "%s`%s`", i > c ? ", " : "", p->changes[i].to);
        cm_text_append(&line, " %s", place_of_change(arena, x, p, first));
        all[told++] = line.data;
    }
    return told;
}

int cm_explain_missing_list(cm_arena *arena, const cm_explanation *x, const char *const **list)
{
    if (!x->missing || x->missing->verdict != CM_REPAIRED)
        return 0;
    int copies, room = x->missing->proposals[x->cheapest].count;
    const char **all = CM_NEW_ARRAY(arena, (size_t)room + 2, const char *);
    int told = list_changes(arena, x, all, room, &copies);
    if (copies > 0)
        all[told - 1] =
            cm_arena_printf(arena, "%s; so also at %d cop%s, from the same line%s of the source",
                            all[told - 1], copies, copies == 1 ? "y" : "ies", told == 1 ? "" : "s");
    *list = all;
    return told;
}

const char *cm_explain_missing_words(cm_arena *arena, const cm_explanation *x)
{
    const char *const *list;
    int count = cm_explain_missing_list(arena, x, &list);
    cm_text out = cm_text_new(arena);
    for (int i = 0; i < count; i++)
        cm_text_append(&out, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : ", and ", list[i]);
    return count ? out.data : NULL;
}

/* ---- outcomes in one line ------------------------------------------------------------ */

const char *cm_explain_brief(cm_arena *arena, const cm_explanation *x)
{
    if (x->verdict != CM_EXPLAINED_FORBIDDEN || x->group_count == 0 ||
        x->groups[0].violation_count == 0)
        return "no candidate execution has it";
    const cm_group *group = &x->groups[0];
    const cm_violation *v = &group->violations[0];
    cm_text out = cm_text_new(arena);
    cm_text_add(&out, x->model->constraints[v->constraint].name);
    if (v->cycle || v->pair) {
        cm_text_add(&out, ", as ");
        cm_unfold_path(&out, group->execution, v, true);
    }
    if (x->group_count > 1)
        cm_text_append(&out, "; %s%d other kind%s of candidates, for which see `cmcm explain`",
                       x->classes_cut ? "at least " : "", x->group_count - 1,
                       x->group_count == 2 ? "" : "s");
    return out.data;
}

static bool mentions(const cm_expr *e, const bool *registers)
{
    return e && ((e->op == CM_OP_REG && registers[e->reg]) || mentions(e->a, registers) ||
                 mentions(e->b, registers) || mentions(e->c, registers));
}

/* By register: may it hold what was read, or what was computed from that? */
static const bool *read_registers(cm_arena *arena, const cm_thread *thread)
{
    bool *read = CM_NEW_ARRAY(arena, (size_t)thread->register_count + 1, bool);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < thread->step_count; i++) {
            const cm_step *s = &thread->steps[i];
            if (s->dst >= 0 && !read[s->dst] &&
                (s->kind == CM_STEP_LOAD || mentions(s->value, read) || mentions(s->guard, read)))
                read[s->dst] = changed = true;
        }
    }
    return read;
}

const char *cm_explain_impossible(cm_arena *arena, const cm_explanation *x)
{
    const cm_test *test = x->test;
    if (x->bounded)
        return "The program cannot compute these values in as many rounds as the model lets the "
               "loops go, whatever its reads see.";
    for (int t = 0; t < test->thread_count; t++) {
        const cm_thread *thread = &test->threads[t];
        const bool *read = read_registers(arena, thread);
        /* Does it store what it has read, or what it computed from that? */
        for (int i = 0; i < thread->step_count; i++)
            if (thread->steps[i].kind == CM_STEP_STORE &&
                (mentions(thread->steps[i].value, read) || mentions(thread->steps[i].addr, read)))
                return "The program cannot compute these values, whatever its reads see, unless a "
                       "value "
                       "that threads only hand to each other comes out of thin air.";
    }
    return "The program cannot compute these values, whatever its reads see: no memory model "
           "allows "
           "them.";
}
