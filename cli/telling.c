/* Words for what is told. See telling.h. */
#include "cli/telling.h"

#include <string.h>

cmcm_telling cli_telling_of(const char *word)
{
    static const struct {
        const char *word;
        cmcm_telling telling;
    } rows[] = {{"dot", CMCM_AS_DOT},
                {"svg", CMCM_AS_SVG},
                {"html", CMCM_AS_HTML},
                {"tikz", CMCM_AS_TIKZ},
                {"json", CMCM_AS_JSON}};
    for (size_t i = 0; word && i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].word, word) == 0)
            return rows[i].telling;
    return CMCM_AS_TEXT;
}

cmcm_telling cli_picture_of(const char *path)
{
    const char *dot = path ? strrchr(path, '.') : NULL;
    cmcm_telling telling = dot ? cli_telling_of(dot + 1) : CMCM_AS_TEXT;
    return telling == CMCM_AS_JSON ? CMCM_AS_TEXT : telling;
}
