"""Build WebAssembly modules of a game's words and of the interpreter.

The IR is that of native code (`compile/ir/target.py` names the differences), optimised by LLVM for
wasm32 in a process of its own, since LLVM's backend may end the process. `object_file.py` makes a
module of the object file: no linker is needed for one module of LLVM. Memory, shadow stack and
function table are imported, so the modules of a game can share them.

`comparisons.py` writes comparisons of many cells with instructions of 128 bits, which the backend
would take apart into single cells.
"""
