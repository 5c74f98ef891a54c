#!/usr/bin/env python3
"""Holds the forms of operands, and the first versions of instructions, against ptxas.

The examples that must be accepted (tests/ptx/isa/*.txt) are the material. Each gives many questions, which ptxas and
`ringfence ptx lint` are both asked:

    operands   every operand in turn is replaced by others: a register of each kind, one plus a constant, a vector
               register as a whole and a component of it, an immediate, a special register, a variable, `_`, braces
    versions   the example as it is, under every PTX version and for every target

Questions are put by the hundred, as one kernel with an instruction in each line; where the answers differ, both are asked
again about that instruction alone, so that what is printed is what anyone can repeat. What ptxas accepts and then fails
to compile (it ends with a signal, or not at all) counts as refused.

Known differences stand in tests/ptx/operand-differences.txt: regular expressions of instructions, one in a line, with
the reason in front of them. The exit status says whether there are others. Needs ptxas on the PATH.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import isa_oracle

KNOWN = isa_oracle.EXAMPLES.parent / "operand-differences.txt"
REGISTERS = """
	.reg .v2 .b16 %vh<4>; .reg .v4 .b16 %wh<4>; .reg .v2 .b32 %vr<4>; .reg .v4 .b32 %wr<4>; .reg .v2 .f32 %vf<4>;
	.reg .v2 .b64 %vd<4>;
"""
REPLACEMENTS = ["%r60", "%h15", "%rd30", "%f30", "%fd15", "%p8", "%vr1", "%wr1",
                "%vh1", "%vf1", "%vd1", "%vr1.x", "%vd1.y", "%vr1.x+1", "5", "-1", "1.5", "%tid.x", "%clock64", "g32",
                "g32+4", "_", "!%p8", "-%r60", "{%r60}", "{%r60, %r61}", "{%r60, %r61+1}", "{%vr1, %vr2}", "[%rd30]",
                "[%rd30+4]", "[%r60]", "[g32]"]
FOREVER = 20  # seconds that ptxas may take for one instruction


def split_operands(text):
    """The operands of an instruction: split at commas that are not in brackets of any kind."""
    parts, depth, begin = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "[{(") - (letter in "]})")
        if letter == "," and depth == 0:
            parts.append(text[begin:at].strip())
            begin = at + 1
    return parts + [text[begin:].strip()] if text[begin:].strip() else parts


def variations(instruction):
    """The instruction with each of its operands replaced by each of the others."""
    match = re.fullmatch(r"((?:@!?%\w+\s+)?[\w.:]+)\s+(.*);", instruction)
    if not match or match.group(1).startswith(("call", "bra", "brx")):
        return
    opcode, operands = match.group(1), split_operands(match.group(2))
    for at in range(len(operands)):
        own = [f"{operands[at]}+1", f"{operands[at]}+0"] if re.fullmatch(r"%\w+", operands[at]) else []
        for other in own + REPLACEMENTS:
            if other != operands[at]:
                yield f"{opcode} {', '.join(operands[:at] + [other] + operands[at + 1:])};"


class Asker:
    """Asks about many instructions at once."""

    def __init__(self, ringfence, folder):
        self.prelude = (isa_oracle.EXAMPLES / "prelude.ptx").read_text()
        self.ringfence = ringfence
        self.file = pathlib.Path(folder, "questions.ptx")

    def write(self, instructions, target, version):
        """A module with an instruction in each line, and the number of the first one's line."""
        text = self.prelude.replace("$before:", REGISTERS + "$before:")
        text = isa_oracle.module_text(text, "@QUESTIONS@" + " ".join(instructions), target, version)
        before, after = re.split(r"[^\n]*@QUESTIONS@[^\n]*", text, maxsplit=1)
        # So that nothing is ever compiled: an instruction's own errors all come before that.
        wrong = "\n\tadd.u32 %p1, %p1, %p1;" if len(instructions) > 1 else ""
        self.file.write_text(before + "\n".join(instructions) + wrong + after)
        return before.count("\n") + 1

    def ptxas(self, instructions, target, version):
        """Which of them ptxas refuses."""
        refused, asked = set(), list(instructions)
        while asked:
            first = self.write(asked, target, version)
            try:
                done = subprocess.run(["ptxas", f"-arch={target}", "-O0", "-o", "/dev/null", self.file],
                                      capture_output=True, text=True, timeout=FOREVER)
            except subprocess.TimeoutExpired:
                return refused | set(asked)
            said = done.stdout + done.stderr
            lines = {int(n) - first for n in re.findall(r"line (\d+); (?:error|fatal)", said)}
            inside = {n for n in lines if 0 <= n < len(asked)}
            refused |= {asked[n] for n in inside}
            if done.returncode < 0:
                return refused | set(asked)
            # Behind what it cannot even read it reads nothing.
            unread = [int(n) - first for n in re.findall(r"line (\d+); fatal\s+: Parsing", said)]
            if not unread or not 0 <= unread[0] < len(asked):
                return refused
            asked = [i for n, i in enumerate(asked) if n not in inside]
        return refused

    def ours(self, instructions, target, version):
        """Which of them we refuse."""
        refused, asked = set(), list(instructions)
        while asked:
            first = self.write(asked, target, version)
            done = subprocess.run([self.ringfence, "ptx", "lint", "--json", "--no-warnings", self.file],
                                  capture_output=True, text=True)
            lines = {found["line"] - first for found in json.loads(done.stdout) if found["severity"] == "error"}
            inside = {n for n in lines if 0 <= n < len(asked)}
            if not inside:
                return refused
            refused |= {asked[n] for n in inside}
            asked = [i for n, i in enumerate(asked) if n not in inside]
        return refused

    def differences(self, instructions, target, version):
        """The forms that only one of the two accepts, with its name."""
        theirs, ours = self.ptxas(instructions, target, version), self.ours(instructions, target, version)
        for instruction in instructions:
            if (instruction in theirs) == (instruction in ours):
                continue
            alone = [instruction]
            if (instruction in self.ptxas(alone, target, version)) != (instruction in self.ours(alone, target, version)):
                yield instruction, "ptxas refuses it" if instruction in theirs else "we refuse it"


def chunks(items, size):
    for at in range(0, len(items), size):
        yield items[at:at + size]


def known_differences():
    if not KNOWN.exists():
        return []
    return [re.compile(line) for line in KNOWN.read_text().splitlines() if line and not line.startswith("#")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["operands", "versions"])
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="example files (all of them by default)")
    parser.add_argument("--ringfence", default="build/release/bin/ringfence")
    parser.add_argument("--every", type=int, default=1, help="only every so manieth example")
    parser.add_argument("--chunk", type=int, default=400, help="instructions in one question")
    options = parser.parse_args()
    by_place = collections.defaultdict(list)
    found = isa_oracle.examples(options.files or sorted(isa_oracle.EXAMPLES.glob("*.txt")))
    accepted = [e for e in found if e[1] == "accept" and e[5] == "accept"][::options.every]
    for _, _, target, version, instruction, _ in accepted:
        if options.what == "operands":
            by_place[target, version] += variations(instruction)
        else:
            for other_target in isa_oracle.TARGETS:
                for other_version in isa_oracle.VERSIONS:
                    by_place[other_target, other_version].append(instruction)
    known, asked, new = known_differences(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        asker = Asker(options.ringfence, folder)
        for (target, version), instructions in by_place.items():
            for some in chunks(list(dict.fromkeys(instructions)), options.chunk):
                asked += len(some)
                for instruction, who in asker.differences(some, target, version):
                    if not any(pattern.fullmatch(instruction) for pattern in known):
                        new += 1
                        print(f"{target} {version}: {who}: {instruction}", flush=True)
    print(f"{asked} questions, {new} answers differ from ptxas' without being known")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
