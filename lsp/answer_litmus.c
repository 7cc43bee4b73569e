/* Tests: what an instruction does, and what stands where. */
#include "lsp/answer_parts.h"

#include "litmus/isa/isa.h"
#include "litmus/text/text.h"
#include "report/utf8.h"

#include <string.h>

/* SymbolKind of the protocol. */
enum { KIND_MODULE = 2, KIND_CLASS = 5, KIND_METHOD = 6, KIND_KEY = 20 };

/* NULL: it is not a test, and the messages say why. */
static const cm_test *test_of(cm_lsp_asked *asked)
{
    return cm_litmus_parse(&asked->work, &asked->source);
}

static bool covers(cm_place place, size_t offset)
{
    return place.offset <= offset && offset <= (size_t)place.offset + place.length;
}

/* ---- instructions ------------------------------------------------------------------ */

static const char *access_text(cm_arena *arena, const char *what, const cm_step *step)
{
    return cm_arena_printf(arena, "%s of %u byte%s", what, step->width,
                           step->width == 1 ? "" : "s");
}

/* What the step does to memory; NULL: nothing. */
static const char *event_text(cm_arena *arena, const cm_step *step)
{
    switch (step->kind) {
    case CM_STEP_LOAD:
        return access_text(arena, "`R`: a read", step);
    case CM_STEP_STORE:
        return access_text(arena, "`W`: a write", step);
    case CM_STEP_FENCE:
        return "`F`: a fence";
    case CM_STEP_BARRIER:
        return "`BARRIER`: an execution barrier";
    default:
        return NULL;
    }
}

/* The events of an instruction, each with the sets that models find it in. */
static void tell_events(cm_text *out, cm_arena *arena, const cm_thread *thread, int instruction)
{
    const cm_isa_family *family = cm_isa_for(thread->arch)->family;
    bool any = false;
    for (int i = 0; i < thread->step_count; i++) {
        const cm_step *step = &thread->steps[i];
        const char *event = step->instruction == instruction ? event_text(arena, step) : NULL;
        if (!event)
            continue;
        any = true;
        cm_text_append(out, "\n- %s%s%s", event,
                       step->kind == CM_STEP_STORE && step->rmw != CM_RMW_NONE
                           ? ", of an atomic pair (`rmw`)"
                           : "",
                       cm_step_is_async(step) ? ", by an asynchronous operation" : "");
        for (const char *const *tag = step->tags; *tag; tag++) {
            const cm_isa_tag *known = cm_isa_tag_find(family, *tag);
            cm_text_append(out, "\n  - `%s`: %s", *tag, known ? known->what : "");
        }
    }
    if (!any)
        cm_text_add(out, "\n- no event: it computes in registers, or branches");
}

static json_t *hover_instruction(const cm_lsp_asked *asked, const cm_thread *thread, int index)
{
    const cm_instruction *instruction = &thread->instructions[index];
    const cm_isa *isa = cm_isa_for(thread->arch);
    const char *words =
        cm_lsp_instruction(asked->arena, cm_isa_first_word(asked->arena, instruction), isa);
    cm_text out = cm_text_new(asked->arena);
    if (instruction->code)
        cm_text_append(&out, "%s `%s`\n\n", instruction->line, instruction->code);
    else if (instruction->line)
        cm_text_append(&out, "%s\n\n", instruction->line);
    cm_text_append(&out, "An instruction of %s. Its events, and the sets they are in:\n",
                   isa->family->name);
    tell_events(&out, asked->arena, thread, index);
    if (words && *words)
        cm_text_append(&out, "\n\nWhat is undefined: %s", words);
    return cm_lsp_hover(asked, cm_utf8_valid(asked->arena, instruction->text),
                        cm_utf8_valid(asked->arena, out.data),
                        cm_lsp_range_of(asked, instruction->place));
}

/* NULL: none stands there. */
static json_t *hover_instruction_at(const cm_lsp_asked *asked, const cm_test *test, size_t offset)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].own_instructions; i++)
            if (covers(test->threads[t].instructions[i].place, offset))
                return hover_instruction(asked, &test->threads[t], i);
    return NULL;
}

/* ---- words --------------------------------------------------------------------------- */

static const cm_isa *isa_named(const char *word)
{
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const cm_isa *isa = cm_isa_for((cm_arch)arch);
        if (strcmp(isa->name, word) == 0 || strcmp(isa->word, word) == 0)
            return isa;
    }
    return NULL;
}

static const char *instruction_words(const cm_lsp_asked *asked, const char *word, const cm_isa *isa)
{
    const char *name = isa->family->name;
    const char *note = cm_lsp_instruction(asked->arena, word, isa);
    if (note)
        return cm_arena_printf(asked->arena, "An instruction of %s.%s%s", name,
                               *note ? " What is undefined: " : "", note);
    const char *why = cm_lsp_refused(word, isa);
    return why ? cm_arena_printf(asked->arena, "An instruction of %s. It is not read: %s", name,
                                 why)
               : NULL;
}

/* An instruction where the test has an error: of the head's instruction set, or of any. */
static const char *words_of_instruction(const cm_lsp_asked *asked, const char *word)
{
    /* The first word of the file. */
    const char *head = asked->source.text + strspn(asked->source.text, " \t\r\n");
    const cm_isa *isa = isa_named(cm_arena_text(asked->arena, head, strcspn(head, " \t\r\n")));
    if (isa)
        return instruction_words(asked, word, isa);
    const char *found = NULL;
    for (int arch = 0; !found && arch < CM_CMCM; arch++)
        found = instruction_words(asked, word, cm_isa_for((cm_arch)arch));
    return found;
}

/* An attribute of a thread, a word of the initial state: what the document has. */
static const char *words_for(const cm_lsp_asked *asked, const char *word)
{
    const cm_isa *isa = isa_named(word);
    if (isa)
        return cm_arena_printf(asked->arena,
                               "The instruction set %s; tests of it are checked with the model "
                               "`%s` when none is named.",
                               isa->name, isa->family->model);
    return cm_lsp_words(asked->arena, word);
}

json_t *cm_lsp_hover_litmus(cm_lsp_asked *asked)
{
    const cm_test *test = test_of(asked);
    size_t offset = cm_lsp_offset(asked);
    json_t *hover = test ? hover_instruction_at(asked, test, offset) : NULL;
    if (hover)
        return hover;
    cm_place place = cm_lsp_word_at(&asked->source, offset, "_.:");
    const char *word = cm_arena_text(asked->arena, asked->source.text + place.offset, place.length);
    const char *text = *word ? words_for(asked, word) : NULL;
    if (!text && !test && *word)
        text = words_of_instruction(asked, word);
    return text ? cm_lsp_hover(asked, word, text, cm_lsp_range_of(asked, place)) : json_null();
}

/* ---- symbols --------------------------------------------------------------------------- */

/* The first word of the file that is this. */
static cm_place place_of_text(const cm_lsp_asked *asked, const char *text)
{
    const cm_source *source = &asked->source;
    size_t length = strlen(text);
    for (size_t at = 0; length > 0 && at + length <= source->length; at++)
        if (memcmp(source->text + at, text, length) == 0)
            return (cm_place){source, (uint32_t)at, (uint32_t)length};
    return (cm_place){source, 0, 0};
}

static json_t *label_symbols(const cm_lsp_asked *asked, const cm_thread *thread)
{
    json_t *list = json_array();
    for (int i = 0; i < thread->label_count; i++) {
        int at = thread->labels[i].instruction;
        if (at < thread->own_instructions)
            json_array_append_new(list, cm_lsp_symbol(asked, thread->labels[i].name, "label",
                                                      KIND_KEY, thread->instructions[at].place,
                                                      thread->instructions[at].place));
    }
    return list;
}

/* NULL: a thread without an instruction stands nowhere. */
static json_t *thread_symbol(const cm_lsp_asked *asked, const cm_thread *thread)
{
    if (thread->own_instructions == 0)
        return NULL;
    cm_place first = thread->instructions[0].place;
    cm_place last = thread->instructions[thread->own_instructions - 1].place;
    json_t *symbol = cm_lsp_symbol(asked, cm_arena_printf(asked->arena, "P%d", thread->id),
                                   cm_isa_for(thread->arch)->name, KIND_CLASS,
                                   cm_place_join(first, last), first);
    json_object_set_new(symbol, "children", label_symbols(asked, thread));
    return symbol;
}

json_t *cm_lsp_symbols_litmus(cm_lsp_asked *asked)
{
    const cm_test *test = test_of(asked);
    json_t *list = json_array();
    if (!test)
        return list;
    const cm_place whole = {&asked->source, 0, (uint32_t)asked->source.length};
    json_t *symbol =
        cm_lsp_symbol(asked, *test->name ? test->name : "test", cm_arch_name(test->arch),
                      KIND_MODULE, whole, place_of_text(asked, test->name));
    json_t *threads = json_array();
    for (int t = 0; t < test->thread_count; t++) {
        json_t *thread = thread_symbol(asked, &test->threads[t]);
        if (thread)
            json_array_append_new(threads, thread);
    }
    json_object_set_new(symbol, "children", threads);
    json_array_append_new(list, symbol);
    return list;
}
