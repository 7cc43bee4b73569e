/* What the host code of a source does, step by step: see launch.h.
 *
 * The function is read as its statements stand, each once: allocations, copies and fills of
 * constants, stores of constants, launches, streams, events and waits. In a loop or a branch may
 * stand what neither launches nor waits; a `for` with constant bounds may store. */
#include "import/host.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 16, MOST_ROUNDS = 256, MOST_NESTED = 100 };

/* ---- names ---------------------------------------------------------------------- */

static bool is_location(const cm_host_reading *h, const char *name)
{
    return cm_word_listed(h->locations, (size_t)h->location_count, name);
}

static void add_location(cm_host_reading *h, const char *name)
{
    if (is_location(h, name))
        return;
    CM_PUSH(h->work->arena, h->locations, h->location_count, h->location_capacity, name);
}

/* `1.5f` in the bits that it has there, or a number. */
static bool value_of(const cm_host_reading *h, cm_scan_span x, const char *type, uint64_t *value)
{
    const char *text = cm_scan_text(&h->s, cm_scan_trimmed(&h->s, x));
    if (strcmp(type, "float") != 0 && strcmp(type, "double") != 0)
        return cm_scan_number(&h->s, x, 0, value);
    char *end;
    double wide = strtod(text, &end);
    float narrow = (float)wide;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    memcpy(value, &wide, sizeof wide);
    *value = strcmp(type, "float") == 0 ? bits : *value;
    return end > text && (*end == '\0' || strcmp(end, "f") == 0);
}

/* The last name of it: of `(void **)&data`, `&data`. */
static const char *last_name(const cm_host_reading *h, cm_scan_span x)
{
    x = cm_scan_trimmed(&h->s, x);
    size_t from = x.to;
    while (from > x.from && cm_scan_is_word(h->s.text[from - 1]))
        from--;
    return cm_scan_text(&h->s, (cm_scan_span){from, x.to});
}

/* ---- steps ------------------------------------------------------------------------ */

static _Noreturn void refuse(const cm_host_reading *h, cm_scan_span x, const char *what)
{
    cm_fail(h->work, cm_scan_place(&h->s, cm_scan_trimmed(&h->s, x)),
            "%s, expected lines `// cmcm: launch ...`", what);
}

static int add_step(cm_host_reading *h, cm_host_step step)
{
    if (h->out->count == CM_HOST_STEPS)
        cm_fail(h->work, step.place, "there are too many steps, expected at most %d",
                CM_HOST_STEPS);
    h->out->steps[h->out->count] = step;
    return h->out->count++;
}

static bool nothing_comes_behind(const cm_host_reading *h)
{
    uint64_t all = h->out->count < 64 ? (UINT64_C(1) << h->out->count) - 1 : UINT64_MAX;
    return h->read == h->launches && (h->seen & all) == all;
}

/* What it stores is not known. Before any launch memory starts as 0, which is said. */
static void store_unknown(cm_host_reading *h, cm_scan_span x)
{
    if (h->read == 0 && !h->warned)
        cm_diag_add(h->work, CM_WARNING, cm_scan_place(&h->s, cm_scan_trimmed(&h->s, x)),
                    "memory starts as 0, whatever the host writes here, unless lines `// cmcm: "
                    "init ...` say otherwise");
    h->warned = true;
    if (h->read > 0 && !nothing_comes_behind(h))
        refuse(h, x, "what the host stores here is not constant");
}

static void add_store(cm_host_reading *h, int step, const char *name, unsigned bytes,
                      uint64_t first, uint64_t count, uint64_t value)
{
    CM_RESERVE(h->work->arena, h->stores, h->store_count, h->store_capacity);
    h->stores[h->store_count++] = (cm_host_store){step, name, bytes, first, count, value};
}

/* The step of the host's own stores now. */
static int own_step(cm_host_reading *h, cm_scan_span x)
{
    if (h->own < 0) {
        h->own = add_step(h, (cm_host_step){.place = cm_scan_place(&h->s, x), .after = h->seen});
        h->seen |= UINT64_C(1) << h->own;
    }
    return h->own;
}

/* ---- streams ----------------------------------------------------------------------- */

/* Of an array of streams all are alike: `s[0]` is created where `s` is. */
static cm_host_track *track_of(cm_host_reading *h, const char *name, bool event)
{
    size_t stem = strcspn(name, "[");
    cm_host_track found = {.name = name, .event = event, .blocks = !event};
    for (int i = 0; i < h->track_count; i++) {
        cm_host_track *t = &h->tracks[i];
        if (t->event == event && strcmp(t->name, name) == 0)
            return t;
        if (t->event == event && strncmp(t->name, name, stem) == 0 && strlen(t->name) == stem)
            found.blocks = t->blocks;
    }
    CM_RESERVE(h->work->arena, h->tracks, h->track_count, h->track_capacity);
    h->tracks[h->track_count] = found;
    return &h->tracks[h->track_count++];
}

/* What work that is given to the stream now comes after, but for the host's own. */
static uint64_t work_before(cm_host_reading *h, const char *stream)
{
    cm_host_track *own = track_of(h, stream, false);
    uint64_t before = own->after;
    for (int i = 0; i < h->track_count; i++) {
        const cm_host_track *t = &h->tracks[i];
        bool waits = *stream ? !*t->name && own->blocks : t->blocks;
        before |= !t->event && waits ? t->after : 0;
    }
    return before;
}

static int add_work(cm_host_reading *h, const char *stream, cm_host_step step)
{
    step.after = h->seen | work_before(h, stream);
    int number = add_step(h, step);
    track_of(h, stream, false)->after |= UINT64_C(1) << number;
    h->own = -1;
    return number;
}

static void wait_for(cm_host_reading *h, uint64_t steps)
{
    if (steps & ~h->seen)
        h->own = -1;
    h->seen |= steps;
}

/* ---- calls --------------------------------------------------------------------------- */

typedef struct call {
    const char *name; /* behind `cuda`, `hip` */
    cm_scan_span all, arguments[MOST_PARTS];
    int count;
} call;

static const char *argument_text(const cm_host_reading *h, const call *c, int i)
{
    static const char *const defaults[] = {"0", "nullptr", "NULL", "cudaStreamLegacy"};
    const char *text = i < c->count ? cm_scan_text(&h->s, c->arguments[i]) : "";
    text += *text == '&';
    return cm_word_listed(defaults, sizeof defaults / sizeof *defaults, text) ? "" : text;
}

/* The elements of a constant array of the host, or of one number; 0: it is none. */
static int source_elements(const cm_host_reading *h, cm_scan_span source, cm_scan_span *parts,
                           int most)
{
    cm_scan_span value;
    source = cm_scan_trimmed(&h->s, source);
    const char *text = cm_scan_text(&h->s, source);
    text += *text == '&';
    size_t at = cm_scan_next(&h->s, text, 0), length = strlen(text);
    for (; length > 0 && at < h->s.length; at = cm_scan_next(&h->s, text, at + 1)) {
        size_t open = cm_scan_behind_blanks(&h->s, at + length);
        if (h->s.text[open] != '[')
            continue;
        size_t is = cm_scan_behind_blanks(&h->s, cm_scan_closes(&h->s, open) + 1);
        is = h->s.text[is] == '=' ? cm_scan_behind_blanks(&h->s, is + 1) : is;
        if (h->s.text[is] == '{')
            return cm_scan_split(&h->s, (cm_scan_span){is + 1, cm_scan_closes(&h->s, is)}, parts,
                                 most);
    }
    if (!cm_scan_value(&h->s, text, &value))
        return 0;
    parts[0] = value;
    return 1;
}

/* As many bytes as `n`, `sizeof(int) * 2`, or `sizeof x` of what has `all`. */
static uint64_t bytes_of(const cm_host_reading *h, cm_scan_span x, uint64_t all)
{
    uint64_t bytes;
    if (cm_scan_number(&h->s, x, 0, &bytes))
        return bytes;
    return strncmp(cm_scan_text(&h->s, x), "sizeof", 6) == 0 ? all : 0;
}

/* Memory is set, or copied from the host's constants. True: what is stored is known. */
static bool set_memory(cm_host_reading *h, const call *c, int step, bool fills)
{
    cm_scan_span parts[MOST_PARTS];
    const char *name = argument_text(h, c, 0), *type = cm_scan_element(&h->s, name);
    unsigned bytes = type ? cm_scan_type_bytes(type) : 0;
    uint64_t value;
    if (bytes == 0 || c->count < 3)
        return false;
    if (fills) {
        uint64_t size = bytes_of(h, c->arguments[2], bytes);
        if (size == 0 || size % bytes != 0 || !cm_scan_number(&h->s, c->arguments[1], 0, &value))
            return false;
        value = (value & 0xff) * UINT64_C(0x0101010101010101) >> (64 - 8 * bytes);
        add_store(h, step, name, bytes, 0, size / bytes, value);
        return true;
    }
    int count = source_elements(h, c->arguments[1], parts, MOST_PARTS);
    const char *from = argument_text(h, c, 1), *given = cm_scan_element(&h->s, from);
    uint64_t size = bytes_of(h, c->arguments[2], (uint64_t)count * bytes);
    if (!given || cm_scan_type_bytes(given) != bytes || size == 0 || size % bytes != 0 ||
        size / bytes > (uint64_t)count)
        return false;
    for (uint64_t i = 0; i < size / bytes; i++)
        if (!value_of(h, parts[i], given, &value))
            return false;
        else
            add_store(h, step, name, bytes, i, 1, value);
    return true;
}

/* cudaMemcpy, cudaMemset, and their forms for streams and symbols. */
static void move_memory(cm_host_reading *h, const call *c)
{
    bool fills = strncmp(c->name, "Memset", 6) == 0, async = strstr(c->name, "Async");
    int usual = fills ? 3 : 4;
    const char *stream = async ? argument_text(h, c, usual) : "", *to = argument_text(h, c, 0);
    cm_host_step step = {.place = cm_scan_place(&h->s, c->all)};
    static const char *const known[] = {"Memset", "MemsetAsync", "Memcpy", "MemcpyAsync"};
    bool symbol = strcmp(c->name, "MemcpyToSymbol") == 0;
    if (symbol)
        add_location(h, to);
    int number = add_work(h, stream, step);
    size_t stem = strcspn(to, "+ [");
    if (is_location(h, cm_arena_text(h->work->arena, to, stem)) &&
        ((!symbol && !cm_word_listed(known, sizeof known / sizeof *known, c->name)) ||
         !set_memory(h, c, number, fills)))
        store_unknown(h, c->all);
    if (!async && !fills)
        wait_for(h, h->out->steps[number].after | UINT64_C(1) << number);
}

static void allocate(cm_host_reading *h, const call *c)
{
    uint64_t bytes;
    const char *name = c->count > 1 ? last_name(h, c->arguments[0]) : "";
    const char *type = *name ? cm_scan_element(&h->s, name) : NULL;
    if (type && is_location(h, name) && cm_scan_number(&h->s, c->arguments[1], 0, &bytes))
        add_store(h, -1, name, cm_scan_type_bytes(type), 0, bytes / cm_scan_type_bytes(type), 0);
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static void run_call(cm_host_reading *h, const call *c)
{
    static const char *const nothing[] = {
        "Free",       "Host",        "Stream",     "Event",     "Get",
        "Peek",       "Func",        "Device",     "DriverGet", "Occupancy",
        "RuntimeGet", "MemPrefetch", "MemAdvise",  "Pointer",   "MemGetInfo",
        "Profiler",   "MallocHost",  "MemcpyFrom", "IpcGet",    "ThreadSetLimit"};
    const char *one = argument_text(h, c, 0), *other = argument_text(h, c, 1), *n = c->name;
    if (strcmp(n, "DeviceSynchronize") == 0 || strcmp(n, "ThreadSynchronize") == 0)
        wait_for(h, h->out->count < 64 ? (UINT64_C(1) << h->out->count) - 1 : UINT64_MAX);
    else if (strcmp(n, "StreamSynchronize") == 0)
        wait_for(h, work_before(h, one));
    else if (strcmp(n, "EventSynchronize") == 0)
        wait_for(h, track_of(h, one, true)->after);
    else if (strcmp(n, "EventRecord") == 0)
        track_of(h, one, true)->after = work_before(h, other);
    else if (strcmp(n, "StreamWaitEvent") == 0)
        track_of(h, one, false)->after |= track_of(h, other, true)->after;
    else if (begins(n, "StreamCreate"))
        track_of(h, one, false)->blocks = !strstr(cm_scan_text(&h->s, c->all), "NonBlocking");
    else if (strcmp(n, "SetDevice") == 0 && c->count == 1) {
        uint64_t gpu;
        if (!cm_scan_number(&h->s, c->arguments[0], 0, &gpu) || gpu > 15)
            refuse(h, c->all, "the number of the GPU is not constant");
        h->gpu = (int)gpu;
    } else if (begins(n, "Memset") || (begins(n, "Memcpy") && !begins(n, "MemcpyFrom")))
        move_memory(h, c);
    else if (begins(n, "Malloc") && !begins(n, "MallocHost"))
        allocate(h, c);
    else if (strstr(n, "Query") || begins(n, "StreamBegin") || begins(n, "StreamAdd")) {
        if (h->launches > 1)
            refuse(h, c->all, "what order this makes is not read");
    } else {
        bool known = false;
        for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
            known |= begins(n, nothing[i]);
        if (!known && h->launches > 1)
            refuse(h, c->all, "what this does is not read");
    }
}

/* The next call of CUDA's library in the part, or of HIP's; false: there is none. */
static bool next_call(const cm_host_reading *h, cm_scan_span x, size_t from, call *c)
{
    for (size_t at = from; at + 4 < x.to; at++) {
        const char *word = h->s.text + at;
        size_t name = at + (begins(word, "cuda") ? 4 : begins(word, "hip") ? 3 : 0), end = name;
        if (name == at || (at > 0 && cm_scan_is_word(h->s.text[at - 1])))
            continue;
        while (end < x.to && cm_scan_is_word(h->s.text[end]))
            end++;
        size_t open = cm_scan_behind_blanks(&h->s, end), close;
        if (open >= x.to || h->s.text[open] != '(' || (close = cm_scan_closes(&h->s, open)) >= x.to)
            continue;
        c->name = cm_scan_text(&h->s, (cm_scan_span){name, end});
        c->all = (cm_scan_span){at, close + 1};
        c->count = cm_scan_split(&h->s, (cm_scan_span){open + 1, close}, c->arguments, MOST_PARTS);
        return true;
    }
    return false;
}

/* ---- statements ------------------------------------------------------------------------- */

static size_t launch_in(const cm_host_reading *h, cm_scan_span x)
{
    const char *found = strstr(h->s.text + x.from, "<<<");
    return found && (size_t)(found - h->s.text) < x.to ? (size_t)(found - h->s.text) : x.to;
}

static void run_launch(cm_host_reading *h, size_t at)
{
    const char *stream;
    cm_launch *l = cm_launch_read(&h->s, at, &stream);
    l->gpu = h->gpu;
    h->read++;
    add_work(h, stream, (cm_host_step){.launch = l, .place = l->place});
}

/* `*data = 1`, `data[2] = 1`. False: it stores to no location. */
static bool run_store(cm_host_reading *h, cm_scan_span x)
{
    uint64_t index = 0, value;
    bool starred = h->s.text[x.from] == '*';
    cm_scan_span name = {x.from + starred, x.from + starred};
    while (name.to < x.to && cm_scan_is_word(h->s.text[name.to]))
        name.to++;
    const char *text = cm_scan_text(&h->s, name), *type;
    size_t at = cm_scan_behind_blanks(&h->s, name.to), close = at;
    if (name.from == name.to || !is_location(h, text))
        return false;
    bool indexed = !starred && h->s.text[at] == '[';
    if (indexed)
        close = cm_scan_closes(&h->s, at);
    size_t is = indexed ? cm_scan_behind_blanks(&h->s, close + 1) : at;
    if (h->s.text[is] == '=' && h->s.text[is + 1] != '=' && !starred && !indexed)
        return true; /* the pointer */
    type = cm_scan_element(&h->s, text);
    if (!type || h->s.text[is] != '=' || h->s.text[is + 1] == '=' || (!starred && !indexed) ||
        (indexed && !cm_scan_number(&h->s, (cm_scan_span){at + 1, close}, 0, &index)) ||
        !value_of(h, cm_scan_trimmed(&h->s, (cm_scan_span){is + 1, x.to}), type, &value)) {
        bool writes = strchr(cm_scan_text(&h->s, (cm_scan_span){is, x.to}), '=') ||
                      strstr(cm_scan_text(&h->s, (cm_scan_span){is, x.to}), "store");
        if (writes)
            store_unknown(h, x);
        return writes;
    }
    add_store(h, own_step(h, x), text, cm_scan_type_bytes(type), index, 1, value);
    return true;
}

/* Does the source define it? */
static bool defines(const cm_host_reading *h, const char *function)
{
    const cm_scan *s = &h->s;
    for (size_t at = cm_scan_next(s, function, 0); at < s->length;
         at = cm_scan_next(s, function, at + 1)) {
        size_t open = cm_scan_behind_blanks(s, at + strlen(function));
        if (s->text[open] == '(' &&
            s->text[cm_scan_behind_blanks(s, cm_scan_closes(s, open) + 1)] == '{')
            return true;
    }
    return false;
}

/* `P1 = host producer(...)`: a line of the binding says when it runs. */
static bool is_bound(const cm_host_reading *h, const char *function)
{
    const char *at = h->binding->text;
    while ((at = strstr(at, "host"))) {
        const char *line = cm_arena_text(h->work->arena, at, strcspn(at, "\n"));
        if (cm_has_word(line, function))
            return true;
        at += strlen(line);
    }
    return false;
}

/* While kernels may run: a thread of the host. */
static void run_function(cm_host_reading *h, const char *function, cm_scan_span x, size_t open)
{
    cm_launch *l = CM_NEW(h->work->arena, cm_launch);
    *l = (cm_launch){.kernel = function,
                     .is_call = true,
                     .place = cm_scan_place(&h->s, x),
                     .domain = -1,
                     .after = ""};
    cm_launch_arguments(&h->s, l, open);
    int step = add_step(h, (cm_host_step){.call = l, .place = l->place, .after = h->seen});
    h->seen |= UINT64_C(1) << step;
    h->own = -1;
}

/* A function that has a location as an argument may store to it. */
static void run_other(cm_host_reading *h, cm_scan_span x)
{
    static const char *const reads[] = {"printf", "fprintf", "assert", "free", "return", "delete"};
    size_t end = x.from;
    while (end < x.to && (cm_scan_is_word(h->s.text[end]) || h->s.text[end] == ':'))
        end++;
    const char *function = cm_scan_text(&h->s, (cm_scan_span){x.from, end});
    size_t open = cm_scan_behind_blanks(&h->s, end);
    cm_scan_span parts[MOST_PARTS];
    if (end == x.from || open >= x.to || h->s.text[open] != '(' ||
        cm_word_listed(reads, sizeof reads / sizeof *reads, function))
        return;
    call c = {.name = function, .all = x};
    c.count = cm_scan_split(&h->s, (cm_scan_span){open + 1, cm_scan_closes(&h->s, open)}, parts,
                            MOST_PARTS);
    memcpy(c.arguments, parts, sizeof parts);
    bool fills = strstr(function, "memset"), any = false;
    for (int i = 0; i < c.count; i++)
        any |= is_location(h, cm_scan_text(&h->s, parts[i]));
    if (any && is_bound(h, function))
        return;
    if (any && h->read > 0 && !nothing_comes_behind(h) && defines(h, function))
        run_function(h, function, x, open);
    else if (any &&
             ((!fills && !strstr(function, "memcpy")) || !set_memory(h, &c, own_step(h, x), fills)))
        store_unknown(h, x);
}

static void run_statement(cm_host_reading *h, cm_scan_span x)
{
    size_t at = launch_in(h, x);
    call c;
    x = cm_scan_trimmed(&h->s, x);
    if (at < x.to) {
        run_launch(h, at);
        return;
    }
    bool any = false;
    for (size_t from = x.from; next_call(h, x, from, &c); from = c.all.to) {
        any = true;
        run_call(h, &c);
    }
    if (!any && x.from < x.to && !run_store(h, x))
        run_other(h, x);
}

static void run_body(cm_host_reading *h, cm_scan_span x);

/* `for (int i = 0; i < 4; i++) data[i] = i;` False: it is none such. */
static bool run_for(cm_host_reading *h, cm_scan_span head, cm_scan_span body)
{
    char *semi = memchr(h->s.text + head.from, ';', head.to - head.from);
    if (!semi || launch_in(h, body) < body.to || h->s.variable)
        return false;
    size_t first = (size_t)(semi - h->s.text), is = head.from;
    while (is < first && h->s.text[is] != '=')
        is++;
    const char *name = last_name(h, (cm_scan_span){head.from, is});
    size_t second = first + 1, less = first + 1;
    while (second < head.to && h->s.text[second] != ';')
        second++;
    while (less < second && h->s.text[less] != '<')
        less++;
    uint64_t from, to;
    if (h->s.variable) /* loops in loops are not followed */
        return false;
    bool closed = less < second && h->s.text[less + 1] == '=';
    const char *tested = last_name(h, (cm_scan_span){first + 1, less});
    const char *step =
        cm_scan_text(&h->s, cm_scan_trimmed(&h->s, (cm_scan_span){second + 1, head.to}));
    const char *after = cm_arena_printf(h->work->arena, "%s++", name),
               *before = cm_arena_printf(h->work->arena, "++%s", name);
    if (is == first || less == second || strcmp(tested, name) != 0 ||
        (strcmp(step, after) != 0 && strcmp(step, before) != 0) ||
        !cm_scan_number(&h->s, (cm_scan_span){is + 1, first}, 0, &from) ||
        !cm_scan_number(&h->s, (cm_scan_span){less + 1 + closed, second}, 0, &to) ||
        to + closed - from > MOST_ROUNDS)
        return false;
    h->s.variable = name;
    for (uint64_t i = from; i < to + closed; i++) {
        h->s.value = i;
        run_body(h, body);
    }
    h->s.variable = NULL;
    return true;
}

/* What stands in a loop or a branch may neither launch nor wait; what it stores is not known. */
static void run_inner(cm_host_reading *h, cm_scan_span x)
{
    size_t at = launch_in(h, x);
    call c;
    if (at < x.to && h->launches > 1)
        refuse(h, (cm_scan_span){at, at + 3}, "a loop or a branch has this launch");
    if (at < x.to) {
        cm_diag_add(h->work, CM_WARNING, cm_scan_place(&h->s, (cm_scan_span){at, at + 3}),
                    "the launch is followed once, whatever loop or branch has it");
        run_launch(h, at);
        return;
    }
    for (size_t from = x.from; next_call(h, x, from, &c); from = c.all.to)
        if (begins(c.name, "StreamCreate") || begins(c.name, "Malloc"))
            run_call(h, &c);
        else if (h->read > 0 && !nothing_comes_behind(h) &&
                 (strstr(c.name, "Synchronize") || begins(c.name, "Mem") ||
                  begins(c.name, "StreamWait") || strstr(c.name, "Query")))
            refuse(h, c.all, "a loop or a branch has this");
    for (int i = 0; i < h->location_count; i++)
        for (size_t at_name = cm_scan_next(&h->s, h->locations[i], x.from); at_name < x.to;
             at_name = cm_scan_next(&h->s, h->locations[i], at_name + 1)) {
            size_t end = at_name;
            while (end < x.to && !strchr(";{}", h->s.text[end]))
                end++;
            cm_scan_span part = {at_name, end};
            const char *text = cm_scan_text(&h->s, part);
            const char *is = strchr(text, '=');
            char behind = h->s.text[at_name + strlen(h->locations[i])];
            if (is && is[1] != '=' && !strchr("!<>=", is[-1]) &&
                (behind == '[' || behind == '-' || cm_scan_before(&h->s, at_name) == '*'))
                store_unknown(h, part);
        }
}

/* From there to the end of one statement. */
static size_t statement_end(const cm_host_reading *h, size_t at, size_t to)
{
    while (at < to && h->s.text[at] != ';') {
        bool block = h->s.text[at] == '{';
        at = strchr("([{", h->s.text[at]) ? cm_scan_closes(&h->s, at) + 1 : at + 1;
        size_t next = cm_scan_behind_blanks(&h->s, at);
        if (block && (next >= to || !strchr(";,)", h->s.text[next])))
            return at;
    }
    return at < to ? at + 1 : to;
}

/* At a word such as `for`? Gives how many statements it has, and runs them. */
static size_t run_control(cm_host_reading *h, size_t at, size_t to)
{
    static const char *const words[] = {"for", "while", "if", "switch", "do", "else"};
    size_t end = at;
    while (end < to && cm_scan_is_word(h->s.text[end]))
        end++;
    const char *word = cm_scan_text(&h->s, (cm_scan_span){at, end});
    if (!cm_word_listed(words, sizeof words / sizeof *words, word))
        return at;
    size_t open = cm_scan_behind_blanks(&h->s, end), body = open;
    cm_scan_span head = {open, open};
    if (open < to && h->s.text[open] == '(') {
        head = (cm_scan_span){open + 1, cm_scan_closes(&h->s, open)};
        body = cm_scan_behind_blanks(&h->s, head.to + 1);
    }
    size_t last =
        h->s.text[body] == '{' ? cm_scan_closes(&h->s, body) + 1 : statement_end(h, body, to);
    if (strcmp(word, "if") == 0)
        run_statement(h, head);
    else
        run_inner(h, head);
    cm_scan_span inner = {body, last < to ? last : to};
    if (strcmp(word, "for") != 0 || !run_for(h, head, inner))
        run_inner(h, inner);
    return inner.to;
}

static void run_body(cm_host_reading *h, cm_scan_span x)
{
    if (++h->nested > MOST_NESTED)
        refuse(h, x, "blocks are nested too deeply here");
    for (size_t at = cm_scan_behind_blanks(&h->s, x.from); at < x.to;
         at = cm_scan_behind_blanks(&h->s, at)) {
        size_t behind = run_control(h, at, x.to);
        if (h->s.text[at] == '#') {
            while (at < x.to && h->s.text[at] != '\n')
                at++;
        } else if (h->s.text[at] == '{') {
            size_t close = cm_scan_closes(&h->s, at);
            run_body(h, (cm_scan_span){at + 1, close < x.to ? close : x.to});
            at = close + 1;
        } else if (behind > at) {
            at = behind;
        } else {
            size_t end = statement_end(h, at, x.to);
            run_statement(h, (cm_scan_span){at, end > at ? end - 1 : end});
            at = end > at ? end : at + 1;
        }
    }
    h->nested--;
}

/* ---- the whole ------------------------------------------------------------------- */

/* Of the function that has the launch: from behind its brace to the one that closes it. */
static cm_scan_span function_around(const cm_host_reading *h, size_t launch)
{
    for (size_t at = 0; at < launch; at++) {
        if (h->s.text[at] != '{')
            continue;
        size_t close = cm_scan_closes(&h->s, at);
        char last = cm_scan_before(&h->s, at);
        if (last != ')' && close < launch)
            at = close;
        else if (last == ')' && close > launch)
            return (cm_scan_span){at + 1, close};
    }
    return (cm_scan_span){launch, launch};
}

const cm_host *cm_host_of_source(cm_work *work, const cm_source *source, const cm_source *binding)
{
    cm_host_reading h = {
        .s = cm_scan_of(work, source), .binding = binding, .work = work, .own = -1};
    const char *first = strstr(h.s.text, "<<<"), *stream;
    if (!first)
        return NULL;
    cm_scan_span body = function_around(&h, (size_t)(first - h.s.text));
    for (const char *at = first; at; at = strstr(at + 3, "<<<"), h.launches++) {
        size_t place = (size_t)(at - h.s.text);
        cm_launch *l = cm_launch_read(&h.s, place, &stream);
        if (place > body.to && at != first)
            refuse(&h, (cm_scan_span){place, place + 3}, "another function has this launch");
        for (int i = 0; i < l->argument_count; i++)
            if (l->arguments[i].kind == CM_BIND_LOCATION)
                add_location(&h, l->arguments[i].location);
    }
    h.out = CM_NEW(work->arena, cm_host);
    run_body(&h, body);
    if (h.read == 0)
        run_launch(&h, (size_t)(first - h.s.text));
    cm_host_finish(&h);
    return h.out;
}
