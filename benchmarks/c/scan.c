/* scan.c -- bytes and early exits: occurrences of a text in a text, as words/scan.4th. */
#include "measure.h"

#define LENGTH 32768
#define WANTED 3

static uint8_t text[LENGTH], wanted[WANTED];
static uint32_t seed;

static int32_t random_letter(void)
{
    seed = (seed * 1103515245u + 12345u) & 0x7fffffff;
    return (int32_t)(seed / 65536) % 4 + 'a';
}

static void fill_text(void)
{
    wanted[0] = 'a', wanted[1] = 'b', wanted[2] = 'a';
    seed = 7;
    for (int32_t i = 0; i < LENGTH; i++)
        text[i] = (uint8_t)random_letter();
}

static int32_t same(const uint8_t *here)
{
    for (int32_t i = 0; i < WANTED; i++)
        if (here[i] != wanted[i])
            return 0;
    return -1;
}

static int32_t occurrences(void)
{
    int32_t count = 0;
    for (int32_t i = 0; i < LENGTH - WANTED + 1; i++)
        if (same(text + i))
            count++;
    return count;
}

int32_t bench(int32_t size)
{
    int32_t total = 0;
    fill_text();
    for (int32_t i = 0; i < size; i++) {
        total += occurrences();
        __asm__ volatile("" ::: "memory"); /* every round counts */
    }
    return total;
}

int main(void)
{
    return measure(20);
}
