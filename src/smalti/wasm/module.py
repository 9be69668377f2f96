"""Kernel functions as one WebAssembly module: what Numba made of them, for another machine.

Numba compiles a function to LLVM's language. That text is taken before it becomes machine code of this computer, told
that its machine is `wasm32`, freed of what is for CPython, and linked.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from smalti.kernel.compiling import Build, widened
from smalti.kernel.errors import SmaltiError

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+nontrapping-fptoint,+sign-ext"
STACK_BYTES = 1 << 18
LINKER = sys.executable, "-m", "ziglang", "wasm-ld"
"""LLVM's linker as the package `ziglang` brings it: one version on every machine, so that modules can be compared."""


class NoLinker(SmaltiError):
    """The linker is not installed."""


class Fresh(Build):
    """Twins that are compiled anew: what comes from the cache has lost its LLVM text."""

    def _made(self, twin: Callable[..., Any], original: Callable[..., Any]) -> Callable[..., Any]:  # noqa: ARG002
        import numba

        return widened(numba.njit(nogil=True)(twin))


@dataclass(frozen=True)
class Export:
    """A function of the module: the kernel function, and an example of each of its arguments."""

    function: Callable[..., Any]
    examples: tuple[Any, ...]


def build_module(build: Fresh, exports: Mapping[str, Export]) -> bytes:
    """The module with these functions under their names."""
    if find_spec("ziglang") is None:
        raise NoLinker("the linker is not installed: pip install smalti[wasm]")
    with _plain_loops():
        texts = {name: _text(build(one.function), one.examples) for name, one in exports.items()}
    with TemporaryDirectory() as folder:
        linked, out = Path(folder) / "module.o", Path(folder) / "module.wasm"
        linked.write_bytes(_object(texts))
        flags = ["--no-entry", "--gc-sections", "--strip-all", "-z", f"stack-size={STACK_BYTES}"]
        names = [f"--export={export}" for export in (*exports, "__heap_base")]
        subprocess.run([*LINKER, *flags, *names, linked, "-o", out], check=True)
        return out.read_bytes()


def _plain_loops() -> ExitStack:
    """Inside, loops are not spread over wide registers, which WebAssembly's machine has not."""
    import numba

    stack = ExitStack()
    for setting in ("LOOP_VECTORIZE", "SLP_VECTORIZE"):
        stack.callback(setattr, numba.config, setting, getattr(numba.config, setting))
        setattr(numba.config, setting, 0)
    return stack


def _text(dispatcher: Any, examples: tuple[Any, ...]) -> str:
    """The function in LLVM's language, with all that it calls."""
    import numba

    type_of: Callable[[Any], Any] = numba.typeof
    signature = tuple(numba.int64 if isinstance(one, int) else type_of(one) for one in examples)
    dispatcher.compile(signature)
    text: str = dispatcher.inspect_llvm(dispatcher.signatures[0])
    return text


def _object(texts: Mapping[str, str]) -> bytes:
    """An object file for WebAssembly; what several functions share is in it once."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(opt=3, reloc="static", codemodel="default", features=FEATURES)
    first, *others = (llvm.parse_assembly(_translated(text, name, machine)) for name, text in texts.items())
    for other in others:
        first.link_in(other)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes = llvm.create_new_module_pass_manager()
    passes.add_constant_merge_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(first, builder)
    first.verify()
    written: bytes = machine.emit_object(first)
    return written


def _translated(text: str, export: str, machine: Any) -> str:
    """A function in LLVM's language for the other machine, under its own name and without what is for CPython."""
    text = re.sub(r"target datalayout = .*", f'target datalayout = "{machine.target_data}"', text)
    text = re.sub(r"target triple = .*", f'target triple = "{TRIPLE}"', text)
    text = re.sub(r'"(target-cpu|target-features|tune-cpu)"="[^"]*"', "", text)
    text = _without(text, r"@(_ZN7cpython|cfunc\.)")
    text = _without(text, r"@NRT_(incref|decref)\(", "  ret void").replace("= common ", "= internal ")
    text = re.sub(r"= (internal|private) constant ", r"= \1 unnamed_addr constant ", text)  # only what it holds counts
    entry = re.search(r'^define (?!linkonce).*?@("?)(_ZN[^("]*)\1\(', text, re.MULTILINE)
    assert entry is not None, f"Numba's text of {export} has no function"
    return text.replace(f"@{entry[1]}{entry[2]}{entry[1]}", f"@{export}")


def _without(text: str, pattern: str, body: str = "") -> str:
    """The text without the functions whose first line fits, or with another body for them."""
    kept, inside = [], False
    for line in text.splitlines():
        if inside:
            inside = line != "}"
        elif line.startswith("define") and re.search(pattern, line):
            inside = True
            kept += [line, body, "}"] if body else []
        else:
            kept.append(line)
    return "\n".join(kept)
