// cmcm: launch take(d, out), blocks 1, threads 1
// cmcm: init int d[7] = {0x00fc0001, 0, 0x0003fff8, 0, 0x40004100, 0, 0x0002ffff}
// cmcm: init int out[8] = {0}
// cmcm: exists out[0] != 0xfcfd || out[1] != -8 || out[2] != 0x0004fff8 || out[3] != 24 || out[4] != 5 || out[5] != 65 || out[6] != -3
#include "hip.hh"
#define assert(holds) do { if (!(holds)) __builtin_trap(); } while (0)
struct D { signed char b[4]; int p; short s[2]; int q; _Float16 h[2]; int r; unsigned short u[2]; };
// Bytes, halves and numbers of 16 bits, as parts of registers; and an assertion that holds.
extern "C" __global__ void take(D *d, volatile int *out) {
 assert(d->b[0] == 1);
 out[0] = (unsigned char)(d->b[0] + d->b[2]) | (unsigned char)d->b[2] << 8;
 out[1] = d->b[2] + d->b[2];
 short low = d->s[0], high = d->s[1] + 1; out[2] = (unsigned short)low | (unsigned)high << 16;
 short m = d->s[0] * (short)-3; out[3] = m > d->s[1] ? m : d->s[1];
 out[4] = (int)(d->h[0] * d->h[1]);
 out[5] = (unsigned short)(d->u[0] + d->u[1]) << 6 | (unsigned short)(d->u[0] - d->u[1]) >> 15;
 out[6] = (short)(low >> d->u[1]) - 1; }
