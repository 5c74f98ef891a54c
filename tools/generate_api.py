#!/usr/bin/env python3
"""Makes the exported functions, their entries in the client library and the tables about them from api/.

    tools/generate_api.py                       write generated/api and docs/api-coverage.md
    tools/generate_api.py --verify              fail if what is there is not current
    tools/generate_api.py --implemented NAME…   mark functions as implemented, then write
"""

import pathlib
import re
import sys

import api_coverage
import api_files

ROOT = api_files.ROOT
GENERATED = ROOT / "generated/api"
BANNER = "// Made by tools/generate_api.py from api/. Do not edit.\n// clang-format off\n"
TYPES = {"driver": ["abi/driver_types.h"], "runtime": ["abi/cuda12_types.h", "abi/driver_types.h", "abi/runtime_types.h"]}


def identifier(function):
    """Unique: a function of CUDA 12's runtime may have the name of another one of 13's."""
    return function.name + ("_runtime12" if function.runtimes == ("12",) else "")


def space(function):
    """The namespace of what implements it."""
    return "runtime12" if function.target.runtimes == ("12",) else function.api


def signature(function, named=True):
    parameters = function.parameters or []
    return ", ".join(f"{p.kind} {p.name}" if named else p.kind for p in parameters)


def arguments(function):
    return ", ".join(p.name for p in function.parameters or [])


def includes(files):
    return "".join(f'#include "{file}"\n' for file in files)


def functions_header(api, functions):
    """The functions that the client implements."""
    lines = []
    current = None
    for function in functions:
        if function.base is not None or function.parameters is None:
            continue  # not the client's business
        if space(function) != current:
            lines.append(("" if current is None else f"}}  // namespace ringfence::{current}\n\n")
                         + f"namespace ringfence::{space(function)} {{\n")
            current = space(function)
        lines.append(f"{function.result} {function.name}({signature(function)});")
    return (BANNER + f"//\n// The {api} API as the client implements it. Only what api/{api} calls implemented is defined.\n"
            "#pragma once\n\n" + includes(TYPES[api]) + "\n" + "\n".join(lines) + f"\n\n}}  // namespace ringfence::{current}\n")


def entries_header(api, functions):
    lines = [f"{function.result} rf_{identifier(function)}({signature(function)});" for function in functions]
    return (BANNER + "//\n// The entries of the client library that the exported functions lead to.\n#pragma once\n\n"
            + includes(TYPES[api]) + '\nextern "C" {\n\n#pragma GCC visibility push(default)\n' + "\n".join(lines)
            + "\n#pragma GCC visibility pop\n\n}\n")


def entry(function):
    name = identifier(function)
    head = f"{function.result} rf_{name}"
    if not function.implemented:
        return f"{head}({signature(function, named=False)}) {{ return unsupported<{function.result}>(Api::{name}); }}"
    target = f"ringfence::{space(function)}::{function.target.name}"
    call = f"return traced<Api::{name}>({', '.join(filter(None, [target, arguments(function)]))});"
    scope = "PerThreadDefaultStream scope; " if function.per_thread else ""
    return f"{head}({signature(function)}) {{ {scope}{call} }}"


def entries_source(api, functions):
    return (BANNER + includes([f"api/{api}_entries.h", f"api/{api}_functions.h", "client/trace/default_stream.h",
                               "client/trace/traced.h"])
            + "\nusing namespace ringfence::client;\n\nextern \"C\" {\n\n" + "\n".join(entry(f) for f in functions) + "\n\n}\n")


def exports_source(api, functions):
    lines = [f"{function.result} {function.name}({signature(function)}) {{ return rf_{identifier(function)}"
             f"({arguments(function)}); }}" for function in functions]
    return (BANNER + includes([f"api/{api}_entries.h"]) + '\nextern "C" {\n\n#pragma GCC visibility push(default)\n'
            + "\n".join(lines) + "\n#pragma GCC visibility pop\n\n}\n")


DIRECTIONS = {"in": "i", "out": "o", "inout": "b", None: "-"}


def names_header(functions):
    names = "\n".join(f"    {identifier(function)}," for function in functions)
    return BANNER + f"""#pragma once

#include <cstdint>

namespace ringfence::client {{

enum class Api : std::uint16_t {{
{names}
}};

constexpr std::uint16_t api_count = {len(functions)};

enum class ApiResult : std::uint8_t {{ Driver, Runtime, Other }};

struct ApiInfo {{
    const char* name;
    const char* parameters;  // their names, separated by commas
    const char* directions;  // one letter each: i in, o out, b both, - none
    ApiResult result;
}};

extern const ApiInfo api_infos[api_count];

}}  // namespace ringfence::client
"""


def names_source(functions):
    rows = []
    for function in functions:
        parameters = function.parameters or []
        kind = function.api.capitalize() if function.returns_status else "Other"
        rows.append(f'    {{"{function.name}", "{",".join(p.name for p in parameters)}", '
                    f'"{"".join(DIRECTIONS[p.direction] for p in parameters)}", ApiResult::{kind}}},')
    return (BANNER + '#include "api/names.h"\n\nnamespace ringfence::client {\n\nconst ApiInfo api_infos[api_count] = {\n'
            + "\n".join(rows) + "\n};\n\n}  // namespace ringfence::client\n")


def proc_table(functions):
    """Rows of cuGetProcAddress, sorted by name, then version."""
    rows = []
    stems = {function.name: re.sub(r"(_v\d)?(_ptds|_ptsz)?$", "", function.name) for function in functions}
    there = {stems[function.name] for function in functions if function.implemented or function.listed}
    for function in functions:
        stem = stems[function.name]
        if stem not in there:
            continue  # what is not there is not found; of what is there all versions are, since each has other parameters
        rows.append((stem, function.since or 0, function.per_thread, function.name))
    text = "\n".join(f'    {{"{stem}", {since}, {"true" if thread else "false"}, reinterpret_cast<void*>(rf_{name})}},'
                     for stem, since, thread, name in sorted(rows))
    return (BANNER + '#include "client/entries/proc_address.h"\n\n#include "api/driver_entries.h"\n\n'
            "namespace ringfence::client {\n\nconst ProcEntry proc_entries[] = {\n" + text
            + f"\n}};\n\nconst std::size_t proc_entry_count = {len(rows)};\n\n}}  // namespace ringfence::client\n")


def enumerators(api):
    text = (ROOT / f"src/abi/{api}_status.h").read_text()
    return [(int(value), name) for name, value in re.findall(r"^\s+(\w+) = (\d+),", text, re.M)]


def status_texts():
    texts = {}
    for number, line in enumerate((ROOT / "api/status.txt").read_text().splitlines(), 1):
        if line.split("#")[0].strip():
            code, _, text = line.strip().partition(" ")
            if not code.isdigit() or not text:
                sys.exit(f"api/status.txt:{number}: expected: NUMBER TEXT")
            texts[int(code)] = text.strip()
    return texts


def status_source():
    texts = status_texts()
    blocks = []
    for api in ("driver", "runtime"):
        rows = enumerators(api)
        missing = [f"{value} ({name})" for value, name in rows if value not in texts]
        if missing:
            sys.exit(f"api/status.txt: there is no text for {', '.join(missing)}")
        cases = "\n".join(f'        case {value}: return {{"{name}", "{texts[value]}"}};' for value, name in rows)
        blocks.append(f"StatusText {api}_status_text(int status) {{\n    switch (status) {{\n{cases}\n    }}\n"
                      "    return {nullptr, nullptr};\n}\n")
    return (BANNER + '#include "client/trace/status_text.h"\n\nnamespace ringfence::client {\n\n' + "\n".join(blocks)
            + "\n}  // namespace ringfence::client\n")


def version_script(node, patterns):
    return f"# Made by tools/generate_api.py. Do not edit.\n{node}{{\n    global: {' '.join(p + ';' for p in patterns)}\n    local: *;\n}};\n"


def render():
    driver, runtime = api_files.read("driver"), api_files.read("runtime")
    functions = driver + runtime
    files = {"names.h": names_header(functions), "names.cpp": names_source(functions),
             "proc_table.cpp": proc_table(driver), "status_text.cpp": status_source(),
             "driver_exports.cpp": exports_source("driver", driver)}
    for api, members in (("driver", driver), ("runtime", runtime)):
        files[f"{api}_functions.h"] = functions_header(api, members)
        files[f"{api}_entries.h"] = entries_header(api, members)
        files[f"{api}_entries.cpp"] = entries_source(api, members)
    files["libcuda.map"] = version_script("", ["cu*", "ringfence_shim_version"])
    for version in ("12", "13"):
        members = [function for function in runtime if version in function.runtimes]
        files[f"runtime{version}_exports.cpp"] = exports_source("runtime", members)
        files[f"libcudart{version}.map"] = version_script(f"libcudart.so.{version} ", ["cuda*", "__cuda*"])
    outputs = {GENERATED / name: text for name, text in files.items()}
    outputs[ROOT / "docs/api-coverage.md"] = api_coverage.render(driver, runtime)
    return outputs


def mark_implemented(names):
    left = set(names)
    for path in api_files.files("driver") + api_files.files("runtime"):
        text = path.read_text()
        for name in names:
            text, count = re.subn(rf"^unsupported ({name}\(.*?)(, (reason [^,\n]*|listed))*$", r"implemented \1", text,
                                  flags=re.M)
            if count or re.search(rf"^implemented {name}\(", text, re.M):
                left.discard(name)
        path.write_text(text)
    if left:
        sys.exit(f"not declared in api/: {', '.join(sorted(left))} (per-thread variants follow their function)")


def main():
    if sys.argv[1:2] == ["--implemented"]:
        mark_implemented(sys.argv[2:])
    outputs = render()
    if sys.argv[1:] == ["--verify"]:
        stale = [str(path.relative_to(ROOT)) for path, text in outputs.items()
                 if not path.exists() or path.read_text() != text]
        if stale:
            sys.exit(f"not current: {', '.join(stale)}. Run: tools/generate_api.py")
        print(f"generated/api is current: {len(outputs)} files")
        return
    GENERATED.mkdir(parents=True, exist_ok=True)
    for path, text in outputs.items():
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


if __name__ == "__main__":
    main()
