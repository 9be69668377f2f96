"""How PPO learns here: every seat of many games is played by one network, each seen from its own side.

A seat gains what it gets in points beyond the mean of the others, alone all of its points. Advantages (GAE) follow each
seat from one of its choices to the next, whatever others do between. On a GPU games, network and learning stay there:
PyTorch reads the arrays of a batch where they are.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import torch
from torch import nn

from examples.agents.measuring import measure, watch
from examples.agents.ppo import FOLDER, LAYERS, Brain, file_name, narrow, read_brain, write_brain
from smalti.arena.bench import SEATS
from smalti.bots.manifest import sum_of_sources
from smalti.envs.batch import Batch
from smalti.envs.sharing import share
from smalti.games import find_game
from smalti.kernel.playout import uniform

WIDTH = 128
STEPS, PARTS, EPOCHS = 64, 16, 3
RATE, ENTROPY = 1e-3, 0.01
"""At the beginning; both fall to a twentieth."""
CLIP, LAMBDA, NORM, ERROR = 0.2, 0.95, 0.5, 0.5
TOWARDS = {"mosaix": 20.0, "maharani": 20.0, "majolica": 10.0}
"""Points are learned as parts of this, so that values are about 1."""
IMITATED, IMITATED_PART = 8, 1024
"""How often games are gone through that are imitated, and in which parts."""
PACE_S = 30.0
"""The longest time between two points of a curve."""


class Network(nn.Module):  # type: ignore[misc]  # PyTorch is known only where it is installed
    """Two layers, and on top of them the policy and the value."""

    def __init__(self, seen: int, moves: int) -> None:
        super().__init__()
        sizes = ((seen, WIDTH, 2**0.5), (WIDTH, WIDTH, 2**0.5), (WIDTH, moves, 0.01), (WIDTH, 1, 1.0))
        for name, (inputs, outputs, gain) in zip(LAYERS, sizes, strict=True):
            layer = nn.Linear(inputs, outputs)
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)
            self.add_module(name, layer)

    def forward(self, seen: Any, legal: Any) -> tuple[Any, Any]:
        """The logarithm of how likely each move is, and the value."""
        found = torch.relu(self.second(torch.relu(self.first(seen))))
        return self.policy(found).masked_fill(~legal, -1e9).log_softmax(1), self.value(found)[:, 0]


class Learner:
    """One task: games, a network, and what it has learned from."""

    def __init__(self, name: str, seats: int, device: str, games: int | None, seed: int) -> None:
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        self.name, self.seats, self.device, self.moves = name, seats, device, 0
        self.size = games or (4096 if device == "cuda" else 64)
        self.batch = Batch(find_game(name), self.size, seats, seed=seed, reward="points", device=device)
        self.sheets = self.batch.observe(), self.batch.masks()
        self.seen, self.legal = map(shared, self.sheets)
        kept = self.batch.actors, self.batch.rewards, self.batch.ended
        self.actors, self.points, self.ended = map(shared, kept)
        self.used, self.scale, games_to_imitate = self._find_used()
        self.network = Network(len(self.used), self.legal.shape[1]).to(device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), RATE, eps=1e-5)
        if games_to_imitate:
            self.imitate(*games_to_imitate)
        self.store = self._new_store()

    def _find_used(self) -> tuple[Any, Any, tuple[Any, ...]]:
        """The numbers of an observation that ever change, what brings each of them to 1 at most, and games to imitate
        where uniformly random ones would hardly ever end."""
        keep = self.batch.game.course.policy is not uniform
        least, most, rows = watch(self.name, self.seats, keep=keep)
        used = np.flatnonzero(most > least)
        numbers = torch.from_numpy(used), torch.from_numpy(1.0 / np.maximum(most[used], 1.0))
        return numbers[0].to(self.device), numbers[1].to(self.device), rows

    def imitate(self, seen: Any, legal: Any, moves: Any) -> None:
        """Begins as whoever played these games."""
        for _ in range(IMITATED):
            for part in torch.randperm(len(moves)).split(IMITATED_PART):
                some, may, made = (torch.from_numpy(one[part.numpy()]).to(self.device) for one in (seen, legal, moves))
                likely, _ = self.network(some[:, self.used] * self.scale, may)
                self._descend(-likely.gather(1, made[:, None]).mean())

    def _descend(self, loss: Any) -> None:
        """One step of the optimizer."""
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), NORM)
        self.optimizer.step()

    def _new_store(self) -> dict[str, Any]:
        """Room for a lot of moves: [step, game, ...]."""
        kinds = {"seen": torch.float32, "legal": torch.bool, "moves": torch.int64, "actors": torch.int64}
        more = {"seen": (len(self.used),), "legal": (self.legal.shape[1],), "gains": (self.seats,)}
        names = ("seen", "legal", "moves", "actors", "old", "values", "gains", "ended")
        kinds["ended"] = torch.bool
        return {
            name: torch.zeros(
                (STEPS, self.size, *more.get(name, ())), dtype=kinds.get(name, torch.float32), device=self.device
            )
            for name in names
        }

    def look(self) -> tuple[Any, Any]:
        """What is seen by those who are to choose, and what they may do."""
        self.batch.observe(self.sheets[0])
        self.batch.masks(self.sheets[1])
        return self.seen[:, self.used] * self.scale, narrow(self.legal, self.name, self.seats)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self) -> None:
        """A lot of moves of all seats, and how much better each was than expected."""
        store = self.store
        for step in range(STEPS):
            seen, legal = self.look()
            likely, values = self.network(seen, legal)
            moves = (likely - torch.empty_like(likely).exponential_().log()).argmax(1)
            old = likely.gather(1, moves[:, None])[:, 0]
            told = {"seen": seen, "legal": legal, "moves": moves, "actors": self.actors, "old": old, "values": values}
            for name, value in told.items():
                store[name][step] = value
            self.batch.step(moves if self.device == "cuda" else moves.numpy())
            store["gains"][step] = beyond(self.points) / TOWARDS[self.name]
            store["ended"][step] = self.ended
        _, last = self.network(*self.look())
        store["better"], store["known"] = advantages(store, last, self.actors.long())
        self.moves += STEPS * self.size

    def learn(self, left: float) -> None:
        """A few times over the lot, never too far from how it was played; `left` is the part of the time to come."""
        flat = {name: value.flatten(0, 1) for name, value in self.store.items()}
        rows = torch.nonzero(flat["known"])[:, 0]
        better = flat["better"][rows]
        middle, width = better.mean(), better.std() + 1e-8
        fallen = max(left, 0.05)
        for group in self.optimizer.param_groups:
            group["lr"] = RATE * fallen
        for _ in range(EPOCHS):
            for part in rows[torch.randperm(len(rows), device=rows.device)].chunk(PARTS):
                some = {name: flat[name][part] for name in USED}
                self._descend(self._loss(some, middle, width, ENTROPY * fallen))

    def _loss(self, some: dict[str, Any], middle: Any, width: Any, entropy: float) -> Any:
        """PPO's: the clipped gain of the policy, the error of the value, and a little for variety."""
        likely, values = self.network(some["seen"], some["legal"])
        ratio = (likely.gather(1, some["moves"][:, None])[:, 0] - some["old"]).exp()
        gain = (some["better"] - middle) / width
        gained = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        error = (values - some["values"] - some["better"]).square().mean()
        variety = -(likely.exp() * likely).sum(1).mean()
        return ERROR * error - gained - entropy * variety

    def brain(self) -> Brain:
        """The network as NumPy has it, its value in points."""
        layers = {
            name: tuple(part.detach().cpu().numpy() for part in (layer.weight, layer.bias))
            for name, layer in self.network.named_children()
        }
        weights, biases = layers["value"]
        layers["value"] = weights * TOWARDS[self.name], biases * TOWARDS[self.name]
        return Brain(self.used.cpu().numpy(), self.scale.cpu().numpy(), layers)


USED = ("seen", "legal", "moves", "old", "values", "better")


def shared(array: Any) -> Any:
    """An array of the batch for PyTorch, the same memory."""
    return torch.from_dlpack(share(array))


def beyond(points: Any) -> Any:
    """[game, seat]: the points beyond the mean of the other seats; alone, all of them."""
    seats = points.shape[1]
    return points - (points.sum(1, keepdim=True) - points) / (seats - 1) if seats > 1 else points


def advantages(store: dict[str, Any], last: Any, actor: Any) -> tuple[Any, Any]:
    """[step, game]: how much better each move was than expected, and whether that is known: what a seat did last is
    not, unless the game ended or it is the next to choose."""
    better, known = torch.zeros_like(store["values"]), torch.zeros_like(store["ended"])
    later, gained = torch.zeros_like(store["gains"][0]), torch.zeros_like(store["gains"][0])
    after = torch.zeros_like(later).scatter_(1, actor[:, None], last[:, None])
    sure = torch.zeros_like(later, dtype=torch.bool).scatter_(1, actor[:, None], value=True)
    for step in reversed(range(len(better))):
        over, seat, value = (
            store["ended"][step][:, None],
            store["actors"][step][:, None],
            store["values"][step][:, None],
        )
        for one in (after, later, gained):
            one.masked_fill_(over, 0.0)
        sure |= over
        gained += store["gains"][step]
        gain = gained.gather(1, seat) + after.gather(1, seat) - value + LAMBDA * later.gather(1, seat)
        known[step] = sure.gather(1, seat)[:, 0]
        gain *= known[step][:, None]
        better[step] = gain[:, 0]
        after.scatter_(1, seat, value)
        later.scatter_(1, seat, gain)
        gained.scatter_(1, seat, 0.0)
        sure.scatter_(1, seat, value=True)
    return better, known


def learn_task(learner: Learner, until: float, path: Path, measured: Callable[[Brain, dict[str, float]], None]) -> None:
    """Learns until then; now and again weights are written and measured."""
    began, due = monotonic(), 0.0
    while True:
        over = monotonic() >= until
        if over or monotonic() >= due:
            write_brain(path, learner.brain())
            reached = {"minutes": round((monotonic() - began) / 60, 2), "moves": learner.moves}
            measured(read_brain.__wrapped__(path), reached)
            due = monotonic() + min(PACE_S, (until - began) / 8)
        if over:
            return
        learner.play()
        learner.learn((until - monotonic()) / (until - began))


class Curve:
    """How well a task is played by and by, with what that came from; measured beside the learning."""

    def __init__(self, path: Path, told: dict[str, Any], beside: Executor) -> None:
        self.path, self.told, self.beside = path.with_suffix(".json"), told, beside
        self.points, self.waiting = list[dict[str, float]](), list[Future[None]]()

    def __call__(self, brain: Brain, reached: dict[str, float]) -> None:
        """One more point, as soon as there is time; what went wrong with an earlier one is raised."""
        for one in self.waiting:
            if one.done():
                one.result()
        self.waiting.append(self.beside.submit(self._measure, brain, reached))

    def _measure(self, brain: Brain, reached: dict[str, float]) -> None:
        """Measures and writes."""
        self.points.append(reached | measure(brain, self.told["game"], self.told["seats"]))
        written = json.dumps(self.told | self.points[-1] | {"curve": self.points})
        self.path.write_text(written + "\n", encoding="utf-8")
        print(self.told["game"], self.told["seats"], json.dumps(self.points[-1]), flush=True)


def learn_game(
    name: str, seats: int | None, minutes: float, *, device: str, games: int | None, seed: int, out: Path
) -> None:
    """The tasks of a game one after the other, each with the same time; what is compiled is compiled before."""
    end, numbers = monotonic() + 60 * minutes, SEATS[name] if seats is None else (seats,)
    if device == "cpu":
        torch.set_num_threads(1)
    first = Learner(name, numbers[-1], device, games, seed)
    first.play()
    first.learn(1.0)
    measure(first.brain(), name, numbers[-1])
    del first
    with ThreadPoolExecutor(1) as beside:
        for place, number in enumerate(numbers):
            learner, path = Learner(name, number, device, games, seed), out / file_name(name, number)
            curve, now = Curve(path, card(learner, seed), beside), monotonic()
            learn_task(learner, now + (end - now) / (len(numbers) - place), path, curve)


def card(learner: Learner, seed: int) -> dict[str, Any]:
    """What a curve came from."""
    lots = {"games": learner.size, "steps": STEPS, "parts": PARTS, "epochs": EPOCHS, "width": WIDTH}
    rates = {"rate": RATE, "entropy": ENTROPY, "clip": CLIP, "lambda": LAMBDA, "norm": NORM, "error": ERROR}
    code = b"".join((FOLDER / f"{file}.py").read_bytes() for file in ("ppo", "self_play"))
    where = torch.cuda.get_device_name() if learner.device == "cuda" else "cpu"
    return {
        "game": learner.name,
        "seats": learner.seats,
        "seed": seed,
        "settings": lots | rates | {"towards": TOWARDS[learner.name]},
        "machine": {"device": where, "torch": torch.__version__, "numpy": np.__version__},
        "sources": sum_of_sources(),
        "code": sha256(code).hexdigest(),
    }


def learn_all(minutes: float, **settings: Any) -> None:
    """Every game in a process of its own, side by side; the exit status is that of the worst."""
    options = [f"--{name}={value}" for name, value in settings.items() if value is not None]
    command = [sys.executable, "-m", "examples.agents.ppo", f"--minutes={minutes}", *options]
    alone = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # products are small: threads would only wait for each other
    started = [subprocess.Popen([*command, name], env=alone) for name in SEATS]
    sys.exit(max(process.wait() for process in started))
