// The facts that the guard assumes about a card, its driver and its assembler, with a measurement for each.
//
// The checker, the launch conditions and the containment of kernels rely on them. facts.txt lists the facts, and
// docs/facts.md is made from it. backend_selftest measures all of them. A worker measures the quick ones when it starts
// on an unknown card; if one does not hold, tenants do not share the card.
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
        Quick,  // also measured when a worker starts; harmless even if the fact does not hold
        Slow,   // takes much time or memory
        Fatal,  // the measurement ends the context, so it needs its own process
    };
    std::string_view id;
    std::string_view text;
    When when = When::Quick;
    std::uint32_t since = 80;      // the first architecture that it applies to
    std::string_view not_on_soft;  // why the software GPU is not measured; empty: it is
    // The error says how the card differs, or why it could not be measured, which counts as a failure, too.
    Result<void> (*measure)(FactBench& bench) = nullptr;
};

std::span<const Fact> all_facts();
// A digest of facts and measurements. Results with another digest are not valid for these.
std::string_view facts_version();

// True if the fact applies to this device.
bool concerns(const Fact& fact, const Device& device, bool is_soft);

// Measures all quick facts on one bench. The error names the first that does not hold.
Result<void> measure_quick_facts(Device& device, bool is_soft);
// Measures one fact, on a bench of its own.
Result<void> measure_fact(Device& device, const Fact& fact);

}  // namespace ringfence::backend
