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
BYTES = {"b8": 1, "i32": 4, "i64": 8, "f16": 2, "f32": 4, "f64": 8, "c32": 8, "c64": 16}
REAL = {"f16": "f16", "f32": "f32", "f64": "f64", "c32": "f32", "c64": "f64"}
C_TYPES = {"i8": "signed char", "i32": "int", "i64": "std::int64_t", "f32": "float", "f64": "double"}
ENUMERATION = re.compile(r"^(trans|transa|transb|uplo|side|diag|mode|.*type|.*Type|algo)$")
NO_64 = re.compile(r"(getrf|getri|getrs|geqrf|matinv|gels)Batched$")
INTEGERS = ("i8", "i32", "i64")
# Descriptors of cuSPARSE's that travel by value (channel/cusparse_state.h), and their letters in signatures.
DESCRIPTORS = {"spmat": ("Matrix", "A"), "dnmat": ("DenseMatrix", "B"), "dnvec": ("DenseVector", "X"),
               "spvec": ("Vector", "V"), "matdescr": ("MatrixType", "M")}
SIZE_BYTES = 24  # what the program is told of a matrix that changed: rows, columns, nonzeros
HEAD = "// Made by tools/generate_libraries.py from api/libraries. Do not edit.\n// clang-format off\n"

# Each library's answers, and the functions that src/client/libraries and src/adapters implement by hand.
LIBRARIES = {
    "cufft": {"soname": "libcufft.so.12", "enum": "Cufft", "invalid": 4, "no_handle": 1},
    "cublas": {"soname": "libcublas.so.13", "enum": "Cublas", "invalid": 7, "no_handle": 1},
    "cublasLt": {"soname": "libcublasLt.so.13", "enum": "CublasLt", "invalid": 7, "no_handle": 1},
    "cusolver": {"soname": "libcusolver.so.12", "enum": "Cusolver", "invalid": 3, "no_handle": 1,
                 "kinds": ["handle", "syevj", "gesvdj", "params"]},
    "cusparse": {"soname": "libcusparse.so.12", "enum": "Cusparse", "invalid": 3, "no_handle": 1, "zero_pivot": 9,
                 "kinds": ["handle", "spsv", "spsm", "spgemm", "bsrsv2", "bsrsm2", "csrilu02", "csric02"],
                 "include": "client/libraries/cusparse_descriptors.h", "namespace": "sparse"},
    "curand": {"soname": "libcurand.so.10", "enum": "Curand", "invalid": 104, "no_handle": 101, "kinds": ["handle"],
               "include": "client/libraries/curand_output.h", "namespace": "random"},
    "cudnn": {"soname": "libcudnn.so.9", "enum": "Cudnn", "invalid": 2000, "no_handle": 1001},
    "nccl": {"soname": "libnccl.so.2", "enum": "Nccl", "has_versions": False},
    "cufile": {"soname": "libcufile.so.0", "enum": "Cufile", "has_versions": False},
    "nvidia-ml": {"soname": "libnvidia-ml.so.1", "enum": "Nvml", "has_versions": False},
}


class Problem(Exception):
    pass


class Parameter:
    """One of: handle; object (another of the library's); value (by value); scalar (by the pointer mode); hostresult (always
    in host memory); hostupdate (there too, and read); hostwork (memory of the worker's); memory (of the device); pointers
    (an array of); descriptor (by value); newsize (what became of a descriptor)."""

    def __init__(self, kind, name):
        self.kind = kind
        self.name = name
        self.type = None      # of a value
        self.bytes = None     # an expression: of a scalar, or of an element of memory
        self.gives = False    # a scalar that is written
        self.vector = None    # of a scalar: the descriptor of a vector whose type decides its own
        self.extent = None
        self.batch = None
        self.optional = False
        self.null_if = None   # an expression: may be null only where it holds
        self.is_work = False  # as large as NAME_bufferSize says
        self.in_pairs = False  # made two at a time
        self.object_kind = None
        self.descriptor = None      # a key of DESCRIPTORS
        self.is_sized = False       # a descriptor that the function may change
        self.is_hidden = False      # it travels, and is no parameter of the library's
        self.offsets = None         # of a hidden value: what it is read from, and where
        self.last = None

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
    if role == "object":
        parameter = Parameter("object", words[1])
        parameter.object_kind = words[0]
        parameter.optional = optional
        return parameter
    if role == "sized" or role in DESCRIPTORS:
        parameter = Parameter("descriptor", words[-1])
        parameter.descriptor = words[0] if role == "sized" else role
        parameter.is_sized = role == "sized"
        return parameter
    if role == "extent":
        parameter = Parameter("value", words[1])
        parameter.type, parameter.offsets, parameter.last, parameter.is_hidden = words[0], words[3], inside, True
        return parameter
    if role == "hostupdate":
        size, _ = parse_type(words)
        parameter = Parameter("hostupdate", words[0])
        parameter.bytes = size
        return parameter
    if role == "hostwork":
        parameter = Parameter("hostwork", words[0])
        parameter.extent = inside
        return parameter
    if role in C_TYPES:
        parameter = Parameter("value", words[0])
        parameter.type = role
        return parameter
    if role in ("scalar", "result", "update", "hostresult"):
        if words[0] == "of":
            parameter = Parameter("scalar", words[2])
            parameter.vector = words[1]
            return parameter
        size, _ = parse_type(words)
        parameter = Parameter("scalar" if role != "hostresult" else "hostresult", words[0])
        parameter.bytes = size if inside is None else f"{inside} * {size}"
        parameter.gives = role != "scalar"
        parameter.optional = optional
        return parameter
    if role in ("in", "out", "inout", "work", "outpairs") and inside is not None:
        size, pointers = parse_type(words)
        parameter = Parameter("pointers" if pointers else "memory", words[0])
        parameter.bytes = size
        extent, _, null_if = inside.partition("@")
        parameter.extent, _, batch = extent.partition(";")
        parameter.batch = batch.strip() or None
        parameter.optional = optional
        parameter.null_if = null_if.strip() or None
        parameter.is_work = role == "work"
        parameter.in_pairs = role == "outpairs"
        return parameter
    raise Problem(f"cannot understand the parameter '{text}'")


class Function:
    def __init__(self, name, parameters):
        self.name = name
        self.parameters = parameters
        self.requires = None

        self.is_steered = False  # by indices in device memory
        self.sizes = None  # the function that says how large the work areas of this one must be
        self.sizes_name = None
        self.pivot = None  # a result that says which pivot is zero
        self.remembers = False  # it reads what an earlier call has left
        self.forward = None  # a step: where it is not above 0 there is nothing to do
        self.hosted = None  # memory that is the host's where the generator is on the processor

    @property
    def steered(self):
        return self.is_steered or any(p.descriptor in ("spmat", "spvec") for p in self.parameters)

    @property
    def of_library(self):
        return [p for p in self.parameters if not p.is_hidden]

    @property
    def gives(self):
        return any(parameter.gives for parameter in self.parameters if parameter.kind == "scalar")

    def with_wide_integers(self):
        other = Function(self.name + "_64", [])
        other.requires = self.requires
        other.forward = self.forward
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
    if not parameters or parameters[0].kind not in ("handle", "object"):
        raise Problem("the first parameter must be the handle")
    for changed in [p for p in parameters if p.is_sized]:
        size = Parameter("newsize", f"{changed.name}_size")
        size.bytes, size.is_hidden = str(SIZE_BYTES), True
        parameters.append(size)
    return Function(match.group(1), parameters)


def find_sizes(functions):
    """A function with work areas is checked against what NAME_bufferSize says in the worker."""
    by_name = {function.name: function for function in functions}
    for function in functions:
        if any(p.is_work or p.kind == "hostwork" for p in function.parameters):
            name = function.sizes_name or function.name + "_bufferSize"
            function.sizes = by_name.get(name)
            if function.sizes is None:
                raise Problem(f"{function.name} has a work area, and there is no {name}")


def expand(text, letter, kind):
    text = text.replace("{T}", letter)
    text = re.sub(r"\b(in|out|inout|work|scalar|result|update|hostresult) T\b", rf"\1 {kind}", text)
    return re.sub(r"\b(in|out|inout|work|scalar|result|update|hostresult) R\b", rf"\1 {REAL.get(kind, kind)}", text)


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
            elif word == "steered":
                for function in newest:
                    function.is_steered = True
            elif word == "remembers":
                for function in newest:
                    function.remembers = True
            elif word == "forward":
                for function in newest:
                    function.forward = rest
            elif word == "hosted":
                for function in newest:
                    function.hosted = rest
            elif word == "sizes":
                for function, pair in zip(newest, group):
                    function.sizes_name = rest.replace("{T}", pair[0] or "")
            elif word == "pivots":
                for function in newest:
                    function.pivot = rest
            else:
                raise Problem(f"'{word}' is none of for, end, call, requires, steered, remembers, forward, hosted, sizes, pivots")
        except (Problem, ValueError) as problem:
            sys.exit(f"{path.relative_to(ROOT)}:{number}: {problem}")
    try:
        find_sizes(functions)
    except Problem as problem:
        sys.exit(f"{path.relative_to(ROOT)}: {problem}")
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
    return result


def integers(function):
    return [(i, p) for i, p in enumerate(function.parameters) if p.kind == "value" and p.type in INTEGERS]


def variables(pairs):
    """Integers are computed with in 128 bits, so that nothing overflows."""
    declared = ", ".join(f"{name} = {value}" for name, value in pairs)
    return f"    const reach::Wide {declared};\n" if pairs else ""


def reader(parameter):
    return "i64" if parameter.type == "i64" else "i32"


def by_value(parameter, index):
    is_float = parameter.type in ("f32", "f64")
    return f"static_cast<{parameter.c_type}>({f'call.f64({index})' if is_float else parameter.name})"


def size_check(function, arguments, invalid):
    """Asks the library how large the work areas must be. Sizes that are no parameters become variables."""
    own = {p.name: argument for p, argument in zip(function.parameters, arguments)}
    given = {p.name for _, p in integers(function)}
    out, passed, types, checks = [], [], [], []
    for p in function.sizes.parameters:
        types.append(p.c_type)
        if p.kind != "hostresult":
            if p.name not in own:
                raise Problem(f"{function.sizes.name}: {function.name} has no parameter {p.name}")
            passed.append(own[p.name])
            continue
        c_type = "std::int32_t" if p.bytes == str(BYTES["i32"]) else "std::int64_t"
        out.append(f"    {c_type} {p.name}_needed = 0;\n")
        passed.append(f"&{p.name}_needed")
        checks.append(f"    if ({p.name} < {p.name}_needed) return Answer{{.status = {invalid}}};\n" if p.name in given
                      else f"    const reach::Wide {p.name} = {p.name}_needed;\n")
    out.append(f"    if (const int status = library.invoke<int({', '.join(types)})>(Number::{function.sizes.name}, "
               f"{', '.join(passed)});\n        status != 0) {{\n        return Answer{{.status = status}};\n    }}\n")
    if function.sizes_name:
        needed = next(p.name for p in function.sizes.parameters if p.kind == "hostresult")
        checks += [f"    {p.name}->work_bytes = {needed}_needed;\n" for p in function.parameters[1:] if p.kind == "object"]
    return "".join(out + checks)


def alignment_check(parameter, index):
    """Beyond that of the elements: pairs to their size."""
    if not parameter.in_pairs:
        return ""
    return f"    RF_RETURN_IF_ERROR(library.aligned(call, {index}, \"{parameter.name}\", 2 * {parameter.bytes}));\n"


def memory_check(parameter, index):
    check = (f"RF_RETURN_IF_ERROR(call.reaches({index}, \"{parameter.name}\", {parameter.extent.strip()}, "
             f"{parameter.bytes}));")
    if not parameter.optional:
        return f"    {check}\n"
    condition = f"call.pointer({index}) != nullptr"
    if parameter.null_if:
        condition += f" || !({parameter.null_if})"
    return f"    if ({condition}) {check}\n"


def read_integers(function):
    """Names, and where they come from. Of a vector that runs the wrong way no library is told more than that it is empty."""
    read = {p.name: f"call.{reader(p)}({i})" for i, p in integers(function)}
    if function.forward:
        read["n"] = f"{read[function.forward]} > 0 ? {read['n']} : reach::Wide{{0}}"
    return list(read.items())


def adapter_function(library, function):
    facts = LIBRARIES[library]
    kinds = facts.get("kinds")
    first = function.parameters[0]
    if kinds:
        find = f"RF_TRY(DeclaredObject * object, library.object(call, 0, {kinds.index(first.object_kind or 'handle')}));"
    else:
        find = f"RF_TRY(Object * object, call.object(0, channel::Library::{facts['enum']}));"
    out = [f"Result<Answer> call_{function.name}(Library& library, Call& call) {{\n    {find}\n",
           variables(read_integers(function))]
    if function.requires:
        out.append(f"    if (!({function.requires})) return Answer{{.status = {facts['invalid']}}};\n")
    if function.steered:
        out.append("    RF_RETURN_IF_ERROR(call.may_be_steered(library.checks_indices()));\n")
    if function.remembers:
        out.append("    RF_RETURN_IF_ERROR(call.may_remember(library.checks_indices()));\n")
    arguments, types, late = [], [], []
    host_sizes = {p.extent for p in function.parameters if p.kind == "hostwork"}
    for i, p in enumerate(function.parameters):
        if not p.is_hidden:
            types.append(p.c_type)
        if i == 0:
            arguments.append("object->real()" if kinds else "handle")
        elif p.kind == "object":
            finder = "optional_object" if p.optional else "object"
            out.append(f"    RF_TRY(DeclaredObject * {p.name}, library.{finder}(call, {i}, "
                       f"{kinds.index(p.object_kind)}));\n")
            arguments.append(f"real_of({p.name})" if p.optional else f"{p.name}->real()")
        elif p.kind == "value" and p.name in host_sizes:
            arguments.append(f"{p.name}_needed")
        elif p.kind == "value":
            if not p.is_hidden:
                arguments.append(by_value(p, i))
        elif p.kind == "descriptor":
            out.append(f"    RF_TRY(void* {p.name}, descriptor(library, *object, call, {i}, \"{p.name}\", "
                       f"Kind::{DESCRIPTORS[p.descriptor][0]}));\n")
            arguments.append(p.name)
        elif p.kind in ("hostupdate", "newsize"):
            out.append(f"    RF_TRY(void* {p.name}, call.host_update({i}, \"{p.name}\", {p.bytes}));\n")
            if p.kind == "hostupdate":
                out.append(f"    const reach::Wide {p.name}_value = call.copied_number({i});\n")
                arguments.append(p.name)
        elif p.kind == "scalar":
            gives = "true" if function.gives else "false"
            size = p.bytes
            if p.vector:
                place = next(place for place, one in enumerate(function.parameters) if one.name == p.vector)
                size = f"scalar_bytes(call, {place})"
            out.append(f"    RF_TRY(void* {p.name}, call.scalar({i}, \"{p.name}\", {size}, {gives}));\n")
            arguments.append(p.name)
        elif p.kind == "hostresult":
            out.append(f"    RF_TRY(void* {p.name}, call.host_result({i}, \"{p.name}\", {p.bytes}, "
                       f"{'true' if p.optional else 'false'}));\n")
            arguments.append(p.name)
        elif p.kind == "hostwork":
            # As much as the library wants: what the program says may be any number.
            late.append(f"    RF_TRY(void* {p.name}, object->host_work(call, \"{p.name}\", {p.extent}_needed));\n")
            arguments.append(p.name)
        elif p.kind == "pointers":
            out.append(f"    RF_TRY(void* {p.name}, call.pointers({i}, \"{p.name}\", {p.extent.strip()}, {p.bytes}, "
                       f"{p.batch}));\n")
            arguments.append(p.name)
        elif p.is_work:
            late.append(f"    RF_TRY(void* {p.name}, library.work_area(*object, call, {i}, \"{p.name}\", "
                        f"{p.extent.strip()}, {p.bytes}));\n")
            arguments.append(p.name)
        else:
            out.append(memory_check(p, i) + alignment_check(p, i))
            arguments.append(f"call.pointer({i})")
    if function.sizes:
        if function.sizes_name or "zero_pivot" in facts:
            out.append("    library.set_pointer_mode(*object, call);\n")
        out.append(size_check(function, arguments, facts["invalid"]))
    out += late
    if kinds:
        out.append("    RF_RETURN_IF_ERROR(library.begin(*object, call));\n")
    else:
        out.append("    RF_TRY(void* handle, library.begin(*object, call));\n")
    out.append(made_call(function, facts, types, arguments))
    return "".join(out)


def invocation(function, types, arguments):
    return f"library.invoke<int({', '.join(types)})>(Number::{function.name}, {', '.join(arguments)})"


def made_call(function, facts, types, arguments):
    """The end of an adapter's function: the library is called."""
    out = []
    for p in function.parameters:
        if p.kind == "value" and p.is_hidden:
            more = invocation(function, types + [p.c_type], arguments + [f"static_cast<{p.c_type}>({p.name})"])
            out.append(f"    if (library.checks_indices()) return call.answer({more}, object->stream);\n")
    made = invocation(function, types, arguments)
    changed = [p.name for p in function.parameters if p.is_sized]
    if not changed and not function.pivot:
        return "".join(out + [f"    return call.answer({made}, object->stream);\n}}\n"])
    out.append(f"    int status = {made};\n")
    if function.pivot:
        out.append(f"    if (status == {facts['zero_pivot']}) status = 0;  // the position says so\n")
    out += [f"    if (status == 0) tell_size(library, *object, {name}, {name}_size);\n" for name in changed]
    return "".join(out + ["    return call.answer(status, object->stream);\n}\n"])


def letter(parameter):
    if parameter.kind == "descriptor":
        return DESCRIPTORS[parameter.descriptor][1]
    if parameter.kind != "value":
        return {"handle": "h", "scalar": "s", "hostresult": "r", "hostupdate": "u", "newsize": "z", "hostwork": "w", "memory": "m",
                "pointers": "p"}[parameter.kind]
    if parameter.name == "computeType":
        return "k"
    if parameter.name.lower().endswith("type"):
        return "t"
    return {"i8": "c", "i32": "i", "i64": "l", "f32": "f", "f64": "d"}[parameter.type]


def signature(function, kinds):
    """adapters/signature.h explains the letters."""
    return "".join(str(kinds.index(parameter.object_kind)) if parameter.kind == "object" else letter(parameter)
                   for parameter in function.parameters)


def adapter(library, functions):
    rows = "".join(f"    {{{{\"{f.name}\", \"{signature(f, LIBRARIES[library].get('kinds', []))}\"}}, call_{f.name}}},\n" for f in functions)
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
    texts = [function.requires or ""] + [p.bytes or "" for p in function.parameters if p.kind in ("scalar", "hostresult")]
    texts += [p.batch for p in function.parameters if p.kind == "pointers"]
    texts += [p.last for p in function.parameters if p.is_hidden and p.last]
    texts += [p.extent for p in function.parameters if p.name == function.hosted]
    return set(re.findall(r"[A-Za-z_]\w*", " ".join(texts)))


def shim_argument(p, kinds):
    if p.kind == "value" and p.is_hidden:
        return f".add_distance({p.offsets}, {p.last})"
    if p.kind == "value":
        return f".add({p.name}_)"
    if p.kind == "descriptor":
        return f".add_state(bytes_of({p.name}, sparse::Kind::{DESCRIPTORS[p.descriptor][0]}))"
    if p.kind in ("hostupdate", "newsize"):
        return f".add_host_update({p.name}, {p.bytes})"
    if p.kind == "scalar":
        size = f"scalar_bytes({p.vector})" if p.vector else p.bytes
        return f".add_scalar({p.name}, {size}, {'true' if p.gives else 'false'})"
    if p.kind == "hostresult":
        return f".add_host_result({p.name}, {p.bytes}, {'true' if p.optional else 'false'})"
    if p.kind == "pointers":
        return f".add_pointers({p.name}, {p.batch})"
    if p.kind == "object":
        method = "add_optional_object" if p.optional else "add_object"
        return f".{method}({p.name}, {kinds.index(p.object_kind)})"
    return f".add({p.name})"


def hosted_call(function, chain):
    """The end of a shim's function whose result may go to host memory."""
    first, hosted = function.parameters[0], next(p for p in function.parameters if p.name == function.hosted)
    chain = chain.replace(f".add({hosted.name})", ".add(place.on_device())")
    return (f"    const Output place({first.name}, {hosted.name}, {hosted.extent} * {hosted.bytes});\n"
            f"    if (place.problem() != 0) return place.problem();\n    return place.finish(call{chain});\n}}\n")


def shim_function(library, function):
    facts = LIBRARIES[library]
    declared = ", ".join(f"{p.c_type} {p.name}{'_' if p.kind == 'value' else ''}" for p in function.of_library)
    out = [f"int {function.name}({declared}) {{\n"
           f"    LibraryCall call(Library::{facts['enum']}, declared(Number::{function.name}), "
           f"{function.parameters[0].name});\n"
           f"    if (!call.is_open()) return {facts['no_handle']};\n",
           variables([(p.name, p.name + "_") for _, p in integers(function)
                      if p.name in used_in_shim(function) and not p.is_hidden])]
    if function.requires:
        out.append(f"    if (!({function.requires})) return {facts['invalid']};\n")
    kinds = facts.get("kinds", [])
    chain = "".join(shim_argument(p, kinds) for p in function.parameters[1:])
    if function.hosted:
        return "".join(out) + hosted_call(function, chain)
    changed = [p.name for p in function.parameters if p.is_sized]
    if not changed and not function.pivot:
        return "".join(out + [f"    return call{chain}.finish();\n}}\n"])
    out += [f"    std::int64_t {name}_size[3] = {{}};\n" for name in changed]
    out.append(f"    const int status = call{chain}.finish();\n")
    out += [f"    if (status == 0) set_nonzeros({name}, {name}_size[2]);\n" for name in changed]
    if function.pivot:
        out.append(f"    if (status == 0 && !call.has_device_scalars() && *static_cast<const int*>({function.pivot}) >= 0) "
                   f"return {facts['zero_pivot']};\n")
    return "".join(out + ["    return status;\n}\n"])


def exports(library, functions, by_hand, symbols):
    facts = LIBRARIES[library]
    shims = "".join(shim_function(library, function) for function in functions)
    covered = {function.name for function in functions} | by_hand
    stubs = "".join(f"int {symbol}() {{ return unsupported_function(Library::{facts['enum']}, \"{symbol}\"); }}\n"
                    for symbol in symbols if symbol not in covered)
    using = (f"using namespace ringfence;\nusing namespace ringfence::client;\nusing ringfence::{library}::Number;\n"
             "using channel::compute_scalar_bytes;\nusing channel::data_type_bytes;\nusing reach::band;\nusing reach::matrix;\nusing reach::max;\nusing reach::min;\nusing reach::packed;\n"
             "using reach::strided;\nusing reach::vector;\n") if functions else "using namespace ringfence::client;\n"
    using_own = f"using namespace ringfence::client::{facts['namespace']};\n" if "include" in facts else ""
    helper = ("\nnamespace {\n\nconstexpr std::uint32_t declared(Number number) {\n"
              "    return channel::first_declared_function + static_cast<std::uint32_t>(number);\n}\n\n}  // namespace\n"
              ) if functions else ""
    own = f'#include "{facts["include"]}"\n' if "include" in facts else ""
    include = own + f'#include "channel/library_functions.h"\n#include "channel/library_types.h"\n#include "libraries/{library}_numbers.h"\n' if functions else ""
    return (f"{HEAD}\n#include <cstdint>\n\n#include \"base/reach.h\"\n#include \"client/libraries/library_call.h\"\n"
            f"{include}\n{using}{using_own}{helper}\nextern \"C\" {{\n\n#pragma GCC visibility push(default)\n{shims}\n"
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
           "Covered means: the shim sends the call, and the worker checks it and makes it, or the client does it by itself (NVML,\n"
           "NCCL, cuFile, versions, texts). The rest returns its library's \"not supported\".\n"
           "[soft-libraries.md](soft-libraries.md) says what the software GPU's libraries do of it;\n"
           "cuDNN is for programs that share with nobody, here and on a card.\n\n"
           "| library | exports | covered |\n|---|---|---|\n"]
    out += [f"| `{LIBRARIES[library]['soname']}` | {len(symbols)} | {len(covered)} |\n"
            for library, symbols, covered in rows]
    for library, symbols, covered in rows:
        rest = [symbol for symbol in symbols if symbol not in covered]
        out.append(f"\n## {LIBRARIES[library]['soname']}\n\nCovered:\n\n```\n{wrapped(sorted(covered))}\n```\n\n"
                   f"Not supported:\n\n```\n{wrapped(rest)}\n```\n")
    return "".join(out)


def functions_by_hand(library):
    """The functions that src/client/libraries defines: lines that begin with RF_LIBRARY_FUNCTION(type, name)."""
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
