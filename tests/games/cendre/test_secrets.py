"""Public, private, revealed: one secret after the other is changed, and nobody else's page may move by a byte."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec
import pytest

from marchland.games.cendre import mail
from marchland.games.cendre.bot import BOTS
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.rules.civil.affairs import TerritoryClaimed, claim_aftermath
from marchland.games.cendre.rules.common.ledger import ControlChanged, set_control
from marchland.games.cendre.rules.events import events
from marchland.games.cendre.rules.events import world as world_events
from marchland.games.cendre.rules.events.events import EventRolled, NationalEvent, national_roll
from marchland.games.cendre.rules.events.world import WorldEvent, world_event
from marchland.games.cendre.rules.glory.glory import domination_glory
from marchland.games.cendre.rules.leaders.market import LeaderOffered, offer_on_market
from marchland.games.cendre.rules.magic.book import SPELLS
from marchland.games.cendre.rules.standing.account import (
    CounterChanged,
    ReputationChanged,
    StabilityChanged,
    change_counter,
    change_reputation,
)
from marchland.games.cendre.rules.standing.revolution import Revolution, revolution
from marchland.games.cendre.rules.towns.building import building_effects
from marchland.games.cendre.rules.towns.towns import StructureBuilt, add_structure
from marchland.games.cendre.rules.war.battle import BattleFought
from marchland.games.cendre.state import (
    Call,
    CasusBelli,
    Cendre,
    CivilUnits,
    Lasting,
    Mark,
    Offer,
    Shipment,
    Structure,
    Troop,
)
from marchland.games.cendre.tables import TABLES
from marchland.games.cendre.title import TITLE
from marchland.kernel.chance import key_from_seed
from marchland.kernel.events import Event

from .realm import A, M, V, at_war, found, garrison, land, leader, nation, replace, script, table

OWNER, STRANGER = M, A


@cache
def opening() -> Cendre:
    game = TITLE.new(20, key_from_seed("secrets"), {})
    game.outbox = []
    return game


def pages(game: Cendre, name: str | None) -> bytes:
    """Everything somebody may look at: the view, and the report or gazette of a season without news."""
    seat = None if name is None else game.seats[name]
    page = mail.gazette(game, ()) if seat is None else mail.report(game, seat, (), ())
    return msgspec.json.encode((TITLE.view(game, seat), page), order="sorted")


def on_nation(**fields: object) -> Callable[[Cendre], None]:
    return lambda game: game.nations.update({OWNER: replace(game.nations[OWNER], **fields)})


def on_land(**fields: object) -> Callable[[Cendre], None]:
    return lambda game: game.lay_land("MER", replace(game.lands["MER"], **fields))


def somebody(game: Cendre) -> str:
    return next(id_ for id_, who in sorted(game.leaders.items()) if who.nation == OWNER and who.civil and not who.ruler)


def on_leader(**fields: object) -> Callable[[Cendre], None]:
    return lambda game: game.leaders.update({somebody(game): replace(game.leaders[somebody(game)], **fields)})


HIDDEN_SPELL = next(id_ for id_, spell in sorted(SPELLS.items()) if not spell.public and spell.target == "nation")
SECRETS: dict[str, Callable[[Cendre], None]] = {
    "treasury": on_nation(goods=Goods(gold=9, bois=3)),
    "stability": on_nation(stability=-4),
    "reputation counter": on_nation(tenths=7),
    "civil units": on_nation(civil=CivilUnits(espions=3)),
    "science": on_nation(science=(0, 9, 0, 0, 0, 0, 0, 0)),
    "free science": on_nation(free_science=5),
    "discoveries": on_nation(known=("Banque", "Imprimerie")),
    "colours": on_nation(colours=("mort", "feu")),
    "farms": on_land(farms=0),
    "farming capacity": on_land(farm_capacity=10),
    "exploitations": on_land(exploitations=0),
    "resource level": on_land(resource_level=10),
    "population": on_land(population=9),
    "recruits": on_land(recruits=9),
    "source": on_land(source=9),
    "fluid": on_land(fluid=7),
    "colour of a source": on_land(colour="rats"),
    "danger": on_land(danger=55),
    "level of a town": on_land(town=9),
    "buildings": on_land(structures=(Structure("academie"), Structure("silos"))),
    "police and militia": on_land(police=2, militia=3),
    "agitators and brigands": on_land(agitators=2, brigands=3),
    "name of a leader": on_leader(name="Quelqu'un d'autre"),
    "age and place of a leader": on_leader(age=55, at="IST"),
    "wound of a leader": on_leader(wounded=True),
    "garrison": lambda game: game.garrisons.update({f"MER:{OWNER}": (Troop(game.garrisons[f"MER:{OWNER}"][0].unit, 17),)}),
    "offer": lambda game: game.offers.append(Offer(kind="peace", by=V, to=OWNER, turn=0)),
    "call to arms": lambda game: game.calls.append(Call(V, OWNER, "FER", 0)),
    "casus belli": lambda game: game.casus.append(CasusBelli(OWNER, V, "claimed", 3)),
    "goods on the way": lambda game: game.shipments.append(Shipment(OWNER, V, Goods(gold=5))),
    "dossier": lambda game: game.knowledge.update({f"{OWNER}:VOL": DOSSIER}),
    "after-effects of an event": lambda game: game.marks.append(Mark("no_tax", 3, nation=OWNER, territory="MER")),
    "secret spell": lambda game: game.spells.append(Lasting(spell=HIDDEN_SPELL, caster=OWNER, level=3, until=2)),
}
DOSSIER = (
    '{"turn":0,"owner":"VOLTDARG","controller":"VOLTDARG","farms":1,"farm_capacity":1,"exploitations":1,"resource_level":1,'
    '"resource":"bois","population":1,"source":1,"fluid":1,"colour":"feu","town":1,"danger":1,"militia":1,"police":1,'
    '"agitators":1,"brigands":1}'
)


@pytest.mark.rule("TC-INFO-04")
@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_is_on_its_owner_s_page_and_on_nobody_else_s(secret: str) -> None:
    before, after = opening().clone(), opening().clone()
    SECRETS[secret](after)
    assert pages(before, OWNER) != pages(after, OWNER)
    for other in (STRANGER, None):
        assert pages(before, other) == pages(after, other), other


@pytest.mark.rule("TC-INFO-03")
@pytest.mark.parametrize(
    "fact",
    [
        on_nation(reputation=3),
        on_nation(glory=77),
        on_land(controller=V),
        on_land(roads=not opening().lands["MER"].roads),
        on_land(structures=(Structure("chateau"),)),
        lambda game: at_war(game, M, V),
    ],
)
def test_what_everybody_knows_is_on_everybody_s_page(fact: Callable[[Cendre], None]) -> None:
    before, after = opening().clone(), opening().clone()
    fact(after)
    for other in (STRANGER, OWNER, None):
        assert pages(before, other) != pages(after, other), other


# -- events -----------------------------------------------------------------------------------------------------

PUBLIC = {
    "AssassinsNamed", "BattleFought", "CapitalMoved", "CaravanEnded", "CaravanEstablished", "CaravanPassed",
    "ControlChanged", "DominationHeld", "GloryTable", "LeaderHired", "LeaderJoined", "LeaderLeft", "LeaderOffered",
    "LeaderWithdrew", "NationAnnexed", "NationFounded", "NationVanished", "NationalChanged", "NationalEvent", "OwnerChanged",
    "PeaceAgreed", "PeaceMade", "Revolution", "RoadsBuilt", "SailsHired", "SeasonTurned", "SpellCast", "StructureBuilt",
    "StructureLost", "TerritoryClaimed", "ThreatAnnounced", "ThreatArrived", "ThreatEnded", "TreatyBroken", "TreatyEnded",
    "TreatySigned", "TributeDemanded", "VictoryWon", "WarBegan", "WarEnded", "WorldEvent",
}  # fmt: skip
"""Kinds of events that may be told to everybody; every other one has an audience."""


@pytest.mark.rule("TC-INFO-04", "TC-INFO-12")
def test_only_what_is_public_is_told_to_everybody() -> None:
    game, bot = TITLE.new(20, key_from_seed("rumours"), {}), BOTS["warlord"]()
    happened: list[Event] = []
    for _ in range(9):
        for asked in game.deciders:
            happened += game.play(asked, bot.choose(TITLE.redeal(game, asked, key_from_seed(asked)), asked))
    told = {type(event).__name__ for event in happened if event.audience is None}
    assert told <= PUBLIC, sorted(told - PUBLIC)
    assert len(told) > 15
    whispered = {type(event).__name__ for event in happened if event.audience is not None}
    assert {"StabilityChanged", "ReputationChanged", "CounterChanged", "GoodsMoved", "EventRolled", "OrderRefused"} <= whispered


@pytest.mark.rule("TC-INFO-04", "TC-REP-01")
def test_why_a_reputation_changed_is_told_to_the_nation_alone() -> None:
    game = table()
    nation(game, M, reputation=0, tenths=9)
    change_reputation(game, M, -1, "own_leader", "TC-REP-02")
    change_counter(game, M, 2, "Art de la diplomatie", "TC-SCI-05")
    changes = found(game.outbox, ReputationChanged)
    assert [(event.now, event.reason, event.audience) for event in changes] == [
        (-1, "own_leader", (game.seats[M],)),
        (0, "Art de la diplomatie", (game.seats[M],)),
    ]
    assert {event.audience for event in found(game.outbox, CounterChanged)} == {(game.seats[M],)}
    assert TITLE.view(game, None).nations[M].reputation == 0


@pytest.mark.rule("TC-INFO-04", "TC-STAB-02")
def test_stability_is_told_to_the_nation_alone_even_when_a_good_name_overflows() -> None:
    game = table()
    nation(game, M, reputation=5, stability=0)
    change_reputation(game, M, 1, "pact", "TC-REP-02")
    assert not found(game.outbox, ReputationChanged)
    assert [(event.now, event.audience) for event in found(game.outbox, StabilityChanged)] == [(1, (game.seats[M],))]


def in_winter(*dice: int) -> Cendre:
    game = table(*dice)
    game.year, game.season = 202, "hiver"
    return game


@pytest.mark.rule("TC-INFO-02", "TC-INFO-04", "TC-EVT-03")
@pytest.mark.parametrize("score", range(-5, 24))
def test_five_national_events_are_public_and_their_figures_never_are(score: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Table 59 makes -5, -4, -3, -1 and 3 public; 0, 5, 15 and 20 are each nation's own and their booklet says."""
    monkeypatch.setattr(events, "NATIONAL", {number: lambda game, name: None for number in range(-5, 24)})
    monkeypatch.setattr(events, "national_event", lambda game, name, number: None)
    game = in_winter(6)
    nation(game, M, stability=score - 6, known=())
    national_roll(game, M)
    (news,) = found(game.outbox, NationalEvent)
    own = [event.public for event in events.BOOKLETS[M].events if event.result == score]
    assert news.score == score
    assert (news.audience is None) == (own[0] if own else score in (-5, -4, -3, -1, 3))
    assert news.audience in (None, (game.seats[M],))
    (rolled,) = found(game.outbox, EventRolled)
    assert (rolled.die, rolled.bonus, rolled.audience) == (6, score - 6, (game.seats[M],))
    assert set(news.__struct_fields__) == {"audience", "nation", "score", "event", "territory"}


@pytest.mark.rule("TC-INFO-02", "TC-INFO-04")
def test_the_sentence_of_a_public_event_tells_no_stability() -> None:
    """What everybody reads is the same for a calm nation that throws 2 and an angry one that throws 9."""
    told = set()
    for die, stability in ((2, 1), (9, -6)):
        game = in_winter(die, 0, 0, 0)
        nation(game, M, stability=stability, known=())
        national_roll(game, M)
        told |= {
            TITLE.phrases.event(event, language)
            for language in ("en", "fr", "it")
            for event in found(game.outbox, NationalEvent)
            if event.is_seen_by(game.seats[A])
        }
    assert len(told) == 3


@pytest.mark.rule("TC-INFO-02")
@pytest.mark.parametrize("score", range(1, 11))
def test_every_world_event_is_public(score: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world_events, "WORLD", {number: lambda game: None for number in range(1, 11)})
    game = in_winter(score)
    world_event(game)
    assert [(event.score, event.audience) for event in found(game.outbox, WorldEvent)] == [(score, None)]


SEEN_FROM_AFAR = {"chateau", "merveille", "ouvrages-defensifs", "palais"}


@pytest.mark.rule("TC-INFO-02", "TC-INFO-01")
@pytest.mark.parametrize("kind", sorted(TABLES.towns.structures))
def test_four_constructions_are_announced_and_the_others_are_not(kind: str) -> None:
    """Table 6: castles, defensive works, wonders and palaces. Not even the glory of the others is heard of."""
    game = table()
    built = Structure(kind, name="Phare" if kind == "merveille" else "")
    add_structure(game, "MER", M, built, "TC-CIV-05")
    building_effects(game, M, "MER", built)
    (news,) = found(game.outbox, StructureBuilt)
    assert news.audience == (None if kind in SEEN_FROM_AFAR else (game.seats[M],))
    assert {event.audience for event in game.outbox if event is not news} <= {(game.seats[M],)}
    shown = [structure.kind for structure in TITLE.view(game, game.seats[A]).lands["MER"].structures]
    assert (kind in shown) == (kind in SEEN_FROM_AFAR)


@pytest.mark.rule("TC-INFO-02")
def test_the_market_shows_what_a_leader_can_do_and_everybody_hears_the_price() -> None:
    game = table()
    who = leader(game, M, civil=4, talents=("culture",), gifts=("mécène",), name="Astre")
    offer_on_market(game, who, "dismissed", "TC-GEN-02")
    (news,) = found(game.outbox, LeaderOffered)
    assert (news.name, news.price, news.audience) == ("Astre", 60, None)
    (candidate,) = [entry for entry in TITLE.view(game, None).market if entry.leader.id == who]
    assert (candidate.leader.civil.talents, candidate.leader.civil.gifts, candidate.listing.price) == (
        ("culture",),
        ("mécène",),
        60,
    )


@pytest.mark.rule("TC-INFO-02", "TC-INFO-04")
def test_rulers_are_known_by_name_and_nobody_else_is() -> None:
    game = opening()
    view = TITLE.view(game, None)
    for who in game.leaders.values():
        if who.ruler:
            assert view.nations[who.nation].ruler == who.name
        else:
            assert who.name.encode() not in pages(game, None)


@pytest.mark.rule("TC-INFO-03")
def test_claims_control_and_revolutions_are_public_with_no_private_figure() -> None:
    game = table(*[50] * 40)
    nation(game, M, stability=-7)
    claim_aftermath(game, M, TerritoryOf("AKL"), success=False)
    set_control(game, "IST", V, "conquest", "TC-WAR-19")
    script(game, *[1] * 200)
    revolution(game, M)
    for kind in (TerritoryClaimed, ControlChanged, Revolution):
        assert {event.audience for event in found(game.outbox, kind)} == {None}, kind
    assert set(Revolution.__struct_fields__) == {"audience", "nation"}


class TerritoryOf(msgspec.Struct):
    territory: str


@pytest.mark.rule("TC-INFO-03", "TC-INFO-04")
def test_a_battle_is_public_in_numbers_and_a_domination_in_names() -> None:
    figures = {"attack_units", "defence_units", "attack_losses", "defence_losses"}
    names = {"territory", "attackers", "defenders", "attack_commander", "defence_commander", "winner", "raid", "rule", "audience"}
    assert set(BattleFought.__struct_fields__) == figures | names
    game = in_winter()
    garrison(game, "MER", M, mer_spadassins=9)
    land(game, "MER", population=10)
    domination_glory(game)
    public = [event for event in game.outbox if event.audience is None]
    assert public
    assert {field for event in public for field in event.__struct_fields__} == {"audience", "field", "first", "second"}
