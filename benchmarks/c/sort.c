/* sort.c -- cells in memory and unforeseeable branches: bubble sort, as words/sort.4th. */
#include "measure.h"

#define COUNT 2000

static int32_t numbers[COUNT];
static uint32_t seed;

static int32_t random_number(void)
{
    seed = (seed * 1103515245u + 12345u) & 0x7fffffff;
    return (int32_t)(seed / 65536);
}

static void scatter(void)
{
    seed = 42;
    for (int32_t i = 0; i < COUNT; i++)
        numbers[i] = random_number();
}

static void bubble(void)
{
    for (int32_t i = 0; i < COUNT - 1; i++)
        for (int32_t j = 0; j < COUNT - 1 - i; j++) {
            int32_t left = numbers[j], right = numbers[j + 1];
            if (left > right) {
                numbers[j] = right;
                numbers[j + 1] = left;
            }
        }
}

static int32_t digest(void)
{
    int32_t sum = 0;
    for (int32_t i = 0; i < COUNT; i++)
        sum = (sum * 31 + numbers[i]) & 0xffffff;
    return sum;
}

int32_t bench(int32_t size)
{
    int32_t check = 0;
    for (int32_t i = 0; i < size; i++) {
        scatter();
        bubble();
        check = digest();
    }
    return check;
}

int main(void)
{
    return measure(1);
}
