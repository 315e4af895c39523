"""What all three programs share: command lines, files, file formats, SQLite, English. It knows no game.

``UserError`` is the base of all errors that a person can cause, ``__version__`` the version. Other names may change.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

from liarsdeck.errors import UserError

__all__ = ["UserError", "__version__"]

__version__: str
"""The installed version; "0" where the package runs without being installed."""


def __getattr__(name: str) -> str:
    """Return the installed version if ``name`` is ``__version__``; "0" if the package is not installed.

    Raises ``AttributeError`` for any other name.
    """
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("liarsdeck")
    except PackageNotFoundError:
        return "0"


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def lazy_exports(
    package: str, modules: Mapping[str, str], retired: Mapping[str, str] | None = None
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` for a package, to import each name when it is first used.

    ``package`` is the name of the package. ``modules`` maps each public name to its module, such as
    ``"factbank.deal"``. If the name is another one there, the form is ``"factbank.deal:choose"``. ``retired``, of the
    same form, has names that the next version drops: they still work, but give a ``DeprecationWarning``.
    """

    def get(name: str) -> object:
        where = modules.get(name) or (retired or {}).get(name)
        if where is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, attribute = where.partition(":")
        value: object = getattr(import_module(module), attribute or name)
        if name in modules:
            setattr(sys.modules[package], name, value)
        else:
            import warnings

            warnings.warn(f"{package}.{name} goes with the next version", DeprecationWarning, stacklevel=2)
        return value

    return get, lambda: sorted(modules)
