/* Any bytes as a cat model: loading must end, within its memory, with a model
 * or an error. Includes find the models of the source tree: $CMCM_MODELS. */
#include "model/model.h"

#include <stdlib.h>

#define MEMORY_LIMIT ((size_t)256 << 20)

static void show(void *argument)
{
    cm_work *work = argument;
    for (size_t i = 0; i < work->diags.count; i++)
        cm_diag_format(work->arena, &work->diags.items[i], true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cm_arena *arena = cm_arena_new(MEMORY_LIMIT);
    if (!arena)
        abort();
    const char *library = getenv("CMCM_MODELS");
    cm_model_options options = {.library_dir = library ? library : "models"};
    cm_source source = {"input.cat", (const char *)data, size};
    cm_work work = cm_work_new(arena);
    cm_model *model = cm_model_load_source(&work, &source, &options);
    if (!model && !work.diags.errors && !cm_arena_exhausted(arena))
        abort(); /* refused without a word */
    cm_arena_protect(arena, show, &work);
    cm_arena_free(arena);
    return 0;
}
