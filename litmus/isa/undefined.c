/* What instruction sets leave undefined: the text undefined.txt, by its families. */
#include "litmus/isa/isa.h"

#include <string.h>

extern const char cm_isa_undefined_text[];

void cm_isa_each_undefined(const cm_isa *isa, cm_undefined_visit *visit, void *context)
{
    const size_t name_length = strlen(isa->family->name);
    bool here = false;
    for (const char *line = cm_isa_undefined_text, *end; *line; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        const size_t length = strcspn(line, "\t\n");
        if (*line == '[')
            here =
                length == name_length + 2 && strncmp(line + 1, isa->family->name, name_length) == 0;
        else if (here && line[length] == '\t')
            visit(context, line, length, line + length + 1, (size_t)(end - line) - length - 1);
    }
}
