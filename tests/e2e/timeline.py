#!/usr/bin/env python3
"""Checks the timeline of driver/timeline.cpp: all its work is there, by stream, and none of it overlaps.

    timeline.py --program PATH --launcher 'ringfence run --backend soft'
"""

import argparse
import collections
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

LAUNCHES = 3002
SPANS = {"scale": LAUNCHES, "fill": 2, "graph": 3, "copy host to device": 1, "copy device to host": 1,
         "copy device to device": 1}


def events_of(text):
    """The events of a timeline, which is a whole list when the program has ended."""
    return json.loads(text)


def check_variants(spans, calls):
    """The same, of a guarded program: which variant each launch got."""
    variants = {span["args"].get("variant") for span in spans if span["name"] == "scale"}
    if variants != {"free"}:
        yield f"launches got the variants {variants}"
    noted = sum("[variant free]" in call["args"]["call"] for call in calls if call["name"] == "cuLaunchKernel")
    if noted != LAUNCHES:
        yield f"the variant stands with {noted} calls of {LAUNCHES}"


def check(events, is_guarded):
    """The mistakes in the timeline, as texts."""
    spans = [event for event in events if event["ph"] == "X" and event["cat"] == "stream"]
    calls = [event for event in events if event["ph"] == "X" and event["cat"] == "cuda"]
    names = {event["tid"]: event["args"]["name"] for event in events if event["ph"] == "M"}
    counts = collections.Counter(span["name"] for span in spans)
    if is_guarded:
        yield from check_variants(spans, calls)
    elif any("variant" in span["args"] for span in spans):
        yield "a kernel that is not guarded has a variant"
    if counts != SPANS:
        yield f"the spans are {dict(counts)}, expected {SPANS}"
    if sum(call["name"] == "cuLaunchKernel" for call in calls) != LAUNCHES + 1:
        yield "calls are missing"
    tracks = collections.defaultdict(list)
    for span in spans:
        tracks[span["tid"]].append(span)
        if span["ts"] < span["args"]["submitted"]:
            yield f"it begins before it was submitted: {span}"
    if len(tracks) != 3 or "default stream" not in names.values() or set(names) != set(tracks):
        yield f"the tracks are {names}"
    if set(tracks) & {call["tid"] for call in calls}:
        yield "streams and threads share tracks"
    for track, track_spans in tracks.items():
        track_spans.sort(key=lambda span: span["ts"])
        for one, other in zip(track_spans, track_spans[1:]):
            if one["ts"] + one["dur"] > other["ts"] + 0.002:  # printed to the nanosecond
                yield f"they overlap on {names[track]}: {one} {other}"
    launches = [span for span in spans if span["name"] == "scale"]
    if launches and any(launch["args"]["block"] != "64 x 1 x 1" for launch in launches):
        yield "a launch has other dimensions"
    # Five million cycles: the longest launch by far, of at least half a millisecond.
    longest = max(launches, key=lambda span: span["dur"])
    if longest["dur"] < 500:
        yield f"the longest launch took only {longest['dur']} µs"
    if not any(span["name"] == "fill" and span["args"]["bytes"] == 256 for span in spans):
        yield "a fill has another size"


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--launcher", required=True, help="ringfence run, with its options")
    parser.add_argument("--guarded", action="store_true", help="that launcher guards")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = pathlib.Path(folder) / "timeline.json"
        command = [*shlex.split(options.launcher), "--trace-file", path, "--", options.program]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode != 0 or done.stderr:
            sys.exit(f"timeline.py: the program ended with {done.returncode}\n{done.stdout}{done.stderr}")
        faults = list(check(events_of(path.read_text()), options.guarded))
    for fault in faults[:10]:
        print(f"timeline.py: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
