"""`ringfence up --replace`, and a process gets a signal while it is under way."""

import json
import os
import signal
import subprocess
import time

from signals import BASE, CODES, ENDS_SOON_MS, NEVER_ENDS_MS, PAUSE, kill, look_at_neighbours, stop
from world import SLACK, Puppet, World, expect, wait_until


class Replacement:
    """One row of the table, over one route."""

    def __init__(self, row, route):
        self.row, self.route = row, route
        self.who, self.signal = row["who"], row["signal"]
        self.notes = []

    def __str__(self):
        return f"replacing, {self.who} {self.signal}, {self.route}"

    def run(self, programs):
        """All of it."""
        # A disk that is busy is another row's.
        self.world = World(programs, settings='[audit]\nsync = "never"\n')
        try:
            self.run_here()
        except Exception:
            print("the log ends:\n" + "\n".join(line[:220] for line in self.world.log().splitlines()[-40:]))
            raise
        finally:
            self.world.end()
        return self.notes

    def run_here(self):
        """The old daemon is held while the new one asks for its state, so that the signal comes in between."""
        self.beside = Puppet(self.world, "channel", "shared").work()
        self.apart = Puppet(self.world, "channel", "private").work()
        self.puppet = Puppet(self.world, self.route, "shared")
        for step in BASE:
            self.puppet.must(step)
        goes_on = self.row["its client"].outcome == "goes on"
        self.puppet.must("launch", "busy", ENDS_SOON_MS if goes_on else NEVER_ENDS_MS)
        self.puppet.begin("wait")
        self.puppet.is_at("wait")
        self.session = self.world.session_of(self.puppet)
        self.old = self.world.daemon
        self.pace.begin_approach()
        stop(self.old)
        self.new = self.start_new()
        time.sleep(0.3)
        self.hit()
        self.pace.end_approach()
        self.look_at_daemon()
        self.look_at_client()
        look_at_neighbours(self.row, self.beside, self.apart)
        self.look_afterwards()

    def start_new(self):
        """As the command does."""
        with open(self.world.folder / "ringfenced.log", "ab") as log:
            return subprocess.Popen([str(self.world.bin / "ringfenced"), "--replace", "--config", str(self.world.settings)],
                                    env=self.world.environment, stdout=log, stderr=log)

    def target(self):
        """The process that gets the signal."""
        return {"client": self.puppet.pid, "session": self.session.get("process"), "worker": self.session["worker"],
                "old daemon": self.old, "new daemon": self.new.pid}[self.who]

    def hit(self):
        """And then the old daemon goes on, if it can."""
        self.since = time.monotonic()
        if self.signal == "KILL":
            kill(self.target())
        else:
            stop(self.target())
        if self.signal == "pause":
            time.sleep(PAUSE)
            os.kill(self.target(), signal.SIGCONT)
        if self.who == "old daemon" and self.signal == "KILL":
            return
        os.kill(self.old, signal.SIGCONT)

    def look_at_daemon(self):
        """Which one there is."""
        if self.row["daemon"] == "is gone":
            expect(self.new.wait(60) != 0, "the new daemon has nothing, and says nothing")
            return
        wanted = self.new.pid if self.row["daemon"] == "is replaced" else self.old
        wait_until(lambda: self.daemon_now() == wanted, "the daemon is not the one that it should be")
        self.world.daemon = wanted
        if self.who == "new daemon" and self.signal == "STOP":
            # The old one does not wait for it.
            time.sleep(1)
            expect(self.world.status()["pid"] == self.old, "a stopped daemon has taken over")
            self.new.kill()

    def daemon_now(self):
        """Whoever asks the old one while it goes is not answered, and asks again."""
        done = self.world.ringfence("status", "--json", check=False)
        return json.loads(done.stdout)["pid"] if done.returncode == 0 else None

    def look_at_client(self):
        """Its call that was under way."""
        seen = self.row["its client"]
        if seen.outcome == "is gone":
            return
        code, text = self.puppet.result("wait", 60)
        wanted = [0] if seen.outcome == "goes on" else CODES[seen.outcome][self.route]
        expect(code in wanted, f"the program gets {code} {text}, expected '{seen.outcome}'")
        took = time.monotonic() - self.since
        expect(not seen.seconds or took < seen.seconds * SLACK, f"it was told after {took:.1f} s")
        if seen.outcome == "goes on":
            self.puppet.must("round")

    def look_afterwards(self):
        """The next session works, and nothing is left."""
        if self.row["daemon"] == "is gone":
            wait_until(lambda: not self.world.processes(),
                       f"processes outlive the daemon: {self.world.named_processes()}")
            self.world.up()
        following = Puppet(self.world, self.route, "shared")
        for step in BASE + ["round", "close"]:
            following.must(step)
        for puppet in [following, self.puppet, self.beside, self.apart]:
            puppet.end()
        wait_until(lambda: self.world.status()["sessions"] == 0 and not self.world.status()["session_list"],
                   "sessions remain")
        self.new.poll()
        self.world.down()
        for event, text in self.row["audit"]:
            found = [entry for entry in self.world.audit(event) if text in entry.get("text", "")]
            expect(found, f"the audit log has no {event} with '{text}': {self.world.audit(event)}")
