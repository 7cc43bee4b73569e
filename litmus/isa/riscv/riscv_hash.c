/* RISC-V instructions as the reference simulator prints them for the hash of a test
 * (herdtools7: lib/RISCVBase.ml, do_pp_instruction): small letters, registers by number,
 * numbers in decimal, every access with its offset but those of AMOs, ` xori` with a blank
 * before it. What it does not read is not known.
 */
#include "litmus/isa/riscv/riscv.h"

#include "base/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

typedef enum shape {
    REGISTERS, /* add x5,x6,x7 */
    NUMBER,    /* addi x5,x6,1 */
    LOAD,      /* lw x5,0(x6); sw and lr too */
    SC,        /* sc.w x5,x6,0(x7) */
    AMO,       /* amoadd.w x5,x6,(x7) */
    BRANCH,    /* bne x5,x6,L00 */
    JUMP,      /* j L00 */
    FENCE      /* fence rw,w; fence.i */
} shape;

static const struct {
    const char *words;
    shape shape;
} shapes[] = {
    {"add slt sltu and or xor sll srl sub sra addw sllw srlw subw sraw", REGISTERS},
    {"addi slti sltiu andi ori xori slli srli srai addiw slliw srliw sraiw", NUMBER},
    {"lb lbu lh lhu lw lwu ld sb sh sw sd", LOAD},
    {"lr.w lr.d", LOAD},
    {"sc.w sc.d", SC},
    {"beq bne blt bltu bge bgeu", BRANCH},
    {"j", JUMP},
    {"fence fence.i fence.tso", FENCE},
};

static bool is_listed(const char *words, const char *word, size_t length)
{
    for (const char *at = words; *at; at += strspn(at, " ")) {
        size_t here = strcspn(at, " ");
        if (here == length && memcmp(at, word, length) == 0)
            return true;
        at += here;
    }
    return false;
}

/* Without the order that an access may have, and how that prints; "": none. */
static size_t length_of_plain(const char *name, const char **order)
{
    static const struct {
        const char *written, *printed;
    } orders[] = {{".aq.rl", ".aqrl"}, {".aqrl", ".aqrl"}, {".aq", ".aq"}, {".rl", ".rl"}};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        size_t end = strlen(orders[i].written);
        *order = orders[i].printed;
        if (length > end && strcmp(name + length - end, orders[i].written) == 0)
            return length - end;
    }
    *order = "";
    return length;
}

static bool is_amo(const char *name, size_t length)
{
    static const char words[] = "amoswap amoadd amoand amoor amoxor amomax amomaxu amomin amominu";
    bool sized = length > 2 && name[length - 2] == '.' &&
                 (name[length - 1] == 'w' || name[length - 1] == 'd');
    return sized && is_listed(words, name, length - 2);
}

/* The shape of a name without its order. */
static bool find_shape(const char *name, size_t length, shape *found)
{
    *found = AMO;
    if (is_amo(name, length))
        return true;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        *found = shapes[i].shape;
        if (is_listed(shapes[i].words, name, length))
            return true;
    }
    return false;
}

/* ---- operands -------------------------------------------------------- */

typedef struct printer {
    cm_lexer lex;
    cm_text text;
    const cm_hash_labels *labels;
    bool known;
} printer;

static void add_register(printer *p)
{
    unsigned number = 0;
    const char *name = cm_arena_text(p->text.arena, p->lex.token.text, p->lex.token.length);
    p->known = p->known && p->lex.token.kind == CM_TOKEN_NAME && cm_rv_register(name, &number);
    cm_text_append(&p->text, "x%u", number);
    cm_lexer_advance(&p->lex);
}

static void add_comma(printer *p)
{
    p->known = cm_lexer_accept(&p->lex, ",") && p->known;
    cm_text_add(&p->text, ",");
}

static void add_number(printer *p)
{
    bool negative = cm_lexer_accept(&p->lex, "-");
    p->known = p->known && p->lex.token.kind == CM_TOKEN_NUMBER;
    if (p->known)
        cm_text_append(&p->text, "%s%" PRIu64, negative ? "-" : "", p->lex.token.number);
    cm_lexer_advance(&p->lex);
}

/* `0(x6)`; `(x6)` has no offset, and one of 0 is none where that is how it prints. */
static void add_address(printer *p, bool offset)
{
    bool none = cm_lexer_is(&p->lex, "(");
    if (none && offset)
        cm_text_add(&p->text, "0");
    else if (!none && offset)
        add_number(p);
    else if (!none) {
        p->known = p->known && p->lex.token.kind == CM_TOKEN_NUMBER && p->lex.token.number == 0;
        cm_lexer_advance(&p->lex);
    }
    p->known = cm_lexer_accept(&p->lex, "(") && p->known;
    cm_text_add(&p->text, "(");
    add_register(p);
    p->known = cm_lexer_accept(&p->lex, ")") && p->known;
    cm_text_add(&p->text, ")");
}

static void add_label(printer *p)
{
    const char *name = cm_arena_text(p->text.arena, p->lex.token.text, p->lex.token.length);
    const char *label = cm_hash_label(p->labels, name);
    p->known = p->known && label;
    cm_text_add(&p->text, label ? label : "");
    cm_lexer_advance(&p->lex);
}

/* ` rw,w` */
static void add_sets(printer *p)
{
    cm_text_add(&p->text, " ");
    for (int i = 0; i < 2; i++) {
        if (i > 0)
            add_comma(p);
        p->known = p->known && p->lex.token.kind == CM_TOKEN_NAME;
        const char *set = cm_arena_text(p->text.arena, p->lex.token.text, p->lex.token.length);
        p->known = p->known && is_listed("r w rw", set, strlen(set));
        cm_text_add(&p->text, set);
        cm_lexer_advance(&p->lex);
    }
}

static void add_operands(printer *p, shape of)
{
    int registers = of == LOAD ? 1 : of == REGISTERS ? 3 : of == JUMP ? 0 : 2;
    for (int i = 0; i < registers; i++) {
        if (i > 0)
            add_comma(p);
        add_register(p);
    }
    if (of != REGISTERS && registers > 0)
        add_comma(p);
    if (of == NUMBER)
        add_number(p);
    else if (of == BRANCH || of == JUMP)
        add_label(p);
    else if (of != REGISTERS)
        add_address(p, of != AMO);
}

/* ---- instructions ------------------------------------------------------ */

static const char *small_letters(cm_arena *arena, const cm_token *token)
{
    char *text = cm_arena_text(arena, token->text, token->length);
    for (char *c = text; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return text;
}

/* What the assembler's words stand for: `li x5,1` is ori x5,x0,1, `mv x5,x6` ori x5,x6,0. */
static bool add_alias(printer *p, const char *name)
{
    bool constant = strcmp(name, "li") == 0;
    if (!constant && strcmp(name, "mv") != 0)
        return false;
    cm_text_add(&p->text, "ori ");
    add_register(p);
    add_comma(p);
    if (constant) {
        cm_text_add(&p->text, "x0,");
        add_number(p);
    } else {
        add_register(p);
        cm_text_add(&p->text, ",0");
    }
    return true;
}

/* False: not an instruction that the simulator reads. */
static bool add_name(printer *p, const char *name, shape *of)
{
    const char *order;
    size_t length = length_of_plain(name, &order);
    if (!find_shape(name, length, of))
        return false;
    bool is_access = *of == LOAD || *of == SC || *of == AMO;
    cm_text_add(&p->text, strcmp(name, "xori") == 0 ? " " : "");
    cm_text_add_bytes(&p->text, name, length);
    cm_text_add(&p->text, order);
    return is_access || !*order;
}

static void add_instruction(printer *p, const char *name)
{
    shape of;
    if (!add_name(p, name, &of)) {
        p->known = false;
        return;
    }
    bool bare = cm_lexer_at_end(&p->lex);
    if (of == FENCE && bare != (strcmp(name, "fence") == 0)) {
        if (!bare)
            add_sets(p);
    } else if (of != FENCE) {
        cm_text_add(&p->text, " ");
        add_operands(p, of);
    } else {
        p->known = false;
    }
}

const char *cm_rv_hash_text(cm_arena *arena, cm_lexer lex, const cm_hash_labels *labels)
{
    const char *name = small_letters(arena, &lex.token);
    cm_lexer_advance(&lex);
    printer p = {.lex = lex, .labels = labels, .known = true};
    cm_text_init(&p.text, arena);
    if (strcmp(name, "nop") == 0)
        cm_text_add(&p.text, name);
    else if (!add_alias(&p, name))
        add_instruction(&p, name);
    return p.known && cm_lexer_at_end(&p.lex) ? p.text.data : NULL;
}
