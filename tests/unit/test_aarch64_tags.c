/* Which orders an AArch64 access has, by its name alone, for every load and store that
 * the names can be built of (Arm ARM C3.2): A for LDA and LDAX, Q for LDAP, X for the
 * exclusive ones, L for STL; atomics by the suffixes A and L. */
#include "tests/unit/litmus_open.h"

/* The tags among A, Q, X, L of the test's steps of that kind, one text. */
static void tags_of(const cm_test *test, cm_step_kind kind, char out[8])
{
    static const char *const names[] = {"A", "Q", "X", "L"};
    size_t length = 0;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        bool has = false;
        for (int i = 0; i < test->threads[0].step_count; i++) {
            const cm_step *step = &test->threads[0].steps[i];
            for (const char *const *t = step->tags; step->kind == kind && *t; t++)
                has = has || strcmp(*t, names[n]) == 0;
        }
        if (has)
            out[length++] = *names[n];
    }
    out[length] = '\0';
}

static void expect(const char *code, const char *loads, const char *stores)
{
    char text[256], found[8];
    snprintf(text, sizeof text,
             "AArch64 t\n{ int64_t x=0; 0:X1=x; }\n P0 ;\n %s ;\nexists (true)\n", code);
    opened o;
    open_good(&o, text);
    tags_of(o.test, CM_STEP_LOAD, found);
    if (strcmp(found, loads) != 0)
        fail_msg("%s: the load has '%s', expected '%s'", code, found, loads);
    tags_of(o.test, CM_STEP_STORE, found);
    if (strcmp(found, stores) != 0)
        fail_msg("%s: the store has '%s', expected '%s'", code, found, stores);
    cm_arena_free(o.arena);
}

static const char *const sizes[] = {"", "B", "H"};
enum { SIZES = 3 };

TEST(test_loads)
{
    static const struct {
        const char *name, *tags;
        bool is_signed; /* has SB, SH and SW as well */
    } loads[] = {{"LDR", "", true},     {"LDUR", "", true},    {"LDTR", "", true},
                 {"LDAPUR", "Q", true}, {"LDAR", "A", false},  {"LDAPR", "Q", false},
                 {"LDXR", "X", false},  {"LDAXR", "AX", false}};
    static const char *const with_sign[] = {"SB", "SH", "SW"};
    char code[64];
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
        for (int s = 0; s < SIZES; s++) {
            snprintf(code, sizeof code, "%s%s W0,[X1]", loads[i].name, sizes[s]);
            expect(code, loads[i].tags, "");
            snprintf(code, sizeof code, "%s%s X0,[X1]", loads[i].name, with_sign[s]);
            if (loads[i].is_signed)
                expect(code, loads[i].tags, "");
        }
}

TEST(test_stores)
{
    static const struct {
        const char *name, *tags;
    } stores[] = {{"STR", ""},   {"STUR", ""},      {"STTR", ""},       {"STLUR", "L"},
                  {"STLR", "L"}, {"STXR W2,", "X"}, {"STLXR W2,", "XL"}};
    char code[64];
    for (size_t i = 0; i < sizeof stores / sizeof *stores; i++)
        for (int s = 0; s < SIZES; s++) {
            const char *comma = strchr(stores[i].name, ' ');
            int stem = comma ? (int)(comma - stores[i].name) : (int)strlen(stores[i].name);
            snprintf(code, sizeof code, "%.*s%s %sW0,[X1]", stem, stores[i].name, sizes[s],
                     comma ? "W2," : "");
            expect(code, "", stores[i].tags);
        }
}

TEST(test_atomics)
{
    static const char *const names[] = {"LDADD",  "LDCLR",  "LDEOR",  "LDSET", "LDSMAX",
                                        "LDSMIN", "LDUMAX", "LDUMIN", "SWP",   "CAS"};
    static const struct {
        const char *suffix, *load, *store;
    } orders[] = {{"", "", ""}, {"A", "A", ""}, {"L", "", "L"}, {"AL", "A", "L"}};
    char code[64];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (size_t k = 0; k < sizeof orders / sizeof *orders; k++)
            for (int s = 0; s < SIZES; s++) {
                snprintf(code, sizeof code, "%s%s%s W2,W3,[X1]", names[i], orders[k].suffix,
                         sizes[s]);
                expect(code, orders[k].load, orders[k].store);
            }
}
