/* The probes' kernels: the texts of kernels.ptx, which says how they are written, for a part. */
#include "hwrun/probe/probe_stream.h"

#include <string.h>

extern const char cm_probe_kernels[]; /* kernels.ptx, embedded by the build */

/* ---- texts ------------------------------------------------------------ */

/* What a word stands for in a text. */
typedef struct word_value {
    const char *word, *value;
} word_value;

enum { MOST_WORDS = 12 };

typedef struct kernel_words {
    cm_work *work;
    word_value items[MOST_WORDS];
    int count;
    const struct kernel_words *outer; /* of the text that this one is in; or NULL */
} kernel_words;

static void add_word(kernel_words *words, const char *word, const char *value)
{
    words->items[words->count++] = (word_value){word, value};
}

/* "update.VARIANT" is "update.atom": the word with its parts, between dots, replaced. */
static const char *resolved(const kernel_words *words, const char *text, size_t length)
{
    cm_text out = cm_text_new(words->work->arena);
    for (const char *end = text + length; text < end; text++) {
        size_t part = 0;
        while (text + part < end && text[part] != '.')
            part++;
        const char *value = NULL;
        for (const kernel_words *w = words; w && !value; w = w->outer)
            for (int i = 0; i < w->count && !value; i++)
                if (strlen(w->items[i].word) == part && strncmp(w->items[i].word, text, part) == 0)
                    value = w->items[i].value;
        cm_text_append(&out, "%s%.*s", out.length ? "." : "",
                       value ? (int)strlen(value) : (int)part, value ? value : text);
        text += part;
    }
    return out.data;
}

/* The head of the text of that name, behind the name; NULL: there is none. */
static const char *find_text(const char *name)
{
    size_t length = strlen(name);
    const char *at = cm_probe_kernels;
    while ((at = strstr(at, "\n== "))) {
        at += strlen("\n== ");
        if (strncmp(at, name, length) == 0 && (at[length] == ' ' || at[length] == '\n'))
            return at + length;
    }
    return NULL;
}

static void add_text(cm_text *out, const kernel_words *words, const char *head);

/* "<poll MEET sys %theirs ne 0>" without its brackets: a text, or the value of a word. */
static bool add_tag(cm_text *out, const kernel_words *words, const char *tag, size_t length)
{
    cm_arena *arena = words->work->arena;
    kernel_words own = {.work = words->work, .outer = words};
    const char *end = tag + length, *name = NULL, *head = NULL, *parameter = "";
    for (const char *next; tag < end; tag = next + (next < end)) {
        next = memchr(tag, ' ', (size_t)(end - tag));
        next = next ? next : end;
        const char *value = resolved(words, tag, (size_t)(next - tag));
        if (!name) {
            name = value;
            parameter = head = find_text(name);
        } else if (parameter && *parameter == ' ') {
            size_t word = strcspn(++parameter, " \n");
            add_word(&own, cm_arena_text(arena, parameter, word), value);
            parameter += word;
        }
    }
    if (head)
        add_text(out, &own, head);
    else
        cm_text_add(out, name);
    return head != NULL;
}

/* The lines behind the head, up to the next one, but for comments. A text in it that ends its line
 * has ended it by itself. */
static void add_text(cm_text *out, const kernel_words *words, const char *head)
{
    const char *line = strchr(head, '\n') + 1;
    for (const char *end; *line && strncmp(line, "== ", 3) != 0; line = end + 1) {
        end = strchr(line, '\n');
        bool ended = *line == '#' || line == end;
        for (const char *at = line; at < end && *line != '#';) {
            size_t plain = strcspn(at, "<\n");
            cm_text_add_bytes(out, at, plain);
            at += plain;
            if (at == end)
                break;
            const char *close = strchr(at, '>');
            ended = add_tag(out, words, at + 1, (size_t)(close - at) - 1) && close + 1 == end;
            at = close + 1;
        }
        if (!ended)
            cm_text_add_char(out, '\n');
    }
}

/* ---- parts ------------------------------------------------------------ */

static const char *scope(cm_probe_scope s)
{
    static const char *const names[] = {"cta", "gpu", "sys", "sys", "cluster"};
    return names[s];
}

static void add_kernel(cm_text *out, const kernel_words *words, const char *name)
{
    add_text(out, words, find_text(name));
}

/* What the words of all kernels are; ENTRY and the words of one probe are added. */
static kernel_words words_of(cm_work *work, const char *entry)
{
    kernel_words words = {.work = work};
    add_word(&words, "LINE", cm_arena_printf(work->arena, "%d", CM_PROBE_LINE));
    add_word(&words, "TWO_LINES", cm_arena_printf(work->arena, "%d", 2 * CM_PROBE_LINE));
    add_word(&words, "ENTRY", entry);
    return words;
}

static void add_value_words(kernel_words *words, const cm_probe_part *part)
{
    const cm_value_row *row = &cm_value_rows[part->variant];
    bool is_far = row->pair == CM_PAIR_CPU_GPU || row->pair == CM_PAIR_GPU_GPU;
    bool is_read_far = row->pair == CM_PAIR_GPU_CPU || row->pair == CM_PAIR_GPU_GPU;
    add_word(words, "READ", scope(row->read));
    add_word(words, "WRITE", scope(row->write));
    add_word(words, "FLAG_READ", is_far ? "sys" : "gpu");
    add_word(words, "FLAG_WRITE", is_read_far ? "sys" : "gpu");
    add_word(words, "CACHED", row->cached ? "yes" : "no");
    add_word(words, "ACQUIRE", row->acquire != CM_PROBE_NO_SCOPE ? "yes" : "no");
    add_word(words, "ACQUIRE_SCOPE", scope(row->acquire));
}

static void add_fence_words(kernel_words *words, const cm_probe_part *part)
{
    static const char *const places[] = {[CM_FORM_AT_NONE] = "none",
                                         [CM_FORM_AT_BETWEEN] = "between",
                                         [CM_FORM_AT_STORE] = "store",
                                         [CM_FORM_AT_LOAD] = "load",
                                         [CM_FORM_AT_ATOM] = "atom"};
    const cm_fence_row row = cm_fence_row_at(part->variant);
    add_word(words, "PLACE", places[row.kind]);
    add_word(words, "FENCE",
             row.scoped ? cm_arena_printf(words->work->arena, "%s.%s", row.name, scope(part->scope))
                        : row.name);
}

static void add_stream(cm_text *out, cm_work *work, cm_stream_op op, cm_probe_scope s)
{
    kernel_words words = words_of(work, cm_stream_entry(work->arena, op, s));
    add_word(&words, "OP", cm_stream_op_name(op));
    add_word(&words, "SCOPE", scope(s));
    add_kernel(out, &words, "stream");
}

/* The name of the probe's kernel, NULL: streams. */
static const char *const kernels[CM_PROBE_COUNT] = {
    [CM_PROBE_RMW] = "rmw",
    [CM_PROBE_VALUE] = "value",
    [CM_PROBE_PING_PONG] = "ping_pong",
    [CM_PROBE_LATENCY] = "latency",
    [CM_PROBE_FENCES] = "fences",
    [CM_PROBE_TIMERS] = "timers",
};

static void add_part(cm_text *out, cm_work *work, const cm_probe_part *part)
{
    kernel_words words = words_of(work, cm_probe_entry(work->arena, part));
    if (!kernels[part->probe]) { /* all of them: which a part needs is found by their names */
        for (int op = 0; op < CM_STREAM_ADD; op++)
            add_stream(out, work, (cm_stream_op)op, CM_PROBE_SYS);
        for (int s = CM_PROBE_CTA; s <= CM_PROBE_SYS; s++)
            add_stream(out, work, CM_STREAM_ADD, (cm_probe_scope)s);
        return;
    }
    if (part->probe == CM_PROBE_VALUE) {
        add_value_words(&words, part);
    } else if (part->probe == CM_PROBE_FENCES) {
        add_fence_words(&words, part);
    } else {
        add_word(&words, "VARIANT", cm_probe_variant_name(part->probe, part->variant));
        add_word(&words, "SCOPE", scope(part->scope));
    }
    add_kernel(out, &words, kernels[part->probe]);
}

/* ---- modules ----------------------------------------------------------- */

const char *cm_probe_entry(cm_arena *arena, const cm_probe_part *part)
{
    if (part->pair == CM_PAIR_CPU_CPU || part->pair == CM_PAIR_CPU)
        return NULL;
    if (!kernels[part->probe])
        return "stream";
    bool scoped = part->probe == CM_PROBE_RMW || part->probe == CM_PROBE_PING_PONG ||
                  part->probe == CM_PROBE_FENCES;
    char *name = cm_arena_printf(arena, "%s_%s%s%s", kernels[part->probe],
                                 cm_probe_variant_name(part->probe, part->variant),
                                 scoped ? "_" : "", scoped ? cm_probe_scope_name(part->scope) : "");
    for (char *c = name; *c; c++)
        if (*c == '-' || *c == '.')
            *c = '_';
    return name;
}

const char *cm_probe_ptx(cm_work *work, const cm_probe_part *parts, size_t count)
{
    cm_text out = cm_text_new(work->arena);
    bool is_new = false;
    for (size_t i = 0; i < count; i++)
        is_new = is_new || parts[i].scope == CM_PROBE_CLUSTER ||
                 (parts[i].probe == CM_PROBE_FENCES && cm_fence_row_at(parts[i].variant).is_new);
    const kernel_words words = words_of(work, "");
    add_kernel(&out, &words, is_new ? "head.new" : "head.old");
    add_kernel(&out, &words, "clock");
    const char **done = CM_NEW_ARRAY(work->arena, count, const char *);
    size_t done_count = 0;
    for (size_t i = 0; i < count; i++) {
        const char *entry = cm_probe_entry(work->arena, &parts[i]);
        size_t same = 0;
        while (entry && same < done_count && strcmp(done[same], entry) != 0)
            same++;
        if (!entry || same < done_count)
            continue;
        done[done_count++] = entry;
        add_part(&out, work, &parts[i]);
    }
    return out.data;
}
