/* What a model means before any execution: names, types, includes, variants,
 * recursion; and every kind of error with its place. */
#define _XOPEN_SOURCE 700

#include "cat_help.h"
#include "tests/unit/unit.h"

#include <sys/stat.h>
#include <unistd.h>

/* ---- errors ----------------------------------------------------------- */

static const struct {
    const char *text, *message;
} bad[] = {
    /* names */
    {"empty nothing",
     "1:7: there is no name `nothing`, expected a base name or a definition before"},
    {"empty fre", "1:7: there is no name `fre`, expected `include \"cos.cat\"` before, or "
                  "--dialect herd or dat3m"},
    {"empty rf-reg", "1:7: `rf-reg` is a name of herd's, expected --dialect herd"},
    {"let a = try rf-reg with 0", "1:13: `rf-reg` is a name of herd's, expected --dialect herd"},
    {"empty classes", "1:7: herd's `classes` is not supported, expected a name that `cmcm "
                      "models --bases` prints"},
    {"acyclic mo", "1:9: `mo`, of herd's models of C, is not supported, expected a name that "
                   "`cmcm models --bases` prints"},
    {"let a = try PoD with 0", "1:13: herd's `PoD` is not supported, expected a name that "
                               "`cmcm models --bases` prints"},
    {"empty same-oa(po)", "1:15: this function of herd's looks at translation tables or values, "
                          "expected an argument that is always empty"},
    {"let a = try po;W with 0", "1:16: expected a relation, found a set of events"},
    {"let f(x) = y\nlet a = f(po)",
     "1:12: there is no name `y`, expected a base name or a definition "
     "before\n2:9: in `f`, from here"},
    {"procedure p(x) = let z = x end\ncall p(po)\nempty z",
     "3:7: there is no name `z`, expected a base name or a definition before"},
    {"forall x in {po} do let z = x end\nempty z",
     "2:7: there is no name `z`, expected a base name or a definition before"},
    {"let a = po and b = a",
     "1:20: there is no name `a`, expected a base name or a definition before"},
    /* sets and relations */
    {"acyclic R", "1:9: expected a relation, found a set of events"},
    {"irreflexive R", "1:13: expected a relation, found a set of events"},
    {"empty fencerel", "1:7: expected a set of events or a relation, found a function"},
    {"let a = R;po", "1:9: expected a relation, found a set of events"},
    {"let a = po & R", "1:14: expected a relation, found a set of events"},
    {"let a = R \\ po", "1:13: expected a set of events, found a relation"},
    {"let a = ~(po, rf)", "1:11: expected a set of events or a relation, found a tuple of 2 "
                          "elements"},
    {"let a = R^-1", "1:9: expected a relation, found a set of events"},
    {"let a = R?", "1:9: expected a relation, found a set of events"},
    {"let a = po * R", "1:9: expected a set of events, found a relation"},
    {"let a = [po]", "1:10: expected a set of events, found a relation"},
    {"let a = domain(R)", "1:16: expected a relation, found a set of events"},
    {"let a = range R", "1:15: expected a relation, found a set of events"},
    {"let a = {po} | rf", "1:16: expected a set literal, found a relation"},
    {"let a = 'x & po", "1:14: expected a set or a relation, found the tag `'x`"},
    {"let a = po ++ rf", "1:15: expected a set literal, found a relation"},
    {"let a = {po, R}", "1:9: the elements of a set are of one kind, found a relation and a set "
                        "of events"},
    {"let a = {fencerel, fencerel}",
     "1:9: this cannot be compared, expected tags, sets or relations, found "
     "a function"},
    {"show fencerel", "1:6: expected a set of events or a relation, found a function"},
    /* functions */
    {"let a = po(rf)", "1:9: expected a function, found a relation"},
    {"let f(a, b) = a\nlet c = f(po, rf, po)", "2:9: `f` takes 2 arguments, found 3"},
    {"let f(a, b) = a\nlet c = f(po)", "2:9: `f` takes 2 arguments, found 1"},
    {"let f() = po\nlet c = f(po)", "2:9: `f` takes 0 arguments, found 1"},
    {"let g = fun (x, y) -> x\nlet c = g po", "2:9: this function takes 2 arguments, found 1"},
    {"let (a, b) = po", "1:5: expected a tuple of 2 elements, found a relation"},
    {"procedure p(a, b) = empty a end\ncall p(po)",
     "2:8: expected a tuple of 2 elements, found a relation"},
    {"call fencerel(po)", "1:6: expected a procedure, found a function"},
    {"let a = linearisations(W)", "1:24: expected a tuple of 2 elements, found a set of events"},
    {"let a = linearisations(po, W)", "1:24: expected a set of events, found a relation"},
    {"let a = location-orders(W, co0)",
     "1:25: expected classes-loc of a set of events, found a set of events"},
    {"let a = total-orders(W)", "1:22: expected a relation, found a set of events"},
    /* with */
    {"with r from po", "1:13: expected linearisations(S, r), total-orders(r), partial-orders(r), "
                       "subrelations(r) or location-orders(classes-loc(S), r), found a relation"},
    {"with r from {po, rf}",
     "1:13: expected linearisations(S, r), total-orders(r), partial-orders(r), "
     "subrelations(r) or location-orders(classes-loc(S), r), found a set literal of 2 elements"},
    {"empty total-orders(po)", "1:7: expected a set of events or a relation, found a set of "
                               "orders, only for `with ... from`"},
    /* recursion */
    {"let rec a = po | ~a", "1:19: a recursive definition may not use itself under `~` or on the "
                            "right of `\\`, expected a monotone use"},
    {"let f(x) = po \\ x\nlet rec a = rf | f(a)",
     "1:17: a recursive definition may not use itself under `~` or on the right of `\\`, expected "
     "a monotone use\n2:18: in `f`, from here"},
    {"let rec a = po | (let rec b = rf \\ a in b)",
     "1:36: a recursive definition may not use itself under `~` or on the right of `\\`, expected "
     "a monotone use"},
    {"let rec a = po | (po \\ (let rec b = rf | a | b;b in b))",
     "1:25: a recursive definition may not use itself under `~` or on the right of `\\`, expected "
     "a monotone use"},
    {"let rec a = R | b and b = po;b", "1:17: expected a set of events, found a relation"},
    {"let rec a = (po, a)",
     "1:9: expected a recursive set of events, relation or function, found a tuple of 2 elements"},
    {"let rec _ = po", "1:9: expected a name for a recursive definition"},
    /* what only an execution decides */
    {"let a = match W with {} -> 0 || x ++ y -> x end",
     "1:15: this differs between executions, so that no match can be on it, expected a set "
     "literal, found a set of events"},
    {"let a = if po = rf then po else rf",
     "1:12: these differ between executions and cannot be compared, expected tags or set literals"},
    {"let a = if po subset rf then po else rf",
     "1:12: these differ between executions and cannot be compared, expected tags or set literals"},
    {"let a = if po in rf then po else rf", "1:18: expected a set literal, found a relation"},
    {"forall x in W do with r from total-orders(po) end",
     "1:18: `with ... from` inside `forall` over events is not supported, expected it outside"},
    /* tags */
    {"let a = match 'x with 'y -> po end",
     "1:9: there is no clause for `'x`, expected one or `_ -> ...`"},
    {"match 'x with 'y -> empty po end",
     "1:1: there is no clause for `'x`, expected one or `_ -> ...`"},
    {"match po with 'y -> empty po end", "1:7: expected a tag, found a relation"},
};

TEST(test_errors)
{
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cat c;
        cat_start(&c);
        if (cat_try(&c, bad[i].text, NULL))
            fail_msg("no error in %s", bad[i].text);
        assert_string_equal(cat_messages(&c), bad[i].message);
        assert_int_equal(c.work.diags.errors, 1);
        cat_end(&c);
    }
}

/* Functions that double their work at every step end in an error, soon. */
TEST(test_work)
{
    cat c;
    cat_start(&c);
    const char *text = "let f0(x) = x\n";
    for (int i = 1; i <= 30; i++)
        text = cm_arena_printf(c.arena, "%slet f%d(x) = f%d(f%d(x))\n", text, i, i - 1, i - 1);
    assert_null(cat_try(&c, cm_arena_printf(c.arena, "%slet a = f30(po)\n", text), NULL));
    assert_non_null(strstr(cat_messages(&c), "the model is too large, expected at most"));
    cat_end(&c);
}

/* ---- malformed files -------------------------------------------------- */

/* tests/malformed/NAME.cat gives the message in NAME.expected. */
static void check_file(const char *name)
{
    cat c;
    cat_start(&c);
    const char *expected = cm_arena_printf(c.arena, "%.*s.expected", (int)strlen(name) - 4, name);
    if (access(expected, R_OK) == 0) {
        cm_model_options options = {.library_dir = cat_library()};
        if (cm_model_load(&c.work, name, &options))
            fail_msg("no error in %s", name);
        unsigned line, column;
        const cm_diag *d = &c.work.diags.items[0];
        cm_place_position(d->place, &line, &column);
        const char *got = cm_arena_printf(c.arena, "%u:%u: error: %s", line, column, d->message);
        assert_string_equal(d->place.source->name, name);
        char *first = unit_read(c.arena, expected, NULL);
        first[strcspn(first, "\n")] = 0;
        assert_string_equal(got, first);
    }
    cat_end(&c);
}

TEST(test_malformed)
{
    char library[1000], old[1000];
    assert_non_null(getcwd(old, sizeof old));
    assert_non_null(realpath(cat_library(), library));
    char **files = unit_files(arena, "tests/malformed", ".cat", 0);
    assert_int_equal(chdir(unit_path(arena, "tests/malformed")), 0);
    setenv("CMCM_MODELS", library, 1);
    int count = 0;
    for (; files[count]; count++)
        check_file(strrchr(files[count], '/') + 1);
    assert_int_equal(chdir(old), 0);
    assert_true(count >= 25);
}

/* ---- includes --------------------------------------------------------- */

static bool tests_have(const cm_model *model, const char *name)
{
    for (int i = 0; i < model->constraint_count; i++)
        if (strcmp(model->constraints[i].name, name) == 0)
            return true;
    return false;
}

/* The including file's directory, then -I in order, then the library; but the
 * library's own files come from the library. */
TEST(test_includes)
{
    char root[] = "/tmp/cat-XXXXXX", path[100];
    assert_non_null(mkdtemp(root));
    static const char *const files[][2] = {
        {"main.cat", "\"main\" include \"near.cat\" include \"sub/deep.cat\" include \"far.cat\""
                     " include \"both.cat\" include \"cos.cat\" empty co as uses-co"},
        {"near.cat", "empty 0 as near"},
        {"both.cat", "empty 0 as both-here"},
        {"cos.cat", "empty 0 as not-ours"},
        {"stdlib.cat", "empty 0 as not-ours"},
        {"sub/deep.cat", "include \"beside.cat\" include \"both.cat\""},
        {"sub/beside.cat", "empty 0 as beside"},
        {"inc/far.cat", "empty 0 as far"},
        {"inc/both.cat", "empty 0 as both-far"},
        {"sub/cycle.cat", "include \"../cycle.cat\""},
        {"cycle.cat", "include \"./sub/cycle.cat\""},
    };
    snprintf(path, sizeof path, "%s/sub", root);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/inc", root);
    assert_int_equal(mkdir(path, 0700), 0);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", root, files[i][0]);
        unit_write(path, files[i][1], strlen(files[i][1]));
    }
    cat c;
    cat_start(&c);
    const char *inc = cm_arena_printf(c.arena, "%s/inc", root);
    cm_model_options options = {
        .library_dir = cat_library(), .include_dirs = &inc, .include_count = 1};
    const char *main_file = cm_arena_printf(c.arena, "%s/main.cat", root);
    const cm_model *model = cm_model_load(&c.work, main_file, &options);
    if (!model)
        fail_msg("%s", cat_messages(&c));
    assert_string_equal(model->title, "main");
    assert_string_equal(model->files[0], main_file);
    static const char *const present[] = {"near",      "beside",   "far",
                                          "both-here", "both-far", "uses-co"};
    for (size_t i = 0; i < sizeof present / sizeof *present; i++)
        if (!tests_have(model, present[i]))
            fail_msg("%s is missing", present[i]);
    assert_false(tests_have(model, "not-ours"));
    assert_int_equal(model->free_count, 1);

    options.include_count = 0;
    assert_null(cm_model_load(&c.work, main_file, &options));
    assert_non_null(
        strstr(cat_messages(&c), "1:30: there is no file `both.cat`, expected it beside"));
    assert_null(cm_model_load(&c.work, cm_arena_printf(c.arena, "%s/cycle.cat", root), &options));
    assert_non_null(strstr(cat_messages(&c), "includes itself"));
    cat_end(&c);

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", root, files[i][0]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/sub", root);
    rmdir(path);
    snprintf(path, sizeof path, "%s/inc", root);
    rmdir(path);
    assert_int_equal(rmdir(root), 0);
}

TEST(test_missing_models)
{
    cat c;
    cat_start(&c);
    cm_model_options options = {.library_dir = cat_library()};
    assert_null(cm_model_load(&c.work, "no-such-model", &options));
    assert_null(cm_model_load(&c.work, "no/such/file.cat", &options));
    assert_null(cm_model_load(&c.work, "../models/arm", &options));
    options.library_dir = "no/such/directory";
    assert_null(cat_try(&c, "empty 0", &options));
    assert_int_equal(c.work.diags.errors, 4);
    assert_non_null(strstr(cat_messages(&c), "there is no model `no-such-model`, expected"));
    assert_non_null(strstr(cat_messages(&c),
                           cm_arena_printf(c.arena, "(looked in `%s` and among", cat_library())));
    assert_non_null(
        strstr(cat_messages(&c), "there is no directory `no/such/directory`, expected"));
    cat_end(&c);
}

/* ---- meaning ---------------------------------------------------------- */

/* Pairs of names that must stand for one term. */
static void check_same(const char *text)
{
    cat c;
    cat_load(&c, text);
    int a = cm_model_find(c.model, "a"), b = cm_model_find(c.model, "b");
    assert_true(a >= 0);
    if (a != b)
        fail_msg("a and b differ in\n%s", text);
    cat_end(&c);
}

TEST(test_meaning)
{
    static const char *const same[] = {
        /* a later definition hides an earlier one, but not where that was used */
        "let x = po\nlet f(y) = x;y\nlet x = rf\nlet a = f(x)\nlet b = po;rf",
        "let po = rf\nlet a = po\nlet b = rf",
        "procedure p(x) = let rf = x end\ncall p(po)\nlet a = rf;po\nlet b = rf;po",
        /* functions are values */
        "let twice f = fun x -> f (f x)\nlet g(r) = r;po\nlet a = twice g rf\nlet b = (rf;po);po",
        "let rec f(x) = if \"never\" then f(x) else x\nlet a = f(po)\nlet b = po",
        ("let rec even s = match s with {} -> po || x ++ y -> odd y end\n"
         "and odd s = match s with {} -> rf || x ++ y -> even y end\n"
         "let a = even {'p, 'q, 'r}\nlet b = rf"),
        /* sets of tags */
        ("enum c = 'x || 'y || 'z\nlet f t = match t with 'y -> po || _ -> rf end\n"
         "let rec all s = match s with {} -> 0 || e ++ es -> f e | all es end\n"
         "let a = all c\nlet b = po | rf"),
        ("let m s = match s with {} -> rf || u ++ v -> loc end\n"
         "let n s = match s with {} -> po || x ++ y -> m y end\n"
         "let a = n({'p} | {'q, 'p} \\ {'q})\nlet b = rf"),
        "let a = if {'p, 'q} = {'q, 'p} then po else rf\nlet b = po",
        "let a = if {'p} subset {'q, 'p} then po else rf\nlet b = po",
        "let a = if 'p in {'q} then po else rf\nlet b = rf",
        "let a = if {} subset {'q} then po else rf\nlet b = po",
        "let a = if po;rf = po;rf then po else rf\nlet b = po",
        "let a = if 'x = 'x then po else rf\nlet b = po",
        /* 0, {} and _ are what is wanted */
        "let a = [0]\nlet b = po \\ po",
        "let e = emptyset\nlet a = e | rf\nlet b = {} | rf",
        "let a = R & (W | {})\nlet b = R & W",
        "let a = [_];po\nlet b = po",
        "let a = [domain 0]\nlet b = 0;po",
        "let a = (if \"never\" then po else 0) | rf\nlet b = rf",
        "let a = _ \\ R\nlet b = ~R",
        "let a = rf \\ (_ * _)\nlet b = 0;rf",
        /* try */
        "let a = try nothing with po\nlet b = po",
        "let a = try (let rec x = nothing | x;x in x) with po\nlet rec b = po | (0;b)",
        "let a = try (try nothing with also-nothing) with po\nlet b = po",
        "let DMB.XYZ = try DMB.XYZ with emptyset\nlet a = [DMB.XYZ]\nlet b = po \\ po",
        /* the same relation under two names */
        "let a = si\nlet b = same-instruction",
        "let a = Exp\nlet b = M",
        /* instructions */
        "if \"never\" let x = po else let x = rf end\nlet a = x\nlet b = rf",
        "match 'y with 'x -> let x = po || 'y -> let x = rf end\nlet a = x\nlet b = rf",
        /* standard library */
        "let a = fencerel(ISB)\nlet b = (po;[ISB]);po",
        "let a = po-loc\nlet b = po & loc",
        "let a = imply(po, rf)\nlet b = ~po | rf",
        "let a = diff(union(po, rf), inter(po, rf))\nlet b = (po | rf) \\ (po & rf)",
        "include \"cos.cat\"\nlet a = fre\nlet b = (rf^-1;co) & ext",
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        check_same(same[i]);
}

/* A test is named by `as`, else by the call around it, else by its place. */
TEST(test_names_of_tests)
{
    cat c;
    cat_load(&c, "procedure p(x) =\n  empty x as own\nempty x end\n"
                 "procedure q(x) = call p(x) call p(x) as inner end\n"
                 "call p(po) as outer\ncall q(po)\nempty po\n");
    static const char *const expected[] = {"own", "outer", "own",       "test.cat:3",
                                           "own", "inner", "test.cat:7"};
    assert_int_equal(c.model->constraint_count, 7);
    for (int i = 0; i < 7; i++)
        assert_string_equal(c.model->constraints[i].name, expected[i]);
    cat_end(&c);
}

/* `try` is silent about a lone name, not about a part of an expression. */
TEST(test_try)
{
    cat c;
    cat_load(&c, "let a = try nothing with 0\nlet b = try po | nothing with 0\n"
                 "let c = try fencerel(nothing) with (try also-nothing with 0)\n");
    assert_int_equal(c.work.diags.errors, 0);
    assert_string_equal(
        cat_messages(&c),
        "2:18: there is no name `nothing`: the expression after `with` is used instead\n"
        "3:22: there is no name `nothing`: the expression after `with` is used instead");
    cat_end(&c);
}

TEST(test_variants)
{
    static const char *const on[] = {"mixed", "other"};
    cm_model_options options = {.library_dir = cat_library(), .variants = on, .variant_count = 2};
    cat c;
    cat_start(&c);
    const cm_model *m = cat_try(&c,
                                "if \"mixed\" empty 0 as one else empty 0 as two end\n"
                                "if not \"mixed\" || \"absent\" then empty 0 as three end\n"
                                "if \"mixed\" && (\"absent\" || \"other\") empty 0 as four end\n"
                                "flag ~empty (if \"absent\" then _ else 0) as five\n",
                                &options);
    assert_non_null(m);
    assert_int_equal(m->constraint_count, 3);
    assert_string_equal(m->constraints[0].name, "one");
    assert_string_equal(m->constraints[1].name, "four");
    assert_true(m->constraints[2].is_flag && m->constraints[2].negated);
    assert_int_equal(m->nodes[m->constraints[2].node].op, CM_NODE_EMPTY);
    cat_end(&c);
}

/* What a loaded model lists: only what matters, children first. */
TEST(test_model)
{
    cat c;
    cat_load(&c, "\"A title\"\n"
                 "include \"cos.cat\"\n"
                 "let hb = (po | rfe)+\n"
                 "let unused(x) = x;x\n"
                 "let ppo = hb & (A * L)\n"
                 "acyclic hb | co\n"
                 "show hb, ppo, nothing\n"
                 "show rf;co as rfco\n"
                 "unshow ppo\n"
                 "let hb = hb;hb\n");
    const cm_model *m = c.model;
    assert_string_equal(m->title, "A title");
    assert_string_equal(m->name, "test.cat");
    assert_string_equal(m->constraints[0].name, "test.cat:6");
    assert_int_equal(m->show_count, 2);
    assert_string_equal(m->shows[0].name, "hb");
    assert_string_equal(m->shows[1].name, "rfco");
    assert_int_equal(m->free_count, 1);
    assert_string_equal(m->frees[0].name, "co");
    assert_int_equal(m->nodes[cm_model_find(m, "hb")].op, CM_NODE_SEQ);
    assert_int_equal(m->nodes[m->shows[0].node].op, CM_NODE_PLUS);
    assert_int_equal(cm_model_find(m, "unused"), -1);
    assert_int_equal(cm_model_find(m, "fri"), -1); /* of cos.cat, and not used */
    assert_int_equal(m->nodes[cm_model_find(m, "co")].op, CM_NODE_FREE);
    for (int i = 0; i < m->base_count; i++)
        assert_true(strcmp(m->bases[i]->name, "X") != 0);
    for (int i = 0; i < m->node_count; i++)
        assert_true(m->nodes[i].a < i && m->nodes[i].b < i);
    assert_int_equal(c.work.diags.count, 1); /* `show nothing` is a warning */
    assert_int_equal(c.work.diags.errors, 0);
    assert_string_equal(cat_messages(&c),
                        "7:15: there is no name `nothing` to show, expected a definition before");
    cat_end(&c);
}

/* Groups of recursive definitions are numbered so that a group depends on none
 * with a higher number; a definition inside one that it depends on joins it. */
TEST(test_groups)
{
    cat c;
    cat_load(&c, "let rec outer = po | (let rec low = rf | low;loc in outer \\ low);po\n"
                 "let rec x = rf | (let rec y = x;po | y;rf in y);loc\n");
    const cm_model *m = c.model;
    int low = -1, outer = -1, x = -1, y = -1;
    for (int i = 0; i < m->fix_count; i++) {
        const char *name = m->fixes[i].name;
        int group = m->fixes[i].group;
        low = strcmp(name, "low") == 0 ? group : low;
        outer = strcmp(name, "outer") == 0 ? group : outer;
        x = strcmp(name, "x") == 0 ? group : x;
        y = strcmp(name, "y") == 0 ? group : y;
        assert_int_equal(m->nodes[m->fixes[i].node].op, CM_NODE_FIX);
        assert_int_equal(m->nodes[m->fixes[i].node].index, i);
    }
    assert_int_equal(m->fix_count, 4);
    assert_int_equal(low, 0);
    assert_int_equal(outer, 1);
    assert_int_equal(x, 2);
    assert_int_equal(y, 2);
    cat_end(&c);
}

TEST(test_herd_generators)
{
    cat c;
    cat_load(&c,
             "include \"cross.cat\"\nwith co from generate_cos(co0)\n"
             "with s from linearisations(F, po)\nwith u from cross(co_locs(co0, partition(W)))\n");
    assert_int_equal(c.model->free_count, 3);
    assert_int_equal(c.model->frees[0].generator, CM_TOTAL_ORDERS);
    assert_int_equal(c.model->frees[1].generator, CM_LINEARISATIONS);
    assert_true(c.model->frees[1].set >= 0 && c.model->frees[0].set == -1);
    assert_int_equal(c.model->frees[2].relation, c.model->frees[0].relation);
    assert_true(tests_have(c.model, "co-exists")); /* co0 has no cycle */
    cat_end(&c);
}

/* All models of the library load, without a word. */
TEST(test_library)
{
    static const char *const names[] = {"arm", "x86tso"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cat c;
        cat_load_file(&c, names[i]);
        assert_string_equal(c.model->name, names[i]);
        assert_true(c.model->constraint_count >= 3);
        assert_int_equal(c.work.diags.count, 0);
        assert_true(cm_model_find(c.model, "co") >= 0);
        cat_end(&c);
    }
}
