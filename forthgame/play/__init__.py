"""Play matches and tournaments: plan, play, store and analyse games.

Each entrant has a machine of its own, moves are passed as text, a referee with another machine
applies the rules, and every game and seat has its own seed. A game is a function of plan and
number, so any process may play it at any time. The process that keeps the store loads no script of
a stranger; confined processes plan, play and replay, and everything that they send is checked.
"""
