/* Runs a command some times and says how long it took:
 *
 *     bench_measure RUNS FILE COMMAND [ARGUMENT...]
 *
 * writes one line to FILE: wall seconds, user seconds (the median of each over the
 * runs), the largest resident size of any run in KiB, and the exit status of the
 * last. The command inherits everything else. It is a program because a shell can
 * tell neither the resident size nor times below a hundredth of a second. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_RUNS = 1000, CANNOT_RUN = 127 };

typedef struct figures {
    double wall[MAX_RUNS], user[MAX_RUNS];
    int status;
} figures;

static double wall_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Of all children so far. */
static double user_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6;
}

static long peak_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return usage.ru_maxrss;
}

static bool run(figures *f, int number, char **command)
{
    double wall = wall_now(), user = user_seconds();
    int status;
    pid_t child = fork();
    if (child == 0) {
        execvp(command[0], command);
        fprintf(stderr, "bench_measure: %s: %s\n", command[0], strerror(errno));
        _exit(CANNOT_RUN);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return false;
    f->wall[number] = wall_now() - wall;
    f->user[number] = user_seconds() - user;
    f->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return true;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static bool write_line(const char *path, figures *f, int runs)
{
    FILE *to = fopen(path, "w");
    if (!to)
        return false;
    fprintf(to, "%.6f %.6f %ld %d\n", median(f->wall, runs), median(f->user, runs), peak_kib(),
            f->status);
    return fclose(to) == 0;
}

int main(int argc, char **argv)
{
    static figures f;
    long runs = argc > 3 ? strtol(argv[1], NULL, 10) : 0;
    if (runs < 1 || runs > MAX_RUNS) {
        fputs("usage: bench_measure RUNS FILE COMMAND [ARGUMENT...]\n", stderr);
        return 2;
    }
    for (int i = 0; i < (int)runs; i++) {
        if (!run(&f, i, argv + 3)) {
            fprintf(stderr, "bench_measure: %s: %s\n", argv[3], strerror(errno));
            return 1;
        }
    }
    if (write_line(argv[2], &f, (int)runs))
        return f.status == CANNOT_RUN;
    fprintf(stderr, "bench_measure: %s: %s\n", argv[2], strerror(errno));
    return 1;
}
