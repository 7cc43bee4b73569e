/* Proxy fences (PTX ISA 9.4, "membar / fence"): fence.proxy and membar.proxy.
 *
 *      fence.proxy.KIND                     both ways between KIND and generic, in a thread
 *      fence.proxy.alias.SEM.sys            the same of aliases, in a release or acquire pattern
 *      fence.proxy.async::generic.SEM...    from generic to async only, for shared memory
 */
#include "litmus/isa/ptx/ptx.h"

#include <string.h>

#define TO_ASYNC "async::generic."

static const struct {
    const char *form;    /* after `.proxy.` */
    const char *tags[6]; /* NULL-ended; they outlive the test */
} forms[] = {
    {"alias", {"PROXY.ALIAS"}},
    {"alias.acquire.sys", {"PROXY.ALIAS", "PROXY.ACQ", "SYS"}},
    {"alias.release.sys", {"PROXY.ALIAS", "PROXY.REL", "SYS"}},
    {"async", {"PROXY.ASYNC"}},
    {"async.global", {"PROXY.ASYNC", "OF.GLOBAL"}},
    {"async.shared::cta", {"PROXY.ASYNC", "OF.CTA"}},
    {"async.shared::cluster", {"PROXY.ASYNC", "OF.SHARED"}},
    {TO_ASYNC "acquire.sync_restrict::shared::cluster.cluster",
     {"PROXY.ASYNC", "PROXY.ACQ", "OF.SHARED", "CLUSTER"}},
    {TO_ASYNC "release.sync_restrict::shared::cta.cluster",
     {"PROXY.ASYNC", "PROXY.REL", "OF.SHARED", "CLUSTER"}},
    {TO_ASYNC "release.sync_restrict::shared::cluster::read.cluster",
     {"PROXY.ASYNC", "PROXY.REL", "PROXY.READ", "OF.SHARED", "CLUSTER"}},
    {"texture", {"PROXY.TEX"}},
    {"surface", {"PROXY.SUR"}},
    {"constant", {"PROXY.CON"}},
    {"generic", {"PROXY.GEN"}},
};

/* The qualifiers that nobody used, one after the other; the place of all. */
static const char *rest(cm_ptx *p, cm_place *place)
{
    const char *text = "";
    *place = p->place;
    for (int i = 0; i < p->qualifier_count; i++) {
        cm_dotted_qualifier *q = &p->qualifiers[i];
        if (q->used)
            continue;
        q->used = true;
        *place = *text ? cm_place_join(*place, q->place) : q->place;
        text = cm_arena_printf(cm_asm_arena(p->as), "%s%s%s", text, *text ? "." : "", q->text);
    }
    return text;
}

void cm_ptx_proxy_fence(cm_ptx *p)
{
    cm_place place;
    bool old = strcmp(p->opcode, "membar") == 0; /* it has .alias only */
    if (!old && cm_ptx_tensormap_fence(p))
        return;
    const char *form = rest(p, &place);
    if (old && strcmp(form, "alias") != 0)
        cm_asm_fail(p->as, place, "`membar.proxy` has no `.%s`, expected .alias, or `fence.proxy`",
                    form);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i].form, form) == 0) {
            cm_emit_fence(p->as, forms[i].tags);
            return;
        }
    cm_asm_fail(p->as, place,
                "%s%s%s, expected .alias, .async, .async::generic with its order and restriction, "
                ".tensormap::generic with its order and scope, .texture, .surface, .constant or "
                ".generic",
                *form ? "there is no proxy fence `." : "the proxy fence names no proxy", form,
                *form ? "`" : "");
}
