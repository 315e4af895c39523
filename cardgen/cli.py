"""The command line of cardgen."""

import click


@click.group()
def main() -> None:
    """cardgen."""
