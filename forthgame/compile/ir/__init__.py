"""Text of LLVM IR, its values, and the runtime functions of generated code."""
