#!/usr/bin/env python3
"""A daemon with one shared worker, clients that misbehave or are killed, and what must hold all the same.

    run.py --programs build/release/bin fuzz [--seconds 600] [--seed 1]
    run.py --programs build/release/bin astray | bounds | endless | full_streams | killed_clients | killed_worker | overrun
"""

import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

KINDS = ["allocate", "copy", "launch_long", "synchronize", "load", "call_host", "launch_graph", "allocate_host",
         "launch_often"]
SETTINGS = """backend = "soft"
isolation = "shared"
guard = "{guard}"
{kernel_limit}

[soft]
memory = "2G"
workers = 2
launch_limit_ms = {launch_limit_ms}
"""
MIB = 1 << 20


class Failure(Exception):
    pass


def expect(condition, what):
    if not condition:
        raise Failure(what)


def wait_until(condition, what, seconds=60.0):
    end = time.monotonic() + seconds
    while not condition():
        expect(time.monotonic() < end, f"after {seconds:g} s: {what}")
        time.sleep(0.05)


class Daemon:
    """With a socket, a log and a worker of its own."""

    def __init__(self, programs, folder, launch_limit_ms=20000, guard="off", kernel_limit_ms=0):
        self.programs = pathlib.Path(programs)
        self.folder = pathlib.Path(folder)
        self.environment = dict(os.environ, RINGFENCE_SOCKET=str(self.folder / "socket"), RINGFENCE_ISOLATION="shared",
                                RINGFENCE_GUARD=guard, RINGFENCE_BACKEND="soft")
        settings = self.folder / "ringfence.toml"
        # None: the worker's own.
        kernel_limit = "" if kernel_limit_ms is None else f"kernel_limit_ms = {kernel_limit_ms}"
        settings.write_text(SETTINGS.format(launch_limit_ms=launch_limit_ms, guard=guard, kernel_limit=kernel_limit))
        self.ringfence("up", "--config", str(settings))

    def ringfence(self, *arguments):
        command = [str(self.programs / "ringfence"), *arguments]
        return subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True, timeout=60).stdout

    def end(self):
        self.ringfence("down")

    def start(self, program, *arguments, under_ringfence=False, **environment):
        command = [str(self.programs / program), *map(str, arguments)]
        if under_ringfence:
            command = [str(self.programs / "ringfence"), "run", "--", *command]
        return subprocess.Popen(command, env=dict(self.environment, **environment), stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def status(self):
        return json.loads(self.ringfence("status", "--json"))

    def worker(self):
        workers = self.status()["workers"]
        expect(len(workers) == 1, f"there are {len(workers)} workers, expected 1")
        return workers[0]

    def sessions(self):
        return self.status()["sessions"]

    def audit(self, event):
        """The events of this name in the audit trail."""
        lines = (self.folder / "audit.jsonl").read_text().splitlines()
        return [entry for entry in map(json.loads, lines) if entry["event"] == event]

    def log(self):
        return "".join(path.read_text(errors="replace") for path in self.folder.glob("*.log"))


class Usage:
    """The worker's open files and memory."""

    def __init__(self, daemon):
        worker = daemon.worker()
        self.pid = worker["pid"]
        self.memory = worker["memory_used"]
        # The worker is not dumpable: only root sees its descriptors.
        self.files = len(os.listdir(f"/proc/{self.pid}/fd")) if os.geteuid() == 0 else 0
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        self.threads = int(re.search(r"Threads:\s+(\d+)", status)[1])
        self.resident = int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024

    def __str__(self):
        return (f"worker {self.pid}: {self.files} descriptors, {self.threads} threads, "
                f"{self.resident // MIB} MiB resident, {self.memory} bytes of device memory")

    def is_back_to(self, before, slack_mib):
        return (self.pid == before.pid and self.files <= before.files and self.threads <= before.threads
                and self.memory <= before.memory and self.resident <= before.resident + slack_mib * MIB)


def expect_back(daemon, before, what, slack_mib):
    wait_until(lambda: Usage(daemon).is_back_to(before, slack_mib),
               f"{what}: the worker has not come back to what it was before\n  before: {before}\n  last known: above", 90)


def processor_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def used_in_a_second(pid):
    before = processor_seconds(pid)
    time.sleep(1)
    return processor_seconds(pid) - before


def finish(process, what, seconds=90):
    """Its output; fails if it does."""
    try:
        output, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        raise Failure(f"{what} does not end") from None
    expect(process.returncode == 0, f"{what} failed ({process.returncode}): {errors.strip()} {output.strip()}")
    return output.strip()


def read_line(process, what):
    line = process.stdout.readline().strip()
    if line:
        return line
    process.kill()
    raise Failure(f"{what} has ended: {process.stderr.read().strip()}")


def start_neighbour(daemon, seconds):
    neighbour = daemon.start("hostile_neighbour", seconds)
    line = read_line(neighbour, "the neighbour").split()
    expect(line[0] == "ready", f"the neighbour said {line}")
    return neighbour, line[1]


def warm_up(daemon):
    """A worker whose first session is over, so that what is made once is there."""
    neighbour, _ = start_neighbour(daemon, 1)
    print(finish(neighbour, "the first neighbour"))
    wait_until(lambda: daemon.sessions() == 0, "the first session does not end")
    return Usage(daemon)


def expect_same_worker(daemon, before):
    died = daemon.status()["workers_died"]
    expect(died == 0, f"{died} workers died:\n" + daemon.log()[-2000:])
    expect(daemon.worker()["pid"] == before.pid, "there is another worker than before")


def expect_reasons(daemon):
    """Every session that began has ended, and the log says why."""
    log = daemon.log()
    begun = set(re.findall(r"session (\d+): begins", log))
    ended = dict(re.findall(r"session (\d+): the session ends: (.*)", log))
    expect(begun == set(ended), f"sessions without an end in the log: {sorted(begun - set(ended))}")
    expect(all(ended.values()), "a session ended without a reason")
    kinds = {}
    for reason in ended.values():
        kind = re.sub(r" \(at byte.*| ?\d+.*", "", reason)
        kinds[kind] = kinds.get(kind, 0) + 1
    for kind, count in sorted(kinds.items(), key=lambda item: -item[1]):
        print(f"  {count:6} {kind}")


def run_fuzz(daemon, options):
    before = warm_up(daemon)
    print(before)
    neighbour, _ = start_neighbour(daemon, options.seconds + 60)
    attackers = [daemon.start("hostile_fuzz_client", "--seconds", options.seconds, "--seed", options.seed + i)
                 for i in range(2)]
    for attacker in attackers:
        print(finish(attacker, "a fuzz client", options.seconds + 120))
    expect_same_worker(daemon, before)
    wait_until(lambda: daemon.sessions() == 1, "sessions of the fuzz clients remain")
    print(finish(neighbour, "the neighbour"))
    wait_until(lambda: daemon.sessions() == 0, "the neighbour's session remains")
    expect_same_worker(daemon, before)
    # Some of what is made once comes with the first session that needs it. It must not grow with their number.
    expect_back(daemon, before, "after the attack", 32)
    print(Usage(daemon))
    expect_reasons(daemon)


def run_bounds(daemon, _options):
    before = warm_up(daemon)
    neighbour, address = start_neighbour(daemon, 60)
    program = daemon.start("hostile_bounds", under_ringfence=True, HOSTILE_FOREIGN=address)
    print(finish(program, "the program", 60))
    print(finish(neighbour, "the neighbour"))
    expect_same_worker(daemon, before)


def start_victim(daemon, kind, **environment):
    victim = daemon.start("hostile_victim", kind, under_ringfence=True, **environment)
    line = read_line(victim, f"the victim ({kind})")
    expect(line == "ready", f"the victim ({kind}) said {line}")
    return victim


def kill_clients(daemon, times):
    for kind in KINDS:
        for number in range(times):
            victim = start_victim(daemon, kind)
            time.sleep(0.03 * (number + 1))
            victim.kill()
            victim.communicate()


def run_killed_clients(daemon, _options):
    warm_up(daemon)
    kill_clients(daemon, 1)
    wait_until(lambda: daemon.sessions() == 0, "sessions of killed clients remain")
    before = Usage(daemon)
    print(before)
    neighbour, _ = start_neighbour(daemon, 60)
    kill_clients(daemon, 2)
    wait_until(lambda: daemon.sessions() == 1, "sessions of killed clients remain")
    print(finish(neighbour, "the neighbour"))
    expect_same_worker(daemon, before)
    expect_back(daemon, before, "after clients were killed", 64)
    print(Usage(daemon))


def run_endless(daemon, _options):
    """Nothing limits how long a kernel runs, and its client is killed."""
    before = warm_up(daemon)
    for number in range(3):
        victims = [start_victim(daemon, "launch_endless") for _ in range(2)]
        time.sleep(0.2)
        begin = time.monotonic()
        for victim in victims:
            victim.kill()
            victim.communicate()
        wait_until(lambda: daemon.sessions() == 0, "the kernels of killed clients run on")
        print(f"{number}: stopped after {time.monotonic() - begin:.2f} s")
    # One that spins does so all the time; the time of a machine that stands still may count as anybody's.
    used = min(used_in_a_second(before.pid) for _ in range(5))
    expect(used < 0.1, f"the worker has nothing to do and used {used:.2f} s of processor time in each second")
    expect_same_worker(daemon, before)
    expect_back(daemon, before, "after endless kernels", 64)


def expect_audit(daemon, event, pid, *texts):
    """Exactly one of this client, with these texts. The program may have heard of it before the daemon."""
    def written():
        return [entry for entry in daemon.audit(event) if entry["pid"] == pid]

    wait_until(written, f"the audit trail has no {event} of process {pid}")
    found = written()
    expect(len(found) == 1, f"the audit trail has {len(found)} times {event} of process {pid}")
    for text in texts:
        expect(text in found[0].get("text", ""), f"{event}: there is no '{text}' in {found[0]}")
    print(json.dumps(found[0]))
    return found[0]


def session_of(daemon, pid):
    found = [session for session in daemon.worker()["session_list"] if session["pid"] == pid]
    expect(len(found) == 1, f"the status has {len(found)} sessions of process {pid}")
    return found[0]


def run_astray(daemon, _options):
    """A kernel that stores to a neighbour's memory, where the guard checks: its tenant is told, nobody else."""
    before = warm_up(daemon)
    neighbour, address = start_neighbour(daemon, 60)
    victim = start_victim(daemon, "launch_astray", HOSTILE_FOREIGN=address)
    expect(read_line(victim, "the program") == "failed 700", "the program was not told of an illegal address")
    _, errors = victim.communicate(timeout=120)
    words = [f"a kernel used the address {address} (4 bytes)", "scale, PTX line ", "block (0,0,0), thread (0,0,0)"]
    for word in words:
        expect(word in errors, f"the program does not say '{word}': {errors}")
    entry = expect_audit(daemon, "violation", victim.pid, *words)
    expect(entry["status"] == 700 and entry["count"] >= 1, "status or count is missing")
    wait_until(lambda: daemon.sessions() == 1, "the session remains")
    expect_audit(daemon, "session_ends", victim.pid)
    honest = session_of(daemon, neighbour.pid)
    expect(honest["violations"] == 0 and "last_fault" not in honest, f"the neighbour is blamed: {honest}")
    print(daemon.ringfence("status"))
    expect(words[0] in daemon.ringfence("status"), "the status has no word of the fault")
    print(finish(neighbour, "the neighbour"))
    expect_same_worker(daemon, before)


def run_overrun(daemon, _options):
    """A kernel that does not come to an end, beside others."""
    before = warm_up(daemon)
    # Alone it may run as long as it likes.
    alone = start_victim(daemon, "launch_endless")
    time.sleep(7)
    expect(alone.poll() is None, "a kernel that disturbs nobody was stopped")
    alone.kill()
    alone.communicate()
    wait_until(lambda: daemon.sessions() == 0, "the session of a killed client remains")
    neighbour, _ = start_neighbour(daemon, 60)
    for _ in range(2):
        begin = time.monotonic()
        victim = start_victim(daemon, "launch_endless")
        expect(read_line(victim, "the program") == "failed 702", "the program was not told of a timeout")
        _, errors = victim.communicate(timeout=120)
        print(f"ended after {time.monotonic() - begin:.1f} s: {errors.strip()}")
        expect("kernel_limit_ms" in errors, f"the program does not say why: {errors}")
        expect_audit(daemon, "kernel_overrun", victim.pid, "a kernel ran for more than 5 s")
        wait_until(lambda: daemon.sessions() == 1, "the session remains")
    print(finish(neighbour, "the neighbour"))
    expect_same_worker(daemon, before)
    expect_back(daemon, before, "after kernels that did not end", 64)


def run_long(daemon, _options):
    """A kernel that takes longer than one may on a card: beside it others go on, so nobody ends it."""
    neighbour, _ = start_neighbour(daemon, 60)
    victim = start_victim(daemon, "launch_endless")
    time.sleep(12)
    expect(victim.poll() is None, "a kernel that holds nobody up was ended")
    expect(not daemon.audit("kernel_overrun"), "a kernel that holds nobody up is blamed")
    victim.kill()
    victim.communicate()
    print(finish(neighbour, "the neighbour"))


def run_full_streams(daemon, _options):
    """Clients that put more and more on streams that do not go on."""
    before = warm_up(daemon)
    neighbour, _ = start_neighbour(daemon, 60)
    victims = [start_victim(daemon, "fill_stream") for _ in range(2)]
    time.sleep(6)
    full = Usage(daemon)
    print(full)
    expect(full.resident < before.resident + 300 * MIB, f"the worker's memory fills\n  before: {before}\n  now: {full}")
    for victim in victims:
        expect(victim.poll() is None, "the client that fills a stream has ended")
        victim.kill()
        victim.communicate()
    wait_until(lambda: daemon.sessions() == 1, "sessions of killed clients remain")
    print(finish(neighbour, "the neighbour"))
    expect_same_worker(daemon, before)
    expect_back(daemon, before, "after streams were filled", 128)


def run_killed_worker(daemon, _options):
    for kind in ["launch_long", "call_host", "launch_often"]:
        victim = start_victim(daemon, kind)
        time.sleep(0.2)
        worker = daemon.worker()["pid"]
        os.kill(worker, signal.SIGKILL)
        begin = time.monotonic()
        if kind == "call_host":
            # The function of the program's own that it is in goes on; the thread that waits for the device does not.
            expect("failed" in read_line(victim, kind), f"{kind}: the call did not fail")
            victim.kill()
        try:
            output, _ = victim.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            victim.kill()
            raise Failure(f"{kind}: the program has not noticed the worker's end") from None
        took = time.monotonic() - begin
        print(f"{kind}: {output.strip() or 'failed'} after {took * 1000:.0f} ms")
        expect(took < 60, f"{kind}: the program noticed the worker's end only after {took:.1f} s")
        neighbour, _ = start_neighbour(daemon, 0.5)
        finish(neighbour, f"the next program after {kind}")
        expect(daemon.worker()["pid"] != worker, "there is no new worker")
    expect(daemon.status()["workers_died"] == 3, "the daemon does not count the workers that died")


SCENARIOS = {"astray": run_astray, "fuzz": run_fuzz, "bounds": run_bounds, "endless": run_endless,
             "full_streams": run_full_streams, "killed_clients": run_killed_clients,
             "killed_worker": run_killed_worker, "long": run_long, "overrun": run_overrun}
SETTINGS_OF = {"astray": {"guard": "check"}, "endless": {"launch_limit_ms": 0},
               "long": {"guard": "fence", "launch_limit_ms": 0, "kernel_limit_ms": None},
               "overrun": {"guard": "fence", "launch_limit_ms": 0, "kernel_limit_ms": 5000}}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", required=True, help="the folder with ringfence and the test's programs")
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("scenario", choices=SCENARIOS)
    options = parser.parse_args()
    # Not in a folder of the build: a socket's name must be short.
    with tempfile.TemporaryDirectory(prefix="rf-hostile-", ignore_cleanup_errors=True) as folder:
        daemon = Daemon(options.programs, folder, **SETTINGS_OF.get(options.scenario, {}))
        try:
            SCENARIOS[options.scenario](daemon, options)
        except Failure as failure:
            print(f"FAILED: {failure}", file=sys.stderr)
            print("the log ends:\n" + "\n".join(line[:200] for line in daemon.log().splitlines()[-40:]), file=sys.stderr)
            return 1
        finally:
            daemon.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
