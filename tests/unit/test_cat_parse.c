/* The grammar of cat: trees written back with all brackets, and syntax errors. */
#include "model/ast.h"

#include "base/text.h"
#include "cat_help.h"
#include "tests/unit/unit.h"

/* ---- trees as text ---------------------------------------------------- */

static void print(cm_text *out, const cm_cat_expr *e);

static void print_list(cm_text *out, const cm_cat_expr *e)
{
    for (int i = 0; i < e->arg_count; i++) {
        cm_text_add(out, i ? " " : "");
        print(out, e->args[i]);
    }
}

static void print_pattern(cm_text *out, const cm_cat_pattern *pattern)
{
    cm_text_add(out, pattern->is_tuple ? "<" : "");
    for (int i = 0; i < pattern->count; i++)
        cm_text_append(out, "%s%s", i ? "," : "", pattern->names[i] ? pattern->names[i] : "_");
    cm_text_add(out, pattern->is_tuple ? ">" : "");
}

static void print_bindings(cm_text *out, const cm_cat_binding *bindings, int count)
{
    for (int i = 0; i < count; i++) {
        cm_text_add(out, i ? " and " : " ");
        print_pattern(out, &bindings[i].pattern);
        cm_text_add(out, "=");
        print(out, bindings[i].value);
    }
}

static void print_cond(cm_text *out, const cm_cat_cond *cond)
{
    static const char *const names[] = {"", "not", "and", "or", "eq", "sub", "in"};
    if (cond->kind == CM_COND_VARIANT) {
        cm_text_append(out, "\"%s\"", cond->variant);
        return;
    }
    cm_text_append(out, "(%s", names[cond->kind]);
    if (cond->left) {
        cm_text_add(out, " ");
        print_cond(out, cond->left);
    }
    if (cond->right) {
        cm_text_add(out, " ");
        print_cond(out, cond->right);
    }
    if (cond->a) {
        cm_text_add(out, " ");
        print(out, cond->a);
        cm_text_add(out, " ");
        print(out, cond->b);
    }
    cm_text_add(out, ")");
}

static void print_clauses(cm_text *out, const cm_cat_expr *e)
{
    cm_text_add(out, "(match ");
    print(out, e->a);
    for (int i = 0; i < e->clause_count; i++) {
        cm_text_append(out, " '%s:", e->clauses[i].tag);
        print(out, e->clauses[i].value);
    }
    if (e->kind == CM_CAT_MATCH_SET)
        cm_text_add(out, " {}:");
    else if (e->b)
        cm_text_add(out, " _:");
    if (e->b)
        print(out, e->b);
    if (e->c) {
        cm_text_append(out, " %s++%s:", e->pattern.names[0] ? e->pattern.names[0] : "_",
                       e->pattern.names[1] ? e->pattern.names[1] : "_");
        print(out, e->c);
    }
    cm_text_add(out, ")");
}

static void print_two(cm_text *out, const char *what, const cm_cat_expr *a, const cm_cat_expr *b)
{
    cm_text_append(out, "(%s", what);
    cm_text_add(out, *what ? " " : "");
    print(out, a);
    if (b) {
        cm_text_add(out, " ");
        print(out, b);
    }
    cm_text_add(out, ")");
}

static void print(cm_text *out, const cm_cat_expr *e)
{
    static const char *const ops[] = {
        [CM_CAT_SET] = "set",     [CM_CAT_TUPLE] = "tuple",  [CM_CAT_IDENTITY] = "id",
        [CM_CAT_PLUS] = "+",      [CM_CAT_STAR] = "*",       [CM_CAT_OPT] = "?",
        [CM_CAT_INVERSE] = "inv", [CM_CAT_COMPLEMENT] = "~", [CM_CAT_UNION] = "|",
        [CM_CAT_INTER] = "&",     [CM_CAT_SEQ] = ";",        [CM_CAT_DIFF] = "\\",
        [CM_CAT_ADD] = "++",      [CM_CAT_CROSS] = "x",      [CM_CAT_APPLY] = "@",
        [CM_CAT_TRY] = "try",
    };
    switch (e->kind) {
    case CM_CAT_ZERO:
        cm_text_add(out, "0");
        break;
    case CM_CAT_UNIVERSE:
        cm_text_add(out, "_");
        break;
    case CM_CAT_VAR:
        cm_text_add(out, e->name);
        break;
    case CM_CAT_TAG:
        cm_text_append(out, "'%s", e->name);
        break;
    case CM_CAT_FUN:
        cm_text_add(out, "(fun ");
        print_pattern(out, &e->pattern);
        cm_text_add(out, " ");
        print(out, e->a);
        cm_text_add(out, ")");
        break;
    case CM_CAT_LET:
    case CM_CAT_LETREC:
        cm_text_add(out, e->kind == CM_CAT_LET ? "(let" : "(rec");
        print_bindings(out, e->bindings, e->binding_count);
        cm_text_add(out, " in ");
        print(out, e->a);
        cm_text_add(out, ")");
        break;
    case CM_CAT_IF:
        cm_text_add(out, "(if ");
        print_cond(out, e->cond);
        cm_text_add(out, " ");
        print(out, e->a);
        cm_text_add(out, " ");
        print(out, e->b);
        cm_text_add(out, ")");
        break;
    case CM_CAT_MATCH_TAG:
    case CM_CAT_MATCH_SET:
        print_clauses(out, e);
        break;
    default:
        if (e->a) {
            print_two(out, ops[e->kind], e->a, e->b);
        } else {
            cm_text_append(out, "(%s%s", ops[e->kind], e->arg_count ? " " : "");
            print_list(out, e);
            cm_text_add(out, ")");
        }
    }
}

typedef struct attempt {
    cat *c;
    cm_source *source;
    cm_cat_file *file;
} attempt;

static void try_parse(void *argument)
{
    attempt *a = argument;
    a->file = cm_cat_parse(&a->c->work, cm_names_new(a->c->arena), a->source);
}

static attempt parse(cat *c, const char *text)
{
    cat_start(c);
    attempt a = {.c = c, .source = cm_arena_alloc(c->arena, 1, sizeof *a.source)};
    *a.source = (cm_source){"test.cat", text, strlen(text)};
    if (!cm_arena_protect(c->arena, try_parse, &a))
        a.file = NULL;
    return a;
}

/* ---- expressions ------------------------------------------------------ */

static const struct {
    const char *text, *tree;
} expressions[] = {
    {"0", "0"},
    {"_", "_"},
    {"'t", "'t"},
    {"{}", "(set)"},
    {"{a}", "(set a)"},
    {"{a|b, 'c}", "(set (| a b) 'c)"},
    {"()", "(tuple)"},
    {"(a)", "a"},
    {"begin a end", "a"},
    {"a, b", "(tuple a b)"},
    {"(a, b | c, d)", "(tuple a (| b c) d)"},
    {"[a]", "(id a)"},
    /* precedence, from loose to tight: | ++ ; \ & * + ? ~ ^-1 */
    {"a | b | c", "(| a b c)"},
    {"a | b ; c", "(| a (; b c))"},
    {"a ; b | c", "(| (; a b) c)"},
    {"a ; b ; c", "(; a b c)"},
    {"a ; b \\ c", "(; a (\\ b c))"},
    {"a \\ b ; c", "(; (\\ a b) c)"},
    {"a \\ b \\ c", "(\\ (\\ a b) c)"},
    {"a \\ b & c", "(\\ a (& b c))"},
    {"a & b \\ c", "(\\ (& a b) c)"},
    {"a & b & c", "(& a b c)"},
    {"a & b * c", "(& a (x b c))"},
    {"a * b & c", "(& (x a b) c)"},
    {"a * b ; c", "(; (x a b) c)"},
    {"a ++ b ++ c", "(++ a (++ b c))"},
    {"a ++ b ; c", "(++ a (; b c))"},
    {"a | b ++ c", "(| a (++ b c))"},
    {"a+", "(+ a)"},
    {"a*", "(* a)"},
    {"a?", "(? a)"},
    {"a+?", "(? (+ a))"},
    {"a+*", "(* (+ a))"},
    {"a^-1", "(inv a)"},
    {"a^-1^-1", "(inv (inv a))"},
    {"a^-1+", "(+ (inv a))"},
    {"a+^-1", "(inv (+ a))"},
    {"a;b+", "(; a (+ b))"},
    {"a*;b", "(; (* a) b)"},
    {"a* | b", "(| (* a) b)"},
    {"(a*)", "(* a)"},
    {"(a|b)*", "(* (| a b))"},
    {"a* (b)", "(x a b)"},
    {"a * ~b", "(x a (~ b))"},
    {"a+ * b", "(x (+ a) b)"},
    {"a* * b", "(x (* a) b)"},
    {"_ * _", "(x _ _)"},
    {"a ** b", "(x a b)"},
    {"~a", "(~ a)"},
    {"~a & b", "(& (~ a) b)"},
    {"~a^-1", "(~ (inv a))"},
    {"~~a", "(~ (~ a))"},
    {"a \\ ~b", "(\\ a (~ b))"},
    {"[a];b;[c]", "(; (id a) b (id c))"},
    {"([A | B]; c)?; d", "(; (? (; (id (| A B)) c)) d)"},
    /* application binds tightest and to the left */
    {"f a", "(@ f a)"},
    {"f a b", "(@ (@ f a) b)"},
    {"f(a)", "(@ f a)"},
    {"f(a, b)", "(@ f (tuple a b))"},
    {"f()", "(@ f (tuple))"},
    {"f(a)+", "(+ (@ f a))"},
    {"f a | b", "(| (@ f a) b)"},
    {"f (g a)", "(@ f (@ g a))"},
    {"f [a] 'b {c} 0 _", "(@ (@ (@ (@ (@ f (id a)) 'b) (set c)) 0) _)"},
    /* forms */
    {"fun x -> x | y", "(fun x (| x y))"},
    {"fun (x, _) -> x", "(fun <x,_> x)"},
    {"fun () -> x", "(fun <> x)"},
    {"fun _ -> x", "(fun _ x)"},
    {"let x = a in x;x", "(let x=a in (; x x))"},
    {"let x = a and y = b in x, y", "(let x=a and y=b in (tuple x y))"},
    {"let rec f(x) = x in f", "(rec f=(fun x x) in f)"},
    {"let (x, y) = a in x", "(let <x,y>=a in x)"},
    {"let x, y = a in x", "(let <x,y>=a in x)"},
    {"let f x y = x in f", "(let f=(fun x (fun y x)) in f)"},
    {"try a | b with c", "(try (| a b) c)"},
    {"if \"v\" then a else b | c", "(if \"v\" a (| b c))"},
    {"if not \"v\" || \"w\" && \"x\" then a else b", "(if (or (not \"v\") (and \"w\" \"x\")) a b)"},
    {"if not (\"v\" || \"w\") then a else b", "(if (not (or \"v\" \"w\")) a b)"},
    {"if a|b = c then a else b", "(if (eq (| a b) c) a b)"},
    {"if (a|b) subset c then a else b", "(if (sub (| a b) c) a b)"},
    {"if a in c then a else b", "(if (in a c) a b)"},
    {"match a with 'x -> b || 'y -> c || _ -> d end", "(match a 'x:b 'y:c _:d)"},
    {"match a with || 'x -> b end", "(match a 'x:b)"},
    {"match a with {} -> b || x ++ y -> c | d end", "(match a {}:b x++y:(| c d))"},
    {"match a with || x ++ _ -> c || {} -> b end", "(match a {}:b x++_:c)"},
    {"match a with 'x -> match b with 'y -> c end || _ -> d end",
     "(match a 'x:(match b 'y:c) _:d)"},
};

TEST(test_expressions)
{
    for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++) {
        cat c;
        char text[300];
        snprintf(text, sizeof text, "let it = %s", expressions[i].text);
        attempt a = parse(&c, text);
        if (!a.file)
            fail_msg("%s: %s", text, cat_messages(&c));
        cm_text out = cm_text_new(c.arena);
        print(&out, a.file->body[0]->bindings[0].value);
        assert_string_equal(out.data, expressions[i].tree);
        cat_end(&c);
    }
}

/* ---- instructions ----------------------------------------------------- */

TEST(test_instructions)
{
    cat c;
    attempt a = parse(&c, "Arch \"The title\" withco\n"
                          "let a = b in\n"
                          "let rec a = b and c = d\n"
                          "acyclic a as one\n"
                          "~empty a | b\n"
                          "flag irreflexive a as two\n"
                          "undefined_unless empty a as three\n"
                          "assert acyclic a\n"
                          "show a\n"
                          "~acyclic a\n"
                          "show a, b\n"
                          "show a | b as c\n"
                          "unshow a, b\n"
                          "include \"x.cat\"\n"
                          "procedure p(x, y) =\n  empty x\n  call q x\nend\n"
                          "procedure rec q x = end\n"
                          "call p(a, b) as four\n"
                          "enum e = || 'x || 'y\n"
                          "debug a\n"
                          "forall x in s do acyclic x end\n"
                          "with co from f(x)\n"
                          "if not \"v\" include \"y.cat\" else empty a empty b end\n"
                          "if \"v\" then empty a end\n"
                          "match t with 'x -> empty a empty b || _ -> end\n");
    if (!a.file)
        fail_msg("%s", cat_messages(&c));
    static const cm_cat_ins_kind kinds[] = {
        CM_INS_LET,     CM_INS_LETREC, CM_INS_TEST,    CM_INS_TEST,      CM_INS_TEST,
        CM_INS_TEST,    CM_INS_TEST,   CM_INS_SHOW,    CM_INS_TEST,      CM_INS_SHOW,
        CM_INS_SHOW_AS, CM_INS_UNSHOW, CM_INS_INCLUDE, CM_INS_PROCEDURE, CM_INS_PROCEDURE,
        CM_INS_CALL,    CM_INS_ENUM,   CM_INS_DEBUG,   CM_INS_FORALL,    CM_INS_WITH,
        CM_INS_IF,      CM_INS_IF,     CM_INS_MATCH,
    };
    assert_string_equal(a.file->title, "The title");
    assert_int_equal(a.file->body_count, sizeof kinds / sizeof *kinds);
    cm_cat_ins **body = a.file->body;
    for (int i = 0; i < a.file->body_count; i++)
        assert_int_equal(body[i]->kind, kinds[i]);
    assert_string_equal(body[2]->name, "one");
    assert_true(body[3]->negated && body[3]->test == CM_TEST_EMPTY && !body[3]->name);
    assert_int_equal(body[4]->role, CM_ROLE_FLAG);
    assert_int_equal(body[5]->role, CM_ROLE_UNLESS);
    assert_int_equal(body[6]->role, CM_ROLE_ASSERT);
    assert_int_equal(body[9]->name_count, 2);
    assert_int_equal(body[13]->body_count, 2);
    assert_true(body[13]->pattern.is_tuple);
    assert_true(body[14]->recursive && body[14]->body_count == 0);
    assert_int_equal(body[16]->name_count, 2);
    assert_int_equal(body[20]->body_count, 1);
    assert_int_equal(body[20]->other_count, 2);
    assert_true(body[22]->has_default && body[22]->clause_count == 1);
    assert_int_equal(body[22]->clauses[0].body_count, 2);
    cat_end(&c);
}

TEST(test_titles)
{
    static const char *const titles[][2] = {
        {"", ""},
        {"acyclic a", ""},
        {"\"A string\" acyclic a", "A string"},
        {"RISCV \"Another\" let a = b", "Another"},
        {"C RC11 let a = b", "C RC11"},
        {"(* comment *) stdlib let a = b", "stdlib"},
    };
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        cat c;
        attempt a = parse(&c, titles[i][0]);
        assert_non_null(a.file);
        assert_string_equal(a.file->title, titles[i][1]);
        cat_end(&c);
    }
}

/* Every node has a place that covers its text. */
TEST(test_places)
{
    cat c;
    const char *text = "let it = a | f(b);c+";
    attempt a = parse(&c, text);
    const cm_cat_expr *e = a.file->body[0]->bindings[0].value;
    const cm_cat_expr *seq = e->args[1], *call = seq->args[0], *plus = seq->args[1];
    assert_int_equal(a.file->body[0]->place.length, strlen(text));
    assert_int_equal(e->place.offset, 9);
    assert_int_equal(e->place.length, 11);
    assert_int_equal(seq->place.offset, 13);
    assert_int_equal(call->place.offset, 13);
    assert_int_equal(call->place.length, 4);
    assert_int_equal(plus->place.offset, 18);
    assert_int_equal(plus->place.length, 2);
    cat_end(&c);
}

/* ---- errors ----------------------------------------------------------- */

static const struct {
    const char *text, *message;
} bad[] = {
    {"let", "1:4: expected a name or `_`, found the end of the file"},
    {"let a", "1:6: expected `=`, found the end of the file"},
    {"let a = ;", "1:9: expected an expression, found `;`"},
    {"let a = b |", "1:12: expected an expression, found the end of the file"},
    {"let a = (b", "1:11: expected `)` for what starts at line 1, column 9, found the end of the "
                   "file"},
    {"let a = begin b)", "1:16: expected `end` for what starts at line 1, column 9, found `)`"},
    {"let a = {b, }", "1:13: expected an expression, found `}`"},
    {"let a = b^", "1:11: expected `-1`, found the end of the file"},
    {"let a = b; if \"v\" then c else d", "1:12: expected an expression, found `if`"},
    {"let a = ~b*", "1:11: `*` after `~` is ambiguous, expected brackets"},
    {"let a = ~b?", "1:11: `?` after `~` is ambiguous, expected brackets"},
    {"let a = b * c+", "1:14: `+` after a product is ambiguous, expected brackets"},
    {"let a = fun -> b", "1:13: expected a name, `_` or `(`, found `->`"},
    {"let a = let b = c", "1:18: expected `in`, found the end of the file"},
    {"let a = if b then c else d", "1:14: expected `=`, `subset` or `in`, found `then`"},
    {"let a = match b with end", "1:22: expected a clause `'tag -> ...` or `_ -> ...`, found "
                                 "`end`"},
    {"let a = match b with {} -> c end", "1:30: expected `||`, found `end`"},
    {"let a = match b with {} -> c || {} -> d end", "1:33: expected a name or `_`, found `{`"},
    {"let a = match b with x ++ y -> c || u ++ v -> d end",
     "1:37: expected the clause `{} -> ...`, found `u`"},
    {"let a = match b with x | y ++ z -> c || {} -> d end",
     "1:24: the pattern `before | element ++ after` is not supported, expected `element ++ rest`"},
    {"acyclic", "1:8: expected an expression, found the end of the file"},
    {"acyclic a as", "1:13: expected a name, found the end of the file"},
    {"flag a", "1:6: expected `acyclic`, `irreflexive` or `empty`, found `a`"},
    {"include x", "1:9: expected a file name in quotes, found `x`"},
    {"procedure p = end", "1:13: expected a name, `_` or `(`, found `=`"},
    {"procedure p() = empty a", "1:24: expected `end` for what starts at line 1, column 1, found "
                                "the end of the file"},
    {"call p", "1:7: expected an expression, found the end of the file"},
    {"enum e = x", "1:10: expected a tag `'name`, found `x`"},
    {"forall x s do end", "1:10: expected `in`, found `s`"},
    {"forall x in s end", "1:15: expected `do`, found `end`"},
    {"with co = x", "1:9: expected `from`, found `=`"},
    {"show a | b", "1:11: expected `as` and a name for what is shown, found the end of the file"},
    {"acyclic a )", "1:11: expected a definition or a test, found `)`"},
    {"acyclic a else", "1:11: expected a definition or a test, found `else`"},
    {"default X(a)", "1:10: expected `[`, found `(`"},
    {"instructions [a]", "1:14: expected the name of a kind of instruction, found `[`"},
    {"let a = b \"c\"", "1:11: expected a definition or a test, found `\"c\"`"},
};

TEST(test_errors)
{
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cat c;
        attempt a = parse(&c, bad[i].text);
        assert_null(a.file);
        assert_string_equal(cat_messages(&c), bad[i].message);
        cat_end(&c);
    }
}

/* Any nesting gives a tree or an error, never an overflow of the stack. */
TEST(test_depth)
{
    static const char *const openers[] = {"(",      "[",        "{",         "~",    "f(",
                                          "begin ", "let x = ", "fun x -> ", "try ", "if ",
                                          "match ", "a ++ ",    "if not (",  "a\\(", "x?;"};
    static char text[400000];
    for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) {
        strcpy(text, "let a = ");
        size_t at = strlen(text), step = strlen(openers[i]);
        for (int k = 0; k < 20000 && at + step + 2 < sizeof text; k++, at += step)
            memcpy(text + at, openers[i], step + 1);
        strcpy(text + at, "b");
        cat c;
        attempt a = parse(&c, text);
        assert_true(a.file || strstr(cat_messages(&c), "the expression is nested too deeply"));
        assert_true(!a.file == (strcmp(openers[i], "x?;") != 0)); /* a long chain is flat */
        cat_end(&c);
    }
}
