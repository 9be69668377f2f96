"""Random play in the libraries of others, each driven as its own documentation does it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.positions import list_chess, play_chess
from smalti.games import GAMES

Turn = Callable[[int], int]
Named = Iterator[tuple[str, Turn]]
PGX_GAMES = 1_000


def python_chess() -> Named:
    """Its board in a loop of Python, and how often it lists the legal moves of a middle game."""
    import chess

    yield "list and push", lambda decisions: counted(play_chess, chess, decisions)
    yield "legal moves, lists/s", lambda questions: counted(list_chess, chess, questions)


def counted(do: Callable[[Any, int], None], library: Any, times: int) -> int:
    """Does something so often, and says so."""
    do(library, times)
    return times


def open_spiel() -> Named:
    """Its C++ games and ours, from a loop in Python."""
    import pyspiel

    import smalti.envs.openspiel  # noqa: F401 - registers our games
    from smalti.cli.measure import play_open_spiel

    for name in ("connect_four", "backgammon", "smalti_mosaix", "smalti_maharani"):
        game, rng = pyspiel.load_game(name), random.Random(1)
        yield name, partial(whole_games, partial(play_open_spiel, game, rng, 1))
    cut, rng = pyspiel.load_game("smalti_majolica(horizon=400)"), random.Random(1)
    yield "smalti_majolica, cut after 400", partial(whole_games, partial(play_open_spiel, cut, rng, 1))


def whole_games(play: Callable[[], int], decisions: int) -> int:
    """Games until enough decisions were made."""
    made = 0
    while made < decisions:
        made += play()
    return made


def pettingzoo() -> Named:
    """Its classic games and ours, with their action masks."""
    from pettingzoo.classic import chess_v6, connect_four_v3, leduc_holdem_v4

    from smalti.envs.pettingzoo import env as ours

    for name, module in (("connect_four", connect_four_v3), ("chess", chess_v6), ("leduc_holdem", leduc_holdem_v4)):
        env = module.env()
        yield name, partial(whole_games, partial(play_pettingzoo, env))
    for name in GAMES:
        env = ours(name, most_moves=400)
        yield f"smalti_{name}, cut after 400", partial(whole_games, partial(play_pettingzoo, env))


def play_pettingzoo(env: Any) -> int:
    """One game, as the documentation shows it."""
    made = 0
    env.reset()
    for agent in env.agent_iter():
        observation, _, termination, truncation, info = env.last()
        if termination or truncation:
            env.step(None)
            continue
        mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
        env.step(env.action_space(agent).sample(mask))
        made += 1
    return made


def rlcard() -> Named:
    """Its card games, from small to large."""
    import rlcard as library

    for name in ("leduc-holdem", "limit-holdem", "uno", "gin-rummy", "doudizhu"):
        env, rng = library.make(name, config={"seed": 1}), random.Random(1)
        yield name, partial(whole_games, partial(play_rlcard, env, rng))


def play_rlcard(env: Any, rng: random.Random) -> int:
    """One game."""
    made = 0
    state, _ = env.reset()
    while not env.is_over():
        state, _ = env.step(rng.choice(list(state["legal_actions"])))
        made += 1
    return made


def pgx() -> Named:
    """Its batches on the CPU: a thousand games, twenty steps a call, all of it compiled by JAX."""
    import jax

    jax.config.update("jax_platforms", "cpu")
    for name in ("connect_four", "backgammon", "chess", "go_9x9"):
        yield f"{name}, {PGX_GAMES:,} games", play_pgx(name)


def play_pgx(name: str, steps: int = 20) -> Turn:
    """Random legal actions in all games; a game that ends begins again."""
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental.wrappers import auto_reset

    env = library.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choosing, chance = jax.random.split(key, 3)
        action = jax.random.categorical(choosing, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=1)
        return (step(state, action, jax.random.split(chance, PGX_GAMES)), key), None

    run = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=steps)[0])
    key = jax.random.PRNGKey(1)
    place = [(jax.jit(jax.vmap(env.init))(jax.random.split(key, PGX_GAMES)), key)]

    def turn(decisions: int) -> int:
        calls = max(1, decisions // (steps * PGX_GAMES))
        for _ in range(calls):
            place[0] = run(*place[0])
        jax.block_until_ready(place[0])
        return calls * steps * PGX_GAMES

    return turn


OTHERS: dict[str, Callable[[], Named]] = {
    "python-chess": python_chess,
    "OpenSpiel": open_spiel,
    "PettingZoo": pettingzoo,
    "RLCard": rlcard,
    "pgx": pgx,
}
