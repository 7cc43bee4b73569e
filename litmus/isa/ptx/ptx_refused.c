/* Instructions of PTX (ISA 9.4, chapter "Instruction Set") that are known and not read, with
 * the reason. A test that has one is refused by name. */
#include "litmus/isa/ptx/ptx.h"

#include <string.h>

static const struct {
    const char *why;
    const char *names; /* with a blank after each */
} refused[] = {
    {"floating-point arithmetic has no place in a test",
     "fma rcp sqrt rsqrt sin cos lg2 ex2 tanh testp copysign "},
    {"arithmetic with a carry is not modelled", "addc subc madc "},
    {"this integer instruction is not modelled",
     "clmad fns dp4a dp2a "
     "vadd vsub vabsdiff vmin vmax vshl vshr vmad vset vadd2 vsub2 vavrg2 vabsdiff2 vmin2 vmax2 "
     "vset2 vadd4 vsub4 vavrg4 vabsdiff4 vmin4 vmax4 vset4 "},
    {"matrices are not modelled", "wmma mma wgmma tcgen05 ldmatrix stmatrix movmatrix "
                                  "spcompress spdecompress "},
    {"textures and surfaces are not modelled, but for the shorthand of published tests",
     "tex tld4 txq suq istypep "},
    {"memory of other machines is not modelled", "fabric "},
    {"work that a cluster steals is not modelled", "clusterlaunchcontrol "},
    {"caches are not modelled", "discard createpolicy "},
    {"memory of a thread by itself is not modelled", "ldu alloca stacksave stackrestore "},
    {"calls and tables of labels are not modelled", "call brx "},
    {"it is for debuggers", "brkpt "}};

const char *cm_ptx_why_refused(const char *opcode)
{
    size_t length = strlen(opcode);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        for (const char *at = refused[i].names; *at; at += strcspn(at, " ") + 1)
            if (strncmp(at, opcode, length) == 0 && at[length] == ' ')
                return refused[i].why;
    return NULL;
}

void cm_ptx_each_refused(cm_mnemonic_visit *visit, void *context)
{
    char name[24];
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        for (const char *at = refused[i].names; *at; at += strcspn(at, " ") + 1) {
            size_t length = strcspn(at, " ");
            if (length >= sizeof name)
                continue;
            memcpy(name, at, length);
            name[length] = '\0';
            visit(context, name);
        }
}
