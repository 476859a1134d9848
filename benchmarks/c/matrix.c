/* matrix.c -- addresses and multiplication: product of two matrices, as words/matrix.4th. */
#include "measure.h"

#define SIDE 100

static int32_t a[SIDE * SIDE], b[SIDE * SIDE], product[SIDE * SIDE];

static void fill(void)
{
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        a[i] = i % 7 - 3;
        b[i] = i % 11 - 5;
    }
}

static int32_t inner(int32_t row, int32_t column)
{
    int32_t sum = 0;
    const int32_t *left = a + row * SIDE, *right = b + column;
    for (int32_t k = 0; k < SIDE; k++) {
        sum += *left * *right;
        left++;
        right += SIDE;
    }
    return sum;
}

static void multiply(void)
{
    for (int32_t row = 0; row < SIDE; row++)
        for (int32_t column = 0; column < SIDE; column++)
            product[row * SIDE + column] = inner(row, column);
}

static int32_t digest(void)
{
    int32_t sum = 0;
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        sum = (sum * 31 + product[i]) & 0xffffff;
    return sum;
}

int32_t bench(int32_t size)
{
    int32_t check = 0;
    for (int32_t i = 0; i < size; i++) {
        fill();
        multiply();
        check = digest();
    }
    return check;
}

int main(void)
{
    return measure(1);
}
