/* What the reader and the writer of run records share: tables, texts, times, and
 * what makes a record sound. */
#include "hwrun/record/record_format.h"

#include "base/text.h"
#include "litmus/native.h"

#include <libxml/chvalid.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *cm_verdict_kind_text(cm_verdict_kind kind)
{
    static const char *const texts[] = {[CM_VERDICT_UNJUDGED] = "Unjudged",
                                        [CM_VERDICT_OK] = "Ok",
                                        [CM_VERDICT_ALLOWED_NOT_SEEN] = "Allowed, not seen",
                                        [CM_VERDICT_FORBIDDEN_SEEN] = "FORBIDDEN SEEN"};
    return texts[kind];
}

/* ---- tables ---------------------------------------------------------- */

const cm_record_field cm_record_run_fields[] = {
    {"program", CM_RECORD_TEXT, offsetof(cm_record, program)},
    {"version", CM_RECORD_TEXT, offsetof(cm_record, version)},
    {"command", CM_RECORD_TEXT, offsetof(cm_record, command)},
    {"suite", CM_RECORD_OPTIONAL, offsetof(cm_record, suite)},
    {"shard", CM_RECORD_OPTIONAL, offsetof(cm_record, shard)},
    {NULL, CM_RECORD_TEXT, 0}};

const cm_record_field cm_record_machine_fields[] = {
    {"host", CM_RECORD_TEXT, offsetof(cm_record_machine, host)},
    {"kernel", CM_RECORD_TEXT, offsetof(cm_record_machine, kernel)},
    {"cpu", CM_RECORD_TEXT, offsetof(cm_record_machine, cpu)},
    {"arch", CM_RECORD_TEXT, offsetof(cm_record_machine, arch)},
    {"cpus", CM_RECORD_UNSIGNED, offsetof(cm_record_machine, cpus)},
    {"numa-nodes", CM_RECORD_UNSIGNED, offsetof(cm_record_machine, numa_nodes)},
    {"memory-bytes", CM_RECORD_COUNT, offsetof(cm_record_machine, memory_bytes)},
    {"page-bytes", CM_RECORD_COUNT, offsetof(cm_record_machine, page_bytes)},
    {"gpu", CM_RECORD_NULLABLE, offsetof(cm_record_machine, gpu)},
    {"gpu-uuid", CM_RECORD_NULLABLE, offsetof(cm_record_machine, gpu_uuid)},
    {"compute", CM_RECORD_NULLABLE, offsetof(cm_record_machine, compute)},
    {"driver", CM_RECORD_NULLABLE, offsetof(cm_record_machine, driver)},
    {NULL, CM_RECORD_TEXT, 0}};

const cm_record_field cm_record_test_fields[] = {
    {"name", CM_RECORD_TEXT, offsetof(cm_record_test, name)},
    {"arch", CM_RECORD_TEXT, offsetof(cm_record_test, arch)},
    {"hash", CM_RECORD_OPTIONAL, offsetof(cm_record_test, hash)},
    {"machine", CM_RECORD_SIZE, offsetof(cm_record_test, machine)},
    {"started", CM_RECORD_OPTIONAL, offsetof(cm_record_test, started)},
    {NULL, CM_RECORD_TEXT, 0}};

const cm_record_field cm_record_count_fields[] = {
    {"instances", CM_RECORD_COUNT, offsetof(cm_record_test, instances)},
    {"stuck", CM_RECORD_COUNT, offsetof(cm_record_test, stuck)},
    {"unfiled", CM_RECORD_COUNT, offsetof(cm_record_test, unfiled)},
    {"misaligned", CM_RECORD_COUNT, offsetof(cm_record_test, misaligned)},
    {"rounds", CM_RECORD_COUNT, offsetof(cm_record_test, rounds)},
    {"wall-seconds", CM_RECORD_SECONDS, offsetof(cm_record_test, wall_seconds)},
    {"busy-seconds", CM_RECORD_SECONDS, offsetof(cm_record_test, busy_seconds)},
    {NULL, CM_RECORD_TEXT, 0}};

const cm_record_field cm_record_parameter_fields[] = {
    {"seed", CM_RECORD_COUNT, offsetof(cm_parameters, seed)},
    {"instances", CM_RECORD_COUNT, offsetof(cm_parameters, instances)},
    {"rounds", CM_RECORD_COUNT, offsetof(cm_parameters, rounds)},
    {"iterations", CM_RECORD_COUNT, offsetof(cm_parameters, iterations)},
    {"seconds", CM_RECORD_SECONDS, offsetof(cm_parameters, seconds)},
    {NULL, CM_RECORD_TEXT, 0}};

const cm_record_word cm_record_ends[] = {{"done", CM_RECORD_DONE},
                                         {"refused", CM_RECORD_REFUSED},
                                         {"failed", CM_RECORD_FAILED},
                                         {NULL, 0}};

const cm_record_word cm_record_verdicts[] = {{"unjudged", CM_VERDICT_UNJUDGED},
                                             {"ok", CM_VERDICT_OK},
                                             {"allowed-not-seen", CM_VERDICT_ALLOWED_NOT_SEEN},
                                             {"forbidden-seen", CM_VERDICT_FORBIDDEN_SEEN},
                                             {NULL, 0}};

const cm_record_word cm_record_injections[] = {{"drop-acquire", CM_NATIVE_DROP_ACQUIRE},
                                               {"drop-release", CM_NATIVE_DROP_RELEASE},
                                               {"narrow-scope", CM_NATIVE_NARROW_SCOPE},
                                               {NULL, 0}};

const char *cm_record_word_of(const cm_record_word *table, unsigned value)
{
    for (; table->word; table++)
        if (table->value == value)
            return table->word;
    return NULL;
}

bool cm_record_word_find(const cm_record_word *table, const char *word, unsigned *value)
{
    for (; table->word; table++) {
        if (strcmp(table->word, word) == 0) {
            *value = table->value;
            return true;
        }
    }
    return false;
}

bool cm_record_count_read(const char **text, uint64_t *value)
{
    const char *at = *text;
    *value = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        unsigned digit = (unsigned)(*at - '0');
        if (*value > (UINT64_MAX - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    bool any = at != *text;
    *text = at;
    return any;
}

/* ---- texts ----------------------------------------------------------- */

enum { ESCAPES = 0xe000 }; /* U+E000 + byte */

/* Bytes of the UTF-8 character at text, and its number; 0: there is none (RFC
 * 3629, section 4: no overlong forms, no surrogates, nothing past U+10FFFF). */
static size_t character(const unsigned char *text, unsigned *number)
{
    static const struct {
        unsigned char mask, lead;
        unsigned least;
    } forms[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    for (size_t size = 1; size <= 4; size++) {
        if ((text[0] & forms[size - 1].mask) != forms[size - 1].lead)
            continue;
        *number = text[0] & (unsigned char)~forms[size - 1].mask;
        for (size_t i = 1; i < size; i++) {
            if ((text[i] & 0xc0) != 0x80)
                return 0; /* also at the text's end: its zero byte */
            *number = *number << 6 | (text[i] & 0x3f);
        }
        return *number >= forms[size - 1].least ? size : 0;
    }
    return 0;
}

char *cm_record_escape(cm_arena *arena, const char *text)
{
    cm_text out = cm_text_new(arena);
    for (const unsigned char *at = (const unsigned char *)(text ? text : ""); *at;) {
        unsigned number = 0;
        size_t size = character(at, &number);
        /* xmlIsCharQ knows the Char of XML 1.0, section 2.2. */
        if (size > 0 && xmlIsCharQ(number) && (number < ESCAPES || number > ESCAPES + 0xff)) {
            cm_text_add_bytes(&out, (const char *)at, size);
            at += size;
            continue;
        }
        unsigned escape = ESCAPES + *at++;
        const char bytes[] = {(char)(0xe0 | escape >> 12), (char)(0x80 | (escape >> 6 & 0x3f)),
                              (char)(0x80 | (escape & 0x3f))};
        cm_text_add_bytes(&out, bytes, sizeof bytes);
    }
    return out.data;
}

char *cm_record_unescape(cm_arena *arena, const char *text, bool *zero)
{
    cm_text out = cm_text_new(arena);
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        unsigned number = 0;
        size_t size = character(at, &number);
        bool escaped = size > 0 && number >= ESCAPES && number <= ESCAPES + 0xff;
        *zero |= escaped && number == ESCAPES;
        if (escaped)
            cm_text_add_char(&out, (char)(unsigned char)(number - ESCAPES));
        else
            cm_text_add_bytes(&out, (const char *)at, size > 0 ? size : 1);
        at += size > 0 ? size : 1;
    }
    return out.data;
}

/* ---- times ----------------------------------------------------------- */

enum { NANO_DIGITS = 9 };
static const double nano = 1e9;

char *cm_record_seconds_print(cm_arena *arena, double seconds)
{
    uint64_t total = (uint64_t)llround(seconds * nano), unit = UINT64_C(1000000000);
    if (total % unit == 0)
        return cm_arena_printf(arena, "%llu", (unsigned long long)(total / unit));
    char *text = cm_arena_printf(arena, "%llu.%09llu", (unsigned long long)(total / unit),
                                 (unsigned long long)(total % unit));
    for (size_t end = strlen(text); text[end - 1] == '0'; end--)
        text[end - 1] = '\0';
    return text;
}

bool cm_record_seconds_parse(const char *text, double *seconds)
{
    text += strspn(text, " \t\r\n");
    text += *text == '+' || *text == '-'; /* the schema has let through "-0" only */
    uint64_t total = 0;
    size_t digits = 0, fraction = 0;
    for (bool point = false; (*text >= '0' && *text <= '9') || (*text == '.' && !point); text++) {
        if (*text == '.') {
            point = true;
            continue;
        }
        digits++;
        if (point && ++fraction > NANO_DIGITS)
            continue;
        if (total > UINT64_MAX / 100)
            return false;
        total = total * 10 + (uint64_t)(*text - '0');
    }
    for (; fraction < NANO_DIGITS; fraction++) {
        if (total > UINT64_MAX / 100)
            return false;
        total *= 10;
    }
    text += strspn(text, " \t\r\n");
    *seconds = (double)total / nano;
    return digits > 0 && !*text && *seconds <= CM_RECORD_MAX_SECONDS;
}

/* ---- meaning --------------------------------------------------------- */

/* Texts that fit, times that are times. */
static const char *fields_flaw(cm_arena *arena, const cm_record_field *fields, const void *base)
{
    for (const cm_record_field *f = fields; f->name; f++) {
        if (f->kind <= CM_RECORD_NULLABLE) {
            const char *text = *(const char *const *)(const void *)((const char *)base + f->offset);
            if (text && strlen(text) > CM_RECORD_MAX_TEXT)
                return cm_arena_printf(arena, "%s is too long, expected at most %zu bytes", f->name,
                                       CM_RECORD_MAX_TEXT);
        } else if (f->kind == CM_RECORD_SECONDS) {
            double seconds = *(const double *)(const void *)((const char *)base + f->offset);
            if (!(seconds >= 0 && seconds <= CM_RECORD_MAX_SECONDS))
                return cm_arena_printf(arena, "%s is %g, expected 0 to %g seconds", f->name,
                                       seconds, CM_RECORD_MAX_SECONDS);
        }
    }
    return NULL;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A text that stands twice among count texts; NULL: none. Sorts them. */
static const char *repeated(const char **texts, size_t count)
{
    qsort(texts, count, sizeof *texts, compare_texts);
    for (size_t i = 1; i < count; i++)
        if (strcmp(texts[i - 1], texts[i]) == 0)
            return texts[i];
    return NULL;
}

const char *cm_record_machine_flaw(cm_arena *arena, const cm_record_machine *machine)
{
    const char **keys = CM_NEW_ARRAY(arena, machine->attribute_count, const char *);
    for (size_t i = 0; i < machine->attribute_count; i++)
        keys[i] = machine->attributes[i].key;
    const char *twice = repeated(keys, machine->attribute_count);
    if (twice)
        return cm_arena_printf(arena, "attribute '%s' is given twice, expected each key once",
                               twice);
    return fields_flaw(arena, cm_record_machine_fields, machine);
}

static const char *hash_flaw(cm_arena *arena, const char *hash)
{
    if (!hash || !*hash || (strlen(hash) == 32 && strspn(hash, "0123456789abcdef") == 32))
        return NULL;
    return cm_arena_printf(arena, "'%s' is not a hash, expected 32 lower-case hexadecimal digits",
                           hash);
}

static const char *states_flaw(cm_arena *arena, const cm_record_test *test)
{
    const char **texts = CM_NEW_ARRAY(arena, test->state_count, const char *);
    uint64_t total = 0, elsewhere = test->stuck + test->unfiled;
    bool overflow = elsewhere < test->stuck;
    for (size_t i = 0; i < test->state_count; i++) {
        texts[i] = test->states[i].text;
        overflow |= total + test->states[i].count < total;
        total += test->states[i].count;
    }
    const char *twice = repeated(texts, test->state_count);
    if (twice)
        return cm_arena_printf(arena, "state '%s' is given twice, expected each state once", twice);
    if (overflow)
        return "the counts of the states, stuck and unfiled instances add up to more than 64 bits "
               "hold, expected the number of instances";
    if (elsewhere > test->instances || total != test->instances - elsewhere)
        return cm_arena_printf(
            arena,
            "the counts of the states add up to %llu, expected instances - stuck - unfiled: "
            "%llu - %llu - %llu",
            (unsigned long long)total, (unsigned long long)test->instances,
            (unsigned long long)test->stuck, (unsigned long long)test->unfiled);
    return NULL;
}

const char *cm_record_test_flaw(cm_arena *arena, const cm_record_test *test, size_t machine_count)
{
    const char *flaw = fields_flaw(arena, cm_record_test_fields, test);
    if (!flaw)
        flaw = fields_flaw(arena, cm_record_count_fields, test);
    if (!flaw)
        flaw = fields_flaw(arena, cm_record_parameter_fields, &test->parameters);
    if (!flaw)
        flaw = hash_flaw(arena, test->hash);
    if (!flaw) {
        static const char form[] = "0000-00-00T00:00:00Z";
        bool good = !test->started || !*test->started || strlen(test->started) == sizeof form - 1;
        for (size_t i = 0; good && test->started && test->started[i]; i++)
            good = form[i] == '0' ? test->started[i] >= '0' && test->started[i] <= '9'
                                  : test->started[i] == form[i];
        flaw = good ? NULL
                    : cm_arena_printf(arena,
                                      "'%s' is not a time, expected the form 2026-11-21T04:05:06Z",
                                      test->started);
    }
    if (!flaw)
        flaw = states_flaw(arena, test);
    if (flaw)
        return flaw;
    bool reason = test->reason && *test->reason, model = test->model && *test->model;
    if (test->machine >= machine_count)
        return cm_arena_printf(arena, "machine %zu, but the record has %zu (counted from 0)",
                               test->machine, machine_count);
    if (reason != (test->end != CM_RECORD_DONE))
        return cm_arena_printf(arena, "the test is '%s' %s, expected a reason unless it is done",
                               cm_record_word_of(cm_record_ends, test->end),
                               reason ? "and has a reason" : "without a reason");
    if (test->verdict != CM_VERDICT_UNJUDGED && !model)
        return cm_arena_printf(arena, "verdict '%s' has no model, expected the model's name",
                               cm_record_word_of(cm_record_verdicts, test->verdict));
    if ((test->text && strlen(test->text) > CM_RECORD_MAX_TEXT) ||
        (reason && strlen(test->reason) > CM_RECORD_MAX_TEXT))
        return cm_arena_printf(arena, "source or reason is too long, expected at most %zu bytes",
                               CM_RECORD_MAX_TEXT);
    return NULL;
}

const char *cm_record_injections_text(cm_arena *arena, unsigned injections)
{
    cm_text all = cm_text_new(arena);
    for (const cm_record_word *word = cm_record_injections; word->word; word++)
        if (injections & word->value)
            cm_text_append(&all, "%s%s", all.length ? "," : "", word->word);
    return all.data;
}
