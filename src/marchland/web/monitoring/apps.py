from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db.backends.signals import connection_created


class Monitoring(AppConfig):
    name = "marchland.web.monitoring"
    label = "monitoring"

    def ready(self) -> None:
        from django_tasks.signals import task_finished

        from . import database, tracing

        connection_created.connect(database.watch)
        task_finished.connect(_count_job)
        if settings.TRACES:
            try:
                tracing.begin(settings.TRACES)
            except ImportError:
                raise ImproperlyConfigured("MARCHLAND_TRACES: OpenTelemetry is not installed; install marchland[otel]") from None


def _count_job(sender: object, task_result: Any, **_: Any) -> None:
    from . import figures

    figures.jobs.labels(task_result.task.name, str(task_result.status).lower()).inc()
