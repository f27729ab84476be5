"""The order sheet to the letter: headers, limits, what a refusal quotes, terms, the lexicon and the blank form."""

import msgspec
import pytest

from marchland.games.cendre import orders as o
from marchland.games.cendre.goods import Goods
from marchland.games.cendre.rules.common.inquiry import is_called, nation_of
from marchland.games.cendre.rules.common.ledger import OrderRefused
from marchland.games.cendre.rules.turn.sheets import MOST_LINES as MOST_ORDERS
from marchland.games.cendre.rules.turn.sheets import Submit
from marchland.games.cendre.sequence import WriteSheets
from marchland.games.cendre.sheet import checker, grammar
from marchland.games.cendre.sheet import lexicon as names
from marchland.games.cendre.sheet.checker import checked
from marchland.games.cendre.sheet.form import blank_form
from marchland.games.cendre.sheet.hopes import Trial
from marchland.games.cendre.sheet.lexicon import lexicon
from marchland.games.cendre.sheet.reader import (
    ACCEPTED,
    DOUBTFUL,
    LONGEST_LINE,
    MOST_BYTES,
    MOST_LINES,
    REFUSED,
    Verdict,
    read_sheet,
    write_sheet,
)
from marchland.games.cendre.sheet.slots import Cursor, amount, read_terms
from marchland.games.cendre.sheet.words import Token, Unreadable, tokens
from marchland.games.cendre.spelling import fold
from marchland.games.cendre.state import Call, Listing, Nation, Offer
from marchland.games.cendre.world import DOMAINS
from marchland.kernel.errors import IllegalAction

from .realm import A, M, V, land, leader, nation, no_leaders, no_units, table
from .test_sheet import AKLA, HEAD, TURN, json_sheet


def read(body, turn=TURN, head=HEAD):
    return read_sheet(head + body, AKLA, turn)


def told(sheet):
    """Rule and facts of a sheet that was refused as a whole."""
    return sheet.refusal.rule, {key: value for key, value in sheet.refusal.facts.items() if value != ""}


def lines(sheet):
    return [(verdict.line, verdict.status, verdict.rule) for verdict in sheet.verdicts]


def unread(read, *arguments):
    with pytest.raises(Unreadable) as problem:
        read(*arguments)
    return problem.value.rule, {key: value for key, value in problem.value.facts.items() if value != ""}


# -- the sheet as a whole ---------------------------------------------------------------------------------------


@pytest.mark.rule("TC-SHEET-01")
def test_a_header_must_name_the_nation_and_the_turn():
    long = "x" * 60
    assert told(read_sheet("[ORDRES]\n", AKLA, TURN)) == ("TC-SHEET-01", {"problem": "header"})
    wrong = read_sheet(f"FEUILLE nation={long} tour={TURN}\n", AKLA, TURN)
    assert told(wrong) == ("TC-SHEET-01", {"problem": "nation", "text": "x" * 30, "nation": "AKLA"})
    assert told(read_sheet(f"FEUILLE nation=MERISSE tour={TURN}\n", AKLA, TURN))[1]["text"] == "MERISSE"
    assert told(read_sheet(f"FEUILLE tour={TURN}\n", AKLA, TURN))[1] == {"problem": "nation", "nation": "AKLA"}
    late = read_sheet(f"FEUILLE nation=AKLA tour={long}\n", AKLA, TURN)
    assert told(late) == ("TC-SHEET-01", {"problem": "turn", "text": "x" * 30, "turn": TURN})
    assert told(read_sheet("FEUILLE nation=AKLA tour=201-ete\n", AKLA, TURN))[1]["text"] == "201-ete"
    assert told(read_sheet("FEUILLE nation=AKLA\n", AKLA, TURN))[1] == {"problem": "turn", "turn": TURN}
    good = read_sheet("Bonjour\nfeuille Nation=akla tour=201-aut cle=secret\n[ORDRES]\nL1 : stabilisation\n", AKLA, TURN)
    assert (good.refusal, good.nation, good.turn, good.key) == (None, "AKLA", TURN, "secret")
    assert lines(good) == [(4, ACCEPTED, "")]
    assert read("").key == ""


@pytest.mark.rule("TC-SHEET-01")
def test_a_sheet_goes_from_its_header_to_its_end_or_to_the_next_header():
    before = read_sheet("L1 : stabilisation\n" + HEAD + "[ORDRES]\nL1 : stabilisation\n", AKLA, TURN)
    assert lines(before) == [(4, ACCEPTED, "")]
    for end in ("FIN", "end", HEAD.strip()):
        body = f"[ORDRES]\nL1 : stabilisation\n{end}\nL2 : se-soigner\n"
        assert lines(read(body)) == [(3, ACCEPTED, "")]


@pytest.mark.rule("TC-SHEET-01", "TC-SHEET-08")
def test_a_sheet_is_written_in_the_order_of_its_sections():
    orders = (
        o.Bid("L40", 60),
        o.Stabilise(leader="L1"),
        o.ConvertInTown("AKL", 3),
        o.Stabilise(leader="L2", winter=True),
        o.Heal("L3"),
    )
    written = write_sheet(orders, AKLA, TURN)
    rows = written.splitlines()
    assert written.endswith("\n")
    assert rows[0] == f"FEUILLE nation=AKLA tour={TURN}"
    assert [row for row in rows if row.startswith("[")] == ["[PRODUCTION]", "[ORDRES]", "[MARCHE]", "[HIVER]"]
    assert [row.split(":")[-1].strip() for row in rows[4:6]] == ["stabilisation", "se-soigner"]
    assert write_sheet((), AKLA, TURN, "word") == f"FEUILLE nation=AKLA tour={TURN} cle=word\n"
    assert read_sheet(written, AKLA, TURN).orders == (orders[2], orders[1], orders[4], orders[0], orders[3])


@pytest.mark.rule("TC-SHEET-01")
def test_an_order_is_written_with_its_keyword_and_what_differs_from_the_default():
    def written(order):
        return grammar.write_order(order, AKLA)

    assert written(o.Stabilise(leader="L1")) == "stabilisation"
    assert written(o.Train("L2", "militaire", "fort")) == "entrainer militaire fort"
    assert written(o.Train("L2", "militaire", "fort", 2)) == "entrainer militaire fort bonus=2"
    assert written(o.AcceptWhitePeace("MERISSE")) == "accepter paix-blanche MERISSE"
    assert written(o.Spy(leader="L3", territory="MER", extra=1)) == "espionnage MER plus=1"
    assert written(o.Spy(leader="L3", territory="MER")) == "espionnage MER"


@pytest.mark.rule("TC-SHEET-01", "TC-SHEET-02")
def test_a_sheet_in_json_is_judged_record_by_record():
    orders = (o.Stabilise(leader="L1"), o.Stabilise(leader="L2", winter=True))
    sheet = read_sheet(json_sheet(orders, AKLA, TURN, "word"), AKLA, TURN)
    assert (sheet.orders, sheet.key, lines(sheet)) == (orders, "word", [(1, ACCEPTED, ""), (2, ACCEPTED, "")])
    assert (sheet.nation, sheet.turn, sheet.refusal) == ("AKLA", TURN, None)
    spring = read_sheet(b"  " + json_sheet(orders, AKLA, "201-printemps"), AKLA, "201-printemps")
    assert lines(spring) == [(1, ACCEPTED, ""), (2, REFUSED, "TC-SHEET-05")]
    assert (spring.verdicts[1].facts["problem"], spring.verdicts[1].facts["text"]) == (
        "season",
        spring.verdicts[1].facts["text"][:40],
    )
    assert told(read_sheet("{", AKLA, TURN)) == ("TC-SHEET-01", {"problem": "json"})
    assert told(read_sheet(json_sheet(orders, AKLA, "201-ete"), AKLA, TURN))[1]["problem"] == "turn"
    bad = {"nation": "AKLA", "turn": TURN, "orders": [{"type": "Nonsense", "x": "y" * 500}, {"type": "Heal", "leader": "L2"}]}
    sheet = read_sheet(msgspec.json.encode(bad), AKLA, TURN)
    assert lines(sheet) == [(1, REFUSED, "TC-SHEET-02"), (2, ACCEPTED, "")]
    assert (len(sheet.verdicts[0].text), len(sheet.verdicts[0].facts["text"])) == (LONGEST_LINE, 60)
    assert sheet.verdicts[0].facts["problem"] == "record"
    for count, fits in ((MOST_ORDERS, True), (MOST_ORDERS + 1, False)):
        many = {"nation": "AKLA", "turn": TURN, "orders": [{"type": "Nonsense"}] * count}
        sheet = read_sheet(msgspec.json.encode(many), AKLA, TURN)
        assert (sheet.refusal is None) is fits
        if not fits:
            assert told(sheet) == ("TC-SHEET-07", {"problem": "lines", "count": count, "most": MOST_ORDERS})
        else:
            assert len(sheet.verdicts) == count


@pytest.mark.rule("TC-SHEET-07")
def test_what_is_too_long_or_no_text_is_refused():
    for size, fits in ((MOST_BYTES, True), (MOST_BYTES + 1, False)):
        sheet = read_sheet(HEAD + "#" * (size - len(HEAD)), AKLA, TURN)
        assert (sheet.refusal is None) is fits
    assert told(sheet) == ("TC-SHEET-07", {"problem": "size", "count": MOST_BYTES + 1, "most": MOST_BYTES})
    for count, fits in ((MOST_LINES, True), (MOST_LINES + 1, False)):
        sheet = read_sheet(HEAD + "\n" * (count - 1), AKLA, TURN)
        assert (sheet.refusal is None) is fits
    assert told(sheet) == ("TC-SHEET-07", {"problem": "lines", "count": MOST_LINES + 1, "most": MOST_LINES})
    for letter, fits in (("\t", True), ("\r", True), (" ", True), ("\x1f", False), ("\x07", False), ("\x00", False)):
        assert (read_sheet(HEAD + letter, AKLA, TURN).refusal is None) is fits
        assert (read_sheet((HEAD + letter).encode(), AKLA, TURN).refusal is None) is fits
    assert told(read_sheet(HEAD + "\x07", AKLA, TURN)) == ("TC-SHEET-07", {"problem": "binary"})
    assert read_sheet("\ufeff" + HEAD, AKLA, TURN).refusal is None
    assert read_sheet((HEAD + "# été").encode("cp1252"), AKLA, TURN).refusal is None


@pytest.mark.rule("TC-SHEET-02")
def test_a_line_that_cannot_be_read_is_refused_alone_and_quoted():
    row = "L1 : stabilisation"
    for length, fits in ((LONGEST_LINE, True), (LONGEST_LINE + 1, False)):
        padded = row.replace(" : ", " " * (length - len(row) + 1) + ": ")
        (verdict,) = read(f"[ORDRES]\n{padded}\n").verdicts
        assert len(padded) == length
        assert (verdict.rule != "TC-SHEET-07") is fits
    assert (verdict.facts["problem"], verdict.facts["count"], verdict.facts["most"]) == ("line", LONGEST_LINE + 1, LONGEST_LINE)
    assert len(verdict.text) == LONGEST_LINE
    sheet = read("[ORDRES]\n" + f"{row}\n" * (MOST_ORDERS + 1))
    assert [verdict.status for verdict in sheet.verdicts] == [ACCEPTED] * MOST_ORDERS + [REFUSED]
    assert sheet.verdicts[-1].facts["most"] == MOST_ORDERS
    winter = read(f"[HIVER]\n{row} {'x' * 60}\n", "201-ete", HEAD.replace(TURN, "201-ete"))
    (verdict,) = winter.verdicts
    assert (verdict.rule, verdict.facts["problem"], verdict.facts["text"]) == ("TC-SHEET-05", "season", f"{row} {'x' * 60}"[:40])
    assert read(f"[HIVER]\n{row}\n").orders == (o.Stabilise(leader="L1", winter=True),)
    assert lines(read(f"[ORDRES]\nnonsense\n{row}\n")) == [
        (3, REFUSED, read("[ORDRES]\nnonsense\n").verdicts[0].rule),
        (4, ACCEPTED, ""),
    ]
    guessed = read("[ORDRES]\nL1 : stabilisatoin\n").verdicts[0]
    assert (guessed.status, [doubt.kind for doubt in guessed.doubts]) == (DOUBTFUL, ["guess"])


@pytest.mark.rule("TC-SHEET-02")
def test_words_are_cut_at_blanks_commas_and_semicolons_outside_quotes():
    assert tokens("") == tokens(" \t,; ") == []
    assert tokens("a b,c;d\te") == [Token(word) for word in "abcde"]
    assert tokens('x "a b, c" y') == [Token("x"), Token("a b, c", quoted=True), Token("y")]
    assert tokens("or=50, bois=2") == [Token("50", key="or"), Token("2", key="bois")]
    assert tokens("donne(or=50 AKL) x") == [Token("donne", inner="or=50 AKL"), Token("x")]
    assert unread(tokens, 'a "' + "b" * 60) == ("TC-SHEET-02", {"problem": "quote", "text": '"' + "b" * 39})


@pytest.mark.rule("TC-SHEET-10")
def test_terms_stand_in_one_pair_of_parentheses():
    def terms(text):
        return read_terms(Cursor(tokens(text), AKLA))

    assert terms("donne(or=50 VAL) recoit(bois=3 MER contrat)") == o.Terms(
        give=Goods(gold=50), take=Goods(bois=3), cede=("VAL",), claim=("MER",), treaties=("contract",)
    )
    assert terms("recoit(pacte) donne(pacte contrat)").treaties == ("pact", "contract")
    assert terms("") == terms("plain words") == o.Terms()
    assert terms("donne()") == o.Terms()
    for text in ("donne(or=1) donne(or=2)", "xyzzy(or=1)"):
        assert unread(terms, text)[0] == "TC-SHEET-10"
    long = "p" * 60
    assert unread(terms, f"{long}(or=1)") == ("TC-SHEET-10", {"text": long[:40]})
    assert unread(tokens, "donne(or=1 (bois=2))" + "x" * 60) == ("TC-SHEET-10", {"text": "(or=1 (bois=2))" + "x" * 25})
    assert unread(tokens, "donne(or=1" + "x" * 60) == ("TC-SHEET-10", {"text": "(or=1" + "x" * 35})
    assert unread(tokens, "d(or=1") == ("TC-SHEET-10", {"text": "(or=1"})
    cursor = Cursor(tokens("donne(or=5) rest"), AKLA)
    read_terms(cursor)
    assert cursor.words == [Token("rest")]


@pytest.mark.rule("TC-SHEET-09")
def test_amounts_are_whole_numbers_from_one_to_9999():
    assert [amount(text) for text in ("1", "9999", "+3", "x4", " 7 ", "0012")] == [1, 9999, 3, 4, 7, 12]
    assert amount("000000001") == 1
    for text in ("0", "10000", "-1", "1.5", "", "abc", "١", "0000000001", "1234567890"):
        assert unread(amount, text) == ("TC-SHEET-09", {"text": text[:20]} if text else {})
    assert unread(amount, "9" * 30) == ("TC-SHEET-09", {"text": "9" * 20})
    assert unread(Cursor([], AKLA).number) == ("TC-SHEET-02", {"problem": "missing", "kind": "number", "text": "number"})
    cursor = Cursor(tokens("5 6"), AKLA)
    assert (cursor.number(), cursor.words) == (5, [Token("6")])


@pytest.mark.rule("TC-SHEET-03")
def test_names_are_found_by_their_words_and_what_is_not_is_quoted():
    cursor = Cursor(tokens("AKL rest"), AKLA)
    assert (cursor.name(names.territories()), cursor.words, cursor.doubts) == ("AKL", [Token("rest")], [])
    assert unread(Cursor([], AKLA).name, names.territories())[1]["problem"] == "missing"
    rule, facts = unread(Cursor(tokens("qqqq wwww zzzz xxxx"), AKLA).name, names.territories())
    assert (rule, facts["problem"], facts["text"]) == ("TC-SHEET-03", "unknown", "qqqq wwww zzzz")
    long = " ".join(letter * 25 for letter in "qwz")
    assert unread(Cursor(tokens(long), AKLA).name, names.territories())[1]["text"] == long[:40]
    people = AKLA.people
    guessed = Cursor(tokens("Silvanna Oreandy : x"), AKLA)
    assert guessed.name(people) == "L1"
    assert [(doubt.kind, doubt.text, doubt.meaning) for doubt in guessed.doubts] == [("guess", "Silvanna Oreandy", "L1")]
    assert guessed.words[0] == Token(":")
    assert unread(Cursor(tokens("Silvanna Oreandy"), AKLA, may_guess=False).name, people)[0] == "TC-SHEET-03"
    game = table()
    who = game.leaders[leader(game, A, civil=1, name="Élise Brun")]
    assert [is_called(who, name) for name in ("Élise Brun", "elise brun", who.id, "Elise", "L0")] == [
        True,
        True,
        True,
        False,
        False,
    ]


@pytest.mark.rule("TC-SHEET-06")
def test_the_names_a_nation_knows():
    game = table()
    no_leaders(game)
    clerk, ruler = leader(game, A, civil=1, name="Clerk"), leader(game, A, civil=1, name="Ruler", ruler=True)
    lost = leader(game, A, civil=1, name="Lost", captor=M)
    mine, other = leader(game, M, civil=1, name="Mine", captor=A), leader(game, M, civil=1, captor=V)
    leader(game, M, civil=1, name="Foreign")
    hire = leader(game, "", at="AKL", civil=1, name="Hire")
    game.market = {hire: Listing(60, 30, 0)}
    game.nations["MIN-X"] = Nation(id="MIN-X", kind="minor")
    known = lexicon(game, A)
    assert (known.nation, known.ruler, known.others) == (A, ruler, ("MIN-X",))
    assert known.leaders == ((ruler, "Ruler"), (clerk, "Clerk"), (lost, "Lost"))
    assert known.prisoners == ((lost, "Lost"), (mine, "Mine"))
    assert known.market == ((hire, "Hire"),)
    assert other not in dict(known.prisoners)
    game.leaders.pop(ruler)
    assert lexicon(game, A).ruler == ""


@pytest.mark.rule("TC-SHEET-06")
def test_lines_are_tried_with_high_and_low_dice(monkeypatch):
    verdicts = tuple(
        Verdict(n, f"row {n}", status, order=o.Heal(f"L{n}")) for n, status in enumerate((ACCEPTED, REFUSED, ACCEPTED, DOUBTFUL), 5)
    )
    tried = []

    def trial(table, seat, orders, *, high):
        tried.append((seat, [order.leader for order in orders], high))
        refused = [(0, "TC-GEN-01", {"why": "healthy"}), *([(1, "TC-GEN-02", {})] if high else [])]
        who = nation_of(table, seat)
        return Trial(
            [OrderRefused(nation=who, line=line, order="Heal", rule=rule, facts=facts) for line, rule, facts in refused], {}
        )

    monkeypatch.setattr(checker, "tried", trial)
    after = checked(table(), 3, verdicts)
    assert tried == [(3, ["L5", "L7", "L8"], True), (3, ["L5", "L7", "L8"], False)]
    assert [(verdict.line, verdict.status, verdict.rule) for verdict in after] == [
        (5, REFUSED, "TC-GEN-01"),
        (6, REFUSED, ""),
        (7, DOUBTFUL, "TC-GEN-02"),
        (8, DOUBTFUL, ""),
    ]
    tried.clear()
    nothing = (verdicts[1], Verdict(9, "comment", ACCEPTED))
    assert checked(table(), 3, nothing) == nothing
    assert tried == []


@pytest.mark.rule("TC-INFO-05")
def test_the_blank_form_says_what_can_be_written_in_each_section():
    game = table()
    no_leaders(game)
    no_units(game)
    for code in game.lands:
        if game.lands[code].controller == A:
            land(game, code, town=0)
    land(game, "AKL", town=3)
    nation(game, A, free_science=4, known=(), science=(0,) * 8)
    well, hurt = leader(game, A, civil=1, name="Well", ruler=True), leader(game, A, at="VAL", military=3, name="Hurt", wounded=True)
    hire = leader(game, "", at="AKL", civil=1, name="Hire")
    game.market = {hire: Listing(60, 30, 0)}
    game.offers = [Offer(kind="peace", by=M, to=A, turn=0), Offer(kind="peace", by=A, to=M, turn=0)]
    game.calls = [Call(V, A, M, 0)]
    game.season = "automne"
    form = blank_form(game, A, "word").splitlines()
    sections = [place for place, row in enumerate(form) if row.startswith("[")]
    heads = ["[PRODUCTION]", "[SCIENCE]", "[LEADERS]", "[ORDRES]", "[COMMERCE]", "[DIPLOMATIE]", "[MARCHE]", "[HIVER]"]
    assert [form[place] for place in sections] == heads
    assert form[0] == "FEUILLE nation=AKLA tour=201-automne cle=word"
    body = {form[a]: form[a + 1 : b] for a, b in zip(sections, [*sections[1:], len(form)], strict=True)}
    assert [row.split()[1:4] for row in body["[PRODUCTION]"]] == [["ville", "AKL", "3"]]
    assert body["[SCIENCE]"] == [f"# allouer maritime 4   ({', '.join(map(fold, DOMAINS))})"]
    assert [row.split()[-1] for row in body["[LEADERS]"]] == ["AKL", "VAL"]
    assert body["[ORDRES]"] == ["# dirigeant :   (civil)", '"Hurt" : se-soigner']
    assert body["[COMMERCE]"] == body["[HIVER]"] == []
    assert body["[DIPLOMATIE]"] == ["# accepter paix MERISSE", "# guerre MERISSE   (activer: VOLTDARG)"]
    assert body["[MARCHE]"] == [f"# enchere M{hire[1:]} or=60   (Hire)"]
    assert read_sheet("\n".join(form), lexicon(game, A), "201-automne").orders == (
        o.Place(well, "AKL"),
        o.Place(hurt, "VAL"),
        o.Heal(hurt),
    )
    game.season = "ete"
    plain = blank_form(game, A)
    assert plain.startswith("FEUILLE nation=AKLA tour=201-ete\n")
    assert plain.endswith("\n")
    assert "[HIVER]" not in plain


@pytest.mark.rule("TC-TURN-01")
def test_any_sheet_up_to_its_length_is_accepted_and_nothing_else():
    game = table(seats=2)
    frame = WriteSheets((0, 1))
    line = o.ConvertInTown("AKL", 1)
    frame.check(game, 0, Submit((line,) * MOST_ORDERS))
    with pytest.raises(IllegalAction) as refusal:
        frame.check(game, 0, Submit((line,) * (MOST_ORDERS + 1)))
    assert (refusal.value.rule, refusal.value.facts) == ("TC-TURN-01", {"lines": MOST_ORDERS + 1, "most": MOST_ORDERS})
    with pytest.raises(IllegalAction):
        frame.check(game, 0, object())
    assert next(iter(frame.options_for(game, 0))).__class__ is Submit
    nations = sorted(game.seats, key=game.seats.get)
    frame.settle(game, {0: (Submit((line,)),), 1: (Submit(),)})
    assert game.sheets == {nations[0]: (line,), nations[1]: ()}
