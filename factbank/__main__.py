"""Run the fact bank: ``python -m factbank``."""

from factbank.cli import main

if __name__ == "__main__":
    main()
