"""Define registers, fields of nodes and the layout of the machine's memory block.

Each part of the block is safe from scripts for its own reason:

- Registers, the word table, the words by token, machine code by index, threaded code, search tables
  and random streams have no address that a script can use. `DOES>` and definitions append to
  threaded code and check its end.
- The return stack has slots of 64 bits, and a return address has a tag that no cell can have. `R>`,
  `LOOP` and `LEAVE` stop at the frame; state that the engine saves below its return address is out
  of reach. After a word run by its token the return address cannot be taken, and `I`, `J`, `K` are
  0 if a return address is in between.
- Each push on a data stack is checked. Below the bottom is a zone of 1 024 zero cells; the first
  operation that writes into it lowers a mark, and the end of the frame clears the used part.
- Memory below the fence belongs to scripts. The engine checks whatever it reads there: positions
  against the board, players and types by masks, tokens by the word table.
- Tables, list headers and moves are above the fence, where scripts can only read. Lists are dropped
  from the top only, and never one that is being generated.
- Board records follow from the number of copies, which is checked. An event cannot drop copies that
  it has not made, and leaves no copies or lists.

Moves start at multiples of 16, and in each 16 bytes only the engine writes the fourth cell (the
mark, the flags, or the kind of an action). So a mark in such a cell proves that `add-move` has
written a move, whatever numbers a script records.

A list header has the cells previous, count, first, last, start, begin, best rank, worst rank, turn;
a move has next, type, partial, mark, number of actions, rank, an unused cell, flags, then its
actions of three numbers and a kind. A move's token is the address of its mark.

Registers that record whether a word is used are settled, so words that a game does not use cost
nothing in machine code.
"""
