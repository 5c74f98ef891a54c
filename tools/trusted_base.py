#!/usr/bin/env python3
"""The trusted base of the guard: the files that the proof rests on, with their lines, as a table in docs/guard.md.

    trusted_base.py            prints the table
    trusted_base.py --write    puts it into docs/guard.md
    trusted_base.py --verify   exit status 1 if the table there is not true, or the checker links what it must not

Which files these are follows from the build: what the checker's library links, and of that what its files include.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/guard.md"
BEGIN, END = "<!-- trusted base: tools/trusted_base.py --write -->", "<!-- end of the trusted base -->"

# The libraries that the checker may link; no drawing, no JSON, no statistics.
ALLOWED = {"guard_checker", "guard_conditions", "ptx", "ptx_analysis", "base"}
# Beside the libraries: what decides at a launch, what brings the parts together, and what is accepted word for word.
ALONE = ["src/guard/guard.cpp", "src/worker/launch_checks.cpp", "src/guard/runtime/runtime.ptx"]
PARTS = [  # the first pattern that fits
    ("the rules (`src/guard/checker`)", r"src/guard/checker/"),
    ("launch conditions (`src/guard/conditions`)", r"src/guard/conditions/"),
    ("what asks them (`guard.cpp`: rounds and print; `worker/launch_checks.cpp`)", r"src/(guard/guard|worker)"),
    ("the guard's own functions (`runtime.ptx`)", r"src/guard/runtime/"),
    ("control flow, dominators, loops, calls (`src/ptx/analysis`)", r"src/ptx/analysis/"),
    ("the table of instructions (`src/ptx/isa`)", r"src/ptx/isa/"),
    ("parser and printer (`src/ptx`)", r"src/ptx/"),
    ("what they use of `src/base`", r"src/base/"),
]


def libraries():
    """By name: the sources and the libraries that it links."""
    found = {}
    for file in (ROOT / "src").rglob("CMakeLists.txt"):
        text = re.sub(r"#.*", "", file.read_text())
        for name, body in re.findall(r"ringfence_library\((\w+)([^)]*)\)", text):
            sources = body.split("DEPS")[0]
            found[name] = (
                [file.parent / word for word in sources.split() if word.endswith(".cpp") and "$" not in word],
                re.findall(r"ringfence::(\w+)", body))
    return found


def linked(name, known, seen):
    if name not in seen:
        seen.add(name)
        for other in known[name][1]:
            linked(other, known, seen)
    return seen


def closure(start, allowed):
    """The headers that the files include, and the sources that belong to these headers."""
    seen, waiting = set(), list(start)
    while waiting:
        file = waiting.pop()
        if file in seen:
            continue
        seen.add(file)
        for name in re.findall(r'^#include "([^"]+)"', file.read_text(), re.MULTILINE):
            header = ROOT / "src" / name
            if not header.exists():
                continue
            waiting.append(header)
            source = header.with_suffix(".cpp")
            if source in allowed:
                waiting.append(source)
    return seen


def trusted_files():
    known = libraries()
    links = linked("guard_checker", known, set())
    if not links <= ALLOWED:
        raise SystemExit(f"the checker links {', '.join(sorted(links - ALLOWED))}, which is no part of the trusted base")
    sources = {source for name in links for source in known[name][0]}
    files = closure(known["guard_checker"][0] + known["guard_conditions"][0] + known["ptx"][0], sources)
    files |= {ROOT / name for name in ALONE} | set((ROOT / "src/ptx/isa").glob("*.isa"))
    return sorted(str(file.relative_to(ROOT)) for file in files)


def table():
    rows = {title: [0, 0] for title, _ in PARTS}
    for name in trusted_files():
        title = next(title for title, pattern in PARTS if re.match(pattern, name))
        rows[title][0] += 1
        rows[title][1] += len((ROOT / name).read_text().splitlines())
    total = [sum(row[i] for row in rows.values()) for i in (0, 1)]
    lines = ["| part | files | lines |", "|---|---|---|"]
    lines += [f"| {title} | {files} | {count:,} |" for title, (files, count) in rows.items()]
    return "\n".join([*lines, f"| together | {total[0]} | {total[1]:,} |"])


def is_about(written, made):
    """The same rows, and no number more than a tenth off: not every line that is added needs a word about it."""
    def numbers(text):
        return [int(number.replace(",", "")) for number in re.findall(r"\| ([\d,]+)(?= \|)", text)]
    same_rows = re.sub(r"[\d,]+ \|", "|", written) == re.sub(r"[\d,]+ \|", "|", made)
    return same_rows and all(abs(one - other) <= max(2, other // 10)
                             for one, other in zip(numbers(written), numbers(made)))


def main(arguments):
    made = table()
    if arguments not in ([], ["--write"], ["--verify"]):
        print(__doc__, file=sys.stderr)
        return 2
    if not arguments:
        print(made)
        return 0
    text = DOCUMENT.read_text()
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    if arguments == ["--write"]:
        DOCUMENT.write_text(text[:begin] + "\n" + made + "\n" + text[end:])
    elif not is_about(text[begin:end].strip(), made):
        print("docs/guard.md tells other files and lines than there are; run tools/trusted_base.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
