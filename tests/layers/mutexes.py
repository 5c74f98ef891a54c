#!/usr/bin/env python3
"""Checks that every mutex of src/ says what it guards.

Clang checks who holds a mutex when a guarded variable is used (src/base/thread_annotations.h), but only of a Mutex of
base/mutex.h, and only where RF_GUARDED_BY stands. So nobody uses std::mutex, and each Mutex is named by an
RF_GUARDED_BY in its file, or a comment beside it says what it is for.
"""

import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "src"
PLAIN = re.compile(r"\bstd::(?:recursive_|timed_|shared_)*mutex\b|\bstd::condition_variable|\bstd::(?:lock_guard|scoped_lock|unique_lock|shared_lock)\b")
MEMBER = re.compile(r"^ *(?:mutable |static |ringfence::)*(?:Shared)?Mutex (\w+)(?: RF_[^;]*)?;(.*)$", re.MULTILINE)
OWN = {"base/mutex.h", "base/thread_annotations.h"}  # where they are wrapped


def complaints(files):
    """The complaints about {path: text}."""
    found = []
    for path, text in sorted(files.items()):
        if path in OWN:
            continue
        for match in PLAIN.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(f"src/{path}:{line}: {match[0]}: use base/mutex.h, and RF_GUARDED_BY at what it guards")
        for match in MEMBER.finditer(text):
            before = text[:match.start()].rstrip("\n").rsplit("\n", 1)[-1].strip()
            says = f"RF_GUARDED_BY({match[1]})" in text or "//" in match[2] or before.startswith("//")
            if not says:
                line = text.count("\n", 0, match.start(1)) + 1
                found.append(f"src/{path}:{line}: nothing says what {match[1]} guards")
    return found


def self_test():
    """The rule itself."""
    good = {"audit/a.h": "    Mutex mutex_;\n    int a_ RF_GUARDED_BY(mutex_);\n    mutable SharedMutex b_;  // around calls\n",
            "base/mutex.h": "std::mutex mutex_;"}
    assert complaints(good) == [], complaints(good)
    for text in ("std::mutex m_;", "std::shared_mutex m_;", "const std::lock_guard lock(m);", "    Mutex m_;\n    int a_;\n",
                 "    Mutex m_;\n    int a_ RF_GUARDED_BY(other_);\n", "std::condition_variable c_;"):
        assert len(complaints({"audit/a.h": text})) == 1, text
    print("mutexes that say nothing are found")
    return 0


def main():
    """The command."""
    if "--self-test" in sys.argv[1:]:
        return self_test()
    files = {str(path.relative_to(SOURCES)): path.read_text()
             for pattern in ("*.h", "*.cpp") for path in SOURCES.rglob(pattern)}
    found = complaints(files)
    mutexes = sum(len(MEMBER.findall(text)) for text in files.values())
    if mutexes < 20:
        found.append(f"only {mutexes} mutexes were found in {SOURCES}")
    print("\n".join(found) or f"{mutexes} mutexes say what they guard")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
