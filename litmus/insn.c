/* An instruction as a value: see insn.h. */
#include "litmus/insn.h"

#include <string.h>

bool cm_insn_has(const cm_insn *insn, const char *word)
{
    for (int i = 0; i < insn->word_count; i++)
        if (strcmp(insn->words[i].text, word) == 0)
            return true;
    return false;
}
