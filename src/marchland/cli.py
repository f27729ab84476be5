"""The `marchland` command: a contract that scripts rely on.

Exit codes: 0 done, 1 a check failed, 2 wrong usage. `--json` prints one JSON object on the last line.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from marchland.bots.arena import simulate as run_simulation
from marchland.bots.slow import HABITS
from marchland.kernel.catalogue import LANGUAGES
from marchland.kernel.errors import BadOption, MarchlandError, OtherRules, Tampered
from marchland.kernel.match import ACT, BACK, Entry, read_record
from marchland.kernel.replay import replay as replay_record
from marchland.kernel.scenario import ScenarioFailed, read_scenario, run_scenario
from marchland.kernel.strangers import read_yaml
from marchland.kernel.title import Title, find_title, titles

if TYPE_CHECKING:
    from marchland.bots.standings import Standings

CHECK_FAILED, WRONG_USAGE = 1, 2
# Typer shows the class of all wrong usage only through this subclass.
UsageError: type[Any] = typer.BadParameter.__bases__[0]

app = typer.Typer(help="Play and referee empire-building games.", no_args_is_help=True, add_completion=False)
scenario_app = typer.Typer(help="Positions with expectations, in YAML.", no_args_is_help=True)
app.add_typer(scenario_app, name="scenario")

console = Console()
notes = Console(stderr=True)

TitleArg = Annotated[str, typer.Argument(help="A title, as `marchland games` lists them.", metavar="TITLE")]
JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON object on the last line.")]
OptionList = Annotated[list[str] | None, typer.Option("--option", "-o", help="A game option as name=value; may be repeated.")]


def main() -> None:
    """Run the command; what a person did wrong is one line on standard error, never a traceback."""
    try:
        leaving = app(standalone_mode=False)
        sys.exit(leaving if isinstance(leaving, int) else 0)
    except typer.Abort:
        sys.exit(WRONG_USAGE)
    except (ScenarioFailed, Tampered, OtherRules) as failure:
        fail(str(failure), CHECK_FAILED)
    except MarchlandError as error:
        fail(str(error), WRONG_USAGE)
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}", WRONG_USAGE)
    except UsageError as error:
        fail(error.format_message(), WRONG_USAGE)


def fail(message: str, code: int) -> NoReturn:
    note(message)
    sys.exit(code)


def note(message: str) -> None:
    notes.print(f"marchland: {message}", style="red", markup=False, highlight=False, soft_wrap=True)


def print_json(data: dict[str, Any]) -> None:
    print(json.dumps(data, ensure_ascii=False))


def read_options(pairs: list[str] | None) -> dict[str, str]:
    options = {}
    for pair in pairs or []:
        name, sign, value = pair.partition("=")
        if not sign:
            raise BadOption(f"--option {pair!r}: write name=value")
        options[name] = value
    return options


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar on standard error for long work; silent when nobody watches."""
    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=notes, transient=True, disable=not notes.is_terminal) as progress:
        task = progress.add_task(label, total=total)
        yield lambda: progress.advance(task)


# -- titles and rules ----------------------------------------------------------------------------------


@app.command()
def games() -> None:
    """The titles, one per line."""
    for title_id in titles():
        print(title_id)


@app.command()
def rules(
    title: TitleArg,
    show_coverage: Annotated[bool, typer.Option("--coverage", help="What has no code or no test.")] = False,
    as_json: JsonFlag = False,
    language: Annotated[str, typer.Option("--lang", help="en, fr or it.")] = "en",
) -> None:
    """The rules of a title, or how far code and tests cover them."""
    found = find_title(title)
    if show_coverage or as_json:
        report_coverage(found, as_json)
        return
    check_language(language)
    for rule in found.catalogue.rules.values():
        console.print(f"[b]{rule.id}[/b] {rule.name[language]}: {rule.text(language)}", highlight=False)


def report_coverage(title: Title, as_json: bool) -> None:
    from marchland.coverage import coverage, tests_folder

    found = coverage(title, tests_folder(title))
    report = found.report()
    if as_json:
        print_json(report)
    else:
        counts = f"{report['with_code']} with code, {report['with_test']} with a test"
        counts += f", {report['passed']} passed when the tests last ran here"
        print(f"{title.id}: {report['rules']} rules, {counts}; {report['in_one_room']:.0%} of those written in one room only")
        for rule in report["missing"]:
            lacks = [what for what, there in (("code", found.code), ("test", found.tests)) if rule not in there]
            print(f"  {rule} {found.rules[rule]}: no {' and no '.join(lacks) or 'passing test'}")
        for rule in report["unknown"]:
            print(f"  {rule} is cited but not in the catalogue")
    if report["missing"] or report["unknown"]:
        raise typer.Exit(CHECK_FAILED)


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise BadOption(f"--lang {language}: choose one of {', '.join(LANGUAGES)}")


@app.command("new-title")
def new_title(
    name: Annotated[str, typer.Argument(help="What its package will be called.", metavar="NAME")],
    folder: Annotated[Path | None, typer.Option(help="Where to put it: a folder that is not there yet, NAME if not given.")] = None,
) -> None:
    """Begin a game of your own: a small one that can be played at once, as a distribution with tests."""
    from marchland.newtitle import new_title as make

    made = make(name, folder)
    print(f"{made}: a small game, ready to be played and to be made yours")
    print(f"  pip install -e '{made}[dev]'")
    print(f"  marchland play {name}")
    print(f"  pytest {made}")


# -- playing -------------------------------------------------------------------------------------------


@app.command()
def play(
    title: TitleArg,
    seats: Annotated[str, typer.Option(help="human or bot:NAME for each seat, with commas.")] = "",
    seed: Annotated[str | None, typer.Option(help="Play a reproducible game.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    language: Annotated[str, typer.Option("--lang", help="en, fr or it.")] = "en",
    option: OptionList = None,
) -> None:
    """Play in the terminal, against bots or hot-seat."""
    from marchland.terminal import Quit, TerminalGame, new_match, resumed_match

    check_language(language)
    found = find_title(title)
    match = resumed_match(resume) if resume else new_match(found, line_up(found, seats), seed, read_options(option))
    table = line_up(found, seats) if seats or not resume else default_line_up(match.seats)
    if len(table) != match.seats:
        raise BadOption(f"--seats names {len(table)} seats, the saved game has {match.seats}")
    try:
        TerminalGame(match, table, language, console, console.input, is_saved=resume is not None).run()
    except Quit:
        print()


def line_up(title: Title, seats: str) -> list[str]:
    kinds = [kind.strip() for kind in seats.split(",")] if seats else default_line_up(min(4, title.seats[-1]))
    for kind in kinds:
        if kind != "human" and not kind.startswith("bot:"):
            raise BadOption(f"--seats {kind!r}: write human or bot:NAME")
    return kinds


def default_line_up(count: int) -> list[str]:
    return ["human"] + ["bot:normal"] * (count - 1)


@app.command()
def simulate(
    title: TitleArg,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 10,
    seats: Annotated[int | None, typer.Option(help="Seats at the table; all counts in turn if not given.")] = None,
    bots: Annotated[str, typer.Option(help="Bots, with commas; they change chairs from game to game.")] = "random",
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "1",
    option: OptionList = None,
    check: Annotated[bool, typer.Option("--check", help="Audit the table after every move.")] = False,
    vary: Annotated[bool, typer.Option("--vary", help="Draw the options that are not given anew for every game.")] = False,
    first: Annotated[int, typer.Option(min=0, help="The number of the first game, to play one again.")] = 0,
    slow: Annotated[
        str | None,
        typer.Option(help="A slow table: what people say beforehand, with commas: standing, joint, plans, ahead; or `all`."),
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Let bots play many games and count."""
    found = find_title(title)
    settings = read_options(option)
    found.settings(settings)
    with progress_bar(f"{title}: games", number) as advance:
        names, habits = bots.split(","), read_habits(slow)
        tally = run_simulation(found, number, seats, names, seed, settings, advance, check, vary, first, habits)
    report = tally.report()
    if not as_json:
        print(f"{report['finished']} of {report['games']} games finished, {report['moves']} moves in {report['seconds']} s")
    print_json(report)


@app.command()
def arena(
    title: TitleArg,
    bots: Annotated[str, typer.Option(help="Bots, with commas; each sits on every chair of every deal.")],
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seats: Annotated[int | None, typer.Option(help="Seats at the table; as many as there are bots if not given.")] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "1",
    option: OptionList = None,
    file: Annotated[Path | None, typer.Option(help="Where games are kept, one a line: a league goes on from there.")] = None,
    page: Annotated[Path | None, typer.Option("--report", help="Where to write the report, a page of HTML with charts.")] = None,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 takes all cores.")] = 0,
    on_cluster: Annotated[bool, typer.Option("--cluster", help="Play on all machines of a Ray cluster (RAY_ADDRESS).")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Let bots play a league on the same deals, chairs changing, and say who is better, and how surely."""
    from marchland.bots.cluster import cluster
    from marchland.bots.league import cores, league_of, play_all, processes
    from marchland.bots.report import page as report_page
    from marchland.bots.standings import standings

    league = league_of(find_title(title), bots.split(","), seats, seed, read_options(option))
    with progress_bar(f"{title}: games", number) as advance:
        hands = cluster if on_cluster else processes(workers or cores())
        games = play_all(league, number, file, hands, advance)
    found = standings(league, games)
    if page is not None:
        page.write_text(report_page(found), "utf-8")
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        show_standings(found)


def show_standings(found: Standings) -> None:
    """Bots with their ratings and times, then what share each seat, nation, tile, ... had of the victories."""
    shown = Table("bot", "games", "wins", "95 %", "rating", "95 %", "p50 ms", "p95 ms", "worst ms")
    pace, rating = {row.name: row for row in found.pace}, {row.name: row for row in found.ratings}
    for share in found.bots:
        time = [str(getattr(pace.get(share.name), key, "")) for key in ("p50", "p95", "worst")]
        rated = rating.get(share.name)
        figures = [f"{rated.rating:.1f}", f"{rated.low:.1f} to {rated.high:.1f}"] if rated is not None else ["", ""]
        shown.add_row(share.name, str(share.tries), f"{share.share:.1%}", f"{share.low:.1%} to {share.high:.1%}", *figures, *time)
    console.print(shown)
    for kind, shares in {"seat": found.seats, **found.cast}.items():
        told = Table(kind, "tries", "wins", "95 %", "fair")
        for share in shares:
            told.add_row(
                share.name, str(share.tries), f"{share.share:.1%}", f"{share.low:.1%} to {share.high:.1%}", f"{share.fair:.1%}"
            )
        console.print(told)
    lengths = ", ".join(f"{length} rounds: {games}" for length, games in found.rounds)
    ends = ", ".join(f"{reason}: {games}" for reason, games in found.reasons.items())
    console.print(f"{found.games} games of {found.moves} moves on average ({lengths}); {ends}")


def read_habits(listed: str | None) -> tuple[str, ...]:
    """What people at a slow table say beforehand."""
    habits = HABITS if listed == "all" else tuple(listed.split(",") if listed else ())
    unknown = set(habits) - set(HABITS)
    if unknown:
        raise BadOption(f"--slow {min(unknown)}: choose some of {', '.join(HABITS)}, or all")
    return habits


# -- files ---------------------------------------------------------------------------------------------


@scenario_app.command("run")
def scenario_run(files: Annotated[list[Path], typer.Argument(help="Scenario files.")]) -> None:
    """Act scenarios out and check what they expect; a file that cannot be read does not keep the others from running."""
    failures = [outcome for path in files if (outcome := run_scenario_file(path))]
    if failures:
        raise typer.Exit(max(failures))


def run_scenario_file(path: Path) -> int:
    """One scenario: 0, or the exit code of what is wrong with it."""
    try:
        scenario = read_scenario(read_yaml(path.read_bytes()))
        run_scenario(scenario)
    except ScenarioFailed as failure:
        print(f"FAILED {path.name}: {failure}")
        return CHECK_FAILED
    except MarchlandError as error:
        note(f"{path}: {error}")
        return WRONG_USAGE
    except OSError as error:
        note(f"{path}: {error.strerror}")
        return WRONG_USAGE
    print(f"ok {path.name}: {scenario.about}")
    return 0


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A saved or recorded game.")],
    to: Annotated[int | None, typer.Option(help="Stop after this many entries.")] = None,
    language: Annotated[str, typer.Option("--lang", help="en, fr or it.")] = "en",
) -> None:
    """Play a record again: verify every fingerprint and every die, and print the log."""
    check_language(language)
    record = read_record(file.read_bytes())
    title = find_title(record.title)
    phrases = title.at_table(record.options).phrases
    number = 0
    if not title.plays(record.rules_version):
        note(f"played by version {record.rules_version} of the rules, replayed by version {title.rules_version}")
    for step in replay_record(record, to):
        number = step.number
        if step.entry.kind != ACT:
            console.print(f"{number:5} {note_words(step.entry)}", highlight=False)
        for event in step.events:
            if event.audience is None:
                console.print(
                    f"{number:5} {phrases.event(event, language, record.players)} [dim]{event.cause}[/dim]", highlight=False
                )
    print(f"{number} entries verified: every answer, fingerprint and die follows from the key {record.commitment[:16]}...")


def note_words(entry: Entry) -> str:
    """Where the table was taken back or laid right, and why."""
    told = entry.action.get("note", "")
    if entry.kind == BACK:
        return f"taken back to entry {entry.action['to']}: {told}"
    changes = "; ".join(f"{one['path']}: {one.get('was')} -> {one.get('value')}" for one in entry.action["patch"])
    return f"corrected {changes}: {told}"


# -- figures -------------------------------------------------------------------------------------------


@app.command()
def bench(
    as_json: JsonFlag = False,
    seconds: Annotated[float, typer.Option(help="How long each measurement runs.", min=0.1)] = 2.0,
) -> None:
    """Speed of every title on this machine, beside python-chess's random play."""
    from marchland.bench import bench as run_bench

    results = run_bench(seconds, lambda name: notes.print(f"measuring {name}", style="dim") if notes.is_terminal else None)
    if as_json:
        print_json(results)
        return
    table = Table("title", "moves/s", "x python-chess", "clone us", "options us", "JSON us", "final JSON bytes")
    for name, row in results.items():
        keys = ("moves_per_s", "times_python_chess", "clone_us", "options_us", "json_us", "finished_json_bytes")
        table.add_row(name, *(str(row.get(key, "")) for key in keys))
    console.print(table)


# -- parts that are installed apart --------------------------------------------------------------------


@app.command()
def serve(
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = 8000,
    processes: Annotated[int, typer.Option(help="Web processes behind this port; several need REDIS_URL.", min=1, max=64)] = 1,
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 is all, for containers.")] = "127.0.0.1",
) -> None:
    """The site on SQLite, migrated, ready."""
    if find_spec("marchland.web") is None or find_spec("django") is None:
        raise BadOption("the site is not installed; install marchland[web]")
    from marchland.web.serve import serve as run_site

    run_site(port, host, processes)


if find_spec("marchland.arbiter") is not None:
    from marchland.arbiter.cli import app as arbiter_app

    app.add_typer(arbiter_app, name="arbiter")

if find_spec("django") is not None:
    from marchland.web.operating.cli import app as operating_app

    app.add_typer(operating_app)
