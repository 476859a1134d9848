/* clobber.c -- take a neighbour, on six rows of five, by the rules of games/clobber. Usage: peer.h. */
#include "outcome.h"

enum { WIDTH = 7, SQUARES = 8 * WIDTH, LONGEST_LIST = 60 };
enum { WHITE, BLACK, EMPTY, BORDER };

typedef struct {
    uint8_t from, to;
} Move;

typedef struct {
    uint8_t board[SQUARES];
    uint8_t side;
} Position;

#include "peer.h"

static void set_up(void)
{
    for (int square = 0; square < SQUARES; square++) {
        int row = square / WIDTH, column = square % WIDTH;
        int inside = row > 0 && row < 7 && column > 0 && column < WIDTH - 1;
        position.board[square] = inside ? (row + column + 1) % 2 : BORDER;
    }
    position.side = WHITE;
}

static int generate(Move *list, Outcome *outcome)
{
    static const int directions[4] = {-WIDTH, WIDTH, 1, -1};
    int side = position.side, count = 0;
    for (int row = WIDTH; row < SQUARES - WIDTH; row += WIDTH)
        for (int from = row + 1; from < row + WIDTH - 1; from++)
            if (position.board[from] == side)
                for (int i = 0; i < 4; i++)
                    if (position.board[from + directions[i]] == 1 - side)
                        list[count++] = (Move){from, from + directions[i]};
    if (count == 0)
        *outcome = LOST;
    return count;
}

static void play(const Move *move)
{
    position.board[move->from] = EMPTY;
    position.board[move->to] = position.side;
    position.side = 1 - position.side;
}
