/* Words and names of files for what an execution or an explanation may be told as. */
#ifndef CM_CLI_TELLING_H
#define CM_CLI_TELLING_H

#include "cmcm.h"

/* By the words of cmcm_telling_word; NULL and other words: text. */
cmcm_telling cli_telling_of(const char *word);
/* A picture, by how the file's name ends; CMCM_AS_TEXT: none, as of NULL. */
cmcm_telling cli_picture_of(const char *path);

#endif
