"""`marchland admin`: who may look after the site. The first operator is named here, on the machine itself."""

from __future__ import annotations

from typing import Annotated

import typer

from .site import open_site


def admin(
    name: Annotated[str, typer.Argument(help="User name; an account is made if there is none.", metavar="NAME")],
    mail: Annotated[str, typer.Option(help="The address of a new account.", metavar="ADDRESS")] = "",
    withdraw: Annotated[bool, typer.Option("--withdraw", help="May look after the site no longer.")] = False,
) -> None:
    """Make somebody an operator of this site, or no longer; a new account asks for its password (or reads MARCHLAND_PASSWORD)."""
    open_site()
    from django.core.exceptions import ValidationError

    from marchland.kernel.errors import BadOption
    from marchland.web.accounts.models import User
    from marchland.web.staff import services

    found = User.objects.filter(username=name).first()
    if withdraw:
        if found is None or not found.is_staff:
            raise BadOption(f"{name} is no operator")
        services.office_withdraw(found)
        print(f"{name} is no operator any more")
        return
    try:
        if found is None:
            found = services.operator_create(name, mail, _password())
        else:
            services.office_give(found)
    except ValidationError as error:
        raise BadOption(" ".join(error.messages)) from None
    print(f"{name} looks after the site: {services.front_page()}")


def _password() -> str:
    import os

    told = os.environ.get("MARCHLAND_PASSWORD")
    return told if told is not None else str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
