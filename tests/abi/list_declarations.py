#!/usr/bin/env python3
"""Declares every function of api/ as api/ has it: a compiler that also sees CUDA's headers refuses what differs.

    list_declarations.py SOURCE-ROOT OUTPUT
"""

import pathlib
import sys

root, output = map(pathlib.Path, sys.argv[1:])
sys.path.insert(0, str(root / "tools"))

import api_files  # noqa: E402


def declaration(function):
    parameters = ", ".join(f"{parameter.kind} {parameter.name}" for parameter in function.parameters)
    return f"{function.result} {function.name}({parameters});"


functions = api_files.read("driver") + api_files.read("runtime")
lines = [declaration(f) for f in functions if f.parameters is not None and "13" in f.runtimes]
output.write_text("\n".join(lines) + "\n")
