"""The stage: a scene becomes the parts of a page.

Every part is a piece of HTML or SVG under a name of its own, so that a page can replace just what has changed. `board` holds the
whole drawing with its ground; `tints`, `pieces` and `hits` are its moving layers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache, lru_cache, partial
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, Template, TemplateNotFound
from jinja2.utils import missing
from markupsafe import Markup

from marchland.kernel.board import Board
from marchland.kernel.catalogue import Catalogue
from marchland.kernel.phrasebook import Phrasebook
from marchland.kernel.title import Title
from marchland.words import speaker

from . import plain
from .chart import account, chart_facts, stacks
from .compiled import COMPILED
from .ground import Ground, survey
from .kept import Kept
from .needs import OF_ANY_MAPPING, Facts, Need, names_in, needs_of
from .options import Menu, menu_of
from .scene import Ending, Scene
from .spaces import Spaces, Voice

TEMPLATES = Path(__file__).parent / "templates"

Context = dict[str, Any]


@lru_cache(maxsize=32)
def environment(folder: Path | None = None) -> Environment:
    """Our templates, and those of one title under `title/`."""
    own = FileSystemLoader(TEMPLATES)
    loaders = [own, OfTitle(folder)] if folder else [own]
    stage = Stage(
        loader=ChoiceLoader(loaders),
        autoescape=True,
        auto_reload=False,  # a template is read once: looking at its file for every part of every page costs more than drawing some
        cache_size=-1,  # and kept for good: there are few, and forgetting the oldest takes a lock at each of fifty lookups a page
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        extensions=[Kept],
        bytecode_cache=COMPILED,
    )
    stage.template_class = MacrosOnce
    stage.filters |= {"seat_name": lambda seat, scene: scene.named(seat)}
    return stage


class Stage(Environment):
    """Most of what a board says is a mapping: its own key is looked for before Jinja tries, and fails, to find an attribute."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        try:
            if obj.__class__ is dict and attribute not in OF_ANY_MAPPING:
                return obj[attribute]
            return getattr(obj, attribute)
        except (AttributeError, KeyError):
            return super().getattr(obj, attribute)


class OfTitle(FileSystemLoader):
    """The templates of one title, each known by its whole name: `title/seat.html`."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        if not template.startswith("title/"):
            raise TemplateNotFound(template)
        return super().get_source(environment, template.removeprefix("title/"))


class MacrosOnce(Template):
    """A template whose macros others import: made once for all pages in a language that have the same things for them to read."""

    def make_module(self, vars: Any = None, shared: bool = False, locals: Any = None) -> Any:
        seen: Context = {**(vars or {}), **{name: thing for name, thing in (locals or {}).items() if thing is not missing}}
        read = {name: seen[name] for name in names_in(self.environment, self.name or "") if name in seen}
        macros: dict[Any, tuple[Context, Any]] = self.environment.__dict__.setdefault("macros", {})
        key = (self.name, seen.get("language"))
        known = macros.get(key)
        if known is None or known[0].keys() != read.keys() or any(known[0][name] is not thing for name, thing in read.items()):
            known = macros[key] = (read, super().make_module(read))
        return known[1]


class Part(NamedTuple):
    """A part as it was drawn, and what it was drawn from."""

    given: tuple[Any, ...]
    html: str


class Drawn:
    """What was last drawn for one viewer of one table, in one language. Whoever keeps it hands it to nobody else."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.facts: dict[Need, Any] = {}
        self.board: tuple[Any, Board] | None = None
        self.pieces: dict[Any, Any] = {}
        self.spaces: tuple[tuple[Any, ...], Spaces] | None = None
        self._marks: dict[str, tuple[str, str]] = {}

    def mark_of(self, name: str, html: str) -> str:
        """A part in short: a page that has a part with this mark has this part."""
        known = self._marks.get(name)
        if known is None or known[0] is not html:
            known = self._marks[name] = (html, blake2b(html.encode(), digest_size=6).hexdigest())
        return known[1]


def draw(scene: Scene, only: Collection[str] | None = None, last: Drawn | None = None) -> dict[str, str]:
    """The parts of the page, or those named; those whose needs have not changed since the `last` time are taken from there."""
    last = last or Drawn()
    scene = _placed(scene)
    context = _context(scene, last)
    drawers = _drawers(scene, context, last)
    return {name: drawer() for name, drawer in drawers.items() if only is None or name in only}


LIVE = ("tints", "pieces", "hits", "prompt", "actions", "desk", "choices", "controls", "seats", "panels", "tableau", "text", "end")
"""The parts a refresh sends: all but the ground."""
PAST = (*LIVE, "changes")
"""The parts a step of a replay sends."""


def _drawers(scene: Scene, context: Context, last: Drawn) -> dict[str, Callable[[], str]]:
    drawers: dict[str, Callable[[], str]] = {
        name: partial(_part, scene, context, name, template, last)
        for name, template in _templates(board_folder(scene.title), context["ground"] is not None).items()
    }
    if context["ground"] is not None:
        drawers["board"] = partial(_board, scene, context, last)
        drawers["layers"] = partial(_fill, scene, context, "layers.html")
        drawers["legend"] = partial(_fill, scene, context, "legend.html")
    drawers["defs"] = partial(_fill, scene, context, "defs.html")
    drawers["panels_name"] = lambda: str(context["board"].panels_name or context["say"]("details"))
    return drawers


@cache
def _templates(folder: Path | None, with_map: bool) -> dict[str, str]:
    """The template of each part that changes while one looks: the title's own, if it has one."""
    names = ("prompt", "actions", "desk", "choices", "controls", "seats", "text", "end")
    templates = {name: f"{name}.html" for name in names} | {"panels": _own_or_ours(folder, "panels.html")}
    return templates | (_layers(folder) if with_map else {"tableau": "tableau.html"})


@cache
def _layers(folder: Path | None) -> dict[str, str]:
    """The moving layers of the drawing."""
    return {
        "tints": _own_or_ours(folder, "tints.svg"),
        "pieces": _own_or_ours(folder, "pieces.svg"),
        "hits": "hits.svg",
        "changes": "changes.svg",
    }


def _part(scene: Scene, context: Context, name: str, template: str, last: Drawn) -> str:
    """A part of the page: drawn, unless all it is drawn from is what it was the last time."""
    now = context["given_to"](template)
    known = last.parts.get(name)
    if known is not None and known.given == now:
        return known.html
    html = _fill(scene, context, template)
    last.parts[name] = Part(now, html)
    return html


def _context(scene: Scene, last: Drawn) -> Context:
    board = _board_since(scene, last)
    folder = board_folder(scene.title)
    ground = survey(board.map, scene.language) if board.map else None
    voice = voice_of(scene)
    context = {
        "menu": _menu(scene, board, ground, voice),
        "scene": scene,
        "view": scene.view,
        "language": scene.language,
        "board": board,
        "words": board.words,
        "ground": ground,
        "holders": board.holders,
        "spaces": _spaces_since(board, ground, voice, last) if ground else {},
        "things": voice.of_things(board.things),
        "with_seas": board.with_seas,
        "compass": board.compass,
        "asset": scene.asset,
        "say": speaker(scene.language),
        "word": _word_in(scene.title.phrases, scene.language),
        "people": voice.filled,
        "rule_name": _rule_namer(scene.title.catalogue, scene.language),
        "own_seat": _has(folder, "seat.html"),
        "own_asked": _has(folder, "asked.html"),
        "own_key": _has(folder, "key.html"),
        "families": ground.families if ground else {},
        "pieces": last.pieces,
        **_ranked(scene),
    }
    facts, stage = Facts(context, last.facts), environment(folder)
    return {**context, "given_to": lambda template: facts.given(needs_of(stage, template))}


def _board_since(scene: Scene, last: Drawn) -> Board:
    """What the board says of the view; the same as the last time if the view is."""
    seen = (scene.view, scene.recent, scene.names)
    known = last.board
    if known is None or known[0] != seen:
        known = last.board = (seen, board_of(scene))
    return known[1]


def _spaces_since(board: Board, ground: Ground, voice: Voice, last: Drawn) -> Spaces:
    """What is said of every space, mostly the same as the last time; where nothing changed anywhere, the very same."""
    made_of = (voice, board.map, board.holders, board.with_seas, board.reach)
    if last.spaces is not None and last.spaces[0] == made_of:
        return last.spaces[1]
    before = last.spaces[1] if last.spaces is not None and last.spaces[0][0] == voice else {}
    found = voice.of_spaces(board, ground, before)
    last.spaces = (made_of, found)
    return found


def _menu(scene: Scene, board: Board, ground: Ground | None, voice: Voice) -> Menu:
    """The viewer's options, told apart by what they touch on the drawing."""
    drawn = {thing.id for thing in board.things} | (set(ground.spots) if ground else set())
    return menu_of(scene, drawn, board.notes, voice.filled)


def _placed(scene: Scene) -> Scene:
    """Options on a piece can also be reached by pointing at the place where it lies, if the title's board says where."""
    board = scene.title.parts.placing
    if not scene.choices or board is None:
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
    told = scene.ending or Ending()
    last = max(scene.entry, *(point["n"] for point in told.series), 1) if told.series else 1
    return {
        "ranking": order,
        "ranks": ranks,
        "chart": chart_facts(told.series),
        "account": account(told.gains),
        "stacks": stacks(told.gains, tuple(told.sources), order, last),
    }


def board_of(scene: Scene) -> Board:
    """What the title's own board says of the view, or the plain one."""
    part, storied = scene.title.parts.board, scene.title.parts.storied
    if part is None:
        return plain.scene(scene.title, scene.view, scene.language)
    board = part.scene(scene.view, scene.language)
    if storied is None:
        return board
    return msgspec.structs.replace(board, story=storied.story(scene.recent, scene.view, scene.language, scene.names))


def board_folder(title: Title) -> Path | None:
    """Where a title keeps the templates of its own board."""
    return _board_in(title.package) if title.parts.board is not None else None


@cache
def _board_in(package: str) -> Path:
    return Path(import_module(package).__file__ or "").parent / "board"


def tells_stories(title: Title) -> bool:
    """Does the title's board draw what happened lately, beside what is?"""
    return title.parts.storied is not None


@lru_cache(maxsize=128)
def _word_in(phrases: Phrasebook, language: str) -> Callable[[str], str]:
    return lambda key: phrases.word(key, language)


@lru_cache(maxsize=128)
def _rule_namer(catalogue: Catalogue, language: str) -> Callable[[str], str]:
    return partial(_rule_name, catalogue, language)


def _rule_name(catalogue: Catalogue, language: str, rule_id: str) -> str:
    rule = catalogue.rules.get(rule_id)
    return rule.name[language] if rule else rule_id


def rule_name(title: Title, language: str, rule_id: str) -> str:
    return _rule_name(title.catalogue, language, rule_id)


def voice_of(scene: Scene) -> Voice:
    """How its board is spoken of."""
    return Voice(scene.title.phrases, scene.language, _names(scene))


def _names(scene: Scene) -> tuple[str, ...]:
    """What fills the gaps `{0}`, `{1}`... in a board's texts: whoever sits there."""
    return tuple(scene.named(seat) for seat in range(scene.title.seats[-1]))


# -- the drawing ---------------------------------------------------------------------------------------


def _fill(scene: Scene, context: Context, template: str) -> str:
    return environment(board_folder(scene.title)).get_template(template).render(context).strip()


def _own_or_ours(folder: Path | None, template: str) -> str:
    """The title's own template, if it has one."""
    return f"title/{template}" if _has(folder, template) else template


@cache
def _has(folder: Path | None, template: str) -> bool:
    return folder is not None and (folder / template).exists()


def _board(scene: Scene, context: Context, last: Drawn) -> str:
    folder = board_folder(scene.title)
    layers = {name: _part(scene, context, name, template, last) for name, template in _layers(folder).items()}
    layers |= {"over_ground": _own(scene, context, "ground.svg"), "chart": _own(scene, context, "chart.svg")}
    board, sheet = context["board"], context["ground"].sheet
    whole = (-board.margin, -board.margin, sheet.width + 2 * board.margin, sheet.height + 2 * board.margin)
    frame = " ".join(str(side) for side in board.frame or whole)
    return _fill(scene, context | {"frame": frame} | {name: Markup(layer) for name, layer in layers.items()}, "board.svg")


def _own(scene: Scene, context: Context, template: str) -> str:
    """A template that a title may have or not."""
    return _fill(scene, context, f"title/{template}") if _has(board_folder(scene.title), template) else ""


def page_assets(title: Title) -> tuple[str, ...]:
    """Stylesheets of the title, relative to the static root."""
    sheet = title.folder / "board" / "static" / "board.css"
    return (f"games/{title.id}/board.css",) if sheet.exists() else ()


def banner(title: Title) -> str:
    """A strip of the title's board for the list of games, relative to the static root; empty if it has none."""
    return f"games/{title.id}/banner.webp" if (title.folder / "board" / "static" / "banner.webp").exists() else ""
