#include "hwrun/record/xml_writer.h"

#include "hwrun/record/record_format.h"
#include "lazy/xml.h"

struct cm_xml {
    cm_work *work;
    void (*write)(cm_xml *xml, const void *what);
    const void *what;
    xmlBuffer *buffer;
    xmlTextWriter *writer;
    char *text; /* the result */
};

/* Only lack of memory makes the XML library fail here. */
static void check_written(cm_xml *xml, int result)
{
    if (result < 0)
        cm_arena_escape(xml->work->arena);
}

static const xmlChar *chars(const char *text)
{
    return (const xmlChar *)text;
}

cm_arena *cm_xml_arena(const cm_xml *xml)
{
    return xml->work->arena;
}

void cm_xml_declare(cm_xml *xml)
{
    check_written(xml, xmlTextWriterStartDocument(xml->writer, "1.0", "UTF-8", NULL));
}

void cm_xml_begin(cm_xml *xml, const char *name)
{
    check_written(xml, xmlTextWriterStartElement(xml->writer, chars(name)));
}

void cm_xml_end(cm_xml *xml)
{
    check_written(xml, xmlTextWriterEndElement(xml->writer));
}

void cm_xml_attribute(cm_xml *xml, const char *name, const char *value)
{
    const char *escaped = cm_record_escape(xml->work->arena, value);
    check_written(xml, xmlTextWriterWriteAttribute(xml->writer, chars(name), chars(escaped)));
}

void cm_xml_number(cm_xml *xml, const char *name, uint64_t value)
{
    cm_xml_attribute(xml, name,
                     cm_arena_printf(xml->work->arena, "%llu", (unsigned long long)value));
}

void cm_xml_content(cm_xml *xml, const char *text)
{
    const char *escaped = cm_record_escape(xml->work->arena, text);
    if (*escaped)
        check_written(xml, xmlTextWriterWriteString(xml->writer, chars(escaped)));
}

void cm_xml_element(cm_xml *xml, const char *name, const char *text)
{
    cm_xml_begin(xml, name);
    cm_xml_content(xml, text);
    cm_xml_end(xml);
}

void cm_xml_leave_open(cm_xml *xml)
{
    check_written(xml, xmlTextWriterWriteRaw(xml->writer, chars("\n")));
}

static void write_inside(void *argument)
{
    cm_xml *xml = argument;
    xml->buffer = xmlBufferCreate();
    xml->writer = xml->buffer ? xmlNewTextWriterMemory(xml->buffer, 0) : NULL;
    check_written(xml, xml->writer ? xmlTextWriterSetIndent(xml->writer, 1) : -1);
    xml->write(xml, xml->what);
    check_written(xml, xmlTextWriterFlush(xml->writer));
    xml->text = cm_arena_text(xml->work->arena, (const char *)xmlBufferContent(xml->buffer),
                              (size_t)xmlBufferLength(xml->buffer));
}

char *cm_xml_text(cm_work *work, void (*write)(cm_xml *xml, const void *what), const void *what)
{
    cm_xml xml = {.work = work, .write = write, .what = what};
    const char *failed = cm_lazy_xml();
    if (failed)
        cm_fail(work, (cm_place){NULL, 0, 0}, "libxml2 %s", failed);
    bool good = cm_arena_protect(work->arena, write_inside, &xml);
    xmlFreeTextWriter(xml.writer);
    xmlBufferFree(xml.buffer);
    if (!good)
        cm_arena_escape(work->arena);
    return xml.text;
}
