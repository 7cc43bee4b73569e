/* Khronos's tests of Vulkan's memory model: `.test` files for its Alloy text (alloy/litmus.cpp of
 * github.com/KhronosGroup/Vulkan-MemoryModel has the form). They are rewritten in the words of
 * VULKAN and read as such.
 *
 *      NEWWG                                   | P0@sg 0,wg 0,qf 0
 *      NEWSG                                   |
 *      NEWTHREAD                               |
 *      st.atom.rel.scopedev.sc0.semsc0 x = 1   | st.atom.rel.dv.sc0.semsc0 x, 1
 *
 * What a load reads from is written as its value: it becomes the filter. The checks behind, for
 * Alloy, are no part of the test. */
#include "litmus/text/parse.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { NO_VALUE = -1, FIRST_UNIQUE = 1000 };

typedef struct op {
    const char *opcode, *var;
    bool reads, writes;
    int value, second; /* as written: read or written, written by a read-modify-write */
    int instance;      /* of a control barrier */
    int reg, written;  /* what is made of it */
    int thread;        /* index */
    int line;
} op;

typedef struct invocation {
    int id, sg, wg, qf;
} invocation;

typedef struct khronos {
    cm_work *work;
    const cm_source *source;
    op *ops;
    int op_count, op_capacity;
    invocation *threads;
    int thread_count, thread_capacity;
    cm_text ssw, aliases;
    int sg, wg, qf;
} khronos;

typedef struct line {
    const char *text;
    uint32_t offset, length;
    int number;
} line;

static _Noreturn void fail(khronos *k, const line *l, const char *what)
{
    cm_fail(k->work, (cm_place){k->source, l->offset, l->length}, "%s", what);
}

/* ---- words ---------------------------------------------------------------- */

enum {
    ST = 1,
    LD = 1 << 1,
    ATOM = 1 << 2,
    ACQ = 1 << 3,
    REL = 1 << 4,
    CBAR = 1 << 5,
    MEMBAR = 1 << 6,
    AV = 1 << 7,
    VIS = 1 << 8,
    NONPRIV = 1 << 9
};

/* Parts of an opcode, in the order of VULKAN; what flags say stands behind the name. */
typedef enum part { FLAG, NAME, SCOPE, CLASS, SEMANTICS, PARTS } part;

static const struct {
    const char *word;
    part part;
    unsigned means;
    const char *here; /* in the words of VULKAN; of flags, below */
} words[] = {{"st", NAME, ST, "st"},
             {"ld", NAME, LD, "ld"},
             {"rmw", NAME, ST | LD | ATOM, "rmw"},
             {"membar", NAME, MEMBAR, "membar"},
             {"cbar", NAME, CBAR, "cbar"},
             {"avdevice", NAME, 0, "avdevice"},
             {"visdevice", NAME, 0, "visdevice"},
             {"atom", FLAG, ATOM, ""},
             {"acq", FLAG, ACQ, ""},
             {"rel", FLAG, REL, ""},
             {"av", FLAG, AV, ""},
             {"vis", FLAG, VIS, ""},
             {"nonpriv", FLAG, NONPRIV, ""},
             {"scopesg", SCOPE, 0, ".sg"},
             {"scopewg", SCOPE, 0, ".wg"},
             {"scopeqf", SCOPE, 0, ".qf"},
             {"scopedev", SCOPE, 0, ".dv"},
             {"sc0", CLASS, 0, ".sc0"},
             {"sc1", CLASS, 0, ".sc1"},
             {"semsc0", SEMANTICS, 0, ".semsc0"},
             {"semsc1", SEMANTICS, 0, ".semsc1"},
             {"semav", SEMANTICS, 0, ".semav"},
             {"semvis", SEMANTICS, 0, ".semvis"}};

/* The opcode in the words of VULKAN. */
static const char *rewrite(khronos *k, const line *l, const char *text, unsigned *means)
{
    const char *parts[PARTS] = {"", "", "", "", ""};
    cm_arena *arena = k->work->arena;
    *means = 0;
    for (const char *at = text; *at; at += *at == '.') {
        size_t length = strcspn(at, "."), i = 0, count = sizeof words / sizeof *words;
        while (i < count &&
               (strlen(words[i].word) != length || strncmp(words[i].word, at, length) != 0))
            i++;
        if (i == count)
            fail(k, l,
                 "there is no such instruction, expected words such as st, ld, rmw, membar, cbar, "
                 "atom, acq, rel, scopewg, sc0, semsc0, with dots between them");
        *means |= words[i].means;
        const char **to = &parts[words[i].part];
        *to = words[i].part == SEMANTICS ? cm_arena_printf(arena, "%s%s", *to, words[i].here)
                                         : words[i].here;
        at += length;
    }
    unsigned m = *means;
    const char *order = (m & (ACQ | REL)) == (ACQ | REL) ? ".acq_rel"
                        : m & ACQ                        ? ".acq"
                        : m & REL                        ? ".rel"
                                                         : "";
    const char *name = (m & ST) && (m & LD) ? "rmw" : parts[NAME]; /* also written `st.ld` */
    if (!*name)
        fail(k, l,
             "the instruction has no operation, expected st, ld, rmw, membar, cbar, avdevice or "
             "visdevice");
    const char *access = m & ATOM      ? ".atom"
                         : m & AV      ? ".av"
                         : m & VIS     ? ".vis"
                         : m & NONPRIV ? ".nonpriv"
                                       : "";
    return cm_arena_printf(arena, "%s%s%s%s%s%s%s", name, access, order,
                           m & (ATOM | MEMBAR | CBAR | AV | VIS) ? parts[SCOPE] : "", parts[CLASS],
                           parts[SEMANTICS], m & CBAR ? ".anywhere" : "");
}

/* ---- lines ---------------------------------------------------------------- */

static bool is_word(const line *l, const char *word)
{
    size_t length = strlen(word);
    return strncmp(l->text, word, length) == 0 && (!l->text[length] || l->text[length] == ' ');
}

/* The next word of the line, past blanks and `=`; "": none. */
static const char *next(khronos *k, const char **at)
{
    *at += strspn(*at, " \t=");
    size_t length = strcspn(*at, " \t=");
    const char *word = cm_arena_text(k->work->arena, *at, length);
    *at += length;
    return word;
}

static int number(khronos *k, const line *l, const char *word)
{
    size_t digits = strspn(word, "0123456789");
    if (digits == 0 || digits > 9 || word[digits])
        fail(k, l, "expected a number of at most nine digits");
    return atoi(word);
}

static int optional(khronos *k, const line *l, const char **at)
{
    const char *word = next(k, at);
    return *word ? number(k, l, word) : NO_VALUE;
}

static void read_thread(khronos *k, const line *l)
{
    const char *at = l->text + strlen("NEWTHREAD");
    int id = optional(k, l, &at);
    if (id == NO_VALUE)
        id = k->thread_count > 0 ? k->threads[k->thread_count - 1].id + 1 : 0;
    CM_PUSH(k->work->arena, k->threads, k->thread_count, k->thread_capacity,
            (invocation){id, k->sg < 0 ? 0 : k->sg, k->wg < 0 ? 0 : k->wg, k->qf < 0 ? 0 : k->qf});
}

static void read_instruction(khronos *k, const line *l)
{
    const char *at = l->text;
    unsigned means;
    op o = {.value = NO_VALUE, .second = NO_VALUE, .instance = NO_VALUE, .line = l->number};
    o.opcode = rewrite(k, l, next(k, &at), &means);
    if (k->thread_count == 0)
        fail(k, l, "the instruction belongs to no thread, expected NEWTHREAD before it");
    o.thread = k->thread_count - 1;
    o.reads = means & LD;
    o.writes = means & ST;
    if (means & CBAR) {
        o.instance = number(k, l, next(k, &at));
    } else if (o.reads || o.writes) {
        o.var = next(k, &at);
        if (!*o.var)
            fail(k, l, "the access names nothing, expected a variable");
        o.value = optional(k, l, &at);
        o.second = optional(k, l, &at);
    }
    if (*next(k, &at))
        fail(k, l, "expected the end of the line");
    CM_PUSH(k->work->arena, k->ops, k->op_count, k->op_capacity, o);
}

/* Has the variable another name, or is it one? */
static bool is_aliased(const khronos *k, const char *var)
{
    cm_arena *arena = k->work->arena;
    return strstr(k->aliases.data, cm_arena_printf(arena, " %s aliases ", var)) ||
           strstr(k->aliases.data, cm_arena_printf(arena, " aliases %s;", var));
}

static void read_line(khronos *k, const line *l)
{
    const char *at = l->text;
    if (!*l->text || strncmp(l->text, "//", 2) == 0 || is_word(l, "SATISFIABLE") ||
        is_word(l, "NOSOLUTION"))
        return;
    if (is_word(l, "NEWQF")) {
        k->qf++;
    } else if (is_word(l, "NEWWG")) {
        k->wg++;
    } else if (is_word(l, "NEWSG")) {
        k->sg++;
    } else if (is_word(l, "NEWTHREAD")) {
        read_thread(k, l);
    } else if (is_word(l, "SSW")) {
        next(k, &at);
        int from = number(k, l, next(k, &at)), to = number(k, l, next(k, &at));
        cm_text_append(&k->ssw, " ssw %d %d;", from, to);
    } else if (is_word(l, "SLOC")) {
        next(k, &at);
        const char *of = next(k, &at), *alias = next(k, &at);
        if (!*of || !*alias)
            fail(k, l, "expected two variables after SLOC");
        if (!is_aliased(k, of))
            cm_text_append(&k->aliases, " %s=0;", of);
        cm_text_append(&k->aliases, " %s aliases %s;", alias, of);
    } else {
        read_instruction(k, l);
    }
}

/* ---- values ---------------------------------------------------------------- */

static int written_value(const op *o)
{
    return o->reads ? o->second : o->value;
}

/* Each store gets a value of its own where the written one does not tell it from others. */
static void choose_values(khronos *k)
{
    int *registers = CM_NEW_ARRAY(k->work->arena, (size_t)k->thread_count + 1, int);
    int unique = FIRST_UNIQUE; /* and above all that are written */
    for (int i = 0; i < k->op_count; i++)
        if (written_value(&k->ops[i]) >= unique)
            unique = written_value(&k->ops[i]) + 1;
    for (int i = 0; i < k->op_count; i++) {
        op *o = &k->ops[i];
        bool again = written_value(o) == NO_VALUE;
        for (int j = 0; j < i; j++)
            again = again || (k->ops[j].writes && written_value(&k->ops[j]) == written_value(o) &&
                              (strcmp(k->ops[j].var, o->var) == 0 ||
                               (is_aliased(k, k->ops[j].var) && is_aliased(k, o->var))));
        if (o->writes)
            o->written = again ? unique + i : written_value(o);
        if (o->reads)
            o->reg = registers[o->thread]++;
    }
}

/* What the loads read, as a condition; a value that nobody writes says nothing. */
static void add_filter(khronos *k, cm_text *out)
{
    const char *before = "filter (";
    for (int i = 0; i < k->op_count; i++) {
        const op *o = &k->ops[i];
        int from = -1, sources = 0;
        for (int j = 0; o->reads && j < k->op_count; j++)
            if (j != i && k->ops[j].writes && strcmp(k->ops[j].var, o->var) == 0 &&
                written_value(&k->ops[j]) == o->value) {
                from = j;
                sources++;
            }
        if (!o->reads || (sources == 0 && o->value != 0))
            continue;
        if (sources > 1) /* a read has one */
            cm_text_append(out, "%sfalse", before);
        else
            cm_text_append(out, "%s%d:r%d=%d", before, k->threads[o->thread].id, o->reg,
                           from < 0 ? 0 : k->ops[from].written);
        before = " /\\ ";
    }
    if (before[0] == ' ')
        cm_text_add(out, ")\n");
}

/* ---- the text --------------------------------------------------------------- */

static const char *base_name(const khronos *k)
{
    const char *base = cm_file_name(k->source->name);
    return cm_arena_text(k->work->arena, base, strcspn(base, ". \t"));
}

static const char *cell(khronos *k, const op *o)
{
    cm_arena *arena = k->work->arena;
    const char *at = cm_arena_printf(arena, "(* at %s.test:%d *)", base_name(k), o->line);
    if (o->instance != NO_VALUE)
        return cm_arena_printf(arena, "%s %d %s", o->opcode, o->instance, at);
    if (o->reads && o->writes)
        return cm_arena_printf(arena, "%s r%d, %s, %d %s", o->opcode, o->reg, o->var, o->written,
                               at);
    if (o->reads)
        return cm_arena_printf(arena, "%s r%d, %s %s", o->opcode, o->reg, o->var, at);
    return o->writes ? cm_arena_printf(arena, "%s %s, %d %s", o->opcode, o->var, o->written, at)
                     : cm_arena_printf(arena, "%s %s", o->opcode, at);
}

/* The op of the thread in that row; NULL: it has fewer. */
static const op *op_at(const khronos *k, int thread, int row)
{
    for (int i = 0; i < k->op_count; i++)
        if (k->ops[i].thread == thread && row-- == 0)
            return &k->ops[i];
    return NULL;
}

static void add_table(khronos *k, cm_text *out)
{
    for (int t = 0; t < k->thread_count; t++) {
        const invocation *v = &k->threads[t];
        cm_text_append(out, "%s P%d@sg %d,wg %d,qf %d", t ? " |" : "", v->id, v->sg, v->wg, v->qf);
    }
    cm_text_add(out, " ;\n");
    for (int row = 0, left = k->op_count; left > 0; row++) {
        for (int t = 0; t < k->thread_count; t++) {
            const op *o = op_at(k, t, row);
            cm_text_append(out, "%s %s", t ? " |" : "", o ? cell(k, o) : "");
            left -= o != NULL;
        }
        cm_text_add(out, " ;\n");
    }
}

bool cm_khronos_is(const cm_source *source)
{
    const char *dot = strrchr(source->name, '.');
    return dot && strcmp(dot, ".test") == 0;
}

const cm_source *cm_khronos_rewrite(cm_work *work, const cm_source *source)
{
    khronos k = {.work = work, .source = source, .sg = -1, .wg = -1, .qf = -1};
    k.ssw = cm_text_new(work->arena);
    k.aliases = cm_text_new(work->arena);
    int count = 1;
    for (size_t at = 0; at < source->length; count++) {
        const char *newline = memchr(source->text + at, '\n', source->length - at);
        size_t end = newline ? (size_t)(newline - source->text) : source->length, stop = end;
        while (stop > at && strchr(" \t\r", source->text[stop - 1]))
            stop--;
        line l = {.text = cm_arena_text(work->arena, source->text + at, stop - at),
                  .offset = (uint32_t)at,
                  .length = (uint32_t)(stop - at),
                  .number = count};
        read_line(&k, &l);
        at = end + 1;
    }
    if (k.thread_count == 0)
        cm_fail(work, (cm_place){source, 0, 0}, "the test has no thread, expected NEWTHREAD");
    choose_values(&k);
    cm_text out = cm_text_new(work->arena);
    cm_text_append(&out, "VULKAN %s\n{%s }\n", base_name(&k), k.aliases.data);
    if (k.ssw.length > 0)
        cm_text_append(&out, "{%s }\n", k.ssw.data);
    add_table(&k, &out);
    cm_text_append(&out, "locations [");
    for (int i = 0; i < k.op_count; i++)
        if (k.ops[i].reads)
            cm_text_append(&out, " %d:r%d;", k.threads[k.ops[i].thread].id, k.ops[i].reg);
    cm_text_add(&out, " ]\n");
    add_filter(&k, &out);
    cm_text_add(&out, "exists (true)\n");
    cm_source *made = CM_NEW(work->arena, cm_source);
    *made = (cm_source){source->name, out.data, out.length};
    return made;
}
