/* Dense cases, of which compilers make a table of addresses. */
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
        *x = 20;
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
        *x = i * 3;
        break;
    case 12:
        *x = 70;
        break;
    case 13:
        *x = *x * 5;
        break;
    case 14:
        *x = 90;
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
