// The facts that the guard rests on (backend/facts): quick ones as a worker measures them, slow ones, fatal ones.
#include <string>

#include "backend/facts/bench.h"
#include "backend/facts/facts.h"
#include "rig.h"

namespace ringfence::backend::selftest {
namespace {

bool is_measured(Rig& rig, const Fact& fact) {
    if (concerns(fact, rig.device, rig.is_soft())) return true;
    const bool is_for_cards = rig.is_soft() && !fact.not_on_soft.empty();
    rig.report.skip("fact " + std::string(fact.id), is_for_cards ? fact.not_on_soft : "this card is older");
    return false;
}

// One after the other on one bench, as a worker does it, but to the end.
void measure_all(Rig& rig, Fact::When when) {
    const auto bench = rig.need(FactBench::create(rig.device), "a bench");
    if (!bench) return;
    for (const Fact& fact : all_facts()) {
        if (fact.when != when) continue;
        if (is_measured(rig, fact)) rig.report.check(fact.measure(*bench), "fact " + std::string(fact.id));
    }
}

}  // namespace

void test_quick_facts(Rig& rig) {
    measure_all(rig, Fact::When::Quick);
    Result<void> measured;
    const double time = milliseconds([&] { measured = measure_quick_facts(rig.device, rig.is_soft()); });
    rig.report.check(measured, "all quick facts, as a worker measures them");
    rig.report.note("all quick facts, with their compilation", time, "ms");
}

void test_slow_facts(Rig& rig) {
    measure_all(rig, Fact::When::Slow);
}

void test_fatal_fact(Rig& rig, const Fact& fact) {
    if (is_measured(rig, fact)) rig.report.check(measure_fact(rig.device, fact), "fact " + std::string(fact.id));
}

}  // namespace ringfence::backend::selftest
