"""A network in PyTorch: towers that see a grid from their own side, and a head that hears all of them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from smalti.bots.training.nets.layers import FACTOR, Layers, block
from smalti.kernel.errors import SmaltiError
from smalti.kernel.extras import extra
from smalti.kernel.vision import GOES_ON, Vision

with extra("net", "learning a network"):
    import torch
    from torch.nn import functional

Tensor: TypeAlias = Any
AT_ONCE = {"cpu": 256, "cuda": 65536}
"""So many turns are judged in one go: what they need stays near to a core, or keeps a GPU busy."""


def find_device(name: str) -> str:
    """Where a network learns."""
    if name not in ("cpu", "cuda"):
        raise SmaltiError(f"the device {name!r} is neither cpu nor cuda")
    if name == "cuda" and not torch.cuda.is_available():
        raise SmaltiError("a network on a GPU needs an NVIDIA GPU, its driver and a PyTorch for it; none was found")
    return name


class Network:
    """Layers on a device: by how many points more a grid promises than the evaluation says."""

    def __init__(self, vision: Vision, layers: dict[str, Tensor], device: str) -> None:
        self.vision, self.layers, self.device = vision, layers, device
        self.planes = torch.as_tensor(vision.planes, device=device)
        self.side = int(vision.mirrors.shape[1] ** 0.5)
        self.blocks = [block(n) for n in range(len(layers)) if f"{block(n)[0]}.weight" in layers]

    def __call__(self, codes: Tensor, lefts: Tensor, values: Tensor) -> Tensor:
        """Of some grids: [grid, cell], what is left of the scale, what the evaluation expects."""
        towers, (middle, spread) = len(self.planes), self.vision.usual
        x = self.towers(codes)
        scale = functional.one_hot(lefts.long(), self.vision.lefts).float()
        free = (codes == 0).float().mean(1, keepdim=True)
        common = torch.cat([scale, free, (values[:, None] - middle) / spread], 1)
        seen = [x.mean((2, 3)).float(), x.amax((2, 3)).float(), common.repeat_interleave(towers, 0)]
        y = functional.relu(self.through("two", functional.relu(self.through("one", torch.cat(seen, 1)))))
        y = y.view(len(codes), towers, -1).sum(1)
        y = functional.relu(self.through("three", torch.cat([y, common], 1)))
        return FACTOR * self.through("out", y).float()[:, 0]

    def towers(self, codes: Tensor) -> Tensor:
        """[grid x tower, channel, row, column]: what the towers find."""
        number, kind = len(self.planes), self.layers["first.weight"].dtype
        x = self.planes.to(kind)[:, codes.int()].transpose(0, 1)
        x = x.reshape(len(codes) * number, self.side, self.side, -1).permute(0, 3, 1, 2)
        x = functional.relu(self.around("first", x))
        for own, every, back, whole in self.blocks:
            shape = len(codes), number, *x.shape[1:]
            heard = self.around(every, x.view(shape).sum(1))[:, None]
            y = functional.relu((self.around(own, x).view(shape) + heard).view_as(x))
            y = y + self.through(whole, y.mean((2, 3)))[:, :, None, None]
            x = functional.relu(x + self.around(back, functional.relu(y)))
        return x

    def around(self, name: str, x: Tensor) -> Tensor:
        """A layer that sees each cell with its neighbours."""
        return functional.conv2d(x, self.layers[f"{name}.weight"], self.layers[f"{name}.bias"], padding=1)

    def through(self, name: str, x: Tensor) -> Tensor:
        """A layer that sees all of what it is given."""
        return functional.linear(x, self.layers[f"{name}.weight"], self.layers[f"{name}.bias"])

    def frozen(self, *, fast: bool = False) -> Network:
        """A copy that does not learn; a fast one has its towers in 16 bits on a GPU."""
        layers = {name: layer.detach().clone() for name, layer in self.layers.items()}
        if fast and self.device == "cuda":
            inside = ("first", *(name for names in self.blocks for name in names))
            for name in (f"{one}.{part}" for one in inside for part in ("weight", "bias")):
                layers[name] = layers[name].to(torch.bfloat16)
        return Network(self.vision, layers, self.device)

    def follow(self, other: Network, share: float) -> None:
        """Comes nearer to another network."""
        with torch.no_grad():
            for name, layer in self.layers.items():
                layer.lerp_(other.layers[name], share)

    def numbers(self) -> Layers:
        """The layers as NumPy has them."""
        return {name: np.array(layer.detach().float().cpu().numpy()) for name, layer in self.layers.items()}


def placed(vision: Vision, layers: Layers, device: str) -> Network:
    """A network on a device, ready to learn; its convolutions lie as a GPU reads them fastest."""
    found = {}
    for name, layer in layers.items():
        tensor = torch.tensor(layer, device=device)
        found[name] = tensor.to(memory_format=torch.channels_last) if layer.ndim == 4 else tensor
        found[name].requires_grad_(True)
    return Network(vision, found, device)


def judge(
    network: Network,
    codes: Tensor,
    lefts: Tensor,
    values: Tensor,
    kinds: Tensor,
    *,
    near: float = float("inf"),
    view: tuple[int, int] = (0, 0),
) -> Tensor:
    """What turns are worth: by the network where the game goes on and the evaluation is not `near` points below its
    best, else by the evaluation. All are looked at by one of the symmetries, `view`."""
    shape, vision = values.shape, network.vision
    on = (kinds == GOES_ON) & (values > values.amax(-1, keepdim=True) - near)
    codes, lefts, worth = codes.reshape(-1, codes.shape[-1]), lefts.reshape(-1), values.reshape(-1).clone()
    cells = torch.as_tensor(vision.mirrors[view[0]], device=network.device)
    exchange = torch.as_tensor(vision.exchanges[view[1]], device=network.device)
    with torch.no_grad():
        for at in on.reshape(-1).nonzero()[:, 0].split(AT_ONCE[network.device]):
            if len(at):
                worth[at] += network(exchange[codes[at][:, cells].int()], lefts[at], worth[at])
    return worth.view(shape)
