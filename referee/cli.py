"""The command line of referee."""

import click


@click.group()
def main() -> None:
    """referee."""
