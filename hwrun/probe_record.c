/* Records of probes. The writer's memory is the XML library's; a local protect sees
 * to it that it is released also when the arena is exhausted half-way. */
#include "hwrun/probe_record.h"

#include "base/text.h"
#include "hwrun/record_format.h"

#include <libxml/xmlwriter.h>

typedef struct writing {
    cm_work *work;
    const cm_probe_run *run;
    const char *version, *command;
    xmlBuffer *buffer;
    xmlTextWriter *writer;
    const char *text;
} writing;

/* Only lack of memory makes the XML library fail here. */
static void check(writing *w, int result)
{
    if (result < 0)
        cm_arena_escape(w->work->arena);
}

static void begin(writing *w, const char *name)
{
    check(w, xmlTextWriterStartElement(w->writer, (const xmlChar *)name));
}

static void end(writing *w)
{
    check(w, xmlTextWriterEndElement(w->writer));
}

static void attribute(writing *w, const char *name, const char *value)
{
    const char *escaped = cm_record_escape(w->work->arena, value);
    check(w,
          xmlTextWriterWriteAttribute(w->writer, (const xmlChar *)name, (const xmlChar *)escaped));
}

static void number(writing *w, const char *name, double value)
{
    attribute(w, name, cm_arena_printf(w->work->arena, "%.10g", value));
}

static void yes_or_no(writing *w, const char *name, bool value)
{
    attribute(w, name, value ? "true" : "false");
}

static void machine(writing *w)
{
    const cm_probe_facts *facts = &w->run->facts;
    begin(w, "machine");
    attribute(w, "host", facts->host);
    attribute(w, "kernel", facts->kernel);
    attribute(w, "cpu", facts->cpu);
    number(w, "cpus", facts->cpus);
    if (facts->has_gpu) {
        const cm_gpu_info *gpu = &facts->gpu;
        begin(w, "gpu");
        attribute(w, "name", gpu->name);
        attribute(w, "uuid", gpu->uuid);
        number(w, "driver", gpu->driver);
        yes_or_no(w, "pageableMemoryAccess", gpu->pageable_memory_access);
        yes_or_no(w, "hostNativeAtomicSupported", gpu->host_native_atomics);
        yes_or_no(w, "concurrentManagedAccess", gpu->concurrent_managed_access);
        end(w);
    }
    end(w);
}

static void samples(writing *w, const cm_probe_result *result)
{
    cm_text list;
    if (!result->stats.count)
        return;
    cm_text_init(&list, w->work->arena);
    for (size_t i = 0; i < result->stats.count; i++)
        cm_text_append(&list, "%s%.6g", i ? " " : "", result->samples[i]);
    begin(w, "samples");
    check(w, xmlTextWriterWriteString(w->writer, (const xmlChar *)list.data));
    end(w);
}

static void part(writing *w, size_t index)
{
    const cm_probe_part *p = &w->run->parts[index];
    const cm_probe_result *result = &w->run->results[index];
    begin(w, "part");
    attribute(w, "pair", cm_probe_pair_name(p->pair));
    attribute(w, "memory",
              cm_memory_kind_text(w->work->arena, p->memory.kind, p->memory.numa_node));
    attribute(w, "scope", cm_probe_scope_name(p->scope));
    attribute(w, "variant", cm_probe_variant_name(p->probe, p->variant));
    attribute(w, "end", cm_probe_end_name(result->end));
    attribute(w, "reason", result->reason);
    attribute(w, "finding", result->verdict.word);
    attribute(w, "meaning", result->verdict.sentence);
    for (size_t i = 0; i < result->number_count; i++) {
        begin(w, "number");
        attribute(w, "name", result->numbers[i].name);
        number(w, "value", result->numbers[i].value);
        end(w);
    }
    samples(w, result);
    end(w);
}

static void write_all(void *argument)
{
    writing *w = argument;
    const cm_probe_options *o = &w->run->options;
    w->buffer = xmlBufferCreate();
    w->writer = w->buffer ? xmlNewTextWriterMemory(w->buffer, 0) : NULL;
    check(w, w->writer ? 0 : -1);
    check(w, xmlTextWriterSetIndent(w->writer, 1));
    check(w, xmlTextWriterStartDocument(w->writer, NULL, "UTF-8", NULL));
    begin(w, "probe");
    attribute(w, "xmlns", "urn:cmcm:probe-record:1");
    attribute(w, "name", cm_probe_name(o->probe));
    attribute(w, "version", w->version);
    attribute(w, "command", w->command);
    attribute(w, "started", w->run->started);
    number(w, "seconds", w->run->seconds);
    number(w, "count", (double)o->count);
    number(w, "repeat", o->repeat);
    number(w, "limit", o->limit);
    attribute(w, "seed", cm_arena_printf(w->work->arena, "%llu", (unsigned long long)o->seed));
    machine(w);
    for (size_t i = 0; i < w->run->count; i++)
        part(w, i);
    check(w, xmlTextWriterEndDocument(w->writer));
    check(w, xmlTextWriterFlush(w->writer));
    w->text = cm_arena_text(w->work->arena, (const char *)xmlBufferContent(w->buffer),
                            (size_t)xmlBufferLength(w->buffer));
}

const char *cm_probe_record(cm_work *work, const cm_probe_run *run, const char *version,
                            const char *command)
{
    writing w = {.work = work, .run = run, .version = version, .command = command};
    bool done = cm_arena_protect(work->arena, write_all, &w);
    if (w.writer)
        xmlFreeTextWriter(w.writer);
    if (w.buffer)
        xmlBufferFree(w.buffer);
    if (!done)
        cm_arena_escape(work->arena);
    return w.text;
}
