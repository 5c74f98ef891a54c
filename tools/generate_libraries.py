#!/usr/bin/env python3
"""Makes shims and adapters of libraries from api/libraries.

    tools/generate_libraries.py            write generated/libraries
    tools/generate_libraries.py --verify   fail if what is there is not current

NAME.api declares functions with what they reach (its head explains how), NAME.symbols what the real library exports.
"""

import pathlib
import re
import sys
import textwrap

import cudnn_declarations

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "api/libraries"
OUTPUT = ROOT / "generated/libraries"
BYTES = {"i32": 4, "i64": 8, "f16": 2, "f32": 4, "f64": 8, "c32": 8, "c64": 16}
REAL = {"f16": "f16", "f32": "f32", "f64": "f64", "c32": "f32", "c64": "f64"}
C_TYPES = {"i32": "int", "i64": "std::int64_t", "f32": "float", "f64": "double"}
ENUMERATION = re.compile(r"^(trans|transa|transb|uplo|side|diag|mode|.*type|.*Type|algo)$")
NO_64 = re.compile(r"(getrf|getri|getrs|geqrf|matinv|gels)Batched$")
HEAD = "// Made by tools/generate_libraries.py from api/libraries. Do not edit.\n// clang-format off\n"

# What each library answers, and the functions that src/client/libraries and src/adapters have themselves.
LIBRARIES = {
    "cufft": {"soname": "libcufft.so.12", "enum": "Cufft", "invalid": 4, "no_handle": 1},
    "cublas": {"soname": "libcublas.so.13", "enum": "Cublas", "invalid": 7, "no_handle": 1},
    "cublasLt": {"soname": "libcublasLt.so.13", "enum": "CublasLt", "invalid": 7, "no_handle": 1},
    "cusolver": {"soname": "libcusolver.so.12", "enum": "Cusolver", "invalid": 3, "no_handle": 1},
    "cusparse": {"soname": "libcusparse.so.12", "enum": "Cusparse", "invalid": 3, "no_handle": 1},
    "curand": {"soname": "libcurand.so.10", "enum": "Curand", "invalid": 104, "no_handle": 101},
    "cudnn": {"soname": "libcudnn.so.9", "enum": "Cudnn", "invalid": 2000, "no_handle": 1001},
    "nccl": {"soname": "libnccl.so.2", "enum": "Nccl", "has_versions": False},
    "cufile": {"soname": "libcufile.so.0", "enum": "Cufile", "has_versions": False},
}


class Problem(Exception):
    pass


class Parameter:
    """One of: handle; value (by value); scalar (by the pointer mode); memory (of the device); pointers (an array of)."""

    def __init__(self, kind, name):
        self.kind = kind
        self.name = name
        self.type = None      # of a value
        self.bytes = None     # an expression: of a scalar, or of an element of memory
        self.gives = False    # a scalar that is written
        self.extent = None
        self.batch = None
        self.optional = False

    @property
    def c_type(self):
        return C_TYPES[self.type] if self.kind == "value" else "void*"


def split(text):
    """At commas that are not inside brackets."""
    parts, depth, begin = [], 0, 0
    for i, letter in enumerate(text):
        if letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(text[begin:i].strip())
            begin = i + 1
    return [part for part in parts + [text[begin:].strip()] if part]


def parse_type(words):
    """Takes a type off the front: its size as an expression, and whether pointers to it are meant."""
    word = words.pop(0)
    pointers = word.endswith("*")
    word = word.rstrip("*")
    if word == "ex":
        return f"data_type_bytes({words.pop(0)})", pointers
    if word == "compute":
        return f"compute_scalar_bytes({words.pop(0)}, {words.pop(0)})", pointers
    if word not in BYTES:
        raise Problem(f"there is no type {word}")
    return str(BYTES[word]), pointers


def parse_parameter(text):
    match = re.fullmatch(r"([^\[]*?)(?:\[(.*)\])?", text)
    words, inside = match.group(1).split(), match.group(2)
    optional = words[0] == "optional"
    if optional:
        words.pop(0)
    role = words.pop(0)
    if role == "handle":
        return Parameter("handle", words[0])
    if role in C_TYPES:
        parameter = Parameter("value", words[0])
        parameter.type = role
        return parameter
    if role in ("scalar", "result", "update", "hostresult"):
        size, _ = parse_type(words)
        parameter = Parameter("scalar" if role != "hostresult" else "hostresult", words[0])
        parameter.bytes = size if inside is None else f"{inside} * {size}"
        parameter.gives = role != "scalar"
        return parameter
    if role in ("in", "out", "inout") and inside is not None:
        size, pointers = parse_type(words)
        parameter = Parameter("pointers" if pointers else "memory", words[0])
        parameter.bytes = size
        parameter.extent, _, batch = inside.partition(";")
        parameter.batch = batch.strip() or None
        parameter.optional = optional
        return parameter
    raise Problem(f"cannot understand the parameter '{text}'")


class Function:
    def __init__(self, name, parameters):
        self.name = name
        self.parameters = parameters
        self.requires = None

    @property
    def is_covered(self):
        """What writes to host memory whatever the pointer mode is not, yet."""
        return all(parameter.kind != "hostresult" for parameter in self.parameters)

    @property
    def gives(self):
        return any(parameter.gives for parameter in self.parameters)

    def with_wide_integers(self):
        other = Function(self.name + "_64", [])
        other.requires = self.requires
        for parameter in self.parameters:
            wide = Parameter(parameter.kind, parameter.name)
            wide.__dict__.update(parameter.__dict__)
            if wide.type == "i32" and not ENUMERATION.match(wide.name):
                wide.type = "i64"
            if wide.kind == "scalar" and wide.bytes == str(BYTES["i32"]) and getattr(parameter, "is_index", False):
                wide.bytes = str(BYTES["i64"])
            other.parameters.append(wide)
        return other


def parse_function(text):
    match = re.fullmatch(r"(\w+)\((.*)\)", text)
    if not match:
        raise Problem("expected: call NAME(PARAMETER, ...)")
    parameters = [parse_parameter(part) for part in split(match.group(2))]
    for parameter, part in zip(parameters, split(match.group(2))):
        parameter.is_index = part.split()[:2] == ["result", "i32"]
    if not parameters or parameters[0].kind != "handle":
        raise Problem("the first parameter must be the handle")
    return Function(match.group(1), parameters)


def expand(text, letter, kind):
    text = text.replace("{T}", letter)
    text = re.sub(r"\b(in|out|inout|scalar|result|update|hostresult) T\b", rf"\1 {kind}", text)
    return re.sub(r"\b(in|out|inout|scalar|result|update|hostresult) R\b", rf"\1 {REAL.get(kind, kind)}", text)


def parse_api(path):
    functions, group, newest = [], [(None, None)], []
    for number, raw in enumerate(path.read_text().splitlines(), 1):
        line = raw.split("#")[0].strip()
        if not line:
            continue
        word, _, rest = line.partition(" ")
        try:
            if word == "for":
                group = [tuple(pair.split()) for pair in rest.split(",")]
            elif word == "end":
                group = [(None, None)]
            elif word == "call":
                newest = [parse_function(expand(rest, *pair) if pair[0] else rest) for pair in group]
                functions += newest
            elif word == "requires":
                for function in newest:
                    function.requires = rest
            else:
                raise Problem(f"'{word}' is none of for, end, call, requires")
        except (Problem, ValueError) as problem:
            sys.exit(f"{path.relative_to(ROOT)}:{number}: {problem}")
    return functions


def read_symbols(name):
    lines = (SOURCES / f"{name}.symbols").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def with_wide_forms(functions, symbols):
    result = list(functions)
    for function in functions:
        wide = function.with_wide_integers()
        if wide.name in symbols and not NO_64.search(function.name):
            result.append(wide)
    return [function for function in result if function.is_covered]


def integers(function):
    return [(i, p) for i, p in enumerate(function.parameters) if p.kind == "value" and p.type in ("i32", "i64")]


def variables(pairs):
    """Integers are computed with in 128 bits, so that nothing overflows."""
    declared = ", ".join(f"{name} = {value}" for name, value in pairs)
    return f"    const reach::Wide {declared};\n" if pairs else ""


def adapter_function(library, function):
    facts = LIBRARIES[library]
    out = [f"Result<Answer> call_{function.name}(Library& library, Call& call) {{\n"
           f"    RF_TRY(Object * object, call.object(0, channel::Library::{facts['enum']}));\n",
           variables([(p.name, f"call.{p.type}({i})") for i, p in integers(function)])]
    if function.requires:
        out.append(f"    if (!({function.requires})) return Answer{{.status = {facts['invalid']}}};\n")
    arguments, types = [], []
    for i, p in enumerate(function.parameters):
        types.append(p.c_type)
        if p.kind == "handle":
            arguments.append("handle")
        elif p.kind == "value":
            is_float = p.type in ("f32", "f64")
            arguments.append(f"static_cast<{p.c_type}>({f'call.f64({i})' if is_float else p.name})")
        elif p.kind == "scalar":
            gives = "true" if function.gives else "false"
            out.append(f"    RF_TRY(void* {p.name}, call.scalar({i}, \"{p.name}\", {p.bytes}, {gives}));\n")
            arguments.append(p.name)
        elif p.kind == "pointers":
            out.append(f"    RF_TRY(void* {p.name}, call.pointers({i}, \"{p.name}\", {p.extent.strip()}, {p.bytes}, "
                       f"{p.batch}));\n")
            arguments.append(p.name)
        else:
            check = f"RF_RETURN_IF_ERROR(call.reaches({i}, \"{p.name}\", {p.extent.strip()}, {p.bytes}));"
            out.append(f"    if (call.pointer({i}) != nullptr) {check}\n" if p.optional else f"    {check}\n")
            arguments.append(f"call.pointer({i})")
    out.append("    RF_TRY(void* handle, library.begin(*object, call));\n")
    out.append(f"    return call.answer(library.invoke<int({', '.join(types)})>(Number::{function.name}, "
               f"{', '.join(arguments)}), object->stream);\n}}\n")
    return "".join(out)


def letter(parameter):
    if parameter.kind != "value":
        return {"handle": "h", "scalar": "s", "memory": "m", "pointers": "p"}[parameter.kind]
    if parameter.name == "computeType":
        return "k"
    if parameter.name.lower().endswith("type"):
        return "t"
    return {"i32": "i", "i64": "l", "f32": "f", "f64": "d"}[parameter.type]


def signature(function):
    """adapters/cublas.h explains the letters."""
    return "".join(letter(parameter) for parameter in function.parameters)


def adapter(library, functions):
    rows = "".join(f"    {{{{\"{f.name}\", \"{signature(f)}\"}}, call_{f.name}}},\n" for f in functions)
    calls = "\n".join(adapter_function(library, function) for function in functions)
    return (f"{HEAD}\n{calls}\n"
            f"constexpr Row rows[] = {{\n{rows}}};\n")


def numbers(library, functions):
    names = "".join(f"    {function.name},\n" for function in functions)
    return (f"{HEAD}//\n// The functions of {LIBRARIES[library]['soname']} that are declared in api/libraries: "
            f"their numbers go over the channel.\n#pragma once\n\n#include <cstdint>\n\n"
            f"namespace ringfence::{library} {{\n\nenum class Number : std::uint32_t {{\n{names}}};\n\n"
            f"constexpr std::uint32_t number_count = {len(functions)};\n\n}}  // namespace ringfence::{library}\n")


def used_in_shim(function):
    texts = [function.requires or ""] + [p.bytes for p in function.parameters if p.kind == "scalar"]
    texts += [p.batch for p in function.parameters if p.kind == "pointers"]
    return set(re.findall(r"[A-Za-z_]\w*", " ".join(texts)))


def shim_function(library, function):
    facts = LIBRARIES[library]
    declared = ", ".join(f"{p.c_type} {p.name}{'_' if p.kind == 'value' else ''}" for p in function.parameters)
    out = [f"int {function.name}({declared}) {{\n"
           f"    LibraryCall call(Library::{facts['enum']}, declared(Number::{function.name}), "
           f"{function.parameters[0].name});\n"
           f"    if (!call.is_open()) return {facts['no_handle']};\n",
           variables([(p.name, p.name + "_") for _, p in integers(function) if p.name in used_in_shim(function)])]
    if function.requires:
        out.append(f"    if (!({function.requires})) return {facts['invalid']};\n")
    chain = "".join(f".add({p.name}_)" if p.kind == "value" else
                    f".add_scalar({p.name}, {p.bytes}, {'true' if p.gives else 'false'})" if p.kind == "scalar" else
                    f".add_pointers({p.name}, {p.batch})" if p.kind == "pointers" else
                    f".add({p.name})" for p in function.parameters[1:])
    out.append(f"    return call{chain}.finish();\n}}\n")
    return "".join(out)


def exports(library, functions, by_hand, symbols):
    facts = LIBRARIES[library]
    shims = "".join(shim_function(library, function) for function in functions)
    covered = {function.name for function in functions} | by_hand
    stubs = "".join(f"int {symbol}() {{ return unsupported_function(Library::{facts['enum']}, \"{symbol}\"); }}\n"
                    for symbol in symbols if symbol not in covered)
    using = (f"using namespace ringfence;\nusing namespace ringfence::client;\nusing ringfence::{library}::Number;\n"
             "using channel::compute_scalar_bytes;\nusing channel::data_type_bytes;\nusing reach::band;\nusing reach::matrix;\nusing reach::max;\nusing reach::min;\nusing reach::packed;\n"
             "using reach::strided;\nusing reach::vector;\n") if functions else "using namespace ringfence::client;\n"
    helper = ("\nnamespace {\n\nconstexpr std::uint32_t declared(Number number) {\n"
              "    return channel::first_declared_function + static_cast<std::uint32_t>(number);\n}\n\n}  // namespace\n"
              ) if functions else ""
    include = f'#include "channel/library_functions.h"\n#include "channel/library_types.h"\n#include "libraries/{library}_numbers.h"\n' if functions else ""
    return (f"{HEAD}\n#include <cstdint>\n\n#include \"base/reach.h\"\n#include \"client/libraries/library_call.h\"\n"
            f"{include}\n{using}{helper}\nextern \"C\" {{\n\n#pragma GCC visibility push(default)\n{shims}\n"
            f"// Those that are not covered.\n{stubs}#pragma GCC visibility pop\n\n}}\n")


def version_script(library, symbols):
    lines = "".join(f"        {symbol};\n" for symbol in symbols)
    facts = LIBRARIES[library]
    version = f"{facts['soname']} " if facts.get("has_versions", True) else ""
    return f"# Made by tools/generate_libraries.py. Do not edit.\n{version}{{\n    global:\n" \
           f"{lines}    local:\n        *;\n}};\n"


def wrapped(names):
    return "\n".join(textwrap.wrap(" ".join(names), 118, break_long_words=False, break_on_hyphens=False))


def coverage(rows):
    """docs/library-coverage.md: what is covered, and what gets a "not supported"."""
    out = ["<!-- Made by tools/generate_libraries.py. Do not edit. -->\n# What is covered of libraries\n\n"
           "Covered means: on the software GPU. On a card the worker has no libraries yet (see\n"
           "[libraries.md](libraries.md)), and every function returns its library's \"not supported\".\n\n"
           "| library | exports | covered |\n|---|---|---|\n"]
    out += [f"| `{LIBRARIES[library]['soname']}` | {len(symbols)} | {len(covered)} |\n"
            for library, symbols, covered in rows]
    for library, symbols, covered in rows:
        rest = [symbol for symbol in symbols if symbol not in covered]
        out.append(f"\n## {LIBRARIES[library]['soname']}\n\nCovered:\n\n```\n{wrapped(sorted(covered))}\n```\n\n"
                   f"Not supported:\n\n```\n{wrapped(rest)}\n```\n")
    return "".join(out)


def functions_by_hand(library):
    """Those that src/client/libraries defines: lines that begin with RF_LIBRARY_FUNCTION(type, name)."""
    folder = ROOT / "src/client/libraries"
    paths = [folder / f"{library}.cpp"] + sorted(folder.glob(f"{library}_*.cpp"))
    text = "".join(path.read_text() for path in paths if path.exists())
    return set(re.findall(r"RF_LIBRARY_FUNCTION\([\w: ]+\*?, *(\w+)\)", text))


def cudnn(path, symbols, by_hand):
    functions = cudnn_declarations.parse(path)
    covered = cudnn_declarations.covered(functions) | by_hand
    strange = sorted(covered - set(symbols))
    if strange:
        sys.exit(f"{path.relative_to(ROOT)}: libcudnn.so.9 does not export {', '.join(strange)}")
    stubs = "".join(f"int {symbol}() {{ return unsupported_function(Library::Cudnn, \"{symbol}\"); }}\n"
                    for symbol in symbols if symbol not in covered)
    exports = (f"{HEAD}\n#include \"client/libraries/cudnn_call.h\"\n\nusing namespace ringfence::client;\n"
               f"using namespace ringfence::client::cudnn;\n\nextern \"C\" {{\n\n#pragma GCC visibility push(default)\n"
               f"{cudnn_declarations.shim(functions, by_hand)}\n// Those that are not covered.\n{stubs}"
               f"#pragma GCC visibility pop\n\n}}\n")
    return {"cudnn_exports.cpp": exports, "cudnn_numbers.h": cudnn_declarations.numbers(HEAD, functions),
            "cudnn_adapter.inc": cudnn_declarations.adapter(HEAD, functions),
            "cudnn_numbers.inc": cudnn_declarations.names(HEAD, cudnn_declarations.calls(functions)),
            "cudnn_setters.inc": cudnn_declarations.names(HEAD, cudnn_declarations.setters(functions))}


def outputs():
    files = {}
    rows = []
    for library in LIBRARIES:
        symbols = read_symbols(library)
        by_hand = functions_by_hand(library)
        unknown = by_hand - set(symbols)
        if unknown:
            sys.exit(f"{LIBRARIES[library]['soname']} does not export {', '.join(sorted(unknown))}")
        path = SOURCES / f"{library}.api"
        functions = []
        if library == "cudnn":
            files |= cudnn(path, symbols, by_hand)
            rows.append((library, symbols, cudnn_declarations.covered(cudnn_declarations.parse(path)) | by_hand))
            files[f"lib{library}.map"] = version_script(library, symbols)
            continue
        if path.exists():
            declared = parse_api(path)
            strange = [f.name for f in declared if f.name not in symbols]
            if strange:
                sys.exit(f"{path.relative_to(ROOT)}: {LIBRARIES[library]['soname']} does not export {', '.join(strange)}")
            functions = [f for f in with_wide_forms(declared, symbols) if f.name not in by_hand]
            files[f"{library}_numbers.h"] = numbers(library, functions)
            files[f"{library}_adapter.inc"] = adapter(library, functions)
        rows.append((library, symbols, {function.name for function in functions} | by_hand))
        files[f"{library}_exports.cpp"] = exports(library, functions, by_hand, symbols)
        files[f"lib{library}.map"] = version_script(library, symbols)
    files = {OUTPUT / name: text for name, text in files.items()}
    files[ROOT / "docs/library-coverage.md"] = coverage(rows)
    return files


def main():
    files = outputs()
    if "--verify" in sys.argv[1:]:
        for path, text in files.items():
            if not path.exists() or path.read_text() != text:
                sys.exit(f"{path.relative_to(ROOT)} is not current. Run: tools/generate_libraries.py")
        print(f"{OUTPUT.relative_to(ROOT)} is current")
        return
    OUTPUT.mkdir(parents=True, exist_ok=True)
    for path, text in files.items():
        path.write_text(text)


if __name__ == "__main__":
    main()
