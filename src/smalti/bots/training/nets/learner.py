"""What a network learns from: positions, and what is to be expected of each before the next outcome."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np

from smalti.bots.training.nets.layers import Layers, new_layers
from smalti.bots.training.nets.lesson import NetLesson
from smalti.bots.training.nets.network import Network, Tensor, find_device, judge, placed
from smalti.bots.training.nets.playing import TOP, Seen
from smalti.kernel.extras import extra
from smalti.kernel.thinking import Weights
from smalti.kernel.vision import Turns, Vision

with extra("net", "learning a network"):
    import torch

NEAR = 5.0
"""Turns further below the best are not looked at by the network when a goal is made."""
PART = 2048
"""So many positions are learned from at once."""
EPOCHS = 3
"""So often a sweep goes through its positions."""
FOLLOW = 0.5
"""How much nearer the copy that makes the goals comes to the teacher after each sweep."""
DECAY, STEEP, CLIP = 1e-3, 3.0, 5.0
"""Weights shrink a little; errors above so many points count no more than linearly; no step is larger than this."""


class Memory:
    """The last positions seen, where the network is."""

    def __init__(self, vision: Vision, room: int, device: str) -> None:
        self.room, self.device, self.seen = room, device, 0
        cells, turns = vision.mirrors.shape[1], (len(vision.chances), TOP)

        def rows(kind: Any, *shape: int) -> Tensor:
            return torch.empty((room, *shape), dtype=kind, device=device)

        self.codes, self.lefts, self.values = rows(torch.uint8, cells), rows(torch.uint8), rows(torch.float32)
        self.after = {
            "codes": rows(torch.uint8, *turns, cells),
            "lefts": rows(torch.uint8, *turns),
            "values": rows(torch.float32, *turns),
            "kinds": rows(torch.uint8, *turns),
        }

    def __len__(self) -> int:
        return min(self.seen, self.room)

    def add(self, seen: Seen) -> None:
        """Remembers some positions; the oldest are forgotten where there is no more room."""
        number = len(seen.codes)
        at = torch.arange(self.seen, self.seen + number, device=self.device) % self.room
        for rows, array in ((self.codes, seen.codes), (self.lefts, seen.lefts), (self.values, seen.values)):
            rows[at] = torch.from_numpy(array).to(self.device)
        for name, rows in self.after.items():
            rows[at] = torch.from_numpy(getattr(seen.after, name)).to(self.device)
        self.seen += number


class Learner:
    """Two networks that learn the same goals: a large one, whose copy makes them and plays, and a small one to ship."""

    def __init__(self, vision: Vision, lesson: NetLesson, cores: int) -> None:
        device = self.device = find_device(lesson.device)
        if device == "cpu":
            torch.set_num_threads(cores)
        own, its = (np.random.default_rng(one) for one in np.random.SeedSequence(lesson.seed).spawn(2))
        self.dice = torch.Generator(device).manual_seed(lesson.seed)
        self.teacher = placed(vision, new_layers(lesson.teacher, vision, own), device)
        self.pupil = placed(vision, new_layers(lesson.pupil, vision, its), device)
        self.optimizers = [
            torch.optim.AdamW(list(one.layers.values()), lr=0.0, weight_decay=DECAY) for one in self.networks
        ]
        self.follower = self.teacher.frozen()
        self.actor = self.follower.frozen(fast=True)
        self.memory = Memory(vision, lesson.room, device)
        self.mirrors = torch.as_tensor(vision.mirrors, device=device)
        self.exchanges = torch.as_tensor(vision.exchanges, device=device)
        self.chances = torch.as_tensor(vision.chances, dtype=torch.float32, device=device)
        self._aside = torch.cuda.Stream(priority=-1) if device == "cuda" else None
        self._wait()

    @property
    def networks(self) -> tuple[Network, Network]:
        """Who learns."""
        return self.teacher, self.pupil

    def judge(self, turns: Turns, mirror: int, exchange: int) -> Weights:
        """What turns are worth to whoever plays, in a thread that does not wait for what the learner has queued."""
        aside: AbstractContextManager[Any] = torch.cuda.stream(self._aside) if self._aside else nullcontext()
        with aside:
            codes, lefts, values, kinds = (
                torch.from_numpy(array).to(self.device)
                for array in (turns.codes, turns.lefts, turns.values, turns.kinds)
            )
            worth = judge(self.actor, codes, lefts, values, kinds, view=(mirror, exchange))
            found: Weights = worth.cpu().numpy()
        return found

    def sweep(self, size: int, rate: float) -> tuple[float, float]:
        """Learns from positions drawn from the memory; how far off their goals the evaluation was, and the pupil."""
        for optimizer in self.optimizers:
            optimizer.param_groups[0]["lr"] = rate
        rows = self._draw(len(self.memory), size)
        goals = self.goals(rows)
        before = float(((goals - self.memory.values[rows]) ** 2).mean())
        squares = torch.zeros((), device=self.device)
        for epoch in range(EPOCHS):
            for part in torch.randperm(size, generator=self.dice, device=self.device).split(PART):
                errors = self.step(rows[part], goals[part])
                if epoch == 0:
                    squares += errors.sum()
        self.follower.follow(self.teacher, FOLLOW)
        off = float(squares) / size
        assert np.isfinite(off), "the network has lost its numbers"
        return before**0.5, off**0.5

    def goals(self, rows: Tensor) -> Tensor:
        """What is to be expected: after every outcome the best turn, as the follower judges what it leaves."""
        found = []
        for part in rows.split(PART):
            after = {name: array[part] for name, array in self.memory.after.items()}
            found.append(judge(self.actor, **after, near=NEAR).amax(2) @ self.chances)
        return torch.cat(found)

    def step(self, rows: Tensor, goals: Tensor) -> Tensor:
        """Both networks learn from some positions, each looked at by any of the symmetries; the pupil's squared
        errors before."""
        memory, errors = self.memory, torch.zeros(())
        mirrors = self.mirrors[self._draw(len(self.mirrors), len(rows))]
        exchanges = self.exchanges[self._draw(len(self.exchanges), len(rows))]
        codes = exchanges.gather(1, memory.codes[rows].gather(1, mirrors).long())
        lefts, values = memory.lefts[rows], memory.values[rows]
        for network, optimizer in zip(self.networks, self.optimizers, strict=True):
            # Two threads with a cache of casts in common would read what the other's stream has not yet written.
            with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False):
                found = network(codes, lefts, values)
            loss = torch.nn.functional.smooth_l1_loss(found, goals - values, beta=STEEP)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(list(network.layers.values()), CLIP)
            optimizer.step()
            errors = (found.detach() - (goals - values)) ** 2
        return errors

    def hand_over(self) -> Layers:
        """Who plays judges from now on by what the follower has come to; what the pupil has learned."""
        self.actor = self.follower.frozen(fast=True)
        self._wait()
        return self.pupil.numbers()

    def tool(self) -> str:
        """What it learned with."""
        where = torch.cuda.get_device_name() if self.device == "cuda" else "cpu"
        return f"PyTorch {torch.__version__}, {where}"

    def _draw(self, most: int, number: int) -> Tensor:
        return torch.randint(most, (number,), generator=self.dice, device=self.device)

    def _wait(self) -> None:
        """Everything queued is done, so that another stream may read it."""
        if self.device == "cuda":
            torch.cuda.synchronize()
