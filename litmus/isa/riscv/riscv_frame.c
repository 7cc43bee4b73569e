/* The function around a RISC-V body (RISC-V ABIs Specification, "Integer Calling
 * Convention"): in is a0, out is a1. */
#include "litmus/isa/riscv/riscv.h"

/* Through the stack, since a0 and a1 may be any two of the registers. */
static void open(cm_text *text, const cm_native *native, const char *in, const char *out)
{
    if (cm_native_stack_bytes(native) > 0)
        cm_text_append(text, "\taddi\tsp, sp, -%d\n", cm_native_stack_bytes(native));
    for (int i = 0; native->preserved[i]; i++)
        cm_text_append(text, "\tsd\t%s, %d(sp)\n", native->preserved[i], 8 * i);
    cm_text_append(text,
                   "\taddi\tsp, sp, -16\n\tsd\ta0, 0(sp)\n\tsd\ta1, 8(sp)\n"
                   "\tld\t%s, 0(sp)\n\tld\t%s, 8(sp)\n\taddi\tsp, sp, 16\n",
                   in, out);
}

static void zero(cm_text *text, const char *reg)
{
    cm_text_append(text, "\tli\t%s, 0\n", reg);
}

static void load(cm_text *text, const char *reg, const char *in, int word)
{
    cm_text_append(text, "\tld\t%s, %d(%s)\n", reg, 8 * word, in);
}

static void store(cm_text *text, const char *reg, const char *out, int word)
{
    cm_text_append(text, "\tsd\t%s, %d(%s)\n", reg, 8 * word, out);
}

static void close(cm_text *text, const cm_native *native)
{
    for (int i = 0; native->preserved[i]; i++)
        cm_text_append(text, "\tld\t%s, %d(sp)\n", native->preserved[i], 8 * i);
    if (cm_native_stack_bytes(native) > 0)
        cm_text_append(text, "\taddi\tsp, sp, %d\n", cm_native_stack_bytes(native));
    cm_text_add(text, "\tret\n");
}

const cm_native_frame cm_rv_frame = {open, zero, load, store, close};
