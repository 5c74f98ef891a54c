#!/usr/bin/env python3
"""Attacks of a tenant with the operating system alone: other processes, files, the socket. Prints what worked, as JSON.

    reach.py processes PID...        read their memory, trace them, take their descriptors, end them
    reach.py files PATH...           read, write, replace them, or what is in them
    reach.py silent SECONDS          as many connections as there can be, that say nothing
    reach.py hold COUNT              so many connections, until its input ends
    reach.py descriptors             empty messages with descriptors, and garbage with them
    reach.py refused SECONDS         connections that are refused, as fast as possible
    reach.py squat FOLDER SECONDS    listen in a folder where another user's daemon would be; prints what was heard
    reach.py linger                  descriptors that take an hour to be closed
    reach.py lingering WORD...       runs a program that has such a one as its output
"""

import array
import ctypes
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time

PTRACE_ATTACH, PTRACE_SEIZE = 16, 0x4206
PIDFD_GETFD = 438
PROCESS_VM_READV = {"x86_64": 310, "aarch64": 270}[os.uname().machine]
SOCKET = os.environ.get("RINGFENCE_SOCKET", "")
CONTROL = os.path.join(os.path.dirname(SOCKET), "control")
C = ctypes.CDLL(None, use_errno=True)


class Vector(ctypes.Structure):
    """struct iovec"""
    _fields_ = [("base", ctypes.c_void_p), ("bytes", ctypes.c_size_t)]


def works(attempt):
    """True if it does something."""
    try:
        return bool(attempt())
    except OSError:
        return False


def read_memory(pid):
    """Through process_vm_readv: permission is looked at before the address."""
    buffer = ctypes.create_string_buffer(16)
    here = Vector(ctypes.cast(buffer, ctypes.c_void_p), 16)
    there = Vector(0x10000, 16)
    ctypes.set_errno(0)
    done = C.syscall(PROCESS_VM_READV, pid, ctypes.byref(here), 1, ctypes.byref(there), 1, 0)
    return done >= 0 or ctypes.get_errno() == 14


def take_descriptor(pid):
    """Through pidfd_getfd."""
    process = os.pidfd_open(pid)
    try:
        return any(C.syscall(PIDFD_GETFD, process, fd, 0) >= 0 for fd in range(32))
    finally:
        os.close(process)


def trace(pid):
    """Through ptrace, in both ways."""
    if C.ptrace(PTRACE_SEIZE, pid, 0, 0) == 0 or C.ptrace(PTRACE_ATTACH, pid, 0, 0) == 0:
        return True
    return False


def reach_processes(words):
    """Each in all ways."""
    worked = []
    for pid in map(int, words):
        attempts = {
            "mem": lambda pid=pid: open(f"/proc/{pid}/mem", "rb"),
            "mem to write": lambda pid=pid: open(f"/proc/{pid}/mem", "r+b"),
            "maps": lambda pid=pid: open(f"/proc/{pid}/maps", "rb").read(),
            "environ": lambda pid=pid: open(f"/proc/{pid}/environ", "rb").read(),
            "fd": lambda pid=pid: os.listdir(f"/proc/{pid}/fd"),
            "map_files": lambda pid=pid: os.listdir(f"/proc/{pid}/map_files"),
            "root": lambda pid=pid: os.listdir(f"/proc/{pid}/root"),
            "oom_score_adj": lambda pid=pid: open(f"/proc/{pid}/oom_score_adj", "w").write("1000"),
            "process_vm_readv": lambda pid=pid: read_memory(pid),
            "pidfd_getfd": lambda pid=pid: take_descriptor(pid),
            "ptrace": lambda pid=pid: trace(pid),
            "priority": lambda pid=pid: os.setpriority(os.PRIO_PROCESS, pid, 19) is None,
            "affinity": lambda pid=pid: os.sched_setaffinity(pid, {0}) is None,
            "stop": lambda pid=pid: os.kill(pid, signal.SIGSTOP) is None,
            "kill": lambda pid=pid: os.kill(pid, signal.SIGKILL) is None,
            "pidfd kill": lambda pid=pid: signal.pidfd_send_signal(os.pidfd_open(pid), signal.SIGKILL) is None,
        }
        worked += [f"{name} of {pid}" for name, attempt in attempts.items() if works(attempt)]
    return worked


def bind_at(path):
    """A socket of ours."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as ours:
        ours.bind(path)
    return True


def reach_files(words):
    """A folder: also what could be put into it."""
    worked = []
    for path in words:
        attempts = {
            "open to write": lambda path=path: os.open(path, os.O_WRONLY),
            "remove": lambda path=path: os.unlink(path) is None,
            "rename": lambda path=path: os.rename(path, path + ".moved") is None,
            "change mode": lambda path=path: os.chmod(path, 0o777) is None,
            "remove folder": lambda path=path: os.rmdir(path) is None,
            "put a file": lambda path=path: os.open(path + "/forged", os.O_WRONLY | os.O_CREAT, 0o600),
            "put a socket": lambda path=path: bind_at(path + "/forged.sock"),
            "put a link": lambda path=path: os.symlink("/etc/passwd", path + "/forged.link") is None,
            "link it": lambda path=path: os.link(path, "/tmp/forged") is None,
        }
        if "/run" not in path:  # where everybody may look
            attempts["list"] = lambda path=path: os.listdir(path) is not None
            attempts["read"] = lambda path=path: os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        worked += [f"{name}: {path}" for name, attempt in attempts.items() if works(attempt)]
    return worked


def visit():
    """A connection to the daemon."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    made.connect(SOCKET)
    return made


def visit_control():
    """The same, where RPC is spoken."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    made.connect(CONTROL)
    return made


def be_silent(words):
    """Connects again when it is sent away."""
    end = time.monotonic() + float(words[0])
    open_ones, made = [], 0
    while time.monotonic() < end:
        try:
            open_ones.append(visit() if made % 2 else visit_control())
            made += 1
        except OSError:
            time.sleep(0.01)
        if len(open_ones) > 600:
            open_ones.pop(0).close()
    return {"connections": made}


def hold(words):
    """They say nothing."""
    held = [visit_control() for _ in range(int(words[0]))]
    print("held", flush=True)
    sys.stdin.read()
    return {"connections": len(held)}


def send_descriptors(_words):
    """Nothing, and garbage, each with descriptors."""
    for message in [b"", b"{", b"\0" * 100, b"{\"ask\": 1}", os.urandom(4096), os.urandom(100000)]:
        for _ in range(100):
            with visit() as made:
                try:
                    made.sendmsg([message], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0, 1, 2] * 5))])
                except OSError:
                    pass
            with visit_control() as made:
                try:
                    made.sendmsg([message or b"?"],
                                 [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0, 1, 2] * 5))])
                except OSError:
                    pass
    return []


def be_refused(words):
    """Every connection says something that is no Hello."""
    end = time.monotonic() + float(words[0])
    made = 0
    while time.monotonic() < end:
        try:
            with visit() as one:
                one.send(b"no Hello")
                made += 1
        except OSError:
            pass
    return {"connections": made}


def squat(words):
    """Takes whatever comes."""
    os.makedirs(words[0], 0o755, exist_ok=True)
    heard = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as trap:
        trap.bind(words[0] + "/ringfenced.sock")
        os.chmod(words[0] + "/ringfenced.sock", 0o777)
        trap.listen(8)
        trap.settimeout(float(words[1]))
        print("ready", flush=True)
        try:
            while True:
                who, _ = trap.accept()
                who.settimeout(1)
                heard.append(who.recv(4096).hex())
        except OSError:
            pass
    return heard


def lingering_socket():
    """One, and its other side, which does not read. Whoever closes it last waits for that."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(1)
        made = socket.socket()
        made.connect(server.getsockname())
        other_side = server.accept()[0]
    made.setblocking(False)
    try:
        while True:
            made.send(b"x" * 65536)
    except BlockingIOError:
        made.setblocking(True)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 3600))
    return made, other_side


def linger(_words):
    """To both doors. The daemon is stopped meanwhile, or it might not be the last who has them."""
    kept = []
    for path, kind in [(SOCKET, socket.SOCK_SEQPACKET), (CONTROL, socket.SOCK_STREAM)]:
        made, other_side = lingering_socket()
        peer = socket.socket(socket.AF_UNIX, kind)
        peer.connect(path)
        socket.send_fds(peer, [b"nonsense"], [made.fileno()])
        made.close()
        kept += [peer, other_side]
    print("sent", flush=True)
    sys.stdin.read()
    return len(kept)


def run_lingering(words):
    """Until its input ends. What the program says elsewhere is said here."""
    made, other_side = lingering_socket()
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=made, stderr=subprocess.PIPE, text=True) as program:
        made.close()
        print(program.stderr.readline(), end="", flush=True)
        program.kill()
        program.wait()
        sys.stdin.read()
    other_side.close()


if __name__ == "__main__":
    KINDS = {"processes": reach_processes, "files": reach_files, "silent": be_silent, "hold": hold,
             "descriptors": send_descriptors, "refused": be_refused, "squat": squat, "linger": linger,
             "lingering": run_lingering}
    print(json.dumps(KINDS[sys.argv[1]](sys.argv[2:])))
