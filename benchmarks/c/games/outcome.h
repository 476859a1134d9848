/* outcome.h -- how a game stands for the player to move. */
#ifndef OUTCOME_H
#define OUTCOME_H

#include <stdint.h>

typedef enum { GOING, WON, LOST, DRAW } Outcome;

#endif
