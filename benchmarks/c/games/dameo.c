/* dameo.c -- dameo without kings, by the rules of scripts/phrasings/dameo-a.4th. Usage: peer.h. */
#include "outcome.h"

enum { WIDTH = 10, SQUARES = WIDTH * WIDTH, LONGEST_LIST = 128 };
enum { WHITE, BLACK, EMPTY, BORDER };

typedef struct {
    uint8_t from, to, taken; /* 0: nothing */
} Move;

typedef struct {
    uint8_t board[SQUARES];
    uint8_t side;
    uint8_t jumper; /* where the man stands who has to go on, 0 if none */
} Position;

#include "peer.h"

static const int sides[2][4] = {{-WIDTH, WIDTH, 1, -1}, {WIDTH, -WIDTH, 1, -1}};
static const int aheads[2][3] = {{-WIDTH, -WIDTH + 1, -WIDTH - 1}, {WIDTH, WIDTH + 1, WIDTH - 1}};

static void set_up(void)
{
    for (int square = 0; square < SQUARES; square++) {
        int row = square / WIDTH, column = square % WIDTH;
        int inside = row > 0 && row < WIDTH - 1 && column > 0 && column < WIDTH - 1;
        int depth = row > 4 ? 8 - row : row - 1; /* from the nearest rank */
        int filled = depth < 3 && column > depth && column < WIDTH - 1 - depth;
        position.board[square] = !inside ? BORDER : !filled ? EMPTY : row > 4 ? WHITE : BLACK;
    }
    position.side = WHITE;
    position.jumper = 0;
}

static int jumps(Move *list, int from)
{
    int side = position.side, count = 0;
    for (int i = 0; i < 4; i++) {
        int step = sides[side][i];
        if (position.board[from + step] == 1 - side && position.board[from + 2 * step] == EMPTY)
            list[count++] = (Move){from, from + 2 * step, from + step};
    }
    return count;
}

static int steps(Move *list, int from)
{
    int side = position.side, count = 0;
    for (int i = 0; i < 3; i++) {
        int to = from + aheads[side][i];
        while (position.board[to] == side)
            to += aheads[side][i];
        if (position.board[to] == EMPTY)
            list[count++] = (Move){from, to, 0};
    }
    return count;
}

static int invaded(void)
{
    int row = position.side == WHITE ? 8 : 1;
    for (int column = 1; column < WIDTH - 1; column++)
        if (position.board[row * WIDTH + column] == 1 - position.side)
            return 1;
    return 0;
}

static int generate(Move *list, Outcome *outcome)
{
    int side = position.side, count = 0;
    if (position.jumper)
        return jumps(list, position.jumper);
    if (!invaded()) {
        for (int from = WIDTH; from < SQUARES - WIDTH; from++)
            if (position.board[from] == side)
                count += jumps(list + count, from);
        if (count == 0)
            for (int from = WIDTH; from < SQUARES - WIDTH; from++)
                if (position.board[from] == side)
                    count += steps(list + count, from);
    }
    if (count == 0)
        *outcome = LOST;
    return count;
}

static void play(const Move *move)
{
    Move more[4];
    position.board[move->from] = EMPTY;
    position.board[move->to] = position.side;
    position.jumper = 0;
    if (move->taken) {
        position.board[move->taken] = EMPTY;
        if (jumps(more, move->to)) {
            position.jumper = move->to;
            return;
        }
    }
    position.side = 1 - position.side;
}
