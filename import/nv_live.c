/* Which registers matter where: read later, before they are written anew. */
#include "import/nv_code.h"

#include <string.h>

enum { MOST_WORDS = 8 << 20 };

typedef struct row {
    uint64_t *bits;
} row;

static void set(void *context, int reg)
{
    ((row *)context)->bits[reg / 64] |= UINT64_C(1) << (reg % 64);
}

static void clear(void *context, int reg)
{
    ((row *)context)->bits[reg / 64] &= ~(UINT64_C(1) << (reg % 64));
}

/* True: something is new. */
static bool update(const cm_nv_code *code, int at, int words, uint64_t *buffer)
{
    const cm_nv_line *line = &code->lines[at];
    row r = {buffer};
    bool falls = !(cm_nv_is_jump(line) || cm_nv_is_end(line)) || line->guard >= 0;
    memset(buffer, 0, (size_t)words * sizeof *buffer);
    for (int w = 0; w < words; w++) {
        if (falls)
            buffer[w] |= code->live[at + 1][w];
        if (cm_nv_is_jump(line))
            buffer[w] |= code->live[line->target][w];
        if (cm_nv_is_end(line))
            buffer[w] |= code->live[code->line_count][w];
    }
    if (line->guard < 0)
        cm_nv_each_written(line, clear, &r);
    cm_nv_each_read(line, set, &r);
    bool news = memcmp(buffer, code->live[at], (size_t)words * sizeof *buffer) != 0;
    memcpy(code->live[at], buffer, (size_t)words * sizeof *buffer);
    return news;
}

void cm_nv_find_live(cm_work *work, cm_nv_code *code, const int *asked)
{
    int words = code->register_count / 64 + 1, lines = code->line_count + 1;
    if ((uint64_t)words * (uint64_t)lines > MOST_WORDS)
        cm_fail(work, code->lines[0].place,
                "the kernel has too many registers and instructions, "
                "expected a smaller one");
    uint64_t *all = CM_NEW_ARRAY(work->arena, (size_t)words * (size_t)(lines + 1), uint64_t);
    code->begins_block = CM_NEW_ARRAY(work->arena, (size_t)code->line_count + 1, bool);
    for (int i = 0; i < code->line_count; i++)
        if (cm_nv_is_jump(&code->lines[i]))
            code->begins_block[code->lines[i].target] = true;
    code->live = CM_NEW_ARRAY(work->arena, (size_t)lines, uint64_t *);
    for (int i = 0; i < lines; i++)
        code->live[i] = all + (size_t)i * (size_t)words;
    row end = {code->live[code->line_count]};
    for (; *asked >= 0; asked++)
        set(&end, *asked);
    for (bool news = true; news;) {
        news = false;
        for (int at = code->line_count - 1; at >= 0; at--)
            news |= update(code, at, words, all + (size_t)lines * (size_t)words);
    }
}
