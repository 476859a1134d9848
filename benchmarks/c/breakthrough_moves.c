/* breakthrough_moves.c -- the same perft with every move generated, leaves included.
 *
 * As a program that plays breakthrough would do it: at each position, the last ones too, the board is
 * scanned and every move is written to a list with its squares and what it takes; moves are made and
 * undone in place. breakthrough.c and breakthrough_scan.c only count at the last ply.
 *
 * Usage: breakthrough_moves [depth]; prints as measure.h says.
 */
#include "measure.h"

#include <stdlib.h>

enum { WIDTH = 10, SQUARES = 8 * WIDTH };
enum { WHITE, BLACK, EMPTY, BORDER };

typedef struct {
    uint8_t from, to, taken;
} Move;

static uint8_t board[SQUARES];

static void set_up(void)
{
    for (int square = 0; square < SQUARES; square++) {
        int row = square / WIDTH, column = square % WIDTH;
        int side = row < 2 ? BLACK : row > 5 ? WHITE : EMPTY;
        board[square] = column == 0 || column == WIDTH - 1 ? BORDER : side;
    }
}

static inline Move *add(Move *next, int from, int to)
{
    *next = (Move){from, to, board[to]};
    return next + 1;
}

static inline Move *generate(const int side, Move *next)
{
    const int ahead = side == WHITE ? -WIDTH : WIDTH;
    for (int row = 0; row < SQUARES; row += WIDTH)
        for (int from = row + 1; from < row + WIDTH - 1; from++) {
            if (board[from] != side)
                continue;
            int front = from + ahead;
            if (board[front] == EMPTY)
                next = add(next, from, front);
            for (int to = front - 1; to <= front + 1; to += 2)
                if (board[to] == EMPTY || board[to] == 1 - side)
                    next = add(next, from, to);
        }
    return next;
}

static Move list[64 * 3 * 16]; /* of all plies, each behind the one before */

static int64_t perft(const int side, int depth, Move *first)
{
    Move *end = side == WHITE ? generate(WHITE, first) : generate(BLACK, first);
    if (depth == 1)
        return end - first;
    int64_t count = 0;
    for (Move *move = first; move < end; move++) {
        if (side == WHITE ? move->to < WIDTH : move->to >= SQUARES - WIDTH)
            continue; /* the game is won */
        board[move->from] = EMPTY;
        board[move->to] = side;
        count += perft(1 - side, depth - 1, end);
        board[move->from] = side;
        board[move->to] = move->taken;
    }
    return count;
}

int32_t bench(int32_t depth)
{
    set_up();
    return depth == 0 ? 1 : (int32_t)perft(WHITE, depth, list);
}

int main(int count, char **arguments)
{
    return measure(count > 1 ? atoi(arguments[1]) : 5);
}
