"""Run processes that the system restricts, as a second wall around scripts of strangers.

`confine(rules)` permanently restricts its own process to the needs of a script; `start(…)` runs a
module in a new process that is confined before it reads anything. No further package is needed. The
`ConfinementReport` names restrictions that the platform lacks. See docs/confinement.md.

The rights are removed by resource limits, by a filter of system calls (a classic BPF program), and
by Landlock, each through ctypes. Ctrl-C is blocked in a new process until it can end without a
message. Confining a process takes about 4 ms, and the filter 35 ns for each system call.
"""
