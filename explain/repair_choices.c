/* Choices of forms: what includes what, tables of them, and programs as the text of a test. See
 * repair_parts.h. */
#include "explain/repair_parts.h"

#include "litmus/text/text.h"

#include <string.h>
#include <strings.h>

/* ---- forms ----------------------------------------------------------------------- */

bool cm_form_is_step(const cm_site *site, int weak, int strong)
{
    for (int f = 0; f < site->count; f++)
        if (f != weak && f != strong && cm_form_below(site, weak, f) &&
            cm_form_below(site, f, strong))
            return false;
    return weak != strong && cm_form_below(site, weak, strong);
}

/* ---- choices --------------------------------------------------------------------- */

cm_program_choice cm_repair_strongest(const cm_repairing *r)
{
    cm_program_choice c = {{0}};
    for (int s = 0; s < r->site_count; s++)
        c.at[s] = (int8_t)r->sites[s].strongest;
    return c;
}

cm_program_choice cm_repair_own(const cm_repairing *r)
{
    cm_program_choice c = {{0}};
    for (int s = 0; s < r->site_count; s++)
        c.at[s] = (int8_t)r->sites[s].self;
    return c;
}

bool cm_program_same(const cm_repairing *r, const cm_program_choice *a, const cm_program_choice *b)
{
    return memcmp(a->at, b->at, (size_t)r->site_count) == 0;
}

/* Inclusion is an order, so one form includes another if it includes all that this one does. */
void cm_repair_number_forms(cm_repairing *r)
{
    int forms = 0, bit = 0;
    for (int s = 0; s < r->site_count; s++)
        forms += r->sites[s].count;
    r->included_words = forms / 64 + 1;
    for (int s = 0; s < r->site_count; s++) {
        cm_site *site = &r->sites[s];
        site->included = CM_NEW_ARRAY(r->arena, (size_t)site->count, uint64_t *);
        for (int f = 0; f < site->count; f++) {
            site->included[f] = CM_NEW_ARRAY(r->arena, (size_t)r->included_words, uint64_t);
            for (int g = 0; g < site->count; g++)
                if (cm_form_below(site, g, f))
                    site->included[f][(bit + g) / 64] |= UINT64_C(1) << (bit + g) % 64;
        }
        bit += site->count;
        int best = 0;
        for (int i = 1; i < site->count; i++)
            if (cm_form_below(site, best, i))
                best = i;
        site->strongest = best;
    }
}

cm_included cm_program_included(const cm_repairing *r, const cm_program_choice *choice)
{
    uint64_t *words = CM_NEW_ARRAY(r->arena, (size_t)r->included_words, uint64_t);
    for (int s = 0; s < r->site_count; s++)
        for (int i = 0; i < r->included_words; i++)
            words[i] |= r->sites[s].included[(int)choice->at[s]][i];
    return (cm_included){words, r->included_words};
}

cm_included cm_region_included(const cm_repairing *r, const cm_region *region)
{
    uint64_t *words = CM_NEW_ARRAY(r->arena, (size_t)r->included_words, uint64_t);
    uint64_t *common = CM_NEW_ARRAY(r->arena, (size_t)r->included_words, uint64_t);
    for (int s = 0; s < r->site_count; s++) {
        memset(common, 0xff, (size_t)r->included_words * sizeof *common);
        for (int f = 0; f < r->sites[s].count; f++)
            for (int i = 0; region->may[s][f] && i < r->included_words; i++)
                common[i] &= r->sites[s].included[f][i];
        for (int i = 0; i < r->included_words; i++)
            words[i] |= common[i];
    }
    return (cm_included){words, r->included_words};
}

bool cm_included_below(const cm_included *weak, const cm_included *strong)
{
    for (int i = 0; i < weak->count; i++)
        if (weak->words[i] & ~strong->words[i])
            return false;
    return true;
}

bool cm_program_below(const cm_repairing *r, const cm_program_choice *weak,
                      const cm_program_choice *strong)
{
    for (int s = 0; s < r->site_count; s++)
        if (!cm_form_below(&r->sites[s], weak->at[s], strong->at[s]))
            return false;
    return true;
}

/* ---- tables ------------------------------------------------------------------------ */

/* FNV-1a. */
static size_t hash_of(const cm_repairing *r, const cm_program_choice *choice)
{
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < r->site_count; i++)
        hash = (hash ^ (uint8_t)choice->at[i]) * 1099511628211u;
    return (size_t)(hash ^ hash >> 32);
}

static size_t slot_of(const cm_repairing *r, const cm_choice_table *t,
                      const cm_program_choice *choice)
{
    size_t i = hash_of(r, choice) & (t->slot_count - 1);
    while (t->slots[i] > 0 && !cm_program_same(r, &t->items[t->slots[i] - 1], choice))
        i = (i + 1) & (t->slot_count - 1);
    return i;
}

int cm_choice_table_find(const cm_repairing *r, const cm_choice_table *table,
                         const cm_program_choice *choice)
{
    return table->count == 0 ? -1 : table->slots[slot_of(r, table, choice)] - 1;
}

bool cm_choice_table_add(const cm_repairing *r, cm_choice_table *table,
                         const cm_program_choice *choice)
{
    if (2 * (size_t)table->count >= table->slot_count) {
        table->slot_count = table->slot_count ? 2 * table->slot_count : 256;
        table->slots = CM_NEW_ARRAY(r->arena, table->slot_count, int);
        for (int i = 0; i < table->count; i++)
            table->slots[slot_of(r, table, &table->items[i])] = i + 1;
    }
    size_t slot = slot_of(r, table, choice);
    if (table->slots[slot] > 0)
        return false;
    CM_PUSH(r->arena, table->items, table->count, table->capacity, *choice);
    table->slots[slot] = table->count;
    return true;
}

/* ---- texts ------------------------------------------------------------------------- */

typedef struct rewriting {
    cm_repairing *r;
    const cm_program_choice *choice; /* NULL: all forms, one after the other */
    const cm_change *changes;        /* instead of forms; or NULL */
    int change_count;
    cm_arena *arena;
    cm_thread *to;
    int capacity;
    int **at; /* by site, by copy and form: the instruction; or NULL */
} rewriting;

/* of: the instruction that it stands for, whose lines it keeps; or NULL. */
static void append(rewriting *w, const char *text, const cm_instruction *of)
{
    CM_RESERVE(w->arena, w->to->instructions, w->to->instruction_count, w->capacity);
    w->to->instructions[w->to->instruction_count++] = (cm_instruction){
        .text = text, .line = of ? of->line : NULL, .origin = of ? of->origin : NULL};
}

/* The instructions that the one continues in: its forms continue so, too. */
static void append_rest(rewriting *w, int t, int i)
{
    const cm_thread *from = &w->r->test->threads[t];
    for (i++; i < from->instruction_count && from->instructions[i].continues; i++) {
        append(w, from->instructions[i].text, &from->instructions[i]);
        w->to->instructions[w->to->instruction_count - 1].continues = true;
    }
}

static void append_forms(rewriting *w, int s, int copy, const cm_instruction *of)
{
    const cm_site *site = &w->r->sites[s];
    for (int f = 0; f < site->count; f++) {
        const char *text = site->copies[copy].texts[f];
        if (w->choice && f != w->choice->at[s])
            continue;
        if (w->at)
            w->at[s][cm_form_at(site, copy, f)] = w->to->instruction_count;
        if (text[0] || (w->choice && !site->inserted))
            append(w, text, of);
        if (of && text[0])
            append_rest(w, site->copies[copy].thread, site->copies[copy].instruction);
    }
}

/* The form chosen for an instruction, or for fences before it; false: there is no choice. */
static bool append_chosen(rewriting *w, int t, int i, bool inserted)
{
    const cm_instruction *of = inserted ? NULL : &w->r->test->threads[t].instructions[i];
    bool any = false;
    for (int c = 0; c < w->change_count; c++) {
        const cm_change *change = &w->changes[c];
        if (change->thread != t || change->instruction != i || change->inserted != inserted ||
            change->head)
            continue;
        any = true;
        append(w, change->to, of);
        if (of)
            append_rest(w, t, i);
    }
    for (int s = 0; s < w->r->site_count && !w->changes; s++) {
        const cm_site *site = &w->r->sites[s];
        for (int c = 0; c < site->copy_count && site->inserted == inserted; c++)
            if (site->copies[c].thread == t && site->copies[c].instruction == i) {
                any = true;
                append_forms(w, s, c, of);
            }
    }
    return any;
}

/* The form which the choice gives a declaration; NULL: it chooses none. A member is declared for
 * all threads at once, so its form is the one that differs from the test's, if any does. */
static const char *chosen_of(const rewriting *w, int t, const cm_declaration *of)
{
    const char *chosen = NULL;
    for (int s = 0; s < w->r->site_count && w->choice; s++) {
        const cm_site *site = &w->r->sites[s];
        bool own = w->choice->at[s] == site->self;
        for (int c = 0; c < site->copy_count; c++) {
            const cm_copy *copy = &site->copies[c];
            if (copy->instruction < 0 && (of->structure || copy->thread == t) &&
                cm_declaration_of(w->r->test, copy->thread, -1 - copy->instruction).text ==
                    of->text)
                chosen = chosen && own ? chosen : copy->texts[(int)w->choice->at[s]];
        }
    }
    return chosen;
}

/* The text of the thread's parameters, or of the structure, with what was chosen in it. */
static const char *rewrite_declarations(const rewriting *w, int t, const char *all,
                                        const cm_definition *structure)
{
    cm_declaration d;
    cm_text out = cm_text_new(w->arena);
    const char *at = all;
    for (int i = 0; all && (d = cm_declaration_of(w->r->test, t, i)).text; i++) {
        const char *chosen = d.structure == structure && d.length > 0 ? chosen_of(w, t, &d) : NULL;
        if (!chosen)
            continue;
        cm_text_append(&out, "%.*s%s", (int)(d.text - at), at, chosen);
        at = d.text + d.length;
    }
    cm_text_add(&out, all ? at : "");
    return all ? out.data : NULL;
}

static void rewrite(rewriting *w, int t, cm_thread *to)
{
    const cm_thread *from = &w->r->test->threads[t];
    size_t steps = (size_t)from->step_count;
    to->steps = cm_arena_grow(w->arena, from->steps, steps, steps, sizeof *to->steps);
    to->parameters = rewrite_declarations(w, t, from->parameters, NULL);
    to->instructions = NULL;
    to->instruction_count = 0;
    w->to = to;
    w->capacity = 0;
    int *first = CM_NEW_ARRAY(w->arena, (size_t)from->instruction_count + 1, int);
    int *last = CM_NEW_ARRAY(w->arena, (size_t)from->instruction_count + 1, int);
    for (int i = 0; i < from->instruction_count; i++) {
        first[i] = last[i] = to->instruction_count;
        if (from->instructions[i].continues)
            continue;
        append_chosen(w, t, i, true);
        last[i] = to->instruction_count;
        if (!append_chosen(w, t, i, false)) {
            append(w, from->instructions[i].text, &from->instructions[i]);
            append_rest(w, t, i);
        }
    }
    if (w->changes && from->own_instructions == from->instruction_count)
        append_chosen(w, t, from->instruction_count, true);
    to->own_instructions = from->own_instructions < from->instruction_count
                               ? last[from->own_instructions]
                               : to->instruction_count;
    /* Steps get the numbers of what stands for their instruction. The printer puts a label before
     * the instruction of its step: with the first step on the first fence, fences stand behind the
     * label, where every way to the instruction comes by. */
    for (int s = 0; s < to->step_count; s++) {
        int old = from->steps[s].instruction;
        if (old < 0 || old >= from->instruction_count)
            continue;
        to->steps[s].instruction = first[old];
        first[old] = last[old];
    }
}

/* The printer gives the hash of what was read, which this program has not. */
static const char *without_hash(cm_arena *arena, const char *text)
{
    const char *line = text, *open = strchr(text, '{');
    while (line && line < open && strncasecmp(line, "Hash=", 5) != 0) {
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    if (!line || line >= open)
        return text;
    const char *rest = line + strcspn(line, "\n");
    return cm_arena_printf(arena, "%.*s%s", (int)(line - text), text, rest + (*rest == '\n'));
}

static const char *write(rewriting *w)
{
    cm_test made = *w->r->test;
    size_t threads = (size_t)made.thread_count;
    made.threads = cm_arena_grow(w->arena, made.threads, threads, threads, sizeof *made.threads);
    for (int t = 0; t < made.thread_count; t++)
        rewrite(w, t, &made.threads[t]);
    size_t definitions = (size_t)made.definition_count;
    made.definitions = cm_arena_grow(w->arena, made.definitions, definitions, definitions,
                                     sizeof *made.definitions);
    for (int i = 0; i < made.definition_count && made.thread_count > 0; i++)
        if (made.definitions[i].size > 0)
            made.definitions[i].text =
                rewrite_declarations(w, 0, made.definitions[i].text, &w->r->test->definitions[i]);
    for (int c = 0; c < w->change_count; c++)
        if (w->changes[c].head) {
            cm_thread *thread = &made.threads[w->changes[c].thread];
            const char *what = w->changes[c].to;
            thread->begins =
                thread->begins ? cm_arena_printf(w->arena, "%s,%s", thread->begins, what) : what;
        }
    cm_work work = cm_work_new(w->arena);
    return without_hash(w->arena, cm_litmus_print(&work, &made));
}

int **cm_repair_new_places(const cm_repairing *r)
{
    int **at = CM_NEW_ARRAY(r->arena, (size_t)r->site_count + 1, int *);
    for (int s = 0; s < r->site_count; s++)
        at[s] = CM_NEW_ARRAY(r->arena, (size_t)(r->sites[s].count * r->sites[s].copy_count), int);
    return at;
}

const char *cm_repair_write_at(cm_repairing *r, cm_arena *arena, const cm_program_choice *choice,
                               int **at)
{
    rewriting w = {.r = r, .choice = choice, .arena = arena, .at = at};
    return write(&w);
}

const char *cm_repair_write_changes(cm_repairing *r, cm_arena *arena, const cm_change *changes,
                                    int count)
{
    rewriting w = {.r = r, .arena = arena, .changes = changes, .change_count = count};
    return write(&w);
}

const char *cm_repair_write(cm_repairing *r, cm_arena *arena, const cm_program_choice *choice)
{
    return cm_repair_write_at(r, arena, choice, NULL);
}

cm_test *cm_repair_read(cm_work *work, const char *text)
{
    cm_source *source = CM_NEW(work->arena, cm_source);
    *source = (cm_source){"repaired test", text, strlen(text)};
    return cm_litmus_parse(work, source);
}
