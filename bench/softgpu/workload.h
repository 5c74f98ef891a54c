// The benchmark's kernels with their data and their right results.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ringfence::bench {

using Bytes = std::vector<std::byte>;

struct BufferIndex {
    std::size_t value = 0;
};

// All scalars of the kernels have 32 bits.
using Argument = std::variant<BufferIndex, std::int32_t, float>;

struct KernelCall {
    std::string kernel;
    std::array<std::uint32_t, 2> groups = {1, 1};
    std::array<std::uint32_t, 2> group_size = {1, 1};
    std::vector<Argument> arguments;
};

struct Expectation {
    std::size_t buffer = 0;
    bool is_float = true;  // else 32-bit unsigned integers, which must be right to the bit
    std::vector<double> values;
    double scale = 1;      // errors are relative to the value, or to this where the value is smaller
    double tolerance = 0;  // in those units
};

struct Workload {
    std::string size;
    double limit = 5;  // how many times as long as PoCL it may take
    std::vector<Bytes> buffers;
    std::vector<KernelCall> calls;  // one after the other, timed together
    std::vector<Expectation> expected;
};

// Made when its turn comes: together they would take gigabytes.
struct WorkloadEntry {
    std::string name;
    Workload (*make)();
};

std::vector<WorkloadEntry> all_workloads();

// Kernels of about 200 lines, with little work, for the time that compiling takes.
Workload small_black_scholes();
Workload small_convolution();

}  // namespace ringfence::bench
