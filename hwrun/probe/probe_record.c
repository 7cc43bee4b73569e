/* Records of probes. */
#include "hwrun/probe/probe.h"

#include "base/text.h"
#include "hwrun/record/xml_writer.h"

typedef struct document {
    const cm_probe_run *run;
    const char *version, *command;
} document;

static void write_real(cm_xml *xml, const char *name, double value)
{
    cm_xml_attribute(xml, name, cm_arena_printf(cm_xml_arena(xml), "%.10g", value));
}

static void yes_or_no(cm_xml *xml, const char *name, bool value)
{
    cm_xml_attribute(xml, name, value ? "true" : "false");
}

static void write_machine(cm_xml *xml, const cm_probe_facts *facts)
{
    cm_xml_begin(xml, "machine");
    cm_xml_attribute(xml, "host", facts->host);
    cm_xml_attribute(xml, "kernel", facts->kernel);
    cm_xml_attribute(xml, "cpu", facts->cpu);
    cm_xml_number(xml, "cpus", facts->cpus);
    if (facts->has_gpu) {
        const cm_gpu_info *gpu = &facts->gpu;
        cm_xml_begin(xml, "gpu");
        cm_xml_attribute(xml, "name", gpu->name);
        cm_xml_attribute(xml, "uuid", gpu->uuid);
        write_real(xml, "driver", gpu->driver);
        yes_or_no(xml, "pageableMemoryAccess", gpu->pageable_memory_access);
        yes_or_no(xml, "hostNativeAtomicSupported", gpu->host_native_atomics);
        yes_or_no(xml, "concurrentManagedAccess", gpu->concurrent_managed_access);
        cm_xml_end(xml);
    }
    cm_xml_end(xml);
}

static void write_samples(cm_xml *xml, const cm_probe_result *result)
{
    cm_text list;
    if (!result->stats.count)
        return;
    list = cm_text_new(cm_xml_arena(xml));
    for (size_t i = 0; i < result->stats.count; i++)
        cm_text_append(&list, "%s%.6g", i ? " " : "", result->samples[i]);
    cm_xml_begin(xml, "samples");
    cm_xml_content(xml, list.data);
    cm_xml_end(xml);
}

static void write_part(cm_xml *xml, const cm_probe_run *run, size_t index)
{
    const cm_probe_part *p = &run->parts[index];
    const cm_probe_result *result = &run->results[index];
    cm_xml_begin(xml, "part");
    cm_xml_attribute(xml, "pair", cm_probe_pair_name(p->pair));
    cm_xml_attribute(xml, "memory",
                     cm_memory_kind_text(cm_xml_arena(xml), p->memory.kind, p->memory.numa_node));
    if (p->to.kind != CM_MEMORY_DEFAULT)
        cm_xml_attribute(xml, "to",
                         cm_memory_kind_text(cm_xml_arena(xml), p->to.kind, p->to.numa_node));
    if (p->size)
        cm_xml_number(xml, "size", p->size);
    cm_xml_attribute(xml, "scope", cm_probe_scope_name(p->scope));
    cm_xml_attribute(xml, "variant", cm_probe_variant_name(p->probe, p->variant));
    cm_xml_attribute(xml, "end", cm_probe_end_name(result->end));
    cm_xml_attribute(xml, "reason", result->reason);
    cm_xml_attribute(xml, "finding", result->verdict.word);
    cm_xml_attribute(xml, "meaning", result->verdict.sentence);
    for (size_t i = 0; i < result->number_count; i++) {
        cm_xml_begin(xml, "number");
        cm_xml_attribute(xml, "name", result->numbers[i].name);
        write_real(xml, "value", result->numbers[i].value);
        cm_xml_end(xml);
    }
    write_samples(xml, result);
    cm_xml_end(xml);
}

static void write_document(cm_xml *xml, const void *what)
{
    const document *d = what;
    const cm_probe_run *run = d->run;
    const cm_probe_options *o = &run->options;
    cm_xml_declare(xml);
    cm_xml_begin(xml, "probe");
    cm_xml_attribute(xml, "xmlns", "urn:cmcm:probe-record:1");
    cm_xml_attribute(xml, "name", cm_probe_name(o->probe));
    cm_xml_attribute(xml, "unit", cm_probe_unit(o->probe));
    cm_xml_attribute(xml, "version", d->version);
    cm_xml_attribute(xml, "command", d->command);
    cm_xml_attribute(xml, "started", run->started);
    write_real(xml, "seconds", run->seconds);
    cm_xml_number(xml, "count", o->count);
    cm_xml_number(xml, "repeat", o->repeat);
    write_real(xml, "limit", o->limit);
    cm_xml_number(xml, "seed", o->seed);
    write_machine(xml, &run->facts);
    for (size_t i = 0; i < run->count; i++)
        write_part(xml, run, i);
    cm_xml_end(xml);
}

const char *cm_probe_record(cm_work *work, const cm_probe_run *run, const char *version,
                            const char *command)
{
    const document d = {run, version, command};
    return cm_xml_text(work, write_document, &d);
}
