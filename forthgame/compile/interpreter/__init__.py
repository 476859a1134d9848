"""The inner interpreter as LLVM IR: operations, entry points, loading."""
