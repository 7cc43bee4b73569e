/* What the text of an AMD instruction says by itself: its operands, what it accesses and writes,
 * and where control goes. */
#include "import/amd.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { M0 = 124 };

bool cm_amd_begins(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* ---- operands ----------------------------------------------------------------------------- */

static bool read_register(const char *text, cm_amd_operand *o)
{
    static const struct {
        const char *name;
        int first, count;
    } names[] = {{"vcc", CM_AMD_VCC, 2},         {"exec", CM_AMD_EXEC, 2},
                 {"vcc_lo", CM_AMD_VCC, 1},      {"m0", M0, 1},
                 {"vcc_hi", CM_AMD_VCC + 1, 1},  {"exec_lo", CM_AMD_EXEC, 1},
                 {"exec_hi", CM_AMD_EXEC + 1, 1}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i].name) == 0) {
            o->first = names[i].first;
            o->count = names[i].count;
            return true;
        }
    int base = *text == 's' ? 0 : *text == 'v' ? CM_AMD_VECTOR : CM_AMD_ACCUMULATOR;
    bool many = text[0] && text[1] == '[';
    const char *digits = text + (many ? 2 : 1);
    char *end;
    if (!strchr("sva", *text) || !*text || !isdigit((unsigned char)*digits))
        return false;
    long first = strtol(digits, &end, 10), last = first;
    if (many && *end == ':')
        last = strtol(end + 1, &end, 10);
    if (strcmp(end, many ? "]" : "") != 0 || first > last || last >= (base ? 256 : CM_AMD_VCC))
        return false;
    o->first = base + (int)first;
    o->count = (int)(last - first) + 1;
    return true;
}

/* -v1, |v1|, -|v1| and sext(v1) read v1. */
static void read_changed(cm_arena *arena, cm_amd_operand *o)
{
    const char *inner = o->text + (*o->text == '-');
    inner += *inner == '|'                   ? 1
             : cm_amd_begins(inner, "abs(")  ? 4
             : cm_amd_begins(inner, "sext(") ? 5
                                             : 0;
    o->changed =
        inner > o->text && read_register(cm_arena_text(arena, inner, strcspn(inner, "|)")), o);
}

cm_amd_parts cm_amd_take_apart(cm_arena *arena, const char *text)
{
    cm_amd_parts p = {.count = 0};
    const char *at = text + strcspn(text, " ");
    p.opcode = cm_arena_text(arena, text, (size_t)(at - text));
    size_t length = strlen(p.opcode);
    if (length > 4 &&
        (strcmp(p.opcode + length - 4, "_e32") == 0 || strcmp(p.opcode + length - 4, "_e64") == 0))
        p.opcode = cm_arena_text(arena, text, length - 4);
    while (*at && p.count < CM_AMD_OPERANDS) {
        at += strspn(at, " ");
        size_t size = strcspn(at, ", ");
        cm_amd_operand *o = &p.operands[p.count];
        *o = (cm_amd_operand){.text = cm_arena_text(arena, at, size), .first = -1};
        char *end;
        o->number = strtoull(o->text, &end, 0);
        o->is_number = size > 0 && !*end;
        if (!read_register(o->text, o))
            read_changed(arena, o);
        p.count++;
        at += size;
        at += strspn(at, " ");
        if (*at != ',')
            break;
        at++;
    }
    p.words = at;
    const char *offset = strstr(at, "offset:");
    p.offset = offset ? (uint32_t)strtol(offset + strlen("offset:"), NULL, 0) : 0;
    return p;
}

/* ---- what it accesses and writes ------------------------------------------------------------ */

/* glc: of gfx90a. */
bool cm_amd_returns(const cm_amd_parts *p)
{
    return strstr(p->words, "sc0") || strstr(p->words, "glc");
}

bool cm_amd_gives_nothing(const cm_amd_parts *p)
{
    return strstr(p->opcode, "_atomic_") && !cm_amd_returns(p);
}

unsigned cm_amd_access_bytes(const char *opcode)
{
    static const struct {
        const char *name;
        unsigned bytes;
    } sizes[] = {{"_dword", 4},  {"_dwordx2", 8}, {"_dwordx3", 12}, {"_dwordx4", 16},
                 {"_ubyte", 1},  {"_sbyte", 1},   {"_byte", 1},     {"_ushort", 2},
                 {"_sshort", 2}, {"_short", 2},   {"_dwordx8", 32}, {"_dwordx16", 64}};
    const char *is = strstr(opcode, "_load_"), *end = is ? is + 5 : strstr(opcode, "_store_");
    end = is ? end : end ? end + 6 : opcode;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (strcmp(end, sizes[i].name) == 0)
            return sizes[i].bytes;
    return 0;
}

int cm_amd_data_of(const cm_amd_parts *p)
{
    return strstr(p->opcode, "_store_") && !cm_amd_begins(p->opcode, "buffer_") ? 1 : 0;
}

bool cm_amd_is_vector(const char *opcode)
{
    return cm_amd_begins(opcode, "v_") || cm_amd_begins(opcode, "flat_") ||
           cm_amd_begins(opcode, "global_") || cm_amd_begins(opcode, "scratch_") ||
           cm_amd_begins(opcode, "ds_") ||
           (cm_amd_begins(opcode, "buffer_") && !cm_amd_begins(opcode, "buffer_inv") &&
            !cm_amd_begins(opcode, "buffer_wb"));
}

bool cm_amd_writes_first(const cm_amd_parts *p)
{
    const char *opcode = p->opcode;
    return !strstr(opcode, "_store_") && !cm_amd_gives_nothing(p) &&
           !cm_amd_begins(opcode, "s_cmp") && !cm_amd_begins(opcode, "s_bitcmp") &&
           !cm_amd_begins(opcode, "ds_write") && !cm_amd_begins(opcode, "v_cmpx");
}

bool cm_amd_sets_scc(const cm_amd_parts *p)
{
    static const char *const words[] = {"add", "sub", "lsh", "ashr", "cmp",  "bitcmp",
                                        "min", "max", "abs", "bfe_", "bcnt", "not_",
                                        "and", "or",  "xor", "nand", "nor",  "xnor"};
    bool is = false;
    for (size_t i = 0; cm_amd_begins(p->opcode, "s_") && i < sizeof words / sizeof *words; i++)
        is |= cm_amd_begins(p->opcode + 2, words[i]);
    return is;
}

bool cm_amd_reads_scc(const cm_amd_parts *p)
{
    return strstr(p->opcode, "_scc") || cm_amd_begins(p->opcode, "s_cselect") ||
           cm_amd_begins(p->opcode, "s_addc_") || cm_amd_begins(p->opcode, "s_subb_");
}

bool cm_amd_reads_vcc(const cm_amd_parts *p)
{
    return strstr(p->opcode, "_vcc") || cm_amd_begins(p->opcode, "v_div_fmas");
}

/* ---- ways of control ------------------------------------------------------------------------ */

bool cm_amd_is_label(const char *text)
{
    return *text && text[strlen(text) - 1] == ':';
}

bool cm_amd_is_branch(const char *text)
{
    return cm_amd_begins(text, "s_branch") || cm_amd_begins(text, "s_cbranch");
}

bool cm_amd_goes_on(const char *text)
{
    return !cm_amd_begins(text, "s_branch") && !cm_amd_begins(text, "s_endpgm") &&
           !cm_amd_begins(text, "s_setpc") && !cm_amd_begins(text, "s_trap");
}

size_t cm_amd_target(const cm_amd_kernel *k, const char *text)
{
    const char *label = cm_amd_is_branch(text) ? strrchr(text, ' ') : NULL;
    for (size_t i = 0; label && i < k->count; i++) {
        const char *line = k->code[i].text;
        if (cm_amd_begins(line, label + 1) && strcmp(line + strlen(label + 1), ":") == 0)
            return i;
    }
    return k->count;
}

cm_amd_parts *cm_amd_all_parts(cm_arena *arena, const cm_amd_kernel *k)
{
    cm_amd_parts *parts = CM_NEW_ARRAY(arena, k->count + 1, cm_amd_parts);
    for (size_t i = 0; i < k->count; i++)
        parts[i] = cm_amd_take_apart(arena, k->code[i].text);
    return parts;
}
