/* Words of types. See types.h. */
#include "litmus/types.h"

bool cm_accept_type_word(cm_lexer *lex)
{
    static const char *const words[] = {
        "_Atomic",     "volatile",    "const",         "unsigned",   "signed",     "void",
        "char",        "short",       "int",           "long",       "bool",       "_Bool",
        "int8_t",      "int16_t",     "int32_t",       "int64_t",    "uint8_t",    "uint16_t",
        "uint32_t",    "uint64_t",    "intptr_t",      "uintptr_t",  "size_t",     "__int128",
        "__int128_t",  "__uint128_t", "__uint128",     "atomic_int", "atomic_t",   "atomic64_t",
        "atomic_bool", "atomic_uint", "atomic_long_t", "mtx_t",      "spinlock_t", "mutex",
        "global",      "__global",    "local",         "__local",    "__shared__", "auto"};
    if (cm_lexer_accept(lex, "struct")) {
        cm_lexer_name(lex, "the name of a structure");
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cm_lexer_accept(lex, words[i]))
            return true;
    return false;
}
