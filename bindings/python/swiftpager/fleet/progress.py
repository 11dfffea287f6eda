"""What a fleet has done so far."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """What a job has done so far, as far as its driver knows."""

    # Walks that the driver took from the source, or that came as children, and how many of them ended in which way.
    walks: int
    complete: int
    partial: int
    failed: int
    # Slices under way; walks that wait for a place or a time, and how many of them wait for a time.
    running: int
    waiting: int
    later: int
    # What the slices of this driver committed.
    slices: int
    pages: int
    rows: int
    # Slices that lost their worker, and attempts after the first.
    lost: int
    attempts_again: int
    seconds: float

    def __str__(self) -> str:
        done = f"{self.complete + self.partial + self.failed:,} of {self.walks:,} walks"
        problems = "".join(
            f", {count:,} {name}" for name, count in (("partial", self.partial), ("failed", self.failed)) if count
        )
        waits = f", {self.later:,} put back" if self.later else ""
        return (
            f"{done}{problems}; {self.running:,} slices under way{waits}; {self.pages:,} pages, {self.rows:,} rows in"
            f" {self.seconds:.1f} s"
        )
