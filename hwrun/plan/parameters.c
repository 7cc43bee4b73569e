/* The table of tunable parameters, and parameters from text, defaults and chance. */
#include "hwrun/plan/parameters.h"
#include "base/random.h"
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory kinds ---------------------------------------------------- */

static const struct {
    const char *text;
    cm_memory_kind kind;
} kinds[] = {{"default", CM_MEMORY_DEFAULT},
             {"malloc", CM_MEMORY_MALLOC},
             {"pinned", CM_MEMORY_PINNED},
             {"managed", CM_MEMORY_MANAGED},
             {"device", CM_MEMORY_DEVICE},
             {"huge", CM_MEMORY_HUGE},
             {"registered", CM_MEMORY_REGISTERED},
             {"write-combined", CM_MEMORY_WRITE_COMBINED},
             {"managed:cpu", CM_MEMORY_MANAGED_CPU},
             {"managed:gpu", CM_MEMORY_MANAGED_GPU},
             {"vmm", CM_MEMORY_VMM},
             {"peer", CM_MEMORY_PEER}};

static const char numa_prefix[] = "numa:";

const char *cm_memory_kind_text(cm_arena *arena, cm_memory_kind kind, unsigned numa_node)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].kind == kind)
            return kinds[i].text;
    return cm_arena_printf(arena, "%s%u", numa_prefix, numa_node);
}

/* A number of digits only, up to max. */
static bool parse_number(const char *text, uint64_t max, uint64_t *value)
{
    if (*text < '0' || *text > '9')
        return false;
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return errno == 0 && *end == '\0' && *value <= max;
}

bool cm_memory_kind_parse(const char *text, cm_memory_kind *kind, unsigned *numa_node)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].text, text) == 0) {
            *kind = kinds[i].kind;
            return true;
        }
    }
    enum { MOST_NODES = 4096 };
    size_t length = sizeof numa_prefix - 1;
    uint64_t node;
    if (strncmp(text, numa_prefix, length) != 0 || !parse_number(text + length, MOST_NODES, &node))
        return false;
    *kind = CM_MEMORY_NUMA;
    *numa_node = (unsigned)node;
    return true;
}

/* ---- the table ------------------------------------------------------- */

/* The defaults of the GPU, and of CPU and GPU together, showed most weak outcomes,
 * the rare ones too, of those tried on an H200 (docs/results.md). */
#define ROW(tunable, name, min, max, cpu, gpu, both, power_of_two, help)                           \
    [CM_##tunable] = {name, min, max, {cpu, gpu, both}, power_of_two, help}
const cm_tunable_info cm_tunables[CM_TUNABLE_COUNT] = {
    ROW(LANES, "lanes", 1, 1024, 64, 256, 512, true,
        "Instances of a team in one step: GPU threads of each role in a CTA, or instances that a "
        "CPU thread goes through without aligning."),
    ROW(STEPS, "steps", 1, 65536, 1024, 64, 64, true,
        "Steps of a round; a round has teams x steps x lanes instances."),
    ROW(TEAMS, "teams", 0, 65536, 0, 0, 0, false,
        "Groups of CTAs and CPU threads that run the test side by side; 0: as many as the machine "
        "holds."),
    ROW(STRIDE, "stride", 4, 65536, 64, 128, 32, true,
        "Bytes between one location of successive instances."),
    ROW(SCATTER, "scatter", 0, 1000, 0, 0, 1, false,
        "0: instances lie in order in memory; else shuffled, by this number."),
    ROW(ALIGN, "align", 0, 1, 1, 1, 1, false,
        "0: a team aligns once a round; 1: before every step."),
    ROW(SKEW, "skew", 0, 100000, 100, 500, 500, false,
        "Each role waits 0 to so many nanoseconds after aligning, at random."),
    ROW(ROTATE, "rotate", 0, 1023, 0, 0, 1, false,
        "Lanes of role r handle the instances turned by r times this."),
    ROW(TOUCH, "touch", 0, 100, 0, 50, 50, false,
        "Percent of steps before which a GPU role loads its locations, into its L1."),
    ROW(CPU_TOUCH, "cpu_touch", 0, 100, 50, 0, 0, false,
        "Percent of steps before which a CPU thread loads its locations."),
    ROW(STRESS_BLOCKS, "stress_blocks", 0, 1024, 0, 0, 0, false,
        "CTAs that hammer scratch memory meanwhile."),
    ROW(STRESS_PATTERN, "stress_pattern", 0, CM_STRESS_PATTERNS - 1, 0, 0, 0, false,
        "What they do: 0 store store, 1 store load, 2 load store, 3 load load, 4 atomic additions, "
        "5 arithmetic alone, which heats."),
    ROW(STRESS_LINES, "stress_lines", 1, 65536, 64, 64, 64, true,
        "Lines of 128 bytes that they hammer."),
    ROW(STRESS_STRIDE, "stress_stride", 128, 2097152, 128, 128, 128, true,
        "Bytes from one of these lines to the next: from 4096 on they share banks and slices of "
        "caches, at 2097152 none shares a page. At most 1 GiB is used, 64 MiB by a CPU thread."),
    ROW(STRESS_HOME, "stress_home", 0, CM_STRESS_HOMES - 1, 0, 0, 0, false,
        "Where they are: 0 in the GPU's memory, 1 in pinned host memory, 2 in that of the next "
        "GPU, 3 in managed memory, which cpu_stress then uses, too, so that pages move."),
    ROW(CPU_STRESS, "cpu_stress", 0, 256, 0, 0, 0, false, "CPU threads that do the same."),
    ROW(CPU_EVICT, "cpu_evict", 0, 100, 0, 0, 0, false,
        "Percent of steps before which a CPU thread evicts its locations from all caches (x86-64, "
        "AArch64)."),
};
#undef ROW

int cm_tunable_find(const char *name)
{
    return CM_NAMED_INDEX(cm_tunables, CM_TUNABLE_COUNT, name, name);
}

/* ---- parameters ------------------------------------------------------ */

void cm_parameters_init(cm_parameters *parameters)
{
    *parameters = (cm_parameters){.seed = 1};
}

static bool set_tunable(cm_parameters *parameters, cm_arena *arena, int index, const char *text,
                        const char **why)
{
    const cm_tunable_info *info = &cm_tunables[index];
    uint64_t value;
    if (!parse_number(text, info->max, &value) || value < info->min) {
        *why = cm_arena_printf(arena, "%s is `%s`, expected a number from %u to %u", info->name,
                               text, info->min, info->max);
        return false;
    }
    if (info->power_of_two && !(value != 0 && (value & (value - 1)) == 0)) {
        *why = cm_arena_printf(arena, "%s is %s, expected a power of two", info->name, text);
        return false;
    }
    parameters->tuned[index] = (unsigned)value;
    parameters->given[index] = true;
    return true;
}

bool cm_parameters_set(cm_parameters *parameters, cm_arena *arena, const char *text,
                       const char **why)
{
    const char *equals = strchr(text, '=');
    if (!equals) {
        *why = cm_arena_printf(arena, "`%s` has no value, expected NAME=VALUE", text);
        return false;
    }
    const char *name = cm_arena_text(arena, text, (size_t)(equals - text));
    int index = cm_tunable_find(name);
    if (index < 0) {
        *why = cm_arena_printf(arena, "there is no parameter `%s`, expected one such as `%s`", name,
                               cm_tunables[0].name);
        return false;
    }
    return set_tunable(parameters, arena, index, equals + 1, why);
}

void cm_parameters_settle(cm_parameters *parameters, cm_mix mix)
{
    for (int i = 0; i < CM_TUNABLE_COUNT; i++)
        if (!parameters->given[i])
            parameters->tuned[i] = cm_tunables[i].defaults[mix];
}

/* ---- chance ---------------------------------------------------------- */

/* What tuning tries: values around the defaults that some machine may like.
 * -1 ends a list. Parameters without a list keep their defaults. */
static const int choices[CM_TUNABLE_COUNT][CM_CHOICES] = {
    [CM_LANES] = {32, 64, 128, 256, 512, -1},
    [CM_STEPS] = {4, 8, 16, 32, 64, -1},
    [CM_TEAMS] = {0, -1},
    [CM_STRIDE] = {8, 16, 32, 64, 128, 256, -1},
    [CM_SCATTER] = {0, 0, 1, 2, 3, -1},
    [CM_ALIGN] = {0, 1, 1, -1},
    [CM_SKEW] = {0, 50, 200, 1000, 2000, 5000, -1},
    [CM_ROTATE] = {0, 0, 1, 7, 32, -1},
    [CM_TOUCH] = {0, 25, 50, 100, -1},
    [CM_CPU_TOUCH] = {0, 25, 50, 100, -1},
    [CM_STRESS_BLOCKS] = {0, 0, 16, 64, -1},
    [CM_STRESS_PATTERN] = {0, 1, 2, 3, 4, 5, -1},
    [CM_STRESS_LINES] = {16, 64, 256, 1024, 16384, -1},
    [CM_STRESS_STRIDE] = {128, 128, 4096, 65536, 2097152, -1},
    [CM_STRESS_HOME] = {0, 0, 1, 2, 3, -1},
    [CM_CPU_STRESS] = {0, 0, 1, 2, -1},
    [CM_CPU_EVICT] = {0, 0, 25, 50, 100, -1},
};

/* A CPU thread goes through its lanes one after the other: fewer of them. */
static unsigned adapt(int index, cm_mix mix, unsigned value)
{
    enum { CPU_LANES_DIVISOR = 16, CPU_STEPS_FACTOR = 256 };
    if (mix != CM_MIX_CPU)
        return value;
    if (index == CM_LANES)
        return value / CPU_LANES_DIVISOR;
    return index == CM_STEPS ? value * CPU_STEPS_FACTOR : value;
}

static unsigned choices_of(int index)
{
    unsigned count = 0;
    while (count < CM_CHOICES && choices[index][count] >= 0)
        count++;
    return count;
}

/* One of so many choices, by their weights; a random number decides. */
static unsigned pick(const double *weights, unsigned count, uint64_t random)
{
    double sum = 0, at = (double)(random >> 11) * 0x1p-53; /* 0 to 1, without 1 */
    for (unsigned i = 0; i < count; i++)
        sum += weights[i];
    for (unsigned i = 0; i + 1 < count; i++) {
        at -= weights[i] / sum;
        if (at < 0)
            return i;
    }
    return count - 1;
}

cm_draw cm_parameters_pick(const cm_odds *odds, uint64_t seed, uint64_t draw)
{
    cm_draw drawn = {{0}};
    for (int i = 0; i < CM_TUNABLE_COUNT; i++) {
        unsigned count = choices_of(i);
        uint64_t random = cm_random(seed, draw, (uint64_t)i);
        if (count > 0)
            drawn.picks[i] = (unsigned char)(odds ? pick(odds->of[i], count, random)
                                                  : (unsigned)(random % count));
    }
    return drawn;
}

void cm_odds_init(cm_odds *odds)
{
    for (int i = 0; i < CM_TUNABLE_COUNT; i++)
        for (int c = 0; c < CM_CHOICES; c++)
            odds->of[i][c] = 1;
}

/* The cross-entropy method (Rubinstein, 1999) with smoothing: what the best had in common becomes
 * likelier, and nothing impossible. */
void cm_odds_learn(cm_odds *odds, const cm_draw *best)
{
    static const double keep = 0.8, least = 0.3;
    for (int i = 0; i < CM_TUNABLE_COUNT; i++)
        for (int c = 0; c < CM_CHOICES; c++) {
            double share = best->picks[i] == c ? (1 - keep) * CM_CHOICES : 0;
            double odd = keep * odds->of[i][c] + share;
            odds->of[i][c] = odd > least ? odd : least;
        }
}

void cm_parameters_take(cm_parameters *parameters, cm_mix mix, const cm_draw *draw)
{
    for (int i = 0; i < CM_TUNABLE_COUNT; i++) {
        if (parameters->given[i] || choices_of(i) == 0 || draw->picks[i] == CM_CHOICES)
            continue;
        parameters->tuned[i] = adapt(i, mix, (unsigned)choices[i][draw->picks[i]]);
        parameters->given[i] = true;
    }
}

void cm_parameters_draw(cm_parameters *parameters, cm_mix mix, uint64_t draw)
{
    cm_draw drawn = cm_parameters_pick(NULL, parameters->seed, draw);
    cm_parameters_take(parameters, mix, &drawn);
}
