#!/usr/bin/env python3
"""The metrics of a daemon that runs, read by a strict parser of Prometheus' text format (version 0.0.4).

    metrics.py --daemon PATH [--ringfence PATH --program PATH]

With tests/e2e/driver/limits.cpp as the program, also while it has a session, under a name that is not fit for a label.
"""

import argparse
import http.client
import os
import pathlib
import re
import socket
import shutil
import subprocess
import sys
import tempfile
import time

NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"')
VALUE = re.compile(r"[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN")
TYPES = ("counter", "gauge", "histogram", "summary", "untyped")


def fail(text):
    """Ends the test."""
    sys.exit(f"metrics.py: {text}")


def parse_labels(text, line):
    """{name: value} of what stands between the braces."""
    labels = {}
    while text:
        match = LABEL.match(text)
        if not match:
            fail(f"no label: {line!r}")
        if match[1] in labels:
            fail(f"a label twice: {line!r}")
        labels[match[1]] = match[2]
        text = text[match.end():]
        if text.startswith(",") and len(text) > 1:
            text = text[1:]
        elif text:
            fail(f"what is this behind a label? {line!r}")
    return labels


def family_of(name, types):
    """A histogram's samples have its name and more."""
    for suffix in ("_bucket", "_sum", "_count"):
        stem = name.removesuffix(suffix)
        if stem != name and types.get(stem) == "histogram":
            return stem
    return name


def check_histograms(samples, types):
    """Buckets grow up to +Inf, which is the count; each has a sum."""
    for name in (name for name, kind in types.items() if kind == "histogram"):
        rows = {}
        for labels, value in samples.get(f"{name}_bucket", {}).items():
            rest = tuple(label for label in labels if label[0] != "le")
            rows.setdefault(rest, []).append((float(dict(labels)["le"]), value))
        for labels, buckets in rows.items():
            buckets.sort()
            counts = [count for _, count in buckets]
            if buckets[-1][0] != float("inf") or counts != sorted(counts):
                fail(f"the buckets of {name}{labels} are {buckets}")
            if samples[f"{name}_count"].get(labels) != counts[-1] or labels not in samples[f"{name}_sum"]:
                fail(f"count and sum of {name}{labels} do not fit its buckets")


def parse(text):
    """{name: {labels: value}}; whatever the format does not allow ends the test."""
    if not text.endswith("\n"):
        fail("the last line has no end")
    helps, types, samples = set(), {}, {}
    order = []
    for line in text[:-1].split("\n"):
        words = line.split(" ", 3)
        if line.startswith("# HELP ") and len(words) == 4:
            if words[2] in helps:
                fail(f"HELP twice: {line!r}")
            helps.add(words[2])
            continue
        if line.startswith("# TYPE ") and len(words) == 4:
            if words[2] in types or words[3] not in TYPES:
                fail(f"TYPE twice, or unknown: {line!r}")
            types[words[2]] = words[3]
            order.append(words[2])
            continue
        match = NAME.match(line)
        if not match:
            fail(f"no sample: {line!r}")
        name, rest = match[0], line[match.end():]
        labels = {}
        if rest.startswith("{"):
            end = rest.rindex("}")
            labels = parse_labels(rest[1:end], line)
            rest = rest[end + 1:]
        if not rest.startswith(" ") or not VALUE.fullmatch(rest[1:]):
            fail(f"no value: {line!r}")
        family = family_of(name, types)
        if family not in types or family not in helps or order[-1] != family:
            fail(f"a sample that does not stand behind its HELP and TYPE: {line!r}")
        if types[family] == "counter" and not name.endswith("_total"):
            fail(f"a counter whose name does not end with _total: {line!r}")
        key = tuple(sorted(labels.items()))
        if key in samples.setdefault(name, {}):
            fail(f"a sample twice: {line!r}")
        samples[name][key] = float(rest[1:])
    check_histograms(samples, types)
    return samples


def free_port():
    """One that nobody uses just now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def get(port, path="/metrics"):
    """(status, type, text)"""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.getheader("Content-Type"), answer.read().decode()


def expect(is_so, text):
    """Ends the test if it is not."""
    if not is_so:
        fail(text)


def expect_confined(daemon):
    """The process that answers is under a filter of system calls, and gains no rights. (Sanitized ones are not.)"""
    children = pathlib.Path(f"/proc/{daemon}/task/{daemon}/children").read_text().split()
    names = {child: pathlib.Path(f"/proc/{child}/comm").read_text().strip() for child in children}
    found = [child for child, name in names.items() if name == "ringfence-metri"]
    expect(len(found) == 1, f"the daemon's children are {names}")
    status = dict(line.split(":\t", 1) for line in pathlib.Path(f"/proc/{found[0]}/status").read_text().splitlines()
                  if ":\t" in line)
    expect(status["NoNewPrivs"] == "1", "it may gain rights")
    expect(status["Seccomp"] == "2", "it is under no filter")


def expect_no_takeover_without_server(daemon, settings, environment):
    """A daemon without ringfence-metrics beside it does not take over: it would end, and all sessions with it."""
    alone = pathlib.Path(environment["RINGFENCE_SOCKET"]).parent / "ringfenced"
    shutil.copy(daemon, alone)
    done = subprocess.run([alone, "--replace", "--config", settings], env=environment, capture_output=True, text=True,
                          timeout=300)
    expect(done.returncode == 1 and "there is no program" in done.stderr, f"{done.returncode}: {done.stderr}")


def answer_of(port, path="/metrics"):
    """As soon as there is one: a server that was killed with its daemon may have the connection, and not be gone yet."""
    end = time.monotonic() + 120
    while True:
        try:
            return get(port, path)
        except OSError as error:
            expect(time.monotonic() < end, f"nobody answers: {error}")
            time.sleep(0.05)


def look(port):
    """The test itself."""
    status, kind, text = answer_of(port)
    expect(status == 200, f"status {status}: {text}")
    expect(kind == "text/plain; version=0.0.4; charset=utf-8", f"of type {kind}")
    samples = parse(text)
    expect(samples["ringfence_up"][()] == 1, "it is not up")
    expect(samples["ringfence_audit_records_total"][()] >= 1, "no audit records")
    expect(samples["ringfence_audit_writable"][()] == 1, "the audit log cannot be written")
    expect(samples["ringfence_host_memory_limit_bytes"][()] > 0, "no limit of host memory")
    expect(answer_of(port, "/")[0] == 404, "there is another page")
    for bad in ("a{} 1\n", "# TYPE a counter\na 1\n", "# HELP a b\n# TYPE a gauge\na{b=\"c} 1\n", "# HELP a b\n# TYPE a gauge\na x\n",
                '# HELP a b\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 3\na_count 1\n'):
        try:
            parse(bad)
        except SystemExit:
            continue
        fail(f"the parser of this test takes {bad!r}")


def look_at_a_session(port, ringfence, program, environment):
    """The samples of a program that can be given any name."""
    odd = pathlib.Path(environment["RINGFENCE_SOCKET"]).parent / 'a "b" \\c\nd{e="f"} 1'
    shutil.copy(program, odd)
    with subprocess.Popen([ringfence, "run", "--backend", "soft", "--", odd, "some"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True, env=environment) as running:
        while not running.stdout.readline().startswith("some: "):
            expect(running.poll() is None, "the program has ended")
        end = time.monotonic() + 120
        # Answers are kept for a second.
        while not (of_sessions := parse(get(port)[2]).get("ringfence_session_memory_bytes")):
            expect(time.monotonic() < end, "the session is not told")
            time.sleep(0.1)
        running.stdin.close()
    labels = dict(next(iter(of_sessions)))
    expect(labels["pid"] == str(running.pid) and labels["program"].startswith('a \\"b\\"'), f"its labels are {labels}")


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--sanitized", action="store_true")
    parser.add_argument("--ringfence")
    parser.add_argument("--program")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o700)
        port = free_port()
        settings = pathlib.Path(folder) / "ringfence.toml"
        # A daemon that waits seconds for a disk that is busy is not replaced.
        settings.write_text(f'[metrics]\nlisten = "127.0.0.1:{port}"\n[audit]\nsync = "never"\n')
        environment = {**os.environ, "RINGFENCE_SOCKET": f"{folder}/socket"}
        daemon = subprocess.Popen([options.daemon, "--config", settings], env=environment)
        try:
            look(port)
            if options.program:
                look_at_a_session(port, options.ringfence, options.program, environment)
            if not options.sanitized:
                expect_confined(daemon.pid)
            expect_no_takeover_without_server(options.daemon, settings, environment)
            expect(daemon.poll() is None, "the daemon has ended for one that cannot serve metrics")
            # The next daemon's server gets the address.
            old, daemon = daemon, subprocess.Popen([options.daemon, "--replace", "--config", settings],
                                                   env=environment)
            expect(old.wait() == 0, "the daemon that was replaced has failed")
            look(port)
            daemon.kill()
            daemon.wait()
            end = time.monotonic() + 120
            while time.monotonic() < end:
                try:
                    get(port)
                except OSError:
                    return
                time.sleep(0.05)
            fail("the metrics are served by nobody's process")
        finally:
            if daemon.poll() is None:
                daemon.kill()
                daemon.wait()


if __name__ == "__main__":
    main()
