#!/usr/bin/env python3
"""Makes the channel's records and the worker's dispatch from api/operations.api.

    tools/generate_operations.py            write generated/wire
    tools/generate_operations.py --verify   fail if what is there is not current
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = ROOT / "api/operations.api"
OUTPUT = ROOT / "generated/wire/operations.h"
TYPES = {"u32": ("std::uint32_t", 4), "i32": ("std::int32_t", 4), "u64": ("std::uint64_t", 8),
         "i64": ("std::int64_t", 8), "f32": ("float", 4)}
FLAGS = ("payload", "reply-payload")


class Operation:
    def __init__(self, name, waits, flags):
        self.name = name
        self.waits = waits
        self.payload = "payload" in flags
        self.reply_payload = "reply-payload" in flags
        self.fields = []
        self.reply = []

    @property
    def type_name(self):
        return "".join(part.capitalize() for part in self.name.split("_"))


def fail(line_number, message):
    sys.exit(f"{SOURCE.relative_to(ROOT)}:{line_number}: {message}")


def parse():
    operations = []
    for number, raw in enumerate(SOURCE.read_text().splitlines(), 1):
        line = raw.split("#")[0].strip()
        if not line:
            continue
        words = line.split()
        if words[0] == "operation":
            if len(words) < 3 or words[2] not in ("waits", "goes") or any(w not in FLAGS for w in words[3:]):
                fail(number, "expected: operation NAME waits|goes [payload] [reply-payload]")
            if any(operation.name == words[1] for operation in operations):
                fail(number, f"there is an operation {words[1]} already")
            operations.append(Operation(words[1], words[2] == "waits", words[3:]))
            continue
        if not operations:
            fail(number, "an operation must come first")
        operation = operations[-1]
        is_reply = words[0] == "->"
        words = words[1:] if is_reply else words
        if len(words) != 2 or words[0] not in TYPES or not re.fullmatch("[a-z][a-z0-9_]*", words[1]):
            fail(number, "expected: TYPE FIELD")
        if is_reply and not operation.waits:
            fail(number, f"{operation.name} has no reply")
        (operation.reply if is_reply else operation.fields).append((words[0], words[1]))
    return operations


def members(fields, indent):
    """Wide ones first: no padding but at the end, where it is written out, so that nothing uninitialised is sent."""
    ordered = sorted(fields, key=lambda field: -TYPES[field[0]][1])
    lines = [f"{indent}{TYPES[kind][0]} {name} = 0;" for kind, name in ordered]
    if sum(TYPES[kind][1] for kind, _ in fields) % 8:
        lines.append(f"{indent}std::uint32_t padding = 0;")
    return lines


def visit(fields):
    return "".join(f' visit("{name}", {name});' for _, name in fields)


def record(operation):
    yes = {True: "true", False: "false"}
    lines = [f"struct {operation.type_name} {{",
             f"    static constexpr Operation id = Operation::{operation.type_name};",
             f"    static constexpr bool waits = {yes[operation.waits]};",
             f"    static constexpr bool has_payload = {yes[operation.payload]};",
             f"    static constexpr bool reply_has_payload = {yes[operation.reply_payload]};"]
    if operation.waits:
        lines.append("    struct Reply {")
        lines += members(operation.reply, "        ")
        lines.append("    };")
    lines += members(operation.fields, "    ")
    if operation.fields:
        lines += ["    template <typename Visitor>", "    void visit_fields(Visitor&& visit) const {",
                  "       " + visit(operation.fields), "    }"]
    else:
        lines += ["    template <typename Visitor>", "    void visit_fields(Visitor&&) const {}"]
    lines.append("};")
    return "\n".join(lines)


def render(operations):
    names = "\n".join(f"    {operation.type_name}," for operation in operations)
    texts = "\n".join(f'        case Operation::{operation.type_name}: return "{operation.name}";'
                      for operation in operations)
    cases = "\n".join(f"        case Operation::{operation.type_name}: "
                      f"return visit(std::type_identity<{operation.type_name}>());" for operation in operations)
    records = "\n\n".join(record(operation) for operation in operations)
    return f"""// Made by tools/generate_operations.py from api/operations.api. Do not edit.
// clang-format off
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ringfence::wire {{

enum class Operation : std::uint16_t {{
{names}
}};

constexpr std::uint16_t operation_count = {len(operations)};

constexpr std::string_view name_of(Operation operation) {{
    switch (operation) {{
{texts}
    }}
    return "unknown";
}}

{records}

// Calls visit(std::type_identity<Record>()) for the operation's record; `otherwise` for a number that is none.
template <typename Visitor, typename Otherwise>
decltype(auto) visit_operation(std::uint16_t operation, Visitor&& visit, Otherwise&& otherwise) {{
    switch (static_cast<Operation>(operation)) {{
{cases}
    }}
    return otherwise();
}}

}}  // namespace ringfence::wire
"""


def main():
    text = render(parse())
    if "--verify" in sys.argv[1:]:
        if not OUTPUT.exists() or OUTPUT.read_text() != text:
            sys.exit(f"{OUTPUT.relative_to(ROOT)} is not current. Run: tools/generate_operations.py")
        print(f"{OUTPUT.relative_to(ROOT)} is current")
        return
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(text)


if __name__ == "__main__":
    main()
