/* Bell files, the .cfg beside a model, and the recursion that matches brackets. */
#define _XOPEN_SOURCE 700

#include "cat_help.h"
#include "tests/unit/unit.h"

#include "model/config.h"

#include <unistd.h>

/* ---- tags --------------------------------------------------------------- */

TEST(test_tags_are_sets)
{
    cat c;
    cat_load(&c, "enum E = 'rcu-lock || 'of-nobody\n"
                 "instructions F[E]\ndefault F['sync-rcu]\n"
                 "let locks = Rcu-lock let others = Sync-rcu let none = Of-nobody\n"
                 "let by-name = tag2set('rcu-lock) let capitals = tag2set('acq_rel)");
    cat_events(&c, 3);
    cat_put(&c, "Rcu-lock", 1);
    cat_put(&c, "Sync-rcu", 2);
    cat_put(&c, "ACQ_REL", 0);
    cat_eval(&c);
    static const struct {
        const char *name;
        int event;
    } expected[] = {{"locks", 1}, {"others", 2}, {"none", -1}, {"by-name", 1}, {"capitals", 0}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        for (int e = 0; e < 3; e++)
            assert_int_equal(cm_set_has(&cat_value(&c, expected[i].name, true)->set, (uint32_t)e),
                             e == expected[i].event);
    cat_end(&c);
}

/* ---- brackets ------------------------------------------------------------- */

static const char brackets[] =
    "let pairs = let rec\n"
    " open = Rcu-lock \\ domain(m) and close = Rcu-unlock \\ range(m)\n"
    " and either = open | close and order = [either];po;[either]\n"
    " and steps = [open];po;[close] and m = m | (steps \\ (order;order)) in m";

/* By a stack: the lock that an unlock closes, or -1. Letters: ( ) or an event that is neither. */
static int partner(const char *word, int unlock)
{
    int depth = 0;
    for (int i = unlock; i >= 0; i--) {
        depth += word[i] == ')' ? 1 : word[i] == '(' ? -1 : 0;
        if (depth == 0 && word[i] == '(')
            return i;
    }
    return -1;
}

static void check_word(cat *c, const char *word)
{
    uint32_t n = (uint32_t)strlen(word);
    cat_events(c, n);
    for (uint32_t i = 0; i < n; i++) {
        if (word[i] != '.')
            cat_put(c, word[i] == '(' ? "Rcu-lock" : "Rcu-unlock", i);
        for (uint32_t k = i + 1; k < n; k++)
            cat_link(c, "po", i, k);
    }
    cat_eval(c);
    const cm_rel *pairs = &cat_value(c, "pairs", false)->rel;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            assert_int_equal(cm_rel_has(pairs, i, k),
                             word[k] == ')' && partner(word, (int)k) == (int)i);
}

/* All words of seven events, with what is too much on either side. */
TEST(test_brackets_match)
{
    cat c;
    cat_load(&c, brackets);
    enum { LENGTH = 7 };
    int words = 1;
    for (int i = 0; i < LENGTH; i++)
        words *= 3;
    for (int number = 0; number < words; number++) {
        char word[LENGTH + 1] = "";
        for (int i = 0, rest = number; i < LENGTH; i++, rest /= 3)
            word[i] = "().."[rest % 3];
        check_word(&c, word);
    }
    cat_end(&c);
}

/* Other recursion that is not monotone stays an error: with one word of it changed. */
TEST(test_other_recursion_is_refused)
{
    static const struct {
        const char *from, *to;
    } changes[] = {{"domain(m)", "range(m)"},      {"[open];po", "[either];po"},
                   {"(order;order)", "order"},     {"m = m |", "m = order |"},
                   {"[either];po", "[either];rf"}, {"Rcu-lock", "domain(rf)"}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        cat c;
        cat_start(&c);
        const char *at = strstr(brackets, changes[i].from);
        assert_non_null(at);
        const char *text = cm_arena_printf(c.arena, "%.*s%s%s", (int)(at - brackets), brackets,
                                           changes[i].to, at + strlen(changes[i].from));
        assert_null(cat_try(&c, text, NULL));
        assert_non_null(strstr(cat_messages(&c), "expected a monotone use"));
        cat_end(&c);
    }
}

/* ---- what stands beside a model ---------------------------------------------- */

static void put(const char *folder, const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

TEST(test_config)
{
    char folder[] = "/tmp/cmcm-bell-XXXXXX", path[200];
    assert_non_null(mkdtemp(folder));
    put(folder, "m.cat", "\"m\"\nflag ~empty (if \"other\" then 0 else Once) as once");
    put(folder, "m.def", "");
    put(folder, "own.bell", "instructions R['rcu-lock]\nlet Once = Rcu-lock");
    put(folder, "m.cfg",
        "macros m.def\nbell own.bell\nmodel m.cat\nvariant other,v2\nfontsize 8\n");
    put(folder, "n.cat", "\"n\"\nempty Once");
    put(folder, "n.bell", "instructions R['once]");
    put(folder, "n.cfg", "model sub/another.cat\nbell none.bell\n");
    cat c;
    cat_start(&c);
    cm_model_options options = {.library_dir = cat_library()};
    snprintf(path, sizeof path, "%s/m.cat", folder);
    cm_model_config config = cm_model_config_of(&c.work, &options, path);
    assert_non_null(strstr(config.macros, "/m.def"));
    assert_non_null(strstr(config.bell, "/own.bell"));
    assert_int_equal(config.variant_count, 2);
    assert_string_equal(config.variants[1], "v2");
    assert_non_null(cm_model_load(&c.work, path, &options));
    /* Another model's .cfg counts for nothing; the bell file has the model's name. */
    snprintf(path, sizeof path, "%s/n.cat", folder);
    config = cm_model_config_of(&c.work, &options, path);
    assert_null(config.path);
    assert_non_null(strstr(config.bell, "/n.bell"));
    assert_non_null(cm_model_load(&c.work, path, &options));
    static const char *const files[] = {"m.cat", "m.def",  "own.bell", "m.cfg",
                                        "n.cat", "n.bell", "n.cfg"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    rmdir(folder);
    cat_end(&c);
}
