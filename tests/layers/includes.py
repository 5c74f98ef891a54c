#!/usr/bin/env python3
"""Checks that files, headers too, include only what their folder depends on.

CMake refuses a library that links one above it (src/CMakeLists.txt). But all of src/ is on the include path, so a file
could include a header of any folder, and nothing would be linked. So each #include in src/ must lead to the file's own
folder or to one that the folder's CMakeLists.txt links, directly or through others.
"""

import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "src"
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)

# Folders without a library of their own: headers for those around them.
SHARED = {"soft_libraries"}
# (folder, header): why. Headers alone, of which nothing is linked.
ALLOWED = {
    ("supervisor", "worker/control.h"): "the messages between the two; the supervisor links nothing of the worker's",
    ("soft_libraries/sparse", "channel/cusparse_state.h"): "the descriptors' form on the wire",
    ("soft_libraries/sparse", "soft_libraries/blas/scalar.h"): "what a number is, for both",
    ("soft_libraries/dnn", "soft_libraries/blas/scalar.h"): "what a number is, for both",
    ("guard/rewriter", "guard/conditions/geometry.h"): "constants: where a window lies; no code is shared",
    ("guard/conditions", "ptx/image_access.h"): "the ways in which an instruction looks at an image",
    ("guard/rewriter", "guard/conditions/texture_table.h"): "constants: which entry of a table an instruction takes",
}


def read_folders(files):
    """Folder -> folders that it links, from {path: text} of the CMakeLists.txt."""
    texts = {folder: re.sub(r"#[^\n]*", "", text) for folder, text in files.items()}
    home = {}
    for folder, text in texts.items():
        for target in re.findall(r"(?:ringfence_library\(\s*|add_library\(ringfence_)(\w+)", text):
            home.setdefault(target, folder)
    linked = {}
    for folder, text in texts.items():
        names = re.findall(r"ringfence(?:::|_)(\w+)", text)
        linked[folder] = {home[name] for name in names if name in home} - {folder}
    return linked


def reach(folder, linked):
    """All that a folder depends on."""
    found, queue = set(), [folder]
    while queue:
        for dependency in linked.get(queue.pop(), ()):
            if dependency not in found:
                found.add(dependency)
                queue.append(dependency)
    return found


def folder_of(path, linked):
    """The nearest folder above a file that has a CMakeLists.txt, or that all around it share."""
    for parent in pathlib.PurePosixPath(path).parents:
        if str(parent) in linked or str(parent) in SHARED:
            return str(parent)
    return None


def violations(files, linked):
    """The violations in {path: text} of the sources, and the exceptions that were used."""
    found, used = [], set()
    for path, text in sorted(files.items()):
        folder = folder_of(path, linked)
        allowed = reach(folder, linked) | SHARED | {folder}
        if folder in SHARED:
            continue
        for header in INCLUDE.findall(text):
            if header not in files or folder_of(header, linked) in allowed:
                continue
            if (folder, header) in ALLOWED:
                used.add((folder, header))
                continue
            found.append(f"src/{path} includes {header}, but src/{folder}/CMakeLists.txt does not link "
                         f"src/{folder_of(header, linked)}: link it, if the layers allow that, or move the header down")
    return found, used


def read_tree():
    """The texts of src/: CMakeLists.txt by folder, sources by path."""
    cmake = {str(path.parent.relative_to(SOURCES)): path.read_text()
             for path in SOURCES.rglob("CMakeLists.txt") if path.parent != SOURCES}
    sources = {str(path.relative_to(SOURCES)): path.read_text()
               for pattern in ("*.h", "*.cpp") for path in SOURCES.rglob(pattern)}
    return cmake, sources


def self_test():
    """The rule itself, on a tree of three folders."""
    linked = read_folders({"low": "ringfence_library(low SOURCES a.cpp)",
                           "mid": "ringfence_library(mid SOURCES b.cpp DEPS ringfence::low)",
                           "top": "add_library(ringfence_top SHARED c.cpp)\ntarget_link_libraries(ringfence_top ringfence::mid)"})
    assert reach("top", linked) == {"low", "mid"}, linked
    good = {"low/a.h": "", "mid/b.h": '#include "low/a.h"\n', "top/c.cpp": '#include "low/a.h"\n#include "mid/b.h"\n'}
    assert violations(good, linked) == ([], set())
    for path, header in (("low/a.h", "mid/b.h"), ("low/a.cpp", "top/c.h"), ("mid/b.h", "top/c.h")):
        bad = dict(good, **{"top/c.h": "", path: f'#include "{header}"\n'})
        assert len(violations(bad, linked)[0]) == 1, (path, header)
    print("includes that point upwards are found")
    return 0


def main():
    """The command."""
    if "--self-test" in sys.argv[1:]:
        return self_test()
    cmake, sources = read_tree()
    linked = read_folders(cmake)
    found, used = violations(sources, linked)
    found += [f"{folder} does not include {header} any more: delete that from ALLOWED"
              for folder, header in ALLOWED.keys() - used]
    if len(sources) < 100 or len(linked) < 20:
        found.append(f"only {len(sources)} sources in {len(linked)} folders were found in {SOURCES}")
    print("\n".join(found) or f"{len(sources)} files include only what their folders depend on")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
