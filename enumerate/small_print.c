/* The litmus test of a small program: it observes all that is read, and all locations. See
 * small.h. */
#include "enumerate/columns.h"
#include "enumerate/small.h"
#include "litmus/isa/isa.h"

/* ---- its name ------------------------------------------------------------------ */

static void name_atom(cm_text *out, cm_atom atom)
{
    if (!cm_atom_plain(atom))
        cm_atom_print(out, atom);
}

static void name_step(cm_text *out, const cm_small_program *p, const cm_small_step *step)
{
    const cm_small_op *op = &p->ops[step->op];
    if (step->need) {
        cm_edge bare = *step->need;
        bare.source = bare.target = (cm_atom){.scope = CM_SCOPE_SYS};
        bare.same = false;
        cm_edge_nick(out, &bare);
        cm_text_add_char(out, '-');
    }
    if (op->kind == 'F') {
        cm_text_add(out, op->fence->name);
        return;
    }
    if (op->kind == 'X')
        cm_text_add(out, op->rmw->name);
    else
        cm_text_add_char(out, op->kind);
    name_atom(out, op->atom);
    if (op->kind == 'X')
        name_atom(out, op->written);
    cm_text_add(out, cm_cycle_location(out->arena, step->location));
}

const char *cm_small_name(cm_arena *arena, const cm_small_program *p)
{
    cm_text out = cm_text_new(arena);
    for (int t = 0; t < p->thread_count; t++) {
        cm_text_add(&out, t ? "+" : "");
        if (p->target.arch == CM_CMCM)
            cm_text_append(&out, "%s.", cm_isa_for(p->threads[t].arch)->word);
        for (int i = 0; i < p->threads[t].count; i++) {
            cm_text_add(&out, i ? "-" : "");
            name_step(&out, p, &p->threads[t].steps[i]);
        }
    }
    if (p->places_said)
        cm_text_append(&out, "@%s", cm_small_places(arena, p));
    return out.data;
}

/* ---- its threads ------------------------------------------------------------------ */

typedef struct printer {
    cm_work *work;
    const cm_small_program *program;
    cm_writer *columns;
    int labels;
    uint64_t values; /* written so far: each write has its own */
    cm_text init, observed, types;
} printer;

/* A number in every byte, to see where each comes from, where accesses have sizes. */
static uint64_t spread(const cm_small_program *p, const cm_atom *atom, uint64_t number)
{
    unsigned bytes = atom->size ? cm_atom_bytes(atom->size) : (unsigned)p->natural;
    return p->natural ? number * (UINT64_C(0x0101010101010101) >> (64 - 8 * bytes)) : number;
}

/* Of a location, and what a register holds that reads it. */
static const char *type_of(const cm_small_program *p)
{
    return p->natural == 8 ? "uint64_t" : "uint32_t";
}

static cm_write_access access_of(printer *p, const cm_small_step *step, cm_atom atom, bool writes)
{
    return (cm_write_access){.location = step->location,
                             .order = atom.order,
                             .scope = atom.scope,
                             .exclusive = atom.exclusive,
                             .size = atom.size,
                             .offset = atom.offset,
                             .elements = atom.elements,
                             .value = writes ? spread(p->program, &atom, ++p->values) : 0};
}

static cm_write_need write_need(cm_writer *w, cm_small_need need, int reg)
{
    const cm_isa_writer *isa = w->isa;
    if (!need)
        return (cm_write_need){0};
    if (w->element_count > 0) /* on all elements of a vector: no model counts them */
        reg = isa->gather(w);
    if (need->dp == CM_DP_ADDR || need->dp == CM_DP_DATA)
        return (cm_write_need){true, need->dp == CM_DP_DATA, need->csel, reg};
    isa->branch(w, need->csel ? isa->select(w, reg) : reg, need->dp == CM_DP_CTRLISB);
    return (cm_write_need){0};
}

static void observe(printer *p, int thread, const char *reg)
{
    cm_text_append(&p->observed, "%d:%s; ", thread, reg);
    if (p->program->natural)
        cm_text_append(&p->types, " %s %d:%s;", type_of(p->program), thread, reg);
}

/* The register that it reads to, or -1. */
static int write_step(printer *p, cm_writer *w, const cm_small_step *step, int reg)
{
    const cm_isa_writer *isa = w->isa;
    const cm_small_op *op = &p->program->ops[step->op];
    const char *name = NULL;
    if (op->kind == 'F') {
        cm_writer_fence(w, cm_write_fence_own(isa, op->fence));
        return reg;
    }
    cm_write_need need = write_need(w, step->need, reg);
    cm_write_access access = access_of(p, step, op->atom, op->kind == 'W');
    if (op->kind == 'W') {
        isa->store(w, &access, need);
        if (access.exclusive)
            cm_text_append(&p->observed, "%d:%s; ", w->thread, w->statuses[w->status_count - 1]);
        return reg;
    }
    if (op->kind == 'X') {
        cm_write_access written = access_of(p, step, op->written, true);
        reg = isa->exchange(w, cm_write_rmw_of(isa, op->rmw->name), &access, &written, need, &name);
    } else {
        reg = isa->load(w, &access, need, &name);
    }
    for (int i = 0; name && i < w->element_count; i++)
        observe(p, w->thread, w->elements[i]);
    if (name && w->element_count == 0)
        observe(p, w->thread, name);
    return reg;
}

/* ---- the whole ---------------------------------------------------------------------- */

void cm_small_text(cm_work *work, const cm_small_program *program, const char *name, cm_text *out,
                   size_t *body)
{
    printer p = {.work = work,
                 .program = program,
                 .columns = CM_NEW_ARRAY(work->arena, (size_t)program->thread_count, cm_writer)};
    p.init = cm_text_new(work->arena);
    p.observed = cm_text_new(work->arena);
    p.types = cm_text_new(work->arena);
    for (int l = 0; program->natural && l < program->location_count; l++)
        cm_text_append(&p.types, " %s %s;", type_of(program), cm_cycle_location(work->arena, l));
    for (int t = 0; t < program->thread_count; t++) {
        const cm_small_thread *thread = &p.program->threads[t];
        p.columns[t] = cm_writer_open(p.work, thread->arch, t, &p.init, &p.labels,
                                      cm_cycle_location, p.program->location_count);
        p.columns[t].isa = thread->isa;
        p.columns[t].natural = p.program->natural;
        int reg = -1;
        for (int i = 0; i < thread->count; i++)
            reg = write_step(&p, &p.columns[t], &thread->steps[i], reg);
        if (thread->isa->finish)
            thread->isa->finish(&p.columns[t]);
        cm_text_add_char(&p.init, '\n');
    }
    cm_enum_open(out, cm_writer_head(program->target.arch, program->target.dialect), name,
                 "A small program", NULL, 0);
    *body = out->length;
    cm_text_add(out, "{\n");
    if (p.types.length)
        cm_text_append(out, "%s\n", p.types.data + 1);
    cm_columns_init(out, p.init.data);
    cm_text_add(out, "}\n");
    const char **heads = CM_NEW_ARRAY(p.work->arena, (size_t)program->thread_count, const char *);
    for (int t = 0; t < program->thread_count; t++) {
        heads[t] = cm_columns_head(p.work->arena, program->target.arch == CM_CMCM, t, &p.columns[t],
                                   &program->threads[t].at);
    }
    cm_writers_print(out, p.columns, heads, program->thread_count);
    cm_text_append(out, "locations [%s", p.observed.length ? p.observed.data : "");
    for (int l = 0; l < program->location_count; l++)
        cm_text_append(out, "[%s];%s", cm_cycle_location(work->arena, l),
                       l + 1 < program->location_count ? " " : "");
    cm_text_add(out, "]\nforall (true)\n");
}
