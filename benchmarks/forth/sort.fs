\ sort.fs -- words/sort.4th in gforth: the same text, word for word; a cell has 64 bits here.

require ./../words/sort.4th
include ./measure.fs
