# SPDX-License-Identifier: GPL-2.0-only
"""Intervals and tests over the seeds of a sweep; the tests are scipy's."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import Any, Iterable

import numpy as np
from scipy import stats

CONFIDENCE = 0.95

# A window is cut into this many batches where only one seed tells how much the slowdown varies.
BATCHES = 10
# A batch with fewer finished flows has no average.
FEWEST_IN_BATCH = 5

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Estimate:
    """A mean over seeds with half of its 95 % interval, and the p-value of Student's t-test against 0.

    Not a number where there are too few values: all without one, all but the mean with a single one.
    """

    mean: float
    half_width: float
    p_value: float
    count: int

    @property
    def mark(self) -> str:
        """Significance: ** below 0.01, * below 0.05, empty otherwise."""
        return "**" if self.p_value < 0.01 else "*" if self.p_value < 0.05 else ""


def estimate(values: Iterable[float]) -> Estimate:
    """Mean of one value a seed; those that are not a number are left out."""
    known = np.array([value for value in values if math.isfinite(value)], dtype=float)
    if not known.size:
        return Estimate(math.nan, math.nan, math.nan, 0)
    mean = float(known.mean())
    if known.size == 1:
        return Estimate(mean, math.nan, math.nan, 1)
    if np.ptp(known) == 0:
        return Estimate(mean, 0.0, 1.0 if mean == 0 else 0.0, known.size)
    with warnings.catch_warnings():
        # Values that differ in their last digits only
        warnings.simplefilter("ignore", RuntimeWarning)
        test = stats.ttest_1samp(known, 0.0)
        low, high = test.confidence_interval(CONFIDENCE)
    return Estimate(mean, float(high - low) / 2, float(test.pvalue), known.size)


def difference(values: Iterable[float], baseline: Iterable[float]) -> Estimate:
    """Paired relative difference, as a share of the baseline: one pair a seed, in the same order."""
    return estimate(value / base - 1 if base else math.nan for value, base in zip(values, baseline))


def batch_means(start: Array, slowdown: Array, begin: float, length: float) -> Array:
    """Average slowdown of the finished flows in each of BATCHES equal parts of the window; not a number for few flows.

    @param start when each flow starts, ns
    @param slowdown of each flow; not a number for unfinished ones
    @param begin start of the window, ns
    @param length of the window, ns
    """
    batch = np.clip(((start - begin) * BATCHES / length).astype(int), 0, BATCHES - 1)
    finished = np.isfinite(slowdown)
    count = np.bincount(batch[finished], minlength=BATCHES)
    total = np.bincount(batch[finished], weights=slowdown[finished], minlength=BATCHES)
    return np.where(count >= FEWEST_IN_BATCH, total / np.maximum(count, 1), math.nan)


def growth(halves: Iterable[tuple[float, float]], batches: Iterable[Array]) -> Estimate:
    """How much average slowdown grows from the first to the second half of the window, as a share of the first.

    Over the seeds where there are several; a single seed's p-value comes from Welch's test between the batches of the
    halves, without an interval.

    @param halves average slowdown of the flows that start in each half, one pair a seed
    @param batches batch_means() of each seed
    """
    over_seeds = difference(*zip(*[(second, first) for first, second in halves] or [(math.nan, math.nan)]))
    if over_seeds.count != 1:
        return over_seeds
    means = next(iter(batches))
    first, second = (part[np.isfinite(part)] for part in (means[:BATCHES // 2], means[BATCHES // 2:]))
    if min(first.size, second.size) < 2 or np.ptp(np.concatenate([first, second])) == 0:
        return over_seeds
    test = stats.ttest_ind(second, first, equal_var=False)
    return Estimate(over_seeds.mean, math.nan, float(test.pvalue), 1)
