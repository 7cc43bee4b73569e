/* Which instructions the reader of tests takes: for tests/fuzz/forms/forms.py.
 *
 *      read_forms TEMPLATE <FORMS
 *
 * TEMPLATE is a file with a test in which a line `@` stands for the instruction; FORMS has one a
 * line. Of each a line is written: `ok`, or what was said against it. */
#include "litmus/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY_LIMIT ((size_t)64 << 20)
enum { LONGEST_FORM = 4096, LONGEST_TEMPLATE = 1 << 16 };

/* What stands before the `@`, and after it. */
typedef struct template
{
    char text[LONGEST_TEMPLATE];
    const char *after;
}
template;

static int read_template(const char *path, template *t)
{
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(t->text, 1, sizeof t->text - 1, file) : 0;
    if (file)
        fclose(file);
    t->text[length] = '\0';
    char *at = strchr(t->text, '@') ? strstr(t->text, "\n@\n") : NULL;
    if (!at)
        return 0;
    at[1] = '\0';
    t->after = at + 2;
    return 1;
}

static void answer(const template *t, const char *form)
{
    static char text[LONGEST_TEMPLATE + LONGEST_FORM];
    int length = snprintf(text, sizeof text, "%s%s%s", t->text, form, t->after);
    cm_arena *arena = cm_arena_new(MEMORY_LIMIT);
    if (!arena || length < 0)
        abort();
    cm_work work = cm_work_new(arena);
    cm_source source = {"form", text, (size_t)length};
    cm_test *test = cm_litmus_parse(&work, &source);
    const char *message = "no memory";
    for (size_t i = 0; i < work.diags.count; i++)
        if (work.diags.items[i].severity == CM_ERROR) {
            message = work.diags.items[i].message;
            break;
        }
    puts(test && work.diags.errors == 0 ? "ok" : message);
    cm_arena_free(arena);
}

int main(int argc, char **argv)
{
    static template t;
    char form[LONGEST_FORM];
    if (argc != 2 || !read_template(argv[1], &t)) {
        fputs("usage: read_forms TEMPLATE <FORMS; the template has a line `@`\n", stderr);
        return 2;
    }
    while (fgets(form, sizeof form, stdin)) {
        form[strcspn(form, "\n")] = '\0';
        answer(&t, form);
    }
    return 0;
}
