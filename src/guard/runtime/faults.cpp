#include "guard/runtime/faults.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "base/escape.h"

namespace ringfence::guard {
namespace {

constexpr std::uint32_t is_complete = 2;

std::string text_of(const std::array<char, fault_text_bytes>& bytes) {
    const auto end = std::find(bytes.begin(), bytes.end(), '\0');
    return {bytes.begin(), end};
}

std::string triple(const std::array<std::uint32_t, 3>& values) {
    return "(" + std::to_string(values[0]) + "," + std::to_string(values[1]) + "," + std::to_string(values[2]) + ")";
}

}  // namespace

std::optional<Fault> read_fault(std::span<const std::byte, sizeof(FaultRecord)> memory) {
    std::uint32_t state = 0;
    std::memcpy(&state, memory.data(), sizeof(state));
    if (state != is_complete) return std::nullopt;
    std::atomic_thread_fence(std::memory_order_acquire);
    FaultRecord record;
    std::memcpy(&record, memory.data(), sizeof(record));
    if (record.kind < 1 || record.kind > 3) return std::nullopt;
    return Fault{static_cast<FaultKind>(record.kind),
                 record.site,
                 record.others,
                 record.address,
                 record.clock,
                 record.block,
                 record.thread,
                 record.line,
                 text_of(record.message),
                 text_of(record.file),
                 text_of(record.function)};
}

std::string describe(const Fault& fault) {
    std::string place = "block " + triple(fault.block) + ", thread " + triple(fault.thread);
    if (fault.kind != FaultKind::Assertion) return place;
    return escape(fault.file) + ":" + std::to_string(fault.line) + ": " + escape(fault.function) + ": " + place +
           " Assertion `" + escape(fault.message) + "` failed.";
}

}  // namespace ringfence::guard
