/* connectfour.c -- four in a row on 6 by 7, by the rules of games/connectfour. Usage: peer.h. */
#include "outcome.h"

enum { WIDTH = 9, HEIGHT = 8, SQUARES = WIDTH * HEIGHT, LONGEST_LIST = 7 };
enum { YELLOW, RED, EMPTY, BORDER };

typedef struct {
    uint8_t square;
} Move;

typedef struct {
    uint8_t board[SQUARES];
    uint8_t side;
    uint8_t lowest[WIDTH]; /* the free square of each column where a disc would lie */
    uint8_t newest;        /* where the last disc lies; 0 before the first */
} Position;

#include "peer.h"

static void set_up(void)
{
    for (int square = 0; square < SQUARES; square++) {
        int row = square / WIDTH, column = square % WIDTH;
        int inside = row > 0 && row < HEIGHT - 1 && column > 0 && column < WIDTH - 1;
        position.board[square] = inside ? EMPTY : BORDER;
    }
    for (int column = 0; column < WIDTH; column++)
        position.lowest[column] = (HEIGHT - 2) * WIDTH + column;
    position.side = YELLOW;
    position.newest = 0;
}

static inline int run(int direction, int side) /* own discs that follow the newest one */
{
    int count = 0;
    for (int at = position.newest + direction; position.board[at] == side; at += direction)
        count++;
    return count;
}

static int four(void)
{
    static const int lines[4] = {1, WIDTH, WIDTH + 1, WIDTH - 1};
    int side = 1 - position.side;
    if (position.newest)
        for (int i = 0; i < 4; i++)
            if (run(lines[i], side) + run(-lines[i], side) > 2)
                return 1;
    return 0;
}

static int generate(Move *list, Outcome *outcome)
{
    if (four()) {
        *outcome = LOST;
        return 0;
    }
    int count = 0;
    for (int column = 1; column < WIDTH - 1; column++)
        if (position.lowest[column] >= WIDTH)
            list[count++].square = position.lowest[column];
    if (count == 0)
        *outcome = DRAW;
    return count;
}

static void play(const Move *move)
{
    position.board[move->square] = position.side;
    position.lowest[move->square % WIDTH] -= WIDTH;
    position.newest = move->square;
    position.side = 1 - position.side;
}
