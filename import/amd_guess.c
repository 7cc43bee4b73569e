/* What the ISA leaves open within bounds: reciprocals, with which compilers divide integers so that
 * any of the numbers within the bounds gives the right quotient. See amd_walk.h. */
#include "import/amd_walk.h"

#include <string.h>

/* What LLVM has behind a reciprocal by which it divides 64 bits: the sum of two words, times nearly
 * 2^64, is taken apart into words. */
static bool divides(const cm_amd_kernel *k, size_t line)
{
    static const char *const words[] = {"v_mul_f32", "v_mul_f32", "v_trunc_f32",
                                        "v_",        "v_cvt_u32", "v_cvt_u32"};
    size_t found = 0, count = sizeof words / sizeof *words;
    for (size_t i = line + 1; i < k->count && found < count; i++) {
        const char *text = k->code[i].text, *opcode_end = strchr(text, ' ');
        bool floats = cm_amd_begins(text, "v_") && opcode_end && strstr(text, "_f32") &&
                      strstr(text, "_f32") < opcode_end;
        if (cm_amd_is_label(text) || cm_amd_is_branch(text) ||
            (floats && !cm_amd_begins(text, words[found])))
            return false;
        found += floats;
    }
    return found == count;
}

void cm_amd_name_divisions(cm_amd_reading *r, cm_amd_kernel *k)
{
    bool any = false; /* nearly 2^64 */
    for (size_t i = 0; i < k->count; i++)
        any |= strstr(k->code[i].text, "0x5f7ffffc") != NULL;
    for (size_t i = 0; any && i < k->count; i++)
        if (cm_amd_begins(k->code[i].text, "v_rcp_f32") && divides(k, i))
            k->code[i].text = cm_arena_printf(r->import->work->arena, "v_rcp_iflag_f32%s",
                                              strchr(k->code[i].text, ' '));
}

static cm_amd_value add_guess(cm_amd_walk *w, const cm_amd_guess *guess)
{
    for (uint32_t i = 0; i < w->guess_count; i++)
        if (memcmp(&w->guesses[i], guess, sizeof *guess) == 0)
            return (cm_amd_value){CM_AMD_GUESS, i};
    CM_RESERVE(w->r->import->work->arena, w->guesses, w->guess_count, w->guess_capacity);
    w->guesses[w->guess_count] = *guess;
    return (cm_amd_value){CM_AMD_GUESS, w->guess_count++};
}

/* A reciprocal is exact to one unit in the last place, which has half the size below a power of
 * two: two numbers below the nearest one, that one, and the next. */
bool cm_amd_guess_reciprocal(cm_amd_walk *w, const cm_amd_parts *p, cm_amd_value of,
                             cm_amd_value *result)
{
    bool is = strcmp(p->opcode, "v_rcp_iflag_f32") == 0 || strcmp(p->opcode, "v_rcp_f32") == 0;
    if (!is || p->count != 2 || *p->words || of.kind != CM_AMD_NUMBER)
        return false;
    cm_amd_value nearest = cm_amd_of_floats(p->opcode + 2, of.number, 0);
    cm_amd_guess guess;
    for (uint32_t i = 0; i < CM_AMD_GUESSES; i++)
        guess.numbers[i] = nearest.number + i - 2;
    if (nearest.kind == CM_AMD_NUMBER)
        *result = add_guess(w, &guess);
    return nearest.kind == CM_AMD_NUMBER;
}

/* Of what the ways give, that is alike, or one of several numbers, or open. */
static void join_ways(cm_amd_walk *w, cm_amd_state *s)
{
    cm_amd_copy_state(w, s, &w->guessed[0]);
    for (size_t i = 0; i < w->value_count; i++) {
        bool same = true, numbers = true;
        cm_amd_guess guess;
        for (int g = 0; g < CM_AMD_GUESSES; g++) {
            cm_amd_value v = w->guessed[g].values[i];
            same &= cm_amd_same_value(v, s->values[i]);
            numbers &= v.kind == CM_AMD_NUMBER;
            guess.numbers[g] = v.number;
        }
        if (!same)
            s->values[i] = numbers ? add_guess(w, &guess) : (cm_amd_value){CM_AMD_OPEN, 0};
    }
}

bool cm_amd_step_guesses(cm_amd_walk *w, cm_amd_state *s, size_t line,
                         void (*step)(cm_amd_walk *w, cm_amd_state *s, size_t line))
{
    const cm_amd_parts *p = &w->known->parts[line];
    bool looks = cm_amd_reads_scc(p) && s->values[CM_AMD_SCC].kind == CM_AMD_GUESS;
    for (int o = 0; o < p->count && w->guess_count > 0; o++)
        for (int i = 0; i < p->operands[o].count && !looks; i++)
            looks = s->values[p->operands[o].first + i].kind == CM_AMD_GUESS;
    if (!looks)
        return false;
    for (int g = 0; g < CM_AMD_GUESSES; g++) {
        cm_amd_state *way = &w->guessed[g];
        cm_amd_copy_state(w, way, s);
        for (size_t i = 0; i < w->value_count; i++)
            if (s->values[i].kind == CM_AMD_GUESS)
                way->values[i] =
                    (cm_amd_value){CM_AMD_NUMBER, w->guesses[s->values[i].number].numbers[g]};
        step(w, way, line);
    }
    join_ways(w, s);
    int to = p->count > 0 ? p->operands[0].first : -1;
    w->settled = to >= 0 && cm_amd_writes_first(p) && s->values[to].kind == CM_AMD_NUMBER &&
                 s->values[CM_AMD_EXEC].number;
    return true;
}
