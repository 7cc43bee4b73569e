/* Reading run records: XML by libxml2, the built-in schema, then the meaning.
 *
 * A record may come from anybody. Nothing is fetched, a document type (and so any
 * entity) is refused when it begins, and the XML library's own limits on depth
 * and sizes stay in force. What belongs to that library is released here on
 * every path: its callbacks never jump, they note the first error.
 */
#include "base/text.h"
#include "hwrun/record/record_explain.h"
#include "hwrun/record/record_format.h"
#include "litmus/state_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if LIBXML_VERSION >= 21200
typedef const xmlError noted_error;
#else
typedef xmlError noted_error;
#endif

typedef struct reading {
    cm_work *work;
    const cm_source *source;
    xmlParserCtxt *parser;
    xmlDoc *doc, *schema_doc;
    xmlRelaxNGParserCtxt *schema_parser;
    xmlRelaxNG *schema;
    xmlRelaxNGValidCtxt *validator;
    cm_record *record;
    bool noted; /* the first error: */
    int line;
    char message[400];
} reading;

/* ---- errors ---------------------------------------------------------- */

static void note(reading *r, int line, const char *message)
{
    if (r->noted)
        return;
    r->noted = true;
    r->line = line;
    snprintf(r->message, sizeof r->message, "%s", message ? message : "unknown error");
    size_t length = strlen(r->message);
    while (length > 0 && r->message[length - 1] == '\n')
        r->message[--length] = '\0';
}

static void note_parse_error(void *parser, noted_error *error)
{
    if (error->level >= XML_ERR_ERROR)
        note(((xmlParserCtxt *)parser)->_private, error->line, error->message);
}

static void note_validity_error(void *r, noted_error *error)
{
    note(r, error->line, error->message);
}

/* A document type may define entities: none is let in. */
static void refuse_doctype(void *parser, const xmlChar *name, const xmlChar *external,
                           const xmlChar *system)
{
    (void)name;
    (void)external;
    (void)system;
    xmlParserCtxt *context = parser;
    note(context->_private, context->input ? context->input->line : 1,
         "a document type is declared, expected no such declaration in a run record");
    xmlStopParser(context);
}

static _Noreturn void fail_noted(reading *r)
{
    /* The message is about the line, from its first character that is not blank. */
    size_t at = 0;
    for (long i = 1; i < r->line && at < r->source->length; i++) {
        const char *end = memchr(r->source->text + at, '\n', r->source->length - at);
        at = end ? (size_t)(end - r->source->text) + 1 : r->source->length;
    }
    while (at < r->source->length && (r->source->text[at] == ' ' || r->source->text[at] == '\t'))
        at++;
    cm_fail(r->work, (cm_place){r->source, (uint32_t)at, 1}, "this is not a run record: %s",
            r->message);
}

static cm_place place_of_node(const reading *r, const xmlNode *node)
{
    return cm_record_place(r->source, node, NULL);
}

/* Lack of memory. */
static void *made(reading *r, void *thing)
{
    if (!thing)
        cm_arena_escape(r->work->arena);
    return thing;
}

/* ---- XML and schema -------------------------------------------------- */

static void validate(reading *r)
{
    r->schema_doc = made(r, xmlReadMemory(cm_record_schema, (int)strlen(cm_record_schema), NULL,
                                          NULL, XML_PARSE_NONET));
    r->schema_parser = made(r, xmlRelaxNGNewDocParserCtxt(r->schema_doc));
    xmlRelaxNGSetParserStructuredErrors(r->schema_parser, note_validity_error, r);
    r->schema = made(r, xmlRelaxNGParse(r->schema_parser));
    r->validator = made(r, xmlRelaxNGNewValidCtxt(r->schema));
    xmlRelaxNGSetValidStructuredErrors(r->validator, note_validity_error, r);
    if (xmlRelaxNGValidateDoc(r->validator, r->doc) == 0)
        return;
    cm_record_explain(r->work, r->source, r->doc, r->schema_doc);
    note(r, 1, "the element does not follow the schema");
    fail_noted(r);
}

/* ---- values ---------------------------------------------------------- */

static char *decoded(reading *r, const xmlNode *node, const char *text)
{
    bool zero = false;
    char *result = cm_record_unescape(r->work->arena, text, &zero);
    if (zero)
        cm_fail(r->work, place_of_node(r, node),
                "character U+E000 stands for a byte 0, expected no such byte in a text");
    return result;
}

/* The value as it stands in the file, or NULL. There are no entities, so it is one text. */
static const char *raw_attribute(const xmlNode *node, const char *name)
{
    const xmlAttr *found = xmlHasNsProp(node, (const xmlChar *)name, NULL);
    if (!found)
        return NULL;
    return found->children && found->children->content ? (const char *)found->children->content
                                                       : "";
}

static const char *attribute(reading *r, const xmlNode *node, const char *name)
{
    const char *raw = raw_attribute(node, name);
    return raw ? decoded(r, node, raw) : NULL;
}

static const char *content(reading *r, const xmlNode *node)
{
    cm_text out = cm_text_new(r->work->arena);
    for (const xmlNode *child = node->children; child; child = child->next)
        if (child->type == XML_TEXT_NODE || child->type == XML_CDATA_SECTION_NODE)
            cm_text_add(&out, (const char *)child->content);
    return decoded(r, node, out.data);
}

/* The text of an element that the schema gives certain words to. */
static unsigned word(reading *r, const xmlNode *node, const cm_record_word *table, const char *text)
{
    cm_text out = cm_text_new(r->work->arena);
    cm_text_add(&out, text + strspn(text, " \t\r\n"));
    cm_text_cut(&out, strcspn(out.data, " \t\r\n"));
    unsigned value = 0;
    if (!cm_record_word_find(table, out.data, &value))
        cm_fail(r->work, place_of_node(r, node), "there is no word '%s', expected one such as '%s'",
                out.data, table->word);
    return value;
}

static void read_field(reading *r, const xmlNode *node, const cm_record_field *field, void *at)
{
    const char *raw = raw_attribute(node, field->name);
    switch (field->kind) {
    case CM_RECORD_TEXT:
    case CM_RECORD_OPTIONAL:
        *(const char **)at = raw ? decoded(r, node, raw) : "";
        break;
    case CM_RECORD_NULLABLE:
        *(const char **)at = raw ? decoded(r, node, raw) : NULL;
        break;
    case CM_RECORD_UNSIGNED:
        *(unsigned *)at = (unsigned)strtoull(raw, NULL, 10);
        break;
    case CM_RECORD_COUNT:
        *(uint64_t *)at = strtoull(raw, NULL, 10);
        break;
    case CM_RECORD_SIZE:
        *(size_t *)at = (size_t)strtoull(raw, NULL, 10);
        break;
    case CM_RECORD_SECONDS:
        if (!cm_record_seconds_parse(raw, at))
            cm_fail(r->work, place_of_node(r, node), "%s is '%s', expected 0 to %g seconds",
                    field->name, raw, CM_RECORD_MAX_SECONDS);
        break;
    }
}

static void read_fields(reading *r, const xmlNode *node, const cm_record_field *fields, void *into)
{
    for (const cm_record_field *f = fields; f->name; f++)
        read_field(r, node, f, (char *)into + f->offset);
}

static bool is_element(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

static const xmlNode *child_of(const xmlNode *node, const char *name)
{
    const xmlNode *child = node->children;
    while (child && !is_element(child, name))
        child = child->next;
    return child;
}

static size_t count_children(const xmlNode *node, const char *name)
{
    size_t count = 0;
    for (const xmlNode *child = node->children; child; child = child->next)
        count += is_element(child, name);
    return count;
}

static cm_record_pair *read_pairs(reading *r, const xmlNode *node, const char *name, size_t *count)
{
    cm_record_pair *pairs =
        CM_NEW_ARRAY(r->work->arena, count_children(node, name), cm_record_pair);
    *count = 0;
    for (const xmlNode *child = node->children; child; child = child->next)
        if (is_element(child, name))
            pairs[(*count)++] =
                (cm_record_pair){attribute(r, child, "key"), attribute(r, child, "value")};
    return pairs;
}

/* ---- elements -------------------------------------------------------- */

static void read_parameters(reading *r, const xmlNode *node, cm_parameters *parameters)
{
    read_fields(r, node, cm_record_parameter_fields, parameters);
    const char *memory = raw_attribute(node, "memory");
    if (!cm_memory_kind_parse(memory, &parameters->memory, &parameters->numa_node))
        cm_fail(r->work, cm_record_place(r->source, node, "memory"),
                "there is no kind of memory '%s', expected one such as 'malloc' or 'numa:0'",
                memory);
    const char *homes = raw_attribute(node, "homes");
    if (homes && strlen(homes) < sizeof parameters->homes)
        memcpy(parameters->homes, homes, strlen(homes) + 1);
    const char *at = raw_attribute(node, "injections");
    for (at = at ? at + strspn(at, " ") : ""; *at; at += strcspn(at, " "), at += strspn(at, " "))
        parameters->injections |= word(r, node, cm_record_injections, at);
    bool seen[CM_TUNABLE_COUNT] = {false};
    for (const xmlNode *child = node->children; child; child = child->next)
        if (is_element(child, "parameter")) {
            const char *name = attribute(r, child, "name"), *value = raw_attribute(child, "value");
            int i = cm_tunable_find(name);
            if (i < 0)
                cm_fail(r->work, place_of_node(r, child),
                        "there is no parameter '%s', expected one such as '%s'", name,
                        cm_tunables[0].name);
            if (seen[i])
                cm_fail(r->work, place_of_node(r, child),
                        "parameter '%s' is given twice, expected each once", name);
            seen[i] = true;
            parameters->tuned[i] = (unsigned)strtoull(value, NULL, 10);
            parameters->given[i] = raw_attribute(child, "given") != NULL;
        }
}

/* As it stands in the file, if it is a state. */
static const char *state_text(reading *r, const xmlNode *node)
{
    const char *text = content(r, node), *why = NULL;
    if (!cm_state_read(r->work->arena, text, strlen(text), &why))
        cm_fail(r->work, place_of_node(r, node), "this is not a state: %s", why);
    return text;
}

static void read_record_test(reading *r, const xmlNode *node, cm_record_test *test)
{
    read_fields(r, node, cm_record_test_fields, test);
    test->end = word(r, node, cm_record_ends, raw_attribute(node, "end"));
    const xmlNode *reason = child_of(node, "reason"), *verdict = child_of(node, "verdict");
    test->reason = reason ? content(r, reason) : "";
    test->axes = read_pairs(r, node, "axis", &test->axis_count);
    read_parameters(r, child_of(node, "parameters"), &test->parameters);
    read_fields(r, child_of(node, "counts"), cm_record_count_fields, test);
    test->states = CM_NEW_ARRAY(r->work->arena, count_children(node, "state"), cm_record_state);
    for (const xmlNode *child = node->children; child; child = child->next) {
        if (!is_element(child, "state"))
            continue;
        const char *satisfies = raw_attribute(child, "satisfies");
        test->states[test->state_count++] =
            (cm_record_state){.text = state_text(r, child),
                              .count = strtoull(raw_attribute(child, "count"), NULL, 10),
                              .satisfies = strstr(satisfies, "true") != NULL};
    }
    test->verdict = word(r, verdict, cm_record_verdicts, content(r, verdict));
    test->model = attribute(r, verdict, "model");
    if (!test->model)
        test->model = "";
    test->text = content(r, child_of(node, "source"));
    const char *flaw = cm_record_test_flaw(r->work->arena, test, r->record->machine_count);
    if (flaw)
        cm_fail(r->work, place_of_node(r, node), "test '%s': %s", test->name, flaw);
}

static void read_run(reading *r, const xmlNode *run)
{
    cm_record *record = r->record = CM_NEW(r->work->arena, cm_record);
    read_fields(r, run, cm_record_run_fields, record);
    record->machines =
        CM_NEW_ARRAY(r->work->arena, count_children(run, "machine"), cm_record_machine);
    record->tests = CM_NEW_ARRAY(r->work->arena, count_children(run, "test"), cm_record_test);
    for (const xmlNode *node = run->children; node; node = node->next) {
        if (is_element(node, "machine")) {
            cm_record_machine *machine = &record->machines[record->machine_count++];
            read_fields(r, node, cm_record_machine_fields, machine);
            machine->attributes = read_pairs(r, node, "attribute", &machine->attribute_count);
            const char *flaw = cm_record_machine_flaw(r->work->arena, machine);
            if (flaw)
                cm_fail(r->work, place_of_node(r, node), "%s", flaw);
        } else if (is_element(node, "test")) {
            read_record_test(r, node, &record->tests[record->test_count++]);
        }
    }
}

static void read_inside(void *argument)
{
    reading *r = argument;
    r->parser = made(r, xmlNewParserCtxt());
    r->parser->_private = r;
    r->parser->sax->serror = note_parse_error;
    r->parser->sax->internalSubset = refuse_doctype;
    if (r->source->length == 0)
        cm_fail(r->work, (cm_place){r->source, 0, 0}, "the file is empty, expected a run record");
    r->doc = xmlCtxtReadMemory(r->parser, r->source->text, (int)r->source->length, NULL, NULL,
                               XML_PARSE_NONET | XML_PARSE_NOCDATA | XML_PARSE_BIG_LINES);
    if (r->noted)
        fail_noted(r);
    made(r, r->doc);
    validate(r);
    read_run(r, xmlDocGetRootElement(r->doc));
}

cm_record *cm_record_read_source(cm_work *work, const cm_source *source)
{
    reading r = {.work = work, .source = source};
    const char *failed = cm_lazy_xml();
    if (failed) {
        cm_diag_add(work, CM_ERROR, (cm_place){source, 0, 0}, "libxml2 %s", failed);
        return NULL;
    }
    bool good = cm_arena_protect(work->arena, read_inside, &r);
    xmlRelaxNGFreeValidCtxt(r.validator);
    xmlRelaxNGFree(r.schema);
    xmlRelaxNGFreeParserCtxt(r.schema_parser);
    xmlFreeDoc(r.schema_doc);
    xmlFreeDoc(r.doc);
    xmlFreeParserCtxt(r.parser);
    return good ? r.record : NULL;
}

/* ---- files ----------------------------------------------------------- */

typedef struct file_reading {
    cm_work *work;
    const char *path;
    const cm_source *source;
} file_reading;

static void read_file(void *argument)
{
    file_reading *f = argument;
    f->source = cm_source_read(f->work, f->path);
}

cm_record *cm_record_or_log_read(cm_work *work, const char *path)
{
    file_reading f = {.work = work, .path = path};
    if (!cm_arena_protect(work->arena, read_file, &f) || !f.source)
        return NULL;
    if (cm_record_is_table(f.source))
        return cm_record_table_read_source(work, f.source);
    return f.source->text[strspn(f.source->text, " \t\r\n")] == '<'
               ? cm_record_read_source(work, f.source)
               : cm_log_read_source(work, f.source);
}
