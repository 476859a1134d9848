/* breakthrough_scan.c -- the same perft as breakthrough.c, without lists of men.
 *
 * Every position is scanned for the men of the side to move, square by square, as the script's
 * engine scans its board. The rest is alike: a mailbox with a border, moves made and undone in
 * place, no lists of moves, the last ply counted without being played.
 *
 * Usage: breakthrough_scan [depth]; prints as measure.h says.
 */
#include "measure.h"

#include <stdlib.h>

enum { WIDTH = 10, SQUARES = 8 * WIDTH };
enum { WHITE, BLACK, EMPTY, BORDER };

static uint8_t board[SQUARES];

static void set_up(void)
{
    for (int square = 0; square < SQUARES; square++) {
        int row = square / WIDTH, column = square % WIDTH;
        int side = row < 2 ? BLACK : row > 5 ? WHITE : EMPTY;
        board[square] = column == 0 || column == WIDTH - 1 ? BORDER : side;
    }
}

static inline int may_enter(int side, int square) /* slanting: empty, or an enemy to take */
{
    return board[square] == EMPTY || board[square] == 1 - side;
}

static int64_t perft_white(int depth);
static int64_t perft_black(int depth);

static inline int64_t behind(const int side, int from, int to, int depth)
{
    if (side == WHITE ? to < WIDTH : to >= SQUARES - WIDTH)
        return 0;
    uint8_t taken = board[to];
    board[from] = EMPTY;
    board[to] = side;
    int64_t count = side == WHITE ? perft_black(depth) : perft_white(depth);
    board[from] = side;
    board[to] = taken;
    return count;
}

static inline int64_t from_square(const int side, int from, int depth)
{
    int front = from + (side == WHITE ? -WIDTH : WIDTH);
    int64_t count = 0;
    if (depth == 1) {
        count += board[front] == EMPTY;
        count += may_enter(side, front - 1);
        count += may_enter(side, front + 1);
        return count;
    }
    if (board[front] == EMPTY)
        count += behind(side, from, front, depth - 1);
    if (may_enter(side, front - 1))
        count += behind(side, from, front - 1, depth - 1);
    if (may_enter(side, front + 1))
        count += behind(side, from, front + 1, depth - 1);
    return count;
}

static inline int64_t perft(const int side, int depth)
{
    int64_t count = 0;
    for (int row = 0; row < SQUARES; row += WIDTH)
        for (int square = row + 1; square < row + WIDTH - 1; square++)
            if (board[square] == side)
                count += from_square(side, square, depth);
    return count;
}

static int64_t perft_white(int depth)
{
    return perft(WHITE, depth);
}

static int64_t perft_black(int depth)
{
    return perft(BLACK, depth);
}

int32_t bench(int32_t depth)
{
    set_up();
    return depth == 0 ? 1 : (int32_t)perft_white(depth);
}

int main(int count, char **arguments)
{
    return measure(count > 1 ? atoi(arguments[1]) : 5);
}
