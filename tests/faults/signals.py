"""A process gets a signal at a step: what its client, its neighbours and the audit log see of it."""

import contextlib
import os
import pathlib
import signal
import time

from world import LONG, PATIENCE_MS, SLACK, Puppet, World, descriptors_of, expect, is_alive, wait_until, descendants

# The steps before, the operation under way (None: none), and the steps that prove afterwards that the session goes on.
BASE = ["connect", "hello", "open", "load", "allocate"]
STEPS = {
    "connected": (BASE[:1], None, BASE[1:] + ["round"]),
    "Hello said": (BASE[:2], "open", BASE[3:] + ["round"]),
    "opened": (BASE[:3], None, BASE[3:] + ["round"]),
    "loaded": (BASE[:4], None, BASE[4:] + ["round"]),
    "allocated": (BASE, None, ["round"]),
    "compiling": (BASE, "compile", ["round"]),
    "copying": (BASE, "copy 1500", ["round"]),
    "running": (BASE + ["launch"], None, ["wait", "round"]),
    "waiting": (BASE + ["launch"], "wait", ["round"]),
    "closing": (BASE + ["launch"], "close", []),
    "revoking": (BASE + ["launch"], "wait", []),
}
# The names of the outcomes in CUDA and the native API. -1: nobody has said Welcome yet.
CODES = {
    "lost": {"channel": [709], "native": [16]},
    "revoked": {"channel": [709], "native": [14]},
    "refused": {"channel": [-1], "native": [16]},
    "overloaded": {"channel": [-1], "native": [17]},
    "module refused": {"channel": [218], "native": [9]},
    "out of memory": {"channel": [2], "native": [7, 8]},
    "launch failed": {"channel": [710, 715, 716, 717, 718, 719], "native": [10]},
    "illegal address": {"channel": [700], "native": [10]},
}
NEVER_ENDS_MS = 600_000
ENDS_SOON_MS = 1200
# Shorter than the daemon's patience, and longer.
PAUSE = 0.7
LONG_PAUSE = PATIENCE_MS / 1000 + 1.5


class Case:
    """One row of the table, at one step, over one route."""

    def __init__(self, row, step, route):
        self.row, self.step, self.route = row, step, route
        self.pace = None  # of the run
        self.who, self.signal = row["who"], row["signal"]
        self.notes = []
        self.held = None  # a process that is stopped so that another one is where it is to be

    def __str__(self):
        return f"{self.who} {self.signal}, {self.step}, {self.route}"

    def goes_on(self):
        """True if the client's session does."""
        return self.row["its client"].outcome == "goes on"

    def run(self, programs):
        """All of it, and what must hold after each."""
        # Only where its end is awaited is a compiler's time the point.
        limit = {"compile_limit_ms": LONG * 1000} if self.goes_on() else {}
        world = World(programs, worker="compilers" if self.who == "compiler" else None,
                      metrics="127.0.0.1:0" if self.who == "metrics" else None, **limit)
        try:
            self.run_in(world)
        except Exception:
            print("the log ends:\n" + "\n".join(line[:220] for line in world.log().splitlines()[-40:]))
            raise
        finally:
            world.end()
        return self.notes

    def run_in(self, world):
        """The story."""
        self.world = world
        self.beside = Puppet(world, "channel", "shared").work()
        self.apart = Puppet(world, "channel", "private").work()
        wait_until(lambda: world.status()["sessions"] == 2, "the neighbours are not served")
        before = descriptors_of(world.daemon)
        self.puppet = Puppet(world, self.route, "private" if self.who == "own worker" else "shared")
        self.reach()
        self.hit()
        self.pace.end_approach()
        self.look_at_client()
        self.look_at_neighbours()
        self.look_at_session()
        self.look_afterwards(before)
        self.look_at_audit()

    # ---- Up to the signal

    def reach(self):
        """The step."""
        done, self.pending, self.after = STEPS[self.step]
        done, after = list(done), list(self.after)
        # Over the native API the daemon is asked, and the process of the session, which says Hello, comes of that.
        if self.step == "Hello said" and self.route == "native" and self.who == "daemon":
            done, self.pending, after = BASE[:1], "hello", BASE[2:] + ["round"]
        if self.step == "compiling" and self.who == "compiler":
            self.pending = f"compile_as compiler_{'is_slow' if self.goes_on() else 'hangs'}"
        if self.who == "client":
            # It is not at two places: what is under way is begun, and it is stopped or killed in it.
            after = [self.pending.split()[0]] + after if self.pending and self.step == "Hello said" else after
            self.pending = None if self.step == "Hello said" else self.pending
        self.after = after
        ends = ENDS_SOON_MS if self.goes_on() else NEVER_ENDS_MS
        # Asked for before anybody connects: the daemon waits only seconds for a Hello, and it may be slow to answer.
        stands_still = self.who_stands_still() if self.step == "Hello said" else None
        for step in done:
            if step == "hello" and stands_still:
                stop(stands_still)
            if step == "connect" and done[-1] in ["connect", "hello"]:
                self.pace.begin_approach()
            self.puppet.must(*(["launch", "busy", ends] if step == "launch" else [step]))
        self.target = self.find_target()
        # Before anybody stands still: the daemon may be it.
        self.session = self.world.session_of(self.puppet)["session"] if self.step == "revoking" else None
        is_asked_first = self.pending == "hello" or self.step in ["closing", "revoking"]
        if is_asked_first and self.who not in ["client", "compiler", "metrics"]:
            self.pace.begin_approach()
            stop(self.target)
        if self.pending:
            self.puppet.begin(*self.pending.split())
            self.puppet.is_at(self.pending.split()[0])
            time.sleep(0.1)
        if self.step == "revoking":
            if self.who == "client":
                os.kill(self.puppet.pid, signal.SIGSTOP)
            self.revoke()

    def who_stands_still(self):
        """While Hello is said, so that nobody says Welcome before the signal comes; None: nobody needs to."""
        if self.who == "session":
            self.held = self.world.worker_of(self.beside)
            return self.held
        return self.find_target() if self.who in ["worker", "daemon"] else None

    def find_target(self):
        """The process that gets the signal."""
        if self.who == "client":
            return self.puppet.pid
        if self.who == "daemon":
            return self.world.daemon
        if self.who == "worker":
            return self.world.worker_of(self.beside)
        if self.who == "metrics":
            wait_until(lambda: self.world.processes("ringfence-metri"), "no metrics are served")
            return self.world.processes("ringfence-metri")[0]
        if self.who == "session":
            return self.world.session_of(self.puppet)["process"]
        if self.who == "own worker":
            return self.world.worker_of(self.puppet)
        return None  # the compiler comes with the step

    def revoke(self):
        """By the command, which must not wait for anybody that is stopped but the daemon."""
        self.revoking = self.world.begin_ringfence("session", "revoke", self.session, "--reason", "the matrix says so")
        if self.who != "daemon":
            expect(self.revoking.wait(LONG) == 0, "session revoke fails: " + self.revoking.stdout.read())

    def freeze(self):
        """Workers first, so that the daemon has asked in vain; then the daemon, for longer than its patience."""
        self.since = time.monotonic()
        others = [pid for pid in self.world.processes() if pid != self.world.daemon]
        for pid in others:
            stop(pid)
        time.sleep(PATIENCE_MS / 2000 + 1.2)
        stop(self.world.daemon)
        time.sleep(LONG_PAUSE)
        os.kill(self.world.daemon, signal.SIGCONT)
        time.sleep(0.3)
        for pid in others:
            os.kill(pid, signal.SIGCONT)

    def hit(self):
        """KILL, STOP, or a pause."""
        if self.who == "everybody":
            self.freeze()
            return
        if self.who == "compiler":
            find = lambda: [pid for pid, name in descendants(os.getpid()).items() if name == "fake_compiler"]
            wait_until(find, "there is no compiler")
            self.targets = find()
        else:
            self.targets = [self.target]
        self.since = time.monotonic()
        try:
            for pid in self.targets:
                if self.signal == "KILL":
                    kill(pid)
                else:
                    stop(pid)
        except ProcessLookupError:
            self.pace.miss("the process had ended before the signal came")
            raise
        if self.held:
            os.kill(self.held, signal.SIGCONT)
        if self.signal == "pause":
            time.sleep(PAUSE)
            self.go_on()

    def go_on_if_stopped(self):
        """So that it can be ended."""
        if self.signal == "STOP":
            self.go_on()

    def go_on(self):
        """After a stop."""
        for pid in self.targets:
            os.kill(pid, signal.SIGCONT)

    # ---- What comes of it

    def look_at_client(self):
        """The outcome that its program sees."""
        seen = self.row["its client"]
        if seen.outcome == "is gone":
            self.puppet.process.wait(LONG)
            return
        if self.who == "metrics":
            self.expect_goes_on()
            self.go_on_if_stopped()
            return
        if seen.outcome == "stands still":
            # Until it is revoked: then it is told, whenever it goes on.
            self.look_at_stopped_client()
            return
        if self.who == "daemon" and self.signal == "STOP":
            self.look_while_daemon_stands()
            return
        if seen.outcome == "goes on":
            self.expect_goes_on()
            return
        if self.pending:
            self.expect_code(self.pending.split()[0], seen)
        elif self.after:
            self.expect_code_soon(seen)

    def expect_code_soon(self, seen):
        """Whoever is idle is told by one of its next calls."""
        end = time.monotonic() + seen.seconds * SLACK
        steps = iter(self.after)
        while True:
            step = next(steps, "round")
            self.puppet.begin(step)
            code, text = self.puppet.result(step, max(seen.seconds * SLACK, 5))
            if code != 0:
                break
            expect(time.monotonic() < end, f"calls still succeed after {seen.seconds * SLACK:g} s")
        self.expect_told(step, code, text, seen)

    def expect_goes_on(self):
        """The work under way succeeds, and then the rest."""
        if self.pending:
            code, text = self.puppet.result(self.pending.split()[0])
            expect(code == 0, f"{self.pending}: {code} {text}")
        for step in self.after:
            self.puppet.must(step)

    def expect_code(self, step, seen):
        """A typed error, in time."""
        code, text = self.puppet.result(step, max(seen.seconds * SLACK, 5))
        self.expect_told(step, code, text, seen)

    def expect_told(self, step, code, text, seen):
        """That this is the error which it should be."""
        took = time.monotonic() - self.since
        expect(code in CODES[seen.outcome][self.route],
               f"{step} gives {code} ({text}), expected '{seen.outcome}': {CODES[seen.outcome][self.route]}")
        expect(took < seen.seconds * SLACK, f"{step} came back after {took:.1f} s, expected {seen.seconds:g} s")
        self.notes.append(f"{took:.2f} s")
        if seen.outcome == "module refused":
            self.after = ["round"]
            for one in self.after:
                self.puppet.must(one)

    def look_at_stopped_client(self):
        """Its session stays as long as nobody takes it back."""
        if not self.has_session():
            return
        if self.step == "revoking":
            # It was taken back while its program stood still; that is told when it goes on.
            wait_until(lambda: self.world.session_of(self.puppet) is None, "the session waits for its client")
            self.go_on()
            code, text = self.puppet.result("wait")
            expect(code in CODES["revoked"][self.route], f"after it was revoked, wait gives {code} {text}")
            return
        time.sleep(0.3)
        session = self.world.session_of(self.puppet)
        expect(session is not None, "the session of a stopped client is gone")
        self.world.ringfence("session", "revoke", session["session"])
        wait_until(lambda: self.world.session_of(self.puppet) is None, "the revoked session remains")
        self.go_on()
        if self.step == "closing":
            return
        step = self.pending or self.after[0]
        if not self.pending:
            self.puppet.begin(*step.split())
        code, text = self.puppet.result(step.split()[0])
        # Reports of earlier steps may come first.
        if code == 0:
            code, text = self.puppet.do("round")
        lost = CODES["revoked"][self.route] + CODES["lost"][self.route] + ([-1] if step == "open" else [])
        expect(code in lost, f"after it was revoked, {step} gives {code} {text}")

    def has_session(self):
        """True if one was begun."""
        if self.step == "connected":
            return False
        return self.step != "closing" or self.route == "native"

    def look_while_daemon_stands(self):
        """Sessions go on; a newcomer waits, and is served when the daemon goes on."""
        needs_daemon = self.step in ["connected", "Hello said", "revoking"]
        if not needs_daemon:
            self.expect_goes_on()
            self.look_at_neighbours(is_last=False)
        time.sleep(max(0.0, LONG_PAUSE - (time.monotonic() - self.since)))
        self.go_on()
        if self.step == "revoking":
            expect(self.revoking.wait(LONG) == 0, "session revoke fails: " + self.revoking.stdout.read())
            self.since = time.monotonic()
            self.expect_code("wait", self.row["its client"])
        elif needs_daemon:
            self.expect_goes_on()

    def look_at_neighbours(self, is_last=True):
        """One in the same worker, one in another."""
        for puppet, column in [(self.beside, "beside"), (self.apart, "apart")]:
            seen = self.row[column]
            if seen.outcome == "goes on":
                puppet.begin("round")
                for step in ["rounds", "round"]:
                    code, text = puppet.result(step)
                    expect(code == 0, f"the neighbour {column}: {code} {text}")
                if not is_last:
                    puppet.begin("rounds")
                    puppet.is_at("rounds")
                    puppet.is_at("work")
                continue
            code, text = puppet.result("rounds", max(seen.seconds * SLACK, 5))
            took = time.monotonic() - self.since
            expect(code in CODES[seen.outcome]["channel"], f"the neighbour {column} gets {code} {text}")
            expect(took < seen.seconds * SLACK, f"the neighbour {column} was told after {took:.1f} s")

    def look_at_session(self):
        """As the daemon tells of it."""
        told = self.row["session"].outcome
        if self.who == "daemon" and self.signal == "KILL":
            return
        if told == "stays":
            if self.signal == "STOP" and self.who == "client":
                return
            expect(self.step == "closing" or self.world.session_of(self.puppet) is not None, "the session is gone")
            return
        wait_until(lambda: self.world.session_of(self.puppet) is None, "the session remains in the status")

    def look_afterwards(self, before):
        """The next session works, and nothing is left."""
        if self.who == "daemon" and self.signal == "KILL":
            wait_until(lambda: not self.world.processes(),
                       f"processes outlive the daemon: {self.world.named_processes()}")
            self.world.up()
        following = Puppet(self.world, self.route, "shared")
        for step in BASE + ["round", "close"]:
            following.must(step)
        following.end()
        self.puppet.end()
        if self.who != "metrics" and not (self.who == "daemon" and self.signal == "KILL"):
            wait_until(lambda: not more_than(descriptors_of(self.world.daemon), before),
                       "descriptors are left in the daemon: "
                       f"{more_than(descriptors_of(self.world.daemon), before)}", 20)
        self.beside.end()
        self.apart.end()
        wait_until(lambda: self.world.status()["sessions"] == 0 and not self.world.status()["session_list"],
                   "sessions remain")
        wait_until(lambda: self.world.status()["host_memory"]["granted"] == 0, "host memory is still granted")
        self.world.down()

    def look_at_audit(self):
        """The audit log has the entries that the table names."""
        for event, text in self.row["audit"]:
            found = [entry for entry in self.world.audit(event) if text in entry.get("text", "")]
            if event in ["session_ends", "session_revoked"]:
                if not self.has_session() and self.who == "client":
                    continue
                # If the session had come to no worker, its neighbours' ends tell.
                was_begun = any(entry.get("pid") == self.puppet.pid for entry in self.world.audit("session_begins"))
                if was_begun:
                    found = [entry for entry in found if entry.get("pid") == self.puppet.pid]
            expect(found, f"the audit log has no {event} with '{text}': {self.world.audit(event)}")


def stop(pid):
    """All its threads stand still."""
    os.kill(pid, signal.SIGSTOP)
    wait_until(lambda: all(state in "TZX" for state in thread_states(pid)), f"process {pid} does not stop")


def look_at_neighbours(row, beside, apart):
    """One in the same worker, one in another."""
    for puppet, column in [(beside, "beside"), (apart, "apart")]:
        seen = row[column].outcome
        if seen == "goes on":
            puppet.begin("round")
            for step in ["rounds", "round"]:
                code, text = puppet.result(step)
                expect(code == 0, f"the neighbour {column}: {code} {text}")
        else:
            code, text = puppet.result("rounds")
            expect(code in CODES[seen]["channel"], f"the neighbour {column} gets {code} {text}")


def kill(pid):
    """It is gone, or waits for its parent."""
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not is_alive(pid), f"process {pid} does not end")


def thread_states(pid):
    """A letter for each."""
    states = []
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*"):
        with contextlib.suppress(OSError):
            states.append((task / "stat").read_text().rpartition(")")[2].split()[0])
    return states


def more_than(now, before):
    """The entries that are new."""
    left = list(before)
    more = []
    for name in now:
        if name in left:
            left.remove(name)
        else:
            more.append(name)
    return more if len(now) > len(before) else []
