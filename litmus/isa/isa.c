/* The table of instruction sets, and questions answered from it. */
#include "litmus/isa/isa.h"

#include "base/text.h"

#include <string.h>

#define DECLARE(NAME, name) extern const cm_isa cm_isa_##name;
CM_ISA_LIST(DECLARE)
#define ROW(NAME, name) [CM_##NAME] = &cm_isa_##name,
static const cm_isa *const table[] = {CM_ISA_LIST(ROW)};

enum { COUNT = CM_CMCM };
_Static_assert(sizeof table / sizeof *table == COUNT && COUNT < 32, "a bit for each");

const cm_isa *cm_isa_for(cm_arch arch)
{
    return arch < CM_CMCM ? table[arch] : NULL;
}

const char *cm_arch_name(cm_arch arch)
{
    return arch == CM_CMCM ? "CMCM" : table[arch]->name;
}

bool cm_arch_is_gpu(cm_arch arch)
{
    return arch != CM_CMCM && table[arch]->gpu;
}

bool cm_arch_has_places(cm_arch arch)
{
    return arch != CM_CMCM && (table[arch]->gpu || table[arch]->heads);
}

cm_arch cm_arch_here(void)
{
    int arch = 0;
    while (arch < COUNT && !table[arch]->is_here)
        arch++;
    return (cm_arch)arch;
}

cm_arch cm_arch_usual(bool gpu)
{
    int arch = 0;
    while (arch < COUNT && table[arch]->gpu != gpu)
        arch++;
    return (cm_arch)arch;
}

const char *cm_arch_model(cm_arch arch)
{
    return arch == CM_CMCM ? table[cm_arch_usual(true)]->family->compound
                           : table[arch]->family->model;
}

const char *cm_test_model(const cm_test *test)
{
    for (int i = 0; i < test->thread_count && test->arch == CM_CMCM; i++) {
        const cm_isa_family *family = table[test->threads[i].arch]->family;
        if (family->compound)
            return family->compound;
    }
    if (test->arch != CM_CMCM && table[test->arch]->model)
        return table[test->arch]->model(test);
    return cm_arch_model(test->arch);
}

/* ---- sets -------------------------------------------------------------- */

static unsigned archs_of(const cm_isa_family *family)
{
    unsigned set = 0;
    for (int arch = 0; arch < COUNT; arch++)
        if (table[arch]->family == family)
            set |= CM_ARCH_BIT(arch);
    return set;
}

unsigned cm_arch_family(cm_arch arch)
{
    return arch == CM_CMCM ? 0 : archs_of(table[arch]->family);
}

unsigned cm_archs_of_cpus(void)
{
    unsigned set = 0;
    for (int arch = 0; arch < COUNT; arch++)
        if (!table[arch]->gpu)
            set |= CM_ARCH_BIT(arch);
    return set;
}

/* ---- families ---------------------------------------------------------- */

/* Instruction sets of one family stand together in the table. */
const cm_isa_family *cm_isa_family_at(size_t index)
{
    for (int arch = 0; arch < COUNT; arch++)
        if ((arch == 0 || table[arch]->family != table[arch - 1]->family) && index-- == 0)
            return table[arch]->family;
    return NULL;
}

const cm_isa_tag *cm_isa_tag_find(const cm_isa_family *family, const char *name)
{
    for (const cm_isa_tag *tag = family->table->tags; tag->name; tag++)
        if (*tag->name == *name && strcmp(tag->name, name) == 0)
            return tag;
    return NULL;
}

/* ---- for messages ------------------------------------------------------- */

const char *cm_isa_first_word(cm_arena *arena, const cm_instruction *instruction)
{
    const char *text = instruction->text;
    if (*text == '@')
        text += strcspn(text, " \t");
    text += strspn(text, " \t");
    return cm_arena_text(arena, text, strcspn(text, " \t;"));
}

const char *cm_isa_list(cm_arena *arena, cm_isa_word *word, const char *last)
{
    const char *words[COUNT + 1];
    size_t count = 0;
    for (int arch = 0; arch < COUNT; arch++) {
        words[count] = word(table[arch]);
        count += words[count] != NULL;
    }
    if (last)
        words[count++] = last;
    cm_text text = cm_text_new(arena);
    for (size_t i = 0; i < count; i++)
        cm_text_append(&text, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", words[i]);
    return text.data;
}
