/* The AArch64 instruction set: registers and the way to each instruction. */
#include "litmus/isa/aarch64/aarch64.h"

#include "litmus/isa/spelled.h"

#include <string.h>
#include <strings.h>

/* ---- registers ------------------------------------------------------- */

static const struct {
    const char *name;
    unsigned number, bits;
    bool is_sp;
} special_names[] = {{"SP", 31, 64, true},   {"WSP", 31, 32, true}, {"XZR", 31, 64, false},
                     {"WZR", 31, 32, false}, {"LR", 30, 64, false}, {"FP", 29, 64, false}};

bool cm_a64_register(const char *name, unsigned *number, unsigned *bits, bool *is_sp)
{
    for (size_t i = 0; i < sizeof special_names / sizeof *special_names; i++) {
        if (strcasecmp(name, special_names[i].name) == 0) {
            *number = special_names[i].number;
            *bits = special_names[i].bits;
            *is_sp = special_names[i].is_sp;
            return true;
        }
    }
    bool wide = name[0] == 'X' || name[0] == 'x', narrow = name[0] == 'W' || name[0] == 'w';
    size_t digits = strspn(name + (wide || narrow), "0123456789");
    if ((!wide && !narrow) || digits < 1 || digits > 2 || name[1 + digits] != '\0')
        return false;
    if (digits == 2 && name[1] == '0')
        return false;
    *number = (unsigned)(name[1] - '0');
    if (digits == 2)
        *number = 10 * *number + (unsigned)(name[2] - '0');
    *bits = wide ? 64 : 32;
    *is_sp = false;
    return *number <= 30;
}

/* `%a` and `X%a` are all of it, `W%a` the lower half. */
const char *cm_a64_symbolic(const char *name, unsigned *bits)
{
    *bits = *name == 'W' || *name == 'w' ? 32 : 64;
    const char *from = *name != '\0' && strchr("WwXx", *name) ? name + 1 : name;
    return from[0] == '%' && from[1] != '\0' ? from : NULL;
}

/* XZR is a register that nothing writes: an initial state or a condition may name it. */
static const char *canonical(cm_arena *arena, unsigned number, bool is_sp)
{
    if (number == 31)
        return is_sp ? "SP" : "XZR";
    return cm_arena_printf(arena, "X%u", number);
}

const char *cm_a64_register_name(cm_arena *arena, const char *name, unsigned *bits)
{
    unsigned number;
    bool is_sp;
    *bits = 64;
    const char *symbolic = cm_a64_symbolic(name, bits);
    if (symbolic && symbolic == name)
        return cm_arena_text(arena, name, strlen(name));
    return cm_a64_register(name, &number, bits, &is_sp) ? canonical(arena, number, is_sp) : NULL;
}

/* XZR, SP, X0 to X30, then symbolic ones: the order of the reference simulator. */
int cm_a64_register_order(const char *canonical)
{
    unsigned number, bits;
    bool is_sp;
    if (!cm_a64_register(canonical, &number, &bits, &is_sp))
        return 33;
    return number < 31 ? (int)number + 2 : is_sp;
}

/* ---- dispatch -------------------------------------------------------- */

/* What the models here say nothing of, by how the name begins; a `$` ends it. */
static const struct {
    const char *prefixes, *what;
} not_modelled[] = {
    {"STG$ STZG ST2G STZ2G LDG$ IRG$ ADDG$ SUBG$ GMI$ SUBP$ SUBPS$", "tags of memory (MTE)"},
    {"TLBI$ AT$", "translation tables"},
    {"IC$ DC$", "fetches of instructions and maintenance of caches"},
    {"HVC$ SMC$ BRK$ HLT$ ERET", "exceptions"},
    {"PACI PACD AUTI AUTD XPAC BRAA BRAB BLRAA BLRAB RETAA RETAB LDRAA LDRAB", "signed pointers"},
    {"LD1 LD2 LD3 LD4 ST1 ST2 ST3 ST4 LDAP1 STL1 DUP$ ADDV$ PTRUE WHILE UADDV MOVPRFX "
     "INDEX$ RDVL ADDVL SMSTART SMSTOP MOVA$",
     "vector registers (NEON, SVE, SME)"},
    {"RCW", "atomics of translation tables"},
    {"GCSB$ GCSPUSH GCSPOP GCSSS GCSSTR", "guarded control stacks"},
    {"GCTYPE GCVALUE GCPERM GCSEAL GCTAG GCOFF GCR$ GCBASE GCLEN GCLIM SCVALUE SCTAG SCOFF SCBNDS "
     "SCFLGS CSEAL SEAL$ UNSEAL BUILD$ CHKEQ CHKSLD CHKSS CHKTGD CLRPERM CLRTAG CPYTYPE CPYVALUE "
     "CTHI$ CTPERM CVT$ CVTD CVTP CVTZ LDCT STCT",
     "capabilities (Morello)"},
    {"LDFADD LDFMAX LDFMIN STFADD LDBF STBF", "atomics of floating-point numbers"},
};

static bool begins(const char *name, const char *prefix, size_t length)
{
    bool whole = prefix[length - 1] == '$';
    length -= whole;
    return strncasecmp(name, prefix, length) == 0 && (!whole || name[length] == '\0');
}

static const char *why_not_modelled(const char *name)
{
    for (size_t i = 0; i < sizeof not_modelled / sizeof *not_modelled; i++) {
        const char *prefix = not_modelled[i].prefixes;
        for (size_t length; *prefix; prefix += length + (prefix[length] == ' ')) {
            length = strcspn(prefix, " ");
            if (begins(name, prefix, length))
                return not_modelled[i].what;
        }
    }
    return NULL;
}

void cm_a64_other(cm_dotted *w, const char *name)
{
    if (why_not_modelled(name))
        cm_asm_fail(w->as, w->place,
                    "`%s` is not supported: %s are not modelled, expected another instruction",
                    name, why_not_modelled(name));
    cm_asm_unknown(w->as, w->place, name);
}

const char *cm_a64_ordered(cm_arena *arena, const cm_insn *insn, unsigned order, bool sized)
{
    cm_spelled s = {.form = insn->form};
    int at = -1;
    for (int m = 0; m < s.form->modifier_count; m++) {
        const char *name = cm_spelled_words(&cm_isa_table_aarch64, s.form, m)->name;
        s.chosen[m] = sized || strcmp(name, "size") != 0 ? insn->chosen[m] : 0;
        if (strcmp(name, "order") == 0 && !s.form->modifiers[m].in_opcode)
            at = m;
    }
    if (at < 0 || (order && !cm_spelled_allows(s.form, at, (int)order - 1)))
        return NULL;
    s.chosen[at] = (uint8_t)order; /* words A L AL */
    return cm_spelled_name(arena, &cm_isa_table_aarch64, &s);
}
