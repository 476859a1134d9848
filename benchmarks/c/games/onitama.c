/* onitama.c -- onitama with five cards, by the rules of scripts/phrasings/onitama-a.4th. Usage: peer.h. */
#include "outcome.h"

enum { WIDTH = 9, SQUARES = WIDTH * WIDTH, LONGEST = 200, LONGEST_LIST = 40 };
enum { WHITE, BLACK, EMPTY, BORDER };

typedef struct {
    uint8_t from, to, card; /* 0 or 1: which of the player's cards */
} Move;

typedef struct {
    uint8_t board[SQUARES];
    uint8_t cards[5]; /* two of White, two of Black, and the fifth */
    uint8_t masters[2];
    uint8_t side;
    uint8_t turn; /* from 1 */
} Position;

#include "peer.h"

enum { N = -WIDTH, S = WIDTH, TEMPLE = 4 };

static const int8_t steps[5][5] = { /* White's; 0 ends them */
    {2 * N, S},
    {N - 2, N + 2, S - 1, S + 1},
    {-2, 2, N},
    {N - 1, N + 1, S - 1, S + 1},
    {N, S - 1, S + 1},
};

static inline int temple(int side)
{
    return (side == WHITE ? 6 : 2) * WIDTH + TEMPLE;
}

static void set_up(void)
{
    for (int square = 0; square < SQUARES; square++) {
        int row = square / WIDTH, column = square % WIDTH;
        int inside = row >= 2 && row < 7 && column >= 2 && column < 7;
        position.board[square] = !inside ? BORDER : row == 6 ? WHITE : row == 2 ? BLACK : EMPTY;
    }
    for (int i = 0; i < 5; i++)
        position.cards[i] = i;
    position.masters[WHITE] = temple(WHITE);
    position.masters[BLACK] = temple(BLACK);
    position.side = WHITE;
    position.turn = 1;
}

static int generate(Move *list, Outcome *outcome)
{
    int side = position.side, count = 0;
    if (position.masters[side] && position.masters[1 - side] != temple(side))
        for (int from = 0; from < SQUARES; from++)
            if (position.board[from] == side)
                for (int card = 0; card < 2; card++)
                    for (const int8_t *step = steps[position.cards[2 * side + card]];
                         step < steps[position.cards[2 * side + card]] + 4 && *step; step++) {
                        int to = side == WHITE ? from + *step : from - *step;
                        if (position.board[to] == EMPTY || position.board[to] == 1 - side)
                            list[count++] = (Move){from, to, card};
                    }
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
    int side = position.side;
    if (position.masters[1 - side] == move->to)
        position.masters[1 - side] = 0;
    if (position.masters[side] == move->from)
        position.masters[side] = move->to;
    position.board[move->from] = EMPTY;
    position.board[move->to] = side;
    uint8_t *card = &position.cards[2 * side + move->card], fifth = position.cards[4];
    position.cards[4] = *card;
    *card = fifth;
    position.side = 1 - side;
    position.turn++;
}
