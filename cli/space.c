/* `--estimate`. See space.h. */
#include "cli/space.h"

#include <math.h>
#include <stdio.h>

enum { BAR_WIDTH = 30 };

/* Two digits that count, and zeros: nobody knows more. */
static double rounded(double number)
{
    double unit = number < 100 ? 1 : pow(10, floor(log10(number)) - 1);
    return round(number / unit) * unit;
}

void cli_space_tell(void *cli_space_, const cmcm_state_space *space)
{
    cli_space *to = cli_space_;
    if (space->unknown) {
        fprintf(stderr, "%s: no estimate: %s\n", to->path, space->unknown);
    } else if (!to->said) {
        fprintf(stderr, "%s: about %.0f executions, give or take %.0f; one by one they take ",
                to->path, rounded(space->executions), rounded(space->error));
        if (space->seconds < 1)
            fputs("less than a second\n", stderr);
        else
            fprintf(stderr, "about %.0f s\n", rounded(space->seconds));
    }
    to->said = true;
    if (space->unknown || !to->draws)
        return;
    int full = (int)(space->share * BAR_WIDTH);
    fprintf(stderr, "\r\033[K%s: [", to->path);
    for (int i = 0; i < BAR_WIDTH; i++)
        fputc(i < full ? '#' : ' ', stderr);
    fprintf(stderr, "] %.0f %%", floor(100 * space->share));
    fflush(stderr);
    to->drawn = true;
}

void cli_space_hide(cli_space *space)
{
    if (space->drawn)
        fputs("\r\033[K", stderr);
    space->drawn = false;
}
