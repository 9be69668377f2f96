"""PPO in one file, as CleanRL writes it, on a batch of Mosaix alone: `python examples/learning/plain_ppo.py [MOVES]`.

It prints how many moves were made and the mean points of the last games.
"""

import sys
from collections import deque

import numpy as np
import torch
from torch import nn

import smalti

GAMES, STEPS, STOP = 64, 32, 802
ALONE = np.r_[0 : 3 * 49, 12 * 49 : 631]  # the planes of other seats are empty

torch.manual_seed(1)
torch.set_num_threads(1)
games = smalti.batch("mosaix", GAMES, seats=1, seed=1, reward="points", threads=1)
policy = nn.Sequential(nn.Linear(len(ALONE), 64), nn.Tanh(), nn.Linear(64, games.game.course.action_count))
value = nn.Sequential(nn.Linear(len(ALONE), 64), nn.Tanh(), nn.Linear(64, 1))
weights = [*policy.parameters(), *value.parameters()]
optimizer = torch.optim.Adam(weights, lr=2e-3)
last = deque(maxlen=300)
began = smalti.new("mosaix", 1).scores()[0]


def look():
    """What is seen, and what may be done: stop only where nothing else is left."""
    masks = games.masks()
    masks[:, STOP] &= masks.sum(axis=1) == 1
    return torch.from_numpy(games.observe()[:, ALONE]), torch.from_numpy(masks)


def choices(seen, legal):
    """How likely each legal move is to be chosen."""
    return torch.distributions.Categorical(logits=policy(seen).masked_fill(~legal, -1e9))


@torch.no_grad()
def play():
    """A lot of moves, and how much better each was than expected."""
    rows, gains = [], []
    for _ in range(STEPS):
        seen, legal = look()
        chosen = choices(seen, legal)
        moves = chosen.sample()
        points, ended = games.step(moves.numpy())
        last.extend(games.results[ended, 0] - began)
        expected = value(seen)[:, 0]
        rows.append((seen, legal, moves, chosen.log_prob(moves), expected))
        gains.append((torch.from_numpy(points[:, 0].copy()), torch.from_numpy(~ended), expected))
    after, gain, better = value(look()[0])[:, 0], torch.zeros(GAMES), []
    for points, goes_on, expected in reversed(gains):
        gain = points + goes_on * (after + 0.95 * gain) - expected
        better.append(gain)
        after = expected
    return *map(torch.cat, zip(*rows, strict=True)), torch.cat(better[::-1])


def learn(seen, legal, moves, old, expected, better):
    """A few times over the lot, never too far from how it was played."""
    wanted, better = expected + better, (better - better.mean()) / (better.std() + 1e-8)
    for _ in range(4):
        for part in torch.randperm(len(moves)).split(256):
            chosen = choices(seen[part], legal[part])
            ratio = (chosen.log_prob(moves[part]) - old[part]).exp()
            gain = torch.min(ratio * better[part], ratio.clamp(0.8, 1.2) * better[part]).mean()
            error = (value(seen[part])[:, 0] - wanted[part]).square().mean()
            optimizer.zero_grad()
            (0.05 * error - gain - 0.003 * chosen.entropy().mean()).backward()
            nn.utils.clip_grad_norm_(weights, 5.0)
            optimizer.step()


made = 0
while made < (int(sys.argv[1]) if len(sys.argv) > 1 else 250_000):
    learn(*play())
    made += GAMES * STEPS
    print(made, f"{np.mean(last) if last else 0:.2f}", flush=True)
