/* Every form of the x86 instructions as machine code: both instruction sets, both
 * syntaxes, all widths and kinds of operands, with the flags, compared with the
 * sequential interpreter. What the manuals of Intel and AMD leave undefined is a choice
 * there, and what this processor gives must be among the choices. On other machines
 * there is nothing to do. */
#include "litmus/isa/isa.h"
#include "tests/unit/native_batch.h"

enum { WIDTHS = 4 };
static const char *const first_names[WIDTHS] = {"AL", "AX", "EAX", "RAX"};
static const char *const second_names[WIDTHS] = {"BL", "BX", "EBX", "RBX"};
static const char *const size_words[WIDTHS] = {"BYTE", "WORD", "DWORD", "QWORD"};
static const char suffixes[] = "bwlq";

/* Into a batch: only what is an instruction at all, which the parser says. */
typedef struct forms {
    batch batch;
    cm_arch arch;
    size_t accepted, tried, choosing;
} forms;

static bool no_such_instruction(const char *message)
{
    return strstr(message, "does not exist") || strstr(message, "cannot be encoded");
}

static void add_form(forms *f, const char *code)
{
    static const char *const inits[] = {
        "0:EAX=0xfff0ff80; 0:EBX=0x8000007f; 0:ECX=0; 0:EDX=0;",
        "0:RAX=0x7ffffffffff0ff80; 0:RBX=0x800000008000007f; 0:R12=7;"};
    static const char *const flags[] = {"SETC CL ; SETO DL ; SETZ CH ; SETS DH ;",
                                        "setc %r8b ; seto %r9b ; setz %r10b ; sets %r11b ;"};
    char *text = malloc(1024);
    assert_non_null(text);
    int wide = f->arch == CM_X86_64;
    snprintf(text, 1024,
             "%s form\n{ int64_t x=0x80ff00ff7f00ff81; int64_t y=3; %s }\n P0 ;\n CMP %s,6 ;\n"
             " %s ;\n %s\nexists (true)\n",
             cm_arch_name(f->arch), inits[wide], wide ? "R12" : "ECX", code, flags[wide]);
    native_test *t = batch_add(&f->batch);
    f->batch.texts[f->batch.count - 1] = text;
    f->tried++;
    bool good = native_open(t, text);
    f->accepted += good;
    f->choosing += t->choosing > 0;
    if (t->m.test && !good && !no_such_instruction(t->m.work.diags.items[0].message))
        fail_msg("%s: %s", code, t->m.work.diags.items[0].message);
}

/* An operand in either syntax: 1 and 2 are registers, 'm' memory, 'i' a number. */
static const char *operand(char *text, char kind, int width, bool att)
{
    const char *percent = att ? "%" : "";
    if (kind == 'm' && att)
        return "(x)";
    if (kind == 'i')
        return att ? "$-3" : "-3";
    if (kind == 'm')
        snprintf(text, 32, "%s PTR [x]", size_words[width]);
    else
        snprintf(text, 32, "%s%s", percent, kind == '1' ? first_names[width] : second_names[width]);
    return text;
}

static void add_two_operands(forms *f, const char *name, const char *kinds, const char *prefix)
{
    for (int width = 0; width < (f->arch == CM_X86_64 ? 4 : 3); width++) {
        for (int att = 0; att < 2; att++) {
            char code[128], one[32], two[32];
            const char *to = operand(one, kinds[0], width, att != 0);
            const char *from = operand(two, kinds[1], width, att != 0);
            if (att)
                snprintf(code, sizeof code, "%s%s%c %s,%s", prefix, name, suffixes[width], from,
                         to);
            else
                snprintf(code, sizeof code, "%s%s %s,%s", prefix, name, to, from);
            add_form(f, code);
        }
    }
}

static void add_one_operand(forms *f, const char *name, char kind, const char *prefix,
                            const char *before)
{
    for (int width = 0; width < (f->arch == CM_X86_64 ? 4 : 3); width++) {
        for (int att = 0; att < 2; att++) {
            char code[128], one[32], suffix[2] = {att ? suffixes[width] : '\0', '\0'};
            snprintf(code, sizeof code, "%s%s%s %s%s", prefix, name, suffix, att ? before : "",
                     operand(one, kind, width, att != 0));
            add_form(f, code);
        }
    }
}

static void add_arithmetic(forms *f)
{
    static const char *const two[] = {"MOV", "ADD", "ADC",  "SUB",  "SBB",  "AND",    "OR",
                                      "XOR", "CMP", "TEST", "XCHG", "XADD", "CMPXCHG"};
    static const char *const kinds[] = {"12", "1i", "m1", "mi", "2m", "1m", "11"};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++) {
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            add_two_operands(f, two[i], kinds[k], "");
            add_two_operands(f, two[i], kinds[k], "lock ");
        }
    }
    static const char *const one[] = {"INC", "DEC", "NEG", "NOT"};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++) {
        add_one_operand(f, one[i], '1', "", "");
        add_one_operand(f, one[i], 'm', "", "");
        add_one_operand(f, one[i], 'm', "LOCK ", "");
    }
}

/* Counts of none, one, some, the width of a byte and a half, and more than the mask. */
static void add_shift_by(forms *f, const char *name, int width, const char *to, int count)
{
    char code[128];
    const char *percent = *to == '(' ? "" : "%";
    snprintf(code, sizeof code, "%s%c $%d,%s%s", name, suffixes[width], count, percent, to);
    add_form(f, code);
    snprintf(code, sizeof code, "movb $%d,%%cl ; %s%c %%cl,%s%s", count, name, suffixes[width],
             percent, to);
    add_form(f, code);
}

static void add_shifts(forms *f)
{
    static const char *const names[] = {"SHL", "SAL", "SHR", "SAR", "ROL", "ROR"};
    static const int counts[] = {0, 1, 5, 8, 9, 16, 17, 31, 32, 33, 63, 64, 70};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (int width = 0; width < (f->arch == CM_X86_64 ? 4 : 3); width++) {
            char code[128];
            const char *where[] = {first_names[width], "(x)"};
            for (size_t k = 0; k < 2; k++) {
                snprintf(code, sizeof code, "%s%c %s%s", names[i], suffixes[width], k ? "" : "%",
                         where[k]);
                add_form(f, code);
                for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
                    add_shift_by(f, names[i], width, k ? "(x)" : where[0], counts[c]);
            }
        }
    }
}

static void add_conditions(forms *f)
{
    static const char *const names[] = {"E",  "Z",   "NE", "NZ", "AE", "NB",  "NC", "B",
                                        "C",  "NAE", "S",  "NS", "O",  "NO",  "A",  "NBE",
                                        "BE", "NA",  "GE", "NL", "L",  "NGE", "G",  "NLE",
                                        "LE", "NG",  "P",  "PE", "NP", "PO"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[16];
        snprintf(name, sizeof name, "CMOV%s", names[i]);
        add_two_operands(f, name, "12", "CMP AL,AH ; ");
        add_two_operands(f, name, "12", "CMP AH,AL ; ");
        if (f->arch == CM_X86_64)
            add_two_operands(f, name, "1m", "CMP AL,AL ; ");
        char code[128];
        snprintf(code, sizeof code, "CMP AL,AH ; SET%s AL", names[i]);
        add_form(f, code);
        snprintf(code, sizeof code, "CMP AH,AL ; SET%s [x]", names[i]);
        add_form(f, code);
        snprintf(code, sizeof code, "CMP AL,AH ; J%s L ; MOV [x],1 ; L: NOP", names[i]);
        add_form(f, code);
    }
}

/* Single instructions and what goes together; the narrow ones in 32-bit mode only,
 * the wide ones in 64-bit mode only. */
static const char *const codes[] = {"imull $-7,%ebx,%eax",
                                    "imulw $7,%bx,%ax",
                                    "imull $7,(x),%eax",
                                    "IMUL EAX,EBX,1000",
                                    "IMUL EBX,9",
                                    "mull %ebx",
                                    "MUL DWORD PTR [x]",
                                    "imull (x)",
                                    "orl $1,%ebx ; xorl %edx,%edx ; divl %ebx",
                                    "orw $1,%bx ; movw $0,%dx ; divw %bx",
                                    "sarl $1,%eax ; cltd ; orl $1,%ebx ; idivl %ebx",
                                    "sarw $1,%ax ; CWD ; movw $-3,%bx ; idivw %bx",
                                    "bswapl %ebx",
                                    "bsfl %ebx,%eax",
                                    "orl $0x100,%ebx ; BSF EAX,EBX ; sete %cl",
                                    "orw $0x100,%bx ; bsrw %bx,%ax ; setne %cl",
                                    "movl $0x30,(x) ; bsrl (x),%eax",
                                    "movzbl %bl,%eax",
                                    "movsbl %bl,%eax",
                                    "movswl (x),%eax",
                                    "movzwl (x),%eax",
                                    "movsbw %bl,%ax",
                                    "MOVZX EAX,BL",
                                    "MOVSX EAX,WORD PTR [x]",
                                    "MOVSX AX,BYTE PTR [x+1]",
                                    "MOVZX EAX,AH",
                                    "MOV [x],AH",
                                    "XCHG AH,BL",
                                    "ADD AH,[x]",
                                    "SETNP BL",
                                    "MFENCE ; MOV [x],1 ; LFENCE ; SFENCE ; PAUSE ; NOP",
                                    "lock; addl $1,(x)",
                                    "MOV EBX,5 ; L: ADD [x],EBX ; DEC EBX ; JNZ L"};

static const char *const narrow_codes[] = {
    "LEA EAX,[x]",
    "LEA EAX,[x+4] ; MOV EBX,[EAX]",
    "MOV EAX,$x ; MOV [EAX],EBX",
    "leal (x),%eax ; movl $1,4(%eax)",
    "MOV EBX,$y ; MOV EAX,EBX ; XCHG EAX,ECX ; MOV [ECX],5 ; MOV ECX,0",
    "MOV EBX,$x ; MOV ECX,4 ; MOV EAX,[EBX+ECX]",
    "MOV ECX,1 ; MOV EAX,[x+ECX*4]",
    "MOV ECX,1 ; MOV EAX,[x+4*ECX-2]",
    "MOV ECX,1 ; MOV AH,[x+ECX]"};

static const char *const wide_codes[] = {
    "LEA RAX,[x]", "LEA RAX,[x+4] ; MOV EBX,[RAX]", "MOV RAX,$x ; MOV [RAX],RBX",
    "leaq (x),%rax ; movl $1,4(%rax)",
    "MOV RBX,$y ; MOV RAX,RBX ; XCHG RAX,RCX ; MOV [RCX],5 ; MOV RCX,0",
    "MOV RBX,$x ; MOV RCX,4 ; MOV EAX,[RBX+RCX]", "MOV RCX,1 ; MOV EAX,[x+RCX*4]",
    "MOV RCX,1 ; MOV EAX,[x+4*RCX-2]", "movabsq $0x1122334455667788,%rax",
    "movq $0x1122334455667788,%rax", "movslq %ebx,%rax", "movsbq (x),%rax", "MOVSXD RAX,EBX",
    "movzwq (x),%rax", "movb %sil,%al ; movb %r9b,%sil", "movq x(%rip),%rax", "movl x+4,%eax",
    "movl $4,%ecx ; movl x(,%rcx,1),%eax", "leaq 7(%rbx,%r12,8),%rax", "leal -1(%rbx),%eax",
    "leaw 5(%rbx),%ax", "movq $x,%rax ; movl $9,4(%rax)", "movq $y,(x)", "cmpq $y,%rax",
    "leaq y(%rip),%rbp ; movq $2,(%rbp) ; movq %rbp,%r15 ; addq (%r15),%r14", "mulq %rbx",
    "imulq (x)", "xorl %edx,%edx ; orq $1,%rbx ; divq %rbx",
    "sarq $1,%rax ; cqto ; orq $1,%rbx ; idivq %rbx", "bswap %rbx", "BSWAP R12",
    "orq $1,%rbx ; bsrq %rbx,%rax", "orq $-2,%rbx ; bsfq %rbx,%rax",
    /* a failing exchange of 32 bits, and the upper half */
    "CMPXCHG EBX,R12D", "cmpxchgl %r12d,%ebx ; movq %rbx,%r13", "MOV R8D,5 ; MOV [x],R8L",
    "TEST $1,(x)", "testl $3,%eax"};

static void add_the_rest(forms *f)
{
    static const char *const bits[] = {"BT", "BTS", "BTR", "BTC"};
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        add_two_operands(f, bits[i], "12", "");
        add_two_operands(f, bits[i], "1i", "");
        add_two_operands(f, bits[i], "mi", "LOCK ");
    }
    add_two_operands(f, "IMUL", "12", "");
    add_two_operands(f, "IMUL", "1m", "");
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        add_form(f, codes[i]);
    bool wide = f->arch == CM_X86_64;
    for (size_t i = 0; wide && i < sizeof wide_codes / sizeof *wide_codes; i++)
        add_form(f, wide_codes[i]);
    for (size_t i = 0; !wide && i < sizeof narrow_codes / sizeof *narrow_codes; i++)
        add_form(f, narrow_codes[i]);
}

TEST(x86_forms)
{
    if (!is_x86())
        skip();
    static const cm_arch sets[] = {CM_X86, CM_X86_64};
    static const size_t least[] = {600, 900}, least_choosing[] = {200, 300};
    for (size_t i = 0; i < 2; i++) {
        forms f = {.arch = sets[i]};
        add_arithmetic(&f);
        add_shifts(&f);
        add_conditions(&f);
        add_the_rest(&f);
        size_t ran = run_batch(&f.batch);
        print_message("%s: %zu forms, %zu are instructions, %zu ran, %zu with something "
                      "undefined\n",
                      cm_arch_name(f.arch), f.tried, f.accepted, ran, f.choosing);
        assert_true(f.choosing > least_choosing[i]);
        assert_int_equal(ran, f.accepted);
        assert_true(ran > least[i]);
        batch_free(&f.batch);
    }
}
