/* knightthrough.c -- breakthrough with knights, by the rules of games/knightthrough. Usage: peer.h. */
#include "outcome.h"

enum { WIDTH = 12, SQUARES = 12 * WIDTH, FIRST = 2 * WIDTH, LAST = 9 * WIDTH, LONGEST_LIST = 64 };
enum { WHITE, BLACK, EMPTY, BORDER };

typedef struct {
    uint8_t from, to;
} Move;

typedef struct {
    uint8_t board[SQUARES]; /* two squares of border on each side */
    uint8_t side;
    uint8_t invaded; /* whether a knight has reached his last rank */
} Position;

#include "peer.h"

static const int leaps[2][4] = {
    {-2 * WIDTH - 1, -2 * WIDTH + 1, -WIDTH - 2, -WIDTH + 2},
    {2 * WIDTH - 1, 2 * WIDTH + 1, WIDTH - 2, WIDTH + 2},
};

static void set_up(void)
{
    for (int square = 0; square < SQUARES; square++) {
        int row = square / WIDTH - 2, column = square % WIDTH - 2;
        int inside = row >= 0 && row < 8 && column >= 0 && column < 8;
        int man = row < 2 ? BLACK : row > 5 ? WHITE : EMPTY;
        position.board[square] = inside ? man : BORDER;
    }
    position.side = WHITE;
    position.invaded = 0;
}

static int generate(Move *list, Outcome *outcome)
{
    int side = position.side, count = 0;
    if (!position.invaded)
        for (int row = FIRST; row <= LAST; row += WIDTH)
            for (int from = row + 2; from < row + 10; from++) {
                if (position.board[from] != side)
                    continue;
                for (int i = 0; i < 4; i++) {
                    int to = from + leaps[side][i];
                    if (position.board[to] == EMPTY || position.board[to] == 1 - side)
                        list[count++] = (Move){from, to};
                }
            }
    if (count == 0)
        *outcome = LOST;
    return count;
}

static void play(const Move *move)
{
    position.board[move->from] = EMPTY;
    position.board[move->to] = position.side;
    position.invaded = move->to < FIRST + WIDTH || move->to >= LAST;
    position.side = 1 - position.side;
}
