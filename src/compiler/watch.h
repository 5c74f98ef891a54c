// Measures the memory and threads of a compiler process while it works. All kinds of compilers have the same limits.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace ringfence::compiler {

constexpr std::chrono::milliseconds look_interval{20};

// A driver starts some; one that was taken over would take those of the whole service.
constexpr std::uint64_t most_threads = 1024;

// The process's memory; 0: that cannot be told.
std::uint64_t resident_bytes(pid_t pid);
// The same of its threads.
std::uint64_t threads_of(pid_t pid);

Error too_slow(const std::string& file_name, std::chrono::milliseconds time_limit);
Error too_much_memory(const std::string& file_name, std::uint64_t most_memory);
Error too_many_threads(const std::string& file_name);

// A private copy, against changes between check and use.
Result<std::vector<std::byte>> contents_of(int file, std::uint64_t bytes);

}  // namespace ringfence::compiler
