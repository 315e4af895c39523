"""The command line of factbank."""

import click


@click.group()
def main() -> None:
    """factbank."""
