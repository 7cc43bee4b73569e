/* Threads side by side. See columns.h. */
#include "enumerate/columns.h"

#include "litmus/isa/isa.h"

#include <string.h>

const char *cm_columns_head(cm_arena *arena, cm_arch test, int column, cm_arch arch,
                            const cm_placement *at)
{
    const cm_isa *isa = cm_isa_for(arch);
    const char *word = test == CM_CMCM ? isa->word : "";
    cm_placement said = *at;
    said.places = isa->places; /* of HSA: a CTA that is in none said is on an XCD of its own */
    if (said.places == CM_PLACES_HSA && said.cluster < 0)
        said.cluster = said.cta;
    cm_text head;
    cm_text_init(&head, arena);
    cm_text_append(&head, "P%d%s%s", column, *word ? "@" : "", word);
    if (cm_arch_has_places(arch))
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
