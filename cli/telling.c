/* Words for what is told. See telling.h. */
#include "cli/telling.h"

#include <string.h>

cmcm_telling cli_telling_of(const char *word)
{
    cmcm_telling telling = CMCM_AS_TEXT;
    while (word && cmcm_telling_word(telling) && strcmp(cmcm_telling_word(telling), word) != 0)
        telling++;
    return word && cmcm_telling_word(telling) ? telling : CMCM_AS_TEXT;
}

cmcm_telling cli_picture_of(const char *path)
{
    const char *dot = path ? strrchr(path, '.') : NULL;
    cmcm_telling telling = dot ? cli_telling_of(dot + 1) : CMCM_AS_TEXT;
    return telling == CMCM_AS_JSON ? CMCM_AS_TEXT : telling;
}
