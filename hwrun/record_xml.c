/* Records as XML text, through libxml2 so that escaping is right. */
#include "base/text.h"
#include "hwrun/record_format.h"

#include <libxml/xmlwriter.h>
#include <string.h>

typedef struct writing {
    cm_work *work;
    void (*emit)(struct writing *w, const void *what);
    const void *what;
    xmlBuffer *buffer;
    xmlTextWriter *writer;
    char *text; /* the result */
} writing;

/* Only lack of memory makes the XML library fail here. */
static void check(writing *w, int result)
{
    if (result < 0)
        cm_arena_escape(w->work->arena);
}

static const xmlChar *xml(const char *text)
{
    return (const xmlChar *)text;
}

static void begin(writing *w, const char *name)
{
    check(w, xmlTextWriterStartElement(w->writer, xml(name)));
}

static void end(writing *w)
{
    check(w, xmlTextWriterEndElement(w->writer));
}

static void attribute(writing *w, const char *name, const char *value)
{
    const char *escaped = cm_record_escape(w->work->arena, value);
    check(w, xmlTextWriterWriteAttribute(w->writer, xml(name), xml(escaped)));
}

static void number(writing *w, const char *name, uint64_t value)
{
    attribute(w, name, cm_arena_printf(w->work->arena, "%llu", (unsigned long long)value));
}

static void element(writing *w, const char *name, const char *text)
{
    begin(w, name);
    const char *escaped = cm_record_escape(w->work->arena, text);
    if (*escaped)
        check(w, xmlTextWriterWriteString(w->writer, xml(escaped)));
    end(w);
}

static void field(writing *w, const cm_record_field *f, const void *at)
{
    const char *text = f->kind <= CM_RECORD_NULLABLE ? *(const char *const *)at : NULL;
    switch (f->kind) {
    case CM_RECORD_TEXT:
        attribute(w, f->name, text);
        break;
    case CM_RECORD_OPTIONAL:
        if (text && *text)
            attribute(w, f->name, text);
        break;
    case CM_RECORD_NULLABLE:
        if (text)
            attribute(w, f->name, text);
        break;
    case CM_RECORD_UNSIGNED:
        number(w, f->name, *(const unsigned *)at);
        break;
    case CM_RECORD_COUNT:
        number(w, f->name, *(const uint64_t *)at);
        break;
    case CM_RECORD_SIZE:
        number(w, f->name, *(const size_t *)at);
        break;
    case CM_RECORD_SECONDS:
        attribute(w, f->name, cm_record_seconds_print(w->work->arena, *(const double *)at));
        break;
    }
}

static void fields(writing *w, const cm_record_field *table, const void *from)
{
    for (const cm_record_field *f = table; f->name; f++)
        field(w, f, (const char *)from + f->offset);
}

static void pairs(writing *w, const char *name, const cm_record_pair *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        begin(w, name);
        attribute(w, "key", items[i].key);
        attribute(w, "value", items[i].value);
        end(w);
    }
}

/* The start tag only; the tail ends the element. */
static void emit_run(writing *w, const void *what)
{
    check(w, xmlTextWriterStartDocument(w->writer, "1.0", "UTF-8", NULL));
    begin(w, "run");
    attribute(w, "xmlns", CM_RECORD_NAMESPACE);
    fields(w, cm_record_run_fields, what);
    check(w, xmlTextWriterWriteRaw(w->writer, xml("\n")));
}

static void emit_machine(writing *w, const void *what)
{
    const cm_record_machine *machine = what;
    begin(w, "machine");
    fields(w, cm_record_machine_fields, machine);
    pairs(w, "attribute", machine->attributes, machine->attribute_count);
    end(w);
}

static void parameters(writing *w, const cm_parameters *p)
{
    cm_arena *arena = w->work->arena;
    begin(w, "parameters");
    fields(w, cm_record_parameter_fields, p);
    attribute(w, "memory", cm_memory_kind_text(arena, p->memory, p->numa_node));
    cm_text words;
    cm_text_init(&words, arena);
    for (const cm_record_word *i = cm_record_injections; i->word; i++)
        if (p->injections & i->value)
            cm_text_append(&words, "%s%s", words.length > 0 ? " " : "", i->word);
    if (words.length > 0)
        attribute(w, "injections", words.data);
    for (int i = 0; i < CM_TUNABLE_COUNT; i++) {
        begin(w, "parameter");
        attribute(w, "name", cm_tunables[i].name);
        number(w, "value", p->tuned[i]);
        if (p->given[i])
            attribute(w, "given", "true");
        end(w);
    }
    end(w);
}

static void state(writing *w, const cm_record_state *s)
{
    begin(w, "state");
    number(w, "count", s->count);
    attribute(w, "satisfies", s->satisfies ? "true" : "false");
    const char *escaped = cm_record_escape(w->work->arena, s->text);
    check(w, xmlTextWriterWriteString(w->writer, xml(escaped)));
    end(w);
}

static void emit_test(writing *w, const void *what)
{
    const cm_record_test *test = what;
    begin(w, "test");
    fields(w, cm_record_test_fields, test);
    attribute(w, "end", cm_record_word_of(cm_record_ends, test->end));
    if (test->end != CM_RECORD_DONE)
        element(w, "reason", test->reason);
    pairs(w, "axis", test->axes, test->axis_count);
    parameters(w, &test->parameters);
    begin(w, "counts");
    fields(w, cm_record_count_fields, test);
    end(w);
    for (size_t i = 0; i < test->state_count; i++)
        state(w, &test->states[i]);
    begin(w, "verdict");
    if (test->model && *test->model)
        attribute(w, "model", test->model);
    check(w, xmlTextWriterWriteString(w->writer,
                                      xml(cm_record_word_of(cm_record_verdicts, test->verdict))));
    end(w);
    element(w, "source", test->text);
    end(w);
}

static void write_inside(void *argument)
{
    writing *w = argument;
    w->buffer = xmlBufferCreate();
    w->writer = w->buffer ? xmlNewTextWriterMemory(w->buffer, 0) : NULL;
    check(w, w->writer ? xmlTextWriterSetIndent(w->writer, 1) : -1);
    w->emit(w, w->what);
    check(w, xmlTextWriterFlush(w->writer));
    w->text = cm_arena_text(w->work->arena, (const char *)xmlBufferContent(w->buffer),
                            (size_t)xmlBufferLength(w->buffer));
}

static char *xml_of(cm_work *work, void (*emit)(writing *w, const void *what), const void *what)
{
    writing w = {.work = work, .emit = emit, .what = what};
    bool good = cm_arena_protect(work->arena, write_inside, &w);
    xmlFreeTextWriter(w.writer);
    xmlBufferFree(w.buffer);
    if (!good)
        cm_arena_escape(work->arena);
    return w.text;
}

char *cm_record_head_xml(cm_work *work, const cm_record *record)
{
    cm_text out;
    cm_text_init(&out, work->arena);
    cm_text_add(&out, xml_of(work, emit_run, record));
    for (size_t i = 0; i < record->machine_count; i++)
        cm_text_add(&out, xml_of(work, emit_machine, &record->machines[i]));
    return out.data;
}

char *cm_record_test_xml(cm_work *work, const cm_record_test *test)
{
    return xml_of(work, emit_test, test);
}
