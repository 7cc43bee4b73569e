/* VULKAN: weaker and stronger forms (litmus/isa/strength.h). Semantics are about storage classes
 * and make available and visible: a repair says all of that at once, since a part of it orders
 * little. */
#include "litmus/isa/strength.h"
#include "litmus/isa/vulkan/vulkan.h"

#include <string.h>

/* Bits of an order. Of an access without semantics: it is not private, it makes available or
 * visible what it accesses. */
enum { ACQUIRES = 1, RELEASES = 2, MAKES = 4, OF_ALL = 8, OPEN = 16, BY_ITSELF = 32 };

static const cm_strength_scope scopes[] = CM_STRENGTH_SCOPES_ARE("sg", "wg", "qf", "dv");
static const char *const semantics[] = {"", "acq", "rel", "acq_rel"}; /* by ACQUIRES, RELEASES */

typedef struct written {
    cm_strengths *forms;
    const char *opcode, *class, *operation, *rest; /* "ld", "sc0", ".add" or "", operands */
    unsigned order;
    int scope; /* -1: none */
    bool atomic;
} written;

static unsigned order_of(const char *word)
{
    static const char *const classes[] = {"semsc0", "semsc1", "semsc2", "semsc3"};
    unsigned order = 0;
    for (unsigned i = 1; i < 4; i++)
        order |= cm_has_word(word, semantics[i]) ? i : 0;
    bool makes = (!(order & ACQUIRES) || cm_has_word(word, "semvis")) &&
                 (!(order & RELEASES) || cm_has_word(word, "semav"));
    bool all = true;
    for (int i = 0; i < 4; i++)
        all &= cm_has_word(word, classes[i]);
    if (order)
        return order | (makes ? MAKES : 0) | (all ? OF_ALL : 0);
    return cm_has_word(word, "nonpriv")                          ? OPEN
           : cm_has_word(word, "vis") || cm_has_word(word, "av") ? OPEN | BY_ITSELF
                                                                 : 0;
}

static void add(const written *w, unsigned order, int scope)
{
    bool access = strcmp(w->opcode, "membar") != 0;
    const char *said = semantics[order & (ACQUIRES | RELEASES)];
    const char *made = order & OPEN ? (w->opcode[0] == 's' ? "av" : "vis") : said;
    cm_text text = cm_text_new(w->forms->arena);
    cm_text_append(&text, "%s%s", w->opcode, w->atomic ? ".atom" : "");
    const char *word = order == OPEN ? "nonpriv" : made;
    cm_text_append(&text, "%s%s", *word ? "." : "", word);
    if (scope >= 0)
        cm_text_append(&text, ".%s", scopes[scope].name);
    const char *name = cm_arena_text(w->forms->arena, text.data, text.length);
    cm_text_append(&text, "%s%s", access ? "." : "", access ? w->class : "");
    if (*said)
        cm_text_append(&text, ".semsc0.semsc1.semsc2.semsc3%s%s", order & RELEASES ? ".semav" : "",
                       order & ACQUIRES ? ".semvis" : "");
    cm_text_append(&text, "%s%s", w->operation, w->rest);
    double cost = (scope >= 0 ? scopes[scope].cost : 0) + (order ? access ? 4 : 20 : 0);
    cm_strengths_add(w->forms, text.data, name, order, scope >= 0 ? scopes[scope].bits : 0, cost);
}

/* With each scope. */
static void add_scopes(const written *w, unsigned order)
{
    for (int scope = 0; scope < CM_STRENGTH_SCOPES; scope++)
        add(w, order, scope);
}

static void add_semantics(const written *w, unsigned least, unsigned most)
{
    for (unsigned order = least; order <= most; order++)
        add_scopes(w, order | MAKES | OF_ALL);
}

static written read_words(cm_strengths *forms, const char *word, const char *rest)
{
    static const char *const operations[] = {"add", "sub", "mul", "div", "and", "or", "xor"};
    static const char *const classes[] = {"sc0", "sc1", "sc2", "sc3"};
    written w = {.forms = forms, .class = "", .operation = "", .rest = rest, .scope = -1};
    w.opcode = cm_arena_text(forms->arena, word, strcspn(word, "."));
    w.atomic = cm_has_word(word, "atom");
    w.order = order_of(word);
    for (int i = 0; i < CM_STRENGTH_SCOPES; i++) {
        w.class = cm_has_word(word, classes[i]) ? classes[i] : w.class;
        w.scope = cm_has_word(word, scopes[i].name) ? i : w.scope;
    }
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (cm_has_word(word, operations[i]))
            w.operation = cm_arena_printf(forms->arena, ".%s", operations[i]);
    return w;
}

void cm_vulkan_forms(cm_strengths *forms, const char *text)
{
    const char *rest, *word = cm_strengths_word(forms->arena, *text ? text : "membar", &rest);
    written w = read_words(forms, word, rest);
    bool fence = strcmp(w.opcode, "membar") == 0;
    bool load = strcmp(w.opcode, "ld") == 0, store = strcmp(w.opcode, "st") == 0;
    if (!fence && !*w.class)
        return;
    if (fence)
        cm_strengths_add(forms, "", "none", 0, 0, 0);
    else if (w.atomic)
        add_scopes(&w, 0);
    else {
        add(&w, 0, -1);
        add(&w, OPEN, -1);
        add_scopes(&w, OPEN | BY_ITSELF);
    }
    if (fence || w.atomic)
        add_semantics(&w, store ? RELEASES : ACQUIRES, load ? ACQUIRES : store ? RELEASES : 3);
    if (!*text) {
        forms->self = 0;
        return;
    }
    unsigned scope = w.scope >= 0 ? scopes[w.scope].bits : 0;
    if (w.order & (ACQUIRES | RELEASES) && (~w.order & (MAKES | OF_ALL)))
        cm_strengths_add(forms, text, word, w.order, scope, 4);
    cm_strengths_settle(forms, text, w.order, scope);
}
