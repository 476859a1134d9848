"""Two ring buffers for flood fills and similar algorithms, and a history of positions."""

from __future__ import annotations

from forthgame.words.registers import memory_layout as at
from forthgame.words.table.memory_access import (
    Block,
    cell,
    charge,
    load32,
    load64,
    settled,
    store32,
    store64,
    system,
)
from forthgame.words.table.row import Group, helper, plain

ring = Group("ring buffers and repetition")


@helper
def add(vm: Block, store: int, head: int, n: int) -> None:
    """Append to a ring; drop the oldest item if it is full."""
    first = load32(vm, head) % at.RING_SIZE
    count = load32(vm, head + 4)
    store32(vm, store + ((first + count) % at.RING_SIZE) * 4, n)
    if count < at.RING_SIZE:
        store32(vm, head + 4, count + 1)
    else:
        store32(vm, head, (first + 1) % at.RING_SIZE)


@helper
def take(vm: Block, store: int, head: int) -> int:
    """Remove and return the oldest item of a ring, 0 if it is empty."""
    count = load32(vm, head + 4)
    if count <= 0:
        return 0
    first = load32(vm, head) % at.RING_SIZE
    store32(vm, head, (first + 1) % at.RING_SIZE)
    store32(vm, head + 4, count - 1)
    return load32(vm, store + first * 4)


@ring.word("ringbuffer-reset", "( -- )", "Empty the first ring buffer.")
def reset(vm: Block) -> None:
    store32(vm, at.RING_HEAD, 0)
    store32(vm, at.RING_COUNT, 0)


ring.words(
    plain(
        "ringbuffer-add-item",
        "( n -- )",
        "Append a number to the first ring buffer.",
        lambda vm, n: add(vm, at.RING, at.RING_HEAD, n),
        "ringbuffer-reset 5 ringbuffer-add-item ringbuffer-remove-item -> 5",
    ),
    plain(
        "ringbuffer-remove-item",
        "( -- n )",
        "Remove the oldest item of the first ring buffer, 0 if it is empty.",
        lambda vm: take(vm, at.RING, at.RING_HEAD),
        "ringbuffer-reset ringbuffer-remove-item -> 0",
    ),
    plain(
        "ringbuffer-empty?",
        "( -- ? )",
        "True if the first ring buffer is empty.",
        lambda vm: -1 if load32(vm, at.RING_COUNT) == 0 else 0,
        "ringbuffer-reset ringbuffer-empty? -> -1",
    ),
)


@ring.word("ringbuffer2-reset", "( -- )", "Empty the second ring buffer.")
def reset2(vm: Block) -> None:
    store32(vm, at.RING2_HEAD, 0)
    store32(vm, at.RING2_COUNT, 0)


ring.words(
    plain(
        "ringbuffer2-add-item",
        "( n -- )",
        "Append a number to the second ring buffer.",
        lambda vm, n: add(vm, at.RING2, at.RING2_HEAD, n),
        "ringbuffer2-reset 6 ringbuffer2-add-item ringbuffer2-remove-item -> 6",
    ),
    plain(
        "ringbuffer2-remove-item",
        "( -- n )",
        "Remove the oldest item of the second ring buffer, 0 if it is empty.",
        lambda vm: take(vm, at.RING2, at.RING2_HEAD),
        "ringbuffer2-reset ringbuffer2-remove-item -> 0",
    ),
    plain(
        "ringbuffer2-empty?",
        "( -- ? )",
        "True if the second ring buffer is empty.",
        lambda vm: -1 if load32(vm, at.RING2_COUNT) == 0 else 0,
        "ringbuffer2-reset ringbuffer2-empty? -> -1",
    ),
    plain(
        "(RING-COUNT)",
        "( -- n )",
        "Give the number of items in the first ring buffer.",
        lambda vm: load32(vm, at.RING_COUNT),
        hidden=True,
    ),
    plain(
        "(RING2-COUNT)",
        "( -- n )",
        "Give the number of items in the second ring buffer.",
        lambda vm: load32(vm, at.RING2_COUNT),
        hidden=True,
    ),
    plain(
        "(RING-ITEM)",
        "( i -- n )",
        "Give item i of the first ring buffer, the oldest first.",
        lambda vm, i: load32(vm, at.RING + ((load32(vm, at.RING_HEAD) + i) % at.RING_SIZE) * 4),
        hidden=True,
    ),
    plain(
        "(RING2-ITEM)",
        "( i -- n )",
        "Give item i of the second ring buffer, the oldest first.",
        lambda vm, i: load32(vm, at.RING2 + ((load32(vm, at.RING2_HEAD) + i) % at.RING_SIZE) * 4),
        hidden=True,
    ),
)


@helper
def position_hash(vm: Block) -> int:
    """Hash the board record and the player to move by FNV-1a (Fowler, Noll and Vo, 1991)."""
    board = load32(vm, at.BOARD)
    value = -3750763034362895579
    charge(vm, settled(vm, at.BOARD_SIZE) >> 2)
    for k in range(settled(vm, at.BOARD_SIZE) // 4):
        value = (value ^ cell(vm, board + k * 4)) * 1099511628211
    return (value ^ system(vm, at.A_PLAYER)) * 1099511628211


ring.words(
    plain(
        "repetition-reset",
        "( -- )",
        "Forget all recorded positions.",
        lambda vm: store32(vm, at.REPETITIONS, 0),
    ),
)


@ring.word("repetition-push-position", "( -- n )",
           "Record the position; count how often it has occurred, this time included.")  # fmt: skip
def repetition_push(vm: Block) -> int:
    value = position_hash(vm)
    count = load32(vm, at.REPETITIONS)
    found = 1
    charge(vm, count >> 2)
    for k in range(min(count, at.REPETITION_LIMIT)):
        if load64(vm, at.REPETITION + k * 8) == value:
            found += 1
    if count < at.REPETITION_LIMIT:
        store64(vm, at.REPETITION + count * 8, value)
        store32(vm, at.REPETITIONS, count + 1)
    return found


@ring.word("repetition-pop-position", "( -- )", "Remove the newest record.")
def repetition_pop(vm: Block) -> None:
    count = load32(vm, at.REPETITIONS)
    if count > 0:
        store32(vm, at.REPETITIONS, count - 1)
