#!/usr/bin/env python3
"""Two tenants under two users, neither the daemon's. One keeps a secret on the GPU and computes; the other attacks it, the daemon,
its workers and its files, in every way that was ever found open. What must hold: the first one's results are right, nobody
reads its memory, the daemon and its audit trail are whole.

    two_tenants.py --programs build/release/bin [--only NAME...] [--brief]

As root: it makes processes of several users. Skipped otherwise.
"""

import argparse
import json
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import time

from system import DAEMON, HOSTILE, PYTHON, VICTIM, WORKERS, System, expect, main_of, wait_until

HERE = pathlib.Path(__file__).resolve().parent
NEIGHBOURS = HERE.parents[1] / "examples" / "neighbours"
NATIVE = HERE.parents[1] / "examples" / "native"
sys.path.insert(0, str(NEIGHBOURS))
import neighbours  # noqa: E402  pylint: disable=wrong-import-position,import-error

SECRET = neighbours.SECRET.decode()
EXTRA = ["neighbour", "intruder", "deploy_visitor", "hostile_fuzz_client", "native_saxpy"]


class Victim:
    """The honest tenant: it computes all the time, and looks at every result."""

    def __init__(self, system, isolation="shared"):
        self.process = system.start(VICTIM, *system.run_program("--isolation", isolation, "--"), system.bin / "neighbour",
                                    system.root)
        self.rounds = 0
        self.ledger = self.answer("ledger (.*)")[1]
        self.tell("work")

    def tell(self, line):
        """One line."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer(self, pattern):
        """Or it has ended."""
        line = self.process.stdout.readline()
        found = re.fullmatch(pattern, line.rstrip("\n"))
        expect(found, f"the victim said {line!r}, and {self.process.stderr.read() if not line else ''!r}")
        return found

    def expect_well(self, after):
        """All that it computed since the last time was right; and there was something."""
        computed = 0
        while computed == 0:
            self.tell("check")
            changed, rounds, wrong = map(int, self.answer(r"changed (\d+) rounds (\d+) wrong (\d+)").groups())
            expect(changed == 0, f"after {after}: {changed} words of the victim's memory have changed")
            expect(wrong == 0, f"after {after}: {wrong} of the victim's {rounds} results are wrong")
            computed += rounds
            self.tell("work")
            time.sleep(0.02)
        self.rounds += computed

    def end(self):
        """As programs do."""
        self.process.stdin.close()
        expect(self.process.wait(120) == 0, "the victim did not end well")


class Attack:
    """The hostile tenant's means."""

    def __init__(self, system, victim):
        self.system, self.victim = system, victim
        self.reach_script = system.share(HERE / "reach.py")
        self.greedy_script = system.share(HERE / "greedy.py")

    def reach(self, *words, timeout=120):
        """The attempts against the operating system that worked."""
        done = self.system.run(HOSTILE, PYTHON, self.reach_script, *words, timeout=timeout)
        expect(done.returncode == 0, f"reach.py {words[0]} failed: {done.stderr}")
        return json.loads(done.stdout.splitlines()[-1])

    def visit(self, *words):
        """The visitor's output."""
        return self.system.run(HOSTILE, self.system.bin / "deploy_visitor", *words).stdout

    def start_greedy(self, *words, **options):
        """A CUDA program of its own."""
        return self.system.start(HOSTILE, *self.system.run_program("--isolation", "shared", "--"), PYTHON,
                                 self.greedy_script, *words, **options)

    def start_visitor(self, *words):
        """The same, of the daemon's protocol."""
        return self.system.start(HOSTILE, self.system.bin / "deploy_visitor", *words)

    def sessions_of_hostile(self):
        """The sessions of all workers."""
        return self.system.status()["sessions"] - 1

    # ---- what the list has, in its order

    def long_hellos(self):
        """A Hello that is longer than a worker reads kills nobody, and is counted."""
        before = self.system.status()
        said = self.visit("long_hello")
        after = self.system.status()
        # Names are cut before they are sent; the other six are as long as it says.
        expect(said.startswith("served 6 of 12"), f"long Hellos: {said}")
        expect(after["clients_refused"] >= before["clients_refused"] + 6, "the refusals are not counted")
        return said.strip()

    def processes(self):
        """Memory, descriptors and lives of the daemon, the starter, the workers and the victim."""
        others = self.system.processes()
        worked = self.reach("processes", *others, self.victim.process.pid)
        expect(not worked, f"it could: {worked}")
        return f"16 ways into each of {len(others) + 1} processes"

    def files(self):
        """The socket, the audit trail, compiled code and its secret, the settings, the programs."""
        system = self.system
        cached = [path for path in system.cache.rglob("*")]
        expect(any(path.name == "cache.secret" for path in cached), "there is no secret to steal")
        targets = [system.socket.parent, system.socket, system.state, system.state / "audit.jsonl", *cached[:40]]
        worked = self.reach("files", *targets)
        expect(not worked, f"it could: {worked}")
        for path in [system.root / "ringfence.toml", system.bin / "ringfence-worker"]:
            worked = [one for one in self.reach("files", path) if not one.startswith(("read", "list"))]
            expect(not worked, f"it could: {worked}")
        return f"{len(targets) + 2} files and folders"

    def down(self):
        """Only root and the daemon's user may say it."""
        done = self.system.run(HOSTILE, self.system.bin / "ringfence", "down")
        expect(done.returncode != 0, f"ringfence down: {done.stdout}")
        expect(any(entry.get("uid") == HOSTILE and "administer" in entry["text"]
                   for entry in self.system.audit("client_refused")), "the audit trail does not have it")
        return done.stderr.strip()

    def silence(self):
        """Hundreds of connections that say nothing: others are served at once all the same."""
        def wait_for_service():
            begin = time.monotonic()
            said = self.system.run(VICTIM, self.system.bin / "deploy_visitor", "unguarded").stdout
            expect("served 1 of 1" in said, f"the victim was not served: {said}")
            return time.monotonic() - begin

        # On a machine that has much else to do that takes its time, too.
        most = 2 + 2 * wait_for_service()
        talker = self.system.start(HOSTILE, PYTHON, self.reach_script, "silent", 15)
        time.sleep(1)
        # Where the machine stands still for a moment, all do.
        while (waited := wait_for_service()) >= most and talker.poll() is None:
            continue
        output, errors = talker.communicate(timeout=120)
        expect(talker.returncode == 0, errors)
        expect(waited < most, f"the victim waited {waited:.1f} s for an answer")
        return f"{json.loads(output)['connections']} connections; the victim was answered after {waited * 1000:.0f} ms"

    def descriptors(self):
        """Messages with descriptors that nobody asked for."""
        before = len(os.listdir(f"/proc/{self.system.daemon.pid}/fd"))
        self.reach("descriptors")
        wait_until(lambda: len(os.listdir(f"/proc/{self.system.daemon.pid}/fd")) <= before + 2,
                   "the daemon keeps descriptors")
        return "1200 messages with 15 each"

    def private_workers(self):
        """One process cannot have all workers."""
        said = self.visit("private", 24)
        served = int(re.match(r"served (\d+)", said)[1])
        expect(served <= 16, f"one process has {served} workers")
        wait_until(lambda: self.sessions_of_hostile() == 0, "private workers remain")
        return said.strip()

    def no_guard(self):
        """The administrator says how kernels are guarded."""
        said = self.visit("unguarded")
        expect("welcome off" not in said, f"it shares an unguarded worker: {said}")
        return said.strip()

    def refusals(self):
        """Thousands of refused connections: neither the log nor the audit trail grows by them."""
        trail, log = self.system.audit(), self.system.log.stat().st_size
        count = self.reach("refused", 4)["connections"]
        now = self.system.audit()
        expect(now[:len(trail)] == trail, "earlier history is gone from the audit trail")
        expect(len(now) - len(trail) < 200, f"{len(now) - len(trail)} lines were written for {count} refusals")
        expect(self.system.log.stat().st_size - log < 100_000, "the log grows by refusals")
        return f"{count} refused, {len(now) - len(trail)} lines written"

    def squatting(self):
        """A socket in the place where the victim's own daemon would be."""
        folder = f"/tmp/ringfence-{VICTIM}"
        trap = self.system.start(HOSTILE, PYTHON, self.reach_script, "squat", folder, 3)
        try:
            expect(trap.stdout.readline() == "ready\n", "the trap was not set")
            environment = self.system.environment()
            del environment["RINGFENCE_SOCKET"]
            if os.path.exists("/run/ringfence/ringfenced.sock"):
                environment["RINGFENCE_SOCKET"] = folder + "/ringfenced.sock"
            done = self.system.run(VICTIM, self.system.bin / "ringfence", "run", "--", self.system.bin / "neighbour",
                                   self.system.root, environment=environment)
            output, _ = trap.communicate(timeout=120)
        finally:
            trap.kill()
            subprocess.run(["rm", "-rf", folder], check=False)
        expect(done.returncode != 0, "the victim used another user's socket")
        expect(json.loads(output) == [], f"the hostile user heard {output}")
        return done.stderr.strip().splitlines()[0]

    def unread_output(self):
        """Kernels that print to a terminal that nobody reads; then the client is killed."""
        ours, theirs = pty.openpty()
        os.fchown(theirs, HOSTILE, -1)
        talker = self.start_greedy("talk", stdout=theirs)
        line = talker.stderr.readline()
        expect("talking" in line, f"the program that prints: {line}{talker.stderr.read() if not line else ''}")
        time.sleep(0.5)
        talker.kill()
        talker.communicate()
        os.close(theirs)
        wait_until(lambda: self.sessions_of_hostile() == 0, "its session remains")
        os.close(ours)
        return "its session is over"

    def lingering(self):
        """Sockets that take an hour to be closed: sent to the daemon, and as the output of a program that is killed."""
        daemon = self.system.daemon
        daemon.send_signal(signal.SIGSTOP)
        sender = self.system.start(HOSTILE, PYTHON, self.reach_script, "linger")
        said = sender.stdout.readline()
        daemon.send_signal(signal.SIGCONT)
        expect(said == "sent\n", f"they were not sent: {said}")
        self.system.status()
        printer = self.system.start(HOSTILE, PYTHON, self.reach_script, "lingering",
                                    *self.system.run_program("--isolation", "shared", "--"), PYTHON, self.greedy_script, "talk")
        said = printer.stdout.readline()
        expect("talking" in said, f"the program that prints: {said}")
        wait_until(lambda: self.sessions_of_hostile() == 0, "its session remains")
        for one in [sender, printer]:
            one.communicate(timeout=120)
        return "nobody waited for them"

    def left_child(self):
        """A child has the socket, and stays."""
        done = self.visit("leave_child")
        child = int(re.search(r"child (\d+)", done)[1])
        try:
            expect("served 1 of 1" in done, done)
            wait_until(lambda: self.sessions_of_hostile() == 0, "the session outlives its client")
        finally:
            os.kill(child, signal.SIGKILL)
        return "its session is over"

    def host_memory(self):
        """As much as there is: others still get some."""
        takers = [self.start_greedy("host_memory") for _ in range(3)]
        got = [json.loads(taker.stdout.readline() or "0") for taker in takers]
        memory = self.system.status()["host_memory"]
        expect(sum(got) < 4 << 30, f"three sessions have {sum(got) >> 20} MiB of 4096")
        done = self.system.run(VICTIM, *self.system.run_program("--isolation", "shared", "--"), PYTHON,
                               self.greedy_script, "leftovers", SECRET)
        expect(done.returncode == 0, f"the victim gets no session: {done.stderr}")
        for taker in takers:
            taker.communicate(timeout=120)
        wait_until(lambda: self.sessions_of_hostile() == 0, "their sessions remain")
        return f"three sessions got {sum(got) >> 20} of {memory['limit'] >> 20} MiB, and the victim another"

    def limit_connections(self, most):
        """The hostile tenant's."""
        done = self.system.run(0, self.system.bin / "ringfence", "tenant", "set", "hostile", "--limit", f"connections={most}")
        expect(done.returncode == 0, f"the limit cannot be set: {done.stderr}")

    def connections(self):
        """As many as it may have: its programs are told so, it is counted, and the victim's are served."""
        self.limit_connections(3)
        holder = self.system.start(HOSTILE, PYTHON, self.reach_script, "hold", 3)
        expect(holder.stdout.readline() == "held\n", "it could not connect")
        told = []

        def is_refused():
            done = self.system.run(HOSTILE, *self.system.run_program("--isolation", "shared", "--"), PYTHON,
                                   self.greedy_script, "leftovers", SECRET)
            told.append(done.stderr.strip())
            return done.returncode != 0

        # The daemon accepts the three in its own time.
        wait_until(is_refused, "a fourth connection of the tenant's is served")
        expect("tenant hostile has 3 connections" in told[-1], f"its program was told {told[-1]}")
        reached = self.system.status()["tenants"]["hostile"]["connections"]["reached"]
        expect(reached >= 1, "it was not counted")
        said = self.system.run(VICTIM, self.system.bin / "deploy_visitor", "unguarded").stdout
        expect("served 1 of 1" in said, f"the victim was not served: {said}")
        holder.communicate(timeout=120)
        self.limit_connections("none")
        return told[-1].splitlines()[0]

    def long_names(self):
        """Many sessions with long names: the status is still told."""
        visitor = self.start_visitor("long_names", 15)
        said = visitor.stdout.readline()
        sessions = self.system.status()["sessions"]
        visitor.communicate(timeout=120)
        expect(re.match(r"served (\d+)", said), f"the visitor said {said!r}")
        wait_until(lambda: self.sessions_of_hostile() == 0, "their sessions remain")
        return f"{said.strip()}; the status tells of {sessions}"

    # ---- kernels and records

    def kernels(self):
        """The guard's attacks, through CUDA's own calls, on the victim's address."""
        outcomes = []
        for kernel, _, _ in neighbours.ATTACKS:
            module = self.system.root / ("imposter.ptx" if kernel == "imposter" else "attacks.ptx")
            done = self.system.run(HOSTILE, *self.system.run_program("--isolation", "shared", "--"),
                                   self.system.bin / "intruder", module, kernel, self.victim.ledger)
            expect(done.returncode == 0, f"{kernel}: {done.stdout}{done.stderr}")
            own = re.search("^own (.*)$", done.stdout, re.M)
            expect(not own or neighbours.SECRET not in bytes.fromhex(own[1]), f"{kernel}: the secret was read")
            self.victim.expect_well(f"the kernel {kernel}")
            outcomes.append(kernel)
        return f"{len(outcomes)} kernels, none did harm"

    def wild_records(self):
        """Records of any kind in the shared memory."""
        done = self.system.run(HOSTILE, self.system.bin / "hostile_fuzz_client", "--seconds", 5, "--seed", 1,
                               environment=self.system.environment(RINGFENCE_GUARD="fence"))
        expect(done.returncode == 0, done.stderr)
        wait_until(lambda: self.sessions_of_hostile() == 0, "its sessions remain")
        return done.stdout.strip().splitlines()[-1]

    def endless_kernel(self):
        """It is ended, and its session with it."""
        done = self.system.run(HOSTILE, *self.system.run_program("--isolation", "shared", "--"), PYTHON,
                               self.greedy_script, "endless")
        expect(done.stdout.strip() == "702", f"the kernel ended with {done.stdout}{done.stderr}")
        return "ended with 702"

    def leftovers(self):
        """Nobody finds the data that a victim's program leaves in memory."""
        other = Victim(self.system)
        other.expect_well("nothing")
        other.end()
        done = self.system.run(HOSTILE, *self.system.run_program("--isolation", "shared", "--"), PYTHON,
                               self.greedy_script, "leftovers", SECRET)
        expect(done.returncode == 0 and json.loads(done.stdout) == [], f"it found {done.stdout}{done.stderr}")
        status = self.system.run(HOSTILE, self.system.bin / "ringfence", "status", "--json")
        expect(status.returncode != 0, f"it was told what others do: {status.stdout}")
        return "512 MiB looked through"


    def native_session(self):
        """No attack: the native API, whose sessions have processes of a user of their own."""
        done = self.system.run(VICTIM, self.system.bin / "native_saxpy", self.system.share(NATIVE / "saxpy.ptx"), "soft",
                               environment=self.system.environment(LD_LIBRARY_PATH=str(self.system.root / "lib")))
        expect(done.returncode == 0, f"saxpy: {done.stdout}{done.stderr}")
        return done.stdout.strip().splitlines()[-1]


ATTACKS = ["processes", "files", "long_hellos", "down", "silence", "descriptors", "private_workers", "no_guard", "refusals",
           "squatting", "unread_output", "lingering", "left_child", "host_memory", "connections", "long_names", "kernels",
           "wild_records", "endless_kernel", "leftovers", "native_session"]


def expect_users(system):
    """Each process must have the user that it is meant to have."""
    users = system.processes()
    own = [uid for uid in users.values() if uid == DAEMON]
    workers = [uid for uid in users.values() if WORKERS[0] <= uid <= WORKERS[1]]
    expect(len(own) == 2, f"the daemon and the starter run as {users}")
    expect(len(own) + len(workers) == len(users), f"somebody else is there: {users}")
    expect(len(set(workers)) == len(workers), f"workers share a user: {users}")
    for pid in users:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
        fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        kept = int(fields["CapPrm"], 16)
        expect(kept in (0, 0xC0), f"process {pid} has capabilities {kept:#x}")
        expect(fields["NoNewPrivs"] == "1" and fields["Seccomp"] == "2", f"process {pid} is not confined")
        expect(fields["Groups"].strip() == "", f"process {pid} is in groups {fields['Groups']}")
        expect(os.stat(f"/proc/{pid}/mem").st_uid == 0, f"process {pid} can be dumped")
    return users


def run(options):
    """All attacks, one after the other, with the victim beside them."""
    system = System(options.programs, EXTRA)
    try:
        for name in ["neighbour.ptx", "attacks.ptx", "imposter.ptx"]:
            system.share(NEIGHBOURS / name)
        victim = Victim(system)
        users = expect_users(system)
        print(f"daemon and starter: user {DAEMON}; workers: {sorted(set(users.values()) - {DAEMON})}; "
              f"victim: {VICTIM}; hostile: {HOSTILE}")
        attack = Attack(system, victim)
        for name in options.only or ATTACKS:
            begin = time.monotonic()
            told = getattr(attack, name)()
            victim.expect_well(name)
            expect(system.daemon.poll() is None, f"after {name}: the daemon has ended")
            expect(system.status()["workers_died"] == 0, f"after {name}: a worker has died")
            if not options.brief:
                print(f"{name:15} {time.monotonic() - begin:5.1f} s  {told}", flush=True)
        expect_users(system)
        victim.end()
        expect_whole_audit(system, victim)
        print(f"{len(options.only or ATTACKS)} kinds of attacks; all of the victim's {victim.rounds} results were right, "
              "nobody read its memory, the daemon and its audit trail are whole")
    finally:
        system.end()


def expect_whole_audit(system, victim):
    """The victim's session is there from its beginning to its end; the hostile one's refusals bear its name."""
    pid = victim.process.pid
    wait_until(lambda: any(entry["pid"] == pid for entry in system.audit("session_ends")), "the victim's end is not there")
    expect(any(entry["pid"] == pid for entry in system.audit("session_begins")), "the victim's begin is not there")
    refused = [entry for entry in system.audit() if entry["event"] in ("client_refused", "clients_refused")]
    expect(all(entry["uid"] == HOSTILE for entry in refused), "somebody else was refused")
    # The visitor says that it is process 0.
    expect("begins: process 0," not in system.log.read_text(), "the log has what clients say of themselves")
    system.daemon.send_signal(signal.SIGTERM)
    system.daemon.wait(90)
    verified = system.run(0, system.bin / "ringfence", "audit", "verify", "--file", system.state / "audit.jsonl")
    expect(verified.returncode == 0, f"the audit log's chain is broken: {verified.stdout}{verified.stderr}")
    last = system.audit()[-1]
    expect(last["event"] == "daemon_ends", f"the last line is {last}")


if __name__ == "__main__":
    PARSER = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    PARSER.add_argument("--programs", required=True)
    PARSER.add_argument("--only", nargs="*", choices=ATTACKS)
    PARSER.add_argument("--brief", action="store_true", help="only the sum of it")
    sys.exit(main_of(run, PARSER))
