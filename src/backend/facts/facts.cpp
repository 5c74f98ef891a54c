#include "backend/facts/facts.h"

#include "backend/facts/bench.h"
#include "backend/facts/probes.h"

namespace ringfence::backend {
namespace {

constexpr Fact facts[] = {
#define RINGFENCE_FACT(id, name, text, when, since, not_on_soft) \
    {id, text, Fact::When::when, since, not_on_soft, measure_##name},
#include "facts/facts.inc"
#undef RINGFENCE_FACT
};

Error about(const Fact& fact, const Error& error) {
    Error named = error;
    named.message = "fact '" + std::string(fact.id) + "' (docs/facts.md) does not hold: " + error.message;
    return named;
}

}  // namespace

std::span<const Fact> all_facts() {
    return facts;
}

std::string_view facts_version() {
    return RINGFENCE_FACTS_VERSION;
}

bool concerns(const Fact& fact, const Device& device, bool is_soft) {
    if (is_soft && !fact.not_on_soft.empty()) return false;
    const Properties& properties = device.properties();
    return properties.compute_major * 10 + properties.compute_minor >= fact.since;
}

Result<void> measure_quick_facts(Device& device, bool is_soft) {
    RF_TRY(const std::unique_ptr<FactBench> bench, FactBench::create(device));
    for (const Fact& fact : facts) {
        if (fact.when != Fact::When::Quick || !concerns(fact, device, is_soft)) continue;
        if (const Result<void> measured = fact.measure(*bench); !measured.ok()) return about(fact, measured.error());
    }
    return {};
}

Result<void> measure_fact(Device& device, const Fact& fact) {
    RF_TRY(const std::unique_ptr<FactBench> bench, FactBench::create(device));
    if (const Result<void> measured = fact.measure(*bench); !measured.ok()) return about(fact, measured.error());
    return {};
}

}  // namespace ringfence::backend
