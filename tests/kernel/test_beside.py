"""What is kept beside a file is found by those for whom it would come out the same, and by nobody else."""

import sys

import pytest

from marchland.kernel import typography
from marchland.kernel.beside import beside


@pytest.fixture
def source(tmp_path, monkeypatch):
    """A file, and Python as it is where nobody forbids it to keep what it makes."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    path = tmp_path / "rules.yaml"
    path.write_text("fr: Quoi ?\n")
    return path


def left_behind(source):
    return [path for path in source.parent.rglob("*") if path.is_file() and path != source]


def test_what_was_kept_is_found_and_stands_where_python_keeps_its_own(source):
    assert beside(source, "plain", b"text").found() is None
    beside(source, "plain", b"text").keep(b"made")
    assert beside(source, "plain", b"text").found() == b"made"
    [place] = left_behind(source)
    assert place.parent.name == "__pycache__"
    assert place.suffix == ".pyc"


@pytest.mark.parametrize("made_of", [(b"another",), (b"te", b"xt"), (b"text", b""), ()])
def test_what_was_made_of_something_else_is_not(source, made_of):
    beside(source, "plain", b"text").keep(b"made")
    assert beside(source, "plain", *made_of).found() is None
    assert beside(source, "code", b"text").found() is None


@pytest.mark.parametrize(
    "harm", [lambda kept: kept[:-1], lambda kept: kept[:-1] + b"x", lambda kept: b"", lambda kept: b"x" + kept[1:]]
)
def test_what_was_half_written_or_damaged_is_not(source, harm):
    there = beside(source, "plain", b"text")
    there.keep(b"made")
    there.place.write_bytes(harm(there.place.read_bytes()))
    assert there.found() is None


def test_where_nothing_shall_be_written_nothing_is(source, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    beside(source, "plain", b"text").keep(b"made")
    assert not left_behind(source)


def test_where_nothing_can_be_written_it_is_made_anew(source, monkeypatch):
    def full(*_):
        raise OSError("no space left on device")

    monkeypatch.setattr("os.replace", full)
    beside(source, "plain", b"text").keep(b"made")
    assert not left_behind(source)


def test_a_data_file_says_the_same_each_time_and_something_else_once_it_is_changed(source, monkeypatch):
    read, times = typography.msgspec.yaml.decode, []
    monkeypatch.setattr(typography.msgspec.yaml, "decode", lambda text: times.append(text) or read(text))
    texts = [typography.read_texts(source, dict[str, str]) for _ in range(3)]
    assert texts == [{"fr": "Quoi\u00a0?"}] * 3
    assert len(times) == 1
    source.write_text("fr: Qui ?\n")
    assert typography.read_texts(source, dict[str, str]) == {"fr": "Qui\u00a0?"}


def test_data_that_cannot_be_kept_is_read_anew(source):
    source.write_text("day: 2026-01-01\n")
    assert [str(typography.read_data(source)["day"]) for _ in range(2)] == ["2026-01-01"] * 2
    assert not left_behind(source)
