/* tictactoe.c -- three in a row on nine squares, by the rules of games/tictactoe. Usage: peer.h. */
#include "outcome.h"

enum { SQUARES = 9, LONGEST_LIST = 9 };
enum { X, O, EMPTY };

typedef struct {
    uint8_t square;
} Move;

typedef struct {
    uint8_t board[SQUARES];
    uint8_t side;
} Position;

#include "peer.h"

static void set_up(void)
{
    memset(position.board, EMPTY, SQUARES);
    position.side = X;
}

static int line(void) /* whether the player who has just moved has one */
{
    static const uint8_t lines[8][3] = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
    };
    int enemy = 1 - position.side;
    for (int i = 0; i < 8; i++)
        if (position.board[lines[i][0]] == enemy && position.board[lines[i][1]] == enemy &&
            position.board[lines[i][2]] == enemy)
            return 1;
    return 0;
}

static int generate(Move *list, Outcome *outcome)
{
    if (line()) {
        *outcome = LOST;
        return 0;
    }
    int count = 0;
    for (int square = 0; square < SQUARES; square++)
        if (position.board[square] == EMPTY)
            list[count++].square = square;
    if (count == 0)
        *outcome = DRAW;
    return count;
}

static void play(const Move *move)
{
    position.board[move->square] = position.side;
    position.side = 1 - position.side;
}
