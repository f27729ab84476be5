"""The page: whatever an option touches can be pointed at, so that it lights up."""

import re

from marchland.kernel.chance import key_from_seed
from marchland.render import Scene, SeatCard, draw

from homestead.tables import FIELDS
from homestead.title import TITLE


def test_everything_an_option_touches_can_be_pointed_at() -> None:
    game = TITLE.new(2, key_from_seed(1))
    seats = [SeatCard(seat=0, name="Ada"), SeatCard(seat=1, name="Zoe")]
    page = draw(Scene(title=TITLE, view=TITLE.view(game, 0), language="en", seats=seats))
    drawn = set(re.findall(r'data-target="([^"]+)"', "".join(page.values())))
    touched = {target for option in game.options() for target in option.touches()}
    assert touched == set(FIELDS)
    assert touched <= drawn
