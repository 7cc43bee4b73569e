/* Run records as XML text. */
#include "base/text.h"
#include "hwrun/record/record_format.h"
#include "hwrun/record/xml_writer.h"

static void field(cm_xml *xml, const cm_record_field *f, const void *at)
{
    const char *text = f->kind <= CM_RECORD_NULLABLE ? *(const char *const *)at : NULL;
    switch (f->kind) {
    case CM_RECORD_TEXT:
        cm_xml_attribute(xml, f->name, text);
        break;
    case CM_RECORD_OPTIONAL:
        if (text && *text)
            cm_xml_attribute(xml, f->name, text);
        break;
    case CM_RECORD_NULLABLE:
        if (text)
            cm_xml_attribute(xml, f->name, text);
        break;
    case CM_RECORD_UNSIGNED:
        cm_xml_number(xml, f->name, *(const unsigned *)at);
        break;
    case CM_RECORD_COUNT:
        cm_xml_number(xml, f->name, *(const uint64_t *)at);
        break;
    case CM_RECORD_SIZE:
        cm_xml_number(xml, f->name, *(const size_t *)at);
        break;
    case CM_RECORD_SECONDS:
        cm_xml_attribute(xml, f->name,
                         cm_record_seconds_print(cm_xml_arena(xml), *(const double *)at));
        break;
    }
}

static void fields(cm_xml *xml, const cm_record_field *table, const void *from)
{
    for (const cm_record_field *f = table; f->name; f++)
        field(xml, f, (const char *)from + f->offset);
}

static void pairs(cm_xml *xml, const char *name, const cm_record_pair *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cm_xml_begin(xml, name);
        cm_xml_attribute(xml, "key", items[i].key);
        cm_xml_attribute(xml, "value", items[i].value);
        cm_xml_end(xml);
    }
}

/* The start tag only; the tail ends the element. */
static void emit_run(cm_xml *xml, const void *what)
{
    cm_xml_declare(xml);
    cm_xml_begin(xml, "run");
    cm_xml_attribute(xml, "xmlns", CM_RECORD_NAMESPACE);
    fields(xml, cm_record_run_fields, what);
    cm_xml_leave_open(xml);
}

static void emit_machine(cm_xml *xml, const void *what)
{
    const cm_record_machine *machine = what;
    cm_xml_begin(xml, "machine");
    fields(xml, cm_record_machine_fields, machine);
    pairs(xml, "attribute", machine->attributes, machine->attribute_count);
    cm_xml_end(xml);
}

static void parameters(cm_xml *xml, const cm_parameters *p)
{
    cm_arena *arena = cm_xml_arena(xml);
    cm_xml_begin(xml, "parameters");
    fields(xml, cm_record_parameter_fields, p);
    cm_xml_attribute(xml, "memory", cm_memory_kind_text(arena, p->memory, p->numa_node));
    if (*p->homes)
        cm_xml_attribute(xml, "homes", p->homes);
    cm_text words = cm_text_new(arena);
    for (const cm_record_word *i = cm_record_injections; i->word; i++)
        if (p->injections & i->value)
            cm_text_append(&words, "%s%s", words.length > 0 ? " " : "", i->word);
    if (words.length > 0)
        cm_xml_attribute(xml, "injections", words.data);
    for (int i = 0; i < CM_TUNABLE_COUNT; i++) {
        cm_xml_begin(xml, "parameter");
        cm_xml_attribute(xml, "name", cm_tunables[i].name);
        cm_xml_number(xml, "value", p->tuned[i]);
        if (p->given[i])
            cm_xml_attribute(xml, "given", "true");
        cm_xml_end(xml);
    }
    cm_xml_end(xml);
}

static void emit_test(cm_xml *xml, const void *what)
{
    const cm_record_test *test = what;
    cm_xml_begin(xml, "test");
    fields(xml, cm_record_test_fields, test);
    cm_xml_attribute(xml, "end", cm_record_word_of(cm_record_ends, test->end));
    if (test->end != CM_RECORD_DONE)
        cm_xml_element(xml, "reason", test->reason);
    pairs(xml, "axis", test->axes, test->axis_count);
    parameters(xml, &test->parameters);
    cm_xml_begin(xml, "counts");
    fields(xml, cm_record_count_fields, test);
    cm_xml_end(xml);
    for (size_t i = 0; i < test->state_count; i++) {
        cm_xml_begin(xml, "state");
        cm_xml_number(xml, "count", test->states[i].count);
        cm_xml_attribute(xml, "satisfies", test->states[i].satisfies ? "true" : "false");
        cm_xml_content(xml, test->states[i].text);
        cm_xml_end(xml);
    }
    cm_xml_begin(xml, "verdict");
    if (test->model && *test->model)
        cm_xml_attribute(xml, "model", test->model);
    cm_xml_content(xml, cm_record_word_of(cm_record_verdicts, test->verdict));
    cm_xml_end(xml);
    cm_xml_element(xml, "source", test->text);
    cm_xml_end(xml);
}

char *cm_record_head_xml(cm_work *work, const cm_record *record)
{
    cm_text out = cm_text_new(work->arena);
    cm_text_add(&out, cm_xml_text(work, emit_run, record));
    for (size_t i = 0; i < record->machine_count; i++)
        cm_text_add(&out, cm_xml_text(work, emit_machine, &record->machines[i]));
    return out.data;
}

char *cm_record_test_xml(cm_work *work, const cm_record_test *test)
{
    return cm_xml_text(work, emit_test, test);
}
