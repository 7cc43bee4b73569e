/* Instructions of PTX (ISA 9.4, chapter "Instruction Set") and qualifiers that are known and not
 * read, with the reason. A test that has one is refused by name. */
#include "litmus/isa/ptx/ptx.h"

#include <string.h>

typedef struct reason {
    const char *why;
    const char *names; /* with a blank after each */
} reason;

enum { COMPUTING = 3 }; /* the first reasons: it does nothing else */
static const reason refused[] = {
    {"this floating-point instruction is not modelled", "testp "},
    {"arithmetic with a carry is not modelled", "addc subc madc "},
    {"this integer instruction is not modelled",
     "clmad "
     "vadd vsub vabsdiff vmin vmax vshl vshr vmad vset vset2 vset4 "},
    {"matrices are not modelled", "wmma mma wgmma tcgen05 ldmatrix stmatrix movmatrix "
                                  "spcompress spdecompress "},
    {"textures and surfaces are not modelled, but for the shorthand of published tests",
     "tex tld4 txq suq istypep "},
    {"memory of other machines is not modelled", "fabric "},
    {"work that a cluster steals is not modelled", "clusterlaunchcontrol "},
    {"caches are not modelled", "discard createpolicy "},
    {"a thread's local memory is not modelled", "alloca stacksave stackrestore "},
    {"data that is known not to change is not modelled", "ldu "},
    {"calls and tables of labels are not modelled", "call brx "},
    {"debugging is not modelled", "brkpt "}};

/* Qualifiers that are known and not read, of instructions that are. */
static const struct {
    const char *opcode; /* NULL: any */
    reason reason;
} refused_qualifiers[] = {
    {NULL,
     {"one operation for several CTAs at once, write one for each",
      "multicast::cluster multicast::cluster::all multicast::cluster::32b "
      "multicast::cluster::64b "}},
    {"cp",
     {"it moves bytes and orders nothing",
      "im2col im2col_no_offs im2col::w im2col::w::128 tile::gather4 tile::scatter4 cp_mask "
      "ignore_oob "}},
    {"cp", {"reductions into tensors move bytes and order nothing", "tensor "}},
    {"cp", {"tensor units of two CTAs are not modelled", "cta_group::1 cta_group::2 "}},
    {"cp", {"caches are not modelled", "prefetch "}},
    {"applypriority", {"caches are not modelled", "async "}},
    {"mbarrier",
     {"an mbarrier object of a test has one layout, and no reports",
      "layout::v1 check_layout report "}},
    {"st", {"a memory set is not modelled", "bulk "}},
    {"red", {"it gives nothing back, write `atom`", "cas exch "}},
    {NULL, {"a thread's local memory is not modelled", "local "}},
    {NULL, {"arithmetic with a carry is not modelled", "cc "}},
    {"cvt", {"arithmetic on parts of a register is not modelled", "pack "}},
    {"cvt", {"this rounding is not modelled", "rs "}}};

static bool has_name(const char *names, const char *name, size_t length)
{
    for (const char *at = names; *at; at += strcspn(at, " ") + 1)
        if (strncmp(at, name, length) == 0 && at[length] == ' ')
            return true;
    return false;
}

const char *cm_ptx_why_refused(const char *opcode)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (has_name(refused[i].names, opcode, strlen(opcode)))
            return refused[i].why;
    return NULL;
}

bool cm_ptx_refused_computes(const char *opcode, size_t length)
{
    for (size_t i = 0; i < COMPUTING; i++)
        if (has_name(refused[i].names, opcode, length))
            return true;
    return false;
}

const char *cm_ptx_why_qualifier_refused(const char *opcode, const char *qualifier)
{
    for (size_t i = 0; i < sizeof refused_qualifiers / sizeof *refused_qualifiers; i++) {
        const char *only = refused_qualifiers[i].opcode;
        if ((!only || strcmp(only, opcode) == 0) &&
            has_name(refused_qualifiers[i].reason.names, qualifier, strlen(qualifier)))
            return refused_qualifiers[i].reason.why;
    }
    return NULL;
}

void cm_ptx_each_refused(cm_refused_visit *visit, void *context)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        visit(context, refused[i].names, refused[i].why);
}
