/* Tests from what compilers wrote: a kernel's assembly and a small text that binds it,
 * made into a litmus test.
 *
 *      kernel.ptx ─▶ a reader (by the file's name) ─▶ a column of instructions for each thread
 *      binding    ─▶ binding.c: which threads, what their arguments are, the question
 *      both       ─▶ table.c: the litmus test as text, parsed once to see that it is one
 *
 * A reader follows the kernel as one thread runs it: what the binding decides (arguments,
 * which thread of which block this is) is computed, what memory decides stays code. It
 * changes no access, fence or barrier, and refuses by name, at its place, what it cannot
 * carry over. docs/import.md has the language of bindings; docs/design.md how to add a
 * reader.
 */
#ifndef CM_IMPORT_IMPORT_H
#define CM_IMPORT_IMPORT_H

#include "import/binding.h"
#include "import/lines.h"

/* An instruction or a label of the test ("L0:"), and what it was made from. */
typedef struct cm_import_row {
    const char *text;
    cm_place place;
    bool sets;         /* PTX: its first operand */
    const char *shown; /* set by table.c: with the kernel's line as a comment, if it is a copy */
} cm_import_row;

typedef struct cm_import_column {
    cm_import_row *rows;
    int count, capacity;
    bool is_split; /* HSA: compiled so that the waves of a workgroup may be on several CUs */
} cm_import_column;

/* An item of the initial state that a reader adds: "shared int buf[4]@cta 0". Left out
 * where the binding's own initial state mentions the name. hidden: no host can read it when the
 * kernel has ended. padded: the same with zeros behind it, where an access may reach into these;
 * NULL: none may. */
typedef struct cm_import_item {
    const char *name, *text, *padded;
    bool hidden;
} cm_import_item;

/* A location that launches name and nothing declares, or that is declared without a type. */
typedef struct cm_import_size {
    const char *name;
    bool untyped;               /* it is declared: only its elements' width is open */
    uint64_t declared;          /* elements of one without a type; 0: they are not said */
    uint64_t asked;             /* elements that the question or `init in[4] = 6` names */
    uint64_t bytes;             /* that are accessed, at known addresses */
    unsigned narrowest, widest; /* access, in bytes; 0: none is known */
    char pointee;               /* of the parameters that it is (cm_import_pointee); 0: of none */
} cm_import_size;

/* What the name of the code of a source's host functions ends in. */
#define CM_IMPORT_HOST ".host.s"

enum { CM_IMPORT_MOST_ELEMENTS = 1 << 16 };

/* How: bits. */
typedef enum cm_import_mode {
    CM_IMPORT_STRICT = 1, /* what is dropped or assumed is an error */
    CM_IMPORT_QUIET = 2,  /* what there is to warn of in the test is left to who reads it */
    CM_IMPORT_BY_LINE = 4 /* each item of the binding ends with its line */
} cm_import_mode;

/* One import on its way. All of it lives in work->arena. */
typedef struct cm_import {
    cm_work *work;
    const cm_source *kernel;
    cm_binding *binding;
    cm_import_lines lines;      /* of the kernel's source */
    const cm_source *host;      /* the code of its host's functions, or NULL, */
    cm_import_lines host_lines; /* and its lines */
    cm_import_column *columns;  /* by thread of the binding; readers fill those of launches */
    cm_import_item *items;
    int item_count, item_capacity;
    const char *word;  /* of the threads, where the kernel says it; NULL: the reader's */
    bool declares_all; /* also plain integers that the text of the test names */
    cm_import_size *sizes;
    int size_count;
    const char *condition; /* of the test, in place of the binding's, or NULL */
    const char **notes;    /* for the test's comment */
    int note_count, note_capacity;
    const char *asleep, *lockstep; /* CM_ASLEEP, CM_LOCKSTEP of the test; NULL: it has none */
    unsigned mode;
} cm_import;

/* A front end: one file name ending, one instruction set. */
typedef struct cm_import_reader {
    const char *suffix;                     /* of the kernel's file: ".ptx" */
    bool (*wrote)(const cm_source *kernel); /* is it of this one? NULL: of none of the others */
    const char *kernel_word; /* before a kernel's name: ".entry"; NULL: its functions are called */
    bool programs;           /* threads may call several functions, ... (binding.h) */
    const char *word;        /* of its threads in a compound test: P0@WORD; the test's first word
                              * is the name that this instruction set has */
    /* Fills the columns of the threads that a launch has (cm_bind_thread.launch >= 0). Fails
     * (cm_fail) at a place of the kernel or of the binding. */
    void (*read)(cm_import *import);
} cm_import_reader;

/* The readers, by their own files. */
extern const cm_import_reader cm_import_ptx, cm_import_amd, cm_import_aarch64, cm_import_x86,
    cm_import_riscv, cm_import_ll;

/* ---- for readers: table.c */

/* Adds a row at the end of the column; the text must live in the arena. */
void cm_import_add_row(cm_import *import, int thread, const char *text, cm_place place);
void cm_import_add_item(cm_import *import, const char *name, const char *text, bool hidden);
/* NULL: there is none of that name. */
cm_import_item *cm_import_find_item(const cm_import *import, const char *name);
/* Does an instruction of the test name the location? */
bool cm_import_names(const cm_import *import, const char *name);
/* The first of so many threads that is another lane of the thread's wave of 64; -1: none is. */
int cm_import_shares_wave(const cm_import *import, int thread, int count);
/* Whatever of the kernel is dropped, or assumed of it, is said so: a comment of the test and a
 * warning at the place. said: the binding itself says so, which is a comment only. */
void cm_import_note(cm_import *import, bool said, cm_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Locations that nothing declares, as the question has them; as the test accesses them, too: true
 * if they have grown, and the test is to be composed again. In extent.c. */
void cm_import_size_asked(cm_import *import);
bool cm_import_size_accessed(cm_import *import, cm_work *work, const cm_test *test);
/* The type of integers of 1, 2, 4 or 8 bytes. */
const char *cm_import_type(unsigned bytes);
/* The same for its elements: `float` where a parameter points to some. */
const char *cm_import_type_of(const cm_import_size *size);
/* How wide an element is: an int, unless no access is as narrow, or none as wide. */
unsigned cm_import_element(const cm_import_size *size);
/* An access of the test past the end of a location is an error. */
void cm_import_check_extents(cm_work *work, const cm_test *test);
/* So is an array without a type of which either pairs of ints or 64 bits are accessed. Fails. */
void cm_import_check_widths(const cm_import *import);

/* Fills the columns of threads that call functions of the host, whose code it is: as_import.c. */
void cm_import_read_host(cm_import *import, const cm_source *code);

/* ---- the whole: import.c */

/* The reader of a file with that name; NULL: there is none. */
const cm_import_reader *cm_import_reader_of(const cm_source *kernel);

/* The litmus test, or NULL: the reasons are in work->diags. The sources must outlive the
 * diagnostics. host: launches of the kernel's source, where the binding has none, or NULL. Must not
 * be called under cm_arena_protect of another's work: it protects itself. */
const char *cm_import_test(cm_work *work, const cm_source *kernel, const cm_source *binding,
                           const cm_host *host, unsigned mode);

/* The text of the whole test, with the spans that lead back from it: table.c. */
typedef struct cm_import_span {
    uint32_t from, to; /* of the text */
    cm_place place;
    bool verbatim; /* offsets within the span are those within the place */
} cm_import_span;

typedef struct cm_import_text {
    const char *text;
    cm_import_span *spans;
    int count, capacity;
} cm_import_text;

cm_import_text cm_import_compose(cm_import *import, const cm_import_reader *reader);

#endif
