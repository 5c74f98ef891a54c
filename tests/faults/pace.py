"""Notices a machine that did not keep up: a case whose steps came too late, or that got no time, proves nothing."""

import contextlib
import os
import threading
import time

# Less than the daemon's patience, with which a process that stands still is found hanging (PATIENCE_MS in world.py).
LONGEST_APPROACH = 2.5
# Times in docs/faults.md begin at 2 s, and a test allows ten times as much.
LONGEST_GAP = 1.0
BEAT = 0.05


class Pace:
    """The longest time without a turn; and how long it took from where the daemon's patience begins to the signal."""

    def __init__(self):
        self.longest_gap = 0.0
        self.began = self.ended = None
        self.missed = ""
        # One on each processor: who stood still may have been on another one than this process.
        for processor in os.sched_getaffinity(0):
            threading.Thread(target=self._beat, args=[processor], daemon=True).start()

    def _beat(self, processor):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, [processor])
        while True:
            before = time.monotonic()
            time.sleep(BEAT)
            self.longest_gap = max(self.longest_gap, time.monotonic() - before - BEAT)

    def begin_approach(self):
        """Somebody stands still now, or is waited for. The first call counts."""
        self.began = self.began or time.monotonic()

    def end_approach(self):
        """The tested part has begun."""
        self.ended = time.monotonic()

    def miss(self, why):
        """The situation to be tested did not come about."""
        self.missed = why

    def complaint(self):
        """Why the case proves nothing; empty: it proves what it says."""
        if self.missed:
            return self.missed
        if self.began and (self.ended or time.monotonic()) - self.began > LONGEST_APPROACH:
            return f"the signal came later than {LONGEST_APPROACH:g} s after what it was to follow"
        if self.longest_gap > LONGEST_GAP:
            return f"this machine gave the test no time for {self.longest_gap:.1f} s"
        return ""
