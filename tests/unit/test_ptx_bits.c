/* litmus/isa/ptx/ptx_bits.c: the values of instructions on bits and bytes of words. What is
 * expected was computed bit by bit as the pseudo-code of the PTX ISA (9.7.1, 9.7.6, 9.7.8, 9.7.9)
 * says, by a script; each row is valid PTX and agrees with a GPU. */
#include "tests/unit/step_check.h"

static const step_value_row values[] = {
    {"0:r1=0x80000001; 0:r2=0x6513270e; 0:r3=0x0;", "shf.l.clamp.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0x6513270e},
    {"0:r1=0x128b2f33; 0:r2=0x5d9dc9f8; 0:r3=0x7;", "shf.l.clamp.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0xcee4fc09},
    {"0:r1=0x80000001; 0:r2=0x99950d8; 0:r3=0x20;", "shf.l.clamp.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0x80000001},
    {"0:r1=0x12345678; 0:r2=0x80000001; 0:r3=0x2d;", "shf.l.clamp.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0x12345678},
    {"0:r1=0x12345678; 0:r2=0xf21ddb6; 0:r3=0x0;", "shf.l.wrap.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0xf21ddb6},
    {"0:r1=0x80000001; 0:r2=0xa170b338; 0:r3=0x7;", "shf.l.wrap.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0xb8599c40},
    {"0:r1=0x12345678; 0:r2=0x80000001; 0:r3=0x20;", "shf.l.wrap.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0x80000001},
    {"0:r1=0x80000001; 0:r2=0x12345678; 0:r3=0x2d;", "shf.l.wrap.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0x8acf1000},
    {"0:r1=0x24ede6a4; 0:r2=0xffffff80; 0:r3=0x0;", "shf.r.clamp.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0x24ede6a4},
    {"0:r1=0x80000001; 0:r2=0x80000001; 0:r3=0x7;", "shf.r.clamp.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0x3000000},
    {"0:r1=0x5f557203; 0:r2=0x8c38fb29; 0:r3=0x20;", "shf.r.clamp.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0x8c38fb29},
    {"0:r1=0x907a70c3; 0:r2=0x80000001; 0:r3=0x2d;", "shf.r.clamp.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0x80000001},
    {"0:r1=0x12345678; 0:r2=0xffffff80; 0:r3=0x0;", "shf.r.wrap.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0x12345678},
    {"0:r1=0x12345678; 0:r2=0xffffff80; 0:r3=0x7;", "shf.r.wrap.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0x2468ac},
    {"0:r1=0x80000001; 0:r2=0x80000001; 0:r3=0x20;", "shf.r.wrap.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0x80000001},
    {"0:r1=0xffffff80; 0:r2=0x12345678; 0:r3=0x2d;", "shf.r.wrap.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0xb3c7ffff},
    {"0:r1=0x1; 0:r2=0x2;", "bmsk.clamp.b32 %r0, %r1, %r2 ;", "r0", 0x6},
    {"0:r1=0x0; 0:r2=0x0;", "bmsk.clamp.b32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0x4; 0:r2=0x20;", "bmsk.clamp.b32 %r0, %r1, %r2 ;", "r0", 0xfffffff0},
    {"0:r1=0x20; 0:r2=0x3;", "bmsk.clamp.b32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0x21; 0:r2=0x23;", "bmsk.clamp.b32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0x1c; 0:r2=0x8;", "bmsk.clamp.b32 %r0, %r1, %r2 ;", "r0", 0xf0000000},
    {"0:r1=0x1; 0:r2=0x2;", "bmsk.wrap.b32 %r0, %r1, %r2 ;", "r0", 0x6},
    {"0:r1=0x0; 0:r2=0x0;", "bmsk.wrap.b32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0x4; 0:r2=0x20;", "bmsk.wrap.b32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0x20; 0:r2=0x3;", "bmsk.wrap.b32 %r0, %r1, %r2 ;", "r0", 0x7},
    {"0:r1=0x21; 0:r2=0x23;", "bmsk.wrap.b32 %r0, %r1, %r2 ;", "r0", 0xe},
    {"0:r1=0x1c; 0:r2=0x8;", "bmsk.wrap.b32 %r0, %r1, %r2 ;", "r0", 0xf0000000},
    {"0:r1=0x1f5; 0:r2=0x8;", "szext.clamp.u32 %r0, %r1, %r2 ;", "r0", 0xf5},
    {"0:r1=0x1f5; 0:r2=0x4;", "szext.clamp.u32 %r0, %r1, %r2 ;", "r0", 0x5},
    {"0:r1=0x80000000; 0:r2=0x20;", "szext.clamp.u32 %r0, %r1, %r2 ;", "r0", 0x80000000},
    {"0:r1=0x7ff; 0:r2=0x0;", "szext.clamp.u32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0xffff; 0:r2=0x24;", "szext.clamp.u32 %r0, %r1, %r2 ;", "r0", 0xffff},
    {"0:r1=0x1f5; 0:r2=0x8;", "szext.clamp.s32 %r0, %r1, %r2 ;", "r0", 0xfffffff5},
    {"0:r1=0x1f5; 0:r2=0x4;", "szext.clamp.s32 %r0, %r1, %r2 ;", "r0", 0x5},
    {"0:r1=0x80000000; 0:r2=0x20;", "szext.clamp.s32 %r0, %r1, %r2 ;", "r0", 0x80000000},
    {"0:r1=0x7ff; 0:r2=0x0;", "szext.clamp.s32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0xffff; 0:r2=0x24;", "szext.clamp.s32 %r0, %r1, %r2 ;", "r0", 0xffff},
    {"0:r1=0x1f5; 0:r2=0x8;", "szext.wrap.u32 %r0, %r1, %r2 ;", "r0", 0xf5},
    {"0:r1=0x1f5; 0:r2=0x4;", "szext.wrap.u32 %r0, %r1, %r2 ;", "r0", 0x5},
    {"0:r1=0x80000000; 0:r2=0x20;", "szext.wrap.u32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0x7ff; 0:r2=0x0;", "szext.wrap.u32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0xffff; 0:r2=0x24;", "szext.wrap.u32 %r0, %r1, %r2 ;", "r0", 0xf},
    {"0:r1=0x1f5; 0:r2=0x8;", "szext.wrap.s32 %r0, %r1, %r2 ;", "r0", 0xfffffff5},
    {"0:r1=0x1f5; 0:r2=0x4;", "szext.wrap.s32 %r0, %r1, %r2 ;", "r0", 0x5},
    {"0:r1=0x80000000; 0:r2=0x20;", "szext.wrap.s32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0x7ff; 0:r2=0x0;", "szext.wrap.s32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0xffff; 0:r2=0x24;", "szext.wrap.s32 %r0, %r1, %r2 ;", "r0", 0xffffffff},
    {"0:r1=0x0;", "bfind.u32 %r0, %r1 ;", "r0", 0xffffffff},
    {"0:r1=0x5;", "bfind.u32 %r0, %r1 ;", "r0", 0x2},
    {"0:r1=0xffffffff;", "bfind.u32 %r0, %r1 ;", "r0", 0x1f},
    {"0:r1=0xfffffff7;", "bfind.u32 %r0, %r1 ;", "r0", 0x1f},
    {"0:r1=0x40000000;", "bfind.u32 %r0, %r1 ;", "r0", 0x1e},
    {"0:r1=0x0;", "bfind.shiftamt.u32 %r0, %r1 ;", "r0", 0xffffffff},
    {"0:r1=0x5;", "bfind.shiftamt.u32 %r0, %r1 ;", "r0", 0x1d},
    {"0:r1=0xffffffff;", "bfind.shiftamt.u32 %r0, %r1 ;", "r0", 0x0},
    {"0:r1=0xfffffff7;", "bfind.shiftamt.u32 %r0, %r1 ;", "r0", 0x0},
    {"0:r1=0x40000000;", "bfind.shiftamt.u32 %r0, %r1 ;", "r0", 0x1},
    {"0:r1=0x0;", "bfind.s32 %r0, %r1 ;", "r0", 0xffffffff},
    {"0:r1=0x5;", "bfind.s32 %r0, %r1 ;", "r0", 0x2},
    {"0:r1=0xffffffff;", "bfind.s32 %r0, %r1 ;", "r0", 0xffffffff},
    {"0:r1=0xfffffff7;", "bfind.s32 %r0, %r1 ;", "r0", 0x3},
    {"0:r1=0x40000000;", "bfind.s32 %r0, %r1 ;", "r0", 0x1e},
    {"0:r1=0x0;", "bfind.shiftamt.s32 %r0, %r1 ;", "r0", 0xffffffff},
    {"0:r1=0x5;", "bfind.shiftamt.s32 %r0, %r1 ;", "r0", 0x1d},
    {"0:r1=0xffffffff;", "bfind.shiftamt.s32 %r0, %r1 ;", "r0", 0xffffffff},
    {"0:r1=0xfffffff7;", "bfind.shiftamt.s32 %r0, %r1 ;", "r0", 0x1c},
    {"0:r1=0x40000000;", "bfind.shiftamt.s32 %r0, %r1 ;", "r0", 0x1},
    {"0:rd1=0x0;", "bfind.u64 %r0, %rd1 ;", "r0", 0xffffffff},
    {"0:rd1=0x5;", "bfind.u64 %r0, %rd1 ;", "r0", 0x2},
    {"0:rd1=0xffffffffffffffff;", "bfind.u64 %r0, %rd1 ;", "r0", 0x3f},
    {"0:rd1=0xfffffffffffffff7;", "bfind.u64 %r0, %rd1 ;", "r0", 0x3f},
    {"0:rd1=0x4000000000000000;", "bfind.u64 %r0, %rd1 ;", "r0", 0x3e},
    {"0:rd1=0x0;", "bfind.shiftamt.u64 %r0, %rd1 ;", "r0", 0xffffffff},
    {"0:rd1=0x5;", "bfind.shiftamt.u64 %r0, %rd1 ;", "r0", 0x3d},
    {"0:rd1=0xffffffffffffffff;", "bfind.shiftamt.u64 %r0, %rd1 ;", "r0", 0x0},
    {"0:rd1=0xfffffffffffffff7;", "bfind.shiftamt.u64 %r0, %rd1 ;", "r0", 0x0},
    {"0:rd1=0x4000000000000000;", "bfind.shiftamt.u64 %r0, %rd1 ;", "r0", 0x1},
    {"0:rd1=0x0;", "bfind.s64 %r0, %rd1 ;", "r0", 0xffffffff},
    {"0:rd1=0x5;", "bfind.s64 %r0, %rd1 ;", "r0", 0x2},
    {"0:rd1=0xffffffffffffffff;", "bfind.s64 %r0, %rd1 ;", "r0", 0xffffffff},
    {"0:rd1=0xfffffffffffffff7;", "bfind.s64 %r0, %rd1 ;", "r0", 0x3},
    {"0:rd1=0x4000000000000000;", "bfind.s64 %r0, %rd1 ;", "r0", 0x3e},
    {"0:rd1=0x0;", "bfind.shiftamt.s64 %r0, %rd1 ;", "r0", 0xffffffff},
    {"0:rd1=0x5;", "bfind.shiftamt.s64 %r0, %rd1 ;", "r0", 0x3d},
    {"0:rd1=0xffffffffffffffff;", "bfind.shiftamt.s64 %r0, %rd1 ;", "r0", 0xffffffff},
    {"0:rd1=0xfffffffffffffff7;", "bfind.shiftamt.s64 %r0, %rd1 ;", "r0", 0x3c},
    {"0:rd1=0x4000000000000000;", "bfind.shiftamt.s64 %r0, %rd1 ;", "r0", 0x1},
    {"0:r1=0xffffff80; 0:r2=0x12345678; 0:r3=0x49b64a08;", "lop3.b32 %r0, %r1, %r2, %r3, 0x80 ;",
     "r0", 0x344200},
    {"0:r1=0x12345678; 0:r2=0xffffff80; 0:r3=0x12345678;", "lop3.b32 %r0, %r1, %r2, %r3, 0xfe ;",
     "r0", 0xfffffff8},
    {"0:r1=0x6bf46c69; 0:r2=0xf646e1f4; 0:r3=0xffffff80;", "lop3.b32 %r0, %r1, %r2, %r3, 0x96 ;",
     "r0", 0x624d721d},
    {"0:r1=0xffffff80; 0:r2=0x12345678; 0:r3=0x12345678;", "lop3.b32 %r0, %r1, %r2, %r3, 0x1a ;",
     "r0", 0xedcba9f8},
    {"0:r1=0x119a72d1; 0:r2=0xffffff80; 0:r3=0x795e8229;", "lop3.b32 %r0, %r1, %r2, %r3, 0x0 ;",
     "r0", 0x0},
    {"0:r1=0xffffff80; 0:r2=0x12345678; 0:r3=0x12345678;", "lop3.b32 %r0, %r1, %r2, %r3, 0xff ;",
     "r0", 0xffffffff},
    {"0:r1=0xffffff80; 0:r2=0x12345678; 0:r3=0x80000001;", "lop3.b32 %r0, %r1, %r2, %r3, 0xf0 ;",
     "r0", 0xffffff80},
    {"0:r1=0x9c653938; 0:r2=0x7e62aa0a; 0:r3=0xffffff80;", "lop3.b32 %r0, %r1, %r2, %r3, 0xca ;",
     "r0", 0x7ffaee88},
    {"0:r1=0x80000001; 0:r2=0x12345678; 0:r3=0x3210;", "prmt.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0x80000001},
    {"0:r1=0x12345678; 0:r2=0x80000001; 0:r3=0x7531;", "prmt.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0x80001256},
    {"0:r1=0x12345678; 0:r2=0xffffff80; 0:r3=0x5410;", "prmt.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0xff805678},
    {"0:r1=0x80000001; 0:r2=0x12345678; 0:r3=0xba98;", "prmt.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0xff000000},
    {"0:r1=0xffffff80; 0:r2=0x12345678; 0:r3=0xf8c4;", "prmt.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0xff0078},
    {"0:r1=0xffffff80; 0:r2=0x12345678; 0:r3=0x123;", "prmt.b32 %r0, %r1, %r2, %r3 ;", "r0",
     0x80ffffff},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x0;", "prmt.b32.f4e %r0, %r1, %r2, %r3 ;", "r0",
     0x83828180},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x1;", "prmt.b32.f4e %r0, %r1, %r2, %r3 ;", "r0",
     0x84838281},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x2;", "prmt.b32.f4e %r0, %r1, %r2, %r3 ;", "r0",
     0x85848382},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x7;", "prmt.b32.f4e %r0, %r1, %r2, %r3 ;", "r0",
     0x86858483},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x0;", "prmt.b32.b4e %r0, %r1, %r2, %r3 ;", "r0",
     0x85868780},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x1;", "prmt.b32.b4e %r0, %r1, %r2, %r3 ;", "r0",
     0x86878081},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x2;", "prmt.b32.b4e %r0, %r1, %r2, %r3 ;", "r0",
     0x87808182},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x7;", "prmt.b32.b4e %r0, %r1, %r2, %r3 ;", "r0",
     0x80818283},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x0;", "prmt.b32.rc8 %r0, %r1, %r2, %r3 ;", "r0",
     0x80808080},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x1;", "prmt.b32.rc8 %r0, %r1, %r2, %r3 ;", "r0",
     0x81818181},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x2;", "prmt.b32.rc8 %r0, %r1, %r2, %r3 ;", "r0",
     0x82828282},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x7;", "prmt.b32.rc8 %r0, %r1, %r2, %r3 ;", "r0",
     0x83838383},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x0;", "prmt.b32.ecl %r0, %r1, %r2, %r3 ;", "r0",
     0x83828180},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x1;", "prmt.b32.ecl %r0, %r1, %r2, %r3 ;", "r0",
     0x83828181},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x2;", "prmt.b32.ecl %r0, %r1, %r2, %r3 ;", "r0",
     0x83828282},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x7;", "prmt.b32.ecl %r0, %r1, %r2, %r3 ;", "r0",
     0x83838383},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x0;", "prmt.b32.ecr %r0, %r1, %r2, %r3 ;", "r0",
     0x80808080},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x1;", "prmt.b32.ecr %r0, %r1, %r2, %r3 ;", "r0",
     0x81818180},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x2;", "prmt.b32.ecr %r0, %r1, %r2, %r3 ;", "r0",
     0x82828180},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x7;", "prmt.b32.ecr %r0, %r1, %r2, %r3 ;", "r0",
     0x83828180},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x0;", "prmt.b32.rc16 %r0, %r1, %r2, %r3 ;", "r0",
     0x81808180},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x1;", "prmt.b32.rc16 %r0, %r1, %r2, %r3 ;", "r0",
     0x83828382},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x2;", "prmt.b32.rc16 %r0, %r1, %r2, %r3 ;", "r0",
     0x81808180},
    {"0:r1=0x83828180; 0:r2=0x87868584; 0:r3=0x7;", "prmt.b32.rc16 %r0, %r1, %r2, %r3 ;", "r0",
     0x83828382},
    {"0:r1=0xff000003; 0:r2=0x5;", "mul24.lo.u32 %r0, %r1, %r2 ;", "r0", 0xf},
    {"0:r1=0x123456; 0:r2=0xfedcba;", "mul24.lo.u32 %r0, %r1, %r2 ;", "r0", 0x9f87ee7c},
    {"0:r1=0x800000; 0:r2=0x800000;", "mul24.lo.u32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0xfffffe; 0:r2=0x3; 0:r3=0x3e8;", "mad24.lo.u32 %r0, %r1, %r2, %r3 ;", "r0", 0x30003e2},
    {"0:r1=0xff000003; 0:r2=0x5;", "mul24.lo.s32 %r0, %r1, %r2 ;", "r0", 0xf},
    {"0:r1=0x123456; 0:r2=0xfedcba;", "mul24.lo.s32 %r0, %r1, %r2 ;", "r0", 0x4987ee7c},
    {"0:r1=0x800000; 0:r2=0x800000;", "mul24.lo.s32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0xfffffe; 0:r2=0x3; 0:r3=0x3e8;", "mad24.lo.s32 %r0, %r1, %r2, %r3 ;", "r0", 0x3e2},
    {"0:r1=0xff000003; 0:r2=0x5;", "mul24.hi.u32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0x123456; 0:r2=0xfedcba;", "mul24.hi.u32 %r0, %r1, %r2 ;", "r0", 0x121f9f87},
    {"0:r1=0x800000; 0:r2=0x800000;", "mul24.hi.u32 %r0, %r1, %r2 ;", "r0", 0x40000000},
    {"0:r1=0xfffffe; 0:r2=0x3; 0:r3=0x3e8;", "mad24.hi.u32 %r0, %r1, %r2, %r3 ;", "r0", 0x6e7},
    {"0:r1=0xff000003; 0:r2=0x5;", "mul24.hi.s32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0x123456; 0:r2=0xfedcba;", "mul24.hi.s32 %r0, %r1, %r2 ;", "r0", 0xffeb4987},
    {"0:r1=0x800000; 0:r2=0x800000;", "mul24.hi.s32 %r0, %r1, %r2 ;", "r0", 0x40000000},
    {"0:r1=0xfffffe; 0:r2=0x3; 0:r3=0x3e8;", "mad24.hi.s32 %r0, %r1, %r2, %r3 ;", "r0", 0x3e7},
    {"0:r1=0xffffffff; 0:r2=0x1;", "set.lt.u32.s32 %r0, %r1, %r2 ;", "r0", 0xffffffff},
    {"0:r1=0xffffffff; 0:r2=0x1;", "set.lt.u32.u32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0xffffffff; 0:r2=0x1;", "set.hi.s32.u32 %r0, %r1, %r2 ;", "r0", 0xffffffff},
    {"0:r1=0xffffffff; 0:r2=0x1;", "set.eq.u32.b32 %r0, %r1, %r2 ;", "r0", 0x0},
    {"0:r1=0x1; 0:r2=0x1;", "setp.ne.u32 %p0, %r1, %r2 ; set.eq.and.u32.u32 %r0, %r1, %r2, %p0 ;",
     "r0", 0x0},
    {"0:r1=0x1; 0:r2=0x1;", "setp.ne.u32 %p0, %r1, %r2 ; set.eq.and.u32.u32 %r0, %r1, %r2, !%p0 ;",
     "r0", 0xffffffff},
    {"0:r1=0x1; 0:r2=0x1;", "setp.ne.u32 %p0, %r1, %r2 ; set.eq.or.s32.u32 %r0, %r1, 2, %p0 ;",
     "r0", 0x0},
    {"0:rd1=0x100000000; 0:rd2=1;", "set.gt.u32.u64 %r0, %rd1, %rd2 ;", "r0", 0xffffffff},
    /* Hints compute nothing. */
    {"x=3;",
     "prefetch.global.L1 [x] ; prefetch.global.L2::evict_last [x] ; prefetchu.L1 [x] ; "
     "applypriority.global.L2::evict_normal [x], 128 ; setmaxnreg.dec.sync.aligned.u32 40 ; "
     "pmevent 7 ; ld.global.u32 %r0, [x] ;",
     "r0", 3},
};

static void value_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char text[1024];
        snprintf(text, sizeof text, "PTX t\n{ %s }\n P0@cta 0,gpu 0 ;\n %s\nexists (true)\n",
                 values[i].init, values[i].code);
        step_check_value(text, &values[i]);
    }
}

static void mark(const cm_expr *e, bool *read)
{
    if (!e)
        return;
    if (e->op == CM_OP_REG)
        read[e->reg] = true;
    mark(e->a, read);
    mark(e->b, read);
    mark(e->c, read);
}

/* What a table leaves out is still a dependency: lop3 of three registers reads all of them, though
 * its table is that of the first one. */
static void table_reads_all(void **state)
{
    (void)state;
    step_machine m;
    step_open(&m, "PTX t\n{ }\n P0@cta 0,gpu 0 ;\n lop3.b32 r3, r0, r1, r2, 0xf0 ;\n"
                  "exists (true)\n");
    assert_non_null(m.test);
    bool read[4] = {false};
    mark(m.test->threads[0].steps[0].value, read);
    int count = 0;
    for (int i = 0; i < 4; i++)
        count += read[i];
    assert_int_equal(count, 3);
    step_close(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(value_rows),
        cmocka_unit_test(table_reads_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
