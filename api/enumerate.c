/* Making tests. */
#include "api/internal.h"

#include "enumerate/enumerate.h"

typedef struct making {
    cmcm_sink sink;
    void *context;
} making;

static bool pass_on(void *context, const cm_enum_test *test)
{
    const making *m = context;
    const cmcm_made made = {test->name, test->text, test->length};
    return m->sink(m->context, &made);
}

bool cmcm_enumerate(cmcm_session *session, const cmcm_enumeration *enumeration, cmcm_sink sink,
                    void *context)
{
    cm_arena *arena = cm_arena_new(0);
    const cm_enum_generator *generator =
        enumeration->generator ? cm_enum_find(enumeration->generator) : NULL;
    if (!arena || !generator) {
        cm_session_error(session, arena ? "the generator is not known, expected a name that "
                                          "`cmcm enumerate help` lists"
                                        : "out of memory");
        cm_arena_free(arena);
        return false;
    }
    const cm_enum_request request = {
        .name = enumeration->generator,
        .words = enumeration->words,
        .word_count = (int)enumeration->word_count,
        .axes = enumeration->axes,
        .axis_count = (int)enumeration->axis_count,
        .cpu = enumeration->cpu,
        .arch = enumeration->arch,
        .size = enumeration->size,
        .threads = enumeration->threads,
    };
    making m = {sink, context};
    cm_work work = cm_work_new(arena);
    bool made = cm_enum_run(&work, generator, &request, pass_on, &m);
    made = cm_session_made(session, &work.diags, made);
    cm_arena_free(arena);
    return made;
}
