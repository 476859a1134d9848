"""The memory block of a machine: stacks, limits, clocks and locks."""
