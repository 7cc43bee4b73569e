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
    if (cm_arch_is_gpu(arch))
        cm_placement_print(&head, *word ? "," : "@", &said);
    return head.data;
}

static size_t column_width(const cm_writer *e, const char *head)
{
    size_t width = strlen(head);
    for (int r = 0; r < e->row_count; r++)
        if (strlen(e->rows[r]) > width)
            width = strlen(e->rows[r]);
    return width;
}

void cm_columns_print(cm_text *out, const cm_writer *columns, const char *const *heads, int count)
{
    int rows = 0;
    for (int c = 0; c < count; c++)
        if (columns[c].row_count > rows)
            rows = columns[c].row_count;
    for (int r = -1; r < rows; r++) {
        /* Row -1: the heads. */
        for (int c = 0; c < count; c++) {
            const cm_writer *e = &columns[c];
            const char *cell = r < 0 ? heads[c] : r < e->row_count ? e->rows[r] : "";
            cm_text_append(out, "%s%s", c ? " | " : " ", cell);
            cm_text_fill(out, ' ', column_width(e, heads[c]) - strlen(cell));
        }
        cm_text_add(out, " ;\n");
    }
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
