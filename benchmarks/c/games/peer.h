/* peer.h -- plays random games and counts move sequences, for a program that has one game's rules.
 *
 * The program defines Move, Position, LONGEST_LIST and the three functions below, and includes this file
 * last. A mailbox, a list of all moves at every position, the last ply's too, and positions copied
 * before a move is tried: what a good programmer writes first, and no more.
 *
 * Usage: NAME perft DEPTH        prints: COUNT MICROSECONDS
 *        NAME playouts GAMES     prints: PLIES SQUARES FIRST SECOND DRAWS MICROSECONDS
 *
 * SQUARES is the sum of the squares of the games' lengths; FIRST, SECOND and DRAWS are how many games
 * the player who began won, the other won, and nobody won. Times are of the processor.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEEPEST = 16 };

static Position position;

static void set_up(void);                               /* the position a game begins with */
static int generate(Move *list, Outcome *outcome);      /* how many moves; none in a finished game */
static void play(const Move *move);                     /* make it: the other player's turn */

static uint64_t random_state = 88172645463325252u;

static inline uint32_t below(uint32_t count) /* xorshift, then the high half scaled */
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 32) * count >> 32);
}

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1e6 + now.tv_nsec * 1e-3;
}

static Move lists[DEEPEST][LONGEST_LIST];

static int64_t perft(int depth)
{
    Move *list = lists[depth];
    Outcome outcome = GOING;
    int count = generate(list, &outcome);
    if (depth == 1)
        return count;
    int64_t total = 0;
    Position before = position;
    for (int i = 0; i < count; i++) {
        play(&list[i]);
        total += perft(depth - 1);
        position = before;
    }
    return total;
}

static void count_sequences(int depth)
{
    double started = microseconds();
    set_up();
    int64_t count = perft(depth);
    printf("%" PRId64 " %.1f\n", count, microseconds() - started);
}

static void play_games(int64_t games)
{
    int64_t plies = 0, squares = 0, ends[3] = {0}; /* won by the first, the second, nobody */
    double started = microseconds();
    for (int64_t game = 0; game < games; game++) {
        int64_t length = 0;
        Outcome outcome = GOING;
        set_up();
        for (;;) {
            int count = generate(lists[0], &outcome);
            if (count == 0)
                break;
            play(&lists[0][below(count)]);
            length++;
        }
        plies += length;
        squares += length * length;
        ends[outcome == DRAW ? 2 : (outcome == WON) == (position.side == 0) ? 0 : 1]++;
    }
    printf("%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %.1f\n", plies, squares,
           ends[0], ends[1], ends[2], microseconds() - started);
}

int main(int count, char **arguments)
{
    int64_t number = count == 3 ? atoll(arguments[2]) : 0;
    if (number > 0 && !strcmp(arguments[1], "playouts"))
        play_games(number);
    else if (number > 0 && number < DEEPEST && !strcmp(arguments[1], "perft"))
        count_sequences((int)number);
    else
        return fprintf(stderr, "usage: %s perft DEPTH | playouts GAMES\n", arguments[0]), 2;
    return 0;
}
