"""Reads the declarations in api/driver and api/runtime. docs/api-format.md describes them."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CAPABILITIES = ("memory", "launch", "module", "stream")
CLASSES = ("client", "waits", "goes")
STATUSES = ("implemented", "unsupported")
DEFAULT_RESULT = {"driver": "CUresult", "runtime": "cudaError_t"}


class Parameter:
    def __init__(self, kind, name, direction):
        self.kind, self.name, self.direction = kind, name, direction


class Function:
    def __init__(self, api, topic, name):
        self.api, self.topic, self.name = api, topic, name
        self.implemented = False
        self.base = None          # a variant: the name that it is a variant of
        self.target = self        # what implements it
        self.per_thread = False   # a variant whose default stream is the thread's own
        self.parameters = None    # None: unknown
        self.result = DEFAULT_RESULT[api]
        self.execution = "client"
        self.needs = None
        self.capture = "allowed"
        self.since = None
        self.reason = None        # why it is not supported
        self.listed = False       # cuGetProcAddress finds it although it is not supported
        self.runtimes = ("12", "13")

    @property
    def returns_status(self):
        return self.result == DEFAULT_RESULT[self.api]


def fail(path, number, message):
    sys.exit(f"{path.relative_to(ROOT)}:{number}: {message}")


def parse_parameter(text):
    words = text.split()
    direction = None
    if re.fullmatch(r"(in|out|inout)(\[\w+\])?", words[-1]) and len(words) > 2:
        direction = words.pop().split("[")[0]
    if len(words) < 2 or not re.fullmatch(r"\w+", words[-1]):
        raise ValueError(f"this is no parameter: {text.strip()}")
    return Parameter(" ".join(words[:-1]), words[-1], direction)


def parse_properties(function, text):
    for entry in filter(None, (word.strip() for word in text.split(","))):
        word, _, value = entry.partition(" ")
        if word in CLASSES and not value:
            function.execution = word
        elif word == "needs" and value in CAPABILITIES:
            function.needs = value
        elif word == "capture" and value in ("allowed", "refused", "node"):
            function.capture = value
        elif word == "since" and value.isdigit():
            function.since = int(value)
        elif word == "reason" and value:
            function.reason = value
        elif entry == "listed":
            function.listed = True
        elif word == "runtime" and value in ("12", "13"):
            function.runtimes = (value,)
        else:
            raise ValueError(f"unknown property: {entry}")


def parse_line(api, topic, line):
    variant = re.fullmatch(r"(per-thread|alias)\s+(\w+) of (\w+)(?:,(.*))?", line)
    if variant:
        function = Function(api, topic, variant.group(2))
        function.base = variant.group(3)
        function.per_thread = variant.group(1) == "per-thread"
        parse_properties(function, variant.group(4) or "")
        return function
    words = re.fullmatch(r"(\w+)\s+(\w+)\((.*)\)(?: -> ([^,]*?[\w*]))? (\w+(?:,.*)?)", line)
    if words is None or words.group(1) not in STATUSES:
        raise ValueError("expected: implemented|unsupported NAME(PARAMETERS) [-> TYPE] CLASS[, PROPERTIES]")
    function = Function(api, topic, words.group(2))
    function.implemented = words.group(1) == "implemented"
    if words.group(3) != "...":
        function.parameters = [parse_parameter(text) for text in split_parameters(words.group(3))]
    function.result = words.group(4) or function.result
    parse_properties(function, words.group(5))
    return function


def split_parameters(text):
    """At commas outside of parentheses: a parameter may be a pointer to a function."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return [part for part in (*parts, text[start:]) if part.strip()]


def files(api):
    return sorted((ROOT / "api" / api).glob("*.api"))


def read(api):
    found = {}
    for path in files(api):
        reason = None
        for number, raw in enumerate(path.read_text().splitlines(), 1):
            line = raw.split("#")[0].strip()
            if not line:
                continue
            if line.startswith("unsupported because "):
                reason = line.removeprefix("unsupported because ")
                continue
            try:
                function = parse_line(api, path.stem, line)
                function.reason = function.reason or reason
            except ValueError as problem:
                fail(path, number, problem)
            if function.name in found and set(found[function.name].runtimes) & set(function.runtimes):
                fail(path, number, f"{function.name} is declared already")
            found[function.name + ("" if len(function.runtimes) == 2 else "@" + function.runtimes[0])] = function
    resolve_variants(found)
    return list(found.values())


def resolve_variants(found):
    for function in found.values():
        if function.base is None:
            continue
        target = target_of(found, function)
        function.target = target
        function.implemented = target.implemented
        function.parameters, function.result = target.parameters, target.result
        function.execution, function.needs, function.capture = target.execution, target.needs, target.capture
        function.reason, function.listed = target.reason, target.listed


def target_of(found, function):
    """The final function of a variant: a per-thread variant may be that of an alias. An alias means 13's function."""
    while function.base is not None:
        runtime = function.runtimes[0] if function.per_thread else "13"
        base = found.get(function.base) or found.get(f"{function.base}@{runtime}")
        if base is None:
            sys.exit(f"api/{function.api}/{function.topic}.api: {function.name} is a variant of {function.base}, "
                     "which is not declared")
        function = base
    return function
