/* pente.c -- pente on 13 by 13, by the rules of scripts/phrasings/pente-a.4th. Usage: peer.h. */
#include "outcome.h"

enum { WIDTH = 15, POINTS = WIDTH * WIDTH, LONGEST_LIST = 169 };
enum { WHITE, BLACK, EMPTY, BORDER };

typedef struct {
    uint8_t point;
} Move;

typedef struct {
    uint8_t board[POINTS];
    uint8_t pairs[2];
    uint8_t side;
    uint8_t newest; /* where the last stone was put; 0 before the first */
} Position;

#include "peer.h"

static const int directions[8] = {
    -WIDTH, -WIDTH + 1, 1, WIDTH + 1, WIDTH, WIDTH - 1, -1, -WIDTH - 1,
};

static void set_up(void)
{
    for (int point = 0; point < POINTS; point++) {
        int row = point / WIDTH, column = point % WIDTH;
        int inside = row > 0 && row < WIDTH - 1 && column > 0 && column < WIDTH - 1;
        position.board[point] = inside ? EMPTY : BORDER;
    }
    position.pairs[WHITE] = position.pairs[BLACK] = 0;
    position.side = WHITE;
    position.newest = 0;
}

static inline int run(int direction, int side)
{
    int count = 0;
    for (int at = position.newest + direction; position.board[at] == side; at += direction)
        count++;
    return count;
}

static int won(void)
{
    int side = 1 - position.side;
    if (position.pairs[side] > 4)
        return 1;
    if (position.newest)
        for (int i = 0; i < 4; i++)
            if (run(directions[i], side) + run(directions[i + 4], side) > 3)
                return 1;
    return 0;
}

static int generate(Move *list, Outcome *outcome)
{
    if (won()) {
        *outcome = LOST;
        return 0;
    }
    int count = 0;
    for (int row = WIDTH; row < POINTS - WIDTH; row += WIDTH)
        for (int point = row + 1; point < row + WIDTH - 1; point++)
            if (position.board[point] == EMPTY)
                list[count++].point = point;
    if (count == 0)
        *outcome = DRAW;
    return count;
}

static void play(const Move *move)
{
    int side = position.side, enemy = 1 - side;
    position.board[move->point] = side;
    for (int i = 0; i < 8; i++) {
        int step = directions[i];
        uint8_t *at = position.board + move->point;
        if (at[step] == enemy && at[2 * step] == enemy && at[3 * step] == side) {
            at[step] = at[2 * step] = EMPTY;
            position.pairs[side]++;
        }
    }
    position.newest = move->point;
    position.side = enemy;
}
