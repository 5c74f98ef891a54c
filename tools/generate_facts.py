#!/usr/bin/env python3
"""Makes the table of facts about cards from src/backend/facts/facts.txt: generated/facts/facts.inc and docs/facts.md.

    tools/generate_facts.py            write both
    tools/generate_facts.py --verify   fail if what is there is not current
Either fails if a fact has no measurement, a measurement no fact, or a file that is named is not there.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "src/backend/facts"
SOURCE = FOLDER / "facts.txt"
TABLE = ROOT / "generated/facts/facts.inc"
DOCUMENT = ROOT / "docs/facts.md"
KEYS = ("fact", "rests", "when", "since", "soft", "attack")
TIMES = {"quick": "Quick", "slow": "Slow", "fatal": "Fatal"}

INTRODUCTION = """# Facts

<!-- Made by tools/generate_facts.py from src/backend/facts/facts.txt: change that. -->

The guard's assumptions about a card, its driver and its assembler: the checker's rules, the launch conditions and the
containment of kernels rely on these. Each is a test. `backend_selftest` measures all of them, on the software GPU and
on a card: one that ends the context in a process of its own.

- *quick* ones are also measured when a worker for a shared domain starts on a card that it has not seen. The result is
  kept on disk, for this card's name, its driver and these facts, so that later starts cost nothing. A card that
  disagrees is not shared: programs that ask for a shared domain are refused, with the fact's name, and those that leave
  it to us get a worker of their own. `ringfence status` and `ringfence doctor` say so.
- *slow* ones take long or much.
- *fatal* ones end the context.
- an *attack* is shown by `attack_runner` (docs/guard.md).

The places of a kernel's parameters are also compared with the driver's, before the kernel is launched first
(`src/worker/parameter_layout.h`).

A new rule of the guard's that rests on something new gets a line here first.
"""


def fail(message):
    sys.exit(f"{SOURCE.relative_to(ROOT)}: {message}")


def read():
    """The facts in order, as dictionaries; each with its section."""
    facts, section, fact = [], "", None
    for number, line in enumerate(SOURCE.read_text().splitlines(), 1):
        if line.startswith("## "):
            section = line[3:]
        elif not line.strip() or line.startswith("#"):
            continue
        elif match := re.fullmatch(r"\[([a-z0-9-]+)\]", line):
            fact = {"id": match[1], "section": section}
            facts.append(fact)
        elif (match := re.fullmatch(r"([a-z]+): (.+)", line)) and match[1] in KEYS and fact is not None:
            fact[match[1]] = match[2]
        else:
            fail(f"line {number} is none of `[id]` and `key: text`")
    return facts


def check(facts):
    ids = [fact["id"] for fact in facts]
    for one in ids:
        if ids.count(one) > 1:
            fail(f"there are several facts '{one}'")
    for fact in facts:
        if "fact" not in fact or "rests" not in fact:
            fail(f"'{fact['id']}' says nothing, or not what rests on it")
        if ("attack" in fact) == (fact.get("when") in TIMES):
            fail(f"'{fact['id']}' needs a `when` (quick, slow, fatal) or an `attack`")
        for file in fact["rests"].split(", ") + ([fact["attack"]] if "attack" in fact else []):
            if not (ROOT / file).exists():
                fail(f"'{fact['id']}' speaks of {file}, which is not there")
    wanted = {name_of(fact) for fact in facts if "when" in fact}
    there = set()
    for file in sorted(FOLDER.glob("*.cpp")):
        there |= set(re.findall(r"^Result<void> measure_(\w+)\(FactBench& bench\) \{", file.read_text(), re.M))
    if missing := sorted(wanted - there):
        fail(f"nothing measures {', '.join(missing)}")
    if extra := sorted(there - wanted):
        fail(f"there is no fact for the measurement {', '.join(extra)}")


def name_of(fact):
    return fact["id"].replace("-", "_")


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def table(facts):
    rows = [f"RINGFENCE_FACT({quoted(fact['id'])}, {name_of(fact)}, {quoted(fact['fact'])}, {TIMES[fact['when']]}, "
            f"{fact.get('since', '80')}, {quoted(fact.get('soft', ''))})\n" for fact in facts if "when" in fact]
    return "// Made by tools/generate_facts.py from src/backend/facts/facts.txt; do not edit.\n" + "".join(rows)


def document(facts):
    text, section = INTRODUCTION, None
    for fact in facts:
        if fact["section"] != section:
            section = fact["section"]
            text += f"\n## {section}\n\n| fact | | when | rules that rest on it |\n|---|---|---|---|\n"
        when = fact.get("when") or f"attack `{fact['attack']}`"
        if "since" in fact:
            when += f", sm_{fact['since']}"
        if "soft" in fact:
            when += f"; not the software GPU: {fact['soft']}"
        rests = ", ".join(f"`{file}`" for file in fact["rests"].split(", "))
        statement = re.sub(r"(__?rf_\w+|%\w+|\bcp\.async\b|\bbrx\.idx\b|\.extern \.shared|\.shared\b|\.align\b)", r"`\1`",
                           fact["fact"])
        text += f"| `{fact['id']}` | {statement} | {when} | {rests} |\n"
    return text


def main():
    facts = read()
    check(facts)
    outputs = {TABLE: table(facts), DOCUMENT: document(facts)}
    stale = [path for path, text in outputs.items() if not path.exists() or path.read_text() != text]
    print(f"{len(facts)} facts, {sum(fact.get('when') == 'quick' for fact in facts)} of them quick")
    if "--verify" in sys.argv[1:] and stale:
        names = ", ".join(str(path.relative_to(ROOT)) for path in stale)
        sys.exit(f"{names} is not current: run tools/generate_facts.py and commit the result")
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(outputs[path])
    return 0


if __name__ == "__main__":
    sys.exit(main())
