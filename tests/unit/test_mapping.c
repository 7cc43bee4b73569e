/* Mappings: reading them, translating tests, and what checking them says. */
#include "litmus/text/text.h"
#include "mapping/check.h"
#include "mapping/rules.h"
#include "model/model.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct opened {
    cm_arena *arena;
    cm_work work;
    cm_source source;
    cm_mapping *mapping;
} opened;

static void parse(void *argument)
{
    opened *o = argument;
    o->mapping = cm_mapping_parse(&o->work, &o->source, NULL);
}

static void open_mapping(opened *o, const char *text)
{
    *o = (opened){.arena = cm_arena_new(0), .source = {"m.map", text, strlen(text)}};
    o->work = cm_work_new(o->arena);
    cm_arena_protect(o->arena, parse, o);
}

/* ---- reading ---------------------------------------------------------------- */

static const struct {
    const char *text, *message; /* with its place */
} malformed[] = {
    {"", "m.map:1:1: error: expected a line `from WAVE to PTX`, found none"},
    {"from WAVE", "m.map:1:10: error: expected `to`"},
    {"from VAX to PTX", "m.map:1:6: error: there is no instruction set `VAX`"},
    {"from WAVE to", "m.map:1:13: error: expected an instruction set"},
    {"from WAVE to PTX twice", "m.map:1:18: error: expected the end of the line"},
    {"from WAVE to PTX\nregister rr = r",
     "m.map:2:10: error: `rr` is not the letter of a register"},
    {"register r r", "m.map:1:12: error: expected `=`"},
    {"address x 20 (x", "m.map:1:14: error: expected `()`"},
    {"address x 20 pair", "m.map:1:14: error: expected `pairs`"},
    {"number", "m.map:1:7: error: expected an instruction"},
    {"number li", "m.map:1:10: error: expected a register of the target"},
    {"unused", "m.map:1:7: error: expected a register of the target"},
    {"model", "m.map:1:6: error: expected a model"},
    {"reading", "m.map:1:8: error: expected a reading of the target's model"},
    {"include", "m.map:1:8: error: expected an installed mapping"},
    {"include c-vax",
     "m.map:1:9: error: there is no mapping `c-vax`, expected an installed mapping"},
    {"from C to PTX\ngoto $l => bra $m", "m.map:2:1: error: `$m` is unknown"},
    {"register r = W many", "m.map:1:16: error: expected a number up to 1000"},
    {"words scope wave=cta", "m.map:1:13: error: expected `:`"},
    {"words scope: wave", "m.map:1:18: error: expected `=`"},
    {"vary sc release", "m.map:1:9: error: expected `:`"},
    {"vary sc: release", "m.map:1:17: error: expected `=`"},
    {"alias load = device_load",
     "m.map:1:7: error: expected opcode.qualifier, found no dot in `load`"},
    {"ld => ld", "expected a line `from WAVE to PTX`"},
    {"from WAVE to PTX\nfences", "m.map:2:1: error: there is no statement `fences`, expected from"},
    {" => ld", "error: expected an instruction before `=>`"},
    {"ld.{scope} => ld", "m.map:1:1: error: `{scope}` is unknown, expected {words}"},
    {"ld $d => ld $a", "m.map:1:1: error: `$a` is unknown, expected a name of the pattern"},
    {"ld $ => ld", "m.map:1:1: error: `$` is unknown"},
    {"ld $d => ld $d ; ", "error: the instruction is empty, expected one, or `nothing`"},
    {"ld.a.b.c.d.e.f.g.h.i => ld", "error: expected an instruction before `=>`, of at most 8"},
    {"address X", "m.map:1:10: error: expected a number up to 1000"},
    {"address X 20 single", "m.map:1:14: error: expected `pairs`"},
    {"spread out", "m.map:1:8: error: expected the end of the line"},
    {"defect", "m.map:1:7: error: expected a flag of the target's model"},
    {"flat f", "m.map:1:6: error: expected an operand such as $f"},
    {"reason twice", "m.map:1:13: error: expected `:`"},
    {"reason twice:", "m.map:1:14: error: expected a reason in words"},
    {"ld => (twice) wait", "m.map:1:1: error: there is no reason `twice`, expected one of a line"},
    {"reason twice: so\nld $a => (twice) ld $a",
     "m.map:2:1: error: the reason for `ld $a` cannot be here"},
    {"reason twice: so\nld => (twice)", "m.map:2:1: error: the instruction is empty"},
};

TEST(refused_with_place)
{
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        opened o;
        open_mapping(&o, malformed[i].text);
        assert_int_equal(o.work.diags.errors, 1);
        const char *said = cm_diag_format(o.arena, &o.work.diags.items[0], false);
        if (!strstr(said, malformed[i].message))
            fail_msg("%s: '%s'", malformed[i].text, said);
        cm_arena_free(o.arena);
    }
}

/* ---- translating ------------------------------------------------------------ */

#define HEAD                                                                                       \
    "# a comment\nfrom WAVE to PTX # another\nregister r = r\nregister p = p 2\nguards\n"          \
    "words scope: workgroup=cta device=gpu\nignore u32\nalias load.global = device_load\n"

static const struct {
    const char *rules, *code;
    const char *rows; /* of the translation; NULL: refused, with `reason` */
    const char *reason;
} translations[] = {
    {"device_load $d, $a => ld.weak.u32 $d, $a", "device_load.u32 r0, [x]", "ld.weak.u32 r0, [x]",
     NULL},
    {"device_load $d, $a => ld.weak.u32 $d, $a", "load.global r3, [x+4]", "ld.weak.u32 r3, [x+4]",
     NULL},
    {"device_load.{scope}.acquire $d, $a => ld.acquire.{scope} $d, $a",
     "device_load.acquire.u32.device r0, [x]", "ld.acquire.gpu r0, [x]", NULL},
    {"fence_release.{scope} => fence.acq_rel.{scope} ; bar.sync 0", "fence_release.workgroup",
     "fence.acq_rel.cta|bar.sync 0", NULL},
    {"wait => nothing", "wait", "", NULL},
    {"nop => nothing\nwait => bar.sync 0", "wait", "bar.sync 0", NULL},
    {"device_store [x], $v => st.weak.u32 [x], $v\ndevice_store $a, $v => st.relaxed.sys.u32 $a, "
     "$v",
     "device_store [y], 1", "st.relaxed.sys.u32 [y], 1", NULL},
    {"device_store $a, $v => st.weak.u32 $a, $v", "@!p1 device_store [x], r1",
     "@!p1 st.weak.u32 [x], r1", NULL},
    {"device_store $a, $v => st.weak.u32 $a, $v", "@p2 device_store [x], r1", NULL,
     "register p2 has no place in the target"},
    {"nop => nothing", "wait", NULL, "there is no rule for `wait`"},
    {"wait => refused: not there", "wait", NULL, "not there"},
    {"fence_release.{scope} => bar.sync 0", "fence_release.system", NULL,
     "there is no rule for `fence_release.system`"},
    {"device_load $d, $a => ld.weak.u32 $d, $a", "device_load.relaxed.device r0, [x]", NULL,
     "there is no rule for `device_load.relaxed.device r0, [x]`"},
};

typedef struct translated {
    opened *o;
    const cm_test *test;
    cm_map_cut cut;
    cm_map_translation made;
} translated;

static void translate(void *argument)
{
    translated *t = argument;
    t->made = cm_map_translate(t->o->arena, t->o->mapping, t->test, t->cut);
}

static cm_test *parse_test(opened *o, const char *text)
{
    cm_source *source = CM_NEW(o->arena, cm_source);
    *source = (cm_source){"t", text, strlen(text)};
    cm_test *test = cm_litmus_parse(&o->work, source);
    if (!test)
        fail_msg("%s: %s", text, o->work.diags.items[0].message);
    return test;
}

static translated translation_of(opened *o, const char *code, cm_map_cut cut)
{
    const char *text = cm_arena_printf(o->arena,
                                       "WAVE t\n{ x=0; y=0; 0:r1=7; }\n P0@cta 0,gpu 0 ;\n %s ;\n"
                                       "exists (0:r1=7 /\\ x=0)\n",
                                       code);
    translated t = {.o = o, .test = parse_test(o, text), .cut = cut};
    assert_true(cm_arena_protect(o->arena, translate, &t));
    return t;
}

/* The instructions of the only thread, with bars between. */
static const char *rows_of(opened *o, const char *text)
{
    const cm_test *test = parse_test(o, text);
    cm_text out = cm_text_new(o->arena);
    for (int i = 0; i < test->threads[0].instruction_count; i++)
        cm_text_append(&out, "%s%s", i > 0 ? "|" : "", test->threads[0].instructions[i].text);
    return out.data;
}

TEST(instructions_become)
{
    for (size_t i = 0; i < sizeof translations / sizeof *translations; i++) {
        opened o;
        char text[1024];
        snprintf(text, sizeof text, HEAD "%s\n", translations[i].rules);
        open_mapping(&o, text);
        if (!o.mapping)
            fail_msg("%s: %s", translations[i].rules, o.work.diags.items[0].message);
        translated t = translation_of(&o, translations[i].code, (cm_map_cut){.rule = -1});
        if (translations[i].rows)
            assert_string_equal(rows_of(&o, t.made.text), translations[i].rows);
        else
            assert_string_equal(t.made.refused, translations[i].reason);
        cm_arena_free(o.arena);
    }
}

/* Registers of conditions and initial values are renamed, addresses get registers, places
 * of a GPU go. */
TEST(tests_become)
{
    opened o;
    open_mapping(&o, "from WAVE to AArch64\nregister r = W 8\naddress X 20\n"
                     "device_load $d, $a => LDR $d,$a\n");
    translated t = translation_of(&o, "device_load r2, [y]", (cm_map_cut){.rule = -1});
    const cm_test *made = parse_test(&o, t.made.text);
    assert_int_equal(made->arch, CM_AARCH64);
    assert_int_equal(made->threads[0].at.gpu, -1);
    assert_string_equal(made->threads[0].instructions[0].text, "LDR W2,[X21]");
    assert_non_null(strstr(t.made.text, "0:X21=y;"));
    assert_null(strstr(t.made.text, "X20"));
    assert_non_null(strstr(t.made.text, "0:W1=7"));
    translated far = translation_of(&o, "device_load r9, [y]", (cm_map_cut){.rule = -1});
    assert_string_equal(far.made.refused, "register r9 has no place in the target");
    translated sum = translation_of(&o, "device_load r1, [y+4]", (cm_map_cut){.rule = -1});
    assert_non_null(strstr(sum.made.text, "=y+4;"));
    translated difference = translation_of(&o, "device_load r1, [y-4]", (cm_map_cut){.rule = -1});
    assert_string_equal(difference.made.refused, "the address [y-4] has an offset");
    cm_arena_free(o.arena);
}

/* A location of a workgroup has a short address; a flat one is as long there as elsewhere. */
TEST(addresses_are_flat)
{
    opened o;
    open_mapping(&o, "from LLVM to CDNA\nregister r = v 8\naddress v 20 pairs\nflat $f\n"
                     "ignore i32\nload.local $d, $a => ds_read_b32 $d, $a\n"
                     "load.flat $d, $f => flat_load_dword $d, $f\n");
    assert_non_null(o.mapping);
    translated t = {.o = &o, .cut = {.rule = -1}};
    t.test = parse_test(&o, "LLVM t\n{ x=0; shared y@cta 0=0; }\n P0@cta 0,gpu 0 ;\n"
                            " load.local.i32 r0, [y] ;\n load.flat.i32 r1, [y] ;\n"
                            " load.flat.i32 r2, [x] ;\nexists (0:r0=0)\n");
    assert_true(cm_arena_protect(o.arena, translate, &t));
    assert_string_equal(rows_of(&o, t.made.text), "ds_read_b32 v0, v22|flat_load_dword v1, "
                                                  "v[26:27]|flat_load_dword v2, v[20:21]");
    static const char *const given[] = {"0:v22=y;", "0:v[26:27]=y;", "0:v[20:21]=x;"};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        assert_non_null(strstr(t.made.text, given[i]));
    assert_null(strstr(t.made.text, "v[22:23]"));
    cm_arena_free(o.arena);
}

/* Names for numbers; what CPUs have no place for. */
TEST(registers_have_names)
{
    opened o;
    open_mapping(&o, "from WAVE to X86\nregister r : EAX EBX ECX\n"
                     "device_load $d, $a => MOV $d,$a\n");
    translated t = translation_of(&o, "device_load r2, [y]", (cm_map_cut){.rule = -1});
    assert_string_equal(rows_of(&o, t.made.text), "MOV ECX,[y]");
    assert_non_null(strstr(t.made.text, "0:EBX=7"));
    assert_null(strstr(t.made.text, "Hash="));
    translated far = translation_of(&o, "device_load r3, [y]", (cm_map_cut){.rule = -1});
    assert_string_equal(far.made.refused, "register r3 has no place in the target");
    cm_arena_free(o.arena);
}

typedef struct varied {
    opened *o;
    const cm_test *test;
    const char *text;
    int which;
} varied;

static void vary(void *argument)
{
    varied *v = argument;
    v->text = cm_map_vary(v->o->arena, v->o->mapping, v->which, v->test);
}

static const char *variation(opened *o, int which, const char *second_cta)
{
    const char *text =
        cm_arena_printf(o->arena,
                        "WAVE t\n{ x=0; y=0; }\n"
                        " P0@cta 0,gpu 0 | P1@%s,gpu 0 ;\n"
                        " device_store.u32 [x], 1 | load.global.acquire.wave r0, [y] ;\n"
                        "exists (1:r0=1)\n",
                        second_cta);
    varied v = {.o = o, .test = parse_test(o, text), .which = which};
    assert_true(cm_arena_protect(o->arena, vary, &v));
    return v.text;
}

/* Qualifiers have others in their place, locations are where the threads share memory. */
TEST(tests_vary)
{
    opened o;
    open_mapping(&o, "from WAVE to PTX\nvary sc: acquire=relaxed.cached wave=device\n"
                     "vary shared: [x]=local\nvary none: release=acquire\n");
    assert_int_equal(o.mapping->variation_count, 3);
    const char *text = variation(&o, 0, "cta 1");
    assert_non_null(strstr(text, "WAVE t-sc\n"));
    assert_non_null(strstr(text, "load.global.relaxed.cached.device r0, [y]"));
    assert_non_null(strstr(text, " device_store.u32 [x], 1 "));
    text = variation(&o, 1, "cta 0");
    assert_non_null(strstr(text, "device_store.u32.local [x], 1"));
    assert_non_null(strstr(text, "load.global.acquire.wave r0, [y]"));
    assert_non_null(strstr(text, "shared x@cta 0"));
    assert_null(variation(&o, 1, "cta 1"));
    assert_null(variation(&o, 2, "cta 0"));
    cm_arena_free(o.arena);
}

TEST(cut_leaves_one_out)
{
    opened o;
    open_mapping(&o, HEAD "fence_release.{scope} => fence.acq_rel.{scope} ; bar.sync 0\n"
                          "device_load $d, $a => ld.weak.u32 $d, $a\n");
    translated t = translation_of(&o, "fence_release.device", (cm_map_cut){0, 0});
    assert_string_equal(rows_of(&o, t.made.text), "bar.sync 0");
    assert_true(t.made.used[0]);
    assert_false(t.made.used[1]);
    assert_true(cm_map_may_go(&o.mapping->rules[0], 1));
    assert_false(cm_map_may_go(&o.mapping->rules[1], 0));
    cm_arena_free(o.arena);
}

/* ---- checking ------------------------------------------------------------------ */

#define MP(store, load)                                                                            \
    "WAVE MP\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"                                 \
    " device_store.relaxed.device [x], 1 | " load " ;\n"                                           \
    " " store " | device_load.relaxed.device r1, [x] ;\nexists (1:r0=1 /\\ 1:r1=0)\n"
#define ORDERED MP("device_store.release.device [y], 1", "device_load.acquire.device r0, [y]")
#define RELAXED MP("device_store.relaxed.device [y], 1", "device_load.relaxed.device r0, [y]")
#define PLAIN                                                                                      \
    "WAVE plain\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"                                   \
    " device_store [x], 1 | device_load r0, [x] ;\nexists (1:r0=1)\n"
#define ACCESSES                                                                                   \
    "undefined data-race\n"                                                                        \
    "device_store.relaxed.{scope} $a, $v => st.relaxed.{scope}.u32 $a, $v\n"                       \
    "device_load.relaxed.{scope} $d, $a => ld.relaxed.{scope}.u32 $d, $a\n"                        \
    "device_store $a, $v => st.weak.u32 $a, $v\ndevice_load $d, $a => ld.weak.u32 $d, $a\n"
#define FENCED(more)                                                                               \
    HEAD ACCESSES "device_store.release.{scope} $a, $v => fence.acq_rel.gpu ; " more               \
                  "st.relaxed.gpu.u32 $a, $v\n"                                                    \
                  "device_load.acquire.{scope} $d, $a => ld.relaxed.gpu.u32 $d, $a ; "             \
                  "fence.acq_rel.gpu\n"

typedef struct checking {
    opened o;
    cm_map_run run;
    cm_solver_context *solver;
    const char *test;
    const cm_map_case *answer;
    bool needs;
    cm_text out;
} checking;

static const cm_model *model_of(opened *o, const char *name)
{
    const char *root = getenv("CMCM_SOURCE");
    cm_model_options options = {.library_dir =
                                    cm_arena_printf(o->arena, "%s/models", root ? root : ".")};
    const cm_model *model = cm_model_load(&o->work, name, &options);
    assert_non_null(model);
    return model;
}

static void begin(checking *c, const char *mapping)
{
    *c = (checking){.solver = cm_solver_context_new()};
    open_mapping(&c->o, mapping);
    assert_non_null(c->o.mapping);
    c->run = (cm_map_run){.arena = c->o.arena,
                          .mapping = c->o.mapping,
                          .from = model_of(&c->o, "wave"),
                          .to = model_of(&c->o, "ptx")};
}

static void ask(void *argument)
{
    checking *c = argument;
    c->answer = cm_map_check(&c->run, &c->o.work, c->solver, parse_test(&c->o, c->test));
}

static cm_mapped verdict_of(checking *c, const char *test)
{
    c->test = test;
    assert_true(cm_arena_protect(c->o.arena, ask, c) && c->answer);
    return c->answer->verdict;
}

static void tell(void *argument)
{
    checking *c = argument;
    if (c->needs)
        cm_map_find_needs(&c->run, c->solver);
    c->out = cm_text_new(c->o.arena);
    cm_map_text(&c->out, &c->run, true);
}

static void contains(const checking *c, const char *text)
{
    if (!strstr(c->out.data, text))
        fail_msg("no '%s' in:\n%s", text, c->out.data);
}

static void end(checking *c)
{
    cm_solver_context_free(c->solver);
    cm_arena_free(c->o.arena);
}

/* What becomes of message passing where a release is one, and where it is relaxed. */
TEST(verdicts)
{
    checking c;
    begin(&c, FENCED(""));
    assert_int_equal(verdict_of(&c, ORDERED), CM_MAPPED_SOUND);
    assert_int_equal(verdict_of(&c, RELAXED), CM_MAPPED_SOUND);
    assert_int_equal(verdict_of(&c, PLAIN), CM_MAPPED_UNDEFINED);
    assert_int_equal(verdict_of(&c, MP("barrier", "wait")), CM_MAPPED_REFUSED);
    assert_string_equal(c.answer->why, "there is no rule for `barrier`");
    end(&c);
    begin(&c,
          HEAD ACCESSES "device_store.release.{scope} $a, $v => st.relaxed.{scope}.u32 $a, $v\n"
                        "device_load.acquire.{scope} $d, $a => ld.acquire.{scope}.u32 $d, $a\n");
    assert_int_equal(verdict_of(&c, ORDERED), CM_MAPPED_WEAK);
    assert_string_equal(c.answer->why, "1:r0=1; 1:r1=0;");
    assert_true(cm_arena_protect(c.o.arena, tell, &c));
    contains(&c, "MP: too weak: ptx allows 1:r0=1; 1:r1=0; (lines 10, 11, 14, 15)");
    end(&c);
    begin(&c, HEAD "device_store.{scope}.release $a, $v => oops $a, $v\n" ACCESSES
                   "device_load.acquire.{scope} $d, $a => ld.acquire.{scope}.u32 $d, $a\n");
    assert_int_equal(verdict_of(&c, ORDERED), CM_MAPPED_REFUSED);
    assert_non_null(strstr(c.answer->why, "the instruction `oops` is not known"));
    end(&c);
}

/* Each fence is needed; a second one behind the first is not, nor is the first then. */
TEST(needs)
{
    checking c;
    begin(&c, FENCED("membar.gl ; "));
    c.needs = true;
    assert_int_equal(verdict_of(&c, ORDERED), CM_MAPPED_SOUND);
    assert_true(cm_arena_protect(c.o.arena, tell, &c));
    assert_int_equal(c.run.need_count, 3);
    contains(&c, "`membar.gl` can go, as far as tested: 1 tests without a difference");
    assert_null(c.run.needs[0].test);
    assert_null(c.run.needs[1].test);
    assert_string_equal(c.run.needs[2].test, "MP");
    assert_string_equal(c.run.needs[2].why, "1:r0=1; 1:r1=0;");
    end(&c);
}

/* What no test needs may have a reason, and what has one may be needed. */
TEST(reasons)
{
    checking c;
    begin(&c, "reason twice: one fence would do\n" FENCED("(twice) membar.gl ; "));
    c.needs = true;
    assert_int_equal(verdict_of(&c, ORDERED), CM_MAPPED_SOUND);
    assert_true(cm_arena_protect(c.o.arena, tell, &c));
    contains(&c, "`membar.gl` can go, as far as tested: 1 tests without a difference, and has a "
                 "reason (twice)");
    contains(&c, "  needed          1\n  for a reason    1\n  neither         1\n"
                 "  (twice): one fence would do\n");
    end(&c);
    begin(&c, "reason once: no test can tell\n" HEAD ACCESSES
              "device_store.release.{scope} $a, $v => (once) fence.acq_rel.gpu ; "
              "st.relaxed.gpu.u32 $a, $v\n"
              "device_load.acquire.{scope} $d, $a => ld.acquire.gpu.u32 $d, $a\n");
    c.needs = true;
    assert_int_equal(verdict_of(&c, ORDERED), CM_MAPPED_SOUND);
    assert_true(cm_arena_protect(c.o.arena, tell, &c));
    contains(&c, "1:r1=0;, though it has a reason (once)");
    contains(&c, "  1 are needed, and have a reason\n");
    end(&c);
}

/* ---- rules --------------------------------------------------------------------- */

static bool check_rule_test(void *context, const char *name, const char *text)
{
    checking *c = context;
    (void)name;
    c->run.of_rules = true;
    return cm_map_check(&c->run, &c->o.work, c->solver,
                        parse_test(&c->o, cm_arena_text(c->o.arena, text, strlen(text)))) != NULL;
}

static void exercise(void *argument)
{
    checking *c = argument;
    bool *alone = CM_NEW_ARRAY(c->o.arena, (size_t)c->o.mapping->rule_count + 1, bool);
    assert_true(cm_map_rule_tests(c->o.arena, c->o.mapping, check_rule_test, c, alone));
    c->run.alone = alone;
    cm_map_exercise(&c->run, c->solver);
    c->out = cm_text_new(c->o.arena);
    cm_map_text(&c->out, &c->run, false);
}

#define FEW                                                                                        \
    "from WAVE to PTX\nregister r = r\nignore u32\nwords scope: workgroup=cta device=gpu\n"        \
    "device_load $d, $a => ld.weak.u32 $d, $a\ndevice_store $a, $v => st.weak.u32 $a, $v\n"        \
    "device_load.relaxed.system $d, $a => ld.relaxed.sys.u32 $d, $a\n"                             \
    "device_store.relaxed.system $a, $v => st.relaxed.sys.u32 $a, $v\n"                            \
    "device_load.acquire.system $d, $a => ld.acquire.sys.u32 $d, $a\n"                             \
    "device_store.release.system $a, $v => st.release.sys.u32 $a, $v\n"

/* A rule more, or a mapping that lacks others; what is said of it. Broken in one place each: the
 * operation, its operand, the width, the order, the scope, a comparison. */
static const struct {
    const char *mapping, *verdict;
} exercised[] = {
    {FEW, "sound: all 6 rules are exercised"},
    {"from WAVE to PTX\nregister r = r\ndevice_load.acquire.device $d, $a => ld.relaxed.gpu.u32 "
     "$d, $a\n",
     "device_load.acquire.device $d, $a: not exercised: the mapping lacks rules for what"},
    {FEW "device_store.release.{scope} $a, $v => st.release.{scope}.u32 $a, $v\n",
     "sound: all 7 rules are exercised"},
    {FEW "atomic_add.device $d, $a, $v => atom.relaxed.gpu.add.u32 $d, $a, $v\n",
     "sound: all 7 rules are exercised"},
    {FEW "atomic_add.device $d, $a, $v => atom.relaxed.gpu.xor.b32 $d, $a, $v\n", "too weak: "},
    {FEW "atomic_add.device $d, $a, $v => atom.relaxed.gpu.add.u32 $d, $a, 1\n", "too weak: "},
    {FEW "atomic_add.device $d, $a, $v => atom.relaxed.cta.add.u32 $d, $a, $v\n", "too weak: "},
    {FEW "device_store.relaxed.device $a, $v => st.relaxed.gpu.u16 $a, $v\n", "too weak: "},
    {FEW "device_load.acquire.device $d, $a => ld.relaxed.gpu.u32 $d, $a\n", "too weak: "},
    {FEW "device_load.acquire.device $d, $a => ld.acquire.cta.u32 $d, $a\n", "too weak: "},
    {FEW "iadd $d, $a, $b => sub.u32 $d, $a, $b\n", "too weak: "},
    {FEW "iadd $d, $a, $b => nothing\n", "too weak: "},
    {FEW "wait => exit\n", "too weak: "},
    {FEW "wait => nothing\n", "sound: all 7 rules are exercised"},
    {FEW "fence_release.system => fence.acq_rel.sys ; fence.acq_rel.sys\n",
     "fence_release.system: not exercised: no test needs `fence.acq_rel.sys`"},
    {FEW "device_store.release.device $a, $v => st.release.oops.u32 $a, $v\n",
     "not exercised: line-11-0-value-0 is not translated: "},
    {FEW "device_store.release.{scope} $a, $v => st.release.{scope}.u32 $a, $v\n"
         "device_store.release.device $a, $v => st.release.gpu.u32 $a, $v\n",
     "line 12: device_store.release.device $a, $v: not exercised: no test that is sound uses it"},
    {FEW "device_load.acquire $d, $a => ld.acquire.sys.u64 $d, $a\n",
     "device_load.acquire $d, $a: not exercised: line-11-0-value-0 is not translated: the register "
     "has "
     "32"},
};

TEST(rules_are_exercised)
{
    for (size_t i = 0; i < sizeof exercised / sizeof *exercised; i++) {
        checking c;
        begin(&c, exercised[i].mapping);
        assert_true(cm_arena_protect(c.o.arena, exercise, &c));
        if (!strstr(c.out.data, exercised[i].verdict))
            fail_msg("%s: expected '%s' in:\n%s", exercised[i].mapping, exercised[i].verdict,
                     c.out.data);
        end(&c);
    }
}
