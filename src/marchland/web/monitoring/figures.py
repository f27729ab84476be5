"""What is counted and measured, for Prometheus. Names and labels are a contract with dashboards: `deploy/grafana.json` is one.

Labels have few values: views, titles and kinds, never people, tables or addresses.
"""

from __future__ import annotations

from marchland.web.config.environment import share_figures

share_figures()  # the library looks at it once, when it is loaded

from prometheus_client import Counter, Gauge, Histogram  # noqa: E402

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
"""Bounds for what people wait for, in seconds."""
LONG = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60)

requests = Counter("marchland_requests", "Requests answered, by view and status", ["view", "status"])
request_seconds = Histogram("marchland_request_seconds", "Time for an answer, by view", ["view"], buckets=QUICK)
database_seconds = Histogram("marchland_database_seconds", "Time of a request on the database, by view", ["view"], buckets=QUICK)
queries = Counter("marchland_database_queries", "What was asked of the database for requests, by view", ["view"])

moves = Counter("marchland_moves", "Moves, by title and by who made them (person, sheet, plan, bot)", ["title", "by"])
move_seconds = Histogram(
    "marchland_move_seconds", "From the asking for the table's lock to the news having gone out", ["title"], buckets=QUICK
)
refusals = Counter("marchland_refusals", "Moves that were refused, by the code that programs are told", ["code"])

questions = Gauge("marchland_bot_questions", "Questions that bots or the coach have not answered yet", multiprocess_mode="livesum")
thinking_seconds = Histogram(
    "marchland_bot_thinking_seconds", "From the question to the bot's answer, waiting included", ["title", "task"], buckets=LONG
)
bot_failures = Counter("marchland_bot_failures", "Questions that a bot could not answer", ["title"])

jobs = Counter("marchland_jobs", "Queued jobs that were carried out, by outcome", ["job", "outcome"])
mails = Counter("marchland_mails", "Mails, messages to devices and hooks, by way and outcome", ["way", "outcome"])
sockets = Gauge("marchland_sockets", "Web sockets that are open, by kind", ["kind"], multiprocess_mode="livesum")
loop_lag = Histogram("marchland_loop_lag_seconds", "How late the event loop comes to what is due", buckets=QUICK)
