/* morris.c -- nine men's morris, by the rules of games/morris: put, move, fly, take. Usage: peer.h. */
#include "outcome.h"

enum { POINTS = 24, NONE = POINTS, PLACING = 18, LONGEST = 200, LONGEST_LIST = 512 };
enum { WHITE, BLACK, EMPTY };

typedef struct {
    uint8_t from, to, taken; /* NONE: put on the board; nothing taken */
} Move;

typedef struct {
    uint8_t board[POINTS];
    uint8_t men[2]; /* on the board */
    uint8_t side;
    uint8_t turn; /* from 1 */
} Position;

#include "peer.h"

/* Points are numbered row by row, as the script declares them. */
static const uint8_t lines[16][3] = {
    {0, 1, 2},   {3, 4, 5},    {6, 7, 8},    {9, 10, 11},  {12, 13, 14}, {15, 16, 17},
    {18, 19, 20}, {21, 22, 23}, {0, 9, 21},  {3, 10, 18},  {6, 11, 15},  {1, 4, 7},
    {16, 19, 22}, {8, 12, 17},  {5, 13, 20}, {2, 14, 23},
};

static uint8_t mates[POINTS][2][2];     /* the other two points of each line through a point */
static uint8_t neighbours[POINTS][5];   /* the points beside it, then NONE */

static void link_points(void)
{
    int found[POINTS] = {0}, beside[POINTS] = {0};
    for (int i = 0; i < 16; i++)
        for (int k = 0; k < 3; k++) {
            int point = lines[i][k];
            mates[point][found[point]][0] = lines[i][(k + 1) % 3];
            mates[point][found[point]++][1] = lines[i][(k + 2) % 3];
            for (int j = 0; j < 3; j++)
                if (abs(j - k) == 1)
                    neighbours[point][beside[point]++] = lines[i][j];
        }
    for (int point = 0; point < POINTS; point++)
        neighbours[point][beside[point]] = NONE;
}

static void set_up(void)
{
    if (mates[0][0][0] == mates[0][0][1])
        link_points();
    memset(position.board, EMPTY, POINTS);
    position.men[WHITE] = position.men[BLACK] = 0;
    position.side = WHITE;
    position.turn = 1;
}

static inline int mill(int point, int side) /* whether it holds the rest of a line through here */
{
    for (int i = 0; i < 2; i++)
        if (position.board[mates[point][i][0]] == side && position.board[mates[point][i][1]] == side)
            return 1;
    return 0;
}

static int arrive(Move *list, int from, int to)
{
    int side = position.side, enemy = 1 - side, count = 0, loose = 0;
    if (from != NONE)
        position.board[from] = EMPTY;
    int closes = mill(to, side);
    if (from != NONE)
        position.board[from] = side;
    if (!closes) {
        list[0] = (Move){from, to, NONE};
        return 1;
    }
    for (int point = 0; point < POINTS; point++)
        if (position.board[point] == enemy && !mill(point, enemy))
            loose = 1;
    for (int point = 0; point < POINTS; point++)
        if (position.board[point] == enemy && !(loose && mill(point, enemy)))
            list[count++] = (Move){from, to, point};
    return count;
}

static int moves(Move *list)
{
    int side = position.side, count = 0;
    for (int from = 0; from < POINTS; from++) {
        if (position.board[from] != side)
            continue;
        if (position.men[side] == 3) {
            for (int to = 0; to < POINTS; to++)
                if (position.board[to] == EMPTY)
                    count += arrive(list + count, from, to);
        } else {
            for (const uint8_t *to = neighbours[from]; *to != NONE; to++)
                if (position.board[*to] == EMPTY)
                    count += arrive(list + count, from, *to);
        }
    }
    return count;
}

static int generate(Move *list, Outcome *outcome)
{
    int count = 0;
    if (position.turn <= PLACING) {
        for (int to = 0; to < POINTS; to++)
            if (position.board[to] == EMPTY)
                count += arrive(list + count, NONE, to);
    } else if (position.men[position.side] >= 3)
        count = moves(list);
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
    if (move->from == NONE)
        position.men[position.side]++;
    else
        position.board[move->from] = EMPTY;
    position.board[move->to] = position.side;
    position.side = 1 - position.side;
    if (move->taken != NONE) {
        position.board[move->taken] = EMPTY;
        position.men[position.side]--;
    }
    position.turn++;
}
