/* What a file of kernels has, and the binding that it lacks: see kernels.h. The code is read line
 * by line, as compilers write it; what is not recognised is not told. */
#include "import/kernels.h"
#include "import/scan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARAMETERS = 64, MOST_BYTES = 32764 /* of a PTX kernel's parameters */ };

typedef enum parameter_kind { ADDRESS, NUMBER, STRUCTURE } parameter_kind;

typedef struct parameter {
    parameter_kind kind;
    unsigned bytes;
    const char *name;
    bool fixed; /* what it points to is not written through it */
} parameter;

typedef struct skeleton {
    cm_work *work;
    const char *code, *end; /* the whole file's */
    bool amd;
    cm_scan source;
    cm_text text;
    const char *before;
    int thread;
    const char *asked; /* a location for the first question */
} skeleton;

/* A kernel, and where its body stands in the code. */
typedef struct body {
    const cm_kernel *kernel;
    const char *from, *to;
    parameter parameters[MOST_PARAMETERS];
    int count;
    unsigned shared;      /* bytes of it that have no names */
    bool dynamic, meets;  /* shared memory of the launch; barriers of a block */
    const char *memories; /* in words */
    const char *barriers;
} body;

/* ---- lines of the code ------------------------------------------------------- */

static const char *line_behind(const char *line, const char *end)
{
    size_t length = strcspn(line, "\n");
    return line + length < end && line[length] ? line + length + 1 : NULL;
}

static const char *text_of_line(const skeleton *s, const char *line)
{
    return cm_arena_text(s->work->arena, line, strcspn(line, "\n"));
}

/* The number behind the word; 0: it is not there. */
static unsigned number_behind(const char *line, const char *word)
{
    const char *at = strstr(line, word);
    return at ? (unsigned)strtoul(at + strlen(word), NULL, 10) : 0;
}

/* Of `_ZZ6reducePiE4part` what stands behind the last number that counts it: `part`. */
static const char *local_name(const char *name)
{
    size_t length = strlen(name);
    for (size_t at = strncmp(name, "_Z", 2) == 0 ? length : 0; at > 1; at--)
        if (isdigit((unsigned char)name[at - 1]) && !isdigit((unsigned char)name[at])) {
            size_t digits = at - 1;
            while (digits > 0 && isdigit((unsigned char)name[digits - 1]))
                digits--;
            if (strtoul(name + digits, NULL, 10) == length - at)
                return name + at;
        }
    return name;
}

/* ---- PTX --------------------------------------------------------------------- */

/* `.shared .align 4 .b8 part[8];`, `.const .align 4 .u32 n = 1;`: "part (8 bytes)". "": the line
 * declares no variable there. */
static const char *variable_of(const skeleton *s, const char *line, const char *space,
                               bool *dynamic)
{
    static const struct {
        const char *word;
        unsigned bytes;
    } types[] = {{".b8", 1},  {".u8", 1},  {".s8", 1},  {".b16", 2}, {".u16", 2},
                 {".s16", 2}, {".b32", 4}, {".u32", 4}, {".s32", 4}, {".f32", 4},
                 {".b64", 8}, {".u64", 8}, {".s64", 8}, {".f64", 8}};
    if (line[strspn(line, " \t")] != '.')
        return "";
    const char *text = text_of_line(s, line), *at = text + strspn(text, " \t");
    static const char *const ahead[] = {".visible ", ".extern ", ".weak "};
    for (size_t i = 0; i < sizeof ahead / sizeof *ahead; i++)
        at += strncmp(at, ahead[i], strlen(ahead[i])) == 0 ? strlen(ahead[i]) : 0;
    if (strncmp(at, space, strlen(space)) != 0 || at[strlen(space)] != ' ')
        return "";
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const char *type = strstr(at, types[i].word);
        if (!type || !isspace((unsigned char)type[strlen(types[i].word)]))
            continue;
        const char *name = type + strlen(types[i].word);
        name += strspn(name, " \t");
        size_t length = 0;
        while (cm_import_in_name(name[length]))
            length++;
        unsigned elements =
            name[length] == '[' ? (unsigned)strtoul(name + length + 1, NULL, 10) : 1;
        const char *plain = local_name(cm_arena_text(s->work->arena, name, length));
        *dynamic |= elements == 0;
        return elements == 0 ? cm_arena_printf(s->work->arena, "%s (`shared` of the launch)", plain)
                             : cm_arena_printf(s->work->arena, "%s (%u bytes)", plain,
                                               elements * types[i].bytes);
    }
    return "";
}

static void find_ptx_body(skeleton *s, body *b)
{
    const char *open = strchr(b->from, '('), *end = strchr(b->from, '{');
    const char *closes = end ? strstr(end, "\n}") : NULL;
    b->to = closes ? closes : b->from + strlen(b->from);
    for (const char *at = open && open < end ? open : NULL;
         at && (at = strstr(at, ".param ")) && at < end && b->count < MOST_PARAMETERS; at++) {
        const char *line = cm_arena_text(s->work->arena, at, strcspn(at, ",)\n"));
        const char *size = strchr(line, '[');
        parameter *p = &b->parameters[b->count++];
        p->bytes = size ? (unsigned)strtoul(size + 1, NULL, 10) : 0;
        p->kind = size ? STRUCTURE : strstr(line, "64 ") ? ADDRESS : NUMBER;
    }
}

/* ---- AMD's ------------------------------------------------------------------- */

/* The arguments stand in the metadata before the kernel's name, those of the runtime last. */
static void find_amd_body(skeleton *s, body *b)
{
    const char *label = strstr(s->code, cm_arena_printf(s->work->arena, "\n%s:", b->kernel->name));
    const char *notes = strstr(s->code, "amdhsa.kernels:");
    b->from = label ? label : b->from;
    b->to = strstr(b->from, ".amdhsa_kernel");
    b->to = b->to ? b->to : b->from + strlen(b->from);
    b->shared = number_behind(b->to, ".amdhsa_group_segment_fixed_size ");
    int first = 0;
    for (const char *line = notes; line; line = line_behind(line, s->end)) {
        const char *text = text_of_line(s, line);
        if (strncmp(text, "  - .", 5) == 0) /* the next kernel */
            b->count = 0;
        if (strncmp(text, "      - .", 9) == 0 && b->count < MOST_PARAMETERS)
            b->parameters[b->count++] = (parameter){.kind = NUMBER};
        parameter *p = b->count > 0 ? &b->parameters[b->count - 1] : NULL;
        if (p && strstr(text, " .size: ")) {
            p->bytes = number_behind(text, " .size: ");
            p->kind = p->kind == NUMBER && p->bytes > 8 ? STRUCTURE : p->kind;
        }
        if (p && (strstr(text, "global_buffer") || strstr(text, "dynamic_shared_pointer")))
            p->kind = ADDRESS;
        if (p && strstr(text, " hidden_"))
            b->count--;
        if (p && strstr(text, " .name: ") && strncmp(text, "        .name", 13) == 0)
            p->name = strstr(text, " .name: ") + strspn(strstr(text, " .name: ") + 8, " ") + 8;
        first = strncmp(text, "    .name:", 10) == 0 ? 1 : 0;
        if (first && strcmp(text + 10 + strspn(text + 10, " "), b->kernel->name) == 0)
            return;
    }
    b->count = 0;
}

/* ---- what the source calls them ------------------------------------------------ */

static bool is_kernel_before(const cm_scan *s, size_t at)
{
    size_t from = at;
    while (from > 0 && !strchr(";}{", s->text[from - 1]))
        from--;
    const char *text = cm_scan_text(s, (cm_scan_span){from, at});
    return cm_has_word(text, "__global__") || cm_has_word(text, "kernel") ||
           cm_has_word(text, "__kernel");
}

static void name_parameters(skeleton *s, body *b)
{
    const cm_scan *scan = &s->source;
    const char *name = b->kernel->plain;
    for (const char *at = name; (at = strstr(at, "::"));)
        name = at += 2;
    cm_scan_span parts[MOST_PARAMETERS];
    for (size_t at = 0; (at = cm_scan_next(scan, name, at)) < scan->length; at++) {
        size_t open = cm_scan_behind_blanks(scan, at + strlen(name));
        if (open >= scan->length || scan->text[open] != '(' || !is_kernel_before(scan, at))
            continue;
        int count = cm_scan_split(scan, (cm_scan_span){open + 1, cm_scan_closes(scan, open)}, parts,
                                  MOST_PARAMETERS);
        for (int i = 0; i < count && count == b->count; i++) {
            parameter *p = &b->parameters[i];
            size_t end = parts[i].to, from;
            for (size_t k = parts[i].from; k < parts[i].to; k++)
                end = end == parts[i].to && strchr("=[", scan->text[k]) ? k : end;
            end = cm_scan_without_blanks(scan, end);
            for (from = end; from > parts[i].from && cm_scan_is_word(scan->text[from - 1]);)
                from--;
            const char *type = cm_scan_text(scan, (cm_scan_span){parts[i].from, from});
            p->name = from < end ? cm_scan_text(scan, (cm_scan_span){from, end}) : NULL;
            if (p->kind == ADDRESS && !strchr(type, '*') && !strchr(type, '&') &&
                !strchr(cm_scan_text(scan, parts[i]), '['))
                p->kind = NUMBER;
            p->fixed = strncmp(type, "const ", 6) == 0;
        }
        return;
    }
}

/* ---- shared memory and barriers -------------------------------------------------- */

static void add_part(cm_text *list, const char *part)
{
    if (*part && !strstr(list->data, part))
        cm_text_append(list, "%s%s", list->length > 0 ? ", " : "", part);
}

static void find_memories(skeleton *s, body *b)
{
    cm_text list = cm_text_new(s->work->arena);
    for (const char *line = s->code; line; line = line_behind(line, s->end)) {
        bool dynamic = false;
        const char *variable = variable_of(s, line, ".shared", &dynamic);
        bool inside = line >= b->from && line < b->to;
        const char *name = cm_arena_text(s->work->arena, variable, strcspn(variable, " "));
        if (!*variable ||
            (!inside &&
             !cm_has_word(cm_arena_text(s->work->arena, b->from, (size_t)(b->to - b->from)), name)))
            continue;
        b->dynamic |= dynamic;
        add_part(&list, variable);
    }
    if (b->shared > 0)
        add_part(&list, cm_arena_printf(s->work->arena, "%u bytes", b->shared));
    b->memories = list.data;
}

/* The line of the source by `.loc 1 11 5, ... inlined_at 1 20 3`: the outermost one. */
static unsigned line_of_loc(const char *text)
{
    const char *at = strstr(text, ".loc"), *outer = strstr(text, "inlined_at ");
    char *end = NULL;
    at = outer ? outer + strlen("inlined_at ") : at + strlen(".loc");
    strtoul(at, &end, 10);
    return (unsigned)strtoul(end, NULL, 10);
}

static void find_barriers(skeleton *s, body *b)
{
    static const char *const words[] = {"bar.", "barrier.", "mbarrier.init", "s_barrier"};
    cm_text list = cm_text_new(s->work->arena);
    unsigned source_line = 0;
    for (const char *line = b->from; line; line = line_behind(line, b->to)) {
        const char *text = text_of_line(s, line);
        text += strspn(text, " \t");
        if (strncmp(text, ".loc", 4) == 0)
            source_line = line_of_loc(text);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            if (strncmp(text, words[i], strlen(words[i])) != 0 || strncmp(text, "bar.warp", 8) == 0)
                continue;
            const char *word = cm_arena_text(s->work->arena, text, strcspn(text, " \t;"));
            b->meets |= i != 2;
            add_part(&list, source_line
                                ? cm_arena_printf(s->work->arena, "%s (line %u)", word, source_line)
                                : word);
        }
    }
    b->barriers = list.data;
}

/* ---- words ----------------------------------------------------------------------- */

/* What a kernel has, for people. */
static void tell(skeleton *s, const body *b)
{
    cm_text_append(&s->text, "// %s(", b->kernel->plain);
    for (int i = 0; i < b->count; i++) {
        const parameter *p = &b->parameters[i];
        cm_text_append(&s->text, "%s%s%s", i > 0 ? ", " : "", p->name,
                       p->kind == ADDRESS ? "[]" : "");
        if (p->kind == STRUCTURE)
            cm_text_append(&s->text, " of %u bytes", p->bytes);
    }
    cm_text_append(&s->text, "); shared memory: %s; barriers: %s\n",
                   *b->memories ? b->memories : "none", *b->barriers ? b->barriers : "none");
}

/* Of a structure, by its bytes: {0: 0, 8: 0}. */
static void add_structure(skeleton *s, const parameter *p)
{
    for (unsigned at = 0; at < p->bytes && at < MOST_BYTES; at += 8)
        cm_text_append(&s->text, "%s%u: 0", at > 0 ? ", " : "{", at);
    cm_text_add(&s->text, "}");
}

static void add_launch(skeleton *s, body *b)
{
    cm_text_append(&s->text, "%slaunch %s(", s->before, b->kernel->plain);
    for (int i = 0; i < b->count; i++) {
        parameter *p = &b->parameters[i];
        cm_text_add(&s->text, i > 0 ? ", " : "");
        if (p->kind == STRUCTURE)
            add_structure(s, p);
        else
            cm_text_add(&s->text, p->kind == ADDRESS ? p->name : "1");
        if (p->kind == ADDRESS && (!s->asked || (s->thread == 0 && !p->fixed)))
            s->asked = p->name;
    }
    int apart = s->amd ? 64 : 1; /* another wave, where a wave has one lane in the test */
    cm_text_append(&s->text, "), blocks 2, threads %d%s\n", b->meets ? apart * 2 : 32,
                   b->dynamic ? ", shared 1024" : "");
    for (int block = 0; block < 2; block++)
        for (int i = 0; i <= b->meets; i++)
            cm_text_append(&s->text, "%sP%d = block %d, thread %d\n", s->before, s->thread++, block,
                           i * apart);
}

/* Of the module, outside of all kernels. */
static void tell_variables(skeleton *s)
{
    cm_text list = cm_text_new(s->work->arena);
    bool dynamic = false;
    for (const char *line = s->code; line; line = line_behind(line, s->end)) {
        add_part(&list, variable_of(s, line, ".global", &dynamic));
        add_part(&list, variable_of(s, line, ".const", &dynamic));
        const char *text = text_of_line(s, line), *name = text + strspn(text, " \t");
        if (s->amd && strncmp(name, ".type", 5) == 0 && strstr(name, "@object") &&
            !strstr(name, "\t__")) {
            name += 5 + strspn(name + 5, " \t");
            add_part(&list, cm_arena_text(s->work->arena, name, strcspn(name, ",")));
        }
    }
    if (list.length > 0)
        cm_text_append(&s->text, "// variables: %s\n", list.data);
}

const char *cm_import_skeleton(cm_work *work, const cm_source *code, const cm_source *source,
                               const char *before)
{
    const cm_import_reader *reader = cm_import_reader_of(code);
    if (!reader || !reader->kernel_word)
        return reader ? cm_arena_printf(work->arena, "%sP0 = call f(x, y)\n%sexists x == 0\n",
                                        before, before)
                      : "";
    skeleton s = {.work = work,
                  .code = code->text,
                  .end = code->text + strlen(code->text),
                  .amd = strcmp(reader->word, "cdna") == 0,
                  .source = cm_scan_of(work, source),
                  .before = before};
    s.text = cm_text_new(work->arena);
    cm_kernels all = cm_import_kernels(work, code, reader->kernel_word);
    for (int i = 0; i < all.count; i++) {
        body *b = CM_NEW(work->arena, body);
        *b = (body){.kernel = &all.items[i]};
        b->from = strstr(code->text, cm_arena_printf(work->arena, "%s %s", reader->kernel_word,
                                                     b->kernel->name));
        if (!b->from)
            continue;
        (s.amd ? find_amd_body : find_ptx_body)(&s, b);
        name_parameters(&s, b);
        for (int p = 0; p < b->count; p++)
            if (!b->parameters[p].name)
                b->parameters[p].name = cm_arena_printf(work->arena, "x%d", p);
        find_memories(&s, b);
        find_barriers(&s, b);
        tell(&s, b);
        add_launch(&s, b);
    }
    tell_variables(&s);
    cm_text_append(&s.text, "%sexists %s == 0\n", before, s.asked ? s.asked : "x");
    return s.text.data;
}
