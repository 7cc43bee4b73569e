/* Where threads run: what scopes include (PTX ISA, "Scope"; docs/litmus.md). */
#include "tests/unit/litmus_open.h"

static cm_placement at_gpu(int gpu, int cluster, int cta)
{
    cm_placement at = CM_PLACEMENT_UNSAID;
    at.gpu = gpu;
    at.cluster = cluster;
    at.cta = cta;
    return at;
}

TEST(nearest)
{
    cm_placement cpu = CM_PLACEMENT_UNSAID, system_0 = cpu, system_1 = cpu;
    system_0.system = 0;
    system_1.system = 1;
    cm_placement a = at_gpu(0, -1, 0), b = at_gpu(0, -1, 1), other_gpu = at_gpu(1, -1, 0);
    cm_placement c = at_gpu(0, 3, 2), d = at_gpu(0, 3, 4), e = at_gpu(0, 4, 5);
    cm_placement remote = a, far = a, warp = a, same_warp = a, other_warp = a;
    remote.domain = 1;
    far.system = 1;
    warp.wave = same_warp.wave = 0;
    other_warp.wave = 1;
    const struct {
        const cm_placement *a, *b;
        int level;
    } rows[] = {
        {&cpu, &cpu, CM_SCOPE_DEVICE},
        {&cpu, &system_0, CM_SCOPE_DEVICE},
        {&cpu, &system_1, -1},
        {&cpu, &a, CM_SCOPE_SYS},
        {&a, &a, CM_SCOPE_CTA},
        {&a, &b, CM_SCOPE_DEVICE},
        {&a, &other_gpu, CM_SCOPE_SYS},
        {&a, &far, -1},
        {&c, &c, CM_SCOPE_CTA},
        {&c, &d, CM_SCOPE_CLUSTER},
        {&c, &e, CM_SCOPE_DEVICE},
        {&a, &c, CM_SCOPE_DEVICE},
        {&a, &remote, CM_SCOPE_SYS},
        {&remote, &remote, CM_SCOPE_CTA},
        {&warp, &same_warp, CM_SCOPE_WAVE},
        {&warp, &other_warp, CM_SCOPE_CTA},
        {&warp, &a, CM_SCOPE_CTA},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(cm_placement_nearest(rows[i].a, rows[i].b), rows[i].level);
        assert_int_equal(cm_placement_nearest(rows[i].b, rows[i].a), rows[i].level);
    }
}

/* Every placement with small numbers, -1 among them. */
static cm_placement numbered(unsigned n)
{
    cm_placement at = CM_PLACEMENT_UNSAID;
    at.system = (int)(n % 3) - 1;
    at.gpu = (int)(n / 3 % 3) - 1;
    if (at.gpu < 0)
        return at;
    at.domain = (int)(n / 9 % 2);
    at.cluster = (int)(n / 18 % 3) - 1;
    at.cta = (int)(n / 54 % 2) + 2 * at.cluster; /* a CTA is in one cluster */
    at.cta = at.cta < 0 ? at.cta + 10 : at.cta;
    at.wave = (int)(n / 108 % 3) - 1;
    return at;
}

/* A level that two share is one tree: sharing is symmetric and transitive, and who shares
 * a level shares those above it. */
TEST(one_tree)
{
    enum { COUNT = 324 };
    for (unsigned i = 0; i < COUNT; i++)
        for (unsigned k = 0; k < COUNT; k++) {
            cm_placement a = numbered(i), b = numbered(k);
            int near = cm_placement_nearest(&a, &b);
            assert_int_equal(cm_placement_nearest(&b, &a), near);
            for (int level = CM_SCOPE_SYS; level <= CM_SCOPE_WAVE; level++)
                assert_int_equal(cm_placement_share(&a, &b, (cm_scope)level), level <= near);
            assert_false(cm_placement_share(&a, &b, CM_SCOPE_THREAD));
            for (unsigned m = k; m < COUNT; m += 7) {
                cm_placement c = numbered(m);
                int last = cm_placement_nearest(&b, &c), least = near < last ? near : last;
                assert_true(cm_placement_nearest(&a, &c) >= least);
            }
        }
}

TEST(of_threads)
{
    opened o;
    open_text(&o, "CMCM t\n{}\n P0@aarch64 | P1@ptx,cta 0,gpu 0 | P2@ptx,cta 0,gpu 0 | "
                  "P3@ptx,cta 1,cluster 2,gpu 1 ;\n NOP | fence.sc.cta | fence.sc.cta | "
                  "fence.sc.cta ;\nexists (true)\n");
    if (!o.test)
        fail_msg("%s", first_error(&o));
    const cm_test *t = o.test;
    assert_true(cm_threads_share(t, 0, 0, CM_SCOPE_THREAD));
    assert_false(cm_threads_share(t, 1, 2, CM_SCOPE_THREAD));
    assert_true(cm_threads_share(t, 1, 1, CM_SCOPE_WAVE));
    assert_false(cm_threads_share(t, 1, 2, CM_SCOPE_WAVE));
    assert_false(cm_threads_share(t, 0, 0, CM_SCOPE_WAVE));
    assert_true(cm_threads_share(t, 1, 2, CM_SCOPE_CTA));
    assert_false(cm_threads_share(t, 1, 3, CM_SCOPE_DEVICE));
    assert_true(cm_threads_share(t, 0, 3, CM_SCOPE_SYS));
    assert_true(cm_threads_share(t, -1, 3, CM_SCOPE_SYS));
    assert_true(cm_threads_share(t, -1, -1, CM_SCOPE_SYS));
    assert_false(cm_threads_share(t, -1, -1, CM_SCOPE_DEVICE));
    cm_text head = cm_text_new(o.arena);
    cm_placement_print(&head, "@", ",", &t->threads[3].at);
    cm_placement_print(&head, "@", ",", &t->threads[0].at);
    assert_string_equal(head.data, "@cta 1,cluster 2,gpu 1");
    close_test(&o);
}

TEST(names)
{
    static const char *const words[] = {"sys", "gpu", "cluster", "cta"};
    cm_scope scope;
    for (int i = 0; i < 4; i++) {
        assert_true(cm_scope_find(words[i], &scope));
        assert_int_equal(scope, i);
        assert_string_equal(cm_scope_name(scope), words[i]);
    }
    assert_false(cm_scope_find("wave", &scope));
    assert_null(cm_scope_name(CM_SCOPE_WAVE));
}
