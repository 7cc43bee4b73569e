/* Writing run records, test by test.
 *
 *     head   <?xml ...?> <run ...> <machine/>...      written once
 *     tests  <test>...</test>                          each over the tail before it
 *     tail   </run>
 *
 * A test goes out as one pwrite of itself and a new tail, over the old tail: so
 * the file is complete before and after. A process that dies in between leaves
 * whole tests and at most the beginning of one, which a later resume cuts off.
 * The file is locked meanwhile.
 *
 * The lock belongs to the open file, not to the process, so that reading the
 * record elsewhere in this process does not drop it: F_OFD_SETLK, which Linux
 * declares under _GNU_SOURCE only.
 */
#define _GNU_SOURCE
#include "hwrun/record/record_format.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the file -------------------------------------------------------- */

struct cm_record_writer {
    int file;
    char *path;
    size_t end; /* where the tail begins */
    size_t machine_count;
    cm_arena *scratch; /* of one test: a run may have very many */
};

/* What an operation works on, for the local protects. */
typedef struct file_work {
    cm_work *work;
    cm_record_writer *writer;
    const cm_record *head;
    const cm_record_test *test;
    const cm_diags *said;
    bool resume;
    cm_record *old;
} file_work;

static cm_place place_of_file(cm_work *work, const char *path)
{
    cm_source *source = CM_NEW(work->arena, cm_source);
    source->name = cm_arena_text(work->arena, path, strlen(path));
    return (cm_place){source, 0, 0};
}

static const char *error_text(cm_work *work, int error)
{
    /* strerror is not safe among threads; with _GNU_SOURCE strerror_r is GNU's. */
    char buffer[128];
    const char *text = strerror_r(error, buffer, sizeof buffer);
    return cm_arena_text(work->arena, text, strlen(text));
}

static _Noreturn void fail(file_work *f, const char *what, int error)
{
    cm_fail(f->work, place_of_file(f->work, f->writer->path), "%s: %s", what,
            error_text(f->work, error));
}

/* 0, or an errno. */
static int write_at(int file, const char *text, size_t length, size_t offset)
{
    while (length > 0) {
        ssize_t done = pwrite(file, text, length, (off_t)offset);
        if (done < 0 && errno != EINTR)
            return errno;
        if (done > 0) {
            text += done;
            offset += (size_t)done;
            length -= (size_t)done;
        }
    }
    return 0;
}

/* Puts text and a tail where the tail is. When the disk is full or broken, the
 * file gets its old end back. */
static void append(file_work *f, const char *text)
{
    cm_record_writer *writer = f->writer;
    cm_text out = cm_text_new(f->work->arena);
    cm_text_add(&out, text);
    size_t length = out.length;
    cm_text_add(&out, CM_RECORD_TAIL);
    if (out.length > CM_RECORD_MAX_FILE - writer->end)
        cm_fail(f->work, place_of_file(f->work, writer->path),
                "the record would pass %zu MiB, which is the most that can be read, expected fewer "
                "tests (--shard)",
                CM_RECORD_MAX_FILE >> 20);
    int error = write_at(writer->file, out.data, out.length, writer->end);
    if (!error) {
        writer->end += length;
        return;
    }
    if (write_at(writer->file, CM_RECORD_TAIL, strlen(CM_RECORD_TAIL), writer->end) == 0 &&
        ftruncate(writer->file, (off_t)(writer->end + strlen(CM_RECORD_TAIL))) != 0)
        fail(f, "cannot shorten after a failed write", errno);
    fail(f, "cannot write", error);
}

/* ---- continuing ------------------------------------------------------ */

/* Where the last tail begins; SIZE_MAX: the text does not end in one. */
static size_t find_tail(const cm_source *source)
{
    static const char tag[] = "</run";
    size_t at = source->length;
    while (at > 0 && source->text[at - 1] != '<')
        at--;
    if (at == 0 || source->length - (at - 1) < sizeof tag ||
        memcmp(source->text + at - 1, tag, sizeof tag - 1) != 0)
        return SIZE_MAX;
    const char *rest = source->text + at - 1 + sizeof tag - 1;
    rest += strspn(rest, " \t\r\n");
    if (*rest++ != '>')
        return SIZE_MAX;
    rest += strspn(rest, " \t\r\n");
    return rest == source->text + source->length ? at - 1 : SIZE_MAX;
}

/* The offset just after the last `mark` of the text, or 0. */
static size_t after_last(const cm_source *source, const char *mark)
{
    size_t length = strlen(mark);
    for (size_t at = source->length; at >= length; at--)
        if (memcmp(source->text + at - length, mark, length) == 0)
            return at;
    return 0;
}

/* A crash in the middle of a write leaves whole tests and the beginning of another one. NULL: the
 * text does not end like that. */
static cm_source *without_last(file_work *f, const cm_source *source)
{
    if (find_tail(source) != SIZE_MAX)
        return NULL;
    size_t cut = after_last(source, "</test>\n");
    /* Before the first test: the machine alone, on one line or with attributes. */
    const char *const machine_ends[] = {"</machine>\n", "/>\n"};
    for (size_t i = 0; i < sizeof machine_ends / sizeof *machine_ends && !cut; i++) {
        const char *test = strstr(source->text, "<test ");
        cm_source before = {source->name, source->text,
                            test ? (size_t)(test - source->text) : source->length};
        cut = after_last(&before, machine_ends[i]);
    }
    if (!cut)
        return NULL;
    cm_text out = cm_text_new(f->work->arena);
    cm_text_add_bytes(&out, source->text, cut);
    cm_text_add(&out, CM_RECORD_TAIL);
    cm_source *result = CM_NEW(f->work->arena, cm_source);
    *result = (cm_source){source->name, out.data, out.length};
    return result;
}

/* Reads the record, or what can be saved of it: then *source is that. */
static cm_record *read_or_repair(file_work *f, const cm_source **source)
{
    cm_work *work = f->work;
    cm_work first, second;
    first = cm_work_new(work->arena);
    second = cm_work_new(work->arena);
    cm_record *record = cm_record_read_source(&first, *source);
    const cm_source *shorter = record ? NULL : without_last(f, *source);
    if (shorter) {
        record = cm_record_read_source(&second, shorter);
    }
    if (record && shorter) {
        size_t kept = shorter->length - strlen(CM_RECORD_TAIL);
        cm_diag_add(work, CM_WARNING, place_of_file(work, f->writer->path),
                    "ends in the middle of a test: cut %zu bytes after the last whole one (%zu "
                    "tests are kept)",
                    (*source)->length - kept, record->test_count);
        *source = shorter;
        return record;
    }
    for (size_t i = 0; i < first.diags.count; i++)
        cm_diag_add(work, first.diags.items[i].severity, first.diags.items[i].place, "%s",
                    first.diags.items[i].message);
    if (!record)
        cm_arena_escape(work->arena);
    return record;
}

static bool same(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

/* Whether the record at hand is of this run's suite and machine. */
static void compare_heads(file_work *f, const cm_record *old)
{
    const cm_record *head = f->head;
    cm_place place = place_of_file(f->work, f->writer->path);
    if (!same(old->suite, head->suite) || !same(old->shard, head->shard))
        cm_fail(f->work, place, "the record is of suite '%s' shard '%s', expected '%s' shard '%s'",
                old->suite, old->shard, head->suite ? head->suite : "",
                head->shard ? head->shard : "");
    if (old->machine_count != head->machine_count)
        cm_fail(f->work, place, "the record is of %zu machines, expected %zu", old->machine_count,
                head->machine_count);
    for (size_t i = 0; i < head->machine_count; i++) {
        const cm_record_machine *a = &old->machines[i], *b = &head->machines[i];
        const struct {
            const char *what, *was, *is;
        } facts[] = {{"host", a->host, b->host},
                     {"CPU", a->cpu, b->cpu},
                     {"GPU", a->gpu_uuid, b->gpu_uuid},
                     {"driver", a->driver, b->driver}};
        for (size_t k = 0; k < sizeof facts / sizeof *facts; k++)
            if (!same(facts[k].was, facts[k].is))
                cm_fail(f->work, place, "the record is of another machine: %s '%s', expected '%s'",
                        facts[k].what, facts[k].was ? facts[k].was : "none",
                        facts[k].is ? facts[k].is : "none");
    }
}

static void continue_record(file_work *f)
{
    const cm_source *source = cm_source_read(f->work, f->writer->path);
    if (!source)
        cm_arena_escape(f->work->arena);
    const cm_source *whole = source;
    cm_record *old = read_or_repair(f, &whole);
    compare_heads(f, old);
    char mark[3]; /* a byte order mark in the file, which the source is without */
    bool marked = pread(f->writer->file, mark, sizeof mark, 0) == sizeof mark &&
                  memcmp(mark, "\xef\xbb\xbf", sizeof mark) == 0;
    size_t tail = find_tail(whole);
    if (tail == SIZE_MAX)
        cm_fail(f->work, place_of_file(f->work, f->writer->path),
                "the record cannot be continued, expected one that ends in '</run>'");
    f->writer->end = tail + (marked ? sizeof mark : 0);
    append(f, "");
    if (ftruncate(f->writer->file, (off_t)(f->writer->end + strlen(CM_RECORD_TAIL))) != 0)
        fail(f, "cannot cut", errno);
    f->old = old;
}

/* ---- opening, adding, closing ---------------------------------------- */

static void lock(file_work *f)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(f->writer->file, F_OFD_SETLK, &whole) == 0)
        return;
    if (errno == EAGAIN || errno == EACCES)
        cm_fail(f->work, place_of_file(f->work, f->writer->path),
                "another process writes this record, expected one writer at a time");
    fail(f, "cannot lock", errno);
}

static void open_inside(void *argument)
{
    file_work *f = argument;
    cm_record_writer *writer = f->writer;
    if (f->head->machine_count == 0)
        cm_fail(f->work, place_of_file(f->work, f->writer->path),
                "the record has no machine, expected at least one");
    for (size_t i = 0; i < f->head->machine_count; i++) {
        const char *flaw = cm_record_machine_flaw(f->work->arena, &f->head->machines[i]);
        if (flaw)
            cm_fail(f->work, place_of_file(f->work, f->writer->path), "machine %zu: %s", i, flaw);
    }
    if (strcmp(writer->path, "-") == 0)
        cm_fail(f->work, (cm_place){0}, "a record cannot go to '-', expected a file");
    writer->file = open(writer->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (writer->file < 0)
        fail(f, "cannot open", errno);
    struct stat about;
    if (fstat(writer->file, &about) != 0)
        fail(f, "cannot look at", errno);
    if (!S_ISREG(about.st_mode))
        cm_fail(f->work, place_of_file(f->work, writer->path),
                "this is not a regular file, expected one: a record is written over its own end");
    lock(f);
    if (about.st_size > 0 && !f->resume)
        cm_fail(f->work, place_of_file(f->work, writer->path),
                "the file exists already, expected a new one, or --resume");
    if (about.st_size > 0)
        continue_record(f);
    else
        append(f, cm_record_head_xml(f->work, f->head));
}

static bool close_file(cm_record_writer *writer)
{
    /* A child may still hold the file open, and with it the lock. */
    struct flock whole = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
    bool good = fsync(writer->file) == 0 || errno == EINVAL;
    int error = errno;
    (void)fcntl(writer->file, F_OFD_SETLK, &whole);
    if (close(writer->file) != 0 && errno != EINTR) {
        error = errno;
        good = false;
    }
    errno = error;
    return good;
}

static void free_writer(cm_record_writer *writer)
{
    cm_arena_free(writer->scratch);
    free(writer->path);
    free(writer);
}

cm_record_writer *cm_record_writer_open(cm_work *work, const char *path, const cm_record *head,
                                        bool resume, cm_record **old)
{
    if (old)
        *old = NULL;
    cm_record_writer *writer = calloc(1, sizeof *writer);
    if (!writer)
        return NULL;
    *writer = (cm_record_writer){.file = -1,
                                 .path = strdup(path),
                                 .machine_count = head->machine_count,
                                 .scratch = cm_arena_new(0)};
    file_work f = {.work = work, .writer = writer, .head = head, .resume = resume};
    if (writer->path && writer->scratch && cm_arena_protect(work->arena, open_inside, &f)) {
        if (old)
            *old = f.old;
        return writer;
    }
    if (writer->file >= 0)
        close_file(writer);
    free_writer(writer);
    return NULL;
}

static void add_inside(void *argument)
{
    file_work *f = argument;
    const char *flaw = cm_record_test_flaw(f->work->arena, f->test, f->writer->machine_count);
    if (flaw)
        cm_fail(f->work, place_of_file(f->work, f->writer->path), "test '%s': %s", f->test->name,
                flaw);
    append(f, cm_record_test_xml(f->work, f->test));
}

/* What the scratch work has said, said again where it lasts. */
static void repeat_diagnostics(void *argument)
{
    file_work *f = argument;
    const cm_diags *said = f->said;
    for (size_t i = 0; i < said->count; i++)
        cm_diag_add(f->work, said->items[i].severity, place_of_file(f->work, f->writer->path), "%s",
                    said->items[i].message);
}

bool cm_record_writer_add(cm_work *work, cm_record_writer *writer, const cm_record_test *test)
{
    cm_work scratch = cm_work_new(writer->scratch);
    file_work f = {.work = &scratch, .writer = writer, .test = test};
    bool good = cm_arena_protect(writer->scratch, add_inside, &f);
    if (!good) {
        f.work = work;
        f.said = &scratch.diags;
        cm_arena_protect(work->arena, repeat_diagnostics, &f);
    }
    cm_arena_reset(writer->scratch, 0);
    return good;
}

static void close_inside(void *argument)
{
    file_work *f = argument;
    if (!close_file(f->writer))
        fail(f, "cannot close", errno);
}

bool cm_record_writer_close(cm_work *work, cm_record_writer *writer)
{
    file_work f = {.work = work, .writer = writer};
    bool good = cm_arena_protect(work->arena, close_inside, &f);
    free_writer(writer);
    return good;
}
