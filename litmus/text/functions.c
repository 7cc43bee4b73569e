/* Tests of source languages: a function for each thread, in place of columns. */
#include "litmus/text/parse.h"

#include "litmus/float.h"
#include "litmus/types.h"

#include <string.h>

enum { MOST_FUNCTIONS = 256 };

/* ---- types ------------------------------------------------------------------- */

/* `std::atomic<int>`, `cuda::barrier<cuda::thread_scope_block>`: goes past it. */
static bool accept_type_of_library(cm_parser *p)
{
    cm_lexer ahead =
        cm_lexer_over_c(p->work, p->source, p->lex.token.place.offset, (uint32_t)p->source->length);
    bool atomic = cm_lexer_accept(&ahead, "atomic");
    if (!atomic && !cm_lexer_accept(&ahead, "std") && !cm_lexer_accept(&ahead, "cuda"))
        return false;
    if (!cm_lexer_is(&ahead, atomic ? "<" : "::"))
        return false;
    while (cm_lexer_accept(&ahead, "::"))
        cm_lexer_name(&ahead, "a type");
    if (cm_lexer_is(&ahead, "<")) {
        cm_lexer_find_closing(&ahead, "<", ">");
        cm_lexer_advance(&ahead);
    }
    p->lex.next = ahead.token.place.offset;
    cm_lexer_advance(&p->lex);
    return true;
}

cm_value_type cm_parse_source_type(cm_parser *p)
{
    cm_value_type type = {.is_signed = true};
    const char *from = p->lex.token.text;
    if (accept_type_of_library(p))
        type.bytes = CM_SOURCE_BYTES;
    while (cm_accept_type_word(&p->lex) || (type.bytes > 0 && cm_lexer_accept(&p->lex, "*")))
        type.bytes = CM_SOURCE_BYTES;
    type.number = cm_number_type_in(from, (size_t)(p->lex.token.text - from));
    type.is_float = cm_number_is_float(type.number);
    type.is_signed = !cm_number_is_large(type.number);
    return type;
}

/* ---- functions ------------------------------------------------------------------ */

/* At `open`: what is between it and what closes it, as C; comments of the test again behind it. */
static cm_parse_cell read_between(cm_parser *p, const char *open, const char *close)
{
    uint32_t from = p->lex.token.place.offset;
    cm_lexer inside = cm_lexer_over_c(p->work, p->source, from, (uint32_t)p->source->length);
    cm_lexer_find_closing(&inside, open, close);
    cm_parse_cell cell = {.from = from + 1, .to = inside.token.place.offset};
    p->lex.next = cell.to + 1;
    cm_lexer_advance(&p->lex);
    return cell;
}

static cm_lexer lexer_of(cm_parser *p, cm_parse_cell cell)
{
    return cm_lexer_over_c(p->work, p->source, cell.from, cell.to);
}

/* `[2]` behind the name of a parameter, which is a pointer (ISO C11 6.7.6.3/7). */
static bool skip_brackets(cm_lexer *lex)
{
    bool there = cm_lexer_is(lex, "[");
    while (there && !cm_lexer_is(lex, "]")) {
        cm_lexer_advance(lex);
        if (cm_lexer_at_end(lex))
            cm_lexer_fail(lex, "expected `]` after a parameter's name");
    }
    return there;
}

/* The text whose last word is a name, as that of a pointer. */
static const char *as_pointer(cm_arena *arena, const char *text)
{
    size_t name = strlen(text);
    while (name > 0 && !strchr(" *&>,", text[name - 1]))
        name--;
    return cm_arena_printf(arena, "%.*s* %s", (int)name - (name > 0 && text[name - 1] == ' '), text,
                           text + name);
}

/* `volatile int* y`: its words; the name is the last one. */
static void read_parameters(cm_parser *p, cm_thread *thread, cm_parse_cell cell)
{
    cm_text text = cm_text_new(p->work->arena);
    cm_lexer lex = lexer_of(p, cell);
    bool bracket = false;
    bool joined = true; /* to what stands before: a name behind `::` */
    for (; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex)) {
        bool word = lex.token.kind == CM_TOKEN_NAME;
        if (bracket && cm_lexer_is(&lex, ")")) { /* `_Atomic(int)` as `_Atomic int` */
            bracket = false;
            continue;
        }
        cm_lexer ahead = lex;
        if (text.length > 0 && skip_brackets(&lex)) {
            const char *pointer = as_pointer(p->work->arena, text.data);
            text = cm_text_new(p->work->arena);
            cm_text_add(&text, pointer);
            continue;
        }
        if (cm_lexer_accept(&ahead, "_Atomic") && cm_lexer_is(&ahead, "(")) {
            cm_text_add(&text, joined ? "_Atomic" : " _Atomic");
            lex = ahead;
            bracket = true;
            joined = false;
            continue;
        }
        cm_text_append(&text, "%s%.*s", word && !joined ? " " : "", (int)lex.token.length,
                       lex.token.text);
        joined = cm_lexer_is(&lex, "::") || cm_lexer_is(&lex, "<");
        if (!word && !joined && !cm_lexer_is(&lex, ",") && !cm_lexer_is(&lex, "*") &&
            !cm_lexer_is(&lex, "&") && !cm_lexer_is(&lex, ">"))
            cm_lexer_lacks(&lex, "a parameter such as `int* x`");
    }
    thread->parameters = text.data;
}

/* `atomic_int`, `_Atomic`, `atomic` of atomic<int>. */
static bool is_atomic_word(const cm_lexer *lex)
{
    const cm_token *token = &lex->token;
    return (token->length >= 6 && memcmp(token->text, "atomic", 6) == 0) ||
           cm_lexer_is(lex, "_Atomic");
}

enum { GLOBAL = 1, LOCAL = 2 }; /* bits of cm_isa.memories */

/* `global`, `__local`, `__shared__`: which memory the word says, or 0. */
static unsigned memory_of(const cm_lexer *lex)
{
    static const char *const words[] = {"global", "__global", "local", "__local", "__shared__"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cm_lexer_is(lex, words[i]))
            return i < 2 ? GLOBAL : LOCAL;
    return 0;
}

typedef struct parameter {
    const char *name;
    bool atomic;
    unsigned memory;
    cm_number_type number;          /* what it points to */
    const cm_definition *structure; /* or NULL */
} parameter;

/* What a declaration says of where the location is; another function may have said more. */
static void place_in_memory(cm_parser *p, cm_location *location, unsigned memory)
{
    const cm_source_head *head = p->test->head;
    const char *const(*memories)[3] = cm_isa_for(p->test->arch)->memories;
    if (!head || !memories)
        return;
    for (unsigned known = GLOBAL; known <= (GLOBAL | LOCAL); known++)
        if (location->tags == memories[known])
            memory |= known;
    if (memory == 0 && !head->is_opencl)
        memory = GLOBAL;
    location->tags = memories[memory];
}

static bool is_narrow(cm_number_type type)
{
    return type.stars == 0 && ((type.bytes > 0 && type.bytes < 4) || type.is_float);
}

/* Which numbers the object has. Published tests have several types of 4 bytes and more for one
 * object, and mean the same by them. */
static void give_numbers(cm_parser *p, cm_location *location, cm_number_type said)
{
    cm_number_type known = location->numbers;
    bool narrow = is_narrow(known) || is_narrow(said) || p->test->head;
    if (known.bytes > 0 && said.bytes > 0 && narrow && !cm_number_is_alike(known, said))
        cm_fail(p->work, p->as.place,
                "`%s` has two types, of %d byte%s and of %d, or of different signs, expected one",
                location->name, known.bytes, known.bytes == 1 ? "" : "s", said.bytes);
    if (known.bytes == 0)
        location->numbers = said;
    if (cm_number_is_large(said) && !location->typed && p->test->head) {
        location->typed = true;
        location->width = CM_SOURCE_BYTES;
        location->is_signed = false;
    }
    if (!cm_number_is_float(said) || location->is_float)
        return;
    location->typed = location->is_float = true; /* its initial state is of integers so far */
    location->width = CM_SOURCE_BYTES;
    uint32_t how =
        CM_FLOAT_CONVERSION(CM_KIND_SIGNED, 64, CM_KIND_FLOAT, 8u * said.bytes, CM_TO_NEAREST);
    for (uint32_t k = 0; k < location->count; k++)
        location->init[k] = cm_float_convert(how, location->init[k]);
}

/* What an object holds in the beginning is of its type (ISO C11 6.7.9/11). */
void cm_parse_convert_initial(cm_parser *p)
{
    for (int i = 0; i < p->test->location_count; i++) {
        cm_location *l = &p->test->locations[i];
        for (uint32_t k = 0; k < l->count && cm_number_is_cut(l->numbers); k++) {
            uint64_t before = l->init[k];
            l->init[k] = cm_number_convert(l->numbers, before);
            if (l->init[k] != before)
                cm_diag_add(p->work, CM_WARNING, p->as.location_places[i],
                            "%lld does not fit the type of `%s`, where it becomes %lld",
                            (long long)before, l->name, (long long)l->init[k]);
        }
    }
}

static void declare_parameter(cm_parser *p, const parameter *said, cm_place place)
{
    p->as.place = place;
    if (!said->name || strcmp(said->name, "void") == 0)
        return;
    const cm_definition *of = said->number.stars == 0 ? said->structure : NULL;
    int known = cm_asm_location(&p->as, said->name);
    if (of && known < 0)
        cm_parse_add_array(p, said->name, 0, of, of->size);
    else if (of && p->test->locations[known].count % of->size != 0)
        cm_fail(p->work, place, "`%s` is not a structure in the initial state, expected `%s %s`",
                said->name, of->name, said->name);
    for (int i = 0; i < p->array_count && of; i++) /* as tests are printed */
        if (strcmp(p->arrays[i].name, said->name) == 0)
            p->arrays[i].structure = of;
    int location = cm_parse_location(p, said->name, place); /* the table may move */
    cm_location *l = &p->test->locations[location];
    l->is_atomic = l->is_atomic || said->atomic;
    place_in_memory(p, l, said->memory);
    give_numbers(p, l, said->number);
}

/* The names of its parameters are locations. */
static void declare_parameters(cm_parser *p, cm_parse_cell cell)
{
    cm_lexer lex = lexer_of(p, cell);
    parameter said = {.name = NULL};
    const char *from = lex.token.text;
    unsigned depth = 0; /* of `<` */
    for (bool more = true; more; cm_lexer_advance(&lex)) {
        more = !cm_lexer_at_end(&lex);
        depth += cm_lexer_is(&lex, "<");
        depth -= (unsigned)(depth > 0 && cm_lexer_is(&lex, ">"));
        if (lex.token.kind == CM_TOKEN_NAME) {
            said.atomic = said.atomic || is_atomic_word(&lex);
            said.memory |= memory_of(&lex);
            said.name = cm_arena_text(p->work->arena, lex.token.text, lex.token.length);
            said.number = cm_number_type_in(from, (size_t)(lex.token.text - from));
            cm_lexer ahead = lex;
            cm_lexer_advance(&ahead);
            const char *other = cm_instead_of(lex.token.text, lex.token.length);
            if (other && !cm_lexer_at_end(&ahead) && !cm_lexer_is(&ahead, ","))
                cm_lexer_fail(&lex, "%s is not read in a test, expected %s",
                              cm_lexer_describe(&lex), other);
            if (cm_lexer_is(&lex, "double") && said.number.bytes > 0)
                cm_lexer_fail(&lex, "`long double` is not supported, expected `double`");
            said.structure =
                said.structure ? said.structure : cm_parse_structure(p, lex.token.text);
        } else if (depth == 0 && (!more || cm_lexer_is(&lex, ","))) {
            if (said.number.stars > 0)
                said.number.stars--;
            declare_parameter(p, &said, lex.token.place);
            said = (parameter){.name = NULL};
            from = lex.token.text;
        }
    }
}

void cm_parse_hold_parameter(cm_parser *p, int thread, int reg)
{
    cm_thread *t = &p->test->threads[thread];
    const char *name = t->registers[reg].name;
    size_t length;
    const char *text = t->parameters && !cm_flag_is_set(&p->registers_set[thread], reg)
                           ? cm_parameter_named(t->parameters, name, &length)
                           : NULL;
    if (!text || !memchr(text, '*', length))
        return;
    cm_expr *address = CM_NEW(p->work->arena, cm_expr);
    *address = (cm_expr){.op = CM_OP_CONST, .bits = 64, .reg = -1};
    address->imm = p->test->locations[cm_parse_location(p, name, p->as.place)].address;
    t->registers[reg].init = address;
    cm_flag_set_first(p, &p->registers_set[thread], reg);
}

static bool accept_result_type(cm_lexer *lex)
{
    static const char *const words[] = {"static",     "inline",          "constexpr", "__device__",
                                        "__host__",   "__global__",      "__kernel",  "kernel",
                                        "__inline__", "__forceinline__", "*"};
    cm_lexer ahead = *lex;
    cm_lexer_advance(&ahead);
    for (size_t i = 0; i < sizeof words / sizeof *words && !cm_lexer_is(&ahead, "("); i++)
        if (cm_lexer_accept(lex, words[i]))
            return true;
    return cm_accept_type_word(lex);
}

/* The place that stands there, in the words of whichever language: `cta 0`, `workgroup 0`,
 * `wg 0`. */
static bool accept_place_of_any(cm_parser *p, cm_thread *thread)
{
    bool said = thread->at.cta >= 0 || thread->at.gpu >= 0 || thread->at.wave >= 0 ||
                thread->at.cluster >= 0;
    for (int places = CM_PLACES_CUDA; !said && places <= CM_PLACES_OPENCL; places++) {
        thread->at.places = (cm_places)places;
        if (cm_parse_accept_place(p, thread))
            return true;
    }
    return said && cm_parse_accept_place(p, thread);
}

/* `aarch64`, `ptx`: what the thread is to be compiled to. NULL: no such word is there. */
static const cm_isa *accept_target(cm_parser *p, cm_thread *thread)
{
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const cm_isa *isa = cm_isa_for((cm_arch)arch);
        cm_place place = p->lex.token.place;
        cm_lexer ahead = p->lex;
        if (isa->function || !cm_lexer_accept(&ahead, isa->word) ||
            ahead.token.kind == CM_TOKEN_NUMBER) /* `wave 0` is a place */
            continue;
        p->lex = ahead;
        if (thread->target)
            cm_fail(p->work, place, "thread P%d has a second instruction set, expected one",
                    thread->id);
        thread->target = isa->word;
        return isa;
    }
    return NULL;
}

/* `@cpu`, or `@gpu,cta 0`: on a GPU, the only one if it has no number. `@aarch64` is a CPU, too,
 * and
 * `@ptx` a GPU. */
static void parse_place(cm_parser *p, cm_thread *thread, cm_place place)
{
    cm_lexer *lex = &p->lex;
    const cm_isa *target = NULL;
    bool on_gpu = false, on_cpu = false;
    if (!p->test->head)
        cm_lexer_fail(lex,
                      "threads of a test with the head %s have no places, expected another head, "
                      "such as CUDA",
                      cm_arch_name(p->test->arch));
    cm_lexer_expect(lex, "@");
    do {
        cm_lexer ahead = *lex;
        bool bare = cm_lexer_accept(&ahead, "gpu") && ahead.token.kind != CM_TOKEN_NUMBER;
        const cm_isa *fixed = bare ? NULL : accept_target(p, thread);
        target = fixed ? fixed : target;
        if (bare)
            *lex = ahead;
        else if (!fixed && cm_lexer_accept(lex, "cpu"))
            on_cpu = true;
        else if (!fixed && !accept_place_of_any(p, thread))
            cm_lexer_fail(lex,
                          "there is no place %s, expected cpu, or cta N, gpu N and the like, or an "
                          "instruction set",
                          cm_lexer_describe(lex));
        on_gpu = on_gpu || bare;
    } while (cm_lexer_accept(lex, ","));
    cm_placement *at = &thread->at;
    bool placed = on_gpu || at->gpu >= 0 || at->cta >= 0 || at->wave >= 0 || at->cluster >= 0;
    bool of_cpu = on_cpu || (target && !target->gpu);
    if (of_cpu && (placed || (target && target->gpu)))
        cm_fail(p->work, place, "thread P%d is on a CPU and on a GPU, expected one of them",
                thread->id);
    placed = placed || (target && target->gpu);
    if (placed && at->cta < 0)
        cm_fail(p->work, place, "thread P%d has no %s, expected one", thread->id,
                cm_places_word(at->places, CM_SCOPE_CTA));
    if (placed && at->gpu < 0)
        at->gpu = 0;
    cm_parse_check_places(p, thread, place);
}

bool cm_parse_at_function(const cm_parser *p)
{
    cm_lexer ahead = p->lex;
    if (!cm_parse_at_thread(p) && (cm_lexer_is(&ahead, "#") || cm_accept_type_word(&ahead)))
        return true; /* a definition before the functions */
    while (!cm_lexer_at_end(&ahead) && !cm_lexer_is(&ahead, "|") && !cm_lexer_is(&ahead, ";") &&
           !cm_lexer_is(&ahead, "("))
        cm_lexer_advance(&ahead);
    return cm_lexer_is(&ahead, "(");
}

/* `std::atomic<int> x{0};` */
static bool at_variable(cm_lexer lex)
{
    const char *from = lex.token.text;
    while (lex.token.kind == CM_TOKEN_NAME || cm_lexer_is(&lex, "::") || cm_lexer_is(&lex, ":") ||
           cm_lexer_is(&lex, "<") || cm_lexer_is(&lex, ">") || cm_lexer_is(&lex, "*"))
        cm_lexer_advance(&lex);
    return lex.token.text > from && (cm_lexer_is(&lex, ";") || cm_lexer_is(&lex, ",") ||
                                     cm_lexer_is(&lex, "{") || cm_lexer_is(&lex, "="));
}

static void parse_head(cm_parser *p, cm_thread *thread)
{
    cm_lexer *lex = &p->lex;
    cm_place place = lex->token.place;
    const char *other = cm_instead_of(lex->token.text, lex->token.length);
    if (other && !cm_parse_at_thread(p))
        cm_lexer_fail(lex, "%s is not read in a test, expected %s", cm_lexer_describe(lex), other);
    if (!cm_parse_at_thread(p) && at_variable(*lex))
        cm_lexer_fail(lex,
                      "a variable is declared outside the functions, expected it in the initial "
                      "state, and a parameter of each thread that uses it");
    if (!cm_parse_at_thread(p))
        cm_lexer_lacks(lex, "a function P0, P1, ...");
    uint64_t number = cm_parse_thread_number(p);
    if (number >= MOST_FUNCTIONS)
        cm_lexer_fail(lex, "the number of a thread is out of range, expected 0 to %d",
                      MOST_FUNCTIONS - 1);
    for (int i = 0; i < p->test->thread_count; i++)
        if ((uint64_t)p->test->threads[i].id == number)
            cm_fail(p->work, place, "thread P%d is defined twice, expected once", (int)number);
    thread->id = (int)number;
    cm_lexer_advance(lex);
    if (cm_lexer_is(lex, "@"))
        parse_place(p, thread, place);
}

/* `regions: x:PROP`, of models of GPUs that the reference simulator has: to the end of the line. */
static bool accept_regions(cm_parser *p)
{
    cm_lexer ahead = p->lex;
    bool there = (cm_lexer_accept(&ahead, "regions") || cm_lexer_accept(&ahead, "scopes")) &&
                 cm_lexer_is(&ahead, ":");
    if (!there)
        return false;
    cm_diag_add(p->work, CM_WARNING, p->lex.token.place,
                "the line is ignored, expected a function");
    while (p->lex.next < p->source->length && p->source->text[p->lex.next] != '\n')
        p->lex.next++;
    cm_lexer_advance(&p->lex);
    return true;
}

void cm_parse_functions(cm_parser *p)
{
    cm_test *test = p->test;
    int capacity = 0, cells = 0;
    while (!cm_parse_at_condition(&p->lex) || cm_lexer_is(&p->lex, "(")) {
        if (cm_lexer_is(&p->lex, "{")) { /* text of another tool */
            cm_diag_add(p->work, CM_WARNING, p->lex.token.place,
                        "the text in braces is ignored, expected a function");
            read_between(p, "{", "}");
            continue;
        }
        if (accept_regions(p))
            continue;
        uint32_t from = p->lex.token.place.offset;
        while (accept_result_type(&p->lex))
            continue;
        if (cm_parse_definition(p, from))
            continue;
        cm_thread thread = {.at = CM_PLACEMENT_UNSAID, .arch = test->arch};
        parse_head(p, &thread);
        cm_parse_cell parameters = read_between(p, "(", ")");
        read_parameters(p, &thread, parameters);
        cm_parse_cell body = read_between(p, "{", "}");
        CM_PUSH(p->work->arena, test->threads, test->thread_count, capacity, thread);
        CM_PUSH(p->work->arena, p->cells, p->row_count, cells, parameters);
        CM_PUSH(p->work->arena, p->cells, p->row_count, cells, body);
    }
    cm_parse_macros(p);
    if (test->thread_count == 0)
        cm_lexer_lacks(&p->lex, "a function P0");
}

void cm_parse_function(cm_parser *p, int thread)
{
    declare_parameters(p, p->cells[2 * thread]);
    cm_lexer lex = lexer_of(p, p->cells[2 * thread + 1]);
    cm_isa_for(p->test->threads[thread].arch)->function(&p->as, &lex);
}
