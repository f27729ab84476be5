"""Seasons of chaos: sheets full of random orders of war, diplomacy and magic never break the table."""

from __future__ import annotations

import random

import msgspec
import pytest

from marchland.games.cendre import orders as o
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.rules.common.inquiry import war_between
from marchland.games.cendre.rules.common.ledger import add_units, change
from marchland.games.cendre.rules.diplomacy.relations import begin_treaty, begin_war
from marchland.games.cendre.rules.magic.book import SPELLS
from marchland.games.cendre.rules.turn.sheets import Submit
from marchland.games.cendre.title import TITLE
from marchland.games.cendre.world import BOOKLETS, CODES, land_neighbours
from marchland.kernel.chance import key_from_seed

DIPLOMACY = [
    o.SignContract, o.SignPact, o.SignAlliance, o.BreakAlliance, o.Denounce, o.DeclareWar, o.AskWhitePeace, o.AcceptWhitePeace,
    o.AcceptPeace, o.SurrenderTo, o.Annex,
]  # fmt: skip
COLOURS = tuple(dict.fromkeys(spell.colour for spell in SPELLS.values()))
MARCHES = [o.Attack, o.Attack, o.March, o.Raid, o.TunnelAttack, o.TunnelRaid]


def chaotic_sheet(game, nation, dice):
    """Orders drawn blindly, most of them nonsense."""
    sheet = [order for leader in people(game, nation) for order in deeds(game, nation, leader, dice)]
    others = [other for other in sorted(game.nations) if other != nation]
    for _ in range(dice.randrange(5)):
        sheet.append(dice.choice(DIPLOMACY)(nation=dice.choice(others)))
    one = dice.choice(others)
    sheet.append(o.CallAlly(nation=one, against=dice.choice(others)))
    terms = o.Terms(take=Goods(gold=dice.randrange(60)), claim=tuple(dice.sample(CODES, dice.randrange(2))))
    sheet.append(dice.choice((o.AskPeace, o.AcceptSurrender))(nation=one, terms=terms))
    captive = dice.choice(sorted(game.leaders))
    sheet.append(o.DemandRansom(nation=one, leader=captive, goods=Goods(gold=10)))
    sheet.append(o.AcceptRansom(nation=one, leader=captive))
    dice.shuffle(sheet)
    return tuple(sheet)


def people(game, nation):
    return [leader for _, leader in sorted(game.leaders.items()) if leader.nation == nation]


def deeds(game, nation, leader, dice):
    """What one leader is told to do: a soldier leads whatever stands where he goes, a magician casts anything at anybody."""
    if leader.military:
        places = [key[:3] for key in sorted(game.garrisons) if key[4:] == nation] or [leader.at]
        yield from soldier(game, nation, leader.id, dice.choice(places), dice)
    if leader.magic:
        yield sorcery(game, leader, dice)
    if leader.military and dice.random() < 0.3:
        yield o.RecruitUnits(leader=leader.id, unit=dice.choice(BOOKLETS[nation].units).id, number=dice.randrange(1, 4), most=True)


def soldier(game, nation, key, place, dice):
    units = game.garrisons.get(f"{place}:{nation}", ())
    yield o.Place(leader=key, territory=place)
    yield o.FormArmy(leader=key, units=tuple((troop.unit, dice.randrange(1, troop.count + 1)) for troop in units))
    path, here = [], place
    for _ in range(dice.randrange(1, 4)):
        here = dice.choice(land_neighbours(here))
        path.append(here)
    if dice.random() < 0.7:
        yield dice.choice(MARCHES)(leader=key, territory=path[-1], via=tuple(path[:-1]))
    else:
        yield dice.choice(
            (o.Intercept(leader=key), o.Defend(leader=key), o.Pillage(leader=key), o.Demolish(leader=key, structure="silos"))
        )


def sorcery(game, leader, dice):
    code, other = dice.choice(CODES), dice.choice(sorted(game.nations))
    near = dice.choice((leader.at or code, dice.choice(land_neighbours(leader.at or code))))
    spell = f"{dice.choice(leader.magic.colours)}/{dice.randrange(2, 11)}"
    target = dice.choice(sorted(game.leaders))
    return dice.choice(
        (
            *[o.CastSpell(leader=leader.id, spell=spell, territory=near, nation=other, target=target)] * 3,
            *[o.CastSpell(leader=leader.id, spell=spell, territory=near)] * 3,
            o.Exhaust(leader=leader.id, territory=near),
            o.Divert(leader=leader.id, territory=near, points=dice.randrange(1, 5)),
            o.Siphon(leader=leader.id, territory=near, points=2),
            o.BoostSource(leader=leader.id),
            o.DryUp(leader=leader.id, territory=near),
            o.ChangeColour(leader=leader.id, colour=dice.choice(leader.magic.colours)),
            o.LearnMagic(leader=leader.id, colour=dice.choice(COLOURS)),
        )
    )


def arm_everybody(game, dice):
    """More troops, more wars, and magicians of many colours over full sources, so that everything has its day."""
    for nation in BOOKLETS:
        change(game, nation, goods=Goods(*[400] * 8), known=tuple(dice.sample(sorted(known_arts()), 6)), colours=COLOURS[:5])
        for code in BOOKLETS[nation].territories:
            add_units(game, code, nation, dice.choice(BOOKLETS[nation].units).id, dice.randrange(1, 7), "start", "TC-WAR-04")
    for key, leader in sorted(game.leaders.items()):
        if leader.magic:
            magic = type(leader.magic)("fort", 10, 3, tuple(dice.sample(COLOURS, 3)))
            game.leaders[key] = msgspec.structs.replace(leader, magic=magic)
    for _ in range(40):
        one, other = dice.sample(sorted(BOOKLETS), 2)
        if dice.random() < 0.7:
            begin_war(game, one, other, 0, "declared", "TC-DIP-02")
        elif not war_between(game, one, other):
            for kind in ("alliance", "contract", "pact"):
                begin_treaty(game, kind, one, other, "TC-DIP-01")
    for code in CODES:
        game.lands[code] = msgspec.structs.replace(game.lands[code], source=10, fluid=10)


def known_arts():
    magic = {"Changer la couleur", "Renforcer une source", "Siphonner une source", "Assécher une source", "Booster la magie"}
    return magic | {"Voiles", "Débarquement", "Armement", "Médecine", "Armes combinées", "Nationalisme", "Science militaire"}


@pytest.mark.rule("TC-WAR-08", "TC-DIP-05", "TC-MAG-02")
@pytest.mark.parametrize("seed", range(4))
def test_a_year_and_more_of_chaos_leaves_the_table_sound(seed):
    dice = random.Random(seed)
    game = TITLE.new(20, key_from_seed(f"chaos {seed}"), {"years": 3})
    arm_everybody(game, dice)
    game.outbox = []
    happened = set()
    for _ in range(6):
        if game.is_over:
            break
        for nation, seat in sorted(game.seats.items(), key=lambda item: item[1]):
            for event in game.apply(seat, Submit(chaotic_sheet(game, nation, dice))):
                happened.add(type(event).__name__)
                assert all(TITLE.phrases.event(event, language) for language in ("en", "fr", "it"))
                assert TITLE.vocabulary.event(msgspec.to_builtins(event, str_keys=True)) == event
        TITLE.audit(game)
        again = TITLE.load(game.to_plain())
        assert again.to_json() == game.to_json()
    assert {"BattleFought", "SpellCast", "ArmyMoved", "OrderRefused", "WarBegan"} <= happened
