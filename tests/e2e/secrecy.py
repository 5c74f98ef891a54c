#!/usr/bin/env python3
"""Checks that nothing which is written or can be looked at holds a token, or what tokens are made with.

    secrecy.py --programs FOLDER --library libringfence.so

Programs come with good, lesser, forged, revoked and expired tokens, over the CUDA libraries and over the native one, with all
that can be switched on to be told: traces, timelines, the verbose client, the daemon's log, the audit log with every launch,
the metrics. Meanwhile every command that shows something is asked. Then all of it is searched, and the command lines,
environments and limits of our processes are.
"""

import argparse
import contextlib
import ctypes
import http.client
import importlib.util
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples/native"
SETTINGS = """
backend = "soft"
log = "{folder}/daemon.log"
[audit]
file = "{folder}/audit.jsonl"
launches = "all"
sync = "never"
[metrics]
listen = "127.0.0.1:{port}"
"""


def free_port():
    """One that nobody uses just now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Check:
    """Runs commands, keeps what they say, and collects what is wrong."""

    def __init__(self, programs, library, folder):
        self.programs = pathlib.Path(programs)
        self.library = library
        self.folder = pathlib.Path(folder)
        self.environment = dict(os.environ, RINGFENCE_SOCKET=f"{folder}/socket", RINGFENCE_CACHE=f"{folder}/cache",
                                TMPDIR=folder, RINGFENCE_VERBOSE="1", RINGFENCE_TRACE="1")
        self.secrets = {}
        self.said = {}  # what, and the bytes
        self.problems = []

    def expect(self, condition, text):
        """Notes a problem."""
        if not condition:
            self.problems.append(text)

    def run(self, words, token=None, stdin="", **variables):
        """A command of ours, whose words are kept."""
        environment = dict(self.environment, **variables)
        if token:
            environment["RINGFENCE_TOKEN"] = token
        done = subprocess.run([self.programs / "ringfence", *words], input=stdin.encode(), capture_output=True,
                              env=environment, check=False, timeout=120)
        self.said[f"ringfence {' '.join(map(str, words))} #{len(self.said)}"] = done.stdout + done.stderr
        return done

    def token(self, name, *words, stdin=""):
        """A command that prints a token, which is the one place for it."""
        done = subprocess.run([self.programs / "ringfence", "token", *words], input=stdin, capture_output=True, text=True,
                              env=self.environment, check=True)
        self.said[f"what token {words[0]} says beside it"] = done.stderr.encode()
        return self.keep(name, done.stdout.strip())

    def keep(self, name, text):
        """A token to look for: all of it, and the parts that are secret."""
        parts = text.split(".")
        self.secrets.update({f"{name}": text, f"{name}'s tag": parts[-1], f"{name}'s tag's half": parts[-1][:32],
                             f"{name}'s tag's other half": parts[-1][-32:], f"{name}'s nonce": parts[2]})
        return text

    def program(self, token, *, name="e2e_driver_load_and_launch", options=(), **variables):
        """A CUDA program under `ringfence run`."""
        return self.run(["run", *options, "--", self.programs / name], token, **variables)

    @contextlib.contextmanager
    def staying(self, token):
        """A program that stays as long as the block."""
        words = [self.programs / "ringfence", "run", "--", self.programs / "e2e_driver_limits", "some"]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env=dict(self.environment, RINGFENCE_TOKEN=token)) as program:
            lines = b""
            for line in program.stdout:
                lines += line
                if line.startswith(b"some: "):
                    break
            yield
            program.stdin.close()
            self.said["a program that stays"] = lines + program.stdout.read()

    def native(self, token):
        """A session of the native API, and what a refusal says; it is open as long as the answer is kept."""
        spec = importlib.util.spec_from_file_location("saxpy", EXAMPLES / "saxpy.py")
        saxpy = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(saxpy)
        os.environ["RINGFENCE_SOCKET"] = self.environment["RINGFENCE_SOCKET"]
        library = saxpy.Ringfence(self.library)
        text = token.encode()
        shown = saxpy.Bytes(ctypes.cast(ctypes.c_char_p(text), ctypes.c_void_p), len(text))
        try:
            client = library.make("rf_client_open", None, shown)
            return library.make("rf_session_open", client, saxpy.COMPUTE, ctypes.byref(saxpy.SessionOptions(name=b"secrecy")))
        except saxpy.RingfenceError as error:
            self.said[f"the native library #{len(self.said)}"] = str(error).encode()
            return None

    def our_processes(self):
        """Their numbers and names: those of the programs' folder that are no tests."""
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            with contextlib.suppress(OSError):
                name = (entry / "cmdline").read_bytes().split(b"\0")[0].decode()
                if name.startswith(f"{self.programs}/ringfence") and pathlib.Path(name).name != "ringfence":
                    yield entry, pathlib.Path(name).name

    def await_processes(self):
        """A process that was just started may still have the name of the one that started it."""
        wanted = {"ringfenced", "ringfence-worker", "ringfence-session", "ringfence-metrics"}
        for _ in range(600):
            if wanted <= {name for entry, name in self.our_processes() if self.is_ours(entry)}:
                return
            time.sleep(0.1)

    def look_at_processes(self, when):
        """Their entries in /proc."""
        self.await_processes()
        seen = set()
        for entry, name in self.our_processes():
            if not self.is_ours(entry):
                continue
            seen.add(name)
            for file in ("cmdline", "environ", "comm", "status"):
                with contextlib.suppress(PermissionError, FileNotFoundError, ProcessLookupError):
                    self.said[f"{when}: {file} of {name} {entry.name}"] = (entry / file).read_bytes()
            with contextlib.suppress(FileNotFoundError):
                limits = (entry / "limits").read_text()
                self.expect(re.search(r"Max core file size +0 +0 ", limits), f"{when}: {name} may leave a core")
        for name in ("ringfenced", "ringfence-worker", "ringfence-session", "ringfence-metrics"):
            self.expect(name in seen, f"{when}: there is no {name}, only {seen}")

    def is_ours(self, entry):
        """True if it belongs to this daemon, not to another test's."""
        daemon = str(self.daemon_pid())
        with contextlib.suppress(OSError, IndexError):
            while entry.name != daemon:
                parent = (entry / "stat").read_text().rsplit(")", 1)[1].split()[1]
                if parent in ("0", "1"):
                    return False
                entry = pathlib.Path("/proc") / parent
            return True
        return False

    def daemon_pid(self):
        """The process of the daemon that answers now."""
        text = self.run(["status", "--json"]).stdout
        return int(re.search(rb'"pid": ?(\d+)', text)[1])

    def ask_everything(self, port):
        """All that shows something."""
        for words in (["status"], ["status", "--json"], ["session", "list"], ["top", "--once", "--interval", "1"],
                      ["audit", "tail"], ["audit", "verify"], ["tenant", "list"], ["doctor"]):
            self.run(words)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        connection.request("GET", "/metrics")
        self.said["the metrics"] = connection.getresponse().read()
        self.expect(b"ringfence_up 1" in self.said["the metrics"], "the metrics are not there")

    def search(self):
        """Whatever was written or said."""
        secret_file = self.folder / "token.secret"
        secret = secret_file.read_bytes()
        self.expect(len(secret) >= 32, "there is no secret of the installation's")
        needles = {name: text.encode() for name, text in self.secrets.items()}
        needles["the installation's secret"] = secret
        needles["the installation's secret in digits"] = secret.hex().encode()
        files = 0
        for path in self.folder.rglob("*"):
            if path.is_file() and path != secret_file:
                files += 1
                self.said[f"file {path.relative_to(self.folder)}"] = path.read_bytes()
        for where, text in self.said.items():
            for name, needle in needles.items():
                self.expect(needle not in text, f"{where} holds {name}")
        return files


def altered(token):
    """The same with another last digit."""
    return token[:-1] + ("1" if token[-1] == "0" else "0")


def go_through_everything(check, port):
    """The test itself."""
    root = check.token("the token", "new", "--tenant", "holder", "--expires", "8h")
    lesser = check.token("the lesser token", "restrict", "--kind", "compute", "--limit", "streams=9", stdin=root)
    revoked = check.token("the revoked token", "restrict", stdin=root)
    copies = check.token("the token for copies", "restrict", "--kind", "copy", stdin=root)
    short = check.token("the short token", "restrict", "--expires", "1s", stdin=root)
    forged = check.keep("the forged token", altered(lesser))
    token_id = re.search(r"[0-9a-f]{16}", check.run(["token", "show"], stdin=revoked).stdout.decode())[0]
    check.run(["token", "show"], stdin=forged)
    # Whoever starts the daemon has a token in its environment.
    started = check.run(["up", "--config", check.folder / "ringfence.toml"], root, RINGFENCE_TOKEN_FILE="/nowhere")
    check.expect(started.returncode == 0, f"the daemon: {started.stderr}")
    check.run(["token", "revoke", token_id])
    # In a file outside of the folder: it is the test's own.
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(lesser)
        file.flush()
        good = [check.program(root, options=("--trace-file", f"{check.folder}/timeline.json")),
                check.program(lesser, options=("--isolation", "private", "--verbose", "--trace")),
                check.program(None, RINGFENCE_TOKEN_FILE=file.name)]
    for done in good:
        check.expect(done.returncode == 0, f"a good token: {done.stderr[-500:]}")
    time.sleep(1.1)
    for name, token in (("revoked", revoked), ("copies", copies), ("short", short), ("forged", forged),
                        ("cut", root[:-3]), ("none", "rft1.nonsense")):
        done = check.program(token)
        check.expect(done.returncode != 0, f"a bad token was taken: {name}")
        check.expect(check.native(token) is None, f"a bad token was taken natively: {name}")
    with check.staying(root):
        session = check.native(lesser)
        check.expect(session is not None, f"natively: {check.said}")
        check.look_at_processes("at first")
        check.ask_everything(port)
        replaced = check.run(["up", "--replace", "--config", check.folder / "ringfence.toml"], lesser)
        check.expect(replaced.returncode == 0, f"replacing the daemon: {replaced.stderr}")
        check.run(["status", "--json"])
        for entry, name in check.our_processes():
            if name == "ringfenced" and check.is_ours(entry):
                check.said[f"the next daemon's environment {entry.name}"] = (entry / "environ").read_bytes() \
                    if os.getuid() == 0 else b""


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", required=True)
    parser.add_argument("--library", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rf-secrecy-", ignore_cleanup_errors=True) as folder:
        check = Check(options.programs, options.library, folder)
        port = free_port()
        pathlib.Path(folder, "ringfence.toml").write_text(SETTINGS.format(folder=folder, port=port))
        pathlib.Path(folder, "tenants.toml").write_text("[tenant.holder]\ntokens = true\n")
        try:
            go_through_everything(check, port)
        finally:
            check.run(["down"])
        files = check.search()
    for problem in check.problems:
        print(problem, file=sys.stderr)
    print(f"{len(check.said)} places, {files} of them files, searched for {len(check.secrets) + 2} secrets: "
          f"{'failed' if check.problems else 'none'}")
    return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main())
