/* Mutexes: which ones the thread has, and the objects of C++ that hold one until their block ends
 * ([thread.lock]): `std::lock_guard<std::mutex> g(m);`, std::scoped_lock, std::unique_lock. */
#include "litmus/isa/c/c.h"

#include <string.h>

enum { MOST_GUARDS = 32 };

struct cm_c_guard {
    const char *name;
    const cm_c_node *mutex;
};

int cm_c_held(cm_c *c, const cm_expr *mutex)
{
    uint64_t address;
    if (!cm_expr_known(mutex, NULL, NULL, &address))
        return -1;
    return cm_asm_register(
        c->as, cm_arena_printf(cm_asm_arena(c->as), ".held%llx", (unsigned long long)address));
}

static const cm_c_node *call_of(cm_c *c, const cm_c_node *mutex, const char *name)
{
    cm_c_node *made = CM_NEW(cm_asm_arena(c->as), cm_c_node);
    *made = (cm_c_node){.kind = CM_C_MEMBER, .place = mutex->place, .name = name, .a = mutex};
    return made;
}

const cm_c_node *cm_c_guarded(const cm_c *c, const cm_c_node *node)
{
    for (int i = c->guard_count; node->kind == CM_C_NAME && i-- > 0;)
        if (strcmp(c->guards[i].name, node->name) == 0)
            return c->guards[i].mutex;
    return NULL;
}

static const char *const holders[] = {"lock_guard", "scoped_lock", "unique_lock"};

bool cm_c_has_guard(cm_lexer lex)
{
    cm_lexer end = lex;
    bool has = false;
    cm_lexer_find_closing(&end, "{", "}");
    for (; lex.token.place.offset < end.token.place.offset && !has; cm_lexer_advance(&lex))
        for (int i = 0; i < 3; i++)
            has = has || cm_c_is(&lex, holders[i]);
    return has;
}

/* At `std::lock_guard<std::mutex> g`? Goes past the type. */
static bool accept_type(cm_lexer *lex)
{
    cm_lexer ahead = *lex;
    bool known = false;
    cm_lexer_accept(&ahead, "const");
    if (cm_lexer_accept(&ahead, "std"))
        cm_lexer_expect(&ahead, "::");
    for (int i = 0; i < 3 && !known; i++)
        known = cm_lexer_accept(&ahead, holders[i]);
    if (known && cm_c_is(&ahead, "<")) {
        cm_lexer_find_closing(&ahead, "<", ">");
        cm_lexer_advance(&ahead);
    }
    if (!known || ahead.token.kind != CM_TOKEN_NAME)
        return false;
    *lex = ahead;
    return true;
}

/* `std::defer_lock`, `std::adopt_lock`: it does not lock. */
static bool is_tag(const cm_c_node *node)
{
    static const char *const words[] = {"std::defer_lock", "std::adopt_lock", "defer_lock",
                                        "adopt_lock"};
    for (int i = 0; i < 4 && node->kind == CM_C_NAME; i++)
        if (strcmp(node->name, words[i]) == 0)
            return true;
    return false;
}

/* One object for each mutex. That of several are locked together, whoever else does so, has no
 * state of its own: an execution in which threads wait for each other for ever is none. */
bool cm_c_accept_guard(cm_c *c)
{
    const cm_c_node *mutexes[CM_C_ARGUMENTS];
    int count = 0;
    bool locks = true;
    if (!cm_c_is_cpp(c) || !accept_type(c->lex))
        return false;
    const char *name = cm_lexer_name(c->lex, "the name of a lock");
    bool brace = cm_lexer_accept(c->lex, "{");
    if (!brace)
        cm_lexer_expect(c->lex, "(");
    do {
        const cm_c_node *node = cm_c_meant(c, cm_c_read(c->lex));
        locks = locks && !is_tag(node);
        if (is_tag(node))
            continue;
        if (!cm_c_is_mutex(c, node) || count == CM_C_ARGUMENTS)
            cm_asm_fail(c->as, node->place,
                        "expected a mutex, such as a parameter `std::mutex& m`");
        mutexes[count++] = node;
    } while (cm_lexer_accept(c->lex, ","));
    cm_lexer_expect(c->lex, brace ? "}" : ")");
    for (int i = 0; i < count; i++) {
        if (!c->guards)
            c->guards = CM_NEW_ARRAY(cm_asm_arena(c->as), MOST_GUARDS, struct cm_c_guard);
        if (c->guard_count == MOST_GUARDS)
            cm_lexer_fail(c->lex, "there are too many locks, expected at most %d", MOST_GUARDS);
        c->guards[c->guard_count++] = (struct cm_c_guard){name, mutexes[i]};
        cm_c_sequence(c, mutexes[i]->place);
        if (locks)
            cm_c_do(c, call_of(c, mutexes[i], "lock"));
    }
    return true;
}

/* Where the thread has the mutex. */
static void unlock(cm_c *c, const cm_c_node *mutex)
{
    const char *other = cm_c_label(c);
    cm_number_type type;
    int held = cm_c_held(c, cm_c_address(c, mutex, &type));
    if (held < 0)
        cm_asm_fail(c->as, mutex->place, "the mutex is computed, expected a parameter");
    int fork = cm_emit_fork(c->as);
    cm_c_sequence(c, mutex->place);
    cm_emit_branch(c->as, cm_c_is_zero(c, cm_asm_reg(c->as, held)), other, mutex->place);
    cm_c_do(c, call_of(c, mutex, "unlock"));
    cm_asm_label(c->as, other, mutex->place);
    cm_emit_rejoin(c->as, fork);
}

void cm_c_leave_guards(cm_c *c, int outside)
{
    for (int i = c->guard_count; i-- > outside;)
        unlock(c, c->guards[i].mutex);
}

void cm_c_end_guards(cm_c *c, int outside)
{
    cm_c_leave_guards(c, outside);
    c->guard_count = outside;
}
