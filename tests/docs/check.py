#!/usr/bin/env python3
"""Checks that readers find everything: docs/README.md names every page, links lead somewhere, the layout in README.md
lists every folder, files of src/ that a page names exist, and so do the functions that docs/finding-your-way.md and
docs/walks.md lead to, the functions with a class that any other page names, and the files in docs/glossary.md."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
WAYS = ("finding-your-way.md", "walks.md")
STEP = re.compile(r"^- `([^`]+)`: (`[^`]+`(?:, `[^`]+`)*)$")  # - `file`: `function`, `Class::function`

GENERATED = ("api-coverage.md", "library-coverage.md")
MEMBER = re.compile(r"`([A-Z]\w+(?:::\w+)*::[a-z]\w*)(?:\(\))?`")  # `Class::function`
PLANNED = re.compile(r"\*Planned:\*[^\n]*")


def links(page):
    """The links of a page, outside of its examples."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    return [link for link in LINK.findall(text) if "://" not in link and not link.startswith("mailto:")]


def without_page():
    """Links that lead nowhere."""
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")):
        for link in links(page):
            if not (page.parent / link).exists():
                yield f"{page.relative_to(ROOT)}: there is no {link}"


def anchors(page):
    """What a page's headings can be linked by."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def without_anchor():
    """Links to headings that are not there."""
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")):
        text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
        for link, anchor in re.findall(r"\]\(([\w./-]*)#([\w-]+)\)", text):
            other = page.parent / link if link else page
            if other.suffix == ".md" and other.exists() and anchor not in anchors(other):
                yield f"{page.relative_to(ROOT)}: {other.name} has no heading #{anchor}"


def without_section():
    """Sections that a page says another one has: `[page](page.md), *Section*`. They are headings, or begin in bold."""
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")):
        text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
        for link, section in re.findall(r"\]\(([\w./-]+\.md)\),\s+\*([^*]+)\*(?!\*)", text):
            other = page.parent / link
            name = re.escape(" ".join(section.split())).replace("\\ ", r"\s+")
            if other.exists() and not re.search(rf"^(#+ .*{name}|(- )?\*+{name})", other.read_text(),
                                                flags=re.MULTILINE):
                yield f"{page.relative_to(ROOT)}: {link} has no section '{' '.join(section.split())}'"


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


def defines(text, function):
    """True if a source text defines or declares the function; a mere call is not enough."""
    *classes, name = function.split("::")
    if re.search(rf"\.func\b.*\b{name}\(", text):
        return True  # of PTX
    start = rf"^[ \t]*(?!return\b|else\b|throw\b|co_)(?:[\w:<>,&*~\[\]\" ]+[ &*>])?"
    if not classes:
        return re.search(rf"{start}{name}\(", text, re.MULTILINE)
    if re.search(rf"{start}(?:\w+::)*{classes[-1]}(?:<[^>]*>)?::{name}\(", text, re.MULTILINE):
        return True
    return re.search(rf"\b(?:class|struct) (?:\w+::)*{classes[-1]}\b", text) and re.search(
        rf"{start}{name}\(", text, re.MULTILINE)


def lost_ways():
    """Steps to files and functions that are not there."""
    for page in WAYS:
        for line in (ROOT / "docs" / page).read_text().splitlines():
            if not line.startswith("- "):
                continue
            step = STEP.match(line)
            if step is None:
                yield f"{page}: not of the form - `file`: `function`, `function`: {line}"
            elif not (ROOT / step[1]).is_file():
                yield f"{page}: there is no {step[1]}"
            else:
                text = (ROOT / step[1]).read_text()
                yield from (f"{page}: {step[1]} does not define {name}"
                            for name in step[2].replace("`", "").split(", ") if not defines(text, name))


def lost_names():
    """Files of src/ and members of classes that a page names and that are not there."""
    sources = [path.read_text() for path in ROOT.glob("src/**/*") if path.suffix in (".h", ".cpp")]
    words = {}  # name → is it there
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")):
        if page.name in GENERATED or page.name in WAYS:
            continue
        text = PLANNED.sub("", re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL))
        for name in sorted(set(re.findall(r"`(src/[\w./*-]+)`", text))):
            if not any(ROOT.glob(name.rstrip("/"))):
                yield f"{page.relative_to(ROOT)}: there is no {name}"
        for name in sorted(set(MEMBER.findall(text))):
            owner, member = name.split("::")[-2:]
            if name not in words:
                words[name] = any(owner in source and re.search(rf"\b{owner}\b", source)
                                  and re.search(rf"\b{member}\b", source) for source in sources)
            if not words[name]:
                yield f"{page.relative_to(ROOT)}: no file of src/ has {name}"


def lost_words():
    """Files of the glossary that are not there; `*` stands for a part of a name."""
    named = re.findall(r"`((?:src|tests)/[^`]+)`", (ROOT / "docs" / "glossary.md").read_text())
    if not named:
        yield "glossary.md: it names no files"
    yield from (f"glossary.md: there is no {name}" for name in named if not any(ROOT.glob(name)))


def main():
    """The command."""
    found = [*without_page(), *without_anchor(), *without_section(), *not_indexed(), *not_in_layout(), *lost_ways(),
             *lost_names(), *lost_words()]
    print("\n".join(found) or "all pages and folders are found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
