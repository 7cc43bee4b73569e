/* A false libamdhip64 and libamd_comgr for tests: the calls that hwrun makes, on host memory, by
 * the text of "HIP Runtime API Reference" and amd_comgr.h. Kernels are found by name in the
 * assembly text, which is its own code object, and do nothing when launched. It counts what is
 * made and destroyed, and can make any call fail. One thread uses it. */
#include "fakehip.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUCCESS, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NO_DEVICE = 100, INVALID_DEVICE = 101 };
enum { INVALID_HANDLE = 400, NOT_FOUND = 500, PEER_ALREADY = 704 };
enum { LAUNCH_FAILURE = 719 };

typedef enum kind { STREAM, EVENT, MODULE, MEMORY, PINNED, REGISTERED, DATA, SET, INFO } kind;

typedef struct object {
    struct object *next, *member;
    kind kind;
    int number; /* of data: its kind; of an object in a set */
    size_t bytes;
    char *memory;
} object;

static fakehip_state state;
static object *objects;
static unsigned fail_at;

fakehip_ask fakehip_tell;
const fakehip_state *fakehip_tell(void)
{
    return &state;
}

static unsigned setting(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);
    return text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static bool fails(const char *call)
{
    if (++state.calls != fail_at)
        return false;
    state.failed = call;
    return true;
}

#define ENTER                                                                                      \
    do {                                                                                           \
        if (fails(__func__))                                                                       \
            return LAUNCH_FAILURE;                                                                 \
    } while (0)
/* The code object manager has errors of its own. */
#define ENTER_COMGR                                                                                \
    do {                                                                                           \
        if (fails(__func__))                                                                       \
            return 1;                                                                              \
    } while (0)

static int mistake(int result)
{
    state.mistakes++;
    return result;
}

/* ---- objects ---------------------------------------------------------------------- */

static object *make(kind what, size_t bytes)
{
    object *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    *o = (object){.next = objects, .kind = what, .bytes = bytes};
    objects = o;
    state.live++;
    return o;
}

static object *find(kind what, const void *handle)
{
    for (object *o = objects; o; o = o->next)
        if (o == handle && o->kind == what)
            return o;
    return NULL;
}

static object *find_memory(const void *address, size_t bytes)
{
    uintptr_t at = (uintptr_t)address;
    for (object *o = objects; o; o = o->next)
        if ((o->kind == MEMORY || o->kind == PINNED || o->kind == REGISTERED) &&
            at >= (uintptr_t)o->memory && at + bytes <= (uintptr_t)o->memory + o->bytes)
            return o;
    return NULL;
}

static void destroy(object *gone)
{
    object **link = &objects;
    while (*link != gone)
        link = &(*link)->next;
    *link = gone->next;
    if (gone->kind != REGISTERED)
        free(gone->memory);
    free(gone);
    state.live--;
}

static int destroy_handle(const char *call, kind what, void *handle)
{
    object *o = find(what, handle);
    if (!o)
        return mistake(INVALID_HANDLE);
    destroy(o);
    return fails(call) ? LAUNCH_FAILURE : SUCCESS;
}

static int destroy_memory(const char *call, kind what, void *address)
{
    object *o = find_memory(address, 0);
    if (!o || o->kind != what || o->memory != address)
        return mistake(INVALID_VALUE);
    destroy(o);
    return fails(call) ? LAUNCH_FAILURE : SUCCESS;
}

static int new_object(kind what, void **handle)
{
    object *o = make(what, 0);
    *handle = o;
    return o ? SUCCESS : OUT_OF_MEMORY;
}

/* What is not cleared shows. */
static int new_memory(kind what, size_t bytes, void **memory)
{
    if (bytes == 0)
        return mistake(INVALID_VALUE);
    char *start = malloc(bytes);
    object *o = start ? make(what, bytes) : NULL;
    if (!o) {
        free(start);
        return OUT_OF_MEMORY;
    }
    memset(start, 0xa5, bytes);
    *memory = o->memory = start;
    return SUCCESS;
}

/* ---- devices ----------------------------------------------------------------------- */

int hipInit(unsigned flags)
{
    state.calls = state.launch.count = state.peers = state.fine_grained = 0;
    state.failed = NULL;
    fail_at = setting("FAKEHIP_FAIL", 0);
    ENTER;
    return flags ? mistake(INVALID_VALUE) : SUCCESS;
}

const char *hipGetErrorName(int error)
{
    return error == LAUNCH_FAILURE ? "hipErrorLaunchFailure"
           : error == NOT_FOUND    ? "hipErrorNotFound"
                                   : "hipErrorUnknown";
}

const char *hipGetErrorString(int error)
{
    return error ? "the false library says so" : "no error";
}

int hipDriverGetVersion(int *version)
{
    ENTER;
    *version = 60200000;
    return SUCCESS;
}

static bool is_device(int device)
{
    return device >= 0 && (unsigned)device < setting("FAKEHIP_DEVICES", 1);
}

int hipGetDeviceCount(int *count)
{
    ENTER;
    *count = (int)setting("FAKEHIP_DEVICES", 1);
    return *count ? SUCCESS : NO_DEVICE;
}

int hipDeviceGet(int *device, int ordinal)
{
    ENTER;
    *device = ordinal;
    return is_device(ordinal) ? SUCCESS : mistake(INVALID_DEVICE);
}

int hipDeviceGetName(char *name, int size, int device)
{
    ENTER;
    snprintf(name, (size_t)size, "False Instinct %d", device);
    return SUCCESS;
}

int hipDeviceGetUuid(char *uuid, int device)
{
    ENTER;
    (void)device;
    for (int i = 0; i < 16; i++)
        uuid[i] = "0123456789abcdef"[i];
    return SUCCESS;
}

int hipDeviceGetPCIBusId(char *text, int size, int device)
{
    ENTER;
    snprintf(text, (size_t)size, "0000:0%d:00.0", device);
    return SUCCESS;
}

int hipDeviceTotalMem(size_t *bytes, int device)
{
    ENTER;
    (void)device;
    *bytes = (size_t)1 << 30;
    return SUCCESS;
}

/* hipDeviceAttribute_t: 16 Integrated, 19 L2CacheSize, 23 and 61 the version, 56, 57 threads, 63
 * MultiprocessorCount, 85 UnifiedAddressing; 13 is unknown to it. */
int hipDeviceGetAttribute(int *value, int attribute, int device)
{
    ENTER;
    (void)device;
    static const int known[][2] = {{3, 1},     {5, 2100000}, {16, 1}, {19, 4 << 20}, {23, 9},
                                   {56, 1024}, {57, 2048},   {61, 4}, {63, 4},       {85, 1}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i][0] == attribute) {
            *value = known[i][1];
            return SUCCESS;
        }
    *value = 0;
    return attribute == 13 ? INVALID_VALUE : SUCCESS;
}

/* As ROCm 6 has it: the architecture's name is at 1160. */
int hipGetDevicePropertiesR0600(char *properties, int device)
{
    ENTER;
    snprintf(properties, 256, "gfx of device %d", device);
    memcpy(properties + 1160, "gfx942:sramecc+:xnack-", 23);
    return SUCCESS;
}

int hipSetDevice(int device)
{
    ENTER;
    return is_device(device) ? SUCCESS : mistake(INVALID_DEVICE);
}

int hipSetDeviceFlags(unsigned flags)
{
    ENTER;
    state.device_flags = flags;
    return SUCCESS;
}

int hipDeviceCanAccessPeer(int *can, int device, int peer)
{
    ENTER;
    *can = device != peer && setting("FAKEHIP_PEERS", 1);
    return SUCCESS;
}

int hipDeviceEnablePeerAccess(int peer, unsigned flags)
{
    ENTER;
    if (!is_device(peer) || flags)
        return mistake(INVALID_VALUE);
    return state.peers++ ? PEER_ALREADY : SUCCESS;
}

/* ---- streams and events -------------------------------------------------------------- */

int hipStreamCreateWithFlags(void **stream, unsigned flags)
{
    ENTER;
    return flags == 1 ? new_object(STREAM, stream) : mistake(INVALID_VALUE);
}

int hipStreamDestroy(void *stream)
{
    return destroy_handle(__func__, STREAM, stream);
}

int hipStreamSynchronize(void *stream)
{
    ENTER;
    return find(STREAM, stream) ? SUCCESS : mistake(INVALID_HANDLE);
}

int hipEventCreate(void **event)
{
    ENTER;
    return new_object(EVENT, event);
}

int hipEventDestroy(void *event)
{
    return destroy_handle(__func__, EVENT, event);
}

int hipEventRecord(void *event, void *stream)
{
    ENTER;
    return find(EVENT, event) && find(STREAM, stream) ? SUCCESS : mistake(INVALID_HANDLE);
}

int hipEventElapsedTime(float *milliseconds, void *begin, void *end)
{
    ENTER;
    *milliseconds = 250;
    return find(EVENT, begin) && find(EVENT, end) ? SUCCESS : mistake(INVALID_HANDLE);
}

/* ---- modules ---------------------------------------------------------------------------- */

static const char magic[] = "\177ELF";

int hipModuleLoadData(void **module, const void *image)
{
    ENTER;
    if (memcmp(image, magic, 4) != 0)
        return mistake(INVALID_VALUE);
    int result = new_object(MODULE, module);
    if (result == SUCCESS)
        find(MODULE, *module)->memory = strdup((const char *)image + 4);
    return result;
}

int hipModuleUnload(void *module)
{
    return destroy_handle(__func__, MODULE, module);
}

/* A function is its name in the module's text. */
int hipModuleGetFunction(void **function, void *module, const char *name)
{
    ENTER;
    char directive[128];
    object *m = find(MODULE, module);
    if (!m || !m->memory)
        return mistake(INVALID_HANDLE);
    snprintf(directive, sizeof directive, ".amdhsa_kernel %s\n", name);
    *function = strstr(m->memory, directive);
    return *function ? SUCCESS : NOT_FOUND;
}

int hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int threads,
                                                       size_t shared)
{
    ENTER;
    *blocks = 2048 / threads < 32 ? 2048 / threads : 32;
    return function && shared == 0 ? SUCCESS : mistake(INVALID_HANDLE);
}

int hipModuleLaunchKernel(const char *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                          unsigned by, unsigned bz, unsigned shared, void *stream,
                          void **parameters, void **extra)
{
    ENTER;
    if (!function || !find(STREAM, stream) || shared || extra)
        return mistake(INVALID_VALUE);
    unsigned count = state.launch.count + 1;
    state.launch = (fakehip_launch){count, "", gx * gy * gz, bx * by * bz, parameters != NULL};
    sscanf(function, ".amdhsa_kernel %63s", state.launch.kernel);
    return SUCCESS;
}

/* ---- memory -------------------------------------------------------------------------------- */

int hipExtMallocWithFlags(void **memory, size_t bytes, unsigned flags)
{
    ENTER;
    state.fine_grained += flags == 1;
    return new_memory(MEMORY, bytes, memory);
}

int hipMallocManaged(void **memory, size_t bytes, unsigned flags)
{
    ENTER;
    return flags == 1 ? new_memory(MEMORY, bytes, memory) : mistake(INVALID_VALUE);
}

int hipFree(void *memory)
{
    return destroy_memory(__func__, MEMORY, memory);
}

int hipMemGetInfo(size_t *spare, size_t *all)
{
    ENTER;
    *spare = (size_t)1 << 29;
    *all = (size_t)1 << 30;
    return SUCCESS;
}

int hipMemsetAsync(void *memory, int value, size_t bytes, void *stream)
{
    ENTER;
    if (!find(STREAM, stream) || !find_memory(memory, bytes))
        return mistake(INVALID_VALUE);
    memset(memory, value, bytes);
    return SUCCESS;
}

int hipMemcpyAsync(void *to, const void *from, size_t bytes, int how, void *stream)
{
    ENTER;
    if (!find(STREAM, stream) || how != 4 || !(find_memory(to, bytes) || find_memory(from, bytes)))
        return mistake(INVALID_VALUE);
    memcpy(to, from, bytes);
    return SUCCESS;
}

/* Mapped, and coherent: what a test's CPU threads share. */
int hipHostMalloc(void **memory, size_t bytes, unsigned flags)
{
    ENTER;
    return (flags & 2) && (flags & 0x40000000) ? new_memory(PINNED, bytes, memory)
                                               : mistake(INVALID_VALUE);
}

int hipHostFree(void *memory)
{
    return destroy_memory(__func__, PINNED, memory);
}

int hipHostGetDevicePointer(void **address, void *memory, unsigned flags)
{
    ENTER;
    *address = memory;
    return find_memory(memory, 1) && !flags ? SUCCESS : mistake(INVALID_VALUE);
}

int hipHostRegister(void *memory, size_t bytes, unsigned flags)
{
    ENTER;
    object *o = flags & 2 ? make(REGISTERED, bytes) : NULL;
    if (!o)
        return mistake(INVALID_VALUE);
    o->memory = memory;
    return SUCCESS;
}

int hipHostUnregister(void *memory)
{
    return destroy_memory(__func__, REGISTERED, memory);
}

int hipMemAdvise(const void *memory, size_t bytes, int advice, int device)
{
    ENTER;
    return find_memory(memory, bytes) && advice == 3 && (device == -1 || is_device(device))
               ? SUCCESS
               : mistake(INVALID_VALUE);
}

int hipMemPrefetchAsync(const void *memory, size_t bytes, int device, void *stream)
{
    ENTER;
    return find_memory(memory, bytes) && find(STREAM, stream) && (device == -1 || is_device(device))
               ? SUCCESS
               : mistake(INVALID_VALUE);
}

/* ---- the code object manager ------------------------------------------------------------------
 */

typedef struct handle {
    uint64_t number;
} handle;
enum { SOURCE = 1, LOG = 5, RELOCATABLE = 7, EXECUTABLE = 8 };

static object *of(kind what, handle h)
{
    return find(what, (const void *)(uintptr_t)h.number);
}

static int new_handle(kind what, handle *h)
{
    object *o = make(what, 0);
    h->number = (uintptr_t)o;
    return o ? 0 : 3;
}

void amd_comgr_get_version(size_t *major, size_t *minor)
{
    *major = setting("FAKEHIP_COMGR", 2);
    *minor = 0;
}

int amd_comgr_status_string(int status, const char **text)
{
    *text = status ? "the false manager says so" : "no error";
    return 0;
}

int amd_comgr_create_data(int number, handle *data)
{
    ENTER_COMGR;
    int status = new_handle(DATA, data);
    if (!status)
        of(DATA, *data)->number = number;
    return status;
}

static void fill(object *data, const char *bytes, size_t size)
{
    free(data->memory);
    data->memory = malloc(size + 1);
    data->bytes = size;
    if (data->memory) {
        memcpy(data->memory, bytes, size);
        data->memory[size] = 0;
    }
}

int amd_comgr_set_data(handle data, size_t size, const char *bytes)
{
    ENTER_COMGR;
    if (!of(DATA, data))
        return mistake(2);
    fill(of(DATA, data), bytes, size);
    return 0;
}

int amd_comgr_set_data_name(handle data, const char *name)
{
    ENTER_COMGR;
    return of(DATA, data) && *name ? 0 : mistake(2);
}

int amd_comgr_release_data(handle data)
{
    if (!of(DATA, data))
        return mistake(2);
    destroy(of(DATA, data));
    return fails(__func__);
}

int amd_comgr_get_data(handle data, size_t *size, char *bytes)
{
    ENTER_COMGR;
    object *o = of(DATA, data);
    if (!o || (bytes && *size != o->bytes))
        return mistake(2);
    *size = o->bytes;
    if (bytes)
        memcpy(bytes, o->memory, o->bytes);
    return 0;
}

int amd_comgr_create_data_set(handle *set)
{
    ENTER_COMGR;
    return new_handle(SET, set);
}

/* A set has one object here: a copy of its text, and its kind. */
int amd_comgr_data_set_add(handle set, handle data)
{
    ENTER_COMGR;
    object *s = of(SET, set), *d = of(DATA, data);
    if (!s || !d || !d->memory)
        return mistake(2);
    s->number = d->number;
    fill(s, d->memory, d->bytes);
    return 0;
}

int amd_comgr_destroy_data_set(handle set)
{
    if (!of(SET, set))
        return mistake(2);
    destroy(of(SET, set));
    return fails(__func__);
}

int amd_comgr_action_data_count(handle set, int number, size_t *count)
{
    ENTER_COMGR;
    *count = of(SET, set) && of(SET, set)->memory && of(SET, set)->number == number;
    return 0;
}

int amd_comgr_action_data_get_data(handle set, int number, size_t index, handle *data)
{
    ENTER_COMGR;
    object *s = of(SET, set);
    if (!s || s->number != number || index)
        return mistake(2);
    int status = new_handle(DATA, data);
    if (!status)
        fill(of(DATA, *data), s->memory, s->bytes);
    return status;
}

int amd_comgr_create_action_info(handle *info)
{
    ENTER_COMGR;
    return new_handle(INFO, info);
}

int amd_comgr_destroy_action_info(handle info)
{
    if (!of(INFO, info))
        return mistake(2);
    destroy(of(INFO, info));
    return fails(__func__);
}

int amd_comgr_action_info_set_isa_name(handle info, const char *name)
{
    ENTER_COMGR;
    snprintf(state.isa, sizeof state.isa, "%s", name);
    return of(INFO, info) ? 0 : mistake(2);
}

int amd_comgr_action_info_set_logging(handle info, bool logging)
{
    ENTER_COMGR;
    return of(INFO, info) && logging ? 0 : mistake(2);
}

static int assemble(const object *source, object *result)
{
    static const char complaint[] = "kernels.s:1:1: error: no .amdhsa_kernel\n";
    bool good = source->number == SOURCE && strstr(source->memory, ".amdhsa_kernel ");
    result->number = good ? RELOCATABLE : LOG;
    fill(result, good ? source->memory : complaint, good ? source->bytes : strlen(complaint));
    return !good;
}

static int link_code(const object *code, object *result)
{
    if (code->number != RELOCATABLE)
        return mistake(2);
    char *image = malloc(code->bytes + 5);
    if (!image)
        return 3;
    snprintf(image, code->bytes + 5, "%s%s", magic, code->memory);
    fill(result, image, code->bytes + 5);
    result->number = EXECUTABLE;
    free(image);
    return 0;
}

/* Version 3 numbers its actions anew. */
int amd_comgr_do_action(int action, handle info, handle from, handle to)
{
    ENTER_COMGR;
    bool old = setting("FAKEHIP_COMGR", 2) < 3;
    object *source = of(SET, from), *result = of(SET, to);
    if (!of(INFO, info) || !source || !source->memory || !result)
        return mistake(2);
    if (action == (old ? 10 : 8))
        return assemble(source, result);
    return action == (old ? 9 : 7) ? link_code(source, result) : mistake(2);
}
