"""Static files under names that hold their hash: a browser may keep them for ever, and an upgrade is seen at once."""

from typing import Any

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

_, _imports = HashedFilesMixin._js_module_import_aggregation_patterns  # type: ignore[attr-defined]  # unknown to the stubs

NOT_SERVED = ["*.map", "redoc*"]
"""What other packages ship and no page of ours asks for."""


class HashedFiles(CompressedManifestStaticFilesStorage):
    """References are followed in style sheets and in our own modules; source maps, which players do not need, are left out."""

    manifest_strict = False
    patterns = (
        (
            "*.css",
            (
                r"""(?P<matched>url\(['"]{0,1}\s*(?P<url>.*?)["']{0,1}\))""",
                (r"""(?P<matched>@import\s*["']\s*(?P<url>.*?)["'])""", """@import url("%(url)s")"""),
            ),
        ),
        ("js/*.js", _imports),
    )

    def create_compressor(self, **kwargs: Any) -> Compressor:
        """Gzip is enough: Brotli at its best takes ten seconds of everybody's first start."""
        return Compressor(**kwargs, use_brotli=False)
