/* The test as text: what is known of it, threads side by side. */
#include "import/import.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

typedef struct composing {
    cm_import *import;
    const cm_import_reader *reader;
    cm_arch arch; /* of the reader's threads */
    bool compound;
    cm_text text;
    cm_import_text out;
    const char **observed; /* names of the question, where the binding has none */
    int observed_count, observed_capacity;
} composing;

void cm_import_add_row(cm_import *import, int thread, const char *text, cm_place place)
{
    cm_import_column *column = &import->columns[thread];
    CM_RESERVE(import->work->arena, column->rows, column->count, column->capacity);
    column->rows[column->count++] = (cm_import_row){.text = text, .place = place};
}

void cm_import_add_item(cm_import *import, const char *name, const char *text, bool hidden)
{
    CM_PUSH(import->work->arena, import->items, import->item_count, import->item_capacity,
            (cm_import_item){.name = name, .text = text, .hidden = hidden});
}

cm_import_item *cm_import_find_item(const cm_import *import, const char *name)
{
    return CM_NAMED(import->items, import->item_count, name, name);
}

void cm_import_note(cm_import *import, bool said, cm_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = cm_arena_vprintf(import->work->arena, format, args);
    va_end(args);
    for (int i = 0; i < import->note_count; i++)
        if (strcmp(import->notes[i], text) == 0)
            return;
    CM_PUSH(import->work->arena, import->notes, import->note_count, import->note_capacity, text);
    if (!said)
        cm_diag_add(import->work, import->mode & CM_IMPORT_STRICT ? CM_ERROR : CM_WARNING, place,
                    "%s", text);
}

/* Appends, and remembers where it is from. */
static void add_text(composing *c, const char *text, size_t length, cm_place place, bool verbatim)
{
    cm_import_text *out = &c->out;
    cm_import_span span = {(uint32_t)c->text.length, (uint32_t)(c->text.length + length), place,
                           verbatim};
    CM_PUSH(c->import->work->arena, out->spans, out->count, out->capacity, span);
    cm_text_add_bytes(&c->text, text, length);
}

/* A part of the binding as it stands there. */
static void add_verbatim(composing *c, const cm_bind_part *part)
{
    const cm_source *source = c->import->binding->source;
    uint32_t from = part->from, length = part->to - from;
    add_text(c, source->text + from, length, (cm_place){source, from, length}, true);
}

/* ---- head ------------------------------------------------------------------------ */

/* The binding's, or the kernel's file name up to its ending. */
static void add_test_name(composing *c)
{
    const cm_binding *b = c->import->binding;
    const char *name = cm_file_name(c->import->kernel->name);
    size_t length = strlen(name), ending = strlen(c->reader->suffix);
    if (b->name)
        cm_text_add(&c->text, b->name);
    else
        for (size_t i = 0; i < length - ending; i++) {
            bool odd = strchr(" \t\n\r\"{}()*;", name[i]) != NULL;
            cm_text_add_char(&c->text, odd ? '_' : name[i]);
        }
}

static void add_extent(cm_text *text, const char *word, cm_extent e, cm_extent size)
{
    cm_text_append(text, ", %s %u", word, e.x);
    if (size.y > 1 || size.z > 1)
        cm_text_append(text, " %u", e.y);
    if (size.z > 1)
        cm_text_append(text, " %u", e.z);
}

/* No comment ends where a name says so. */
static void add_to_comment(cm_text *text, const char *name)
{
    for (; *name; name++)
        cm_text_add_char(text, strchr("(*)", *name) ? '_' : *name);
}

/* Without the blanks around it. */
static cm_bind_part trimmed(const cm_binding *b, const cm_bind_part *part)
{
    cm_bind_part p = *part;
    while (p.from < p.to && isspace((unsigned char)b->source->text[p.from]))
        p.from++;
    while (p.from < p.to && isspace((unsigned char)b->source->text[p.to - 1]))
        p.to--;
    return p;
}

/* Of the location that the part declares without a type; NULL: it is not known. */
static const cm_import_size *size_of_untyped(const cm_import *import, const cm_bind_part *part)
{
    const char *text = import->binding->source->text + part->from;
    for (int i = 0; i < import->size_count; i++) {
        const cm_import_size *size = &import->sizes[i];
        size_t length = strlen(size->name);
        bool is = size->untyped && strncmp(text, size->name, length) == 0;
        if (is && !isalnum((unsigned char)text[length]) && text[length] != '_')
            return size;
    }
    return NULL;
}

static const char *type_of_untyped(const cm_import *import, const cm_bind_part *part)
{
    const cm_import_size *size = size_of_untyped(import, part);
    return size ? cm_import_type_of(size) : cm_import_type(4);
}

void cm_import_check_widths(const cm_import *import)
{
    const cm_binding *b = import->binding;
    for (int i = 0; i < b->init.count; i++) {
        const cm_bind_part part = trimmed(b, &b->init.items[i]);
        const cm_import_size *size = part.untyped ? size_of_untyped(import, &part) : NULL;
        if (size && cm_import_element(size) == 8 && 4 * size->declared == size->bytes)
            cm_fail(import->work, (cm_place){b->source, part.from, part.to - part.from},
                    "elements of `%s` may have 4 or 8 bytes, since 8 are accessed at a time, up to "
                    "half of so many, expected `int` or `int64_t` before the name",
                    size->name);
    }
}

static void add_origin(composing *c)
{
    const cm_binding *b = c->import->binding;
    cm_text_add(&c->text, "(* Imported from ");
    add_to_comment(&c->text, cm_file_name(c->import->kernel->name));
    cm_text_add(&c->text, ":");
    for (int i = 0; i < b->thread_count; i++) {
        const cm_bind_thread *t = &b->threads[i];
        if (t->launch < 0 && !t->host)
            continue;
        const cm_launch *l = t->host ? t->host : &b->launches[t->launch];
        cm_text_append(&c->text, "\n   P%d: ", t->id);
        add_to_comment(&c->text, l->kernel);
        if (l->is_call)
            continue;
        add_extent(&c->text, "block", t->block, l->blocks);
        add_extent(&c->text, "thread", t->thread, l->threads);
    }
    for (int i = 0; i < c->import->note_count; i++) {
        cm_text_add(&c->text, "\n   Note: ");
        add_to_comment(&c->text, c->import->notes[i]);
    }
    cm_text_add(&c->text, " *)\n");
}

/* The row's line in the kernel's source; NULL: not known. */
static const cm_import_line *line_of(const composing *c, const cm_import_row *row)
{
    const cm_source *in = row->place.source;
    if (in && in == c->import->host)
        return cm_import_line_at(&c->import->host_lines, row->place.offset);
    return in == c->import->kernel ? cm_import_line_at(&c->import->lines, row->place.offset) : NULL;
}

/* `Launch=0 1`: threads of one launch, of which none can begin when another has ended. */
static void add_launches(composing *c)
{
    const cm_binding *b = c->import->binding;
    for (int launch = 0; launch < b->launch_count; launch++) {
        int count = 0;
        cm_text ids = cm_text_new(c->import->work->arena);
        for (int t = 0; t < b->thread_count; t++)
            if (b->threads[t].launch == launch && !b->threads[t].host)
                cm_text_append(&ids, "%s%d", count++ ? " " : "", b->threads[t].id);
        if (count > 1 && !b->launches[launch].is_call)
            cm_text_append(&c->text, "Launch=%s\n", ids.data);
    }
}

/* `Line=flag.cu:6 *flag = 1`, each once. */
static void add_code(composing *c)
{
    size_t from = c->text.length;
    for (int t = 0; t < c->import->binding->thread_count; t++) {
        const cm_import_column *column = &c->import->columns[t];
        for (int i = 0; i < column->count; i++) {
            const cm_import_line *at = line_of(c, &column->rows[i]);
            if (!at || !at->code)
                continue;
            const char *line =
                cm_arena_printf(c->import->work->arena, "Line=%s %s\n", at->text, at->code);
            if (c->text.length == from || !strstr(c->text.data + from, line))
                cm_text_add(&c->text, line);
        }
    }
}

static void add_init(composing *c)
{
    const cm_binding *b = c->import->binding;
    bool any = false;
    cm_text_add(&c->text, "{ ");
    for (int i = 0; i < c->import->item_count; i++) {
        const cm_import_item *item = &c->import->items[i];
        if (!cm_binding_declares(c->import->work, b, item->name))
            cm_text_append(&c->text, "%s; ", item->text);
    }
    for (int t = 0; t < b->thread_count; t++)
        for (int i = 0; i < b->threads[t].register_count; i++)
            cm_text_append(&c->text, "%d:%s; ", b->threads[t].id, b->threads[t].registers[i]);
    for (int i = 0; i < b->init.count; i++) {
        cm_bind_part part = trimmed(b, &b->init.items[i]);
        if (part.from == part.to)
            continue;
        cm_text_add(&c->text, any ? "; " : "");
        if (part.untyped)
            cm_text_append(&c->text, "%s ", type_of_untyped(c->import, &part));
        add_verbatim(c, &part);
        any = true;
    }
    cm_text_add(&c->text, any ? " }\n" : "}\n");
}

/* ---- columns ----------------------------------------------------------------------- */

enum { LANES = 64 }; /* of a wave of HSA's */

int cm_import_shares_wave(const cm_import *import, int thread, int count)
{
    const cm_bind_thread *t = &import->binding->threads[thread];
    for (int i = 0; i < count && t->launch >= 0; i++) {
        const cm_bind_thread *o = &import->binding->threads[i];
        const cm_extent size = import->binding->launches[t->launch].threads;
        if (i != thread && o->launch == t->launch &&
            memcmp(&o->block, &t->block, sizeof t->block) == 0 &&
            cm_extent_linear(o->thread, size) / LANES == cm_extent_linear(t->thread, size) / LANES)
            return i;
    }
    return -1;
}

/* HSA places: a thread is its wave, and each block is on its own XCD, because less is promised with
 * several L2 caches than with one; where the kernel says the machine, that has one. */
static cm_placement placement_of(const composing *c, const cm_bind_thread *t)
{
    cm_placement at = CM_PLACEMENT_UNSAID;
    if (t->launch < 0 || c->import->binding->launches[t->launch].is_call)
        return at;
    const cm_launch *l = &c->import->binding->launches[t->launch];
    at.cta = (int)(l->first_cta + cm_extent_linear(t->block, l->blocks));
    at.gpu = l->gpu;
    at.places = cm_isa_for(c->arch)->places;
    if (at.places == CM_PLACES_HSA) {
        const int thread = (int)(t - c->import->binding->threads);
        const uint64_t item = cm_extent_linear(t->thread, l->threads);
        const bool shares = cm_import_shares_wave(c->import, thread, thread) >= 0;
        at.wave = (int)(shares ? cm_extent_volume(l->threads) + item : item / LANES);
        at.cluster = c->import->word ? -1 : at.cta;
        if (c->import->columns[t - c->import->binding->threads].is_split)
            at.split = 1;
        return at;
    }
    at.domain = l->domain;
    if (cm_extent_volume(l->threads) > 1) /* lanes of one warp are in one warp of the test */
        at.tid = (int)cm_extent_linear(t->thread, l->threads);
    if (cm_extent_volume(l->clusters) > 1)
        at.cluster = (int)(l->first_cluster + cm_bound_cluster(l, t->block));
    return at;
}

static const char *head_of_thread(const composing *c, const cm_bind_thread *t)
{
    cm_text text = cm_text_new(c->import->work->arena);
    cm_text_append(&text, "P%d", t->id);
    if (c->compound)
        cm_text_append(&text, "@%s", cm_isa_for(t->launch < 0 ? t->arch : c->arch)->word);
    cm_placement at = placement_of(c, t);
    cm_placement_print(&text, c->compound ? "," : "@", ",", &at);
    cm_text_add(&text, t->launch < 0 ? t->after : c->import->binding->launches[t->launch].after);
    return text.data;
}

/* Are the two rows one operation that was copied: by the import, which unrolls an instruction of
 * the kernel, or by the compiler, which unrolls or inlines a statement of the source? */
static bool are_copies(const composing *c, const cm_import_row *a, const cm_import_row *b)
{
    size_t word = strcspn(a->text, " ");
    if (word != strcspn(b->text, " ") || memcmp(a->text, b->text, word) != 0 ||
        a->place.source != b->place.source)
        return false;
    const cm_import_line *one = line_of(c, a), *other = line_of(c, b);
    return a->place.offset == b->place.offset ||
           (one && other && strcmp(one->text, other->text) == 0);
}

/* The first in the kernel among the row and its copies: of a loop that was taken apart, or of
 * another thread. NULL: the row has none. */
static const cm_import_row *first_copy(const composing *c, const cm_import_row *row)
{
    const cm_import_row *first = row;
    bool copied = false;
    for (int t = 0; t < c->import->binding->thread_count; t++) {
        const cm_import_column *column = &c->import->columns[t];
        for (int i = 0; i < column->count; i++) {
            const cm_import_row *other = &column->rows[i];
            if (other == row || !are_copies(c, row, other))
                continue;
            copied = true;
            first = other->place.offset < first->place.offset ? other : first;
        }
    }
    return copied ? first : NULL;
}

/* With a comment: the line of the source, and that of the kernel where it is copied, which tells
 * those who change the test what changes together (docs/litmus.md). */
static const char *with_origin(const composing *c, const cm_import_row *own)
{
    unsigned line, column;
    size_t length = strlen(own->text);
    bool label = length > 0 && own->text[length - 1] == ':'; /* `fence.proxy.async.shared::cta` */
    const cm_source *in = own->place.source;
    if (label || !in || (in != c->import->kernel && in != c->import->host))
        return own->text;
    const cm_import_line *at = line_of(c, own);
    const cm_import_row *first = first_copy(c, own);
    cm_text text = cm_text_new(c->import->work->arena);
    cm_text_add(&text, own->text);
    if (at)
        cm_text_append(&text, " (* at %s", at->text);
    if (!first) {
        cm_text_add(&text, at ? " *)" : "");
        return text.data;
    }
    cm_place_position(first->place, &line, &column);
    cm_text_add(&text, at ? ", " : " (* ");
    for (const char *name = cm_file_name(in->name); *name; name++)
        cm_text_add_char(&text, strchr("(*) \t\r\n|;", *name) ? '_' : *name);
    cm_text_append(&text, ":%u *)", line);
    return text.data;
}

/* row -1: the heads. */
static void add_cell(composing *c, int thread, int row, size_t width)
{
    const cm_import_column *column = &c->import->columns[thread];
    const cm_bind_thread *bound = &c->import->binding->threads[thread];
    const char *text = row < 0               ? head_of_thread(c, bound)
                       : row < column->count ? column->rows[row].shown
                                             : "";
    cm_place place = row >= 0 && row < column->count ? column->rows[row].place : bound->place;
    cm_text_add_char(&c->text, ' ');
    add_text(c, text, strlen(text), place, false);
    cm_text_fill(&c->text, ' ', width - strlen(text));
    bool last = thread + 1 == c->import->binding->thread_count;
    cm_text_add(&c->text, last ? " ;\n" : " |");
}

static void add_table(composing *c)
{
    int threads = c->import->binding->thread_count, rows = 0;
    cm_import *import = c->import;
    for (int t = 0; t < import->binding->thread_count; t++) {
        cm_import_column *column = &import->columns[t];
        for (int k = 0; k < column->count; k++)
            column->rows[k].shown = with_origin(c, &column->rows[k]);
    }
    size_t *widths = CM_NEW_ARRAY(c->import->work->arena, (size_t)threads, size_t);
    for (int t = 0; t < threads; t++) {
        const cm_import_column *column = &c->import->columns[t];
        size_t width = strlen(head_of_thread(c, &c->import->binding->threads[t]));
        for (int i = 0; i < column->count; i++)
            if (strlen(column->rows[i].shown) > width)
                width = strlen(column->rows[i].shown);
        widths[t] = width;
        if (c->import->columns[t].count > rows)
            rows = c->import->columns[t].count;
    }
    for (int row = -1; row < rows; row++)
        for (int t = 0; t < threads; t++)
            add_cell(c, t, row, widths[t]);
}

bool cm_import_names(const cm_import *import, const char *name)
{
    for (int t = 0; t < import->binding->thread_count; t++)
        for (int i = 0; i < import->columns[t].count; i++)
            if (cm_has_word(import->columns[t].rows[i].text, name))
                return true;
    return false;
}

/* Adds the name of what the test has to the list, once. */
static void add_observed(void *context, const char *name, cm_place place)
{
    composing *c = context;
    (void)place;
    for (int i = 0; i < c->observed_count; i++)
        if (strcmp(c->observed[i], name) == 0)
            return;
    if (!cm_import_names(c->import, name) &&
        !cm_binding_declares(c->import->work, c->import->binding, name))
        return;
    cm_text_append(&c->text, "%s%s", c->observed_count ? "; " : "locations [", name);
    CM_PUSH(c->import->work->arena, c->observed, c->observed_count, c->observed_capacity, name);
}

/* Of a binding that asks nothing: whatever the host can read when the kernel has ended, which is
 * what launches name and the kernel's own variables in global memory. */
static void add_all_observed(composing *c)
{
    cm_binding_each_argument(c->import->binding, add_observed, c);
    for (int i = 0; i < c->import->item_count; i++)
        if (!c->import->items[i].hidden)
            add_observed(c, c->import->items[i].name, (cm_place){0});
    cm_text_add(&c->text, c->observed_count > 0 ? "]\n" : "\n");
}

cm_import_text cm_import_compose(cm_import *import, const cm_import_reader *reader)
{
    const cm_binding *b = import->binding;
    composing c = {.import = import, .reader = reader};
    c.text = cm_text_new(import->work->arena);
    for (int arch = 0; arch < CM_CMCM; arch++)
        if (strcmp(cm_isa_for((cm_arch)arch)->word, import->word ? import->word : reader->word) ==
            0)
            c.arch = (cm_arch)arch;
    for (int i = 0; i < b->thread_count; i++)
        c.compound |= b->threads[i].launch < 0;
    cm_text_append(&c.text, "%s ", cm_arch_name(c.compound ? CM_CMCM : c.arch));
    add_test_name(&c);
    cm_text_add(&c.text, "\n");
    if (b->doc)
        cm_text_append(&c.text, "\"%s\"\n", b->doc);
    if (b->specification)
        cm_text_append(&c.text, "Linearisable=%s\n", b->specification);
    if (import->asleep)
        cm_text_append(&c.text, "%s=%s\n", CM_ASLEEP, import->asleep);
    if (import->lockstep)
        cm_text_append(&c.text, "%s=%s\n", CM_LOCKSTEP, import->lockstep);
    add_origin(&c);
    add_launches(&c);
    add_code(&c);
    add_init(&c);
    add_table(&c);
    for (int i = 0; i < b->question.count; i++) {
        cm_bind_part part = trimmed(b, &b->question.items[i]);
        cm_text_add(&c.text, part.before ? part.before : i > 0 ? "\n" : "");
        add_verbatim(&c, &part);
    }
    if (import->condition)
        cm_text_append(&c.text, "%s%s\n", b->question.count > 0 ? "\n" : "", import->condition);
    else if (b->question.count > 0)
        cm_text_add(&c.text, "\n");
    else
        add_all_observed(&c);
    c.out.text = c.text.data;
    return c.out;
}
