/* The function around an AArch64 body: AAPCS64 6.8.2: in is X0, out is X1. */
#include "litmus/isa/aarch64/aarch64.h"

static void open(cm_text *text, const cm_native *native, const char *in, const char *out)
{
    if (cm_native_stack_bytes(native) > 0)
        cm_text_append(text, "\tsub\tsp, sp, #%d\n", cm_native_stack_bytes(native));
    for (int i = 0; native->preserved[i]; i++)
        cm_text_append(text, "\tstr\t%s, [sp, #%d]\n", native->preserved[i], 8 * i);
    cm_text_append(text, "\tstp\tx0, x1, [sp, #-16]!\n\tldp\t%s, %s, [sp], #16\n", in, out);
}

static void zero(cm_text *text, const char *reg)
{
    cm_text_append(text, "\tmov\t%s, xzr\n", reg);
}

static void load(cm_text *text, const char *reg, const char *in, int word)
{
    cm_text_append(text, "\tldr\t%s, [%s, #%d]\n", reg, in, 8 * word);
}

static void store(cm_text *text, const char *reg, const char *out, int word)
{
    cm_text_append(text, "\tstr\t%s, [%s, #%d]\n", reg, out, 8 * word);
}

static void close(cm_text *text, const cm_native *native)
{
    for (int i = 0; native->preserved[i]; i++)
        cm_text_append(text, "\tldr\t%s, [sp, #%d]\n", native->preserved[i], 8 * i);
    if (cm_native_stack_bytes(native) > 0)
        cm_text_append(text, "\tadd\tsp, sp, #%d\n", cm_native_stack_bytes(native));
    cm_text_add(text, "\tret\n");
}

const cm_native_frame cm_a64_frame = {open, zero, load, store, close};
