/* Reads the binding of a kernel: see the header. What a binding says once it is read: bound.c. */
#include "import/binding.h"

#include <string.h>

enum { MOST_LAUNCHES = 64, MOST_THREADS = 64, MOST_ARGUMENTS = 64, MOST_ID = 9999 };
/* As the heads of tests have it. */
enum { MOST_NUMBER = 65535 };

typedef struct reading {
    cm_work *work;
    cm_lexer lex;
    cm_binding *binding;
    bool by_line;
    int of_host; /* launches that stand elsewhere */
} reading;

/* ---- numbers --------------------------------------------------------------- */

static unsigned read_bounded_number(reading *r, const char *what, unsigned least, unsigned most)
{
    cm_place place = r->lex.token.place;
    uint64_t value = cm_lexer_integer(&r->lex, what);
    if (value < least || value > most)
        cm_fail(r->work, place, "%s is out of range, expected %u to %u", what, least, most);
    return (unsigned)value;
}

static bool is_at_number(const reading *r)
{
    return r->lex.token.kind == CM_TOKEN_NUMBER;
}

/* One to three numbers; those that are not there are `rest`. */
static cm_extent extent(reading *r, const char *what, unsigned least)
{
    cm_extent size = {.y = least, .z = least};
    size.x = read_bounded_number(r, what, least, MOST_NUMBER);
    if (is_at_number(r))
        size.y = read_bounded_number(r, what, least, MOST_NUMBER);
    if (is_at_number(r))
        size.z = read_bounded_number(r, what, least, MOST_NUMBER);
    return size;
}

/* ---- launch ---------------------------------------------------------------- */

static cm_bind_argument argument(reading *r)
{
    cm_bind_argument a = {.place = r->lex.token.place};
    if (cm_lexer_accept(&r->lex, "_"))
        return a;
    if (r->lex.token.kind != CM_TOKEN_NAME && !cm_lexer_is(&r->lex, "&")) {
        a.kind = CM_BIND_NUMBER;
        a.number = cm_lexer_integer(&r->lex, "a location, a number or _");
        return a;
    }
    a.kind = CM_BIND_LOCATION;
    cm_lexer_accept(&r->lex, "&");
    a.location = cm_lexer_name(&r->lex, "a location");
    if (cm_lexer_is(&r->lex, "+"))
        a.number = cm_lexer_integer(&r->lex, "an offset in bytes");
    return a;
}

/* `{0: x, 8: 3}` */
static cm_bind_argument argument_or_parts(reading *r)
{
    cm_bind_argument whole = {.kind = CM_BIND_PARTS, .place = r->lex.token.place};
    if (!cm_lexer_accept(&r->lex, "{"))
        return argument(r);
    while (!cm_lexer_is(&r->lex, "}")) {
        cm_place place = r->lex.token.place;
        uint64_t offset = cm_lexer_integer(&r->lex, "bytes from the start of the argument");
        cm_lexer_expect(&r->lex, ":");
        for (int i = 0; i < whole.part_count; i++)
            if (whole.parts[i].offset == offset)
                cm_fail(r->work, place, "byte %llu is given twice, expected once",
                        (unsigned long long)offset);
        CM_RESERVE(r->work->arena, whole.parts, whole.part_count, whole.part_capacity);
        cm_bind_argument *part = &whole.parts[whole.part_count++];
        *part = argument(r);
        part->offset = offset;
        if (!cm_lexer_accept(&r->lex, ","))
            break;
    }
    cm_lexer_expect(&r->lex, "}");
    return whole;
}

static void arguments(reading *r, cm_launch *l)
{
    cm_lexer_expect(&r->lex, "(");
    while (!cm_lexer_is(&r->lex, ")")) {
        if (l->argument_count == MOST_ARGUMENTS)
            cm_lexer_fail(&r->lex, "there are too many arguments, expected at most %d",
                          MOST_ARGUMENTS);
        CM_RESERVE(r->work->arena, l->arguments, l->argument_count, l->argument_capacity);
        l->arguments[l->argument_count++] = argument_or_parts(r);
        if (!cm_lexer_accept(&r->lex, ","))
            break;
    }
    cm_lexer_expect(&r->lex, ")");
}

/* At P0? Gives the number. */
static bool at_thread(const reading *r, int *id)
{
    const cm_token *token = &r->lex.token;
    if (token->kind != CM_TOKEN_NAME || token->length < 2 || token->length > 5 ||
        token->text[0] != 'P')
        return false;
    *id = 0;
    for (uint32_t i = 1; i < token->length; i++) {
        if (token->text[i] < '0' || token->text[i] > '9')
            return false;
        *id = *id * 10 + (token->text[i] - '0');
    }
    return *id <= MOST_ID;
}

/* `after P0` and `dependent P0`, of which there may be several: as heads of tests have
 * them. */
static bool follows(reading *r, const char **after)
{
    int id;
    bool dependent = cm_lexer_is(&r->lex, "dependent");
    if (!dependent && !cm_lexer_is(&r->lex, "after"))
        return false;
    cm_lexer_advance(&r->lex);
    if (!at_thread(r, &id))
        cm_lexer_lacks(&r->lex, "a thread (P0, P1, ...)");
    cm_lexer_advance(&r->lex);
    *after =
        cm_arena_printf(r->work->arena, "%s,%s P%d", *after, dependent ? "dependent" : "after", id);
    return true;
}

static cm_bind_others others(reading *r)
{
    if (cm_lexer_accept(&r->lex, "absent"))
        return CM_OTHERS_ABSENT;
    if (!cm_lexer_accept(&r->lex, "run"))
        cm_lexer_lacks(&r->lex, "`others absent` or `others run`");
    return CM_OTHERS_RUN;
}

static void attribute(reading *r, cm_launch *l)
{
    if (follows(r, &l->after))
        return;
    if (cm_lexer_accept(&r->lex, "clock")) {
        l->clock = cm_lexer_integer(&r->lex, "what clocks show");
        l->has_clock = true;
    } else if (cm_lexer_accept(&r->lex, "blocks"))
        l->blocks = extent(r, "number of blocks", 1);
    else if (cm_lexer_accept(&r->lex, "threads"))
        l->threads = extent(r, "number of threads", 1);
    else if (cm_lexer_accept(&r->lex, "clusters")) {
        l->clusters = extent(r, "number of blocks of a cluster", 1);
        l->has_clusters = true;
    } else if (cm_lexer_accept(&r->lex, "gpu"))
        l->gpu = (int)read_bounded_number(r, "number of a GPU", 0, MOST_NUMBER);
    else if (cm_lexer_accept(&r->lex, "domain"))
        l->domain = (int)read_bounded_number(r, "number of a domain", 0, MOST_NUMBER);
    else if (cm_lexer_accept(&r->lex, "shared"))
        l->shared = read_bounded_number(r, "number of bytes", 1, 1 << 20);
    else if (cm_lexer_accept(&r->lex, "workspace"))
        l->workspace = cm_lexer_name(&r->lex, "a location");
    else if (cm_lexer_accept(&r->lex, "others"))
        l->others = others(r);
    else
        cm_lexer_fail(&r->lex,
                      "a launch has no attribute %s, expected blocks, threads, clusters, gpu, "
                      "domain, shared, workspace, clock, others, after or dependent",
                      cm_lexer_describe(&r->lex));
}

/* A grid is whole clusters (PTX ISA, "Cluster of Cooperative Thread Arrays"). One numbering for all
 * GPUs: no two grids share. */
void cm_binding_number_blocks(cm_work *work, cm_binding *b)
{
    unsigned cta = 0, cluster = 0;
    for (int i = 0; i < b->launch_count; i++) {
        cm_launch *l = &b->launches[i];
        uint64_t count = cm_extent_volume(l->blocks);
        cm_extent c = l->clusters;
        if (l->blocks.x % c.x != 0 || l->blocks.y % c.y != 0 || l->blocks.z % c.z != 0)
            cm_fail(work, l->place,
                    "blocks of `%s` do not fill whole clusters, expected a multiple of the "
                    "cluster's size",
                    l->kernel);
        if (count + cta > MOST_NUMBER)
            cm_fail(work, l->place, "there are too many blocks, expected at most %d in all",
                    MOST_NUMBER);
        l->first_cta = cta;
        l->first_cluster = cluster;
        cta += (unsigned)count;
        cluster += (unsigned)(count / cm_extent_volume(c));
    }
}

static void add_launch(reading *r, const cm_launch *launch)
{
    cm_binding *b = r->binding;
    CM_PUSH(r->work->arena, b->launches, b->launch_count, b->launch_capacity, *launch);
    cm_binding_number_blocks(r->work, b);
}

/* `<3, float>`, without blanks but between words. */
static const char *template_arguments(reading *r)
{
    cm_text text = cm_text_new(r->work->arena);
    bool word = false;
    do {
        if (cm_lexer_at_end(&r->lex) || cm_lexer_is(&r->lex, "("))
            cm_lexer_fail(&r->lex, "expected `>`");
        bool name = r->lex.token.kind == CM_TOKEN_NAME;
        cm_text_add(&text, name && word ? " " : "");
        cm_text_add_bytes(&text, r->lex.token.text, r->lex.token.length);
        word = name;
        cm_lexer_advance(&r->lex);
    } while (!cm_lexer_accept(&r->lex, ">"));
    cm_text_add(&text, ">");
    return text.data;
}

static cm_launch read_head(reading *r, bool is_call)
{
    cm_launch l = {.is_call = is_call, .place = r->lex.token.place, .domain = -1, .after = ""};
    l.blocks = l.threads = l.clusters = (cm_extent){1, 1, 1};
    l.kernel = cm_lexer_name(&r->lex, is_call ? "the name of a function" : "the name of a kernel");
    if (!is_call && cm_lexer_is(&r->lex, "<"))
        l.kernel = cm_arena_printf(r->work->arena, "%s%s", l.kernel, template_arguments(r));
    if (is_call || (!cm_lexer_is(&r->lex, ",") && !cm_lexer_at_end(&r->lex)))
        arguments(r, &l);
    return l;
}

static void read_launch(reading *r, bool is_call)
{
    if (r->binding->launch_count == MOST_LAUNCHES)
        cm_lexer_fail(&r->lex, "there are too many launches, expected at most %d", MOST_LAUNCHES);
    cm_launch l = read_head(r, is_call);
    while (!is_call && cm_lexer_accept(&r->lex, ","))
        attribute(r, &l);
    add_launch(r, &l);
}

/* ---- threads ---------------------------------------------------------------- */

static void inside(reading *r, cm_extent at, cm_extent size, const char *what, cm_place place)
{
    if (at.x >= size.x || at.y >= size.y || at.z >= size.z)
        cm_fail(r->work, place, "there is no such %s, expected one below %u %u %u", what, size.x,
                size.y, size.z);
}

/* The only launch of the kernel that is named, or the last one. */
static int launch_named(reading *r)
{
    const cm_binding *b = r->binding;
    int found = -1, count = 0, kernels = 0;
    bool named = r->lex.token.kind == CM_TOKEN_NAME && !cm_lexer_is(&r->lex, "block") &&
                 !cm_lexer_is(&r->lex, "thread");
    for (int i = 0; i < b->launch_count; i++) {
        bool is = !b->launches[i].is_call;
        kernels += is;
        is &= named ? cm_lexer_is(&r->lex, b->launches[i].kernel) : i == b->launch_count - 1;
        found = is ? i : found;
        count += is;
    }
    if (kernels == 0 || (!named && count == 0))
        cm_lexer_fail(&r->lex, "the thread belongs to no kernel, expected `launch` before it");
    if (count != 1 || (!named && r->of_host > 1 && found < r->of_host))
        cm_lexer_fail(&r->lex,
                      count > 1    ? "%s is launched %d times, expected once"
                      : count == 0 ? "expected block, thread, the name of a kernel that is "
                                     "launched or an instruction set, found %s"
                                   : "there are %2$d launches, expected `KERNEL block N, "
                                     "thread N`, found %1$s",
                      cm_lexer_describe(&r->lex), count > 1 ? count : kernels);
    if (named)
        cm_lexer_advance(&r->lex);
    return found;
}

static void of_launch(reading *r, cm_bind_thread *t)
{
    cm_binding *b = r->binding;
    t->launch = launch_named(r);
    const cm_launch *l = &b->launches[t->launch];
    do {
        cm_place place = r->lex.token.place;
        if (cm_lexer_accept(&r->lex, "block")) {
            t->block = extent(r, "number of a block", 0);
            inside(r, t->block, l->blocks, "block", place);
        } else if (cm_lexer_accept(&r->lex, "thread")) {
            t->thread = extent(r, "number of a thread", 0);
            inside(r, t->thread, l->threads, "thread", place);
        } else {
            cm_lexer_lacks(&r->lex, "block, thread or an instruction set");
        }
    } while (cm_lexer_accept(&r->lex, ",") || cm_lexer_is(&r->lex, "thread"));
}

/* From `{` to the `}` that closes it; the offsets between them. */
static void braces(reading *r, uint32_t *from, uint32_t *to)
{
    *from = r->lex.token.place.offset + 1;
    cm_lexer_find_closing(&r->lex, "{", "}");
    *to = r->lex.token.place.offset;
    cm_lexer_advance(&r->lex);
}

static void only_of_programs(reading *r)
{
    if (!r->binding->of_program.source)
        r->binding->of_program = r->lex.token.place;
}

/* `call f(x, 3), g()`: launches of their own, of one thread. */
static void of_call(reading *r, cm_bind_thread *t)
{
    t->launch = r->binding->launch_count;
    do {
        if (t->calls++ > 0)
            only_of_programs(r);
        read_launch(r, true);
    } while (cm_lexer_accept(&r->lex, ","));
}

static void first(reading *r)
{
    cm_bind_thread *t = &r->binding->first;
    if (t->calls > 0)
        cm_lexer_fail(&r->lex, "`first` is said twice, expected once, with `,` between calls");
    only_of_programs(r);
    t->place = r->lex.token.place;
    cm_lexer_advance(&r->lex);
    of_call(r, t);
}

static void linearisable(reading *r)
{
    if (r->binding->specification)
        cm_lexer_fail(&r->lex, "`linearisable` is said twice, expected once");
    only_of_programs(r);
    cm_lexer_advance(&r->lex);
    cm_lexer_expect(&r->lex, "by");
    r->binding->specification =
        cm_lexer_name(&r->lex, "what names of the specification begin with");
}

static bool of_binding(reading *r, cm_bind_thread *t)
{
    for (int arch = 0; arch < CM_CMCM; arch++) {
        if (!cm_lexer_accept(&r->lex, cm_isa_for((cm_arch)arch)->word))
            continue;
        if (cm_arch_is_gpu((cm_arch)arch))
            cm_fail(r->work, t->place,
                    "a thread of a GPU belongs to a launch, expected `block N, thread N`");
        t->arch = (cm_arch)arch;
        t->launch = -1;
        t->after = "";
        while (follows(r, &t->after))
            cm_lexer_accept(&r->lex, ",");
        t->text = r->binding->source;
        braces(r, &t->from, &t->to);
        return true;
    }
    return false;
}

static void of_host(reading *r, cm_bind_thread *t)
{
    cm_binding_machine(&r->lex);
    t->launch = -1;
    t->after = "";
    while (follows(r, &t->after))
        cm_lexer_accept(&r->lex, ",");
    cm_launch *l = CM_NEW(r->work->arena, cm_launch);
    *l = read_head(r, true);
    t->host = l;
}

static void thread(reading *r, int id)
{
    cm_binding *b = r->binding;
    cm_bind_thread t = {.id = id, .place = r->lex.token.place};
    for (int i = 0; i < b->thread_count; i++)
        if (b->threads[i].id == id)
            cm_lexer_fail(&r->lex, "thread P%d is defined twice, expected once", id);
    if (b->thread_count == MOST_THREADS)
        cm_lexer_fail(&r->lex, "there are too many threads, expected at most %d", MOST_THREADS);
    cm_lexer_advance(&r->lex);
    cm_lexer_expect(&r->lex, "=");
    if (cm_lexer_accept(&r->lex, "call")) {
        of_call(r, &t);
    } else if (cm_lexer_accept(&r->lex, "host")) {
        of_host(r, &t);
    } else if (!of_binding(r, &t)) {
        of_launch(r, &t);
        int twin = cm_bound_thread(b, t.launch, t.block, t.thread);
        if (twin >= 0)
            cm_fail(r->work, t.place,
                    "P%d and P%d are the same thread, expected two different ones", id,
                    b->threads[twin].id);
    }
    CM_PUSH(r->work->arena, b->threads, b->thread_count, b->thread_capacity, t);
}

/* Nobody of the launch is named: all run, unless they are too many beside threads that are. A call
 * is of the thread that makes it. */
static bool all_run(const cm_binding *b, int launch, int named)
{
    if (b->launches[launch].is_call && named > 0)
        return false;
    for (int i = 0; i < named; i++)
        if (b->threads[i].launch == launch)
            return false;
    return named == 0 ||
           cm_binding_unnamed(b, launch) <= (uint64_t)(MOST_THREADS - b->thread_count);
}

/* `others run`: all threads of the launch. */
static void add_others(reading *r, int launch)
{
    cm_binding *b = r->binding;
    const cm_launch *l = &b->launches[launch];
    uint64_t size = cm_extent_volume(l->threads), all = size * cm_extent_volume(l->blocks);
    if (l->others != CM_OTHERS_RUN)
        return;
    if (all > MOST_THREADS)
        cm_fail(r->work, l->place,
                "`%s` has %llu threads, expected at most %d where others run, or a line for each "
                "that matters",
                l->kernel, (unsigned long long)all, MOST_THREADS);
    for (uint64_t i = 0; i < all; i++) {
        cm_extent block = cm_extent_at(i / size, l->blocks),
                  place = cm_extent_at(i % size, l->threads);
        if (cm_bound_thread(b, launch, block, place) >= 0)
            continue;
        if (b->thread_count == MOST_THREADS)
            cm_fail(r->work, l->place, "there are too many threads, expected at most %d",
                    MOST_THREADS);
        cm_bind_thread t = {.id = cm_binding_next_id(b),
                            .launch = launch,
                            .calls = l->is_call,
                            .place = l->place,
                            .block = block,
                            .thread = place};
        CM_PUSH(r->work->arena, b->threads, b->thread_count, b->thread_capacity, t);
    }
}

/* ---- the question ------------------------------------------------------------- */

static bool at_question(const reading *r)
{
    static const char *const words[] = {"exists", "forall", "not", "locations", "filter", "~"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cm_lexer_is(&r->lex, words[i]))
            return true;
    return false;
}

static void add_part(reading *r, cm_bind_parts *parts, cm_bind_part part)
{
    CM_PUSH(r->work->arena, parts->items, parts->count, parts->capacity, part);
}

/* Where the line of the token ends. */
static uint32_t line_end(const reading *r)
{
    const cm_source *source = r->binding->source;
    uint32_t at = r->lex.token.place.offset;
    while (at < source->length && source->text[at] != '\n')
        at++;
    return at;
}

/* In a source `x == y` is what C makes of it, and `&y` an address: `x == *y` and `x == y` of a
 * litmus test. The part before ends in front of `y`. */
static void as_in_c(reading *r, cm_bind_part *part)
{
    static const char *const signs[] = {"==", "!=", "<", ">", "<=", ">="};
    bool compares = false;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        compares |= cm_lexer_is(&r->lex, signs[i]);
    cm_lexer ahead = r->lex;
    cm_lexer_advance(&ahead);
    uint32_t end = ahead.token.place.offset;
    bool address = compares && cm_lexer_accept(&ahead, "&");
    if (!compares || ahead.token.kind != CM_TOKEN_NAME || cm_lexer_is(&ahead, "nan") ||
        cm_lexer_is(&ahead, "inf"))
        return;
    uint32_t from = ahead.token.place.offset;
    cm_lexer_advance(&ahead);
    if (cm_lexer_is(&ahead, ":")) /* a register, a label */
        return;
    add_part(r, &r->binding->question,
             (cm_bind_part){.from = part->from, .to = end, .before = part->before});
    *part = (cm_bind_part){.from = from, .to = part->to, .before = address ? " " : " *"};
    if (address)
        cm_lexer_advance(&r->lex);
}

/* `0:r3` and `P0:r3`; everything else is looked at when the test is parsed. */
static void question(reading *r)
{
    cm_binding *b = r->binding;
    uint32_t from = r->lex.token.place.offset;
    uint32_t to = r->by_line ? line_end(r) : (uint32_t)b->source->length;
    cm_bind_part part = {.from = from, .to = to};
    while (!cm_lexer_at_end(&r->lex) && r->lex.token.place.offset < to) {
        int id = 0;
        bool is_id = at_thread(r, &id);
        if (is_at_number(r) && r->lex.token.number <= MOST_ID) {
            id = (int)r->lex.token.number;
            is_id = true;
        }
        if (r->by_line)
            as_in_c(r, &part);
        cm_lexer_advance(&r->lex);
        if (!is_id || !cm_lexer_accept(&r->lex, ":") || r->lex.token.kind != CM_TOKEN_NAME)
            continue;
        const char *name = cm_lexer_name(&r->lex, "a register");
        CM_RESERVE(r->work->arena, b->asked, b->asked_count, b->asked_capacity);
        b->asked[b->asked_count++] = (cm_bind_asked){id, *name == '%' ? name + 1 : name};
    }
    add_part(r, &b->question, part);
}

/* ---- the initial state ---------------------------------------------------------- */

/* `[4] = 6`, in which no list follows. */
static bool sets_element(cm_lexer lex)
{
    if (!cm_lexer_accept(&lex, "[") || cm_lexer_accept(&lex, "]"))
        return false;
    cm_lexer_advance(&lex);
    return cm_lexer_accept(&lex, "]") && cm_lexer_accept(&lex, "=") && !cm_lexer_is(&lex, "{");
}

/* One location, or one element, to the end of the line or to `;`. Without a type there is one name
 * only. */
static void init_of_one(reading *r)
{
    cm_bind_part part = {.from = r->lex.token.place.offset, .to = line_end(r), .untyped = true};
    if (r->lex.token.kind != CM_TOKEN_NAME)
        cm_lexer_lacks(&r->lex, "`{` or a location with its value");
    cm_lexer_advance(&r->lex);
    part.element = sets_element(r->lex);
    part.untyped = !part.element && (cm_lexer_is(&r->lex, "[") || cm_lexer_is(&r->lex, "="));
    while (!cm_lexer_at_end(&r->lex) && r->lex.token.place.offset < part.to)
        if (cm_lexer_is(&r->lex, ";"))
            part.to = r->lex.token.place.offset;
        else
            cm_lexer_advance(&r->lex);
    cm_lexer_accept(&r->lex, ";");
    add_part(r, &r->binding->init, part);
}

static void init(reading *r)
{
    cm_bind_part part = {0};
    cm_lexer_advance(&r->lex);
    if (!cm_lexer_is(&r->lex, "{")) {
        init_of_one(r);
        return;
    }
    braces(r, &part.from, &part.to);
    add_part(r, &r->binding->init, part);
}

/* ---- in a kernel's source ------------------------------------------------------- */

const cm_source *cm_binding_of_source(cm_work *work, const cm_source *source, bool *any)
{
    static const char word[] = "// cmcm:";
    char *text = cm_arena_text(work->arena, source->text, source->length);
    *any = false;
    for (size_t at = 0; at < source->length;) {
        const char *newline = memchr(text + at, '\n', source->length - at);
        size_t end = newline ? (size_t)(newline - text) : source->length, from = at;
        while (from < end && (text[from] == ' ' || text[from] == '\t'))
            from++;
        bool ours =
            end - from >= sizeof word - 1 && memcmp(text + from, word, sizeof word - 1) == 0;
        memset(text + at, ' ', ours ? from + sizeof word - 1 - at : end - at);
        *any |= ours;
        at = end + 1;
    }
    cm_source *binding = CM_NEW(work->arena, cm_source);
    *binding = (cm_source){source->name, text, source->length};
    return binding;
}

bool cm_binding_launches(cm_work *work, const cm_source *binding)
{
    cm_lexer lex = cm_lexer_over(work, binding, 0, (uint32_t)binding->length, true);
    while (!cm_lexer_at_end(&lex) && !cm_lexer_is(&lex, "launch"))
        cm_lexer_advance(&lex);
    return !cm_lexer_at_end(&lex);
}

/* ---- the whole ---------------------------------------------------------------- */

/* All up to the next blank: MP+fence.sc-gpu. */
static const char *test_name(reading *r)
{
    cm_lexer_skip(&r->lex);
    static const char stops[] = " \t\r\n\"{}();";
    const cm_source *source = r->binding->source;
    uint32_t from = r->lex.next, to = from;
    while (to < source->length && source->text[to] != '\0' && !strchr(stops, source->text[to]))
        to++;
    if (to == from)
        cm_lexer_lacks(&r->lex, "the name of the test");
    r->lex.next = to;
    cm_lexer_advance(&r->lex);
    return cm_arena_text(r->work->arena, source->text + from, to - from);
}

static void item(reading *r)
{
    cm_binding *b = r->binding;
    int id;
    if (r->lex.token.kind == CM_TOKEN_STRING && !b->doc) {
        b->doc = cm_arena_text(r->work->arena, r->lex.token.text, r->lex.token.length);
        cm_lexer_advance(&r->lex);
    } else if (at_thread(r, &id)) {
        thread(r, id);
    } else if (cm_lexer_is(&r->lex, "test")) {
        b->name = test_name(r);
    } else if (cm_lexer_accept(&r->lex, "launch")) {
        read_launch(r, false);
    } else if (cm_lexer_accept(&r->lex, "gpu")) { /* cm_binding_gpu */
        cm_lexer_name(&r->lex, "a GPU's name, such as gfx90a or sm_80");
    } else if (cm_lexer_is(&r->lex, "init")) {
        init(r);
    } else if (cm_lexer_is(&r->lex, "first")) {
        first(r);
    } else if (cm_lexer_is(&r->lex, "linearisable")) {
        linearisable(r);
    } else if (at_question(r)) {
        question(r);
    } else {
        cm_lexer_lacks(&r->lex, "test, launch, a thread (P0 = ...), first, init, or the question "
                                "(linearisable, exists, forall, locations, filter)");
    }
}

cm_binding *cm_binding_read(cm_work *work, const cm_source *source, bool by_line,
                            const cm_host *host)
{
    int places[CM_HOST_STEPS] = {0};
    cm_binding *b = CM_NEW(work->arena, cm_binding);
    b->source = source;
    reading r = {.work = work, .binding = b, .by_line = by_line};
    r.lex = cm_lexer_over(work, source, 0, (uint32_t)source->length, true);
    for (int i = 0; host && i < host->count; i++) {
        places[i] = b->launch_count;
        if (host->steps[i].launch)
            add_launch(&r, host->steps[i].launch);
    }
    r.of_host = b->launch_count;
    while (!cm_lexer_at_end(&r.lex)) {
        if (b->thread_count == 0 && !by_line && at_question(&r))
            break;
        item(&r);
    }
    int named = b->thread_count;
    for (int i = 0; i < b->launch_count; i++) {
        if (b->launches[i].others == CM_OTHERS_UNSAID && all_run(b, i, named))
            b->launches[i].others = CM_OTHERS_RUN;
        add_others(&r, i);
    }
    while (b->thread_count > 0 && !cm_lexer_at_end(&r.lex)) /* a question behind launches only */
        item(&r);
    if (host)
        cm_binding_add_steps(work, b, host, places);
    if (b->thread_count == 0)
        cm_lexer_fail(
            &r.lex, "the binding names no thread, expected P0 = block N, thread N after a launch");
    return b;
}
