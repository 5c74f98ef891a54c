#!/usr/bin/env python3
"""The system's daemon is replaced while eight programs of a tenant compute: three times, and none of them notices. A daemon that
cannot take over leaves the one that runs in its place.

    live_upgrade.py --programs build/release/bin

As root: it makes processes of several users. Skipped otherwise.
"""

import argparse
import ctypes
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

from system import DAEMON, VICTIM, System, expect, main_of, wait_until
from two_tenants import NATIVE, NEIGHBOURS, Victim

PR_SET_CHILD_SUBREAPER = 36


class Steady:
    """A client of the native API (steady.cpp)."""

    def __init__(self, system):
        self.process = system.start(VICTIM, system.bin / "deploy_steady", system.share(NATIVE / "saxpy.ptx"))
        self.expect_well("its start")

    def expect_well(self, after):
        """As Victim's."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        found = re.fullmatch(r"rounds (\d+) wrong (\d+)\n", line)
        expect(found, f"after {after}: a client of the native API said {line!r}")
        expect(int(found[1]) > 0 and found[2] == "0", f"after {after}: {line}")

    def end(self):
        """As programs do."""
        self.process.stdin.close()
        expect(self.process.wait(120) == 0, "a client of the native API did not end well")


def others(system, clients):
    """The processes of the system's users but the daemon: workers, session processes, starters."""
    mine = {client.process.pid for client in clients}
    found = {}
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            program = os.readlink(entry / "exe")
        except OSError:
            continue
        if program.startswith(str(system.bin)) and int(entry.name) not in mine | {system.daemon.pid}:
            found[int(entry.name)] = pathlib.Path(program).name
    return found


def refused(system, clients, change, pattern, **options):
    """With these settings no daemon takes over, and the one that runs goes on."""
    settings = system.root / "other.toml"
    settings.write_text(change(system.settings.read_text()))
    daemon = system.status()["pid"]
    status, said = system.try_to_replace(settings, **options)
    expect(status != 0, f"a daemon took over that cannot: {said}")
    expect(re.search(pattern, said), f"it is not told why nobody takes over ({pattern}): {said}")
    expect(system.status()["pid"] == daemon == system.daemon.pid and system.daemon.poll() is None, "the daemon has changed")
    for client in clients:
        client.expect_well(f"a replacement that failed ({pattern})")


def refused_elsewhere(system, clients):
    """A service manager does not take a process for a service's that is in another control group, and would end everything."""
    mounts = [line.split() for line in pathlib.Path("/proc/mounts").read_text().splitlines()]
    group = next((pathlib.Path(fields[1]) / f"rf-{os.getpid()}" for fields in mounts if fields[2] == "cgroup2"), None)

    def enter():
        (group / "cgroup.procs").write_text(str(os.getpid()))

    try:
        group.mkdir()
        subprocess.run(["true"], preexec_fn=enter, check=True)
    except (AttributeError, OSError, subprocess.SubprocessError) as error:
        print(f"not tried: a replacement from another control group ({error})")
        if group and group.exists():
            group.rmdir()
        return
    try:
        refused(system, clients, lambda text: text, "systemctl reload", preexec_fn=enter)
    finally:
        wait_until(lambda: not (group / "cgroup.procs").read_text(), "the daemon that was refused lives on")
        group.rmdir()


def forgotten(system, clients):
    """Whoever has asked for another daemon has gone before that could take over: it does not do so later."""
    already = others(system, clients)
    system.daemon.send_signal(signal.SIGSTOP)
    asker = system.begin_to_replace()
    # The candidate and its starter.
    wait_until(lambda: len(set(others(system, clients)) - set(already) - {asker.pid}) > 1, "no candidate comes")
    asker.kill()
    asker.wait()
    before = len(system.audit("takeover_failed"))
    system.daemon.send_signal(signal.SIGCONT)
    wait_until(lambda: len(system.audit("takeover_failed")) > before, "the candidate does not give up")
    expect(system.status()["pid"] == system.daemon.pid, "a daemon took over that nobody waited for")
    for client in clients:
        client.expect_well("a replacement that nobody waited for")


def run(options):
    """The whole story."""
    # Daemons that are orphans are this process's children then, as they are a service manager's.
    expect(ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1) == 0, "orphans go elsewhere")
    system = System(options.programs, ["neighbour", "deploy_visitor", "deploy_steady"])
    system.share(NEIGHBOURS / "neighbour.ptx")
    clients = []
    try:
        clients += [*(Victim(system, isolation) for isolation in ["shared"] * 3 + ["private"] * 2),
                    *(Steady(system) for _ in range(3))]
        before = system.status()
        for number in range(1, 4):
            began = time.monotonic()
            system.replace()
            took = time.monotonic() - began
            for client in clients:
                client.expect_well(f"replacement {number}")
            status = system.status()
            expect(status["pid"] == system.daemon.pid, f"{status['pid']} serves, and {system.daemon.pid} was announced")
            expect(status["replacements"] == number, f"{status['replacements']} replacements")
            expect(status["sessions"] == before["sessions"], f"{status['sessions']} sessions of {before['sessions']}")
            done = system.run(VICTIM, system.bin / "deploy_visitor", "private", 1)
            expect("served 1 of 1" in done.stdout, f"nobody is served by daemon {number}: {done.stdout}{done.stderr}")
            print(f"replacement {number}: {took:.2f} s, and all eight go on")
        expect(len(system.audit("daemon_replaced")) == 3, "replacements are missing from the audit trail")
        refused(system, clients, lambda text: text.replace(f'user = "{DAEMON}"', 'user = "61002"'), "needs a restart")
        refused(system, clients, lambda text: text.replace("[audit]", '[audit]\nfile = "/proc/nothing/audit"'), "the audit log")
        (system.bin / "ringfence-metrics").unlink()
        refused(system, clients, lambda text: text + '\n[metrics]\nlisten = "127.0.0.1:0"\n', "ringfence-metrics")
        for uid, words, pattern in [(VICTIM, ["--system", "--replace"], "as root"), (DAEMON, ["--replace"], "only root")]:
            done = system.run(uid, system.bin / "ringfenced", *words, "--config", system.settings)
            expect(done.returncode != 0 and pattern in done.stderr, f"user {uid} is not told '{pattern}': {done.stderr}")
            expect(system.status()["pid"] == system.daemon.pid, f"user {uid} has replaced the daemon")
        refused_elsewhere(system, clients)
        forgotten(system, clients)
        # A private worker of the first daemon's that is stopped can only be killed, by the starter that it has outlived.
        stopped = next(pid for pid, name in others(system, clients).items() if name == "ringfence-worker")
        os.kill(stopped, signal.SIGSTOP)
        system.daemon.send_signal(signal.SIGTERM)
        system.daemon.wait(90)
        wait_until(lambda: not others(system, clients), "what daemons had started lives on")
        print("what cannot take over leaves the daemon in its place; all end with the last one")
    finally:
        for client in clients:
            client.process.kill()
        system.end()


if __name__ == "__main__":
    PARSER = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    PARSER.add_argument("--programs", required=True)
    sys.exit(main_of(run, PARSER))
