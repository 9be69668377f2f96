from smalti.kernel.scene import Scene


def scene(state, seat, language):
    return Scene("x", 1, 1, ())
