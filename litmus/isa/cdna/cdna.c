/* The instruction set CDNA: the way to each row, lanes, waits and loops (MI300 ISA, "SOPP
 * instructions"; AMDGPUUsage, "Memory Model GFX942"). */
#include "litmus/isa/cdna/cdna.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

/* ---- lanes ---------------------------------------------------------------- */

static void always(cm_dotted *w)
{
    cm_asm_set_guard(w->as, NULL);
}

static void looks(cm_dotted *w)
{
    bool wide = strstr(w->opcode, "64");
    const cm_expr *sources[2];
    for (int i = 0; i < 2; i++)
        sources[i] = w->operands[i].kind == CM_INSN_NUMBER
                         ? cm_asm_const(w->as, w->operands[i].number)
                         : cm_cdna_read(w, &w->operands[i], 0, wide ? 64 : 32);
    cm_cdna_looks_at(w->as, cm_dotted_op(w, CM_OP_OR, 64, sources[0], sources[1]));
}

static bool is_cdna2(const cm_dotted *w)
{
    return w->as->thread->arch == CM_CDNA2;
}

static bool has_tag(const char *const *names, const char *tag)
{
    while (*names && strcmp(*names, tag) != 0)
        names++;
    return *names != NULL;
}

/* The scope of what gfx90a's table of code sequences has (AMDGPUUsage, "Memory Model GFX90A"): only
 * loads have a bit, and what the table has for an atomic one of the workgroup is a plain load. Of
 * glc and slc together it says that the access is not atomic. */
static const char *scope_of_cdna2(const cm_dotted *w, const char *const *names, const char *scope)
{
    bool load = strstr(w->opcode, "_load_") && !has_tag(names, "ATOM");
    if (has_tag(names, "DS") || has_tag(names, "SMEM") || has_tag(names, "INV"))
        return scope;
    if (!load)
        return has_tag(names, "NT") && !has_tag(names, "ATOM") ? "WAVEFRONT" : "SYSTEM";
    bool glc = strcmp(scope, "WORKGROUP") == 0 && !has_tag(names, "NT");
    return glc ? "SYSTEM" : w->as->thread->at.split > 0 ? "WAVEFRONT" : "WORKGROUP";
}

/* What the wave's machine and its place add. */
static const char *const *add_place(cm_dotted *w, const char *const *names)
{
    static const char *const scopes[] = {"WAVEFRONT", "WORKGROUP", "AGENT", "SYSTEM"};
    const cm_placement *at = &w->as->thread->at;
    size_t count = 0;
    while (names[count])
        count++;
    const char **tags = CM_NEW_ARRAY(cm_asm_arena(w->as), count + 4, const char *);
    memcpy(tags, names, count * sizeof *tags);
    for (size_t i = 0; i < count * 4 && is_cdna2(w); i++)
        if (strcmp(names[i / 4], scopes[i % 4]) == 0)
            tags[i / 4] = scope_of_cdna2(w, names, names[i / 4]);
    if (is_cdna2(w))
        tags[count++] = "CDNA2";
    if (at->cluster >= 0)
        tags[count++] = "XCD";
    if (at->split > 0)
        tags[count] = "TGSPLIT";
    return tags;
}

/* ---- s_waitcnt -------------------------------------------------------- */

/* The tag of the counter, that of 0, and one for each bit of another count; for the greatest count
 * nobody waits. */
static int count_tags(const char **names, const char *const *tags, uint64_t count, uint64_t most)
{
    int n = 0;
    if (count == most)
        return 0;
    names[n++] = tags[0];
    if (count == 0)
        names[n++] = tags[1];
    for (int bit = 0; count >> bit; bit++)
        if (count >> bit & 1)
            names[n++] = tags[2 + bit];
    return n;
}

static void wait_for(cm_dotted *w)
{
    static const char *const vm[] = {"VMCNT",    "VMCNT.0",  "VMCNT.b1",  "VMCNT.b2",
                                     "VMCNT.b4", "VMCNT.b8", "VMCNT.b16", "VMCNT.b32"};
    static const char *const lgkm[] = {"LGKMCNT",    "LGKMCNT.0",  "LGKMCNT.b1",
                                       "LGKMCNT.b2", "LGKMCNT.b4", "LGKMCNT.b8"};
    cm_cdna_counts counts = cm_cdna_counts_of(w->operands[0].number);
    const char *names[16] = {"WAITCNT"};
    int count = 1;
    count += count_tags(names + count, vm, counts.vm, CM_CDNA_MOST_VM);
    count_tags(names + count, lgkm, counts.lgkm, CM_CDNA_MOST_LGKM);
    cm_emit_fence(w->as, add_place(w, names));
}

/* ---- branches ---------------------------------------------------------------- */

/* Of a label that has come already: may vector instructions stand after it that were read
 * before it was known that exec changes? Those after its first mention look at it. */
static bool is_unguarded(const cm_thread *thread, const char *label)
{
    int from = INT_MAX, first = 0, exec = cm_asm_find_register(thread, "exec_lo");
    for (int i = 0; i < thread->label_count; i++)
        if (strcmp(thread->labels[i].name, label) == 0)
            from = thread->labels[i].step;
    for (; first < thread->step_count; first++) {
        const cm_step *s = &thread->steps[first];
        if (s->dst == exec || cm_expr_mentions(s->value, exec) || cm_expr_mentions(s->guard, exec))
            break;
    }
    for (int i = from; i < first; i++) { /* up to where the thread ends */
        const cm_step *s = &thread->steps[i];
        const char *text = thread->instructions[s->instruction].text;
        if (strcmp(text, "s_endpgm") == 0)
            return false;
        if (strncmp(text, "s_", 2) != 0 || s->kind == CM_STEP_BRANCH)
            break;
    }
    return exec >= 0 && from <= first;
}

/* A jump, just emitted, to vector instructions that do not look at exec, while the lane is not
 * active: left out. */
static void looped(cm_dotted *w)
{
    int branch = w->as->thread->step_count - 1;
    if (!is_unguarded(w->as->thread, w->operands[0].name))
        return;
    const cm_expr *exec = cm_asm_reg(w->as, cm_asm_register(w->as, "exec_lo"));
    const cm_expr *idle = cm_dotted_op(w, CM_OP_EQ, 32, exec, cm_asm_const(w->as, 0));
    const cm_expr *condition = cm_asm_step(w->as, branch)->value;
    if (condition)
        idle = cm_dotted_op(w, CM_OP_AND, 32, idle, condition);
    cm_asm_undefined(w->as, branch, idle, "may go round a loop without an active lane");
}

/* ---- the set -------------------------------------------------------------------- */

/* In small letters; `_e32` and `_e64` name an encoding ("AMDGPU Instructions Syntax", "Suffix"). */
static const char *plain(cm_arena *arena, const char *opcode)
{
    size_t length = strlen(opcode), root = length > 4 ? length - 4 : 0;
    char *name = cm_arena_text(arena, opcode, length);
    for (size_t i = 0; i < length; i++)
        name[i] = (char)tolower((unsigned char)name[i]);
    bool computes = strncmp(name, "v_", 2) == 0 || strncmp(name, "s_", 2) == 0;
    if (computes && (strcmp(name + root, "_e32") == 0 || strcmp(name + root, "_e64") == 0))
        name[root] = '\0';
    return name;
}

static const cm_form_action actions[] = {
    {"always", always}, {"looks", looks}, {"wait", wait_for}, {"looped", looped}, {NULL, NULL}};
static const cm_form_function functions[] = {{"fconvert", cm_form_convert}, {NULL, NULL}};
const cm_table_set cm_cdna_rows = {.table = &cm_isa_table_cdna,
                                   .operands = cm_cdna_operands,
                                   .actions = actions,
                                   .functions = functions,
                                   .plain = plain,
                                   .read = cm_cdna_read,
                                   .write = cm_cdna_write,
                                   .tags = add_place};

/* What the other of the two machines has (AMDGPUUsage, "Memory Model GFX90A", "Memory Model
 * GFX942"; "Syntax of GFX90A Instructions"). */
static void refuse_other_machine(cm_dotted *w)
{
    enum { OPCODES = 4, BITS = 3 };
    static const struct {
        const char *machine, *own, *opcodes[OPCODES], *bits[BITS], *expected, *expected_bits;
    } machines[] = {{"gfx90a",
                     "gfx942",
                     {"buffer_wbinvl1", "buffer_wbinvl1_vol", "buffer_invl2"},
                     {"glc", "slc", "scc"},
                     "buffer_inv",
                     "sc0, sc1 or nt"},
                    {"gfx942",
                     "gfx90a",
                     {"buffer_inv", "v_mov_b64", "v_mov_b64_e32", "v_lshl_add_u64"},
                     {"sc0", "sc1", "nt"},
                     "buffer_wbinvl1_vol, buffer_invl2, v_mov_b32 or v_add_co_u32",
                     "glc or slc"}};
    int other = is_cdna2(w);
    cm_lexer ahead = *w->lex;
    for (size_t i = 0; i < OPCODES; i++)
        if (machines[other].opcodes[i] && cm_lexer_is(&ahead, machines[other].opcodes[i]))
            cm_asm_fail(w->as, ahead.token.place, "`%s` belongs to %s, expected %s of %s",
                        machines[other].opcodes[i], machines[other].machine,
                        machines[other].expected, machines[other].own);
    for (bool inside = true; !cm_lexer_at_end(&ahead); cm_lexer_advance(&ahead)) {
        for (size_t i = 0; i < BITS && !inside; i++)
            if (cm_lexer_is(&ahead, machines[other].bits[i]))
                cm_asm_fail(w->as, ahead.token.place, "`%s` belongs to %s, expected %s of %s",
                            machines[other].bits[i], machines[other].machine,
                            machines[other].expected_bits, machines[other].own);
        inside = cm_lexer_is(&ahead, ",") || cm_lexer_is(&ahead, ":");
    }
    if (is_cdna2(w) && w->as->thread->at.cluster >= 0)
        cm_asm_fail(w->as, w->lex->token.place,
                    "an agent of gfx90a has one L2, expected a place without `xcd`");
}

/* What the initial state gave to pairs goes into the registers that they are made of, before
 * the first instruction. */
static void take_pairs_apart(cm_dotted *w)
{
    const cm_thread *thread = w->as->thread;
    int count =
        thread->instruction_count == 1 && thread->step_count == 0 ? thread->register_count : 0;
    for (int i = 0; i < count; i++) {
        const cm_insn_operand pair = {.name = w->as->thread->registers[i].name};
        if (strchr(pair.name, '['))
            cm_cdna_write(w, &pair, 0, 64, cm_asm_reg(w->as, i));
    }
}

/* A vector instruction does nothing where the lane is not active. */
void cm_cdna_assemble(cm_asm *as, cm_lexer *lex)
{
    cm_cdna_sources sources = {0};
    cm_dotted w = {.as = as, .lex = lex, .own = &sources};
    refuse_other_machine(&w);
    cm_lexer ahead = *w.lex;
    const char *name = cm_lexer_name(&ahead, "an instruction");
    if (strncmp(plain(cm_asm_arena(w.as), name), "ds_", 3) == 0 && w.as->thread->at.split > 0)
        cm_asm_fail(w.as, w.lex->token.place,
                    "`%s` needs LDS, which a wave with tgsplit lacks, expected another instruction",
                    name);
    take_pairs_apart(&w);
    bool scalar = lex->token.length > 0 && tolower((unsigned char)*lex->token.text) == 's';
    if (!scalar && cm_asm_find_register(as->thread, "exec_lo") >= 0)
        cm_asm_set_guard(as, cm_dotted_op(&w, CM_OP_AND, 32,
                                          cm_asm_reg(as, cm_asm_register(as, "exec_lo")),
                                          cm_asm_const(as, 1)));
    cm_form_assemble(&w, &cm_cdna_rows);
    cm_asm_set_guard(as, NULL);
}

cm_native cm_cdna_native(cm_work *work, const cm_test *test, int thread,
                         const cm_native_style *style)
{
    (void)style;
    cm_fail(work, cm_test_place(test),
            "P%d is a thread of CDNA, for which there is no driver, expected one of an instruction "
            "set that can run",
            test->threads[thread].id);
}
