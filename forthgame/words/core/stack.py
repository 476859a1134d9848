"""Stack words; those defined by their effect alone have no body."""

from __future__ import annotations

from forthgame.words.table.row import Group

stack = Group("stack")

stack.shuffle("DUP", "( a -- a a )", "Copy the top item.", "7 DUP -> 7 7")
stack.shuffle("DROP", "( a -- )", "Discard the top item.", "1 2 DROP -> 1")
stack.shuffle("SWAP", "( a b -- b a )", "Exchange the top two items.", "1 2 SWAP -> 2 1")
stack.shuffle("OVER", "( a b -- a b a )", "Copy the second item.", "1 2 OVER -> 1 2 1")
stack.shuffle("ROT", "( a b c -- b c a )", "Bring the third item to the top.", "1 2 3 ROT -> 2 3 1")
stack.shuffle("2DUP", "( a b -- a b a b )", "Copy the top two items.", "1 2 2DUP -> 1 2 1 2")
stack.shuffle("2DROP", "( a b -- )", "Discard the top two items.", "1 2 3 2DROP -> 1")

stack.control(
    "PICK",
    "( n -- x )",
    "Copy the item that has n others above it; below the bottom there are zeros.",
    "10 20 30 1 PICK -> 10 20 30 20",
)
stack.control(
    "DEPTH",
    "( -- n )",
    "Give the number of items on the stack before it runs.",
    "5 5 DEPTH -> 5 5 2",
)
stack.control("SP@", "( -- addr )", "A number that grows by 4 with each item on the data stack.")
stack.control("RP@", "( -- addr )", "A number that grows with each item on the return stack.")
stack.control(
    ">R", "( a -- ) ( R: -- a )", "Move the top item to the return stack.", ": t >R R> ; 5 t -> 5"
)
stack.control(
    "R>", "( -- a ) ( R: a -- )", "Move an item back from the return stack.", ": t >R R> ; 5 t -> 5"
)
stack.control(
    "R@", "( -- a ) ( R: a -- a )", "Copy the top of the return stack.", ": t >R R@ R> ; 5 t -> 5 5"
)
stack.control("R", "( -- a ) ( R: a -- a )",
              "Copy the top of the return stack. The old name of R@.",
              ": t >R R R> ; 5 t -> 5 5")  # fmt: skip
