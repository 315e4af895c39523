"""`cardgen calibrate`: measure where a printer puts backs."""

import click

from factbank.shell import command


@command("calibrate", examples=["cardgen calibrate"])
def calibrate() -> None:
    """Measure where a printer puts backs, and remember it."""
    click.echo("")
