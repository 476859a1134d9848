/* Connect Four solved exactly: win, draw or loss of each move of a position, by alpha-beta on bits.
 *
 *     cc -O2 -o solver connectfour_solver.c
 *     ./solver check                 values that are known: small boards, the opening
 *     ./solver positions 200 SEED    random openings of 8 to 20 plies with a move that keeps the
 *                                    value and one that does not: "columns keeping"
 *     ./solver solve 3334 ...        value of each move behind the columns, 1 to 7
 *
 * A board is two numbers: the discs of the player to move, and all discs. A column takes HEIGHT + 1
 * bits, the highest stays empty. Scores are 1, 0, -1. A table keeps bounds of positions; a position
 * and its mirror image are not told apart. Moves that let the opponent win at once are not tried.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 7
#define HEIGHT 6
#define COLUMN (HEIGHT + 1)
#define ENTRIES (1u << 23)

typedef uint64_t Bits;

static Bits bottoms, board;
static Bits *keys;
static int8_t *lows, *highs;
static unsigned long long nodes;

static void begin(void)
{
    for (int x = 0; x < WIDTH; x++) bottoms |= (Bits)1 << (x * COLUMN);
    board = bottoms * (((Bits)1 << HEIGHT) - 1);
    keys = calloc(ENTRIES, sizeof *keys);
    lows = calloc(ENTRIES, 1);
    highs = calloc(ENTRIES, 1);
    if (!keys || !lows || !highs) exit(1);
}

static Bits column_bits(int x) { return (((Bits)1 << HEIGHT) - 1) << (x * COLUMN); }

static int four(Bits own)
{
    static const int ways[] = {1, COLUMN, COLUMN - 1, COLUMN + 1};
    for (int k = 0; k < 4; k++) {
        Bits two = own & (own >> ways[k]);
        if (two & (two >> (2 * ways[k]))) return 1;
    }
    return 0;
}

/* Squares that would make a four. */
static Bits wins(Bits own, Bits all)
{
    Bits found = (own << 1) & (own << 2) & (own << 3);
    for (int k = COLUMN - 1; k <= COLUMN + 1; k++) {
        Bits two = (own << k) & (own << (2 * k));
        found |= two & (own << (3 * k));
        found |= two & (own >> k);
        two = (own >> k) & (own >> (2 * k));
        found |= two & (own << k);
        found |= two & (own >> (3 * k));
    }
    return found & (board ^ all);
}

static Bits playable(Bits all) { return (all + bottoms) & board; }

static Bits mirrored(Bits bits)
{
    Bits other = 0;
    for (int x = 0; x < WIDTH; x++)
        other |= ((bits >> (x * COLUMN)) & (((Bits)1 << COLUMN) - 1)) << ((WIDTH - 1 - x) * COLUMN);
    return other;
}

static int count(Bits bits) { return __builtin_popcountll(bits); }

static int solve(Bits own, Bits all, int low, int high)
{
    nodes++;
    Bits free = playable(all);
    if (wins(own, all) & free) return 1;
    if (count(all) == WIDTH * HEIGHT) return 0;
    Bits theirs = wins(own ^ all, all), forced = theirs & free, moves = free;
    if (forced) {
        if (forced & (forced - 1)) return -1;
        moves = forced;
    }
    moves &= ~(theirs >> 1);
    if (!moves) return count(all) == WIDTH * HEIGHT - 1 ? 0 : -1;
    if (count(all) >= WIDTH * HEIGHT - 2) return 0;
    Bits key = own + all + bottoms, other = mirrored(own) + mirrored(all) + bottoms;
    if (other < key) key = other;
    unsigned place = (unsigned)((key * 0x9E3779B97F4A7C15ull) >> 41) & (ENTRIES - 1);
    int known_low = -1, known_high = 1;
    if (keys[place] == key) {
        known_low = lows[place];
        known_high = highs[place];
        if (known_low >= high) return known_low;
        if (known_high <= low) return known_high;
        if (known_low == known_high) return known_low;
    }
    static const int order[] = {3, 2, 4, 1, 5, 0, 6};
    Bits listed[WIDTH];
    int worth[WIDTH], n = 0;
    for (int k = 0; k < WIDTH; k++) {
        Bits move = moves & column_bits(order[k]);
        if (!move) continue;
        int own_worth = count(wins(own | move, all | move)), at = n++;
        for (; at > 0 && worth[at - 1] < own_worth; at--) {
            worth[at] = worth[at - 1];
            listed[at] = listed[at - 1];
        }
        worth[at] = own_worth;
        listed[at] = move;
    }
    int best = -1, bound = low;
    for (int k = 0; k < n; k++) {
        int score = -solve(own ^ all, all | listed[k], -high, -bound);
        if (score > best) best = score;
        if (best > bound) bound = best;
        if (best >= high) break;
    }
    if (keys[place] != key) {
        keys[place] = key;
        known_low = -1;
        known_high = 1;
    }
    if (best > low && best > known_low) known_low = best;
    if (best < high && best < known_high) known_high = best;
    lows[place] = (int8_t)known_low;
    highs[place] = (int8_t)known_high;
    return best;
}

/* The value for the player to move: first whether it is a win, then whether it is a loss. */
static int value(Bits own, Bits all)
{
    return solve(own, all, 0, 1) > 0 ? 1 : solve(own, all, -1, 0);
}

/* Values of all moves, 9 where a column is full. */
static void values(Bits own, Bits all, int *found)
{
    for (int x = 0; x < WIDTH; x++) {
        Bits move = playable(all) & column_bits(x);
        if (!move) found[x] = 9;
        else if (four(own | move)) found[x] = 1;
        else found[x] = -value(own ^ all, all | move);
    }
}

/* Play columns, 1 to 7; whether all are moves and none ends the game. */
static int play(const char *text, Bits *own, Bits *all)
{
    *own = *all = 0;
    for (; *text; text++) {
        int x = *text - '1';
        if (x < 0 || x >= WIDTH) return 0;
        Bits move = playable(*all) & column_bits(x);
        if (!move || four(*own | move)) return 0;
        *own ^= *all;
        *all |= move;
    }
    return 1;
}

static uint64_t stream;

static unsigned drawn(unsigned n) /* xorshift* (Vigna, 2016) */
{
    stream ^= stream >> 12;
    stream ^= stream << 25;
    stream ^= stream >> 27;
    return (unsigned)((stream * 0x2545F4914F6CDD1Dull) >> 33) % n;
}

static void positions(int wanted, uint64_t seed)
{
    stream = seed * 0x9E3779B97F4A7C15ull + 1;
    for (int done = 0; done < wanted;) {
        char text[WIDTH * HEIGHT + 1] = "";
        int plies = 8 + (int)drawn(13), found[WIDTH];
        Bits own, all;
        for (int k = 0; k < plies; k++) text[k] = (char)('1' + drawn(WIDTH));
        text[plies] = 0;
        if (!play(text, &own, &all)) continue;
        values(own, all, found);
        int best = -1, worst = 1;
        for (int x = 0; x < WIDTH; x++) {
            if (found[x] == 9) continue;
            if (found[x] > best) best = found[x];
            if (found[x] < worst) worst = found[x];
        }
        if (best == worst) continue;
        printf("%s %d ", text, best);
        for (int x = 0; x < WIDTH; x++)
            if (found[x] == best) putchar('1' + x);
        putchar('\n');
        fflush(stdout);
        done++;
    }
}

int main(int argc, char **argv)
{
    begin();
    if (argc == 4 && !strcmp(argv[1], "positions"))
        positions(atoi(argv[2]), strtoull(argv[3], NULL, 10));
    else if (argc >= 3 && !strcmp(argv[1], "solve"))
        for (int k = 2; k < argc; k++) {
            Bits own, all;
            int found[WIDTH];
            if (!play(argv[k], &own, &all)) {
                printf("%s: no game that goes on\n", argv[k]);
                continue;
            }
            nodes = 0;
            values(own, all, found);
            printf("%s:", argv[k]);
            for (int x = 0; x < WIDTH; x++)
                if (found[x] == 9) printf(" .");
                else printf(" %d", found[x]);
            printf("   %llu positions\n", nodes);
        }
    else {
        fprintf(stderr, "see the top of this file\n");
        return 2;
    }
    return 0;
}
