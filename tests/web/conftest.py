"""A site for tests, with a small game of everything on it."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from tools.servers import Postgres, Redis

from marchland.web.accounts.models import User
from marchland.web.accounts.services import account_create
from marchland.web.lobby.services import Place, Wish, table_create
from marchland.web.tables.models import Table
from marchland.web.titles import installed

from .serving import free_port, model_site

TITLES = str(Path(__file__).parent.parent / "titles")


@pytest.fixture(scope="package", autouse=True)
def pebbles_installed() -> Iterator[None]:
    """The test title is on the path, as an installed package would be, while these tests run."""
    sys.path.insert(0, TITLES)
    installed.cache_clear()
    yield
    sys.path.remove(TITLES)
    installed.cache_clear()


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """Nobody has done anything too often yet."""
    cache.clear()


@pytest.fixture(scope="module")
def database_url() -> Iterator[str]:
    """A PostgreSQL of our own, thrown away afterwards; its folder is one that its own user may reach."""
    folder = Path(tempfile.mkdtemp(prefix="marchland-pg-"))
    database = Postgres(folder, free_port()).create().start()
    yield database.url
    database.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    redis = Redis(tmp_path_factory.mktemp("redis"), free_port()).start()
    yield redis.url
    redis.stop()


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return model_site(tmp_path_factory)


@pytest.fixture
def ada(db: None) -> User:
    return account_create("ada", "ada@example.org", "a long secret")


@pytest.fixture
def bob(db: None) -> User:
    return account_create("bob", "bob@example.org", "another long secret")


@pytest.fixture
def eve(db: None) -> User:
    return account_create("eve", "", "yet another long secret")


def client_of(user: User | None, **kwargs: object) -> Client:
    client = Client(headers={"accept": "application/json"}, **kwargs)
    if user is not None:
        client.force_login(user)
    return client


def sit_down(host: User, *others: User, public: bool = True, pace: str = "live", **options: object) -> Table:
    """A game of pebbles under way between these people."""
    from marchland.web.lobby.services import seat_take

    places = [Place("me"), *(Place("open") for _ in others)]
    table = table_create(host, Wish("pebbles", places, options, public=public, pace=pace))
    for number, other in enumerate(others, 1):
        seat_take(table.slug, other, number, table.join_code)
    table.refresh_from_db()
    return table


@pytest.fixture
def table(ada: User, bob: User) -> Table:
    return sit_down(ada, bob)
