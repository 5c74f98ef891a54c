#!/usr/bin/env python3
"""How PyTorch programs end, natively beside Ringfence: killed, interrupted, out of memory, forked, spawned, threads.

    endings.py --ringfence PATH [--only CASE ...] [--config FILE]     each case natively, then under `ringfence run`
    endings.py --case CASE                                            one case alone: lines of what it saw

Each case is a process of its own. What it prints and how it ends must be as natively; what SIGKILL leaves must be given
back in less than a second; and nothing may be left when all are done. Needs a card and PyTorch. The daemon is the
program's own, in a folder that is deleted. The exit status is 1 if something differs or is left.
"""

import argparse
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

GIB = 1 << 30
HELD = 4 * GIB  # by a program that is killed
LIMIT = 6 * GIB  # of a program that asks for too much
PATIENCE = 180
KILLS = 5
GIVEN_BACK_WITHIN = 1.0


def say(*words):
    """A line that both sides must print."""
    print("saw:", *words, flush=True)


def digest(tensor):
    """The digest of numbers that do not depend on the order of a sum."""
    import hashlib

    return hashlib.sha256(tensor.detach().cpu().numpy().tobytes()).hexdigest()[:16]


def spin(seconds):
    """Keeps the card busy; PyTorch's own kernel for it counts clock cycles."""
    import torch

    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    begin.record()
    torch.cuda._sleep(10_000_000)
    end.record()
    end.synchronize()
    cycles_per_second = 10_000_000 / (begin.elapsed_time(end) / 1000)
    torch.cuda._sleep(int(cycles_per_second * seconds))


# The cases. Each runs in a process of its own.


def case_held():
    """Holds memory and computes until it is killed."""
    import torch

    held = torch.ones(HELD // 4, device="cuda")
    torch.cuda.synchronize()
    print("ready", flush=True)
    while True:
        held.mul_(1.0)
        torch.cuda.synchronize()


def case_long_kernel():
    """Waits for a long kernel when Ctrl-C comes."""
    import torch

    x = torch.ones(1 << 20, device="cuda")
    spin(6)
    print("ready", flush=True)
    try:
        torch.cuda.synchronize()
        say("the kernel is over")
        time.sleep(PATIENCE)  # here the signal comes that could not be handled before
    except KeyboardInterrupt:
        say("KeyboardInterrupt")
        say("goes on:", float((x + 1).sum()))
        raise


def case_interrupted_at_rest():
    """Ctrl-C with nothing running on the card."""
    import torch

    torch.ones(1 << 20, device="cuda").sum().item()
    print("ready", flush=True)
    time.sleep(PATIENCE)


def case_terminated():
    """SIGTERM with a kernel running."""
    spin(5)
    print("ready", flush=True)
    time.sleep(PATIENCE)


def case_out_of_memory():
    """Asks for more than there is, frees, and goes on."""
    import torch

    total = torch.cuda.mem_get_info()[0]
    try:
        torch.empty(2 * total, dtype=torch.uint8, device="cuda")
        say("got twice what there is")
    except torch.cuda.OutOfMemoryError as problem:
        say("OutOfMemoryError", "Tried to allocate" in str(problem))
    kept = []
    # Not a whole number of them fits, so that a little is left to compute with.
    piece = max(total * 2 // 31, 1 << 20)
    try:
        for _ in range(64):
            kept.append(torch.empty(piece, dtype=torch.uint8, device="cuda"))
        say("never too much")
    except torch.cuda.OutOfMemoryError:
        say("OutOfMemoryError after several pieces", len(kept) >= 8)
    x = torch.arange(1 << 16, device="cuda", dtype=torch.float32)
    say("computes beside it:", float((x * 2).sum()))
    kept.clear()
    torch.cuda.empty_cache()
    again = torch.zeros(piece * 4, dtype=torch.uint8, device="cuda")
    say("after freeing:", bool(again.any()), torch.cuda.memory_allocated() >= piece * 4)
    del again
    torch.cuda.empty_cache()
    say("free again:", torch.cuda.mem_get_info()[0] > total * 9 // 10)


def forked_child(pipe):
    """Uses the card after a fork, which PyTorch refuses."""
    import torch

    try:
        torch.ones(1, device="cuda")
        os.write(pipe, b"used the card")
    except RuntimeError as problem:
        os.write(pipe, b"refused: " + str(problem).splitlines()[0].encode())


def case_fork():
    """The child may not use the card, the parent goes on."""
    import torch

    x = torch.arange(1000, device="cuda", dtype=torch.float32)
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        forked_child(into)
        os._exit(7)
    os.close(into)
    text = b""
    while part := os.read(out, 4096):
        text += part
    say("the child:", text.decode(), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    say("the parent:", float(x.sum()))


def case_fork_early():
    """A fork before the card is used: both may."""
    out, into = os.pipe()
    child = os.fork()
    import torch

    total = float(torch.arange(1000, device="cuda", dtype=torch.float32).sum())
    if child == 0:
        os.write(into, str(total).encode())
        os.close(into)
        sys.exit(0)
    os.close(into)
    text = os.read(out, 4096).decode()
    say("the child:", text, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    say("the parent:", total)


def spawned(number, results):
    """A process of torch.multiprocessing."""
    import torch

    x = torch.full((1 << 16,), float(number + 1), device="cuda")
    results[number] = float(x.sum())


def case_spawn():
    """Three processes that use the card, and wait for each other."""
    import torch
    import torch.multiprocessing as mp

    results = torch.zeros(3).share_memory_()
    mp.spawn(spawned, args=(results,), nprocs=3, join=True)
    say("spawned:", results.tolist())


def give_tensor(queue, done):
    """Hands a tensor on the card to the parent."""
    import torch

    queue.put(torch.arange(4096, device="cuda", dtype=torch.float32))
    done.wait()


def case_spawn_shares():
    """A tensor on the card that a spawned process gives."""
    import torch.multiprocessing as mp

    context = mp.get_context("spawn")
    queue, done = context.Queue(), context.Event()
    child = context.Process(target=give_tensor, args=(queue, done))
    child.start()
    tensor = queue.get()
    say("the child's tensor:", float(tensor.sum()))
    del tensor
    done.set()
    child.join()
    say("the child ended with", child.exitcode)


def case_threads():
    """Eight threads, each with a stream."""
    import torch

    sums = [0.0] * 8

    def work(number):
        with torch.cuda.stream(torch.cuda.Stream()):
            x = torch.full((512, 512), float(number + 1), device="cuda")
            for _ in range(50):
                x = (x @ torch.eye(512, device="cuda")) + 1
            torch.cuda.current_stream().synchronize()
            sums[number] = float(x[0, 0])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    say("threads:", sums)


class Numbers:
    """A data set whose elements are their numbers."""

    def __len__(self):
        return 256

    def __getitem__(self, index):
        import torch

        return torch.full((1024,), float(index))


def case_data_loader():
    """Worker processes and pinned memory."""
    import torch

    loader = torch.utils.data.DataLoader(Numbers(), batch_size=32, num_workers=4, pin_memory=True)
    total = 0.0
    for batch in loader:
        total += float(batch.to("cuda", non_blocking=True).sum())
    say("loaded:", total)


def case_plain_exit():
    """Ends as most programs do."""
    import torch

    say(float(torch.ones(10, device="cuda").sum()))


def case_exit_code():
    """sys.exit with a kernel running."""
    spin(1)
    sys.exit(3)


def case_hard_exit():
    """os._exit with a kernel running."""
    spin(1)
    os._exit(4)


def case_exception():
    """An exception that nobody catches."""
    import torch

    raise ValueError(float(torch.ones(10, device="cuda").sum()))


def case_abort():
    """SIGABRT of its own."""
    import torch

    torch.ones(10, device="cuda").sum().item()
    os.abort()


def case_at_exit():
    """A handler that uses the card when the interpreter ends."""
    import atexit

    import torch

    x = torch.ones(1 << 20, device="cuda")
    atexit.register(lambda: say("at exit:", float(x.sum())))


def case_daemon_thread():
    """The main thread ends while another computes."""
    import torch

    x = torch.ones(1 << 20, device="cuda")

    def work():
        while True:
            x.mul_(1.0)

    threading.Thread(target=work, daemon=True).start()
    time.sleep(0.5)
    say("ends")


def case_bad_kernel():
    """An index out of range: the context is unusable, natively too."""
    import torch

    x = torch.arange(16, device="cuda")
    bad = torch.tensor([1 << 20], device="cuda")
    try:
        x[bad].sum().item()
        say("nothing happened")
    except Exception as problem:  # its class has changed over versions
        say("failed:", "device-side assert" in str(problem) or "CUDA error" in str(problem))
    try:
        torch.ones(1, device="cuda").item()
        say("goes on")
    except Exception:
        say("and so does everything after it")
    os._exit(5)


PLAIN = ["out_of_memory", "fork", "fork_early", "spawn", "spawn_shares", "threads", "data_loader", "plain_exit",
         "exit_code", "hard_exit", "exception", "abort", "at_exit", "daemon_thread", "bad_kernel"]
SIGNALLED = {"long_kernel": signal.SIGINT, "interrupted_at_rest": signal.SIGINT, "terminated": signal.SIGTERM}
CASES = [*PLAIN, *SIGNALLED, "killed"]


# The side that runs them.


class Card:
    """How much memory the card has free: asked natively, by a process that holds a context of its own."""

    def __init__(self):
        import torch

        self.torch = torch
        torch.zeros(1, device="cuda")

    def free(self):
        """In bytes."""
        return self.torch.cuda.mem_get_info()[0]

    def wait_until(self, holds, patience):
        """Seconds until it holds; None: it does not."""
        begin = time.monotonic()
        while time.monotonic() - begin < patience:
            if holds(self.free()):
                return time.monotonic() - begin
            time.sleep(0.002)
        return None


class Side:
    """One way to run a case."""

    def __init__(self, name, prefix, environment):
        self.name = name
        self.prefix = prefix
        self.environment = environment

    def start(self, case, *options):
        """The process of a case."""
        prefix = [*self.prefix[:-1], *options, self.prefix[-1]] if self.prefix else []
        return subprocess.Popen([*prefix, sys.executable, os.path.abspath(__file__), "--case", case],
                                env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def finish(self, process):
        """How it ended: what it saw, its status, the class of its last exception."""
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            return {"saw": ["did not end"], "status": None, "error": "", "stderr": err}
        lines = [line for line in err.splitlines() if line.strip()]
        last = lines[-1].split(":")[0].strip() if lines else ""
        return {"saw": [line[5:] for line in out.splitlines() if line.startswith("saw: ")],
                "status": process.returncode, "error": last if last.endswith(("Error", "Interrupt")) else "",
                "stderr": err}


def ready(process):
    """Waits for the line; false: it ended before."""
    for line in process.stdout:
        if line.strip() == "ready":
            return True
    return False


def plain(side, case):
    """A case that ends by itself."""
    begin = time.monotonic()
    limit = ["--limit", f"device_memory={LIMIT}"] if case == "out_of_memory" and side.prefix else []
    result = side.finish(side.start(case, *limit))
    result["seconds"] = time.monotonic() - begin
    return result


def target_of(process, side):
    """The program itself: `ringfence run` becomes it, or waits for it as its child."""
    if not side.prefix:
        return process.pid
    children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
    below = children.read_text().split() if children.exists() else []
    return int(below[0]) if below else process.pid


def signalled(side, case):
    """A case that gets a signal when it is ready. Seconds: from the signal to the end."""
    process = side.start(case)
    if not ready(process):
        return dict(side.finish(process), seconds=0.0)
    time.sleep(0.5)
    begin = time.monotonic()
    os.kill(target_of(process, side), SIGNALLED[case])
    result = side.finish(process)
    result["seconds"] = time.monotonic() - begin
    return result


def killed(side, card):
    """SIGKILL, again and again: how long until the card has its memory back."""
    times = []
    for _ in range(KILLS):
        before = card.free()
        process = side.start("held")
        if not ready(process):
            return dict(side.finish(process), seconds=0.0)
        held = before - card.free()
        if held < HELD:
            return {"saw": [f"holds {held >> 20} MiB only"], "status": None, "error": "", "stderr": "", "seconds": 0.0}
        during = card.free()
        os.kill(target_of(process, side), signal.SIGKILL)
        took = card.wait_until(lambda free, least=during + HELD * 98 // 100: free >= least, PATIENCE)
        process.communicate()
        if took is None:
            return {"saw": ["nothing was given back"], "status": None, "error": "", "stderr": "", "seconds": PATIENCE}
        times.append(took)
    return {"saw": ["everything was given back"], "status": -signal.SIGKILL, "error": "", "stderr": "",
            "seconds": max(times), "median": statistics.median(times)}


def run_case(case, side, card):
    """Its outcome."""
    if case == "killed":
        return killed(side, card)
    return signalled(side, case) if case in SIGNALLED else plain(side, case)


def text_of(result):
    """For the table."""
    saw = "; ".join(result["saw"]) or "nothing"
    how = f"status {result['status']}" + (f", {result['error']}" if result["error"] else "")
    return f"{saw} ({how})".replace("|", "/")


def is_same(native, ours):
    """The results that must be as natively."""
    return all(native[key] == ours[key] for key in ("saw", "status", "error"))


def left_behind(ringfence, environment, card, free_before, shared_before):
    """The things that the programs left: a list of sentences."""
    left = []
    end = time.monotonic() + 60
    status = {}
    while time.monotonic() < end:
        done = subprocess.run([ringfence, "status", "--json"], env=environment, capture_output=True, text=True,
                              check=False, timeout=60)
        status = json.loads(done.stdout or "{}")
        if status.get("sessions") == 0:
            break
        time.sleep(0.2)
    if status.get("sessions") != 0:
        left.append(f"{status.get('sessions')} sessions")
    subprocess.run([ringfence, "down"], env=environment, check=False, timeout=120, capture_output=True)
    if card.wait_until(lambda free: free >= free_before - 64 * (1 << 20), 60) is None:
        left.append(f"{(free_before - card.free()) >> 20} MiB on the card")
    others = sorted(set(os.listdir("/dev/shm")) - shared_before)
    if others:
        left.append(f"files in /dev/shm: {', '.join(others[:5])}")
    here = os.path.abspath(__file__)
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if here in words and "--case" in words:
            left.append(f"process {folder.name}: {' '.join(words)}")
    return left


def compare(options):
    """Runs everything; gives the exit status."""
    card = Card()
    # A process that ended just before this may still be giving memory back.
    time.sleep(1)
    free_before, shared_before = card.free(), set(os.listdir("/dev/shm"))
    ringfence = options.ringfence.resolve()
    with tempfile.TemporaryDirectory(prefix="endings-") as folder:
        environment = {**os.environ, "RINGFENCE_SOCKET": str(pathlib.Path(folder) / "socket")}
        up = [ringfence, "up", *(["--config", options.config] if options.config else [])]
        subprocess.run(up, env=environment, check=True, timeout=120)
        native = Side("native", [], dict(os.environ))
        ours = Side("Ringfence", [str(ringfence), "run", "--isolation", "private", "--"], environment)
        fine = True
        print("| case | native | Ringfence | seconds, native | Ringfence | |\n|---|---|---|---|---|---|", flush=True)
        for case in options.only or CASES:
            results = [run_case(case, side, card) for side in (native, ours)]
            same = is_same(*results)
            in_time = case != "killed" or results[1]["seconds"] < GIVEN_BACK_WITHIN
            fine = fine and same and in_time
            verdict = "as natively" if same else "**differs**"
            verdict += "" if in_time else f", **more than {GIVEN_BACK_WITHIN} s**"
            print(f"| {case} | {text_of(results[0])} | {text_of(results[1]) if not same else 'the same'} | "
                  f"{results[0]['seconds']:.2f} | {results[1]['seconds']:.2f} | {verdict} |", flush=True)
            if not same:
                print(f"{case}, native:\n{results[0]['stderr'][-1500:]}\n{case}, Ringfence:\n"
                      f"{results[1]['stderr'][-1500:]}", file=sys.stderr)
        left = left_behind(ringfence, environment, card, free_before, shared_before)
    print("\nLeft behind: " + ("; ".join(left) if left else "nothing"))
    return 0 if fine and not left else 1


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ringfence", type=pathlib.Path)
    parser.add_argument("--config", type=pathlib.Path, help="the daemon's settings, as for `ringfence up`")
    parser.add_argument("--only", nargs="+", choices=CASES)
    parser.add_argument("--case", choices=[*PLAIN, *SIGNALLED, "held"])
    options = parser.parse_args()
    if options.case:
        globals()[f"case_{options.case}"]()
        return 0
    if not options.ringfence:
        parser.error("--ringfence is needed")
    return compare(options)


if __name__ == "__main__":
    sys.exit(main())
