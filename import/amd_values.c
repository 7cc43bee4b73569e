/* Values of which something is known, and what instructions make of them. See amd_values.h. */
#include "import/amd_values.h"

#include <math.h>
#include <string.h>

static const cm_amd_value open = {CM_AMD_OPEN, 0};

bool cm_amd_may_be_local(cm_amd_value v)
{
    return v.kind == CM_AMD_PRIVATE || v.kind == CM_AMD_SHARED || v.kind == CM_AMD_MIXED;
}

bool cm_amd_same_value(cm_amd_value a, cm_amd_value b)
{
    return a.kind == b.kind && a.number == b.number;
}

bool cm_amd_is_bit(cm_amd_value v)
{
    return v.kind == CM_AMD_BIT || v.kind == CM_AMD_NOT_BIT;
}

bool cm_amd_is_open(cm_amd_value v)
{
    return v.kind == CM_AMD_OPEN || cm_amd_is_bit(v);
}

cm_amd_value cm_amd_opposite(cm_amd_value bit)
{
    return (cm_amd_value){bit.kind, bit.number ^ 1};
}

cm_amd_value cm_amd_sum(cm_amd_value a, cm_amd_value b)
{
    if (a.kind == CM_AMD_NUMBER && b.kind == CM_AMD_SEGMENT_LOW)
        return cm_amd_sum(b, a);
    if ((a.kind == CM_AMD_NUMBER || a.kind == CM_AMD_SEGMENT_LOW) && b.kind == CM_AMD_NUMBER)
        return (cm_amd_value){a.kind, a.number + b.number};
    return open;
}

cm_amd_value cm_amd_upper_sum(cm_amd_value a, cm_amd_value b)
{
    bool first = cm_amd_may_be_local(a) || a.kind == CM_AMD_SEGMENT_HIGH;
    bool second = cm_amd_may_be_local(b) || b.kind == CM_AMD_SEGMENT_HIGH;
    if (first && second)
        return (cm_amd_value){CM_AMD_MIXED, 0};
    return first ? a : second ? b : open;
}

/* Of a number and a bit, or ~0 but for a bit. */
static cm_amd_value logic_of_bit(const char *logic, cm_amd_value bit, uint32_t number,
                                 bool bit_is_first)
{
    bool whole = bit.kind == CM_AMD_BIT, odd = number & 1;
    cm_amd_value inverted = {whole ? CM_AMD_NOT_BIT : CM_AMD_BIT, bit.number};
    cm_amd_value low = {CM_AMD_BIT, bit.number ^ !whole}; /* bit 0 of it */
    if (cm_amd_begins(logic, "andn2_"))
        return bit_is_first ? logic_of_bit("and_", bit, ~number, true)
                            : logic_of_bit("and_", inverted, number, true);
    if (cm_amd_begins(logic, "and_") && !odd)
        return (cm_amd_value){CM_AMD_NUMBER, whole ? 0 : number};
    if (cm_amd_begins(logic, "and_"))
        return number == UINT32_MAX ? bit : whole || number == 1 ? low : open;
    if (cm_amd_begins(logic, "or_") && odd)
        return (cm_amd_value){CM_AMD_NUMBER, whole ? number : UINT32_MAX};
    if (number == 0 || (cm_amd_begins(logic, "or_") && !whole))
        return bit;
    if (cm_amd_begins(logic, "or_"))
        return number == UINT32_MAX - 1 ? (cm_amd_value){CM_AMD_NOT_BIT, bit.number ^ 1} : open;
    return number == 1 ? cm_amd_opposite(bit) : number == UINT32_MAX ? inverted : open;
}

bool cm_amd_has_lane(cm_amd_value v)
{
    return v.kind == CM_AMD_NUMBER || v.kind == CM_AMD_LANE;
}

/* Where the lowest bits alone are known: what is known of the result. */
static cm_amd_value logic_of_lanes(bool is_and, bool is_or, cm_amd_value a, cm_amd_value b)
{
    for (int i = 0; i < 2; i++) { /* one may decide */
        cm_amd_value x = i ? b : a, y = i ? a : b;
        if (!cm_amd_has_lane(x))
            continue;
        if (is_and && x.kind == CM_AMD_NUMBER &&
            (x.number == 0 || (x.number == 1 && cm_amd_has_lane(y))))
            return (cm_amd_value){CM_AMD_NUMBER, x.number & y.number};
        if ((is_and && !(x.number & 1)) || (is_or && (x.number & 1)))
            return (cm_amd_value){CM_AMD_LANE, is_or};
    }
    uint32_t lane = is_and  ? a.number & b.number
                    : is_or ? a.number | b.number
                            : a.number ^ b.number;
    return cm_amd_has_lane(a) && cm_amd_has_lane(b) ? (cm_amd_value){CM_AMD_LANE, lane & 1} : open;
}

/* "and_b64", "or_b32", "xor_", "andn2_", "orn2_". */
cm_amd_value cm_amd_logic(const char *logic, cm_amd_value a, cm_amd_value b)
{
    bool is_and = cm_amd_begins(logic, "and_"), is_or = cm_amd_begins(logic, "or_");
    bool not_b = cm_amd_begins(logic, "andn2_");
    if (cm_amd_begins(logic, "orn2_") && (b.kind == CM_AMD_NUMBER || b.kind == CM_AMD_LANE))
        return cm_amd_logic("or_", a, (cm_amd_value){b.kind, ~b.number});
    if (!is_and && !is_or && !not_b && !cm_amd_begins(logic, "xor_"))
        return open;
    if (a.kind == CM_AMD_NUMBER && b.kind == CM_AMD_NUMBER)
        return (cm_amd_value){CM_AMD_NUMBER, is_and  ? a.number & b.number
                                             : is_or ? a.number | b.number
                                             : not_b ? a.number & ~b.number
                                                     : a.number ^ b.number};
    if ((is_and || is_or) && cm_amd_is_bit(a) && cm_amd_same_value(a, b))
        return a;
    if (cm_amd_is_bit(a) && b.kind == CM_AMD_NUMBER)
        return logic_of_bit(logic, a, b.number, true);
    if (cm_amd_is_bit(b) && a.kind == CM_AMD_NUMBER)
        return logic_of_bit(logic, b, a.number, false);
    if (not_b)
        b.number = ~b.number;
    return cm_amd_may_be_local(a) || cm_amd_may_be_local(b)
               ? open
               : logic_of_lanes(is_and || not_b, is_or, a, b);
}

/* "add_u32", "cmp_lt_i32": of two numbers. False: it is none of these. */
static bool evaluate(const char *name, uint32_t a, uint32_t b, uint32_t *result)
{
    bool is_signed = strstr(name, "_i32");
    bool less = is_signed ? (int32_t)a < (int32_t)b : a < b;
    const struct {
        const char *name;
        uint32_t value;
    } known[] = {
        {"add_u32", a + b},
        {"add_i32", a + b},
        {"sub_u32", a - b},
        {"sub_i32", a - b},
        {"subrev_u32", b - a},
        {"mul_i32", a * b},
        {"mul_lo_u32", a * b},
        {"mul_hi_u32", (uint32_t)((uint64_t)a * b >> 32)},
        {"lshl_b32", a << (b & 31)},
        {"lshlrev_b32", b << (a & 31)},
        {"lshr_b32", a >> (b & 31)},
        {"lshrrev_b32", b >> (a & 31)},
        {"ashrrev_i32", b >> (a & 31) | (b >> 31 && (a & 31) ? UINT32_MAX << (32 - (a & 31)) : 0)},
        {"cmp_eq_", a == b},
        {"cmp_ne_", a != b},
        {"cmp_lg_", a != b},
        {"cmp_lt_", less},
        {"cmp_ge_", !less},
        {"cmp_le_", less || a == b},
        {"cmp_gt_", !less && a != b}};
    bool word = strstr(name, "_u32") || is_signed || strstr(name, "_b32");
    for (size_t i = 0; word && i < sizeof known / sizeof *known; i++) {
        bool stem = known[i].name[strlen(known[i].name) - 1] == '_';
        if (stem ? cm_amd_begins(name, known[i].name) : strcmp(name, known[i].name) == 0) {
            *result = known[i].value;
            return true;
        }
    }
    return false;
}

static cm_amd_value float_bits(float x)
{
    cm_amd_value v = {CM_AMD_NUMBER, 0};
    memcpy(&v.number, &x, sizeof x);
    return isnormal(x) ? v : open;
}

cm_amd_value cm_amd_of_floats(const char *name, uint32_t a, uint32_t b)
{
    float x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    if (strcmp(name, "cvt_f32_u32") == 0)
        return float_bits((float)a);
    if (strcmp(name, "cvt_u32_f32") == 0 && x >= 1)
        return (cm_amd_value){CM_AMD_NUMBER, x < 0x1p32F ? (uint32_t)x : UINT32_MAX};
    if (cm_amd_begins(name, "rcp_") && x >= 1 && x <= 0x1p32F)
        return float_bits(1 / x);
    return strcmp(name, "mul_f32") == 0 && isnormal(x) && isnormal(y) ? float_bits(x * y) : open;
}

/* Of two values, by the opcode without "v_" and "s_". */
cm_amd_value cm_amd_result(const char *name, cm_amd_value a, cm_amd_value b)
{
    cm_amd_value result = {CM_AMD_NUMBER, 0};
    if (a.kind == CM_AMD_NUMBER && b.kind == CM_AMD_NUMBER &&
        evaluate(name, a.number, b.number, &result.number))
        return result;
    bool eq = cm_amd_begins(name, "cmp_eq_"), ne = cm_amd_begins(name, "cmp_ne_");
    ne |= cm_amd_begins(name, "cmp_lg_");
    if ((eq || ne) && a.kind == CM_AMD_NUMBER && b.kind == CM_AMD_BIT)
        return cm_amd_result(name, b, a);
    if ((eq || ne) && a.kind == CM_AMD_BIT && b.kind == CM_AMD_NUMBER && b.number < 2 &&
        (strstr(name, "_u32") || strstr(name, "_i32")))
        return (b.number == 1) == eq ? a : cm_amd_opposite(a);
    return strstr(name, "_b32") || strstr(name, "_b64") ? cm_amd_logic(name, a, b) : open;
}

cm_amd_value cm_amd_narrow(cm_amd_value v, const char *opcode, unsigned bytes)
{
    uint32_t mask = bytes < 4 ? (UINT32_C(1) << 8 * bytes) - 1 : UINT32_MAX;
    bool negative = strstr(opcode, "_load_s") && v.number & (mask + 1) / 2;
    if (v.kind == CM_AMD_NUMBER && !negative)
        return (cm_amd_value){CM_AMD_NUMBER, v.number & mask};
    return v.kind == CM_AMD_BIT ? v : open;
}

bool cm_amd_shift_left(cm_amd_value by, cm_amd_value halves[2])
{
    uint64_t value = (uint64_t)halves[1].number << 32 | halves[0].number;
    if (by.kind != CM_AMD_NUMBER || halves[0].kind != CM_AMD_NUMBER ||
        halves[1].kind != CM_AMD_NUMBER)
        return false;
    value <<= by.number & 63;
    halves[0].number = (uint32_t)value;
    halves[1].number = (uint32_t)(value >> 32);
    return true;
}
