/* Printing a test and reading it back, its hash, and MD5. */
#include "tests/unit/litmus_open.h"

#include "litmus/text/md5.h"
#include "litmus/text/text.h"

TEST(test_layout)
{
    opened o;
    open_good(&o, "CMCM MP+stlr \n\"a doc\"\nKey = value \n"
                  "{ 0:X1=x; 0:X3=y; uint8_t b=3; 0:W5=-7; t @ texture aliases x; int a[3]={1,x}; "
                  "char z[2]; }\n"
                  "P0@aarch64|P3@gpu 0 cta 1 ptx;\n L0: STLR  W5,[X1] (* c *) | ;\n CBZ W5,L0|"
                  "ld.acquire.sys.u32 r0,[y];\n L1: |;\nexists P3:r0==1 /\\ (x=2 \\/ a[1]=x)");
    assert_string_equal(
        cm_litmus_print(&o.work, o.test),
        "CMCM MP+stlr\n"
        "\"a doc\"\n"
        "Key=value\n"
        "{\n"
        " x=0; y=0; uint8_t b=3; t @ texture aliases x; int32_t a[3]={1,x}; int8_t z[2];\n"
        " 0:X1=x; 0:X3=y; 0:X5=-7;\n"
        "}\n"
        " P0@aarch64   | P3@ptx,cta 1,gpu 0        ;\n"
        " L0:          | ld.acquire.sys.u32 r0,[y] ;\n"
        " STLR W5,[X1] |                           ;\n"
        " CBZ W5,L0    |                           ;\n"
        " L1:          |                           ;\n"
        "locations [3:r0; a[1]; [x];]\n"
        "exists (3:r0=1 /\\ ([x]=2 \\/ a[1]=x))\n");
    close_test(&o);
}

static const char *const tests[] = {
    "AArch64 a\n{ }\n P0 ;\n",
    "AArch64 a\n{ x=1; }\n P0 ;\n NOP ;\n",
    "AArch64 b\n{ uint64_t x; 0:X1=x; int64_t 0:X2=-1; p=x+4; }\n P0 ;\n L: LDXR X0,[X1] ;\n"
    " STXR W3,X2,[X1] ;\n CBNZ W3,L ;\n BL F ;\n F: RET ;\nforall (0:W3=0 /\\ p=x+4)\n",
    "AArch64 s\n{ y @ x+8; int64_t x=y; int y=1; uint8_t z[4]; z @ x+12; 0:X1=x; }\n P0 ;\n"
    " LDR W0,[X1,#8] ;\nexists (0:W0=1)\n",
    "X86 c\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV EAX,[y] ;\n MFENCE | XCHG [x],EAX ;\n"
    "~exists (1:EAX=1)\n",
    "X86_64 c\n{ 0:RAX=x; }\n P0 ;\n movl $1,(%rax) ;\nexists (x=1)\n",
    "PTX d\n{ x=0; s @ surface aliases x; }\n P0@cta 0,gpu 0 | P1@cta 1,cluster 2,gpu 1,sys 3 ;\n"
    " LC0: st.weak x, 1 | ld.relaxed.gpu r0, x ;\n bra LC0 | ;\nfilter (x=1) exists (1:r0!=0)\n",
    "PTX s\n{ shared x@cta 0=1; shared int16_t t[2]@cta 1,gpu 2={1,2}; shared=4; }\n"
    " P0@cta 0,gpu 0 | P1@cta 1,gpu 2,domain 3 ;\n"
    " st.shared.u32 [x], 1 | ld.shared::cluster.u16 r0, [t] ;\nexists (shared=4)\n",
    "PTX h\n{ x@gpu 1=1; int16_t t[2]@cpu={1,2}; y@numa 3=0; w@gpu 0; }\n"
    " P0@cta 0,gpu 0 | P1@cta 1,gpu 1 ;\n"
    " st.weak.u32 [x], 1 | ld.weak.u16 r0, [t] ;\nexists (y=0 /\\ w=0)\n",
    "X86 i\n{ x@numa 1; y@cpu=2; }\n P0 ;\n MOV [x],$1 ;\nexists (y=2)\n",
    "AArch64 e\n{ 0:X1=label:\"P0:L\"; }\n P0 ;\n BR X1 ;\n NOP ;\n L: ISB ;\n"
    "exists (not (0:X0=1) \\/ x=1 => y=1)\n",
};

static void hash_of(const char *text, char hash[33])
{
    opened o;
    open_good(&o, text);
    cm_test_hash(&o.work, o.test, hash);
    close_test(&o);
}

/* Homes are kept, and are no part of the program. */
TEST(test_homes)
{
    opened o;
    open_good(&o, "PTX h\n{ x@gpu 1=1; int t[2]@cpu; y@numa 3=0; z; }\n P0@cta 0,gpu 0 ;\n"
                  " ld.weak.u32 r0, [x] ;\nexists (0:r0=1 /\\ y=0 /\\ z=0 /\\ t[0]=0)\n");
    static const cm_home homes[] = {
        {CM_HOME_GPU, 1}, {CM_HOME_CPU, -1}, {CM_HOME_CPU, 3}, {CM_HOME_UNSAID, 0}};
    static const char *const names[] = {"x", "t", "y", "z"};
    for (int i = 0; i < o.test->location_count; i++)
        for (int n = 0; n < 4; n++)
            if (strcmp(o.test->locations[i].name, names[n]) == 0) {
                assert_int_equal(o.test->locations[i].home.kind, homes[n].kind);
                assert_int_equal(o.test->locations[i].home.number, homes[n].number);
            }
    assert_non_null(strstr(cm_litmus_print(&o.work, o.test), " x@gpu 1=1;"));
    close_test(&o);
    char base[33], other[33];
    hash_of("PTX a\n{ x=1; }\n P0@cta 0,gpu 0 ;\n ld.weak.u32 r0, [x] ;\nexists (0:r0=1)\n", base);
    hash_of("PTX a\n{ x@cpu=1; }\n P0@cta 0,gpu 0 ;\n ld.weak.u32 r0, [x] ;\nexists (0:r0=1)\n",
            other);
    assert_string_equal(base, other);
}

static void check_round_trip(const char *test)
{
    opened first, second;
    open_good(&first, test);
    const char *text = cm_litmus_print(&first.work, first.test);
    open_good(&second, text);
    assert_string_equal(cm_litmus_print(&second.work, second.test), text);
    char a[33], b[33];
    cm_test_hash(&first.work, first.test, a);
    cm_test_hash(&second.work, second.test, b);
    assert_string_equal(a, b);
    assert_int_equal(first.test->shown_count, second.test->shown_count);
    assert_int_equal(first.test->location_count, second.test->location_count);
    for (int t = 0; t < first.test->thread_count; t++)
        assert_int_equal(first.test->threads[t].step_count, second.test->threads[t].step_count);
    close_test(&first);
    close_test(&second);
}

TEST(test_round_trip)
{
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        check_round_trip(tests[i]);
}

/* Functions in place of columns, with blocks. */
TEST(test_functions)
{
    char **files = unit_files(arena, "tests/litmus/c", ".litmus", 0);
    for (; *files; files++)
        check_round_trip(unit_read(arena, *files, NULL));
    check_round_trip(
        "C blocks\n{ x=1; t[2]={3}; }\nP0 (int* x, volatile int *t) {\n"
        "if (*x) { if (t[1] == 0) *x = 2; else { t[0] = 1; } } else *x = 3;\n"
        "do { int r0 = *x; } while (r0 < 1);\n while (*x && r0) { r0 = 0; continue; }\n"
        "for (int i = 0; i < 1; i++) *x += 1;\n return; }\nexists (x=2)\n");
}

/* The question does not change the hash; the code and the initial state do. */
TEST(test_hash)
{
    char base[33], other[33];
    hash_of("AArch64 a\n{ 0:X1=x; }\n P0 ;\n LDR W0,[X1] ;\nexists (0:X0=1)\n", base);
    hash_of("AArch64 b\n\"doc\"\n{ 0:X1=x; }\nP0;\nLDR W0,[X1];\n~exists (0:X0=2)\n", other);
    assert_string_equal(base, other);
    hash_of("AArch64 a\n{ 0:X1=x; x=1; }\n P0 ;\n LDR W0,[X1] ;\nexists (0:X0=1)\n", other);
    assert_string_not_equal(base, other);
    hash_of("AArch64 a\n{ 0:X1=x; }\n P0 ;\n LDAR W0,[X1] ;\nexists (0:X0=1)\n", other);
    assert_string_not_equal(base, other);
    hash_of("AArch64 a\n{ 0:X1=x; }\n P0 ;\n LDR W0,[X1] ;\nexists (0:X0=1 /\\ x=0)\n", other);
    assert_string_not_equal(base, other);
}

/* As published logs of litmus7 and herd7 have them. */
TEST(test_published_hashes)
{
    static const char *const rows[][2] = {
        {"X86 SB\n{ x=0; y=0; }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n"
         " MOV EAX,[y] | MOV EAX,[x] ;\nlocations [x;y;]\nexists (0:EAX=0 /\\ 1:EAX=0)\n",
         "2d53e83cd627ba17ab11c875525e078b"},
        {"X86 SB\n{ x=0; y=0; }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n"
         " MOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)\n",
         "7dbd6b8e6dd4abc2ef3d48b0376fb2e3"},
        {"AArch64 MP+rel+acqpc\n{\n 0:X1=x; 0:X3=y;\n 1:X1=x; 1:X3=y;\n}\n P0 | P1 ;\n"
         " MOV W0,#1 | LDAPR W2,[X3] ;\n STR W0,[X1] | LDR W0,[X1] ;\n MOV W2,#1 | ;\n"
         " STLR W2,[X3] | ;\nexists (1:X2=1 /\\ 1:X0=0)\n",
         "d6d86cf550511c467b404723f249e4b5"},
        {"AArch64 L023\nStable=X9\n{ 0:X8=P1:Ldec; 1:X1=P0:Linc; }\n P0 | P1 ;\n"
         " mov w9, 4 | MOV W9,#4 ;\n BLR X8 | BLR X1 ;\n BLR X8 | BLR X1 ;\n"
         " MOV W0,W9 | MOV W0,W9 ;\n B Lzero | B Lone ;\n Linc: | Ldec: ;\n"
         " ADD W9,W9,#1 | SUB W9,W9,#0x1 ;\n RET | RET ;\n Lzero: | Lone: ;\n"
         "forall 0:X0=2 /\\ 1:X0=6\n",
         "5c9551e3d56a302e74c189efe470b56c"},
        {"X86_64 A008\n{ 0:RAX=1}\nP0;\nand %eax,%eax;\nforall 0:RAX=1\n",
         "0f619956115409bcfddfe64524121ac4"},
        {"AArch64 own\nHash=0123456789abcdef0123456789abcdef\n{ }\nP0;\nNOP;\nexists (true)\n",
         "0123456789abcdef0123456789abcdef"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char hash[33];
        hash_of(rows[i][0], hash);
        assert_string_equal(hash, rows[i][1]);
    }
}

/* RFC 1321, A.5, and lengths around a block. */
TEST(test_md5)
{
    static const char *const rows[][2] = {
        {"", "d41d8cd98f00b204e9800998ecf8427e"},
        {"a", "0cc175b9c0f1b6a831c399e269772661"},
        {"abc", "900150983cd24fb0d6963f7d28e17f72"},
        {"message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
        {"abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"},
        {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
         "d174ab98d277d9f5a5611c2c9f419d9f"},
        {"1234567890123456789012345678901234567890123456789012345678901234567890123456789"
         "0",
         "57edf4a22be3c955ac49da2e2107b67a"},
    };
    char digest[33];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cm_md5(rows[i][0], strlen(rows[i][0]), digest);
        assert_string_equal(digest, rows[i][1]);
    }
}

/* The line of a kernel behind an instruction is kept; what only looks like it is a comment. */
TEST(test_origins)
{
    opened o;
    open_good(&o, "PTX origins\n{ x=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
                  "st.weak.u32 [x],  1(*k.ptx:41*) | L: st.weak.u32 [x], 1 (* a b.ptx:41 *) ;\n"
                  "st.weak.u32 [x], 2 (* k.ptx:41 *) | st.weak.u32 [x], 2 (* k.ptx: *) ;\n"
                  "exists (x=1)");
    const cm_instruction *a = o.test->threads[0].instructions, *b = o.test->threads[1].instructions;
    assert_string_equal(a[0].text, "st.weak.u32 [x], 1");
    assert_string_equal(a[0].origin, "k.ptx:41");
    assert_string_equal(a[1].origin, "k.ptx:41");
    assert_null(b[0].origin);
    assert_null(b[1].origin);
    char *printed = cm_litmus_print(&o.work, o.test);
    assert_non_null(strstr(printed, " st.weak.u32 [x], 1 (* k.ptx:41 *) | L: "));
    opened again;
    open_good(&again, printed);
    assert_string_equal(again.test->threads[0].instructions[1].origin, "k.ptx:41");
    assert_string_equal(cm_litmus_print(&again.work, again.test), printed);
    close_test(&again);
    close_test(&o);
    open_good(&o,
              "PTX lines\n{ x=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
              "st.weak.u32 [x], 1 (* at k.cu:8 *) | st.weak.u32 [x], 1 (*at k.cu:8,k.ptx:41*) ;\n"
              "st.weak.u32 [x], 2 (* at home *) | st.weak.u32 [x], 2 (* at k.cu:8, here *) ;\n"
              "exists (x=1)");
    a = o.test->threads[0].instructions;
    b = o.test->threads[1].instructions;
    assert_string_equal(a[0].line, "k.cu:8");
    assert_null(a[0].origin);
    assert_string_equal(b[0].line, "k.cu:8");
    assert_string_equal(b[0].origin, "k.ptx:41");
    assert_null(a[1].line);
    assert_null(b[1].line);
    assert_string_equal(cm_instruction_line(o.arena, &a[0]), "k.cu:8");
    assert_string_equal(cm_instruction_line(o.arena, &a[1]), "line 5");
    printed = cm_litmus_print(&o.work, o.test);
    assert_non_null(strstr(printed, " st.weak.u32 [x], 1 (* at k.cu:8 *) | "));
    assert_non_null(strstr(printed, " st.weak.u32 [x], 1 (* at k.cu:8, k.ptx:41 *) ;"));
    close_test(&o);
    /* What stands there, by the column if there is one; comments and braces are no comments. */
    open_good(&o, "PTX code\nLine=k.cu:8 *x = (*p) { /* (* */\nLine=k.cu:9:5 f();\n{ x=0; }\n"
                  "P0@cta 0,gpu 0 ;\nst.weak.u32 [x], 1 (* at k.cu:8 *) ;\n"
                  "st.weak.u32 [x], 2 (* at k.cu:9:5 *) ;\n"
                  "st.weak.u32 [x], 3 (* at k.cu:9:7 *) ;\nexists (x=1)");
    a = o.test->threads[0].instructions;
    assert_string_equal(a[0].code, "*x = (*p) { /* (* */");
    assert_string_equal(a[1].line, "k.cu:9");
    assert_string_equal(a[1].code, "f();");
    assert_string_equal(a[2].line, "k.cu:9");
    assert_null(a[2].code);
    printed = cm_litmus_print(&o.work, o.test);
    char hash[33], plain[33]; /* of the same instructions at the same lines */
    cm_test_hash(&o.work, o.test, hash);
    open_good(&again, "PTX code\n{ x=0; }\nP0@cta 0,gpu 0 ;\nst.weak.u32 [x], 1 (* at k.cu:8 *) ;\n"
                      "st.weak.u32 [x], 2 (* at k.cu:9 *) ;\n"
                      "st.weak.u32 [x], 3 (* at k.cu:9 *) ;\nexists (x=1)");
    cm_test_hash(&again.work, again.test, plain);
    assert_string_equal(hash, plain);
    close_test(&again);
    assert_non_null(strstr(printed, "Line=k.cu:9:5 f();\n"));
    assert_non_null(strstr(printed, " st.weak.u32 [x], 2 (* at k.cu:9:5 *)"));
    close_test(&o);
}
