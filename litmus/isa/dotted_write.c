/* Tests' threads where opcodes have qualifiers behind dots. See dotted_write.h. */
#include "litmus/isa/dotted_write.h"

static const cm_dotted_words *words_of(const cm_writer *w)
{
    return cm_writer_of(w->arch)->words;
}

static int new_register(cm_writer *w)
{
    return cm_writer_register(w, words_of(w)->registers);
}

static const char *register_named(cm_writer *w, int reg)
{
    return cm_arena_printf(w->work->arena, "r%d", reg);
}

static const char *scope_word(const cm_writer *w, cm_scope scope)
{
    const cm_dotted_words *words = words_of(w);
    return scope == CM_SCOPE_CTA      ? words->scopes.cta
           : scope == CM_SCOPE_DEVICE ? words->scopes.device
           : scope == CM_SCOPE_SYS    ? words->scopes.system
                                      : cm_scope_name(scope);
}

/* "acquire", "release", or its word for neither. */
static const char *order_word(const cm_writer *w, char order)
{
    return order == 'A' ? "acquire" : order == 'L' ? "release" : words_of(w)->relaxed;
}

/* The opcode, with order and scope, or without. */
static const char *with_order(cm_writer *w, cm_dotted_around opcode, const char *order,
                              cm_scope scope)
{
    return cm_arena_printf(w->work->arena, "%s.%s.%s%s", opcode.before, order, scope_word(w, scope),
                           opcode.after);
}

static const char *opcode_of(cm_writer *w, cm_dotted_around opcode, const cm_write_access *a)
{
    if (a->order != 'K' && a->order != 'V')
        return with_order(w, opcode, order_word(w, a->order), a->scope);
    return cm_arena_printf(w->work->arena, "%s%s%s", opcode.before,
                           a->order == 'V' ? ".volatile" : words_of(w)->weak, opcode.after);
}

/* A register that is 0 and depends on need.reg, or -1. */
static int zero_of(cm_writer *w, cm_write_need need)
{
    if (!need.any)
        return -1;
    int zero = new_register(w);
    cm_writer_row(w, "%s r%d, r%d, r%d", words_of(w)->exclusive_or, zero, need.reg, need.reg);
    return zero;
}

/* What goes into the brackets: the name, or a sum that depends on `zero`. */
static const char *address_of(cm_writer *w, int location, int zero)
{
    const char *name = cm_writer_location(w, location);
    return zero < 0 ? name : words_of(w)->sum(w, name, zero);
}

/* ---- instructions ------------------------------------------------------------ */

int cm_dotted_load(cm_writer *w, const cm_write_access *a, cm_write_need need, const char **reg)
{
    int zero = zero_of(w, need);
    int to = new_register(w);
    const char *address = address_of(w, a->location, zero);
    cm_writer_row(w, "%s r%d, [%s]", opcode_of(w, words_of(w)->load, a), to, address);
    *reg = register_named(w, to);
    return to;
}

void cm_dotted_store(cm_writer *w, const cm_write_access *a, cm_write_need need)
{
    bool data = need.any && need.data;
    int zero = zero_of(w, need);
    const char *address = address_of(w, a->location, data ? -1 : zero);
    const char *opcode = opcode_of(w, words_of(w)->store, a);
    if (data) {
        cm_writer_row(w, "%s r%d, r%d, %u", words_of(w)->add, zero, zero, (unsigned)a->value);
        cm_writer_row(w, "%s [%s], r%d", opcode, address, zero);
    } else {
        cm_writer_row(w, "%s [%s], %u", opcode, address, (unsigned)a->value);
    }
}

int cm_dotted_exchange(cm_writer *w, const cm_write_rmw *rmw, const cm_write_access *read,
                       const cm_write_access *write, cm_write_need need, const char **reg)
{
    bool gives = cm_write_rmw_gives(rmw);
    int zero = zero_of(w, need);
    int to = gives ? new_register(w) : -1;
    const char *address = address_of(w, read->location, zero);
    bool acquires = read->order == 'A', releases = write->order == 'L';
    const char *order =
        acquires && releases ? "acq_rel" : order_word(w, acquires ? 'A' : write->order);
    *reg = NULL;
    if (!gives) {
        cm_writer_row(w, "%s [%s], %u", with_order(w, words_of(w)->reduce, order, read->scope),
                      address, (unsigned)write->value);
        return to;
    }
    cm_writer_row(w, "%s r%d, [%s], %u", with_order(w, words_of(w)->exchange, order, read->scope),
                  to, address, (unsigned)write->value);
    *reg = register_named(w, to);
    return to;
}

void cm_dotted_increment(cm_writer *w, const cm_write_access *a, bool split)
{
    const cm_dotted_words *words = words_of(w);
    const char *location = cm_writer_location(w, a->location);
    int to = new_register(w);
    if (!split) {
        cm_writer_row(w, "%s r%d, [%s], 1",
                      with_order(w, words->fetch_add, words->relaxed, a->scope), to, location);
        return;
    }
    cm_writer_row(w, "%s r%d, [%s]", with_order(w, words->load, words->relaxed, a->scope), to,
                  location);
    cm_writer_row(w, "%s r%d, r%d, 1", words->add, to, to);
    cm_writer_row(w, "%s [%s], r%d", with_order(w, words->store, words->relaxed, a->scope),
                  location, to);
}
