"""How static files are stored in production."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Compressed files named by their content, and modules that import each other by those names.

    Without the latter a browser would fetch imported modules by their plain names, and after a
    deployment run the new page with yesterday's modules.
    """

    support_js_module_import_aggregation = True
