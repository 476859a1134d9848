/* measure.h -- calls bench() twice and prints, for each call, its check value and microseconds.
 *
 * The first call is the warm-up; the runner checks both values and keeps the second time.
 * bench() must not be inlined, or the compiler could compute it beforehand.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdint.h>
#include <stdio.h>
#include <time.h>

__attribute__((noinline)) int32_t bench(int32_t size);

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e6 + now.tv_nsec * 1e-3;
}

static int measure(int32_t size)
{
    volatile int32_t unknown = size; /* the compiler shall not see the constant */
    for (int call = 0; call < 2; call++) {
        double started = microseconds();
        int32_t check = bench(unknown);
        printf("%d %.1f\n", check, microseconds() - started);
    }
    return 0;
}

#endif
