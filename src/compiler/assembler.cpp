#include "compiler/assembler.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <utility>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "base/escape.h"
#include "base/memory_file.h"
#include "base/trusted_file.h"
#include "compiler/watch.h"
#include "fatbin/elf.h"
#include "ptxas/ptx_head.h"
#include "sandbox/landlock.h"

namespace ringfence::compiler {
namespace {

using Clock = std::chrono::steady_clock;

void kill_process(const Nursery::Child& child) {
    ::syscall(SYS_pidfd_send_signal, child.process.get(), SIGKILL, nullptr, 0);
}

struct Ending {
    enum class Why : std::uint8_t { ByItself, TooSlow, TooMuchMemory, NotYet };

    Why why = Why::ByItself;
    int status = 0;  // as wait() says it
    rusage usage = {};
};

// A signal does not end a process that asks a file system for something and gets no answer (FUSE), nor can one be
// buried that somebody traces. Most need milliseconds.
constexpr std::chrono::milliseconds patience_with_end{5000};

// Until it has ended, or has taken more than it may; then it is ended.
Ending await_end(const Nursery::Child& child, Clock::time_point end, std::uint64_t most_memory) {
    Ending ending;
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
        pollfd watched = {child.process.get(), POLLIN, 0};
        const auto patience = std::clamp<std::chrono::milliseconds>(left, std::chrono::milliseconds(0), look_interval);
        if (::poll(&watched, 1, static_cast<int>(patience.count())) > 0) break;
        if (left.count() <= 0) ending.why = Ending::Why::TooSlow;
        if (resident_bytes(child.pid) > most_memory) ending.why = Ending::Why::TooMuchMemory;
        if (ending.why != Ending::Why::ByItself) break;
    }
    kill_process(child);
    pollfd watched = {child.process.get(), POLLIN, 0};
    while (::poll(&watched, 1, static_cast<int>(patience_with_end.count())) < 0 && errno == EINTR) {
    }
    if (::wait4(child.pid, &ending.status, WNOHANG, &ending.usage) != child.pid) ending.why = Ending::Why::NotYet;
    return ending;
}

// Without seals: an assembler begins its output by making it empty.
Result<UniqueFd> output_file() {
    UniqueFd file(::memfd_create("ringfence code", MFD_CLOEXEC));
    if (!file) return Error::bad_input("there is no memory for a module's code");
    return file;
}

std::uint64_t size_of(int file) {
    struct stat info = {};
    return ::fstat(file, &info) == 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
}

std::uint64_t seconds_in(std::chrono::milliseconds limit) {
    return static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::seconds>(limit).count()) + 1;
}

AssemblerOrder order_for(const std::string& program, const ProcessOptions& limits) {
    AssemblerOrder order;
    program.copy(order.program, sizeof order.program - 1);
    order.most_memory = limits.most_memory;
    order.most_output = limits.most_code;
    order.most_seconds = seconds_in(limits.time_limit);
    return order;
}

// Hardly any memory was left to it.
bool has_used_up(const Ending& ending, const AssemblerOrder& order) {
    return static_cast<std::uint64_t>(ending.usage.ru_maxrss) << 10U >= order.most_memory - order.most_memory / 8;
}

bool has_spent_its_time(const Ending& ending, const AssemblerOrder& order) {
    const auto seconds = ending.usage.ru_utime.tv_sec + ending.usage.ru_stime.tv_sec;
    return WIFSIGNALED(ending.status) && static_cast<std::uint64_t>(seconds) + 1 >= order.most_seconds;
}

Error declined(const std::string& file_name) {
    return Error::bad_input("the assembler has declined the module")
        .at({escape(file_name), 0, 0})
        .with_status(cuda_status::invalid_ptx);
}

Error unusable(const std::string& program, const std::string& why) {
    return Error::bad_input(escape(program) + " is not used: " + why);
}

Result<std::string> trusted_program(const AssemblerOptions& options) {
    if (options.places.empty()) return Error::bad_input("ptxas is off in [compiler] of ringfence.toml");
    std::string all;
    for (const std::string& place : options.places) {
        if (::access(place.c_str(), F_OK) == 0) {
            RF_TRY(std::string program, check_only_trusted_write(place));
            if (program.size() < sizeof AssemblerOrder::program) return program;
        }
        all += (all.empty() ? "" : ", ") + escape(place);
    }
    return Error::bad_input("there is no ptxas (" + all + ")");
}

// In its sandbox, so that this also shows whether it runs there.
Result<std::string> version_text(const std::string& program, const ProcessOptions& limits, Nursery& nursery) {
    RF_TRY(const UniqueFd input, memory_file_of("ringfence text", ""));
    RF_TRY(const UniqueFd output, output_file());
    const AssemblerOrder order = order_for(program, limits);
    RF_TRY(Nursery::Child child, nursery.start(order, input.get(), output.get()));
    const Ending ending = await_end(child, Clock::now() + limits.start_limit, order.most_memory);
    if (ending.why == Ending::Why::NotYet) nursery.abandon(std::move(child));
    if (ending.why != Ending::Why::ByItself || !WIFEXITED(ending.status) || WEXITSTATUS(ending.status) != 0)
        return unusable(program, fmt::format("it cannot be run in a sandbox (status {:#x})", ending.status));
    constexpr std::uint64_t most = 4096;
    RF_TRY(const std::vector<std::byte> text, contents_of(output.get(), std::min(size_of(output.get()), most)));
    return std::string(reinterpret_cast<const char*>(text.data()), text.size());
}

// "13.0, V13.0.88" of the line "Cuda compilation tools, release 13.0, V13.0.88".
std::string_view release_in(std::string_view version) {
    constexpr std::string_view word = "release ";
    const std::size_t at = version.find(word);
    if (at == std::string_view::npos) return {};
    version.remove_prefix(at + word.size());
    return version.substr(0, version.find('\n'));
}

// 13000 of "13.0"; 0 if it is none.
int cuda_version(std::string_view release) {
    int major = 0;
    int minor = 0;
    const char* const end = release.data() + release.size();
    const auto [dot, problem] = std::from_chars(release.data(), end, major);
    if (problem != std::errc() || dot == end || *dot != '.') return 0;
    if (std::from_chars(dot + 1, end, minor).ec != std::errc()) return 0;
    return major > 0 && major < 1000 && minor >= 0 && minor < 100 ? major * 1000 + minor * 10 : 0;
}

}  // namespace

std::vector<std::string> assembler_places(std::string_view setting) {
    if (setting == "off") return {};
    if (setting == "auto") return {"/usr/local/cuda/bin/ptxas", "/usr/bin/ptxas"};
    return {std::string(setting)};
}

Result<Assembler> find_assembler(const AssemblerOptions& options, const ProcessOptions& limits, Nursery& nursery) {
    Assembler assembler;
    RF_TRY(assembler.program, trusted_program(options));
    if (sandbox::landlock_version() == 0)
        return unusable(assembler.program, "this kernel has no Landlock, which its sandbox needs");
    RF_TRY(assembler.version, version_text(assembler.program, limits, nursery));
    const std::string_view release = release_in(assembler.version);
    const int cuda = cuda_version(release);
    if (cuda == 0) return unusable(assembler.program, "it does not tell its version");
    if (cuda > options.newest_cuda)
        return unusable(assembler.program,
                        fmt::format("it is of CUDA {}.{}, newer than the driver's {}.{}", cuda / 1000, cuda % 1000 / 10,
                                    options.newest_cuda / 1000, options.newest_cuda % 1000 / 10));
    assembler.release = escape(release);
    assembler.capability = options.capability;
    return assembler;
}

std::string architecture_for(std::string_view text, unsigned capability) {
    std::string name = fmt::format("sm_{}", capability);
    const auto head = ptxas::read_ptx_head(text);
    if (!head.ok() || head.value().target.sm != capability) return name;
    if (head.value().target.flags == fatbin::flag_exact) name += 'a';
    if (head.value().target.flags == fatbin::flag_family) name += 'f';
    return name;
}

void Assembly::begin(const Nursery::Child& child) {
    const MutexLock lock(mutex_);
    child_ = &child;
    if (is_killed_) kill_process(child);
}

void Assembly::end() {
    const MutexLock lock(mutex_);
    child_ = nullptr;
}

void Assembly::kill() {
    const MutexLock lock(mutex_);
    is_killed_ = true;
    if (child_ != nullptr) kill_process(*child_);
}

pid_t Assembly::pid() const {
    const MutexLock lock(mutex_);
    return child_ != nullptr ? child_->pid : -1;
}

Result<std::vector<std::byte>> Assembly::compile(const std::string& text, const std::string& file_name,
                                                 std::chrono::milliseconds time_limit) {
    has_declined_ = true;
    AssemblerOrder order = order_for(assembler_.program, limits_);
    order.most_seconds = seconds_in(time_limit);
    architecture_for(text, assembler_.capability).copy(order.architecture, sizeof order.architecture - 1);
    RF_TRY(const UniqueFd input, memory_file_of("ringfence text", text));
    RF_TRY(const UniqueFd output, output_file());
    const Clock::time_point end_of_time = Clock::now() + time_limit;
    RF_TRY(Nursery::Child child, nursery_->start(order, input.get(), output.get()));
    begin(child);
    const Ending ending = await_end(child, end_of_time, limits_.most_memory + limits_.most_code);
    end();

    has_declined_ = false;
    if (ending.why == Ending::Why::NotYet) nursery_->abandon(std::move(child));
    if (ending.why == Ending::Why::NotYet || ending.why == Ending::Why::TooSlow || has_spent_its_time(ending, order))
        return too_slow(file_name, time_limit);
    if (ending.why == Ending::Why::TooMuchMemory) return too_much_memory(file_name, limits_.most_memory);
    const bool has_succeeded = WIFEXITED(ending.status) && WEXITSTATUS(ending.status) == 0;
    if (!has_succeeded && has_used_up(ending, order)) return too_much_memory(file_name, limits_.most_memory);
    if (WIFSIGNALED(ending.status) && WTERMSIG(ending.status) == SIGXFSZ) {
        return Error::bad_input("the module's machine code is too large").with_status(cuda_status::out_of_memory);
    }

    has_declined_ = true;
    const std::uint64_t bytes = size_of(output.get());
    if (!has_succeeded || bytes == 0 || bytes > limits_.most_code) return declined(file_name);
    RF_TRY(std::vector<std::byte> code, contents_of(output.get(), bytes));
    if (!fatbin::check_elf(code).ok()) return declined(file_name);
    return code;
}

}  // namespace ringfence::compiler
