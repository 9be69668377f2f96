"""The fourth target of the kernel functions: one WebAssembly module for each game (docs/wasm.md)."""
