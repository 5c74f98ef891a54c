// The guard's assumptions about a card, its driver and its assembler; and for each such fact a measurement.
//
// The checker, the launch conditions and the containment of kernels rest on these: facts.txt lists them, docs/facts.md
// is made from it. All are measured by backend_selftest. A worker measures the quick ones too, when it starts on a card
// that it has not seen, and a card that disagrees is not shared by tenants.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend {

class FactBench;

struct Fact {
    enum class When : std::uint8_t {
        Quick,  // also when a worker starts; it harms nothing even if the fact does not hold
        Slow,   // takes long, or takes much
        Fatal,  // the measurement ends the context: in a process of its own
    };
    std::string_view id;
    std::string_view text;
    When when = When::Quick;
    std::uint32_t since = 80;      // the first architecture with the feature; older cards agree with it
    std::string_view not_on_soft;  // why the software GPU is not asked; empty: it is
    // The error says what is wrong: the card disagrees, or could not be asked, which counts as much.
    Result<void> (*measure)(FactBench& bench) = nullptr;
};

std::span<const Fact> all_facts();
// A digest of facts and measurements: results with another digest say nothing about these.
std::string_view facts_version();

// True if the fact is about this device at all.
bool concerns(const Fact& fact, const Device& device, bool is_soft);

// All quick ones, in one go. The error names the first that does not hold.
Result<void> measure_quick_facts(Device& device, bool is_soft);
// One, on a bench of its own.
Result<void> measure_fact(Device& device, const Fact& fact);

}  // namespace ringfence::backend
