/* Litmus tests of growing size, all for AArch64:
 *
 *     bench_generate               lists the families, a line each, tab-separated:
 *                                  name, first size, last size, what the size is
 *                                  (size, or the loop bound), title
 *     bench_generate FAMILY SIZE   prints that test
 *
 * Where the size is the loop bound the test is the same for every size. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 16, MAX_ROWS = 32, MAX_CELL = 40, MAX_TEXT = 4096 };

/* A test while it is put together: columns of code, initial state, condition. */
typedef struct test {
    int threads, rows[MAX_THREADS];
    char cells[MAX_THREADS][MAX_ROWS][MAX_CELL];
    char init[MAX_TEXT], shown[MAX_TEXT], condition[MAX_TEXT];
} test;

/* Texts and columns are large enough for the last size of every family. */
static void fits(int needed, int room)
{
    if (needed >= 0 && needed < room)
        return;
    fputs("bench_generate: the test is too large for its tables\n", stderr);
    exit(1);
}

static void add(char *text, const char *format, ...)
{
    size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    fits(vsnprintf(text + used, MAX_TEXT - used, format, args), (int)(MAX_TEXT - used));
    va_end(args);
}

/* The next instruction of a thread; a first one makes the thread. */
static void code(test *t, int thread, const char *format, ...)
{
    fits(thread, MAX_THREADS);
    fits(t->rows[thread], MAX_ROWS);
    va_list args;
    va_start(args, format);
    fits(vsnprintf(t->cells[thread][t->rows[thread]++], MAX_CELL, format, args), MAX_CELL);
    va_end(args);
    if (thread >= t->threads)
        t->threads = thread + 1;
}

static void conjunct(test *t, const char *location, int thread, int value)
{
    add(t->condition, "%s%d:%s=%d", *t->condition ? " /\\ " : "", thread, location, value);
}

static void print(const test *t, const char *name, int size)
{
    int rows = 0;
    printf("AArch64 %s-%d\n{\n%s}\n", name, size, t->init);
    for (int i = 0; i < t->threads; i++) {
        printf("%s P%d", i ? " |" : "", i);
        rows = t->rows[i] > rows ? t->rows[i] : rows;
    }
    puts(" ;");
    for (int row = 0; row < rows; row++) {
        for (int i = 0; i < t->threads; i++)
            printf("%s %s", i ? " |" : "", row < t->rows[i] ? t->cells[i][row] : "");
        puts(" ;");
    }
    if (*t->shown)
        printf("locations [%s]\n", t->shown);
    printf("exists (%s)\n", t->condition);
}

/* ---- families --------------------------------------------------------- */

/* A ring: every thread writes its own location and reads the next one's. */
static void store_buffering(test *t, int size, const char *fence)
{
    for (int i = 0; i < size; i++) {
        add(t->init, "%d:X1=m%d; %d:X3=m%d;\n", i, i, i, (i + 1) % size);
        code(t, i, "MOV W0,#1");
        code(t, i, "STR W0,[X1]");
        if (fence)
            code(t, i, "%s", fence);
        code(t, i, "LDR W2,[X3]");
        conjunct(t, "X2", i, 0);
    }
}

static void plain_store_buffering(test *t, int size)
{
    store_buffering(t, size, NULL);
}

static void fenced_store_buffering(test *t, int size)
{
    store_buffering(t, size, "DMB SY");
}

/* Message passing, the data read again and again before the last time. */
static void message_passing(test *t, int size)
{
    enum { FIRST = 4 };
    add(t->init, "0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y;\n");
    code(t, 0, "MOV W0,#1");
    code(t, 0, "STR W0,[X1]");
    code(t, 0, "DMB ST");
    code(t, 0, "STR W0,[X3]");
    code(t, 1, "LDR W0,[X3]");
    for (int i = 0; i <= size; i++)
        code(t, 1, "LDR W%d,[X1]", FIRST + i);
    for (int i = 0; i < size; i++)
        add(t->shown, "1:X%d;", FIRST + i);
    add(t->condition, "1:X0=1 /\\ 1:X%d=0", FIRST + size);
}

/* Two writers; readers that look at both locations, in turn in either order. */
static void readers_of_writers(test *t, int size)
{
    for (int i = 0; i < 2; i++) {
        add(t->init, "%d:X1=%c;\n", i, "xy"[i]);
        code(t, i, "MOV W0,#1");
        code(t, i, "STR W0,[X1]");
    }
    for (int i = 2; i < size + 2; i++) {
        add(t->init, "%d:X1=%c; %d:X3=%c;\n", i, "xy"[i % 2], i, "yx"[i % 2]);
        code(t, i, "LDAR W0,[X1]");
        code(t, i, "LDR W2,[X3]");
        conjunct(t, "X0", i, 1);
        conjunct(t, "X2", i, 0);
    }
}

static void writers(test *t, int size)
{
    for (int i = 0; i < size; i++) {
        add(t->init, "%d:X1=x;\n", i);
        code(t, i, "MOV W0,#%d", i + 1);
        code(t, i, "STR W0,[X1]");
    }
    add(t->condition, "[x]=1");
}

/* Reads what the one before wrote and writes its own: mutual exclusion is lost if
 * two threads read 0. X2 has the data's address. */
static void critical_section(test *t, int thread)
{
    code(t, thread, "LDR W6,[X2]");
    code(t, thread, "MOV W7,#%d", thread + 1);
    code(t, thread, "STR W7,[X2]");
    if (thread < 2)
        conjunct(t, "X6", thread, 0);
    else
        add(t->shown, "%d:X6;", thread);
}

static void ticket_lock(test *t, int threads)
{
    for (int i = 0; i < threads; i++) {
        add(t->init, "%d:X0=next; %d:X1=served; %d:X2=x;\n", i, i, i);
        code(t, i, "MOV W3,#1");
        code(t, i, "LDADDA W3,W4,[X0]");
        code(t, i, "L%d: LDAR W5,[X1]", i);
        code(t, i, "CMP W5,W4");
        code(t, i, "B.NE L%d", i);
        critical_section(t, i);
        code(t, i, "ADD W8,W4,#1");
        code(t, i, "STLR W8,[X1]");
    }
}

static void spin_lock(test *t, int threads)
{
    for (int i = 0; i < threads; i++) {
        add(t->init, "%d:X0=lock; %d:X2=x;\n", i, i);
        code(t, i, "MOV W3,#1");
        code(t, i, "L%d: LDAXR W4,[X0]", i);
        code(t, i, "CBNZ W4,L%d", i);
        code(t, i, "STXR W5,W3,[X0]");
        code(t, i, "CBNZ W5,L%d", i);
        critical_section(t, i);
        code(t, i, "STLR WZR,[X0]");
    }
}

static void ticket_lock_of_2(test *t, int bound)
{
    (void)bound;
    ticket_lock(t, 2);
}

static void ticket_lock_of_3(test *t, int bound)
{
    (void)bound;
    ticket_lock(t, 3);
}

static void spin_lock_of_2(test *t, int bound)
{
    (void)bound;
    spin_lock(t, 2);
}

static void spin_lock_of_3(test *t, int bound)
{
    (void)bound;
    spin_lock(t, 3);
}

static const struct {
    const char *name;
    int first, last;
    const char *kind, *title;
    void (*make)(test *t, int size);
} families[] = {
    {"SB", 2, 10, "size", "store buffering, N threads: 2^N outcomes", plain_store_buffering},
    {"SB-fenced", 2, 10, "size", "the same with `DMB SY`: 2^N - 1", fenced_store_buffering},
    {"MP", 1, 12, "size", "message passing, N extra reads: 2 (N + 2)", message_passing},
    {"IRIW", 2, 8, "size", "IRIW, N readers: 4^N less the forbidden", readers_of_writers},
    {"CO", 2, 12, "size", "N writers to one location: N", writers},
    {"ticket-2", 1, 8, "bound", "ticket lock, 2 threads, `-u N`: 2", ticket_lock_of_2},
    {"ticket-3", 1, 8, "bound", "ticket lock, 3 threads, `-u N`: 6", ticket_lock_of_3},
    {"spin-2", 1, 8, "bound", "spin lock, 2 threads, `-u N`: 2", spin_lock_of_2},
    {"spin-3", 1, 8, "bound", "spin lock, 3 threads, `-u N`: 6", spin_lock_of_3},
};
enum { FAMILIES = sizeof families / sizeof *families };

static int list(void)
{
    for (int i = 0; i < FAMILIES; i++)
        printf("%s\t%d\t%d\t%s\t%s\n", families[i].name, families[i].first, families[i].last,
               families[i].kind, families[i].title);
    return 0;
}

int main(int argc, char **argv)
{
    static test t;
    long size = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
    if (argc == 1)
        return list();
    for (int i = 0; i < FAMILIES && argc == 3; i++) {
        if (strcmp(families[i].name, argv[1]) != 0 || size < families[i].first ||
            size > families[i].last)
            continue;
        families[i].make(&t, (int)size);
        print(&t, families[i].name, (int)size);
        return 0;
    }
    fputs("usage: bench_generate [FAMILY SIZE], within what bench_generate lists\n", stderr);
    return 2;
}
