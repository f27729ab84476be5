"""Documents are plain data: they survive JSON, refuse what they do not know and need no drawing to be read."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from marchland.kernel.documents import AnyBlock, Block, Document, Drawing, Form, Label, Log, LogLine, Paragraph, Part, Shape, Table

BLOCKS: tuple[AnyBlock, ...] = (
    Paragraph("Le printemps est là."),
    Table(("nation", "gloire"), (("Akla", "12"), ("Roc", "9")), right=(1,), caption="Gloire"),
    Log((LogLine("Révolte", "TC-STAB-04", "d10 3", depth=1, tone="bad"), LogLine("Rien"))),
    Form("FEUILLE nation=AKLA\n  armee : lances 3\n"),
    Drawing(
        width=10.0,
        height=5.0,
        shapes=(Shape((((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)),), fill="#aabbcc"),),
        labels=(Label("VAL", (0.5, 0.5), bold=True),),
        caption="Carte",
        description="Une carte",
    ),
)


def document(*blocks: AnyBlock) -> Document:
    return Document(title="Rapport", language="fr", parts=(Part("Tout", blocks),))


def test_every_kind_of_block_is_tried_here() -> None:
    assert {type(block) for block in BLOCKS} == set(get_args(AnyBlock)) == set(Block.__subclasses__())


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: type(block).__name__)
def test_a_document_survives_json(block: AnyBlock) -> None:
    written = msgspec.json.encode(document(block))
    again = msgspec.json.decode(written, type=Document)
    assert again == document(block)
    assert type(again.parts[0].blocks[0]) is type(block)
    assert msgspec.json.encode(again) == written


def test_what_is_not_said_is_not_written() -> None:
    data = msgspec.json.decode(msgspec.json.encode(document(Log((LogLine("Rien"),)))))
    assert data == {
        "title": "Rapport",
        "language": "fr",
        "parts": [{"heading": "Tout", "blocks": [{"type": "Log", "lines": [{"text": "Rien"}]}]}],
    }


@pytest.mark.parametrize(
    "broken",
    [
        {"type": "Poem", "text": "O"},
        {"type": "Paragraph"},
        {"type": "Paragraph", "text": 3},
        {"type": "Table", "columns": ["a"], "rows": [[1]]},
        {"type": "Drawing", "width": 1, "height": 1, "shapes": [{"rings": [[[0, 0, 0]]]}]},
    ],
)
def test_a_document_with_an_unknown_or_broken_block_is_refused(broken: object) -> None:
    data = {"title": "Rapport", "language": "fr", "parts": [{"heading": "Tout", "blocks": [broken]}]}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, Document)


def test_documents_can_be_compared_kept_and_not_be_changed() -> None:
    one, other = document(*BLOCKS), document(*BLOCKS)
    assert one == other
    assert hash(one) == hash(other)
    assert one != document(*BLOCKS[1:])
    with pytest.raises(AttributeError):
        one.title = "Autre"  # type: ignore[misc]
