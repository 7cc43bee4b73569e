/* Where names of cat files are defined and used. */
#include "model/scope.h"

#include "base/text.h"
#include "cat_help.h"
#include "tests/unit/unit.h"

static const cm_cat_scope *scope_of(cat *c, const cm_source *drafts, int count)
{
    cm_model_options *options = CM_NEW(c->arena, cm_model_options);
    *options =
        (cm_model_options){.library_dir = cat_library(), .drafts = drafts, .draft_count = count};
    return cm_cat_scope_of(&c->work, drafts[0].name, options);
}

static const cm_cat_scope *scope_of_text(cat *c, const char *text)
{
    cm_source *draft = CM_NEW(c->arena, cm_source);
    *draft = (cm_source){"test.cat", text, strlen(text)};
    const cm_cat_scope *scope = scope_of(c, draft, 1);
    if (!scope)
        fail_msg("%s\n%s", text, cat_messages(c));
    return scope;
}

/* A place as "name@offset" in its file. */
static void tell_place(cm_text *out, cm_place place)
{
    cm_text_append(out, "%.*s@%u", (int)place.length, place.source->text + place.offset,
                   place.offset);
}

/* The uses of the main file, each with what it may mean: "a@8->a@4". */
static const char *told(cat *c, const cm_cat_scope *scope)
{
    cm_text out = cm_text_new(c->arena);
    for (int i = 0; i < scope->use_count; i++) {
        const cm_cat_use *use = &scope->uses[i];
        if (use->place.source != scope->source)
            continue;
        cm_text_add(&out, out.length ? " " : "");
        tell_place(&out, use->place);
        for (int k = 0; k < use->count; k++) {
            const cm_cat_symbol *symbol = &scope->symbols[use->symbols[k]];
            cm_text_add(&out, k ? "|" : "->");
            if (symbol->place.source == scope->source)
                tell_place(&out, symbol->place);
            else
                cm_text_append(&out, "%s", symbol->place.source->name);
        }
    }
    return out.data;
}

static void expect(const char *text, const char *uses)
{
    cat c;
    cat_start(&c);
    assert_string_equal(told(&c, scope_of_text(&c, text)), uses);
    cat_end(&c);
}

TEST(innermost_definition_counts)
{
    expect("let a = rf let b = a", "rf@8 a@19->a@4");
    expect("let a = rf let a = a show a", "rf@8 a@19->a@4 a@26->a@15");
    expect("let f(a) = a let g = f(rf)", "a@11->a@6 f@21->f@4 rf@23");
    expect("let a = rf let f(a, b) = a | b | f", "rf@8 a@25->a@17 b@29->b@20 f@33");
    expect("let rec a = a | b and b = a", "a@12->a@8 b@16->b@22 a@26->a@8");
    expect("let a = let a = rf in a empty a", "rf@16 a@22->a@12 a@30->a@4");
    expect("let f = fun x -> x x", "x@17->x@12 x@19->x@12");
    expect("procedure p(r) = let s = r empty s as t end call p(rf)",
           "r@25->r@12 s@33->s@21 p@49->p@10 rf@51");
    expect("forall x in W do let y = [x] empty y end empty y", "W@12 x@26->x@7 y@35->y@21 y@47");
    expect("with r from partial-orders(po) acyclic r", "partial-orders@12 po@27 r@39->r@5");
}

TEST(branches_may_define)
{
    expect("let a = po if \"v\" let a = rf end show a", "po@8 rf@26 a@38->a@22|a@4");
    expect("if \"v\" let a = rf else let a = po end show a", "rf@15 po@31 a@43->a@11|a@27");
    expect("if \"v\" let a = rf let a = a end show a", "rf@15 a@26->a@11 a@37->a@22");
}

TEST(one_name_is_one)
{
    cat c;
    cat_start(&c);
    const cm_cat_scope *s = scope_of_text(
        &c, "let a = po if \"v\" let a = rf end show a if \"w\" let a = co end let b = rf");
    int a = cm_cat_symbol_at(s, 4), b = cm_cat_symbol_at(s, 67);
    assert_true(a >= 0 && b >= 0);
    assert_int_equal(cm_cat_symbol_at(s, 5), a); /* just after it */
    assert_int_equal(cm_cat_symbol_at(s, 7), -1);
    assert_int_equal(s->symbols[cm_cat_symbol_at(s, 22)].same, s->symbols[a].same);
    assert_int_not_equal(s->symbols[cm_cat_symbol_at(s, 51)].same, s->symbols[a].same);
    assert_int_not_equal(s->symbols[b].same, s->symbols[a].same);
    cat_end(&c);
}

TEST(axioms_and_tops)
{
    cat c;
    cat_start(&c);
    const cm_cat_scope *s =
        scope_of_text(&c, "let f(x) = x acyclic po as ax flag empty rf as fl enum e = 'u || 'v");
    assert_int_equal(s->symbols[cm_cat_symbol_at(s, 27)].kind, CM_CAT_SYMBOL_AXIOM);
    assert_int_equal(s->symbols[cm_cat_symbol_at(s, 47)].kind, CM_CAT_SYMBOL_FLAG);
    assert_int_equal(s->symbols[cm_cat_symbol_at(s, 4)].kind, CM_CAT_SYMBOL_FUNCTION);
    assert_int_equal(s->symbols[cm_cat_symbol_at(s, 55)].kind, CM_CAT_SYMBOL_ENUMERATION);
    assert_true(s->symbols[cm_cat_symbol_at(s, 4)].is_top);
    assert_false(s->symbols[cm_cat_symbol_at(s, 6)].is_top);
    cat_end(&c);
}

TEST(included_files)
{
    cat c;
    cat_start(&c);
    const cm_source drafts[] = {
        {"main.cat", "include \"part.cat\" include \"cos.cat\" let b = a; co", 50},
        {"part.cat", "let a = rf include \"main.cat\"", 29}};
    const cm_cat_scope *s = scope_of(&c, drafts, 2);
    assert_non_null(s);
    assert_false(s->whole); /* a circle: whoever checks the model says so */
    assert_int_equal(s->include_count, 3);
    const cm_cat_use *a = &s->uses[cm_cat_use_at(s, 45)], *co = &s->uses[cm_cat_use_at(s, 48)];
    assert_int_equal(a->count, 1);
    assert_string_equal(s->symbols[a->symbols[0]].place.source->name, "part.cat");
    assert_false(s->symbols[a->symbols[0]].carried);
    assert_int_equal(co->count, 1);
    assert_non_null(strstr(s->symbols[co->symbols[0]].place.source->name, "cos.cat"));
    cat_end(&c);
}

/* What no file of the model says: the dialect's own names. */
TEST(names_of_a_dialect)
{
    cat c;
    cat_start(&c);
    const cm_cat_scope *s = scope_of_text(&c, "HERD withco acyclic co | po as ax");
    const cm_cat_use *co = &s->uses[cm_cat_use_at(s, 21)];
    assert_int_equal(co->count, 1);
    assert_non_null(strstr(s->symbols[co->symbols[0]].place.source->name, "cos.cat"));
    cat_end(&c);
}

TEST(renamed_alike)
{
    cat c;
    cat_start(&c);
    const cm_cat_scope *s = scope_of_text(&c, "let a = rf let b = po let c = a");
    assert_true(cm_cat_scope_is_alike(s, scope_of_text(&c, "let x = rf let b = po let c = x")));
    /* caught by the other definition, or catching a base's name */
    assert_false(cm_cat_scope_is_alike(s, scope_of_text(&c, "let b = rf let b = po let c = b")));
    assert_false(cm_cat_scope_is_alike(s, scope_of_text(&c, "let po = rf let b = po let c = po")));
    assert_true(cm_cat_is_name(&c.work, "x-1.y", 5));
    assert_false(cm_cat_is_name(&c.work, "let", 3));
    assert_false(cm_cat_is_name(&c.work, "a b", 3));
    assert_false(cm_cat_is_name(&c.work, "", 0));
    assert_false(cm_cat_is_name(&c.work, "a ", 2));
    assert_false(cm_cat_is_name(&c.work, "\"", 1));
    cat_end(&c);
}

TEST(errors_end_it)
{
    cat c;
    cat_start(&c);
    const cm_source broken = {"test.cat", "let a = ", 8};
    assert_null(scope_of(&c, &broken, 1));
    assert_int_equal(c.work.diags.errors, 1);
    const cm_source drafts[] = {{"main.cat", "include \"part.cat\" let b = rf", 29},
                                {"part.cat", "let a = ", 8}};
    const cm_cat_scope *s = scope_of(&c, drafts, 2);
    assert_non_null(s);
    assert_false(s->whole);
    cat_end(&c);
}

/* Branches inside of branches, each with many names, are not looked through for ever. */
TEST(it_ends)
{
    cat c;
    cat_start(&c);
    cm_text text = cm_text_new(c.arena);
    for (int i = 0; i < 20000; i++)
        cm_text_append(&text, "let a%d = rf\n", i);
    for (int i = 0; i < 20000; i++)
        cm_text_append(&text, "show a%d\n", i);
    const cm_source draft = {"test.cat", text.data, text.length};
    assert_null(scope_of(&c, &draft, 1));
    cat_end(&c);
}

/* Every carried model is read, and each use means something. */
TEST(carried_models)
{
    cat c;
    cat_start(&c);
    cm_model_options options = {.library_dir = cat_library()};
    int looked = 0;
    for (const cm_model_text *text = cm_model_texts; text->name; text++) {
        if (text->text[0] != '"' || strchr(text->name, '/')) /* a part of others */
            continue;
        const char *path = cm_arena_printf(c.arena, "%s/%s", cat_library(), text->name);
        const cm_cat_scope *s = cm_cat_scope_of(&c.work, path, &options);
        if (!s)
            fail_msg("%s: %s", path, cat_messages(&c));
        assert_true(s->whole);
        for (int i = 0; i < s->use_count; i++, looked++)
            if (s->uses[i].count == 0 && !cm_base_find(c.arena, s->uses[i].name) &&
                !strstr("domain range partial-orders total-orders linearisations classes-loc "
                        "location-orders",
                        s->uses[i].name))
                fail_msg("%s: what is %s?", path, s->uses[i].name);
    }
    assert_true(looked > 1000);
    cat_end(&c);
}
