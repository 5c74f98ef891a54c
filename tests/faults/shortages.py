"""Something runs out, or the device fails: what the program that meets it sees, its neighbours, and the audit log."""

import contextlib
import os
import resource
import subprocess
import time

from signals import BASE, CODES, look_at_neighbours
from slow_disk import can_have_slow_disk, frozen
from world import Puppet, World, expect, stat_of, wait_until

FEW_BYTES = 4 << 20


class Shortage:
    """One row of the table, over one route."""

    def __init__(self, row, route):
        self.row, self.route = row, route
        self.notes = []

    def __str__(self):
        return f"{self.row['what']}, {self.row['where']}, {self.row['isolation']}, {self.route}"

    def run(self, programs):
        """The row's own story, in a world with neighbours, and what must hold after each."""
        if self.row["what"] == "disk stands still" and not can_have_slow_disk():
            return ["skipped: no file system can be made and frozen here (it takes root and a loop device)"]
        if self.row["what"] == "descriptors" and os.geteuid() != 0:
            return ["skipped: only root sees how many descriptors a process has that is not dumpable"]
        story, options = STORIES[self.row["what"], self.row["where"]]
        self.world = World(programs, **options)
        try:
            self.beside = Puppet(self.world, "channel", "shared").work()
            self.apart = Puppet(self.world, "channel", "private").work()
            wait_until(lambda: self.world.status()["sessions"] == 2, "the neighbours are not served")
            self.puppet = Puppet(self.world, self.route, self.row["isolation"])
            story(self)
            self.look_afterwards()
        except Exception:
            print("the log ends:\n" + "\n".join(line[:220] for line in self.world.log().splitlines()[-40:]))
            raise
        finally:
            self.world.end()
        return self.notes

    def begin(self):
        """A session, up to where it can compute."""
        for step in BASE:
            self.puppet.must(step)

    def expect_told(self, code, text):
        """The table's text."""
        outcome = self.row["its client"].outcome
        wanted = [0] if outcome == "goes on" else CODES[outcome][self.route]
        expect(code in wanted, f"the program gets {code} ({text}), expected '{outcome}': {wanted}")

    def expect_fault_of(self, kernel):
        """Told by the launch itself, or by the next wait."""
        code, text = self.puppet.do("launch", kernel, 0)
        if code == 0:
            code, text = self.puppet.do("wait")
        self.expect_told(code, text)

    def process(self):
        """The session's process; the worker's where there is none."""
        return self.world.session_of(self.puppet)["process"]

    def worker(self):
        """That serves the program."""
        return self.world.worker_of(self.puppet)

    def look_afterwards(self):
        """Neighbours, the next session, and what is left."""
        look_at_neighbours(self.row, self.beside, self.apart)
        following = Puppet(self.world, self.route, "shared")
        for step in BASE + ["round", "close"]:
            following.must(step)
        for puppet in [following, self.puppet, self.beside, self.apart]:
            puppet.end()
        wait_until(lambda: self.world.status()["sessions"] == 0 and not self.world.status()["session_list"],
                   "sessions remain")
        wait_until(lambda: self.world.status()["host_memory"]["granted"] == 0, "host memory is still granted")
        self.world.down()
        for event, text in self.row["audit"]:
            found = [entry for entry in self.world.audit(event) if text in entry.get("text", entry.get("problem", ""))]
            expect(found, f"the audit log has no {event} with '{text}': {self.world.audit(event)}")


@contextlib.contextmanager
def limited(pid, which, value):
    """A process may have no more of something, for a while. The hard limit stays."""
    before = resource.prlimit(pid, which)
    resource.prlimit(pid, which, (min(value, before[1]) if before[1] != resource.RLIM_INFINITY else value, before[1]))
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # it may have ended of it
            resource.prlimit(pid, which, before)


def next_descriptor_of(pid):
    """With this as its limit, a process gets no more of them."""
    used = {int(name) for name in os.listdir(f"/proc/{pid}/fd")}
    return next(number for number in range(len(used) + 1) if number not in used)


def data_of(pid):
    """The bytes that RLIMIT_DATA counts."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmData"))


class Lasting:
    """True when a condition has held at each look for so long."""

    def __init__(self, condition, seconds):
        self.condition, self.seconds, self.since = condition, seconds, None

    def __call__(self):
        if not self.condition():
            self.since = None
        elif self.since is None:
            self.since = time.monotonic()
        return self.since is not None and time.monotonic() - self.since >= self.seconds


@contextlib.contextmanager
def full_log(world):
    """The disk takes not one more record: a limit on the size of files is as good, and needs no disk."""
    size = (world.folder / "audit.jsonl").stat().st_size
    with limited(world.daemon, resource.RLIMIT_FSIZE, size + 10):
        yield


def audit_disk_full(self):
    with full_log(self.world):
        self.begin()
        self.puppet.must("round")
        expect("problem" in self.world.status()["audit_log"], "the status says nothing of the audit log")
    wait_until(lambda: self.world.audit("audit_gap"), "there is no word of what was not written")


def expect_refused_for_want_of_records(self):
    # It is noticed by the first record that cannot be written.
    first = Puppet(self.world, "channel", "shared")
    for step in BASE[:3]:
        first.do(step)
    first.end()
    wait_until(lambda: "problem" in self.world.status()["audit_log"], "nobody notices that nothing is written")
    self.puppet.must("connect")
    code, text = self.puppet.do("hello")
    if code == 0:
        code, text = self.puppet.do("open")
    self.expect_told(code, text)
    expect("audit" in text, f"the refusal does not say why: {text}")


def required_audit_disk_full(self):
    with full_log(self.world):
        expect_refused_for_want_of_records(self)
    wait_until(lambda: "problem" not in self.world.status()["audit_log"], "the audit log stays broken")


def disk_stands_still(self):
    with frozen(self.world.slow_disk):
        self.begin()
        self.puppet.must("round")
        self.world.status()
    wait_until(lambda: self.world.audit("session_begins"), "the session was not written down")


def disk_stands_still_at_takeover(self):
    """The old daemon goes on; the next one takes over when the disk does."""
    self.begin()
    old = self.world.daemon
    with frozen(self.world.slow_disk):
        new = subprocess.Popen([str(self.world.bin / "ringfenced"), "--replace", "--config", str(self.world.settings)],
                               env=self.world.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # It has given up, and waits for the disk to say so. A page of its program that is read takes a moment, too.
        blocked = Lasting(lambda: (stat_of(new.pid) or " D")[1] == "D", 1.0)
        wait_until(lambda: new.poll() is not None or blocked(), "the new daemon goes on")
        expect(self.world.status()["pid"] == old, "the daemon is another one")
        self.puppet.must("round")
    expect(new.wait(60) != 0, "a daemon has taken over whose predecessor could not write its records")
    wait_until(lambda: self.world.audit("takeover_failed"), "what has failed is not written down")
    self.world.ringfence("up", "--replace", "--config", str(self.world.settings))
    expect(self.world.status()["pid"] != old, "the daemon was not replaced")
    self.world.daemon = self.world.status()["pid"]
    self.expect_told(*self.puppet.do("round"))


def required_disk_stands_still(self):
    with frozen(self.world.slow_disk):
        expect_refused_for_want_of_records(self)
    wait_until(lambda: "problem" not in self.world.status()["audit_log"], "the audit log stays broken")


def cache_disk_full(self):
    self.begin()
    cache = self.world.folder / "compiled"
    expect(any(cache.rglob("*")), "nothing is kept, so nothing was tested")
    fill(cache)
    self.expect_told(*self.puppet.do("compile"))
    self.puppet.must("round")


def fill(folder):
    """All that the disk has, to the last byte; without a small disk, nothing can be written for another reason."""
    if not os.path.ismount(folder):
        folder.chmod(0o500)
        return
    with contextlib.suppress(OSError), open(folder / "ballast", "wb", buffering=0) as ballast:
        while True:
            ballast.write(bytes(4096))


def worker_without_memory(self):
    self.begin()
    worker = self.worker()
    with limited(worker, resource.RLIMIT_DATA, data_of(worker) + FEW_BYTES):
        self.expect_told(*self.puppet.do("compile"))


def session_without_memory(self):
    self.begin()
    process = self.process()
    with limited(process, resource.RLIMIT_DATA, data_of(process) + (1 << 20)):
        self.expect_told(*self.puppet.do("compile"))
    wait_until(lambda: self.world.session_of(self.puppet) is None, "the session remains")


def compiler_without_memory(self):
    self.begin()
    self.expect_told(*self.puppet.do("compile_as", "compiler_eats"))
    self.puppet.must("round")



def daemon_without_descriptors(self):
    if self.route == "channel":
        # A client that comes now waits at the door.
        with limited(self.world.daemon, resource.RLIMIT_NOFILE, next_descriptor_of(self.world.daemon)):
            for step in ["connect", "hello"]:
                self.puppet.must(step)
            self.puppet.begin("open")
            time.sleep(0.5)
        self.expect_told(*self.puppet.result("open"))
        return
    # A client that is in, and asks for more of them, gets an error.
    self.puppet.must("connect")
    with limited(self.world.daemon, resource.RLIMIT_NOFILE, next_descriptor_of(self.world.daemon)):
        self.expect_told(*self.puppet.do("hello"))


def worker_without_descriptors(self):
    self.begin()
    worker = self.worker()
    with limited(worker, resource.RLIMIT_NOFILE, next_descriptor_of(worker)):
        self.expect_told(*self.puppet.do("map", FEW_BYTES))
        refused = Puppet(self.world, "channel", "shared")
        for step in BASE[:2]:
            refused.must(step)
        code, text = refused.do("open")
        expect(code == -1, f"a session without descriptors: {code} {text}")
        refused.end()
    self.puppet.must("round")


def session_without_descriptors(self):
    self.begin()
    process = self.process()
    with limited(process, resource.RLIMIT_NOFILE, next_descriptor_of(process)):
        self.expect_told(*self.puppet.do("map", FEW_BYTES))


def kernel_traps(self):
    self.begin()
    self.expect_fault_of("fault")


def kernel_strays(self):
    self.begin()
    self.expect_fault_of("stray")


def device_is_lost(self):
    self.begin()
    worker = self.worker()
    self.expect_fault_of("stray")
    # The worker tells the daemon at once, but the program may hear of it a moment earlier.
    wait_until(lambda: any(entry["pid"] == worker and "problem" in entry for entry in self.world.status()["workers"]),
               "the daemon knows of the lost device")
    # Whoever comes now gets another worker; this one ends with its last session.
    following = Puppet(self.world, "channel", "shared")
    for step in BASE + ["round"]:
        following.must(step)
    expect(self.world.worker_of(following) != worker, "a lost device got another client")
    following.end()



# And the world that it needs.
STORIES = {
    ("disk full", "audit log"): (audit_disk_full, {}),
    ("disk full", "required audit log"): (required_audit_disk_full, {"settings": "[audit]\nrequired = true\n"}),
    ("disk full", "cache"): (cache_disk_full, {"small_disk": "compiled"}),
    ("disk stands still", "audit log and daemon's log"): (disk_stands_still, {"slow_disk": True}),
    ("disk stands still", "audit log, and the daemon is to be replaced"): (disk_stands_still_at_takeover,
                                                                           {"slow_disk": True}),
    ("disk stands still", "required audit log"): (required_disk_stands_still,
                                                  {"slow_disk": True, "settings": "required = true\n"}),
    ("memory", "worker"): (worker_without_memory, {}),
    ("memory", "session"): (session_without_memory, {}),
    ("memory", "compiler"): (compiler_without_memory, {"worker": "compilers",
                                                         # What it needs to use its memory up is not the point.
                                                         "compile_limit_ms": 60_000}),
    ("descriptors", "daemon"): (daemon_without_descriptors, {}),
    ("descriptors", "worker"): (worker_without_descriptors, {}),
    ("descriptors", "session"): (session_without_descriptors, {}),
    ("device", "a kernel traps"): (kernel_traps, {}),
    ("device", "a kernel uses an address that is nobody's"): (kernel_strays, {}),
    ("device", "it is lost"): (device_is_lost, {"worker": "card"}),
}
