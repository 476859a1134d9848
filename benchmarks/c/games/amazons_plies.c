/* amazons_plies.c -- amazons on 10 by 10, the move and the arrow two plies. Usage: peer.h.
 *
 * The rules are those of benchmarks/scripts/amazons_plies.4th.
 */
#include "outcome.h"

enum { WIDTH = 12, SQUARES = WIDTH * WIDTH, LONGEST_LIST = 160 };
enum { WHITE, BLACK, EMPTY, ARROW, BORDER };

typedef struct {
    uint8_t from, to; /* of an amazon; of an arrow only where it lands */
} Move;

typedef struct {
    uint8_t board[SQUARES];
    uint8_t side;
    uint8_t archer; /* the amazon that has moved and shoots now, or 0 */
} Position;

#include "peer.h"
#include "amazons.h"

static void set_up(void)
{
    set_up_board();
    position.side = WHITE;
    position.archer = 0;
}

static int reach(Move *list, int from)
{
    int count = 0;
    for (int i = 0; i < 8; i++)
        for (int to = from + directions[i]; position.board[to] == EMPTY; to += directions[i])
            list[count++] = (Move){from, to};
    return count;
}

static int generate(Move *list, Outcome *outcome)
{
    if (position.archer)
        return reach(list, position.archer);
    int count = 0;
    for (int row = WIDTH; row < SQUARES - WIDTH; row += WIDTH)
        for (int from = row + 1; from < row + WIDTH - 1; from++)
            if (position.board[from] == position.side)
                count += reach(list + count, from);
    if (count == 0)
        *outcome = LOST;
    return count;
}

static void play(const Move *move)
{
    if (position.archer) {
        position.board[move->to] = ARROW;
        position.archer = 0;
        position.side = 1 - position.side;
    } else {
        position.board[move->from] = EMPTY;
        position.board[move->to] = position.side;
        position.archer = move->to;
    }
}
