#include "compiler/watch.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "base/escape.h"
#include "base/file.h"

namespace ringfence::compiler {
namespace {

std::string in_words(std::uint64_t bytes) {
    return bytes % (1U << 30U) == 0 ? fmt::format("{} GiB", bytes >> 30U) : fmt::format("{} MiB", bytes >> 20U);
}

}  // namespace

std::uint64_t resident_bytes(pid_t pid) {
    unsigned long long resident = 0;
    const auto text = read_file(fmt::format("/proc/{}/statm", pid), 4096);
    if (!text.ok() || std::sscanf(text.value().c_str(), "%*u %llu", &resident) != 1) return 0;
    return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t threads_of(pid_t pid) {
    unsigned long long threads = 0;
    const auto text = read_file(fmt::format("/proc/{}/stat", pid), 4096);
    if (!text.ok()) return 0;
    // Behind its name, which may have any characters.
    const std::size_t name_end = text.value().rfind(')');
    constexpr const char* fields = ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %llu";
    if (name_end == std::string::npos || std::sscanf(text.value().c_str() + name_end, fields, &threads) != 1) return 0;
    return threads;
}

Error too_slow(const std::string& file_name, std::chrono::milliseconds time_limit) {
    return Error::bad_input(fmt::format("compiling the module took longer than {} ms", time_limit.count()))
        .at({escape(file_name), 0, 0})
        .with_remedy("make its kernels smaller, or allow more time (limit_ms in [compiler] of ringfence.toml)")
        .with_status(cuda_status::invalid_ptx);
}

Error too_much_memory(const std::string& file_name, std::uint64_t most_memory) {
    return Error::bad_input(fmt::format("compiling the module took more than {} of memory", in_words(most_memory)))
        .at({escape(file_name), 0, 0})
        .with_remedy("make its kernels smaller, or allow more memory (memory in [compiler] of ringfence.toml)")
        .with_status(cuda_status::out_of_memory);
}

Error too_many_threads(const std::string& file_name) {
    return Error::bad_input(fmt::format("compiling the module took more than {} threads", most_threads))
        .at({escape(file_name), 0, 0})
        .with_remedy("try ptxas on the module: it may fail in the same way")
        .with_status(cuda_status::invalid_ptx);
}

Result<std::vector<std::byte>> contents_of(int file, std::uint64_t bytes) {
    std::vector<std::byte> contents(bytes);
    for (std::size_t done = 0; done < bytes;) {
        const ssize_t taken = ::pread(file, contents.data() + done, bytes - done, static_cast<off_t>(done));
        if (taken < 0 && errno == EINTR) continue;
        if (taken <= 0) return Error::internal("a compiler's answer cannot be read");
        done += static_cast<std::size_t>(taken);
    }
    return contents;
}

}  // namespace ringfence::compiler
