"""The interface for programs against its own description: whatever fits it is answered as it says, and nothing breaks.

Requests are made up by schemathesis, the same ones each time. `make fuzz` makes up more (FUZZ: for each operation).
"""

from __future__ import annotations

import os
from typing import Any

import pytest
import requests
import schemathesis
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from marchland.web.accounts.models import User
from marchland.web.api.interface import interface
from marchland.web.api.services import token_create
from marchland.web.tables.models import Table

EXAMPLES = int(os.environ.get("FUZZ", "6"))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
OPERATIONS = sorted(
    (path, method) for path, found in interface.get_openapi_schema()["paths"].items() for method in found if "stream" not in path
)
"""A stream of news does not end, and so has no answer that could be looked at."""


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_the_interface_keeps_to_its_description(path: str, method: str, table: Table, ada: User) -> None:
    schema = schemathesis.openapi.from_dict(interface.get_openapi_schema())
    program = Client(raise_request_exception=False, headers={"authorization": f"Bearer {token_create(ada, 'fuzz')}"})

    @seed(0)
    @settings(max_examples=EXAMPLES, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=schema[path][method.upper()].as_strategy())
    def asked(case: Any) -> None:
        cache.clear()
        if "slug" in (case.path_parameters or {}) and len(case.path_parameters["slug"]) != 1:
            case.path_parameters["slug"] = table.slug
        if isinstance(case.body, dict) and isinstance(case.body.get("n"), int):
            case.body["n"] %= 2  # half of them have seen the table as it is
        with transaction.atomic():
            answer = answered(program, case)
            transaction.set_rollback(True)
        case.validate_response(answer, checks=CHECKS)

    asked()


def answered(program: Client, case: Any) -> Response:
    """What the site answers, as schemathesis wants to see it."""
    asked = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
    kind = asked.headers.get("Content-Type", "application/octet-stream")
    given = program.generic(str(asked.method), asked.path_url, asked.body or b"", kind)
    headers = {name.lower(): [value] for name, value in given.headers.items()}
    return Response(given.status_code, headers, given.content, asked, elapsed=0.0, verify=False)
