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
"""
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


def draw(curves: dict[str, Curve]) -> str:
    """Points over moves, a line for each learner."""
    most_moves, most = (max(one[n] for curve in curves.values() for one in curve) for n in (0, 1))
    top = 5.0 * (int(most / 5) + 1)

    def at(moves: float, points: float) -> tuple[float, float]:
        return LEFT + (WIDTH - LEFT - 20) * moves / most_moves, HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 30) * points / top

    parts = []
    for points in range(0, int(top) + 1, 5):
        (x, y), (end, _) = at(0, points), at(most_moves, points)
        parts += [
            tag("path", class_="axis", d=f"M{x:.0f} {y:.1f}H{end:.0f}"),
            text(12, y + 5, f"+{points}", font_size=14),
        ]
    for n, (name, curve) in enumerate(curves.items()):
        places = [at(*one) for one in curve]
        path = "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in places)
        style = "curve dashed" if n else "curve"
        mark = 24 + 22 * n
        parts += [tag("path", class_=style, d=path), tag("path", class_=style, d=f"M{LEFT + 10} {mark}h36")]
        parts.append(text(LEFT + 54, mark + 5, name, font_size=14))
    parts.append(text(WIDTH - 190, HEIGHT - 12, f"{most_moves:,.0f} moves", font_size=14))
    label = "Mosaix alone: points made, mean of the last 300 games, by moves"
    return document(label, WIDTH, HEIGHT, "".join(parts), style=STYLE) + "\n"


def main(moves: str = "250000") -> None:
    """Both learners, then the picture."""
    curves = {words: learn(name, moves) for name, words in LEARNERS.items()}
    PICTURE.write_text(draw(curves), encoding="utf-8")
    for words, curve in curves.items():
        print(f"{words}: {curve[0][1]:+.1f} at first, {curve[-1][1]:+.1f} after {curve[-1][0]:,.0f} moves")


if __name__ == "__main__":
    main(*sys.argv[1:])
