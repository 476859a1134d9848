\ fib35.fs -- words/fib35.4th in gforth: the same text, word for word; a cell has 64 bits here.

require ./../words/fib35.4th
include ./measure.fs
