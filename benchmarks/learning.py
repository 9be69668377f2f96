"""How the learners of the guide learn: `python -m benchmarks.learning [MOVES]` runs both and draws their curves.

What they print is kept in build/learning; a file that is there already is not made again.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from smalti.kernel.picture import document, tag, text

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "pictures" / "learning.svg"
LEARNERS = {"maskable_ppo": "MaskablePPO (sb3-contrib)", "plain_ppo": "PPO by hand"}
WIDTH, HEIGHT, LEFT, BOTTOM = 640, 320, 50, 40
STYLE = """
.smalti .axis{stroke:var(--grout);fill:none}
.smalti .curve{stroke:var(--ink);fill:none;stroke-width:2;stroke-linejoin:round}
.smalti .dashed{stroke-dasharray:7 4}
.smalti .dotted{stroke-dasharray:2 4}
.smalti .mixed{stroke-dasharray:12 4 2 4}
"""
KINDS = ("curve", "curve dashed", "curve dotted", "curve mixed")
Curve = list[tuple[float, float]]


def learn(name: str, moves: str) -> Curve:
    """What a learner printed: moves made, and the mean points of its last games."""
    kept = ROOT / "build" / "learning" / f"{name}.txt"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, str(ROOT / "examples" / "learning" / f"{name}.py"), moves]
        kept.write_text(subprocess.run(command, check=True, capture_output=True, text=True).stdout, encoding="utf-8")
    lines = [line.split() for line in kept.read_text(encoding="utf-8").splitlines()]
    return [(float(moves), float(points)) for moves, points in lines]


def draw(
    curves: dict[str, Curve], label: str, *, every: int, sign: str, end: str, key: tuple[int, int] = (LEFT + 10, 24)
) -> str:
    """A line for each curve, marks on the left `every` so many, written with a `sign`; `end` stands on the right, and
    which line is whose from `key` on."""
    last, most = (max(one[n] for curve in curves.values() for one in curve) for n in (0, 1))
    top = every * -(-most // every)

    def at(x: float, y: float) -> tuple[float, float]:
        return LEFT + (WIDTH - LEFT - 20) * x / last, HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 30) * y / top

    parts = []
    for value in range(0, int(top) + 1, every):
        (x, y), (right, _) = at(0, value), at(last, value)
        parts += [
            tag("path", class_="axis", d=f"M{x:.0f} {y:.1f}H{right:.0f}"),
            text(12, y + 5, sign.format(value), font_size=14),
        ]
    for n, (name, curve) in enumerate(curves.items()):
        path = "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in (at(*one) for one in curve))
        x, y = key[0], key[1] + 22 * n
        parts += [tag("path", class_=KINDS[n], d=path), tag("path", class_=KINDS[n], d=f"M{x} {y}h36")]
        parts.append(text(x + 44, y + 5, name, font_size=14))
    parts.append(text(WIDTH - 190, HEIGHT - 12, end.format(last), font_size=14))
    return document(label, WIDTH, HEIGHT, "".join(parts), style=STYLE) + "\n"


def main(moves: str = "250000") -> None:
    """Both learners, then the picture."""
    curves = {words: learn(name, moves) for name, words in LEARNERS.items()}
    label = "Mosaix alone: points made, mean of the last 300 games, by moves"
    PICTURE.write_text(draw(curves, label, every=5, sign="+{}", end="{:,.0f} moves"), encoding="utf-8")
    for words, curve in curves.items():
        print(f"{words}: {curve[0][1]:+.1f} at first, {curve[-1][1]:+.1f} after {curve[-1][0]:,.0f} moves")


if __name__ == "__main__":
    main(*sys.argv[1:])
