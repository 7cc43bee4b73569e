/* Reading and writing edges. An edge's text is cut from the left: what it is,
 * the directions that this leaves open, two annotations. */
#include "enumerate/edge.h"
#include "litmus/isa/isa.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- fences: those of all instruction sets ---------------------------- */

const cm_write_fence *cm_edge_fence_find(const char *name, size_t length)
{
    const cm_isa_writer *writer;
    for (size_t i = 0; (writer = cm_writer_at(i, NULL)); i++)
        for (const cm_write_fence *f = writer->fences; f->name; f++)
            if (strlen(f->name) == length && strncasecmp(f->name, name, length) == 0)
                return f;
    return NULL;
}

bool cm_edge_fence_of_gpu(const cm_write_fence *fence)
{
    cm_arch arch;
    const cm_isa_writer *writer;
    for (size_t i = 0; (writer = cm_writer_at(i, &arch)); i++)
        for (const cm_write_fence *f = writer->fences; f->name; f++)
            if (f == fence)
                return cm_arch_has_places(arch);
    return false;
}

/* ---- parsing --------------------------------------------------------- */

typedef struct cut {
    cm_work *work;
    const char *text;
    size_t length, at;
    cm_edge edge;
} cut;

static cm_place edge_at(const cut *c, size_t length)
{
    cm_place whole = c->edge.place;
    return (cm_place){whole.source, whole.offset + (uint32_t)c->at, (uint32_t)length};
}

static bool take_text(cut *c, const char *word)
{
    size_t n = strlen(word);
    if (c->length - c->at < n || memcmp(c->text + c->at, word, n) != 0)
        return false;
    c->at += n;
    return true;
}

static char take_direction(cut *c)
{
    if (c->at < c->length && strchr("RW*", c->text[c->at]))
        return c->text[c->at++];
    cm_fail(c->work, edge_at(c, c->at < c->length),
            "the edge has no direction, expected R, W or * (either)");
}

static bool take_same(cut *c)
{
    if (take_text(c, "s"))
        return true;
    if (!take_text(c, "d"))
        cm_fail(c->work, edge_at(c, c->at < c->length),
                "the edge does not say to which location it leads, expected d (to a different one) "
                "or s (to the same)");
    return false;
}

static bool cut_po(cut *c)
{
    if (!take_text(c, "Po"))
        return false;
    c->edge.kind = CM_EDGE_PO;
    c->edge.same = take_same(c);
    c->edge.from = take_direction(c);
    c->edge.to = take_direction(c);
    return true;
}

const cm_write_fence cm_edge_full_fence = {"Fence", NULL, 0, 0};

static bool cut_fence(cut *c)
{
    /* The one that an edge's text begins with (the longest), or NULL. */
    const cm_write_fence *fence = NULL;
    size_t best_length = 0;
    const cm_isa_writer *writer;
    for (size_t i = 0; (writer = cm_writer_at(i, NULL)); i++) {
        for (const cm_write_fence *f = writer->fences; f->name; f++) {
            size_t n = strlen(f->name);
            if (n > best_length && n <= c->length && memcmp(f->name, c->text, n) == 0) {
                fence = f;
                best_length = n;
            }
        }
    }
    size_t full = strlen(cm_edge_full_fence.name);
    if (!fence && take_text(c, cm_edge_full_fence.name) && c->length > full &&
        strchr("ds", c->text[full]))
        fence = &cm_edge_full_fence;
    c->at = fence ? strlen(fence->name) : 0;
    if (!fence)
        return false;
    c->edge.kind = c->at == c->length ? CM_EDGE_INSERT : CM_EDGE_FENCE;
    c->edge.fence = fence;
    c->edge.from = c->edge.to = 'W';
    if (c->edge.kind == CM_EDGE_INSERT)
        return true;
    c->edge.same = take_same(c);
    c->edge.from = take_direction(c);
    c->edge.to = take_direction(c);
    return true;
}

const char *cm_edge_isb_prefix(const char *text, size_t length)
{
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const char *isb = cm_writer_of((cm_arch)arch)->isb;
        if (isb && strlen(isb) <= length && strncasecmp(text, isb, strlen(isb)) == 0)
            return isb;
    }
    return NULL;
}

/* DpdR is an address's, DpdW data's, CtrldR control's. */
static bool cut_usual(cut *c, cm_edge_dp dp)
{
    if (dp == CM_DP_CTRL)
        take_text(c, "Ctrl");
    c->edge.kind = CM_EDGE_DP;
    c->edge.same = take_same(c);
    c->edge.from = 'R';
    c->edge.to = take_direction(c);
    c->edge.dp = dp == CM_DP_ADDR && c->edge.to == 'W' ? CM_DP_DATA : dp;
    return true;
}

static bool cut_dependency(cut *c)
{
    static const struct {
        const char *name;
        cm_edge_dp dp;
    } kinds[] = {{"Addr", CM_DP_ADDR}, {"Data", CM_DP_DATA}, {"Ctrl", CM_DP_CTRL}};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    if (c->length > 4 && memcmp(c->text, "Ctrl", 4) == 0 && strchr("ds", c->text[4]))
        return cut_usual(c, CM_DP_CTRL);
    if (!take_text(c, "Dp"))
        return false;
    if (c->at < c->length && strchr("ds", c->text[c->at]))
        return cut_usual(c, CM_DP_ADDR);
    size_t i = 0;
    while (i < KINDS && !take_text(c, kinds[i].name))
        i++;
    if (i == KINDS)
        cm_fail(c->work, edge_at(c, c->length - c->at),
                "there is no such dependency, expected Addr, Data, Ctrl, CtrlIsb or CtrlFenceI");
    c->edge.kind = CM_EDGE_DP;
    c->edge.dp = kinds[i].dp;
    if (c->edge.dp == CM_DP_CTRL)
        c->edge.isb = cm_edge_isb_prefix(c->text + c->at, c->length - c->at);
    if (c->edge.isb) {
        c->at += strlen(c->edge.isb);
        c->edge.dp = CM_DP_CTRLISB;
    }
    c->edge.csel = take_text(c, "Csel");
    c->edge.same = take_same(c);
    c->edge.from = 'R';
    c->edge.to = take_direction(c);
    if (c->edge.dp == CM_DP_DATA && c->edge.to == '*')
        c->edge.to = 'W';
    return true;
}

static bool cut_communication(cut *c)
{
    static const struct {
        const char *name;
        cm_edge_kind kind;
        char from, to;
    } kinds[] = {{"Rf", CM_EDGE_RF, 'W', 'R'},
                 {"Fr", CM_EDGE_FR, 'R', 'W'},
                 {"Co", CM_EDGE_CO, 'W', 'W'},
                 {"Ws", CM_EDGE_CO, 'W', 'W'}};
    size_t i = 0;
    while (i < 4 && !take_text(c, kinds[i].name))
        i++;
    if (i == 4)
        return false;
    c->edge.kind = kinds[i].kind;
    c->edge.from = kinds[i].from;
    c->edge.to = kinds[i].to;
    c->edge.same = true;
    c->edge.leg = take_text(c, "Leave")  ? CM_LEG_LEAVE
                  : take_text(c, "Back") ? CM_LEG_BACK
                                         : CM_LEG_NONE;
    c->edge.external = c->edge.leg || take_text(c, "e");
    if (!c->edge.external && !take_text(c, "i"))
        cm_fail(c->work, edge_at(c, c->at < c->length),
                "%s does not say between which threads it is, expected e (external), i (internal), "
                "Leave or Back",
                kinds[i].name);
    return true;
}

static bool cut_rmw(cut *c)
{
    /* The longest name of a read-modify-write, of whatever instruction set. */
    const cm_write_rmw *best = NULL;
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const cm_write_rmw *rmw = cm_writer_of((cm_arch)arch)->rmws;
        for (; rmw && rmw->name; rmw++) {
            size_t n = strlen(rmw->name);
            if (n <= c->length && memcmp(rmw->name, c->text, n) == 0 &&
                (!best || n > strlen(best->name)))
                best = rmw;
        }
    }
    c->edge.rmw = best;
    if (!c->edge.rmw)
        return false;
    c->at += strlen(c->edge.rmw->name);
    c->edge.kind = CM_EDGE_RMW;
    c->edge.from = 'R';
    c->edge.to = 'W';
    c->edge.same = true;
    return true;
}

static bool cut_lone(cut *c)
{
    if (take_text(c, "Hat")) {
        c->edge.kind = CM_EDGE_HAT;
        c->edge.from = c->edge.to = 'R';
        c->edge.external = c->edge.same = true;
        return true;
    }
    if (c->length != 5 || !take_text(c, "Store"))
        return false;
    c->edge.kind = CM_EDGE_STORE;
    c->edge.from = c->edge.to = 'W';
    c->edge.same = true;
    return true;
}

/* An annotation alone. */
static bool cut_note(cut *c)
{
    if (!cm_atom_parse(c->text, c->length, &c->edge.source))
        return false;
    c->edge.kind = CM_EDGE_NOTE;
    c->edge.from = c->edge.to = cm_atom_fits(c->edge.source, 'R') ? 'R' : 'W';
    c->edge.same = true;
    c->at = c->length;
    return true;
}

cm_edge cm_edge_parse(cm_work *work, cm_place place)
{
    cut c = {work, place.source->text + place.offset, place.length, 0, {.place = place}};
    if (!cut_fence(&c) && !cut_po(&c) && !cut_dependency(&c) && !cut_communication(&c) &&
        !cut_rmw(&c) && !cut_lone(&c) && !cut_note(&c))
        cm_fail(work, place,
                "there is no such edge, expected Pod.., Pos.., Dp.., Rfe, Rfi, Fre, Fri, Coe, Coi, "
                "FrLeave, RfBack, Rmw, LxSx, Amo.., Hat, Store, a fence such as DMB.SYdWW, "
                "MFencedWR, Fence.sc.sysdWR, DMB.SY, or an annotation such as A");
    if (c.at < c.length) {
        const char directions[] = {c.edge.from, c.edge.to, '\0'};
        cm_atom_parse_two(work, edge_at(&c, c.length - c.at), directions, &c.edge.source,
                          &c.edge.target);
    }
    return c.edge;
}

/* ---- printing -------------------------------------------------------- */

static const char *const dp_names[] = {"Addr", "Data", "Ctrl", "Ctrl"};

static const char *isb_of(const cm_edge *e)
{
    return e->dp == CM_DP_CTRLISB ? e->isb : "";
}

static void print_stem(cm_text *out, const cm_edge *e)
{
    char place = e->same ? 's' : 'd';
    switch (e->kind) {
    case CM_EDGE_PO:
        cm_text_append(out, "Po%c%c%c", place, e->from, e->to);
        break;
    case CM_EDGE_FENCE:
        cm_text_append(out, "%s%c%c%c", e->fence->name, place, e->from, e->to);
        break;
    case CM_EDGE_DP:
        cm_text_append(out, "Dp%s%s%s%c%c", dp_names[e->dp], isb_of(e), e->csel ? "Csel" : "",
                       place, e->to);
        break;
    case CM_EDGE_RF:
    case CM_EDGE_FR:
    case CM_EDGE_CO:
        cm_text_append(out, "%s%s",
                       e->kind == CM_EDGE_RF   ? "Rf"
                       : e->kind == CM_EDGE_FR ? "Fr"
                                               : "Ws",
                       e->leg == CM_LEG_LEAVE  ? "Leave"
                       : e->leg == CM_LEG_BACK ? "Back"
                       : e->external           ? "e"
                                               : "i");
        break;
    case CM_EDGE_RMW:
        cm_text_add(out, e->rmw->name);
        break;
    case CM_EDGE_HAT:
        cm_text_add(out, "Hat");
        break;
    case CM_EDGE_STORE:
        cm_text_add(out, "Store");
        break;
    case CM_EDGE_INSERT:
        cm_text_add(out, e->fence->name);
        break;
    case CM_EDGE_NOTE:
        cm_atom_print(out, e->source);
        break;
    }
}

static bool annotated(const cm_edge *e)
{
    return !cm_atom_plain(e->source) || !cm_atom_plain(e->target);
}

void cm_edge_print(cm_text *out, const cm_edge *e)
{
    print_stem(out, e);
    if (annotated(e) && !cm_edge_is_pseudo(e)) {
        cm_atom_print(out, e->source);
        cm_atom_print(out, e->target);
    }
}

const char *cm_edge_text(cm_work *work, const cm_edge *edge)
{
    cm_text text = cm_text_new(work->arena);
    cm_edge_print(&text, edge);
    return text.data;
}

static void add_lower(cm_text *out, const char *text)
{
    for (; *text; text++)
        cm_text_add_char(out, (char)tolower((unsigned char)*text));
}

char *cm_edge_fence_nick(cm_arena *arena, const cm_write_fence *fence)
{
    cm_text text = cm_text_new(arena);
    add_lower(&text, fence->name);
    return text.data;
}

void cm_edge_nick(cm_text *out, const cm_edge *e)
{
    static const char *const stems[] = {"po", NULL, NULL, "rf", "fr", "ws", NULL, "hat", "store"};
    if (e->leg == CM_LEG_LEAVE)
        cm_text_add_char(out, '[');
    if (e->kind == CM_EDGE_FENCE)
        add_lower(out, e->fence->name);
    else if (e->kind == CM_EDGE_DP)
        add_lower(out, cm_arena_printf(out->arena, "%s%s%s", dp_names[e->dp], isb_of(e),
                                       e->csel ? "Csel" : ""));
    else
        add_lower(out, e->kind != CM_EDGE_RMW                  ? stems[e->kind]
                       : strncmp(e->rmw->name, "Amo.", 4) == 0 ? e->rmw->name
                                                               : "rmw");
    if (e->leg == CM_LEG_BACK)
        cm_text_add_char(out, ']');
    else if (e->kind <= CM_EDGE_DP && e->same)
        cm_text_add_char(out, 's');
    else if (e->kind >= CM_EDGE_RF && e->kind <= CM_EDGE_CO && !e->leg)
        cm_text_add_char(out, e->external ? 'e' : 'i');
    if (annotated(e)) {
        cm_text atoms = cm_text_new(out->arena);
        cm_atom_print(&atoms, e->source);
        cm_atom_print(&atoms, e->target);
        add_lower(out, atoms.data);
    }
}
