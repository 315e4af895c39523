"""Nets folded in space, to see whether they close: the printed side up, every fold a quarter turn away from it."""

from math import hypot


def folded(net):
    """Every panel's corners in space, by name; the first panel stays where it lies, in the plane z = 0."""
    maps = {net.panels[0].name: lambda p: p}
    for panel in net.panels[1:]:
        maps[panel.name] = _after(maps[panel.parent], _quarter(*panel.fold))
    return {panel.name: [maps[panel.name]((x, y, 0.0)) for x, y in panel.outline] for panel in net.panels}


def _after(outer, inner):
    return lambda p: outer(inner(p))


def _quarter(a, b):
    """Turn about the line a → b so that what lies on its left goes down."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    u = ((b[0] - a[0]) / length, (b[1] - a[1]) / length, 0.0)

    def turn(p):
        v = (p[0] - a[0], p[1] - a[1], p[2])
        along = sum(i * j for i, j in zip(u, v, strict=True))
        cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        # By -90 degrees: the part along u stays, the rest becomes minus u × v.
        turned = tuple(along * i - c for i, c in zip(u, cross, strict=True))
        return (turned[0] + a[0], turned[1] + a[1], turned[2])

    return turn


def apart(one, other, slack=1e-6):
    """Whether two convex outlines lie apart (they may touch): some side of one has all of the other beyond it."""
    for outline, rest in ((one, other), (other, one)):
        for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
            length = hypot(bx - ax, by - ay)
            if length and all(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length <= slack for x, y in rest):
                return True
    return False
