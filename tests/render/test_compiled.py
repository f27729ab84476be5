"""Templates are compiled, and read for what they need, by the first process that draws them; the others find it done."""

import sys

import pytest
from jinja2 import Environment, FileSystemLoader

from marchland.render.compiled import CompiledOnce
from marchland.render.needs import names_in


def stage(folder):
    """As a new process has it."""
    return Environment(loader=FileSystemLoader(folder), bytecode_cache=CompiledOnce())


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr("marchland.render.needs._understood", {})
    (tmp_path / "sign.html").write_text("{{ who }} was here")
    return tmp_path


@pytest.fixture
def compiled(monkeypatch):
    """The texts that were compiled or read meanwhile."""
    texts, parse = [], Environment._parse
    monkeypatch.setattr(Environment, "_parse", lambda stage, text, *others: texts.append(text) or parse(stage, text, *others))
    return texts


def test_what_one_process_compiled_another_need_not(folder, compiled):
    for _ in range(2):
        assert stage(folder).get_template("sign.html").render(who="Kilroy") == "Kilroy was here"
    assert len(compiled) == 1


def test_what_one_process_read_off_it_another_need_not(folder, compiled, monkeypatch):
    for _ in range(2):
        monkeypatch.setattr("marchland.render.needs._understood", {})
        assert names_in(stage(folder), "sign.html") == {"who"}
    assert len(compiled) == 1


def test_a_template_that_was_changed_is_compiled_and_read_anew(folder, compiled):
    assert stage(folder).get_template("sign.html").render(who="Kilroy") == "Kilroy was here"
    assert names_in(stage(folder), "sign.html") == {"who"}
    (folder / "sign.html").write_text("{{ who }} was {{ where }}")
    assert stage(folder).get_template("sign.html").render(who="Kilroy", where="there") == "Kilroy was there"
    assert names_in(stage(folder), "sign.html") == {"who", "where"}
    assert len(compiled) == 4
