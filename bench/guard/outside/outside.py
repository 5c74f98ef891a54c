#!/usr/bin/env python3
"""Measures the guard's cost for kernels that its analysis was not made with: unguarded and guarded, by turns.

    outside.py [--backend cuda|soft] [--ringfence PROGRAM] [--launcher PROGRAM] [--work FOLDER] [--csv FILE] [NAME...]

The kernels are those of workloads.txt (bench/guard/patterns, the .cu files here) and the programs in programs/, which
call CUB's and Thrust's device algorithms. What nvcc has to make is made first, in the work folder, and not again.

Each program runs several times at once, one process for each *side*: native (no Ringfence; not on the software GPU),
off (under Ringfence, unguarded), fence and check (guarded, in a shared domain). All load and compute once from the same
memory, and must have the same results; then they are timed by turns, one at a time. A row for each kernel: times, ratios
to the first side, accesses of its fence mode, registers and spilled bytes before and after. In the end geometric mean,
90th percentile and worst.

--static does what needs no device: accesses, registers, spills and lines.
"""

import argparse
import concurrent.futures
import csv
import math
import os
import pathlib
import re
import select
import shutil
import statistics
import struct
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
PATTERNS = HERE.parent / "patterns"
SUFFIXES = {"": 1, "K": 1 << 10, "M": 1 << 20}
KINDS = ("free", "reused", "bounded", "fenced")
FORMATS = {"u8": "B", "s8": "b", "u16": "H", "s16": "h", "u32": "I", "s32": "i", "b32": "I", "u64": "Q", "s64": "q",
           "b64": "Q", "f32": "f", "f64": "d"}
SIDES = {
    "native": None,
    "off": ["--isolation", "private", "--guard", "off"],
    "fence": ["--isolation", "shared", "--guard", "fence"],
    "check": ["--isolation", "shared", "--guard", "check"],
}


def options_file():
    """nvcc's options: beside the sources, or beside this folder in a bundle."""
    for path in (HERE.parents[2] / "tools" / "nvcc.options", HERE.parent / "nvcc.options"):
        if path.exists():
            return path
    sys.exit("outside.py: there is no nvcc.options")


def nvcc(*words):
    """Runs the compiler; its words are the reason if it fails."""
    program = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    done = subprocess.run([program, "--options-file", options_file(), "-std=c++17", *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stdout + done.stderr)


def newer(target, *sources):
    """True if a file is there and newer than what it is made of."""
    return target.exists() and all(target.stat().st_mtime >= source.stat().st_mtime for source in sources)


def compile_kernels(source, work):
    """The PTX of a file with kernels: kept beside it, or made here."""
    folder = PATTERNS / "ptx" / source.parent.name if source.parent != HERE else HERE / "ptx"
    kept = folder / (source.stem + ".ptx")
    if kept.exists():
        return kept
    target = work / f"{source.parent.name}-{source.stem}.ptx"
    if not newer(target, source):
        nvcc("-arch=sm_90", "-O3", "-ptx", source, "-o", target)
    return target


def compile_program(source, work):
    """A program with its kernels as PTX only, so that all sides compile the same text; and that text."""
    folder = work / (source.stem + ".kept")
    program, text = work / source.stem, folder / (source.stem + ".ptx")
    if not newer(text, source, *HERE.glob("**/*.h")):
        folder.mkdir(exist_ok=True)
        nvcc("-O2", "-gencode", "arch=compute_90,code=compute_90", "--keep", "--keep-dir", folder, source, "-o", program)
    return program, text


# --- launches ---------------------------------------------------------------------------------------------------


def parameter_types(text, kernel):
    """The types of a kernel's parameters: a type's name, or the bytes of an array."""
    found = re.search(r"\.entry\s+" + re.escape(kernel) + r"\s*\((.*?)\)", text, re.S)
    types = []
    for line in found.group(1).split(",") if found else ():
        kind = re.search(r"\.param\s+(?:\.align\s+\d+\s+)?\.(\w+)\s+(?:\.ptr[\w.\s]*?)?(\w+)(?:\[(\d+)\])?", line)
        if kind:
            types.append(int(kind.group(3)) if kind.group(3) else kind.group(1))
    return types


def pointer(word):
    """`p:SOURCE[:SIZE]` -> SOURCE, bytes."""
    parts = word.split(":")
    size = re.match(r"(\d+)([KM]?)$", parts[2] if len(parts) > 2 else "16M")
    return parts[1], int(size.group(1)) * SUFFIXES[size.group(2)]


def encode(word, kind):
    """An argument as the launcher reads it."""
    if word.startswith("p:"):
        return "00" * 8 + "@0=%s:%d" % pointer(word)
    if word.startswith("struct:"):
        bytes_, pointers = b"", ""
        for part in re.findall(r"p:\w(?::\w+)?|\w+:[^,]+", word[len("struct:"):]):
            size = 8 if part.startswith("p:") else struct.calcsize(FORMATS[part.split(":")[0]])
            bytes_ += b"\0" * (-len(bytes_) % size)
            if part.startswith("p:"):
                pointers += "@%d=%s:%d" % (len(bytes_), *pointer(part))
                bytes_ += b"\0" * 8
            else:
                name, value = part.split(":")
                bytes_ += struct.pack("<" + FORMATS[name], float(value) if name[0] == "f" else int(value))
        whole = kind if isinstance(kind, int) else len(bytes_)
        return bytes_.ljust(whole, b"\0").hex() + pointers
    number = float(word) if kind in ("f32", "f64") else int(word)
    return struct.pack("<" + FORMATS[kind], number).hex()


class Launch:
    """A line of workloads.txt."""

    def __init__(self, line):
        self.name, self.grid, self.block, self.shared, *self.arguments = line.split()
        self.is_unordered = self.name.startswith("~")
        self.name = self.name.lstrip("~")

    def definition(self, text):
        """The launcher's arguments."""
        shape = [(size + ",1,1").split(",")[:3] for size in (self.grid, self.block)]
        types = parameter_types(text, self.name)
        if len(types) != len(self.arguments):
            raise RuntimeError(f"{self.name} has {len(types)} parameters, workloads.txt {len(self.arguments)}")
        words = [encode(word, kind) for word, kind in zip(self.arguments, types)]
        return " ".join(["kernel", self.name, *shape[0], *shape[1], self.shared, *words])

    def on_paper(self):
        """For `ringfence ptx guard --explain`."""
        words = ["--entry", self.name, "--grid", self.grid, "--block", self.block, "--shared", self.shared]
        for argument in self.arguments:
            words += ["--arg", re.sub(r"p:\w(?::\w+)?", "pointer", argument)]
        return words


class Program:
    """A process for each side, and the workloads that it has."""

    def __init__(self, name, command, ptx, launches=None):
        self.name, self.command, self.ptx, self.launches = name, command, ptx, launches
        self.names = [launch.name for launch in launches or ()]

    def definitions(self):
        """The lines that it is given first."""
        text = self.ptx.read_text()
        return [launch.definition(text) for launch in self.launches or ()] + ["serve"]

    def is_unordered(self, name):
        """True if its results are compared as sums only."""
        return any(launch.name == name and launch.is_unordered for launch in self.launches or ())


def collect(options):
    """All programs, with what nvcc makes made."""
    lines = [line for line in (HERE / "workloads.txt").read_text().splitlines() if line and not line.startswith("#")]
    launches = {launch.name: launch for launch in map(Launch, lines)}
    sources = [*sorted(PATTERNS.glob("built_on/*.cu")), *sorted(PATTERNS.glob("measured/*.cu")), *sorted(HERE.glob("*.cu"))]
    programs = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        # Programs are compiled before single files: they take longest.
        whole = [(source, pool.submit(compile_program, source, options.work))
                 for source in sorted((HERE / "programs").glob("*.cu"))]
        texts = [(source, pool.submit(compile_kernels, source, options.work)) for source in sources]
        for source, job in texts:
            ptx = job.result()
            entries = re.findall(r"\.entry\s+(\w+)", ptx.read_text())
            mine = [launches.pop(name) for name in entries if name in launches]
            command = [options.launcher, ptx, str(options.sample_us)]
            programs.append(Program(f"{source.parent.name}/{source.stem}", command, ptx, mine))
        for source, job in whole:
            binary, ptx = job.result()
            programs.append(Program(source.stem, [binary, str(options.sample_us), str(options.elements)], ptx))
    if launches:
        sys.exit("outside.py: no kernel for " + ", ".join(launches))
    return programs


# --- what needs no device ---------------------------------------------------------------------------------------

ACCESS = re.compile(r"^\s*\d+  (proven|conditional|reused|fenced|bounded|split)\s+(.*?)(?:  // (.*))?$")


def accesses_of(lines, is_free):
    """Kind -> how many of a kernel's accesses, and the same of shared memory."""
    counts = dict.fromkeys(KINDS, 0) | {"shared": 0, "shared_free": 0}
    for line in lines:
        match = ACCESS.match(line)
        if not match:
            continue
        treatment, instruction = match.group(1), match.group(2)
        kind = {"proven": "free", "conditional": "free" if is_free else "fenced", "reused": "reused",
                "split": "bounded"}.get(treatment, treatment)
        counts[kind] += 1
        if ".shared" in instruction or "matrix" in instruction:
            counts["shared"] += 1
            counts["shared_free"] += kind == "free"
    return counts


def kernels_explained(text):
    """Kernel -> its lines of `--explain`, and the launch's verdict."""
    found, name = {}, None
    for line in text.splitlines():
        head = re.match(r"^([\w$.]+)(?:,|$| )", line)
        if head:
            name = head.group(1)
            found.setdefault(name, [])
        elif name:
            found[name].append(line)
    return found


def registers_of(ptx, assembler):
    """Kernel -> (registers, spilled bytes); empty without ptxas."""
    if assembler is None:
        return {}
    done = subprocess.run([assembler, "-arch=sm_90a" if "sm_90a" in ptx.read_text()[:2000] else "-arch=sm_90", "-v", "-c",
                           ptx, "-o", "/dev/null"], capture_output=True, text=True)
    found = {}
    for block in re.split(r"Compiling entry function '", done.stdout + done.stderr)[1:]:
        spills = re.search(r"(\d+) bytes spill stores", block)
        registers = re.search(r"Used (\d+) registers", block)
        if registers:
            found[block.split("'")[0]] = (int(registers.group(1)), int(spills.group(1)) if spills else 0)
    return found


class Static:
    """The guard's changes to each kernel of a PTX file, and their cost in registers and lines."""

    def __init__(self, program, options):
        self.rows, self.refusal = {}, ""
        guarded = options.work / (program.name.replace("/", "-") + ".guarded.ptx")
        done = subprocess.run([options.ringfence, "ptx", "guard", "--explain", program.ptx, "-o", guarded],
                              capture_output=True, text=True)
        self.lines = (program.ptx.read_bytes().count(b"\n"), 0)
        if done.returncode != 0:
            self.refusal = done.stderr.strip().splitlines()[0] if done.stderr.strip() else "refused"
            return
        self.lines = (self.lines[0], guarded.read_bytes().count(b"\n"))
        explained = kernels_explained(done.stdout)
        before, after = (registers_of(path, shutil.which("ptxas")) for path in (program.ptx, guarded))
        launches = {launch.name: launch for launch in program.launches or ()}
        for kernel in re.findall(r"\.entry\s+([\w$]+)", program.ptx.read_text()):
            variant, lines, compiled = "free", explained.get(kernel, ()), after.get(kernel, ("", ""))
            if kernel in launches:
                variant, lines, own = self.variant_for(program, launches[kernel], options)
                compiled = {"free": compiled, "partly": own, "fenced": after.get("__rf_fenced_" + kernel, ("", ""))}[variant]
            self.rows[kernel] = accesses_of(lines, variant != "fenced") | {
                "variant": variant, "registers": before.get(kernel, ("", ""))[0],
                "spills": before.get(kernel, ("", ""))[1], "guarded_registers": compiled[0], "guarded_spills": compiled[1]}

    @staticmethod
    def variant_for(program, launch, options):
        """The variant that the launch gets, its accesses, and, if it is partly fenced, registers and spills."""
        guarded = options.work / f"{launch.name}.launched.ptx"
        done = subprocess.run([options.ringfence, "ptx", "guard", "--explain", program.ptx, "-o", guarded,
                               *launch.on_paper()], capture_output=True, text=True)
        found = re.search(r"the (partly )?fenced variant", done.stdout)
        variant = "free" if found is None else "partly" if found.group(1) else "fenced"
        own = ("", "")
        if variant == "partly":
            own = registers_of(guarded, shutil.which("ptxas")).get(launch.name, own)
        return variant, kernels_explained(done.stdout).get(launch.name, ()), own

    def of(self, workload):
        """The figures of a workload: its kernel's, or those of all kernels of the program."""
        if workload in self.rows:
            return self.rows[workload]
        total = {}
        for row in self.rows.values():
            for key, value in row.items():
                if key == "variant":
                    continue
                if "registers" in key:
                    total[key] = max(total.get(key, 0), value or 0)
                else:
                    total[key] = total.get(key, 0) + (value or 0)
        return total


# --- measuring --------------------------------------------------------------------------------------------------


class Side:
    """A running process of one side; None of its answers when it has ended."""

    def __init__(self, program, side, options):
        launcher = [] if SIDES[side] is None else [options.ringfence, "run", "--backend", options.backend, *SIDES[side], "--"]
        self.errors = open(options.work / f"{program.name.replace('/', '-')}.{side}.log", "w+")
        self.process = subprocess.Popen([*launcher, *program.command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors)
        self.why = ""
        self.rest = b""
        for line in program.definitions():
            self.send(line)
        self.ready = self.answer(options.load_timeout)

    def send(self, line):
        """A line for it."""
        try:
            self.process.stdin.write((line + "\n").encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def answer(self, timeout):
        """The next line's words."""
        end = time.monotonic() + timeout
        while b"\n" not in self.rest:
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                self.why = f"no answer in {timeout} s"
                self.process.kill()
                return None
            piece = os.read(self.process.stdout.fileno(), 1 << 16)
            if not piece:
                self.process.wait()
                self.errors.seek(0)
                self.why = self.errors.read().strip().replace("\n", " / ")[-300:] or f"ended, status {self.process.returncode}"
                return None
            self.rest += piece
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode().split()

    def ask(self, line, timeout):
        """One request; None if it has ended."""
        if self.why:
            return None
        self.send(line)
        words = self.answer(timeout)
        return words[1:] if words else None

    def close(self):
        """Ends it."""
        try:
            self.process.stdin.close()
            self.process.wait(30)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.errors.close()


def same_results(one, other, is_unordered):
    """True if digests are equal; of sums in any order, whether they are near."""
    if one is None or other is None:
        return False
    return one[0] == other[0] or (is_unordered and math.isclose(float(one[1]), float(other[1]), rel_tol=1e-3))


def start(program, options):
    """All sides, loaded side by side, and their results: they must be the same."""
    with concurrent.futures.ThreadPoolExecutor(len(options.sides)) as pool:
        sides = dict(zip(options.sides, pool.map(lambda side: Side(program, side, options), options.sides)))
        if program.launches is None:
            program.names = next((side.ready[1:] for side in sides.values() if side.ready), [])
        def check_all(side):
            return {name: sides[side].ask("check " + name, options.load_timeout) for name in program.names}
        results = dict(zip(options.sides, pool.map(check_all, options.sides)))
    return sides, results


def time_all(program, name, sides, options):
    """Side -> the median of its samples, taken by turns."""
    samples = {side: [] for side in sides}
    for _ in range(options.rounds):
        for side, process in sides.items():
            words = process.ask(f"time {name} {options.samples}", options.load_timeout)
            samples[side] += map(float, words or ())
    return {side: statistics.median(values) if values else None for side, values in samples.items()}


class Table:
    """The rows: printed as they come, and written in the end."""

    def __init__(self, options):
        self.options, self.rows = options, []
        self.first = options.sides[0]

    def add(self, program, name, times, results, sides, static):
        """A row."""
        row = {"program": program.name, "kernel": name, **{f"{side}_us": time for side, time in times.items()}}
        for side in self.options.sides[1:]:
            row[f"{side}_ratio"] = times[side] / times[self.first] if times[side] and times[self.first] else None
        wrong = [side for side in self.options.sides[1:]
                 if not sides[side].why and not same_results(results[self.first][name], results[side][name],
                                                     program.is_unordered(name))]
        row["results"] = "other: " + " ".join(wrong) if wrong else "same"
        row["why"] = "; ".join(f"{side}: {process.why}" for side, process in sides.items() if process.why)
        row |= static.of(name)
        self.rows.append(row)
        ratios = " ".join(f"{side} {row[f'{side}_ratio']:.3f}" if row[f"{side}_ratio"] else f"{side} -"
                          for side in self.options.sides[1:])
        native = f"{times[self.first]:9.1f}" if times[self.first] else "        -"
        print(f"{name:22} {native} us  {ratios}  {row.get('free', '')}/{row.get('reused', '')}/{row.get('bounded', '')}/"
              f"{row.get('fenced', '')}  {row.get('registers', '')}->{row.get('guarded_registers', '')} registers  "
              f"{row.get('spills', '')}->{row.get('guarded_spills', '')} spilled"
              f"{'' if row['results'] == 'same' else '  RESULTS ' + row['results']}{'  ' + row['why'] if row['why'] else ''}",
              flush=True)

    def write(self, path):
        """As CSV."""
        names = list(dict.fromkeys(key for row in self.rows for key in row))
        with open(path, "w", newline="") as file:
            writer = csv.DictWriter(file, names)
            writer.writeheader()
            writer.writerows(self.rows)

    def summary(self):
        """Means, percentiles, worst; whether all was right."""
        for side in self.options.sides[1:]:
            ratios = sorted((row[f"{side}_ratio"], row["kernel"]) for row in self.rows if row[f"{side}_ratio"])
            if not ratios:
                continue
            numbers = [ratio for ratio, _ in ratios]
            mean = math.exp(sum(map(math.log, numbers)) / len(numbers))
            ninth = numbers[min(len(numbers) - 1, math.ceil(0.9 * len(numbers)) - 1)]
            print(f"{side}: {len(numbers)} kernels, geometric mean {mean:.4f}, 90th percentile {ninth:.3f}, worst "
                  f"{numbers[-1]:.3f} ({ratios[-1][1]}); above 1.03: "
                  + ", ".join(f"{kernel} {ratio:.2f}" for ratio, kernel in reversed(ratios) if ratio > 1.03))
        failed = [row["kernel"] for row in self.rows if row["results"] != "same" or row["why"]]
        print(f"{len(self.rows)} kernels, {len(failed)} with other results or not run{': ' if failed else ''}"
              + ", ".join(failed))
        return not failed


GROUPS = {"looked at": r"built_on/", "the other half": r"measured/", "other kernels": r"outside/",
          "device algorithms": r"(?!.*/)"}


def print_groups(statics):
    """The share of each group of programs, and how many of their launches get which variant."""
    for group, pattern in GROUPS.items():
        rows = [row for name, static in statics.items() if re.match(pattern, name) for row in static.rows.values()]
        whole = sum(row[kind] for row in rows for kind in KINDS)
        shared = sum(row["shared"] for row in rows)
        if whole == 0:
            continue
        variants = [f"{count} {variant}" for variant in ("free", "partly", "fenced")
                    if (count := sum(row["variant"] == variant for row in rows))]
        print(f"{group}: {whole} accesses, {100 * sum(row['free'] for row in rows) / whole:.1f} % free; in shared memory "
              f"{shared}, {100 * sum(row['shared_free'] for row in rows) / max(1, shared):.1f} % free; kernels: "
              + ", ".join(variants))


def print_accesses(statics):
    """Prints the accesses of all kernels together."""
    total, lines = dict.fromkeys((*KINDS, "shared", "shared_free"), 0), [0, 0]
    for static in statics:
        for row in static.rows.values():
            for key in total:
                total[key] += row[key]
        if not static.refusal:
            lines = [lines[0] + static.lines[0], lines[1] + static.lines[1]]
    whole = sum(total[kind] for kind in KINDS)
    if whole == 0:
        return
    print(f"{whole} accesses, {100 * total['free'] / whole:.1f} % free ("
          + ", ".join(f"{total[kind]} {kind}" for kind in KINDS) + f"); in shared memory {total['shared']}, "
          f"{100 * total['shared_free'] / max(1, total['shared']):.1f} % free; {lines[0]} lines of PTX become {lines[1]}, "
          f"{lines[1] / lines[0]:.2f} times as many")


def measure(programs, statics, options):
    """All rows; programs are started some at a time, and timed one by one."""
    table = Table(options)
    for first in range(0, len(programs), options.at_once):
        batch = programs[first:first + options.at_once]
        with concurrent.futures.ThreadPoolExecutor(len(batch)) as pool:
            started = list(pool.map(lambda program: start(program, options), batch))
        for program, (sides, results) in zip(batch, started):
            for name in program.names:
                if not options.names or name in options.names:
                    table.add(program, name, time_all(program, name, sides, options), results, sides, statics[program.name])
        for sides, _ in started:
            for side in sides.values():
                side.close()
    return table


def parse_arguments():
    """The command's options."""
    root = HERE.parents[2]
    built = root / "build" / "release" / "bin"
    bundle = HERE.parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backend", choices=("cuda", "soft"), default="cuda")
    parser.add_argument("--ringfence", default=built / "ringfence" if (built / "ringfence").exists() else bundle / "bin" / "ringfence")
    parser.add_argument("--launcher", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("/tmp/guard_outside"))
    parser.add_argument("--csv", type=pathlib.Path, default=pathlib.Path("outside.csv"))
    parser.add_argument("--sides", default="", help="of native,off,fence,check; the first is what ratios are to")
    parser.add_argument("--rounds", type=int, default=3, help="0: only compare results")
    parser.add_argument("--samples", type=int, default=3, help="in each round")
    parser.add_argument("--sample-us", type=int, default=None, help="how long a sample takes at least")
    parser.add_argument("--elements", type=int, default=None, help="of CUB's and Thrust's arrays")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--at-once", type=int, default=None, help="programs that are loaded side by side")
    parser.add_argument("--load-timeout", type=int, default=240)
    parser.add_argument("--compile", action="store_true", help="only what nvcc makes")
    parser.add_argument("--static", action="store_true", help="only what needs no device")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    is_card = options.backend == "cuda"
    if options.launcher is None:
        places = [built / "guard_outside", HERE.parents[1] / "guard_outside", root / "build" / "bench" / "bin" / "guard_outside"]
        options.launcher = next((place for place in places if place.is_file()), places[0])
    options.sides = options.sides.split(",") if options.sides else list(SIDES) if is_card else ["off", "fence", "check"]
    options.sample_us = options.sample_us or (2000 if is_card else 1)
    options.elements = options.elements or (1 << 23 if is_card else 1 << 16)
    options.at_once = options.at_once or (max(1, options.jobs // 3) if is_card else 2)
    options.work.mkdir(parents=True, exist_ok=True)
    return options


def main():
    """The command."""
    options = parse_arguments()
    began = time.monotonic()
    programs = collect(options)
    if options.names:
        programs = [one for one in programs if one.launches is None or set(one.names) & set(options.names)]
    print(f"compiled after {time.monotonic() - began:.0f} s", flush=True)
    if options.compile:
        return 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        statics = dict(zip((program.name for program in programs),
                           pool.map(lambda program: Static(program, options), programs)))
    for name, static in statics.items():
        if static.refusal:
            print(f"{name}: {static.refusal}")
    print(f"analysed after {time.monotonic() - began:.0f} s", flush=True)
    is_right = True
    if not options.static:
        table = measure(programs, statics, options)
        table.write(options.csv)
        is_right = table.summary()
    print_groups(statics)
    print_accesses(statics.values())
    print(f"{time.monotonic() - began:.0f} s in all")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
