"""Pictures as pixels, drawn by resvg."""

from __future__ import annotations

import io
import re

import numpy as np
import numpy.typing as npt

from smalti.kernel.extras import extra
from smalti.kernel.picture import LIGHT

with extra("pictures", "a picture in pixels"):
    import resvg_py
    from PIL import Image

PROPERTY = re.compile(r"var\(--([\w-]+)(?:,([^()]*))?\)")


def raster(svg: str, width: int) -> npt.NDArray[np.uint8]:
    """A picture as [row, column, colour]. Custom properties of CSS, which resvg does not know, are filled in."""
    filled = PROPERTY.sub(lambda found: LIGHT.get(found[1], found[2] or "none"), svg)
    png = resvg_py.svg_to_bytes(svg_string=filled, width=width, background=LIGHT["plaster"])
    return np.array(Image.open(io.BytesIO(bytes(png))).convert("RGB"))
