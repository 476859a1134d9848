/* english-draughts.c -- English draughts, a whole chain of jumps a ply. Usage: peer.h. */
#include "outcome.h"

enum { WIDTH = 10, SQUARES = WIDTH * WIDTH, LONGEST_CHAIN = 12, LONGEST_LIST = 128, QUIET = 80 };
enum { BLACK, WHITE, EMPTY, BORDER, KING = 4 }; /* a piece is its colour, and KING beside it */

typedef struct {
    uint8_t from, to, jumps, taken[LONGEST_CHAIN];
} Move;

typedef struct {
    uint8_t board[SQUARES];
    uint8_t side;
    uint8_t quiet; /* moves in a row by kings that take nothing */
} Position;

#include "peer.h"

static const int directions[2][4] = {
    {-WIDTH - 1, -WIDTH + 1, WIDTH - 1, WIDTH + 1}, /* Black's men use the first two, */
    {WIDTH - 1, WIDTH + 1, -WIDTH - 1, -WIDTH + 1}, /* and so do White's */
};

static void set_up(void)
{
    for (int square = 0; square < SQUARES; square++) {
        int row = square / WIDTH, column = square % WIDTH;
        int inside = row > 0 && row < 9 && column > 0 && column < 9;
        int man = row < 4 ? WHITE : row > 5 ? BLACK : EMPTY;
        position.board[square] = !inside ? BORDER : (row + column) % 2 ? man : EMPTY;
    }
    position.side = BLACK;
    position.quiet = 0;
}

static Move chain; /* the jumps made so far; what they took is off the board meanwhile */

static Move *jump_on(Move *next, int at, int ways) /* all ends of the chain, which is at a square now */
{
    int enemy = 1 - position.side, ended = 1;
    for (int i = 0; i < ways; i++) {
        int step = directions[position.side][i], over = at + step, to = over + step;
        uint8_t victim = position.board[over];
        if ((victim & ~KING) != enemy || position.board[to] != EMPTY)
            continue;
        ended = 0;
        position.board[over] = BORDER;
        chain.taken[chain.jumps++] = over;
        next = jump_on(next, to, ways);
        chain.jumps--;
        position.board[over] = victim;
    }
    if (ended && chain.jumps) {
        chain.to = at;
        *next++ = chain;
    }
    return next;
}

static Move *jumps(Move *next)
{
    for (int row = WIDTH; row < SQUARES - WIDTH; row += WIDTH)
        for (int from = row + 1 + row / WIDTH % 2; from < row + 9; from += 2) {
            uint8_t piece = position.board[from];
            if ((piece & ~KING) != position.side)
                continue;
            position.board[from] = EMPTY;
            chain.from = from;
            next = jump_on(next, from, piece & KING ? 4 : 2);
            position.board[from] = piece;
        }
    return next;
}

static Move *steps(Move *next)
{
    for (int row = WIDTH; row < SQUARES - WIDTH; row += WIDTH)
        for (int from = row + 1 + row / WIDTH % 2; from < row + 9; from += 2) {
            if ((position.board[from] & ~KING) != position.side)
                continue;
            int ways = position.board[from] & KING ? 4 : 2;
            for (int i = 0; i < ways; i++) {
                int to = from + directions[position.side][i];
                if (position.board[to] == EMPTY) {
                    next->from = from;
                    next->to = to;
                    next->jumps = 0;
                    next++;
                }
            }
        }
    return next;
}

static int same(const Move *one, const Move *other) /* the same piece, square and victims */
{
    if (one->from != other->from || one->to != other->to || one->jumps != other->jumps)
        return 0;
    for (int i = 0; i < one->jumps; i++)
        if (!memchr(other->taken, one->taken[i], one->jumps))
            return 0;
    return 1;
}

static Move *distinct(Move *first, Move *end) /* chains that take the same by other ways go out */
{
    Move *kept = first;
    for (Move *move = first; move < end; move++) {
        Move *earlier = first;
        while (earlier < kept && !same(earlier, move))
            earlier++;
        if (earlier == kept)
            *kept++ = *move;
    }
    return kept;
}

static int generate(Move *list, Outcome *outcome)
{
    Move *end = distinct(list, jumps(list));
    if (end == list)
        end = steps(list);
    if (end == list) {
        *outcome = LOST;
        return 0;
    }
    if (position.quiet >= QUIET) {
        *outcome = DRAW;
        return 0;
    }
    return end - list;
}

static void play(const Move *move)
{
    uint8_t piece = position.board[move->from];
    int quiet = piece & KING && move->jumps == 0, last = position.side == BLACK ? 1 : 8;
    position.board[move->from] = EMPTY;
    for (int i = 0; i < move->jumps; i++)
        position.board[move->taken[i]] = EMPTY;
    position.board[move->to] = move->to / WIDTH == last ? piece | KING : piece;
    position.quiet = quiet ? position.quiet + 1 : 0;
    position.side = 1 - position.side;
}
