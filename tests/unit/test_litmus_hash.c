/* litmus/text/hash.c, rule by rule as herdtools7's lib/testHash.ml has them: three texts,
 * written by hand here, whose MD5s make up the hash. The hashes of whole published tests are in
 * tests/litmus/hashes.tsv. */
#include "tests/unit/litmus_open.h"

#include "litmus/text/md5.h"

typedef struct hashed {
    const char *test, *init, *code, *observed;
} hashed;

static void hash_of_parts(const hashed *h, char hash[33])
{
    unsigned char digests[48];
    cm_md5_digest(h->init, strlen(h->init), digests);
    cm_md5_digest(h->code, strlen(h->code), digests + 16);
    cm_md5_digest(h->observed, strlen(h->observed), digests + 32);
    cm_md5((const char *)digests, sizeof digests, hash);
}

static void hash_of_text(const char *text, char hash[33])
{
    opened o;
    open_good(&o, text);
    cm_test_hash(&o.work, o.test, hash);
    close_test(&o);
}

static void check(const hashed *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char expected[33], found[33];
        hash_of_parts(&cases[i], expected);
        hash_of_text(cases[i].test, found);
        if (strcmp(expected, found) != 0)
            fail_msg("another hash: %s", cases[i].test);
    }
}
#define CHECK(cases) check(cases, sizeof cases / sizeof *cases)
#define NOP_CODE     " NOP ;\n"

/* digest_init: registers by thread as numbers and name as text, then symbolic registers, then
 * locations by name; types as written, an array without its values, nothing given is 0. */
TEST(initial_states)
{
    static const hashed cases[] = {
        {"AArch64 T\n{ }\nP0;\nNOP;\nexists (true)\n", "", NOP_CODE, ""},
        {"AArch64 T\n{ b=1; a; 0:X2=1; 0:X10=2; }\nP0;\nNOP;\nexists (true)\n",
         "0:X10=2; 0:X2=1; a=0; b=1", NOP_CODE, ""},
        {"AArch64 T\n{ a=1; %z=2; P0:X1=a; 0:%c=3; }\nP0;\nNOP;\nexists (true)\n",
         "0:X1=a; 0:c=3; z=2; a=1", NOP_CODE, ""},
        {"AArch64 T\n{ int64_t x=0x10; uint64_t 0:X3; int y = -1; }\nP0;\nNOP;\nexists (true)\n",
         "uint64_t 0:X3=0; int64_t x=0x10; int y=-1", NOP_CODE, ""},
        {"AArch64 T\n{ int *p=&x; *q=x; int *r; [x]=3; }\nP0;\nNOP;\nexists (true)\n",
         "int *p=x; *q=x; int *r=0; x=3", NOP_CODE, ""},
        {"AArch64 T\n{ _Atomic int x=1; int y=ATOMIC_INIT(2); }\nP0;\nNOP;\nexists (true)\n",
         "_Atomic int x=1; int y=2", NOP_CODE, ""},
        {"AArch64 T\n{ int t[2]={7,8}; 0:X1=t[1]; 0:X2=t[0]; }\nP0;\nNOP;\nexists (true)\n",
         "0:X1=t+1; 0:X2=t; int t[2]", NOP_CODE, ""},
        {"AArch64 T\n{ x=`5`; 0:X1=`-0x7`; }\nP0;\nNOP;\nexists (true)\n", "0:X1=-0x7; x=5",
         NOP_CODE, ""},
        {"AArch64 T\n{ 0:X1=P0:L9; 0:X2=label:\"P0:L9\"; }\nP0;\nL9: NOP;\nexists (true)\n",
         "0:X1=0:L9; 0:X2=0:L9", " L00: ;\n NOP  ;\n", ""},
    };
    CHECK(cases);
}

/* digest_observed: what the condition and `locations` name, once, registers, locations, then
 * elements; an address on the right is none; neither quantifier nor constants nor filter. */
TEST(observed)
{
    static const hashed cases[] = {
        {"AArch64 T\n{ }\nP0;\nNOP;\nforall (x=1 /\\ 0:X2=x /\\ ~(0:X10=3))\n", "", NOP_CODE,
         "0:X10; 0:X2; x"},
        {"AArch64 T\n{ }\nP0;\nNOP;\n~exists (0:X1=0:X3 \\/ x=*y)\n", "", NOP_CODE,
         "0:X1; 0:X3; x; y"},
        {"AArch64 T\n{ int t[2]; }\nP0;\nNOP;\nlocations [t[1]; z; z;]\nexists (t[0]=1 /\\ a=2)\n",
         "int t[2]", NOP_CODE, "a; z; t[0]; t[1]"},
        {"AArch64 T\n{ int t[2]; }\nP0;\nNOP;\nlocations [t; 0:X1 int64_t;]\nexists (t={1,2})\n",
         "int t[2]", NOP_CODE, "0:X1; t"},
        {"AArch64 T\n{ }\nP0;\nNOP;\nfilter (y=1 /\\ 0:X9=2)\nexists (x=1)\n", "", NOP_CODE, "x"},
        {"AArch64 T\n{ }\nP0;\nNOP;\nfinal (x=1)\nwith tso:forall;\n", "", NOP_CODE, "x"},
        {"AArch64 T\n{ }\nP0;\nNOP;\nobserved x=1; and y=2; x=3;\n", "", NOP_CODE, "x; y"},
    };
    CHECK(cases);
}

/* digest_code: labels in the order of their names over all threads, L00, L01, ...; a label is a
 * row; blanks, case and comments are not there; columns as wide as their widest. */
TEST(code)
{
    static const hashed cases[] = {
        {"AArch64 T (* one *)\n\"two\nlines (* of *) title\"\nKey=Value\n(* three *)\n"
         "{ x=1; (* four (* nested *) *) }\nP0;\n(* five *) mov w0 , #0x10 (* six *);\nexists "
         "(true)\n",
         "x=1", " MOV W0,#16 ;\n", ""},
        {"AArch64 T\n{ }\nP0 | P1;\nz: NOP | ;\nB a | a: MOV W0,#1;\na: | ;\nexists (true)\n", "",
         " L01:  | L00:      ;\n"
         " NOP   | MOV W0,#1 ;\n"
         " B L00 |           ;\n"
         " L00:  |           ;\n",
         ""},
    };
    CHECK(cases);
}

/* RISC-V: registers by number, an offset everywhere but in AMOs, words of the assembler as what
 * they stand for; what the simulator does not read has no such hash. */
TEST(riscv)
{
    static const hashed cases[] = {
        {"RISCV T\n{ 0:s0=x; }\nP0;\nli t0,1;\nmv t1,t0;\nlw.aq a0,(s0);\nSD t0,-8(s0);\n"
         "exists (0:a0=1)\n",
         "0:s0=x",
         " ori x5,x0,1     ;\n"
         " ori x6,x5,0     ;\n"
         " lw.aq x10,0(x8) ;\n"
         " sd x5,-8(x8)    ;\n",
         "0:a0"},
        {"RISCV T\n{ 0:x6=x; }\nP0;\nL: amoadd.w.aq.rl x5,x0,0(x6);\nxori x7,x5,0x10;\n"
         "bne x5,x7,L;\nfence rw,w;\nfence.tso;\nexists (x=1)\n",
         "0:x6=x",
         " L00:                     ;\n"
         " amoadd.w.aqrl x5,x0,(x6) ;\n"
         "  xori x7,x5,16           ;\n"
         " bne x5,x7,L00            ;\n"
         " fence rw,w               ;\n"
         " fence.tso                ;\n",
         "x"},
        {"RISCV T\n{ 0:x6=x; }\nP0;\nlr.d x5,0(x6);\nsc.d.rl x7,x5,0(x6);\nexists (x=1)\n",
         "0:x6=x",
         " lr.d x5,0(x6)       ;\n"
         " sc.d.rl x7,x5,0(x6) ;\n",
         "x"},
    };
    CHECK(cases);
    char known[33], other[33];
    hash_of_parts(&(hashed){"", "", " mul x5,x6,x7 ;\n", ""}, known);
    hash_of_text("RISCV T\n{ }\nP0;\nmul x5,x6,x7;\nexists (true)\n", other);
    assert_string_not_equal(known, other);
}

/* A test's own word counts, in any case of its key; MemoryType, which herd hashes, is a thing
 * of page tables. */
TEST(own_word)
{
    char hash[33];
    hash_of_text(
        "AArch64 T\nhASH=0123456789abcdef0123456789abcdef\n{ }\nP0;\nNOP;\nexists (true)\n", hash);
    assert_string_equal(hash, "0123456789abcdef0123456789abcdef");
}
