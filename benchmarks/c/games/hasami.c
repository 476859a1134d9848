/* hasami.c -- hasami shogi on 9 by 9, by the rules of scripts/phrasings/hasami-a.4th. Usage: peer.h. */
#include "outcome.h"

enum { WIDTH = 11, SQUARES = WIDTH * WIDTH, LONGEST = 200, LONGEST_LIST = 144 };
enum { WHITE, BLACK, EMPTY, BORDER };

typedef struct {
    uint8_t from, to;
} Move;

typedef struct {
    uint8_t board[SQUARES];
    uint8_t men[2];
    uint8_t side;
    uint8_t turn; /* from 1 */
} Position;

#include "peer.h"

static const int directions[4] = {-WIDTH, WIDTH, 1, -1};

static void set_up(void)
{
    for (int square = 0; square < SQUARES; square++) {
        int row = square / WIDTH, column = square % WIDTH;
        int inside = row > 0 && row < WIDTH - 1 && column > 0 && column < WIDTH - 1;
        position.board[square] = !inside ? BORDER : row == 9 ? WHITE : row == 1 ? BLACK : EMPTY;
    }
    position.men[WHITE] = position.men[BLACK] = 9;
    position.side = WHITE;
    position.turn = 1;
}

static int generate(Move *list, Outcome *outcome)
{
    int side = position.side, count = 0;
    if (position.men[side] >= 2)
        for (int from = WIDTH; from < SQUARES - WIDTH; from++)
            if (position.board[from] == side)
                for (int i = 0; i < 4; i++)
                    for (int to = from + directions[i]; position.board[to] == EMPTY; to += directions[i])
                        list[count++] = (Move){from, to};
    if (count == 0)
        *outcome = LOST;
    else if (position.turn > LONGEST) {
        *outcome = DRAW;
        count = 0;
    }
    return count;
}

static void play(const Move *move)
{
    int side = position.side, enemy = 1 - side;
    position.board[move->from] = EMPTY;
    position.board[move->to] = side;
    for (int i = 0; i < 4; i++) {
        int step = directions[i], at = move->to + step;
        while (position.board[at] == enemy)
            at += step;
        if (position.board[at] == side)
            for (at -= step; at != move->to; at -= step) {
                position.board[at] = EMPTY;
                position.men[enemy]--;
            }
    }
    position.side = enemy;
    position.turn++;
}
