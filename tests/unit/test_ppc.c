/* PPC: what instructions compute, which events they are, and what is refused. Values from the
 * Power ISA 3.1B, Book I. */
#include "litmus/isa/isa.h"
#include "tests/unit/step_rows.h"
#include "tests/unit/unit.h"

static void write_test(char *text, size_t size, const char *code)
{
    snprintf(
        text, size,
        "PPC row\n{\nint64_t x=0x1122334455667788; int64_t z=0x8899aabbccddeeff;\n"
        "0:r1=x; 0:r2=z; 0:r3=3; 0:r4=-2; 0:r5=0x1ffffffff; 0:r6=0; 0:r20=0;\n}\n P0 ;\n %s ;\n"
        "exists (true)\n",
        code);
}

/* clang-format off */
static const step_value_row value_rows[] = {
    {"li r7,-1", "r7", UINT64_MAX},
    {"lis r7,-32768", "r7", UINT64_C(0xffffffff80000000)},
    {"addi r7,r4,5", "r7", 3},
    {"addi r7,0,5", "r7", 5}, /* (RA|0) */
    {"addis r7,r3,2", "r7", 0x20003},
    {"add r7,r3,r4", "r7", 1},
    {"sub r7,r3,r4", "r7", 5},
    {"subf r7,r3,r4", "r7", UINT64_C(0xfffffffffffffffb)}, /* r4 - r3 */
    {"neg r7,r3", "r7", UINT64_C(0xfffffffffffffffd)},
    {"mullw r7,r5,r3", "r7", UINT64_C(0xfffffffffffffffd)}, /* the low words: -1 * 3 */
    {"mr r7,r5", "r7", UINT64_C(0x1ffffffff)},
    {"extsw r7,r5", "r7", UINT64_MAX},
    {"and r7,r5,r4", "r7", UINT64_C(0x1fffffffe)},
    {"or r7,r3,r4", "r7", UINT64_MAX},
    {"xor r7,r3,r3", "r7", 0},
    {"ori r7,r3,65532", "r7", 0xffff},
    {"xori r7,r3,1", "r7", 2},
    {"clrldi r7,r5,32", "r7", UINT64_C(0xffffffff)},
    {"ld r8,0(r2) ; rlwinm r7,r8,8,0,31", "r7", UINT64_C(0xddeeffcc)},
    {"ld r8,0(r2) ; rlwinm r7,r8,8,16,23", "r7", 0xff00},
    {"ld r8,0(r2) ; rlwinm r7,r8,0,31,31", "r7", 1},
    {"ld r8,0(r2) ; rlwinm r7,r8,31,28,3", "r7", UINT64_C(0xe66ef77fe000000f)}, /* round the end */
    {"ld r8,0(r2) ; rlwinm r7,r8,0,5,4", "r7", UINT64_C(0xccddeeffccddeeff)},
    {"ld r8,0(r2) ; ld r7,0(r1) ; rlwimi r7,r8,16,0,15", "r7", UINT64_C(0x11223344eeff7788)},
    {"ld r8,0(r2) ; ld r7,0(r1) ; rlwimi r7,r8,8,28,3", "r7", UINT64_C(0xddeeffccd566778c)},
    {"ld r7,0(r1)", "r7", UINT64_C(0x1122334455667788)},
    {"lwz r7,4(r2)", "r7", UINT64_C(0x8899aabb)},
    {"lwa r7,4(r2)", "r7", UINT64_C(0xffffffff8899aabb)},
    {"lha r7,0(r2)", "r7", UINT64_C(0xffffffffffffeeff)},
    {"lhz r7,0(r2)", "r7", 0xeeff},
    {"lbz r7,7(r2)", "r7", 0x88},
    {"li r8,4 ; lwzx r7,r8,r2", "r7", UINT64_C(0x8899aabb)},
    {"lwzx r7,0,r2", "r7", UINT64_C(0xccddeeff)},
    {"li r8,4 ; lwax r7,r8,r2", "r7", UINT64_C(0xffffffff8899aabb)},
    {"stb r3,1(r1) ; ld r7,0(r1)", "r7", UINT64_C(0x1122334455660388)},
    {"sth r3,2(r1) ; ld r7,0(r1)", "r7", UINT64_C(0x1122334400037788)},
    {"stw r4,4(r1) ; ld r7,0(r1)", "r7", UINT64_C(0xfffffffe55667788)},
    {"std r4,0(r1) ; ld r7,0(r1)", "r7", UINT64_C(0xfffffffffffffffe)},
    {"stwx r3,r6,r1 ; lwz r7,0(r1)", "r7", 3},
    {"cmpw r3,r4 ; bgt L ; li r20,1 ; L:nop", "r20", 0},
    {"cmpw r4,r3 ; blt L ; li r20,1 ; L:nop", "r20", 0},
    {"cmpw r5,r3 ; blt L ; li r20,1 ; L:nop", "r20", 0}, /* the low word is -1 */
    {"cmpd r5,r3 ; blt L ; li r20,1 ; L:nop", "r20", 1},
    {"cmplw r4,r3 ; bgt L ; li r20,1 ; L:nop", "r20", 0},
    {"cmpld r3,r4 ; blt L ; li r20,1 ; L:nop", "r20", 0},
    {"cmpwi r4,-2 ; beq L ; li r20,1 ; L:nop", "r20", 0},
    {"cmpwi r4,-2 ; bne L ; li r20,1 ; L:nop", "r20", 1},
    {"cmplwi r3,3 ; ble L ; li r20,1 ; L:nop", "r20", 0},
    {"cmpdi r3,4 ; bge L ; li r20,1 ; L:nop", "r20", 1},
    {"cmpwi cr7,r3,3 ; cmpwi r3,4 ; beq cr7,L ; li r20,1 ; L:nop", "r20", 0},
    {"b L ; li r20,1 ; L:nop", "r20", 0},
    {"blr ; li r20,1", "r20", 0},
};
/* clang-format on */

TEST(test_values)
{
    step_check_values(write_test, value_rows, sizeof value_rows / sizeof *value_rows);
}

static const step_text_row event_rows[] = {
    {"lwz r7,0(r1)", "R"},     {"stw r3,0(r1)", "W"},     {"lwarx r7,0,r1", "R X"},
    {"stwcx. r3,0,r1", "W X"}, {"sync", "F SYNC"},        {"hwsync", "F SYNC"},
    {"lwsync", "F LWSYNC"},    {"eieio", "F EIEIO"},      {"isync", "F ISYNC"},
    {"ldarx r7,0,r1", "R X"},  {"stdcx. r3,0,r1", "W X"}, {"li r7,1", ""},
};

TEST(test_events)
{
    step_check_events(write_test, event_rows, sizeof event_rows / sizeof *event_rows);
}

static const step_text_row refused[] = {
    {"rldicl r3,r4,5,0", "the instruction `rldicl` is not known, expected one of PPC"},
    {"rlwinm r3,r4,32,0,31", "the number is out of range, expected 0 to 31"},
    {"lwz r7,0(r32)", "expected a register r0 to r31, found `r32`"},
    {"lwz r7,40000(r1)", "the number is out of range, expected -32768 to 32767"},
    {"ori r7,r3,-1", "the number is out of range, expected 0 to 65535"},
    {"beq cr8,L", "expected a field cr0 to cr7, found `cr8`"},
    {"lwz r7,0", "expected `(`"},
    {"add r7,r3", "expected `,`"},
};

TEST(test_refused)
{
    step_check_refused(write_test, refused, sizeof refused / sizeof *refused);
}

/* What may stand in a fence's place. */
TEST(test_forms)
{
    cm_strengths new = cm_strengths_of(arena, CM_PPC, NULL);
    assert_int_equal(new.count, 5);
    assert_int_equal(new.self, 0);
    cm_strengths sync = cm_strengths_of(arena, CM_PPC, &(cm_instruction){.text = "hwsync"});
    assert_int_equal(sync.count, 5);
    assert_string_equal(sync.items[sync.self].text, "hwsync");
    for (int i = 0; i < sync.count; i++)
        assert_true(cm_strength_includes(&sync.items[sync.self], &sync.items[i]));
    assert_int_equal(cm_strengths_of(arena, CM_PPC, &(cm_instruction){.text = "lwz r7,0(r1)"}).self,
                     -1);
}

/* No model knows its threads beside others, and no machine here runs it. */
TEST(test_alone)
{
    step_machine m;
    step_open(&m, "CMCM t\n{ x=0; }\n P0@ppc | P1@ptx,cta 0,gpu 0 ;\n nop | nop ;\nexists (x=0)\n");
    assert_null(m.test);
    assert_non_null(strstr(step_message(&m), "no model knows PPC threads beside others"));
    step_close(&m);
    step_check_no_native(write_test, "nop", "PPC cannot run yet");
}
