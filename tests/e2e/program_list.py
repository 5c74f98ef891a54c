"""Reads programs.txt, for build.py and run.py."""

import dataclasses
import pathlib
import shlex
import sys

HERE = pathlib.Path(__file__).resolve().parent
VARIANTS = ("shared", "static")  # how the CUDA runtime is linked
SKIPS = ("skip", "card_skip", "private_card_skip", "soft_skip")
KEYS = ("source", "with", "library", "targets", "compile", "link", "arguments", "run", "stdout", "differs", "timeout", *SKIPS)


@dataclasses.dataclass
class Program:
    """A line of programs.txt; its comment says what the fields are."""

    name: str
    source: pathlib.Path = None
    others: list = dataclasses.field(default_factory=list)  # `with`
    library: pathlib.Path = None
    # Machine code for a card, PTX for whoever compiles it himself.
    targets: list = dataclasses.field(default_factory=lambda: ["-gencode", "arch=compute_90,code=[sm_90,compute_90]"])
    compile: list = dataclasses.field(default_factory=list)
    link: list = dataclasses.field(default_factory=list)
    arguments: list = dataclasses.field(default_factory=list)
    run: list = dataclasses.field(default_factory=list)
    stdout: pathlib.Path = None
    differs: pathlib.Path = None
    timeout: float = 300
    skip: str = ""
    card_skip: str = ""
    private_card_skip: str = ""
    soft_skip: str = ""


def parse_line(line):
    """One program, or None for an empty line."""
    words = shlex.split(line, comments=True)
    if not words:
        return None
    program = Program(words[0], HERE / "programs" / f"{words[0]}.cu")
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or key not in KEYS:
            sys.exit(f"programs.txt: {words[0]}: what is `{word}`? The comment at the top lists what may stand here.")
        if key in ("source", "stdout", "differs", "library"):
            setattr(program, key, HERE / value)
        elif key == "with":
            program.others = [HERE / path for path in value.split()]
        elif key == "timeout":
            program.timeout = float(value)
        elif key in SKIPS:
            setattr(program, key, value)
        else:
            setattr(program, key, shlex.split(value.replace("{here}", str(HERE))))
    return program


def programs(names=()):
    """All programs, or those that are named."""
    lines = (HERE / "programs.txt").read_text().splitlines()
    found = [program for program in map(parse_line, lines) if program]
    unknown = set(names) - {program.name for program in found}
    if unknown:
        sys.exit(f"programs.txt: there is no {', '.join(sorted(unknown))}")
    return [program for program in found if not names or program.name in names]
