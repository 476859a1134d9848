/* othello.c -- othello on 8 by 8, by the rules of games/othello/othello.4th; on SIDE by SIDE for who
 * includes it. Usage: peer.h. */
#include "outcome.h"

#ifndef SIDE
#define SIDE 8
#endif
enum { WIDTH = SIDE + 2, SQUARES = WIDTH * WIDTH, PASS = 0, LONGEST_LIST = SIDE * SIDE };
enum { MIDDLE = SIDE / 2 * WIDTH + SIDE / 2 }; /* the first of the four squares in the middle */
enum { BLACK, WHITE, EMPTY, BORDER };

typedef struct {
    uint8_t square; /* PASS: none */
} Move;

typedef struct {
    uint8_t board[SQUARES];
    uint8_t side;
} Position;

#include "peer.h"

static const int directions[8] = {
    -WIDTH, -WIDTH + 1, 1, WIDTH + 1, WIDTH, WIDTH - 1, -1, -WIDTH - 1,
};

static void set_up(void)
{
    for (int square = 0; square < SQUARES; square++) {
        int row = square / WIDTH, column = square % WIDTH;
        int inside = row > 0 && row < WIDTH - 1 && column > 0 && column < WIDTH - 1;
        position.board[square] = inside ? EMPTY : BORDER;
    }
    position.board[MIDDLE] = position.board[MIDDLE + WIDTH + 1] = WHITE;
    position.board[MIDDLE + 1] = position.board[MIDDLE + WIDTH] = BLACK;
    position.side = BLACK;
}

static inline int bracketed(int square, int direction, int side) /* discs that would be turned */
{
    int count = 0;
    int at = square + direction;
    for (; position.board[at] == 1 - side; at += direction)
        count++;
    return position.board[at] == side ? count : 0;
}

static int may_place(int square, int side)
{
    for (int i = 0; i < 8; i++)
        if (bracketed(square, directions[i], side))
            return 1;
    return 0;
}

static int placings(Move *list, int side)
{
    int count = 0;
    for (int row = WIDTH; row < SQUARES - WIDTH; row += WIDTH)
        for (int square = row + 1; square < row + WIDTH - 1; square++)
            if (position.board[square] == EMPTY && may_place(square, side))
                list[count++].square = square;
    return count;
}

static Outcome balance(int side)
{
    int lead = 0;
    for (int square = 0; square < SQUARES; square++)
        lead += (position.board[square] == side) - (position.board[square] == 1 - side);
    return lead > 0 ? WON : lead < 0 ? LOST : DRAW;
}

static int generate(Move *list, Outcome *outcome)
{
    int side = position.side, count = placings(list, side);
    if (count)
        return count;
    Move theirs[LONGEST_LIST];
    if (placings(theirs, 1 - side) == 0) {
        *outcome = balance(side);
        return 0;
    }
    list[0].square = PASS;
    return 1;
}

static void play(const Move *move)
{
    int side = position.side;
    position.side = 1 - side;
    if (move->square == PASS)
        return;
    for (int i = 0; i < 8; i++) {
        int count = bracketed(move->square, directions[i], side);
        for (int at = move->square; count > 0; count--)
            position.board[at += directions[i]] = side;
    }
    position.board[move->square] = side;
}
