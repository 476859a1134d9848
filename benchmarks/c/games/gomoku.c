/* gomoku.c -- five in a row on 15 by 15, by the rules of games/gomoku/gomoku.4th; ROW in a row on SIDE
 * by SIDE for who includes it. Usage: peer.h. */
#include "outcome.h"

#ifndef SIDE
#define SIDE 15
#define ROW 5
#endif
enum { WIDTH = SIDE + 2, POINTS = WIDTH * WIDTH, LONGEST_LIST = SIDE * SIDE };
enum { BLACK, WHITE, EMPTY, BORDER };

typedef struct {
    uint16_t point;
} Move;

typedef struct {
    uint8_t board[POINTS];
    uint8_t side;
    uint16_t newest; /* where the last stone was put; 0 before the first */
} Position;

#include "peer.h"

static void set_up(void)
{
    for (int point = 0; point < POINTS; point++) {
        int row = point / WIDTH, column = point % WIDTH;
        int inside = row > 0 && row < WIDTH - 1 && column > 0 && column < WIDTH - 1;
        position.board[point] = inside ? EMPTY : BORDER;
    }
    position.side = BLACK;
    position.newest = 0;
}

static inline int run(int direction, int side) /* own stones that follow the newest one */
{
    int count = 0;
    for (int at = position.newest + direction; position.board[at] == side; at += direction)
        count++;
    return count;
}

static int row(void)
{
    static const int lines[4] = {1, WIDTH, WIDTH + 1, WIDTH - 1};
    int side = 1 - position.side;
    if (position.newest)
        for (int i = 0; i < 4; i++)
            if (run(lines[i], side) + run(-lines[i], side) > ROW - 2)
                return 1;
    return 0;
}

static int generate(Move *list, Outcome *outcome)
{
    if (row()) {
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
    position.board[move->point] = position.side;
    position.newest = move->point;
    position.side = 1 - position.side;
}
