"""Where phones find the table: this machine's own addresses, and the code that a camera reads."""

import io
import socket
from functools import lru_cache
from ipaddress import IPv4Address, ip_address

from liarsdeck.english import quoted
from referee.core.errors import RecordError


def own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses on networks that phones may share, the likeliest first.

    Nobody is asked: they are what the system says of its own adapters. Addresses of home networks come first; those of
    containers, tunnels and virtual machines last.
    """
    import ifaddr

    found = []
    for adapter in ifaddr.get_adapters():
        name = str(adapter.nice_name or adapter.name).casefold()
        mine = [IPv4Address(one.ip) for one in adapter.ips if isinstance(one.ip, str)]
        found += [(_rank(address, name), str(address)) for address in mine if not address.is_loopback]
    return [address for _, address in sorted(found)]


_INNER = ("docker", "br-", "veth", "virbr", "vmnet", "vbox", "virtualbox", "hyper-v", "vethernet", "wsl")
_TUNNELS = ("tun", "tap", "wg", "utun", "tailscale", "zerotier", "vpn", "ppp")


def _rank(address: IPv4Address, name: str) -> int:
    if address.is_link_local:
        return 5
    if any(name.startswith(one) or f" {one}" in name for one in _INNER):
        return 4
    if any(name.startswith(one) or f" {one}" in name for one in _TUNNELS):
        return 3
    text = str(address)
    return 0 if text.startswith("192.168.") else 1 if address.is_private else 2


def address_of(bind: str) -> str:
    """Return the address in numbers that ``--bind`` means; ``*`` and nothing are all of this machine's.

    No name but ``localhost`` is looked up: that would ask the network. Raises ``RecordError``.
    """
    named = {"": "0.0.0.0", "*": "0.0.0.0", "localhost": "127.0.0.1"}  # noqa: S104, phones come over the home network
    text = bind.strip().casefold()
    text = named.get(text, text.removeprefix("[").removesuffix("]"))
    try:
        found = socket.getaddrinfo(text, None, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        raise RecordError(
            f"--bind {quoted(bind)}: give an address in numbers, such as 192.168.1.20, or localhost, or * for all"
        ) from None
    return str(found[0][4][0])


def is_any(address: str) -> bool:
    """Say whether an address in numbers means all of the machine's."""
    return ip_address(address).is_unspecified


def code_text(joining: str) -> str:
    """Return the code as half-blocks for a terminal."""
    import segno

    out = io.StringIO()
    segno.make(joining, error="m", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()


@lru_cache(1)
def code_svg(joining: str) -> bytes:
    """Return the code as SVG."""
    import segno

    out = io.BytesIO()
    segno.make(joining, error="m", micro=False).save(
        out,
        kind="svg",
        border=0,
        xmldecl=False,
        dark="#1b1922",
        light=None,
        omitsize=True,
        lineclass=None,
        svgclass=None,
    )
    return out.getvalue()
