"""The system's daemon under a user of its own, and programs of other users, in a folder of their own. As root."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time

# Without entries in /etc/passwd: numbers are enough.
DAEMON, WORKERS, VICTIM, HOSTILE = 61001, (61100, 61131), 61501, 61502
SETTINGS = f"""backend = "soft"
isolation = "auto"
guard = "fence"
kernel_limit_ms = 2000
host_memory = "4G"

[soft]
memory = "4G"
workers = 2

[audit]
sync = "never"

[system]
user = "{DAEMON}"
workers = "{WORKERS[0]}-{WORKERS[1]}"
"""
PROGRAMS = ["ringfence", "ringfenced", "ringfence-worker", "ringfence-compiler", "ringfence-session", "ringfence-metrics",
            "ringfence-ptxas", "ringfence-ptxas-blackwell"]
SKIPPED = 77


class Failure(Exception):
    """A condition that should hold and does not."""


def expect(condition, what):
    """Or it is a failure."""
    if not condition:
        raise Failure(what)


def wait_until(condition, what, seconds=90.0):
    """Looks now and then."""
    end = time.monotonic() + seconds
    while not condition():
        expect(time.monotonic() < end, f"after {seconds:g} s: {what}")
        time.sleep(0.05)


# For all users: the one that runs this may lie in root's own folder.
PYTHON = next((path for path in ["/usr/bin/python3", "/usr/local/bin/python3", sys.executable] if os.path.exists(path)), None)


def can_run():
    """Why not, otherwise."""
    if os.geteuid() != 0:
        return "this test makes processes of several users, so it runs as root"
    status = pathlib.Path("/proc/self/status").read_text()
    bounding = int(next(line.split()[1] for line in status.splitlines() if line.startswith("CapBnd")), 16)
    if bounding & 0xC0 != 0xC0:
        return "this root may not become other users (CAP_SETUID, CAP_SETGID)"
    return None


class Adopted:
    """A daemon that another process has started, and that is this one's child since (PR_SET_CHILD_SUBREAPER)."""

    def __init__(self, pid):
        self.pid, self.returncode = pid, None

    def poll(self):
        """As subprocess.Popen's."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, seconds):
        """The same."""
        wait_until(lambda: self.poll() is not None, f"process {self.pid} does not end", seconds)
        return self.returncode

    def send_signal(self, number):
        """The same."""
        os.kill(self.pid, number)


class System:
    """A daemon, and where its things are."""

    def __init__(self, programs, extra=()):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="rf-deploy-"))
        self.root.chmod(0o755)
        self.bin = self.root / "bin"
        self.install(pathlib.Path(programs), extra)
        self.socket = self.root / "run" / "ringfenced.sock"
        self.state, self.cache, self.log = self.root / "state", self.root / "cache", self.root / "log"
        settings = self.root / "ringfence.toml"
        settings.write_text(SETTINGS)
        self.settings = settings
        # What a service manager listens at.
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.manager.bind(str(self.root / "notify"))
        (self.root / "notify").chmod(0o666)
        self.launch()
        for name, uid in [("victim", VICTIM), ("hostile", HOSTILE)]:
            done = self.run(0, self.bin / "ringfence", "tenant", "add", name, "--uid", uid)
            expect(done.returncode == 0, f"tenant {name} cannot be added: {done.stderr}")

    def launch(self):
        """The daemon; again, if the one before has ended."""
        sockets = [self.socket, self.socket.parent / "control"]
        for path in sockets:
            path.unlink(missing_ok=True)
        with open(self.log, "ab") as log:
            self.daemon = subprocess.Popen([self.bin / "ringfenced", "--system", "--config", self.settings], cwd="/",
                                           env=self.service_environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        # They are closed to others until somebody listens.
        wait_until(lambda: all(is_open_to_all(path) for path in sockets) or self.daemon.poll() is not None,
                   "the daemon does not listen")
        expect(self.daemon.poll() is None, f"the daemon ended: {self.log.read_text()}")

    def service_environment(self):
        """The daemon's, as a service manager gives it."""
        return {"PATH": os.environ["PATH"], "RINGFENCE_SOCKET": str(self.socket), "NOTIFY_SOCKET": str(self.root / "notify"),
                "STATE_DIRECTORY": str(self.state), "CACHE_DIRECTORY": str(self.cache)}

    def begin_to_replace(self, settings=None, **options):
        """As a service manager reloads it."""
        with open(self.log, "ab") as log:
            return subprocess.Popen([self.bin / "ringfenced", "--system", "--replace", "--config", settings or self.settings],
                                    cwd="/", env=self.service_environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                    **options)

    def try_to_replace(self, settings=None, **options):
        """To its end: the status, and what was said."""
        begin = self.log.stat().st_size
        status = self.begin_to_replace(settings, **options).wait(90)
        return status, self.log.read_text()[begin:]

    def replace(self):
        """Another daemon goes on: the manager is told which process it is, and the old one ends well."""
        status, said = self.try_to_replace()
        expect(status == 0, f"the daemon was not replaced ({status}): {said}")
        self.manager.settimeout(90)
        told = self.manager.recv(4096).decode()
        expect(told.startswith("MAINPID="), f"the manager was told {told!r}")
        expect(self.daemon.wait(90) == 0, f"the old daemon ended with {self.daemon.returncode}: {said}")
        self.daemon = Adopted(int(told.removeprefix("MAINPID=")))
        expect(self.daemon.poll() is None, f"the new daemon has ended: {said}")

    def install(self, programs, extra):
        """Where all users can read it: the build folder may be closed to them."""
        self.bin.mkdir()
        for name in [*PROGRAMS, *extra]:
            if (programs / name).exists():  # who needs others says so when it cannot run them
                copy_file(programs / name, self.bin / name)
        (self.root / "lib" / "ringfence").mkdir(parents=True)
        for library in (programs.parent / "lib" / "ringfence").iterdir():
            copy_file(library, self.root / "lib" / "ringfence" / library.name)

        for library in (programs.parent / "lib").glob("libringfence.so*"):
            copy_file(library, self.root / "lib" / library.name)

    def share(self, path):
        """A file that all can read, of the sources."""
        copy_file(pathlib.Path(path), self.root / pathlib.Path(path).name)
        return self.root / pathlib.Path(path).name

    def environment(self, **more):
        """The environment of a tenant's program."""
        return {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "RINGFENCE_SOCKET": str(self.socket), **more}

    def start(self, uid, *command, environment=None, **options):
        """Starts a command as a tenant."""
        options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
        return subprocess.Popen([str(word) for word in command], user=uid, group=uid, extra_groups=[], cwd="/",
                                env=environment or self.environment(), **options)

    def run(self, uid, *command, timeout=120, environment=None):
        """Its status, output and errors."""
        process = self.start(uid, *command, environment=environment)
        try:
            output, errors = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Failure(f"{command} does not end") from None
        return subprocess.CompletedProcess(command, process.returncode, output, errors)

    def run_program(self, *words):
        """The command line of a program under Ringfence."""
        return [self.bin / "ringfence", "run", *words]

    def status(self, uid=0):
        """As that user sees it."""
        done = self.run(uid, self.bin / "ringfence", "status", "--json")
        expect(done.returncode == 0, f"no status: {done.stderr}")
        return json.loads(done.stdout)

    def audit(self, event=None):
        """The audit log's entries; every line must be whole."""
        lines = (self.state / "audit.jsonl").read_text().splitlines()
        entries = [json.loads(line) for line in lines]
        return [entry for entry in entries if event in (None, entry.get("event"))]

    def processes(self):
        """The daemon's, with their users."""
        found = {}
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[1]) == self.daemon.pid or int(entry.name) == self.daemon.pid:
                    found[int(entry.name)] = owner_of(entry)
        return found

    def end(self):
        """All of it."""
        if self.daemon.poll() is None:
            self.daemon.send_signal(signal.SIGTERM)
            try:
                self.daemon.wait(90)
            except (subprocess.TimeoutExpired, Failure):
                self.daemon.send_signal(signal.SIGKILL)
        self.manager.close()
        shutil.rmtree(self.root, ignore_errors=True)


def is_open_to_all(path):
    """True if it is there, too."""
    return path.exists() and path.stat().st_mode & 0o666 == 0o666


def owner_of(process):
    """Its real user; the folder's owner is root, since it is not dumpable."""
    status = (process / "status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("Uid:")))


def copy_file(source, target):
    """Hard links would have the build's owner and mode."""
    shutil.copyfile(source, target)
    target.chmod(0o755 if os.stat(source).st_mode & stat.S_IXUSR else 0o644)


def main_of(body, parser):
    """The command: skips, runs, cleans up."""
    options = parser.parse_args()
    reason = can_run()
    if reason:
        print(f"skipped: {reason}")
        return SKIPPED
    try:
        body(options)
    except Failure as failure:
        print(f"FAILED: {failure}", file=sys.stderr)
        return 1
    return 0
