/* How records are spelled in XML: what the reader and the writer share.
 *
 * Attributes stand in tables, so that what is written is what is read. Texts may
 * hold any bytes: those that XML cannot hold go to a block of the private use
 * area, U+E000 plus the byte, and so do the bytes of that block itself.
 */
#ifndef CM_HWRUN_RECORD_RECORD_FORMAT_H
#define CM_HWRUN_RECORD_RECORD_FORMAT_H

#include "hwrun/record/record.h"
#include "litmus/test.h"

#define CM_RECORD_NAMESPACE "urn:cmcm:run-record:1"

/* A file of this many bytes can still be read (cm_source_read). */
#define CM_RECORD_MAX_FILE ((size_t)64 << 20)
/* The XML library's own bound on one text is 10 million bytes; an escaped byte
 * takes three. */
#define CM_RECORD_MAX_TEXT    ((size_t)3 << 20)
#define CM_RECORD_MAX_SECONDS 1e9

/* schemas/run-record.rng (cmake/Embed.cmake). */
extern const char cm_record_schema[];

/* ---- attributes ------------------------------------------------------ */

typedef enum cm_record_kind {
    CM_RECORD_TEXT,     /* const char *, always written */
    CM_RECORD_OPTIONAL, /* const char *, left out when "" */
    CM_RECORD_NULLABLE, /* const char *, left out when NULL */
    CM_RECORD_UNSIGNED, /* unsigned */
    CM_RECORD_COUNT,    /* uint64_t */
    CM_RECORD_SIZE,     /* size_t */
    CM_RECORD_SECONDS   /* double */
} cm_record_kind;

typedef struct cm_record_field {
    const char *name; /* of the attribute; NULL ends a table */
    cm_record_kind kind;
    size_t offset; /* in the struct that the table is of */
} cm_record_field;

extern const cm_record_field cm_record_run_fields[];       /* cm_record */
extern const cm_record_field cm_record_machine_fields[];   /* cm_record_machine */
extern const cm_record_field cm_record_test_fields[];      /* cm_record_test, on <test> */
extern const cm_record_field cm_record_count_fields[];     /* cm_record_test, on <counts> */
extern const cm_record_field cm_record_parameter_fields[]; /* cm_parameters */

/* The same, of cm_record_test and cm_parameters, by their keys in a log. */
extern const cm_record_field cm_log_count_fields[];
extern const cm_record_field cm_log_parameter_fields[];
/* Further keys of a log that are not metadata of the test. */
#define CM_LOG_HASH       "Hash"
#define CM_LOG_CONDITION  "Condition"
#define CM_LOG_VERDICT    "Verdict"
#define CM_LOG_MODEL      "Model"
#define CM_LOG_REASON     "Reason"
#define CM_LOG_RATE       "Rate"
#define CM_LOG_WEAK       "Weak"
#define CM_LOG_MEMORY     "Memory"
#define CM_LOG_INJECTED   "Injected"
#define CM_LOG_PARAMETERS "Parameters"
#define CM_LOG_STARTED    "Started"
/* Whether a key has a meaning of its own in a log. */
bool cm_log_reserved(const char *key);
/* Letters only: what readers of logs go over. */
bool cm_log_is_key(const char *key, size_t length);

/* What a condition "exists (...)" asks; false: it begins with no quantifier. */
bool cm_log_quantifier(const char *condition, cm_quantifier *quantifier);

/* ---- words ----------------------------------------------------------- */

typedef struct cm_record_word {
    const char *word; /* NULL ends a table */
    unsigned value;
} cm_record_word;

extern const cm_record_word cm_record_ends[];       /* cm_record_end */
extern const cm_record_word cm_record_verdicts[];   /* cm_verdict_kind */
extern const cm_record_word cm_record_injections[]; /* bits of cm_native_change */

/* The word of a value; NULL: the table has none. */
const char *cm_record_word_of(const cm_record_word *table, unsigned value);
/* False: no such word. */
bool cm_record_word_find(const cm_record_word *table, const char *word, unsigned *value);

/* Reads a number at *text, which moves past it. False: there is no number, or it is too big. */
bool cm_record_count_read(const char **text, uint64_t *value);

/* ---- texts and times ------------------------------------------------- */

/* NULL counts as "". */
char *cm_record_escape(cm_arena *arena, const char *text);
/* The inverse; *zero: the text stands for one with a byte 0, which none may hold. */
char *cm_record_unescape(cm_arena *arena, const char *text, bool *zero);

/* Seconds in decimals, down to nanoseconds, whatever the locale. */
char *cm_record_seconds_print(cm_arena *arena, double seconds);
/* Of text that the schema lets through; false: not such a number. */
bool cm_record_seconds_parse(const char *text, double *seconds);

/* ---- meaning --------------------------------------------------------- */

/* What the schema cannot say: NULL when the machine, the test is sound, else what is
 * wrong and what was expected, in the arena. */
const char *cm_record_machine_flaw(cm_arena *arena, const cm_record_machine *machine);
const char *cm_record_test_flaw(cm_arena *arena, const cm_record_test *test, size_t machine_count);

/* ---- parts of a file ------------------------------------------------- */

/* As XML: the beginning of a file up to its machines, and one test. Then comes
 * more tests and CM_RECORD_TAIL. Errors escape. */
char *cm_record_head_xml(cm_work *work, const cm_record *record);
char *cm_record_test_xml(cm_work *work, const cm_record_test *test);
#define CM_RECORD_TAIL "</run>\n"

/* Of a text in memory; NULL: see the work's diagnostics. The source must outlive
 * the record's diagnostics. */
cm_record *cm_record_read_source(cm_work *work, const cm_source *source);
cm_record *cm_log_read_source(cm_work *work, const cm_source *source);
cm_record *cm_record_table_read_source(cm_work *work, const cm_source *source);
/* Does the file begin as a table of counts does? */
bool cm_record_is_table(const cm_source *source);

#endif
