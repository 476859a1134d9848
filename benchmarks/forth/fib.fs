\ fib.fs -- words/fib.4th in gforth: the same text, word for word; a cell has 64 bits here.

require ./../words/fib.4th
include ./measure.fs
