"""What was measured: each figure in every round, and ratios of two figures of one round."""

from __future__ import annotations

from collections import defaultdict
from statistics import median
from typing import Dict, List


class Figures:
    """Values by name, one a round."""

    def __init__(self) -> None:
        self.values: Dict[str, List[float]] = defaultdict(list)

    def add(self, name: str, value: float) -> None:
        self.values[name].append(value)

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def median(self, name: str) -> float:
        return median(self.values[name])

    def ratios(self, name: str, base: str) -> List[float]:
        return [a / b for a, b in zip(self.values[name], self.values[base], strict=True)]

    def ratio(self, name: str, base: str) -> float:
        return median(self.ratios(name, base))

    def spread(self, name: str) -> float:
        """How far the values are apart, as a part of their median."""
        values = self.values[name]
        return (max(values) - min(values)) / median(values)
