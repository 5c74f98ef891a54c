"""Mutants of sources: what tests of that kind have in common (guard_mutants, policy_mutants).

A list names changes, each of which makes a rule say more than is true. All of them are compiled into the same programs,
each behind a number that the environment variable RF_MUTANT chooses.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SWITCH = """
#include <cstdlib>
int rf_mutant = std::getenv("RF_MUTANT") == nullptr ? 0 : std::atoi(std::getenv("RF_MUTANT"));
"""


class Mutant:
    def __init__(self, number, file, text):
        self.number = number
        self.file = file
        self.text = text
        self.loses = ""
        self.harmless = ""  # why it cannot matter
        self.layer = 0

    def parse(self):
        """The place and the change: «old => new» in its surroundings."""
        match = re.fullmatch(r"(.*)«(.*) =>(?: (.*))?»(.*)", self.text, re.DOTALL)
        if match is None:
            sys.exit(f"mutants.txt: mutant {self.number} has no «old => new»: {self.text}")
        self.before, self.old, self.new, self.after = (part or "" for part in match.groups())
        source = (ROOT / self.file).read_text()
        whole = self.before + self.old + self.after
        self.count = source.count(whole)
        self.begin = source.find(whole) + len(self.before)
        self.end = self.begin + len(self.old)

    def is_statement(self):
        return self.old.rstrip().endswith((";", "}"))


def read_mutants(path):
    """Blocks of lines: `~ code with «old => new»`, more lines of it with `~`, `loses: what`, perhaps `cannot matter:
    why`; `@ file` holds for what follows."""
    mutants = []
    file = None
    current = None
    for line in path.read_text().splitlines():
        if line.startswith("@ "):
            file = line[2:].strip()
        elif not line.strip():
            current = None
        elif line.startswith("#"):
            continue
        elif line.startswith("~ ") and current is None:
            current = Mutant(len(mutants) + 1, file, line[2:])
            mutants.append(current)
        elif line.startswith("~ "):
            current.text += "\n" + line[2:]
        elif line.startswith("loses: "):
            current.loses = line[7:]
        elif line.startswith("cannot matter: "):
            current.harmless = line[15:]
        else:
            sys.exit(f"mutants.txt: not understood: {line}")
    for mutant in mutants:
        mutant.parse()
    return mutants


def verify(mutants, path):
    wrong = [m for m in mutants if m.count != 1 or m.old == m.new or not m.loses]
    for mutant in wrong:
        print(f"mutant {mutant.number} of {mutant.file}: its text is there {mutant.count} times: {mutant.text}")
    if wrong:
        sys.exit(f"{len(wrong)} of {len(mutants)} mutants do not fit: rewrite them in {path.relative_to(ROOT)}")
    print(f"{len(mutants)} mutants fit the sources")


def lay_out(mutants):
    """Changes that overlap go into different layers, each a set of programs of its own."""
    for mutant in mutants:
        others = [m for m in mutants if m.file == mutant.file and m.number < mutant.number]
        taken = {m.layer for m in others if m.begin < mutant.end and mutant.begin < m.end}
        mutant.layer = next(layer for layer in range(len(mutants)) if layer not in taken)
    return max((m.layer for m in mutants), default=0) + 1


def with_mutants(file, mutants):
    source = (ROOT / file).read_text()
    for mutant in sorted(mutants, key=lambda m: m.begin, reverse=True):
        test = f"rf_mutant == {mutant.number}"
        if mutant.is_statement():
            text = f"if ({test}) {{ {mutant.new} }} else {{ {mutant.old} }}"
        else:
            text = f"({test} ? ({mutant.new}) : ({mutant.old}))"
        source = source[: mutant.begin] + text + source[mutant.end :]
    return "extern int rf_mutant;\n" + source


def chosen(text, count):
    numbers = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        numbers.update(range(int(first), int(last or first) + 1))
    return sorted(n for n in numbers if 1 <= n <= count)
