"""Files of strangers: what is broken, deep or made to explode is refused, at once and by name."""

from __future__ import annotations

import pytest

from marchland.kernel.errors import BadFile, MalformedOrder
from marchland.kernel.match import read_record
from marchland.kernel.strangers import DEEPEST, leaves, read_json, read_yaml
from marchland.kernel.vocabulary import _value

LAUGHS = b"a: &a [x, x]\n" + b"".join(b"%c: &%c [*%c, *%c]\n" % (98 + n, 98 + n, 97 + n, 97 + n) for n in range(9))


@pytest.mark.parametrize(
    "text", [b"[" * 50_000, b"[" * 900 + b"]" * 900, b'{"a":' * 5000, b'"\\ud800"', b'"\xff"', b"", b"{", b"NaN", b'{"a": 1e999}']
)
def test_json_that_is_broken_or_too_deep_is_refused(text: bytes) -> None:
    for read in (read_json, read_record):
        with pytest.raises(BadFile):
            read(text)


def test_an_order_may_hold_no_more_depth_than_a_file() -> None:
    with pytest.raises(MalformedOrder):
        _value("[" * 2000)


@pytest.mark.parametrize("text", [LAUGHS, b"[" * 3000, b"- " * 3000, b"a: {b: [", b"\xff\xfe\x00", b"a: \x00", b"&a [*a]"])
def test_yaml_that_is_broken_too_deep_or_refers_to_itself_is_refused(text: bytes) -> None:
    with pytest.raises(BadFile):
        read_yaml(text)


def test_what_is_plain_is_read() -> None:
    assert read_yaml(b"a: [1, {b: c}]") == {"a": [1, {"b": "c"}]}
    nested = b"[" * (DEEPEST - 1) + b"1" + b"]" * (DEEPEST - 1)
    assert list(leaves(read_json(nested))) == [1]
