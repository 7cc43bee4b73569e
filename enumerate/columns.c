/* Threads side by side. See columns.h. */
#include "enumerate/columns.h"

#include "litmus/isa/isa.h"

#include <string.h>

const char *cm_columns_head(cm_arena *arena, bool compound, int column, const cm_writer *thread,
                            const cm_placement *at)
{
    const cm_isa *isa = cm_isa_for(thread->arch);
    const char *word = compound ? isa->word : "";
    cm_placement said = *at;
    said.places = thread->isa->head ? thread->isa->places : isa->places;
    /* Of HSA: a CTA that is in none said is on an XCD of its own. Vulkan's numbers are all said. */
    if (said.places == CM_PLACES_HSA && said.cluster < 0)
        said.cluster = said.cta;
    if (said.places == CM_PLACES_VULKAN) {
        said.cluster = said.cluster < 0 ? 0 : said.cluster;
        said.wave = said.wave < 0 ? 0 : said.wave;
    }
    cm_text head = cm_text_new(arena);
    cm_text_append(&head, "P%d%s%s", column, *word ? "@" : "", word);
    if (cm_arch_has_places(thread->arch) && !thread->isa->placeless)
        cm_placement_print(&head, *word ? "," : "@", ",", &said);
    return head.data;
}

void cm_columns_init(cm_text *out, const char *lines)
{
    for (const char *line = lines; *line;) {
        size_t length = strcspn(line, "\n");
        if (length > 1) {
            cm_text_add_bytes(out, line + 1, length - 1);
            cm_text_add_char(out, '\n');
        }
        line += length + (line[length] == '\n');
    }
}
