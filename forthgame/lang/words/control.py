"""What directs the flow: owned by the engines, which implement each of these themselves."""

from __future__ import annotations

from forthgame.lang.word import Group

control = Group("control")

control.control("EXIT", "( -- )", "Return from the word that contains it.", ": t 1 EXIT 2 ; t -> 1")
control.control(
    "EXECUTE", "( xt -- )", "Run the word that the token stands for.", "5 ' 1+ EXECUTE -> 6"
)
control.control("I", "( -- n )", "Index of the innermost loop.", ": t 2 0 DO I LOOP ; t -> 0 1")
control.control("J", "( -- n )", "Index of the loop around it.",
                ": t 2 1 DO 1 0 DO J LOOP LOOP ; t -> 1")  # fmt: skip
control.control("K", "( -- n )", "Index of the loop around that.")
control.control("LEAVE", "( -- )", "Let the loop end when it comes to its LOOP.",
                ": t 9 0 DO I LEAVE LOOP ; t -> 0")  # fmt: skip
control.control("verify", "( ? -- )", "Leave the whole move word or event if the flag is false.",
                ": t TRUE verify 1 ; t -> 1", ": t FALSE verify 1 ; t ->")  # fmt: skip
control.control("$Exit", "( -- )", "Leave the whole move word or event.")
control.control("LIT", "( -- n )", "Push the number that follows in the code.", operand="n")
control.control(
    "BRANCH", "( -- )", "Go on at the place that follows in the code.", operand="target"
)
control.control("0BRANCH", "( ? -- )", "The same if the flag is false.", operand="target")
control.control("(DO)", "( limit start -- )", "Begin a counted loop.")
control.control("(LOOP)", "( -- )", "End a counted loop of step 1.", operand="target")
control.control("(+LOOP)", "( n -- )", "End a counted loop of step n.", operand="target")

for _name, _effect, _meaning, _operand in (
    ("(CALL)", "( -- )", "Call threaded code.", "target"),
    ("(DEFER)", "( -- )", "Run the word whose token stands at an address.", "addr"),
    (
        "(FRAME)",
        "( xt -- x )",
        "Run a word in a frame of its own; give the top of its stack.",
        None,
    ),
    (
        "(FRAME-OF)",
        "( -- x )",
        "The same with a word of the engine, by where its code starts.",
        "target",
    ),
    ("(RETURN)", "( -- )", "Leave such a frame.", None),
    (
        "(CANDIDATE)",
        "( xt -- )",
        "Run a move word: `verify` leaves it, its stack is put right.",
        None,
    ),
    ("(CANDIDATE-END)", "( -- )", "Behind a move word.", None),
    ("(HALT)", "( -- )", "Stop: the host's call has returned.", None),
    ("(HOST)", "( -- )", "Stop and ask the host for a word.", "word"),
    ("(BREAK)", "( -- )", "Stop: a breakpoint.", None),
    ("(ERROR)", "( -- )", "Stop with an error number.", "number"),
):
    control.control(_name, _effect, _meaning, operand=_operand, hidden=True)
