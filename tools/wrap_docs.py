#!/usr/bin/env python3
"""Wraps the prose of Markdown pages to 120 columns. Tables, code, headings and comments stay as they are.

    wrap_docs.py docs/ptx.md …    rewrites paragraphs and list items with a line that is too long
    wrap_docs.py --list           names every page with such lines
"""

import argparse
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTH = 120
ITEM = re.compile(r"^(\s*)((?:[-*] |\d+\. )?)")
FIXED = ("|", "#", "<", ">", "[^")


def pieces(words):
    """The words, with those of one `code` kept together."""
    piece = ""
    for word in words:
        piece = f"{piece} {word}" if piece else word
        if piece.count("`") % 2 == 0:
            yield piece
            piece = ""
    yield from piece.split()


def wrapped(lines):
    """A paragraph or list item within the width."""
    indent, mark = ITEM.match(lines[0]).groups()
    words = " ".join(line.strip() for line in lines)[len(mark):].split()
    result = []
    line = indent + mark
    is_begun = False
    for piece in pieces(words):
        if is_begun and len(line) + 1 + len(piece) > WIDTH:
            result.append(line)
            line = indent + " " * len(mark) + piece
        else:
            line += f" {piece}" if is_begun else piece
        is_begun = True
    return [*result, line]


def blocks(text):
    """The page as (is prose, lines): code, tables and the like are not prose."""
    block = []
    is_code = False
    for line in text.split("\n"):
        is_mark = line.lstrip().startswith("```")
        is_fixed = is_code or is_mark or not line.strip() or line.startswith(FIXED)
        if block and (is_fixed or ITEM.match(line)[2]):
            yield True, block
            block = []
        if is_fixed:
            yield False, [line]
        else:
            block.append(line)
        is_code ^= is_mark
    if block:
        yield True, block


def is_wide(lines):
    """True if a line is too long, and can be broken."""
    return any(len(line) > WIDTH for line in lines) and wrapped(lines) != lines


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", type=pathlib.Path)
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    if arguments.list:
        for page in sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))):
            wide = sum(is_prose and is_wide(lines) for is_prose, lines in blocks(page.read_text()))
            if wide:
                print(f"{wide:4} {page.relative_to(ROOT)}")
    for page in arguments.pages:
        result = [line for is_prose, lines in blocks(page.read_text())
                  for line in (wrapped(lines) if is_prose and is_wide(lines) else lines)]
        page.write_text("\n".join(result))


if __name__ == "__main__":
    main()
