#!/usr/bin/env python3
"""Writes the files that `./rf lint` gives to clang-tidy, and lists them.

    tidy_units.py --build build/asan --out build/tidy/units

Nearly all of clang-tidy's time goes into headers, so it looks at many sources at once: a unit is a file that includes
them. A line of the list is `KIND UNIT MEMBER...`: KIND is style or paths (see .clang-tidy), and the members are what to
look at one by one where the unit does not compile, because two of them give the same name to different things.
"""

import argparse
import json
import pathlib
import re
import shlex

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The libraries of these folders of src/ are looked at together. All others, and programs, stay alone: they have a main
# or define functions of the CUDA libraries that another of them defines too.
TOGETHER = {
    "ground": ["base", "rpc", "sandbox", "service", "cache", "audit", "toml", "sched", "tenants", "fatbin", "ptxas"],
    "kernels": ["ptx", "ptx/analysis", "guard", "guard/runtime", "guard/conditions", "guard/checker", "guard/rewriter",
                "softgpu/math", "softgpu/runtime", "channel"],
    "client": ["client", "client/trace", "client/redirect", "client/entries", "session"],
    "backends": ["backend", "backend/facts", "backend/soft", "backend/cuda", "memory", "compiler", "softgpu",
                 "softgpu/codegen"],
    "upper": ["sched/simulator", "policy", "adapters", "worker", "supervisor"],
}

# Code that reads hostile bytes. The analyzer looks into an included source only if the including file's name says that
# it is one of many: it must contain "UnifiedSource".
HOSTILE = ["base", "channel", "fatbin", "ptx"]

LIBRARY = re.compile(r"src/(?P<folder>.*)/CMakeFiles/ringfence_[^/]*\.dir/Unity/")


class Source:
    """What is compiled: its file and the compiler's words for it."""

    def __init__(self, entry):
        self.file = entry["file"].removeprefix(f"{ROOT}/")
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


def folder_of(source):
    """The folder of src/ whose library it is, or None."""
    found = LIBRARY.search(source.file)
    return found["folder"] if found else None


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
        text = "".join(f'#include "{ROOT / member}"\n' for member in members)
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
    for name, folders in TOGETHER.items():
        members = [source for source in sources if folder_of(source) in folders]
        units.add("style", name, members, [source.file for source in members])
    for folder in HOSTILE:
        flags = [source for source in sources if folder_of(source) == folder]
        members = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "src" / folder).glob("*.cpp"))
        units.add("paths", f"UnifiedSource_{folder}", flags, members)
    grouped = {folder for folders in TOGETHER.values() for folder in folders}
    for source in sources:
        if folder_of(source) not in grouped:
            units.add_alone(source)
    units.finish()
    print("\n".join(units.lines))


if __name__ == "__main__":
    main()
