"""The table of CUDA's functions for the documentation."""


def row(function):
    if function.base is not None:
        status = "implemented" if function.implemented else "not supported"
        return f"| `{function.name}` | {status} | as `{function.base}` | | |"
    status = "implemented" if function.implemented else "not supported"
    capture = "" if function.capture == "allowed" else function.capture
    execution = function.execution if function.implemented else ""
    return (f"| `{function.name}` | {status} | {execution} | {function.needs or '' if function.implemented else ''} | "
            f"{capture if function.implemented else ''} |")


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
    lines = ["# What of CUDA's API is implemented", "",
             "Made by `tools/generate_api.py` from `api/`, whose format is described in [api-format.md](api-format.md).", "",
             "Every function that the libraries of CUDA 13 export is exported here. One that is not supported returns",
             "`CUDA_ERROR_NOT_SUPPORTED` or `cudaErrorNotSupported` (801) and is counted.", "",
             "| library | functions | implemented | not supported |", "|---|---|---|---|",
             counts("`libcuda.so.1`", driver),
             *(counts(f"`libcudart.so.{version}`", [f for f in runtime if version in f.runtimes])
               for version in ("13", "12")), "",
             "Class: *client*, answered in the client; *waits*, waits for the worker; *goes*, submitted and not waited for.",
             "Needs: what the session must hold. During capture: *refused*, or becomes a *node* of the graph.", ""]
    lines += section("Driver API", driver) + section("Runtime API", runtime)
    return "\n".join(lines).rstrip() + "\n"
