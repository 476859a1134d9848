/* hex.c -- join two sides of a rhombus of 11 by 11 cells, by the rules of games/hex. Usage: peer.h. */
#include "outcome.h"

enum { SIZE = 11, WIDTH = SIZE + 2, CELLS = WIDTH * WIDTH, LONGEST_LIST = SIZE * SIZE };
enum { RED, BLUE, EMPTY, BORDER };

typedef struct {
    uint8_t cell;
} Move;

typedef struct {
    uint8_t board[CELLS];
    uint8_t side;
    uint8_t newest; /* where the last stone was put; 0 before the first */
} Position;

#include "peer.h"

static void set_up(void)
{
    for (int cell = 0; cell < CELLS; cell++) {
        int row = cell / WIDTH, column = cell % WIDTH;
        int inside = row > 0 && row <= SIZE && column > 0 && column <= SIZE;
        position.board[cell] = inside ? EMPTY : BORDER;
    }
    position.side = RED;
    position.newest = 0;
}

static int joined(void) /* whether the newest stone's chain touches both sides of its player */
{
    static const int around[6] = {-WIDTH, WIDTH, -1, 1, -WIDTH + 1, WIDTH - 1};
    int side = 1 - position.side, first = 0, last = 0, waiting = 0;
    uint8_t seen[CELLS] = {0}, stack[CELLS];
    if (!position.newest)
        return 0;
    stack[waiting++] = position.newest;
    seen[position.newest] = 1;
    while (waiting) {
        int cell = stack[--waiting];
        int along = side == RED ? cell / WIDTH : cell % WIDTH;
        first |= along == 1;
        last |= along == SIZE;
        if (first && last)
            return 1;
        for (int i = 0; i < 6; i++) {
            int next = cell + around[i];
            if (position.board[next] == side && !seen[next]) {
                seen[next] = 1;
                stack[waiting++] = next;
            }
        }
    }
    return 0;
}

static int generate(Move *list, Outcome *outcome)
{
    if (joined()) {
        *outcome = LOST;
        return 0;
    }
    int count = 0;
    for (int row = WIDTH; row < CELLS - WIDTH; row += WIDTH)
        for (int cell = row + 1; cell < row + WIDTH - 1; cell++)
            if (position.board[cell] == EMPTY)
                list[count++].cell = cell;
    return count;
}

static void play(const Move *move)
{
    position.board[move->cell] = position.side;
    position.newest = move->cell;
    position.side = 1 - position.side;
}
