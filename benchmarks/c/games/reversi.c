/* reversi.c -- othello on 6 by 6, by the rules of scripts/phrasings/reversi-a.4th. Usage: peer.h. */
#define SIDE 6
#include "othello.c"
