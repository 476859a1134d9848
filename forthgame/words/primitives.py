"""The table of primitives, filled by importing this module, in the order of its imports."""

from __future__ import annotations

from forthgame.words.board import (  # noqa: F401
    board,
    board_copies,
    declarations,
    direction_words,
    turns,
)
from forthgame.words.core import (  # noqa: F401
    arithmetic,
    control_flow,
    defining,
    floats,
    memory,
    parsing,
    random_streams,
    ring_buffers,
    stack,
    strings,
)
from forthgame.words.lists import (  # noqa: F401
    attacks,
    batch_records,
    counted_moves,
    endings,
    events,
    legality_checks,
    memory_snapshot,
    mixed_counting,
    position_history,
    preferred_moves,
    simultaneous_choices,
    tallying,
)
from forthgame.words.moves import (  # noqa: F401
    application,
    hands,
    move_lists,
    move_text,
    next_move_word,
    piece_attributes,
    random_draws,
    recording,
    turn_changes,
)
from forthgame.words.playouts import (  # noqa: F401
    cutoff_estimates,
    implicit_minimax,
    move_means,
    proven_values,
    tree_results,
    uct,
)
from forthgame.words.puzzles import (  # noqa: F401
    breadth_first,
    depth_first,
    proof_number_search,
)
from forthgame.words.search import (  # noqa: F401
    alpha_beta,
    best_first,
    best_reply,
    chance_nodes,
    child_windows,
    depth_control,
    max_n,
    root_moves,
)
from forthgame.words.table.row import TABLE as TABLE
