#!/usr/bin/env python3
"""Checks that readers find everything: docs/README.md names every page, links lead somewhere, the layout in README.md
lists every folder, the functions that docs/finding-your-way.md leads to are where it says, and so are the files that
docs/glossary.md names."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
WAYS = ROOT / "docs" / "finding-your-way.md"
STEP = re.compile(r"^- `([^`]+)`: (`[^`]+`(?:, `[^`]+`)*)$")  # - `file`: `function`, `Class::function`


def links(page):
    """What a page refers to, outside of its examples."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    return [link for link in LINK.findall(text) if "://" not in link and not link.startswith("mailto:")]


def without_page():
    """Links that lead nowhere."""
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")):
        for link in links(page):
            if not (page.parent / link).exists():
                yield f"{page.relative_to(ROOT)}: there is no {link}"


def not_indexed():
    """Pages that the index does not name."""
    named = set(links(ROOT / "docs" / "README.md"))
    for page in sorted(ROOT.glob("docs/*.md")):
        if page.name not in named and page.name != "README.md":
            yield f"docs/README.md does not name {page.name}"


def not_in_layout():
    """Folders that the layout does not list."""
    readme = (ROOT / "README.md").read_text()
    listed = set(re.findall(r"(?:^|  )([a-z_/]+)/(?= |$)", readme, flags=re.MULTILINE))
    folders = [path.parent for path in ROOT.glob("src/*/CMakeLists.txt")]
    folders += [path for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".") and path.name != "build"]
    for folder in sorted(folders):
        name = str(folder.relative_to(ROOT))
        if name not in listed and name != "src":
            yield f"README.md: the layout does not list {name}/"


def is_in(function, text):
    """Whether a text has the function, and what it is a member of."""
    *classes, name = function.split("::")
    return all(re.search(rf"\b{word}\b", text) for word in classes) and re.search(rf"\b{name}\(", text)


def lost_ways():
    """Steps to files and functions that are not there."""
    for line in WAYS.read_text().splitlines():
        if not line.startswith("- "):
            continue
        step = STEP.match(line)
        if step is None:
            yield f"{WAYS.name}: not of the form - `file`: `function`, `function`: {line}"
        elif not (ROOT / step[1]).is_file():
            yield f"{WAYS.name}: there is no {step[1]}"
        else:
            text = (ROOT / step[1]).read_text()
            yield from (f"{WAYS.name}: {step[1]} has no {name}" for name in step[2].replace("`", "").split(", ")
                        if not is_in(name, text))


def lost_words():
    """Files of the glossary that are not there; `*` stands for a part of a name."""
    named = re.findall(r"`((?:src|tests)/[^`]+)`", (ROOT / "docs" / "glossary.md").read_text())
    if not named:
        yield "glossary.md: it names no files"
    yield from (f"glossary.md: there is no {name}" for name in named if not any(ROOT.glob(name)))


def main():
    """The command."""
    found = [*without_page(), *not_indexed(), *not_in_layout(), *lost_ways(), *lost_words()]
    print("\n".join(found) or "all pages and folders are found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
