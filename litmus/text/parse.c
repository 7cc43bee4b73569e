/* Reading a litmus test: the parts in order, and what several parts need. */
#include "litmus/text/parse.h"

#include "base/near.h"
#include "litmus/text/text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- header ---------------------------------------------------------- */

static const char *head_word(const cm_isa *isa)
{
    return isa->name;
}

/* Does the test begin with that word? The lexer takes "C++" for three tokens. */
static bool at_head(const cm_parser *p, const char *word)
{
    const char *text = p->source->text + p->lex.token.place.offset;
    size_t length = strlen(word), left = p->source->length - p->lex.token.place.offset;
    if (length > left || strncasecmp(text, word, length) != 0)
        return false;
    return length == left || !(isalnum((unsigned char)text[length]) || strchr("_+", text[length]));
}

/* The instruction set that has such a word at heads of its tests; NULL: none. */
static const cm_isa *find_head(bool (*is)(const cm_parser *p, const char *word), const cm_parser *p,
                               const cm_source_head **head)
{
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const cm_isa *isa = cm_isa_for((cm_arch)arch);
        for (const cm_source_head *h = isa->heads; h && h->head; h++) {
            if (!is(p, h->head))
                continue;
            *head = h;
            return isa;
        }
    }
    return NULL;
}

static bool is_compound(const cm_parser *p, const char *word)
{
    (void)p;
    return strcmp(word, cm_arch_name(CM_CMCM)) == 0;
}

void cm_parse_turn_into_source(cm_parser *p)
{
    const cm_isa *isa = find_head(is_compound, p, &p->test->head);
    if (isa)
        p->test->arch = isa->arch;
}

static void parse_architecture(cm_parser *p)
{
    for (int arch = 0; arch <= CM_CMCM; arch++) {
        if (at_head(p, cm_arch_name((cm_arch)arch))) {
            p->test->arch = (cm_arch)arch;
            return;
        }
    }
    const cm_isa *source = find_head(at_head, p, &p->test->head);
    if (source) {
        p->test->arch = source->arch;
        /* `C++` is three tokens */
        p->lex.next = p->lex.token.place.offset + (uint32_t)strlen(p->test->head->head);
        return;
    }
    /* Languages of the reference simulator's tests that nobody reads here. */
    static const char *const words[] = {"CPP", "LISA", "BPF", "ASL", "MIPS", "JAVA", "AArch32"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cm_lexer_is(&p->lex, words[i]))
            cm_lexer_fail(&p->lex, "there is no front end for %s, expected a test of %s", words[i],
                          cm_isa_list(p->work->arena, head_word, cm_arch_name(CM_CMCM)));
    cm_near near = cm_near_new(p->lex.token.text, p->lex.token.length);
    for (int arch = 0; arch <= CM_CMCM; arch++)
        cm_near_offer(&near, cm_arch_name((cm_arch)arch));
    for (int arch = 0; arch < CM_CMCM; arch++)
        cm_near_know(&near, cm_isa_for((cm_arch)arch)->others, cm_arch_name((cm_arch)arch));
    cm_lexer_fail(&p->lex, "expected an architecture (%s), found %s%s",
                  cm_isa_list(p->work->arena, head_word, cm_arch_name(CM_CMCM)),
                  cm_lexer_describe(&p->lex), cm_near_hint(&near, p->work->arena));
}

bool cm_parse_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static uint32_t end_of_line(const cm_parser *p, uint32_t from)
{
    const char *start = p->source->text + from;
    const char *newline = memchr(start, '\n', p->source->length - from);
    return newline ? from + (uint32_t)(newline - start) : (uint32_t)p->source->length;
}

/* text[from, to), up to a zero byte, without the blanks around it. */
static const char *trimmed(const cm_parser *p, uint32_t from, uint32_t to)
{
    const char *text = p->source->text;
    const char *zero = memchr(text + from, '\0', to - from);
    if (zero)
        to = (uint32_t)(zero - text);
    while (from < to && cm_parse_is_blank(text[from]))
        from++;
    while (from < to && cm_parse_is_blank(text[to - 1]))
        to--;
    return cm_arena_text(p->work->arena, text + from, to - from);
}

/* The first word after the architecture; what else the line says, up to a
 * string, a comment or `{`, is a title and ignored. Gives where reading goes on. */
static uint32_t parse_name(cm_parser *p)
{
    const char *text = p->source->text;
    uint32_t at = p->lex.next, end = end_of_line(p, at);
    while (at < end && cm_parse_is_blank(text[at]))
        at++;
    uint32_t from = at;
    while (at < end && !cm_parse_is_blank(text[at]) && text[at] != '{' && text[at] != '"')
        at++;
    if (at == from)
        cm_fail(p->work, (cm_place){p->source, from, 0},
                "expected a name after the architecture, found the end of the line");
    p->test->name = cm_arena_text(p->work->arena, text + from, at - from);
    while (at < end && text[at] != '{' && text[at] != '"' &&
           !(text[at] == '(' && at + 1 < end && text[at + 1] == '*'))
        at++;
    return at;
}

static void add_metadata(cm_parser *p, uint32_t from, uint32_t equals, uint32_t end, int *capacity)
{
    cm_test *test = p->test;
    CM_PUSH(p->work->arena, test->metadata, test->metadata_count, *capacity,
            (cm_metadata){trimmed(p, from, equals), trimmed(p, equals + 1, end)});
}

static bool is_key_character(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '.';
}

/* "0:X1=x; 1:X1=x;", "}", "P0 | P1 ;": past the beginning of the initial state. */
static bool is_past_header(const cm_parser *p, uint32_t from, uint32_t end)
{
    const char *text = p->source->text;
    uint32_t at = from;
    while (at < end && isdigit((unsigned char)text[at]))
        at++;
    bool of_register = at > from && at < end && text[at] == ':';
    bool of_thread = text[from] == 'P' && from + 1 < end && isdigit((unsigned char)text[from + 1]);
    while (end > from && cm_parse_is_blank(text[end - 1]))
        end--;
    return text[from] == '}' || (text[end - 1] == ';' && (of_register || of_thread));
}

/* One line of the header that is neither string nor `{`: `Key=Value`. Anything
 * else is said to be ignored. */
static void parse_metadata_line(cm_parser *p, uint32_t from, int *capacity)
{
    const char *text = p->source->text;
    uint32_t end = end_of_line(p, from), key = from;
    while (key < end && is_key_character(text[key]))
        key++;
    uint32_t equals = key;
    while (equals < end && cm_parse_is_blank(text[equals]))
        equals++;
    if (key > from && equals < end && text[equals] == '=')
        add_metadata(p, from, equals, end, capacity);
    else if (is_past_header(p, from, end))
        cm_fail(p->work, (cm_place){p->source, from, 1},
                "expected `{` before this: it belongs to the initial state, or comes after it");
    else
        cm_diag_add(p->work, CM_WARNING, (cm_place){p->source, from, end - from},
                    "the line is ignored, expected Key=Value, a string or `{`");
}

/* Past the comment at `at`, or 0: it is not closed. */
static uint32_t end_of_comment(const cm_parser *p, uint32_t at)
{
    const char *text = p->source->text;
    unsigned depth = 0;
    for (uint32_t end = (uint32_t)p->source->length; at + 1 < end; at++) {
        bool opens = text[at] == '(' && text[at + 1] == '*';
        bool closes = text[at] == '*' && text[at + 1] == ')';
        depth += opens;
        depth -= closes;
        at += opens || closes;
        if (depth == 0)
            return at + 1;
    }
    return 0;
}

/* Published tests have headers whose comment is not closed: it ends, with a warning,
 * before the line that opens the initial state. */
static void step_over_open_comment(cm_parser *p)
{
    const char *text = p->source->text;
    uint32_t at = p->lex.next, end = (uint32_t)p->source->length, after;
    for (;; at = after) {
        while (at < end && cm_parse_is_blank(text[at]))
            at++;
        if (at + 1 >= end || text[at] != '(' || text[at + 1] != '*')
            return;
        after = end_of_comment(p, at);
        if (after == 0)
            break;
    }
    for (uint32_t line = end_of_line(p, at); line < end; line = end_of_line(p, line + 1)) {
        if (line + 1 >= end || text[line + 1] != '{')
            continue;
        cm_diag_add(p->work, CM_WARNING, (cm_place){p->source, at, 2},
                    "the comment is not closed, expected `*)`, and lines are ignored up to `{`");
        p->lex.next = line + 1;
        return;
    }
}

/* What accesses to volatile objects are; once the test is printed it says so itself. */
static void take_volatile(cm_parser *p, int capacity)
{
    static const cm_metadata said = {"Volatile", "relaxed"};
    cm_test *test = p->test;
    for (int i = 0; i < test->metadata_count; i++)
        test->volatile_relaxed |= strcmp(test->metadata[i].key, said.key) == 0 &&
                                  strcmp(test->metadata[i].value, said.value) == 0;
    if (test->volatile_relaxed || !p->work->volatile_relaxed || !cm_isa_for(test->arch)->function)
        return;
    test->volatile_relaxed = true;
    CM_PUSH(p->work->arena, test->metadata, test->metadata_count, capacity, said);
}

static bool is_of_source_language(const cm_parser *p)
{
    return p->test->arch == CM_CMCM || cm_isa_for(p->test->arch)->function;
}

/* Leaves lex at `{`. */
static void parse_header(cm_parser *p)
{
    p->lex = cm_lexer_over(p->work, p->source, 0, (uint32_t)p->source->length, false);
    if (cm_lexer_at_end(&p->lex))
        cm_lexer_fail(&p->lex, "the file is empty, expected a litmus test");
    parse_architecture(p);
    /* A compound test may have threads whose instruction set has them. */
    p->lex.slash_comments = p->test->arch == CM_CMCM || cm_isa_for(p->test->arch)->slash_comments;
    p->lex.next = parse_name(p);
    int capacity = 0;
    for (;;) {
        /* Metadata may hold any character, so the lexer must not look at a line
         * before it is known to be something else: only blanks, comments and the
         * first character are looked at. */
        step_over_open_comment(p);
        cm_lexer_skip(&p->lex);
        uint32_t at = p->lex.next;
        char c = at < p->source->length ? p->source->text[at] : '\0';
        if (c == '"') {
            cm_lexer_advance(&p->lex);
            if (!p->test->doc && p->lex.token.length > 0)
                p->test->doc =
                    cm_arena_text(p->work->arena, p->lex.token.text, p->lex.token.length);
        } else if (c == '{' || at >= p->source->length) {
            break;
        } else {
            /* At a definition, which is read as if it stood behind the initial state? Where it
             * ends; 0: none is there. */
            uint32_t behind =
                is_of_source_language(p) ? cm_early_definition(p->work, p->source, at) : 0;
            if (behind > at)
                CM_PUSH(p->work->arena, p->early, p->early_count, p->early_capacity,
                        (cm_replaced){.from = at, .to = behind});
            if (behind == 0)
                parse_metadata_line(p, at, &capacity);
            p->lex.next = behind > 0 ? behind : end_of_line(p, at);
        }
    }
    cm_lexer_advance(&p->lex);
    if (!cm_lexer_is(&p->lex, "{"))
        cm_lexer_lacks(&p->lex, "`{` and the initial state");
    take_volatile(p, capacity);
}

/* ---- what several parts need ------------------------------------------ */

int cm_parse_thread(cm_parser *p, uint64_t id, cm_place place)
{
    for (int i = 0; i < p->test->thread_count; i++)
        if ((uint64_t)p->test->threads[i].id == id)
            return i;
    cm_fail(p->work, place,
            "there is no thread P%llu, expected one of the %d threads of the program",
            (unsigned long long)id, p->test->thread_count);
}

/* The number of a name like P12, or 12. */
static bool thread_number(const char *text, size_t length, uint64_t *id)
{
    bool letter = length > 0 && (text[0] == 'P' || text[0] == 'p');
    if (length - letter < 1 || length > 10)
        return false;
    *id = 0;
    for (size_t i = letter; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *id = *id * 10 + (uint64_t)(text[i] - '0');
    }
    return true;
}

bool cm_parse_at_register(const cm_parser *p)
{
    const cm_token *token = &p->lex.token;
    uint64_t id;
    bool number = token->kind == CM_TOKEN_NUMBER;
    bool name = token->kind == CM_TOKEN_NAME && thread_number(token->text, token->length, &id);
    if (!number && !name)
        return false;
    cm_lexer ahead = p->lex;
    cm_lexer_advance(&ahead);
    return cm_lexer_is(&ahead, ":");
}

bool cm_parse_at_thread(const cm_parser *p)
{
    const cm_token *token = &p->lex.token;
    uint64_t id;
    return token->kind == CM_TOKEN_NAME && thread_number(token->text, token->length, &id);
}

uint64_t cm_parse_thread_number(const cm_parser *p)
{
    uint64_t id = p->lex.token.number;
    if (p->lex.token.kind == CM_TOKEN_NAME)
        thread_number(p->lex.token.text, p->lex.token.length, &id);
    return id;
}

/* At `[0:1]` of v[0:1]: the whole name. */
static const char *read_tuple(cm_parser *p, const char *name)
{
    cm_lexer_expect(&p->lex, "[");
    uint64_t first = cm_lexer_integer(&p->lex, "the number of a register");
    cm_lexer_expect(&p->lex, ":");
    uint64_t last = cm_lexer_integer(&p->lex, "the number of a register");
    cm_lexer_expect(&p->lex, "]");
    return cm_arena_printf(p->work->arena, "%s[%llu:%llu]", name, (unsigned long long)first,
                           (unsigned long long)last);
}

int cm_parse_register(cm_parser *p, int *thread, unsigned *bits, const char **written)
{
    cm_place start = p->lex.token.place;
    *thread = cm_parse_thread(p, cm_parse_thread_number(p), start);
    cm_lexer_advance(&p->lex);
    cm_lexer_expect(&p->lex, ":");
    cm_place place = p->lex.token.place;
    const char *name = cm_lexer_name(&p->lex, "a register");
    const cm_thread *t = &p->test->threads[*thread];
    if (p->takes_tuples && cm_isa_for(t->arch)->tuples && cm_lexer_is(&p->lex, "["))
        name = read_tuple(p, name);
    const char *canonical = cm_isa_for(t->arch)->register_name(p->work->arena, name, bits);
    if (!canonical)
        cm_fail(p->work, place, "`%s` is not a register of thread P%d, expected one of %s", name,
                t->id, cm_arch_name(t->arch));
    cm_asm_select(&p->as, *thread);
    p->as.place = place;
    *written = name;
    return cm_asm_register(&p->as, canonical);
}

bool cm_parse_is_register(cm_parser *p, const char *name)
{
    unsigned bits;
    if (name[0] < 'A' || name[0] > 'Z')
        return false;
    for (int i = 0; i < p->test->thread_count; i++) {
        const cm_isa *isa = cm_isa_for(p->test->threads[i].arch);
        if (isa->capitals_are_its_own && isa->register_name(p->work->arena, name, &bits))
            return true;
    }
    return false;
}

/* `PTE(x)`, `tag(x)`, ...: what herd writes of things that no model here knows. */
void cm_parse_refuse_system(cm_parser *p)
{
    static const struct {
        const char *name, *what;
    } rows[] = {{"PTE", "translation tables are"},      {"TTD", "translation tables are"},
                {"PA", "physical addresses are"},       {"tag", "tags of memory (MTE) are"},
                {"pac", "signed pointers are"},         {"INTID", "interrupts are"},
                {"GICARG", "interrupts are"},           {"SS", "guarded control stacks are"},
                {"SSCap", "guarded control stacks are"}};
    cm_lexer ahead = p->lex;
    cm_lexer_advance(&ahead);
    for (size_t i = 0; cm_lexer_is(&ahead, "(") && i < sizeof rows / sizeof *rows; i++)
        if (cm_lexer_is(&p->lex, rows[i].name))
            cm_lexer_fail(&p->lex, "`%s(...)`: %s not modelled, expected a register or a location",
                          rows[i].name, rows[i].what);
}

/* The location of an array, which is new. */
static int add_array(cm_parser *p, const cm_array *array)
{
    bool source = p->test->arch != CM_CMCM && cm_isa_for(p->test->arch)->function;
    unsigned usual = source ? CM_SOURCE_BYTES : 4;
    int index =
        cm_asm_add_location(&p->as, array->name, array->bytes ? array->bytes : usual, array->count);
    p->test->locations[index].is_array = true;
    p->test->locations[index].structure = array->structure;
    return index;
}

int cm_parse_new_location(cm_parser *p, const char *name, cm_place place)
{
    if (cm_parse_is_register(p, name))
        cm_fail(p->work, place, "`%s` is a register, expected a location or `P:%s` with the thread",
                name, name);
    p->as.place = place;
    for (int i = 0; i < p->array_count; i++)
        if (strcmp(p->arrays[i].name, name) == 0)
            return add_array(p, &p->arrays[i]);
    return cm_asm_add_location(&p->as, name, 4, 1);
}

int cm_parse_location(cm_parser *p, const char *name, cm_place place)
{
    int found = cm_asm_location(&p->as, name);
    const char *base = found < 0 ? cm_parse_first_beside(p, name) : NULL;
    if (found >= 0)
        return found;
    if (!base)
        return cm_parse_new_location(p, name, place);
    cm_parse_add_beside(p, base, place);
    return cm_asm_location(&p->as, name);
}

bool cm_parse_label_value(cm_parser *p, cm_label_value *value)
{
    cm_lexer *lex = &p->lex;
    if (!cm_lexer_is(lex, "label"))
        return false;
    cm_lexer ahead = *lex;
    cm_lexer_advance(&ahead);
    if (!cm_lexer_accept(&ahead, ":") || ahead.token.kind != CM_TOKEN_STRING)
        return false;
    const cm_token *string = &ahead.token;
    const char *colon = memchr(string->text, ':', string->length);
    uint64_t id;
    if (!colon || !thread_number(string->text, (size_t)(colon - string->text), &id))
        cm_lexer_fail(&ahead, "the label is malformed, expected \"P0:NAME\"");
    size_t before = (size_t)(colon + 1 - string->text);
    *value = (cm_label_value){
        .place = string->place,
        .thread_id = (int)id,
        .label = cm_arena_text(p->work->arena, colon + 1, string->length - before)};
    cm_lexer_advance(&ahead);
    *lex = ahead;
    return true;
}

uint64_t cm_resolve_label(cm_parser *p, const cm_label_value *value)
{
    int index = cm_parse_thread(p, (uint64_t)value->thread_id, value->place);
    const cm_thread *thread = &p->test->threads[index];
    for (int i = 0; i < thread->label_count; i++)
        if (strcmp(thread->labels[i].name, value->label) == 0)
            return CM_CODE_BASE + (uint64_t)index * CM_CODE_STRIDE +
                   4 * (uint64_t)thread->labels[i].step;
    cm_fail(p->work, value->place, "there is no label `%s`, expected a label of thread P%d",
            value->label, thread->id);
}

/* ---- the whole -------------------------------------------------------- */

/* Of a source language. */
static void replace_typedefs(cm_parser *p)
{
    const cm_test *test = p->test;
    if (!is_of_source_language(p))
        return;
    p->source =
        cm_early_rewrite(p->work, p->source, p->lex.token.place.offset, p->early, p->early_count);
    bool is_cpp = test->arch == CM_CMCM || (test->head && !test->head->is_opencl);
    p->source = cm_typedefs_rewrite(p->work, p->source, p->lex.token.place.offset, is_cpp);
    if (is_cpp)
        p->source = cm_globals_rewrite(p->work, p->source, p->lex.token.place.offset);
    p->lex.source = p->source;
    p->lex.end = (uint32_t)p->source->length;
}

static void parse_all(void *argument)
{
    cm_parser *p = argument;
    if (cm_khronos_is(p->source))
        p->source = cm_khronos_rewrite(p->work, p->source);
    p->test = CM_NEW(p->work->arena, cm_test);
    p->test->source = p->source;
    cm_asm_init(&p->as, p->work, p->test);
    parse_header(p);
    /* The header becomes zero-ended texts, which a byte 0 would cut short; further
     * on the lexer refuses it. */
    const char *zero = memchr(p->source->text, 0, p->lex.next);
    if (zero)
        cm_fail(p->work, (cm_place){p->source, (uint32_t)(zero - p->source->text), 1},
                "the text has a byte 0, expected none");
    replace_typedefs(p);
    cm_lexer init = p->lex;
    cm_parse_heads(p);
    cm_lexer condition = p->lex;
    p->lex = init;
    cm_parse_init(p);
    p->lex = condition;
    cm_parse_program(p);
    cm_check_reach(p);
    cm_parse_condition(p);
    cm_parse_code(p);
    cm_parse_convert_initial(p);
    cm_widen(p);
    cm_advise(p);
    /* Places of instructions, in the text that somebody wrote. */
    for (int t = 0; t < p->test->thread_count && p->work->rewritten; t++)
        for (int i = 0; i < p->test->threads[t].instruction_count; i++) {
            cm_instruction *own = &p->test->threads[t].instructions[i];
            own->place = cm_place_written(p->work, own->place);
        }
}

cm_test *cm_litmus_parse(cm_work *work, const cm_source *source)
{
    return cm_litmus_parse_asking(work, source, NULL);
}

cm_test *cm_litmus_parse_text(cm_arena *arena, const char *name, const char *text)
{
    cm_work work = cm_work_new(arena);
    cm_source *source = CM_NEW(arena, cm_source);
    *source = (cm_source){name, text, strlen(text)};
    return cm_litmus_parse(&work, source);
}

cm_test *cm_litmus_parse_asking(cm_work *work, const cm_source *source, const cm_source *question)
{
    cm_parser parser = {.work = work, .source = source, .question = question};
    return cm_arena_protect(work->arena, parse_all, &parser) ? parser.test : NULL;
}
