/* Tests' threads where opcodes have qualifiers behind dots. See dotted_write.h. */
#include "litmus/isa/dotted_write.h"

#include <string.h>

static const cm_dotted_words *words_of(const cm_writer *w)
{
    return w->isa->words;
}

/* Registers of 64 bits, rd0, rd1, ..., are numbered behind those of 32. */
static bool is_wide(const cm_writer *w, int reg)
{
    return reg >= words_of(w)->registers;
}

static int new_register(cm_writer *w, unsigned bits)
{
    if (bits == 64)
        return words_of(w)->registers + w->wide++;
    return cm_writer_register(w, words_of(w)->registers);
}

const char *cm_dotted_register(cm_writer *w, int reg)
{
    if (is_wide(w, reg))
        return cm_arena_printf(w->work->arena, "rd%d", reg - words_of(w)->registers);
    return cm_arena_printf(w->work->arena, "r%d", reg);
}

unsigned cm_dotted_register_bits(const cm_writer *w, int reg)
{
    return is_wide(w, reg) ? 64 : 32;
}

/* Bits of an access; what has no size of its own is a word, or all 8 bytes where others reach as
 * far. */
static unsigned bits_of(const cm_writer *w, const cm_write_access *a)
{
    switch (a->size) {
    case 'b':
        return 8;
    case 'h':
        return 16;
    case 'w':
        return 32;
    case 'q':
        return 64;
    default:
        return w->natural == 8 ? 64 : 32;
    }
}

/* Of the register that it reads to or stores. */
static unsigned register_bits(const cm_writer *w, const cm_write_access *a)
{
    return bits_of(w, a) == 64 ? 64 : 32;
}

static const char *scope_word(const cm_writer *w, cm_scope scope)
{
    for (const cm_dotted_level *level = words_of(w)->levels; level->word; level++)
        if (level->scope == scope)
            return level->word;
    return cm_scope_name(scope);
}

static const char *word_or(const char *word, const char *usual)
{
    return word ? word : usual;
}

/* "acquire", "release", "seq_cst", or its word for none of them. */
static const char *order_word(const cm_writer *w, char order)
{
    const cm_dotted_words *words = words_of(w);
    return order == 'A'   ? word_or(words->acquire, "acquire")
           : order == 'L' ? word_or(words->release, "release")
           : order == 'S' ? "seq_cst"
                          : words->relaxed;
}

/* A number as tests have it: in base 16 where it says which bytes it is of. */
static const char *number(cm_writer *w, uint64_t value)
{
    return cm_arena_printf(w->work->arena, w->natural ? "0x%llx" : "%llu",
                           (unsigned long long)value);
}

/* Text with the bits of the access in place of `#`. */
static const char *with_bits(cm_writer *w, const char *text, unsigned bits)
{
    const char *hash = strchr(text, '#');
    if (!hash)
        return text;
    return cm_arena_printf(w->work->arena, "%.*s%u%s", (int)(hash - text), text, bits, hash + 1);
}

/* The same behind the number of elements of a vector: ".v2.u32". */
static const char *type_of(cm_writer *w, const char *text, const cm_write_access *a)
{
    const char *type = with_bits(w, text, bits_of(w, a));
    return a->elements ? cm_arena_printf(w->work->arena, ".v%u%s", a->elements, type) : type;
}

/* The opcode, with order and scope, or without. */
static const char *with_order(cm_writer *w, cm_dotted_around opcode, const char *order,
                              const cm_write_access *a)
{
    return cm_arena_printf(w->work->arena, "%s.%s.%s%s", opcode.before, order,
                           scope_word(w, a->scope), type_of(w, opcode.after, a));
}

static const char *opcode_of(cm_writer *w, cm_dotted_around opcode, const cm_write_access *a)
{
    if (a->order != 'K' && a->order != 'V')
        return with_order(w, opcode, order_word(w, a->order), a);
    return cm_arena_printf(w->work->arena, "%s%s%s", opcode.before,
                           a->order == 'V' ? ".volatile" : words_of(w)->weak,
                           type_of(w, opcode.after, a));
}

/* A register of 32 bits that is 0 and depends on need.reg, or -1. */
static int zero_of(cm_writer *w, cm_write_need need)
{
    if (!need.any)
        return -1;
    int from = need.reg;
    if (is_wide(w, from)) {
        from = new_register(w, 32);
        cm_writer_row(w, "%s r%d, %s", words_of(w)->narrow, from, cm_dotted_register(w, need.reg));
    }
    int zero = new_register(w, 32);
    cm_writer_row(w, "%s r%d, r%d, r%d", words_of(w)->exclusive_or, zero, from, from);
    return zero;
}

/* The name, or a sum that depends on `zero`, and the offset, in brackets. */
static const char *address_of(cm_writer *w, const cm_write_access *a, int zero)
{
    const char *name = cm_writer_location(w, a->location);
    const char *base = zero < 0 ? name : words_of(w)->sum(w, name, zero);
    const char *open = words_of(w)->bare ? "" : "[", *close = *open ? "]" : "";
    return a->offset ? cm_arena_printf(w->work->arena, "%s%s+%u%s", open, base, a->offset, close)
                     : cm_arena_printf(w->work->arena, "%s%s%s", open, base, close);
}

/* The operand that is stored: the number, or a register that depends on `zero`. */
static const char *value_of(cm_writer *w, const cm_write_access *a, int zero)
{
    if (zero < 0)
        return number(w, a->value);
    int reg = zero;
    if (register_bits(w, a) == 64) {
        reg = new_register(w, 64);
        cm_writer_row(w, "%s %s, r%d", words_of(w)->widen, cm_dotted_register(w, reg), zero);
    }
    const char *name = cm_dotted_register(w, reg);
    cm_writer_row(w, "%s %s, %s, %s", with_bits(w, words_of(w)->add, register_bits(w, a)), name,
                  name, number(w, a->value));
    return name;
}

/* The operand of a vector: "{r0, r1}". */
static const char *vector_of(cm_writer *w, const char *const *items, unsigned count)
{
    cm_text text = cm_text_new(w->work->arena);
    for (unsigned i = 0; i < count; i++)
        cm_text_append(&text, "%s%s", i ? ", " : "{", items[i]);
    cm_text_add_char(&text, '}');
    return text.data;
}

/* ---- instructions ------------------------------------------------------------ */

/* Elements of 8 bytes are none: a vector has 8 at most. The first one's register. */
static int load_vector(cm_writer *w, const cm_write_access *a, const char *address)
{
    int first = -1;
    w->element_count = 0;
    while (w->element_count < (int)a->elements) {
        int reg = new_register(w, 32);
        first = first < 0 ? reg : first;
        w->elements[w->element_count++] = cm_dotted_register(w, reg);
    }
    cm_writer_row(w, "%s %s, %s", opcode_of(w, words_of(w)->load, a),
                  vector_of(w, w->elements, a->elements), address);
    return first;
}

int cm_dotted_gather(cm_writer *w)
{
    const char *all = w->elements[0];
    int to = -1;
    for (int i = 1; i < w->element_count; i++) {
        to = new_register(w, 32);
        cm_writer_row(w, "%s r%d, %s, %s", words_of(w)->exclusive_or, to, all, w->elements[i]);
        all = cm_dotted_register(w, to);
    }
    return to;
}

int cm_dotted_load(cm_writer *w, const cm_write_access *a, cm_write_need need, const char **reg)
{
    int zero = zero_of(w, need);
    if (a->elements) {
        int first = load_vector(w, a, address_of(w, a, zero));
        *reg = w->elements[0];
        return first;
    }
    int to = new_register(w, register_bits(w, a));
    const char *address = address_of(w, a, zero);
    cm_dotted_around around = a->shared ? words_of(w)->shared_load : words_of(w)->load;
    w->element_count = 0;
    *reg = cm_dotted_register(w, to);
    cm_writer_row(w, "%s %s, %s", opcode_of(w, around, a), *reg, address);
    return to;
}

void cm_dotted_store(cm_writer *w, const cm_write_access *a, cm_write_need need)
{
    int zero = zero_of(w, need);
    const char *address = address_of(w, a, need.data ? -1 : zero);
    const char *value = value_of(w, a, need.data ? zero : -1);
    const char *values[CM_WRITER_ELEMENTS] = {value, value, value, value};
    if (a->elements)
        value = vector_of(w, values, a->elements);
    cm_dotted_around around = a->shared ? words_of(w)->shared_store : words_of(w)->store;
    cm_writer_row(w, "%s %s, %s", opcode_of(w, around, a), address, value);
}

static const char *order_of_two(const cm_writer *w, char read, char write)
{
    if (read == 'A' && write == 'L')
        return word_or(words_of(w)->acq_rel, "acq_rel");
    return order_word(w, read == 'S' || write == 'S' ? 'S' : read == 'A' ? 'A' : write);
}

/* What it read goes nowhere. */
static void reduce(cm_writer *w, const char *order, const cm_write_access *write,
                   cm_write_need need)
{
    const cm_dotted_words *words = words_of(w);
    cm_write_access whole = *write;
    cm_dotted_around opcode = words->reduce;
    if (write->elements) { /* two numbers in one register */
        whole = (cm_write_access){
            .location = write->location, .scope = write->scope, .offset = write->offset};
        whole.size = 'w';
        whole.value = write->value | write->value << 16;
        opcode = words->reduce_two;
    }
    int zero = zero_of(w, need);
    const char *address = address_of(w, &whole, need.data ? -1 : zero);
    const char *value = value_of(w, &whole, need.data ? zero : -1);
    cm_writer_row(w, "%s %s, %s", with_order(w, opcode, order, &whole), address, value);
}

int cm_dotted_exchange(cm_writer *w, const cm_write_rmw *rmw, const cm_write_access *read,
                       const cm_write_access *write, cm_write_need need, const char **reg)
{
    const cm_dotted_words *words = words_of(w);
    const char *order = order_of_two(w, read->order, write->order);
    *reg = NULL;
    if (!cm_write_rmw_gives(rmw)) {
        reduce(w, order, write, need);
        return -1;
    }
    int zero = zero_of(w, need);
    int to = new_register(w, register_bits(w, read));
    const char *address = address_of(w, read, need.data ? -1 : zero);
    const char *value = value_of(w, write, need.data ? zero : -1);
    bool compares = rmw->kind == CM_WRITE_CAS;
    w->element_count = 0;
    *reg = cm_dotted_register(w, to);
    /* Atomics on 16 bits take registers of 16, which are numbered as those of 32. */
    bool halves = words->to_half && bits_of(w, read) == 16;
    const char *result = halves ? cm_arena_printf(w->work->arena, "rs%d", to) : *reg;
    if (halves && need.data) {
        cm_writer_row(w, "%s rs%d, %s", words->to_half, zero, value);
        value = cm_arena_printf(w->work->arena, "rs%d", zero);
    }
    cm_writer_row(w, "%s %s, %s, %s%s%s",
                  with_order(w, compares ? words->compare : words->exchange, order, read), result,
                  address, compares ? number(w, read->value) : "", compares ? ", " : "", value);
    if (halves)
        cm_writer_row(w, "%s %s, %s", words->from_half, *reg, result);
    return to;
}

void cm_dotted_increment(cm_writer *w, const cm_write_access *a, bool split)
{
    const cm_dotted_words *words = words_of(w);
    const char *location = address_of(w, a, -1);
    int to = new_register(w, 32);
    if (!split) {
        cm_writer_row(w, "%s r%d, %s, 1", with_order(w, words->fetch_add, words->relaxed, a), to,
                      location);
        return;
    }
    cm_writer_row(w, "%s r%d, %s", with_order(w, words->load, words->relaxed, a), to, location);
    cm_writer_row(w, "%s r%d, r%d, 1", with_bits(w, words->add, 32), to, to);
    cm_writer_row(w, "%s %s, r%d", with_order(w, words->store, words->relaxed, a), location, to);
}
