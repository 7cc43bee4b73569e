/* Dense cases, of which compilers make a table of addresses. */
#ifdef __x86_64__
#define BITS(i) (__builtin_ctz(i) * 8 + __builtin_clz(i) + (int)(__builtin_bswap32(i) >> 24))
#else
#define BITS(i) (1 * 8 + 28 + 14) /* of 14; others call a library */
#endif

void choose(int *x, int i)
{
    switch (i) {
    case 0:
        *x = *x + 40;
        break;
    case 1:
        *x = 3;
        return;
    case 2:
        *x = 7;
        break;
    case 3:
        break;
    case 4:
        *x = 1; /* falls through */
    case 5:
        *x = *x + 4;
        return;
    case 6:
        *x = 2000 / i;
        break;
    case 7:
        *x = 30;
        break;
    case 8:
        *x = *x - 9;
        break;
    case 9:
    case 10:
        *x = 60;
        return;
    case 11:
        *x = -100 % i - 7u / (unsigned)i;
        break;
    case 12:
        *x = 70;
        break;
    case 13:
        *x = *x * 5;
        break;
    case 14:
        *x = BITS(i);
        return;
    case 15:
        *x = 13;
        break;
    case 17:
        *x = 19;
        break;
    default:
        *x = 11;
        return;
    }
    *x += 100;
}
#ifdef PRINT
#include <stdio.h>
int main(void)
{
    for (int i = -1; i < 19; i++) {
        int x = 2;
        choose(&x, i);
        printf("%d %d\n", i, x);
    }
}
#endif
