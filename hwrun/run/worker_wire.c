#include "hwrun/run/worker_wire.h"

#include <string.h>

/* ---- fields ---------------------------------------------------------- */

typedef enum kind {
    BOOL,
    U32, /* also int, and enumerations without negative values */
    U64,
    F64,
    TEXT, /* const char *, not NULL */
    CHARS /* an array of count characters that holds a text */
} kind;

typedef struct field {
    kind kind;
    size_t offset;
    size_t count; /* of an array; else 1 */
} field;

/* clang-format off */
#define ONE(k, type, member)   {k, offsetof(type, member), 1}
#define ARRAY(k, type, member)                                                                     \
    {k, offsetof(type, member), sizeof(((type *)0)->member) / sizeof(*((type *)0)->member)}

#define PARAMETER(k, member) ONE(k, cm_parameters, member)
static const field parameter_fields[] = {
    PARAMETER(U64, seed),       PARAMETER(U32, memory),    PARAMETER(U32, numa_node),
    ARRAY(CHARS, cm_parameters, homes), PARAMETER(U32, injections), PARAMETER(U64, rounds),
    PARAMETER(U64, iterations), PARAMETER(F64, seconds),
    ARRAY(U32, cm_parameters, tuned), ARRAY(BOOL, cm_parameters, given),
};

#define OUTCOME(k, member) ONE(k, cm_run_outcome, member)
static const field outcome_fields[] = {
    OUTCOME(U64, instances),    OUTCOME(U64, stuck),        OUTCOME(U64, unfiled),
    OUTCOME(U64, misaligned),   OUTCOME(U64, rounds),       OUTCOME(F64, wall_seconds),
    OUTCOME(F64, busy_seconds),
};

#define MACHINE(k, member) ONE(k, cm_worker_machine, member)
#define MACHINE_TEXT(member) ARRAY(CHARS, cm_worker_machine, member)
static const field machine_fields[] = {
    MACHINE(TEXT, info.host),        MACHINE(TEXT, info.kernel),    MACHINE(TEXT, info.cpu),
    MACHINE(U32, info.arch),         MACHINE(U32, info.sockets),    MACHINE(U32, info.cores),
    MACHINE(U32, info.threads),      MACHINE(U32, info.numa_nodes),
    MACHINE(U64, info.memory_bytes), MACHINE(U64, info.page_bytes),
    MACHINE(U32, limits.host),       MACHINE(U32, limits.cpus),       MACHINE(U32, limits.gpus),
    MACHINE(U32, limits.multiprocessors), MACHINE(U32, limits.threads_per_multiprocessor),
    MACHINE(U32, limits.threads_per_block), MACHINE(U32, limits.blocks_per_multiprocessor),
    MACHINE(U32, limits.domains),    MACHINE(BOOL, has_gpu),
    MACHINE_TEXT(gpu.name),          MACHINE_TEXT(gpu.uuid),        MACHINE_TEXT(gpu.pci),
    MACHINE(U32, gpu.driver),        MACHINE(U32, gpu.major),       MACHINE(U32, gpu.minor),
    MACHINE(U32, gpu.multiprocessors), MACHINE(U32, gpu.threads_per_multiprocessor),
    MACHINE(U32, gpu.threads_per_block), MACHINE(U32, gpu.blocks_per_multiprocessor),
    MACHINE(U32, gpu.domains),
    MACHINE(U64, gpu.memory_bytes),  MACHINE(U64, gpu.l2_bytes),
    MACHINE(U32, gpu.clock_khz),     MACHINE(U32, gpu.memory_clock_khz),
    MACHINE(U32, gpu.numa_node),
    MACHINE(BOOL, gpu.unified_addressing), MACHINE(BOOL, gpu.managed_memory),
    MACHINE(BOOL, gpu.concurrent_managed_access), MACHINE(BOOL, gpu.pageable_memory_access),
    MACHINE(BOOL, gpu.pageable_uses_host_tables), MACHINE(BOOL, gpu.host_native_atomics),
    MACHINE(BOOL, gpu.can_map_host_memory), MACHINE(BOOL, gpu.cooperative_launch),
    MACHINE(BOOL, gpu.cluster_launch), MACHINE(BOOL, gpu.integrated),
    MACHINE(BOOL, gpu.compute_preemption),
};
/* clang-format on */
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Bytes of a field in memory and in a message, where they are the same. */
static size_t size_of(kind k)
{
    static const size_t sizes[] = {
        [BOOL] = sizeof(bool),  [U32] = 4,  [U64] = 8,
        [F64] = sizeof(double), [TEXT] = 0, [CHARS] = 1,
    };
    return sizes[k];
}

/* ---- writing --------------------------------------------------------- */

static void put_fields(cm_text *out, const field *fields, size_t count, const void *object)
{
    for (size_t i = 0; i < count; i++) {
        const char *at = (const char *)object + fields[i].offset;
        if (fields[i].kind == TEXT) {
            const char *text;
            memcpy(&text, at, sizeof(text));
            cm_message_put_text(out, text, strlen(text));
        } else {
            cm_text_add_bytes(out, at, fields[i].count * size_of(fields[i].kind));
        }
    }
}

void cm_wire_put_hello(cm_text *out, const cm_wire_hello *hello)
{
    cm_frame_begin(out);
    cm_message_put_text(out, hello->reason, strlen(hello->reason));
    if (!*hello->reason)
        put_fields(out, machine_fields, COUNT(machine_fields), &hello->machine);
    cm_frame_end(out);
}

void cm_wire_put_request(cm_text *out, const cm_wire_request *request)
{
    cm_frame_begin(out);
    put_fields(out, parameter_fields, COUNT(parameter_fields), &request->parameters);
    cm_message_put_text(out, request->name, strlen(request->name));
    cm_message_put_text(out, request->text, request->length);
    cm_frame_end(out);
}

void cm_wire_put_answer(cm_text *out, const cm_worker_result *answer)
{
    cm_frame_begin(out);
    cm_message_put_u64(out, (uint64_t)answer->end);
    cm_message_put_text(out, answer->reason, strlen(answer->reason));
    put_fields(out, parameter_fields, COUNT(parameter_fields), &answer->parameters);
    if (answer->end == CM_WORKER_DONE) {
        const cm_states *seen = answer->outcome.seen;
        size_t width = (size_t)seen->value_count;
        put_fields(out, outcome_fields, COUNT(outcome_fields), &answer->outcome);
        cm_message_put_u64(out, width);
        cm_message_put_u64(out, seen->count);
        if (seen->count > 0) { /* without states there may be no arrays */
            cm_text_add_bytes(out, (const char *)seen->values,
                              seen->count * width * sizeof *seen->values);
            cm_text_add_bytes(out, (const char *)seen->counts, seen->count * sizeof *seen->counts);
        }
    }
    cm_frame_end(out);
}

/* ---- reading --------------------------------------------------------- */

/* A message, and where its texts go. */
typedef struct reader {
    cm_arena *arena;
    cm_message message;
} reader;

static const char *get_text(reader *r, size_t *length)
{
    return cm_message_get_text(&r->message, r->arena, length);
}

/* Another byte than 0 and 1 must not get into a bool. */
static void get_bools(reader *r, char *to, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        unsigned char byte = 0;
        cm_message_get_bytes(&r->message, &byte, 1);
        r->message.bad = r->message.bad || byte > 1;
        bool value = byte == 1;
        memcpy(to + i * sizeof value, &value, sizeof value);
    }
}

static void get_fields(reader *r, const field *fields, size_t count, void *object)
{
    _Static_assert(sizeof(bool) == 1, "a bool is a byte of a message");
    for (size_t i = 0; i < count && !r->message.bad; i++) {
        char *at = (char *)object + fields[i].offset;
        if (fields[i].kind == TEXT) {
            const char *text = get_text(r, NULL);
            memcpy(at, &text, sizeof(text));
        } else if (fields[i].kind == BOOL) {
            get_bools(r, at, fields[i].count);
        } else {
            cm_message_get_bytes(&r->message, at, fields[i].count * size_of(fields[i].kind));
        }
        if (fields[i].kind == CHARS)
            r->message.bad = r->message.bad || !memchr(at, 0, fields[i].count);
    }
}

static void get_parameters(reader *r, cm_parameters *parameters)
{
    *parameters = (cm_parameters){0};
    get_fields(r, parameter_fields, COUNT(parameter_fields), parameters);
    r->message.bad = r->message.bad || (unsigned)parameters->memory > CM_MEMORY_NUMA;
}

/* The counts and states of an answer, which must be as many as there is room for. */
static void get_states(reader *r, const cm_test *test, cm_run_outcome *outcome)
{
    uint64_t width = cm_message_get_u64(&r->message), count = cm_message_get_u64(&r->message);
    bool fits = !r->message.bad && width <= (uint64_t)cm_state_width(test) &&
                count <= r->message.left / (8 * (width + 1)) &&
                count * 8 * (width + 1) == r->message.left;
    if (!fits) {
        r->message.bad = true;
        return;
    }
    cm_states *seen = cm_states_new(r->arena, test);
    seen->value_count = (int)width;
    seen->count = seen->capacity = (size_t)count;
    seen->values = CM_NEW_ARRAY(r->arena, seen->count * width, uint64_t);
    seen->counts = CM_NEW_ARRAY(r->arena, seen->count, uint64_t);
    cm_message_get_bytes(&r->message, seen->values, seen->count * width * sizeof *seen->values);
    cm_message_get_bytes(&r->message, seen->counts, seen->count * sizeof *seen->counts);
    outcome->seen = seen;
}

bool cm_wire_get_hello(cm_arena *arena, const char *bytes, size_t length, cm_wire_hello *hello)
{
    reader r = {arena, {bytes, length, false}};
    *hello = (cm_wire_hello){.reason = get_text(&r, NULL)};
    if (!*hello->reason) {
        get_fields(&r, machine_fields, COUNT(machine_fields), &hello->machine);
        r.message.bad = r.message.bad || (unsigned)hello->machine.info.arch > CM_CMCM ||
                        (unsigned)hello->machine.limits.host > CM_CMCM;
    }
    return cm_message_is_done(&r.message);
}

bool cm_wire_get_request(cm_arena *arena, const char *bytes, size_t length,
                         cm_wire_request *request)
{
    reader r = {arena, {bytes, length, false}};
    get_parameters(&r, &request->parameters);
    request->name = get_text(&r, NULL);
    request->text = get_text(&r, &request->length);
    return cm_message_is_done(&r.message);
}

bool cm_wire_get_answer(cm_arena *arena, const cm_test *test, const char *bytes, size_t length,
                        cm_worker_result *answer)
{
    reader r = {arena, {bytes, length, false}};
    uint64_t how = cm_message_get_u64(&r.message);
    *answer = (cm_worker_result){.reason = get_text(&r, NULL)};
    get_parameters(&r, &answer->parameters);
    if (r.message.bad || how > CM_WORKER_REFUSED)
        return false;
    answer->end = (cm_worker_end)how;
    if (answer->end == CM_WORKER_DONE) {
        get_fields(&r, outcome_fields, COUNT(outcome_fields), &answer->outcome);
        get_states(&r, test, &answer->outcome);
    }
    return cm_message_is_done(&r.message);
}
