"""Mails into files, as at home, but slowly: a kill may fall before a mail is written, or after it and before that is noted."""

from __future__ import annotations

import os
import random
import time
from typing import Any
from uuid import uuid4

from django.core.mail.backends.filebased import EmailBackend

LONGEST = 0.05


class SlowMail(EmailBackend):
    _fname: str | None

    def _get_filename(self) -> str:
        """Of this process alone: what was forked from one process lies at the same places, by which Django names files."""
        if self._fname is None:
            self._fname = os.path.join(self.file_path, f"{os.getpid()}-{uuid4().hex}.log")
        return self._fname

    def write_message(self, message: Any) -> None:
        time.sleep(random.uniform(0, LONGEST))
        super().write_message(message)
        self.stream.flush()
        time.sleep(random.uniform(0, LONGEST))
