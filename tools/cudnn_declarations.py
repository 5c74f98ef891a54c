"""Makes the shim's and the adapter's functions from api/libraries/cudnn.api, whose head explains how it is written."""

import re
import sys

KINDS = {"tensor": "Tensor", "filter": "Filter", "convolution": "Convolution", "activation": "Activation",
         "pooling": "Pooling", "dropout": "Dropout", "rnn": "Rnn", "rnndata": "RnnData", "ctcloss": "CtcLoss",
         "transformer": "Transformer", "optensor": "OpTensor", "reduction": "ReduceTensor", "lrn": "Lrn"}
NAMES = {"Rnn": "RNN", "RnnData": "RNNData", "CtcLoss": "CTCLoss", "Transformer": "SpatialTransformer", "Lrn": "LRN"}
VALUES = {"i32": "int", "u32": "unsigned", "i64": "std::int64_t", "u64": "std::uint64_t", "f32": "float",
          "f64": "double", "rank": "int"}


class Parameter:
    def __init__(self, text):
        match = re.fullmatch(r"(optional )?(\w+)(?: (\w+))?(?:\[(.*)\])?(?: (\S+)\.\.(\S*))?", text.strip())
        if not match:
            raise ValueError(f"cannot understand the parameter '{text}'")
        optional, self.role, name, self.size, self.lowest, self.highest = match.groups()
        self.is_optional = optional is not None
        self.name = name or self.role
        if self.role not in VALUES and self.role not in KINDS and self.role not in (
                "handle", "scalar", "element", "fill", "ints", "memory", "give"):
            raise ValueError(f"there is no kind of parameter '{self.role}'")

    @property
    def c_type(self):
        return VALUES.get(self.role, "void*")


class Function:
    def __init__(self, word, text):
        match = re.fullmatch(r"(\w+)\((.*)\)", text)
        if not match:
            raise ValueError("expected: NAME(PARAMETER, ...)")
        self.word = word
        self.name = match.group(1)
        self.parameters = [Parameter(part) for part in re.split(r",(?![^(\[]*[)\]])", match.group(2))]
        # All but the handle, and the descriptor that is filled, travel.
        self.arguments = [p for p in (self.parameters[1:] if word == "set" else self.parameters) if p.role != "handle"]

    @property
    def gives(self):
        return any(p.role == "give" for p in self.parameters)

    @property
    def first_tensor(self):
        return next((p.name for p in self.parameters if p.role == "tensor"), "nullptr")


def parse(path):
    functions = []
    for number, raw in enumerate(path.read_text().splitlines(), 1):
        line = raw.split("#")[0].strip()
        if not line:
            continue
        word, _, rest = line.partition(" ")
        try:
            if word not in ("set", "call", "pure"):
                raise ValueError(f"'{word}' is none of set, call, pure")
            functions.append(Function(word, rest))
        except ValueError as problem:
            sys.exit(f"{path.name}:{number}: {problem}")
    return functions


def setters(functions):
    return [f for f in functions if f.word == "set"]


def calls(functions):
    return [f for f in functions if f.word != "set"]


def numbers(head, functions):
    def enumeration(name, some):
        rows = "".join(f"    {f.name},\n" for f in some)
        return f"enum class {name} : std::uint32_t {{\n{rows}}};\nconstexpr std::uint32_t {name.lower()}_count = {len(some)};\n\n"
    return (f"{head}//\n// The functions that are declared in api/libraries/cudnn.api: their numbers go over the channel.\n"
            f"#pragma once\n\n#include <cstdint>\n\nnamespace ringfence::cudnn {{\n\n"
            f"{enumeration('Number', calls(functions))}{enumeration('Setter', setters(functions))}"
            f"}}  // namespace ringfence::cudnn\n")


def names(head, functions):
    return head + "".join(f"RF_NAME({f.name})\n" for f in functions)


def shim_argument(function, p):
    if p.role == "rank":
        return f".rank({p.name}, {p.size})"
    if p.role in VALUES:
        return f".value({p.name})" + shim_limits(p)
    if p.role in KINDS:
        return f".descriptor({p.name}, Kind::{KINDS[p.role]}, {'true' if p.is_optional else 'false'})"
    if p.role == "scalar":
        return f".scalar({p.name}, {function.first_tensor})"
    if p.role == "element":
        return f".element({p.name}, {function.first_tensor})"
    if p.role == "fill":
        return f".fill({p.name}, dataType)"
    if p.role == "ints":
        lowest = f", {p.lowest}" if p.lowest else ""
        return f".integers({p.name}, {shim_size(p.size)}{lowest})"
    if p.role == "give":
        return f".give({p.name}, {shim_size(p.size)})"
    return f".memory({p.name})"


def shim_limits(p):
    """What the library refuses at once, when the descriptor is filled."""
    if not p.lowest:
        return ""
    return f".between({p.name}, {p.lowest}, {p.highest})" if p.highest else f".at_least({p.name}, {p.lowest})"


def shim_size(text):
    text = re.sub(r"batch\((\w+)\)", r"batch_of(\1)", text)
    text = re.sub(r"sum\((\w+)\)", r"sum_of(\1, batch_of(probsDesc))", text)
    return f"static_cast<std::int64_t>({text})"


def shim(functions, by_hand):
    out = []
    for kind in KINDS.values():
        name = NAMES.get(kind, kind)
        out.append(f"int cudnnCreate{name}Descriptor(void** made) {{ return new_descriptor(Kind::{kind}, made); }}\n"
                   f"int cudnnDestroy{name}Descriptor(void* descriptor) "
                   f"{{ return drop_descriptor(Kind::{kind}, descriptor); }}\n")
    for f in functions:
        if f.name in by_hand:
            continue
        declared = ", ".join(f"{'const void*' if p.role == 'ints' else p.c_type} {p.name if p.role != 'handle' or f.word != 'set' else ''}".strip()
                             for p in f.parameters)
        chain = "".join(shim_argument(f, p) for p in f.arguments)
        if f.word == "set":
            target = f.parameters[0]
            data_type = ", dataType" if any(p.name == "dataType" for p in f.parameters) else ""
            out.append(f"int {f.name}({declared}) {{\n    return Arguments(){chain}.fill_descriptor({target.name}, "
                       f"Kind::{KINDS[target.role]}, Setter::{f.name}{data_type});\n}}\n")
        else:
            finish = "ask" if f.word == "pure" else "wait" if f.gives else "submit"
            handle = "handle" if any(p.role == "handle" for p in f.parameters) else "own_handle()"
            out.append(f"int {f.name}({declared}) {{\n    return Arguments(){chain}.{finish}(Number::{f.name}, {handle});\n}}\n")
    return "".join(out)


def covered(functions):
    names = {f.name for f in functions}
    for kind in KINDS.values():
        name = NAMES.get(kind, kind)
        names |= {f"cudnnCreate{name}Descriptor", f"cudnnDestroy{name}Descriptor"}
    return names


def adapter_function(f):
    index = {p.name: i for i, p in enumerate(f.arguments)}
    passed = ["real" if f.word == "set" else None]
    out = []
    delayed = []
    for p in f.parameters[1:] if f.word == "set" else f.parameters:
        i = index.get(p.name)
        if p.role == "handle":
            passed.append("call.handle()")
            continue
        passed.append(p.name)
        if p.role in VALUES:
            getter = "f64" if p.role in ("f32", "f64") else "word"
            out.append(f"    const auto {p.name} = static_cast<{p.c_type}>(call.{getter}({i}));\n")
        elif p.role in KINDS:
            out.append(f"    RF_TRY(void* {p.name}, call.descriptor({i}, \"{p.name}\", Kind::{KINDS[p.role]}, "
                       f"{'true' if p.is_optional else 'false'}));\n")
        elif p.role in ("scalar", "element", "fill"):
            out.append(f"    RF_TRY(void* {p.name}, call.scalar({i}, \"{p.name}\", {'true' if p.role == 'fill' else 'false'}));\n")
        else:
            method = {"ints": "integers", "memory": "memory", "give": "give"}[p.role]
            size = p.size or "1"
            size = re.sub(r"batch\((\w+)\)", lambda m: f"call.batch({index[m.group(1)]})", size)
            size = re.sub(r"sum\((\w+)\)", lambda m: f"call.sum({index[m.group(1)]})", size)
            size = re.sub(r"reach\((\w+)\)", lambda m: f"call.reach({index[m.group(1)]})", size)
            size = re.sub(r"(\w+) \* (\w+)", r"std::int64_t{\1} * \2", size)
            delayed.append(f"    RF_TRY(void* {p.name}, call.{method}({i}, \"{p.name}\", {size}));\n")
    passed = [p for p in passed if p]
    types = ", ".join(["void*"] * (1 if f.word == "set" else 0) +
                      [p.c_type for p in (f.parameters[1:] if f.word == "set" else f.parameters)])
    head = f"Result<int> do_{f.name}(CudnnCall& call" + (", void* real) {\n" if f.word == "set" else ") {\n")
    begin = "    RF_RETURN_IF_ERROR(call.begin());\n" if f.word == "call" else ""
    table = f"setter(Setter::{f.name})" if f.word == "set" else f"function(Number::{f.name})"
    return (head + "".join(out) + "".join(delayed) + begin +
            f"    return call.invoke<int({types})>(call.library().{table}, {', '.join(passed)});\n}}\n")


def adapter(head, functions):
    bodies = "\n".join(adapter_function(f) for f in functions)
    rows = "".join(f"    {{\"{f.name}\", {len(f.arguments)}, do_{f.name}}},\n" for f in calls(functions))
    set_rows = "".join(f"    {{\"{f.name}\", {len(f.arguments)}, Kind::{KINDS[f.parameters[0].role]}, do_{f.name}}},\n"
                       for f in setters(functions))
    return (f"{head}\n{bodies}\nconstexpr CallRow call_rows[] = {{\n{rows}}};\n\n"
            f"constexpr SetterRow setter_rows[] = {{\n{set_rows}}};\n")
