#!/usr/bin/env python3
"""Writes which parameters of CUDA's functions are written to, from api/, for out_parameters_test.cpp.

    out_parameters.py OUTPUT
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import api_files  # noqa: E402


def lengths():
    """For each function and each of its arrays: the names of the parameters that give its length."""
    found = {}
    for api in ("driver", "runtime"):
        for path in api_files.files(api):
            for line in path.read_text().splitlines():
                function = re.match(r"implemented\s+(\w+)\(", line)
                if function:
                    arrays = re.findall(r"(\w+) (?:in|out|inout)\[(\w+)\]", line)
                    found.setdefault(function.group(1), {}).update(arrays)
    return found


def entry(function, arrays):
    names = [parameter.name for parameter in function.parameters]
    specs = []
    for parameter in function.parameters:
        is_written = parameter.direction in ("out", "inout") and not parameter.kind.startswith("const ")
        length = names.index(arrays[parameter.name]) if parameter.name in arrays else -1
        specs.append(f"{{{str(is_written).lower()}, {length}}}")
    space = function.api + ("12" if function.runtimes == ("12",) else "")
    return f"RF_FUNCTION({space}, {function.name}, {', '.join(specs)})\n"


def main():
    arrays = lengths()
    lines = []
    for api in ("driver", "runtime"):
        for function in api_files.read(api):
            is_plain = function.implemented and function.base is None and function.parameters
            if is_plain and any(parameter.direction in ("out", "inout") for parameter in function.parameters):
                lines.append(entry(function, arrays.get(function.name, {})))
    pathlib.Path(sys.argv[1]).write_text("".join(lines))


if __name__ == "__main__":
    main()
