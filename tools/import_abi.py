#!/usr/bin/env python3
"""Writes src/abi: our own declarations of CUDA's types, from the headers of an installed toolkit.

    tools/import_abi.py        needs clang++ and /usr/local/cuda; for a new toolkit, not for building

Layouts, names and values only: tests/abi holds them against the toolkit's headers.
"""

import re
import sys

import cuda_headers
from cuda_headers import clean

ROOT = cuda_headers.pathlib.Path(__file__).resolve().parent.parent

# The first pattern that matches a type's name says in which file it is. Order counts.
DRIVER_FILES = [
    ("driver_status", r"cudaError_enum$|CUresult$", "The driver API's status codes."),
    ("driver_device_attribute", r"CUdevice_attribute", "The attributes of a device."),
    ("driver_diagnostics", r"CU[cC]oredump|CUprocessState|CUcheckpoint|CUlog|CUasync|CUoutput_mode",
     "Core dumps, checkpoints, logs, notifications, profiles."),
    ("driver_device", r"CUdev|CUlimit|CUctx|CUcomputemode|CUexecAffinity|CUuuid|CUfunc_cache|CUshared|CUcig|CUgreenCtx"
     r"|CUmoduleLoading|CUdriverProc|CUGPUDirect|CUflushGPU|CUatomicOp", "Devices, contexts, limits."),
    ("driver_tensor_map", r"CUtensorMap", "Tensor maps."),
    ("driver_texture", r"CUDA_ARRAY|CUarray|CUDA_RESOURCE|CUDA_TEXTURE|CUresource|CUtex|CUsurf|CUaddress_mode"
     r"|CUfilter_mode", "Arrays, textures, surfaces."),
    ("driver_external", r"CUDA_EXTERNAL|CUDA_EXT_SEM|CUexternal|CUgraphics|CUipc", "Memory, semaphores and resources "
     "of others: graphics, other processes."),
    ("driver_graph_nodes", r"CUDA_.*NODE_PARAMS|CUDA_CHILD|CUDA_COND|CUDA_EVENT_|CUgraphNode|CUgraphCond",
     "The parameters of a graph's nodes."),
    ("driver_graph", r"CUgraph|CUDA_GRAPH|CUDA_LAUNCH_PARAMS|CUuserObject", "Graphs: edges, instantiation, updates."),
    ("driver_jit", r"CUjit|CUlibrary", "Just-in-time compilation and linking."),
    ("driver_launch", r"CUlaunch|CUkernelNode|CUstreamAttr|CUfunc|CUaccess|CUsync|CUcluster|CUocc|CUhost",
     "Functions and launches."),
    ("driver_stream", r"CUstream|CUevent", "Streams, events, waiting on values."),
    ("driver_copy", r"CUDA_MEMCPY|CUmemcpy|CUoffset|CUextent|CUmemDecompress", "Copies."),
    ("driver_memory", r"CUmem|CUDA_POINTER|CUpointer|CUmulticast|CUrange", "Memory: allocation, pools, attributes."),
]
RUNTIME_FILES = [
    ("runtime_status", r"cudaError$|cudaError_t$", "The runtime API's status codes."),
    ("runtime_texture", r"cudaTex|cudaSurf|cudaResource|cudaChannel|cudaArray|cudaMipmapped", "Arrays, textures, "
     "surfaces."),
    ("runtime_external", r"cudaExternal|cudaGraphics|cudaIpc", "Memory, semaphores and resources of others: graphics, "
     "other processes."),
    ("runtime_graph", r"cudaGraph|cuda.*Node|cudaUserObject|cudaConditional|cudaMemsetParams", "Graphs and their nodes."),
    ("runtime_copy", r"cudaMemcpy|cudaPitched|cudaExtent|cudaPos|cudaOffset3D", "Copies and extents."),
    ("runtime_memory", r"cudaMem|cudaPointer", "Memory: pools, attributes."),
    ("runtime_launch", r"cudaLaunch|cudaFunc|cudaJit|cudaLibrary|cudaAccess|cudaSync|cudaCluster|cudaStream|cudaDriverEntry"
     r"|cudaHostFn|cudaShared", "Functions, launches, streams."),
    ("runtime_device_attribute", r"cudaDeviceAttr", "The attributes of a device."),
    ("runtime_device", r"cuda|CU", "Devices, limits, everything else."),
]


class Declaration:
    def __init__(self, name, text, uses):
        self.name, self.text, self.uses = name, text, uses


def fields(record, indent):
    lines, uses, pending = [], set(), None
    for child in record.get("inner", []):
        if child["kind"] == "CXXRecordDecl" and child.get("completeDefinition"):
            if "name" in child:
                inner, inner_uses = fields(child, indent + "    ")
                lines += [f"{indent}{child['tagUsed']} {child['name']} {{", *inner, f"{indent}}};"]
                uses |= inner_uses
            else:
                pending = child
        elif child["kind"] == "FieldDecl":
            spelling = child["type"]["qualType"]
            if pending is not None and re.search(r"unnamed|anonymous", spelling):
                inner, inner_uses = fields(pending, indent + "    ")
                lines += [f"{indent}{pending['tagUsed']} {{"] + inner
                array = re.search(r"(\[\d+\])+$", spelling)
                lines.append(f"{indent}}}" + (" " + child["name"] if "name" in child else "") +
                             (array.group() if array else "") + ";")
                uses |= inner_uses
                pending = None
            else:
                lines.append(f"{indent}{alignment(child)}{declare(clean(spelling), child.get('name', ''))};")
                uses |= set(re.findall(r"[A-Za-z_]\w*", spelling))
    return lines, uses


def alignment(field):
    aligned = [child for child in field.get("inner", []) if child["kind"] == "AlignedAttr"]
    return f"alignas({find_value(aligned[0])}) " if aligned else ""


def declare(spelling, name):
    pointer = re.match(r"(.*)\(\*\s*\)(\(.*\))$", spelling)
    if pointer:
        return f"{pointer.group(1).strip()} (*{name}){pointer.group(2)}"
    array = re.match(r"(.*?)((\[\d+\])+)$", spelling)
    if array:
        return f"{array.group(1).strip()} {name}{array.group(2)}"
    return f"{spelling} {name}"


def enum_values(node):
    value, pairs = -1, []
    for child in node.get("inner", []):
        if child["kind"] != "EnumConstantDecl":
            continue
        explicit = find_value(child)
        value = value + 1 if explicit is None else explicit
        pairs.append((child["name"], value))
    return pairs


def find_value(node):
    for child in node.get("inner", []):
        if "value" in child and child["kind"] == "ConstantExpr":
            return int(child["value"])
        found = find_value(child)
        if found is not None:
            return found
    return None


def enum_text(name, pairs):
    # A fixed underlying type: a program may pass any number, and none of them may be undefined behaviour.
    kind = "unsigned" if any(value > 0x7FFFFFFF for _, value in pairs) else "int"
    lines = [f"enum {name} : {kind} {{"]
    for entry, value in pairs:
        lines.append(f"    {entry} = {hex(value) if value >= 0x1000 and value % 0x100 in (0, 0xff) else value},")
    return "\n".join(lines + ["};"])


def declarations(tree, headers):
    found = {}
    nameless = None
    for file, node in cuda_headers.with_files(tree):
        if not any(file.endswith("/" + header) for header in headers):
            continue
        kind, name = node["kind"], node.get("name")
        if re.match("cl_|CL_|NVCL", name or ""):
            continue
        if kind in ("CXXRecordDecl", "EnumDecl") and name is None:
            nameless = node
        elif kind == "CXXRecordDecl":
            add_record(found, node, name)
        elif kind == "EnumDecl":
            found[name] = Declaration(name, enum_text(name, enum_values(node)), set())
        elif kind == "TypedefDecl":
            target = node["type"]["qualType"]
            if nameless is not None and re.fullmatch(rf"(struct|union|enum)?\s*{name}", target):
                add_record(found, nameless, name) if nameless["kind"] == "CXXRecordDecl" else found.update(
                    {name: Declaration(name, enum_text(name, enum_values(nameless)), set())})
            elif clean(target) != name:
                found[name] = Declaration(name, f"using {name} = {clean(target)};",
                                          set(re.findall(r"[A-Za-z_]\w*", target)))
            nameless = None
    return found


def add_record(found, node, name):
    tag = node["tagUsed"]
    if not node.get("completeDefinition"):
        found.setdefault(name, Declaration(name, f"{tag} {name};", set()))
        return
    lines, uses = fields(node, "    ")
    found[name] = Declaration(name, "\n".join([f"{tag} {name} {{"] + lines + ["};"]), uses)


def file_of(declaration, files, handles):
    is_handle = re.match(r"using \w+ = (const )?\w+\*;|struct \w+;|using \w+ = [\w ]+;", declaration.text)
    if is_handle and declaration.uses <= {"struct", "const", declaration.name} | handles["names"]:
        handles["names"].add(declaration.name)
        return handles["file"]
    for file, pattern, _ in files:
        if re.match(pattern, declaration.name):
            return file
    return None


def write(found, files, handle_file, title, base_includes, umbrella, place):
    names = set(n for n, d in found.items() if re.match(r"struct \w+;$", d.text))
    names |= {name for name, file in place.items() if file == "driver_handles"}
    scalars = {"unsigned", "int", "long", "char", "short", "void", "cuuint64_t", "cuuint32_t", "uint64_t", "uint32_t",
               "CUdeviceptr_v2", "CUdeviceptr", "CUdeviceptr_v1", "CUdevice_v1", "size_t"}
    handles = {"names": names | scalars, "file": handle_file}
    place = dict(place)
    for name, declaration in found.items():
        place[name] = file_of(declaration, files, handles) or sys.exit(f"no file for {name}: {declaration.text}")
    order = {}
    for name in found:
        order.setdefault(place[name], []).append(name)
    texts = dict((file, text) for file, _, text in files)
    texts[handle_file] = title
    for file, members in order.items():
        includes = sorted({place[use] for name in members for use in found[name].uses if use in place} - {file})
        head = [f"// {texts[file]}", "//", "// Data, no behaviour: names, values and layouts are CUDA's, so the rules for ours do not apply."]
        lines = head + ["#pragma once", "#pragma GCC system_header", "", "#include <cstddef>", "#include <cstdint>", ""]
        own = [f'#include "abi/{other}.h"' for other in sorted(set(includes) | set(base_includes(file)))]
        lines += own + ([""] if own else [])
        for previous, name in zip([None] + members, members):
            text = found[name].text
            if previous is not None and ("\n" in text or "\n" in found[previous].text):
                lines.append("")
            lines.append(text)
        (ROOT / f"src/abi/{file}.h").write_text("\n".join(lines) + "\n")
        print(f"{file}: {len(lines)} declarations, uses {includes}")
    lines = [f"// All types of CUDA's {umbrella} API.", "#pragma once", ""]
    lines += [f'#include "abi/{file}.h"' for file in sorted([*order, f"{umbrella}_constants"])]
    (ROOT / f"src/abi/{umbrella}_types.h").write_text("\n".join(lines) + "\n")
    return place


def macros(source):
    text = cuda_headers.preprocess(source, ["-dM"])
    return sorted(re.findall(r"^#define ((?:CU_|CUDA_|cuda)\w+) (\S.*)$", text, re.M))


def constant(name, value):
    value = value.replace("((int)", "(").replace("((CUdevice)", "(")
    if re.fullmatch(r"0x[0-9A-Fa-f]+|\d+", value):
        return f"constexpr unsigned int {name} = {value};"
    if re.fullmatch(r"\(?-\d+\)?", value):
        return f"constexpr int {name} = {value.strip('()')};"
    if re.fullmatch(r"CU_LAUNCH_ATTRIBUTE_\w+|cudaLaunchAttribute(?!ID|Value)\w+", value):
        return f"constexpr auto {name} = {value};"
    if value in ("cudaLaunchAttributeID", "cudaLaunchAttributeValue"):
        return f"using {name} = {value};"
    pointer = re.fullmatch(r"\(\((CUstream|cudaStream_t|void\*)\)(\w+)\)", value)
    if pointer:
        number = "CU_LAUNCH_PARAM_END_AS_INT CU_LAUNCH_PARAM_BUFFER_POINTER_AS_INT CU_LAUNCH_PARAM_BUFFER_SIZE_AS_INT".split()
        number = str(number.index(pointer.group(2))) if pointer.group(2) in number else pointer.group(2)
        return f"inline {pointer.group(1)} const {name} = reinterpret_cast<{pointer.group(1)}>({number});"
    return None


def write_constants(source, umbrella):
    texts = [constant(name, value) for name, value in macros(source)]
    lines = [f"// Flags and special values of the {umbrella} API that CUDA's headers define as macros.", "#pragma once", "#pragma GCC system_header", "",
             f'#include "abi/{umbrella}_handles.h"', f'#include "abi/{umbrella}_launch.h"', ""]
    (ROOT / f"src/abi/{umbrella}_constants.h").write_text("\n".join(lines + [text for text in texts if text]) + "\n")


def main():
    driver = declarations(cuda_headers.syntax_tree(cuda_headers.DRIVER_SOURCE), ["cuda.h", "cudaProfiler.h"])
    place = write(driver, DRIVER_FILES, "driver_handles", "The driver API's handles and numbers.", lambda file: [],
                  "driver", {})
    runtime = declarations(cuda_headers.syntax_tree(cuda_headers.RUNTIME_SOURCE),
                           ["driver_types.h", "texture_types.h", "surface_types.h", "cuda_runtime_api.h", "device_types.h"])
    write({name: d for name, d in runtime.items() if name not in driver}, RUNTIME_FILES, "runtime_handles",
          "The runtime API's handles and numbers.",
          lambda file: ["driver_handles"] + ([] if file == "runtime_handles" else ["vector_types", "runtime_handles"]), "runtime",
          place)
    write_constants(cuda_headers.DRIVER_SOURCE, "driver")
    write_constants(cuda_headers.RUNTIME_SOURCE, "runtime")


if __name__ == "__main__":
    main()
