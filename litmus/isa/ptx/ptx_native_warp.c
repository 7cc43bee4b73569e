/* What lanes of a warp do together, as ptxas takes it (PTX ISA, "vote.sync", "match.sync",
 * "redux.sync", "shfl.sync", "elect.sync", "activemask", "bar.warp.sync"). The test's threads are
 * lanes of one warp of the machine then. That all come whom the mask names: ptx_native_lanes.c. */
#include "litmus/isa/ptx/ptx_native.h"

static const char *mask_of(cm_ptxn *n)
{
    return cm_ptxn_source(n, &n->operands[n->operand_count - 1],
                          (cm_ptx_type){CM_PTX_UNSIGNED, 32});
}

bool cm_ptxn_warp_barrier(cm_ptxn *n)
{
    if (!cm_ptxn_has(n, "warp"))
        return false;
    cm_ptxn_line(n, "bar.warp.sync %s", mask_of(n));
    return true;
}

/* The operands between destinations and mask, with a comma after each. */
static const char *sources(cm_ptxn *n, int first, const cm_ptx_type *types)
{
    cm_text text;
    cm_text_init(&text, n->work->arena);
    for (int i = first; i < n->operand_count - 1; i++)
        cm_text_append(&text, "%s, ", cm_ptxn_source(n, &n->operands[i], types[i - first]));
    return text.data;
}

static const cm_ptx_type word = {CM_PTX_BITS, 32}, predicate = {CM_PTX_PRED, 1};

/* NAME d, SOURCES, MASK or NAME d|p, SOURCES, MASK. */
static void put(cm_ptxn *n, const char *name, bool two, cm_ptx_type result,
                const cm_ptx_type *types)
{
    const char *to = cm_ptxn_target(n, &n->operands[0], result), *also = NULL;
    if (two)
        also = cm_ptxn_target(n, &n->operands[1], predicate);
    const char *rest = sources(n, two ? 2 : 1, types);
    cm_ptxn_line(n, "%s %s%s%s, %s%s", name, to, two ? "|" : "", two ? also : "", rest, mask_of(n));
    if (two)
        cm_ptxn_settle(n, &n->operands[1], predicate, also);
    cm_ptxn_settle(n, &n->operands[0], result, to);
}

static const char *named(cm_ptxn *n, const char *format, const char *const *modes)
{
    return cm_arena_printf(n->work->arena, "%s.%s.%s", n->opcode, cm_ptxn_find(n, modes), format);
}

static void vote(cm_ptxn *n)
{
    static const char *const modes[] = {"all", "any", "uni", "ballot", NULL};
    bool ballot = cm_ptxn_has(n, "ballot");
    const char *name = cm_arena_printf(n->work->arena, "vote.sync.%s.%s", cm_ptxn_find(n, modes),
                                       ballot ? "b32" : "pred");
    put(n, name, false, ballot ? word : predicate, &predicate);
}

static void match(cm_ptxn *n)
{
    static const char *const modes[] = {"any", "all", NULL};
    cm_ptx_type type = cm_ptxn_type(n, 0);
    const char *format = type.bits == 64 ? "sync.b64" : "sync.b32";
    put(n, named(n, format, modes), n->operand_count == 4, word, &type);
}

static void redux(cm_ptxn *n)
{
    static const char *const operations[] = {"add", "min", "max", "and", "or", "xor", NULL};
    static const char *const types[] = {"u32", "s32", "b32", NULL};
    const char *name = cm_arena_printf(n->work->arena, "redux.sync.%s.%s",
                                       cm_ptxn_find(n, operations), cm_ptxn_find(n, types));
    put(n, name, false, cm_ptxn_type(n, 0), &word);
}

static void shfl(cm_ptxn *n)
{
    static const cm_ptx_type types[] = {
        {CM_PTX_BITS, 32}, {CM_PTX_UNSIGNED, 32}, {CM_PTX_UNSIGNED, 32}};
    static const char *const modes[] = {"up", "down", "bfly", "idx", NULL};
    const char *name = cm_arena_printf(n->work->arena, "shfl.sync.%s.b32", cm_ptxn_find(n, modes));
    put(n, name, n->operand_count == 6, word, types);
}

static void elect(cm_ptxn *n)
{
    put(n, "elect.sync", true, word, NULL);
}

static void activemask(cm_ptxn *n)
{
    const char *to = cm_ptxn_target(n, &n->operands[0], word);
    cm_ptxn_line(n, "activemask.b32 %s", to);
    cm_ptxn_settle(n, &n->operands[0], word, to);
}

enum { VOTE, MATCH, REDUX, SHFL, ELECT, ACTIVEMASK };

static void instruction(cm_ptxn *n, int which)
{
    static void (*const writers[])(cm_ptxn *) = {
        [VOTE] = vote, [MATCH] = match, [REDUX] = redux,
        [SHFL] = shfl, [ELECT] = elect, [ACTIVEMASK] = activemask};
    writers[which](n);
}

const cm_ptxn_opcode cm_ptxn_warp_opcodes[] = {{"vote", instruction, VOTE},
                                               {"match", instruction, MATCH},
                                               {"redux", instruction, REDUX},
                                               {"shfl", instruction, SHFL},
                                               {"elect", instruction, ELECT},
                                               {"activemask", instruction, ACTIVEMASK},
                                               {NULL, NULL, 0}};
