/* `probe info` for people. */
#include "report/probe_report.h"

#include <string.h>

enum { NAME_COLUMNS = 14 }; /* "write-combined" */

static bool said_before(const cm_info_memory *memory, int mix)
{
    for (int before = 0; before < mix; before++)
        if (memory->mixes[before].refused &&
            strcmp(memory->mixes[before].refused, memory->mixes[mix].refused) == 0)
            return true;
    return false;
}

void cm_info_text(cm_text *out, const cm_info *info)
{
    const char *group = "";
    for (size_t i = 0; i < info->row_count; i++) {
        const cm_info_row *row = &info->rows[i];
        if (strcmp(row->group, group) != 0)
            cm_text_append(out, "%s%s\n", *group ? "\n" : "", row->group);
        group = row->group;
        cm_text_append(out, "  %-34s %s\n", row->name, row->value);
    }
    if (info->no_gpu)
        cm_text_append(out, "\ngpu\n  none: %s\n", info->no_gpu);
    cm_text_add(out, "\nmemory");
    for (int mix = 0; mix < CM_MIX_COUNT; mix++)
        cm_text_append(out, "%*s", mix ? 14 : NAME_COLUMNS + 6, cm_mix_text((cm_mix)mix));
    cm_text_add_char(out, '\n');
    for (size_t i = 0; i < info->memory_count; i++) {
        const cm_info_memory *memory = &info->memory[i];
        cm_text_append(out, "  %-*s", NAME_COLUMNS, memory->name);
        for (int mix = 0; mix < CM_MIX_COUNT; mix++)
            cm_text_append(out, "%*s", mix ? 14 : 10,
                           memory->mixes[mix].refused      ? "no"
                           : memory->mixes[mix].is_default ? "default"
                                                           : "yes");
        cm_text_add_char(out, '\n');
    }
    for (size_t i = 0; i < info->memory_count; i++) {
        /* Each reason once. Without a GPU, said above, only the CPU's column needs one. */
        int mixes = info->no_gpu ? CM_MIX_CPU + 1 : CM_MIX_COUNT;
        for (int mix = 0; mix < mixes; mix++) {
            const char *refused = info->memory[i].mixes[mix].refused;
            if (refused && !said_before(&info->memory[i], mix))
                cm_text_append(out, "  no %s: %s\n", info->memory[i].name, refused);
        }
    }
}
