"""Traces by OpenTelemetry, where MARCHLAND_TRACES says whither: spans for requests, moves, bots' thinking, jobs and queries.

Without it (or without the extra `otel`) a span is nothing and costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from marchland import __version__

from . import requestid

_tracer: Any = None


def is_on() -> bool:
    return _tracer is not None


def begin(address: str, exporter: Any = None) -> None:
    """Send traces to a collector that speaks OTLP over HTTP; tests hand in an exporter of their own."""
    global _tracer
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": "marchland", "service.version": __version__}))
    if exporter is None:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{address.rstrip('/')}/v1/traces")))
    else:
        provider.add_span_processor(SimpleSpanProcessor(exporter))
    _tracer = provider.get_tracer("marchland")


def end() -> None:
    global _tracer
    _tracer = None


def span(name: str, /, **facts: Any) -> AbstractContextManager[Any]:
    """Something that takes time, within what is going on already."""
    return nullcontext() if _tracer is None else _span(name, facts)


@contextmanager
def _span(name: str, facts: dict[str, Any]) -> Iterator[Any]:
    if requestid.current():
        facts["marchland.request"] = requestid.current()
    with _tracer.start_as_current_span(name, attributes=facts) as found:
        yield found


@contextmanager
def request_span(headers: Mapping[str, str], facts: dict[str, Any]) -> Iterator[Callable[[str, int], None]]:
    """The span of a request, within the caller's trace where it names one (`traceparent`); to be told the view and the status."""
    if _tracer is None:
        yield _nothing
        return
    from opentelemetry.propagate import extract
    from opentelemetry.trace import SpanKind

    context = extract({name.lower(): value for name, value in headers.items()})
    facts = {**facts, "marchland.request": requestid.current()}
    with _tracer.start_as_current_span("request", context=context, kind=SpanKind.SERVER, attributes=facts) as found:

        def told(view: str, status: int) -> None:
            found.update_name(view)
            found.set_attribute("http.response.status_code", status)

        yield told


def _nothing(view: str, status: int) -> None:
    pass
