"""Django's settings. Nothing needs to be configured to play at home; production sets variables (see environment.py)."""

from __future__ import annotations

import os
from pathlib import Path

from marchland.web.titles import installed

from . import environment, limits

WEB = Path(__file__).resolve().parent.parent
HOME = environment.home()

DEBUG = environment.flag("MARCHLAND_DEBUG")
SECRET_KEY = environment.secret_key(HOME)
SECRET_KEY_FALLBACKS = environment.words("MARCHLAND_OLD_SECRET_KEYS")
VAPID_KEY = environment.vapid_key(HOME)
ALLOWED_HOSTS = environment.words("MARCHLAND_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.words("MARCHLAND_ORIGINS")
SITE_URL = os.environ.get("MARCHLAND_URL", "http://localhost:8000").rstrip("/")
BEHIND_TLS = environment.flag("MARCHLAND_TLS")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_tasks",
    "django_tasks_db",
    "ninja",
    "marchland.web.accounts",
    "marchland.web.lobby",
    "marchland.web.tables",
    "marchland.web.hosting",
    "marchland.web.absence",
    "marchland.web.notices",
    "marchland.web.post",
    "marchland.web.letters",
    "marchland.web.company",
    "marchland.web.api",
    "marchland.web.monitoring",
    "marchland.web.staff",
]

MIDDLEWARE = [
    "marchland.web.monitoring.middleware.RequestWatch",
    "django.middleware.security.SecurityMiddleware",
    "marchland.web.config.policy.ContentSecurityPolicy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "marchland.web.config.packing.QuickGZip",
    "marchland.web.config.readable.Readable",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "marchland.web.accounts.middleware.PreferredLanguage",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "marchland.web.config.throttle.Patience",
]

ROOT_URLCONF = "marchland.web.config.urls"
ASGI_APPLICATION = "marchland.web.config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [WEB / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "marchland.web.accounts.context.preferences",
                "marchland.web.notices.context.news",
            ],
            "builtins": ["marchland.web.words"],
        },
    }
]

FORM_RENDERER = "django.forms.renderers.Jinja2"
"""Django's own fields, filled in by what fills our boards: in two fifths of the time, and some pages have dozens of them."""

DATABASES = {"default": environment.database(HOME)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CHANNEL_LAYERS = environment.channel_layers(SECRET_KEY)
CACHES = environment.caches(SECRET_KEY)
SHARED = bool(os.environ.get("REDIS_URL"))
"""Do several processes serve this site?"""
CREW = environment.flag("MARCHLAND_CREW", default=True)
"""Does a server move bots, run deadlines and send mails beside its requests, or do workers?"""
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["default"]}}

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "marchland.web.accounts.backends.Accounts",
    "django.contrib.auth.backends.ModelBackend",  # sessions of earlier releases name it
]
SESSION_ENGINE = "marchland.web.accounts.sessions"
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "lobby:home"
LOGOUT_REDIRECT_URL = "lobby:home"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français"), ("it", "Italiano")]
LANGUAGE_COOKIE_NAME = "language"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = environment.static_root(HOME)
STATICFILES_DIRS = [
    WEB / "static",
    # What a title's board needs: games/<title>/board.css and the like.
    *((f"games/{title.id}", folder) for title in installed().values() if (folder := title.folder / "board" / "static").is_dir()),
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else "marchland.web.config.storage.HashedFiles"
    },
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG

DATA_UPLOAD_MAX_MEMORY_SIZE = limits.BODY_BYTES
SESSION_COOKIE_AGE = 60 * 60 * 24 * 180
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if BEHIND_TLS else 0
SECURE_SSL_REDIRECT = BEHIND_TLS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_TLS else None
SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics$"]
X_FRAME_OPTIONS = "DENY"

DEFAULT_FROM_EMAIL = os.environ.get("MARCHLAND_MAIL_FROM", "Marchland <marchland@localhost>")
EMAIL_TIMEOUT = 20
globals().update(environment.mail(HOME))

POST_ADDRESS = os.environ.get("MARCHLAND_POST_ADDRESS", "")
POST_IN = os.environ.get("MARCHLAND_POST_IN", "")
POST_PAUSE_SECONDS = float(os.environ.get("MARCHLAND_POST_PAUSE", "60"))

BOT_WORKERS = int(os.environ.get("MARCHLAND_BOT_WORKERS", "1"))
BOT_LATEST_SECONDS = float(os.environ.get("MARCHLAND_BOT_LATEST", "10"))
BOT_PAUSE_SECONDS = float(os.environ.get("MARCHLAND_BOT_PAUSE", "0.4"))

VACATION_DAYS = int(os.environ.get("MARCHLAND_VACATION_DAYS", "30"))
"""How many days of a year somebody may be on vacation."""

METRICS_TOKEN = os.environ.get("MARCHLAND_METRICS_TOKEN", "")
METRICS_FROM = environment.words("MARCHLAND_METRICS_FROM", "127.0.0.1,::1")
METRICS_LISTEN = os.environ.get("MARCHLAND_METRICS_LISTEN", "")
TRACES = os.environ.get("MARCHLAND_TRACES", "")
SLOW_QUERY_SECONDS = environment.milliseconds("MARCHLAND_SLOW_QUERY_MS", 200)
SLOW_MOVE_SECONDS = environment.milliseconds("MARCHLAND_SLOW_MOVE_MS", 500)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "marchland.web.config.logs.JsonLines"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": os.environ.get("MARCHLAND_LOG_LEVEL", "INFO")},
    "loggers": {
        "django_tasks_db": {"level": "WARNING"},
        "django_tasks": {"level": "WARNING"},
        "django.request": {"level": "ERROR"},
        "uvicorn.access": {"level": "WARNING"},
        "asyncio": {"level": "WARNING"},
        "mail.log": {"level": "WARNING"},  # aiosmtpd would write down addresses that are as good as passwords
    },
}
