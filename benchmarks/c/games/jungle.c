/* jungle.c -- jungle on 9 by 7, by the rules of scripts/phrasings/jungle-a.4th. Usage: peer.h. */
#include "outcome.h"

enum { WIDTH = 9, SQUARES = 11 * WIDTH, LONGEST = 200, LONGEST_LIST = 64 };
enum { WHITE, BLACK, NOBODY };
enum { NONE, RAT, CAT, DOG, WOLF, LEOPARD, TIGER, LION, ELEPHANT };
enum { LAND, WATER, BORDER, TRAP, DEN = TRAP + 2 }; /* trap and den: White's, then Black's */

typedef struct {
    uint8_t from, to;
} Move;

typedef struct {
    uint8_t owner[SQUARES], animal[SQUARES];
    uint8_t side;
    uint8_t turn; /* from 1 */
} Position;

#include "peer.h"

static const char map[9][8] = {
    "..uEu..", "...u...", ".......", ".~~.~~.", ".~~.~~.", ".~~.~~.", ".......", "...t...", "..tDt..",
};
static const char men[9][8] = {
    "L.....T", ".D...C.", "R.P.W.E", ".......", ".......", ".......", "e.w.p.r", ".c...d.", "t.....l",
};
static uint8_t terrain[SQUARES];

static void set_up(void)
{
    static const char letters[] = ".rcdwptle", capitals[] = ".RCDWPTLE", grounds[] = ".~#tuDE";
    memset(terrain, BORDER, SQUARES);
    memset(position.owner, NOBODY, SQUARES);
    memset(position.animal, NONE, SQUARES);
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 7; column++) {
            int square = (row + 1) * WIDTH + column + 1;
            char man = men[row][column];
            terrain[square] = strchr(grounds, map[row][column]) - grounds;
            if (man == '.')
                continue;
            position.owner[square] = strchr(letters, man) ? WHITE : BLACK;
            position.animal[square] =
                strchr(letters, man) ? strchr(letters, man) - letters : strchr(capitals, man) - capitals;
        }
    position.side = WHITE;
    position.turn = 1;
}

static int takes(int from, int to)
{
    int mine = position.animal[from], theirs = position.animal[to];
    if (terrain[to] == TRAP + position.side)
        return 1;
    if (mine == RAT)
        return (theirs == RAT || theirs == ELEPHANT) && (terrain[from] == WATER) == (terrain[to] == WATER);
    if (mine == ELEPHANT && theirs == RAT)
        return 0;
    return mine >= theirs;
}

static int reach(int from, int step) /* where the animal comes, 0 if nowhere */
{
    int animal = position.animal[from], to = from + step;
    if (terrain[to] == WATER && animal != RAT) {
        if (animal != TIGER && animal != LION)
            return 0;
        for (; terrain[to] == WATER; to += step)
            if (position.owner[to] != NOBODY)
                return 0;
    }
    if (terrain[to] == BORDER || terrain[to] == DEN + position.side || position.owner[to] == position.side)
        return 0;
    if (position.owner[to] != NOBODY && !takes(from, to))
        return 0;
    return to;
}

static int generate(Move *list, Outcome *outcome)
{
    static const int directions[4] = {-WIDTH, WIDTH, 1, -1};
    int side = position.side, count = 0;
    if (position.owner[side == WHITE ? 9 * WIDTH + 4 : WIDTH + 4] != 1 - side)
        for (int from = WIDTH; from < SQUARES - WIDTH; from++)
            if (position.owner[from] == side)
                for (int i = 0; i < 4; i++) {
                    int to = reach(from, directions[i]);
                    if (to)
                        list[count++] = (Move){from, to};
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
    position.owner[move->to] = position.side;
    position.animal[move->to] = position.animal[move->from];
    position.owner[move->from] = NOBODY;
    position.animal[move->from] = NONE;
    position.side = 1 - position.side;
    position.turn++;
}
