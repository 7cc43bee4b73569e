/* Numbers, computed by the instruction set's own description. */
#include "import/nv_code.h"

#include "litmus/isa/compute.h"

enum { MOST = 64 };

/* Predicates of the line, and what it writes; other registers stand there as numbers. */
typedef struct passing {
    cm_nv_follow *f;
    cm_computed *registers;
    int *indices; /* in the code */
    int count;
} passing;

static void pass(void *context, int reg)
{
    passing *p = context;
    if (p->count == MOST)
        return;
    p->registers[p->count] =
        (cm_computed){p->f->code->registers[reg].name, p->f->known[reg].number};
    p->indices[p->count++] = reg;
}

bool cm_nv_compute(cm_nv_follow *f, const cm_nv_line *line)
{
    cm_computed registers[MOST];
    int indices[MOST];
    passing p = {f, registers, indices, 0};
    cm_nv_line bare = *line;
    bare.guard = -1;
    cm_nv_each_written(&bare, pass, &p);
    int written = p.count;
    cm_nv_each_read(&bare, pass, &p);
    if (p.count == MOST || !cm_isa_compute(f->work, CM_PTX, cm_nv_line_text(f, &bare, ""),
                                           registers, p.count, written))
        return false;
    for (int i = 0; i < written; i++) {
        unsigned bits = f->code->registers[indices[i]].bits;
        uint64_t kept = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
        f->known[indices[i]] =
            (cm_nv_known){.kind = CM_NV_CONSTANT, .number = registers[i].number & kept};
    }
    return true;
}
