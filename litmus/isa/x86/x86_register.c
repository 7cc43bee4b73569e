/* The general-purpose registers of x86 and their parts (SDM volume 1, 3.4.1). */
#include "litmus/isa/x86/x86_common.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ROWS = 16, LEGACY_ROWS = 8, BYTE_ROWS = 4, VIEWS = 5 };

/* Rows in the order in which the reference simulator prints them; columns: 64, 32,
 * 16, 8 bits, and bits 8 to 15 or another name of the low byte. */
static const char *const names[ROWS][VIEWS] = {
    {"RAX", "EAX", "AX", "AL", "AH"},        {"RBX", "EBX", "BX", "BL", "BH"},
    {"RCX", "ECX", "CX", "CL", "CH"},        {"RDX", "EDX", "DX", "DL", "DH"},
    {"RSI", "ESI", "SI", "SIL", NULL},       {"RDI", "EDI", "DI", "DIL", NULL},
    {"RBP", "EBP", "BP", "BPL", NULL},       {"RSP", "ESP", "SP", "SPL", NULL},
    {"R8", "R8D", "R8W", "R8B", "R8L"},      {"R9", "R9D", "R9W", "R9B", "R9L"},
    {"R10", "R10D", "R10W", "R10B", "R10L"}, {"R11", "R11D", "R11W", "R11B", "R11L"},
    {"R12", "R12D", "R12W", "R12B", "R12L"}, {"R13", "R13D", "R13W", "R13B", "R13L"},
    {"R14", "R14D", "R14W", "R14B", "R14L"}, {"R15", "R15D", "R15W", "R15B", "R15L"},
};
static const unsigned view_bits[VIEWS] = {64, 32, 16, 8, 8};

/* 32-bit mode has eight registers, no 64-bit names and only AL..DH as bytes. */
static bool exists(cm_arch arch, int row, int view)
{
    if (arch == CM_X86_64)
        return true;
    return row < LEGACY_ROWS && view > 0 && (view < 3 || row < BYTE_ROWS);
}

cm_x86_register cm_x86_register_find(cm_arch arch, const char *name)
{
    if (*name == '%')
        name++;
    for (int row = 0; row < ROWS; row++) {
        for (int view = 0; view < VIEWS; view++) {
            const char *known = names[row][view];
            if (known && ((*known ^ *name) & ~0x20) == 0 && exists(arch, row, view) &&
                strcasecmp(known, name) == 0) {
                unsigned shift = view == 4 && row < BYTE_ROWS ? 8 : 0;
                return (cm_x86_register){row, view_bits[view], shift};
            }
        }
    }
    if (arch == CM_X86_64 && strncasecmp(name, "XMM", 3) == 0 && strlen(name) <= 5 && name[3] &&
        strspn(name + 3, "0123456789") == strlen(name + 3) && (name[3] != '0' || !name[4]) &&
        strtoul(name + 3, NULL, 10) < ROWS)
        return (cm_x86_register){CM_X86_XMM + atoi(name + 3), 128, 0};
    if (arch == CM_X86_64 && strcasecmp(name, "RIP") == 0)
        return (cm_x86_register){CM_X86_RIP, 64, 0};
    return (cm_x86_register){CM_X86_NONE, 0, 0};
}

const char *cm_x86_canonical(cm_arch arch, int number)
{
    if (number == CM_X86_RIP)
        return "RIP";
    return names[number][arch == CM_X86_64 ? 0 : 1];
}

int cm_x86_register_order(const char *canonical)
{
    return cm_x86_register_find(CM_X86_64, canonical).number;
}

cm_x86_register cm_x86_part(int number, unsigned bits)
{
    return (cm_x86_register){number, bits, 0};
}

static bool is_whole(const cm_x86 *x, cm_x86_register reg)
{
    return reg.bits == (x->arch == CM_X86_64 ? 64u : 32u);
}

const cm_expr *cm_x86_get(cm_x86 *x, cm_x86_register reg)
{
    int index = cm_asm_register(x->as, cm_x86_canonical(x->arch, reg.number));
    const cm_expr *whole = cm_asm_reg(x->as, index);
    if (is_whole(x, reg))
        return whole;
    if (reg.shift != 0)
        whole = cm_asm_op(x->as, CM_OP_LSHR, 64, whole, cm_asm_const(x->as, reg.shift), NULL);
    return cm_asm_op_imm(x->as, CM_OP_ZEXT, 64, reg.bits, whole);
}

void cm_x86_set(cm_x86 *x, cm_x86_register reg, const cm_expr *value)
{
    cm_asm *as = x->as;
    int index = cm_asm_register(as, cm_x86_canonical(x->arch, reg.number));
    if (reg.bits < 64 && !is_whole(x, reg))
        value = cm_asm_op_imm(as, CM_OP_ZEXT, 64, reg.bits, value);
    if (reg.bits < 32) {
        uint64_t mask = ((UINT64_C(1) << reg.bits) - 1) << reg.shift;
        uint64_t kept = x->arch == CM_X86_64 ? ~mask : ~mask & UINT32_MAX;
        const cm_expr *rest =
            cm_asm_op(as, CM_OP_AND, 64, cm_asm_reg(as, index), cm_asm_const(as, kept), NULL);
        const cm_expr *placed = value;
        if (reg.shift != 0)
            placed = cm_asm_op(as, CM_OP_SHL, 64, value, cm_asm_const(as, reg.shift), NULL);
        value = cm_asm_op(as, CM_OP_OR, 64, rest, placed, NULL);
    }
    cm_emit_assign(as, index, value);
}
