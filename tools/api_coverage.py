"""The table of CUDA's functions for the documentation."""


def row(function):
    if function.base is not None:
        status = "implemented" if function.implemented else "not supported"
        return f"| `{function.name}` | {status} | as `{function.base}` | | |"
    if not function.implemented:
        return f"| `{function.name}` | not supported: {function.reason} | | | |"
    capture = "" if function.capture == "allowed" else function.capture
    return f"| `{function.name}` | implemented | {function.execution} | {function.needs or ''} | {capture} |"


def check_reasons(functions):
    missing = [f.name for f in functions if not f.implemented and f.base is None and not f.reason]
    if missing:
        raise SystemExit(f"api/: no reason why these are not supported: {' '.join(missing)}")


def section(title, functions):
    lines = [f"## {title}", ""]
    for topic in sorted({function.topic for function in functions}):
        members = [function for function in functions if function.topic == topic]
        done = sum(function.implemented for function in members)
        lines += [f"### {topic.replace('_', ' ')}: {done} of {len(members)}", "",
                  "| function | status | class | needs | during capture |", "|---|---|---|---|---|",
                  *(row(function) for function in members), ""]
    return lines


def counts(title, functions):
    done = sum(function.implemented for function in functions)
    return f"| {title} | {len(functions)} | {done} | {len(functions) - done} |"


def render(driver, runtime):
    check_reasons([*driver, *runtime])
    lines = ["# What of CUDA's API is implemented", "",
             "Made by `tools/generate_api.py` from `api/`, whose format is described in [api-format.md](api-format.md).", "",
             "Every function that the libraries of CUDA 13 export is exported here. One that is not supported returns",
             "`CUDA_ERROR_NOT_SUPPORTED` or `cudaErrorNotSupported` (801), is counted, and `cuGetProcAddress` does not find it.",
             "",
             "| library | functions | implemented | not supported |", "|---|---|---|---|",
             counts("`libcuda.so.1`", driver),
             *(counts(f"`libcudart.so.{version}`", [f for f in runtime if version in f.runtimes])
               for version in ("13", "12")), "",
             "Class: *client*, answered in the client; *waits*, waits for the worker; *goes*, submitted and not waited for.",
             "Needs: which kind of thing the call uses; for readers, nothing checks it.",
             "During capture: *refused*, or becomes a *node* of the graph.", ""]
    lines += section("Driver API", driver) + section("Runtime API", runtime)
    return "\n".join(lines).rstrip() + "\n"
