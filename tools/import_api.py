#!/usr/bin/env python3
"""Adds to api/driver and api/runtime the functions of an installed CUDA toolkit that are not declared there yet.

    tools/import_api.py        needs clang++ and /usr/local/cuda; for a new toolkit, not for building

What it writes is a first guess by names and types: directions, classes, capture. From then on the files are kept by
hand. docs/api-format.md describes them.
"""

import collections
import re

import api_files
import cuda_headers

ROOT = cuda_headers.pathlib.Path(__file__).resolve().parent.parent
TOOLKIT = cuda_headers.TOOLKIT

# The first pattern that matches what follows cu or cuda says in which file a function is declared.
TOPICS = [
    ("graph", r"Graph(?!ics)|UserObject|DeviceGetGraphMem|DeviceSetGraphMem|DeviceGraphMem"),
    ("external", r"Graphics|Ipc|ImportExternal|ExternalMem|DestroyExternal|SignalExternal|WaitExternal|GL|EGL|VDPAU"
     r"|EventCreateFromEGL|DeviceGetNvSciSync"),
    ("array", r"Array|Mipmapped|Tex|Surf|TensorMap|MallocArray|Malloc3DArray|FreeArray|FreeMip|MallocMip|GetMip|GetTex"
     r"|GetSurf|CreateTex|CreateSurf|DestroyTex|DestroySurf|GetChannelDesc|CreateChannelDesc|DeviceGetTexture1D"
     r"|MemMapArray|Memcpy.*(Array|[AH]to[AH]|DtoA|AtoD|AtoH|HtoA|AtoA)"),
    ("context", r"Ctx|DevicePrimaryCtx|GreenCtx|DeviceGetLimit|DeviceSetLimit|DeviceReset|DeviceSynchronize|InitDevice"
     r"|DeviceGetCacheConfig|DeviceSetCacheConfig|DeviceGetSharedMem|DeviceSetSharedMem|DeviceGetStreamPriority|SetDevice"
     r"|GetDeviceFlags|GetDevice$|SetValidDevices|DevResource|DevSm|ThreadExit|ThreadSync"),
    ("virtual_memory", r"MemAddress|MemCreate|MemMap|MemUnmap|MemSetAccess|MemGetAccess|MemExport|MemImport|MemRetain"
     r"|MemRelease|MemGetAllocation|MemGetHandle|Multicast"),
    ("copy", r"Memcpy|Memset|MemBatch|MemPrefetch|MemDiscard|MemDecompress|Memset"),
    ("memory", r"Mem|Malloc|Free|Host|Pointer|MemPool|DeviceGetDefaultMemPool|DeviceGetMemPool|DeviceSetMemPool|GetSymbol"
     r"|IPC"),
    ("module", r"Module|Link|Library|Kernel(?!Node)|Func|GetFuncBySymbol|GetKernel"),
    ("launch", r"Launch|Occupancy|Param"),
    ("event", r"Event"),
    ("stream", r"Stream|ThreadExchange|CtxGetStream|GetLastError$a"),
    ("device", r"Dev|GetDevice|ChooseDevice|DeviceGet|GetDeviceCount"),
    ("general", r""),
]

# The first pattern that matches a whole name gives its class, and what it does while a stream is being captured.
CLASSES = [
    ("waits, capture refused", r"cu(Ctx|da(Device|Thread))?Synchronize|cu(da)?(Stream|Event)(Synchronize|Query)|cuCtxSynchronize"
     r"|cudaDeviceSynchronize|cudaDeviceReset|cuDevicePrimaryCtxReset.*"),
    ("waits", r"cu(da)?EventElapsedTime.*|cu(da)?MemGetInfo.*|cuModule(Load.*|Unload|GetGlobal.*|GetFunction|Enum.*)|cuLinkComplete"
     r"|cu(da)?Library(Load.*|Unload|GetKernel|GetGlobal|GetManaged|Enum.*)|cu(da)?Occupancy.*|cu(da)?Func(Set|Get)Attribute.*"
     r"|cuKernel(Set|Get)Attribute|cudaGetSymbol.*|cu(da)?MemHostAlloc|cudaMallocHost|cudaHostAlloc|cu(da)?GraphInstantiate.*"
     r"|cu(da)?GraphExecUpdate.*|cu(da)?GraphUpload|cuMemAllocHost.*|cu(da)?MemFreeHost|cudaFreeHost"),
    ("waits, capture refused", r"cuMemAlloc(Pitch|Managed)?(_v2)?|cuMemFree(_v2)?|cudaMalloc(Pitch|3D|Managed)?|cudaFree"),
    ("goes, capture node", r"cu(da)?(Memcpy|Memset|MemAlloc|MemFree|Malloc|Free|MemPrefetch).*Async.*|cu(da)?Launch.*|__cudaLaunch.*"
     r"|cu(da)?Stream(WaitEvent|WaitValue.*|WriteValue.*|BatchMemOp.*|AddCallback|AttachMemAsync)|cu(da)?EventRecord.*"
     r"|cu(da)?GraphLaunch|cudaMemcpy.*SymbolAsync"),
    ("waits, capture refused", r"cu(da)?Memcpy.*"),
    ("goes, capture refused", r"cu(da)?Memset.*"),
    ("goes", r"cu(da)?(Stream|Event)(Create.*|Destroy.*)|cu(da)?GraphExecDestroy"),
    ("client", r".*"),
]
CAPABILITIES = {"memory": "memory", "copy": "memory", "module": "module", "stream": "stream", "event": "stream",
                "launch": "launch", "graph": "launch"}

IN_NAMES = (r"kernelParams|extra|args|options?|optionValues|jitOptions.*|libraryOption.*|paramArray|attributes|attrs|attrIdxs|dsts|srcs"
            r"|sizes|opList|mapInfoList|devices|device_arr|data|params?|launchParamsList|dptrs|dataSizes|dependencies|resources"
            r"|location|prefetchLocs.*|operations|desc|fatCubin.*|paramsArray|valid.*Arr|input|hostVar.*|symbol")
INOUT = r"num[A-Z].*|nodeParams|instantiateParams|count|nodeParamsOut|mode"


def topic_of(name):
    stem = re.sub(r"^(__cuda|cuda|cu)", "", name)
    if name.startswith("__"):
        return "registration"
    return next(file for file, pattern in TOPICS if re.match(pattern, stem))


def properties_of(name, topic):
    text = next(text for text, pattern in CLASSES if re.fullmatch(pattern, name))
    words = text.split(", ")
    if words[0] != "client" and topic in CAPABILITIES:
        words.insert(1, f"needs {CAPABILITIES[topic]}")
    return words


def direction(kind, name, following):
    """How a pointer is used, guessed. Addresses that are just passed on (void*) have none."""
    if not kind.endswith("*") or kind in ("void*", "const void*"):
        return ""
    length = ""
    if following and re.match(r"num[A-Z]|count$|len|numNodes", following[1]):
        length = f"[{following[1]}]"
    if kind.startswith("const ") and not kind.endswith("**"):
        return " in" + ("" if kind == "const char*" else length)
    if kind == "void* const*" or kind == "const void* const*":
        return " in"
    if re.fullmatch(IN_NAMES, name):
        return " in" + length
    if re.fullmatch(INOUT, name):
        return " inout"
    return " out" + length


def declaration(function, properties):
    parameters = []
    for index, (kind, name) in enumerate(function.parameters):
        following = function.parameters[index + 1] if index + 1 < len(function.parameters) else None
        name = name or f"argument{index}"
        parameters.append(f"{kind} {name}{direction(kind, name, following)}")
    result = "" if function.result in ("CUresult", "cudaError_t") else f" -> {function.result}"
    return f"unsupported {function.name}({', '.join(parameters)}){result} {', '.join(properties)}"


def split_variant(name):
    stem, version, suffix = re.fullmatch(r"(\w+?)(?:_v(\d))?(_ptds|_ptsz)?", name).groups()
    return stem, int(version or 1), suffix or ""


def versions(names):
    """Since which version each driver function is there: CUDA's typedefs name versions, in the order of the variants."""
    text = "".join((TOOLKIT / "include" / header).read_text() for header in ("cudaTypedefs.h", "cudaProfilerTypedefs.h"))
    known = collections.defaultdict(set)
    for stem, version, suffix in re.findall(r"PFN_(cu\w+?)_v(\d+)(_ptds|_ptsz)?\)", text):
        known[stem, suffix].add(int(version))
    variants = collections.defaultdict(list)
    for name in names:
        stem, version, suffix = split_variant(name)
        variants[stem, suffix].append((version, name))
    since = {}
    for key, members in variants.items():
        for (_, name), version in zip(sorted(members), sorted(known.get(key, []))):
            since[name] = version
    return since


def lines_for(api, names, functions, since):
    by_topic = collections.defaultdict(list)
    for name in sorted(names, key=split_variant):
        stem, _, suffix = split_variant(name)
        topic = topic_of(stem)
        age = [f"since {since[name]}"] if name in since else []
        base = name.removesuffix(suffix) if suffix else None
        if base in names:
            by_topic[topic].append(f"per-thread  {name} of {base}" + "".join(f", {text}" for text in age))
        elif name in functions:
            by_topic[topic].append(declaration(functions[name], properties_of(name, topic) + age))
        else:
            by_topic[topic].append(f"unsupported {name}(...) client")
    return by_topic


def append(api, by_topic):
    folder = ROOT / "api" / api
    folder.mkdir(parents=True, exist_ok=True)
    for topic, lines in by_topic.items():
        path = folder / f"{topic}.api"
        before = path.read_text() if path.exists() else ""
        path.write_text(before + "\n".join(lines) + "\n")
        print(f"{path.relative_to(ROOT)}: {len(lines)} added")


def main():
    for api, source, library in (("driver", cuda_headers.DRIVER_SOURCE, "lib64/stubs/libcuda.so"),
                                 ("runtime", cuda_headers.RUNTIME_SOURCE, "lib64/libcudart.so.13")):
        declared = {function.name for function in api_files.read(api)} if (ROOT / "api" / api).is_dir() else set()
        names = set(cuda_headers.exported(TOOLKIT / library)) - declared
        functions = cuda_headers.functions(cuda_headers.syntax_tree(source))
        append(api, lines_for(api, names, functions, versions(names) if api == "driver" else {}))


if __name__ == "__main__":
    main()
