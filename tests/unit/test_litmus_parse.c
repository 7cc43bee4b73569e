/* The litmus parser: every form of header, initial state, program and condition. */
#include "tests/unit/litmus_open.h"

#include <stdlib.h>

static void open_clean(opened *o, const char *text)
{
    open_good(o, text);
    assert_int_equal(o->work.diags.errors, 0);
    /* Some of these texts ask nothing, or about what is nowhere; all is read. */
    for (size_t i = 0; i < o->work.diags.count; i++)
        assert_null(strstr(o->work.diags.items[i].message, "ignored"));
}

static void check_error(const char *text, const char *expected)
{
    opened o;
    open_text(&o, text);
    assert_null(o.test);
    assert_string_equal(first_error(&o), expected);
    close_test(&o);
}

/* ---- header ---------------------------------------------------------- */

TEST(test_header)
{
    opened o;
    open_clean(&o, "AArch64 MP+dmb.sy+addr\n\"first { doc\"\n\"second\"\nCycle=Rfe DMB.SYdWW\n"
                   "Orig=a=b | { \" ' ?\n(* a comment { *)\n{}\n P0 ;\n NOP ;\n");
    assert_string_equal(o.test->name, "MP+dmb.sy+addr");
    assert_string_equal(o.test->doc, "first { doc");
    assert_int_equal(o.test->arch, CM_AARCH64);
    assert_int_equal(o.test->metadata_count, 2);
    assert_string_equal(o.test->metadata[0].key, "Cycle");
    assert_string_equal(o.test->metadata[0].value, "Rfe DMB.SYdWW");
    assert_string_equal(o.test->metadata[1].value, "a=b | { \" ' ?");
    close_test(&o);
}

TEST(test_header_forms)
{
    static const struct {
        const char *text, *name;
    } rows[] = {
        {"X86 amd3  (amdThree)  \"\"\n{x = 0; y = 0};\n P0 ;\n MFENCE ;\n", "amd3"},
        {"x86 x86/n7 (LitmusNSeven)\n{}\n P0;\n MFENCE;\n", "x86/n7"},
        {"(* before *) AArch64 a(* after *)\n{}\n P0;\n", "a(*"},
        {"PTX t // no doc\n{}\nP0@cta 0,gpu 0;\n", "t"},
        {"aarch64 n {} P0; NOP;", "n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        opened o;
        open_clean(&o, rows[i].text);
        assert_null(o.test->doc);
        if (i != 2)
            assert_string_equal(o.test->name, rows[i].name);
        close_test(&o);
    }
}

/* ---- initial state --------------------------------------------------- */

static const cm_location *location_of(const opened *o, const char *name)
{
    int index = location_index(o->test, name);
    assert_true(index >= 0);
    return &o->test->locations[index];
}

TEST(test_locations)
{
    opened o;
    open_clean(&o, "AArch64 t\n{ x=1; [y]=-2; int64_t z=0x10; uint8_t b = 255; int16_t s;\n"
                   " int p[3]={1,x}; unsigned long u; w=&p[2]; int *q = x; uint64_t t[2];\n"
                   " v=y+4; }\n P0 ;\n NOP ;\nexists (true)\n");
    const cm_location *x = location_of(&o, "x"), *p = location_of(&o, "p");
    assert_int_equal(x->width, 4);
    assert_false(x->typed);
    assert_true(x->is_signed);
    assert_int_equal(x->init[0], 1);
    assert_int_equal(location_of(&o, "y")->init[0], (uint64_t)-2);
    assert_int_equal(location_of(&o, "z")->width, 8);
    assert_int_equal(location_of(&o, "b")->width, 1);
    assert_false(location_of(&o, "b")->is_signed);
    assert_int_equal(location_of(&o, "s")->width, 2);
    assert_true(p->is_array);
    assert_int_equal(p->count, 3);
    assert_int_equal(p->init[1], x->address);
    assert_int_equal(p->init[2], 0);
    assert_int_equal(location_of(&o, "u")->width, 8);
    assert_false(location_of(&o, "u")->is_signed);
    assert_int_equal(location_of(&o, "w")->init[0], p->address + 8);
    assert_int_equal(location_of(&o, "w")->width, 8); /* holds an address */
    assert_int_equal(location_of(&o, "q")->width, 8);
    assert_int_equal(location_of(&o, "t")->count, 2);
    assert_int_equal(location_of(&o, "v")->init[0], location_of(&o, "y")->address + 4);
    close_test(&o);
    /* Elements behind the array. */
    open_clean(&o, "AArch64 t\n{ int t[3]={5}; t[2]=-7; t[1]=x; }\n P0 ;\n NOP ;\nexists (true)\n");
    assert_int_equal(location_of(&o, "t")->count, 3);
    assert_int_equal(location_of(&o, "t")->init[0], 5);
    assert_int_equal(location_of(&o, "t")->init[1], location_of(&o, "x")->address);
    assert_int_equal(location_of(&o, "t")->init[2], (uint64_t)-7);
    close_test(&o);
    /* A pointer may stand before the array. */
    open_clean(&o, "AArch64 t\n{ 0:X1=t; w=t[1]; uint16_t t[3]={5,6,7}; uint64_t tab[2]; }\n P0 ;\n"
                   " NOP ;\nexists (true)\n");
    assert_int_equal(location_of(&o, "t")->count, 3);
    assert_int_equal(location_of(&o, "t")->width, 2);
    assert_int_equal(location_of(&o, "t")->init[2], 7);
    assert_int_equal(location_of(&o, "w")->init[0], location_of(&o, "t")->address + 2);
    close_test(&o);
}

/* Every location has an address of its own, far from all others. */
TEST(test_addresses)
{
    opened o;
    open_clean(&o, "AArch64 t\n{ a=1; uint64_t t[8192]; b=2; }\n P0 ;\n NOP ;\n");
    const cm_location *a = location_of(&o, "a"), *t = location_of(&o, "t"),
                      *b = location_of(&o, "b");
    assert_int_equal(a->address, CM_ADDRESS_BASE);
    assert_int_equal(t->address, CM_ADDRESS_BASE + CM_ADDRESS_STRIDE);
    assert_int_equal(b->address, t->address + 2 * CM_ADDRESS_STRIDE);
    uint64_t offset;
    assert_int_equal(cm_test_locate(o.test, t->address + 65535, &offset), 1);
    assert_int_equal(offset, 65535);
    assert_int_equal(cm_test_locate(o.test, b->address, &offset), 2);
    assert_int_equal(cm_test_locate(o.test, CM_ADDRESS_BASE - 1, &offset), -1);
    assert_int_equal(cm_test_locate(o.test, b->address + CM_ADDRESS_STRIDE, &offset), -1);
    assert_int_equal(cm_test_locate(o.test, CM_CODE_BASE, &offset), -1);
    close_test(&o);
}

/* Locations side by side have one piece of memory, whichever is named first. */
TEST(test_beside)
{
    opened o;
    open_clean(&o,
               "AArch64 t\n{ 0:X1=c; int64_t a; int8_t b[4]; c @ a+12; b @ a+8; int c=3; int d; }\n"
               " P0 ;\n NOP ;\n");
    uint64_t begin = location_of(&o, "a")->address, offset;
    assert_int_equal(location_of(&o, "b")->address, begin + 8);
    assert_int_equal(location_of(&o, "c")->address, begin + 12);
    assert_int_equal(location_of(&o, "c")->piece, begin);
    assert_int_equal(location_of(&o, "d")->address, begin + 2 * CM_ADDRESS_STRIDE);
    assert_false(location_of(&o, "d")->beside);
    assert_ptr_equal(&o.test->locations[cm_test_locate(o.test, begin + 10, &offset)],
                     location_of(&o, "b"));
    assert_int_equal(offset, 2);
    close_test(&o);
    check_error("AArch64 t\n{ int64_t x; int y; y @ x+4; }\n P0 ;\n NOP ;\n",
                "2:21: `y` begins within `x`, expected it after that");
    check_error("AArch64 t\n{ int x; y @ x+4; }\n P0 ;\n NOP ;\n",
                "2:10: `y` has no type, expected one, because of what is beside it");
    check_error("AArch64 t\n{ int x; int y; int z; y @ x+4; z @ y+4; }\n P0 ;\n NOP ;\n",
                "2:33: `y` has a place already, expected one for each location");
    check_error("AArch64 t\n{ int x; int y; y @ x+65536; }\n P0 ;\n NOP ;\n",
                "2:17: `y` is 65536 bytes from `x`, expected 1 to 32768");
}

TEST(test_registers)
{
    opened o;
    open_clean(&o, "AArch64 t\n{ 0:X1=x; P0:W2=7; uint64_t 1:X3; uint8_t 1:X4=300; 1:X5=-1;\n"
                   " 0:X6=label:\"P1:L\"; }\n"
                   " P0 | P1 ;\n NOP | ISB ;\n | L: ;\n | ISB ;\nexists (true)\n");
    assert_int_equal(register_of(o.test, 0, "X1")->init->imm, location_of(&o, "x")->address);
    assert_int_equal(register_of(o.test, 0, "X1")->bits, 64);
    assert_int_equal(register_of(o.test, 0, "X2")->init->imm, 7);
    assert_int_equal(register_of(o.test, 0, "X2")->bits, 32);
    assert_true(register_of(o.test, 1, "X3")->typed);
    assert_int_equal(register_of(o.test, 1, "X3")->bits, 64);
    assert_false(register_of(o.test, 1, "X3")->is_signed);
    assert_int_equal(register_of(o.test, 1, "X4")->bits, 8);
    assert_int_equal(register_of(o.test, 0, "X6")->init->imm, CM_CODE_BASE + CM_CODE_STRIDE + 4);
    close_test(&o);
}

TEST(test_aliases)
{
    opened o;
    open_clean(&o, "PTX t\n{ s @ surface aliases y; y @ generic aliases x; x=5; t @ texture;\n"
                   " z @ alias x; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, s ;\nexists (true)\n");
    int x = location_index(o.test, "x");
    assert_int_equal(location_of(&o, "y")->alias_of, x);
    assert_int_equal(location_of(&o, "y")->proxy, CM_GENERIC);
    assert_int_equal(location_of(&o, "s")->alias_of, x);
    assert_int_equal(location_of(&o, "s")->proxy, CM_SURFACE);
    assert_int_equal(location_of(&o, "z")->alias_of, x);
    assert_int_equal(location_of(&o, "t")->alias_of, -1);
    assert_int_equal(location_of(&o, "t")->proxy, CM_TEXTURE);
    assert_int_equal(location_of(&o, "x")->alias_of, -1);
    close_test(&o);
    /* All names are as wide as the widest access through one of them. */
    open_clean(&o, "PTX t\n{ x=5; s @ generic aliases x; }\n P0@cta 0,gpu 0 ;\n"
                   " ld.weak.u64 rd0, [s] ;\nexists (true)\n");
    assert_int_equal(location_of(&o, "x")->width, 8);
    assert_int_equal(location_of(&o, "s")->width, 8);
    close_test(&o);
}

/* ---- heads ----------------------------------------------------------- */

static void check_place(const cm_thread *t, cm_arch arch, int cta, int cluster, int gpu, int sys)
{
    assert_int_equal(t->arch, arch);
    assert_int_equal(t->at.cta, cta);
    assert_int_equal(t->at.cluster, cluster);
    assert_int_equal(t->at.gpu, gpu);
    assert_int_equal(t->at.system, sys);
}

TEST(test_heads)
{
    opened o;
    open_clean(&o, "CMCM t\n{ }\n P0@aarch64 | P1@ptx,cta 1,gpu 2 | P7@gpu 3 cta 4 cluster 5 ptx |"
                   " P3@x86_64 | P4@x86_64, sys 6 ;\n"
                   " NOP | | | MOV EAX,[x] | movl $1,(x) ;\nexists (true)\n");
    const cm_thread *t = o.test->threads;
    assert_int_equal(o.test->thread_count, 5);
    assert_int_equal(t[2].id, 7);
    check_place(&t[0], CM_AARCH64, -1, -1, -1, -1);
    check_place(&t[1], CM_PTX, 1, -1, 2, -1);
    check_place(&t[2], CM_PTX, 4, 5, 3, -1);
    check_place(&t[3], CM_X86_64, -1, -1, -1, -1);
    check_place(&t[4], CM_X86_64, -1, -1, -1, 6);
    close_test(&o);
}

/* ---- program --------------------------------------------------------- */

TEST(test_program)
{
    opened o;
    open_clean(&o, "AArch64 t\n{ 0:X1=x; }\n P0 | P1 ;\n"
                   " L0: LDR (* from x *)  W0 , [ X1 ] | ;\n"
                   " L1: L2: CBNZ W0,L0 | NOP ;\n | ;\n B L3 ;\n L3: ;\nexists (0:X0=0)\n");
    const cm_thread *t = &o.test->threads[0];
    assert_int_equal(t->instruction_count, 3);
    assert_string_equal(t->instructions[0].text, "LDR W0 , [ X1 ]");
    assert_int_equal(t->label_count, 4);
    assert_int_equal(t->step_count, 3);
    assert_int_equal(t->steps[1].target, 0);
    assert_int_equal(t->steps[2].target, 3);
    assert_int_equal(t->steps[2].instruction, 2);
    unsigned line, column;
    cm_place_position(t->instructions[1].place, &line, &column);
    assert_int_equal(line, 5);
    assert_int_equal(column, 10);
    assert_int_equal(t->instructions[1].place.length, 10);
    assert_int_equal(o.test->threads[1].instruction_count, 1);
    close_test(&o);
}

/* ---- condition ------------------------------------------------------- */

static void check_condition(const char *condition, cm_quantifier quantifier, const char *printed)
{
    char text[1024];
    snprintf(text, sizeof text,
             "AArch64 t\n{ 0:X1=x; int t[2]; x=y; }\n P0 | P1 ;\n LDR X0,[X1] | NOP ;\n%s\n",
             condition);
    opened o;
    open_clean(&o, text);
    assert_int_equal(o.test->quantifier, quantifier);
    assert_string_equal(cm_prop_print(o.arena, o.test, o.test->condition), printed);
    close_test(&o);
}

TEST(test_conditions)
{
    check_condition("", CM_FORALL, "true");
    check_condition("exists (0:X0=1)", CM_EXISTS, "0:X0=1");
    check_condition("~exists(0:X0=1);", CM_NOT_EXISTS, "0:X0=1");
    check_condition("~ exists 0:X0=1 << any ? text >>", CM_NOT_EXISTS, "0:X0=1");
    check_condition("not exists (0:X0=1) (* end *)", CM_NOT_EXISTS, "0:X0=1");
    check_condition("forall (P0:X0 == 0x10 /\\ x != -1)", CM_FORALL, "0:X0=16 /\\ not ([x]=-1)");
    check_condition("exists 0:X0=1 /\\ x=2 \\/ y=3 /\\ 1:X5=0", CM_EXISTS,
                    "0:X0=1 /\\ [x]=2 \\/ [y]=3 /\\ 1:X5=0");
    check_condition("exists ((0:X0=1 \\/ x=2) /\\ ~(y=3 \\/ y=4))", CM_EXISTS,
                    "(0:X0=1 \\/ [x]=2) /\\ not ([y]=3 \\/ [y]=4)");
    check_condition("exists (x=1 => y=2)", CM_EXISTS, "[x]=1 => [y]=2");
    check_condition("exists x=1 /\\ x=2 => y=2 => y=3 \\/ y=4", CM_EXISTS,
                    "[x]=1 /\\ ([x]=2 => [y]=2 => [y]=3) \\/ [y]=4");
    check_condition("exists (x=1 /\\ x=2 => y=2)", CM_EXISTS, "[x]=1 /\\ ([x]=2 => [y]=2)");
    check_condition("exists ((x=1 \\/ x=2) => y=2)", CM_EXISTS, "([x]=1 \\/ [x]=2) => [y]=2");
    check_condition("exists 0:x0<>1", CM_EXISTS, "not (0:X0=1)");
    check_condition("exists 0:X0<1 /\\ x>-1 \\/ x <= y /\\ 0x10 >= [y]", CM_EXISTS,
                    "0:X0<1 /\\ [x]>-1 \\/ [x]<=y /\\ 16>=[y]");
    check_condition("exists (x<1 => y>=2) << notes >>", CM_EXISTS, "[x]<1 => [y]>=2");
    check_condition("exists t={1,x} \\/ t<>{0,-1}", CM_EXISTS, "t={1,x} \\/ not (t={0,-1})");
    check_condition("final (x=1) with other: ~exists; ppc: forall", CM_EXISTS, "[x]=1");
    check_condition("(x=1)", CM_EXISTS, "[x]=1");
    check_condition("exists 0:X0=*y /\\ x=*1:X0", CM_EXISTS, "0:X0=[y] /\\ [x]=1:X0");
    check_condition("observed x=1; 0:X0=0; and x=2;", CM_EXISTS, "[x]=1 /\\ 0:X0=0 \\/ [x]=2");
    check_condition("locations [x;] Observed x=1; and y=1;", CM_EXISTS, "[x]=1 \\/ [y]=1");
    check_condition("exists 0:XZR=0 /\\ 0:wzr=0", CM_EXISTS, "0:XZR=0 /\\ 0:WZR=0");
    check_condition("exists (0:X0=x /\\ x=y /\\ [x]=[y])", CM_EXISTS,
                    "0:X0=x /\\ [x]=y /\\ [x]=[y]");
    check_condition("exists (0:X0=1:X0 /\\ t[1]=2 /\\ [t[0]]=1)", CM_EXISTS,
                    "0:X0=1:X0 /\\ t[1]=2 /\\ t[0]=1");
    check_condition("exists x == 1 && !(y != 2) || t[0] >= 3", CM_EXISTS,
                    "[x]=1 /\\ not (not ([y]=2)) \\/ t[0]>=3");
    check_condition("exists (true /\\ not false)", CM_EXISTS, "true /\\ not (false)");
    check_condition("locations [x; 1:X9;] filter (0:X0=0) exists (y=1)", CM_EXISTS, "[y]=1");
}

static bool holds(const opened *o, uint64_t first, uint64_t second)
{
    uint64_t values[] = {first, second};
    return cm_prop_holds(o->test, o->test->condition, values);
}

/* Whole arrays element by element, wherever the array stands among what is observed. */
TEST(test_whole_arrays)
{
    opened o;
    open_clean(&o, "AArch64 t\n{ int8_t t[2]; }\n P0 ;\n NOP ;\nexists t={1,-1}\n");
    assert_true(holds(&o, 1, 255));
    assert_false(holds(&o, 1, 1));
    assert_false(holds(&o, 2, 255));
    close_test(&o);
    open_clean(&o, "AArch64 t\n{ int t[2]; }\n P0 ;\n NOP ;\nexists t<>{1,2}\n");
    assert_false(holds(&o, 1, 2));
    assert_true(holds(&o, 1, 1));
    close_test(&o);
    open_clean(&o, "AArch64 t\n{ int t[1]; }\n P0 ;\n NOP ;\nexists 0:X9=3 /\\ t={7}\n");
    assert_true(holds(&o, 3, 7));
    assert_false(holds(&o, 7, 3));
    close_test(&o);
}

/* An implication binds more tightly than a conjunction. */
TEST(test_implication)
{
    opened o;
    open_clean(&o, "AArch64 t\n{ x=0; y=0; }\n P0 ;\n NOP ;\nexists x=1 /\\ x=2 => y=2\n");
    assert_false(holds(&o, 2, 2));
    assert_true(holds(&o, 1, 0));
    close_test(&o);
}

/* What C has of types and initial values, as the reference simulator reads it. */
TEST(test_atomic_types)
{
    opened o;
    open_clean(&o, "AArch64 t\n{ _Atomic uint8_t x=5; int y=ATOMIC_INIT(-2); _Atomic int z; }\n"
                   " P0 ;\n NOP ;\nexists x=5 /\\ y=1 /\\ z=0\n");
    assert_int_equal(o.test->locations[0].width, 1);
    assert_false(o.test->locations[0].is_signed);
    assert_int_equal(o.test->locations[0].init[0], 5);
    assert_int_equal((int32_t)o.test->locations[1].init[0], -2);
    assert_int_equal(o.test->locations[2].width, 4);
    close_test(&o);
}

/* ---- code as values ---------------------------------------------------- */

TEST(test_labels_as_values)
{
    opened o;
    open_clean(&o, "AArch64 t\n{ 0:X0=P1:L; 0:X1=1:M; p=P1:L; 0:X2=label:\"1:M\"; }\n"
                   " P0 | P1 ;\n NOP | L: ISB ;\n | M: ISB ;\nexists (true)\n");
    uint64_t base = CM_CODE_BASE + CM_CODE_STRIDE;
    assert_int_equal(register_of(o.test, 0, "X0")->init->imm, base);
    assert_int_equal(register_of(o.test, 0, "X1")->init->imm, base + 4);
    assert_int_equal(register_of(o.test, 0, "X2")->init->imm, base + 4);
    assert_int_equal(location_of(&o, "p")->init[0], base);
    close_test(&o);
}

/* A copy of P1's code for P0, which may jump there; both have a label L. */
TEST(test_foreign_code)
{
    opened o;
    open_clean(&o, "AArch64 t\n{ 0:X0=P1:L; }\n P0 | P1 ;\n L: BLR X0 | ISB ;\n"
                   " CBNZ X0,L | L: RET ;\nexists (true)\n");
    const cm_thread *t = &o.test->threads[0];
    assert_int_equal(t->own_instructions, 2);
    assert_int_equal(t->instruction_count, 5); /* the end of its own, ISB, RET */
    assert_int_equal(o.test->threads[1].own_instructions, 2);
    assert_int_equal(o.test->threads[1].instruction_count, 2);
    assert_null(strstr(cm_litmus_print(&o.work, o.test), "P1:L:"));
    close_test(&o);
}

/* `NOP` is an instruction, not a location. */
TEST(test_nop_as_value)
{
    opened o;
    open_clean(&o, "AArch64 t\n{ 0:X0=NOP; 0:X1=instr:\"NOP\"; }\n P0 ;\n ISB ;\n"
                   "exists 0:X0=nop\n");
    assert_int_equal(o.test->location_count, 0);
    assert_true(register_of(o.test, 0, "X0")->init->imm >= CM_CODE_WORD);
    assert_int_equal(register_of(o.test, 0, "X0")->init->imm,
                     register_of(o.test, 0, "X1")->init->imm);
    assert_string_equal(cm_prop_print(o.arena, o.test, o.test->condition), "0:X0=instr:\"NOP\"");
    close_test(&o);
}

TEST(test_code_as_data)
{
    opened o;
    open_clean(&o, "AArch64 t\n{ 0:X0=P0:L; 0:X2=instr:\"b .+4\"; ins_t 0:X1; }\n P0 ;\n"
                   " LDR W1,[X0] ;\n L: B M ;\n M: add w0 , W0,W1, LSL #1 ;\n"
                   "exists 0:X1=instr:\"B .+4\" /\\ 0:X3=instr:\"ADD w0,W0,W1,LSL #1\"\n");
    assert_int_equal(o.test->code_word_count, 2);
    assert_string_equal(o.test->code_words[0], "B .+4");
    assert_int_equal(register_of(o.test, 0, "X2")->init->imm, CM_CODE_WORD);
    uint64_t offset;
    int at = cm_test_locate(o.test, CM_CODE_BASE + 4, &offset);
    assert_true(at >= 0 && o.test->locations[at].is_code);
    assert_int_equal(o.test->locations[at].init[0], CM_CODE_WORD);
    assert_string_equal(cm_prop_print(o.arena, o.test, o.test->condition->a),
                        "0:X1=instr:\"B .+4\"");
    assert_string_equal(cm_value_print(o.arena, o.test, CM_CODE_WORD, 32, false),
                        "instr:\"B .+4\"");
    close_test(&o);
}

/* From this instruction on, four bytes each. */
TEST(test_distances)
{
    opened o;
    open_clean(&o, "AArch64 t\n{ }\n P0 ;\n B .+8 ;\n ISB ;\n CBZ W0,.-4 ;\n B .+4 ;\n"
                   "exists (true)\n");
    const cm_step *steps = o.test->threads[0].steps;
    assert_int_equal(steps[0].target, 2);
    assert_int_equal(steps[2].target, 1);
    assert_int_equal(steps[3].target, 4);
    close_test(&o);
    check_error("AArch64 t\n{ }\n P0 ;\n B .+12 ;\n",
                "4:4: the jump leaves thread P0, expected one to its code");
    check_error("AArch64 t\n{ }\n P0 ;\n B .+2 ;\n",
                "4:4: the distance of the jump cannot be encoded, expected a multiple of 4");
}

/* Registers by thread then number, then locations; the filter's own come last. */
TEST(test_observed_order)
{
    static const char *const expected[] = {"0:X2", "0:X10", "1:X0", "1:W0", "[a]",
                                           "t",    "t[1]",  "[x]",  "0:X7", "[b]"};
    opened o;
    open_clean(&o, "AArch64 t\n{ int t[2]; }\n P0 | P1 ;\n NOP | NOP ;\n"
                   "filter (0:X7=0 /\\ b=1)\nlocations [x; t; 1:X0; 1:W0; [a]]\n"
                   "exists (0:X10=1 /\\ 0:X2=2 /\\ x=3 /\\ t[1]=4)\n");
    assert_int_equal(o.test->shown_count, 8);
    assert_int_equal(o.test->observed_count, 10);
    for (int i = 0; i < 10; i++)
        assert_string_equal(o.test->observed[i].display, expected[i]);
    assert_string_equal(cm_prop_print(o.arena, o.test, o.test->filter), "0:X7=0 /\\ [b]=1");
    close_test(&o);
}

TEST(test_x86_order)
{
    static const char *const expected[] = {"0:EAX", "0:EBX", "0:ECX", "0:EDX", "0:ESI", "0:EDI"};
    opened o;
    open_clean(&o, "X86 t\n{ }\n P0 ;\n MFENCE ;\n"
                   "locations [0:EDI; 0:ESI; 0:EDX; 0:ECX; 0:EBX; 0:EAX;] exists (true)\n");
    for (int i = 0; i < 6; i++)
        assert_string_equal(o.test->observed[i].display, expected[i]);
    close_test(&o);
}

/* ---- widths that the test leaves open --------------------------------- */

TEST(test_widening)
{
    opened o;
    open_clean(&o, "AArch64 t\n{ 0:X1=x; 0:X2=p; p=y; n=0x100000000; 0:X3=z; int32_t i; 0:X4=i; }\n"
                   " P0 ;\n STR X9,[X1] ;\n LDR X5,[X2] ;\n STR X9,[X5] ;\n LDR W6,[X3] ;\n"
                   " STR X9,[X4] ;\n ADD X7,X6,#1 ;\nexists (true)\n");
    assert_int_equal(location_of(&o, "x")->width, 8); /* reached by STR X */
    assert_int_equal(location_of(&o, "p")->width, 8); /* holds an address */
    assert_int_equal(location_of(&o, "y")->width, 8); /* reached through p */
    assert_int_equal(location_of(&o, "n")->width, 8); /* large number */
    assert_int_equal(location_of(&o, "z")->width, 4); /* only LDR W */
    assert_int_equal(location_of(&o, "i")->width, 4); /* typed */
    assert_int_equal(register_of(o.test, 0, "X5")->bits, 64);
    assert_int_equal(register_of(o.test, 0, "X6")->bits, 32);
    assert_int_equal(register_of(o.test, 0, "X7")->bits, 64);
    close_test(&o);
}

/* ---- hostile sizes --------------------------------------------------- */

typedef struct repeated {
    const char *before, *part, *after;
    size_t times;
} repeated;

static void open_repeated(opened *o, char **text, repeated r)
{
    size_t part = strlen(r.part), size = strlen(r.before) + r.times * part + strlen(r.after) + 1;
    *text = malloc(size);
    assert_non_null(*text);
    char *at = *text + sprintf(*text, "%s", r.before);
    for (size_t i = 0; i < r.times; i++, at += part)
        memcpy(at, r.part, part);
    sprintf(at, "%s", r.after);
    open_text(o, *text);
}

static void check_repeated(repeated r, const char *expected)
{
    opened o;
    char *text;
    open_repeated(&o, &text, r);
    if (expected)
        assert_non_null(strstr(first_error(&o), expected));
    else if (!o.test)
        fail_msg("%s", first_error(&o));
    close_test(&o);
    free(text);
}

#define SMALL "AArch64 t\n{ x=1; }\n P0 ;\n NOP ;\n"

TEST(test_hostile)
{
    check_repeated((repeated){SMALL "exists ", "(", "x=1", 100000}, "nested too deeply");
    check_repeated((repeated){SMALL "exists ", "~", "x=1", 100000}, "nested too deeply");
    check_repeated((repeated){SMALL "exists ", "x=1 => ", "x=1", 100000}, "nested too deeply");
    check_repeated((repeated){SMALL "exists ", "x=1 /\\ ", "x=1", 100000}, NULL);
    check_repeated((repeated){SMALL "exists ", "x=1 \\/ ", "x=1", 100000}, NULL);
    check_repeated((repeated){"AArch64 t\n", "(*", "", 100000}, "the comment is not closed");
    check_repeated((repeated){"AArch64 t\n{", "{", "", 100000}, "not closed");
    check_repeated((repeated){"AArch64 t\n{}\nP0;\n", "NOP;", "", 10000}, "is too long");
    check_repeated((repeated){"AArch64 t\n{}\nP0;\n", "NOP|", "", 10000}, "too many cells");
    check_repeated((repeated){"AArch64 t\n{}\n", "P0|", "P1;", 10000}, "twice");
    check_repeated((repeated){"AArch64 t\nA=", "x", "\n{}\nP0;\n", 100000}, NULL);
}

/* Every beginning of a test ends in an error or a test, never in a crash. */
TEST(test_truncated)
{
    const char *text =
        "CMCM t\n\"doc\"\nA=b\n{ int p[2]={1,2}; x=1; 0:X1=x; s @ surface aliases x; "
        "0:X3=label:\"P0:L\"; }\n P0@aarch64 | P1@ptx,cta 0,gpu 0 ;\n"
        " L: LDR W0,[X1,#4]! | ld.acquire.sys.u32 r0, [x] ;\n"
        "locations [x; p[1];]\nfilter (x=1)\n~exists (0:X0=1 /\\ (1:r0=0x2 \\/ x!=3))";
    opened o;
    open_clean(&o, text);
    close_test(&o);
    for (size_t length = 0; length < strlen(text); length++) {
        char *copy = malloc(length + 1); /* so that reading past the end is seen */
        assert_non_null(copy);
        memcpy(copy, text, length);
        open_bytes(&o, copy, length);
        assert_true(o.test || o.work.diags.errors > 0);
        close_test(&o);
        free(copy);
    }
}

/* ---- errors that need no file of their own in tests/malformed --------- */

TEST(test_errors)
{
    check_error("AArch64 t\n{ x=1; x=2; }\nP0;\n", "2:8: location `x` is given a value twice, "
                                                   "expected once");
    check_error("AArch64 t\n{ 0:X1=1; 0:W1=2; }\nP0;\n",
                "2:11: register `W1` is given a value twice, expected once");
    check_error("CMCM t\n{}\nP0;\n", "3:1: thread P0 has no instruction set, expected "
                                     "P0@NAME, where NAME is aarch64, x86, x86_64, riscv, riscv32, "
                                     "ptx, waveisa, cdna, cdna2 or llvm");
    check_error("CMCM t\n{}\nP0@ptx,cta 1;\n",
                "3:1: thread P0 has no gpu, expected P0@ptx,cta N,gpu N");
    check_error("AArch64 t\n{}\nP0@cta 1,gpu 0;\n",
                "3:1: CPU thread P0 has a place on a GPU, expected none");
    check_error("AArch64 t\n{}\nP0@ptx;\n",
                "3:4: the thread has another instruction set than the test, expected AArch64");
    check_error("PTX t\n{}\nP0@cta 0,gpu 0,cta 1;\n",
                "3:16: thread P0 has a second `cta`, expected one");
    check_error("PTX t\n{}\nP0@cta 0,gpu 99999;\n",
                "3:14: the number of `gpu` is out of range, expected 0 to 65535");
    check_error(SMALL "exists (X1=1)",
                "5:9: `X1` is a register, expected a location or `P:X1` with the thread");
    check_error(SMALL "exists (x[0]=1)", "5:11: `x` is not an array, expected no index");
    check_error("AArch64 t\n{ int t[2]; }\nP0;\nNOP;\nexists (t=1)",
                "5:9: `t` is an array, expected one of its elements or t={...}");
    check_error("AArch64 t\n{ int t[2]; }\nP0;\nNOP;\nexists t={1}",
                "5:10: there are too few values, expected 2");
    check_error("AArch64 t\n{ int t[2]; }\nP0;\nNOP;\nexists t={1,2,3}",
                "5:10: there are too many values, expected 2");
    check_error("AArch64 t\n{ 0:X0=t; int t[2]; int t[2]; }\nP0;\nNOP;\nexists (true)",
                "2:25: array `t` is declared twice, expected once");
    check_error("AArch64 t\n{ int t[2]; t[2]=1; }\nP0;\nNOP;\nexists (true)",
                "2:15: the index is out of range, expected less than 2");
    check_error(
        "AArch64 t\n{ t[1]=1; int t[2]; }\nP0;\nNOP;\nexists (true)",
        "2:8: expected `{` with the values of an array, found `1` (one element is set where "
        "the array is declared before it)");
    check_error("AArch64 t\n{ }\nP0;\nNOP;\nexists !x = 1",
                "5:9: expected `(` after `!`, found `x`");
    check_error("AArch64 t\n{ }\nP0;\nNOP;\nexists x = 1 & & y = 1",
                "5:14: expected the end of the test, found `&`");
    check_error("AArch64 t\n{ 0:XZR=1; }\nP0;\nNOP;\nexists (true)",
                "2:8: XZR is always 0, expected no other value");
    check_error("AArch64 t\n{ __int128 x; }\nP0;\nNOP;\n",
                "2:3: `__int128`: values of 128 bits are not modelled, expected a type of at most "
                "64");
    check_error("AArch64 t\n{ 0:X1=x:red; }\nP0;\nNOP;\n",
                "2:9: `x:`: tags of memory (MTE) and capabilities are not modelled, expected an "
                "address without one");
    check_error("LISA MP\n{}\nP0() {}\n",
                "1:1: there is no front end for LISA, expected a test of AArch64, X86, X86_64, "
                "RISCV, RISCV32, PPC, PTX, WAVE, CDNA, CDNA2, LLVM, VULKAN, C, LLVM_IR or CMCM");
    check_error(
        "AArch64 t\n{}\nP0;\nLDR Q0,[X1];\n",
        "4:5: `Q0`: vector registers (NEON, SVE, SME) are not modelled, expected a register "
        "X0 to X30, XZR, W0 to W30 or WZR");
    check_error("AArch64 t\n{}\nP0;\nLDR c3,[X1];\n",
                "4:5: `c3`: capabilities (Morello) are not modelled, expected a register X0 to "
                "X30, XZR, W0 to W30 or WZR");
    check_error(
        "AArch64 t\n{}\nP0;\nMOV X0,V1.D[0];\n",
        "4:8: `V1`: vector registers (NEON, SVE, SME) are not modelled, expected a register "
        "X0 to X30, XZR, W0 to W30 or WZR");
    check_error(SMALL "observed x=1", "5:13: expected `;`, found the end of the file");
    check_error(SMALL "final (x=1) with x86: sometimes",
                "5:23: expected `exists`, found `sometimes`");
    check_error(SMALL "exists (x=1) y", "5:14: expected the end of the test, found `y`");
    check_error(SMALL "exists x",
                "5:9: expected `=`, `!=`, `<`, `<=`, `>` or `>=`, found the end of the file");
}
