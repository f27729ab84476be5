"""Static files under names that hold their hash: a browser may keep them for ever, and an upgrade is seen at once."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True
    manifest_strict = False
