"""`make messages`: collect the site's strings into its catalogues, compile them, and say what still has to be translated."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import polib

WEB = Path(__file__).resolve().parent.parent / "src" / "marchland" / "web"
LANGUAGES = ("en", "fr", "it")


def collect() -> None:
    """Let Django find every string; obsolete ones go."""
    os.environ["MARCHLAND_HOME"] = tempfile.mkdtemp(prefix="marchland-messages-")
    os.environ["DJANGO_SETTINGS_MODULE"] = "marchland.web.config.settings"
    import django
    from django.core.management import call_command

    django.setup()
    os.chdir(WEB)
    call_command("makemessages", locale=list(LANGUAGES), no_obsolete=True, no_wrap=True, add_location="file", verbosity=0)


def compile_one(language: str) -> list[str]:
    """Write the compiled catalogue beside the other; the strings without a translation."""
    path = WEB / "locale" / language / "LC_MESSAGES" / "django.po"
    catalogue = polib.pofile(str(path), wrapwidth=0)
    catalogue.header = "Marchland"
    catalogue.metadata.pop("POT-Creation-Date", None)
    for entry in catalogue:
        if language == "en":
            entry.msgstr, entry.flags = entry.msgid, [flag for flag in entry.flags if flag != "fuzzy"]
    catalogue.save(str(path))
    catalogue.save_as_mofile(str(path.with_suffix(".mo")))
    return [entry.msgid for entry in catalogue if not entry.msgstr or "fuzzy" in entry.flags]


def main() -> int:
    collect()
    wanting = {language: compile_one(language) for language in LANGUAGES}
    for language, strings in wanting.items():
        print(f"{language}: {len(strings)} to translate")
        for string in strings:
            print(f"  {string!r}")
    return 1 if any(wanting.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
