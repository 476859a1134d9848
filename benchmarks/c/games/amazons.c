/* amazons.c -- amazons on 10 by 10, move and arrow in one ply, as games/amazons has it. Usage: peer.h. */
#include "outcome.h"

enum { WIDTH = 12, SQUARES = WIDTH * WIDTH, LONGEST_LIST = 6000 };
enum { WHITE, BLACK, EMPTY, ARROW, BORDER };

typedef struct {
    uint8_t from, to, arrow;
} Move;

typedef struct {
    uint8_t board[SQUARES];
    uint8_t side;
} Position;

#include "peer.h"
#include "amazons.h"

static void set_up(void)
{
    set_up_board();
    position.side = WHITE;
}

static int shots(Move *list, int from, int to) /* all arrows of an amazon that goes there */
{
    int count = 0;
    position.board[from] = EMPTY;
    for (int i = 0; i < 8; i++)
        for (int at = to + directions[i]; position.board[at] == EMPTY; at += directions[i])
            list[count++] = (Move){from, to, at};
    position.board[from] = position.side;
    return count;
}

static int generate(Move *list, Outcome *outcome)
{
    int count = 0;
    for (int row = WIDTH; row < SQUARES - WIDTH; row += WIDTH)
        for (int from = row + 1; from < row + WIDTH - 1; from++) {
            if (position.board[from] != position.side)
                continue;
            for (int i = 0; i < 8; i++)
                for (int to = from + directions[i]; position.board[to] == EMPTY; to += directions[i])
                    count += shots(list + count, from, to);
        }
    if (count == 0)
        *outcome = LOST;
    return count;
}

static void play(const Move *move)
{
    position.board[move->from] = EMPTY;
    position.board[move->to] = position.side;
    position.board[move->arrow] = ARROW;
    position.side = 1 - position.side;
}
