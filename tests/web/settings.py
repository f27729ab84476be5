"""The site's settings for tests: a folder that is thrown away, no pauses, and a database in a file so that threads share it."""

import atexit
import os
import shutil
import tempfile

HOME_FOR_TESTS = tempfile.mkdtemp(prefix="marchland-tests-")
atexit.register(shutil.rmtree, HOME_FOR_TESTS, ignore_errors=True)
os.environ["MARCHLAND_HOME"] = HOME_FOR_TESTS
os.environ.setdefault("MARCHLAND_LOG_LEVEL", "CRITICAL")
os.environ["MARCHLAND_BOT_PAUSE"] = "0"

from marchland.web.config.settings import *  # noqa: E402, F403
from marchland.web.config.settings import DATABASES, STORAGES  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": os.path.join(HOME_FOR_TESTS, "test.sqlite3")}
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
BOT_WORKERS = 0
