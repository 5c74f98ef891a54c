#!/usr/bin/env python3
"""Prints the largest classes, the longest functions and the files over 400 lines of src/, in lines.

    sizes.py                          the ten largest of each
    sizes.py --most 30 src/client     thirty of each, of one folder

It is a help for readers and reviewers, not a test. Functions are found by their braces, so preprocessor branches that
open the same brace twice would confuse it; there are none. Generated code lies in generated/ and does not count.
"""

import argparse
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
LARGE_FILE = 400
LONG_FUNCTION = 80
NOT_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'',
    re.DOTALL)
CLASS = re.compile(r"\b(?:class|struct|union)\s+(?:\[\[[^\]]*\]\]\s*)?([\w:]+(?:<[^{]*>)?)[^()]*$")
FUNCTION = re.compile(r"([\w:~]+|operator\W+)\s*\(")
CONTROL = re.compile(r"\s*(?:if|for|while|switch|do|else|catch|return)\b")


def blank(text):
    """The text without comments and strings, with the same lines."""
    return NOT_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def kind_of(header, parent):
    """The scope that a brace opens: (kind, name)."""
    header = re.sub(r"^\s*#.*$", "", header, flags=re.MULTILINE)
    header = re.sub(r"\s*(?:public|private|protected)\s*:", "", header)
    if re.search(r"\bnamespace\b|extern\s*$", header):
        return "namespace", ""
    if parent not in ("namespace", "class"):
        return "block", ""
    if named := CLASS.search(re.sub(r"\btemplate\s*<[^{]*?>\s*(?=class|struct|\w)", "", header)):
        return "class", named[1]
    called = FUNCTION.search(header)
    if called and not CONTROL.match(header) and not re.search(r"=\s*$", header):
        return "function", called[1]
    return "block", ""


def parts(path):
    """Its classes and functions: (kind, name, first line, lines)."""
    text = blank(path.read_text(errors="replace"))
    stack = []
    begin = 0  # of what stands before the next brace
    for at, letter in enumerate(text):
        if letter == "{":
            kind, name = kind_of(text[begin:at], stack[-1][0] if stack else "namespace")
            head = begin + len(text[begin:at]) - len(text[begin:at].lstrip())
            stack.append((kind, name, text.count("\n", 0, head) + 1))
        elif letter == "}" and stack:
            kind, name, first = stack.pop()
            if kind in ("class", "function"):
                yield kind, name, first, text.count("\n", 0, at) + 2 - first
        if letter in "{};":
            begin = at + 1


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", default=["src"])
    parser.add_argument("--most", type=int, default=10, help="how many lines of each list")
    arguments = parser.parse_args()
    files = sorted(path for folder in arguments.folders for path in (ROOT / folder).rglob("*")
                   if path.suffix in (".h", ".cpp", ".c"))
    found = []
    sizes = []
    for path in files:
        name = path.relative_to(ROOT)
        sizes.append((path.read_text(errors="replace").count("\n"), name))
        found += [(lines, kind, f"{name}:{first} {what}") for kind, what, first, lines in parts(path)]
    for kind, title in (("class", "largest classes"), ("function", "longest functions")):
        print(title)
        for lines, _, where in sorted((entry for entry in found if entry[1] == kind), reverse=True)[:arguments.most]:
            print(f"  {lines:5} {where}")
    long = sum(kind == "function" and lines > LONG_FUNCTION for lines, kind, _ in found)
    print(f"functions over {LONG_FUNCTION} lines: {long}")
    large = sorted((size for size in sizes if size[0] > LARGE_FILE), reverse=True)
    print(f"files over {LARGE_FILE} lines: {len(large)} of {len(sizes)}")
    for lines, name in large[:arguments.most]:
        print(f"  {lines:5} {name}")


if __name__ == "__main__":
    main()
