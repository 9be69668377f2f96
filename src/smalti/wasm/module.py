"""Kernel functions as one WebAssembly module: what Numba made of them, for another machine.

Numba compiles a function to LLVM's language. That text is taken before it becomes machine code of this computer, told
that its machine is `wasm32`, freed of what is for CPython, put together, optimized once, and linked.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
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

        plain: Any = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        return widened(numba.njit(**plain)(twin))


@dataclass(frozen=True)
class Export:
    """A function of the module: the kernel function, and an example of each of its arguments."""

    function: Callable[..., Any]
    examples: tuple[Any, ...]


def build_module(build: Fresh, exports: Mapping[str, Export]) -> bytes:
    """The module with these functions under their names. Afterwards this process is to compile nothing else."""
    if find_spec("ziglang") is None:
        raise NoLinker("the linker is not installed: pip install smalti[wasm]")
    with _text_alone():
        compiled = {name: _compiled(build(one.function), one.examples) for name, one in exports.items()}
    with TemporaryDirectory() as folder:
        linked, out = Path(folder) / "module.o", Path(folder) / "module.wasm"
        linked.write_bytes(_object(compiled))
        flags = ["--no-entry", "--gc-sections", "--strip-all", "-z", f"stack-size={STACK_BYTES}"]
        names = [f"--export={export}" for export in (*exports, "__heap_base")]
        subprocess.run([*LINKER, *flags, *names, linked, "-o", out], check=True)
        return out.read_bytes()


@contextmanager
def _text_alone() -> Iterator[None]:
    """Inside, Numba makes no machine code and optimizes nothing: each function stays a text, with those it calls named.

    Otherwise it would optimize every function again with all that it calls, for the machine it runs on.
    """
    from numba.core import codegen, cpu

    def finish(library: Any) -> None:
        library._finalized = True

    def stand_in(*_: object) -> Callable[..., Any]:
        return [].append  # a function of C that is like no other: Numba tells compiled functions apart by it

    other = {
        (codegen.CPUCodeLibrary, "finalize"): finish,
        (codegen.CPUCodeLibrary, "_optimize_functions"): lambda *_: None,
        (cpu.CPUContext, "get_executable"): stand_in,
    }
    with ExitStack() as stack:
        for (owner, name), function in other.items():
            stack.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, function)
        yield


def _compiled(dispatcher: Any, examples: tuple[Any, ...]) -> Any:
    """What Numba knows of a function that takes such arguments."""
    import numba
    from numba.core import types

    type_of: Callable[[Any], Any] = numba.typeof
    signature = tuple(numba.int64 if isinstance(one, int) else type_of(one) for one in examples)
    dispatcher.compile(signature)
    found = dispatcher.overloads[signature]
    result = types.unliteral(found.signature.return_type)  # type: ignore[no-untyped-call]  # theirs
    assert result in (numba.none, numba.int64, numba.float64), f"{dispatcher.__name__} returns {result}, not 8 bytes"
    return found


def _object(compiled: Mapping[str, Any]) -> bytes:
    """An object file for WebAssembly: every function once, in the order in which they are needed."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(opt=3, reloc="static", codemodel="default", features=FEATURES)
    module, *others = (
        llvm.parse_assembly(_translated(text, machine)) for text in _texts([one.library for one in compiled.values()])
    )
    for other in others:
        module.link_in(other)
    exported = {one.fndesc.llvm_func_name: name for name, one in compiled.items()}
    for function in module.functions:
        if function.name in exported:
            function.name = exported[function.name]
        elif not function.is_declaration:
            function.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False  # this machine has no wide registers
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    passes.add_constant_merge_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)
    module.verify()
    written: bytes = machine.emit_object(module)
    return written


def _texts(libraries: list[Any]) -> Iterator[str]:
    """The texts of all functions that are called from these, each once."""
    seen: set[int] = set()
    while libraries:
        library = libraries.pop(0)
        if id(library) not in seen:
            seen.add(id(library))
            libraries += library._linking_libraries
            yield str(library._final_module)


def _translated(text: str, machine: Any) -> str:
    """A function in LLVM's language for the other machine, without what is for CPython."""
    text = re.sub(r"target datalayout = .*", f'target datalayout = "{machine.target_data}"', text)
    text = re.sub(r"target triple = .*", f'target triple = "{TRIPLE}"', text)
    text = re.sub(r'"(target-cpu|target-features|tune-cpu)"="[^"]*"', "", text)
    text = _emptied(text, r"@NRT_(incref|decref)\(").replace("= common ", "= internal ")
    return re.sub(r"= (internal|private) constant ", r"= \1 unnamed_addr constant ", text)  # only what it holds counts


def _emptied(text: str, pattern: str) -> str:
    """The text with nothing in the functions whose first line fits."""
    kept, inside = [], False
    for line in text.splitlines():
        if inside:
            inside = line != "}"
        elif line.startswith("define") and re.search(pattern, line):
            inside = True
            kept += [line, "  ret void", "}"]
        else:
            kept.append(line)
    return "\n".join(kept)
