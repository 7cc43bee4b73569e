#include "enumerate/new.h"

#include "base/near.h"
#include "enumerate/cycle.h"
#include "enumerate/enumerate.h"

#include <string.h>
#include <strings.h>

const char *cm_new_shape(size_t index, const char **name)
{
    for (const cm_cycle_shape *shape = cm_cycle_shapes; shape->name; shape++)
        if (*shape->question && index-- == 0) {
            *name = shape->name;
            return shape->question;
        }
    return NULL;
}

const char *cm_new_gpu_word(const cm_isa *isa)
{
    return isa->gpu && isa->writer && isa->writer->alone ? isa->word : NULL;
}

/* ---- what is asked for ------------------------------------------------------- */

typedef struct making {
    const cm_new_request *request;
    cm_work *work;
    cm_text *out;
    const char *about; /* the shape's sentence */
    cm_cycle *cycle;
} making;

static const char *edges_of(making *m)
{
    const cm_cycle_shape *shape = cm_cycle_shape_named(m->request->shape);
    if (shape && *shape->question) {
        m->about = shape->question;
        return shape->edges;
    }
    m->about = "A cycle";
    if (strchr(m->request->shape, ' '))
        return m->request->shape;
    cm_near near = cm_near_new(m->request->shape, strlen(m->request->shape));
    for (shape = cm_cycle_shapes; shape->name; shape++)
        if (*shape->question)
            cm_near_offer(&near, shape->name);
    cm_fail(m->work, (cm_place){0},
            "there is no shape `%s`, expected one that `cmcm new help` lists%s", m->request->shape,
            cm_near_hint(&near, m->work->arena));
}

static cm_arch gpu_of(cm_work *work, const char *word)
{
    for (int arch = 0; arch < CM_CMCM && word; arch++) {
        const char *known = cm_new_gpu_word(cm_isa_for((cm_arch)arch));
        if (known && strcasecmp(known, word) == 0)
            return (cm_arch)arch;
    }
    if (!word)
        return cm_arch_usual(true);
    cm_fail(work, (cm_place){0}, "there is no instruction set `%s` of GPU threads, expected %s",
            word, cm_isa_list(work->arena, cm_new_gpu_word, NULL));
}

static const char *compound_gpu_word(const cm_isa *isa)
{
    return isa->gpu && isa->writer && isa->writer->compound ? isa->word : NULL;
}

/* Of the whole test. */
static cm_enum_target target_of(making *m, cm_arch cpu)
{
    const cm_new_request *r = m->request;
    if (r->arch && (r->cpu || r->gpu))
        cm_fail(m->work, (cm_place){0}, "%s",
                "--arch is of all threads, expected it without --cpu and --gpu");
    if (r->arch && !r->devices)
        return cm_enum_target_named(m->work, r->arch, CM_CMCM);
    cm_arch gpu = gpu_of(m->work, r->gpu);
    bool compound = !r->arch && !r->cpu == !r->gpu;
    if (compound && !cm_isa_for(gpu)->writer->compound)
        cm_fail(m->work, (cm_place){0},
                "there are no compound tests with threads of %s, expected %s", r->gpu,
                cm_isa_list(m->work->arena, compound_gpu_word, NULL));
    if (!compound && r->devices)
        cm_fail(m->work, (cm_place){0}, "%s",
                "--devices is about tests with CPU and GPU threads, expected it with --cpu and "
                "--gpu, or without both");
    return (cm_enum_target){compound ? CM_CMCM : r->cpu ? cpu : gpu, NULL};
}

static void seat(making *m, cm_arch cpu, int thread, const char *device)
{
    if (strcmp(device, "gpu") == 0) /* the one that was asked for */
        device = cm_isa_for(gpu_of(m->work, m->request->gpu))->word;
    const cm_enum_axis axis = {cm_arena_printf(m->work->arena, "P%d.device", thread), device};
    cm_cycle_seat_axis(m->work, m->cycle, cpu, &axis);
}

static void seat_threads(making *m, cm_arch cpu)
{
    cm_arena *arena = m->work->arena;
    const char *at = m->request->devices;
    int thread = 0;
    for (int t = 1; !at && m->cycle->arch == CM_CMCM && t < m->cycle->thread_count; t += 2)
        seat(m, cpu, t, "gpu");
    for (; at && *at; thread++) {
        size_t length = strcspn(at, ",");
        if (thread == m->cycle->thread_count)
            break;
        seat(m, cpu, thread, cm_arena_text(arena, at, length));
        at += length + (at[length] == ',');
    }
    if (m->request->devices && (*at || thread != m->cycle->thread_count))
        cm_fail(m->work, (cm_place){0},
                "`%s` does not name the devices of all threads, expected %d of them",
                m->request->devices, m->cycle->thread_count);
}

/* ---- the comments -------------------------------------------------------------- */

/* Fences that an instruction set has, the strongest first. */
static void say_fences(making *m, const cm_isa *isa)
{
    const cm_isa_writer *writer = isa->writer;
    const cm_write_fence *found[CM_WRITE_PURPOSES] = {0};
    if (!isa->gpu) {
        found[0] = writer->full;
        found[1] = writer->loads;
        found[2] = writer->stores;
    }
    for (int i = 0; isa->gpu && i < CM_WRITE_PURPOSES && isa->writer->scopes; i++)
        found[i] = cm_write_fence_of(isa->arch, (cm_write_purpose)i, CM_SCOPE_SYS);
    const char *gap;
    cm_text list = cm_text_new(m->work->arena);
    for (int i = 0; i < CM_WRITE_PURPOSES; i++)
        for (int k = 0; found[i] && k <= i; k++) {
            if (k < i && found[k] && strcmp(found[k]->text, found[i]->text) == 0)
                break;
            if (k < i)
                continue;
            const char *text = found[i]->text;
            if (writer->spell)
                text = writer->spell(m->work->arena, text);
            gap = list.length == 0 ? "" : strstr(text, "; ") ? ",\n     " : ", ";
            cm_text_append(&list, "%s%s", gap, text);
        }
    if (list.length)
        cm_text_append(m->out, "   Fences of %s: %s.\n", isa->name, list.data);
}

static bool has_gpu(const cm_cycle *cycle, cm_places places)
{
    for (int t = 0; t < cycle->thread_count; t++)
        if (cm_arch_is_gpu(cycle->seats[t].arch) &&
            cm_isa_for(cycle->seats[t].arch)->places == places)
            return true;
    return false;
}

static void say_functions(making *m)
{
    const cm_isa_writer *dialect = m->cycle->dialect;
    cm_text_add(m->out, "(* A function for each thread; locations are its parameters.\n");
    if (!dialect->placeless)
        cm_text_add(m->out,
                    "   Behind @: the thread's place; scopes say how far an order reaches.\n");
    cm_text_add(m->out, "   Fences:\n");
    for (const cm_write_fence *f = dialect->fences; f->name; f++)
        if (f->scope == CM_SCOPE_SYS)
            dialect->body(m->out, dialect, &f->text, 1);
    cm_text_add(m->out, "   *)\n");
}

static void say_threads(making *m)
{
    if (m->cycle->dialect) {
        say_functions(m);
        return;
    }
    cm_text_add(m->out, "(* A column for each thread, a row for each instruction.\n");
    if (m->cycle->arch == CM_CMCM)
        cm_text_add(m->out, "   Behind @: its instruction set.\n");
    if (has_gpu(m->cycle, CM_PLACES_CUDA))
        cm_text_add(m->out,
                    "   cta N, gpu N: the thread's block, and its GPU; .sys, .gpu, .cta in\n"
                    "   instructions: how far their order reaches.\n");
    if (has_gpu(m->cycle, CM_PLACES_VULKAN))
        cm_text_add(m->out,
                    "   sg N, wg N, qf N: the thread's subgroup, workgroup and queue family;\n"
                    "   .dv, .qf, .wg in instructions: how far their order reaches.\n");
    if (has_gpu(m->cycle, CM_PLACES_HSA))
        cm_text_add(m->out,
                    "   workgroup N, xcd N, agent N: the wave's workgroup, the die that it is\n"
                    "   on, and its GPU.\n");
    for (int arch = 0; arch < CM_CMCM; arch++)
        for (int t = 0; t < m->cycle->thread_count; t++)
            if (m->cycle->seats[t].arch == (cm_arch)arch) {
                say_fences(m, cm_isa_for((cm_arch)arch));
                break;
            }
    cm_text_add(m->out, "   *)\n");
}

/* ---- the test ------------------------------------------------------------------- */

/* text: as cm_cycle_text makes it, with metadata between the head and "{". */
static void write_parts(making *m, const char *text)
{
    const char *head_end = strchr(text, '\n'), *init = strstr(text, "\n{\n");
    const char *threads = init ? strstr(init, "\n}\n") : NULL;
    const char *condition = threads ? strstr(threads, "\nexists") : NULL;
    if (!head_end || !condition)
        cm_fail(m->work, (cm_place){0}, "%s", "`cmcm new` cannot write a test of that shape");
    init += strlen("\n{\n");
    cm_text_add_bytes(m->out, text, (size_t)(head_end - text));
    cm_text_append(m->out, "\n\"%s\"\n", m->about);
    cm_text_add(m->out,
                "(* What is asked: the condition at the end. With this in MY.litmus:\n"
                "     cmcm check MY.litmus     which final states there are\n"
                "     cmcm explain MY.litmus   why the one asked about is possible, or not\n"
                "     cmcm repair MY.litmus    what would forbid it\n"
                "     cmcm run MY.litmus       does this machine show it?\n"
                "   The whole language: docs/litmus.md. *)\n");
    bool addresses = threads + 1 > init;
    cm_text_append(
        m->out, "{\n(* At first: memory is 0 unless said (x=1;), and so are registers%s. *)\n",
        addresses ? ";\n   0:R=x puts the address of x into register R of thread P0" : "");
    if (addresses)
        cm_text_add_bytes(m->out, init, (size_t)(threads + 1 - init));
    cm_text_add(m->out, "}\n");
    say_threads(m);
    threads += strlen("\n}\n");
    cm_text_add_bytes(m->out, threads, (size_t)(condition + 1 - threads));
    cm_text_add(m->out,
                "(* 1:R=1: register R of P1 ends as 1; x=1: memory does. And is /\\, or is\n"
                "   \\/. \"~exists\" asks whether it never happens, \"forall\" whether always. *)\n"
                "exists ");
    condition += strlen("\nexists");
    cm_text_add(m->out, condition + strspn(condition, " \n"));
}

static void make_new_test(void *argument)
{
    making *m = argument;
    cm_work *work = m->work;
    const char *edges = edges_of(m);
    cm_source *source = CM_NEW(work->arena, cm_source);
    *source = (cm_source){"cycle", edges, strlen(edges)};
    int count = 0;
    cm_edge *parsed = cm_cycle_parse(work, (cm_place){source, 0, (uint32_t)source->length}, &count);
    for (int i = 0; i < count; i++)
        parsed[i].place = (cm_place){0}; /* nobody wrote them */
    cm_arch cpu = cm_enum_cpu(work, m->request->cpu);
    m->cycle = cm_cycle_make(work, parsed, count, target_of(m, cpu), cpu);
    seat_threads(m, cpu);
    size_t body;
    cm_text text = cm_text_new(work->arena);
    cm_cycle_text(work, m->cycle, cm_cycle_base(work->arena, m->cycle), NULL, 0, &text, &body);
    write_parts(m, text.data);
}

bool cm_new_write(cm_work *work, const cm_new_request *request, cm_text *out)
{
    making m = {.request = request, .work = work, .out = out};
    return cm_arena_protect(work->arena, make_new_test, &m);
}
