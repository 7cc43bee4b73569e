/* Which instruction sets have a tag (model/base.h): what the table says is what the
 * steps of tests carry. */
#include "litmus/test.h"
#include "model/base.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned on_arch(cm_arch arch)
{
    return arch == CM_AARCH64 ? CM_ON_AARCH64 : arch == CM_PTX ? CM_ON_PTX : CM_ON_X86;
}

/* Tags found, and that the table has for the thread's instruction set. */
static int check_thread(const cm_thread *thread)
{
    int count = 0;
    for (int i = 0; i < thread->step_count; i++) {
        for (const char *const *tag = thread->steps[i].tags; *tag; tag++) {
            const cm_base *base = cm_base_find(*tag);
            if (!base)
                continue; /* a tag that no model can name */
            if (!(base->on & on_arch(thread->arch)))
                fail_msg("%s has the tag %s", cm_arch_name(thread->arch), *tag);
            count++;
        }
    }
    return count;
}

static int check_test(cm_arena *arena, const char *path)
{
    cm_work work;
    cm_work_init(&work, arena);
    const cm_source *source = cm_source_read(&work, path);
    const cm_test *test = source ? cm_litmus_parse(&work, source) : NULL;
    if (!test)
        fail_msg("%s is no test", path);
    int count = 0;
    for (int i = 0; i < test->thread_count; i++)
        count += check_thread(&test->threads[i]);
    return count;
}

/* The project's own tests, which have fences and atomics of every kind. */
static void tags_of_steps(void **state)
{
    (void)state;
    static const char *const folders[] = {"arm", "x86", "ptx", "cmcm"};
    const char *root = getenv("CMCM_SOURCE");
    cm_arena *arena = cm_arena_new(0);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *folder =
            cm_arena_printf(arena, "%s/tests/litmus/%s", root ? root : ".", folders[i]);
        DIR *directory = opendir(folder);
        assert_non_null(directory);
        int count = 0;
        for (const struct dirent *entry; (entry = readdir(directory));)
            if (strstr(entry->d_name, ".litmus"))
                count += check_test(arena, cm_arena_printf(arena, "%s/%s", folder, entry->d_name));
        closedir(directory);
        assert_true(count >= 5);
    }
    cm_arena_free(arena);
}

static void tags_of_the_table(void **state)
{
    (void)state;
    int count;
    const cm_base *table = cm_base_table(&count);
    for (int i = 0; i < count; i++)
        assert_int_equal(table[i].kind == CM_BASE_TAG, table[i].on != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_of_steps),
        cmocka_unit_test(tags_of_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
