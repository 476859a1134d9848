"""Learn an evaluation by self-play (`forthgame tune`).

The learning process loads no script: confined processes play and answer with arrays, whose sizes
and values are checked (`crew.py`, `training_data.py`). The learning script is compiled once; its
tables are written from outside, so new weights need no compiling. Games are played side by side in
a `Batch` with short searches (`forthgame/search/batch_search.py`). The written lines build the same
table when they are loaded, and both are compared cell by cell. Weights are fitted by logistic
regression on TD(λ) returns with L-BFGS (`fitting.py`).
"""
