// ringfence run: a CUDA program with our libraries in the place of the driver's.
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/escape.h"
#include "base/limits.h"
#include "base/runtime_folder.h"
#include "base/visible_devices.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/elf_file.h"
#include "cli/installation.h"
#include "ptxas/assembler.h"
#include "supervisor/daemon_client.h"
#include "supervisor/settings.h"

namespace ringfence::cli {
namespace {

struct ProgramOptions {
    std::string backend;
    std::string isolation;
    std::string guard;
    std::vector<std::string> limits;
    double time_limit = 0;  // seconds; 0: none
    bool without_ptx = false;
    bool check = false;
    bool verbose = false;
    bool trace = false;
    std::string trace_file;
    std::vector<std::string> command;
};

// As the shell finds it.
Result<std::string> find_program(const std::string& name) {
    if (name.find('/') != std::string::npos) {
        if (::access(name.c_str(), F_OK) == 0) return name;
        return Error::bad_input("cannot run '" + escape(name) + "': " + std::strerror(errno));
    }
    const char* path = std::getenv("PATH");
    std::string folders = path == nullptr ? "/usr/bin:/bin" : path;
    for (std::size_t at = 0; at <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', at), folders.size());
        const std::string candidate = (end == at ? "." : folders.substr(at, end - at)) + "/" + name;
        if (::access(candidate.c_str(), X_OK) == 0 && !std::filesystem::is_directory(candidate)) return candidate;
        at = end + 1;
    }
    return Error::bad_input("there is no program '" + escape(name) + "' in PATH");
}

// A program that we cannot get in front of is refused: it would run past us, or fail with a message about drivers.
Result<void> check_program(const std::string& path) {
    Result<ElfSummary> elf = read_elf(path);
    if (!elf.ok() || !elf.value().is_elf) return {};  // a script, or exec() will say what is wrong
    if (!elf.value().has_device_code) return {};
    if (elf.value().is_static) {
        return Error::bad_input("'" + escape(path) +
                                "' is linked statically as a whole, so no library can be put between it and the driver")
            .with_remedy("link it without -static; the CUDA runtime alone may be static, as nvcc's default is");
    }
    if (elf.value().needs("libcudart.so")) return {};
    if (elf.value().has_own_runtime) return {};
    return Error::bad_input("'" + escape(path) +
                            "' has the CUDA runtime linked into it and is stripped, so its calls cannot be redirected")
        .with_remedy("link it with: nvcc -cudart shared, or leave its symbols in (no strip, no -s)");
}

void put_first(const char* variable, const std::string& what, char separator) {
    const char* before = std::getenv(variable);
    const std::string value = before == nullptr || *before == '\0' ? what : what + separator + before;
    ::setenv(variable, value.c_str(), 1);
}

std::string limits_of(const ProgramOptions& options) {
    std::string text;
    for (const std::string& limit : options.limits)
        text += (text.empty() ? "" : ",") + limit;
    if (options.time_limit > 0) {
        const auto milliseconds = static_cast<std::uint64_t>(std::ceil(options.time_limit * 1000));
        text += (text.empty() ? "" : ",") + ("kernel_ms=" + std::to_string(milliseconds));
    }
    return text;
}

// In the place of the user's value, which the program at the new one finds under the other name. Under `ringfence run`
// within `ringfence run` it is there already.
void replace_assembler(const char* variable, const char* kept_as, const std::string& ours) {
    const char* const before = std::getenv(variable);
    if (before != nullptr && ours != before) ::setenv(kept_as, before, 1);
    ::setenv(variable, ours.c_str(), 1);
}

// Libraries that compile kernels while they run hand machine code to the driver, and PTX is what can be guarded
// (docs/python.md). Each is told by a setting of its own.
void keep_ptx(const ProgramOptions& options) {
    if (::access(ptxas_program().c_str(), X_OK) != 0) return;
    replace_assembler("TRITON_PTXAS_PATH", ptxas::kept_setting, ptxas_program());
    replace_assembler("TRITON_PTXAS_BLACKWELL_PATH", ptxas::kept_blackwell_setting, blackwell_ptxas_program());
    // The driver compiles it, where nothing is guarded too.
    if (options.isolation != "private") ::setenv("CUPY_COMPILE_WITH_PTX", "1", 0);
    // The cache of torch.compile holds Triton's machine code, and its key does not say who made it. In a private
    // worker, which `auto` gives PyTorch, any will do.
    if (options.isolation != "shared") return;
    constexpr std::string_view tag = "ringfence-ptx";
    const char* const before = std::getenv("TORCH_COMPILE_CACHE_KEY_TAG");
    if (before == nullptr || std::string_view(before).find(tag) == std::string_view::npos)
        put_first("TORCH_COMPILE_CACHE_KEY_TAG", std::string(tag), '-');
}

// Schedulers of clusters number all cards of a machine. A program finds one device, and those that read the variable
// themselves, as PyTorch does, are to find that in it.
void renumber_device() {
    const char* const list = std::getenv(visible_devices_variable);
    if (list == nullptr || std::string_view(list) == "0") return;
    if (read_visible_devices(list) != VisibleDevices::shown) return;
    constexpr std::size_t most_said = 100;
    complain(visible_devices_variable + ("=" + std::string(list, ::strnlen(list, most_said))) +
             ": under Ringfence there is one device, and the program gets it as number 0. Which card that is, the "
             "variable said with which 'ringfence up' was started");
    ::setenv(visible_devices_variable, "0", 1);
}

Result<void> set_environment(const ProgramOptions& options) {
    renumber_device();
    RF_TRY(const std::string libraries, shim_folder());
    put_first("LD_LIBRARY_PATH", libraries, ':');
    // A program's own RPATH (PyTorch's, for one) goes before LD_LIBRARY_PATH, a library that is loaded already before
    // both. Which libraries a program comes to need cannot be told from its file: scripts load theirs. So all of
    // them, always: that makes the start of a program 0.8 ms longer (2.3 ms instead of 1.5 ms for /bin/true).
    std::string preloaded;
    for (const char* name : {"libcuda.so.1", "libcudart.so.13", "libcudart.so.12", "libcufft.so.12", "libcublas.so.13",
                             "libcublasLt.so.13", "libcusolver.so.12", "libcusparse.so.12", "libcurand.so.10",
                             "libcudnn.so.9", "libnccl.so.2", "libcufile.so.0"}) {
        const std::string path = libraries + "/" + name;
        if (::access(path.c_str(), R_OK) == 0) preloaded += (preloaded.empty() ? "" : ":") + path;
    }
    put_first("LD_PRELOAD", preloaded, ':');
    const auto set = [](const char* variable, const std::string& value) {
        if (!value.empty()) ::setenv(variable, value.c_str(), 1);
    };
    set("RINGFENCE_BACKEND", options.backend);
    set("RINGFENCE_ISOLATION", options.isolation);
    set("RINGFENCE_GUARD", options.guard);
    if (options.check) {
        // A worker of its own and the kernels as they are: the software GPU then sees every access itself.
        set("RINGFENCE_CHECK", "1");
        set("RINGFENCE_ISOLATION", "private");
        set("RINGFENCE_GUARD", "off");
    }
    set("RINGFENCE_LIMITS", limits_of(options));
    if (!options.without_ptx) keep_ptx(options);
    if (options.verbose) ::setenv("RINGFENCE_VERBOSE", "1", 1);
    if (options.trace) ::setenv("RINGFENCE_TRACE", "1", 1);
    if (!options.trace_file.empty())
        ::setenv("RINGFENCE_TRACE_FILE", std::filesystem::absolute(options.trace_file).c_str(), 1);
    return {};
}

Result<void> check_options(const ProgramOptions& options) {
    supervisor::Settings settings;
    if (!options.backend.empty()) {
        RF_TRY(settings.backend, supervisor::parse_backend(options.backend));
    }
    if (!options.isolation.empty()) {
        RF_TRY(settings.isolation, supervisor::parse_isolation(options.isolation));
    }
    if (!options.guard.empty()) {
        RF_TRY(settings.guard, supervisor::parse_guard(options.guard));
    }
    if (options.check && !(options.isolation.empty() && options.guard.empty())) {
        return Error::bad_input("--check has a worker and a guard of its own")
            .with_remedy("leave --isolation and --guard out");
    }
    RF_RETURN_IF_ERROR(parse_limits_text(limits_of(options)));
    return {};
}

// What the program is to see is not which card a daemon is to have that stays for others.
Result<void> ensure_shared_daemon() {
    const char* const before = std::getenv(visible_devices_variable);
    const std::string kept = before == nullptr ? "" : before;
    ::unsetenv(visible_devices_variable);
    Result<void> started = supervisor::ensure_daemon(daemon_program());
    if (before != nullptr) ::setenv(visible_devices_variable, kept.c_str(), 1);
    return started;
}

// Becomes the program, if all goes well.
Result<void> become_program(const std::string& program, const ProgramOptions& options) {
    RF_RETURN_IF_ERROR(ensure_shared_daemon());
    RF_RETURN_IF_ERROR(set_environment(options));
    std::vector<char*> arguments;
    for (const std::string& argument : options.command)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    ::execv(program.c_str(), arguments.data());
    return Error::bad_input("cannot run '" + escape(program) + "': " + std::strerror(errno));
}

ExitCode run(const ProgramOptions& options) {
    if (options.command.empty()) {
        complain("name the program to run: ringfence run -- ./app");
        return ExitCode::bad_usage;
    }
    if (const Result<void> checked = check_options(options); !checked.ok()) {
        complain(checked.error());
        return ExitCode::bad_usage;
    }
    const Result<std::string> program = find_program(options.command.front());
    if (!program.ok()) return complain(program.error());
    if (const Result<void> checked = check_program(program.value()); !checked.ok()) {
        complain(checked.error());
        return ExitCode::bad_input;
    }
    const Result<void> outcome = become_program(program.value(), options);
    return outcome.ok() ? ExitCode::fine : complain(outcome.error());
}

}  // namespace

void add_run(CLI::App& app, Action& chosen) {
    auto options = std::make_shared<ProgramOptions>();
    CLI::App* command = add_command(app, "run", "Run a CUDA program on a GPU that it does not own",
                                    "  ringfence run -- ./app --its-option\n"
                                    "  ringfence run --backend soft --trace -- ./app\n"
                                    "  ringfence run --check -- ./app\n"
                                    "  ringfence run --trace-file app.json -- ./app     (open it in Perfetto)\n",
                                    chosen, options, run);
    command->add_option("--backend", options->backend, "Which GPU; default: the daemon's")
        ->type_name("NAME")
        ->check(CLI::IsMember({"auto", "soft", "cuda"}));
    command
        ->add_option("--isolation", options->isolation,
                     "shared: a worker with others, guarded; private: one of its own; auto: shared if that is possible")
        ->type_name("HOW")
        ->check(CLI::IsMember({"auto", "private", "shared"}));
    command
        ->add_option("--guard", options->guard,
                     "fence: kernels keep to their memory; check: and tell when they did not; off: trust the others")
        ->type_name("HOW")
        ->check(CLI::IsMember({"check", "fence", "off"}));
    command->add_flag("--check", options->check,
                      "Find mistakes in kernels: every check there is, and exit status 4 if one failed");
    command
        ->add_option("--limit", options->limits,
                     "What the program may have, if less than is set for it: device_memory=512M, streams=16; "
                     "again for another")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command
        ->add_option("--time-limit", options->time_limit,
                     "How long one kernel may run, also when nobody else is there; the same as --limit kernel_ms=")
        ->type_name("SECONDS")
        ->check(CLI::Range(0.001, 1e6));
    command->add_flag("--no-ptx", options->without_ptx,
                      "Leave Triton and CuPy as they are: their kernels are machine code, for a worker of their own");
    command->add_flag("--verbose", options->verbose,
                      "Say why the program gets a worker of its own, if it does, and which calls were not supported");
    command->add_flag("--trace", options->trace, "Print every CUDA call with its arguments, result and time");
    command
        ->add_option("--trace-file", options->trace_file,
                     "Write a timeline for Perfetto: calls by thread, launches and copies by stream")
        ->type_name("FILE");
    command->add_option("COMMAND", options->command, "The program and its arguments")->type_name("");
    command->positionals_at_end();
}

}  // namespace ringfence::cli
