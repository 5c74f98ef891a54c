"""The system's daemon, whose starter gets a signal: who is served goes on, who needs a new process is told."""

import os
import pathlib
import signal
import sys
import time

from signals import BASE, PAUSE, kill, stop
from world import Puppet, expect, stat_of, wait_until

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "deploy"))
import system  # pylint: disable=wrong-import-position


class OfUser(Puppet):
    """A program of the system's daemon."""

    def __init__(self, world, route, isolation):
        class Place:  # where the world's programs and names are
            bin, environment = world.bin, dict(world.environment())
        super().__init__(Place, route, isolation, system.VICTIM)


class StarterCase:
    """One row of the table, over one route."""

    def __init__(self, row, route):
        self.row, self.route, self.signal = row, route, row["signal"]
        self.notes = []

    def __str__(self):
        return f"starter {self.signal}, {self.route}"

    def run(self, programs):
        """As root; not at all otherwise."""
        reason = system.can_run()
        if reason:
            return ["skipped: " + reason]
        self.system = system.System(programs, ["faults_puppet"])
        try:
            self.run_here()
        except Exception:
            print(self.system.log.read_text(errors="replace")[-4000:])
            raise
        finally:
            self.system.end()
        return self.notes

    def run_here(self):
        """Neighbours before, the program afterwards."""
        beside = OfUser(self.system, "channel", "shared").work()
        apart = OfUser(self.system, "channel", "private").work()
        self.starter = self.find_starter()
        if self.signal == "KILL":
            kill(self.starter)
        else:
            stop(self.starter)
        if self.signal == "pause":
            time.sleep(PAUSE)
            os.kill(self.starter, signal.SIGCONT)
        self.look_at_newcomer()
        for puppet in [beside, apart]:
            puppet.begin("round")
            for step in ["rounds", "round"]:
                code, text = puppet.result(step)
                expect(code == 0, f"a neighbour: {code} {text}")
            puppet.end()
        if self.signal == "STOP":
            os.kill(self.starter, signal.SIGCONT)
        processes = self.system.processes()
        self.system.daemon.send_signal(signal.SIGTERM)
        self.system.daemon.wait(60)
        wait_until(lambda: not any(is_running(pid) for pid in processes), "what the daemon had started lives on")
        self.expect_whole_log()
        self.system.launch()
        following = OfUser(self.system, self.route, "private")
        for step in BASE + ["round", "close"]:
            following.must(step)
        following.end()

    def find_starter(self):
        """It has the daemon's name, and is its child."""
        found = [pid for pid in self.system.processes()
                 if pid != self.system.daemon.pid and (stat_of(pid) or ("",))[0] == "ringfenced"]
        expect(len(found) == 1, f"processes that could be the starter: {found}")
        return found[0]

    def look_at_newcomer(self):
        """A newcomer needs a process that cannot be started."""
        newcomer = OfUser(self.system, self.route, "private")
        newcomer.must("connect")
        code, text = newcomer.do("hello")
        if code == 0:
            code, text = newcomer.do("open")
        wanted = {"goes on": [0], "overloaded": [-1] if self.route == "channel" else [17]}
        expect(code in wanted[self.row["its client"].outcome], f"the program gets {code} {text}")
        newcomer.end()

    def expect_whole_log(self):
        """The chain verifies."""
        done = self.system.run(0, self.system.bin / "ringfence", "audit", "verify", "--file",
                               self.system.state / "audit.jsonl", "--state", self.system.state)
        expect(done.returncode == 0, f"the audit log is not whole: {done.stdout} {done.stderr}")


def is_running(pid):
    """Zombies are not."""
    stat = stat_of(pid)
    return stat is not None and stat[1] not in "ZX"
