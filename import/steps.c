/* What the host does, in a binding: see binding.h. */
#include "import/binding.h"

/* The threads of the step; where it has none, of those before it. */
static void add_after(cm_work *work, const cm_binding *b, const cm_host *host, const int *places,
                      int step, const char **after)
{
    const cm_host_step *s = &host->steps[step];
    bool any = false;
    for (int t = 0; t < b->thread_count; t++) {
        if (s->launch ? b->threads[t].launch != places[step]
            : s->call ? b->threads[t].host != s->call
                      : !s->stores || b->threads[t].text != s->stores)
            continue;
        *after = cm_arena_printf(work->arena, "%s,after P%d", *after, b->threads[t].id);
        any = true;
    }
    for (int before = 0; before < step && !any; before++)
        if (s->after >> before & 1)
            add_after(work, b, host, places, before, after);
}

void cm_binding_add_steps(cm_work *work, cm_binding *b, const cm_host *host, const int *places)
{
    for (int i = 0; i < host->count; i++) {
        const cm_host_step *s = &host->steps[i];
        const char *after = "";
        for (int before = 0; before < i; before++) {
            bool between = false; /* a step that this one comes after, too */
            for (int other = before + 1; other < i; other++)
                between |= s->after >> other & host->steps[other].after >> before & 1;
            if (s->after >> before & 1 && !between)
                add_after(work, b, host, places, before, &after);
        }
        if (s->launch)
            b->launches[places[i]].after = after;
        if (!s->stores && !s->call)
            continue;
        CM_RESERVE(work->arena, b->threads, b->thread_count, b->thread_capacity);
        b->threads[b->thread_count] =
            (cm_bind_thread){.id = cm_binding_next_id(b),
                             .launch = -1,
                             .place = s->place,
                             .arch = s->arch,
                             .registers = s->registers,
                             .register_count = s->register_count,
                             .after = after,
                             .host = s->call,
                             .text = s->stores,
                             .to = s->stores ? (uint32_t)s->stores->length : 0};
        b->thread_count++;
    }
}
