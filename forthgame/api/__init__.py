"""Provide the public classes `Game`, `State` and `Machine`.

They inherit from classes in lower folders and add methods for search, proofs, texts, pictures,
`explain` and `trace`. Lower folders take a Game or a State as an argument and import the classes
for types only. They create states through the game, and receive `load` if a pickle needs a game. No
module of the package imports from `forthgame` itself.
"""
