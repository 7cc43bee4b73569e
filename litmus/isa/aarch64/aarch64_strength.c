/* Weaker and stronger forms of AArch64's accesses and barriers (Arm ARM C6.2; what they
 * order: B2.3, "Ordering relations"). */
#include "litmus/isa/aarch64/aarch64.h"

#include <string.h>

/* ---- accesses -------------------------------------------------------------- */

/* What accesses order: an LDAR more than an LDAPR, which it is ordered after an STLR. */
enum { ACQUIRE_PC = 1, ACQUIRE = 3, RELEASE = 4 };

typedef struct row {
    const char *name;
    unsigned order;
    double cost;
} row;

typedef struct kind {
    row rows[4];
    bool bare; /* stronger forms have a base register only, or what they have */
} kind;

static const kind kinds[] = {
    {{{"LDR", 0, 0}, {"LDAPR", ACQUIRE_PC, 2}, {"LDAR", ACQUIRE, 3}}, true},
    {{{"STR", 0, 0}, {"STLR", RELEASE, 4}}, true},
    {{{"LDXR", 0, 0}, {"LDAXR", ACQUIRE, 3}}, false},
    {{{"STXR", 0, 0}, {"STLXR", RELEASE, 4}}, false},
    {{{"LDUR", 0, 0}, {"LDAPUR", ACQUIRE_PC, 2}}, false},
    {{{"LDURS", 0, 0}, {"LDAPURS", ACQUIRE_PC, 2}}, false}, /* with a size */
    {{{"LDURSW", 0, 0}, {"LDAPURSW", ACQUIRE_PC, 2}}, false},
    {{{"STUR", 0, 0}, {"STLUR", RELEASE, 4}}, false},
    {{{"LDP", 0, 0}, {"LDIAPP", ACQUIRE_PC, 2}}, true},
    {{{"STP", 0, 0}, {"STILP", RELEASE, 4}}, true},
    {{{"LDAPP", ACQUIRE_PC, 2}, {"LDAP", ACQUIRE, 3}, {"LDP", 0, 0}}, true},
    {{{"STLP", RELEASE, 4}, {"STP", 0, 0}}, true},
    {{{"LDXP", 0, 0}, {"LDAXP", ACQUIRE, 3}}, false},
    {{{"STXP", 0, 0}, {"STLXP", RELEASE, 4}}, false},
};

/* "[X1]" with nothing after it. */
static bool is_bare(const char *rest)
{
    const char *open = strchr(rest, '['), *close = open ? strchr(open, ']') : NULL;
    if (!close || close[1 + strspn(close + 1, " \t")])
        return false;
    return !memchr(open, ',', (size_t)(close - open));
}

/* Of a name without its size: which kind, and which row of it. */
static const kind *kind_of(const char *name, const row **own)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (const row *r = kinds[k].rows; r < kinds[k].rows + 4 && r->name; r++)
            if (strcmp(r->name, name) == 0) {
                *own = r;
                return &kinds[k];
            }
    return NULL;
}

static bool add_plain(cm_strengths *forms, const char *name, const char *size, const char *text,
                      const char *rest)
{
    const row *own;
    const kind *k = kind_of(name, &own);
    if (!k)
        return false;
    if (k->bare && own == k->rows && !is_bare(rest))
        return true;
    for (const row *r = k->rows; r < k->rows + 4 && r->name; r++)
        cm_strengths_add(forms, cm_arena_printf(forms->arena, "%s%s%s", r->name, size, rest),
                         r->name, r->order, 0, r->cost);
    cm_strengths_settle(forms, text, own->order, 0);
    return true;
}

/* ---- atomics ----------------------------------------------------------------- */

static void add_atomic(cm_strengths *forms, const char *text, const char *rest)
{
    const cm_table_word *own = cm_form_word(forms->insn, &cm_a64_rows, "order");
    for (unsigned bits = 0; bits < 4; bits++) {
        unsigned acquire = bits & 1, release = bits >> 1;
        const char *sized = cm_a64_ordered(forms->arena, forms->insn, bits, true);
        if (sized)
            cm_strengths_add(forms, cm_arena_printf(forms->arena, "%s%s", sized, rest),
                             cm_a64_ordered(forms->arena, forms->insn, bits, false),
                             acquire * ACQUIRE | release * RELEASE, 0, 3 * acquire + 4 * release);
    }
    cm_strengths_settle(forms, text, own ? own->order : 0, 0);
}

/* ---- barriers ------------------------------------------------------------------ */

/* ISB after a branch orders the reads before that branch with reads after it, as DMB LD
 * orders all reads before it. */
enum { CONTEXT = 1, LOADS = 3, STORES = 4, FULL = 15, COMPLETION = 16 };
static const struct {
    const char *name;
    unsigned order;
    double cost;
} barriers[] = {{"LD", LOADS, 6}, {"ST", STORES, 6}, {"", FULL, 10}};

static void add_barriers(cm_strengths *forms, const char *opcode, const char *domain, unsigned more,
                         double cost)
{
    for (size_t i = 0; i < sizeof barriers / sizeof *barriers; i++) {
        bool system = strcmp(domain, "SY") == 0;
        const char *option = system && *barriers[i].name
                                 ? barriers[i].name
                                 : cm_arena_printf(forms->arena, "%s%s", domain, barriers[i].name);
        const char *text = cm_arena_printf(forms->arena, "%s %s", opcode, option);
        cm_strengths_add(forms, text, text, barriers[i].order | more, 0, barriers[i].cost + cost);
    }
}

/* "ISHLD": in which domain, and which of the barriers. */
static const char *domain_of(cm_arena *arena, const char *option, size_t *which)
{
    size_t length = strlen(option);
    const char *end = length >= 2 ? option + length - 2 : option;
    *which = strcmp(end, "LD") == 0 ? 0 : strcmp(end, "ST") == 0 ? 1 : 2;
    if (*which < 2)
        length -= 2;
    return length == 0 ? "SY" : cm_arena_text(arena, option, length);
}

static void add_fences(cm_strengths *forms, const char *name, const char *text, const char *rest)
{
    bool complete = strcmp(name, "DSB") == 0, dmb = complete || strcmp(name, "DMB") == 0;
    const char *option = cm_strengths_case(forms->arena, rest + strspn(rest, " \t"), true);
    size_t which = 0;
    const char *domain = dmb ? domain_of(forms->arena, option, &which) : "SY";
    cm_strengths_add(forms, "", "none", 0, 0, 0);
    cm_strengths_add(forms, "ISB", "ISB", CONTEXT, 0, 5);
    add_barriers(forms, "DMB", domain, 0, 0);
    if (complete)
        add_barriers(forms, "DSB", domain, COMPLETION, 10);
    unsigned more = complete ? COMPLETION : 0;
    cm_strengths_settle(forms, text, dmb ? barriers[which].order | more : *name ? CONTEXT : 0u, 0);
}

/* ---- any ------------------------------------------------------------------------- */

void cm_a64_forms(cm_strengths *forms, const char *text)
{
    const char *rest;
    const char *name =
        cm_strengths_case(forms->arena, cm_strengths_word(forms->arena, text, &rest), true);
    if (!*name || !strcmp(name, "DMB") || !strcmp(name, "DSB") || !strcmp(name, "ISB")) {
        add_fences(forms, name, text, rest);
        return;
    }
    size_t length = strlen(name);
    bool sized = name[length - 1] == 'B' || name[length - 1] == 'H';
    const char *size = sized ? name + length - 1 : "";
    const char *bare = cm_arena_text(forms->arena, name, length - sized);
    if (!add_plain(forms, bare, size, text, rest) && forms->insn)
        add_atomic(forms, text, rest);
}
