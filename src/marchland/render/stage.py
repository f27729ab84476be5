"""The stage: a scene becomes the parts of a page.

Every part is a piece of HTML or SVG under a name of its own, so that a page can replace just what has changed. `board` holds the
whole drawing with its ground; `tints`, `pieces` and `hits` are its moving layers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache, lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from marchland.kernel.board import Board
from marchland.kernel.contract import Placing, Storied
from marchland.kernel.title import Title
from marchland.words import speaker

from . import plain
from .chart import chart_facts
from .ground import Ground, survey
from .kept import Kept
from .mapfile import Place
from .needs import Need, given, names_in, needs_of
from .options import Menu, menu_of
from .scene import Scene

TEMPLATES = Path(__file__).parent / "templates"

Context = dict[str, Any]


@lru_cache(maxsize=32)
def environment(folder: Path | None = None) -> Environment:
    """Our templates, and those of one title under `title/`."""
    own = FileSystemLoader(TEMPLATES)
    loaders = [own, PrefixLoader({"title": FileSystemLoader(folder)})] if folder else [own]
    stage = Environment(
        loader=ChoiceLoader(loaders),
        autoescape=True,
        auto_reload=False,  # a template is read once: looking at its file for every part of every page costs more than drawing some
        cache_size=-1,  # and kept for good: there are few, and forgetting the oldest takes a lock at each of fifty lookups a page
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        extensions=[Kept],
    )
    stage.template_class = MacrosOnce
    stage.filters |= {"seat_name": lambda seat, scene: scene.named(seat)}
    return stage


class MacrosOnce(Template):
    """A template whose macros others import: once for all parts of a page, as long as they find the same things there."""

    def make_module(self, vars: Any = None, shared: bool = False, locals: Any = None) -> Any:
        page: Context | None = (vars or {}).get("page")
        if page is None or self.name is None:
            return super().make_module(vars, shared, locals)
        seen = {**vars, **(locals or {})}
        if any(seen.get(name) is not page.get(name) for name in names_in(self.environment, self.name)):
            return super().make_module(vars, shared, locals)
        made = page["macros"].get(self.name)
        if made is None:
            made = page["macros"][self.name] = super().make_module(vars, shared, locals)
        return made


class Part(NamedTuple):
    """A part as it was drawn, and what it was drawn from."""

    given: dict[Need, Any] | None
    html: str


class Drawn:
    """What was last drawn for one viewer of one table, in one language. Whoever keeps it hands it to nobody else."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.board: tuple[Any, Board] | None = None
        self.pieces: dict[Any, tuple[list[Any], str]] = {}
        self.said: dict[str, tuple[Any, Markup]] = {}


def draw(scene: Scene, only: Collection[str] | None = None, last: Drawn | None = None) -> dict[str, str]:
    """The parts of the page, or those named; those whose needs have not changed since the `last` time are taken from there."""
    last = last or Drawn()
    scene = _placed(scene)
    context = _context(scene, last)
    drawers = _drawers(scene, context, last)
    return {name: drawer() for name, drawer in drawers.items() if only is None or name in only}


LIVE = ("tints", "pieces", "hits", "prompt", "actions", "desk", "choices", "controls", "seats", "panels", "tableau", "text", "end")
"""The parts a refresh sends: all but the ground."""


def _drawers(scene: Scene, context: Context, last: Drawn) -> dict[str, Callable[[], str]]:
    ground = context["ground"]
    names = ("prompt", "actions", "desk", "choices", "controls", "seats", "text", "end")
    templates = {name: f"{name}.html" for name in names} | {"panels": _own_or_ours(scene, "panels.html")}
    if ground is None:
        templates["tableau"] = "tableau.html"
    else:
        templates |= _layers(scene)
    drawers: dict[str, Callable[[], str]] = {
        name: partial(_part, scene, context, name, template, last) for name, template in templates.items()
    }
    if ground is not None:
        drawers["board"] = partial(_board, scene, context, last)
    drawers["defs"] = partial(_fill, scene, context, "defs.html")
    drawers["panels_name"] = lambda: str(context["board"].panels_name or context["say"]("details"))
    return drawers


def _layers(scene: Scene) -> dict[str, str]:
    """The moving layers of the drawing."""
    return {"tints": _own_or_ours(scene, "tints.svg"), "pieces": _own_or_ours(scene, "pieces.svg"), "hits": "hits.svg"}


def _part(scene: Scene, context: Context, name: str, template: str, last: Drawn) -> str:
    """A part of the page: drawn, unless all it is drawn from is what it was the last time."""
    now = given(context, needs_of(environment(board_folder(scene.title)), template))
    known = last.parts.get(name)
    if known is not None and now is not None and known.given == now:
        return known.html
    html = _fill(scene, context, template)
    last.parts[name] = Part(now, html)
    return html


def _context(scene: Scene, last: Drawn) -> Context:
    board = _board_since(scene, last)
    ground = survey(board.map, scene.language) if board.map else None
    context = {
        "menu": _menu(scene, board, ground),
        "scene": scene,
        "view": scene.view,
        "language": scene.language,
        "board": board,
        "ground": ground,
        "holders": board.holders,
        "with_seas": board.with_seas,
        "compass": board.compass,
        "asset": scene.asset,
        "say": speaker(scene.language),
        "word": partial(_word, scene.title, scene.language),
        "spoken": partial(_said, scene, board, ground, last),
        "people": partial(_people, scene),
        "rule_name": partial(rule_name, scene.title, scene.language),
        "own_seat": _has(scene, "title/seat.html"),
        "own_asked": _has(scene, "title/asked.html"),
        "macros": {},
        "pieces": last.pieces,
        **_ranked(scene),
    }
    return {**context, "page": context, "given_to": lambda template: _given_to(scene, context, template)}


def _given_to(scene: Scene, context: Context, template: str) -> Any:
    """All that an included template reads, to compare with what it read the last time; itself where that is not possible."""
    found = given(context, needs_of(environment(board_folder(scene.title)), template))
    return object() if found is None else found


def _board_since(scene: Scene, last: Drawn) -> Board:
    """What the board says of the view; the same as the last time if the view is."""
    seen = (scene.view, scene.recent, scene.names)
    known = last.board
    if known is None or known[0] != seen:
        known = last.board = (seen, board_of(scene))
    return known[1]


def _said(scene: Scene, board: Board, ground: Ground | None, last: Drawn, place: Place) -> Markup:
    """What is spoken of a place: by the map, by the text beside it, and mostly the same as the last time."""
    about = (board.holders.get(place.id), scene.names)
    known = last.said.get(place.id)
    if known is None or known[0] != about:
        known = last.said[place.id] = (about, escape(_spoken(scene, board, ground, place)))
    return known[1]


def _menu(scene: Scene, board: Board, ground: Ground | None) -> Menu:
    """The viewer's options, told apart by what they touch on the drawing."""
    drawn = {thing.id for thing in board.things} | (set(ground.spots) if ground else set())
    return menu_of(scene, drawn, board.notes)


def _placed(scene: Scene) -> Scene:
    """Options on a piece can also be reached by pointing at the place where it lies, if the title's board says where."""
    board = scene.title.parts.board
    if not scene.choices or not isinstance(board, Placing):
        return scene
    choices = [
        msgspec.structs.replace(choice, touches=_with_places(choice.touches, partial(board.place_of, scene.view)))
        for choice in scene.choices
    ]
    return msgspec.structs.replace(scene, choices=choices)


def _with_places(touches: tuple[str, ...], place_of: Callable[[str], str]) -> tuple[str, ...]:
    places = (place_of(target) for target in touches)
    return tuple(dict.fromkeys((*touches, *(place for place in places if place))))


def _ranked(scene: Scene) -> Context:
    """Seats from the best to the last; equal scores share a rank."""
    if scene.outcome is None:
        return {"ranking": (), "ranks": {}}
    scores, winners = scene.outcome.scores, scene.outcome.winners
    order = sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat], seat))
    ranks = {seat: 1 if seat in winners else 1 + sum(other > scores[seat] for other in scores) for seat in order}
    return {"ranking": order, "ranks": ranks, "chart": chart_facts(scene.series)}


def board_of(scene: Scene) -> Board:
    """What the title's own board says of the view, or the plain one."""
    part = scene.title.parts.board
    if part is None:
        return plain.scene(scene.title, scene.view, scene.language)
    board = part.scene(scene.view, scene.language)
    if not isinstance(part, Storied):
        return board
    return msgspec.structs.replace(board, story=part.story(scene.recent, scene.view, scene.language, scene.names))


def board_folder(title: Title) -> Path | None:
    """Where a title keeps the templates of its own board."""
    return _board_in(import_module(title.package).__file__ or "") if title.parts.board is not None else None


@cache
def _board_in(package: str) -> Path:
    return Path(package).parent / "board"


def tells_stories(title: Title) -> bool:
    """Does the title's board draw what happened lately, beside what is?"""
    return isinstance(title.parts.board, Storied)


def _word(title: Title, language: str, key: str) -> str:
    return title.phrases.word(key, language)


def rule_name(title: Title, language: str, rule_id: str) -> str:
    rule = title.catalogue.rules.get(rule_id)
    return rule.name[language] if rule else rule_id


def _spoken(scene: Scene, board: Board, ground: Ground | None, place: Place) -> str:
    """What a screen reader says of a space: name, ground, and what stands there."""
    mark = board.holders.get(place.id)
    kind = "" if ground is None else ground.sheet.terrains.get(place.terrain, {}).get(scene.language, "")
    symbols = () if place.kind == "city" else place.symbols
    words = [place.name[scene.language], kind, *(_word(scene.title, scene.language, symbol) for symbol in symbols)]
    if mark:
        words.append(mark.text.format(*_names(scene), name=scene.named(mark.seat)))
    return ", ".join(word for word in words if word)


def _people(scene: Scene, text: str) -> str:
    return text.format(*_names(scene))


def _names(scene: Scene) -> list[str]:
    """What fills the gaps `{0}`, `{1}`... in a board's texts: whoever sits there."""
    return [scene.named(seat) for seat in range(scene.title.seats[-1])]


# -- the drawing ---------------------------------------------------------------------------------------


def _fill(scene: Scene, context: Context, template: str) -> str:
    return environment(board_folder(scene.title)).get_template(template).render(context).strip()


def _own_or_ours(scene: Scene, template: str) -> str:
    """The title's own template, if it has one."""
    return f"title/{template}" if _has(scene, f"title/{template}") else template


def _has(scene: Scene, template: str) -> bool:
    folder = board_folder(scene.title)
    return folder is not None and _exists(folder / template.removeprefix("title/"))


@cache
def _exists(template: Path) -> bool:
    return template.exists()


def _board(scene: Scene, context: Context, last: Drawn) -> str:
    layers = {name: _part(scene, context, name, template, last) for name, template in _layers(scene).items()}
    layers |= {"over_ground": _own(scene, context, "title/ground.svg"), "chart": _own(scene, context, "title/chart.svg")}
    board, sheet = context["board"], context["ground"].sheet
    whole = (-board.margin, -board.margin, sheet.width + 2 * board.margin, sheet.height + 2 * board.margin)
    frame = " ".join(str(side) for side in board.frame or whole)
    return _fill(scene, context | {"frame": frame} | {name: Markup(layer) for name, layer in layers.items()}, "board.svg")


def _own(scene: Scene, context: Context, template: str) -> str:
    """A template that a title may have or not."""
    return _fill(scene, context, template) if _has(scene, template) else ""


def page_assets(title: Title) -> tuple[str, ...]:
    """Stylesheets of the title, relative to the static root."""
    sheet = title.folder / "board" / "static" / "board.css"
    return (f"games/{title.id}/board.css",) if sheet.exists() else ()


def banner(title: Title) -> str:
    """A strip of the title's board for the list of games, relative to the static root; empty if it has none."""
    return f"games/{title.id}/banner.webp" if (title.folder / "board" / "static" / "banner.webp").exists() else ""
