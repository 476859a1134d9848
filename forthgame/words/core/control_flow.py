"""Words that direct the flow of control, each implemented by the engines."""

from __future__ import annotations

from functools import partial

from forthgame.words.table.row import Group

control = Group("control")

control.control(
    "EXIT",
    "( -- )",
    "Return from the word. Inside DO … LOOP it stops with an error, since the loop's limit and "
    "index lie on the return stack: LEAVE ends the loop, or write R> R> 2DROP EXIT.",
    ": t 1 EXIT 2 ; t -> 1",
    ": t 9 0 DO I R> R> 2DROP EXIT LOOP ; t -> 0",
    ends=True,
)
control.control(
    "EXECUTE",
    "( xt -- )",
    "Run the word that the token stands for.",
    "5 ' 1+ EXECUTE -> 6",
    runs="word",
)
control.control("I", "( -- n ) ( R: n -- n )", "Give the index of the innermost loop.",
                ": t 2 0 DO I LOOP ; t -> 0 1")  # fmt: skip
control.control(
    "J",
    "( -- n ) ( R: n a b -- n a b )",
    "Give the index of the loop around the innermost one.",
    ": t 2 1 DO 1 0 DO J LOOP LOOP ; t -> 1",
)
control.control(
    "K",
    "( -- n ) ( R: n a b c d -- n a b c d )",
    "Give the index of the third loop, counted from the innermost.",
)
control.control("LEAVE", "( R: limit i -- limit limit )",
                "End the loop at its next LOOP or +LOOP.",
                ": t 9 0 DO I LEAVE LOOP ; t -> 0")  # fmt: skip
control.control("verify", "( ? -- )", "Leave the whole move word or event if the flag is false.",
                ": t TRUE verify 1 ; t -> 1", ": t FALSE verify 1 ; t ->", leaves=True)  # fmt: skip
control.control("$Exit", "( -- )", "Leave the whole move word or event.", leaves=True, ends=True)
control.control("LIT", "( -- n )", "Push the number that follows it; numbers in definitions are "
                "compiled to this.", operand="n")  # fmt: skip
control.control(
    "BRANCH", "( -- )", "Jump; AGAIN and ELSE are compiled to this.", operand="target", ends=True
)
control.control("0BRANCH", "( ? -- )", "Jump if the flag is false; IF and UNTIL are compiled to "
                "this.", operand="target")  # fmt: skip
control.control("(DO)", "( limit start -- ) ( R: -- limit i )", "Begin a counted loop.", open=True)
control.control(
    "(LOOP)", "( R: limit i -- )", "End a counted loop of step 1.", operand="target", open=True
)
control.control("(+LOOP)", "( n -- ) ( R: limit i -- )", "End a counted loop of step n.",
                operand="target", open=True)  # fmt: skip

_engine = partial(control.control, hidden=True)
_engine("(CALL)", "( -- )", "Call threaded code.", operand="target", runs="code")
_engine("(DEFER)", "( -- )", "Run the word whose token is stored at an address.", operand="addr",
        runs="word")  # fmt: skip
_engine("(TOKEN)", "( xt -- xt )", "Jump if a token is on top, in machine code.", operand="target")
_engine("(FRAME)", "( xt -- x )", "Run a word in a frame of its own; give the top of its stack.",
        runs="word")  # fmt: skip
_engine("(FRAME-OF)", "( -- x )", "Run a word of the engine in a frame, given the start of its "
        "code.", operand="target", runs="word")  # fmt: skip
_engine("(RETURN)", "( -- )", "Leave a frame.", ends=True)
_engine("(CANDIDATE)", "( xt -- )", "Run a move word; `verify` leaves it, and its stack is reset.",
        runs="word")  # fmt: skip
_engine("(CANDIDATE-END)", "( -- )", "End a move word.", ends=True)
_engine("(HALT)", "( -- )", "Stop: the host's call has returned.", ends=True)
_engine("(HOST)", "( -- )", "Stop and ask the host for a word.", operand="word", runs="python")
_engine("(BREAK)", "( -- )", "Stop: a breakpoint.")
_engine("(ERROR)", "( -- )", "Stop with an error number.", operand="number", ends=True)
