#!/usr/bin/env python3
"""Lists what src/abi says, as X-macro lines: the size of each type, the offset of each field, the value of each constant.

    list_facts.py SOURCE-ROOT OUTPUT
"""

import pathlib
import re
import sys

# Ours alone: CUDA 12's layout, which the toolkit at hand does not have.
SKIPPED = {"cuda12_types.h"}


def enum_facts(text):
    for body in re.findall(r"^enum \w+ : \w+ \{(.*?)^\};", text, re.M | re.S):
        yield from (f"RINGFENCE_VALUE({name})" for name in re.findall(r"^\s+(\w+) =", body, re.M))


def constant_facts(text):
    yield from (f"RINGFENCE_VALUE({name})" for name in re.findall(r"^constexpr \w+(?: int)? (\w+) =", text, re.M))
    yield from (f"RINGFENCE_POINTER({name})" for name in re.findall(r"^inline \S+ const (\w+) =", text, re.M))


def parse_fields(lines):
    """Reads lines up to the brace that closes the record. Returns dotted names, and what follows the brace."""
    names = []
    for line in lines:
        closing = re.fullmatch(r"\s*\}\s*(\w*)(\[\d+\])?;", line)
        if closing:
            return names, closing.group(1)
        opening = re.fullmatch(r"\s*(?:struct|union)\s*(\w*) \{", line)
        if opening:
            inner, name = parse_fields(lines)
            if not opening.group(1):  # a named type only declares; the field that has it follows
                names += ([name] if name else []) + [f"{name}.{field}" if name else field for field in inner]
            continue
        field = re.fullmatch(r"\s*.*?\(\*(\w+)\)\(.*\);|\s*.*?(\w+)(?:\[\d+\])*(?: = \d+)?;", line)
        if field:
            names.append(field.group(1) or field.group(2))
    return names, ""


def record_facts(text):
    lines = iter(text.splitlines())
    for line in lines:
        opening = re.fullmatch(r"(?:struct|union) (\w+) \{", line)
        if not opening:
            continue
        record = opening.group(1)
        yield f"RINGFENCE_SIZE({record})"
        names, _ = parse_fields(lines)
        yield from (f"RINGFENCE_OFFSET({record}, {name})" for name in names)


def main():
    root, output = map(pathlib.Path, sys.argv[1:])
    facts = []
    for path in sorted((root / "src/abi").glob("*.h")):
        if path.name not in SKIPPED:
            text = path.read_text()
            facts += [*enum_facts(text), *constant_facts(text), *record_facts(text)]
    output.write_text("\n".join(dict.fromkeys(facts)) + "\n")


if __name__ == "__main__":
    main()
