#include "hwrun/machine/cpu_name.h"

#include <stdlib.h>
#include <string.h>

typedef struct core_name {
    unsigned implementer, part; /* fields of MIDR_EL1 */
    const char *name;
} core_name;

/* MIDR_EL1 (Arm ARM D24): implementer in bits 31:24, part number in bits 15:4;
 * numbers from the cores' technical reference manuals. */
static const core_name core_names[] = {
    {0x41, 0xd03, "Cortex-A53"},     {0x41, 0xd04, "Cortex-A35"},
    {0x41, 0xd05, "Cortex-A55"},     {0x41, 0xd07, "Cortex-A57"},
    {0x41, 0xd08, "Cortex-A72"},     {0x41, 0xd09, "Cortex-A73"},
    {0x41, 0xd0a, "Cortex-A75"},     {0x41, 0xd0b, "Cortex-A76"},
    {0x41, 0xd0c, "Neoverse-N1"},    {0x41, 0xd0d, "Cortex-A77"},
    {0x41, 0xd40, "Neoverse-V1"},    {0x41, 0xd41, "Cortex-A78"},
    {0x41, 0xd44, "Cortex-X1"},      {0x41, 0xd46, "Cortex-A510"},
    {0x41, 0xd47, "Cortex-A710"},    {0x41, 0xd48, "Cortex-X2"},
    {0x41, 0xd49, "Neoverse-N2"},    {0x41, 0xd4a, "Neoverse-E1"},
    {0x41, 0xd4d, "Cortex-A715"},    {0x41, 0xd4e, "Cortex-X3"},
    {0x41, 0xd4f, "Neoverse-V2"},    {0x41, 0xd80, "Cortex-A520"},
    {0x41, 0xd81, "Cortex-A720"},    {0x41, 0xd82, "Cortex-X4"},
    {0x41, 0xd83, "Neoverse-V3AE"},  {0x41, 0xd84, "Neoverse-V3"},
    {0x41, 0xd85, "Cortex-X925"},    {0x41, 0xd87, "Cortex-A725"},
    {0x41, 0xd8e, "Neoverse-N3"},    {0x43, 0x0a1, "ThunderX"},
    {0x43, 0x0af, "ThunderX2"},      {0x46, 0x001, "A64FX"},
    {0x48, 0xd01, "TaiShan-V110"},   {0x4e, 0x003, "Denver-2"},
    {0x4e, 0x004, "Carmel"},         {0x51, 0xc00, "Falkor"},
    {0x61, 0x022, "Apple-Icestorm"}, {0x61, 0x023, "Apple-Firestorm"},
    {0xc0, 0xac3, "Ampere-1"},       {0xc0, 0xac4, "Ampere-1A"},
};

/* The value of the first line "key : value" as [*start, *start + length); false: none. */
static bool find_value(const char *text, const char *key, const char **start, size_t *length)
{
    size_t key_length = strlen(key);
    for (const char *line = text; *line;) {
        size_t line_length = strcspn(line, "\n");
        if (line_length > key_length && strncmp(line, key, key_length) == 0) {
            const char *p = line + key_length;
            p += strspn(p, " \t");
            if (*p == ':') {
                p++;
                p += strspn(p, " \t");
                *start = p;
                *length = strcspn(p, "\n");
                return *length > 0;
            }
        }
        line += line_length + (line[line_length] == '\n');
    }
    return false;
}

static bool find_number(const char *text, const char *key, unsigned *number)
{
    const char *start;
    size_t length;
    if (!find_value(text, key, &start, &length))
        return false;
    char *end;
    unsigned long value = strtoul(start, &end, 0);
    *number = (unsigned)value;
    return end != start && value <= 0xffff;
}

const char *cm_cpu_name(cm_arena *arena, const char *cpuinfo)
{
    const char *start;
    size_t length;
    if (find_value(cpuinfo, "model name", &start, &length))
        return cm_arena_text(arena, start, length);
    unsigned implementer, part;
    if (!find_number(cpuinfo, "CPU implementer", &implementer) ||
        !find_number(cpuinfo, "CPU part", &part))
        return "unknown";
    for (size_t i = 0; i < sizeof core_names / sizeof *core_names; i++)
        if (core_names[i].implementer == implementer && core_names[i].part == part)
            return core_names[i].name;
    return cm_arena_printf(arena, "AArch64 implementer 0x%02x part 0x%03x", implementer, part);
}
