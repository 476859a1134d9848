/* sieve.c -- bytes and loops: the sieve of the old BYTE magazine, as words/sieve.4th. */
#include "measure.h"

#define SIZE 8190

static uint8_t flags[SIZE];

static int32_t primes(void)
{
    int32_t count = 0;
    for (int32_t i = 0; i < SIZE; i++)
        flags[i] = 1;
    for (int32_t i = 0; i < SIZE; i++)
        if (flags[i]) {
            int32_t prime = i + i + 3;
            for (int32_t k = i + prime; k < SIZE; k += prime)
                flags[k] = 0;
            count++;
        }
    return count;
}

int32_t bench(int32_t size)
{
    int32_t total = 0;
    for (int32_t i = 0; i < size; i++) {
        total += primes();
        __asm__ volatile("" ::: "memory"); /* every round counts */
    }
    return total;
}

int main(void)
{
    return measure(200);
}
