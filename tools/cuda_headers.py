"""Reads the CUDA toolkit's headers with clang: their types and functions, as plain Python objects.

Used by the import tools alone. Building Ringfence needs neither clang's syntax trees nor the toolkit.
"""

import json
import pathlib
import re
import subprocess
import tempfile

TOOLKIT = pathlib.Path("/usr/local/cuda")

# __CUDA_API_VERSION_INTERNAL makes the headers declare old versions and per-thread variants beside the current names.
DRIVER_SOURCE = "#define __CUDA_API_VERSION_INTERNAL\n#define __CUDA_API_VERSION_INTERNAL_ODR\n#include <cuda.h>\n#include <cudaProfiler.h>\n"
RUNTIME_SOURCE = "#define __CUDA_API_VERSION_INTERNAL\n#include <cuda_runtime_api.h>\n#include <cuda_profiler_api.h>\n"


class Function:
    def __init__(self, name, result, parameters):
        self.name = name
        self.result = result
        self.parameters = parameters  # (type, name)


def clang(source, options):
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
        file.write(source)
        file.flush()
        command = ["clang++", "-x", "c++", f"-I{TOOLKIT}/include", *options, file.name]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def syntax_tree(source):
    return json.loads(clang(source, ["-fsyntax-only", "-Xclang", "-ast-dump=json"]))


def preprocess(source, options):
    return clang(source, ["-E", *options])


def with_files(tree):
    """clang names a declaration's file only where it changes. Yields (file, declaration), linkage blocks opened."""
    current = ""
    def visit(nodes):
        nonlocal current
        for node in nodes:
            location = node.get("loc", {})
            location = location.get("expansionLoc", location)
            current = location.get("file", current)
            own = current
            if node["kind"] == "LinkageSpecDecl":
                yield from visit(node.get("inner", []))
            else:
                yield own, node
                current = track(node, current)
    yield from visit(tree["inner"])


def track(node, current):
    """The last file named anywhere inside a declaration: the next one is relative to it."""
    for key, value in node.items():
        if key in ("loc", "begin", "end", "expansionLoc", "spellingLoc", "range") and isinstance(value, dict):
            current = value.get("file", current)
            current = track(value, current)
        elif key == "inner":
            for child in value:
                current = track(child, current)
    return current


def clean(spelling):
    """One way to write a type: `T* const*`, tags without struct or enum."""
    spelling = re.sub(r"\b(struct|enum|union) (?!\()", "", spelling)
    spelling = re.sub(r"\s*\*\s*", "*", spelling)
    return re.sub(r"\*(?=[A-Za-z])", "* ", spelling).strip()


def functions(tree):
    found = {}
    for _, node in with_files(tree):
        if node["kind"] != "FunctionDecl" or not re.match(r"(__)?cu", node["name"]):
            continue
        result = clean(node["type"]["qualType"].split("(", 1)[0])
        parameters = [(clean(child["type"]["qualType"]), child.get("name", ""))
                      for child in node.get("inner", []) if child["kind"] == "ParmVarDecl"]
        found[node["name"]] = Function(node["name"], result, parameters)
    return found


def exported(library):
    text = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    symbols = (line.split() for line in text.splitlines())
    return sorted(words[2].split("@")[0] for words in symbols if words[1] == "T" and words[2].startswith(("cu", "__cu")))
