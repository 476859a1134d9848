/* amazons.h -- the board of both amazons programs, whose WIDTH, SQUARES and colours it uses. */
static const int directions[8] = {
    -WIDTH, -WIDTH + 1, 1, WIDTH + 1, WIDTH, WIDTH - 1, -1, -WIDTH - 1,
};

static void set_up_board(void)
{
    static const uint8_t files[4] = {1, 4, 7, 10}, ranks[4] = {4, 1, 1, 4};
    for (int square = 0; square < SQUARES; square++) {
        int row = square / WIDTH, column = square % WIDTH;
        int inside = row > 0 && row < WIDTH - 1 && column > 0 && column < WIDTH - 1;
        position.board[square] = inside ? EMPTY : BORDER;
    }
    for (int i = 0; i < 4; i++) {
        position.board[(11 - ranks[i]) * WIDTH + files[i]] = WHITE;
        position.board[ranks[i] * WIDTH + files[i]] = BLACK;
    }
}
