/* loops.c -- loop counters and little else: four nested loops, as words/loops.4th.
 *
 * The body's AND keeps a compiler from finding a closed formula.
 */
#include "measure.h"

int32_t bench(int32_t size)
{
    int32_t sum = 0;
    for (int32_t a = 0; a < size; a++)
        for (int32_t b = 0; b < size; b++)
            for (int32_t c = 0; c < size; c++)
                for (int32_t d = 0; d < size; d++)
                    sum = ((sum ^ d) + c) & 0xffff;
    return sum;
}

int main(void)
{
    return measure(40);
}
