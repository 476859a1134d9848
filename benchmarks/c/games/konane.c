/* konane.c -- konane on 8 by 8, by the rules of scripts/phrasings/konane-a.4th. Usage: peer.h. */
#include "outcome.h"

enum { WIDTH = 10, SQUARES = WIDTH * WIDTH, LONGEST_LIST = 160 };
enum { BLACK, WHITE, EMPTY, BORDER };

typedef struct {
    uint8_t from, hops;
    int8_t step; /* 0: the stone is taken off */
} Move;

typedef struct {
    uint8_t board[SQUARES];
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
        position.board[square] = inside ? (row + column) % 2 == 1 ? BLACK : WHITE : BORDER;
    }
    position.side = BLACK;
    position.turn = 1;
}

static int opening(Move *list)
{
    static const uint8_t firsts[4] = {18, 45, 54, 81}; /* h8, e5, d4, a1 */
    int count = 0;
    if (position.turn == 1) {
        for (int i = 0; i < 4; i++)
            list[count++] = (Move){firsts[i], 0, 0};
        return count;
    }
    for (int from = WIDTH; from < SQUARES - WIDTH; from++)
        if (position.board[from] == WHITE)
            for (int i = 0; i < 4; i++)
                if (position.board[from + directions[i]] == EMPTY)
                    list[count++] = (Move){from, 0, 0};
    return count;
}

static int generate(Move *list, Outcome *outcome)
{
    if (position.turn < 3)
        return opening(list);
    int side = position.side, count = 0;
    for (int from = WIDTH; from < SQUARES - WIDTH; from++)
        if (position.board[from] == side)
            for (int i = 0; i < 4; i++) {
                int step = directions[i], at = from, hops = 0;
                while (position.board[at + step] == 1 - side && position.board[at + 2 * step] == EMPTY) {
                    at += 2 * step;
                    list[count++] = (Move){from, ++hops, step};
                }
            }
    if (count == 0)
        *outcome = LOST;
    return count;
}

static void play(const Move *move)
{
    int at = move->from;
    position.board[at] = EMPTY;
    for (int i = 0; i < move->hops; i++, at += 2 * move->step)
        position.board[at + move->step] = EMPTY;
    if (move->step)
        position.board[at] = position.side;
    position.side = 1 - position.side;
    position.turn++;
}
