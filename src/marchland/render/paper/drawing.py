"""A drawing as SVG."""

from __future__ import annotations

from html import escape

from marchland.kernel.documents import Drawing, Label, Shape


def svg(drawing: Drawing) -> str:
    """One self-contained <svg> element that reads aloud as its description."""
    body = "".join((*map(_shape, drawing.shapes), *map(_label, drawing.labels)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawing.width:g} {drawing.height:g}" role="img" '
        f'font-family="sans-serif"><title>{escape(drawing.caption)}</title><desc>{escape(drawing.description)}</desc>{body}</svg>'
    )


def _shape(shape: Shape) -> str:
    path = "".join(_ring(ring, shape.closed) for ring in shape.rings)
    stroke = f' stroke="{escape(shape.stroke)}" stroke-width="{shape.width:g}"' if shape.stroke else ""
    dashes = ' stroke-dasharray="4 3"' if shape.dashed else ""
    title = f"<title>{escape(shape.title)}</title>" if shape.title else ""
    return f'<path d="{path}" fill="{escape(shape.fill or "none")}" fill-rule="evenodd"{stroke}{dashes}>{title}</path>'


def _ring(ring: tuple[tuple[float, float], ...], closed: bool) -> str:
    points = "L".join(f"{x:g} {y:g}" for x, y in ring)
    return f"M{points}" + ("Z" if closed else "")


def _label(label: Label) -> str:
    weight = ' font-weight="bold"' if label.bold else ""
    x, y = label.at
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{label.size:g}" fill="{escape(label.colour)}" text-anchor="middle"{weight}>'
        f"{escape(label.text)}</text>"
    )
