"""Where phones find the table: this machine's own addresses, and the code that a camera reads."""

import io
from functools import lru_cache
from ipaddress import IPv4Address, ip_address


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


def is_any(bind: str) -> bool:
    """Say whether a bind address means all of the machine's."""
    return bind in {"", "*"} or ip_address(bind).is_unspecified


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
