"""Find mistakes and doubtful places in a script without playing it.

`loading/` reads the script and continues after errors. `stack_effects/` walks every word once,
callees first, with a state of known and unknown items: constants, tokens, arguments, `here`, and
positions known to be empty. States are joined where paths meet; a word of unknown effect is walked
again for the tokens it is called with. Items have kinds (position, player, token …), which
`stack_effects/item_kinds.py` takes from the effects in the word table. `declarations/` and `text/`
read the results. `word_kinds.py` computes sets of words from rows, also for explanations.
`findings.py` has the table of codes, which docs/checker.md lists. 4 000 lines take about 0.4 s.
"""
