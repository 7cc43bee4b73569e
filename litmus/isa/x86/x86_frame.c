/* The function around an x86-64 body: System V psABI, 3.2.3: in is RDI, out is RSI. */
#include "litmus/isa/x86/x86_common.h"

/* Through the stack, since RDI and RSI may be any two of the registers. */
static void open(cm_text *text, const cm_native *native, const char *in, const char *out)
{
    for (int i = 0; native->preserved[i]; i++)
        cm_text_append(text, "\tpushq\t%s\n", native->preserved[i]);
    cm_text_append(text, "\tpushq\t%%rdi\n\tpushq\t%%rsi\n\tpopq\t%s\n\tpopq\t%s\n", out, in);
}

static void zero(cm_text *text, const char *reg)
{
    cm_text_append(text, "\txorq\t%s, %s\n", reg, reg);
}

static void load(cm_text *text, const char *reg, const char *in, int word)
{
    cm_text_append(text, "\tmovq\t%d(%s), %s\n", 8 * word, in, reg);
}

static void store(cm_text *text, const char *reg, const char *out, int word)
{
    cm_text_append(text, "\tmovq\t%s, %d(%s)\n", reg, 8 * word, out);
}

static void close(cm_text *text, const cm_native *native)
{
    for (int i = cm_native_preserved(native); i > 0; i--)
        cm_text_append(text, "\tpopq\t%s\n", native->preserved[i - 1]);
    cm_text_add(text, "\tret\n");
}

const cm_native_frame cm_x86_frame = {open, zero, load, store, close};
