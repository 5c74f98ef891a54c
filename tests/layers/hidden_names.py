#!/usr/bin/env python3
"""Finds names in anonymous namespaces of src/ and tests/ that hide one that a header declares.

Several files are compiled as one (cmake/RingfenceOptions.cmake). There a function in the anonymous namespace of one file
hides what a header declares under the same name, for all files behind it: with the same parameters nothing is said, and
they call the wrong one.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("src", "tests")
FUNCTION = re.compile(
    r"^(?!using|return|namespace|class|struct|enum|template|public|private|[#}\s])[\w:<>,&*\[\]\s]+?[\s&*](\w+)\(([^;{]*?)\)"
    r"(?:const|noexcept|RF_\w+\([^)]*\)|\s)*[;{=]", re.MULTILINE)
CONSTANT = re.compile(r"^(?:static |inline )*constexpr [\w:<>,\s*]+?\b(\w+)(?:\[[^\]]*\])?(?: =|\{|;)", re.MULTILINE)
NOT_CODE = re.compile(r'R"(\w*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/', re.DOTALL)
ANONYMOUS = re.compile(r"^namespace \{\n(.*?)^\}  // namespace\n", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"^namespace ([\w:]+) \{", re.MULTILINE)


def without_names(parameters):
    """The types of parameters, as far as they can be compared as text."""
    types, depth, current = [], 0, ""
    for letter in parameters + ",":
        depth += (letter in "<([{") - (letter in ">)]}")
        if letter != "," or depth > 0:
            current += letter
            continue
        text = re.sub(r"\s+", " ", current.split("=")[0]).strip()
        named = re.fullmatch(r"(.*[\s&*>])\w+", text)
        types.append(re.sub(r"\w+::|\s", "", named[1] if named else text))
        current = ""
    return tuple(types)


def declared(text):
    """(name, its types) of functions, (name, None) of constants, at the edge of the page."""
    for match in FUNCTION.finditer(text):
        yield match[1], without_names(match[2])
    for match in CONSTANT.finditer(text):
        yield match[1], None


def space_of(text):
    """The first namespace that a file opens."""
    found = NAMED.search(text)
    return found[1] if found else ""


def may_include(path, header):
    """src/ includes nothing of tests/."""
    return not (path.startswith("src/") and header.startswith("tests/"))


def complaints(files):
    """The complaints about {path: text}."""
    headers, found = {}, []
    for path, text in files.items():
        if path.endswith(".h"):
            code = NOT_CODE.sub("", ANONYMOUS.sub("", text))
            for key in declared(code):
                headers.setdefault(key, []).append((space_of(text), path))
    for path, text in sorted(files.items()):
        if not path.endswith(".cpp"):
            continue
        inner = space_of(text)
        for part in ANONYMOUS.findall(text):
            for key in declared(NOT_CODE.sub("", part)):
                found += [f"{path}: {key[0]} hides that of {header}: another name, please"
                          for outer, header in headers.get(key, [])
                          if f"{inner}::".startswith(f"{outer}::") and may_include(path, header)]
    return found


def self_test():
    """The rule itself."""
    header = "namespace a::b {\nvoid emit(Emitter& e);\nconstexpr int most = 1;\n}\n"
    hiding = "namespace a::b {\nnamespace {\nvoid emit(Emitter& other) {\n}\n}  // namespace\n}\n"
    assert len(complaints({"x.h": header, "y.cpp": hiding})) == 1
    assert len(complaints({"x.h": header, "y.cpp": hiding.replace("a::b {", "a::b::c {", 1)})) == 1
    constant = hiding.replace("void emit(Emitter& other) {\n}", "constexpr unsigned most = 2;")
    assert len(complaints({"x.h": header, "y.cpp": constant})) == 1
    assert not complaints({"x.h": header, "y.cpp": hiding.replace("a::b", "a::c")})  # they do not see each other
    assert not complaints({"x.h": header, "y.cpp": hiding.replace("Emitter& other", "int other")})  # the compiler tells
    assert not complaints({"x.h": header, "y.cpp": hiding.replace("void emit", "// void emit").replace("}\n}", "}", 1)})
    assert len(complaints({"src/x.h": header, "tests/y.cpp": hiding})) == 1
    assert not complaints({"tests/x.h": header, "src/y.cpp": hiding})
    print("names that hide others are found")
    return 0


def main():
    """The command."""
    if "--self-test" in sys.argv[1:]:
        return self_test()
    files = {str(path.relative_to(ROOT)): path.read_text()
             for folder in FOLDERS for pattern in ("*.h", "*.cpp") for path in (ROOT / folder).rglob(pattern)}
    found = complaints(files)
    print("\n".join(found) or f"{len(files)} files: no name hides one of a header")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
