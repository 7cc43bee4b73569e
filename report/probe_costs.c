/* What fences, orders and scopes cost, for repairs. See docs/repair.md, "Costs". */
#include "report/probe_report.h"

#include <string.h>

/* Was the form measured in a memory before? */
static bool is_told(const cm_probe_run *run, size_t part)
{
    for (size_t i = 0; i < part; i++)
        if (run->results[i].end == CM_PROBE_DONE && run->parts[i].pair == run->parts[part].pair &&
            run->parts[i].variant == run->parts[part].variant &&
            run->parts[i].scope == run->parts[part].scope)
            return true;
    return false;
}

void cm_probe_costs(cm_text *out, const cm_probe_run *run)
{
    const cm_probe_facts *facts = &run->facts;
    cm_text_append(out, "# Nanoseconds beside a plain store and load, by cmcm probe fences, %s\n",
                   run->started);
    cm_text_append(out, "# %s%s%s\n", facts->cpu, facts->has_gpu ? "; " : "",
                   facts->has_gpu ? facts->gpu.name : "");
    for (size_t i = 0; i < run->count; i++) {
        const cm_probe_part *part = &run->parts[i];
        const char *name = cm_probe_variant_name(part->probe, part->variant);
        bool has_cost = cm_probe_get(&run->results[i], "cost", -1) >= 0;
        if (run->results[i].end != CM_PROBE_DONE || !has_cost || is_told(run, i))
            continue;
        cm_text_add(out, name);
        if (part->scope != CM_PROBE_NO_SCOPE)
            cm_text_append(out, ".%s", cm_probe_scope_name(part->scope));
        cm_text_append(out, " %.3g\n", cm_probe_get(&run->results[i], "cost", 0));
    }
}
