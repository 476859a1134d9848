/* six.c -- six in a row on 11 by 11, by the rules of scripts/phrasings/six-a.4th. Usage: peer.h. */
#define SIDE 11
#define ROW 6
#include "gomoku.c"
