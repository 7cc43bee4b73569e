/* Where locations live: "x=gpu0,y=cpu", a home for each; or as the test says it (x@gpu 0).
 *
 *      gpuN            the memory of GPU N, as the test counts them
 *      cpu             pinned memory of the host
 *      numa:N          pages of that NUMA node
 *      managed:gpuN    managed memory that prefers GPU N; managed:cpu likewise
 *      writer, reader  with the first thread that writes it, that reads it and does not write it;
 *                      of a CPU thread: cpu
 */
#include "hwrun/plan/plan.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static const cm_place nowhere;

/* ---- the list ------------------------------------------------------------ */

/* What the list says of the name; length 0: nothing. */
static const char *home_of(const char *list, const char *name, size_t *length)
{
    size_t own = strlen(name);
    for (const char *at = list; *at;) {
        size_t part = strcspn(at, ",");
        if (part > own && at[own] == '=' && strncmp(at, name, own) == 0) {
            *length = part - own - 1;
            return at + own + 1;
        }
        at += part + (at[part] == ',');
    }
    *length = 0;
    return "";
}

void cm_plan_check_homes(cm_work *work, const cm_plan *plan)
{
    const cm_test *test = plan->test;
    for (const char *at = plan->parameters.homes; *at;) {
        size_t part = strcspn(at, ","), name = strcspn(at, "=");
        bool known = false;
        for (int l = 0; l < test->location_count; l++)
            known = known || (strlen(test->locations[l].name) == name &&
                              strncmp(test->locations[l].name, at, name) == 0);
        if (!known || name >= part)
            cm_fail(work, nowhere, "%s: `%.*s` is not a home of a location, expected NAME=HOME",
                    test->name, (int)part, at);
        at += part + (at[part] == ',');
    }
}

/* ---- threads --------------------------------------------------------------- */

static bool accesses(const cm_test *test, int thread, int location, cm_step_kind kind)
{
    uint64_t offset;
    for (int s = 0; s < test->threads[thread].step_count; s++) {
        const cm_step *step = &test->threads[thread].steps[s];
        if (step->kind != kind || !step->addr)
            continue;
        uint64_t address = step->addr->imm;
        if (step->addr->op == CM_OP_REG)
            address = test->threads[thread].registers[step->addr->reg].init->imm;
        else if (step->addr->op != CM_OP_CONST)
            continue;
        if (cm_test_locate(test, address, &offset) == location)
            return true;
    }
    return false;
}

/* The role that is meant, or -1. */
static int role_meant(const cm_plan *plan, int location, bool writer)
{
    for (int r = 0; r < plan->role_count; r++) {
        bool writes = accesses(plan->test, r, location, CM_STEP_STORE);
        bool reads = accesses(plan->test, r, location, CM_STEP_LOAD);
        if (writer ? writes : reads && !writes)
            return r;
    }
    return -1;
}

/* ---- homes ------------------------------------------------------------------- */

static _Noreturn void refuse_home(cm_work *work, const cm_plan *plan, int location,
                                  const char *home)
{
    cm_fail(
        work, nowhere,
        "%s: `%s` is not a home for `%s` here, expected gpu0 to gpu%d (that the test has), cpu, "
        "numa:N, managed:gpu0, managed:cpu, writer or reader",
        plan->test->name, home, plan->test->locations[location].name,
        plan->device_count > 0 ? plan->devices[plan->device_count - 1] : 0);
}

/* "gpu1": the device of that number; "cpu": -1. False: neither. */
static bool read_device(const cm_plan *plan, const char *text, int *device)
{
    *device = -1;
    if (strcmp(text, "cpu") == 0)
        return true;
    if (strncmp(text, "gpu", 3) != 0 || text[3] < '0' || text[3] > '9' || strlen(text) > 6)
        return false;
    for (int d = 0; d < plan->device_count; d++)
        if (plan->devices[d] == atoi(text + 3))
            *device = plan->gpus[d];
    return *device >= 0;
}

/* What the option calls the home that the test says; NULL: it says none. A GPU's own memory is
 * nothing that a CPU reaches, but managed memory can live there. */
static const char *said_by_test(cm_arena *arena, const cm_plan *plan, int location)
{
    const cm_home *home = &plan->test->locations[location].home;
    if (home->kind == CM_HOME_GPU)
        return cm_arena_printf(arena, "%sgpu%d", plan->cpu_count > 0 ? "managed:" : "",
                               home->number);
    if (home->kind == CM_HOME_CPU)
        return home->number < 0 ? "cpu" : cm_arena_printf(arena, "numa:%d", home->number);
    return NULL;
}

static cm_plan_area parse_home(cm_work *work, const cm_plan *plan, int location, const char *home)
{
    bool writer = strcmp(home, "writer") == 0;
    cm_plan_area area = {.kind = CM_AREA_DEVICE, .device = -1};
    if (writer || strcmp(home, "reader") == 0) {
        int role = role_meant(plan, location, writer);
        if (role < 0)
            refuse_home(work, plan, location, home);
        area.device = plan->roles[role].gpu ? plan->gpus[plan->roles[role].device] : -1;
    } else if (strncmp(home, "managed:", 8) == 0) {
        area.kind = CM_AREA_MANAGED;
        if (!read_device(plan, home + 8, &area.device))
            refuse_home(work, plan, location, home);
    } else if (strncmp(home, "numa:", 5) == 0) {
        cm_memory_kind kind;
        unsigned node;
        if (!cm_memory_kind_parse(home, &kind, &node))
            refuse_home(work, plan, location, home);
        return (cm_plan_area){.kind = CM_AREA_NUMA, .device = (int)node};
    } else if (!read_device(plan, home, &area.device)) {
        refuse_home(work, plan, location, home);
    }
    /* Memory that GPUs, if there are any, reach too. */
    if (area.kind == CM_AREA_DEVICE && area.device < 0)
        area.kind = plan->device_count > 0 ? CM_AREA_HOST : CM_AREA_MEMORY;
    if (area.kind == CM_AREA_DEVICE && plan->cpu_count > 0)
        cm_fail(
            work, nowhere,
            "%s: the CPU cannot reach `%s` in the memory of a GPU, expected cpu or managed:gpuN",
            plan->test->name, plan->test->locations[location].name);
    return area;
}

/* The option goes before the test; NULL: neither says anything. */
static const char *home_for(cm_arena *arena, const cm_plan *plan, int location)
{
    size_t length;
    const char *home =
        home_of(plan->parameters.homes, plan->test->locations[location].name, &length);
    return length > 0 ? cm_arena_text(arena, home, length) : said_by_test(arena, plan, location);
}

int cm_plan_home(cm_work *work, cm_plan *plan, int location)
{
    const char *home = home_for(work->arena, plan, location);
    cm_plan_area area = {.kind = CM_AREA_MEMORY, .device = -1};
    if (home)
        area = parse_home(work, plan, location, home);
    for (int a = 0; a < plan->area_count; a++)
        if (plan->areas[a].kind == area.kind && plan->areas[a].device == area.device)
            return a;
    if (plan->area_count == CM_PLAN_AREAS)
        cm_fail(work, nowhere, "%s: there are too many homes, expected at most %d",
                plan->test->name, CM_PLAN_AREAS);
    plan->areas[plan->area_count] = area;
    return plan->area_count++;
}

void cm_plan_tell_homes(cm_work *work, cm_plan *plan)
{
    bool any = false;
    cm_text list = cm_text_new(work->arena);
    for (int l = 0; l < plan->test->location_count; l++) {
        const char *home = home_for(work->arena, plan, l);
        if (!home || plan->test->locations[l].space == CM_SPACE_SHARED)
            continue;
        any = any || plan->test->locations[l].home.kind != CM_HOME_UNSAID;
        cm_text_append(&list, "%s%s=%s", list.length ? "," : "", plan->test->locations[l].name,
                       home);
    }
    if (!any) /* what the option says stays as it is */
        return;
    if (list.length >= CM_HOMES)
        cm_fail(work, nowhere, "%s: its homes are too long, expected fewer than %d characters: %s",
                plan->test->name, CM_HOMES, list.data);
    memcpy(plan->parameters.homes, list.data, list.length + 1);
}

void cm_plan_move(cm_plan *plan, int area, uint64_t at)
{
    uint64_t by = at - plan->areas[area].at;
    plan->areas[area].at = at;
    for (int l = 0; l < plan->test->location_count; l++)
        if (plan->locations[l].cta < 0 && plan->locations[l].area == area)
            plan->locations[l].region += by;
}

/* ---- addresses ------------------------------------------------------------------ */

uint64_t cm_plan_canonical(const cm_plan *plan, uint64_t memory, uint64_t instance, uint64_t word)
{
    for (int i = 0; i < plan->test->location_count; i++) {
        const cm_plan_location *l = &plan->locations[i];
        if (l->cta >= 0)
            continue;
        uint64_t offset = word - cm_plan_address(plan, l, memory, instance);
        if (offset < l->bytes)
            return plan->test->locations[i].address + offset;
    }
    return word;
}
