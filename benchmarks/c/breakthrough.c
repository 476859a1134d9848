/* breakthrough.c -- perft of breakthrough on 8 by 8, written for this game and nothing else.
 *
 * The rules are those of games/breakthrough/breakthrough.4th: a man goes one square straight or
 * slanting ahead, takes slanting only, and wins on the last rank; a finished game has no moves.
 * A mailbox with a border and lists of men, made and undone in place; nothing is copied, no list
 * of moves is built, and the last ply is counted without being played. `side` is always a constant
 * where it matters, so each colour gets code of its own.
 *
 * Usage: breakthrough [depth]; prints as measure.h says.
 */
#include "measure.h"

#include <stdlib.h>

enum { WIDTH = 10, SQUARES = 8 * WIDTH, MEN = 16 };
enum { WHITE, BLACK, EMPTY, BORDER };

static uint8_t board[SQUARES];   /* what stands on a square */
static uint8_t man_at[SQUARES];  /* which man of his colour, where one stands */
static uint8_t place[2][MEN];    /* where each man stands */
static int men[2];               /* how many are left: the first so many of place */

static void set_up(void)
{
    men[WHITE] = men[BLACK] = 0;
    for (int square = 0; square < SQUARES; square++) {
        int row = square / WIDTH, column = square % WIDTH;
        int side = row < 2 ? BLACK : row > 5 ? WHITE : EMPTY;
        board[square] = column == 0 || column == WIDTH - 1 ? BORDER : side;
        if (board[square] > BLACK)
            continue;
        man_at[square] = men[side];
        place[side][men[side]++] = square;
    }
}

static inline int ahead(int side)
{
    return side == WHITE ? -WIDTH : WIDTH;
}

static inline int is_home(int side, int square) /* the rank that side wants to reach */
{
    return side == WHITE ? square < WIDTH : square >= SQUARES - WIDTH;
}

static inline int64_t count_moves(const int side)
{
    int64_t count = 0;
    for (int i = 0; i < men[side]; i++) {
        const uint8_t *front = board + place[side][i] + ahead(side);
        count += front[0] == EMPTY;
        count += front[-1] == EMPTY || front[-1] == 1 - side;
        count += front[1] == EMPTY || front[1] == 1 - side;
    }
    return count;
}

static inline void step(const int side, int man, int from, int to)
{
    board[from] = EMPTY;
    board[to] = side;
    man_at[to] = man;
    place[side][man] = to;
}

/* The last man of the list takes the taken one's place in it; undone, he goes back to its end. */
static inline int take(const int enemy, int square)
{
    int man = man_at[square], last = place[enemy][--men[enemy]];
    place[enemy][man] = last;
    man_at[last] = man;
    return man;
}

static inline void put_back(const int enemy, int square, int man)
{
    int moved = place[enemy][man];
    man_at[moved] = men[enemy];
    place[enemy][men[enemy]++] = moved;
    place[enemy][man] = square;
    man_at[square] = man;
    board[square] = enemy;
}

static int64_t perft_white(int depth);
static int64_t perft_black(int depth);

static inline int64_t behind(const int side, int man, int from, int to, int depth)
{
    if (is_home(side, to))
        return 0;
    const int taken = board[to] == EMPTY ? -1 : take(1 - side, to);
    step(side, man, from, to);
    int64_t count = side == WHITE ? perft_black(depth) : perft_white(depth);
    step(side, man, to, from);
    if (taken >= 0)
        put_back(1 - side, to, taken);
    return count;
}

static inline int64_t perft(const int side, int depth)
{
    if (depth == 1)
        return count_moves(side);
    int64_t count = 0;
    for (int man = 0; man < men[side]; man++) {
        int from = place[side][man], front = from + ahead(side);
        if (board[front] == EMPTY)
            count += behind(side, man, from, front, depth - 1);
        if (board[front - 1] == EMPTY || board[front - 1] == 1 - side)
            count += behind(side, man, from, front - 1, depth - 1);
        if (board[front + 1] == EMPTY || board[front + 1] == 1 - side)
            count += behind(side, man, from, front + 1, depth - 1);
    }
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
