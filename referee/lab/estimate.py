"""Shares and spreads with what they are worth: each with how many games it rests on, and its 95 % interval."""

from collections.abc import Sequence

from msgspec import Struct

LEVEL = 0.95


class Share(Struct, frozen=True):
    """So many of so many, and between which shares that leaves the truth (Wilson's interval)."""

    many: float
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share itself; 0 where there is nothing to go by."""
        return self.many / self.of if self.of else 0.0

    def said(self) -> str:
        """Return it as the report writes it: “8.5 % (6.0 to 12; n = 400)”."""
        return f"{percent(self.share)} % ({percent(self.low)} to {percent(self.high)}; n = {self.of:,})"

    def apart(self, fair: float) -> int:
        """Return 1 where it lies above a share with all of its interval, −1 below, else 0."""
        return (self.low > fair) - (self.high < fair)


class Spread(Struct, frozen=True):
    """The middle of many values, its interval, and what one in ten reaches at most, and at least."""

    middle: float
    of: int
    low: float
    high: float
    tenth: float
    ninth: float

    def brief(self) -> str:
        """Return the middle and its interval: “6 (6 to 7; n = 400)”."""
        return f"{number(self.middle)} ({number(self.low)} to {number(self.high)}; n = {self.of:,})"

    def said(self) -> str:
        """Return it as the report writes it: “6 (6 to 7; one in ten up to 3, one in ten from 11; n = 400)”."""
        ends = f"one in ten up to {number(self.tenth)}, one in ten from {number(self.ninth)}"
        return f"{number(self.middle)} ({number(self.low)} to {number(self.high)}; {ends}; n = {self.of:,})"


def likely(p: float) -> str:
    """Return how likely something is by chance: “p = 0.03”, “p < 0.0001”."""
    return f"p = {p:.2g}" if p >= 0.0001 else "p < 0.0001"


def share(many: float, of: int) -> Share:
    """Return a share; ``many`` may have halves, of wins that two shared."""
    from statsmodels.stats.proportion import proportion_confint

    if not of:
        return Share(0, 0, 0.0, 1.0)
    low, high = proportion_confint(many, of, alpha=1 - LEVEL, method="wilson")
    return Share(many, of, max(0.0, float(low)), min(1.0, float(high)))


def spread(values: Sequence[float]) -> Spread:
    """Return the spread of these values; the interval of the median rests on their order alone."""
    from scipy.stats import quantile_test

    if not values:
        return Spread(0, 0, 0, 0, 0, 0)
    ordered = sorted(values)
    tenth, middle, ninth = (ordered[round(part * (len(ordered) - 1))] for part in (0.1, 0.5, 0.9))
    low, high = quantile_test(values, q=middle, p=0.5).confidence_interval(LEVEL)
    ends = [float(end) if end == end else middle for end in (low, high)]  # noqa: PLR0124, too few values: NaN
    return Spread(middle, len(values), min(ends[0], middle), max(ends[1], middle), tenth, ninth)


class Mean(Struct, frozen=True):
    """A mean and its interval."""

    mean: float
    of: int
    low: float
    high: float

    def said(self) -> str:
        """Return it as the report writes it."""
        return f"{number(self.mean)} ({number(self.low)} to {number(self.high)}; n = {self.of:,})"


def mean(values: Sequence[float]) -> Mean:
    """Return the mean of these values; its interval is Student's."""
    from statsmodels.stats.weightstats import DescrStatsW

    if not values:
        return Mean(0, 0, 0, 0)
    if len(set(values)) == 1:
        return Mean(values[0], len(values), values[0], values[0])
    low, high = DescrStatsW(values).tconfint_mean(alpha=1 - LEVEL)
    return Mean(sum(values) / len(values), len(values), float(low), float(high))


def even(counts: Sequence[float]) -> float:
    """Return how likely counts as uneven as these are where all are equally likely (chi-squared)."""
    from scipy.stats import chisquare

    return float(chisquare(counts).pvalue) if sum(counts) else 1.0


def unlike_nought(values: Sequence[float]) -> float:
    """Return how likely a mean as far from 0 as that of these is where it is 0 (Student’s t)."""
    from scipy.stats import ttest_1samp

    return float(ttest_1samp(values, 0).pvalue) if len(set(values)) > 1 else 1.0


def percent(part: float) -> str:
    """Return a share as per cent: one place below ten and above ninety, else none."""
    value = 100 * part
    return f"{value:.0f}" if 10 <= value <= 90 or value in {0, 100} else f"{value:.1f}"


def number(value: float) -> str:
    """Return a number without places that nobody needs."""
    text = f"{value:,.0f}" if abs(value) >= 100 or value == round(value) else f"{value:.1f}"
    return text.replace("-", "−")
