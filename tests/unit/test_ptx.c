/* litmus/isa/ptx*: the values instructions compute, the events they make and
 * their tags. What is refused: test_ptx_refused.c. Values from the PTX ISA, chapter 9.7; the rows
 * of `values` also agree with a GPU (each is valid PTX). */
#include "tests/unit/step_check.h"

/* ---- values ------------------------------------------------------------- */

static const step_value_row values[] = {
    /* 9.7.1: add sub mul mad sad div rem abs neg min max */
    {"0:r1=5; 0:r2=7;", "add.u32 %r0, %r1, %r2 ;", "r0", 12},
    {"0:r1=0xffffffff;", "add.u32 %r0, %r1, 1 ;", "r0", 0},
    {"0:r1=0xffffffff;", "add.s32 %r0, %r1, -1 ;", "r0", 0xfffffffe},
    {"0:rd1=0xffffffff;", "add.u64 %rd0, %rd1, 1 ;", "rd0", 0x100000000},
    {"0:rd1=-1;", "add.s64 %rd0, %rd1, 1 ;", "rd0", 0},
    {"0:r1=3; 0:r2=5;", "sub.u32 %r0, %r1, %r2 ;", "r0", 0xfffffffe},
    {"0:rd1=3; 0:rd2=5;", "sub.s64 %rd0, %rd1, %rd2 ;", "rd0", 0xfffffffffffffffe},
    {"0:r1=0x10001; 0:r2=0x10001;", "mul.lo.u32 %r0, %r1, %r2 ;", "r0", 0x20001},
    {"0:r1=0x80000000; 0:r2=4;", "mul.hi.u32 %r0, %r1, %r2 ;", "r0", 2},
    {"0:r1=0x80000000; 0:r2=4;", "mul.hi.s32 %r0, %r1, %r2 ;", "r0", 0xfffffffe},
    {"0:r1=0xffffffff; 0:r2=2;", "mul.wide.u32 %rd0, %r1, %r2 ;", "rd0", 0x1fffffffe},
    {"0:r1=0xffffffff; 0:r2=2;", "mul.wide.s32 %rd0, %r1, %r2 ;", "rd0", 0xfffffffffffffffe},
    {"0:rs1=0xffff; 0:rs2=2;", "mul.wide.s16 %r0, %rs1, %rs2 ;", "r0", 0xfffffffe},
    {"0:rs1=0xffff; 0:rs2=2;", "mul.wide.u16 %r0, %rs1, %rs2 ;", "r0", 0x1fffe},
    {"0:rd1=-1; 0:rd2=-1;", "mul.hi.u64 %rd0, %rd1, %rd2 ;", "rd0", 0xfffffffffffffffe},
    {"0:rd1=-1; 0:rd2=-1;", "mul.hi.s64 %rd0, %rd1, %rd2 ;", "rd0", 0},
    {"0:rd1=0x100000001; 0:rd2=3;", "mul.lo.u64 %rd0, %rd1, %rd2 ;", "rd0", 0x300000003},
    {"0:r1=3; 0:r2=4; 0:r3=5;", "mad.lo.u32 %r0, %r1, %r2, %r3 ;", "r0", 17},
    {"0:r1=0x80000000; 0:r2=2; 0:r3=5;", "mad.hi.u32 %r0, %r1, %r2, %r3 ;", "r0", 6},
    {"0:r1=-3; 0:r2=4; 0:rd3=2;", "mad.wide.s32 %rd0, %r1, %r2, %rd3 ;", "rd0", 0xfffffffffffffff6},
    {"0:r1=3; 0:r2=10; 0:r3=1;", "sad.u32 %r0, %r1, %r2, %r3 ;", "r0", 8},
    {"0:r1=-3; 0:r2=10; 0:r3=1;", "sad.s32 %r0, %r1, %r2, %r3 ;", "r0", 14},
    {"0:r1=17; 0:r2=5;", "div.u32 %r0, %r1, %r2 ;", "r0", 3},
    {"0:r1=-17; 0:r2=5;", "div.s32 %r0, %r1, %r2 ;", "r0", 0xfffffffd},
    {"0:r1=-17; 0:r2=5;", "div.u32 %r0, %r1, %r2 ;", "r0", 858993455},
    {"0:r1=-17; 0:r2=5;", "rem.s32 %r0, %r1, %r2 ;", "r0", 0xfffffffe},
    {"0:r1=17; 0:r2=5;", "rem.u32 %r0, %r1, %r2 ;", "r0", 2},
    {"0:rd1=-17; 0:rd2=5;", "div.s64 %rd0, %rd1, %rd2 ;", "rd0", 0xfffffffffffffffd},
    {"0:r1=-5;", "abs.s32 %r0, %r1 ;", "r0", 5},
    {"0:r1=5;", "abs.s32 %r0, %r1 ;", "r0", 5},
    {"0:rd1=-5;", "abs.s64 %rd0, %rd1 ;", "rd0", 5},
    {"0:r1=5;", "neg.s32 %r0, %r1 ;", "r0", 0xfffffffb},
    {"0:r1=-1; 0:r2=1;", "min.u32 %r0, %r1, %r2 ;", "r0", 1},
    {"0:r1=-1; 0:r2=1;", "min.s32 %r0, %r1, %r2 ;", "r0", 0xffffffff},
    {"0:r1=-1; 0:r2=1;", "max.u32 %r0, %r1, %r2 ;", "r0", 0xffffffff},
    {"0:r1=-1; 0:r2=1;", "max.s32 %r0, %r1, %r2 ;", "r0", 1},
    {"0:rd1=-1; 0:rd2=1;", "max.s64 %rd0, %rd1, %rd2 ;", "rd0", 1},
    /* 9.7.1: popc clz brev bfe bfi */
    {"0:r1=0xf0f0;", "popc.b32 %r0, %r1 ;", "r0", 8},
    {"0:rd1=-1;", "popc.b64 %r0, %rd1 ;", "r0", 64},
    {"0:r1=1;", "clz.b32 %r0, %r1 ;", "r0", 31},
    {"0:r1=0;", "clz.b32 %r0, %r1 ;", "r0", 32},
    {"0:rd1=1;", "clz.b64 %r0, %rd1 ;", "r0", 63},
    {"0:r1=1;", "brev.b32 %r0, %r1 ;", "r0", 0x80000000},
    {"0:rd1=6;", "brev.b64 %rd0, %rd1 ;", "rd0", 0x6000000000000000},
    {"0:r1=0x12345678;", "bfe.u32 %r0, %r1, 8, 8 ;", "r0", 0x56},
    {"0:r1=0x12345678;", "bfe.u32 %r0, %r1, 8, 0 ;", "r0", 0},
    {"0:r1=0x92345678;", "bfe.u32 %r0, %r1, 28, 8 ;", "r0", 9},
    {"0:r1=0x92345678;", "bfe.s32 %r0, %r1, 28, 8 ;", "r0", 0xfffffff9},
    {"0:r1=0x12348678;", "bfe.s32 %r0, %r1, 8, 8 ;", "r0", 0xffffff86},
    {"0:r1=0x12345678;", "bfe.s32 %r0, %r1, 8, 0 ;", "r0", 0},
    {"0:r1=0x80000000;", "bfe.s32 %r0, %r1, 40, 4 ;", "r0", 0xffffffff},
    {"0:r1=0x80000001;", "bfe.u32 %r0, %r1, 0, 32 ;", "r0", 0x80000001},
    {"0:r1=0x80000001;", "bfe.s32 %r0, %r1, 0, 255 ;", "r0", 0x80000001},
    {"0:rd1=0x123456789abcdef0;", "bfe.u64 %rd0, %rd1, 32, 16 ;", "rd0", 0x5678},
    {"0:rd1=0x8000000000000000;", "bfe.s64 %rd0, %rd1, 60, 4 ;", "rd0", 0xfffffffffffffff8},
    {"0:r1=0xff; 0:r2=0;", "bfi.b32 %r0, %r1, %r2, 4, 4 ;", "r0", 0xf0},
    {"0:r1=0; 0:r2=0xffffffff;", "bfi.b32 %r0, %r1, %r2, 8, 16 ;", "r0", 0xff0000ff},
    {"0:r1=0xff; 0:r2=0x11;", "bfi.b32 %r0, %r1, %r2, 28, 8 ;", "r0", 0xf0000011},
    {"0:r1=0xff; 0:r2=0x11;", "bfi.b32 %r0, %r1, %r2, 4, 0 ;", "r0", 0x11},
    {"0:r1=0xff; 0:r2=0x11;", "bfi.b32 %r0, %r1, %r2, 32, 4 ;", "r0", 0x11},
    {"0:rd1=1; 0:rd2=0;", "bfi.b64 %rd0, %rd1, %rd2, 40, 1 ;", "rd0", 0x10000000000},
    /* 9.7.8: and or xor not cnot shl shr */
    {"0:r1=12; 0:r2=10;", "and.b32 %r0, %r1, %r2 ;", "r0", 8},
    {"0:r1=12; 0:r2=10;", "or.b32 %r0, %r1, %r2 ;", "r0", 14},
    {"0:r1=12; 0:r2=10;", "xor.b32 %r0, %r1, %r2 ;", "r0", 6},
    {"0:rd1=12; 0:rd2=10;", "xor.b64 %rd0, %rd1, %rd2 ;", "rd0", 6},
    {"0:r1=12;", "not.b32 %r0, %r1 ;", "r0", 0xfffffff3},
    {"0:rd1=12;", "not.b64 %rd0, %rd1 ;", "rd0", 0xfffffffffffffff3},
    {"0:r1=12;", "cnot.b32 %r0, %r1 ;", "r0", 0},
    {"0:r1=0;", "cnot.b32 %r0, %r1 ;", "r0", 1},
    {"0:r1=3; 0:r2=4;", "shl.b32 %r0, %r1, %r2 ;", "r0", 48},
    {"0:r1=3;", "shl.b32 %r0, %r1, 32 ;", "r0", 0},
    {"0:rd1=3;", "shl.b64 %rd0, %rd1, 33 ;", "rd0", 0x600000000},
    {"0:rs1=3; 0:r2=65537;", "shl.b16 %rs0, %rs1, %r2 ;", "rs0", 0},
    {"0:r1=0x80000000;", "shr.u32 %r0, %r1, 31 ;", "r0", 1},
    {"0:r1=0x80000000;", "shr.s32 %r0, %r1, 31 ;", "r0", 0xffffffff},
    {"0:r1=0x80000000;", "shr.s32 %r0, %r1, 40 ;", "r0", 0xffffffff},
    {"0:r1=0x80000000;", "shr.u32 %r0, %r1, 40 ;", "r0", 0},
    {"0:rd1=-8;", "shr.s64 %rd0, %rd1, 1 ;", "rd0", 0xfffffffffffffffc},
    /* 9.7.6: setp selp slct; predicates */
    {"0:r1=-1; 0:r2=1;", "setp.lt.s32 %p0, %r1, %r2 ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 1},
    {"0:r1=-1; 0:r2=1;", "setp.lt.u32 %p0, %r1, %r2 ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 0},
    {"0:r1=-1; 0:r2=1;", "setp.gt.u32 %p0, %r1, %r2 ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 1},
    {"0:r1=-1; 0:r2=1;", "setp.gt.s32 %p0, %r1, %r2 ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 0},
    {"0:r1=1; 0:r2=1;", "setp.le.s32 %p0, %r1, %r2 ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 1},
    {"0:r1=1; 0:r2=2;", "setp.ge.s32 %p0, %r1, %r2 ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 0},
    {"0:r1=1; 0:r2=1;", "setp.eq.b32 %p0, %r1, %r2 ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 1},
    {"0:r1=1; 0:r2=1;", "setp.ne.u32 %p0, %r1, %r2 ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 0},
    {"0:r1=-1; 0:r2=1;", "setp.hi.u32 %p0, %r1, %r2 ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 1},
    {"0:r1=1; 0:r2=-1;", "setp.lo.u32 %p0, %r1, %r2 ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 1},
    {"0:r1=1; 0:r2=1;", "setp.ls.u32 %p0, %r1, %r2 ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 1},
    {"0:r1=1; 0:r2=1;", "setp.hs.u32 %p0, %r1, %r2 ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 1},
    {"0:rd1=0x100000001; 0:rd2=1;", "setp.eq.u64 %p0, %rd1, %rd2 ; selp.b32 %r0, 1, 0, %p0 ;", "r0",
     0},
    {"0:r1=1; 0:r2=1;",
     "setp.eq.u32 %p1, %r1, 2 ; setp.eq.or.u32 %p0, %r1, %r2, %p1 ; selp.b32 %r0, 1, 0, %p0 ;",
     "r0", 1},
    {"0:r1=1; 0:r2=1;",
     "setp.eq.u32 %p1, %r1, 1 ; setp.eq.and.u32 %p0, %r1, %r2, !%p1 ; selp.b32 %r0, 1, 0, %p0 ;",
     "r0", 0},
    {"0:r1=1; 0:r2=1;",
     "setp.eq.u32 %p1, %r1, 1 ; setp.eq.xor.u32 %p0, %r1, %r2, %p1 ; selp.b32 %r0, 1, 0, %p0 ;",
     "r0", 0},
    {"0:r1=1;", "setp.eq.u32 %p1, %r1, 1 ; not.pred %p0, %p1 ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 0},
    {"0:r1=1;",
     "setp.eq.u32 %p1, %r1, 1 ; setp.eq.u32 %p2, %r1, 2 ; xor.pred %p0, %p1, %p2 ; "
     "selp.b32 %r0, 1, 0, %p0 ;",
     "r0", 1},
    {"0:r1=1;", "setp.eq.u32 %p1, %r1, 1 ; mov.pred %p0, %p1 ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 1},
    {"0:r1=7; 0:r2=8; 0:r3=-1;", "slct.b32.s32 %r0, %r1, %r2, %r3 ;", "r0", 8},
    {"0:r1=7; 0:r2=8; 0:r3=0;", "slct.u32.s32 %r0, %r1, %r2, %r3 ;", "r0", 7},
    /* 9.7.9: mov cvt */
    {"0:r1=5;", "mov.u32 %r0, %r1 ;", "r0", 5},
    {"", "mov.u32 %r0, -1 ;", "r0", 0xffffffff},
    {"", "mov.b64 %rd0, -1 ;", "rd0", UINT64_MAX},
    {"0:r1=-1;", "cvt.u64.u32 %rd0, %r1 ;", "rd0", 0xffffffff},
    {"0:r1=-1;", "cvt.u64.s32 %rd0, %r1 ;", "rd0", UINT64_MAX},
    {"0:r1=-1;", "cvt.s64.s32 %rd0, %r1 ;", "rd0", UINT64_MAX},
    {"0:rd1=0x1234567890;", "cvt.u32.u64 %r0, %rd1 ;", "r0", 0x34567890},
    {"0:r1=0x180;", "cvt.s8.s32 %r0, %r1 ;", "r0", 0xffffff80},
    {"0:r1=0x180;", "cvt.u8.u32 %r0, %r1 ;", "r0", 0x80},
    {"0:r1=0x1ff80;", "cvt.s16.s32 %r0, %r1 ;", "r0", 0xffffff80},
    {"0:r1=0xff80;", "cvt.s32.s8 %r0, %r1 ;", "r0", 0xffffff80},
    {"0:r1=0xff80;", "cvt.u32.u8 %r0, %r1 ;", "r0", 0x80},
    {"0:r1=0xff80;", "cvt.u32.s16 %r0, %r1 ;", "r0", 0xffffff80},
    /* 9.7.9: isspacep mapa getctarank cvta, of a CTA by itself */
    {"x=0; shared s@cta 0=0;", "isspacep.global %p0, x ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 1},
    {"x=0; c @ constant aliases x; shared s@cta 0=0;",
     "isspacep.const %p0, c ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 1},
    {"x=0; c @ constant aliases x; shared s@cta 0=0;",
     "isspacep.const %p0, x ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 0},
    {"x=0; c @ constant aliases x; shared s@cta 0=0;",
     "isspacep.global %p0, c ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 0},
    {"x=0; shared s@cta 0=0;", "isspacep.global %p0, s ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 0},
    {"x=0; shared s@cta 0=0;", "isspacep.shared %p0, s ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 1},
    {"x=0; shared s@cta 0=0;", "isspacep.shared::cluster %p0, x ; selp.b32 %r0, 1, 0, %p0 ;", "r0",
     0},
    {"x=0; shared s@cta 0=0;", "isspacep.param %p0, s ; selp.b32 %r0, 1, 0, %p0 ;", "r0", 0},
    {"x=0; shared s@cta 0=9;",
     "mov.u32 %r0, %cluster_ctarank ; mapa.u64 %rd0, s, %r0 ; ld.u32 %r0, [%rd0] ;", "r0", 9},
    {"shared int s[2]@cta 0={8,9};",
     "mapa.shared::cluster.u64 %rd0, s + 4, 0 ; ld.shared::cluster.u32 %r0, [%rd0] ;", "r0", 9},
    {"shared s@cta 0=9; 0:r0=7;", "getctarank.shared::cluster.u64 %r0, s ;", "r0", 0},
    {"shared s@cta 0=9;", "cvta.to.shared.u64 %rd0, s ; ld.shared.u32 %r0, [%rd0] ;", "r0", 9},
    {"x=9;", "cvta.to.global.u64 %rd0, x ; cvta.global.u64 %rd1, %rd0 ; ld.u32 %r0, [%rd1] ;", "r0",
     9},
    /* 10: special registers; 8.4: WARP_SZ */
    {"", "mov.u32 %r0, %ntid.x ;", "r0", 32},
    {"", "mov.u32 %r0, %nctaid.y ;", "r0", 1},
    {"", "mov.u32 %r0, %lanemask_gt ;", "r0", 0xfffffffe},
    {"", "mov.u32 %r0, %lanemask_ge ;", "r0", 0xffffffff},
    {"", "mov.u32 %r0, %lanemask_eq ;", "r0", 1},
    {"", "mov.u32 %r1, %ntid.x ; mad.lo.u32 %r0, 0, %r1, WARP_SZ ;", "r0", 32},
    /* guards */
    {"0:r0=9; 0:r1=1;", "setp.eq.u32 %p0, %r1, 1 ; @%p0 mov.u32 %r0, 5 ;", "r0", 5},
    {"0:r0=9; 0:r1=1;", "setp.eq.u32 %p0, %r1, 1 ; @!%p0 mov.u32 %r0, 5 ;", "r0", 9},
    {"0:r0=9; 0:r1=1;", "setp.eq.u32 %p0, %r1, 1 ; @%p0 bra L ; mov.u32 %r0, 5 ; L: ;", "r0", 9},
    {"0:r0=9; 0:r1=1;", "setp.eq.u32 %p0, %r1, 2 ; @%p0 bra L ; mov.u32 %r0, 5 ; L: ;", "r0", 5},
    {"0:r0=0; 0:r1=5;",
     "L: add.u32 %r0, %r0, %r1 ; sub.u32 %r1, %r1, 1 ; setp.ne.u32 %p0, %r1, 0 ; @%p0 bra L ;",
     "r0", 15},
    /* 9.7.9, 9.7.13: memory */
    {"x=7;", "ld.global.u32 %r0, [x] ;", "r0", 7},
    {"x=-1;", "ld.global.u8 %r0, [x] ;", "r0", 0xff},
    {"x=-1;", "ld.global.s8 %r0, [x] ;", "r0", 0xffffffff},
    {"x=-1;", "ld.global.s16 %rd0, [x] ;", "rd0", UINT64_MAX},
    {"x=-1;", "ld.global.u32 %rd0, [x] ;", "rd0", 0xffffffff},
    {"x=0x11223344;", "ld.global.u8 %r0, [x+1] ;", "r0", 0x33},
    {"0:r1=0x1ff;", "st.global.u8 [x], %r1 ;", "[x]", 0xff},
    {"0:r1=5;", "st.global.u32 [x], %r1 ;", "[x]", 5},
    {"", "mov.u64 %rd1, x ; st.global.u32 [%rd1], 6 ;", "[x]", 6},
    {"", "mov.u64 %rd1, x ; add.u64 %rd1, %rd1, 4 ; st.global.u32 [%rd1+-4], 6 ;", "[x]", 6},
    {"int t[2]={0,0}; 0:r1=3; 0:r2=4;",
     "st.global.v2.u32 [t], {%r1, %r2} ; ld.global.u32 %r0, [t+4] ;", "r0", 4},
    {"int t[2]={8,9};", "ld.global.v2.u32 {%r1, %r0}, [t] ;", "r0", 9},
    {"x=5;", "atom.global.add.u32 %r0, [x], 3 ;", "r0", 5},
    {"x=5;", "atom.global.add.u32 %r0, [x], 3 ;", "[x]", 8},
    {"x=5; 0:r0=2;", "atom.global.add.u32 %r0, [x], %r0 ;", "[x]", 7},
    {"x=5;", "atom.global.exch.b32 %r0, [x], 3 ;", "[x]", 3},
    {"x=5;", "atom.global.cas.b32 %r0, [x], 5, 9 ;", "[x]", 9},
    {"x=5;", "atom.global.cas.b32 %r0, [x], 6, 9 ;", "[x]", 5},
    {"x=5;", "atom.global.cas.b32 %r0, [x], 6, 9 ;", "r0", 5},
    {"x=5;", "atom.global.inc.u32 %r0, [x], 6 ;", "[x]", 6},
    {"x=6;", "atom.global.inc.u32 %r0, [x], 6 ;", "[x]", 0},
    {"x=7;", "atom.global.inc.u32 %r0, [x], 6 ;", "[x]", 0},
    {"x=5;", "atom.global.dec.u32 %r0, [x], 6 ;", "[x]", 4},
    {"x=0;", "atom.global.dec.u32 %r0, [x], 6 ;", "[x]", 6},
    {"x=7;", "atom.global.dec.u32 %r0, [x], 6 ;", "[x]", 6},
    {"x=-1;", "atom.global.min.s32 %r0, [x], 3 ;", "[x]", 0xffffffff},
    {"x=-1;", "atom.global.min.u32 %r0, [x], 3 ;", "[x]", 3},
    {"x=-1;", "atom.global.max.s32 %r0, [x], 3 ;", "[x]", 3},
    {"x=-1;", "atom.global.max.u32 %r0, [x], 3 ;", "[x]", 0xffffffff},
    {"x=12;", "atom.global.and.b32 %r0, [x], 10 ;", "[x]", 8},
    {"x=12;", "atom.global.or.b32 %r0, [x], 10 ;", "[x]", 14},
    {"x=12;", "atom.global.xor.b32 %r0, [x], 10 ;", "[x]", 6},
    {"int64_t x=-1;", "atom.global.add.u64 %rd0, [x], 2 ;", "[x]", 1},
    {"x=5;", "red.global.add.u32 [x], 3 ;", "[x]", 8},
    {"x=-5;", "red.global.max.s32 [x], -7 ;", "[x]", 0xfffffffb},
    /* floating-point numbers are bit patterns */
    {"x=0x3f800000;", "atom.global.add.f32 %r0, [x], 0x40000000 ;", "[x]", 0x40400000},
    {"x=0x3f800000;", "atom.global.add.f32 %r0, [x], 0x40000000 ;", "r0", 0x3f800000},
    {"int64_t x=0x3ff0000000000000;", "red.global.add.f64 [x], 0x3ff0000000000000 ;", "[x]",
     0x4000000000000000},
    {"x=0x3c004000;", "atom.global.add.noftz.f16x2 %r0, [x], 0x3c003c00 ;", "[x]", 0x40004200},
    {"x=0x3c004000;", "atom.global.add.noftz.f16x2 %r0, [x], 0x3c003c00 ;", "r0", 0x3c004000},
    {"x=0x3f804000;", "red.global.add.noftz.bf16x2 [x], 0x3f803f80 ;", "[x]", 0x40004040},
    {"x=0x3c00;", "atom.add.noftz.f16 %rs0, [x], 0x3c00 ;", "[x]", 0x4000},
    {"x=0xbc003c00;", "red.global.max.noftz.v2.f16 [x], {0x3800, 0xc000} ;", "[x]", 0xbc003c00},
    {"x=0xbc003c00;", "red.global.min.noftz.v2.f16 [x], {0x3800, 0xc000} ;", "[x]", 0xc0003800},
    {"x=0x00010002;", "red.global.min.noftz.v2.bf16 [x], {1, 0x8001} ;", "[x]", 0x80010001},
    {"x=0x7c00fc00;", "red.global.max.noftz.v2.f16 [x], {0, 0} ;", "[x]", 0x7c000000},
    /* 128 bits */
    {"0:rd1=1; 0:rd2=2;", "mov.b128 %rq0, {%rd1, %rd2} ; mov.b128 {%rd2, %rd1}, %rq0 ;", "rd1", 2},
    {"0:rd1=1; 0:rd2=2;",
     "mov.b128 %rq0, {%rd1, %rd2} ; mov.b128 %rq1, %rq0 ; "
     "mov.b128 {%rd3, %rd0}, %rq1 ;",
     "rd0", 2},
    {"0:r1=5;", "redux.sync.add.u32 %r0, %r1, 1 ;", "r0", 5},
    {"0:r1=5;", "match.any.sync.b32 %r0, %r1, 0xffffffff ;", "r0", 1},
    {"0:r1=5;", "shfl.sync.idx.b32 %r0, %r1, 0, 31, 1 ;", "r0", 5},
    {"0:r1=5;", "activemask.b32 %r0 ;", "r0", 1},
    {"", "vote.sync.ballot.b32 %r0, %p0, 1 ;", "r0", 0},
    {"", "vote.sync.ballot.b32 %r0, !%p0, 1 ;", "r0", 1},
    {"", "bar.red.popc.u32 %r0, 1, !%p0 ;", "r0", 1},
    {"x=0x3f800000;", "ld.global.f32 %r0, [x] ; mov.f32 %r1, %r0 ; st.f32 [x], %r1 ;", "[x]",
     0x3f800000},
    {"x=5; 0:r1=0;", "setp.eq.u32 %p0, %r1, 1 ; @%p0 atom.global.add.u32 %r0, [x], 3 ;", "[x]", 5},
};

/* Published shorthand: no brackets, no types. */
static const step_value_row shorthand[] = {
    {"", "st.weak x, 1 ;", "[x]", 1},
    {"x=3;", "ld.weak r0, x ;", "r0", 3},
    {"", "ld r0, 2 ;", "r0", 2},
    {"", "ld rd0, -1 ;", "rd0", UINT64_MAX},
    {"0:r1=4;", "st.relaxed.gpu x, r1 ;", "[x]", 4},
    {"int64_t x=-1;", "ld.weak rd0, x ;", "rd0", UINT64_MAX},
    {"int64_t x=0; 0:rd1=-1;", "st.weak x, rd1 ;", "[x]", UINT64_MAX},
    {"rd1=0;", "st.weak rd1, 42 ;", "[rd1]", 42},
    {"0:rd1=x;", "st.weak rd1, 42 ;", "[x]", 42},
    {"x=0; y @ generic aliases x;", "st.weak x, 5 ; ld.weak r0, y ;", "r0", 5},
    {"x=0; t @ texture aliases x;", "st.weak x, 5 ; tld.weak r0, t ;", "r0", 5},
    {"x=0; s @ surface aliases x;", "sust.weak s, 6 ; ld.weak r0, x ;", "r0", 6},
    {"x=1;", "atom.acq_rel.gpu.add r0, x, 1 ;", "[x]", 2},
    {"x=2;", "red.acq_rel.sys.sub x, 1 ;", "[x]", 1},
    {"x=0;", "atom.relaxed.gpu.cas r0, x, 0, 1 ;", "[x]", 1},
    {"0:r1=1; 0:r2=1; 0:r0=0;", "beq r1, r2, LC00 ; ld r0, 1 ; LC00: ;", "r0", 0},
    {"0:r1=1; 0:r0=0;", "bne r1, 1, LC00 ; ld r0, 1 ; LC00: ;", "r0", 1},
    {"0:r1=-1; 0:r0=0;", "blt r1, 0, LC00 ; ld r0, 1 ; LC00: ;", "r0", 0},
    {"0:r1=5; 0:r0=0;", "bgt r1, 5, LC00 ; ld r0, 1 ; LC00: ;", "r0", 1},
    {"0:r1=5; 0:r0=0;", "bge r1, 5, LC00 ; ld r0, 1 ; LC00: ;", "r0", 0},
    {"0:r1=5; 0:r0=0;", "ble r1, 4, LC00 ; ld r0, 1 ; LC00: ;", "r0", 1},
    {"0:rd1=0x100000000; 0:r0=0;", "beq rd1, 0, LC00 ; ld r0, 1 ; LC00: ;", "r0", 1},
    {"0:r0=0;", "goto LC00 ; ld r0, 1 ; LC00: ;", "r0", 0},
    {"0:r0=0;", "ret ; ld r0, 1 ;", "r0", 0},
    {"0:r0=0; 0:p1=0;", "@p1 exit ; ld r0, 1 ;", "r0", 1},
    {"0:r2=5;", "add r2, r2, 1 ;", "r2", 6},
    {"0:r2=6;", "mul r2, r2, 7 ;", "r2", 42},
    {"", "mov.u32 %r3, 7 ; add.u32 r0, r3, 0 ;", "r0", 7},
};

static void check_value(const step_value_row *row)
{
    char text[1024];
    snprintf(text, sizeof text, "PTX t\n{ %s }\n P0@cta 0,gpu 0 ;\n %s\nexists (true)\n", row->init,
             row->code);
    step_check_value(text, row);
}

TEST(value_rows)
{
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        check_value(&values[i]);
}

TEST(shorthand_rows)
{
    for (size_t i = 0; i < sizeof shorthand / sizeof *shorthand; i++)
        check_value(&shorthand[i]);
}

/* ---- events ------------------------------------------------------------- */

typedef struct event_row {
    const char *code, *events;
} event_row;

static const event_row events[] = {
    /* strength, scope and proxy of loads and stores (PTX ISA 8.3 to 8.6) */
    {"ld.u32 r0, [x] ;", "R4 WEAK GEN"},
    {"ld.weak.global.u32 r0, [x] ;", "R4 WEAK GEN"},
    {"ld.global.ca.u32 r0, [x] ;", "R4 WEAK GEN"},
    {"ld.relaxed.cta.u32 r0, [x] ;", "R4 RLX CTA GEN"},
    {"ld.relaxed.cluster.u32 r0, [x] ;", "R4 RLX CLUSTER GEN"},
    {"ld.relaxed.gpu.u32 r0, [x] ;", "R4 RLX GPU GEN"},
    {"ld.relaxed.sys.u32 r0, [x] ;", "R4 RLX SYS GEN"},
    {"ld.acquire.cta.u64 rd0, [x] ;", "R8 ACQ CTA GEN"},
    {"ld.acquire.gpu.shared.u8 r0, [x] ;", "R1 ACQ GPU GEN"},
    {"ld.acquire.sys.shared::cta.u16 r0, [x] ;", "R2 ACQ SYS GEN"},
    {"ld.volatile.u32 r0, [x] ;", "R4 RLX SYS GEN VOLATILE"},
    {"ld.mmio.relaxed.sys.u32 r0, [x] ;", "R4 RLX SYS GEN MMIO"},
    {"ld.mmio.acquire.sys.u32 r0, [x] ;", "R4 ACQ SYS GEN MMIO"},
    {"cp.async.ca.shared.global.L2::256B [x], [y], 4, 4 ;",
     "R4 WEAK GEN OP.ASYNC; W4 WEAK GEN OP.ASYNC"},
    {"st.mmio.release.sys.global.u32 [x], 1 ;", "W4 REL SYS GEN MMIO"},
    {"ld.const.u32 r0, [x] ;", "R4 WEAK CON"},
    {"ld.global.nc.u32 r0, [x] ;", "R4 WEAK TEX NC"},
    {"ld.global.nc.L1::no_allocate.L2::128B.u32 r0, [x] ;", "R4 WEAK TEX NC"},
    {"ld.relaxed.gpu.global.L1::evict_last.L2::cache_hint.u32 r0, [x], rd0 ;", "R4 RLX GPU GEN"},
    {"st.global.L1::no_allocate.u32 [x], 1 ;", "W4 WEAK GEN"},
    {"red.relaxed.gpu.global.L2::cache_hint.add.u32 [x], 1, rd0 ;",
     "R4 RLX GPU GEN ATOM RED NoRet; W4 RLX GPU GEN ATOM rmw"},
    {"tld.weak r0, x ;", "R4 WEAK TEX"},
    {"suld.weak r0, x ;", "R4 WEAK SUR"},
    {"cold.weak r0, x ;", "R4 WEAK CON"},
    {"ld.v2.u32 {r0, r1}, [x] ;", "R4 WEAK GEN VECTOR; R4 WEAK GEN VECTOR"},
    {"ld.relaxed.gpu.v4.u8 {r0, r1, r2, r3}, [x] ;",
     "R1 RLX GPU GEN VECTOR; R1 RLX GPU GEN VECTOR; R1 RLX GPU GEN VECTOR; "
     "R1 RLX GPU GEN VECTOR"},
    {"st.u32 [x], 1 ;", "W4 WEAK GEN"},
    {"st.weak x, 1 ;", "W4 WEAK GEN"},
    {"st.relaxed.cta.u32 [x], 1 ;", "W4 RLX CTA GEN"},
    {"st.release.gpu.u32 [x], r1 ;", "W4 REL GPU GEN"},
    {"st.release.sys.global.u64 [x], rd1 ;", "W8 REL SYS GEN"},
    {"st.volatile.global.u32 [x], 1 ;", "W4 RLX SYS GEN VOLATILE"},
    {"st.mmio.relaxed.sys.u32 [x], 1 ;", "W4 RLX SYS GEN MMIO"},
    {"sust.weak x, 1 ;", "W4 WEAK SUR"},
    {"st.v2.u32 [x], {r0, 1} ;", "W4 WEAK GEN VECTOR; W4 WEAK GEN VECTOR"},
    {"ld.v4.u64 {rd0, rd1, rd2, rd3}, [x] ;", "R8 WEAK GEN; R8 WEAK GEN; R8 WEAK GEN; R8 WEAK GEN"},
    {"@p0 st.u32 [x], 1 ;", "W4 WEAK GEN?"},
    {"ld.b128 rq0, [x] ;", "R8 WEAK GEN B128; R8 WEAK GEN B128"},
    {"ld.acquire.sys.global.b128 rq0, [x] ;", "R8 ACQ SYS GEN B128; R8 ACQ SYS GEN B128"},
    {"st.release.gpu.b128 [x], rq0 ;", "W8 REL GPU GEN B128; W8 REL GPU GEN B128"},
    {"ld r0, 1 ;", ""},
    /* atomics: acquire is the read's, release the write's */
    {"atom.add.u32 r0, [x], 1 ;", "R4 RLX GPU GEN ATOM; W4 RLX GPU GEN ATOM rmw"},
    {"atom.relaxed.sys.exch.b32 r0, [x], 1 ;", "R4 RLX SYS GEN ATOM; W4 RLX SYS GEN ATOM rmw"},
    {"atom.acquire.cta.add.u32 r0, [x], 1 ;", "R4 ACQ CTA GEN ATOM; W4 RLX CTA GEN ATOM rmw"},
    {"atom.release.gpu.add.u32 r0, [x], 1 ;", "R4 RLX GPU GEN ATOM; W4 REL GPU GEN ATOM rmw"},
    {"atom.acq_rel.cluster.add.u32 r0, [x], 1 ;",
     "R4 ACQ CLUSTER GEN ATOM; W4 REL CLUSTER GEN ATOM rmw"},
    {"atom.acq_rel.sys.global.cas.b64 rd0, [x], 0, 1 ;",
     "R8 ACQ SYS GEN ATOM; W8 REL SYS GEN ATOM rmw?"},
    {"atom.cas.b16 rs0, [x], 0, 1 ;", "R2 RLX GPU GEN ATOM; W2 RLX GPU GEN ATOM rmw?"},
    {"suatom.relaxed.gpu.add r0, x, 1 ;", "R4 RLX GPU SUR ATOM; W4 RLX GPU SUR ATOM rmw"},
    {"atom.relaxed.gpu.add.u32 _, [x], 1 ;", "R4 RLX GPU GEN ATOM; W4 RLX GPU GEN ATOM rmw"},
    {"red.add.f32 [x], 1 ;", "R4 RLX GPU GEN ATOM RED NoRet; W4 RLX GPU GEN ATOM rmw"},
    {"atom.add.noftz.bf16x2 r0, [x], 1 ;",
     "R2 RLX GPU GEN ATOM; W2 RLX GPU GEN ATOM rmw; R2 RLX GPU GEN ATOM; W2 RLX GPU GEN ATOM rmw"},
    {"atom.acq_rel.sys.exch.b128 rq0, [x], rq1 ;",
     "R8 ACQ SYS GEN B128 ATOM; R8 ACQ SYS GEN B128 ATOM; W8 REL SYS GEN B128 ATOM rmw; "
     "W8 REL SYS GEN B128 ATOM rmw"},
    {"atom.cas.b128 rq0, [x], rq1, rq2 ;",
     "R8 RLX GPU GEN B128 ATOM; R8 RLX GPU GEN B128 ATOM; W8 RLX GPU GEN B128 ATOM rmw?; "
     "W8 RLX GPU GEN B128 ATOM rmw?"},
    {"atom.global.add.v2.f32 {r0, r1}, [x], {r2, r3} ;",
     "R4 RLX GPU GEN ATOM; W4 RLX GPU GEN ATOM rmw; R4 RLX GPU GEN ATOM; W4 RLX GPU GEN ATOM rmw"},
    {"red.release.gpu.global.min.noftz.v2.bf16 [x], {rs0, rs1} ;",
     "R2 RLX GPU GEN ATOM RED NoRet; W2 REL GPU GEN ATOM rmw; R2 RLX GPU GEN ATOM RED NoRet; "
     "W2 REL GPU GEN ATOM rmw"},
    {"red.add.u32 [x], 1 ;", "R4 RLX GPU GEN ATOM RED NoRet; W4 RLX GPU GEN ATOM rmw"},
    {"red.release.sys.or.b32 [x], 1 ;", "R4 RLX SYS GEN ATOM RED NoRet; W4 REL SYS GEN ATOM rmw"},
    {"red.acq_rel.cta.add x, 1 ;", "R4 ACQ CTA GEN ATOM RED NoRet; W4 REL CTA GEN ATOM rmw"},
    /* fences */
    {"fence.sc.cta ;", "F SC CTA"},
    {"fence.sc.cluster ;", "F SC CLUSTER"},
    {"fence.sc.gpu ;", "F SC GPU"},
    {"fence.sc.sys ;", "F SC SYS"},
    {"fence.acq_rel.gpu ;", "F ACQ_REL GPU"},
    {"fence.sys ;", "F ACQ_REL SYS"},
    {"fence.acquire.gpu ;", "F ACQ GPU"},
    {"fence.release.gpu ;", "F REL GPU"},
    {"fence.release.sync_restrict::shared::cta.cluster ;", "F REL CLUSTER RESTRICT"},
    {"fence.acquire.sync_restrict::shared::cluster.cluster ;", "F ACQ CLUSTER RESTRICT"},
    {"fence.mbarrier_init.release.cluster ;", "F REL CLUSTER INIT"},
    {"membar.cta ;", "F SC CTA"},
    {"membar.gl ;", "F SC GPU"},
    {"membar.sys ;", "F SC SYS"},
    {"fence.proxy.alias ;", "F PROXY.ALIAS"},
    {"fence.proxy.texture ;", "F PROXY.TEX"},
    {"fence.proxy.surface ;", "F PROXY.SUR"},
    {"fence.proxy.constant ;", "F PROXY.CON"},
    {"fence.proxy.generic ;", "F PROXY.GEN"},
    {"membar.proxy.alias ;", "F PROXY.ALIAS"},
    {"fence.proxy.alias.acquire.sys ;", "F PROXY.ALIAS PROXY.ACQ SYS"},
    {"fence.proxy.alias.release.sys ;", "F PROXY.ALIAS PROXY.REL SYS"},
    {"fence.proxy.async ;", "F PROXY.ASYNC"},
    {"fence.proxy.async.global ;", "F PROXY.ASYNC OF.GLOBAL"},
    {"fence.proxy.async.shared::cta ;", "F PROXY.ASYNC OF.CTA"},
    {"fence.proxy.async.shared::cluster ;", "F PROXY.ASYNC OF.SHARED"},
    {"fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster ;",
     "F PROXY.ASYNC PROXY.ACQ OF.SHARED CLUSTER"},
    {"fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster ;",
     "F PROXY.ASYNC PROXY.REL OF.SHARED CLUSTER"},
    {"fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster ;",
     "F PROXY.ASYNC PROXY.REL PROXY.READ OF.SHARED CLUSTER"},
    /* asynchronous operations */
    {"cp.async.ca.shared.global [x], [y], 4 ;", "R4 WEAK GEN OP.ASYNC; W4 WEAK GEN OP.ASYNC"},
    {"cp.async.ca.shared::cta.global [x], [y], 8 ;", "R8 WEAK GEN OP.ASYNC; W8 WEAK GEN OP.ASYNC"},
    {"cp.async.cg.shared.global [x], [y], 16 ;",
     "R8 WEAK GEN OP.ASYNC; R8 WEAK GEN OP.ASYNC; W8 WEAK GEN OP.ASYNC; W8 WEAK GEN OP.ASYNC"},
    {"@p0 cp.async.ca.shared.global [x], [y], 4 ;", "R4 WEAK GEN OP.ASYNC?; W4 WEAK GEN OP.ASYNC?"},
    {"cp.async.commit_group ;", "F OP.COMMIT"},
    {"cp.async.wait_group 2 ;", "F OP.WAIT"},
    {"cp.async.wait_all ;", "F OP.COMMIT; F OP.WAIT"},
    {"cp.async.bulk.global.shared::cta.bulk_group [x], [y], 16 ;",
     "R8 WEAK ASYNC OF.SHARED OP.ASYNC; R8 WEAK ASYNC OF.SHARED OP.ASYNC; "
     "W8 WEAK ASYNC OF.GLOBAL OP.ASYNC; W8 WEAK ASYNC OF.GLOBAL OP.ASYNC"},
    {"cp.async.bulk.global.shared::cta.bulk_group.relaxed.sys.b128 [x], [y], 16 ;",
     "R8 RLX SYS B128 ASYNC OF.SHARED OP.ASYNC; R8 RLX SYS B128 ASYNC OF.SHARED OP.ASYNC; "
     "W8 RLX SYS B128 ASYNC OF.GLOBAL OP.ASYNC; W8 RLX SYS B128 ASYNC OF.GLOBAL OP.ASYNC"},
    {"cp.async.bulk.commit_group ;", "F OP.COMMIT"},
    {"cp.async.bulk.wait_group.read 0 ;", "F OP.WAIT"},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u64 [x], [y], 16 ;",
     "R8 WEAK ASYNC OF.SHARED OP.ASYNC; R8 RLX GPU ASYNC OF.GLOBAL OP.ASYNC ATOM RED NoRet; "
     "W8 RLX GPU ASYNC OF.GLOBAL OP.ASYNC ATOM rmw; R8 WEAK ASYNC OF.SHARED OP.ASYNC; "
     "R8 RLX GPU ASYNC OF.GLOBAL OP.ASYNC ATOM RED NoRet; "
     "W8 RLX GPU ASYNC OF.GLOBAL OP.ASYNC ATOM rmw"},
    {"st.async.release.gpu.global.u32 [x], 1 ;", "W4 REL GPU GEN OP.ASYNC"},
    {"st.async.mmio.release.sys.global.u64 [x], rd1 ;", "W8 REL SYS GEN OP.ASYNC MMIO"},
    {"red.async.release.sys.global.add.u32 [x], 1 ;",
     "R4 RLX SYS GEN OP.ASYNC ATOM RED NoRet; W4 REL SYS GEN OP.ASYNC ATOM rmw"},
    {"@p0 fence.sc.gpu ;", "F SC GPU?"},
    {"griddepcontrol.wait ;", "F GRID.WAIT"},
    {"griddepcontrol.launch_dependents ;", ""},
    {"trap ;", "F TRAP; J"},
    /* barriers */
    {"bar.sync 0 ;", "B BAR SYNC CTA"},
    {"barrier.sync 0 ;", "B BAR SYNC CTA"},
    {"barrier.cta.sync.aligned 0, 64 ;", "B BAR SYNC CTA"},
    {"bar.cta.sync 1 ;", "B BAR SYNC CTA"},
    {"barrier.cluster.arrive ;", "B BAR ARRIVE CLUSTER REL"},
    {"barrier.cluster.arrive.release.aligned ;", "B BAR ARRIVE CLUSTER REL"},
    {"barrier.cluster.arrive.relaxed ;", "B BAR ARRIVE CLUSTER RLX"},
    {"barrier.cluster.arrive ; barrier.cluster.wait ;",
     "B BAR ARRIVE CLUSTER REL; B BAR WAIT CLUSTER ACQ"},
    {"barrier.cluster.arrive ; barrier.cluster.wait.acquire.aligned ;",
     "B BAR ARRIVE CLUSTER REL; B BAR WAIT CLUSTER ACQ"},
    {"bar.cta.sync 1, r1 ;", "B BAR SYNC CTA"},
    {"bar.cta.sync 1, 1, 3 ;", "B BAR SYNC CTA"},
    {"bar.cta.arrive 1 ;", "B BAR ARRIVE CTA"},
    {"bar.arrive 1, 64 ;", "B BAR ARRIVE CTA"},
    {"bar.cta.red 1 ;", "B BAR RED CTA"},
    {"bar.warp.sync 0xffffffff ;", "B BAR SYNC CTA"},
    /* control flow and what does nothing */
    {"bra L ; L: ;", "J"},
    {"bra.uni $L1 ; $L1: ;", "J"},
    {"@!p1 bra L ; L: ;", "Jc"},
    {"beq r0, r1, L ; L: ;", "Jc"},
    {"ret ;", "J"},
    {"@p0 exit ;", "Jc"},
    {".reg .u32 %r<4>, %r9 ;", ""},
    {".reg .pred %p<2> ;", ""},
    {"nanosleep.u32 100 ;", ""},
};

/* A location declared through another proxy is reached through it by plain ld. */
static const event_row proxies[] = {
    {"ld.weak r0, t ;", "R4 WEAK TEX"},   {"ld.weak r0, s ;", "R4 WEAK SUR"},
    {"ld.weak r0, c ;", "R4 WEAK CON"},   {"ld.weak r0, g ;", "R4 WEAK GEN"},
    {"cold.weak r0, g ;", "R4 WEAK CON"}, {"tld.weak r0, t ;", "R4 WEAK TEX"},
};

static void check_events(const char *init, const event_row *row)
{
    char text[512], found[1024];
    snprintf(text, sizeof text, "PTX t\n{ %s }\n P0@cta 0,gpu 0 ;\n %s\nexists (true)\n", init,
             row->code);
    step_machine m;
    step_open(&m, text);
    if (!m.test)
        fail_msg("%s: %s", row->code, m.work.diags.items[0].message);
    step_events(&m, 0, found, sizeof found);
    if (strcmp(found, row->events) != 0)
        fail_msg("%s gives \"%s\", expected \"%s\"", row->code, found, row->events);
    step_close(&m);
}

/* A test: every row of a table, with that initial state. */
#define EVENT_ROWS(name, rows, init)                                                               \
    TEST(name)                                                                                     \
    {                                                                                              \
        for (size_t i = 0; i < sizeof(rows) / sizeof *(rows); i++)                                 \
            check_events(init, &(rows)[i]);                                                        \
    }

EVENT_ROWS(event_rows, events, "x=0;")

/* mbarrier: "9.7.15.16" of PTX ISA 9.4; defaults .release.cta and .acquire.cta. What may complete
 * a phase has an event for that it does. */
#define MAY_COMPLETE "; F RLX GEN MBARRIER PHASE?"
static const event_row mbarriers[] = {
    {"mbarrier.init.shared::cta.b64 [b], 1 ;",
     "R8 WEAK GEN MBARRIER INIT; W8 WEAK GEN MBARRIER INIT"},
    {"mbarrier.inval.b64 [b] ;", "R8 WEAK GEN MBARRIER INVAL; W8 WEAK GEN MBARRIER INVAL"},
    {"mbarrier.arrive.b64 _, [b] ;",
     "R8 RLX GEN MBARRIER CTA; W8 REL GEN MBARRIER CTA ARRIVE rmw" MAY_COMPLETE},
    {"mbarrier.arrive.noComplete.b64 rd0, [b], 1 ;",
     "R8 RLX GEN MBARRIER CTA; W8 REL GEN MBARRIER CTA ARRIVE rmw"},
    {"mbarrier.arrive_drop.relaxed.cluster.b64 rd0, [b], 2 ;",
     "R8 RLX GEN MBARRIER CLUSTER; W8 RLX GEN MBARRIER CLUSTER ARRIVE rmw" MAY_COMPLETE},
    {"mbarrier.expect_tx.b64 [b], 8 ;",
     "R8 RLX GEN MBARRIER CTA; W8 RLX GEN MBARRIER CTA TX rmw" MAY_COMPLETE},
    {"mbarrier.complete_tx.relaxed.cluster.b64 [b], 8 ;",
     "R8 RLX GEN MBARRIER CLUSTER; W8 RLX GEN MBARRIER CLUSTER TX rmw" MAY_COMPLETE},
    {"mbarrier.test_wait.parity.b64 p0, [b], 0 ;",
     "R8 RLX GEN MBARRIER CTA WAIT; F ACQ GEN MBARRIER CTA WAIT?"},
    {"mbarrier.test_wait.relaxed.cluster.b64 p0, [b], rd0 ;",
     "R8 RLX GEN MBARRIER CLUSTER WAIT; F RLX GEN MBARRIER WAIT?"},
    {"mbarrier.pending_count.b64 r0, rd0 ;", ""},
};

/* multimem: an access of each location; ld_reduce and st are .weak, red is .relaxed.sys. */
static const event_row multimems[] = {
    {"multimem.ld_reduce.add.u32 r0, [m] ;", "R4 WEAK GEN MULTIMEM; R4 WEAK GEN MULTIMEM"},
    {"multimem.ld_reduce.acquire.cluster.global.min.s32 r0, [m] ;",
     "R4 ACQ CLUSTER GEN MULTIMEM; R4 ACQ CLUSTER GEN MULTIMEM"},
    {"multimem.st.global.b32 [m], 1 ;", "W4 WEAK GEN MULTIMEM; W4 WEAK GEN MULTIMEM"},
    {"multimem.st.release.gpu.f16x2 [m], 1 ;",
     "W2 REL GPU GEN MULTIMEM; W2 REL GPU GEN MULTIMEM; W2 REL GPU GEN MULTIMEM; "
     "W2 REL GPU GEN MULTIMEM"},
    {"multimem.red.add.u32 [m], 1 ;",
     "R4 RLX SYS GEN MULTIMEM ATOM RED NoRet; W4 RLX SYS GEN MULTIMEM ATOM rmw; "
     "R4 RLX SYS GEN MULTIMEM ATOM RED NoRet; W4 RLX SYS GEN MULTIMEM ATOM rmw"},
    {"multimem.red.release.cta.xor.b32 [m], 1 ;",
     "R4 RLX CTA GEN MULTIMEM ATOM RED NoRet; W4 REL CTA GEN MULTIMEM ATOM rmw; "
     "R4 RLX CTA GEN MULTIMEM ATOM RED NoRet; W4 REL CTA GEN MULTIMEM ATOM rmw"},
};

EVENT_ROWS(multimem_rows, multimems, "x=0; y=0; multimem m={x, y};")

EVENT_ROWS(mbarrier_rows, mbarriers, "shared b@cta 0=0;")

EVENT_ROWS(proxy_rows, proxies,
           "x=0; t @ texture aliases x; s @ surface aliases x; c @ constant aliases x; "
           "g @ generic aliases x;")

/* Which barrier and how many arrive: see ptx_sync.c. 0: everyone who names it. */
TEST(barrier_operands)
{
    static const struct {
        const char *code;
        uint64_t id, quorum;
    } rows[] = {
        {"bar.sync 3 ;", 3, 0},
        {"bar.sync 3, 64 ;", 3, 2},
        {"barrier.cta.sync 3, 96 ;", 3, 3},
        {"barrier.sync 3, r1 ;", 3, 7},
        {"bar.cta.sync 3 ;", 3, 0},
        {"bar.cta.sync 3, 64 ;", 3, 2},
        {"bar.cta.sync 3, 2 ;", UINT64_C(3) << 32 | 2, 0},
        {"bar.cta.sync 3, r1 ;", UINT64_C(3) << 32 | 7, 0},
        {"bar.cta.sync 3, 2, 4 ;", UINT64_C(3) << 32 | 2, 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256];
        snprintf(text, sizeof text, "PTX t\n{ 0:r1=7; }\n P0@cta 0,gpu 0 ;\n %s\nexists (true)\n",
                 rows[i].code);
        step_machine m;
        step_open(&m, text);
        assert_non_null(m.test);
        assert_true(step_run(&m, 0));
        const cm_step *step = &m.test->threads[0].steps[0];
        assert_int_equal(step_eval(&m, step->value), rows[i].id);
        assert_int_equal(step->quorum ? step_eval(&m, step->quorum) : 0, rows[i].quorum);
        step_close(&m);
    }
}

/* xor r1, r0, r0 still depends on r0. */
TEST(dependencies_stay)
{
    step_machine m;
    step_open(&m, "PTX t\n{ }\n P0@cta 0,gpu 0 ;\n xor.b32 r1, r0, r0 ;\nexists (true)\n");
    assert_non_null(m.test);
    const cm_step *step = &m.test->threads[0].steps[0];
    assert_int_equal(step->value->op, CM_OP_XOR);
    assert_int_equal(step->value->a->op, CM_OP_REG);
    step_close(&m);
}
