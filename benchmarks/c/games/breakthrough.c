/* breakthrough.c -- a race of men, by the rules of games/breakthrough. Usage: peer.h. */
#include "outcome.h"

enum { WIDTH = 10, SQUARES = 8 * WIDTH, LONGEST_LIST = 48 };
enum { WHITE, BLACK, EMPTY, BORDER };

typedef struct {
    uint8_t from, to;
} Move;

typedef struct {
    uint8_t board[SQUARES];
    uint8_t side;
    uint8_t invaded; /* whether a man has reached his last rank */
} Position;

#include "peer.h"

static void set_up(void)
{
    for (int square = 0; square < SQUARES; square++) {
        int row = square / WIDTH, column = square % WIDTH;
        int man = row < 2 ? BLACK : row > 5 ? WHITE : EMPTY;
        position.board[square] = column == 0 || column == WIDTH - 1 ? BORDER : man;
    }
    position.side = WHITE;
    position.invaded = 0;
}

static int generate(Move *list, Outcome *outcome)
{
    int side = position.side, ahead = side == WHITE ? -WIDTH : WIDTH, count = 0;
    if (!position.invaded)
        for (int row = 0; row < SQUARES; row += WIDTH)
            for (int from = row + 1; from < row + WIDTH - 1; from++) {
                if (position.board[from] != side)
                    continue;
                int front = from + ahead;
                if (position.board[front] == EMPTY)
                    list[count++] = (Move){from, front};
                for (int to = front - 1; to <= front + 1; to += 2)
                    if (position.board[to] == EMPTY || position.board[to] == 1 - side)
                        list[count++] = (Move){from, to};
            }
    if (count == 0)
        *outcome = LOST;
    return count;
}

static void play(const Move *move)
{
    position.board[move->from] = EMPTY;
    position.board[move->to] = position.side;
    position.invaded = move->to < WIDTH || move->to >= SQUARES - WIDTH;
    position.side = 1 - position.side;
}
