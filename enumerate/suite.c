/* Suites: names in texts, the values of axes, and the tests as a generator gives them. */
#include "enumerate/suite.h"

#include "base/near.h"
#include "enumerate/cycle.h"

#include <ctype.h>
#include <string.h>

static const cm_place nowhere;

/* ---- what names stand for ---------------------------------------------- */

/* Of the CPU that was asked for; NULL: no such name. */
static const char *cpu_text(const cm_suite *s, cm_place name)
{
    const cm_isa *cpu = cm_isa_for(s->cpu);
    const cm_isa_writer *writer = cpu->writer;
    if (cm_place_is(name, "cpu"))
        return cpu->word;
    if (cm_place_is(name, "CPU"))
        return cpu->name;
    if (cm_place_is(name, "mark")) { /* what is other than the paper's CPU, and than compilers' */
        bool usual = s->least == writer->least_is_usual;
        return cm_arena_printf(s->work->arena, "%s%s", writer->mark,
                               usual      ? ""
                               : s->least ? ".least"
                                          : ".full");
    }
    const cm_write_fence *fence = cm_place_is(name, "full")     ? writer->full
                                  : cm_place_is(name, "stores") ? writer->stores
                                  : cm_place_is(name, "loads")  ? writer->loads
                                                                : NULL;
    if (!fence)
        return NULL;
    char *text = cm_arena_text(s->work->arena, fence->name, strlen(fence->name));
    for (char *c = text; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return text;
}

static void expand_text(cm_text *out, cm_suite_scope *scope, cm_place text);

/* What the name, a column of the axis, says of its value. */
static bool expand_column(cm_text *out, cm_suite_scope *scope, int axis, cm_place name)
{
    const cm_suite *s = scope->suite;
    const char *word = s->axes[axis], *value = scope->values[axis];
    const cm_suite_block *table = cm_suite_find_block(&s->file, "axis", word, strlen(word));
    cm_place own = name, after = cm_suite_cut(&own, '.'), columns = table ? table->rest : nowhere;
    if (cm_place_is(after, word))
        name = own;
    int column = -1;
    for (int i = 0; columns.length && column < 0; i++)
        column = cm_place_same(cm_suite_cut(&columns, '|'), name) ? i : -1;
    if (column < 0)
        return false;
    for (size_t i = 0; i < table->count; i++) {
        cm_place cells = table->lines[i], key = cm_suite_cut(&cells, ' '), names = key;
        cm_place begin = cm_suite_cut(&names, '{');
        if (strncmp(value, cm_place_text(begin), begin.length) != 0)
            continue;
        cm_text text = cm_text_new(s->work->arena);
        expand_text(&text, scope, key);
        if (strcmp(text.data, value) != 0)
            continue;
        cm_place cell = cm_suite_cut(&cells, '|');
        for (int c = 0; c < column; c++)
            cell = cm_suite_cut(&cells, '|');
        expand_text(out, scope, cell);
        return true;
    }
    cm_fail(s->work, table->name, "there is no row for `%s`, expected one for each value", value);
}

static void expand_name(cm_text *out, cm_suite_scope *scope, cm_place name)
{
    const cm_suite *s = scope->suite;
    if (scope->left-- == 0)
        cm_fail(s->work, name,
                "the name is defined by itself, by way of others, expected no such circle");
    for (int i = 0; i < scope->register_count; i++)
        if (cm_place_is(name, scope->registers[i].name)) {
            cm_text_add(out, scope->registers[i].value);
            return;
        }
    for (int i = 0; i < s->axis_count; i++)
        if (scope->values && scope->values[i] && cm_place_is(name, s->axes[i])) {
            cm_text_add(out, scope->values[i]);
            return;
        }
    for (int i = 0; i < s->axis_count; i++)
        if (scope->values && scope->values[i] && expand_column(out, scope, i, name))
            return;
    const char *text = cpu_text(s, name);
    const cm_suite_block *let =
        cm_suite_find_block(&s->file, "let", cm_place_text(name), name.length);
    if (!text && !let)
        cm_fail(s->work, name,
                "there is no such name, expected an axis or one of its columns, a text of `let`, "
                "cpu, CPU, mark, full, stores or loads");
    if (text)
        cm_text_add(out, text);
    else
        expand_text(out, scope, let->rest);
    for (size_t i = 0; !text && i < let->count; i++)
        expand_text(out, scope, let->lines[i]);
}

static void expand_text(cm_text *out, cm_suite_scope *scope, cm_place text)
{
    enum { MOST = 1 << 16 };
    if (out->length > MOST)
        cm_fail(scope->suite->work, text, "its text is too long");
    for (uint32_t at = 0, next; at < text.length; at = next) {
        const char *rest = cm_place_text(text) + at;
        /* Bytes of the name in braces that stands here; 0: it is none, as in "{1,1}", "{ x }". */
        uint32_t end = 1, left = text.length - at;
        while (end < left && (isalnum((unsigned char)rest[end]) || strchr(".-+_", rest[end])))
            end++;
        bool is_name = *rest == '{' && end > 1 && isalpha((unsigned char)rest[1]);
        uint32_t length = is_name && end < left && rest[end] == '}' ? end - 1 : 0;
        next = at + (length ? length + 2 : 1);
        while (!length && next < text.length && cm_place_text(text)[next] != '{')
            next++;
        if (length)
            expand_name(out, scope, (cm_place){text.source, text.offset + at + 1, length});
        else
            cm_text_add_bytes(out, rest, next - at);
    }
}

char *cm_suite_expanded(cm_suite_scope *scope, cm_place text)
{
    enum { NAMES = 1000 };
    cm_text out = cm_text_new(scope->suite->work->arena);
    scope->left = NAMES;
    expand_text(&out, scope, text);
    return out.data;
}

static char *expanded(const cm_suite *s, const char *const *values, cm_place text)
{
    cm_suite_scope scope = {.suite = s, .values = values};
    return cm_suite_expanded(&scope, text);
}

/* ---- a suite ------------------------------------------------------------ */

cm_place cm_suite_line(const cm_suite_block *block, const char *word)
{
    for (size_t i = 0; i < block->count; i++) {
        cm_place line = block->lines[i];
        if (cm_place_is(cm_suite_cut(&line, ' '), word))
            return line;
    }
    return nowhere;
}

static cm_place need_line(const cm_suite *s, const char *word)
{
    cm_place line = cm_suite_line(s->block, word);
    if (!line.source)
        cm_fail(s->work, s->block->name, "the suite has no line `%s`, expected one", word);
    return line;
}

static const cm_suite_block *named_block(const cm_suite *s, const char *kind)
{
    cm_place name = cm_suite_line(s->block, kind);
    if (!name.source)
        return NULL;
    const cm_suite_block *block =
        cm_suite_find_block(&s->file, kind, cm_place_text(name), name.length);
    if (!block)
        cm_fail(s->work, name, "there is no %s of that name, expected one", kind);
    return block;
}

/* "sweep X Y = *scopes" */
static void add_sweep(cm_suite *s, cm_place line)
{
    cm_arena *arena = s->work->arena;
    cm_place axes = cm_suite_cut(&line, '=');
    cm_suite_sweep sweep = {.first = s->axis_count, .rows = line};
    if (!axes.length || !line.length)
        cm_fail(s->work, axes, "expected `sweep AXIS... = ROW | ROW ...`");
    while (axes.length) {
        cm_place axis = cm_suite_cut(&axes, ' ');
        for (int i = 0; i < s->axis_count; i++)
            if (cm_place_is(axis, s->axes[i]))
                cm_fail(s->work, axis, "the axis is swept twice, expected once");
        CM_RESERVE(arena, s->axes, s->axis_count, s->axis_capacity);
        s->axes[s->axis_count++] = cm_arena_text(arena, cm_place_text(axis), axis.length);
    }
    sweep.past = s->axis_count;
    CM_PUSH(arena, s->sweeps, s->sweep_count, s->sweep_capacity, sweep);
}

static void read_lines(cm_suite *s)
{
    static const char words[] = " title name arch test sweep reasons outline cpu-fences free ";
    for (size_t i = 0; i < s->block->count; i++) {
        cm_place line = s->block->lines[i], word = cm_suite_cut(&line, ' ');
        const char *padded =
            cm_arena_printf(s->work->arena, " %.*s ", (int)word.length, cm_place_text(word));
        if (!strstr(words, padded))
            cm_fail(s->work, word, "there is no such word, expected one of%s", words);
        if (cm_place_is(word, "sweep"))
            add_sweep(s, line);
    }
    need_line(s, "name");
    need_line(s, "arch");
    need_line(s, "test");
    if (!s->sweep_count)
        need_line(s, "sweep");
    s->reasons = named_block(s, "reasons");
    named_block(s, "outline");
}

/* ---- what is asked of axes that are free ------------------------------------- */

static const char *last_or(size_t at, size_t count)
{
    return at == 0 ? "" : at + 1 == count ? " or " : ", ";
}

/* The axis of that name: its values are the rows of its block. */
static void ask_axis(cm_suite *s, const cm_sweep *wish)
{
    cm_arena *arena = s->work->arena;
    cm_text list = cm_text_new(arena), known = cm_text_new(arena);
    size_t axis = 0, count = s->sweep_count;
    while (axis < count && strcmp(s->axes[axis], wish->name) != 0)
        axis++;
    for (size_t i = 0; i < count; i++)
        cm_text_append(&known, "%s%s", last_or(i, count), s->axes[i]);
    if (axis == count)
        cm_fail(s->work, nowhere, "there is no axis `%s`, expected %s", wish->name, known.data);
    const cm_suite_block *table =
        cm_suite_find_block(&s->file, "axis", wish->name, strlen(wish->name));
    cm_text_cut(&known, 0);
    for (size_t i = 0; table && i < table->count; i++) {
        cm_place line = table->lines[i], key = cm_suite_cut(&line, ' ');
        cm_text_append(&known, "%s%.*s", last_or(i, table->count), (int)key.length,
                       cm_place_text(key));
    }
    for (int v = 0; v < wish->count; v++) {
        size_t row = 0;
        for (; table && row < table->count; row++) {
            cm_place line = table->lines[row];
            if (cm_place_is(cm_suite_cut(&line, ' '), wish->values[v]))
                break;
        }
        if (!table || row == table->count)
            cm_fail(s->work, nowhere, "axis %s is `%s`, expected %s", wish->name, wish->values[v],
                    known.data);
        cm_text_append(&list, "%s%s", v ? "," : "", wish->values[v]);
    }
    cm_source *source = CM_NEW(arena, cm_source);
    *source = (cm_source){"axis", list.data, list.length};
    s->sweeps[axis].rows = (cm_place){source, 0, (uint32_t)list.length};
}

/* Other values than the usual ones. */
static void ask_axes(cm_suite *s, const cm_enum_request *request, cm_place line)
{
    cm_arena *arena = s->work->arena;
    if (s->sweep_count != (size_t)s->axis_count)
        cm_fail(s->work, line, "some axes are free, expected a sweep for each");
    cm_suite_cut(&line, ' ');
    cm_place axis = cm_suite_cut(&line, ' ');
    const cm_suite_block *table =
        cm_suite_find_block(&s->file, "axis", cm_place_text(axis), axis.length);
    if (request->size && table) {
        cm_sweep numbers = {.name = cm_arena_text(arena, cm_place_text(axis), axis.length)};
        int capacity = 0;
        if (request->size > table->count)
            cm_fail(s->work, nowhere, "%u %.*s, expected at most %zu", request->size,
                    (int)line.length, cm_place_text(line), table->count);
        for (unsigned n = 1; n <= request->size; n++)
            CM_PUSH(arena, numbers.values, numbers.count, capacity,
                    cm_arena_printf(arena, "%u", n));
        ask_axis(s, &numbers);
    }
    cm_sweeps given = cm_sweeps_parse(s->work, request->axes, request->axis_count);
    for (int i = 0; i < given.count; i++)
        ask_axis(s, &given.items[i]);
}

/* The CPU does not matter where all threads are the GPU's, so one request does for several
 * suites. Without a word about fences they are what compilers make of them (cm_isa_writer). */
const cm_suite *cm_suite_open_text(cm_work *work, const cm_source *source,
                                   const cm_enum_request *request)
{
    cm_suite *s = CM_NEW(work->arena, cm_suite);
    *s = (cm_suite){.work = work, .name = request->name, .cpu_asked = request->cpu};
    s->file = cm_suite_read(work, source);
    s->block = cm_suite_find_block(&s->file, "suite", s->name, strlen(s->name));
    if (!s->block)
        cm_fail(work, (cm_place){source, 0, 0}, "the file has no suite %s, expected one", s->name);
    read_lines(s);
    s->cpu = cm_enum_cpu(work, request->cpu);
    const char *fences = request->cpu_fence;
    if (fences && strcmp(fences, "full") != 0 && strcmp(fences, "least") != 0)
        cm_fail(work, nowhere, "`%s` says nothing about fences, expected full or least", fences);
    if (fences && !cm_suite_line(s->block, "cpu-fences").source)
        cm_fail(work, nowhere, "the CPU fences of %s cannot be chosen, expected those of hetero",
                s->name);
    if (request->arch)
        cm_fail(work, nowhere, "the tests of %s are not of %s, expected a family", s->name,
                request->arch);
    if (request->word_count)
        cm_fail(work, nowhere, "`%s` follows %s, expected nothing", request->words[0], s->name);
    cm_place free = cm_suite_line(s->block, "free");
    if (free.source)
        ask_axes(s, request, free);
    s->least = fences ? *fences == 'l' : cm_isa_for(s->cpu)->writer->least_is_usual;
    return s;
}

const cm_suite *cm_suite_open(cm_work *work, const cm_enum_request *request)
{
    for (const cm_suite_source *carried = cm_suite_sources; carried->name; carried++)
        if (strcmp(carried->name, request->name) == 0) {
            cm_source *source = CM_NEW(work->arena, cm_source);
            *source = (cm_source){carried->path, carried->text, strlen(carried->text)};
            return cm_suite_open_text(work, source, request);
        }
    return NULL;
}

const char *cm_suite_outline(const cm_suite *s)
{
    const cm_suite_block *block = named_block(s, "outline");
    cm_text out = cm_text_new(s->work->arena);
    for (size_t i = 0; block && i < block->count; i++)
        cm_text_append(&out, "%.*s\n", (int)block->lines[i].length, cm_place_text(block->lines[i]));
    return block ? out.data : NULL;
}

const char *cm_suite_name(const cm_suite *s, const char *const *values)
{
    cm_place line = cm_suite_line(s->block, "name");
    const char *name = expanded(s, values, line);
    if (!*name || strpbrk(name, "/ "))
        cm_fail(s->work, line, "the name `%s` has blanks or slashes, expected none", name);
    return name;
}

bool cm_suite_change(const cm_suite *s, cm_place changes, const char **values)
{
    bool changed = false;
    while (changes.length) {
        cm_place to = cm_suite_cut(&changes, ' '), word = cm_suite_cut(&to, '='), all = to;
        int axis = 0;
        while (axis < s->axis_count && !cm_place_is(word, s->axes[axis]))
            axis++;
        if (axis == s->axis_count || !to.length)
            cm_fail(s->work, word, "expected AXIS=VALUE with an axis of the suite");
        const char *old = values[axis], *dot = strchr(old, '.');
        cm_place from = cm_suite_cut(&all, '>');
        const char *head = "", *tail = "";
        if (all.length) {
            if (strncmp(old, cm_place_text(from), from.length) != 0 ||
                (old[from.length] && old[from.length] != '.'))
                continue;
            tail = old + from.length;
            to = all;
        } else if (*cm_place_text(to) == '.') {
            if (!dot)
                continue;
            head = cm_arena_text(s->work->arena, old, (size_t)(dot - old));
        }
        values[axis] =
            cm_arena_printf(s->work->arena, "%s%s%s", head, expanded(s, values, to), tail);
        changed |= strcmp(values[axis], old) != 0;
    }
    return changed;
}

/* ---- the values of the axes --------------------------------------------------- */

typedef struct walk {
    const cm_suite *suite;
    const char **values; /* NULL: not yet */
    cm_suite_visit *visit;
    void *context;
    int depth; /* of rows by name */
    bool has_enough;
} walk;

static void walk_rows(walk *w, size_t sweep);

/* From one axis of the sweep on: "rel acq", "cta cta,gpu,sys", "store *fences". */
static void walk_cells(walk *w, size_t sweep, int axis, cm_place cells)
{
    const cm_suite *s = w->suite;
    bool is_whole = axis == s->sweeps[sweep].past;
    cm_place row = cells, cell = cm_suite_cut(&cells, ' ');
    if (is_whole != !cell.length)
        cm_fail(s->work, row, "the row has too %s values, expected one for each axis",
                is_whole ? "many" : "few");
    if (is_whole) {
        walk_rows(w, sweep + 1);
    } else if (*cm_place_text(cell) == '*') {
        enum { MOST = 16 };
        const cm_suite_block *rows =
            cm_suite_find_block(&s->file, "rows", cm_place_text(cell) + 1, cell.length - 1);
        if (!rows || cells.length || ++w->depth > MOST)
            cm_fail(s->work, row, "expected the name of other rows, and then the end of the line");
        for (size_t i = 0; i < rows->count && !w->has_enough; i++)
            walk_cells(w, sweep, axis, rows->lines[i]);
        w->depth--;
    } else {
        char *next = expanded(s, w->values, cell);
        for (bool more = true; more && !w->has_enough;) {
            char *value = next;
            next += strcspn(next, ",");
            more = *next == ',';
            *next++ = '\0';
            if (!*value || strpbrk(value, " ="))
                cm_fail(s->work, cell, "the value `%s` has blanks or `=`, expected none", value);
            w->values[axis] = value;
            walk_cells(w, sweep, axis + 1, cells);
        }
        w->values[axis] = NULL;
    }
}

/* The row is empty where all axes of the sweep have values. */
static void walk_rows(walk *w, size_t sweep)
{
    const cm_suite *s = w->suite;
    if (sweep == s->sweep_count) {
        w->has_enough = !w->visit(w->context, w->values);
        return;
    }
    for (cm_place rows = s->sweeps[sweep].rows; rows.length && !w->has_enough;)
        walk_cells(w, sweep, s->sweeps[sweep].first, cm_suite_cut(&rows, '|'));
}

void cm_suite_each(const cm_suite *suite, cm_suite_visit *visit, void *context)
{
    walk w = {.suite = suite, .visit = visit, .context = context};
    w.values = CM_NEW_ARRAY(suite->work->arena, (size_t)suite->axis_count, const char *);
    walk_rows(&w, 0);
}

/* ---- as a generator --------------------------------------------------------------- */

typedef struct generation {
    const cm_suite *suite;
    const cm_enum_request *request;
    cm_enum_sink sink;
    void *context;
    cm_enum_axis *axes;
    cm_text text;
    size_t yielded;
} generation;

/* Is value one of "a,b,c"? */
static bool is_listed(const char *list, const char *value)
{
    size_t length = strlen(value);
    for (const char *c = list;; c++) {
        size_t here = strcspn(c, ",");
        if (here == length && strncmp(c, value, length) == 0)
            return true;
        c += here;
        if (!*c)
            return false;
    }
}

/* Does the wish "NAME=VALUE,..." hold of the coordinates? One that names no axis is an error. */
static bool meets_wish(cm_work *work, const char *wish, const cm_enum_axis *axes, int count)
{
    size_t length = strcspn(wish, "=");
    for (int i = 0; i < count && wish[length]; i++)
        if (strlen(axes[i].name) == length && strncmp(axes[i].name, wish, length) == 0)
            return is_listed(wish + length + 1, axes[i].value);
    cm_text names = cm_text_new(work->arena);
    for (int i = 0; i < count; i++)
        cm_text_append(&names, "%s%s", i ? ", " : "", axes[i].name);
    cm_fail(work, (cm_place){0},
            "`%s` does not choose values of an axis, expected NAME=VALUE,... with one of %s", wish,
            names.data);
}

static bool yield_test(void *context, const char *const *values)
{
    generation *g = context;
    const cm_suite *s = g->suite;
    for (int i = 0; i < s->axis_count; i++)
        g->axes[i] = (cm_enum_axis){s->axes[i], values[i]};
    for (int i = 0; i < g->request->axis_count; i++)
        if (!meets_wish(s->work, g->request->axes[i], g->axes, s->axis_count))
            return true;
    cm_text_cut(&g->text, 0);
    size_t body = cm_suite_write(&g->text, s, values);
    const cm_enum_test test = {.name = cm_suite_name(s, values),
                               .axes = g->axes,
                               .axis_count = s->axis_count,
                               .text = g->text.data,
                               .length = g->text.length,
                               .body = body};
    g->yielded++;
    return g->sink(g->context, &test);
}

/* The values of one axis, by the tests of a suite. */
typedef struct axis_values {
    const char *wanted; /* "a,b" */
    int axis;
    cm_text list;
    bool is_met; /* some test has one of those wanted */
} axis_values;

static bool gather_value(void *context, const char *const *values)
{
    axis_values *v = context;
    const char *value = values[v->axis];
    v->is_met |= is_listed(v->wanted, value);
    if (!is_listed(v->list.data, value))
        cm_text_append(&v->list, "%s%s", v->list.length ? "," : "", value);
    return true;
}

/* Fails at a wish whose values no test has, and says which there are; or else at all of them. */
_Noreturn static void refuse_wishes(const cm_suite *s, const cm_enum_request *request)
{
    for (int i = 0; i < request->axis_count; i++) {
        const char *wish = request->axes[i];
        size_t length = strcspn(wish, "=");
        axis_values v = {.wanted = wish + length + 1};
        while (strlen(s->axes[v.axis]) != length || strncmp(s->axes[v.axis], wish, length) != 0)
            v.axis++; /* there is one: every test was asked */
        v.list = cm_text_new(s->work->arena);
        cm_suite_each(s, gather_value, &v);
        cm_near near = cm_near_new(v.wanted, strlen(v.wanted));
        cm_near_offer_list(&near, v.list.data, ',');
        if (!v.is_met)
            cm_fail(s->work, nowhere, "no test of %s has `%s`, expected one of %s%s", s->name, wish,
                    v.list.data, cm_near_hint(&near, s->work->arena));
    }
    cm_fail(s->work, nowhere,
            "no test of %s has these values on its axes, expected values that some test has",
            s->name);
}

void cm_suite_run(cm_work *work, const cm_enum_request *request, cm_enum_sink sink, void *context)
{
    generation g = {.suite = cm_suite_open(work, request),
                    .request = request,
                    .sink = sink,
                    .context = context};
    g.axes = CM_NEW_ARRAY(work->arena, (size_t)g.suite->axis_count, cm_enum_axis);
    g.text = cm_text_new(work->arena);
    cm_suite_each(g.suite, yield_test, &g);
    if (!g.yielded)
        refuse_wishes(g.suite, request);
}
