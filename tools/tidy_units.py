#!/usr/bin/env python3
"""Writes the files that `./rf lint` gives to clang-tidy, and lists them.

    tidy_units.py --build build/asan --out build/tidy/units

Nearly all of clang-tidy's time goes into headers, so it looks at many sources at once: a unit is a file that includes
them. A line of the list is `KIND UNIT MEMBER...`: KIND is style or paths (see .clang-tidy), and the members are what to
look at one by one where the unit does not compile, because two of them give the same name to different things, or where
something is found: only what is found in a member by itself counts.
"""

import argparse
import json
import pathlib
import re
import shlex

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The folders of src/ that are examined together, by the layers that share their headers.
TOGETHER = {
    "upper": ["sched/simulator", "policy", "adapters", "worker", "supervisor"],
    "ground": ["base", "rpc", "sandbox", "service", "cache", "audit", "toml", "sched", "tenants", "fatbin", "ptxas"],
    "kernels": ["ptx", "ptx/analysis", "guard", "guard/runtime", "guard/conditions", "guard/checker", "guard/rewriter",
                "softgpu/math", "softgpu/runtime", "channel"],
    "backends": ["backend", "backend/facts", "backend/soft", "backend/cuda", "memory", "compiler", "softgpu",
                 "softgpu/codegen", "policy/compiler"],
    "client": ["client", "client/trace", "client/redirect", "client/entries", "session", "libringfence"],
}
# The programs, whatever their folder.
PROGRAMS = "programs"
# The CUDA libraries' stand-ins (client/shims, soft_libraries) stay alone: they give the same names to different things,
# as those do.

# Code that reads hostile bytes. The analyzer looks into an included source only if the including file's name says that
# it is one of many: it must contain "UnifiedSource".
HOSTILE = ["base", "channel", "fatbin", "ptx"]

OBJECT = re.compile(r" -o src/(?P<folder>[^ ]*?)/CMakeFiles/(?P<target>[^/]*)\.dir/")


class Source:
    """The compiled file and the compiler's arguments."""

    def __init__(self, entry):
        self.file = entry["file"].removeprefix(f"{ROOT}/")
        made = OBJECT.search(entry["command"])
        self.folder, self.target = made.groups() if made else (None, "")
        self.flags = []
        words = iter(shlex.split(entry["command"]))
        for word in words:
            if word in ("-o", "-c"):
                next(words)
            elif word in ("-I", "-isystem", "-include", "-Xclang"):
                self.flags.append((word, next(words)))
            elif word.startswith("-") and not word.endswith("_EXPORTS"):
                self.flags.append((word,))


def ours(build):
    """The sources of src/, as that build compiles them."""
    sources = [Source(entry) for entry in json.loads((build / "compile_commands.json").read_text())]
    folders = ("src/", f"{build}/src/")
    return [source for source in sources if source.file.startswith(folders) and not source.file.endswith(".capnp.c++")]


def unit_of(source):
    """The unit that it is looked at with, or None."""
    if not source.target.startswith("ringfence_"):
        return PROGRAMS
    return next((name for name, folders in TOGETHER.items() if source.folder in folders), None)


def included(path, is_program):
    """How a unit takes in a file. There is one `main` for each program, so within a unit each has a name of its own."""
    line = f'#include "{ROOT / path}"\n'
    if not is_program:
        return line
    name = "main_of_" + re.sub(r"\W", "_", path).lower()
    return f"#define main {name} // NOLINT\n{line}#undef main\n"


class Units:
    """Units, written one after the other."""

    def __init__(self, folder):
        self.folder = folder
        self.commands = []
        self.lines = []

    def add(self, kind, name, sources, members):
        """One that includes these members, with all words that these sources are compiled with."""
        flags = list(dict.fromkeys(flag for source in sources for flag in source.flags))
        unit = self.folder / f"{name}.cpp"
        text = "".join(included(member, name == PROGRAMS) for member in members)
        unit.write_text(text)
        words = ["clang++", *(word for flag in flags for word in flag), "-c", str(unit)]
        self.commands.append({"directory": str(ROOT), "file": str(ROOT / unit), "arguments": words})
        self.lines.append(f"{kind} {unit} {' '.join(members)}")

    def add_alone(self, source):
        """One that is compiled as it is."""
        self.lines.append(f"style {source.file} {source.file}")

    def finish(self):
        """Writes how they are compiled."""
        (self.folder / "compile_commands.json").write_text(json.dumps(self.commands, indent=1))


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="a build with one file per target, by clang")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the folder for the units")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    sources = ours(options.build)
    units = Units(options.out)
    for name in (*TOGETHER, PROGRAMS):
        members = [source for source in sources if unit_of(source) == name]
        units.add("style", name, members, [source.file for source in members])
    for folder in HOSTILE:
        flags = [source for source in sources if source.folder == folder]
        members = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "src" / folder).glob("*.cpp"))
        units.add("paths", f"UnifiedSource_{folder}", flags, members)
    for source in sources:
        if not unit_of(source):
            units.add_alone(source)
    units.finish()
    print("\n".join(units.lines))


if __name__ == "__main__":
    main()
