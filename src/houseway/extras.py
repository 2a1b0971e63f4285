"""Optional parts of the installation: which extra brings which package.

`pip install houseway` installs rules, tables and odds. What only some users need is in extras, as in
`pip install 'houseway[service]'`.
"""

from importlib.util import find_spec

from houseway.errors import Unavailable

EXTRA_OF_PACKAGE = {
    "alembic": "store",
    "altair": "charts",
    "argon2": "service",
    "brotli": "service",
    "cryptography": "store",
    "distributed": "scale",
    "fastapi": "service",
    "httptools": "service",
    "httpx": "client",
    "platformdirs": "service",
    "prometheus_client": "service",
    "psycopg": "postgres",
    "sqlalchemy": "store",
    "structlog": "service",
    "typst": "documents",
    "uvicorn": "service",
    "vl_convert": "charts",
    "websockets": "client",
    "xlsxwriter": "documents",
}
"""The extra that installs each package which the core does without. Packages are named as they are imported."""


def require_extra(extra: str) -> None:
    """Refuse if a package of an extra is not installed, before any work is done."""
    for package, needed in EXTRA_OF_PACKAGE.items():
        if needed == extra and find_spec(package) is None:
            raise _missing(package, extra)


def missing_extra(error: ModuleNotFoundError) -> Unavailable | None:
    """Return the refusal for an import that failed because an extra is not installed; None if it failed otherwise."""
    package = (error.name or "").split(".")[0]
    extra = EXTRA_OF_PACKAGE.get(package)
    return None if extra is None else _missing(package, extra)


def _missing(package: str, extra: str) -> Unavailable:
    return Unavailable(
        f"this needs the package {package}, which is not installed; install it with: pip install 'houseway[{extra}]'",
        code="install.extra-missing",
        package=package,
        extra=extra,
    )
