// Declares the measurements, with the names in facts.txt.
#pragma once

#include "base/result.h"

namespace ringfence::backend {

class FactBench;

#define RINGFENCE_FACT(id, name, text, when, since, not_on_soft) Result<void> measure_##name(FactBench& bench);
#include "facts/facts.inc"
#undef RINGFENCE_FACT

}  // namespace ringfence::backend
