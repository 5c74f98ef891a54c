// The fault record: faults of a tenant's kernels, as the guard's device functions write them (runtime.ptx).
//
// It lies in memory of the worker's that the device can write and no tenant can. Zeroed before the first launch, and
// whenever it was read and kernels go on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace ringfence::guard {

enum class FaultKind : std::uint32_t { Violation = 1, Trap = 2, Assertion = 3 };

constexpr std::size_t fault_text_bytes = 128;

// As it lies in memory.
struct FaultRecord {
    std::uint32_t state;   // 0: nothing, 1: being written, 2: complete
    std::uint32_t kind;    // FaultKind
    std::uint32_t site;    // of a violation or a trap: its number in the module
    std::uint32_t others;  // that came after it, up to fault_count_limit
    std::uint64_t address;
    std::uint64_t clock;
    std::array<std::uint32_t, 3> block;
    std::array<std::uint32_t, 3> thread;
    std::uint32_t line;  // of an assertion
    std::array<std::uint32_t, 17> unused;
    std::array<char, fault_text_bytes> message;  // of an assertion; each ends with a zero or its last byte
    std::array<char, fault_text_bytes> file;
    std::array<char, fault_text_bytes> function;
};
static_assert(sizeof(FaultRecord) == 512);
static_assert(offsetof(FaultRecord, address) == 16);
static_assert(offsetof(FaultRecord, block) == 32);
static_assert(offsetof(FaultRecord, thread) == 44);
static_assert(offsetof(FaultRecord, line) == 56);
static_assert(offsetof(FaultRecord, message) == 128);

constexpr std::uint32_t fault_count_limit = 65535;

struct Fault {
    FaultKind kind = FaultKind::Violation;
    std::uint32_t site = 0;
    std::uint32_t others = 0;
    std::uint64_t address = 0;
    std::uint64_t clock = 0;
    std::array<std::uint32_t, 3> block = {};
    std::array<std::uint32_t, 3> thread = {};
    std::uint32_t line = 0;
    std::string message;
    std::string file;
    std::string function;
};

// The record's contents; nothing if there is no complete one. Safe while kernels run.
std::optional<Fault> read_fault(std::span<const std::byte, sizeof(FaultRecord)> memory);

// "block (3,0,0), thread (231,0,0)", and of an assertion what CUDA prints; fit to print.
std::string describe(const Fault& fault);

}  // namespace ringfence::guard
