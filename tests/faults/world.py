"""A daemon of its own, its workers, and programs that go to their sessions step by step."""

import contextlib
import ctypes
import json
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from slow_disk import SlowDisk

# The times in docs/faults.md are for an idle machine; this one may be busy.
SLACK = 10
# Long enough for whatever a busy machine does.
LONG = 60
PATIENCE_MS = 3000
COMPILE_LIMIT_MS = 2000
SETTINGS = f"""backend = "soft"
worker_patience_ms = {PATIENCE_MS}
kernel_limit_ms = 0
host_memory = "2G"
max_sessions_per_process = 64

[soft]
memory = "1G"
workers = 2
"""
PR_SET_CHILD_SUBREAPER = 36


class Failure(Exception):
    """A condition that should hold and does not."""


def expect(condition, what):
    """Or it is a failure."""
    if not condition:
        raise Failure(what)


def wait_until(condition, what, seconds=LONG):
    """Looks now and then."""
    end = time.monotonic() + seconds
    while not condition():
        expect(time.monotonic() < end, f"after {seconds:g} s: {what}")
        time.sleep(0.03)


def stat_of(pid):
    """Name, state and parent of a process; None: it is gone."""
    try:
        text = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    head, _, tail = text.rpartition(")")
    state, parent = tail.split()[:2]
    return head.partition("(")[2], state, int(parent)


def is_alive(pid):
    """Zombies are not."""
    stat = stat_of(pid)
    return stat is not None and stat[1] not in "ZX"


def descendants(of):
    """Processes beneath one, with their names."""
    children = {}
    for entry in os.listdir("/proc"):
        stat = stat_of(entry) if entry.isdigit() else None
        if stat is not None and stat[1] not in "ZX":
            children.setdefault(stat[2], []).append((int(entry), stat[0]))
    found, todo = {}, [of]
    while todo:
        for pid, name in children.get(todo.pop(), []):
            found[pid] = name
            todo.append(pid)
    return found


def descriptors_of(pid):
    """The open files of a process. The daemon is not dumpable: only root sees them."""
    names = []
    with contextlib.suppress(OSError):
        for entry in os.listdir(f"/proc/{pid}/fd"):
            with contextlib.suppress(OSError):
                names.append(os.readlink(f"/proc/{pid}/fd/{entry}").split(":")[0])
    return sorted(names)


class Puppet:
    """A program that does one step at a time (puppet.cpp)."""

    def __init__(self, world, route, isolation="shared", user=None):
        self.route = route
        whose = {} if user is None else {"user": user, "group": user, "extra_groups": []}
        self.process = subprocess.Popen([world.bin / "faults_puppet", route, isolation], env=world.environment,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **whose)
        self.pid = self.process.pid
        self.lines = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def begin(self, *words):
        """Has it begin a step, and comes back when it is at it, or would be if it ran."""
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()

    def line(self, seconds, what):
        """The next line that it says."""
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            raise Failure(f"{self}: {what}: nothing after {seconds:g} s") from None
        expect(line is not None, f"{self} has ended: {what}")
        return line

    def is_at(self, step, seconds=LONG):
        """Waits for it to begin."""
        line = self.line(seconds, f"is not at {step}")
        expect(line == f"at {step}", f"{self} says '{line}', expected 'at {step}'")

    def result(self, step, seconds=LONG):
        """The code of a step that was begun, and what was said about it."""
        while True:
            line = self.line(seconds, f"does not come back from {step}")
            word, _, rest = line.partition(" ")
            if word == "at":
                continue
            expect(word == step, f"{self} says '{line}', expected the result of {step}")
            code, _, text = rest.partition(" ")
            return int(code), text

    def do(self, *words, seconds=LONG):
        """Begins a step, and waits for its end."""
        self.begin(*words)
        return self.result(words[0], seconds)

    def must(self, *words):
        """A step that succeeds."""
        code, text = self.do(*words)
        expect(code == 0, f"{self}: {' '.join(map(str, words))}: {code} {text}")

    def work(self):
        """Rounds, until it is asked for something else."""
        for step in ["connect", "hello", "open", "load", "allocate"]:
            self.must(step)
        self.begin("rounds")
        self.is_at("rounds")
        self.is_at("work")
        return self

    def end(self):
        """At once."""
        self.process.kill()
        self.process.wait()

    def __str__(self):
        return f"program {self.pid} ({self.route})"


class World:
    """Nothing of it is left when it has ended."""

    def __init__(self, programs, settings="", worker=None, metrics=None, small_disk=None, slow_disk=False,
                 compile_limit_ms=COMPILE_LIMIT_MS):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        # Not in a folder of the build: a socket's name must be short.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="rf-faults-"))
        self.bin = pathlib.Path(programs)
        self.environment = dict(os.environ, RINGFENCE_SOCKET=str(self.folder / "socket"),
                                RINGFENCE_CACHE=str(self.folder / "compiled"), HOME=str(self.folder))
        self.environment.pop("XDG_STATE_HOME", None)
        if small_disk:
            make_small_disk(self.folder / small_disk)
        if worker:
            self.environment["FAULTS_WORKER"] = worker
            self.bin = self.programs_with_strange_worker(pathlib.Path(programs))
        usual = f"{SETTINGS}\n[compiler]\nlimit_ms = {compile_limit_ms}\n"
        text = usual + settings
        self.slow_disk, self.records = None, self.folder  # where the logs lie
        if slow_disk:
            self.slow_disk = SlowDisk(self.folder)
            self.records = self.slow_disk.folder
            text = (f'log = "{self.slow_disk.folder}/ringfenced.log"\n{usual}\n[audit]\n'
                    f'file = "{self.slow_disk.folder}/audit.jsonl"\n{settings}')
        if metrics:
            text += f'\n[metrics]\nlisten = "{metrics}"\n'
        self.settings = self.folder / "ringfence.toml"
        self.settings.write_text(text)
        self.up()

    def programs_with_strange_worker(self, programs):
        """The daemon starts what lies beside it."""
        folder = self.folder / "bin"
        folder.mkdir()
        for name in ["ringfence", "ringfenced", "ringfence-session", "faults_puppet"]:
            place_program(programs / name, folder / name)
        place_program(programs / "faults_worker", folder / "ringfence-worker")
        return folder

    def up(self):
        """Starts a daemon."""
        self.ringfence("up", "--config", self.settings)
        self.daemon = self.status()["pid"]

    def ringfence(self, *arguments, check=True, seconds=LONG):
        """The command's output, if it succeeds."""
        command = [str(self.bin / "ringfence"), *map(str, arguments)]
        try:
            done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=seconds,
                                  check=False)
        except subprocess.TimeoutExpired:
            raise Failure(f"ringfence {' '.join(map(str, arguments))}: no answer after {seconds:g} s") from None
        if check:
            expect(done.returncode == 0, f"{command}: {done.stderr.strip()}")
            return done.stdout
        return done

    def begin_ringfence(self, *arguments):
        """The same, while other things happen."""
        return subprocess.Popen([str(self.bin / "ringfence"), *map(str, arguments)], env=self.environment,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def status(self):
        """As the daemon tells it."""
        return json.loads(self.ringfence("status", "--json"))

    def session_of(self, puppet):
        """The daemon's record of a program's session; None: it has none."""
        found = [one for one in self.status()["session_list"] if one["pid"] == puppet.pid]
        return found[0] if found else None

    def worker_of(self, puppet):
        """The process that serves it."""
        wait_until(lambda: (self.session_of(puppet) or {}).get("worker"), f"{puppet} has no worker")
        return self.session_of(puppet)["worker"]

    def audit(self, event=None):
        """The audit log's entries."""
        lines = (self.records / "audit.jsonl").read_text().splitlines()
        return [entry for entry in map(json.loads, lines) if event in (None, entry["event"])]

    def log(self):
        """The log of the daemon and its workers."""
        with contextlib.suppress(OSError):
            return (self.records / "ringfenced.log").read_text(errors="replace")
        return ""

    def processes(self, name=""):
        """The processes that this test and the daemon have started, without the test's own programs."""
        return [pid for pid, called in descendants(os.getpid()).items()
                if called.startswith("ringfence") and called.startswith(name)]

    def down(self):
        """Ends it, and looks what is left: the log is whole, and no process is there."""
        self.ringfence("down")
        self.expect_nothing_left()

    def expect_nothing_left(self):
        """Nothing that the daemon had started is left, and the log is whole."""
        wait_until(lambda: not self.processes(), f"processes are left: {self.named_processes()}", LONG)
        self.expect_whole_log()

    def expect_whole_log(self):
        """The chain verifies, and sessions that have begun have ended."""
        done = self.ringfence("audit", "verify", "--file", self.records / "audit.jsonl", check=False)
        expect(done.returncode == 0, f"the audit log is not whole: {done.stdout} {done.stderr}")
        begun = sorted(entry["session"] for entry in self.audit("session_begins"))
        ended = sorted(entry["session"] for entry in self.audit("session_ends"))
        # Entries that could not be written were counted.
        is_all_there = not self.audit("audit_gap")
        expect(begun == ended or (not is_all_there and set(begun) <= set(ended)),
               f"sessions that began: {begun}; that ended: {ended}")

    def named_processes(self):
        """For messages."""
        return {pid: name for pid, name in descendants(os.getpid()).items() if name.startswith("ringfence")}

    def end(self):
        """Whatever is still there goes."""
        for pid in descendants(os.getpid()):
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)
        if self.slow_disk:
            self.slow_disk.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def make_small_disk(folder):
    """For this process and its children, as far as the system allows it."""
    folder.mkdir(mode=0o700)
    new_mounts, private, recursive = 0x20000, 1 << 18, 1 << 14
    libc = ctypes.CDLL(None)
    if libc.unshare(new_mounts) == 0 and libc.mount(None, b"/", None, private | recursive, None) == 0:
        libc.mount(b"tmpfs", str(folder).encode(), b"tmpfs", 0, b"size=256k,mode=0700")


def place_program(source, target):
    """Not a symbolic link: programs look for others beside themselves."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
