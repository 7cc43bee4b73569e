/* What is known of opcodes by their names. */
#include "import/nv_code.h"

#include "litmus/isa/isa.h"

#include <string.h>

static bool in(const char *const *words, size_t count, const char *opcode, size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) == length && strncmp(words[i], opcode, length) == 0)
            return true;
    return false;
}

#define IN(words, line)                                                                            \
    in((words), sizeof(words) / sizeof *(words), (line)->opcode, strcspn((line)->opcode, "."))

bool cm_nv_opcode_is(const cm_nv_line *line, const char *word)
{
    return in(&word, 1, line->opcode, strcspn(line->opcode, "."));
}

bool cm_nv_has(const cm_nv_line *line, const char *qualifier)
{
    const char *at = strchr(line->opcode, '.');
    while (at) {
        size_t length = strcspn(at + 1, ".");
        if (in(&qualifier, 1, at + 1, length))
            return true;
        at = strchr(at + 1, '.');
    }
    return false;
}

bool cm_nv_writes(const cm_nv_line *line)
{
    static const char *const none[] = {
        "st",      "red",       "fence",         "membar",      "bra",       "brx",
        "ret",     "exit",      "trap",          "brkpt",       "nanosleep", "prefetch",
        "cp",      "discard",   "applypriority", "call",        "prefetchu", "griddepcontrol",
        "pmevent", "tensormap", "setmaxnreg",    "stackrestore"};
    static const char *const results[] = {"arrive", "arrive_drop", "test_wait", "try_wait",
                                          "pending_count"};
    if (line->count == 0 || line->operands[0].kind == CM_NV_MEMORY || IN(none, line))
        return false;
    if (cm_nv_opcode_is(line, "bar") || cm_nv_opcode_is(line, "barrier"))
        return cm_nv_has(line, "red");
    if (cm_nv_opcode_is(line, "multimem"))
        return cm_nv_has(line, "ld_reduce");
    if (!cm_nv_opcode_is(line, "mbarrier"))
        return true;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (cm_nv_has(line, results[i]))
            return true;
    return false;
}

bool cm_nv_is_pure(const cm_nv_line *line)
{
    return cm_isa_for(CM_PTX)->computes(line->opcode);
}

bool cm_nv_is_hint(const cm_nv_line *line)
{
    static const char *const hints[] = {"nanosleep", "prefetch",   "prefetchu",   "applypriority",
                                        "pmevent",   "setmaxnreg", "createpolicy"};
    return IN(hints, line);
}

bool cm_nv_is_end(const cm_nv_line *line)
{
    return cm_nv_opcode_is(line, "ret") || cm_nv_opcode_is(line, "exit");
}

bool cm_nv_is_jump(const cm_nv_line *line)
{
    return line->target >= 0;
}

unsigned cm_nv_type_of(const cm_nv_line *line)
{
    char type[8];
    for (const char *end = line->opcode + strlen(line->opcode), *at = end; at > line->opcode;) {
        at--;
        size_t length = (size_t)(end - at);
        if (*at != '.')
            continue;
        if (length < sizeof type) {
            memcpy(type, at, length);
            type[length] = '\0';
            unsigned bits = cm_nv_type_bits(type);
            if (bits != 0)
                return bits;
        }
        end = at;
    }
    return 0;
}

/* ---- registers ------------------------------------------------------------------------ */

static void visit_operand(const cm_nv_operand *o, cm_nv_visit *visit, void *context)
{
    if (o->kind == CM_NV_REGISTER)
        visit(context, o->index);
    for (int i = 0; i < o->count; i++)
        visit_operand(&o->items[i], visit, context);
}

void cm_nv_each_written(const cm_nv_line *line, cm_nv_visit *visit, void *context)
{
    if (cm_nv_writes(line))
        visit_operand(&line->operands[0], visit, context);
}

void cm_nv_each_read(const cm_nv_line *line, cm_nv_visit *visit, void *context)
{
    for (int i = cm_nv_writes(line); i < line->count; i++)
        visit_operand(&line->operands[i], visit, context);
    if (line->guard >= 0)
        visit(context, line->guard);
}
