/* Assembly text to a code object, by AMD's code object manager (libamd_comgr): assembled to a
 * relocatable, linked to an executable. Nothing of it needs a GPU. */
#include "hwrun/machine/hip_library.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* amd_comgr.h: handles are structures with one number in them. */
typedef struct handle {
    uint64_t number;
} handle;
enum { SUCCESS = 0 };
enum { SOURCE = 1, LOG = 5, RELOCATABLE = 7, EXECUTABLE = 8 }; /* amd_comgr_data_kind_t */

/* amd_comgr_action_kind_t; version 3 of the library has other numbers than those before. */
typedef struct actions {
    int assemble, link;
} actions;
static const actions actions_before_3 = {0xA, 0x9}, actions_now = {0x8, 0x7};

#define COMGR_FUNCTIONS(X)                                                                         \
    X(get_version, void, (size_t *, size_t *))                                                     \
    X(status_string, int, (int, const char **))                                                    \
    X(create_data, int, (int, handle *))                                                           \
    X(release_data, int, (handle))                                                                 \
    X(set_data, int, (handle, size_t, const char *))                                               \
    X(set_data_name, int, (handle, const char *))                                                  \
    X(get_data, int, (handle, size_t *, char *))                                                   \
    X(create_data_set, int, (handle *))                                                            \
    X(destroy_data_set, int, (handle))                                                             \
    X(data_set_add, int, (handle, handle))                                                         \
    X(action_data_get_data, int, (handle, int, size_t, handle *))                                  \
    X(action_data_count, int, (handle, int, size_t *))                                             \
    X(create_action_info, int, (handle *))                                                         \
    X(destroy_action_info, int, (handle))                                                          \
    X(action_info_set_isa_name, int, (handle, const char *))                                       \
    X(action_info_set_logging, int, (handle, bool))                                                \
    X(do_action, int, (int, handle, handle, handle))

enum { SETS = 3 }; /* source, relocatable, executable */

typedef struct assembling {
    cm_work *work;
    void *library;
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration
#define X(function, type, parameters) type(*function) parameters;
    COMGR_FUNCTIONS(X)
#undef X
    handle sets[SETS], info;
    int made_sets;
    bool made_info;
    const char *isa, *assembly;
    char *code;
    size_t bytes;
} assembling;

static const struct {
    const char *symbol;
    size_t field;
} symbols[] = {
#define X(function, type, parameters) {"amd_comgr_" #function, offsetof(assembling, function)},
    COMGR_FUNCTIONS(X)
#undef X
};

static void open_library(assembling *a)
{
    const char *library = getenv("CMCM_LIBCOMGR");
    if (!library || !*library)
        library = "libamd_comgr.so";
    a->library = dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!a->library)
        cm_fail(a->work, (cm_place){0}, "there is no assembler for AMD's GPUs: %s", dlerror());
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *address = dlsym(a->library, symbols[i].symbol);
        if (!address)
            cm_fail(a->work, (cm_place){0}, "%s has no %s", library, symbols[i].symbol);
        memcpy((char *)a + symbols[i].field, &address, sizeof address);
    }
}

/* ---- one call ------------------------------------------------------------------------- */

static void check_comgr(assembling *a, int status, const char *call)
{
    const char *meaning = NULL;
    if (status == SUCCESS)
        return;
    if (a->status_string(status, &meaning) != SUCCESS || !meaning)
        meaning = "an unknown error";
    cm_fail(a->work, (cm_place){0}, "amd_comgr_%s: %s", call, meaning);
}
#define CALL(a, function, ...) check_comgr((a), (a)->function(__VA_ARGS__), #function)

/* The bytes of a set's first object of that kind, with a 0 behind them, or NULL. */
static char *contents(assembling *a, handle set, int kind, size_t *bytes)
{
    size_t count = 0;
    handle data;
    CALL(a, action_data_count, set, kind, &count);
    if (count == 0)
        return NULL;
    CALL(a, action_data_get_data, set, kind, 0, &data);
    int sized = a->get_data(data, bytes, NULL);
    char *to = sized == SUCCESS ? CM_NEW_ARRAY(a->work->arena, *bytes + 1, char) : NULL;
    int read = to ? a->get_data(data, bytes, to) : sized;
    (void)a->release_data(data);
    check_comgr(a, read, "get_data");
    return to;
}

static const char *log_of(assembling *a, handle set)
{
    size_t bytes;
    char *log = contents(a, set, LOG, &bytes);
    while (log && bytes > 0 && log[bytes - 1] == '\n')
        log[--bytes] = 0;
    return log ? log : "";
}

static void act(assembling *a, int action, int from, const char *what)
{
    int status = a->do_action(action, a->info, a->sets[from], a->sets[from + 1]);
    if (status == SUCCESS)
        return;
    const char *log = log_of(a, a->sets[from + 1]);
    cm_fail(a->work, (cm_place){0}, "the %s for %s failed%s%s", what, a->isa, *log ? ":\n" : "",
            log);
}

/* ---- the steps ------------------------------------------------------------------------ */

static void add_source(assembling *a)
{
    handle data;
    CALL(a, create_data, SOURCE, &data);
    int status = a->set_data(data, strlen(a->assembly), a->assembly);
    if (status == SUCCESS)
        status = a->set_data_name(data, "kernels.s");
    if (status == SUCCESS)
        status = a->data_set_add(a->sets[0], data);
    (void)a->release_data(data); /* the set keeps it */
    check_comgr(a, status, "data_set_add");
}

static void steps(void *argument)
{
    assembling *a = argument;
    size_t major, minor;
    open_library(a);
    a->get_version(&major, &minor);
    const actions *kinds = major < 3 ? &actions_before_3 : &actions_now;
    for (; a->made_sets < SETS; a->made_sets++)
        CALL(a, create_data_set, &a->sets[a->made_sets]);
    CALL(a, create_action_info, &a->info);
    a->made_info = true;
    CALL(a, action_info_set_isa_name, a->info, a->isa);
    CALL(a, action_info_set_logging, a->info, true);
    add_source(a);
    act(a, kinds->assemble, 0, "assembler");
    act(a, kinds->link, 1, "linker");
    a->code = contents(a, a->sets[2], EXECUTABLE, &a->bytes);
    if (!a->code)
        cm_fail(a->work, (cm_place){0}, "the linker for %s gave no code object", a->isa);
}

const void *cm_hip_assemble(cm_work *work, const char *target, const char *assembly, size_t *bytes)
{
    assembling a = {.work = work,
                    .isa = cm_arena_printf(work->arena, "amdgcn-amd-amdhsa--%s", target),
                    .assembly = assembly};
    bool done = cm_arena_protect(work->arena, steps, &a);
    if (a.made_info)
        (void)a.destroy_action_info(a.info);
    while (a.made_sets > 0)
        (void)a.destroy_data_set(a.sets[--a.made_sets]);
    if (a.library)
        (void)dlclose(a.library);
    if (!done)
        cm_arena_escape(work->arena);
    *bytes = a.bytes;
    return a.code;
}
