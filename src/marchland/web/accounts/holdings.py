"""Everything the site holds of a person, in one table: where the export tells it, and what becomes of it when they leave.

A model that points to people and is missing here fails a test; the page on which accounts are deleted is drawn from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from marchland.web.words import to_say

GOES = {
    "account": to_say("goes_account"),
    "written": to_say("goes_written"),
    "news": to_say("goes_news"),
    "company": to_say("goes_company"),
    "places": to_say("goes_places"),
}
STAYS = {
    "moves": to_say("stays_moves"),
    "results": to_say("stays_results"),
    "letters": to_say("stays_letters"),
    "tables": to_say("stays_tables"),
    "deeds": to_say("stays_deeds"),
}


class Holding(NamedTuple):
    model: str
    by: str
    """The field that points to the person; empty: found by their seat, or by their address."""
    told: str
    """Where it stands in the export."""
    fate: str
    """What becomes of it: a word of GOES, or of STAYS where the row is kept and the person is taken out of it."""


HOLDINGS = tuple(
    Holding(*line.split())
    for line in """
    accounts.User_groups            user        account.groups              account
    accounts.User_user_permissions  user        account.permissions         account
    accounts.Session                user        sessions                    account
    accounts.SecondFactor           user        second_factor               account
    accounts.RecoveryCode           user        second_factor.codes_left    account
    api.ApiToken                    user        api_tokens                  account
    tables.Table                    host        hosts                       tables
    tables.Seat                     user        tables                      moves
    tables.Seat                     held_for    offered                     places
    tables.Entry                    -           tables.moves                moves
    tables.Sheet                    user        sheets                      written
    tables.ChatMessage              user        messages                    written
    tables.Invitation               kept_for    invited_to                  places
    tables.Invitation               taken_by    invited_to                  places
    tables.Admission                user        known_at                    places
    tables.Waiting                  user        waiting_for                 places
    hosting.Ballot                  user        votes                       company
    absence.Draft                   -           absence.drafts              written
    absence.Instructions            -           absence.standing_orders     written
    absence.Vacation                user        absence.vacations           company
    absence.Deadline                user        absence.deadlines           company
    notices.Notice                  user        notices                     news
    notices.Preferences             user        news.preferences            news
    notices.Device                  user        news.devices                news
    notices.Hook                    user        news.hooks                  news
    notices.Delivery                user        news.deliveries             news
    post.ByMail                     user        tables.by_mail              news
    post.Outgoing                   -           mails.sent                  news
    post.Letter                     -           mails.came                  letters
    letters.Missive                 user        letters.written             letters
    letters.Announcement            user        letters.announced           written
    company.Rating                  user        company.ratings             company
    company.Result                  user        company.results             results
    company.Friendship              asker       company.friends             company
    company.Friendship              asked       company.friends             company
    company.Seek                    user        company.seeks               company
    company.Tournament              organiser   company.organises           tables
    company.Entrant                 user        company.tournaments         results
    staff.Deed                      -           deeds                       deeds
    """.strip().splitlines()
)


def said(fates: dict[str, str]) -> Iterable[str]:
    """For the page: a sentence for each of these fates that something has."""
    return [fates[fate] for fate in fates if any(one.fate == fate for one in HOLDINGS)]
