/* fib.c -- calls and returns: Fibonacci numbers by naive recursion, as words/fib.4th. */
#include <stdlib.h>

#include "measure.h"

static int32_t fib(int32_t n)
{
    if (n < 2)
        return n;
    return fib(n - 1) + fib(n - 2);
}

int32_t bench(int32_t size)
{
    return fib(size);
}

int main(int count, char **arguments)
{
    return measure(count > 1 ? atoi(arguments[1]) : 32);
}
